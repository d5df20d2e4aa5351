"""Reading a store: what was kept, at one moment, without holding up the writer."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from operator import itemgetter
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine, Row, bindparam, func, select

from pitboss.refusal import Refusal
from pitboss.store import chain
from pitboss.store import schema as s
from pitboss.store.troubles import told

Unseal = Callable[[bytes], bytes]

IN_PORTIONS = {"yield_per": 1000}
"""A journal may be longer than memory."""

AT_ONCE = 500
"""Names or numbers in one query."""

RESTORED = "store_restored"
"""The record of a store that was put back from a backup (`restoring.py`)."""

HEADS_BEGUN = "heads_begun"
"""The record of a journal that nobody had signed, as far as its folder of heads knows: it may be a backup too."""

TAIL_BEGUN = "tail_begun"
"""The record of a journal whose last entry is recorded nowhere (`tail.py`): what followed it may be lost."""

SALT = 16
"""Random bytes before a sealed event, so that its commitment gives nothing away."""


class Kept(msgspec.Struct, frozen=True, gc=False):
    """An event read back. `body` is its line of JSON; `at` when it was kept."""

    table: str
    sequence: int
    number: int
    round: int
    at: int
    kind: str
    player: str
    body: bytes


class Link(msgspec.Struct, frozen=True, gc=False):
    """A journal entry as it stands in the store, with the hashes written beside it."""

    entry: chain.Entry
    previous: bytes
    hash: bytes


class Head(msgspec.Struct, frozen=True, gc=False):
    """The end of the chain."""

    number: int
    at: int
    hash: bytes


EMPTY = Head(0, 0, chain.START)


class Books:
    """Everything that can be asked of a store."""

    def __init__(self, engine: Engine, unseal: Unseal | None = None) -> None:
        self.engine = engine
        self.unseal = unseal

    @contextmanager
    def moment(self) -> Iterator[Connection]:
        """A connection on which everything read is of one moment."""
        with told(), self.engine.begin() as connection:
            yield connection

    def head(self) -> Head:
        with self.moment() as connection:
            return head(connection)

    def balances(self) -> dict[str, int]:
        with self.moment() as connection:
            return balances(connection)

    def balance(self, account: str) -> int:
        """What an account holds; nothing if nobody ever posted to it."""
        with self.moment() as connection:
            return int(connection.execute(_BALANCE, {"name": account}).scalar() or 0)

    def held(self, accounts: Sequence[str]) -> dict[str, int]:
        """What some accounts hold."""
        found = dict[str, int]()
        with self.moment() as connection:
            for first in range(0, len(accounts), AT_ONCE):
                some = s.accounts.c.name.in_(accounts[first : first + AT_ONCE])
                found |= pairs(connection, select(s.accounts.c.name, s.accounts.c.cents).where(some))
        return found

    def meters(self, group: str) -> tuple[int, int]:
        """The main and the secondary meter that the tables of a group share."""
        with self.moment() as connection:
            return meters(connection, group)

    def begun_anew(self) -> int:
        """The entry up to which a newer store may have been, whose cards were seen; or none."""
        with self.moment() as connection:
            return int(connection.execute(_BEGUN_ANEW).scalar() or 0)

    def left(self) -> dict[str, Any]:
        """When the last entry was kept, and by which program; nothing in an empty store."""
        last = select(s.journal.c.at, s.programs.c.digest).join(s.programs).order_by(s.journal.c.number.desc()).limit(1)
        with self.moment() as connection:
            row = connection.execute(last).first()
        return {"at": row.at, "program": row.digest} if row else {}

    def answer(self, who: str, key: str, digest: bytes) -> bytes | None:
        """The answer that a command with this key got, if it was ever done. Raises `Refusal` for a key reused."""
        with self.moment() as connection:
            found = connection.execute(ANSWER, {"who": who, "key": key}).first()
        return None if found is None else same_command(found, digest)

    def tables(self) -> dict[str, tuple[str, int]]:
        """Every table with its group of meters and the sequence of its last event."""
        with self.moment() as connection:
            return {name: (group, last) for name, group, last in connection.execute(_TABLES)}

    def events(self, table: str, after: int = 0, round_: int | None = None, upto: int | None = None) -> list[Kept]:
        """A table's events in order: those after a sequence and up to another, or those of one round."""
        found = _EVENTS.where(s.events.c.table_name == table, s.events.c.sequence > after)
        if upto is not None:
            found = found.where(s.events.c.sequence <= upto)
        with self.moment() as connection:
            if round_ is not None:
                found = found.where(*within(connection, table, round_, round_ + 1))
            return [self._kept(row) for row in connection.execute(found.order_by(s.events.c.sequence))]

    def sealed(self, table: str, round_: int) -> tuple[int, ...]:
        """What is still sealed of a table's rounds up to this one: to be revealed when it is over."""
        with self.moment() as connection:
            found = connection.execute(_SEALED, {"table": table, "round": round_})
            return tuple(found.scalars())

    def published_since(self, number: int, most: int = 1000) -> list[Kept]:
        """The journal as an outbox: what was kept after an entry, whole entries, in order.

        A reader who keeps the number of the last one it has dealt with misses nothing and does nothing twice.
        """
        upto = select(func.max(s.journal.c.number)).where(s.journal.c.number <= number + most).scalar_subquery()
        found = _EVENTS.where(s.events.c.number > number, s.events.c.number <= upto)
        with self.moment() as connection:
            ordered = found.order_by(s.events.c.number, s.events.c.sequence)
            return [self._kept(row) for row in connection.execute(ordered)]

    def relayed(self, name: str) -> int:
        """How far a reader of the journal has come."""
        with self.moment() as connection:
            return int(connection.execute(select(s.relays.c.number).where(s.relays.c.name == name)).scalar() or 0)

    def _kept(self, row: Row[*tuple[Any, ...]]) -> Kept:
        *_, sealed, body, opened = row
        if sealed:
            body = (self._unsealed(body) if opened is None else opened)[SALT:]
        return Kept(row[0], row[1], row[2], row[3], row[4], row[5], row[6], body)

    def _unsealed(self, body: bytes) -> bytes:
        if self.unseal is None:
            raise Refusal("sealed", "Wait until the round is over, or open the store with its key: this is sealed.")
        return self.unseal(body)


