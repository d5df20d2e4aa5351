"""The document as one page of HTML that needs nothing else: styles and plots are inside, and it prints well."""

import re
from html import escape

from pitboss.felts import darker, felt, lighter
from pitboss.lab.report.document import Cell, Document, Plot, Section, Table, text_of
from pitboss.lab.report.look import CREAM, INK, LINES, LOUD, MUTED, tint
from pitboss.lab.report.plots import drawn

SYSTEM_FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

EXACT = ' class="x"'
CHART = ' class="chart"'
LONG = 36
"""Fractions of more characters may be broken."""

STYLE = """
:root { color-scheme: light dark; --paper: #fff; --ink: %(ink)s; --muted: %(muted)s; --lines: %(lines)s;
  --loud: %(loud)s; --felt: %(felt)s; --stripe: #f6f7f9; --cream: %(cream)s; --banner: %(banner)s; }
@media (prefers-color-scheme: dark) { :root { --paper: #14161a; --ink: #eceae4; --muted: #a9afb8; --lines: #363b43;
  --loud: #ff8a80; --felt: %(felt_on_dark)s; --stripe: #1b1e24; } }
* { box-sizing: border-box; }
html { font: 16px/1.5 %(font)s; background: var(--paper); color: var(--ink); font-variant-numeric: tabular-nums; }
body { margin: 0 auto; max-width: 76rem; padding: 0 1.5rem 4rem; }
header { background: var(--banner); color: var(--cream); margin: 0 -1.5rem 2rem; padding: 2rem 1.5rem; }
header h1 { margin: 0; font-size: 2rem; line-height: 1.2; }
header p { margin: .25rem 0 0; }
h2 { margin: 3rem 0 .5rem; padding-bottom: .25rem; border-bottom: 2px solid var(--felt); }
h3 { margin: 2rem 0 .5rem; font-size: 1.1rem; }
p { max-width: 48rem; margin: .5rem 0; }
a { color: inherit; }
nav ol { columns: 16rem; padding-left: 1.5rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.5rem; }
dt { color: var(--muted); }
dd { margin: 0; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { padding: .3rem .9rem .3rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--lines); }
th { color: var(--muted); font-weight: 600; vertical-align: bottom; }
.n { text-align: right; white-space: nowrap; }
.x { color: var(--muted); white-space: nowrap; }
.x.long { white-space: normal; overflow-wrap: anywhere; min-width: 18rem; }
td:first-child:not(.n) { min-width: 9rem; }
.c { color: var(--muted); min-width: 11rem; }
.chart th, .chart td { text-align: center; padding: .3rem .55rem; min-width: 3.2rem; }
.chart th:first-child { text-align: left; min-width: 7rem; }
.chart td[style] { color: %(ink)s; border: 1px solid var(--paper);
  -webkit-print-color-adjust: exact; print-color-adjust: exact; }
tbody tr:hover { background: var(--stripe); }
.loud td, .warning { color: var(--loud); font-weight: 700; }
.warning { border: 2px solid var(--loud); padding: .75rem 1rem; max-width: none; }
.note, figcaption { color: var(--muted); }
figure { margin: 1rem 0 2rem; max-width: 60rem; }
figure svg { width: 100%%; height: auto; display: block; overflow: visible; }
@media (max-width: 40rem) { figure { overflow-x: auto; } figure svg { min-width: 36rem; }
 dl { grid-template-columns: 1fr; } dd { margin-bottom: .5rem; } }
@media print {
  :root { color-scheme: light; --paper: #fff; --ink: %(ink)s; --muted: #444; --lines: #bbb;
    --loud: %(loud)s; --felt: %(felt)s; --cream: %(ink)s; }
  html { font-size: 10pt; } body { max-width: none; padding: 0; }
  header { background: none; border-bottom: 3px solid var(--felt); margin: 0 0 1rem; padding: 0 0 .5rem; }
  .x, .x.long { font-size: 8pt; min-width: 0; } .c { min-width: 0; } .scroll { overflow: visible; }
  table { max-width: 100%%; } thead { display: table-header-group; } 
  figure { max-width: 75%%; } tr, figure { break-inside: avoid; } h2, h3 { break-after: avoid; }
}
"""


