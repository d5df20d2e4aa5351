"""The coach in the terminal: what each choice is worth, and what the mistakes of a stay cost.

The figures are those of `pitboss.coach`, from the player's own view and nothing else. They are calculated only when
somebody asks, and the lab is loaded with the first question.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from pitboss.games import HouseRules
from pitboss.money import read_money, write_money
from pitboss.play.typed import Data
from pitboss.play.words import grouped, signed
from pitboss.refusal import spoken

if TYPE_CHECKING:  # they bring the lab, which only a question needs
    from pitboss.coach import Advice, Choice, Expected, Offered

FIRST = "The coach counts all that can come. The first answer takes longer than those after it."
"""Kernels are compiled and counts are read or made."""

BEST = "best"
HALF_A_CENT = Fraction(1, 2)
PLACES = 4
Name = Callable[[str, "Offered"], str]
"""A choice as the family of games calls it, by what is asked."""


class Coach:
    """Answers of one stay, and the sum of what its decisions cost. `always`: it speaks without being asked."""

    def __init__(self, rules: HouseRules, always: bool, say: Callable[[str], None]) -> None:
        self.rules, self.always, self._say = rules, always, say
        self.decisions = self.right = 0
        self.cost = Fraction(0)
        """Of all mistakes, in cents."""
        self._known: dict[Any, Advice] = {}
        self._expected: dict[str, Expected] = {}
        self._has_counted = False

    def advise(self, seen: Data) -> "Advice":
        """What each choice in a view is worth. Raises `Refusal` where nothing is asked or no figure can be given."""
        from pitboss.coach import reckon, situation

        at = situation(self.rules, seen)
        if at not in self._known:
            self._known[at] = self._count(lambda lab: reckon(self.rules, at, lab))
        return self._known[at]

    def judge(self, seen: Data, command: Data, name: Name) -> str:
        """What a decision cost, in a sentence; nothing where it was the best. Raises `Refusal` as `advise` does.

        An amount that the view does not list as a choice is valued next to those it does.
        """
        asked = seen if command in seen["choices"] else seen | {"choices": [*seen["choices"], command]}
        advice = self.advise(asked)
        wanted = command["action"], read_money(command.get("amount") or "0.00", "amount")
        chosen = next(each for each in advice.choices if (each.offered.action, each.offered.amount) == wanted)
        best = next((each for each in advice.choices if each.best), None)
        if chosen.worth is None or best is None or best.worth is None:
            return f"Coach: there is no figure for {name(advice.asks, chosen.offered)}."
        cost = (best.worth - chosen.worth) * advice.stake
        self.decisions += 1
        self.right += not cost
        self.cost += cost
        if not cost:
            return ""
        did, instead = (name(advice.asks, each.offered) for each in (chosen, best))
        worth = f"{instead} gains {gain(best, advice)} on average, {did} {gain(chosen, advice)}"
        return f"Coach: {did} cost {amount(cost)}. {worth[:1].upper()}{worth[1:]}."

    def expected(self) -> "dict[str, Expected]":
        """What each wager gains per unit before anything is dealt or rolled."""
        from pitboss.coach import expected

        if not self._expected:
            self._expected = self._count(lambda lab: expected(self.rules, lab))
        return self._expected

    def _count(self, count: Callable[[Any], Any]) -> Any:
        from pitboss.terminal import counting_lab

        if not self._has_counted:
            self._say(FIRST)
            self._has_counted = True
        with counting_lab(use_kept=True) as lab:
            return count(lab)


def name_of(offered: "Offered") -> str:
    """`raise 20.00`, `fold`."""
    placed = f" {grouped(write_money(offered.amount))}" if offered.amount else ""
    return f"{spoken(offered.action)}{placed}"


def advice_rows(advice: "Advice", name: Name) -> list[tuple[str, ...]]:
    """Each choice: what it gains in money and per unit, and whether it is the best or what it costs."""
    from pitboss.lab.figures import decimal

    best = next((each.worth for each in advice.choices if each.best), None)
    rows: list[tuple[str, ...]] = []
    for each in advice.choices:
        called = name(advice.asks, each.offered)
        if each.worth is None or best is None:
            rows.append((called, "", "", "no figure"))
            continue
        cost = (best - each.worth) * advice.stake
        remark = BEST if each.best else f"costs {amount(cost)}" if cost else "as good"
        rows.append((called, gain(each, advice), decimal(each.worth, PLACES), remark))
    return rows


def gain(choice: "Choice", advice: "Advice") -> str:
    assert choice.worth is not None
    return signed(round(choice.worth * advice.stake))


def amount(cents: Fraction) -> str:
    """What something costs, rounded to a cent; never nothing."""
    return grouped(write_money(round(cents))) if cents > HALF_A_CENT else "less than 0.01"
