"""Where a table stood: its whole state, kept now and then, so that a restart need not begin with its first event.

It is a record in the journal, sealed because it holds the order of the cards, and chained like everything else. The
audit still plays every event; only the start of the server trusts it, and only what reads back as the same state.
"""

from base64 import b64decode, b64encode
from typing import Any

import msgspec

from pitboss.fair.sealing import Seal
from pitboss.store import Record
from pitboss.table.state import State, state_hash

EVERY = 1_000
"""Events between two of them."""

KIND = "table_standing"


class TableStanding(msgspec.Struct, frozen=True):
    """`state` under seal; `sealed`: which sealed events wait for the end of their epoch, by deck."""

    sequence: int
    state: str
    sealed: dict[int, list[int]]


def due(state: State, sequence: int, last: int) -> bool:
    """Between rounds only, when a state is small."""
    return sequence - last >= EVERY and not state.playing and not any(map(state.has_wagers, state.seats.values()))


def standing_of(seal: Seal, table: str, state: State, sequence: int, sealed: dict[int, list[int]]) -> Record | None:
    """The record; none if the state would not read back as the same."""
    body = msgspec.json.encode(state)
    try:
        same = state_hash(msgspec.json.decode(body, type=type(state))) == state_hash(state)
    except msgspec.ValidationError:
        same = False
    if not same:
        return None
    text = b64encode(seal.seal(body, _name(table, sequence))).decode()
    said = msgspec.json.encode(TableStanding(sequence, text, sealed)).decode()
    return Record(kind=KIND, component=table, who="house", after=said)


def stood(seal: Seal, table: str, text: str, kind: type[State]) -> tuple[State, int, dict[int, list[int]]]:
    """The state, the sequence of its last event, and what was sealed then."""
    found = msgspec.json.decode(text, type=TableStanding)
    body = seal.unseal(b64decode(found.state), _name(table, found.sequence))
    state: Any = msgspec.json.decode(body, type=kind)
    return state, found.sequence, found.sealed


def _name(table: str, sequence: int) -> str:
    return f"state {sequence} of {table}"
