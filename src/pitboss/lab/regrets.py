"""What a decision loses: the regret of an action in a cell is how much more the best action would have earned there.

A rule's cost is the sum of the regrets of what it does. Such sums are small even where values are not.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.lab.decisions import Decision

Places = NDArray[np.intp]
Numbers = NDArray[Any]
"""Exact integers: int64 where all sums fit, else Python's own."""

SAFE = 1 << 62
"""Sums of regrets below this stay within int64, and so do differences of two of them."""


def regrets_of(decision: Decision) -> Numbers:
    """Actions x cells. Python's integers first, as even these differences might not fit; int64 if all sums will."""
    regrets: Numbers = decision.values.max(axis=1).astype(object) - decision.values.T.astype(object)
    return regrets.astype(np.int64) if sum(regrets.max(axis=0)) < SAFE else regrets


def added(places: Places, numbers: Numbers, *shape: int) -> Numbers:
    """A table of the sums of all numbers with the same place."""
    table = np.zeros(shape, numbers.dtype)
    np.add.at(table.reshape(-1), places, numbers)
    return table


def in_order(column: NDArray[np.int64]) -> tuple[list[int], Places]:
    """The values of a feature in their order, and the place of each cell's value among them."""
    values, places = np.unique(column, return_inverse=True)
    return values.tolist(), places
