"""What a game is about: one sentence and the cards of a small picture, declared in the game's folder (`about.py`)."""

from importlib import import_module

import msgspec

from pitboss.games import Game
from pitboss.games import __name__ as games


class About(msgspec.Struct, frozen=True):
    """`says`: the game in one or two short sentences. Cards are written as in files, `??` for one face down.

    `player`: the cards that count, `rest`: those of the same hand that do not. `dice`: a roll, such as `4-5`.
    `chips`: the values of two stacks next to the hand, in whole units. A picture without cards and dice is drawn from
    the declaration alone.
    """

    says: str = ""
    dealer: str = ""
    board: str = ""
    player: str = ""
    rest: str = ""
    dice: str = ""
    chips: tuple[int, ...] = ()


NOTHING = About()


def about(game: Game) -> About:
    """What the folder of a game declares about it; nothing where there is no such file."""
    module = f"{games}.{game.name.replace('-', '_')}.about"
    try:
        found: About = import_module(module).ABOUT
    except ModuleNotFoundError as error:
        if error.name and module.startswith(error.name):
            return NOTHING
        raise
    return found
