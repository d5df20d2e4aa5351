"""The door in front of every route: who asks, from where, and whether this may change anything.

What changes something needs one of our own origins, JSON, and, of whoever is signed in, the CSRF token of the session.
What administers the floor leaves exactly one record, also when it is refused.
"""

import hmac
from collections.abc import Callable, Coroutine
from typing import Annotated, Any

from fastapi import Depends, Request
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from fastapi.security import APIKeyCookie
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from pitboss.floor.api.answers import misshapen
from pitboss.floor.gate import COOKIE, Gate
from pitboss.floor.people import People
from pitboss.floor.people.sessions import SignedIn
from pitboss.floor.person import Person, Role
from pitboss.refusal import Refusal
from pitboss.store import Record

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
CSRF = "x-csrf-token"

Handler = Callable[[Request], Coroutine[Any, Any, Response]]

cookie = APIKeyCookie(name=COOKIE, scheme_name="session", description="set by signing in", auto_error=False)
"""For the schema. Behind TLS the cookie's name begins with `__Host-`."""


class Door:
    def __init__(self, gate: Gate, people: People) -> None:
        self.gate = gate
        self.people = people

    def check(self, request: Request, entrance: bool) -> None:
        """Raises `Refusal` for whoever may not come in. An entrance is where people get their session."""
        self.gate.check_host(request.headers)
        signed_in = self.people.sessions.find(self.gate.token(request))
        request.state.signed_in = signed_in
        if signed_in is not None:
            self.people.asking.check(signed_in.person.name)
            self.gate.note(signed_in.person, address(request))
            if not signed_in.person.guest:
                self.people.signing_in.trust(signed_in.person.name, address(request))
        if request.method in SAFE:
            return
        self.gate.check_origin(request.headers)
        if signed_in is None and not entrance:
            self.people.strangers.check(address(request))
            raise Refusal("not_signed_in", "Sign in first.")
        if signed_in is not None and not entrance and not _same(request.headers.get(CSRF, ""), signed_in.csrf):
            raise Refusal("csrf", "Send the session's CSRF token in the header X-CSRF-Token.")
        _check_json(request)

    def record(self, request: Request, route: str, refusal: Refusal) -> None:
        """Somebody tried to administer the floor and was refused. Floods are not written down, nor what was sent."""
        if refusal.code == "too_many":
            return
        signed_in: SignedIn | None = getattr(request.state, "signed_in", None)
        if signed_in and not signed_in.person.staff:  # each try of theirs is a row on the disk
            self.people.strangers.check(address(request))
        who = signed_in.person.name if signed_in else ""
        component = f"{request.method} {route}"
        self.people.journal.keep(Record(kind="refused", component=component, who=who, reason=refusal.code))

    def routes(self, *, recorded: bool = False, entrance: bool = False) -> type[APIRoute]:
        """Routes behind this door."""
        door = self

        class Behind(APIRoute):
            def get_route_handler(self) -> Handler:
                handle, path = super().get_route_handler(), self.path

                async def through(request: Request) -> Response:
                    try:
                        await run_in_threadpool(door.check, request, entrance)
                        return await handle(request)
                    except (Refusal, RequestValidationError) as error:
                        refusal = error if isinstance(error, Refusal) else misshapen(error)
                        if recorded and request.method not in SAFE:
                            await run_in_threadpool(door.record, request, path, refusal)
                        raise refusal from None

                return through

        return Behind


def address(request: Request) -> str:
    return request.client.host if request.client else ""


def _same(given: str, wanted: str) -> bool:
    return hmac.compare_digest(given.encode(), wanted.encode())


def _check_json(request: Request) -> None:
    """A form on somebody's page can send text or forms unasked; JSON it cannot."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json" and (kind or request.headers.get("content-length", "0") != "0"):
        raise Refusal("not_json", "Send the body as application/json.")


def signed_in(request: Request, _: Annotated[str | None, Depends(cookie)] = None) -> Person:
    """Whoever asks; it must be somebody."""
    found: SignedIn | None = request.state.signed_in
    if found is None:
        raise Refusal("not_signed_in", "Sign in first.")
    return found.person


def in_role(*roles: Role) -> Callable[[Person], Person]:
    """Whoever asks, in one of these roles."""

    def check(person: Annotated[Person, Depends(signed_in)]) -> Person:
        if person.role not in roles:
            raise Refusal("not_yours", f"Leave this to a {' or '.join(roles)}.")
        return person

    return check


Anybody = Annotated[Person, Depends(signed_in)]
Player = Annotated[Person, Depends(in_role("player"))]
Supervisor = Annotated[Person, Depends(in_role("supervisor"))]
Overseer = Annotated[Person, Depends(in_role("supervisor", "auditor"))]
