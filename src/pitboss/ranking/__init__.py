"""Hand values: from the rank sets of four suits to one comparable integer, and back to words.

Every ranking is one function of four 13-bit suit masks, written in the subset of Python that Numba compiles too
(`compiled.py`): integers, `if`, `for`, look-ups in the tables of `bits.py`. The higher value wins; equal values tie.
"""

from collections.abc import Callable
from typing import NamedTuple

from pitboss.cards import suits

SuitsValue = Callable[[int, int, int, int], int]


class Ranking(NamedTuple):
    """How a game orders hands: `value` for comparing, `words` for people."""

    value: SuitsValue
    words: Callable[[int], str]

    def of(self, hand: int) -> int:
        """The value of a hand of cards."""
        return self.value(*suits(hand))
