"""What a page of the lab is drawn from: the sections of the PAR sheet, drawings as data, and pay tables to edit.

`python -m pitboss.web.sheets GAME TEXT PART` makes one part and tells how far it is: counting has a process of its own,
so that no table waits for it (`pitboss.web.workbench` starts it).
"""

import os
import sys
from collections.abc import Callable, Iterable
from threading import Thread
from typing import Any

import msgspec

from pitboss import games
from pitboss.games import HouseRules
from pitboss.lab.analysis import Analysis, analysis_of
from pitboss.lab.counting import Lab
from pitboss.lab.dice import DiceAnalysis
from pitboss.lab.figures import percent
from pitboss.lab.offers import offers
from pitboss.lab.readings import costs, signed
from pitboss.lab.report import FORMATS, rendered
from pitboss.lab.report.document import Document, Plot, Section, Table, fraction, text_of
from pitboss.refusal import Refusal, spoken
from pitboss.regulations.options import written
from pitboss.regulations.pages import Page
from pitboss.web import charts
from pitboss.web.charts import Chart
from pitboss.web.editing import Editor, editors


class Grid(msgspec.Struct, frozen=True, tag="grid"):
    """A table as text. `figures`: the columns set to the right. `loud`: rows that nobody may overlook."""

    title: str
    columns: list[str]
    rows: list[list[str]]
    note: str = ""
    figures: list[int] = []
    loud: list[int] = []
    is_chart: bool = False


class Part(msgspec.Struct, frozen=True):
    """A section of a sheet."""

    name: str
    title: str
    says: list[str]
    parts: list[Grid | charts.Bars | charts.Line]


class Sheet(msgspec.Struct, frozen=True):
    """One part of what the lab says of a game."""

    game: str
    title: str
    subtitle: str
    facts: list[tuple[str, str]]
    warnings: list[str]
    sections: list[Part]
    edges: charts.Bars | None = None
    editors: list[Editor] = []


PARTS = {
    "showdown": ("worth", "play", "readings"),
    "shoe": ("worth", "choices", "readings"),
    "dice": ("worth", "readings"),
}
"""What a game's sheet is made of, by family: each is counted, and kept, by itself."""

REPORTS = {f"par.{format}": format for format in FORMATS}
TYPES = {
    "par.html": "text/html; charset=utf-8",
    "par.pdf": "application/pdf",
    "par.xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "par.json": "application/json",
}
LEFT_OUT = ("rules", "readings", "sessions")
"""Sections of a report that a page has elsewhere, or not at all."""


def parts_of(game: str) -> tuple[str, ...]:
    return (*PARTS[games.family(game)], *REPORTS)


def make(game: str, text: str, part: str, lab: Lab) -> bytes:
    """A part of a game's sheet under a text, with the house's usual choices."""
    rules = games.game(game).rules(text)
    if part in REPORTS:
        return rendered(analysis_of(rules, lab), REPORTS[part])
    makers: dict[str, Callable[[HouseRules, Lab], Sheet]] = {
        "worth": worth,
        "play": play,
        "choices": choices,
        "readings": readings,
    }
    return msgspec.json.encode(makers[part](rules, lab))


def worth(rules: HouseRules, lab: Lab) -> Sheet:
    """Every wager with its edge, its outcomes and combinations; all pay tables; the progressive by its meter."""
    found = analysis_of(rules, lab)
    edges = charts.of_edges(
        "House edge of every wager",
        "Per unit staked, with this house's pay tables.",
        [(spoken(name), -gains.mean, False) for name, gains in found.gains.items()],
    )
    if isinstance(found, Analysis):
        from pitboss.lab.report.contents import document_of

        document = document_of(found, (), ())
        shown = sheet(document, charts.of_showdown(found), without=("strategy", *LEFT_OUT))
        return msgspec.structs.replace(shown, edges=edges, editors=editors(found))
    if isinstance(found, DiceAnalysis):
        from pitboss.lab.report.dice import document_of_dice

        listed = offers(found)
        shown = sheet(document_of_dice(found, listed), charts.of_dice(found), without=LEFT_OUT)
        return msgspec.structs.replace(shown, edges=edges)
    from pitboss.lab.report.shoe import document_of_shoe

    shown = sheet(document_of_shoe(found, []), charts.of_shoe(found, []), without=("choices", *LEFT_OUT))
    return msgspec.structs.replace(shown, edges=edges)


def play(rules: HouseRules, lab: Lab) -> Sheet:
    """The strategy chart, and the simple rules with what each costs."""
    from pitboss.lab.report.contents import document_of
    from pitboss.lab.strategy import strategies

    found = analysis_of(rules, lab)
    assert isinstance(found, Analysis)
    played = tuple(strategies(found))
    curves: dict[str, Chart] = {f"cost-{each.decision}": charts.of_curve(each.curve) for each in played}
    return sheet(document_of(found, played, ()), curves, only=("strategy",))


