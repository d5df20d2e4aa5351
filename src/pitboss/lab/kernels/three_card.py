"""Three cards against three, none of the dealer's to be seen (Three Card Poker).

Hands that differ only by a change of suits are alike: 1,755 classes. With all 22,100 hands in the order of their value,
the dealer's hands below a player's are a stretch of that order, less those that hold one of the player's cards.
How to decide between a fold and one wager more, once deals are counted, stands here for other games too.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb, floor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK, SUIT_BITS, suits
from pitboss.lab.crew import Progress, silent, spread
from pitboss.lab.decisions import Decision, Feature
from pitboss.lab.tally import ALL_RANKS, Row, Tally, Terms
from pitboss.ranking.words import RANK_WORDS
from pitboss.showdown.declaration import Outcome
from pitboss.showdown.rules import Rules

Ints = NDArray[np.int64]

OUTCOMES = (Outcome.DEALER_FAILS, Outcome.PLAYER_HIGHER, Outcome.TIE, Outcome.DEALER_HIGHER)
CLASSES_IN_A_PART = 120


def tally(rules: Rules, terms: Terms, ranks: int = ALL_RANKS, progress: Progress = silent) -> Tally:
    """All deals, every hand played as well as it can be."""
    deck, play, found = _counted(rules, terms, ranks, progress)
    chosen = play.best(found.counts, found.kinds)
    totals = np.zeros((len(deck.kinds), CHOICES, len(OUTCOMES)), dtype=np.int64)
    np.add.at(totals, (found.kinds, chosen), (found.counts * found.weights).T)
    return Tally(len(deck.hands) * play.deals, play.rows(rules, totals))


def choices(
    rules: Rules, terms: Terms, hand: int, seen: int = 0, ranks: int = ALL_RANKS
) -> dict[tuple[int, ...] | None, Fraction]:
    """What each choice is worth with this hand, in antes per deal. Nothing is seen of the dealer's."""
    counts = deck_of(rules, ranks).against(hand, rules.ranking.of(hand))
    return worths(rules, terms, hand, counts.tolist(), OUTCOMES)


def decisions(rules: Rules, terms: Terms, ranks: int = ALL_RANKS, progress: Progress = silent) -> tuple[Decision, ...]:
    """The one decision, to fold or to play, by the value of the hand."""
    deck, play, found = _counted(rules, terms, ranks, progress)
    values = np.zeros((len(deck.kinds), CHOICES), dtype=np.int64)
    np.add.at(values, found.kinds, (play.worths(found.counts, found.kinds) * found.weights).T)
    weights = np.zeros(len(deck.kinds), dtype=np.int64)
    np.add.at(weights, found.kinds, found.weights * play.deals)
    yours = Feature("your hand", lambda kind: in_full(rules, rules.ranking.of(deck.kinds[kind])))
    name, deals = rules.game.decisions[0].name, len(deck.hands) * play.deals
    cells = np.arange(len(deck.kinds)).reshape(-1, 1)
    return (Decision(name, (yours,), play.actions, cells, values[:, : len(play.actions)], weights, deals),)


# The dealer's hands against a player's


class Deck(NamedTuple):
    """All hands in the order of their value; the dealer does not play with the first `failing` of them.

    `classes`: hands up to a change of suits, and how many are in each. `kinds`: one hand of each value, in order.
    """

    hands: Ints
    values: Ints
    failing: int
    classes: Mapping[int, int]
    kinds: list[int]

    def against(self, hand: int, value: int) -> Ints:
        """By outcome, the dealer's hands that this hand can meet."""
        free = (self.hands & hand) == 0
        low, high = np.maximum(np.searchsorted(self.values, (value, value + 1)), self.failing)
        stretches = free[: self.failing], free[self.failing : low], free[low:high], free[high:]
        return np.array([np.count_nonzero(stretch) for stretch in stretches])


class Found(NamedTuple):
    """What was counted. By class: `counts` of deals (outcomes first), the kind of hand, the number of hands."""

    counts: Ints
    kinds: Ints
    weights: Ints


