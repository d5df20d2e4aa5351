"""The families of games that can be played at a table, and the house of a setup whatever its family."""

from typing import Any

import msgspec

from pitboss import games
from pitboss.dice.declaration import DiceGame
from pitboss.refusal import Refusal, misshapen, shown
from pitboss.regulations.edition import EDITION, FIRST
from pitboss.shoe.declaration import ShoeGame
from pitboss.showdown.declaration import Showdown
from pitboss.table.dice import DICE
from pitboss.table.events import TableOpened
from pitboss.table.family import Family
from pitboss.table.setup import House
from pitboss.table.shoe import SHOE
from pitboss.table.shoe.setup import House as ShoeHouse
from pitboss.table.showdown import SHOWDOWN
from pitboss.table.showdown.setup import House as ShowdownHouse

FAMILIES: dict[type, Family] = {Showdown: SHOWDOWN, ShoeGame: SHOE, DiceGame: DICE}
"""By the kind of declaration that a game of the family has."""


def family_of(name: str) -> Family:
    """The family of a game; refused where no table can deal it."""
    game = games.game(name)
    if type(game) not in FAMILIES:
        raise Refusal("no_procedure", f"{game.title} declares no procedure, so no table can deal it.")
    return FAMILIES[type(game)]


def misshapen_setup(error: msgspec.ValidationError) -> Refusal:
    """A setup that is no setup, in words."""
    return misshapen(error, "the table's setup", "no table is set up without it", "setup_malformed")


def house_of(data: Any, edition: int = EDITION) -> House:
    """The house of a setup as a file has it, under the rules of an edition."""
    if not FIRST <= edition <= EDITION:
        message = f"Use a newer pitboss: the table has edition {edition} of the rules, this program has {EDITION}."
        raise Refusal("newer_edition", message)
    name = data.get("game") if isinstance(data, dict) else None
    if not isinstance(name, str):
        raise Refusal("setup_malformed", f"Name the table's 'game' as text in its setup; got {shown(name)}.")
    family = family_of(name)
    try:
        house = family.house(msgspec.convert(data, family.setup), edition)
    except msgspec.ValidationError as error:
        raise misshapen_setup(error) from None
    house.family = family
    return house


def house_opened(opened: TableOpened) -> House:
    """The house that a table's first event was made by."""
    return house_of(opened.setup, opened.rules_edition)


def showdown_house(data: Any) -> ShowdownHouse:
    """The same for a game that compares hands."""
    house = house_of(data)
    assert isinstance(house, ShowdownHouse)
    return house


def shoe_house(data: Any) -> ShoeHouse:
    """The same for a game dealt from a shoe."""
    house = house_of(data)
    assert isinstance(house, ShoeHouse)
    return house
