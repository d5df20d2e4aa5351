"""The chart of a shoe game: what it costs equals playing it out card by card, and it says what people can follow."""

import re
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any, NamedTuple

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss import games
from pitboss.lab.chart import BEST_SUIT, LETTERS, MOST_CARDS, PARTS, SPLIT, Chart, joined
from pitboss.lab.drawing import hand_of, whole, whole_numbers
from pitboss.lab.figures import percent
from pitboss.lab.kernels.shoe import ACE, CLASSES, DOUBLE, HIT, LIMB, LIMBS, MASK, PICTURE, STAND, SURRENDER
from pitboss.lab.shoe import UPS, ShoeAnalysis
from pitboss.shoe.rules import Rules

Hand = tuple[int, ...]

SHORT = (4, 0, 0, 0, 0, 24, 24, 24, 4, 12)
"""A shoe of few values, so that all can be dealt out; sixes, sevens and eights as in six decks, for their suits."""


def house(game: str, **options: Any) -> Rules:
    rules = games.game(game).rules("nj", options)
    assert isinstance(rules, Rules)
    return rules


def reduced(game: str, **options: Any) -> ShoeAnalysis:
    found = ShoeAnalysis(house(game, **options))
    found.shoe = SHORT
    return found


class Unseen(NamedTuple):
    """How many cards other hands of a split have drawn, of any class but the pair's; which ones is unknown."""

    pair: int
    cards: int


NONE_UNSEEN = Unseen(0, 0)


