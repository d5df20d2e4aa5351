"""Reading a finished round: from the JSON form to cards, cents and decisions, refusing what is not one.

Whether the round follows the game's rules (limits, decisions, numbers of cards) is settlement's business.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.cards import read_cards
from pitboss.money import read_money, read_wager, shown
from pitboss.refusal import Refusal
from pitboss.showdown.progressive import Meters

if TYPE_CHECKING:
    from pitboss.showdown.rules import Rules

Action = tuple[str, int]
"""A decision and its amount: ("raise", 2000), ("fold", 0), ("check", 0)."""

ROUND_FIELDS = frozenset(
    ("game", "jurisdiction", "options", "dealer", "community", "meters", "positions", "void", "id")
)
SEAT_FIELDS = frozenset(("position", "cards", "wagers", "actions", "void", "forfeit"))


class Seat(msgspec.Struct):
    """One betting position of a round."""

    position: int
    cards: tuple[int, ...]
    hand: int
    wagers: dict[str, int]
    actions: list[Action]
    void: bool
    forfeit: bool


class Round(msgspec.Struct):
    """A finished round, read but not yet judged."""

    dealer: tuple[int, ...]
    community: tuple[int, ...]
    seats: list[Seat]
    void: frozenset[str]
    meters: Meters | None
    id: Any


def read_round(rules: "Rules", data: Mapping[str, Any]) -> Round:
    if not data.keys() <= ROUND_FIELDS:
        raise _unknown_field("round", data, ROUND_FIELDS)
    given = data.get("positions")
    if type(given) is not list or not given:
        raise Refusal("positions_missing", "List at least one betting position under 'positions'.")
    read = Round(
        _read_cards(data.get("dealer"), "dealer"),
        _read_cards(data.get("community") or "", "community"),
        [_read_seat(rules, seat) for seat in given],
        _read_void(rules, data.get("void")),
        _read_meters(rules, data.get("meters")),
        data.get("id"),
    )
    _check_positions(rules, read.seats)
    _check_no_card_twice(read)
    return read


def _read_seat(rules: "Rules", data: Any) -> Seat:
    if type(data) is not dict:
        raise Refusal("position_malformed", f"Describe each position as an object; got {shown(data)}.")
    position = data.get("position")
    if type(position) is not int or not 1 <= position <= rules.game.positions:
        raise Refusal(
            "position_out_of_range",
            f"Number the position 1 to {rules.game.positions}; got {shown(position)}.",
            rules.game.positions_clause.at(rules.jurisdiction),
        )
    try:
        if not data.keys() <= SEAT_FIELDS:
            raise _unknown_field("position", data, SEAT_FIELDS)
        cards = _read_cards(data.get("cards"), f"position {position}")
        return Seat(
            position,
            cards,
            sum(cards),
            _read_wagers(rules, data.get("wagers")),
            _read_actions(data.get("actions", ())),
            _read_flag(data, "void"),
            _read_flag(data, "forfeit"),
        )
    except Refusal as refusal:
        raise refusal.at(position) from None


def _read_wagers(rules: "Rules", data: Any) -> dict[str, int]:
    if type(data) is not dict or not data:
        raise Refusal("wagers_missing", "Give the position's wagers as an object of names and amounts.")
    wagers = {}
    for name, amount in data.items():
        if name not in rules.offered:
            raise rules.not_offered(name)
        wagers[name] = read_wager(amount, name)
    return wagers


def _read_actions(data: Any) -> list[Action]:
    if type(data) is not list and data != ():
        raise Refusal("actions_malformed", f"Give the actions as a list; got {shown(data)}.")
    return [_read_action(action) for action in data]


def _read_action(action: Any) -> Action:
    if type(action) is dict and len(action) == 1:
        for name, amount in action.items():
            return name, read_wager(amount, name)
    if action == "fold" or action == "check":
        return action, 0
    raise Refusal(
        "action_unknown", f'Make each action "fold", "check" or one wager with its amount; got {shown(action)}.'
    )


def _read_cards(text: Any, whose: str) -> tuple[int, ...]:
    if type(text) is not str:
        raise Refusal("cards_missing", f'Write the cards of {whose} as a string such as "Ah Td 2c"; got {shown(text)}.')
    try:
        return read_cards(text)
    except KeyError as unknown:
        raise Refusal(
            "unknown_card",
            f"There is no card {shown(unknown.args[0])} ({whose}): a rank of 23456789TJQKA, then a suit of cdhs.",
        ) from None


def _read_void(rules: "Rules", data: Any) -> frozenset[str]:
    if data is None:
        return frozenset()
    if type(data) is not list or not all(isinstance(wager, str) for wager in data):
        raise Refusal("void_malformed", f"List the void wagers by name; got {shown(data)}.")
    for wager in data:
        if wager not in rules.game.wagers():
            raise Refusal("unknown_wager", f"{rules.game.title} has no wager {shown(wager)} that could be void.")
    return frozenset(data)


def _read_meters(rules: "Rules", data: Any) -> Meters | None:
    if data is None:
        return None
    if not rules.game.progressive:
        raise Refusal("meters_not_used", f"Leave the meters out: {rules.game.title} has no progressive.")
    if type(data) is not dict or data.keys() != {"main", "secondary"}:
        raise Refusal("meters_malformed", f"Give both meters, 'main' and 'secondary'; got {shown(data)}.")
    return Meters(read_money(data["main"], "main meter"), read_money(data["secondary"], "secondary meter"))


def _read_flag(data: Mapping[str, Any], name: str) -> bool:
    flag = data.get(name, False)
    if type(flag) is not bool:
        raise Refusal("flag_malformed", f"Set '{name}' to true or false; got {shown(flag)}.")
    return flag


def _check_positions(rules: "Rules", seats: list[Seat]) -> None:
    seen = set()
    for seat in seats:
        if seat.position in seen:
            raise Refusal(
                "position_twice",
                f"Position {seat.position} stands in the round twice; each betting position has one hand.",
                rules.game.positions_clause.at(rules.jurisdiction),
                seat.position,
            )
        seen.add(seat.position)


def _check_no_card_twice(read: Round) -> None:
    """A sum of distinct powers of two has as many bits as there were powers."""
    total = sum(read.dealer) + sum(read.community) + sum(seat.hand for seat in read.seats)
    number = len(read.dealer) + len(read.community) + sum(len(seat.cards) for seat in read.seats)
    if total.bit_count() != number:
        raise _card_twice(read)


def _card_twice(read: Round) -> Refusal:
    from pitboss.cards import NAMES

    seen: dict[int, str] = {}
    piles = [(None, "the dealer", read.dealer), (None, "the community cards", read.community)]
    for position, whose, cards in piles + [
        (seat.position, f"position {seat.position}", seat.cards) for seat in read.seats
    ]:
        for card in cards:
            if card in seen:
                return Refusal(
                    "card_twice",
                    f"The {NAMES[card]} is in this round twice: with {seen[card]} and with {whose}. One deck has one.",
                    None,
                    position,
                )
            seen[card] = whose
    raise AssertionError("more cards than bits, yet none twice")


def _unknown_field(what: str, data: Mapping[str, Any], known: frozenset[str]) -> Refusal:
    strange = next(name for name in data if name not in known)
    return Refusal("unknown_field", f"A {what} has no field {shown(strange)}; it has {', '.join(sorted(known))}.")
