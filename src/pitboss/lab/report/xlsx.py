"""The document as a workbook. Beside the values stand live formulas: change a yellow cell and see the edge move."""

from fractions import Fraction
from io import BytesIO
from typing import Any, Protocol

from pitboss.felts import felt
from pitboss.lab.analysis import Analysis
from pitboss.lab.figures import number
from pitboss.lab.report.document import COUNT, Document, Figure, Form, Plot, Section, Table
from pitboss.lab.report.look import LINES, LOUD, MUTED
from pitboss.lab.report.plots import pictured

WIDEST, EXACT = 60, 26
"""Characters in a column; what is longer is wrapped, but fractions run on into the next."""

WRAPPED, RUNNING_ON = ("", "loud"), ("title", "says", "heading", "warning")
DIFFERENCE = Form("difference")
ROW_HEIGHT, TITLE_HEIGHT = 15, 26


class Sheet:
    """A worksheet written from the top down, with a word for each kind of cell."""

    def __init__(self, book: "Book", name: str) -> None:
        self.book, self.name = book, name
        self.page = book.workbook.add_worksheet(name)
        self.page.hide_gridlines(2)
        self.page.set_landscape()
        self.page.fit_to_pages(1, 0)
        self.row = 0
        self.widths: dict[int, int] = {}
        self.wrapped: list[tuple[int, int, int]] = []

    def text(self, column: int, text: str, style: str = "", row: int | None = None) -> str:
        at = self.row if row is None else row
        self.page.write_string(at, column, text, self.book.style(style))
        if style == "title":
            self.page.set_row(at, TITLE_HEIGHT)
        if style in WRAPPED:
            self.wrapped.append((at, column, len(text)))
        if style not in RUNNING_ON:
            most = EXACT if style == "exact" else WIDEST
            self.widths[column] = max(self.widths.get(column, 8), min(len(text) + 2, most))
        return place(at, column)

    def value(self, column: int, figure: Figure, style: str = "") -> str:
        """A value as the lab has it."""
        self.page.write_number(self.row, column, number(figure.value), self.book.style(style, figure.form))
        return self._grown(column, figure)

    def entry(self, column: int, value: Fraction | int, form: Form = COUNT) -> str:
        """A cell to change."""
        return self.value(column, Figure(Fraction(value), form), "entry")

    def formula(self, column: int, formula: str, figure: Figure, style: str = "formula") -> str:
        """A formula, with the value it comes to for programs that do not calculate."""
        written = self.book.style(style, figure.form)
        self.page.write_formula(self.row, column, f"={formula}", written, number(figure.value))
        return self._grown(column, figure)

    def compare(self, column: int, formula: str, comes_to: Figure, figure: Figure) -> str:
        """A formula and what it comes to, what the lab has, and the difference."""
        by_formula = self.formula(column, formula, comes_to)
        by_lab = self.value(column + 1, figure)
        self.formula(column + 2, f"{by_formula}-{by_lab}", Figure(comes_to.value - figure.value, DIFFERENCE))
        return by_formula

    def _grown(self, column: int, figure: Figure) -> str:
        self.widths[column] = max(self.widths.get(column, 8), len(figure.text) + 2)
        return place(self.row, column)

    def cell(self, row: int, column: int) -> str:
        return place(row, column)

    def heads(self, *names: str, words: frozenset[str] = frozenset()) -> None:
        """Column heads; all but the first, those of exact values and those in `words` are set to the right."""
        for column, name in enumerate(names):
            left = column == 0 or name in words or any(word in name for word in ("exactly", "clause"))
            self.text(column, name, "head" if left else "number head")
        self.row += 1

    def heading(self, text: str) -> None:
        self.row += 1
        self.text(0, text, "heading")
        self.row += 1

    def says(self, text: str) -> None:
        self.text(0, text, "says")
        self.row += 1

    def __enter__(self) -> "Sheet":
        return self

    def __exit__(self, *_: object) -> None:
        """Columns as wide as what they hold, and rows as high as their longest text needs."""
        for column, width in self.widths.items():
            self.page.set_column(column, column, width)
        lines: dict[int, int] = {}
        for row, column, length in self.wrapped:
            lines[row] = max(lines.get(row, 1), -(-length // (self.widths[column] - 1)))
        for row, most in lines.items():
            if most > 1:
                self.page.set_row(row, ROW_HEIGHT * most)


class Book:
    """A workbook with its styles. Its file is the same for the same contents: no clock is read."""

    def __init__(self, document: Document) -> None:
        from xlsxwriter import Workbook

        self.made = BytesIO()
        self.workbook = Workbook(self.made, {"in_memory": True})
        self.workbook.set_properties({"title": document.title, "subject": document.subtitle, "created": _long_ago()})
        self.workbook.set_calc_mode("auto")
        self.felt = felt(document.game)
        self.styles: dict[tuple[str, Form | None], Any] = {}

    def style(self, name: str, form: Form | None = None) -> Any:
        if (name, form) not in self.styles:
            looks = {"valign": "top", **self._looks(name)}
            if form is not None:
                looks["num_format"] = number_format(form)
            self.styles[name, form] = self.workbook.add_format(looks)
        return self.styles[name, form]

    def _looks(self, name: str) -> dict[str, Any]:
        line: dict[str, Any] = {"bottom": 1, "bottom_color": LINES}
        looks: dict[str, dict[str, Any]] = {
            "": {"text_wrap": True, **line},
            "title": {"bold": True, "font_size": 18, "font_color": self.felt},
            "heading": {"bold": True, "font_size": 12},
            "says": {"font_color": MUTED},
            "head": {"bold": True, "font_color": MUTED, "text_wrap": True, **line},
            "number head": {"bold": True, "font_color": MUTED, "text_wrap": True, "align": "right", **line},
            "number text": {"align": "right", **line},
            "entry": {"bg_color": "#fff3bf", **line},
            "formula": {"font_color": "#0b5394", **line},
            "loud": {"bold": True, "font_color": LOUD, "text_wrap": True, **line},
            "warning": {"bold": True, "font_color": LOUD},
            "exact": {"font_color": MUTED, "align": "left", "indent": 1, **line},
        }
        return looks[name]

    def sheet(self, name: str) -> Sheet:
        return Sheet(self, sheet_name(name))

    def finished(self) -> bytes:
        self.workbook.close()
        return self.made.getvalue()


def _long_ago() -> Any:
    from datetime import datetime

    return datetime(1980, 1, 1)


def number_format(form: Form) -> str:
    decimals = "." + "0" * form.places if form.places else ""
    if form.kind == "percent":
        return f"0{decimals}%"
    if form.kind == "difference":
        return '0.0E+00;-0.0E+00;"0"'
    if form.kind == "signed":
        return "+0;-0;0"
    return f"#,##0{decimals}"


def sheet_name(name: str) -> str:
    """A sheet's name has at most 31 characters."""
    return name.replace("_", " ").capitalize()[:31]


def place(row: int, column: int) -> str:
    """`B3` for row 2, column 1."""
    from xlsxwriter.utility import xl_rowcol_to_cell

    return str(xl_rowcol_to_cell(row, column))


class Live(Protocol):
    """The sheets with formulas of one family of games."""

    def write(self, section: Section) -> bool:
        """The live sheet of a section; false where it has none."""

    def results(self, sheet: Sheet, section: Section) -> None:
        """Every wager in one table, by the formulas of the other sheets."""


def live_sheets(book: Book, found: Any) -> Live:
    from pitboss.lab.dice import DiceAnalysis

    if isinstance(found, Analysis):
        from pitboss.lab.report.audit import Audit

        return Audit(book, found)
    if isinstance(found, DiceAnalysis):
        from pitboss.lab.report.live import DiceAudit

        return DiceAudit(book, found)
    from pitboss.lab.report.live import ShoeAudit

    return ShoeAudit(book, found)


def xlsx_of(found: Any, document: Document) -> bytes:
    """A sheet a section: live formulas where there is something to calculate, else the section's tables."""
    book = Book(document)
    audit = live_sheets(book, found)
    _cover(book, document)
    results, *others = document.sections
    with book.sheet(results.title) as first:
        for section in others:
            if not audit.write(section):
                _static(book, section)
        audit.results(first, results)
    return book.finished()


def _cover(book: Book, document: Document) -> None:
    with book.sheet("report") as sheet:
        sheet.text(0, document.title, "title")
        sheet.row += 1
        sheet.says(document.subtitle)
        for words in document.warnings:
            sheet.text(0, words, "warning")
            sheet.row += 1
        sheet.row += 1
        for name, value in document.facts:
            sheet.text(0, name, "head")
            sheet.text(1, value)
            sheet.row += 1
        sheet.row += 1
        sheet.says("Yellow cells are there to be changed: a payout, a meter. Blue cells are formulas and follow.")
        sheet.says("The exact figures of the lab stand next to them and do not change.")
        sheet.says("The strategy stays the best one under the rules of this report, even if you change cells.")


def _static(book: Book, section: Section) -> None:
    with book.sheet(section.title) as sheet:
        sheet.text(0, section.title, "title")
        sheet.row += 1
        for words in section.says:
            sheet.says(words)
        for part in section.parts:
            if isinstance(part, Table):
                write_table(sheet, part)
            else:
                picture(sheet, part)


def write_table(sheet: Sheet, table: Table) -> None:
    sheet.heading(table.title)
    if any(table.columns):
        left = (head for column, head in enumerate(table.columns) if not table.is_numeric(column))
        sheet.heads(*table.columns, words=frozenset(left))
    for line, row in enumerate(table.rows):
        style = "loud" if line in table.loud else ""
        for column, cell in enumerate(row):
            if isinstance(cell, Figure):
                sheet.value(column, cell, style)
            else:
                sheet.text(column, cell, style or _text_style(table, column))
        sheet.row += 1
    if table.note:
        sheet.says(table.note)


def _text_style(table: Table, column: int) -> str:
    if "exactly" in table.columns[column]:
        return "exact"
    return "number text" if table.is_numeric(column) else ""


PIXELS_A_ROW = 20


def picture(sheet: Sheet, plot: Plot) -> None:
    sheet.heading(plot.title)
    data, height = pictured(plot)
    half = number(Fraction(1, 2))
    options = {"image_data": BytesIO(data), "description": plot.says, "x_scale": half, "y_scale": half}
    sheet.page.insert_image(sheet.row, 0, f"{plot.name}.png", options)
    sheet.row += height // PIXELS_A_ROW + 2
    sheet.says(plot.says)
