"""What the analyses of all families have in common: tables in a terminal and a notebook, data frames, Parquet."""

import os
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from pitboss.extras import require
from pitboss.lab.figures import exact, number
from pitboss.refusal import Refusal, shown
from pitboss.regulations.pages import Page

PARTS = ("wagers", "outcomes", "pay_tables", "strategy", "chart")
"""What `to_frame` gives: a row a wager, a way to win or end, a pay table, a rule to remember, a cell of a chart."""

Record = dict[str, Any]

LARGEST = 2**63 - 1
"""The largest whole number of a Parquet column."""


class Result:
    """The base of an analysis: a family adds `page` and the records of each part."""

    def page(self) -> Page:
        """For people: titled tables."""
        raise NotImplementedError

    def records(self) -> list[Record]:
        """A record a wager. Exact figures are fractions."""
        raise NotImplementedError

    def records_of(self, part: str) -> Iterable[Record]:
        """The records of any part but the wagers."""
        raise NotImplementedError

    def to_frame(self, part: str = "wagers", *, hands: bool = False) -> Any:
        """A pandas data frame of one of `PARTS`; `hands=True` is the same as `part="outcomes"`.

        A fraction is a column of doubles and two of text, `…_numerator` and `…_denominator`, so that every column can
        be stored as Parquet.
        """
        require({"pandas": "pandas"}, "a data frame", "pandas")
        from pandas import DataFrame

        return DataFrame([flat(record) for record in self._asked("outcomes" if hands else part)])

    def to_parquet(self, path: str | os.PathLike[str], part: str = "wagers") -> None:
        """Write one of `PARTS` as a Parquet file."""
        require({"pandas": "pandas", "pyarrow": "pyarrow"}, "a Parquet file", "pandas pyarrow")
        self.to_frame(part).to_parquet(path, engine="pyarrow", index=False)

    def _asked(self, part: str) -> list[Record]:
        if part not in PARTS:
            raise Refusal("unknown_part", f"Ask for one of {', '.join(PARTS)}; got {shown(part)}.")
        return self.records() if part == "wagers" else aligned(self.records_of(part))

    def __str__(self) -> str:
        from pitboss.terminal import page_as_text

        return page_as_text(self.page())

    def _repr_html_(self) -> str:
        from pitboss.lab.shown import page_as_html

        return page_as_html(self.page())


def flat(record: Record) -> Record:
    """A record of doubles, whole numbers, text and truth values only."""
    found: Record = {}
    for name, value in record.items():
        is_exact = isinstance(value, Fraction) or (isinstance(value, int) and abs(value) > LARGEST)
        found[name] = number(value) if is_exact else value
        if is_exact:
            found |= {f"{name}_{part}": text for part, text in exact(value).items()}
    return found


def aligned(records: Iterable[Record]) -> list[Record]:
    """The records with the same fields in the same order; a missing one is None."""
    listed = list(records)
    names = dict.fromkeys(name for record in listed for name in record)
    return [{name: record.get(name) for name in names} for record in listed]


def chart_records(decision: str, rows: Iterable[str], columns: Iterable[str], cells: Any) -> list[Record]:
    """A record for each cell of a chart."""
    across = list(columns)
    return [
        {"chart": decision, "row": row, "column": column, "action": action}
        for row, actions in zip(rows, cells, strict=True)
        for column, action in zip(across, actions, strict=True)
    ]