class DealtOut:
    """A chart played by its words: hole card first, then the player's cards, then the dealer's."""

    def __init__(self, found: ShoeAnalysis, chart: Chart) -> None:
        self.found, self.rules, self.chart = found, found.rules, chart

    def gain(self) -> Fraction:
        total, cards = Fraction(0), sum(SHORT)
        for up in (card for card in range(CLASSES) if SHORT[card]):
            left = less(SHORT, up)
            worth = Fraction(0)
            for a, b in combinations_with_replacement(range(CLASSES), 2):
                ways = left[a] * (left[b] - (a == b)) * (1 if a == b else 2)
                if ways:
                    worth += Fraction(ways, (cards - 1) * (cards - 2)) * self.dealt(up, a, b)
            attacked = 2 if self.rules.game.attack and worth > 0 else 1
            total += attacked * Fraction(SHORT[up], cards) * worth
        return total

    def dealt(self, up: int, a: int, b: int) -> Fraction:
        """Two cards, whatever the hole card."""
        theirs = {ACE: PICTURE, PICTURE: ACE}.get(up)
        left = less(SHORT, up, a, b)
        lost = Fraction(0) if theirs is None else Fraction(left[theirs], sum(left))
        if (a, b) == (ACE, PICTURE):
            blackjack = self.rules.game.blackjack
            return blackjack.odds.fraction() * (1 if blackjack.beats_dealers else 1 - lost)
        return self.two_cards(up, less(SHORT, up), a, b, self.chart.first_choice(up, a, b)) - lost

    def fits(self, a: int, b: int) -> list[tuple[int, Fraction, Fraction]]:
        """How well the suits of two cards fit: how often, and how often a third that makes a bonus then fits too."""
        needs = self.needs(a, b)
        if needs is None:
            return []
        decks = 6
        copies = dict.fromkeys(product({a, b, needs}, "cdhs"), decks)
        found = {0: Fraction(0), 1: Fraction(0), BEST_SUIT: Fraction(0)}
        third = {1: Fraction(0), BEST_SUIT: Fraction(0)}
        for one, other in product("cdhs", repeat=2):
            first = Fraction(copies[a, one], 4 * decks)
            held = copies[b, other] - (a == b and one == other)
            both = first * Fraction(held, 4 * decks - (a == b))
            fit = 0 if one != other else BEST_SUIT if one == "s" else 1
            found[fit] += both
            if fit:
                used = (a == needs) + (b == needs)
                third[fit] = Fraction(decks - used, 4 * decks - used)
        return [(fit, chance, third.get(fit, Fraction(0))) for fit, chance in found.items()]

    def needs(self, a: int, b: int) -> int | None:
        if self.rules.game.wins_with_21 is None:
            return None
        return {(5, 6): 7, (5, 7): 6, (6, 7): 5, (6, 6): 6}.get((min(a, b), max(a, b)))

    def two_cards(
        self, up: int, pack: Hand, a: int, b: int, ordered: int, is_split: bool = False, unseen: Unseen = NONE_UNSEEN
    ) -> Fraction:
        """Where the dealer has no blackjack. Suits may turn a choice into a hit, and make a bonus pay more."""
        found = Fraction(0)
        for fit, chance, third in self.fits(a, b) or [(0, Fraction(1), Fraction(0))]:
            choice = HIT if self.chart.hits_for_bonus(up, a, b, fit) else ordered
            if choice == SPLIT:
                found += chance * self.split(up, a)
                continue
            found += chance * self.over_holes(up, pack, hand_of(a, b), choice, is_split, unseen)
            needs = self.needs(a, b)
            if choice == HIT and fit and needs is not None:
                left = less(pack, a, b)
                more = Fraction(3 if fit == BEST_SUIT else 2) - Fraction(3, 2)
                made = drawn(left, unseen)[needs] * self.clear(up, less(left, needs), unseen)
                found += chance * made * third * more
        return found

    def clear(self, up: int, left: Hand, unseen: Unseen) -> Fraction:
        holes = drawn(left, unseen).items()
        return sum((chance for hole, chance in holes if {up, hole} != {ACE, PICTURE}), Fraction(0))

    def over_holes(
        self, up: int, pack: Hand, hand: Hand, choice: int, is_split: bool, unseen: Unseen = NONE_UNSEEN
    ) -> Fraction:
        """A choice over every hole card that makes no blackjack. `pack` holds the hand still."""
        left = tuple(have - own for have, own in zip(pack, hand, strict=True))
        return sum(
            (
                chance * self.does(up, hole, less(pack, hole), hand, 0, choice, is_split, unseen)
                for hole, chance in drawn(left, unseen).items()
                if {up, hole} != {ACE, PICTURE}
            ),
            Fraction(0),
        )

    def later(self, up: int, hand: Hand, is_split: bool) -> int:
        """What the chart says of a hand that was hit or split; where it says R too late, what it says instead."""
        total, soft = total_of(hand)
        choice = self.chart.cells[up, soft, total, min(sum(hand), MOST_CARDS)]
        if choice != SURRENDER or self.may_surrender(sum(hand), is_split):
            return choice
        if (up, soft, total, 0) in self.chart.instead:
            return self.chart.instead[up, soft, total, 0]
        return self.chart.cells.get((up, soft, total, 3), HIT)

    def may_surrender(self, cards: int, is_split: bool, doubled: bool = False) -> bool:
        """By the house's options as they read; Spanish 21 has none of them."""
        options = {"surrender": "first_two_cards", "surrender_split_hands": False} | self.rules.options
        if is_split and not options["surrender_split_hands"]:
            return False
        if options["surrender"] == "first_two_cards":
            return cards == 2 and is_split
        return not doubled or options["surrender"] == "any_time"

    def doubled(self, up: int, hand: Hand, again: bool, is_split: bool) -> int:
        total, soft = total_of(hand)
        choice = self.chart.doubled.get((up, soft, total, 0), STAND)
        rescue = self.rules.game.name == "spanish-21"
        if choice == SURRENDER and not rescue and not self.may_surrender(sum(hand), is_split, doubled=True):
            return STAND
        return STAND if choice == DOUBLE and not again else choice

    @cache  # noqa: B019
    def does(
        self, up: int, hole: int, rest: Hand, hand: Hand, doubles: int, choice: int, is_split: bool, unseen: Unseen
    ) -> Fraction:
        stake = 1 << doubles
        if choice == STAND:
            return self.stands(up, hole, rest, hand, doubles, unseen)
        if choice == SURRENDER:
            return Fraction(-stake, 2)
        if choice == DOUBLE:
            doubles, stake = doubles + 1, 2 * stake
        left = tuple(have - own for have, own in zip(rest, hand, strict=True))
        found = Fraction(0)
        for card, chance in drawn(left, unseen).items():
            after = tuple(own + (each == card) for each, own in enumerate(hand))
            if total_of(after)[0] > 21:
                found -= chance * stake
                continue
            then = (
                self.doubled(up, after, doubles < self.rules.doubles, is_split)
                if doubles
                else self.later(up, after, is_split)
            )
            found += chance * self.does(up, hole, rest, after, doubles, then, is_split, unseen)
        return found

    def stands(self, up: int, hole: int, rest: Hand, hand: Hand, doubles: int, unseen: Unseen) -> Fraction:
        total, _ = total_of(hand)
        if total == 21 and self.rules.game.wins_with_21:
            return Fraction(1 << doubles) if doubles else bonus_21(hand)
        left = tuple(have - own for have, own in zip(rest, hand, strict=True))
        return (1 << doubles) * against(total, hand_of(up, hole), left, self.rules.hits_soft_17, unseen)

    def split(self, up: int, pair: int) -> Fraction:
        """Every hand of a split, by which second cards were of the pair and which were not.

        The former are out of the shoe. The latter are out of it too, but it is not known which they are.
        """
        left = less(SHORT, up, pair, pair)
        cards = sum(left)
        if self.rules.game.split.aces_once and pair == ACE:
            return 2 * self.second(up, pair, 0, 0)

        def draw(hands: int, pairs_drawn: int, others_drawn: int) -> Fraction:
            """Second cards come one by one; a pair makes one more hand that waits, up to as many as the house lets."""
            waiting = hands - others_drawn
            if hands == self.rules.options.get("split_hands", 4) or not waiting:
                found = Fraction(0)
                if others_drawn:
                    found += others_drawn * self.second(up, pair, pairs_drawn, others_drawn - 1, True)
                if waiting:
                    found += waiting * self.second(up, pair, pairs_drawn, others_drawn)
                return found
            again = Fraction(left[pair] - pairs_drawn, cards - pairs_drawn - others_drawn)
            found = (1 - again) * draw(hands, pairs_drawn, others_drawn + 1)
            return found + again * draw(hands + 1, pairs_drawn + 1, others_drawn) if again else found

        return draw(2, 0, 0)

    @cache  # noqa: B019
    def second(self, up: int, pair: int, gone: int, others: int, no_pair: bool = False) -> Fraction:
        """A split hand with its second card, any or one that makes no pair."""
        pack, unseen = less(SHORT, up, pair, *[pair] * gone), Unseen(pair, others)
        cards = drawn(less(pack, pair), unseen)
        if no_pair:
            cards.pop(pair, None)
        found = sum(
            (chance * self.seconded(up, pack, pair, card, unseen) for card, chance in cards.items()), Fraction(0)
        )
        return found / sum(cards.values())

    def seconded(self, up: int, pack: Hand, pair: int, card: int, unseen: Unseen) -> Fraction:
        hand = hand_of(pair, card)
        if self.rules.game.split.aces_once and pair == ACE:
            kept = (STAND, SURRENDER) if self.may_surrender(2, is_split=True) else (STAND,)
            return max(self.over_holes(up, pack, hand, choice, True) for choice in kept)
        return self.two_cards(up, pack, pair, card, self.later(up, hand, True), True, unseen)


