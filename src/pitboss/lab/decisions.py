"""What a player has to decide, as a search for simple strategies sees it: situations by what can be seen and kept.

A decision groups all situations into cells of equal features. Each cell knows, exactly, what every action earns over
all its deals; so the worth of any rule that speaks of these features is a sum over cells.
"""

from collections.abc import Callable
from typing import NamedTuple

from numpy import int64
from numpy.typing import NDArray


class Feature(NamedTuple):
    """Something a player sees, as a small integer: where there is an order, the higher is the better for the player.

    How it is said of a value or a stretch of values ({}): `noun` in place of the hand, if it can stand there ("a high
    card of {}"), `clause` after the hand ("the board has {}"); without one it is "your draw is {}".
    """

    name: str  # "your hand", "the dealer's card"
    words: Callable[[int], str]  # a value in words: "pair of nines"
    upwards: str = ""  # a value and all above it: "or better", "or more"; without it both ends are named
    downwards: str = ""  # "or worse", "or fewer"
    noun: str = ""
    clause: str = ""


def hand_feature(name: str, words: Callable[[int], str]) -> Feature:
    """What a player holds, from the worst up: "a pair of tens or better"."""
    return Feature(name, words, "or better", "or worse", "{}")


class Decision(NamedTuple):
    """One decision of a game.

    `actions` go from the smallest wager up. `values` are net antes summed over the deals of a cell; an action that is
    not allowed there counts as the largest allowed one. `deals` are all deals, those too that never get here.
    """

    name: str  # "play", "flop", "turn", "river"
    features: tuple[Feature, ...]
    actions: tuple[str, ...]  # ("fold", "1x", "3x")
    cells: NDArray[int64]  # cells x features
    values: NDArray[int64]  # cells x actions
    weights: NDArray[int64]  # deals in the cell
    deals: int
