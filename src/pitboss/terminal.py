"""Tables on a terminal; plain text when the output goes to a file or a pipe."""

import shutil
import sys
from typing import Any

import msgspec
from rich import box
from rich.console import Console
from rich.table import Table

from pitboss.clauses import Clause
from pitboss.showdown.describe import Page

WIDTH_IN_A_FILE = 140
MANY_COLUMNS = 12


def console() -> Console:
    """As wide as the terminal; into a file wide enough that tables keep their columns."""
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else WIDTH_IN_A_FILE
    return Console(width=width, highlight=False, soft_wrap=False)


def print_json(value: Any) -> None:
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n")


def print_tables(tables: list[tuple[str, list[str], list[list[str]]]]) -> None:
    out = console()
    for title, columns, rows in tables:
        out.print(_table(title, columns, rows))
        out.print()


def print_page(page: Page) -> None:
    out = console()
    out.print()
    out.print(page.title, style="bold")
    out.print(page.subtitle)
    out.print()
    for table in page.tables:
        out.print(_table(table.title, table.columns, table.rows))
        out.print()


def print_clauses(found: list[Clause]) -> None:
    out = console()
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column, width in (("clause", 30), ("what it says", None), ("status", 14), ("code and tests", 46)):
        table.add_column(column, width=width, overflow="fold")
    for clause in found:
        status = f"planned: {clause.reason}" if clause.status == "planned" else clause.status.replace("_", " ")
        where = [*clause.symbols, *clause.tests] or [clause.reason or ""]
        table.add_row(clause.id, clause.paraphrase, status, "\n".join(where))
    out.print(table)
    counts = {
        status: sum(clause.status == status for clause in found)
        for status in ("implemented", "planned", "out_of_scope")
    }
    out.print(f"{len(found)} clauses: " + ", ".join(f"{n} {name.replace('_', ' ')}" for name, n in counts.items()))


def _table(title: str, columns: list[str], rows: list[list[str]]) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
    for number, column in enumerate(columns):
        numeric = bool(rows) and number > 0 and all(_is_number(row[number]) for row in rows)
        style = "dim" if column == "clause" else ""
        # Among many columns of numbers the names keep their width.
        whole = number == 0 and len(columns) > MANY_COLUMNS
        table.add_column(column, justify="right" if numeric else "left", overflow="fold", style=style, no_wrap=whole)
    for row in rows:
        table.add_row(*row)
    return table


def _is_number(text: str) -> bool:
    return text in ("-", "own") or text.removesuffix(" to 1").isdecimal()