def head(connection: Connection) -> Head:
    found = connection.execute(_HEAD).first()
    return EMPTY if found is None else Head(found[0], found[1], bytes(found[2]))


def holds(connection: Connection, number: int, hash_: str) -> bool:
    """Whether the journal has this entry with this hash, given in hex digits."""
    found = connection.execute(_HASH, {"number": number}).scalar()
    return found is not None and bytes(found).hex() == hash_


def within(connection: Connection, table: str, first: int, end: int) -> tuple[Any, ...]:
    """What holds for the events of a table's rounds from one up to, not with, another.

    Said by sequence too: the events of a table lie in the order of their sequence, so that no others are looked at.
    """
    begins, ends = (first_of(connection, table, round_) for round_ in (first, end))
    order, number = s.events.c.sequence, s.events.c.round
    return order >= begins, order < ends, number.between(first, end - 1)


def first_of(connection: Connection, table: str, round_: int) -> int:
    """The sequence of the first event of a round or a later one, found by halves: rounds rise with the sequence."""
    low, high = 1, int(connection.execute(_LAST, {"table": table}).scalar() or 0) + 1
    while low < high:
        middle = (low + high) // 2
        if int(connection.execute(_ROUND, {"table": table, "sequence": middle}).scalar_one()) < round_:
            low = middle + 1
        else:
            high = middle
    return low


def pairs(connection: Connection, statement: Any, given: dict[str, Any] | None = None) -> dict[Any, Any]:
    """From the first column to the second."""
    return {row[0]: row[1] for row in connection.execute(statement, given)}


def balances(connection: Connection) -> dict[str, int]:
    return pairs(connection, _BALANCES)


def meters(connection: Connection, group: str) -> tuple[int, int]:
    held = {name: connection.execute(_BALANCE, {"name": f"{name}:{group}"}).scalar() for name in ("main", "secondary")}
    return int(held["main"] or 0), int(held["secondary"] or 0)


def same_command(found: Row[*tuple[Any, ...]], digest: bytes) -> bytes:
    """The answer given before. Keys are each person's own; one is good for one command only."""
    if bytes(found.digest) != digest:
        raise Refusal("key_reused", "Use a new key: this one belongs to another command.")
    return bytes(found.answer)


def links(connection: Connection, after: int = 0, among: Sequence[int] | None = None) -> Iterator[Link]:
    """The journal in order, each entry with all that was kept with it. `among`: only entries with these numbers.

    What hangs on a number that is not in the journal would be passed over here; the audit counts rows besides.
    """
    programs = pairs(connection, select(s.programs.c.id, s.programs.c.digest))
    openings = pairs(connection, select(s.tables.c.opened_by, s.tables.c.meter_group))
    wanted = [_JOURNAL, _LINK_EVENTS, _LINK_POSTINGS, _LINK_RECORDS, _LINK_REVEALS]
    if among is not None:
        numbers = (s.journal, s.events, s.postings, s.records, s.reveals)
        wanted = [found.where(rows.c.number.in_(among)) for found, rows in zip(wanted, numbers, strict=True)]
    journal, *others = wanted
    events, postings, records, reveals = (_Beside(connection, statement, after) for statement in others)
    for row in connection.execute(journal, {"after": after}, execution_options=IN_PORTIONS):
        number = row.number
        entry = chain.Entry(
            number,
            row.at,
            programs.get(row.program, ""),
            row.table_name,
            row.who,
            row.key,
            bytes(row.digest),
            bytes(row.answer),
            openings.get(number),
            events.of(number),
            postings.of(number),
            records.of(number),
            reveals.of(number),
        )
        yield Link(entry, bytes(row.previous), bytes(row.hash))


