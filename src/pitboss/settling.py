"""Settling rounds of any game: one from a program, or a file of them, a line each."""

from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO

import msgspec

from pitboss.games import game
from pitboss.memo import remembered
from pitboss.refusal import Refusal
from pitboss.showdown.rounds import RoundForm, form_of, misshapen
from pitboss.showdown.rules import Rules
from pitboss.showdown.rulings import Settlement

LONGEST_LINE = 1_000_000
"""A longer line is refused without being read."""


BYTE_ORDER_MARK = b"\xef\xbb\xbf"
"""Some editors put it before the first line."""

encode = msgspec.json.encode
decode = msgspec.json.Decoder(RoundForm).decode


def settle(data: Mapping[str, Any]) -> Settlement:
    """What every wager of a finished round is owed, and by which clause. Raises `Refusal` if it breaks a rule."""
    form = form_of(data)
    return rules_of(form).settle_form(form)


def rules_of(form: RoundForm) -> Rules:
    """The rules a round says it was played under. Rounds of one table share them."""
    jurisdiction = "nj" if form.jurisdiction is None else form.jurisdiction
    if isinstance(form.game, str) and isinstance(jurisdiction, str):
        return _rules((form.game, jurisdiction, bytes(form.options)))
    return game(form.game).rules(jurisdiction)


def _make_rules(key: tuple[str, str, bytes]) -> Rules:
    name, jurisdiction, written = key
    try:
        options = msgspec.json.decode(written)
        _refuse_name_twice(written)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise Refusal("options_malformed", f"Write the options as plain JSON: {error}.") from None
    return game(name).rules(jurisdiction, options)


_rules = remembered(_make_rules, most=1024)


def settle_lines(source: BinaryIO) -> Iterator[tuple[bytes, bool]]:
    """For every line the settlement or the refusal as a line of JSON, and whether it was settled."""
    for number, line in enumerate(lines(source), 1):
        if number == 1 and line is not None:
            line = line.removeprefix(BYTE_ORDER_MARK)
        try:
            yield f"{_settle_line(line)}\n".encode(), True
        except Refusal as refusal:
            yield encode({"error": refusal.as_json() | {"line": number}}) + b"\n", False


def lines(source: BinaryIO) -> Iterator[bytes | None]:
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
        form = decode(line)
    except msgspec.ValidationError as error:
        raise misshapen(error) from None
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise Refusal(
            "not_json", f"Write the round as one line of JSON: {str(error) or 'it nests too deep'}."
        ) from None
    # Of a name given twice in one object the decoder keeps the last, so that a line has more colons than names.
    if line.count(b":") != form.names():
        _refuse_name_twice(line)
    return rules_of(form).settle_form(form).to_json()


def _refuse_name_twice(line: bytes) -> None:
    import json

    def once_each(pairs: list[tuple[str, Any]]) -> None:
        seen = set()
        for name, _ in pairs:
            if name in seen:
                raise Refusal("name_twice", f"Say '{name}' once: it stands twice in one object, and may differ.")
            seen.add(name)

    try:
        json.loads(line, object_pairs_hook=once_each)
    except (ValueError, RecursionError):
        raise Refusal("not_json", "Write the round as one line of plain JSON that does not nest deep.") from None
