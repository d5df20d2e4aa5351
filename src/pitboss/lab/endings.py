"""How hands from a shoe end under one strategy: every gain, together with the dealer's end, in whole numbers.

A strategy decides by the cards of the hand, so a hand is reached in a fixed number of orders of its cards, whatever the
shoe. `Ends` are these numbers. From a shoe they give the chance of each gain together with each dealer's end: a
sum, over the hands, of orders times the chance of the cards times the dealer's chances after them.

A card that busts is not a hand. The chance to bust is that of the hand that draws less that of all hands it becomes.
"""

from collections.abc import Iterable
from fractions import Fraction
from math import perm
from typing import NamedTuple

import numpy

from pitboss.lab.drawing import Pack, Played, Terms, Worth, beats, dealer_ends, tables, whole_numbers
from pitboss.lab.kernels.shoe import BUST, DEEPEST, DOUBLE, HIT, STOPS, SURRENDER, Array, hands

RESULTS = tuple(range(STOPS, BUST + 1))
"""The dealer's ends: 17 to 21, and bust."""

BET = 2
"""Half bets in a bet."""

Paid = tuple[int, int]
"""Half bets gained and staked."""


class Start(NamedTuple):
    """Two cards and what is done with them; `weight` is how many orders, times how often their suits come, in `parts`.

    `third` is how many of these parts make the hand `bonus` with three cards of one suit, which pays `more` half bets.
    """

    hand: int
    choice: int
    weight: int
    bonus: int = -1
    third: int = 0
    more: int = 0


class Result(NamedTuple):
    """Half bets gained and staked; `is_open` where the dealer's end decides whether they are won, tied or lost."""

    gain: int
    stake: int
    is_open: bool = False


Ends = dict[tuple[int, Result], int]
"""The number of orders in which a hand ends with a result. Below zero for hands that are not busts."""


class Course(NamedTuple):
    """Several kinds of ends, prepared for any shoe: all hands, and for each kind, by gain and stake, how often each
    hand counts with each of the dealer's ends."""

    hands: Array
    kinds: tuple[dict[Paid, tuple[Array, Array]], ...]


def ends_of(starts: Iterable[Start], played: Played, terms: Terms) -> Ends:
    """How hands with these starts end, with each further choice taken from `played`."""
    every, ends = hands(), Ends()
    met: list[dict[int, int]] = [{} for _ in range(terms.doubles + 1)]

    def add(hand: int, result: Result, weight: int) -> None:
        ends[hand, result] = ends.get((hand, result), 0) + weight

    def choose(hand: int, level: int, choice: int, weight: int) -> None:
        stake = BET << level
        if choice in (HIT, DOUBLE):
            level += choice == DOUBLE
            stake = BET << level
            bust = Result(-stake, stake)
            add(hand, bust, weight)
            for child in every.children[hand]:
                if child >= 0:
                    met[level][child] = met[level].get(child, 0) + weight
                    add(child, bust, -weight)
        elif choice == SURRENDER:
            add(hand, Result(-(stake >> 1), stake), weight)
        elif terms.pays[hand]:
            add(hand, Result(stake if level else terms.pays[hand], stake), weight)
        else:
            add(hand, Result(stake, stake, is_open=True), weight)

    for start in starts:
        choose(start.hand, 0, start.choice, start.weight)
        if start.choice == HIT and start.third:
            plain = terms.pays[start.bonus]
            add(start.bonus, Result(plain + start.more, BET), start.third)
            add(start.bonus, Result(plain, BET), -start.third)
    chosen = played.chosen.tolist()
    for level, of_level in enumerate(met):
        # A hand stands after all that it can become, so that going backwards meets it first.
        for hand in range(len(every.counts) - 1, -1, -1):
            if hand in of_level:
                choose(hand, level, chosen[level][hand], of_level[hand])
    return {key: weight for key, weight in ends.items() if weight}


def course_of(*kinds: Ends) -> Course:
    wanted = numpy.array(sorted({hand for ends in kinds for hand, _ in ends}), numpy.int64)
    return Course(wanted, tuple(_weights(ends, wanted) for ends in kinds))


