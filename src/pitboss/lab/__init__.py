"""The worth of every wager: counting kernels by family, optimal play, statistics, strategies, reports.

>>> from pitboss.lab import analyze
>>> found = analyze("three-card-poker")
>>> found.gains["ante"].mean
Fraction(-686689, 20358520)
>>> found.sides["pair_plus"].hands[0].combinations
48
"""

from collections.abc import Mapping
from typing import Any


def analyze(game: str, jurisdiction: str = "nj", options: Mapping[str, Any] | None = None, **how: Any) -> Any:
    """The worth of every wager of a game as one house plays it: an analysis by the family of the game.

    `how`: `meter`, `ante` and `bet` as amounts such as "10.00", and `lab` for counting without the disk
    (`Lab(use_kept=False)`). The result prints as tables, shows as HTML in a notebook, and goes to a dictionary or a
    data frame.
    """
    from pitboss.lab.analysis import analyze

    return analyze(game, jurisdiction, options, **how)
