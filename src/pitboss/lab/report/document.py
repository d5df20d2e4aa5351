"""A report as data: sections of paragraphs, tables and plots. Every rendering reads this one document."""

from fractions import Fraction
from typing import Any, NamedTuple

from pitboss.lab.figures import decimal, percent, root


class Form(NamedTuple):
    """How a figure is written: "count", "percent", "decimal" or "money", with so many places."""

    kind: str
    places: int = 0


COUNT = Form("count")
PERCENT = Form("percent", 4)
FINE_PERCENT = Form("percent", 6)
DECIMAL = Form("decimal", 4)
FINE_DECIMAL = Form("decimal", 6)
MONEY = Form("money", 2)
WHOLE = Form("decimal", 0)


class Figure(NamedTuple):
    """An exact value and how it is written."""

    value: Fraction
    form: Form

    @property
    def text(self) -> str:
        if self.form.kind == "percent":
            return percent(self.value, self.form.places)
        return decimal(self.value, self.form.places)


Cell = str | Figure


def count(value: int) -> Figure:
    return Figure(Fraction(value), COUNT)


def root_of(variance: Fraction, form: Form = DECIMAL) -> Figure:
    """A square root to the last digit of a double; what is exact is written beside it by `exact_root`."""
    return Figure(Fraction(root(variance)), form)


def text_of(cell: Cell) -> str:
    return cell if isinstance(cell, str) else cell.text


def fraction(value: Fraction) -> str:
    """`-3/7`; a whole number stands alone."""
    return str(value)


def exact_root(variance: Fraction) -> str:
    return f"√({fraction(variance)})"


class Table(NamedTuple):
    """Rows under column heads. `loud`: the rows that nobody may overlook. `is_chart`: cells hold a strategy's letters,
    and are painted by the first of them."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""
    loud: frozenset[int] = frozenset()
    is_chart: bool = False

    def is_numeric(self, column: int) -> bool:
        """Whether all that stands in a column is figures, odds or nothing: then it is set to the right."""
        cells = [row[column] for row in self.rows]
        return any(map(_is_figure, cells)) and all(_is_figure(cell) or cell in ("", "-", "own") for cell in cells)


def _is_figure(cell: Cell) -> bool:
    return isinstance(cell, Figure) or cell.removesuffix(" to 1").lstrip("+−-").replace(",", "").isdecimal()


class Plot(NamedTuple):
    """A Vega-Lite drawing, with what it shows in words."""

    name: str
    title: str
    says: str
    spec: dict[str, Any]


class Section(NamedTuple):
    """A part of the report; `name` is for links and sheets."""

    name: str
    title: str
    says: tuple[str, ...]
    parts: tuple[Table | Plot, ...]


class Document(NamedTuple):
    """A whole report. `facts` identify it: what was examined, under which code."""

    title: str
    subtitle: str
    game: str
    facts: tuple[tuple[str, str], ...]
    warnings: tuple[str, ...]
    sections: tuple[Section, ...]

    @property
    def plots(self) -> tuple[Plot, ...]:
        return tuple(part for section in self.sections for part in section.parts if isinstance(part, Plot))
