"""Where a table stood: its whole state, kept now and then, so that a restart need not begin with its first event.

It is a record in the journal, sealed because it holds the order of the cards, and chained like everything else. The
audit still plays every event; only the start of the server trusts it, and only what reads back as the same state.

A record contains the hash of the schema it was written with. A program with another schema does not read it, because a
renamed field would decode as its default. Such a table is rebuilt from its first event.
"""

from base64 import b64decode, b64encode
from enum import Enum
from functools import cache
from hashlib import sha256
from typing import Any

import msgspec
from msgspec.inspect import StructType, type_info

from pitboss.fair.sealing import Seal
from pitboss.store import Record
from pitboss.table.state import State, state_hash

EVERY = 1_000
"""Events between two of them."""

KIND = "table_standing"


class TableStanding(msgspec.Struct, frozen=True):
    """`state` under seal; `sealed`: which sealed events wait for the end of their epoch, by deck.

    `schema`: the hash of the state's types, empty in records of version 0.3.0.
    """

    sequence: int
    state: str
    sealed: dict[int, list[int]]
    schema: str = ""


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
    said = msgspec.json.encode(TableStanding(sequence, text, sealed, schema_hash(type(state)))).decode()
    return Record(kind=KIND, component=table, who="house", after=said)


def events_before(text: str, kind: type[State]) -> int:
    """The number of events before a record; 0 if its schema is missing or another one, so that it is not read."""
    found = msgspec.json.decode(text, type=TableStanding)
    return found.sequence if found.schema == schema_hash(kind) else 0


def stood(seal: Seal, table: str, text: str, kind: type[State]) -> tuple[State, int, dict[int, list[int]]]:
    """The state, the sequence of its last event, and what was sealed then. The record must have this schema."""
    found = msgspec.json.decode(text, type=TableStanding)
    assert found.schema == schema_hash(kind), "the record has another schema"
    body = seal.unseal(b64decode(found.state), _name(table, found.sequence))
    state: Any = msgspec.json.decode(body, type=kind)
    return state, found.sequence, found.sealed


@cache
def schema_hash(kind: type) -> str:
    """The hash of the names, types and defaults of all fields of a type, and of the types they hold."""
    return sha256(repr(_described(type_info(kind), ())).encode()).hexdigest()


def _described(info: Any, inside: tuple[type, ...]) -> Any:
    """What msgspec knows of a type, as plain values. A type that holds itself is named once."""
    if isinstance(info, StructType):
        if info.cls in inside:
            return info.cls.__name__
        fields = [_described(each, (*inside, info.cls)) for each in info.fields]
        return info.cls.__name__, info.tag_field, info.tag, info.array_like, fields
    if isinstance(info, msgspec.Struct):
        return type(info).__name__, [_described(getattr(info, name), inside) for name in info.__struct_fields__]
    if isinstance(info, tuple):
        return [_described(each, inside) for each in info]
    if isinstance(info, type):
        return info.__name__, [each.value for each in info] if issubclass(info, Enum) else []
    # Other values, such as functions, are written with an address, which differs in every process.
    return repr(info) if info is None or isinstance(info, str | int) else type(info).__name__


def _name(table: str, sequence: int) -> str:
    return f"state {sequence} of {table}"
