"""Settling rounds of any game: one from a program, or a file of them, a line each."""

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, BinaryIO

import msgspec

from pitboss.games import game
from pitboss.refusal import Refusal
from pitboss.showdown.rules import Rules
from pitboss.showdown.settlement import Settlement

LONGEST_LINE = 1_000_000
"""A longer line is refused without being read."""

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder().decode


def settle(data: Mapping[str, Any]) -> Settlement:
    """What every wager of a finished round is owed, and by which clause. Raises `Refusal` if it breaks a rule."""
    if not isinstance(data, dict):
        raise Refusal("not_a_round", "Write a round as a JSON object with 'game', 'dealer' and 'positions'.")
    return rules_of(data).settle(data)


def rules_of(data: Mapping[str, Any]) -> Rules:
    """The rules a round says it was played under. Rounds of one table share them."""
    name, jurisdiction, options = data.get("game"), data.get("jurisdiction"), data.get("options")
    if jurisdiction is None:
        jurisdiction = "nj"
    if options is None:
        options = {}
    if isinstance(name, str) and isinstance(jurisdiction, str):
        return _rules(name, jurisdiction, encode(options))
    return game(name).rules(jurisdiction, options)


@lru_cache(maxsize=1024)
def _rules(name: str, jurisdiction: str, options: bytes) -> Rules:
    return game(name).rules(jurisdiction, decode(options))


def settle_lines(source: BinaryIO) -> Iterator[tuple[bytes, bool]]:
    """For every line the settlement or the refusal as a line of JSON, and whether it was settled."""
    for number, line in enumerate(_lines(source), 1):
        try:
            yield encode(settle(_read(line)).as_json()) + b"\n", True
        except Refusal as refusal:
            yield encode({"error": refusal.as_json() | {"line": number}}) + b"\n", False


def _lines(source: BinaryIO) -> Iterator[bytes | None]:
    """The lines without their ends; None for one that is too long, whose rest is passed over in pieces."""
    while line := source.readline(LONGEST_LINE + 1):
        if line.endswith(b"\n") or len(line) <= LONGEST_LINE:
            yield line
        else:
            while (rest := source.readline(LONGEST_LINE)) and not rest.endswith(b"\n"):
                pass
            yield line if rest == b"\n" else None


def _read(line: bytes | None) -> Any:
    if line is None:
        raise Refusal("line_too_long", f"Split this line: a round has at most {LONGEST_LINE} bytes.")
    if not line.strip():
        raise Refusal("empty_line", "Write a round on this line or take it out: it is empty.")
    try:
        data = decode(line)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise Refusal("not_json", f"Write the round as one line of JSON: {error}.") from None
    # A name given twice in one object is dropped by the decoder; writing the data again then shows fewer colons.
    if line.count(b":") != encode(data).count(b":"):
        _refuse_name_twice(line)
    return data


def _refuse_name_twice(line: bytes) -> None:
    def once_each(pairs: list[tuple[str, Any]]) -> None:
        seen = set()
        for name, _ in pairs:
            if name in seen:
                raise Refusal(
                    "name_twice", f"Say '{name}' once: it stands twice in one object, and the two may differ."
                )
            seen.add(name)

    try:
        json.loads(line, object_pairs_hook=once_each)
    except (ValueError, RecursionError):
        raise Refusal("not_json", "Write the round as one line of plain JSON.") from None
