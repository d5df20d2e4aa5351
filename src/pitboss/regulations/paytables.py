"""Pay tables as the texts print them: a row a hand, a column a table, the clause beside each row."""

from typing import Any

import msgspec

from pitboss.refusal import Refusal, shown, spoken
from pitboss.regulations.citation import Citation

MOST_ODDS = 1_000_000_000
"""A house's own odds are whole numbers up to this, to 1."""


class Share(int):
    """A percentage of a progressive's main meter, where other awards are whole dollars."""


class Row(msgspec.Struct, frozen=True):
    """What one hand pays in each table of a block, `None` where a table does not pay it.

    Odds to 1; in a progressive's table an award instead: whole dollars, or a `Share` of the meter.
    """

    hand: str
    hand_class: int
    pays: tuple[int | None, ...]
    clause: Citation


class Block(msgspec.Struct, frozen=True):
    """A table as printed: labelled columns over rows."""

    labels: tuple[str, ...]
    rows: tuple[Row, ...]


class Line(msgspec.Struct, frozen=True):
    """A row of the table a house has chosen."""

    hand: str
    hand_class: int
    odds: int
    clause: str


class PayTable(msgspec.Struct, frozen=True):
    """The table in force for one wager; one of the house's own has no label."""

    label: str
    lines: tuple[Line, ...]
    clause: str


class PayTables(msgspec.Struct, frozen=True):
    """All tables a text gives for one wager, and what a house may choose among them.

    `at_least`: the text says "no less than", so a house may post a list of better odds.
    `licensee`: the label of a table whose amounts the house sets itself.
    """

    name: str
    blocks: tuple[Block, ...]
    clause: Citation
    at_least: bool = False
    licensee: str | None = None
    licensee_clause: Citation | None = None

    def labels(self) -> tuple[str, ...]:
        printed = tuple(label for block in self.blocks for label in block.labels)
        return (*printed, self.licensee) if self.licensee else printed

    def is_unlabelled(self) -> bool:
        """The text gives a single table without a name."""
        return self.labels() == ("",)

    def odds(self, label: str) -> list[int]:
        """The odds of a printed table from the top row down; an unpaid row is left out."""
        block = next(block for block in self.blocks if label in block.labels)
        column = block.labels.index(label)
        return [odds for row in block.rows if (odds := row.pays[column]) is not None]

    def printed(self, label: str, jurisdiction: str) -> PayTable:
        for block in self.blocks:
            if label in block.labels:
                column = block.labels.index(label)
                lines = tuple(
                    Line(row.hand, row.hand_class, odds, row.clause.at(jurisdiction))
                    for row in block.rows
                    if (odds := row.pays[column]) is not None
                )
                return PayTable(label, lines, self.clause.at(jurisdiction))
        raise KeyError(label)

    def choose(self, value: Any, jurisdiction: str) -> PayTable:
        """The table a house asks for: a label, its own amounts under a label, or a list of odds."""
        if isinstance(value, str):
            return self._by_label(value, jurisdiction)
        if isinstance(value, list):
            return self._better_than_some(value, jurisdiction)
        if isinstance(value, dict) and len(value) == 1:
            (label, amounts), *_ = value.items()
            return self._with_amounts(label, amounts, jurisdiction)
        raise self._unknown(value, jurisdiction)

    def _by_label(self, label: str, jurisdiction: str) -> PayTable:
        if self.licensee and label == self.licensee:
            assert self.licensee_clause
            raise Refusal(
                "pay_table_needs_amounts",
                f"Give the house's own amounts with {spoken(self.name)} table {label}: "
                f"{len(self.blocks[0].rows)} whole odds to 1, longest hand first.",
                self.licensee_clause.at(jurisdiction),
            )
        if not label or label not in self.labels():
            raise self._unknown(label, jurisdiction)
        return self.printed(label, jurisdiction)

    def _with_amounts(self, label: str, amounts: Any, jurisdiction: str) -> PayTable:
        if label not in self.labels():
            raise self._unknown(label, jurisdiction)
        if label == self.licensee:
            return self._posted(label, amounts, jurisdiction)
        if not self.at_least:
            raise Refusal(
                "pay_table_fixed",
                f"Leave the amounts out: {spoken(self.name)} table {label} is fixed by the text.",
                self.clause.at(jurisdiction),
            )
        posted = self._posted(label, amounts, jurisdiction)
        if not _no_less(posted, self.printed(label, jurisdiction)):
            raise self._below(jurisdiction)
        return posted

    def _better_than_some(self, odds: list[Any], jurisdiction: str) -> PayTable:
        """A list of odds stands if it pays no less than one of the printed tables in every row."""
        if not self.at_least and (not self.is_unlabelled() or odds != self.odds("")):
            raise Refusal(
                "pay_table_fixed",
                f"Choose the {spoken(self.name)} from what the text fixes: {self._known()}.",
                self.clause.at(jurisdiction),
            )
        for label in self.labels():
            posted, printed = self._posted(label, odds, jurisdiction), self.printed(label, jurisdiction)
            if _no_less(posted, printed):
                same = odds == [line.odds for line in printed.lines]
                return printed if same else PayTable("", posted.lines, posted.clause)
        raise self._below(jurisdiction)

    def _posted(self, label: str, odds: Any, jurisdiction: str) -> PayTable:
        """The house's own odds on the rows of a printed table."""
        block = next((block for block in self.blocks if label in block.labels), self.blocks[0])
        rows = block.rows
        if not isinstance(odds, list) or len(odds) != len(rows) or not all(_is_odds(each) for each in odds):
            raise Refusal(
                "pay_table_malformed",
                f"Give the {spoken(self.name)} {len(rows)} whole odds to 1 ({', '.join(row.hand for row in rows)}); "
                f"got {shown(odds)}.",
                self.clause.at(jurisdiction),
            )
        lines = tuple(
            Line(row.hand, row.hand_class, each, row.clause.at(jurisdiction))
            for row, each in zip(rows, odds, strict=True)
        )
        return PayTable(label, lines, self.clause.at(jurisdiction))

    def _below(self, jurisdiction: str) -> Refusal:
        least = " or ".join(str(self.odds(label)) for block in self.blocks for label in block.labels)
        return Refusal(
            "pay_table_below_minimum",
            f"Post better odds on the {spoken(self.name)}: the text asks at least {least}, from the highest hand down.",
            self.clause.at(jurisdiction),
        )

    def _unknown(self, value: Any, jurisdiction: str) -> Refusal:
        return Refusal(
            "unknown_pay_table",
            f"Choose a pay table of the {spoken(self.name)} that exists ({self._known()}); got {shown(value)}.",
            self.clause.at(jurisdiction),
        )

    def _known(self) -> str:
        return str(self.odds("")) if self.is_unlabelled() else ", ".join(self.labels())


def _is_odds(value: Any) -> bool:
    return type(value) is int and 1 <= value <= MOST_ODDS


def _no_less(posted: PayTable, least: PayTable) -> bool:
    return all(mine.odds >= floor.odds for mine, floor in zip(posted.lines, least.lines, strict=True))
