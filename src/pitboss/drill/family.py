"""How a family of games is drilled: its tables, its people, its witness, and what a drill should reach there."""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec

Data = dict[str, Any]
"""A command as a file has it."""

Place = tuple[str, str, str]
"""A game, a text and a way to play it: a dealing method."""

Wanted = tuple[str, str]
"""A kind (command, refusal, irregularity) and its name."""

NAMES = ("p1", "p2", "p3", "p4", "p5", "p6")

AGAIN = "the same key again"


class Reached(Counter[tuple[Place, str, str]]):
    """How often each command, refusal and irregularity was reached at each place."""


class Drilled(msgspec.Struct, frozen=True):
    """What a family brings to the drill. Everything is drawn from the seeded source that is passed in."""

    places: Callable[[str], list[Place]]
    setup_for: Callable[[Place, Random], Data]
    next: Callable[[Random, Any], Data]
    witness: Callable[[Any], Any]
    no_secret_told: Callable[[Any, Any, list[Any], str, str], None]
    wanted: Callable[[Place], list[Wanted]]
    any_time: dict[str, tuple[Data, Data]]
    """Two commands of each role, well shaped whenever they are given."""

    times: int = 1
    """How many times as many rounds a sequence needs where cards last for more than one."""


def likely(random: Random, percent: int) -> bool:
    """True so many times in a hundred."""
    return random.randrange(100) < percent