@cache
def chances(left: Hand, unseen: Unseen) -> tuple[tuple[int, Fraction], ...]:
    others = sum(left) - left[unseen.pair]
    pair = Fraction(left[unseen.pair], sum(left) - unseen.cards)
    return tuple(
        (card, pair if card == unseen.pair else (1 - pair) * Fraction(many, others))
        for card, many in enumerate(left)
        if many
    )


def drawn(left: Hand, unseen: Unseen) -> dict[int, Fraction]:
    """The chance of each class to come next; the cards unseen are in `left`, but not in the shoe."""
    return dict(chances(left, unseen))


def less(pack: Hand, *cards: int) -> Hand:
    return tuple(have - cards.count(card) for card, have in enumerate(pack))


def total_of(hand: Hand) -> tuple[int, bool]:
    hard = sum((card + 1) * many for card, many in enumerate(hand))
    soft = hand[ACE] > 0 and hard <= 11
    return hard + 10 * soft, soft


def bonus_21(hand: Hand) -> Fraction:
    cards = sum(hand)
    if cards >= 5:
        return {5: Fraction(3, 2), 6: Fraction(2)}.get(cards, Fraction(3))
    return Fraction(3, 2) if hand in (hand_of(5, 6, 7), hand_of(6, 6, 6)) else Fraction(1)


