"""Where everything lies on a layout, in millimetres of the real table. Players are below, the dealer is above.

The cloth is a straight edge with a half ellipse. Position 1 is farthest to the dealer's left, which is the right side
of the drawing. Nothing here is money: lengths are doubles.
"""

import math
from collections.abc import Sequence
from itertools import pairwise
from unicodedata import east_asian_width

import msgspec

from pitboss.regulations.layout import BEHIND, FRONT, LEFT, LINE
from pitboss.table.felt import Beside, Felt, Pays, Spot


class Measures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table in millimetres. The defaults are those of a standard half-round table for card games."""

    width: int = 1880
    depth: int = 1120
    rail: int = 80
    spot: int = 106
    tray: int = 500
    box: int = 150


class Box(msgspec.Struct, frozen=True):
    """A rectangle by its middle, turned by `turn` degrees."""

    x: float
    y: float
    width: float
    height: float
    turn: float = 0.0

    def corners(self) -> list[tuple[float, float]]:
        turn = math.radians(self.turn)
        across, down = self.width / 2, self.height / 2
        return [
            (self.x + a * math.cos(turn) - d * math.sin(turn), self.y + a * math.sin(turn) + d * math.cos(turn))
            for a, d in ((-across, -down), (across, -down), (across, down), (-across, down))
        ]


class Placed(msgspec.Struct, frozen=True):
    """A betting spot at one position."""

    position: int
    spot: Spot
    box: Box
    is_round: bool


class Words(msgspec.Struct, frozen=True):
    """A sentence on a curve: its middle, its height, and how far its ends rise over the middle."""

    says: str
    y: float
    size: float
    across: float
    rise: float
    style: str


class Drawing(msgspec.Struct, frozen=True):
    measures: Measures
    spots: list[Placed]
    numbers: list[tuple[int, float, float]]
    words: list[Words]
    pays: list[tuple[Pays, Box, float]]
    boxes: list[tuple[Beside, Box]]
    tray: Box
    dealer: Box


MIDDLE = 250
"""How far below the straight edge the half ellipse begins."""

INSET = {BEHIND: 98, LINE: 226, FRONT: 348}
"""How far each row lies inside the edge of the cloth."""

GAP = 10
FIRST, LAST = 14, 166
"""The first and the last position, in degrees of the half circle."""


def wide(says: str) -> float:
    """How wide words are at a size of 1, in a broad serif face: in any other they have room to spare."""
    return sum(map(_width_of, says))


def _width_of(letter: str) -> float:
    if letter in "MWmw":
        return 1.1 if letter.isupper() else 0.98
    if east_asian_width(letter) in "WF":
        return 1.05
    return 0.78 if letter.isupper() else 0.34 if letter in " .,:;()'-il1" else 0.64


def fitting(says: str, room: float, most: float) -> float:
    """The size at which words fit, up to the largest wanted."""
    return min(most, room / max(wide(says), 0.1))


def draw(felt: Felt, title: str, positions: int, measures: Measures) -> Drawing:
    middle = measures.width / 2
    rows = {row: [spot for spot in felt.areas if spot.row == row] for row in INSET}
    spots = [each for row, found in rows.items() if found for each in _row(row, found, positions, measures)]
    return Drawing(
        measures,
        spots,
        _numbers(positions, measures),
        _words(felt, title, measures),
        _tables(felt.pays, measures),
        [(box, _hangs(box, measures)) for box in felt.boxes],
        Box(middle, 82, measures.tray, 120),
        Box(middle, 218, measures.tray * 0.86, 118),
    )


def point(measures: Measures, turn: float, inset: float) -> tuple[float, float, float]:
    """A place inside the edge of the cloth at an angle of the half circle, and the direction along the edge there."""
    wide, tall = measures.width / 2, measures.depth - MIDDLE
    at = math.radians(turn)
    x, y = wide * math.cos(at), tall * math.sin(at)
    nx, ny = x / wide**2, y / tall**2
    size = math.hypot(nx, ny)
    nx, ny = nx / size, ny / size
    return (
        measures.width / 2 + x - inset * nx,
        MIDDLE + y - inset * ny,
        math.degrees(math.atan2(ny, nx)) - 90,
    )


def _turns(positions: int, measures: Measures, inset: float) -> list[float]:
    """The angles of the positions, at equal distances along the curve of the middle row; position 1 first."""
    steps = [FIRST + (LAST - FIRST) * number / 600 for number in range(601)]
    places = [point(measures, turn, inset)[:2] for turn in steps]
    along = [0.0]
    for number in range(1, len(places)):
        along.append(along[-1] + math.dist(places[number - 1], places[number]))
    wanted = [along[-1] * (number + 0.5) / positions for number in range(positions)]
    return [steps[min(range(len(along)), key=lambda at: abs(along[at] - want))] for want in wanted]


def _row(row: str, spots: Sequence[Spot], positions: int, measures: Measures) -> list[Placed]:
    """The spots of one row at every position, side by side along the edge."""
    inset = INSET[row]
    turns = _turns(positions, measures, INSET[LINE])
    places = [point(measures, turn, inset) for turn in turns]
    apart = min([math.dist(one[:2], other[:2]) for one, other in pairwise(places)] or [measures.width / 2])
    width = min(measures.spot, (apart - 2 * GAP) / len(spots) - GAP)
    found = []
    for position, (x, y, turn) in enumerate(places, 1):
        for number, spot in enumerate(spots):
            shift = (number - (len(spots) - 1) / 2) * (width + GAP)
            across, down = math.cos(math.radians(turn)) * shift, math.sin(math.radians(turn)) * shift
            box = Box(x + across, y + down, width, min(width, measures.spot), turn)
            found.append(Placed(position, spot, box, is_round=row != BEHIND))
    return found


def _numbers(positions: int, measures: Measures) -> list[tuple[int, float, float]]:
    """The number of each position, on the rail."""
    turns = _turns(positions, measures, INSET[LINE])
    return [(number, *point(measures, turn, -measures.rail / 2)[:2]) for number, turn in enumerate(turns, 1)]


def _words(felt: Felt, title: str, measures: Measures) -> list[Words]:
    """What must be known before a wager, then the name of the house and of the game, from the dealer down."""
    lines = [each.says for each in felt.inscriptions]
    top, pitch = 345.0, 44.0
    found = []
    for number, says in enumerate(lines):
        y = top + number * pitch
        room = _room(measures, y + 10)
        found.append(Words(says, y, fitting(says, room, 27), room, 22, "ruling"))
    below = top + len(lines) * pitch
    if felt.house:
        y = max(below + 38, 520)
        room = _room(measures, y + 14)
        found.append(Words(felt.house, y, fitting(felt.house.upper(), room * 0.76, 66), room, 30, "house"))
        below = y
    room = _room(measures, below + 60)
    found.append(Words(title, below + 58, fitting(title, room * 0.8, 32), room, 20, "game"))
    return found


def _room(measures: Measures, y: float) -> float:
    """How wide a line may be at this height, inside the row of spots nearest to the dealer."""
    inset = INSET[FRONT] + measures.spot / 2 + 36
    wide, tall = measures.width / 2 - inset, measures.depth - MIDDLE - inset
    down = min(max((y - MIDDLE) / tall, 0.0), 0.97)
    return 2 * wide * math.sqrt(1 - down**2) * 0.94


def beside_rail(measures: Measures, up: float) -> float:
    """How much room there is left of the rail, `up` millimetres above its lowest point."""
    wide, tall = measures.width / 2 + measures.rail, measures.depth - MIDDLE + measures.rail
    return wide - wide * math.sqrt(1 - (1 - min(up / tall, 1.0)) ** 2) - GAP


BOX = 84
"""How far a box stands out from the dealer's side."""

