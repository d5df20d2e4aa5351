"""The lines of a table's files: read as JSON objects, and the last one that says where a table stands."""

import json
from collections.abc import Iterator
from typing import Any, BinaryIO

import msgspec

from pitboss.bank.ledger import Balances
from pitboss.money import write_money
from pitboss.refusal import Refusal, shown
from pitboss.settling import BYTE_ORDER_MARK, LONGEST_LINE, lines
from pitboss.table.state import State, state_hash

encode = msgspec.json.encode

Line = bytes | None
"""A line of a file; None for one that is too long to be read."""


def numbered_lines(source: BinaryIO) -> Iterator[tuple[int, Line]]:
    for number, line in enumerate(lines(source), 1):
        yield number, line.removeprefix(BYTE_ORDER_MARK) if line and number == 1 else line


def read_object(line: Line) -> dict[str, Any]:
    """The JSON object of a line. Raises `Refusal`, also if a name stands twice in it and may differ."""
    if line is None:
        raise Refusal("line_too_long", f"Split this line: it may have at most {LONGEST_LINE} bytes.")
    if not line.strip():
        raise Refusal("empty_line", "Write a JSON object on this line or take it out: it is empty.")
    try:
        held = msgspec.json.decode(line)
        json.loads(line, object_pairs_hook=_once_each)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise Refusal("not_json", f"Write one line of plain JSON here: {str(error) or 'it nests too deep'}.") from None
    if not isinstance(held, dict):
        raise Refusal("not_an_object", f"Write a JSON object on this line, in braces; got {shown(held)}.")
    return held


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        name = next(name for number, (name, _) in enumerate(pairs) if name in dict(pairs[:number]))
        raise Refusal("name_twice", f"Say {shown(name)} once: it stands twice in one object, and may differ.")
    return found


def final_line(state: State, balances: Balances) -> dict[str, Any]:
    """Where a table stands at the end of its file: what every account holds, the state's hash, the finished rounds."""
    return {
        "balances": {account: write_money(cents) for account, cents in sorted(balances.items())},
        "state": state_hash(state),
        "rounds": state.number - state.playing,
    }
