"""A house's choices drawn for a drilled table."""

from contextlib import suppress
from random import Random
from typing import Any

from pitboss import games
from pitboss.dice.options import Multiples, WholeNumber
from pitboss.drill.family import likely
from pitboss.refusal import Refusal
from pitboss.regulations.options import Choice, Option, PayTableChoice

AS_GIVEN = frozenset(("split_hands", "surrender", "surrender_split_hands"))
"""Options that came later than the seeds of drills: a seed goes on meaning the same tables. Tests drill these."""


def some_options(name: str, jurisdiction: str, random: Random) -> dict[str, Any]:
    """Some of the house's choices drawn from what each option has, as long as they go together."""
    game, chosen = games.game(name), dict[str, Any]()
    for option in game.options(jurisdiction).values():
        if option.name not in AS_GIVEN and likely(random, 50):
            drawn = chosen | {option.name: random.choice(_values(option))}
            with suppress(Refusal):
                game.rules(jurisdiction, drawn)
                chosen = drawn
    return chosen


def _values(option: Option) -> list[Any]:
    """Values an option may have; a pay table is never left out, so that every wager is offered."""
    if isinstance(option, Choice | WholeNumber):
        return list(option.values)
    if isinstance(option, Multiples):
        return [option.default, "1x", "2x", "10x", None]
    if isinstance(option, PayTableChoice):
        return [label for label in option.tables.labels() if label] or [option.default]
    return [None, "50.00"]
