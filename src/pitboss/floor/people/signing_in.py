"""Signing in by name and password.

The third failure within 30 minutes locks an account for 30 minutes. Whoever fails hears the same sentence, after the
same work, whether the name is unknown, the password wrong or the account locked. A lock keeps nobody out who is in: a
stranger who types wrong passwords ends nobody's round.
"""

import msgspec
from sqlalchemy import Connection, delete, insert, select

from pitboss.floor.people.journal import Journal
from pitboss.floor.people.register import Register
from pitboss.floor.people.throttle import Throttle
from pitboss.floor.person import Person
from pitboss.refusal import Refusal
from pitboss.store import Record
from pitboss.store import people as p

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

    def sign_in(self, name: str, password: str, address: str) -> Person:
        """The person of this name and password; raises `Refusal`."""
        self.throttle.check(address)
        found = self.register.find(name)
        kept = found.password if found else ""
        right = self.register.passwords.matches(kept, password)
        who = found.person.name if found and kept else NOBODY
        if self.locked(who) or not right or found is None:
            self._fail(who)
            raise Refusal(
                "sign_in_failed",
                "Check name and password; after three failures in 30 minutes an account is locked for 30 minutes.",
            )
        self._succeed(found.person)
        return found.person

    def locked(self, name: str) -> bool:
        """Whether a person must wait."""
        with self.journal.store.books.moment() as connection:
            until = connection.execute(select(p.locks.c.until).where(p.locks.c.person == name)).scalar()
        return name != NOBODY and self.journal.clock.wall() < int(until or 0)

    def unlock(self, name: str, by: str, reason: str) -> None:
        person = self.register.person(name)
        record = Record(kind="unlocked", component=f"person:{person.name}", who=by, reason=reason)
        self.journal.keep(record, lambda connection: _clear(connection, person.name))

    def _succeed(self, person: Person) -> None:
        record = Record(kind="signed_in", component=f"person:{person.name}", who=person.name)
        self.journal.keep(record, lambda connection: _clear(connection, person.name))

    def _fail(self, who: str) -> None:
        """Written down with the time; what was typed is not, for it may be somebody's password."""
        now = self.journal.clock.wall()

        def beside(connection: Connection) -> None:
            row = connection.execute(select(p.locks).where(p.locks.c.person == who)).first()
            failures, until = next_lock(msgspec.json.decode(row.failures) if row else [], row.until if row else 0, now)
            _clear(connection, who)
            connection.execute(insert(p.locks), {"person": who, "failures": as_json(failures), "until": until})

        component = f"person:{who}" if who else "unknown person"
        self.journal.keep(Record(kind="sign_in_failed", component=component, who=who), beside)


def next_lock(failures: list[int], until: int, now: int) -> tuple[list[int], int]:
    """What another failure now makes of the last ones and of the lock. While it is locked nothing is counted."""
    if now < until:
        return failures, until
    recent = [at for at in failures if now - WINDOW < at <= now] + [now]
    if len(recent) >= FAILURES:
        return [], now + LOCKED_FOR
    return recent, 0


def as_json(failures: list[int]) -> str:
    return msgspec.json.encode(failures).decode()


def _clear(connection: Connection, who: str) -> None:
    connection.execute(delete(p.locks).where(p.locks.c.person == who))
