"""To fold, or to place one wager more: what every game that asks just that has in common, once deals are counted.

What a stake is worth is linear in it, so only a fold, the least and the most can be best. Over the deals of a situation
a stake wins base + stake x slope, where base is what the ante wins and slope what a wager of one ante wins.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import floor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK, SUIT_BITS, suits
from pitboss.lab.classes import declared
from pitboss.lab.decisions import Decision, Feature
from pitboss.lab.tally import Row, Terms
from pitboss.ranking.words import RANK_WORDS
from pitboss.showdown.declaration import Outcome
from pitboss.showdown.rules import Rules

Ints = NDArray[np.int64]
Outcomes = tuple[Outcome, ...]

CHOICES = 3
FOLD, LEAST, MOST = range(CHOICES)

FAR = 1 << 62
"""More than any contest wins or loses: a need that stops here is still always or never met."""


def cards_of(ranks: int) -> list[int]:
    """The cards of these ranks."""
    return [card for number, card in enumerate(DECK) if ranks >> number % SUIT_BITS & 1]


def need_of(terms: Terms, hand: int, deals: int) -> int:
    """What staying in must win in the contest, over all deals of a situation, to be better than a fold.

    Won plus what the hand earns besides must be more than the fold; won is an integer, so the bound is rounded down.
    """
    return max(-FAR, min(floor(deals * (terms.fold - terms.extra(hand))), FAR))


def pays_of(terms: Terms, outcomes: Outcomes) -> Ints:
    """What each outcome does to the ante, and to a later wager of one ante."""
    return np.array([[pays.get(outcome, 0) for outcome in outcomes] for pays in (terms.ante, terms.later)])


def most_of(rules: Rules, hands: Iterable[int]) -> list[int]:
    """The largest stake that each of these hands allows."""
    (step,) = rules.game.decisions
    return [step.most(rules.ranking.of(hand)).most for hand in hands]


class Play(NamedTuple):
    """What decides between a fold and a later wager, by kind of hand."""

    pays: Ints
    least: int
    most: Ints
    need: Ints

    def best(self, counts: Ints, kinds: Ints) -> Ints:
        """The best choice in each situation, and of equal ones the smaller wager. `counts`: deals, outcomes first."""
        base, slope = (_weighed(pays, counts) for pays in self.pays.tolist())
        stake = np.where(slope > 0, self.most[kinds], self.least)
        return np.where(base + stake * slope > self.need[kinds], np.where(slope > 0, MOST, LEAST), FOLD)


def play_of(rules: Rules, terms: Terms, kinds: list[int], deals: int, outcomes: Outcomes) -> Play:
    """What decides, from one hand of each kind; each situation stands for `deals` deals."""
    assert not rules.ante_needs, "hands too weak for the ante are not counted apart"
    need = np.array([need_of(terms, hand, deals) for hand in kinds])
    return Play(pays_of(terms, outcomes), rules.game.decisions[0].least, np.array(most_of(rules, kinds)), need)


def _weighed(pays: Sequence[int], counts: Ints) -> Ints:
    """Over each situation's deals what a wager of one ante wins, by what each outcome pays."""
    won = np.zeros(counts.shape[1:], dtype=np.int64)
    for pay, count in zip(pays, counts, strict=True):
        if pay:
            won += pay * count
    return won


def worths(
    rules: Rules, terms: Terms, hand: int, counts: Sequence[int], outcomes: Outcomes
) -> dict[tuple[int, ...] | None, Fraction]:
    """What a fold and every stake win on average, from the counts of one situation."""
    (step,) = rules.game.decisions
    deals, extra, (most,) = sum(counts), terms.extra(hand), most_of(rules, [hand])
    base, slope = (Fraction(sum(map(int.__mul__, pays, counts)), deals) for pays in pays_of(terms, outcomes).tolist())
    plays: dict[tuple[int, ...] | None, Fraction] = {
        (stake,): extra + base + stake * slope for stake in range(step.least, most + 1)
    }
    return {None: Fraction(terms.fold), **plays}


