"""The families that are drilled, and the tables of all of them."""

from functools import cache

from pitboss import games
from pitboss.dice.declaration import DiceGame
from pitboss.drill.dice import DICE
from pitboss.drill.family import Drilled, Place, Reached, Wanted
from pitboss.drill.shoe import SHOE
from pitboss.drill.showdown import SHOWDOWN
from pitboss.shoe.declaration import ShoeGame
from pitboss.showdown.declaration import Showdown

FAMILIES: dict[type, Drilled] = {Showdown: SHOWDOWN, ShoeGame: SHOE, DiceGame: DICE}

LEAST = 20
"""How often everything that can happen must be reached."""


def drilled(place: Place) -> Drilled:
    return FAMILIES[type(games.game(place[0]))]


@cache
def places() -> list[Place]:
    """Every game, text and dealing method."""
    found: list[Place] = []
    for name in games.names():
        if (kind := type(games.game(name))) in FAMILIES:
            found += FAMILIES[kind].places(name)
    return found


def wanted(place: Place) -> list[Wanted]:
    """Everything that can happen at a table of this kind."""
    return drilled(place).wanted(place)


def missing(reached: Reached) -> list[tuple[Place, str, str, int]]:
    """What a drill has reached less than it should."""
    return [
        (place, kind, name, reached[place, kind, name])
        for place in places()
        for kind, name in wanted(place)
        if reached[place, kind, name] < LEAST
    ]
