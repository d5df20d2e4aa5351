"""The door of the floor: whose request this is, and whether it comes from a page of ours.

A browser sends our cookie along with requests that other people's pages make. So whatever changes something, and every
WebSocket, must name one of our own origins; a request without an origin is nobody's page and is refused too.
"""

from collections.abc import Iterable, Mapping
from typing import Protocol
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from pitboss.floor.person import Person
from pitboss.refusal import Refusal

USUAL_PORT = 80
MOST_OF_STAFF, MOST_KNOWN = 200, 10_000
"""Addresses that are remembered, of staff and of anybody."""
COOKIE = "pitboss_session"
SECURE_COOKIE = "__Host-pitboss_session"
"""Behind TLS the name itself binds the cookie to this host, this path and TLS."""


class Sessions(Protocol):
    """Who has signed in, by the token in the cookie. To ask counts as a sign of life."""

    def person(self, token: str) -> Person | None: ...

    def lives(self, token: str) -> bool:
        """Whether the session is alive; to look is none."""


class Gate:
    """`origins` are those of our own pages, such as `http://127.0.0.1:8000`."""

    def __init__(self, sessions: Sessions, origins: Iterable[str]) -> None:
        self.sessions = sessions
        self.origins = frozenset(origins)
        self.hosts = frozenset(urlsplit(origin).netloc for origin in self.origins)
        self._staff_from: dict[str, None] = {}
        self._known_from: dict[str, None] = {}
        self.secure = bool(self.origins) and all(origin.startswith("https://") for origin in self.origins)

    @property
    def cookie(self) -> str:
        return SECURE_COOKIE if self.secure else COOKIE

    def authenticate(self, connection: HTTPConnection) -> Person | None:
        """The person whose session the cookie names; nobody if it has ended. Asks the store: call it in a thread."""
        token = self.token(connection)
        return self.sessions.person(token) if token else None

    def lives(self, connection: HTTPConnection) -> bool:
        """Whether the session a connection came with is still alive. Asks the store, and is no sign of life."""
        return self.sessions.lives(self.token(connection))

    def token(self, connection: HTTPConnection) -> str:
        return connection.cookies.get(self.cookie, "")

    def note(self, person: Person, address: str) -> None:
        """Somebody is signed in at this address: connections from it come before those of strangers."""
        for known, most in ((self._staff_from, MOST_OF_STAFF), (self._known_from, MOST_KNOWN)):
            if known is self._known_from or person.staff:
                known[address] = None
                if len(known) > most:
                    known.pop(next(iter(known)), None)

    def is_staff_address(self, address: str) -> bool:
        return address in self._staff_from

    def is_known_address(self, address: str) -> bool:
        return address in self._known_from

    def check_origin(self, headers: Mapping[str, str]) -> None:
        """Raises `Refusal` unless the headers name one of our own origins, letter by letter."""
        if headers.get("origin") not in self.origins:
            raise Refusal("foreign_origin", "Come from a page of this floor: the request names none of its origins.")

    def check_host(self, headers: Mapping[str, str]) -> None:
        """Raises `Refusal` for a name that is not ours: a stranger's name may be made to point at this machine."""
        if headers.get("host") not in self.hosts:
            raise Refusal("foreign_host", "Use an address this floor is configured for: PITBOSS_ORIGINS adds others.")


EVERYWHERE = ("", "0.0.0.0", "::")
"""To listen on these is to listen on every address of the machine; none of them is one that a page can be asked at."""


def local_origins(port: int, host: str = "127.0.0.1") -> frozenset[str]:
    """The origins of a floor on this machine: the machine's own names, and the address that the floor listens on."""
    hosts = {"127.0.0.1", "localhost", "::1"} | {host}.difference(EVERYWHERE)
    return frozenset(origin_of(each, port) for each in hosts)


def origin_of(host: str, port: int) -> str:
    """As a browser writes it: the usual port left out, an IPv6 address in brackets."""
    name = f"[{host}]" if ":" in host else host.lower()
    return f"http://{name}" if port == USUAL_PORT else f"http://{name}:{port}"
