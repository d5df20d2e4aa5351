"""The layout of a live table as its page gets it: the felt, the chips at hand, and the rules of the house.

A page knows no game. Whatever it shows of one, it finds here or in the view.
"""

from typing import Any

import msgspec

from pitboss.floor.live import LiveTable
from pitboss.money import write_money
from pitboss.regulations.pages import Page
from pitboss.table.felt import Inscribed, Pays, Spot, felt_of


class Layout(msgspec.Struct, frozen=True):
    """`per_player`: on how many positions a player may bet; `adjacent`: only side by side. `per_box`: how many players
    may bet on one position. `dealt_by`: the `house`, by its clock, or a `person`. `reasons`: each `why` of a settled
    wager in words. `pages`: which pages belong to this program, so that one left open notices an upgrade.
    """

    table: str
    game: str
    title: str
    house: str
    family: str
    positions: int
    per_player: int
    adjacent: bool
    per_box: int
    dealt_by: str
    pages: str
    chips: list[str]
    pays: list[Pays]
    areas: list[Spot]
    inscriptions: list[Inscribed]
    reasons: dict[str, str]
    rules: Page


CHIPS = (1_00, 5_00, 25_00, 100_00, 500_00, 1000_00)
"""The chips a player has at hand, as far as the table uses them."""


def layout_of(live: LiveTable, pages: str = "") -> Layout:
    house: Any = live.house
    game, rules = house.game, house.rules
    felt = felt_of(house)
    return Layout(
        table=live.id,
        game=game.name,
        title=live.title,
        house=felt.house,
        family=felt.family,
        positions=house.most_positions(live.state),
        per_player=_per_player(house),
        adjacent=felt.family == "showdown",
        per_box=getattr(house, "players_per_box", 1),
        dealt_by=live.plan.timing.dealt_by,
        pages=pages,
        chips=[write_money(chip) for chip in CHIPS if chip % house.smallest_chip == 0],
        areas=felt.areas,
        inscriptions=felt.inscriptions,
        reasons=felt.reasons,
        pays=felt.pays,
        rules=rules.page(),
    )


def _per_player(house: Any) -> int:
    """At a table of dice a player has one place, and wagers on the whole layout from it."""
    return int(getattr(house, "positions_per_player", getattr(house, "boxes_per_player", 1)))
