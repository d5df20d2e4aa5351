"""Where shuffles and cuts come from. No decision draws its own chance: it is passed in."""

from collections.abc import Sequence
from random import Random, SystemRandom


class Shuffles:
    """Chance from a random source: one with a seed makes every run alike, the operating system's none."""

    def __init__(self, seed: int | str | None) -> None:
        self.source: Random = SystemRandom() if seed is None else Random(seed)

    def permutation(self, cards: int) -> Sequence[int]:
        numbers = list(range(cards))
        self.source.shuffle(numbers)
        return numbers

    def between(self, least: int, most: int) -> int:
        return self.source.randint(least, most)
