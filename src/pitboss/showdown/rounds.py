"""Reading a finished round: from the JSON form to cards, cents and decisions, refusing what is not one.

Whether the round follows the game's rules (limits, decisions, numbers of cards) is settlement's business.
"""

import json
from collections.abc import Iterator, Mapping, Sized
from itertools import chain
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.cards import CARDS, Suits, name_cards, read_cards, suits
from pitboss.money import read_money, read_usual_wagers, read_wager
from pitboss.refusal import Refusal, misshapen, shown
from pitboss.showdown.progressive import Meters
from pitboss.showdown.rulings import PositionResult

if TYPE_CHECKING:
    from pitboss.showdown.rules import Layout, Rules


NO_OPTIONS = msgspec.Raw(b"{}")
NOTHING_VOID: frozenset[str] = frozenset()


class PositionForm(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """A position as files have it. `void`: the whole hand, or the wagers that went back where settled ones stand."""

    position: int
    cards: str
    wagers: dict[str, Any]
    actions: list[Any] | None = None
    void: bool | list[str] = False
    forfeit: bool = False


class RoundForm(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """A round as files have it."""

    game: Any
    dealer: str
    positions: list[PositionForm]
    jurisdiction: Any = None
    options: msgspec.Raw = NO_OPTIONS
    community: str | None = None
    meters: dict[str, Any] | None = None
    void: list[str] | None = None
    id: Any = None

    def names(self) -> int:
        """How many names its objects have, if nothing is spelled out that could be left out."""
        number = 3 + (self.jurisdiction is not None) + (self.community is not None) + (self.id is not None)
        if self.options is not NO_OPTIONS:
            number += 1 + bytes(self.options).count(b":")
        if self.meters is not None:
            number += 1 + len(self.meters)
        for each in self.positions:
            number += 3 + len(each.wagers)
            actions = each.actions
            if actions is not None:
                number += 1
                for action in actions:
                    if type(action) is dict:
                        number += len(action)
        return number


class Seat(PositionResult, gc=False):
    """One betting position: what stood in the round, and what settlement makes of it.

    `stakes` holds the wagers placed before the deal, in cents, `written` the same as they stand in the file; later ones
    join them, and `layout` goes with them. `value` is None where cards are missing. `paid` holds the payments that no
    odds give. `returned` are wagers that went back while others of the round were settled and stand.
    """

    layout: "Layout"
    cards: list[str]
    bits: int
    suits: Suits
    value: int | None
    actions: list[Any]
    void: bool
    forfeit: bool
    folded: bool = False
    returned: frozenset[str] = NOTHING_VOID


class Round(msgspec.Struct, gc=False):
    """A finished round, read but not yet judged. `board` is None where community cards are missing."""

    dealer: tuple[int, ...]
    community: tuple[int, ...]
    board: int | None
    seats: list[Seat]
    void: frozenset[str]
    meters: Meters | None
    id: Any


def form_of(data: Any) -> RoundForm:
    """The round in a JSON-like mapping."""
    if not isinstance(data, Mapping):
        raise Refusal("not_a_round", "Write a round as an object with 'game', 'dealer' and 'positions'.")
    options = data.get("options")
    try:
        form = msgspec.convert({name: held for name, held in data.items() if name != "options"}, RoundForm)
    except msgspec.ValidationError as error:
        raise misshapen(error) from None
    if options is not None:
        try:
            form.options = msgspec.Raw(json.dumps(options, allow_nan=False).encode())
        except (TypeError, ValueError, RecursionError) as error:
            raise Refusal("options_malformed", f"Write the options as JSON has them: {error}.") from None
    return form


def read_round(rules: "Rules", form: RoundForm) -> Round:
    if not form.positions:
        raise Refusal("positions_missing", "List at least one betting position under 'positions'.")
    community = _read_cards(form.community, "the community") if form.community else ()
    void = _read_void(rules, form.void) if form.void else NOTHING_VOID
    board = sum(community) if len(community) == rules.game.deal.community else None
    amounts = read_usual_wagers([*chain.from_iterable([each.wagers.values() for each in form.positions])])
    usual = None if amounts is None else iter(amounts)
    read = Round(
        _read_cards(form.dealer, "the dealer"),
        community,
        board,
        [_read_seat(rules, position, board, void, usual) for position in form.positions],
        void,
        _read_meters(rules, form.meters) if form.meters is not None else None,
        form.id,
    )
    _check_each_once(rules, read)
    _check_dealt(rules, read)
    return read


def _read_seat(
    rules: "Rules", form: PositionForm, board: int | None, void: frozenset[str], usual: Iterator[int] | None
) -> Seat:
    """`usual` has the amounts of this and all later positions, where all are usual ones."""
    position, deal = form.position, rules.game.deal
    if form.void is True and form.forfeit:
        message = "Say either 'void' or 'forfeit': a void hand has nothing to forfeit."
        raise Refusal("void_and_forfeit", message, None, position)
    if not 1 <= position <= rules.game.positions:
        raise Refusal(
            "position_out_of_range",
            f"Number the position 1 to {rules.game.positions}; got {shown(position)}.",
            rules.game.positions_clause.at(rules.jurisdiction),
        )
    try:
        cards = form.cards.split()
        bits = _sum(cards, "this position")
        layout = rules.layout(tuple(form.wagers))
        stakes = _read_stakes(form.wagers, usual)
        is_void = form.void is True
        if void and stakes.keys() <= void:
            is_void = True
        c, d, h, s = own = suits(bits)
        value = words = None
        if len(cards) != deal.player:
            if not is_void:
                raise wrong_number(rules, "this position", deal.player, cards)
        elif board is not None and (bits + board).bit_count() == len(cards) + deal.community:
            if board:
                c, d, h, s = suits(bits + board)
            value = rules.value(c, d, h, s)  # with a star before one tuple the call would cost twice as much
            words = rules.words(value)
        return Seat(
            position,
            words,
            stakes,
            form.wagers.copy(),
            {},
            layout.void_hand,
            layout,
            cards,
            bits,
            own,
            value,
            form.actions or [],
            is_void,
            form.forfeit,
            returned=frozenset(form.void) if isinstance(form.void, list) else NOTHING_VOID,
        )
    except Refusal as refusal:
        raise refusal.at(position) from None


def _read_stakes(wagers: dict[str, Any], usual: Iterator[int] | None) -> dict[str, int]:
    if usual is not None:
        # It takes from `usual` as many as there are wagers. Saying `strict=False` would cost half as much again.
        return dict(zip(wagers, usual))  # noqa: B905
    return {name: read_wager(amount, name) for name, amount in wagers.items()}


_card = CARDS.__getitem__


def _sum(cards: list[str], whose: str) -> int:
    try:
        return sum(map(_card, cards))
    except KeyError as unknown:
        raise _no_card(unknown, whose) from None


def _read_cards(text: str, whose: str) -> tuple[int, ...]:
    try:
        return read_cards(text)
    except KeyError as unknown:
        raise _no_card(unknown, whose) from None


def _no_card(unknown: KeyError, whose: str) -> Refusal:
    return Refusal(
        "unknown_card",
        f"{shown(unknown.args[0])} of {whose} is no card: write a rank of 23456789TJQKA, then a suit of cdhs.",
    )


def _read_void(rules: "Rules", names: list[str]) -> frozenset[str]:
    """The wagers of the contest are void together: with the ante go those placed on it."""
    for wager in names:
        if wager not in rules.game.wagers():
            raise Refusal("unknown_wager", f"{rules.game.title} has no wager {shown(wager)} that could be void.")
    if rules.ante in names:
        names = [*names, *(step.name for step in rules.game.decisions)]
    return frozenset(names)


def _read_meters(rules: "Rules", data: dict[str, Any]) -> Meters:
    if not rules.game.progressive:
        raise Refusal("meters_not_used", f"Leave the meters out: {rules.game.title} has no progressive.")
    if data.keys() != {"main", "secondary"}:
        raise Refusal("meters_malformed", f"Give both meters, 'main' and 'secondary'; got {shown(data)}.")
    return Meters(read_money(data["main"], "main meter"), read_money(data["secondary"], "secondary meter"))


def _check_dealt(rules: "Rules", read: Round) -> None:
    """A void hand may have any number of cards: a wrong number is why hands become void."""
    deal = rules.game.deal
    if len(read.dealer) != deal.dealer and not all(seat.void for seat in read.seats):
        raise wrong_number(rules, "the dealer", deal.dealer, read.dealer)
    if read.board is None and read.community and not all(seat.void for seat in read.seats):
        raise wrong_number(rules, "the community", deal.community, read.community)


def wrong_number(rules: "Rules", whose: str, wanted: int, cards: Sized) -> Refusal:
    clause = rules.game.deal.clause.at(rules.jurisdiction)
    return Refusal("wrong_number_of_cards", f"Give {whose} {wanted or 'no'} cards; there are {len(cards)}.", clause)


def _check_each_once(rules: "Rules", read: Round) -> None:
    """Each position and each card: a sum of distinct powers of two has as many bits as there were powers."""
    positions = 0
    total = sum(read.dealer) + sum(read.community)
    number = len(read.dealer) + len(read.community)
    for seat in read.seats:
        positions |= 1 << seat.position
        total += seat.bits
        number += len(seat.cards)
    if positions.bit_count() != len(read.seats):
        raise _position_twice(rules, read)
    if total.bit_count() != number:
        raise _card_twice(read)


def _position_twice(rules: "Rules", read: Round) -> Refusal:
    positions = [seat.position for seat in read.seats]
    twice = next(position for position in positions if positions.count(position) > 1)
    return Refusal(
        "position_twice",
        f"Position {twice} stands in the round twice; each betting position has one hand.",
        rules.game.positions_clause.at(rules.jurisdiction),
        twice,
    )


def _card_twice(read: Round) -> Refusal:
    seen: dict[str, str] = {}
    piles = [
        (None, "the dealer", name_cards(read.dealer).split()),
        (None, "the community cards", name_cards(read.community).split()),
    ]
    seats = [(seat.position, f"position {seat.position}", seat.cards) for seat in read.seats]
    for position, whose, cards in piles + seats:
        for card in cards:
            if card in seen:
                both = f"both with {whose}" if seen[card] == whose else f"with {seen[card]} and with {whose}"
                return Refusal(
                    "card_twice",
                    f"The {card} is in this round twice, {both}: a deck has one.",
                    None,
                    position,
                )
            seen[card] = whose
    raise AssertionError("more cards than bits, yet none twice")
