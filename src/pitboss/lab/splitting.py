"""Hands that one pair becomes: how splitting may end, and what all of them are worth together."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache

from pitboss.lab.drawing import Worth

Ends = dict[tuple[int, int], Fraction]
"""How splitting may end: so many hands with a second card that makes no pair, so many with any; and the chances."""


@cache
def split_ends(pairs: int, cards: int, most: int) -> Ends:
    """Second cards are drawn one by one; one that makes a pair is split off again, up to so many hands."""
    ends: Ends = {}

    def draw(made: int, done: int, chance: Fraction) -> None:
        waiting = made - done
        if made == most or not waiting:
            ends[done, waiting] = ends.get((done, waiting), Fraction(0)) + chance
            return
        again = Fraction(pairs - (made - 2), cards - (made - 2) - done)
        draw(made + 1, done, chance * again)
        draw(made, done + 1, chance * (1 - again))

    draw(2, 0, Fraction(1))
    return ends


def together(ends: Ends, others: Worth, any_card: Worth, clear: Fraction) -> Worth:
    """Several hands at once. Squares are as of hands that do not depend on each other."""

    def mean(of: Callable[[int, int], int]) -> Fraction:
        return sum((chance * of(done, waiting) for (done, waiting), chance in ends.items()), Fraction(0))

    all_done, all_waiting = mean(lambda done, _: done), mean(lambda _, waiting: waiting)
    found = others.times(all_done).plus(any_card.times(all_waiting))
    cross = mean(lambda done, _: done * (done - 1)) * others.gain**2
    cross += mean(lambda _, waiting: waiting * (waiting - 1)) * any_card.gain**2
    cross += mean(lambda done, waiting: 2 * done * waiting) * others.gain * any_card.gain
    return found._replace(square=found.square + cross * Fraction(clear.denominator, clear.numerator))
