"""Who is signed in. The cookie holds a random token of 256 bits; the store holds its hash only.

A session ends after half an hour without a sign of life, and in any case after twelve hours. Both are measured by the
steady clock, so setting the time of day neither ends nor prolongs a session. The steady clock does
not outlast the server, so after a restart the time of day decides: a session last seen half an hour before or after the
start is over.
"""

import hashlib
import hmac
import secrets
from functools import partial
from itertools import islice
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
MOST_DELETED = 500
"""Rows of sessions that are over, deleted at a time."""
WRITTEN_EVERY = MINUTE
"""Signs of life are written down once a minute; in between they are remembered. A crash forgets a minute at most."""


class SignedIn(msgspec.Struct, frozen=True):
    """A session: whose, and the token that a page must show with whatever changes something."""

    person: Person
    token: bytes
    csrf: str


class Times(msgspec.Struct):
    """When a session began and was last seen, by the steady clock."""

    begun: int
    seen: int

    def is_over(self, now: int) -> bool:
        return now - self.seen >= IDLE or now - self.begun >= LONGEST


class Sessions:
    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.store = journal.store
        self.clock = journal.clock
        self._ahead = self.clock.wall() - self.clock.steady()
        """The time of day less the steady time, when this run began."""
        self._times: dict[bytes, Times] = {}
        self._lock = Lock()
        with self.store.desk.moment() as connection:
            for row in connection.execute(select(p.sessions)):
                self._times_of(row)

    def begin(self, person: Person, instead_of: str = "") -> str:
        """A new token. The one a browser had before is dead from now on. What is written down opens no door: a token
        is not to be had from its hash."""
        token, now, steady = new_token(), self.clock.wall(), self.clock.steady()
        over = self._over(steady)
        row = {"token": hashed(token), "person": person.name, "begun": now, "seen": now}

        def write(connection: Connection) -> None:
            connection.execute(delete(p.sessions).where(p.sessions.c.token == hashed(instead_of)))
            connection.execute(delete(p.sessions).where(p.sessions.c.token.in_(over)))
            connection.execute(insert(p.sessions), row)

        told = as_text({"session": hashed(token).hex()})
        record = Record(kind="session_begun", component=f"person:{person.name}", who=person.name, after=told)
        before = self._found(p.sessions.c.token == hashed(instead_of))
        self.journal.keep(record, write, *([_ended(before)] if before else []), at=now)
        with self._lock:
            self._times[hashed(token)] = Times(steady, steady)
            for key in over:
                self._times.pop(key, None)
        return token

    def end(self, token: str) -> None:
        self._end(p.sessions.c.token == hashed(token))
        with self._lock:
            self._times.pop(hashed(token), None)

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
        key, now = hashed(token), self.clock.steady()
        row = self._alive(token, now)
        if row is None:
            return None
        with self._lock:
            times = self._times_of(row)
            times.seen = max(times.seen, now)
            lasted = times.seen - times.begun
        if row.begun + lasted - row.seen >= WRITTEN_EVERY:
            still = update(p.sessions).where(p.sessions.c.token == key).values(seen=row.begun + lasted)
            self.store.aside(lambda connection: _run(connection, still))
        return SignedIn(Person(row.name, row.role, bool(row.guest)), key, csrf_token(token))

    def lives(self, token: str) -> bool:
        """Whether a session is alive; to look is no sign of life."""
        return self._alive(token, self.clock.steady()) is not None

    def _alive(self, token: str, now: int) -> Any:
        if not token.isascii() or len(token) != 43:
            return None
        with self.store.desk.moment() as connection:  # whoever reads reports, players stay signed in
            row = connection.execute(_SESSION.where(p.sessions.c.token == hashed(token))).first()
        if row is None:
            return None
        with self._lock:
            return None if self._times_of(row).is_over(now) else row

    def _times_of(self, row: Any) -> Times:
        """The times of a session, found from what is written down where another run, or another process, began it.

        A row says when the session began by the time of day, and how long it lasted since then by a steady clock. How
        long nobody was seen meanwhile only the time of day can tell. If that is before the last sign of life, it was
        set back, and how long is not known: so far ahead as a session may be silent, it is over.
        """
        found = self._times.get(bytes(row.token))
        if found is None:
            silent = self.clock.steady() + self._ahead - row.seen
            seen = self.clock.steady() - (IDLE if abs(silent) >= IDLE else max(silent, 0))
            found = self._times[bytes(row.token)] = Times(seen - (row.seen - row.begun), seen)
        return found

    def _over(self, now: int) -> list[bytes]:
        """Sessions whose time is up, some of them: their rows are deleted when the next one begins."""
        with self._lock:
            return [*islice((key for key, times in self._times.items() if times.is_over(now)), MOST_DELETED)]


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


_SESSION = select(
    p.sessions.c.token, p.sessions.c.begun, p.sessions.c.seen, p.persons.c.name, p.persons.c.role, p.persons.c.guest
).join(p.persons, p.persons.c.name == p.sessions.c.person)
