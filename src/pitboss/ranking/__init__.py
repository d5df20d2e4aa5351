"""Hand values: from the rank sets of four suits to one comparable integer, and back to words.

Every ranking is one function of four 13-bit suit masks, written in the subset of Python that Numba compiles too
(`compiled.py`): integers, `if`, `for`, look-ups in the tables of `bits.py`. The higher value wins; equal values tie.
"""

from collections.abc import Callable
from typing import NamedTuple

from pitboss.cards import suits

SuitsValue = Callable[[int, int, int, int], int]


class Ranking(NamedTuple):
    """How a game orders hands: `value` for comparing, `words` for people.

    `uses`: of a hand the cards that make its value, where a game lays the others aside.
    """

    value: SuitsValue
    words: Callable[[int], str]
    uses: Callable[[int], int] | None = None

    def of(self, hand: int) -> int:
        """The value of a hand of cards."""
        return self.value(*suits(hand))
