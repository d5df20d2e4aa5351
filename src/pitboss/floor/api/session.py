"""Coming in and going out: guests in one click, names and passwords, and what players set for themselves."""

from collections.abc import Awaitable, Callable
from typing import Any

from anyio import CapacityLimiter
from anyio.to_thread import run_sync
from fastapi import APIRouter, Request, Response
from starlette.concurrency import run_in_threadpool

from pitboss.floor.api import forms as f
from pitboss.floor.api.answers import ANY, documented
from pitboss.floor.api.door import Anybody, Door, Player, address
from pitboss.floor.people import People
from pitboss.floor.people.hand_pays import HandPay
from pitboss.floor.people.limits import NONE
from pitboss.floor.people.passwords import PLACES
from pitboss.floor.people.sessions import SignedIn, csrf_token
from pitboss.floor.person import Person
from pitboss.money import read_money, write_money
from pitboss.refusal import Refusal

ShowOut = Callable[[str], Awaitable[None]]
"""Closes the connections of somebody whose sessions have ended."""


async def nobody_connected(name: str) -> None:
    """Where there are no sockets, nobody has to be shown out."""


def entrances(door: Door, people: People) -> APIRouter:
    """Where people get their session."""
    router = APIRouter(
        prefix="/api", tags=["session"], route_class=door.routes(entrance=True), responses=documented(*ANY, 413, 415)
    )

    def welcome(request: Request, response: Response, person: Person) -> f.Session:
        """A new token, always: one that was known before somebody signed in is worth nothing after."""
        token = people.sessions.begin(person, instead_of=door.gate.token(request))
        if not person.guest:
            people.signing_in.trust(person.name, address(request))
        response.set_cookie(
            door.gate.cookie, token, path="/", httponly=True, samesite="strict", secure=door.gate.secure
        )
        return _session(people, person, csrf_token(token))

    @router.get("/session")
    def who_am_i(request: Request) -> f.Session:
        """Who is signed in, and the CSRF token of the session."""
        found: SignedIn | None = request.state.signed_in
        if found is None:
            return f.Session(person=None, csrf=None, balance=None)
        return _session(people, found.person, found.csrf)

    @router.post("/session/guest", status_code=201)
    def come_in_as_a_guest(given: f.Nothing, request: Request, response: Response) -> f.Session:
        """One click: a name and play money to start with."""
        people.arrivals.check(address(request))
        return welcome(request, response, people.register.add_guest())

    # Those who wait for a password to be hashed wait in threads of their own: nobody else's request waits with them.
    threads = CapacityLimiter(PLACES + 2)

    @router.post("/session", status_code=201, responses=documented(401))
    async def sign_in(given: f.Credentials, request: Request, response: Response) -> f.Session:
        """By name and password. Whatever is wrong, the answer is the same."""

        def signed_in() -> f.Session:
            person = people.signing_in.sign_in(given.name, given.password, address(request))
            return welcome(request, response, person)

        return await run_sync(signed_in, limiter=threads)

    @router.post("/people", status_code=201, responses=documented(409))
    async def register(given: f.Credentials, request: Request, response: Response) -> f.Session:
        """A player under a name of their own, with play money to start with; signed in at once."""
        people.arrivals.check(address(request))

        def registered() -> f.Session:
            return welcome(request, response, people.register.add_player(given.name, given.password))

        return await run_sync(registered, limiter=threads)

    return router


def inside(door: Door, people: People, show_out: ShowOut) -> APIRouter:
    """What whoever is signed in does with their own session and limits."""
    router = APIRouter(
        prefix="/api", tags=["session"], route_class=door.routes(), responses=documented(*ANY, 401, 413, 415)
    )

    @router.delete("/session")
    async def sign_out(person: Anybody, request: Request, response: Response) -> f.Done:
        """The token is dead from now on, and so is the socket that came with it."""
        await run_in_threadpool(people.sessions.end, door.gate.token(request))
        await show_out(person.name)
        response.delete_cookie(door.gate.cookie, path="/", httponly=True, samesite="strict", secure=door.gate.secure)
        return f.Done()

    @router.put("/session/password", responses=documented(409))
    async def change_password(given: f.NewPassword, person: Anybody, request: Request) -> f.Done:
        """A new password; every other session of this person ends."""
        await run_in_threadpool(new_password, given, person, request)
        await show_out(person.name)
        return f.Done()

    def new_password(given: f.NewPassword, person: Person, request: Request) -> None:
        if person.guest:
            raise Refusal("guest", "Register first: a guest has no password.")
        people.signing_in.sign_in(person.name, given.password, address(request))
        people.register.set_password(person.name, given.new_password, by=person.name)
        people.sessions.end_all(person.name, except_for=door.gate.token(request))

    @router.get("/me/limits")
    def my_limits(person: Player) -> f.Limits:
        """What limits me, and how much of it is used up."""
        return limits_of(people, person.name)

    @router.put("/me/limits")
    def set_my_limit(given: f.LimitWanted, person: Player) -> f.Limits:
        """A lower limit holds at once, a higher one after a day."""
        set_limit(people, person.name, "player", given, by=person.name)
        return limits_of(people, person.name)

    @router.get("/me/hand-pays")
    def my_hand_pays(person: Player) -> f.WinsThatWait:
        """My wins that the house has to sign for before I bet again or take the chips away."""
        return f.WinsThatWait(hand_pays=[_waits(each) for each in people.hand_pays.due_to(person.name)])

    return router


def _waits(due: HandPay) -> f.WinThatWaits:
    told = due.document
    return f.WinThatWaits(
        id=due.id,
        since=due.at,
        table=due.table,
        round=told["round"],
        position=told.get("position", 0),
        won_by=told["won_by"],
        amount=due.amount,
        signatures=int(bool(due.first_by)),
    )


def _session(people: People, person: Person, csrf: str) -> f.Session:
    who = f.Who(name=person.name, role=person.role, guest=person.guest)
    held = people.register.books.balance(f"wallet:{person.name}") if person.role == "player" else None
    return f.Session(person=who, csrf=csrf, balance=None if held is None else write_money(held))


def set_limit(people: People, name: str, setter: str, given: f.LimitWanted, by: str) -> None:
    cents = None if given.amount is None else read_money(given.amount, "limit")
    people.limits.set(name, setter, given.kind, cents, by)


def limits_of(people: People, name: str) -> f.Limits:
    now = people.journal.clock.wall()
    found: list[dict[str, Any]] = [
        {
            "setter": setter,
            "kind": kind,
            "amount": _limit(limit.at(now)),
            "later": _limit(limit.later),
            "later_from": limit.later_from,
        }
        for setter, own in people.limits.of(name).items()
        for kind, limit in own.items()
    ]
    staked, returned = people.limits.spent(name)
    return f.Limits.model_validate(
        {"person": name, "limits": found, "staked": write_money(staked), "returned": write_money(returned)}
    )


def _limit(cents: int) -> str | None:
    return None if cents >= NONE else write_money(cents)
