"""Three cards against three, none of the dealer's to be seen (Three Card Poker).

Hands that differ only by a change of suits do equally well: 1,755 classes, each once for all hands that no pay table
tells apart. With all 22,100 hands in the order of their value,
the dealer's hands below a player's are a stretch of that order, less those that hold one of the player's cards.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np

from pitboss.cards import suits
from pitboss.lab.classes import of_own_cards
from pitboss.lab.crew import Progress, silent, spread
from pitboss.lab.decisions import Decision, hand_feature
from pitboss.lab.kernels.one_decision import (
    CHOICES,
    Cells,
    Ints,
    cards_of,
    decision_of,
    extras_of,
    groups_of,
    most_of,
    play_of,
    ranks_in_words,
    rows_of,
    worths,
)
from pitboss.lab.tally import ALL_RANKS, Tally, Terms
from pitboss.showdown.declaration import Outcome
from pitboss.showdown.rules import Rules

OUTCOMES = (Outcome.DEALER_FAILS, Outcome.PLAYER_HIGHER, Outcome.TIE, Outcome.DEALER_HIGHER)
CLASSES_IN_A_PART = 120


def tally(rules: Rules, terms: Terms, ranks: int = ALL_RANKS, progress: Progress = silent) -> Tally:
    """All deals, every hand played as well as it can be."""
    deck = deck_of(rules, ranks, of_own_cards(rules))
    found = _counted(rules, deck, ranks, progress)
    play = play_of(rules, terms, deck.kinds, found.deals, OUTCOMES)
    chosen = play.best(found.counts, found.kinds)
    totals = np.zeros((len(deck.kinds), CHOICES, len(OUTCOMES)), dtype=np.int64)
    np.add.at(totals, (found.kinds, chosen), (found.counts * found.weights).T)
    return Tally(len(deck.hands) * found.deals, rows_of(rules, groups_of(rules, deck.kinds), totals, OUTCOMES))


def choices(
    rules: Rules, terms: Terms, hand: int, seen: int = 0, ranks: int = ALL_RANKS, gone: int = 0
) -> dict[tuple[int, ...] | None, Fraction]:
    """What each choice is worth with this hand, in antes per deal. Nothing is seen of the dealer's, who has none of the
    cards `gone`."""
    counts = deck_of(rules, ranks).against(hand | gone, rules.ranking.of(hand))
    return worths(rules, terms, hand, counts.tolist(), OUTCOMES)


def decisions(rules: Rules, terms: Terms, ranks: int = ALL_RANKS, progress: Progress = silent) -> tuple[Decision, ...]:
    """The one decision, to fold or to play, by the value of the hand."""
    deck = deck_of(rules, ranks)
    kinds, found = deck.kinds, _counted(rules, deck, ranks, progress)
    ends = np.zeros((len(kinds), len(OUTCOMES)), dtype=np.int64)
    np.add.at(ends, found.kinds, (found.counts * found.weights).T)
    seen, most = np.arange(len(kinds)).reshape(-1, 1), np.array(most_of(rules, kinds))
    cells = Cells(seen, ends, most, extras_of(terms, kinds, ends.sum(axis=1)))
    yours = hand_feature("your hand", lambda kind: in_full(rules, rules.ranking.of(kinds[kind])))
    return (decision_of(rules, terms, OUTCOMES, (yours,), cells),)


def in_full(rules: Rules, value: int) -> str:
    """A hand in words, down to the cards that break ties: "queen-six-four", "pair of nines with king"."""
    words, made, beside = rules.ranking.words(value), value >> 13 & ALL_RANKS, value & ALL_RANKS
    if made & made - 1 and words.endswith(" high"):
        words = words.removesuffix(f"{ranks_in_words(made)[0]} high") + "-".join(ranks_in_words(made))
    return f"{words} with {'-'.join(ranks_in_words(beside))}" if beside else words


# The dealer's hands against a player's


class Deck(NamedTuple):
    """All hands in the order of their value; the dealer does not play with the first `failing` of them.

    `kinds`: one hand of each value, and of each class that a pay table puts hands of that value into, in order.
    `classes`: hands up to a change of suits, each with its kind, and how many there are of both.
    """

    hands: Ints
    values: Ints
    failing: int
    classes: Mapping[tuple[int, int], int]
    kinds: list[int]

    def against(self, hand: int, value: int) -> Ints:
        """By outcome, the dealer's hands that this hand can meet."""
        free = (self.hands & hand) == 0
        low, high = np.maximum(np.searchsorted(self.values, (value, value + 1)), self.failing)
        stretches = free[: self.failing], free[self.failing : low], free[low:high], free[high:]
        return np.array([np.count_nonzero(stretch) for stretch in stretches])


class Found(NamedTuple):
    """What was counted. By class: `counts` of deals (outcomes first), the kind of hand, the number of hands.

    `deals`: how many dealer's hands each hand meets.
    """

    deals: int
    counts: Ints
    kinds: Ints
    weights: Ints


def deck_of(rules: Rules, ranks: int, classes_of: Callable[[int], tuple[int, ...]] = lambda hand: ()) -> Deck:
    """All hands that cards of these ranks can make, told apart by value and by their classes."""
    hands = [sum(cards) for cards in combinations(cards_of(ranks), rules.game.deal.dealer)]
    valued = sorted((rules.ranking.of(hand), classes_of(hand), hand) for hand in hands)
    values = np.array([value for value, *_ in valued])
    failing = int(np.searchsorted(values, rules.dealer_needs))
    kinds = {(value, classes): hand for value, classes, hand in valued}
    number = {kind: place for place, kind in enumerate(kinds)}
    classes = Counter((_any_suits(hand), number[value, asked]) for value, asked, hand in valued)
    return Deck(np.array([hand for *_, hand in valued]), values, failing, classes, list(kinds.values()))


def _any_suits(hand: int) -> int:
    """The hand that stands for all that differ from this one only by a change of suits."""
    clubs, diamonds, hearts, spades = sorted(suits(hand), reverse=True)
    return clubs | diamonds << 13 | hearts << 26 | spades << 39


def _counted(rules: Rules, deck: Deck, ranks: int, progress: Progress) -> Found:
    """Every class of hands against the dealer's."""
    hands = [hand for hand, _ in deck.classes]
    values = [rules.ranking.of(hand) for hand in hands]
    counts = np.zeros((len(OUTCOMES), len(hands)), dtype=np.int64)

    def count(first: int) -> None:
        for place in range(first, min(first + CLASSES_IN_A_PART, len(hands))):
            counts[:, place] = deck.against(hands[place], values[place])

    for _ in spread(count, range(0, len(hands), CLASSES_IN_A_PART), progress):
        pass
    kinds = np.array([kind for _, kind in deck.classes])
    deals = comb(len(cards_of(ranks)) - rules.game.deal.player, rules.game.deal.dealer)
    return Found(deals, counts, kinds, np.array(list(deck.classes.values())))
