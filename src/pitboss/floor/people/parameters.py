"""What the house decides for the whole floor. A change takes two persons (`requests`)."""

from datetime import UTC, date, datetime, timedelta
from typing import Protocol

from sqlalchemy import Connection, insert, select, update

from pitboss.money import MOST_CENTS, read_money
from pitboss.refusal import Refusal
from pitboss.store import Books
from pitboss.store import people as p
from pitboss.store.batch import Beside

START = "starting_bankroll"
HAND_PAY = "hand_pay"
LARGE = ("large_win", "large_wager", "large_transaction")
DEFAULTS = {START: "1000.00", HAND_PAY: "none", **dict.fromkeys(LARGE, "10000.00")}
"""Every parameter there is: what a new player starts with; from which day on a win of how much takes two signatures;
and from how much on a win, a wager, or money brought or taken away is a significant event."""

Schedule = tuple[tuple[date, int], ...]
"""Amounts in cents, each from a day on."""

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


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
        return self.cents(START)

    def cents(self, name: str) -> int:
        return read_money(self.get(name), name)

    def hand_pay(self, at: int) -> int | None:
        """The cents from which a win takes two signatures on the day (UTC) of `at`; None if no win does."""
        day = (EPOCH + timedelta(microseconds=at)).date()
        return next((cents for since, cents in reversed(schedule(self.get(HAND_PAY))) if since <= day), None)

    def check(self, name: str, value: str) -> None:
        """Raises `Refusal` for a parameter that does not exist, or a value that it cannot have."""
        if name not in DEFAULTS:
            raise Refusal("unknown_parameter", f"Name one of the floor's parameters: {', '.join(DEFAULTS)}.")
        if name == HAND_PAY:
            schedule(value)
        elif read_money(value, name) > MOST_CENTS // 1000:
            raise Refusal("bad_amount", "Take less: nobody plays with that much.")

    def written(self, change: Changed) -> Beside:
        def beside(connection: Connection) -> None:
            there = update(p.parameters).where(p.parameters.c.name == change.parameter)
            if connection.execute(there.values(value=change.value)).rowcount == 0:
                connection.execute(insert(p.parameters), {"name": change.parameter, "value": change.value})

        return beside

    def changed(self, change: Changed) -> None:
        self.values = self.values | {change.parameter: change.value}


def schedule(text: str) -> Schedule:
    """`2025-01-01 1200.00, 2026-01-01 2000.00`, or `none`. Raises `Refusal` for anything else."""
    if text == "none":
        return ()
    try:
        pairs = [each.split(" ") for each in text.split(", ")]
        found = [(_day(day), read_money(amount, HAND_PAY)) for day, amount in pairs]
    except ValueError:
        raise Refusal(
            "bad_schedule", "Give days and amounts such as '2025-01-01 1200.00, 2026-01-01 2000.00', or 'none'."
        ) from None
    if [day for day, _ in found] != sorted({day for day, _ in found}) or not all(cents for _, cents in found):
        raise Refusal("bad_schedule", "Give each day once, the earliest first, and amounts above nothing.")
    return tuple(found)


def _day(text: str) -> date:
    """Written the long way only. Raises `ValueError`."""
    day = date.fromisoformat(text)
    if day.isoformat() != text:
        raise ValueError(text)
    return day
