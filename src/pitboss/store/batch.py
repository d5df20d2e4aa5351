"""What is kept together: a `Batch` is one command with everything it did, written whole or not at all.

The clock is not read here: `at`, in microseconds since 1970 (UTC), is given by the caller.
"""

from collections.abc import Callable
from typing import Any

import msgspec
from sqlalchemy import Connection

from pitboss.bank.ledger import Entries, entries
from pitboss.refusal import Refusal
from pitboss.store.accounts import Place, check_name, on_the_floor
from pitboss.table.events import Event
from pitboss.table.files import KINDS, decode_event, encode_event

PUBLIC = frozenset(kind for kind, event in KINDS.items() if event.public)
"""Events that anyone may see. Any other event may show hidden cards, so it is stored sealed until it is
revealed."""

NOTHING: Entries = ()

Beside = Callable[[Connection], None]
"""What another room writes in tables of its own, in the same transaction. A `Refusal` it raises undoes the whole."""


class Line(msgspec.Struct, frozen=True, gc=False):
    """An event as it is kept: its line of JSON, what it posts in the table's own accounts, the round it belongs to."""

    kind: str
    body: bytes
    entries: Entries
    round: int
    player: str = ""

    @property
    def secret(self) -> bool:
        return self.kind not in PUBLIC


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """Something that was done to the floor itself: who, with whose consent, to what, why, from what to what.

    `entries` are in the floor's accounts: a guest's first chips, an adjustment, a corrected meter.
    """

    kind: str
    component: str
    who: str
    reason: str = ""
    second: str = ""
    before: str = ""
    after: str = ""
    entries: Entries = ()


class Opening(msgspec.Struct, frozen=True):
    """A table is opened; `group` names the meters it shares with others of that group."""

    group: str


class Batch(msgspec.Struct, frozen=True, kw_only=True):
    """One command and all it did.

    `expected` is the sequence of the table's last event as the caller knows it. `who` and `key` name the command, so
    that sent again it is answered again and done once; `digest` tells it from another command with the same key.
    `reveals` are sequences of sealed events whose round is over. `meters` is what the caller took the group's meters
    to hold, if that mattered. `beside` writes what other rooms keep, in the same transaction.
    """

    at: int
    table: str = ""
    expected: int = 0
    lines: tuple[Line, ...] = ()
    opening: Opening | None = None
    who: str = ""
    key: str = ""
    digest: bytes = b""
    answer: bytes = b""
    records: tuple[Record, ...] = ()
    reveals: tuple[int, ...] = ()
    meters: tuple[int, int] | None = None
    beside: Beside | None = None


class Receipt(msgspec.Struct, frozen=True):
    """What was kept: its number in the journal, the table's last sequence, the hash. `again`: it had been before."""

    number: int
    sequence: int
    hash: bytes
    answer: bytes
    again: bool = False


def line_of(event: Event, round_: int) -> Line:
    """An event made ready to be kept."""
    kind = str(event.__struct_config__.tag)
    return Line(kind, encode_event(event), entries(event), round_, getattr(event, "player", ""))


PREPARING = frozenset({"shuffled", "deck_cut", "step_done", "deck_received", "deck_removed", "recut_ordered"})
"""What is done to the cards between two rounds."""


def lines_of(events: list[Event], round_: int, is_over: bool) -> tuple[Line, ...]:
    """A command's events, made ready to be kept. A round goes from the preparation of its cards to their collection.

    `is_over`: a round ended in this command, and may have begun in it. What the table then does by itself to the
    cards is the next round's.
    """
    last = len(events)
    if is_over:
        while last and str(events[last - 1].__struct_config__.tag) in PREPARING:
            last -= 1
    return tuple(line_of(event, round_ + (n >= last)) for n, event in enumerate(events))


def postings_of(kind: str, player: str, found: Entries, table: str, group: str, meters_stand: bool) -> Entries:
    """What an event posts in the floor's accounts."""
    if not found:
        return NOTHING
    return on_the_floor(found, Place(table, group, player, meters_stand and kind == "table_opened"))


def entries_of(body: bytes) -> Entries:
    """What an event in the log must have posted in its table's own accounts, by the bank's own reckoning."""
    return entries(decode_event(body))


def check_batch(batch: Batch) -> None:
    """Refuse what could not be kept whole, before the database sees any of it."""
    if type(batch.at) is not int or not 0 <= batch.at < 1 << 63:
        raise Refusal("bad_time", "Give the time as whole microseconds since 1970.")
    if not (batch.lines or batch.records or batch.reveals or batch.key):
        raise Refusal("empty_batch", "Keep at least one event, record, reveal or answer.")
    if batch.table:
        check_name(batch.table, "table")
    elif batch.lines or batch.opening or batch.reveals:
        raise Refusal("table_missing", "Name the table whose events these are.")
    if batch.opening is not None:
        check_name(batch.opening.group, "group of meters")
    texts = [batch.who, batch.key, *(text for record in batch.records for text in text_fields(record))]
    texts += [line.player for line in batch.lines]
    if not _can_be_kept("".join(texts)):
        raise Refusal("bad_text", "Leave out characters that no database can keep: zero bytes and halves of pairs.")


def _can_be_kept(text: str) -> bool:
    return (text.isascii() and "\x00" not in text) or not any(c == "\x00" or "\ud800" <= c <= "\udfff" for c in text)


def text_fields(record: Record) -> tuple[str, ...]:
    return record.kind, record.component, record.who, record.second, record.reason, record.before, record.after


def as_text(value: Any) -> str:
    """A value before or after a change, as a record keeps it."""
    return msgspec.json.encode(value, order="deterministic").decode()
