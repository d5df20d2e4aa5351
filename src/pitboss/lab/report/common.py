"""What stands in the report of every game: which house was examined, its rules and readings, and rows of figures."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Protocol

from pitboss import __version__
from pitboss.clauses import readings
from pitboss.games import HouseRules
from pitboss.lab.figures import FAVOURS
from pitboss.lab.kept import code_digest
from pitboss.lab.report.document import PERCENT, Cell, Figure, Form, Section, Table, fraction, root_of
from pitboss.refusal import spoken
from pitboss.regulations.options import written
from pitboss.regulations.pages import Page

FIGURE_HEADS = ("figure", "value", "exactly")

NO_DATE = "The report has no date: the same game, options and code give the same report."


class Gains(Protocol):
    """Mean and variance of what a wager gains."""

    @property
    def mean(self) -> Fraction: ...
    @property
    def variance(self) -> Fraction: ...


def house_facts(rules: HouseRules, *more: tuple[str, str]) -> tuple[tuple[str, str], ...]:
    """What was examined, by which code."""
    return (
        ("Game", f"{rules.game.title} ({rules.game.name})"),
        ("Text", f"{rules.game.jurisdictions[rules.jurisdiction]} ({rules.jurisdiction})"),
        ("Options", "; ".join(f"{name} = {value}" for name, value in options(rules).items()) or "none"),
        *more,
        ("pitboss", f"version {__version__}"),
        ("Code and rules", f"SHA-256 {code_digest()}"),
    )


def options(rules: HouseRules) -> dict[str, str]:
    return {name: _written(value) for name, value in rules.options.items()}


def _written(value: object) -> str:
    if isinstance(value, dict):
        return "; ".join(f"{label}:{_written(odds)}" for label, odds in value.items())
    if isinstance(value, list):
        return ",".join(map(str, value))
    return written(value) if value is None or isinstance(value, str | bool) else str(value)


def favours(gains: Mapping[str, Gains]) -> Iterable[str]:
    """Wagers in force that favour the player, which nobody may overlook."""
    for name, each in gains.items():
        if each.mean > 0:
            edge = Figure(-each.mean, PERCENT).text
            yield f"The {spoken(name)} {FAVOURS} under these options: house edge {edge}."


def figure_row(name: str, value: Fraction, form: Form) -> tuple[Cell, ...]:
    return name, Figure(value, form), fraction(value)


def every_wager(gains: Mapping[str, Gains], hits: Mapping[str, Fraction]) -> Table:
    """Edge, return, deviation and how often it hits of every wager; what favours the player is loud."""
    rows: list[tuple[Cell, ...]] = [
        (
            spoken(name) + (f"  {FAVOURS}" if each.mean > 0 else ""),
            Figure(-each.mean, PERCENT),
            Figure(1 + each.mean, PERCENT),
            root_of(each.variance),
            Figure(hits[name], PERCENT) if name in hits else "",
            fraction(each.mean),
        )
        for name, each in gains.items()
    ]
    loud = frozenset(place for place, each in enumerate(gains.values()) if each.mean > 0)
    heads = ("wager", "house edge", "return", "std. deviation", "hits", "expected gain, exactly")
    return Table("Every wager", heads, tuple(rows), "", loud)


def rules_section(page: Page) -> Section:
    return Section("rules", "Rules", (page.subtitle,), tuple(table_of(each.title, each) for each in page.tables))


def table_of(title: str, table: "HasRows", note: str = "", is_chart: bool = False) -> Table:
    """A table for the terminal in a report."""
    return Table(title, tuple(table.columns), tuple(map(tuple, table.rows)), note, is_chart=is_chart)


class HasRows(Protocol):
    columns: list[str]
    rows: list[list[str]]


def readings_section(game: str) -> Section:
    rows = tuple((f"reading {each.number}", each.where, each.says, each.option or "") for each in readings(game))
    says = "What is taken where the texts are silent, slip or disagree. Where a house may take the other, the option."
    table = Table("Readings", ("reading", "where", "what is taken", "option"), rows)
    return Section("readings", "Readings", (says,), (table,))


def method_section(rules: HouseRules, says: Iterable[str], *rows: tuple[str, str]) -> Section:
    """How it was computed, and from what."""
    parts = [Table("What this report was made from", ("fact", "value"), rows)]
    if rules.options:
        parts.append(Table("Options", ("option", "value"), tuple(options(rules).items())))
    return Section("method", "How it was computed", (*says, NO_DATE), tuple(parts))
