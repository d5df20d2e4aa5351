"""How well numbers fit chance: probabilities of a statistic, and Holm's judgement over many of them together.

A good generator fails single tests by chance. Over a family of tests the one to look at is whether any is too unlikely
for so many: Holm's correction keeps the chance of a false alarm below 1 % for all of them together.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

LEVEL = 0.01

Counts = NDArray[np.int64]


@dataclass(frozen=True)
class Found:
    """A test and how likely it is that chance alone goes as far."""

    name: str
    chance: float


def rejected(family: Iterable[Found]) -> list[Found]:
    """Those that Holm rejects at 1 % over the family: the k-th least likely of n against 1 % / (n - k)."""
    ordered = sorted(family, key=lambda found: found.chance)
    passed = (at for at, found in enumerate(ordered) if found.chance > LEVEL / (len(ordered) - at))
    return ordered[: next(passed, len(ordered))]


def chi_square(statistic: float, degrees: int) -> float:
    """How likely a chi-square value at least so large is."""
    return upper_gamma(degrees / 2, statistic / 2)


def upper_gamma(shape: float, at: float) -> float:
    """The regularised upper incomplete gamma function: its series below the mean, a continued fraction above it."""
    if at <= 0:
        return 1.0
    front = math.exp(shape * math.log(at) - at - math.lgamma(shape))
    if at < shape + 1:
        term = total = 1 / shape
        step = shape
        while term > total * 1e-16:
            step += 1
            term *= at / step
            total += term
        return max(0.0, 1 - front * total)
    b = at + 1 - shape
    c, d = 1e300, 1 / b
    fraction = d
    for n in range(1, 100_000):
        a = -n * (n - shape)
        b += 2
        d = 1 / (a * d + b)
        c = b + a / c
        fraction *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return front * fraction


def two_sided(z: float) -> float:
    """How likely a normal value is so far from zero."""
    return math.erfc(abs(z) / math.sqrt(2))


def fit(counts: Counts, expected: float | NDArray[np.float64], degrees: int) -> float:
    """The chi-square of counts against what was to be expected."""
    return chi_square(float(((counts - expected) ** 2 / expected).sum()), degrees)