@cache
def against(total: int, dealer: Hand, left: Hand, hits_soft_17: bool, unseen: Unseen) -> Fraction:
    """What a total gains against a dealer who draws by rule."""
    theirs, soft = total_of(dealer)
    if theirs > 17 or (theirs == 17 and not (soft and hits_soft_17)):
        return Fraction((theirs > 21 or theirs < total) - (total < theirs <= 21))
    found = Fraction(0)
    for card, chance in drawn(left, unseen).items():
        after = tuple(have + (each == card) for each, have in enumerate(dealer))
        found += chance * against(total, after, less(left, card), hits_soft_17, unseen)
    return found


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("spanish-21", {}),
        ("spanish-21", {"dealer_hits_soft_17": True, "redouble": True}),
        ("double-attack-blackjack", {}),
        ("double-attack-blackjack", {"surrender_split_hands": False}),
        ("double-attack-blackjack", {"split_hands": 3, "surrender": "not_after_a_double"}),
        ("double-attack-blackjack", {"surrender": "not_after_a_double", "surrender_split_hands": False}),
        ("double-attack-blackjack", {"split_hands": 2, "surrender": "first_two_cards"}),
        ("double-attack-blackjack", {"surrender": "first_two_cards", "surrender_split_hands": False}),
    ],
)
def test_playing_the_chart_equals_dealing_it_out(game: str, options: dict[str, Any]) -> None:
    found = reduced(game, **options)
    assert found.by_chart.gain == DealtOut(found, found.chart).gain()
    assert found.main.gain >= found.by_chart.gain


def test_a_chart_that_is_not_followed_costs_more() -> None:
    """The comparison would notice a wrong cell: standing on every hard total from 12 on is dealt out as dear."""
    found = reduced("spanish-21")
    stiff = {cell: STAND if cell[2] >= 12 and not cell[1] else choice for cell, choice in found.chart.cells.items()}
    other = found.chart._replace(cells=stiff)
    gain = found.main_worth(found.played(other), other).gain
    assert gain == DealtOut(found, other).gain() < found.by_chart.gain


@pytest.mark.parametrize(
    ("game", "options", "most"),
    [
        ("spanish-21", {}, "0.00072 %"),
        ("spanish-21", {"dealer_hits_soft_17": True, "redouble": True}, "0.00293 %"),
        ("double-attack-blackjack", {}, "0.00023 %"),
    ],
)
def test_what_the_charts_cost(game: str, options: dict[str, Any], most: str) -> None:
    found = ShoeAnalysis(house(game, **options))
    assert percent(found.main.gain - found.by_chart.gain, 5) == most