def _weights(ends: Ends, wanted: Array) -> dict[Paid, tuple[Array, Array]]:
    _, _, totals, _ = tables()
    by_result: dict[Result, list[tuple[int, int]]] = {}
    for (hand, result), weight in ends.items():
        by_result.setdefault(result, []).append((hand, weight))
    found: dict[Paid, Array] = {}
    for result, each in by_result.items():
        hand, weight = numpy.array(each, numpy.int64).T
        rows = numpy.searchsorted(wanted, hand)
        signs = beats(totals[hand]) if result.is_open else numpy.ones((len(hand), len(RESULTS)), numpy.int64)
        for sign in numpy.unique(signs).tolist():
            into = found.setdefault(
                (sign * result.gain, result.stake), numpy.zeros((len(wanted), len(RESULTS)), numpy.int64)
            )
            into[rows] += weight[:, None] * (signs == sign)
    counted = {paid: numpy.flatnonzero(weights.any(axis=1)) for paid, weights in found.items()}
    return {paid: (rows, found[paid][rows].astype(object)) for paid, rows in counted.items() if len(rows)}


def less(ends: Ends, others: Ends) -> Ends:
    """What one strategy's ends have more than those of another."""
    found = {key: ends.get(key, 0) - others.get(key, 0) for key in ends.keys() | others.keys()}
    return {key: weight for key, weight in found.items() if weight}


NEVER = (0,) * len(RESULTS)


class Law(NamedTuple):
    """The chance of each gain and stake, in half bets, with each of the dealer's ends: whole numbers out of `of`."""

    chances: dict[Paid, list[int]]
    of: int

    @property
    def worth(self) -> Worth:
        sums = [(gain, stake, sum(row)) for (gain, stake), row in self.chances.items()]
        gained = sum(gain * chance for gain, _, chance in sums)
        staked = sum(stake * chance for _, stake, chance in sums)
        return Worth(Fraction(gained, BET * self.of), Fraction(staked, BET * self.of))

    def plus(self, other: "Law") -> "Law":
        """The chances of both, which are out of the same number."""
        found = dict(self.chances)
        for paid, row in other.chances.items():
            found[paid] = [one + more for one, more in zip(found.get(paid, NEVER), row, strict=True)]
        return Law(found, self.of)

    def by_gain(self, fine: Fraction | int) -> dict[int, list[int]]:
        """The chances of each gain with each of the dealer's ends, times a number, rounded to whole ones."""
        found: dict[int, list[int]] = {}
        for (gain, _), row in self.chances.items():
            into = found.setdefault(gain, [0] * len(RESULTS))
            for place, chance in enumerate(row):
                into[place] += chance
        over = self.of * fine.denominator
        return {gain: [chance * fine.numerator // over for chance in row] for gain, row in found.items()}


def laws_of(course: Course, pack: Pack, hits_soft_17: bool, head: int | None, parts: int) -> list[Law]:
    """How each kind of a course ends from a pack. `head` is the card that a split hand begins with."""
    masses, of = _masses(course.hands, pack, hits_soft_17, head)
    return [
        Law({paid: (weights * masses[rows]).sum(axis=0).tolist() for paid, (rows, weights) in kind.items()}, of * parts)
        for kind in course.kinds
    ]


def _masses(wanted: Array, pack: Pack, hits_soft_17: bool, head: int | None) -> tuple[Array, int]:
    """The chance of being dealt each hand in one order, together with each of the dealer's ends, out of one number."""
    counts, held, *_ = tables()
    ways = numpy.array(whole_numbers(dealer_ends(pack, hits_soft_17, wanted)), object).reshape(-1, len(RESULTS))
    cards, left = sum(pack.left), pack.left
    most = int(held[wanted].max(initial=0))
    draws = [perm(cards - own - DEEPEST, most - own) for own in range(most + 1)]
    orders = numpy.array(draws, object)[held[wanted]]
    for card, have in enumerate(left):
        orders = orders * numpy.array([perm(have, own) for own in range(most + 1)], object)[counts[wanted, card]]
    deepest = most + DEEPEST
    of = perm(cards, deepest) if head is None else left[head] * perm(cards - 1, deepest - 1)
    return orders[:, None] * ways, of
