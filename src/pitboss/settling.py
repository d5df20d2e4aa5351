"""Settling rounds of any game: one from a program, or a file of them, a line each."""

from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO

import msgspec

from pitboss.games import Game, HouseRules, Settled, game, names
from pitboss.memo import remembered
from pitboss.refusal import Refusal, misshapen
from pitboss.showdown.declaration import Showdown
from pitboss.showdown.rounds import RoundForm, form_of
from pitboss.showdown.rules import Rules

LONGEST_LINE = 1_000_000
"""A longer line is refused without being read."""


BYTE_ORDER_MARK = b"\xef\xbb\xbf"
"""Some editors put it before the first line."""

encode = msgspec.json.encode
decode = msgspec.json.Decoder(RoundForm).decode


def settle(data: Mapping[str, Any]) -> Any:
    """What every wager of a finished round is owed, and by which clause: a settlement of the game's family.

    Raises `Refusal` if the round breaks a rule.
    """
    other = of_another_family(data)
    if other:
        return _settle_other(other, data)
    form = form_of(data)
    return rules_of(form).settle_form(form)


def of_another_family(data: Any) -> Game | None:
    """The game of a round whose form is another family's than the showdown games'."""
    name = data.get("game") if isinstance(data, Mapping) else None
    declared = game(name) if isinstance(name, str) and name in names() else None
    return None if declared is None or isinstance(declared, Showdown) else declared


def _settle_other(declared: Game, data: Mapping[str, Any]) -> Settled:
    jurisdiction, options = data.get("jurisdiction"), data.get("options")
    try:
        written = encode({} if options is None else options)
    except (TypeError, ValueError, RecursionError) as error:
        raise Refusal("options_malformed", f"Write the options as JSON has them: {error}.") from None
    if jurisdiction is None:
        jurisdiction = "nj"
    if not isinstance(jurisdiction, str):
        return declared.rules(jurisdiction).settle(data)
    return _other_rules((declared.name, jurisdiction, written)).settle(data)


def rules_of(form: RoundForm) -> Rules:
    """The rules a round says it was played under. Rounds of one table share them."""
    jurisdiction = "nj" if form.jurisdiction is None else form.jurisdiction
    if isinstance(form.game, str) and isinstance(jurisdiction, str):
        return _rules((form.game, jurisdiction, bytes(form.options)))
    return _showdown(form.game).rules(jurisdiction)


class _OtherFamily(Exception):
    """A line read as a showdown round names a game of another family."""


def _showdown(name: object) -> Showdown:
    declared = game(name)
    if not isinstance(declared, Showdown):
        raise _OtherFamily
    return declared


def _make_rules(key: tuple[str, str, bytes]) -> Rules:
    name, jurisdiction, written = key
    try:
        options = msgspec.json.decode(written)
        _refuse_name_twice(written)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise Refusal("options_malformed", f"Write the options as plain JSON: {error}.") from None
    return _showdown(name).rules(jurisdiction, options)


def _make_other_rules(key: tuple[str, str, bytes]) -> HouseRules:
    name, jurisdiction, written = key
    return game(name).rules(jurisdiction, msgspec.json.decode(written))


_rules = remembered(_make_rules, most=1024)
_other_rules = remembered(_make_other_rules, most=1024)


def settle_lines(source: BinaryIO) -> Iterator[tuple[bytes, bool]]:
    """For every line the settlement or the refusal as a line of JSON, and whether it was settled."""
    for number, line in enumerate(lines(source), 1):
        if number == 1 and line is not None:
            line = line.removeprefix(BYTE_ORDER_MARK)
        try:
            yield _settle_line(line).encode() + b"\n", True
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
        return _settle_other_line(line, misshapen(error))
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise _not_json(error) from None
    # Of a name given twice in one object the decoder keeps the last, so that a line has more colons than names.
    if line.count(b":") != form.names():
        _refuse_name_twice(line)
    try:
        return rules_of(form).settle_form(form).to_json()
    except _OtherFamily:
        return _settle_other_line(line, None)


def _not_json(error: Exception) -> Refusal:
    return Refusal("not_json", f"Write the round as one line of JSON: {str(error) or 'it nests too deep'}.")


def _settle_other_line(line: bytes, refusal: Refusal | None) -> str:
    """A line that is no showdown round, by its own game's family; if it has none, the refusal it got as such."""
    try:
        data = msgspec.json.decode(line)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        # Which fields a round has depends on its game, which nobody can tell here; what is no round is none anyway.
        raise (refusal if refusal and refusal.code == "field_malformed" else _not_json(error)) from None
    declared = of_another_family(data)
    if declared is None:
        if isinstance(data, Mapping) and "game" in data:
            game(data["game"])  # that there is no such game is the first thing to tell
        raise refusal or Refusal("not_a_round", "Write a round as an object that names its game.")
    _refuse_name_twice(line)
    return _settle_other(declared, data).to_json()


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
