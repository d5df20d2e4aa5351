"""What the house decides for the whole floor. A change takes two persons (`requests`)."""

from typing import Protocol

from sqlalchemy import Connection, insert, select, update

from pitboss.money import MOST_CENTS, read_money
from pitboss.refusal import Refusal
from pitboss.store import Books
from pitboss.store import people as p
from pitboss.store.batch import Beside

START = "starting_bankroll"
DEFAULTS = {START: "1000.00"}
"""Every parameter there is: what a new player starts with, in play money."""


class Changed(Protocol):
    @property
    def parameter(self) -> str: ...

    @property
    def value(self) -> str: ...


class Parameters:
    def __init__(self, books: Books) -> None:
        with books.moment() as connection:
            kept = {row.name: row.value for row in connection.execute(select(p.parameters))}
        self.values: dict[str, str] = DEFAULTS | kept

    def get(self, name: str) -> str:
        return self.values[name]

    def start(self) -> int:
        """The cents a new player starts with."""
        return read_money(self.get(START), START)

    def check(self, name: str, value: str) -> None:
        """Raises `Refusal` for a parameter that does not exist, or a value that it cannot have."""
        if name not in DEFAULTS:
            raise Refusal("unknown_parameter", f"Name one of the floor's parameters: {', '.join(DEFAULTS)}.")
        if read_money(value, name) > MOST_CENTS // 1000:
            raise Refusal("bad_amount", "Start players with less: nobody plays with that much.")

    def written(self, change: Changed) -> Beside:
        def beside(connection: Connection) -> None:
            there = update(p.parameters).where(p.parameters.c.name == change.parameter)
            if connection.execute(there.values(value=change.value)).rowcount == 0:
                connection.execute(insert(p.parameters), {"name": change.parameter, "value": change.value})

        return beside

    def changed(self, change: Changed) -> None:
        self.values = self.values | {change.parameter: change.value}
