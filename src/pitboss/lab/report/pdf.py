"""The document in print, set by Typst with the fonts it carries: it looks the same on a machine that has none."""

from pitboss.felts import felt
from pitboss.lab.report.document import Document, Plot, Section, Table, text_of
from pitboss.lab.report.look import LINES, LOUD, MUTED, tint
from pitboss.lab.report.plots import printed

HEAD = """
#set document(title: %(title)s, date: none)
#set page(paper: "us-letter", margin: (x: 18mm, top: 20mm, bottom: 18mm), numbering: "1 / 1",
  header: context if counter(page).get().first() > 1 [#set text(8pt, fill: muted); #%(title)s #h(1fr) #%(code)s])
#set text(font: ("Libertinus Serif", "New Computer Modern"), size: 10pt, number-type: "lining", number-width: "tabular")
#set par(leading: 0.55em, spacing: 0.8em)
#set heading(numbering: "1")
#show heading.where(level: 1): it => block(above: 1.8em, below: 0.9em, width: 100%%, stroke: (bottom: 1pt + felt),
  inset: (bottom: 4pt), sticky: true, text(14pt, it))
#show heading.where(level: 2): it => block(above: 1.5em, below: 0.7em, sticky: true,
  text(10.5pt, weight: "bold", it.body))
#set table(stroke: (x, y) => (bottom: 0.4pt + lines), inset: (x: 4pt, y: 3pt), align: left)
#show table.cell.where(y: 0): set text(fill: muted, weight: "bold")
#show table: set text(8.5pt)
#show table: set par(leading: 0.45em)
"""


def pdf_of(document: Document) -> bytes:
    import typst

    return bytes(typst.compile(source_of(document).encode(), format="pdf", ignore_system_fonts=True))


def source_of(document: Document) -> str:
    """The document in Typst. All text goes in as strings, so nothing in it can be taken for markup."""
    colours = {"felt": felt(document.game), "muted": MUTED, "lines": LINES, "loud": LOUD}
    code = next(value for name, value in document.facts if name == "pitboss")
    parts = [
        *(f"#let {name} = rgb({_quoted(colour)})" for name, colour in colours.items()),
        HEAD % {"title": _quoted(document.title), "code": _quoted(f"pitboss {code}")},
        f'#block(below: 0.9em, text(22pt, weight: "bold", fill: felt, {_quoted(document.title)}))',
        f"#block(below: 1.5em, text(11pt, {_quoted(document.subtitle)}))",
        *(
            f'#block(width: 100%, stroke: 1.2pt + loud, inset: 8pt, text(fill: loud, weight: "bold", {_quoted(words)}))'
            for words in document.warnings
        ),
        _facts(document.facts),
        "#v(0.5em)\n#outline(title: none, depth: 1)",
        *(_section(section) for section in document.sections),
    ]
    return "\n".join(parts) + "\n"


def _facts(facts: tuple[tuple[str, str], ...]) -> str:
    cells = ",\n".join(f"text(fill: muted, {_quoted(name)}), {_quoted(value)}" for name, value in facts)
    return f"#grid(columns: (auto, 1fr), column-gutter: 14pt, row-gutter: 6pt,\n{cells})"


def _section(section: Section) -> str:
    parts = [f"#heading(level: 1, {_quoted(section.title)}) <{section.name}>"]
    parts += [f"#par({_quoted(words)})" for words in section.says]
    parts += [_table(part) if isinstance(part, Table) else _figure(part) for part in section.parts]
    return "\n".join(parts)


