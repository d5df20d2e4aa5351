"""The register: who there is, in which role. Guests come in by one click and get play money to start with."""

import secrets
from collections.abc import Callable
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, bindparam, func, insert, select, update

from pitboss.floor.people.journal import Journal
from pitboss.floor.people.lookalikes import skeleton
from pitboss.floor.people.names import check_free_choice, check_name
from pitboss.floor.people.passwords import Passwords
from pitboss.floor.person import Person, Role
from pitboss.refusal import Refusal
from pitboss.store import Record
from pitboss.store import people as p
from pitboss.store.accounts import OUTSIDE
from pitboss.store.batch import as_text


class Entry(msgspec.Struct, frozen=True):
    """A person as the register has them."""

    person: Person
    password: str
    made_at: int


class Register:
    def __init__(self, journal: Journal, passwords: Passwords, start: Callable[[], int]) -> None:
        """`start` is what a player starts with, in cents of play money, from the house."""
        self.journal = journal
        self.books = journal.store.books
        self.passwords = passwords
        self.start = start
        self._looks: set[str] = set()
        """What the names look like that people have chosen; guests have theirs from the house."""
        self._persons = -1
        """How many persons there were when that was read, and since."""

    def find(self, name: str) -> Entry | None:
        """By name, however it is written in capitals and small letters."""
        if not _can_be_asked(name):
            return None
        with self.books.moment() as connection:
            row = connection.execute(_FOUND, {"wanted": p.folded(name)}).first()
        found = _entry(row) if row is not None else None
        return found if row is not None and row.folded == p.folded(name) else None

    def person(self, name: str) -> Person:
        """Somebody who must be there."""
        found = self.find(name)
        if found is None or found.person.name != name:
            raise Refusal("unknown_person", "Check the name: nobody on this floor has it.")
        return found.person

    def people(self, after: str = "", most: int = 100) -> list[Entry]:
        """In order of name, a portion at a time."""
        found = select(p.persons).where(p.persons.c.name > after).order_by(p.persons.c.name).limit(most)
        with self.books.moment() as connection:
            return [_entry(row) for row in connection.execute(found)]

    def count(self, role: Role) -> int:
        with self.books.moment() as connection:
            found = connection.execute(select(func.count()).select_from(p.persons).where(p.persons.c.role == role))
            return int(found.scalar() or 0)

    def add_guest(self) -> Person:
        """One click: a name nobody has, and money to play with."""
        person = Person(f"guest-{secrets.token_hex(4)}", "player", guest=True)
        self._add(person, "", person.name)
        return person

    def add_player(self, name: str, password: str) -> Person:
        """Somebody who chose a name and a password for themselves."""
        person = Person(check_free_choice(name), "player")
        self._add(person, self.passwords.hash(password, name), name)
        return person

    def add_staff(self, name: str, role: Role, password: str, by: str) -> Person:
        """Somebody of the house; only somebody of the house can add them."""
        person = Person(check_name(name), role)
        self._add(person, self.passwords.hash(password, name), by)
        return person

    def set_password(self, name: str, password: str, by: str) -> None:
        person = self.person(name)
        if person.guest:
            raise Refusal("guest", "Register first: a guest has no password.")
        hashed = self.passwords.hash(password, name)
        change = update(p.persons).where(p.persons.c.name == name).values(password=hashed)
        told = as_text({"password": p.password_digest(hashed)})
        record = Record(kind="password_changed", component=f"person:{name}", who=by, after=told)
        self.journal.keep(record, lambda connection: _run(connection, change))

    def _add(self, person: Person, password: str, by: str) -> None:
        start, now = self.start() if person.role == "player" else 0, self.journal.clock.wall()
        row = {
            "name": person.name,
            "folded": p.folded(person.name),
            "role": person.role,
            "guest": int(person.guest),
            "password": password,
            "made_at": now,
        }

        def beside(connection: Connection) -> None:
            taken = connection.execute(select(p.persons.c.name).where(p.persons.c.folded == row["folded"])).first()
            if taken:
                raise Refusal("name_taken", "Choose another name: somebody has this one.")
            if not person.guest:
                self._check_looks(connection, person.name)
            connection.execute(insert(p.persons), row)
            self._looks.add(skeleton(person.name))
            self._persons += 1

        told = {"role": person.role, "guest": person.guest, "password": p.password_digest(password)}
        record = Record(
            kind="person_added",
            component=f"person:{person.name}",
            who=by,
            after=as_text(told),
            entries=((OUTSIDE, f"wallet:{person.name}", start),) if start else (),
        )
        self.journal.keep(record, beside, at=now)

    def _check_looks(self, connection: Connection, name: str) -> None:
        """Whether a name looks like somebody's. Runs in the store's one writer: of two at once, one is the first.

        Those who have had such names from before keep them; only the next is refused. What names look like is read
        once, and again where the number of persons is another than expected: the command line adds staff too.
        """
        number = connection.execute(select(func.count()).select_from(p.persons)).scalar_one()
        if number != self._persons:
            chosen = connection.execute(select(p.persons.c.name).where(p.persons.c.guest == 0)).scalars()
            self._looks, self._persons = {skeleton(each) for each in chosen}, number
        if skeleton(name) in self._looks:
            raise Refusal("name_taken", "Choose another name: this one looks like somebody's.")


_OF_THAT_NAME = select(p.persons.c.name).where(p.persons.c.folded == bindparam("wanted")).scalar_subquery()
_ANYBODY = select(func.min(p.persons.c.name)).scalar_subquery()
_FOUND = select(p.persons).where(p.persons.c.name == func.coalesce(_OF_THAT_NAME, _ANYBODY))
"""Whoever has the name, or else somebody: to read nobody's row would tell, by a hundredth of a millisecond."""


def _run(connection: Connection, statement: Any) -> None:
    connection.execute(statement)


def _can_be_asked(name: str) -> bool:
    """Text that a database can take: no zero byte, no half of a pair."""
    return "\x00" not in name and not any("\ud800" <= letter <= "\udfff" for letter in name)


def _entry(row: Row[*tuple[Any, ...]]) -> Entry:
    return Entry(Person(row.name, row.role, bool(row.guest)), row.password, row.made_at)
