"""The sheet: the drawing, its title block with the scale, and the checklist, as SVG in millimetres or as PDF."""

import math
from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

import msgspec

from pitboss.extras import require
from pitboss.felts import darker, felt, lighter
from pitboss.layout.checklist import Item, checklist
from pitboss.layout.geometry import (
    BOX,
    HEAD,
    MIDDLE,
    ROW,
    Box,
    Drawing,
    Measures,
    Placed,
    Words,
    beside_rail,
    draw,
    fitting,
    wide,
)
from pitboss.refusal import Refusal, shown
from pitboss.table.felt import felt_of

FONTS = "Libertinus Serif, Georgia, Times New Roman, serif"
CREAM, INK, QUIET = "#f6efdc", "#20242a", "#5b626b"
MARGIN = 95
SMALLEST = 13.5
"""The smallest letters on a betting area; a word that is still too long is set narrow."""

COLUMNS, ITEM = 3, 67
"""The checklist: its columns, and the height of an item of three lines."""

PAPER = 215.9 / 279.4
"""The height of a sheet of letter paper in parts of its width: the default table fills one at 1:8."""

SCALE = 8
LEAST_SCALE, MOST_SCALE = 1, 50


class Sheet(msgspec.Struct, frozen=True):
    """A drawn layout: its SVG, and the size of the paper in millimetres."""

    title: str
    svg: str
    width: float
    height: float


def sheet_of(house: Any, measures: Measures, positions: int | None = None, scale: int = SCALE) -> Sheet:
    """The layout of a house's table on one sheet."""
    game = house.game
    found = felt_of(house)
    if found.family == "dice" or not found.areas:
        message = f"Choose a card game: {game.title} declares no layout with betting positions to draw."
        raise Refusal("no_layout", message)
    positions = game.positions if positions is None else positions
    if not 1 <= positions <= game.positions:
        message = f"Draw 1 to {game.positions} betting positions; got {shown(positions)}."
        raise Refusal("position_out_of_range", message, house.cite(game.positions_clause))
    if not LEAST_SCALE <= scale <= MOST_SCALE:
        raise Refusal("bad_scale", f"Draw at a scale of 1:{LEAST_SCALE} to 1:{MOST_SCALE}; got 1:{scale}.")
    _check(measures)
    drawing = draw(found, game.title, positions, measures)
    items = checklist(house, found, positions)
    return _sheet(house, drawing, items, positions, scale)


def _check(measures: Measures) -> None:
    """A table in which everything has room."""
    least = Measures(width=1500, depth=900, rail=20, spot=60, tray=300, box=80)
    most = Measures(width=4000, depth=2500, rail=200, spot=140, tray=900, box=300)
    for name in Measures.__struct_fields__:
        low, high, value = getattr(least, name), getattr(most, name), getattr(measures, name)
        if not low <= value <= high:
            raise Refusal("bad_measure", f"Give the {name} in millimetres, {low} to {high}; got {value}.")


def _sheet(house: Any, drawing: Drawing, items: Sequence[Item], positions: int, scale: int) -> Sheet:
    measures, colour = drawing.measures, felt(house.game.name)
    top = 42 + BOX + measures.rail
    rows = math.ceil(len(items) / COLUMNS)
    bottom = top + measures.depth + measures.rail
    width = measures.width + 2 * (measures.rail + MARGIN)
    height = max(bottom + 50 + rows * ITEM, PAPER * width)
    title = f"{house.game.title}, table layout of {house.house_name}"
    parts = [
        f'<g transform="translate({measures.rail + MARGIN} {top})">',
        *_table(drawing, colour),
        "</g>",
        *_block(house, measures, positions, scale, width, bottom - 66),
        *_items(items, width, bottom + 52, rows),
    ]
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width / scale:.2f}mm" height="{height / scale:.2f}mm" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" font-family="{FONTS}" role="img">'
        f"<title>{escape(title)}</title>"
        f'<rect width="{width:.0f}" height="{height:.0f}" fill="#ffffff"/>' + "\n".join(parts) + "</svg>\n"
    )
    return Sheet(title, svg, width / scale, height / scale)


def _table(drawing: Drawing, colour: str) -> Iterator[str]:
    measures = drawing.measures
    for box, place in drawing.boxes:
        yield _box(place, box.name)
    wide, tall, rail = measures.width / 2, measures.depth - MIDDLE, measures.rail
    outside = _outline(-rail, wide + rail, tall + rail, measures.width + 2 * rail)
    yield f'<path class="rail" d="{outside}" fill="#4a3526"/>'
    yield f'<path class="cloth" d="{_outline(0, wide, tall, measures.width)}" fill="{darker(colour, 14)}"/>'
    inner = _outline(14, wide - 14, tall - 14, measures.width - 28, 14)
    yield f'<path d="{inner}" fill="none" stroke="{lighter(colour, 55)}" stroke-width="3"/>'
    yield _tray(drawing.tray)
    yield _rect(
        drawing.dealer, "dealer", f'fill="none" stroke="{CREAM}" stroke-width="2.5" stroke-dasharray="14 9"', 12
    )
    yield _text(drawing.dealer.x, drawing.dealer.y + 8, "DEALER'S CARDS", 22, CREAM, 'letter-spacing="4" opacity="0.8"')
    for number, words in enumerate(drawing.words):
        yield from _curved(words, measures.width / 2, number)
    for table, place, size in drawing.pays:
        yield from _pays(table.title, table.rows, place, size)
    for placed in drawing.spots:
        yield from _spot(placed, darker(colour, 30))
    for position, x, y in drawing.numbers:
        yield _text(x, y + 7, str(position), 21, CREAM, f'class="number" data-position="{position}"')


