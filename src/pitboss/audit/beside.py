"""What stands beside the journal: who is in which role, what the parameters are, what is closed.

Each changes in the transaction of a record that tells it, so it must be what the records say. A supervisor whom nobody
added is found like this, and a parameter that one person changed alone.
"""

from collections.abc import Iterable, Iterator

from sqlalchemy import Connection, select

from pitboss.store import people as p
from pitboss.store.batch import as_text

Difference = tuple[str, str, str]
"""What kind of thing it is, which one, and the sentence a person is told."""


class Told:
    """What the records of the journal say, as they go by."""

    def __init__(self) -> None:
        self.persons: dict[str, str] = {}
        self.parameters: dict[str, str] = {}
        self.closed: set[str] = set()

    def hear(self, records: Iterable[tuple[str, ...]]) -> None:
        for kind, component, _, _, _, _, after in records:
            if kind == "person_added":
                self.persons[component.removeprefix("person:")] = after
            elif kind == "parameter_change":
                self.parameters[component.removeprefix("parameter:")] = after
            elif kind == "closed":
                self.closed.add(component)
            elif kind == "opened":
                self.closed.discard(component)


def differences(connection: Connection, told: Told) -> Iterator[Difference]:
    """What is not as the records say."""
    persons = {
        row.name: as_text({"role": row.role, "guest": bool(row.guest)})
        for row in connection.execute(select(p.persons.c.name, p.persons.c.role, p.persons.c.guest))
    }
    parameters = {row.name: row.value for row in connection.execute(select(p.parameters))}
    closed = dict.fromkeys(connection.execute(select(p.switches.c.what)).scalars(), "closed")
    yield from _apart("person", persons, told.persons)
    yield from _apart("parameter", parameters, told.parameters)
    yield from _apart("switch", closed, dict.fromkeys(told.closed, "closed"))


def _apart(what: str, found: dict[str, str], wanted: dict[str, str]) -> Iterator[Difference]:
    for name in sorted(found.keys() | wanted.keys()):
        if found.get(name) != wanted.get(name):
            held, said = found.get(name, "nothing"), wanted.get(name, "nothing")
            yield what, name, f"The database has {held} for {what} {name}, but the records say {said}."
