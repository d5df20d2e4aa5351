"""Where each wager of a dice game lies on its layout, told by what decides it and not by its name."""

import msgspec

from pitboss.dice.declaration import PUSH, WIN, Behind, Combined, Decides, Hop, Line, May, Number, OneRoll, Opens, Wager
from pitboss.dice.layout import NO_POINT
from pitboss.dice.rules import Rules, Stage
from pitboss.dice.throws import Dice, write_dice

MANY_TOTALS = 5
"""A wager on the next roll that wins with this many totals lies in the field."""


class Region(msgspec.Struct, frozen=True, omit_defaults=True):
    """The part of the layout for a wager, and what is printed there.

    `region`: `line`, `dont_line`, `come`, `dont_come`, `odds`, `for` and `against` a number (in the box of the number),
    `some_numbers` (a kind of wager that not every point has), `hard`, `field`, `one_roll`, `throw` (one throw wins),
    `combined`, `hop`; empty for a wager that has no usual place.
    `dice`: the throw that is printed: the one that wins, or that bars a wager.
    `totals`: each total that wins in a field with its odds. `behind`: the line wagers that odds support.
    `contract`: once it has its point it stays until a roll decides it.
    """

    region: str = ""
    dice: str = ""
    totals: tuple[tuple[int, str], ...] = ()
    behind: tuple[str, ...] = ()
    contract: bool = False


def region_of(rules: Rules, wager: Wager) -> Region:
    if isinstance(wager, Line):
        return _line(rules, wager)
    if isinstance(wager, Behind):
        return Region("odds", behind=rules.lines_for(wager))
    if isinstance(wager, Number):
        return _number(rules, wager)
    if isinstance(wager, OneRoll):
        return _one_roll(rules, wager)
    return Region("combined" if isinstance(wager, Combined) else "hop" if isinstance(wager, Hop) else "")


LINES = {
    (Opens.COME_OUT, Decides.POINT): "line",
    (Opens.COME_OUT, Decides.SEVEN): "dont_line",
    (Opens.POINT_ON, Decides.POINT): "come",
    (Opens.POINT_ON, Decides.SEVEN): "dont_come",
}


def _line(rules: Rules, wager: Line) -> Region:
    """A region holds one line wager; another of the same kind has no usual place."""
    first = next(each for each in rules.game.lines if (each.opens, each.wins_with) == (wager.opens, wager.wins_with))
    region = LINES.get((wager.opens, wager.wins_with), "") if wager is first else ""
    barred = [dice for dice, ruling in rules.stages[wager.name][NO_POINT].items() if ruling.result is PUSH]
    return Region(region, dice=_only(barred), contract=wager.changes.may is May.STAY)


def _number(rules: Rules, wager: Number) -> Region:
    wins = _wins(rules.stages[wager.name][NO_POINT])
    kind, _, number = wager.name.rpartition("_")
    if not number.isdigit():
        return Region()
    if len(wins) == 1:
        return Region("hard", dice=_only(wins))
    kinds = {each.name for each in rules.game.numbers}
    if not all(f"{kind}_{point}" in kinds for point in rules.game.shooting.points):
        return Region("some_numbers")
    return Region("for" if {sum(dice) for dice in wins} == {int(number)} else "against")


def _one_roll(rules: Rules, wager: OneRoll) -> Region:
    stage = rules.stages[wager.name][NO_POINT]
    wins = _wins(stage)
    odds = {sum(dice): stage[dice].pays for dice in wins}
    if len(odds) >= MANY_TOTALS:
        totals = tuple((total, f"{odds[total].numerator} to {odds[total].denominator}") for total in sorted(odds))
        return Region("field", totals=totals)
    return Region("throw", dice=_only(wins)) if len(wins) == 1 else Region("one_roll")


def _wins(stage: Stage) -> list[Dice]:
    return [dice for dice, ruling in stage.items() if ruling.result is WIN]


def _only(throws: list[Dice]) -> str:
    """The one throw of a list; none where there are several."""
    return write_dice(throws[0]) if len(throws) == 1 else ""
