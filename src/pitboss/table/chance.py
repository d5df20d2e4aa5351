"""Chance as a table takes it: passed in from outside, so that a decision never makes its own."""

from collections.abc import Sequence
from typing import Protocol


class Chance(Protocol):
    """Where the order of a shuffle, the depth of a cut and the fall of dice come from."""

    def permutation(self, cards: int) -> Sequence[int]:
        """The numbers 0 to cards - 1 in some order."""

    def between(self, least: int, most: int) -> int:
        """A whole number from least to most, both included."""


class NoChance:
    """Asking what is allowed must not depend on chance."""

    def permutation(self, cards: int) -> range:
        return range(cards)

    def between(self, least: int, most: int) -> int:
        return least


NO_CHANCE = NoChance()