def _outline(left: float, wide: float, tall: float, width: float, top: float = 0) -> str:
    """The straight edge with a half ellipse; `left` moves both ends in or out."""
    corner = 46
    upper = left if left < 0 else top
    right = left + width
    return (
        f"M {left + corner:.1f} {upper:.1f} H {right - corner:.1f}"
        f" Q {right:.1f} {upper:.1f} {right:.1f} {upper + corner:.1f}"
        f" V {MIDDLE} A {wide:.1f} {tall:.1f} 0 0 1 {left:.1f} {MIDDLE} V {upper + corner:.1f}"
        f" Q {left:.1f} {upper:.1f} {left + corner:.1f} {upper:.1f} Z"
    )


def _rect(box: Box, name: str, look: str, round_by: float = 10) -> str:
    return (
        f'<rect class="{name}" x="{box.x - box.width / 2:.1f}" y="{box.y - box.height / 2:.1f}" '
        f'width="{box.width:.1f}" height="{box.height:.1f}" rx="{round_by}" {look}/>'
    )


def _text(x: float, y: float, says: str, size: float, colour: str, more: str = "") -> str:
    anchor = "" if "text-anchor" in more else 'text-anchor="middle" '
    return f'<text x="{x:.1f}" y="{y:.1f}" {anchor}font-size="{size:.1f}" fill="{colour}" {more}>{escape(says)}</text>'


def _box(place: Box, name: str) -> str:
    look = f'fill="#d9dce0" stroke="{INK}" stroke-width="2.5" data-box="{name}"'
    slot = Box(place.x, place.y + 22, place.width * 0.5, 7)
    return (
        _rect(place, "box", look, 8)
        + _rect(slot, "slot", f'fill="{INK}"', 3)
        + _text(place.x, place.y + 2, name.upper(), 23, INK, 'letter-spacing="2"')
    )


def _tray(place: Box) -> str:
    parts = [_rect(place, "tray", f'fill="#1f2328" stroke="{CREAM}" stroke-width="2.5"', 12)]
    tubes = 12
    step = (place.width - 28) / tubes
    for number in range(tubes):
        tube = Box(place.x - place.width / 2 + 14 + (number + 0.5) * step, place.y, step - 7, place.height - 26)
        parts.append(_rect(tube, "tube", 'fill="#363c44"', 9))
    return "".join(parts)


def _curved(words: Words, middle: float, number: int) -> Iterator[str]:
    """A sentence on a shallow curve that follows the table."""
    half = words.across / 2 + 60
    name = f"curve-{number}"
    ends = words.y - words.rise * 0.5
    yield (
        f'<path id="{name}" d="M {middle - half:.1f} {ends:.1f} Q {middle:.1f} {ends + 2 * words.rise:.1f} '
        f'{middle + half:.1f} {ends:.1f}" fill="none"/>'
    )
    look = {
        "ruling": 'letter-spacing="0.8"',
        "house": f'letter-spacing="{words.size * 0.22:.1f}" font-weight="bold"',
        "game": f'letter-spacing="{words.size * 0.14:.1f}" font-style="italic" opacity="0.85"',
    }[words.style]
    says = words.says.upper() if words.style == "house" else words.says
    yield (
        f'<text class="{words.style}" font-size="{words.size:.1f}" fill="{CREAM}" {look}>'
        f'<textPath href="#{name}" startOffset="50%" text-anchor="middle">{escape(says)}</textPath></text>'
    )


def _pays(title: str, rows: Sequence[tuple[str, str]], place: Box, size: float) -> Iterator[str]:
    left, top = place.x - place.width / 2, place.y - place.height / 2
    yield _rect(place, "pays", f'fill="none" stroke="{CREAM}" stroke-width="1.6" opacity="0.65"', 8)
    yield _text(
        place.x, top + 27, f"{title} pays", fitting(f"{title} pays", place.width - 24, 21), CREAM, 'font-weight="bold"'
    )
    for number, (hand, odds) in enumerate(rows):
        y = top + HEAD + number * ROW + 14
        yield _text(left + 10, y, hand, size, CREAM, 'text-anchor="start"')
        amount = f"${odds}" if odds.isdecimal() else odds
        yield _text(left + place.width - 10, y, amount, size, CREAM, 'text-anchor="end"')