def rows_of(rules: Rules, hands: Sequence[int], totals: Ints, outcomes: Outcomes) -> tuple[Row, ...]:
    """The deals by kind of hand (`hands`: one of each), choice and outcome, as rows. Hands may stand more than once."""
    least = rules.game.decisions[0].least
    deals: Counter[tuple[int, tuple[int, ...] | None, Outcome]] = Counter()
    for hand, most, kind in zip(hands, most_of(rules, hands), totals.tolist(), strict=True):
        deals[hand, None, Outcome.FOLD] += sum(kind[FOLD])
        for choice, stake in (LEAST, least), (MOST, most):
            for outcome, number in zip(outcomes, kind[choice], strict=True):
                deals[hand, (stake,), outcome] += number
    return tuple(
        Row(hand, False, stakes, outcome, number) for (hand, stakes, outcome), number in deals.items() if number
    )


def groups_of(rules: Rules, kinds: Iterable[int]) -> list[int]:
    """For each kind of hand the first that every pay table pays alike and that may wager as much.

    All hands of a kind are in the same classes.
    """
    (step,), ante_bonus, asked = (
        rules.game.decisions,
        rules.game.ante_bonus,
        [each.classify for each in declared(rules)],
    )
    first: dict[tuple[int, ...], int] = {}
    groups = []
    for hand in kinds:
        own, value = suits(hand), rules.ranking.of(hand)
        classes = [classify(own, value) for classify in asked] + ([ante_bonus.on(value)] if ante_bonus else [])
        groups.append(first.setdefault((step.most(value).most, *classes), hand))
    return groups


class Cells(NamedTuple):
    """Situations that look alike: what is seen of each (cells x features), and its deals (cells x outcomes).

    `most`: the largest stake allowed in each. `extra`: what its hands earn besides the contest by staying in.
    """

    seen: Ints
    ends: Ints
    most: Ints
    extra: Ints | int = 0


def extras_of(terms: Terms, kinds: Iterable[int], deals: Ints) -> Ints:
    """What hands of each kind earn besides the contest over their deals, rounded down."""
    return np.array([floor(terms.extra(hand) * many) for hand, many in zip(kinds, deals.tolist(), strict=True)])


def decision_of(
    rules: Rules, terms: Terms, outcomes: Outcomes, features: tuple[Feature, ...], cells: Cells
) -> Decision:
    """A fold, the least wager, and all that are the most with some hand."""
    (step,), deals = rules.game.decisions, cells.ends.sum(axis=1)
    base, slope = (cells.ends @ pays for pays in pays_of(terms, outcomes))
    stakes = sorted({step.least, *cells.most.tolist()})
    played = (base + np.minimum(stake, cells.most) * slope + cells.extra for stake in stakes)
    values = np.stack([terms.fold * deals, *played], axis=1)
    actions = "fold", *(f"{stake}x" for stake in stakes)
    return Decision(step.name, features, actions, cells.seen, values, deals, sum(deals.tolist()))


def flush_cells(
    rules: Rules, terms: Terms, outcomes: Outcomes, seen: Ints, ends: Ints, bits: int
) -> tuple[Cells, list[int]]:
    """Cells by flushes and what else is seen, and the flushes in order: the first feature becomes a place among them.

    A flush comes as its value, whose length stands above so many `bits`. Where the same choice is right with all
    flushes of a length, they count as one: the length without ranks. What is alike then becomes one cell.
    """
    (step,), lengths = rules.game.decisions, seen[:, 0] >> bits
    most = np.array([step.most(length << bits).most for length in range(int(lengths.max()) + 1)])
    best = decision_of(rules, terms, outcomes, (), Cells(seen, ends, most[lengths])).values.argmax(axis=1)
    plain = [length for length in np.unique(lengths) if len(np.unique(best[lengths == length])) == 1]
    flushes, place = np.unique(np.where(np.isin(lengths, plain), lengths << bits, seen[:, 0]), return_inverse=True)
    seen, ends = alike(np.column_stack([place, seen[:, 1:]]), ends)
    return Cells(seen, ends, most[flushes >> bits][seen[:, 0]]), flushes.tolist()


def alike(seen: Ints, ends: Ints) -> tuple[Ints, Ints]:
    """Situations that look alike put together: each sight once, with all its deals."""
    shape = tuple((seen.max(axis=0) + 1).tolist())
    sights, place = np.unique(np.ravel_multi_index(tuple(seen.T), shape), return_inverse=True)
    deals = np.zeros((len(sights), ends.shape[1]), dtype=np.int64)
    np.add.at(deals, place, ends)
    return np.stack(np.unravel_index(sights, shape), axis=1), deals


# In words

NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven")


def ranks_in_words(ranks: int) -> list[str]:
    """The ranks of a set, the highest first."""
    return [word for rank, word in reversed(list(enumerate(RANK_WORDS))) if ranks >> rank & 1]