def choices(rules: HouseRules, lab: Lab) -> Sheet:
    """A shoe game under each choice of the house."""
    from pitboss.lab.report.shoe import document_of_shoe

    found: Any = analysis_of(rules, lab)
    listed = offers(found)
    return sheet(document_of_shoe(found, listed), charts.of_shoe(found, listed), only=("choices",))


def readings(rules: HouseRules, lab: Lab) -> Sheet:
    """What every other reading and choice would cost, wager by wager."""
    rows, same = [], []
    for cost in costs(rules, lab):
        line = [spoken(cost.option), written(cost.default), written(cost.value)]
        changed = [wager for wager, change in cost.changes.items() if change]
        for wager in changed:
            edge, change = -cost.gains[wager], -cost.changes[wager]
            rows.append(
                [*line, spoken(wager), percent(edge), signed(change), fraction(edge), fraction(change), cost.clause]
            )
        for wager, (now, then) in cost.with_odds.items():
            name = f"{spoken(wager)} with odds"
            rows.append(
                [*line, name, percent(then), signed(then - now), fraction(then), fraction(then - now), cost.clause]
            )
        if not changed and not cost.with_odds:
            same.append([*line, cost.clause])
    heads = ["option", "now", "instead", "wager", "house edge then", "change", "edge, exactly", "change, exactly"]
    parts: list[Grid | charts.Bars | charts.Line] = []
    if rows:
        parts.append(Grid("Where an edge changes", [*heads, "clause"], rows, figures=[4, 5, 6, 7]))
    if same:
        parts.append(Grid("No wager's edge changes", ["option", "now", "instead", "clause"], same))
    says = "Every other value of every option, one at a time, all else as it is. A change with a plus costs the player."
    game = rules.game
    section = Part("costs", "What each reading costs", [says] if parts else [NO_CHOICE], parts)
    return Sheet(game.name, game.title, game.jurisdictions[rules.jurisdiction], [], [], [section])


NO_CHOICE = "The texts leave no other reading of this game to choose."


def sheet(document: Document, drawn: charts.Charts, *, only: Iterable[str] = (), without: Iterable[str] = ()) -> Sheet:
    """Sections of a report as a page shows them."""
    wanted, unwanted = {*only}, {*without}
    sections = [
        _section(each, drawn)
        for each in document.sections
        if (each.name in wanted if wanted else each.name not in unwanted)
    ]
    return Sheet(
        document.game,
        document.title.partition(":")[0],
        document.subtitle,
        list(document.facts),
        list(document.warnings),
        sections,
    )


def _section(section: Section, drawn: charts.Charts) -> Part:
    parts = [drawn[part.name] if isinstance(part, Plot) else grid(part) for part in section.parts]
    return Part(section.name, section.title, list(section.says), parts)


def grid(table: Table) -> Grid:
    numeric = [place for place, _ in enumerate(table.columns) if table.is_numeric(place)]
    exact = [place for place, head in enumerate(table.columns) if head.endswith("exactly")]
    return Grid(
        table.title,
        list(table.columns),
        [[text_of(cell) for cell in row] for row in table.rows],
        table.note,
        sorted({*numeric, *exact}),
        sorted(table.loud),
        table.is_chart,
    )


def grids(page: Page) -> list[Grid]:
    """The tables of a page for people."""
    return [Grid(each.title, each.columns, each.rows) for each in page.tables]


# The process that counts


def clauses() -> bytes:
    """The matrix of clauses, every game's. It reads all tests, which takes a moment."""
    from pitboss.clauses import matrix

    return msgspec.json.encode({"clauses": matrix()})


def main(game: str, text: str, part: str) -> int:
    """A line for every progress step, then the sheet or the refusal: its number of bytes, and the bytes."""
    Thread(target=_end_with_the_server, daemon=True).start()
    os.nice(NICE)
    out = sys.stdout.buffer

    def progress(done: int, parts: int) -> None:
        out.write(b"%d %d\n" % (done, parts))
        out.flush()

    try:
        made = clauses() if part == "clauses" else make(game, text, part, Lab(progress=progress))
    except Refusal as refusal:
        said = msgspec.json.encode(refusal.as_json())
        out.write(b"refused %d\n" % len(said) + said)
        out.flush()
        return 1
    out.write(b"whole %d\n" % len(made) + made)
    out.flush()
    return 0


NICE = 10
"""Tables go first."""


def _end_with_the_server() -> None:
    """Standard input ends when the server does.

    It is read without Python's buffer: that is locked while this thread waits, and Python aborts at its exit if the
    buffer of standard input is locked.
    """
    while os.read(0, 1):
        pass
    os._exit(1)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
