"""Where exact figures leave the house: a fraction as the nearest double, for JSON, plots and people.

The only module of the product in which floating point is used; nothing computed here goes back into an exact figure.
"""

from fractions import Fraction
from math import isqrt
from typing import Any

FAVOURS = "FAVOURS THE PLAYER"
"""What stands beside a house edge below nothing."""


def number(exact: Fraction | int) -> float:
    """The double nearest to an exact value."""
    return exact.numerator / exact.denominator


def root(exact: Fraction) -> float:
    """The square root of an exact value, right to the last digit of a double.

    The root of the fraction is taken in integers with far more digits than a double holds.
    """
    scale = 1 << 200
    return number(Fraction(isqrt(exact.numerator * scale * scale // exact.denominator), scale))


def ratio_of_roots(covariance: Fraction, variance: Fraction, other: Fraction) -> float | None:
    """A correlation; none where a wager does not vary."""
    if not variance or not other:
        return None
    size = root(covariance * covariance / (variance * other))
    return size if covariance >= 0 else -size


def exact(value: Fraction | int) -> dict[str, Any]:
    """The exact value in the form other programs rely on."""
    return {"numerator": str(value.numerator), "denominator": str(value.denominator)}


def percent(value: Fraction, places: int = 4) -> str:
    """`3.3730 %`, rounded exactly, half to even."""
    return f"{decimal(value * 100, places)} %"


def decimal(value: Fraction, places: int = 4) -> str:
    """A decimal with so many places, rounded exactly."""
    scaled = round(value * 10**places)
    whole, rest = divmod(abs(scaled), 10**places)
    return f"{'-' if scaled < 0 else ''}{whole:,}" + (f".{rest:0{places}d}" if places else "")
