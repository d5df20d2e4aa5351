"""What a player's purse looks like after many rounds of the main game: percentiles of the sum of independent rounds.

The distribution of one round is exact; that of many is its convolution power, taken by Fourier transform in doubles.
This is for plots and their tables, and nothing here goes back into an exact figure.
"""

from fractions import Fraction
from math import lcm
from typing import NamedTuple

import numpy as np

from pitboss.lab.figures import number
from pitboss.lab.worth import Moments

LEVELS = (1, 5, 25, 50, 75, 95, 99)
"""Percentiles."""

ROUNDS = (1, 2, 3, 5, 7, *range(10, 100, 5), *range(100, 1001, 20))

WIDEST = 4096
"""From the lowest to the highest gain of a round: more does not fit into a transform of sensible size."""


class Session(NamedTuple):
    """After so many rounds: the result in antes at each level, the mean, and the chance to be ahead."""

    rounds: int
    results: dict[int, Fraction]
    mean: Fraction
    ahead: Fraction


def sessions(gains: Moments, rounds: tuple[int, ...] = ROUNDS) -> tuple[Session, ...]:
    """Percentiles of the result: the least result that at least so many percent of sessions do not exceed.

    Nothing where the gains of a round are too far apart.
    """
    unit = lcm(*(gain.denominator for gain, _ in gains.distribution))
    steps = [(int(gain * unit), number(chance)) for gain, chance in gains.distribution]
    lowest, highest = steps[0][0], steps[-1][0]
    if highest - lowest > WIDEST:
        return ()
    size = 1 << ((highest - lowest) * max(rounds)).bit_length()
    once = np.zeros(size)
    for gain, chance in steps:
        once[gain - lowest] = chance
    transformed = np.fft.rfft(once)
    found = []
    for number_of in rounds:
        chances = np.fft.irfft(transformed**number_of, size)[: (highest - lowest) * number_of + 1]
        at_most = np.cumsum(chances) * 100
        zero = -lowest * number_of
        results = {level: Fraction(int(np.searchsorted(at_most + TOLERANCE, level)) - zero, unit) for level in LEVELS}
        ahead = Fraction(chances[zero + 1 :].sum()) if zero + 1 < len(chances) else Fraction(0)
        found.append(Session(number_of, results, gains.mean * number_of, min(max(ahead, Fraction(0)), Fraction(1))))
    return tuple(found)


TOLERANCE = number(Fraction(1, 10**10))
"""In percent: far above the rounding of the transform, far below what a plot can show."""