def deck_of(rules: Rules, ranks: int) -> Deck:
    """All hands that cards of these ranks can make."""
    hands = [sum(cards) for cards in combinations(cards_of(ranks), rules.game.deal.dealer)]
    valued = sorted((rules.ranking.of(hand), hand) for hand in hands)
    values = np.array([value for value, _ in valued])
    failing = int(np.searchsorted(values, rules.dealer_needs))
    kinds = list(dict(valued).values())
    return Deck(np.array([hand for _, hand in valued]), values, failing, Counter(map(_any_suits, hands)), kinds)


def cards_of(ranks: int) -> list[int]:
    """The cards of these ranks."""
    return [card for number, card in enumerate(DECK) if ranks >> number % SUIT_BITS & 1]


def _any_suits(hand: int) -> int:
    """The hand that stands for all that differ from this one only by a change of suits."""
    clubs, diamonds, hearts, spades = sorted(suits(hand), reverse=True)
    return clubs | diamonds << 13 | hearts << 26 | spades << 39


def _counted(rules: Rules, terms: Terms, ranks: int, progress: Progress) -> tuple[Deck, "Play", Found]:
    """Every class of hands against the dealer's."""
    deck = deck_of(rules, ranks)
    hands = list(deck.classes)
    values = [rules.ranking.of(hand) for hand in hands]
    counts = np.zeros((len(OUTCOMES), len(hands)), dtype=np.int64)

    def count(first: int) -> None:
        for place in range(first, min(first + CLASSES_IN_A_PART, len(hands))):
            counts[:, place] = deck.against(hands[place], values[place])

    for _ in spread(count, range(0, len(hands), CLASSES_IN_A_PART), progress):
        pass
    kinds = np.searchsorted(np.unique(deck.values), values)
    play = play_of(rules, terms, deck.kinds, comb(len(cards_of(ranks)) - 3, rules.game.deal.dealer), OUTCOMES)
    return deck, play, Found(counts, kinds, np.array(list(deck.classes.values())))


# To fold, or to place one wager more: for every game that asks just that

CHOICES = 3
FOLD, LEAST, MOST = range(CHOICES)
"""What a stake is worth is linear in it, so only a fold, the least and the most can be best."""


class Play(NamedTuple):
    """What decides between a fold and a later wager, by kind of hand; each situation stands for `deals` deals.

    Over those a stake wins base + stake x slope, where base is what the ante wins and slope what a wager of one ante
    wins. As that is an integer, it beats a fold if it is above `need`, the integer part of what a fold brings less what
    the hand earns besides: no fractions are compared.
    """

    kinds: list[int]
    deals: int
    outcomes: tuple[Outcome, ...]
    ante: list[int]
    later: list[int]
    fold: int
    least: int
    most: Ints
    need: Ints
    extra: list[Fraction]

    @property
    def actions(self) -> tuple[str, ...]:
        """The choices, in the order of `FOLD`, `LEAST`, `MOST`."""
        most = int(self.most.max())
        return ("fold", f"{self.least}x", f"{most}x") if most > self.least else ("fold", f"{self.least}x")

    def best(self, counts: Ints, kinds: Ints) -> Ints:
        """The best choice in each situation, and of equal ones the smaller wager."""
        base, slope = self._base(counts), self._slope(counts)
        stake = np.where(slope > 0, self.most[kinds], self.least)
        return np.where(base + stake * slope > self.need[kinds], np.where(slope > 0, MOST, LEAST), FOLD)

    def worths(self, counts: Ints, kinds: Ints) -> Ints:
        """What each choice wins, in antes over each situation's deals (with an extra, rounded down)."""
        slope = self._slope(counts)
        base = self._base(counts) + np.array([floor(extra * self.deals) for extra in self.extra])[kinds]
        fold = np.full_like(base, self.fold * self.deals)
        return np.stack((fold, base + self.least * slope, base + self.most[kinds] * slope))

    def rows(self, rules: Rules, totals: Ints) -> tuple[Row, ...]:
        """The deals by kind of hand, choice and outcome, as rows: kinds that all pay tables pay alike become one."""
        deals: Counter[tuple[int, tuple[int, ...] | None, Outcome]] = Counter()
        for group, most, kind in zip(groups_of(rules, self.kinds), self.most.tolist(), totals.tolist(), strict=True):
            deals[group, None, Outcome.FOLD] += sum(kind[FOLD])
            for choice, stake in (LEAST, self.least), (MOST, most):
                for outcome, number in zip(self.outcomes, kind[choice], strict=True):
                    deals[group, (stake,), outcome] += number
        return tuple(
            Row(hand, False, stakes, outcome, number) for (hand, stakes, outcome), number in deals.items() if number
        )

    def _base(self, counts: Ints) -> Ints:
        return _weighed(self.ante, counts)

    def _slope(self, counts: Ints) -> Ints:
        return _weighed(self.later, counts)