def _spot(placed: Placed, inside: str) -> Iterator[str]:
    box = placed.box
    turn = f'transform="rotate({box.turn:.2f} {box.x:.1f} {box.y:.1f})"'
    yield (
        f'<g class="spot" data-area="{placed.spot.name}" data-position="{placed.position}" '
        f'data-row="{placed.spot.row}" data-x="{box.x:.1f}" data-y="{box.y:.1f}" {turn}>'
    )
    look = f'fill="{inside}" stroke="{CREAM}" stroke-width="3"'
    if placed.is_round:
        yield f'<circle cx="{box.x:.1f}" cy="{box.y:.1f}" r="{box.width / 2:.1f}" {look}/>'
    else:
        yield _rect(box, "area", look, 14)
    lines = placed.spot.title.upper().split()
    if placed.spot.exactly:
        lines.append(f"${placed.spot.exactly.removesuffix('.00')}")
    room = box.width * (0.82 if placed.is_round else 0.84)
    size = max(min(fitting(line, room, 19) for line in lines), SMALLEST)
    for number, line in enumerate(lines):
        y = box.y + (number - (len(lines) - 1) / 2) * size * 1.12 + size * 0.34
        narrow = f'textLength="{room:.1f}" lengthAdjust="spacingAndGlyphs"' if wide(line) * size > room * 1.1 else ""
        yield _text(box.x, y, line, size, CREAM, narrow)
    yield "</g>"


def _block(house: Any, measures: Measures, positions: int, scale: int, width: float, y: float) -> Iterator[str]:
    """Whose layout, of which game under which text, how large, and the scale as a figure and as a bar."""
    text = house.game.jurisdictions[house.jurisdiction]
    for number, (says, size, look) in enumerate(
        (
            (house.house_name, 27, ""),
            (f"Cloth {measures.width} × {measures.depth} mm, rail {measures.rail} mm", 23, ""),
            (f"{positions} betting position{'s' if positions > 1 else ''}, areas up to {measures.spot} mm", 23, ""),
            (f"{house.game.title}, {text}", 36, 'font-weight="bold"'),
        )
    ):
        colour = INK if look else QUIET
        line = y - 62 + number * 40
        room = beside_rail(measures, y + 66 - line + size)
        yield _text(MARGIN, line, says, fitting(says, room, size), colour, f'class="block" text-anchor="start" {look}')
    bar = 500
    start = width - MARGIN - bar
    yield _text(width - MARGIN, y - 36, f"Scale 1:{scale}", 36, INK, 'text-anchor="end" font-weight="bold"')
    for number in range(5):
        fill = INK if number % 2 == 0 else "#ffffff"
        yield (
            f'<rect x="{start + number * 100:.1f}" y="{y - 18:.1f}" width="100" height="16" fill="{fill}" '
            f'stroke="{INK}" stroke-width="2"/>'
        )
    for number in range(6):
        yield _text(start + number * 100, y + 26, str(number * 100), 22, INK)
    yield _text(width - MARGIN, y + 52, "millimetres on the table", 20, QUIET, 'text-anchor="end"')


def _items(items: Sequence[Item], width: float, y: float, rows: int) -> Iterator[str]:
    """The checklist in columns: the clause, what it asks for, what the drawing shows."""
    column = (width - 2 * MARGIN + 30) / COLUMNS
    for number, item in enumerate(items):
        x, line = MARGIN + column * (number // rows), y + (number % rows) * ITEM
        mark = f"M {x + 4:.1f} {line - 9:.1f} l 6 7 l 12 -16" if item.is_met else ""
        yield (
            f'<rect class="item" data-clause="{escape(item.clause)}" data-met="{str(item.is_met).lower()}" x="{x:.1f}" '
            f'y="{line - 20:.1f}" width="24" height="24" fill="none" stroke="{INK}" stroke-width="2"/>'
            f'<path d="{mark}" fill="none" stroke="{INK}" stroke-width="4"/>'
        )
        for below, says, colour, look in (
            (0, item.clause, INK, 'font-weight="bold"'),
            (21, f"asks for {item.asks}", QUIET, ""),
            (41, f"shows {item.shows}", INK, ""),
        ):
            size = fitting(says, column - 70, 18 if below else 20)
            yield _text(x + 38, line + below, says, size, colour, f'text-anchor="start" {look}')


def require_pdf() -> None:
    """Refuse if Typst is not installed."""
    require({"typst": "typst"}, "a layout as pdf (an .svg file needs nothing)")


def pdf_of(sheet: Sheet) -> bytes:
    """The sheet as one page of its own size, set by Typst with the fonts it carries."""
    require_pdf()
    import typst

    title = sheet.title.replace("\\", "\\\\").replace('"', '\\"')
    data = ",".join(map(str, sheet.svg.encode()))
    source = (
        f'#set document(title: "{title}", date: none)\n'
        f"#set page(width: {sheet.width:.2f}mm, height: {sheet.height:.2f}mm, margin: 0mm)\n"
        f'#image(bytes(({data},)), format: "svg", width: 100%, alt: "{title}")\n'
    )
    return bytes(typst.compile(source.encode(), format="pdf", ignore_system_fonts=True))
