"""A pseudo-random source for drills, scripts and tests. A floor takes the operating system's."""

from collections.abc import Sequence
from random import Random


class Seeded:
    """The same seed, the same shuffles."""

    def __init__(self, seed: int | str | None) -> None:
        self.random = Random(seed)

    def permutation(self, cards: int) -> Sequence[int]:
        order = list(range(cards))
        self.random.shuffle(order)
        return order

    def between(self, least: int, most: int) -> int:
        return self.random.randint(least, most)


def likely(random: Random, percent: int) -> bool:
    """True so many times in a hundred."""
    return random.randrange(100) < percent