@pytest.mark.parametrize("game", ["spanish-21", "double-attack-blackjack"])
def test_every_hand_has_its_place_and_a_total_turns_once(game: str) -> None:
    chart = ShoeAnalysis(house(game)).chart
    shown = chart.as_json(UPS)
    assert {*shown["hard"]} == {str(total) for total in range(4, 22)}
    assert {*shown["soft"]} == {str(total) for total in range(12, 22)}
    for cell in (cell for part in ("hard", "soft") for row in shown[part].values() for cell in row):
        assert re.fullmatch(r"[SHDR](?:[3-6][SHDR])?|R3[SHD][4-6][SHD]", cell), cell
    assert all(len(row) == CLASSES for part in PARTS for row in shown[part].values())
    for up, (soft, total, cards) in product(range(CLASSES), [(False, 4, 2), (True, 12, 2), (False, 21, MOST_CARDS)]):
        assert LETTERS[chart.later_choice(up, soft, total, cards)] in "SHD"


def test_what_everybody_knows_of_spanish_21() -> None:
    shown = ShoeAnalysis(house("spanish-21")).chart.as_json(UPS)
    two_to_ace = shown["up_cards"]
    assert two_to_ace == [*"23456789", "J Q K", "A"]
    assert shown["hard"]["17"][-1] == "R3H"
    assert {*shown["hard"]["18"]} == {"S"} and {*shown["hard"]["12"]} == {"H"}
    assert {*shown["pairs"]["8"]} == {*shown["pairs"]["A"]} == {"P"}
    assert {*shown["pairs"]["4"]} == {*shown["pairs"]["5"]} == {"-"}
    assert shown["after_a_double"]["hard 16"][:6] == ["S"] * 6 and shown["after_a_double"]["hard 16"][6:] == ["R"] * 4
    assert shown["bonus_hands"]["6-8"][2] == "H" and shown["bonus_hands"]["7-8"][2] == "Hs"


def test_a_game_without_suits_has_no_lines_for_them() -> None:
    chart = ShoeAnalysis(house("double-attack-blackjack")).chart
    assert chart.as_json(UPS)["bonus_hands"] == {}
    assert not any("bonus" in table.title for table in chart.tables(UPS))


def test_the_chart_says_what_split_hands_do_that_may_not_be_surrendered() -> None:
    """Readings 117 and 118; where all hands may be, or none but the first two cards, there is nothing to add."""

    def shown(**options: Any) -> dict[str, Any]:
        return ShoeAnalysis(house("double-attack-blackjack", **options)).chart.as_json(UPS)

    given, late = shown(), shown(surrender="first_two_cards", surrender_split_hands=False)
    assert given["after_a_split"] == late["after_a_split"] == {}
    assert "R" in {cell for row in given["after_a_double"].values() for cell in row}
    assert late["after_a_double"] == {}  # a doubled hand can only stand
    chart = ShoeAnalysis(house("double-attack-blackjack", surrender_split_hands=False)).chart
    instead = {cell for row in chart.as_json(UPS)["after_a_split"].values() for cell in row}
    assert instead - {"-"} and instead <= {"-", "S", "H", "D"}
    titles = [table.title for table in chart.tables(UPS)]
    assert "After a double: S stand, R surrender, but split hands stand" in titles
    assert "After a split: instead of R" in titles


def test_rows_that_agree_stand_together() -> None:
    rows = {"4": ["H"], "5": ["H"], "6": ["S"], "J Q K": ["S"], "hard 7": ["S"], "soft 8": ["S"], "soft 9": ["S"]}
    assert joined(rows) == [["4 to 5", "H"], ["6", "S"], ["J Q K", "S"], ["hard 7", "S"], ["soft 8 to 9", "S"]]


@given(st.lists(st.lists(st.integers(-(2**318), 2**318), min_size=2, max_size=2), min_size=1, max_size=5))
def test_whole_numbers_are_read_as_limb_by_limb(numbers: list[list[int]]) -> None:
    limbs = numpy.array([[limbs_of(each) for each in row] for row in numbers], dtype=numpy.int64)
    assert whole_numbers(limbs) == numbers == [[whole(each.tolist()) for each in row] for row in limbs]


def limbs_of(number: int) -> list[int]:
    """All but the highest between nothing and their most."""
    low = [number >> LIMB * place & MASK for place in range(LIMBS - 1)]
    return [*low, number >> LIMB * (LIMBS - 1)]
