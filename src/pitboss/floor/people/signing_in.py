"""Signing in by name and password.

Failures make the next try wait, longer each time: most of all under the same name from the same address, less under a
name from anywhere and from an address under any name. An address from which somebody has signed in before waits only
for its own failures, so that strangers cannot keep anybody out. Anyone who fails gets the same sentence, after the same
work, whether the name is unknown or the password wrong; unknown names wait like others. A wait ends no session: a
stranger who types wrong passwords ends nobody's round.
"""

import threading

import msgspec
from sqlalchemy import Connection, bindparam, delete, func, select, text

from pitboss.floor.people.journal import Journal
from pitboss.floor.people.register import Register
from pitboss.floor.people.throttle import SECOND, Delays, Throttle, TooOften, forget
from pitboss.floor.person import Person
from pitboss.refusal import Refusal
from pitboss.store import Record
from pitboss.store import people as p
from pitboss.store.batch import as_text

MINUTE = 60 * SECOND
WINDOW = 30 * MINUTE
DAY = 24 * 60 * MINUTE
OF_A_PAIR, LONGEST_OF_A_PAIR = 3, 15 * MINUTE
"""Failures under one name from one address before a wait, and the longest wait. Forgotten after a day without one."""
OF_MANY, LONGEST_OF_MANY = 30, MINUTE
"""The same of a name from all addresses, and of an address under all names. Forgotten after half an hour."""
NOBODY = ""
"""In whose place the failures of unknown names are written, so that they cost the same and name nobody."""

FAILED = Refusal(
    "sign_in_failed", f"Check name and password. After {OF_A_PAIR} failures each further one doubles the wait."
)


Counted = tuple[Delays, str, int, int]
"""A try that counts as a failure for now: of what, when, and when the failure before it was."""


class SigningIn:
    def __init__(self, journal: Journal, register: Register, throttle: Throttle) -> None:
        self.journal = journal
        self.register = register
        self.throttle = throttle
        self._pairs = Delays(OF_A_PAIR, LONGEST_OF_A_PAIR, DAY)
        self._names = Delays(OF_MANY, LONGEST_OF_MANY, WINDOW)
        self._addresses = Delays(OF_MANY, LONGEST_OF_MANY, WINDOW)
        self._trusted: dict[str, int] = {}
        """Pairs of name and address that have signed in, and when."""
        self._counting, self._writing = threading.Lock(), threading.Lock()

    def sign_in(self, name: str, password: str, address: str) -> Person:
        """The person of this name and password; raises `Refusal`."""
        folded = p.folded(name)
        counted = self._begin(folded, address)
        try:
            found = self.register.find(name)
            kept = found.password if found else ""
            right = self.register.passwords.matches(kept, password)
        except Refusal:  # nothing was tried
            self._take_back(counted)
            raise
        if not right or found is None:
            self._fail(found.person.name if found and kept else NOBODY, folded)
            raise FAILED
        self._succeed(found.person)
        self._take_back(counted)
        self._forgive(folded, address)
        return found.person

    def _begin(self, name: str, address: str) -> list[Counted]:
        """Counts a try as a failure until it has succeeded: tries made at once cannot all be the third."""
        now, pair = self.journal.clock.steady(), _pair(name, address)
        with self._counting:
            trusted = pair in self._trusted
            counted = [(self._pairs, pair)]
            counted += [] if trusted else [(self._names, name), (self._addresses, address)]
            wait = max(delays.wait(key, now) for delays, key in counted)
            if wait > 0:
                said = f"Wait {-(-wait // SECOND)} s and try again: too many attempts to sign in have failed."
                raise TooOften(said, wait)
            self.throttle.check(pair if trusted else address)
            return [(delays, key, now, delays.fail(key, now)) for delays, key in counted]

    def _take_back(self, counted: list[Counted]) -> None:
        with self._counting:
            for delays, key, at, before in counted:
                delays.take_back(key, at, before)

    def trust(self, name: str, address: str) -> None:
        """Somebody who is signed in comes from this address: failures elsewhere do not concern it."""
        with self._counting:
            self._trusted[_pair(p.folded(name), address)] = self.journal.clock.steady()
            forget(self._trusted, lambda at: False)

    def locked(self, name: str) -> bool:
        """Whether strangers must wait before they try this name again."""
        return self.journal.clock.wall() < self._lock(name).until and name != NOBODY

    def unlock(self, name: str, by: str, reason: str) -> None:
        person = self.register.person(name)
        record = Record(kind="unlocked", component=f"person:{person.name}", who=by, reason=reason)
        self.journal.keep(record, lambda connection: _clear(connection, person.name))
        self._forgive(p.folded(person.name), "")

    def _forgive(self, name: str, address: str) -> None:
        """Failures under a name are forgotten: from one address, or from all."""
        with self._counting:
            self._names.clear(name)
            self._pairs.clear(_pair(name, address), and_longer=not address)

    def _succeed(self, person: Person) -> None:
        record = Record(kind="signed_in", component=f"person:{person.name}", who=person.name)
        self.journal.keep(record, lambda connection: _clear(connection, person.name))

    def _fail(self, who: str, name: str) -> None:
        """Written down with the time; what was typed is not, for it may be somebody's password. As long for anybody."""
        wait = self._names.wait(name, self.journal.clock.steady())
        with self._writing:
            now = self.journal.clock.wall()
            after = Lock([now], now + wait if wait > 0 and who else 0)
            told = as_text({"failures": after.failures, "locked_until": after.until})
            component = f"person:{who}" if who else "unknown person"
            record = Record(kind="sign_in_failed", component=component, who=who, after=told)
            self.journal.keep(record, lambda connection: _write(connection, who, after), at=now)

    def _lock(self, who: str) -> "Lock":
        with self.journal.store.books.moment() as connection:
            failures, until = connection.execute(_LOCK, {"who": who}).one()
        return Lock(msgspec.json.decode(failures, type=list[int]), until)


def _pair(name: str, address: str) -> str:
    return f"{name}\0{address}"


class Lock(msgspec.Struct, frozen=True):
    """The last failure under a name, and until when addresses that are not trusted wait."""

    failures: list[int]
    until: int


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
