"""Who is signed in. The cookie holds a random token of 256 bits; the store holds its hash only.

A session ends after half an hour without a sign of life, and in any case after twelve hours.
"""

import hashlib
import hmac
import secrets
from functools import partial
from threading import Lock
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from pitboss.floor.people.journal import Journal
from pitboss.floor.person import Person
from pitboss.store import Record
from pitboss.store import people as p
from pitboss.store.batch import as_text

MINUTE = 60_000_000
IDLE = 30 * MINUTE
LONGEST = p.LONGEST_SESSION
WRITTEN_EVERY = MINUTE
"""Signs of life are written down once a minute; in between they are remembered. A crash forgets a minute at most."""


class SignedIn(msgspec.Struct, frozen=True):
    """A session: whose, and the token that a page must show with whatever changes something."""

    person: Person
    token: bytes
    csrf: str


class Sessions:
    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.store = journal.store
        self.clock = journal.clock
        self._seen: dict[bytes, int] = {}
        self._lock = Lock()

    def begin(self, person: Person, instead_of: str = "") -> str:
        """A new token. The one a browser had before is dead from now on. What is written down opens no door: a token
        is not to be had from its hash."""
        token, now = new_token(), self.clock.wall()
        row = {"token": hashed(token), "person": person.name, "begun": now, "seen": now}

        def write(connection: Connection) -> None:
            connection.execute(delete(p.sessions).where(p.sessions.c.token == hashed(instead_of)))
            connection.execute(delete(p.sessions).where(_over(now)))
            connection.execute(insert(p.sessions), row)

        told = as_text({"session": hashed(token).hex()})
        record = Record(kind="session_begun", component=f"person:{person.name}", who=person.name, after=told)
        before = self._found(p.sessions.c.token == hashed(instead_of))
        self.journal.keep(record, write, *([_ended(before)] if before else []), at=now)
        self._forget(now)
        return token

    def end(self, token: str) -> None:
        self._end(p.sessions.c.token == hashed(token))
        with self._lock:
            self._seen.pop(hashed(token), None)

    def end_all(self, name: str, except_for: str = "") -> None:
        """Every session of a person, but one."""
        self._end((p.sessions.c.person == name) & (p.sessions.c.token != hashed(except_for)))

    def _end(self, which: Any) -> None:
        """Until there is none. Each goes with the record that tells of it: one that begins meanwhile with the next."""
        while found := self._found(which):
            gone = delete(p.sessions).where(p.sessions.c.token.in_([row.token for row in found]))
            self.journal.keep(_ended(found), partial(_run, statement=gone))

    def _found(self, which: Any) -> list[Any]:
        with self.store.desk.moment() as connection:
            return [*connection.execute(select(p.sessions.c.token, p.sessions.c.person).where(which))]

    def person(self, token: str) -> Person | None:
        found = self.find(token)
        return found.person if found else None

    def find(self, token: str) -> SignedIn | None:
        """The session of a token, if it is alive; to ask is a sign of life."""
        key, now = hashed(token), self.clock.wall()
        row = self._alive(token, now)
        if row is None:
            return None
        with self._lock:
            self._seen[key] = max(row.seen, self._seen.get(key, 0), now)
        if now - row.seen >= WRITTEN_EVERY:
            still = update(p.sessions).where(p.sessions.c.token == key).values(seen=now)
            self.store.aside(lambda connection: _run(connection, still))
        return SignedIn(Person(row.name, row.role, bool(row.guest)), key, csrf_token(token))

    def lives(self, token: str) -> bool:
        """Whether a session is alive; to look is no sign of life."""
        return self._alive(token, self.clock.wall()) is not None

    def _alive(self, token: str, now: int) -> Any:
        if not token.isascii() or len(token) != 43:
            return None
        with self.store.desk.moment() as connection:  # whoever reads reports, players stay signed in
            row = connection.execute(_SESSION.where(p.sessions.c.token == hashed(token))).first()
        if row is None:
            return None
        with self._lock:
            seen = max(row.seen, self._seen.get(hashed(token), 0))
        # A clock that was set back would lengthen sessions by as much: what lies so far ahead is as good as over.
        return None if abs(now - seen) >= IDLE or now - row.begun >= LONGEST else row

    def _forget(self, now: int) -> None:
        with self._lock:
            self._seen = {key: seen for key, seen in self._seen.items() if now - seen < IDLE}


def new_token() -> str:
    """256 bits of the operating system's, in base 64."""
    return secrets.token_urlsafe(32)


def hashed(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


def csrf_token(token: str) -> str:
    """Known to pages of ours, which are told; another's page cannot read it, and it does not tell the cookie."""
    return hmac.digest(token.encode(), b"pitboss csrf", "sha256").hex()


def _ended(found: list[Any]) -> Record:
    """That sessions of a person are over before their time: none of them can be put back."""
    told = as_text({"sessions": [row.token.hex() for row in found]})
    name = found[0].person
    return Record(kind="session_ended", component=f"person:{name}", who=name, after=told)


def _run(connection: Connection, statement: Any) -> None:
    connection.execute(statement)


def _over(now: int) -> Any:
    """What is certainly over, though the last sign of life may not have been written down."""
    return (p.sessions.c.seen <= now - IDLE - WRITTEN_EVERY) | (p.sessions.c.begun <= now - LONGEST)


_SESSION = select(p.sessions.c.begun, p.sessions.c.seen, p.persons.c.name, p.persons.c.role, p.persons.c.guest).join(
    p.persons, p.persons.c.name == p.sessions.c.person
)
