"""Settling rounds of any game: one from a program, or a file of them, a line each."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, BinaryIO

import msgspec

from pitboss.games import game
from pitboss.refusal import Refusal
from pitboss.showdown.rounds import RoundForm, misshapen
from pitboss.showdown.rules import Rules
from pitboss.showdown.rulings import Settlement

LONGEST_LINE = 1_000_000
"""A longer line is refused without being read."""


class Header(msgspec.Struct):
    """The part of a round that says which rules it was played under."""

    game: Any = None
    jurisdiction: Any = None
    options: msgspec.Raw = msgspec.Raw(b"{}")


encode = msgspec.json.encode
decode_header = msgspec.json.Decoder(Header).decode
decode_round = msgspec.json.Decoder(RoundForm).decode


def settle(data: Mapping[str, Any]) -> Settlement:
    """What every wager of a finished round is owed, and by which clause. Raises `Refusal` if it breaks a rule."""
    if not isinstance(data, Mapping):
        raise Refusal("not_a_round", "Write a round as an object with 'game', 'dealer' and 'positions'.")
    return rules_of(
        Header(data.get("game"), data.get("jurisdiction"), msgspec.Raw(encode(data.get("options"))))
    ).settle(data)


def rules_of(header: Header) -> Rules:
    """The rules a round says it was played under. Rounds of one table share them."""
    jurisdiction = "nj" if header.jurisdiction is None else header.jurisdiction
    if isinstance(header.game, str) and isinstance(jurisdiction, str):
        return _rules(header.game, jurisdiction, bytes(header.options))
    return game(header.game).rules(jurisdiction)


@lru_cache(maxsize=1024)
def _rules(name: str, jurisdiction: str, options: bytes) -> Rules:
    return game(name).rules(jurisdiction, msgspec.json.decode(options))


def settle_lines(source: BinaryIO) -> Iterator[tuple[bytes, bool]]:
    """For every line the settlement or the refusal as a line of JSON, and whether it was settled."""
    for number, line in enumerate(_lines(source), 1):
        try:
            yield _settle_line(line).encode() + b"\n", True
        except Refusal as refusal:
            yield encode({"error": refusal.as_json() | {"line": number}}) + b"\n", False


def _lines(source: BinaryIO) -> Iterator[bytes | None]:
    """The lines; None for one that is too long, whose rest is passed over in pieces."""
    while line := source.readline(LONGEST_LINE + 1):
        if line.endswith(b"\n") or len(line) <= LONGEST_LINE:
            yield line
        else:
            while (rest := source.readline(LONGEST_LINE)) and not rest.endswith(b"\n"):
                pass
            yield None


def _settle_line(line: bytes | None) -> str:
    if line is None:
        raise Refusal("line_too_long", f"Split this line: a round has at most {LONGEST_LINE} bytes.")
    if line.isspace() or not line:
        raise Refusal("empty_line", "Write a round on this line or take it out: it is empty.")
    try:
        rules = rules_of(decode_header(line))
        form = decode_round(line)
    except msgspec.ValidationError as error:
        raise misshapen(error) from None
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise Refusal(
            "not_json", f"Write the round as one line of JSON: {str(error) or 'it nests too deep'}."
        ) from None
    # Of a name given twice in one object the decoder keeps the last; the form written again then has fewer colons.
    if line.count(b":") != encode(form).count(b":"):
        _refuse_name_twice(line)
    return rules.settle_form(form).to_json()


def _refuse_name_twice(line: bytes) -> None:
    import json

    def once_each(pairs: list[tuple[str, Any]]) -> None:
        seen = set()
        for name, _ in pairs:
            if name in seen:
                raise Refusal("name_twice", f"Say '{name}' once: it stands twice in one object, and may differ.")
            seen.add(name)

    json.loads(line, object_pairs_hook=once_each)