class _Beside:
    """Rows that belong to journal entries, read along with them."""

    def __init__(self, connection: Connection, statement: Any, after: int) -> None:
        rows = connection.execute(statement, {"after": after}, execution_options=IN_PORTIONS)
        self.groups = groupby(map(tuple, rows), itemgetter(0))
        self.next = next(self.groups, None)
        self.held = list(self.next[1]) if self.next else []

    def of(self, number: int) -> list[Any]:
        while self.next and self.next[0] < number:
            self._advance()
        if not self.next or self.next[0] != number:
            return []
        found = [row[1:] for row in self.held]
        self._advance()
        return found

    def _advance(self) -> None:
        self.next = next(self.groups, None)
        self.held = list(self.next[1]) if self.next else []


_HEAD = select(s.journal.c.number, s.journal.c.at, s.journal.c.hash).order_by(s.journal.c.number.desc()).limit(1)
_HASH = select(s.journal.c.hash).where(s.journal.c.number == bindparam("number"))
_BEGUN_ANEW = select(func.max(s.records.c.number)).where(
    s.records.c.component.in_(("store", "heads")), s.records.c.kind.in_((RESTORED, HEADS_BEGUN, TAIL_BEGUN))
)
_BALANCES = select(s.accounts.c.name, s.accounts.c.cents).order_by(s.accounts.c.name)
_BALANCE = select(s.accounts.c.cents).where(s.accounts.c.name == bindparam("name"))
_TABLES = select(s.tables.c.name, s.tables.c.meter_group, s.tables.c.sequence).order_by(s.tables.c.name)
_LAST = select(s.tables.c.sequence).where(s.tables.c.name == bindparam("table"))
_ROUND = select(s.events.c.round).where(
    s.events.c.table_name == bindparam("table"), s.events.c.sequence == bindparam("sequence")
)
ANSWER = select(s.journal.c.number, s.journal.c.hash, s.journal.c.digest, s.journal.c.answer).where(
    s.journal.c.who == bindparam("who"), s.journal.c.key == bindparam("key"), s.journal.c.key != ""
)
_EVENTS = (
    select(
        s.events.c.table_name,
        s.events.c.sequence,
        s.events.c.number,
        s.events.c.round,
        s.journal.c.at,
        s.events.c.kind,
        s.events.c.player,
        s.events.c.sealed,
        s.events.c.body,
        s.reveals.c.opened,
    )
    .join(s.journal, s.journal.c.number == s.events.c.number)
    .outerjoin(
        s.reveals,
        (s.reveals.c.table_name == s.events.c.table_name) & (s.reveals.c.sequence == s.events.c.sequence),
    )
)
_SEALED = (
    select(s.events.c.sequence)
    .outerjoin(
        s.reveals,
        (s.reveals.c.table_name == s.events.c.table_name) & (s.reveals.c.sequence == s.events.c.sequence),
    )
    .where(
        s.events.c.table_name == bindparam("table"),
        s.events.c.round <= bindparam("round"),
        s.events.c.sealed == 1,
        s.reveals.c.sequence.is_(None),
    )
    .order_by(s.events.c.sequence)
)
_JOURNAL = select(s.journal).where(s.journal.c.number > bindparam("after")).order_by(s.journal.c.number)
_LINK_EVENTS = (
    select(
        s.events.c.number,
        s.events.c.sequence,
        s.events.c.round,
        s.events.c.kind,
        s.events.c.player,
        s.events.c.sealed,
        s.events.c.commitment,
        s.events.c.body,
    )
    .where(s.events.c.number > bindparam("after"))
    .order_by(s.events.c.number, s.events.c.sequence)
)
_LINK_POSTINGS = (
    select(s.postings.c.number, s.postings.c.giver, s.postings.c.taker, s.postings.c.cents)
    .where(s.postings.c.number > bindparam("after"))
    .order_by(s.postings.c.number, s.postings.c.line)
)
_LINK_RECORDS = (
    select(
        s.records.c.number,
        s.records.c.kind,
        s.records.c.component,
        s.records.c.who,
        s.records.c.second,
        s.records.c.reason,
        s.records.c.before,
        s.records.c.after,
    )
    .where(s.records.c.number > bindparam("after"))
    .order_by(s.records.c.number, s.records.c.line)
)
_LINK_REVEALS = (
    select(s.reveals.c.number, s.reveals.c.sequence, s.reveals.c.opened)
    .where(s.reveals.c.number > bindparam("after"))
    .order_by(s.reveals.c.number, s.reveals.c.sequence)
)
