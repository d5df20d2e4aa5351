"""What a person is told at a table of dice: what lies where, what a roll is called, what it decided and why."""

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from pitboss.dice.declaration import Line, Number
from pitboss.dice.rules import Rules
from pitboss.dice.throws import Dice
from pitboss.money import read_money, write_money
from pitboss.play.coach import BEST
from pitboss.play.dice_typed import kind_and_number
from pitboss.play.told import RESULTS
from pitboss.play.typed import Data
from pitboss.play.words import grouped, signed
from pitboss.refusal import spoken
from pitboss.table.dice.events import Decided

if TYPE_CHECKING:
    from pitboss.coach import Advice


def short(amount: str) -> str:
    """`12` and `2.50`: a layout has little room."""
    return grouped(amount).removesuffix(".00")


def named(wager: Data) -> str:
    """`come on 6`, `place 8`, `hop 5-1`."""
    point = f" on {wager['point']}" if wager["point"] else ""
    dice = f" {wager['dice']}" if wager["dice"] else ""
    return f"{spoken(wager['wager'])}{point}{dice}"


def on_numbers(rules: Rules, wagers: list[Data]) -> list[tuple[str, dict[int, str]]]:
    """The rows of the board: what lies on each number, by the kind of wager in the order of the layout."""
    cells: dict[str, dict[int, list[Data]]] = {}
    for name in rules.wagers:
        kind, number = kind_and_number(name)
        for each in (each for each in wagers if each["wager"] == name and (number or each["point"])):
            cells.setdefault(kind, {}).setdefault(int(number or each["point"]), []).append(each)
    return [(spoken(kind), {number: _cell(there) for number, there in row.items()}) for kind, row in cells.items()]


def _cell(wagers: list[Data]) -> str:
    """What lies on one place altogether, told apart where a part of it is off."""
    found = []
    for works, mark in ((True, ""), (False, " off")):
        cents = sum(read_money(each["amount"], "wager") for each in wagers if each["works"] is works)
        found += [f"{short(write_money(cents))}{mark}"] if cents else []
    return " ".join(found)


def on_next_roll(rules: Rules, wagers: list[Data]) -> list[str]:
    """The wagers that lie on no number: those that the next roll decides or gives a point."""
    return [
        f"{named(each)} {grouped(each['amount'])}"
        for each in wagers
        if not each["point"] and not isinstance(rules.wagers[each["wager"]], Number)
    ]


def called(rules: Rules, dice: Dice, point: int) -> str:
    """A roll as the stick calls it, with what it means for the shooter; `point` is where the puck stood."""
    total, shooting = sum(dice), rules.game.shooting
    hard = " the hard way" if dice[0] == dice[1] and total in shooting.points else ""
    if not point and total in shooting.points:
        return f"{total}{hard}. The point is {total}."
    if not point:
        return f"{total} on the come-out roll."
    if total == point:
        return f"{total}{hard}. The point is made; the puck is off."
    return f"{total}. Seven out." if total == shooting.seven else f"{total}{hard}. The point is still {point}."


def result_rows(
    rules: Rules, dice: Dice, before: Mapping[str, Data], rows: list[Decided]
) -> list[tuple[str, str, str, str, str]]:
    """A row a wager that the roll decided; `before` are the wagers as they lay, by their ids."""
    return [
        (
            named(before[row.id]),
            grouped(write_money(row.stake)),
            RESULTS[row.outcome],
            signed(net_of(row)),
            reason(rules, dice, before[row.id], row),
        )
        for row in rows
    ]


def advice_rows(advice: "Advice") -> list[tuple[str, ...]]:
    """What each wager that can be made gains on average of its stake: a row for those that gain alike."""
    from pitboss.lab.figures import percent

    alike: dict[Fraction, list[str]] = {}
    for each in advice.choices:
        if each.worth is not None:
            alike.setdefault(each.worth, []).append(each.offered.action)
    order = sorted(alike, reverse=True)
    return [(_in_groups(alike[worth]), percent(worth, 2), BEST if worth == order[0] else "") for worth in order]


def _in_groups(names: list[str]) -> str:
    """`place 6, 8`, `hard 4, 10`: the numbers of one kind of wager together."""
    kinds: dict[str, list[str]] = {}
    for name in dict.fromkeys(names):
        kind, number = kind_and_number(name)
        kinds.setdefault(kind, []).append(number)
    return ", ".join(f"{spoken(kind)} {', '.join(numbers)}".strip() for kind, numbers in kinds.items())


def with_hard(wager: str, dice: str | None) -> str:
    """A hop on a double by the name that its figure has."""
    return f"{wager}_hard" if dice and dice[0] == dice[-1] else wager


def net_of(row: Decided) -> int:
    return row.pays - row.commission - (row.stake if row.outcome == "lose" else 0)


def reason(rules: Rules, dice: Dice, wager: Data, row: Decided) -> str:
    """Why a wager won, lost or pushed, in words: what its settlement row says, with the roll that it means."""
    vig = f", commission {grouped(write_money(row.commission))}" if row.commission else ""
    if row.why == "off":
        return "off, so it goes back"
    if row.outcome == "push":
        return f"{sum(dice)} is barred"
    if row.outcome == "win":
        return f"{_shown(dice)} pays {_odds(rules, dice, wager, row)}{vig}"
    declared = rules.wagers[row.wager]
    if row.why == "seven" and (wager["point"] or isinstance(declared, Number)):
        return f"a 7 came first{vig}"
    if row.why == "seven" and isinstance(declared, Line):
        return "7 on the first roll"
    return f"the roll was {_shown(dice)}{vig}"


def _shown(dice: Dice) -> str:
    return f"{sum(dice)} ({dice[0]}-{dice[1]})"


def _odds(rules: Rules, dice: Dice, wager: Data, row: Decided) -> str:
    named = tuple(map(int, wager["dice"].split("-"))) if wager["dice"] else None
    stages = rules.stages_of(row.wager, (max(named), min(named)) if named else None)
    pays = stages[wager["point"] or 0][dice].pays
    return f"{pays.numerator} to {pays.denominator}"
