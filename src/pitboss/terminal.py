"""Tables on a terminal; plain text when the output goes to a file or a pipe."""

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer
from typing import TYPE_CHECKING, Any

import msgspec
from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pitboss.clauses import Clause
from pitboss.refusal import printable, printable_json
from pitboss.showdown.describe import Page
from pitboss.showdown.describe import Table as Rows

if TYPE_CHECKING:
    from pitboss.lab.counting import Lab

PATIENCE = 2
"""Seconds that people wait without being told how long it will take."""

WIDTH_IN_A_FILE = 140
MANY_COLUMNS = 12


def console() -> Console:
    """The width in `COLUMNS` or of the terminal; for a file, wide enough for every table."""
    wanted = os.environ.get("COLUMNS", "").isdecimal() or sys.stdout.isatty()
    width = shutil.get_terminal_size().columns if wanted else WIDTH_IN_A_FILE
    return Console(width=width, highlight=False, soft_wrap=False)


def print_json(value: Any) -> None:
    sys.stdout.write(printable_json(msgspec.json.format(msgspec.json.encode(value), indent=2).decode()) + "\n")


@contextmanager
def counting_lab(use_kept: bool) -> "Iterator[Lab]":
    """A lab that shows a bar with the time left on anything over two seconds, and has a word for what it meets.

    The bar comes by the clock: work that tells no progress, such as loading the kernels, has one that only moves.
    Results are to be printed afterwards, when it is gone.
    """
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    from pitboss.lab.counting import Lab

    columns = (TextColumn("counting"), BarColumn(), TextColumn("{task.percentage:>3.0f}%"), TimeRemainingColumn())
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    task = bar.add_task("counting", total=None)
    clock = Timer(PATIENCE, bar.start)
    clock.daemon = True

    def progress(done: int, parts: int) -> None:
        bar.update(task, completed=done, total=parts)

    def remark(words: str) -> None:
        sys.stderr.write(f"pitboss: {words}\n")

    try:
        if bar.console.is_terminal:
            clock.start()
        yield Lab(use_kept, progress, remark)
    finally:
        clock.cancel()
        if clock.is_alive():
            clock.join()
        if bar.live.is_started:
            bar.stop()


def print_tables(tables: list[tuple[str, list[str], list[list[str]]]], out: Console | None = None) -> None:
    out = out or console()
    for name, columns, cells in tables:
        title, rows = printable(name), [[*map(printable, row)] for row in cells]
        widths = _widths(columns, rows, out.width)
        if widths:
            out.print(_table(title, columns, rows, widths))
        else:
            _print_records(title, columns, rows, out)
        out.print()


GAP = 3
"""Spaces between two columns; at both edges of a table there is one."""

INDENT = 2


def _widths(columns: list[str], rows: list[list[str]], width: int) -> list[int]:
    """The width of each column so that no word is broken; empty if they do not fit next to each other.

    Spare width goes to the columns that need little first: short columns do not wrap, the longest text does.
    """
    texts = [[column, *(row[at] for row in rows)] for at, column in enumerate(columns)]
    least = [max((len(word) for text in each for word in text.split()), default=0) for each in texts]
    whole = [max(len(line) for text in each for line in text.split("\n")) for each in texts]
    spare = width - sum(least) - GAP * (len(columns) - 1) - 2
    if spare < 0:
        return []
    lacking = [most - few for most, few in zip(whole, least, strict=True)]
    widths = [*least]
    for done, at in enumerate(sorted(range(len(columns)), key=lacking.__getitem__)):
        more = min(lacking[at], spare // (len(columns) - done))
        widths[at] += more
        spare -= more
    return widths


def _print_records(title: str, columns: list[str], rows: list[list[str]], out: Console) -> None:
    """A table that is too wide, as a paragraph for each row: its first cell, then the others with their headings."""
    out.print(title, style="bold")
    for first, *others in rows:
        out.print()
        out.print(first, style="bold", overflow="fold")
        for column, cell in zip(columns[1:], others, strict=True):
            lines = cell.split("\n") if cell else []
            if len(lines) == 1:
                lines = [f"{column}: {cell}" if column else cell]
            elif lines:
                out.print(Padding(f"{column}:", (0, 0, 0, INDENT)))
            for line in lines:
                out.print(Padding(Text(line, overflow="fold"), (0, 0, 0, INDENT if len(lines) == 1 else 2 * INDENT)))


def page_as_text(page: Page) -> str:
    """A page as plain text, as wide as in a file."""
    out = Console(width=WIDTH_IN_A_FILE, highlight=False, color_system=None)
    with out.capture() as captured:
        print_page(page, out)
    return captured.get()


def print_page(page: Page, out: Console | None = None) -> None:
    out = out or console()
    out.print()
    out.print(page.title, style="bold")
    out.print(page.subtitle)
    out.print()
    print_some(page.tables, out)


PAINT = {"S": "red", "H": "green", "D": "cyan", "P": "yellow", "R": "magenta"}
"""What is done first in a cell of a chart, by its letter."""


def print_chart(page: Page, out: Console | None = None) -> None:
    """A page whose tables hold letters of a chart: the same on paper, with colours where the terminal has them."""
    out = out or console()
    print_page(Page(page.title, page.subtitle, []), out)
    for each in page.tables:
        table = _table(each.title, each.columns, [])
        for row in each.rows:
            table.add_row(row[0], *(Text(cell, _paint(cell)) for cell in row[1:]))
        out.print(table)
        out.print()


def _paint(cell: str) -> str:
    is_letters = cell.isalnum() and cell.upper() == cell
    return "dim" if cell == "-" else PAINT.get(cell[:1], "") if is_letters else ""


def print_some(tables: list[Rows], out: Console | None = None) -> None:
    print_tables([(table.title, table.columns, table.rows) for table in tables], out)


def print_clauses(found: list[Clause]) -> None:
    out = console()
    rows = []
    for clause in found:
        status = f"planned: {clause.reason}" if clause.status == "planned" else clause.status.replace("_", " ")
        where = [*clause.symbols, *clause.tests] or [clause.reason or ""]
        left_out = f"\nNot covered: {clause.leaves_out}" if clause.leaves_out else ""
        rows.append([clause.id, clause.paraphrase + left_out, status, "\n".join(where)])
    print_tables([("Clauses", ["clause", "what it says", "status", "code and tests"], rows)], out)
    counts = {
        status: sum(clause.status == status for clause in found)
        for status in ("implemented", "planned", "out_of_scope")
    }
    out.print(f"{len(found)} clauses: " + ", ".join(f"{n} {name.replace('_', ' ')}" for name, n in counts.items()))


def _table(title: str, columns: list[str], rows: list[list[str]], widths: list[int] | None = None) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
    for number, column in enumerate(columns):
        numeric = bool(rows) and number > 0 and all(_is_number(row[number]) for row in rows)
        style = "dim" if column == "clause" else ""
        # Among many columns of numbers the names keep their width.
        whole = number == 0 and len(columns) > MANY_COLUMNS
        table.add_column(
            column,
            justify="right" if numeric else "left",
            overflow="fold",
            style=style,
            no_wrap=whole,
            width=widths[number] if widths else None,
        )
    for row in rows:
        table.add_row(*map(Text, row))  # as text: a cell such as "tables[flush_rush]" is no markup
    return table


def _is_number(text: str) -> bool:
    figure = text.removesuffix(" to 1").removesuffix(" %").removeprefix("-")
    return text in ("-", "own") or figure.replace(",", "").replace(".", "", 1).isdecimal()
