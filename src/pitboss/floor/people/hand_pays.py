"""Wins that two persons of the house sign for. Until both have, their winner neither bets nor takes the chips away.

A win that reaches the day's threshold leaves a record in its own transaction, and that record a row here, so the lock
holds from the very moment of the payment. The database itself refuses two signatures of one person.
"""

from collections.abc import Iterable
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, func, insert, select, update

from pitboss.audit.beside import REVERSED_WIN, is_win_of
from pitboss.floor.people.journal import Journal
from pitboss.floor.people.large import HAND_PAY_DUE, HAND_PAY_REVERSED
from pitboss.floor.people.switches import NEW_WAGERS
from pitboss.money import read_money, write_money
from pitboss.refusal import Refusal
from pitboss.store import Batch, Record
from pitboss.store import people as p
from pitboss.store.batch import as_text

HELD_BACK = NEW_WAGERS | {"cashed_out", "tipped"}
"""What a winner waits with; a round that is played is played on."""

CLAUSE = "GLI-19 2.9.4"


class HandPay(msgspec.Struct, frozen=True):
    """`document`: when, who, where, in which game and round, by what, how much; the signatures complete it."""

    id: int
    at: int
    person: str
    table: str
    amount: str
    document: dict[str, Any]
    first_by: str
    second_by: str
    paid_at: int


class HandPays:
    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.books = journal.store.books
        with self.books.moment() as connection:
            self.any_due = connection.execute(select(func.count()).where(_DUE)).scalar_one() > 0

    def all(self, before: int = 1 << 31, most: int = 100, state: str = "") -> list[HandPay]:
        """The latest first: those that are `due`, those that are `signed`, or all of them."""
        meant = {"due": (_DUE,), "signed": (~_DUE,)}.get(state, ())
        found = select(p.hand_pays).where(p.hand_pays.c.id < before, *meant)
        found = found.order_by(p.hand_pays.c.id.desc()).limit(most)
        with self.books.moment() as connection:
            return [_hand_pay(row) for row in connection.execute(found)]

    def find(self, number: int) -> HandPay:
        with self.books.moment() as connection:
            row = connection.execute(select(p.hand_pays).where(p.hand_pays.c.id == number)).first()
        if row is None:
            raise Refusal("unknown_hand_pay", "Check the number: there is no such win to sign for.")
        return _hand_pay(row)

    def due_to(self, person: str) -> list[HandPay]:
        """What a winner waits for, the oldest first."""
        found = select(p.hand_pays).where(_DUE, p.hand_pays.c.person == person).order_by(p.hand_pays.c.id)
        with self.books.moment() as connection:
            return [_hand_pay(row) for row in connection.execute(found)]

    def check_none_due(self, players: Iterable[str]) -> None:
        """A table keeps a winner's chips until they are signed for, so it stays open as long."""
        for due in (due for player in sorted(players) for due in self.due_to(player)):
            raise Refusal(
                "hand_pay_open",
                f"Sign hand pay {due.id} first, then close the table: the win of {due.amount} by {due.person} at "
                f"{due.table}, round {due.document['round']}, waits for two supervisors.",
                CLAUSE,
            )

    def sign(self, number: int, by: str) -> HandPay:
        """The first signature, or the second: then the winner may play on."""
        found = self.find(number)
        if found.second_by:
            raise Refusal("hand_pay_signed", "Leave it: two persons have signed already.", CLAUSE)
        if found.first_by == by:
            raise Refusal("second_person", "Ask another supervisor: the second signature takes another person.", CLAUSE)
        first, now = not found.first_by, self.journal.clock.wall()
        values = {"first_by": by} if first else {"second_by": by, "paid_at": now}
        still = (
            (p.hand_pays.c.id == number) & (p.hand_pays.c.first_by == found.first_by) & (p.hand_pays.c.second_by == "")
        )

        def beside(connection: Connection) -> None:
            if connection.execute(update(p.hand_pays).where(still).values(**values)).rowcount != 1:
                raise Refusal("hand_pay_signed", "Look again: somebody has signed meanwhile.", CLAUSE)

        self.journal.keep(_signed(found, by, first), beside, at=now)
        return self.find(number)

    def guard(self, connection: Connection, batch: Batch) -> None:
        """Runs inside every transaction of the store: locks whoever has won so much, and holds the locked back."""
        if self.any_due:
            for line in batch.lines:
                if line.kind in HELD_BACK:
                    _check_not_due(connection, line.player)
        for record in batch.records:
            if record.kind == HAND_PAY_DUE:
                _add(connection, batch.at, record)
                self.any_due = True
            elif record.kind == HAND_PAY_REVERSED:
                _close_reversed(connection, batch.at, record)


def _check_not_due(connection: Connection, person: str) -> None:
    due = select(p.hand_pays.c.cents).where(_DUE, p.hand_pays.c.person == person)
    cents = connection.execute(due).scalar()
    if cents is not None:
        raise Refusal(
            "hand_pay_due", f"Wait: two persons of the house have to sign for your win of {write_money(cents)}.", CLAUSE
        )


def _add(connection: Connection, at: int, record: Record) -> None:
    number = int(connection.execute(select(func.max(p.hand_pays.c.id))).scalar() or 0) + 1
    told = msgspec.json.decode(record.after)
    cents = read_money(told["amount"], "win")
    row = {"id": number, "at": at, "cents": cents, "person": record.who, "table_name": record.component}
    rest = {"document": record.after, "first_by": "", "second_by": "", "paid_at": 0}
    connection.execute(insert(p.hand_pays), row | rest)


def _close_reversed(connection: Connection, at: int, record: Record) -> None:
    """Close a reversed win: it needs no signatures, and its winner is free to play."""
    for row in connection.execute(select(p.hand_pays).where(_DUE, p.hand_pays.c.person == record.who)).all():
        held = dict(row._mapping)
        if is_win_of(held, record):
            closed = {"first_by": held["first_by"] or "house", "second_by": REVERSED_WIN, "paid_at": at}
            connection.execute(update(p.hand_pays).where(p.hand_pays.c.id == held["id"]).values(**closed))


def _signed(found: HandPay, by: str, first: bool) -> Record:
    """The last record is the document: everything about the win, and who signed."""
    component = f"hand_pay:{found.id}"
    if first:
        return Record(kind="hand_pay_signed", component=component, who=by, before="due", after="signed once")
    document = found.document | {"first_by": found.first_by, "second_by": by}
    return Record(
        kind="hand_pay", component=component, who=found.first_by, second=by, before="locked", after=as_text(document)
    )


def _hand_pay(row: Row[*tuple[Any, ...]]) -> HandPay:
    return HandPay(
        row.id,
        row.at,
        row.person,
        row.table_name,
        write_money(row.cents),
        msgspec.json.decode(row.document),
        row.first_by,
        row.second_by,
        row.paid_at,
    )


_DUE = p.hand_pays.c.second_by == ""