def _table(table: Table) -> str:
    columns = range(len(table.columns))
    align = ", ".join(_align(table, column) for column in columns)
    heads = ", ".join(f"{_quoted(head)}" for head in table.columns)
    lines = []
    for place, row in enumerate(table.rows):
        cells = [_cell(table.columns[column], text_of(row[column])) for column in columns]
        if table.is_chart:
            cells = [cells[0], *(_painted(text_of(cell)) for cell in row[1:])]
        if place in table.loud:
            cells = [f'text(fill: loud, weight: "bold", {cell})' for cell in cells]
        lines.append(", ".join(cells))
    drawn = f"table(columns: ({_widths(table)}), align: ({align},), table.header({heads}),\n" + ",\n".join(lines) + ")"
    note = f"\n#par(text(8.5pt, fill: muted, {_quoted(table.note)}))" if table.note else ""
    whole = f"block(breakable: false, {drawn})" if _is_short(table) else drawn
    return f"#heading(level: 2, outlined: false, {_quoted(table.title)})\n#{whole}\n{note}"


def _align(table: Table, column: int) -> str:
    if table.is_chart and column:
        return "center"
    return "right" if table.is_numeric(column) else "left"


def _painted(text: str) -> str:
    colour = tint(text)
    return f"table.cell(fill: rgb({_quoted(colour)}), [#{_quoted(text)}])" if colour else f"[#{_quoted(text)}]"


def _is_short(table: Table) -> bool:
    """Whether a table stays on one page."""
    return len(table.rows) <= 16 and sum(len(text_of(cell)) for row in table.rows for cell in row) <= 2000


BREAK = 30
"""Fractions of more characters are set in two lines."""

ACROSS, LEAST = 112, 15
"""About as many characters fit across the page, and so many make a column in which words can be broken into lines."""


def _widths(table: Table) -> str:
    """Columns as wide as what stands in them, from the narrowest up, while the others keep room; these share it."""
    if table.is_chart:
        return "auto, " + "30pt, " * (len(table.columns) - 1)
    longest = {
        column: max(
            len(line) for text in [head, *(text_of(row[column]) for row in table.rows)] for line in _lines(head, text)
        )
        for column, head in enumerate(table.columns)
    }
    room = ACROSS - 2 * len(longest)
    whole: set[int] = set()
    for column in sorted(longest, key=lambda each: (not _is_unbroken(table, each), longest[each], each)):
        others = [longest[each] for each in longest if each not in whole and each != column]
        too_wide = sum(min(size, LEAST) for size in others) > room - longest[column]
        if too_wide and not _is_unbroken(table, column):
            break
        whole.add(column)
        room -= longest[column]
    return " ".join("auto," if column in whole else f"{min(size, 90)}fr," for column, size in longest.items())


def _is_unbroken(table: Table, column: int) -> bool:
    """Figures and fractions, which have no place to be broken."""
    return table.is_numeric(column) or "exactly" in table.columns[column]


def _down(table: Table, column: int) -> list[str]:
    return [table.columns[column], *(text_of(row[column]) for row in table.rows)]


def _lines(head: str, text: str) -> list[str]:
    """A long fraction is set in two lines, numerator over denominator; no digit is ever parted from the next."""
    if "exactly" not in head or len(text) <= BREAK or "/" not in text:
        return [text]
    above, below = text.split("/")
    return [f"{above}/", below]


def _cell(head: str, text: str) -> str:
    lines = " + linebreak() + ".join(f"{_quoted(line)}" for line in _lines(head, text))
    small = "exactly" in head or head == "clause"
    return f"text(7.5pt, fill: muted, {lines})" if small else f"[#({lines})]"


NO_BREAK = "\N{NO-BREAK SPACE}"


def _figure(plot: Plot) -> str:
    """A plot brings its own fonts as a page of PDF, which goes into the source as its bytes."""
    data = ",".join(map(str, printed(plot)))
    alt = _quoted(f"{plot.title}. {plot.says}")
    return (
        f"#heading(level: 2, outlined: false, {_quoted(plot.title)})\n"
        f'#block(breakable: false)[#image(bytes(({data},)), format: "pdf", width: 68%, alt: {alt})\n'
        f"#text(8.5pt, fill: muted, {_quoted(plot.says)})]"
    )


def _quoted(text: str) -> str:
    """A string of Typst."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ").replace(" %", f"{NO_BREAK}%") + '"'