def play_of(rules: Rules, terms: Terms, kinds: list[int], deals: int, outcomes: tuple[Outcome, ...]) -> Play:
    """What decides, from one hand of each kind.

    Nothing that a stake can win or lose reaches `bound`; so a need beyond it, from an extra however large, stops there.
    """
    assert not rules.ante_needs, "hands too weak for the ante are not counted apart"
    (step,) = rules.game.decisions
    ante, later = ([wager.get(outcome, 0) for outcome in outcomes] for wager in (terms.ante, terms.later))
    most = [step.most(rules.ranking.of(hand)).most for hand in kinds]
    bound = deals * (1 + max(map(abs, ante)) + max(most) * max(map(abs, later)))
    extra = [terms.extra(hand) for hand in kinds]
    need = [max(-bound, min(floor(deals * (terms.fold - each)), bound)) for each in extra]
    return Play(kinds, deals, outcomes, ante, later, terms.fold, step.least, np.array(most), np.array(need), extra)


def worths(
    rules: Rules, terms: Terms, hand: int, counts: Sequence[int], outcomes: tuple[Outcome, ...]
) -> dict[tuple[int, ...] | None, Fraction]:
    """What a fold and every stake win on average, from the counts of one situation."""
    (step,) = rules.game.decisions
    deals, extra, most = sum(counts), terms.extra(hand), step.most(rules.ranking.of(hand)).most
    base, slope = (
        Fraction(sum(wager.get(outcome, 0) * count for outcome, count in zip(outcomes, counts, strict=True)), deals)
        for wager in (terms.ante, terms.later)
    )
    plays: dict[tuple[int, ...] | None, Fraction] = {
        (stake,): extra + base + stake * slope for stake in range(step.least, most + 1)
    }
    return {None: Fraction(terms.fold), **plays}


def groups_of(rules: Rules, kinds: Iterable[int]) -> list[int]:
    """For each kind of hand the first that every pay table pays alike. In these games all go by the hand's value."""
    game = rules.game
    classify = [bonus.on(rules.options) for bonus in game.bonuses]
    first: dict[tuple[int, ...], int] = {}
    groups = []
    for hand in kinds:
        own, value = suits(hand), rules.ranking.of(hand)
        classes = [each(own, value) for each in classify] + ([game.ante_bonus.on(value)] if game.ante_bonus else [])
        groups.append(first.setdefault(tuple(classes), hand))
    return groups


def _weighed(pays: Sequence[int], counts: Ints) -> Ints:
    """Over each situation's deals what a wager of one ante wins, by what each outcome pays."""
    won = np.zeros(counts.shape[1:], dtype=np.int64)
    for pay, count in zip(pays, counts, strict=True):
        if pay:
            won += pay * count
    return won


def in_full(rules: Rules, value: int) -> str:
    """A hand in words, down to the cards that break ties: "queen-six-four", "pair of nines with king-five"."""
    words, made, beside = rules.ranking.words(value), value >> 13 & 8191, value & 8191
    if made & made - 1 and words.endswith(" high"):
        words = words.removesuffix(f"{_ranks(made)[0]} high") + "-".join(_ranks(made))
    return f"{words} with {'-'.join(_ranks(beside))}" if beside else words


def _ranks(ranks: int) -> list[str]:
    """The ranks of a set in words, the highest first."""
    return [word for rank, word in reversed(list(enumerate(RANK_WORDS))) if ranks >> rank & 1]
