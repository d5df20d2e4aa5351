"""What a layout must have by its text: betting areas, inscriptions, and the boxes that hang on the table.

The felt on the page and the drawing to scale are both made from these declarations and from nothing else.
"""

import msgspec

from pitboss.regulations.citation import Citation

FRONT, LINE, BEHIND = "front", "line", "behind"
ROWS = (FRONT, LINE, BEHIND)
"""Where an area lies at a betting position, the row nearest to the dealer first."""

LEFT, RIGHT = "left", "right"
"""The dealer's left and right hand."""


class Area(msgspec.Struct, frozen=True):
    """A betting area of its own at each position, for each of these wagers, in one row."""

    name: str
    says: str
    clause: Citation
    wagers: tuple[str, ...]
    row: str


class Inscription(msgspec.Struct, frozen=True):
    """Words on the layout. `name` is their subject: `house`, `odds`, `raises`, `qualifying hand`, `rules`."""

    name: str
    says: str
    clause: Citation


class Box(msgspec.Struct, frozen=True):
    """A box on the dealer's side of the table, to the dealer's left or right."""

    name: str
    says: str
    clause: Citation
    side: str


Part = Area | Inscription | Box
