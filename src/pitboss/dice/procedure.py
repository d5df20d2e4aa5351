"""How a dice game is handled at a table, as data: who does which step, when wagers are made, what can go wrong."""

from collections.abc import Mapping
from enum import Enum

import msgspec

from pitboss.regulations.citation import Citation


class Effect(Enum):
    """What an irregularity does."""

    NO_ROLL = "the throw does not count, nothing moves, and bets are open again"
    CHECK_DICE = "the throw does not count, nothing moves, and the dice are checked before they are thrown again"
    VOID_WAGER = "that wager goes back, with any odds behind it"
    VOID_ALL = "every wager on the layout goes back, the run is over, and other dice are brought"


class Irregularity(msgspec.Struct, frozen=True):
    """Something that goes wrong, what it does, by which clause, and who may call it."""

    says: str
    effect: Effect
    clause: Citation
    by: tuple[str, ...]


class Step(msgspec.Struct, frozen=True):
    """Who does a step of the procedure, and by which clause."""

    by: str
    clause: Citation


class Procedure(msgspec.Struct, frozen=True):
    """The table of a dice game: its rail, its steps, its wagering, its irregularities."""

    positions: int
    rail: Citation
    steps: Mapping[str, Step]
    wagering: Citation
    chips: Citation
    limits: Citation
    line_wager: Citation
    passing: Citation
    throwing: Citation
    changing_dice: Citation
    leaving: Citation
    irregularities: Mapping[str, Irregularity]
