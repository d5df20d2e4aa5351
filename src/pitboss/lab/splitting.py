"""Hands that one pair becomes: how splitting may end, what all of them are worth together, and how the total varies.

Second cards are drawn until no hand is a pair or the number of hands allowed is reached. Some second cards are of the
pair's class and others are not; both facts change the chances of every hand and are counted exactly. Cards of the class
are known cards, missing from the shoe. For the others, inclusion and exclusion is used: the cases without a card of the
class are all cases, less those with one at a given place, and so on. So a hand is played from shoes that lack further
cards of the pair, and the results are added with signs (`given`).

Each hand's gain together with the dealer's end is exact, and so is the mean of the total. The law of the total is a
model: given the dealer's end, the hands of a split do not depend on each other.
"""

from fractions import Fraction
from functools import cache
from math import comb, perm
from typing import NamedTuple

from pitboss.lab.drawing import NO_WORTH, Worth
from pitboss.lab.endings import RESULTS, Law

FINE = 1 << 100
"""The chances of totals are whole numbers of this part of one."""

Gains = dict[int, int]
"""Chances of gains, in half bets."""


class End(NamedTuple):
    """How splitting ends: second cards that were split off again, hands whose second card makes no pair, and hands that
    get any second card because there are as many hands as allowed."""

    again: int
    done: int
    waiting: int


@cache
def split_ends(most: int) -> dict[End, int]:
    """Every end of a pair that may become `most` hands, with the number of orders of second cards that lead to it."""
    ends: dict[End, int] = {}

    def draw(made: int, done: int) -> None:
        if made in (most, done):
            end = End(made - 2, done, made - done)
            ends[end] = ends.get(end, 0) + 1
            return
        draw(made + 1, done)
        draw(made, done + 1)

    draw(2, 0)
    return ends


@cache
def most_missing(most: int) -> int:
    """How many further cards of the pair are missing from the shortest shoe that is needed."""
    return max(end.again + end.done - (end.waiting == 0) for end in split_ends(most))


def given(again: int, unpaired: int) -> list[tuple[int, int]]:
    """Cases that together mean: `again` second cards are of the pair and `unpaired` ones are not.

    In each: how many are known to be of the pair, and how often the case counts.
    """
    return [(again + more, (-1) ** more * comb(unpaired, more)) for more in range(unpaired + 1)]


class SplitHands(NamedTuple):
    """A split hand from shoes that lack no, one, two … further cards of the pair: with a second card that makes no
    pair, and with any. The first shoe has `cards`, `pairs` of the pair's class; a pair may become `most` hands."""

    others: list[Law]
    any_card: list[Law]
    pairs: int
    cards: int
    most: int

    def _chance(self, missing: int) -> Fraction:
        """The chance that `missing` given second cards are all of the pair."""
        return Fraction(perm(self.pairs, missing), perm(self.cards, missing))

    def worth(self) -> Worth:
        """What all hands together gain and stake on average."""
        laws = (self.others, self.any_card)
        others, any_card = ([law.worth.times(self._chance(n)) for n, law in enumerate(each)] for each in laws)
        total = NO_WORTH
        for end, orders in split_ends(self.most).items():
            for worths, many, unpaired in ((others, end.done, end.done - 1), (any_card, end.waiting, end.done)):
                for missing, times in given(end.again, unpaired):
                    if many and missing < len(worths):
                        total = total.plus(worths[missing].times(orders * many * times))
        return total

    def gains(self) -> Gains:
        """The chances of what all hands together gain, the hands independent of each other given the dealer's end."""
        laws = (self.others, self.any_card)
        others, any_card = ([law.by_gain(self._chance(n) * FINE) for n, law in enumerate(each)] for each in laws)
        found: Gains = {}
        for end, orders in split_ends(self.most).items():
            done = _mixed(others, given(end.again, end.done - 1))
            waiting = _mixed(any_card, given(end.again, end.done))
            for place in range(len(RESULTS)):
                hands = [_against(done, place)] * end.done + [_against(waiting, place)] * end.waiting
                for gain, chance in _together(hands).items():
                    found[gain] = found.get(gain, 0) + orders * chance
        return found


Rows = dict[int, list[int]]


def _mixed(laws: list[Rows], cases: list[tuple[int, int]]) -> Rows:
    """The chances of each gain with each of the dealer's ends, over these cases."""
    found: Rows = {}
    for missing, times in cases:
        for gain, row in laws[missing].items() if missing < len(laws) else ():
            into = found.setdefault(gain, [0] * len(RESULTS))
            for place, chance in enumerate(row):
                into[place] += times * chance
    return found


def _against(law: Rows, place: int) -> Gains:
    return {gain: row[place] for gain, row in law.items() if row[place]}


def _together(hands: list[Gains]) -> Gains:
    """The total of hands that share one end of the dealer's, whose chance is the sum of each hand's chances."""
    found, *others = hands
    for other in others:
        known, sums = sum(other.values()), Gains()
        if not known:
            return {}
        for gain, chance in found.items():
            for more, own in other.items():
                sums[gain + more] = sums.get(gain + more, 0) + chance * own
        found = {gain: chance // known for gain, chance in sums.items()}
    return found
