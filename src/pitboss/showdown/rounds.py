"""Reading a finished round: from the JSON form to cards, cents and decisions, refusing what is not one.

Whether the round follows the game's rules (limits, decisions, numbers of cards) is settlement's business.
"""

import re
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.cards import NAMES, Suits, read_cards
from pitboss.money import read_money, read_wager, shown
from pitboss.refusal import Refusal
from pitboss.showdown.progressive import Meters

if TYPE_CHECKING:
    from pitboss.showdown.rules import Rules
    from pitboss.showdown.rulings import WagerResult


class PositionForm(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A position as files have it."""

    position: int
    cards: str
    wagers: dict[str, Any]
    actions: list[Any] = []
    void: bool = False
    forfeit: bool = False


class RoundForm(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A round as files have it."""

    game: str
    dealer: str
    positions: list[PositionForm]
    jurisdiction: str | None = None
    options: dict[str, Any] | None = None
    community: str | None = None
    meters: dict[str, Any] | None = None
    void: list[str] | None = None
    id: Any = None


class Seat(msgspec.Struct):
    """One betting position: what stood in the round, then what settlement makes of it."""

    position: int
    cards: tuple[int, ...]
    hand: int
    wagers: dict[str, int]
    actions: list[Any]
    void: bool
    forfeit: bool
    suits: Suits = (0, 0, 0, 0)
    value: int | None = None
    folded: bool = False
    later: dict[str, int] = {}
    rows: "list[WagerResult]" = []


class Round(msgspec.Struct):
    """A finished round, read but not yet judged."""

    dealer: tuple[int, ...]
    community: tuple[int, ...]
    seats: list[Seat]
    void: frozenset[str]
    meters: Meters | None
    id: Any


def form_of(data: Any) -> RoundForm:
    """The round in a JSON-like mapping."""
    try:
        return msgspec.convert(data, RoundForm)
    except msgspec.ValidationError as error:
        raise misshapen(error) from None


def misshapen(error: msgspec.ValidationError) -> Refusal:
    """What is missing, unknown or of the wrong kind, in words, and where."""
    text = str(error)
    what, _, where = text.partition(" - at `$")
    where = where.rstrip("`").lstrip(".")
    place = f" in {where}" if where else ""
    if missing := re.match(r"Object missing required field `(.+)`", what):
        return Refusal("field_missing", f"Say what '{missing[1]}' is{place}: a round cannot be settled without it.")
    if unknown := re.match(r"Object contains unknown field `(.+)`", what):
        return Refusal("unknown_field", f"Take '{unknown[1]}' out{place}: there is no such field.")
    kinds = {"str": "text", "int": "a whole number", "array": "a list", "bool": "true or false", "float": "a number"}
    expected = re.sub(r"`(\w+)(?: \| null)?`", lambda kind: kinds.get(kind[1], f"an {kind[1]}"), what)
    return Refusal("field_malformed", f"Mend {where or 'the round'}: {expected[0].lower()}{expected[1:]}.")


def read_round(rules: "Rules", form: RoundForm) -> Round:
    if not form.positions:
        raise Refusal("positions_missing", "List at least one betting position under 'positions'.")
    read = Round(
        _read_cards(form.dealer, "the dealer"),
        _read_cards(form.community, "the community") if form.community else (),
        [_read_seat(rules, seat) for seat in form.positions],
        frozenset() if form.void is None else _read_void(rules, form.void),
        None if form.meters is None else _read_meters(rules, form.meters),
        form.id,
    )
    _check_each_position_once(rules, read.seats)
    _check_each_card_once(read)
    return read


def _read_seat(rules: "Rules", form: PositionForm) -> Seat:
    position = form.position
    if not 1 <= position <= rules.game.positions:
        raise Refusal(
            "position_out_of_range",
            f"Number the position 1 to {rules.game.positions}; got {position}.",
            rules.game.positions_clause.at(rules.jurisdiction),
        )
    try:
        cards = _read_cards(form.cards, "this position")
        wagers = {}
        for name, amount in form.wagers.items():
            if name not in rules.offered:
                raise rules.not_offered(name)
            wagers[name] = read_wager(amount, name)
        return Seat(position, cards, sum(cards), wagers, form.actions, form.void, form.forfeit)
    except Refusal as refusal:
        raise refusal.at(position) from None


def _read_cards(text: str, whose: str) -> tuple[int, ...]:
    try:
        return read_cards(text)
    except KeyError as unknown:
        raise Refusal(
            "unknown_card",
            f"{shown(unknown.args[0])} of {whose} is no card: write a rank of 23456789TJQKA, then a suit of cdhs.",
        ) from None


def _read_void(rules: "Rules", names: list[str]) -> frozenset[str]:
    for wager in names:
        if wager not in rules.game.wagers():
            raise Refusal("unknown_wager", f"{rules.game.title} has no wager {shown(wager)} that could be void.")
    return frozenset(names)


def _read_meters(rules: "Rules", data: dict[str, Any]) -> Meters:
    if not rules.game.progressive:
        raise Refusal("meters_not_used", f"Leave the meters out: {rules.game.title} has no progressive.")
    if data.keys() != {"main", "secondary"}:
        raise Refusal("meters_malformed", f"Give both meters, 'main' and 'secondary'; got {shown(data)}.")
    return Meters(read_money(data["main"], "main meter"), read_money(data["secondary"], "secondary meter"))


def _check_each_position_once(rules: "Rules", seats: list[Seat]) -> None:
    seen: set[int] = set()
    for seat in seats:
        if seat.position in seen:
            raise Refusal(
                "position_twice",
                f"Position {seat.position} stands in the round twice; each betting position has one hand.",
                rules.game.positions_clause.at(rules.jurisdiction),
                seat.position,
            )
        seen.add(seat.position)


def _check_each_card_once(read: Round) -> None:
    """A sum of distinct powers of two has as many bits as there were powers."""
    total = sum(read.dealer) + sum(read.community)
    number = len(read.dealer) + len(read.community)
    for seat in read.seats:
        total += seat.hand
        number += len(seat.cards)
    if total.bit_count() != number:
        raise _card_twice(read)


def _card_twice(read: Round) -> Refusal:
    seen: dict[int, str] = {}
    piles = [(None, "the dealer", read.dealer), (None, "the community cards", read.community)]
    seats = [(seat.position, f"position {seat.position}", seat.cards) for seat in read.seats]
    for position, whose, cards in piles + seats:
        for card in cards:
            if card in seen:
                return Refusal(
                    "card_twice",
                    f"The {NAMES[card]} is in this round twice, with {seen[card]} and with {whose}: a deck has one.",
                    None,
                    position,
                )
            seen[card] = whose
    raise AssertionError("more cards than bits, yet none twice")