ROW, HEAD = 25, 40
TOP, SIDE = 26, 46
"""The height of a row and of the title of a pay table; how far tables lie from the straight edge and from the sides."""


def _tables(pays: Sequence[Pays], measures: Measures) -> list[tuple[Pays, Box, float]]:
    """Pay tables left and right of the tray, side by side from the tray outwards."""
    free = (measures.width - measures.tray) / 2 - SIDE - 30
    sides: list[list[Pays]] = [[], []]
    for table in sorted(pays, key=lambda each: -len(each.rows)):
        sides[0 if len(sides[0]) <= len(sides[1]) else 1].append(table)
    found = []
    for sign, tables in ((-1, sides[0]), (1, sides[1])):
        needs = [max(wide(f"{hand} {odds}") for hand, odds in table.rows) for table in tables]
        away = measures.tray / 2 + 30
        for table, need in zip(tables, needs, strict=True):
            width = min(need * 20 + 30, (free - GAP * (len(tables) - 1)) * need / sum(needs))
            height = HEAD + ROW * len(table.rows)
            x = measures.width / 2 + sign * (away + width / 2)
            found.append((table, Box(x, TOP + height / 2, width, height), min(20.0, (width - 30) / need)))
            away += width + GAP
    return found


def _hangs(box: Beside, measures: Measures) -> Box:
    """A box outside the straight edge. The dealer's left is the right side of the drawing."""
    away = measures.tray / 2 + measures.box
    side = 1 if box.side == LEFT else -1
    return Box(measures.width / 2 + side * away, -measures.rail - BOX / 2, measures.box * 1.5, BOX)
