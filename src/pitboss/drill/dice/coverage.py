"""What a drill should reach at a table of dice: each command, refusal and irregularity."""

from pathlib import Path

import pitboss.dice.layout
import pitboss.table.dice
from pitboss.drill.family import AGAIN, Place, Wanted
from pitboss.drill.showdown.coverage import COMMON_FILES, codes_in
from pitboss.table.dice.commands import SHAPES
from pitboss.table.dice.setup import House
from pitboss.table.families import house_of


def wanted(place: Place) -> list[Wanted]:
    """Everything that can happen at a table of this kind."""
    game, jurisdiction, _ = place
    house = house_of({"game": game, "jurisdiction": jurisdiction})
    assert isinstance(house, House)
    found = [("command", do) for do in (*SHAPES, AGAIN)]
    for what, rule in house.procedure.irregularities.items():
        found.append(("irregularity", f"{what}: {rule.effect.name.lower()}"))
    return found + [("refusal", code) for code in refusal_codes()]


def refusal_codes() -> list[str]:
    """Every code that a table of dice can refuse with, read from the sources."""
    own = [file for file in sorted(Path(pitboss.table.dice.__path__[0]).glob("*.py")) if file.name != "setup.py"]
    layout = Path(str(pitboss.dice.layout.__file__))
    return sorted((codes_in([*own, layout, *COMMON_FILES]) | FROM_OTHER_ROOMS) - NEVER)


FROM_OTHER_ROOMS = {
    *("unknown_wager", "unknown_number", "wager_not_offered", "wager_too_early", "wager_too_late"),
    *("bad_dice", "money_malformed", "wager_negative"),
}
"""Codes of the rules of a wager, which a table's players meet too."""

NEVER = {"seat_in_use", "too_many_wagers", "run_too_long"}
"""Wagers lie on no position of the rail; no drill lasts as long as the longest run that is kept."""
