"""What the text asks of a table and its layout, item by item, and what the drawing has of it."""

from typing import Any

import msgspec

from pitboss.regulations.citation import reading
from pitboss.regulations.layout import Area, Box, Inscription
from pitboss.table.felt import Felt, layout_of_game

USUAL = reading(170)


class Item(msgspec.Struct, frozen=True):
    """A requirement: its clause, what it asks for, what the drawing shows, and whether that is all of it.

    What a game has nothing for, such as side wagers where none are offered, is no requirement.
    """

    clause: str
    asks: str
    shows: str
    is_met: bool


def checklist(house: Any, felt: Felt, positions: int) -> list[Item]:
    where, game = house.jurisdiction, house.game
    most = f"{positions} of at most {game.positions}"
    found = [Item(game.positions_clause.at(where), "betting positions, all on one side", most, True)]
    for part in layout_of_game(game):
        clause = (part.clause if part.clause.holds_in(where) else USUAL).at(where)
        shows, is_met = _shown(part, felt)
        if shows:
            found.append(Item(clause, _asks(part), shows, is_met))
    return [*found, *_system(house)]


def _asks(part: Any) -> str:
    says: str = part.says
    return f"{part.name}: {says}" if isinstance(part, Box) else says


def _shown(part: Any, felt: Felt) -> tuple[str, bool]:
    if isinstance(part, Area):
        spots = [spot for spot in felt.areas if spot.name in part.wagers]
        return ", ".join(spot.title for spot in spots), all(spot.row == part.row for spot in spots)
    if isinstance(part, Box):
        sides = [box.side for box in felt.boxes if box.name == part.name]
        return f"at the dealer's {sides[0]}" if sides else "missing", sides == [part.side]
    return _inscribed(part, felt)


def _inscribed(part: Inscription, felt: Felt) -> tuple[str, bool]:
    if part.name == "house":
        return felt.house or "missing", bool(felt.house)
    if part.name == "odds":
        return ", ".join(table.title.lower() for table in felt.pays), True
    words = {"raises": "the ante", "qualifying hand": "qualifies", "rules": "pays|draws"}[part.name].split("|")
    found = [each.says for each in felt.inscriptions if any(word in each.says for word in words)]
    if part.name == "raises":
        found = [says for says in found if "qualifies" not in says]
    return f"{len(found)} inscription{'s' if len(found) > 1 else ''}" if found else "", True


def _system(house: Any) -> list[Item]:
    """Where only a table equipped for it may offer a progressive: whether this one does."""
    handling = getattr(getattr(house, "procedure", None), "progressive", None)
    if not handling or not handling.system:
        return []
    offered = house.game.progressive.name in house.offered
    clause = dict(handling.system.clauses).get(house.jurisdiction, ("",))[-1]
    shows = "equipped; have the system approved" if offered else "not equipped: the progressive is not offered"
    return [Item(clause, "a progressive wager system where the progressive is offered", shows, True)]
