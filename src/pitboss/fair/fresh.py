"""Chance for tables in memory that nobody wagers at: fresh keys from the kernel for every draw, nothing to prove."""

from collections.abc import Iterable, Sequence

from pitboss.fair.entropy import Entropy
from pitboss.fair.stream import Stream, keys_for, shuffle_choices


class Fresh:
    """Every shuffle, cut and throw from keys of its own."""

    def __init__(self, entropy: Entropy) -> None:
        self._entropy = entropy

    def permutation(self, cards: int) -> Sequence[int]:
        return self._stream(shuffle_choices(cards)).permutation(cards)

    def between(self, least: int, most: int) -> int:
        return self._stream([most - least + 1]).between(least, most)

    def _stream(self, choices: Iterable[int]) -> Stream:
        return Stream(self._entropy.keys(keys_for(choices)))
