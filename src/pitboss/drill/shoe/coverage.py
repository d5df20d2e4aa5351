"""What a drill should reach at every shoe game: each command, refusal and irregularity."""

import ast
from collections.abc import Callable
from pathlib import Path

import pitboss.table.shoe
from pitboss.drill.family import AGAIN, Place, Wanted
from pitboss.table import commands, decide, family, players
from pitboss.table.families import shoe_house
from pitboss.table.shoe.commands import SHAPES
from pitboss.table.shoe.setup import House


def wanted(place: Place) -> list[Wanted]:
    """Everything that can happen at a table of this kind."""
    house = shoe_house({"game": place[0], "jurisdiction": place[1]})
    found = [("command", do) for do in SHAPES if do != "consent" or house.game.shared]
    found.append(("command", AGAIN))
    found += [("irregularity", name) for name in _irregularities(house)]
    found += [("refusal", code) for code in refusal_codes() if REFUSALS_ONLY_IF.get(code, _always)(house)]
    found += [("refusal", code) for code in sorted(OF_THE_RULES) if OF_THE_RULES[code](house)]
    return found


def _irregularities(house: House) -> list[str]:
    """Each irregularity with each of its effects."""
    return sorted(
        f"{what}: {effect.name.lower()}"
        for what, rule in house.procedure.irregularities.items()
        for effect in (rule.effect, rule.other)
        if effect
    )


def _always(house: House) -> bool:
    return True


def _shared(house: House) -> bool:
    return house.game.shared is not None


def _attacks(house: House) -> bool:
    return house.game.attack is not None


COMMON_FILES = [Path(str(module.__file__)) for module in (commands, decide, family, players)]
"""What the tables of all families refuse with."""


def refusal_codes() -> list[str]:
    """Every code that the table's modules can refuse with, read from their source."""
    codes = set()
    for file in sorted(Path(pitboss.table.shoe.__path__[0]).glob("*.py")) + COMMON_FILES:
        if file.name == "setup.py":
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            refuses = isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal"
            if refuses and isinstance(node, ast.Call) and isinstance(node.args[0], ast.Constant):
                codes.add(str(node.args[0].value))
    return sorted(codes | {"cut_card_depth", "unknown_shuffler", "unknown_card_reader"})


REFUSALS_ONLY_IF: dict[str, Callable[[House], bool]] = {
    "box_too_full": _shared,
    "consent_missing": _shared,
    "not_first_on_box": _shared,
    "not_your_decision": _shared,
}

OF_THE_RULES: dict[str, Callable[[House], bool]] = {
    "unknown_wager": _always,
    "money_malformed": _always,
    "wager_negative": _always,
    "double_over_limit": _always,
    "double_twice": _always,
    "not_a_pair": _always,
    "split_over_limit": _always,
    "insurance_over_limit": _always,
    "insurance_without_ace": _always,
    "attack_over_limit": _attacks,
    "bust_it_over_limit": _attacks,
    "bust_it_under_minimum": _attacks,
    "rescue_not_offered": _attacks,
    "rescue_without_double": _shared,
    "surrender_after_draw": _shared,
    "surrender_after_split": _shared,
}
"""Codes of the game's own rules, which a table's players meet too."""