def html_of(document: Document) -> bytes:
    colour = felt(document.game)
    style = STYLE % {
        "ink": INK,
        "muted": MUTED,
        "lines": LINES,
        "loud": LOUD,
        "felt": colour,
        "cream": CREAM,
        "banner": darker(colour, 25),
        "felt_on_dark": lighter(colour, 45),
        "font": SYSTEM_FONT,
    }
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(document.title)}</title>",
        f"<style>{style}</style></head><body>",
        f"<header><h1>{escape(document.title)}</h1><p>{escape(document.subtitle)}</p></header>",
        *(f'<p class="warning">{escape(words)}</p>' for words in document.warnings),
        "<dl>",
        *(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in document.facts),
        "</dl>",
        "<nav><ol>",
        *(f'<li><a href="#{each.name}">{escape(each.title)}</a></li>' for each in document.sections),
        "</ol></nav>",
        *(_section(each, colour) for each in document.sections),
        "</body></html>\n",
    ]
    return "\n".join(parts).encode()


def _section(section: Section, colour: str) -> str:
    parts = [f'<section id="{section.name}"><h2>{escape(section.title)}</h2>']
    parts += [f"<p>{escape(words)}</p>" for words in section.says]
    parts += [_table(part) if isinstance(part, Table) else _figure(part, colour) for part in section.parts]
    return "\n".join([*parts, "</section>"])


def _table(table: Table) -> str:
    kinds = [_kind(table, column) for column in range(len(table.columns))]
    heads = "".join(f"<th{kind}>{escape(head)}</th>" for kind, head in zip(kinds, table.columns, strict=True))
    rows = [
        ('<tr class="loud">' if place in table.loud else "<tr>") + _row(table, kinds, row) + "</tr>"
        for place, row in enumerate(table.rows)
    ]
    note = f'<p class="note">{escape(table.note)}</p>' if table.note else ""
    head = f"<thead><tr>{heads}</tr></thead>" if any(table.columns) else ""
    body, chart = "\n".join(rows), CHART if table.is_chart else ""
    return (
        f"<h3>{escape(table.title)}</h3>\n"
        f'<div class="scroll"><table{chart}>{head}<tbody>\n{body}\n</tbody></table></div>{note}'
    )


def _row(table: Table, kinds: list[str], row: tuple[Cell, ...]) -> str:
    if not table.is_chart:
        return "".join(_cell(kind, cell) for kind, cell in zip(kinds, row, strict=True))
    name, *cells = map(text_of, row)
    return f"<th>{escape(name)}</th>" + "".join(_painted(cell) for cell in cells)


def _painted(text: str) -> str:
    colour = tint(text)
    return f'<td style="background:{colour}">{escape(text)}</td>' if colour else f"<td>{escape(text)}</td>"


def _kind(table: Table, column: int) -> str:
    head = table.columns[column]
    if "exactly" in head:
        return EXACT
    if head == "clause":
        return ' class="c"'
    return ' class="n"' if table.is_numeric(column) else ""


def _cell(kind: str, cell: Cell) -> str:
    text = text_of(cell)
    if kind == EXACT and len(text) > LONG:
        kind = ' class="x long"'
    return f"<td{kind}>{escape(text)}</td>"


def _figure(plot: Plot, colour: str) -> str:
    return (
        f'<h3>{escape(plot.title)}</h3>\n<figure role="img" aria-label="{escape(f"{plot.title}. {plot.says}")}">'
        f"{_drawing(plot, colour)}<figcaption>{escape(plot.says)}</figcaption></figure>"
    )


def _drawing(plot: Plot, colour: str) -> str:
    """The plot inside the page: in the page's own colours, so that they follow light and dark."""
    svg = drawn(plot)
    for name, value in (("ink", INK), ("muted", MUTED), ("lines", LINES), ("loud", LOUD), ("felt", colour)):
        svg = svg.replace(f'"{value}"', f'"var(--{name})"')
    svg = re.sub(r'(id="|url\(#)', rf"\g<1>{plot.name}-", svg)
    return re.sub(r'^(<svg[^>]*?) width="\d+" height="\d+"', r"\1", svg)
