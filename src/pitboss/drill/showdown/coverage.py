"""What a drill should reach at every game, text and dealing method: each command, refusal and irregularity."""

import ast
from collections.abc import Callable
from pathlib import Path

import pitboss.table.showdown
from pitboss.drill.family import AGAIN, Place, Wanted
from pitboss.showdown.procedure import Effect
from pitboss.table import commands, decide, family, players
from pitboss.table.families import showdown_house
from pitboss.table.showdown.commands import SHAPES
from pitboss.table.showdown.setup import House


def wanted(place: Place) -> list[Wanted]:
    """Everything that can happen at a table of this kind."""
    house = _a_house(place)
    found = [("command", do) for do in SHAPES if COMMANDS_ONLY_IF.get(do, _always)(house)]
    found.append(("command", AGAIN))
    found += [("irregularity", name) for name in _irregularities(house)]
    found += [("refusal", code) for code in refusal_codes() if REFUSALS_ONLY_IF.get(code, _always)(house)]
    found += [("refusal", code) for code in _refusals_of_wagers(house)]
    return found


def _refusals_of_wagers(house: House) -> list[str]:
    """Codes made from the names of a game's wagers."""
    later = [step.name for step in house.game.decisions]
    found = [f"{name}_{what}" for name in later for what in ("under_minimum", "over_limit")]
    return [*found, "progressive_not_1.00"] if house.rules.progressive else found


def _a_house(place: Place) -> House:
    game, jurisdiction, dealing = place
    return showdown_house(
        {"game": game, "jurisdiction": jurisdiction, "dealing": dealing, "shuffler": "counting_device"}
    )


def _always(house: House) -> bool:
    return True


def _never(house: House) -> bool:
    return False


def _progressive(house: House) -> bool:
    return house.rules.progressive is not None


def _knows(what: str) -> Callable[[House], bool]:
    return lambda house: what in house.procedure.irregularities


def _covered(house: House) -> bool:
    return house.method(house.dealing).cover is not None


def _several_positions(house: House) -> bool:
    return house.procedure.wagers.most_positions > 1


def _shuffled_by_hand(house: House) -> bool:
    """Only a shuffle by hand is followed by a cut."""
    return house.method(house.dealing).needs_shuffler is None


COMMANDS_ONLY_IF: dict[str, Callable[[House], bool]] = {
    "lock_progressive": _progressive,
    "collect_progressive": _progressive,
    "verify_progressive": _progressive,
    "place_progressive": _progressive,
    "verify_payout": _progressive,
    "document_payout": _progressive,
    "pay_progressive": _progressive,
    "read_meters": _progressive,
    "cover": _covered,
    "uncover": _covered,
    "cut": _shuffled_by_hand,
    "order_recut": _shuffled_by_hand,
    "turn_card": lambda house: house.jurisdiction in house.procedure.completion.expose,
    "collect_forfeits": lambda house: not house.procedure.completion.forfeits_at_once,
    "collect_discards": lambda house: house.procedure.completion.discards is not None,
}


def _irregularities(house: House) -> list[str]:
    """Each irregularity with each of its effects at this table."""
    found = []
    method = house.method(house.dealing)
    for what, rule in house.procedure.irregularities.items():
        effects = {rule.effect, *(each for each in (rule.at_dealer, rule.after_the_deal) if each)}
        if what == "card_face_up":
            effects.add(Effect.VOID_ALL)
        if what == "shoe_jam" and not method.in_stacks:
            continue
        found += [f"{what}: {effect.name.lower()}" for effect in effects]
    if method.counting_device:
        found.append("device_count: remove_deck")
    return sorted({*found, "wrong_number: void_all", "wrong_count: remove_deck"})


COMMON_FILES = [Path(str(module.__file__)) for module in (commands, decide, family, players)]
"""What the tables of all families refuse with."""


def refusal_codes() -> list[str]:
    """Every code that the table's modules can refuse with, read from their source."""
    own = [file for file in Path(pitboss.table.showdown.__path__[0]).glob("*.py") if file.name != "setup.py"]
    return sorted(codes_in([*own, *COMMON_FILES]) | FROM_OTHER_ROOMS)


def codes_in(files: list[Path]) -> set[str]:
    """Every code that is written in a refusal in these files."""
    codes = set()
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            refuses = isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal"
            if refuses and isinstance(node, ast.Call) and isinstance(node.args[0], ast.Constant):
                codes.add(str(node.args[0].value))
    return codes


FROM_OTHER_ROOMS = {"wager_not_offered", "unknown_wager", "wager_too_early", "money_malformed", "wager_negative"}
"""Codes of the rules of a wager, which a table's players meet too."""

REFUSALS_ONLY_IF: dict[str, Callable[[House], bool]] = {
    "sensors_differ": _progressive,
    "progressive_apart": _progressive,
    "no_progressive": lambda house: not _progressive(house),
    "cut_depth": _shuffled_by_hand,
    "count_is_right": lambda house: house.method(house.dealing).counting_device is not None,
    "already_void": lambda house: house.procedure.irregularities["card_exposed"].effect is Effect.VOID_CONTEST,
    "not_irregular": lambda house: any(len(rule.whose) == 1 for rule in house.procedure.irregularities.values()),
    "not_adjacent": _several_positions,
    "seat_in_use": _several_positions,
    "wager_not_offered": _never,
    "settling_begun": _never,  # only at tables of the first edition
}
