"""Where shuffles and cuts come from. No decision draws its own chance: it is passed in."""

from collections.abc import Sequence
from random import Random, SystemRandom


class Shuffles:
    """Chance from a random source: one with a seed makes every run alike, the operating system's none."""

    def __init__(self, seed: int | str | None) -> None:
        self.source: Random = SystemRandom() if seed is None else Random(seed)

    def permutation(self, cards: int) -> Sequence[int]:
        """As the source's own `shuffle`, to the same order, in half its time."""
        numbers, bits = list(range(cards)), self.source.getrandbits
        for size in range(cards.bit_length(), 1, -1):  # so many bits number the places up to the last one
            for last in range(min(cards, 2**size - 1) - 1, 2 ** (size - 1) - 2, -1):
                chosen = bits(size)
                while chosen > last:
                    chosen = bits(size)
                numbers[last], numbers[chosen] = numbers[chosen], numbers[last]
        return numbers

    def between(self, least: int, most: int) -> int:
        return self.source.randint(least, most)
