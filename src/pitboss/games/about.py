"""What a game is about: one sentence and the cards of a small picture, declared in the game's folder (`about.py`)."""

import msgspec

from pitboss.games import Game, module_of, names


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
    if game.name not in names():
        return NOTHING
    try:
        found: About = module_of(game.name, "about").ABOUT
    except ModuleNotFoundError as error:
        if error.name and error.name.endswith(".about"):
            return NOTHING
        raise
    return found
