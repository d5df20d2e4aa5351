"""Signing in by name and password.

The third failure within 30 minutes locks an account for 30 minutes. Whoever fails hears the same sentence, after the
same work, whether the name is unknown, the password wrong or the account locked. A lock keeps nobody out who is in: a
stranger who types wrong passwords ends nobody's round.
"""

import threading

import msgspec
from sqlalchemy import Connection, bindparam, delete, func, select, text

from pitboss.floor.people.journal import Journal
from pitboss.floor.people.register import Register
from pitboss.floor.people.throttle import Throttle
from pitboss.floor.person import Person
from pitboss.refusal import Refusal
from pitboss.store import Record
from pitboss.store import people as p
from pitboss.store.batch import as_text

MINUTE = 60_000_000
WINDOW = 30 * MINUTE
LOCKED_FOR = 30 * MINUTE
FAILURES = 3
NOBODY = ""
"""In whose place the failures of unknown names are written, so that they cost the same and name nobody."""


class SigningIn:
    def __init__(self, journal: Journal, register: Register, throttle: Throttle) -> None:
        self.journal = journal
        self.register = register
        self.throttle = throttle
        self._turn = threading.Lock()

    def sign_in(self, name: str, password: str, address: str) -> Person:
        """The person of this name and password; raises `Refusal`."""
        self.throttle.check(address)
        found = self.register.find(name)
        kept = found.password if found else ""
        right = self.register.passwords.matches(kept, password)
        who = found.person.name if found and kept else NOBODY
        with self._turn:  # one after the other: guesses made at once are counted before the next is let in
            if self.locked(who) or not right or found is None:
                self._fail(who)
                raise Refusal(
                    "sign_in_failed",
                    "Check name and password; after three failures in 30 minutes an account is locked for 30 minutes.",
                )
            self._succeed(found.person)
        return found.person

    def locked(self, name: str) -> bool:
        """Whether a person must wait. Looked up for nobody too: to skip it would tell, by its half millisecond."""
        until = self._lock(name).until
        return self.journal.clock.wall() < until and name != NOBODY

    def unlock(self, name: str, by: str, reason: str) -> None:
        person = self.register.person(name)
        record = Record(kind="unlocked", component=f"person:{person.name}", who=by, reason=reason)
        self.journal.keep(record, lambda connection: _clear(connection, person.name))

    def _succeed(self, person: Person) -> None:
        record = Record(kind="signed_in", component=f"person:{person.name}", who=person.name)
        self.journal.keep(record, lambda connection: _clear(connection, person.name))

    def _fail(self, who: str) -> None:
        """Written down with the time; what was typed is not, for it may be somebody's password."""
        before = self._lock(who)
        now = self.journal.clock.wall()
        after = Lock(*next_lock(before.failures, before.until, now))
        told = as_text({"failures": after.failures, "locked_until": after.until})
        component = f"person:{who}" if who else "unknown person"
        record = Record(kind="sign_in_failed", component=component, who=who, after=told)
        self.journal.keep(record, lambda connection: _write(connection, who, after), at=now)

    def _lock(self, who: str) -> "Lock":
        with self.journal.store.books.moment() as connection:
            failures, until = connection.execute(_LOCK, {"who": who}).one()
        return Lock(msgspec.json.decode(failures, type=list[int]), until)


class Lock(msgspec.Struct, frozen=True):
    """The failures that count, and until when nobody can sign in under that name."""

    failures: list[int]
    until: int


def next_lock(failures: list[int], until: int, now: int) -> tuple[list[int], int]:
    """What another failure now makes of the last ones and of the lock. While it is locked nothing is counted."""
    if now < until:
        return failures, until
    recent = [at for at in failures if now - WINDOW < at <= now] + [now]
    if len(recent) >= FAILURES:
        return [], now + LOCKED_FOR
    return recent, 0


_LOCK = select(func.coalesce(func.max(p.locks.c.failures), "[]"), func.coalesce(func.max(p.locks.c.until), 0)).where(
    p.locks.c.person == bindparam("who")
)
"""One row whether there is a lock or not, and one statement to write it: what is there already must not tell."""
_LOCKED = text(
    "INSERT INTO locks (person, failures, until) VALUES (:person, :failures, :until) "
    "ON CONFLICT (person) DO UPDATE SET failures = excluded.failures, until = excluded.until"
)


def _write(connection: Connection, who: str, lock: Lock) -> None:
    connection.execute(_LOCKED, {"person": who, "failures": as_text(lock.failures), "until": lock.until})


def _clear(connection: Connection, who: str) -> None:
    connection.execute(delete(p.locks).where(p.locks.c.person == who))
