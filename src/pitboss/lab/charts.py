"""Strategy charts: the best action by what a player sees of one feature or two, neighbours that agree in one line."""

from fractions import Fraction
from typing import NamedTuple

import numpy as np

from pitboss.lab.decisions import Decision
from pitboss.lab.regrets import Numbers, added, in_order, regrets_of
from pitboss.lab.strategies import Phrases

Line = list[int | None]
"""The best action at each place of a row or column; none where no deal leads."""


class Chart(NamedTuple):
    """The best actions, from the best hand down. Without a second feature it is a list: one column without a name.

    An action is empty where no deal leads. `cost` is what playing by the chart loses against the optimum, in antes per
    deal.
    """

    row_feature: str
    column_feature: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    actions: tuple[tuple[str, ...], ...]
    cost: Fraction


def chart(decision: Decision, optimum: Fraction | None = None, lines: int = 20) -> Chart:
    """The chart by the first feature and, of the others, the one that is best to know besides.

    Rows beyond `lines` are merged with a neighbour, each time where it costs least.
    """
    regrets = regrets_of(decision)
    others = range(1, len(decision.features))
    grids = {column: _grid(decision, regrets, column) for column in others} or {0: _grid(decision, regrets, 0)}
    column = min(grids, key=lambda each: (grids[each].regret, len(grids[each].columns)))
    grid = _shortened(_agreed(grids[column]), lines)
    columns = _agreed(grid.turned())
    phrases = Phrases(decision)
    best = Fraction(sum(decision.values.max(axis=1).tolist()), decision.deals)
    by_row = list(zip(*columns.actions(), strict=True))
    return Chart(
        decision.features[0].name,
        decision.features[column].name if column else "",
        tuple(phrases.held(0, *ends) for ends in reversed(grid.rows)),
        tuple(phrases.span(column, *ends) for ends in columns.rows) if column else ("",),
        tuple(tuple("" if each is None else decision.actions[each] for each in line) for line in reversed(by_row)),
        (best if optimum is None else optimum) - best + Fraction(grid.regret, decision.deals),
    )


class _Grid(NamedTuple):
    """By two features, in stretches of their values: the regret of every action, and how many cells there are."""

    rows: list[tuple[int, int]]
    columns: list[tuple[int, int]]
    regrets: Numbers  # actions x rows x columns
    cells: Numbers  # rows x columns

    @property
    def regret(self) -> int:
        """What is lost by playing the best action everywhere."""
        return int(self.regrets.min(axis=0).sum())

    def actions(self) -> list[Line]:
        """The best actions, row by row; of equals the smallest wager."""
        return [
            [action if cells else None for action, cells in zip(actions, counts, strict=True)]
            for actions, counts in zip(self.regrets.argmin(axis=0).tolist(), self.cells.tolist(), strict=True)
        ]

    def turned(self) -> "_Grid":
        return _Grid(self.columns, self.rows, self.regrets.swapaxes(1, 2), self.cells.T)

    def joined(self, begins: list[int]) -> "_Grid":
        """With only those rows that begin at these places, each with all rows up to the next."""
        ends = [*begins[1:], len(self.rows)]
        rows = [(self.rows[begin][0], self.rows[end - 1][1]) for begin, end in zip(begins, ends, strict=True)]
        regrets, cells = np.add.reduceat(self.regrets, begins, axis=1), np.add.reduceat(self.cells, begins, axis=0)
        return _Grid(rows, self.columns, regrets, cells)


def _grid(decision: Decision, regrets: Numbers, column: int) -> _Grid:
    """By the first feature and another; by the first alone if that is the other too."""
    rows, places = in_order(decision.cells[:, 0])
    columns, beside = in_order(decision.cells[:, column]) if column else ([0], np.zeros_like(places))
    key, shape = places * len(columns) + beside, (len(rows), len(columns))
    sums = np.stack([added(key, each, *shape) for each in regrets])
    cells = added(key, np.ones(len(key), np.int64), *shape)
    return _Grid([(value, value) for value in rows], [(value, value) for value in columns], sums, cells)


def _agreed(grid: _Grid) -> _Grid:
    """Neighbouring rows that nowhere disagree, as one."""
    begins: list[int] = []
    before: Line = []
    for row, line in enumerate(grid.actions()):
        if begins and all(None in pair or pair[0] == pair[1] for pair in zip(before, line, strict=True)):
            before = [old if new is None else new for old, new in zip(before, line, strict=True)]
        else:
            begins.append(row)
            before = line
    return grid.joined(begins)


def _shortened(grid: _Grid, lines: int) -> _Grid:
    while len(grid.rows) > lines:
        apart = grid.regrets.min(axis=0).sum(axis=1)
        together = (grid.regrets[:, 1:] + grid.regrets[:, :-1]).min(axis=0).sum(axis=1)
        second = int((together - apart[1:] - apart[:-1]).argmin()) + 1
        grid = grid.joined([row for row in range(len(grid.rows)) if row != second])
    return grid
