"""Live sheets of shoe games and dice: chance times gain, outcome by outcome, comes to the edge of every wager.

Yellow cells can be changed: what an outcome pays, and against which up cards there is an attack.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from pitboss.lab.dice import DiceAnalysis, gain
from pitboss.lab.figures import FAVOURS
from pitboss.lab.report.audit import COMPARED, SIGNED, TINY, Checked, begin, elsewhere, fixed
from pitboss.lab.report.common import Gains
from pitboss.lab.report.dice import outcomes_of
from pitboss.lab.report.document import (
    COUNT,
    FINE_DECIMAL,
    FINE_PERCENT,
    PERCENT,
    Figure,
    Form,
    Plot,
    Section,
    exact_root,
    fraction,
    root_of,
)
from pitboss.lab.report.xlsx import Book, Sheet, picture, write_table
from pitboss.refusal import spoken

if TYPE_CHECKING:
    from pitboss.lab.shoe import ShoeAnalysis
    from pitboss.lab.shoe_sides import SideWorth

GAIN = Form("decimal", 6)


class Outcome(NamedTuple):
    """One way for a wager to end: how often, and what a unit then gains; in how many ways, where they are counted."""

    name: str
    chance: Fraction
    gain: Fraction
    clause: str
    ways: int | None = None


class Chances:
    """The outcomes of a wager as a block of a sheet, and what they come to."""

    def __init__(self, sheet: Sheet, outcomes: Sequence[Outcome], of: int | None = None) -> None:
        self.sheet, self.outcomes, self.of = sheet, outcomes, of

    def write(self, gains: Gains) -> Checked:
        sheet = self.sheet
        total = ""
        if self.of is not None:
            sheet.text(0, "all combinations")
            total = fixed(sheet.value(1, Figure(Fraction(self.of), COUNT)))
            sheet.row += 1
        heads = ("outcome", *(("combinations",) if self.of else ()), "chance", "gain, per unit")
        sheet.heads(*heads, "chance x gain", "chance x gain²", "chance, exactly", "clause")
        first = sheet.row
        for each in self.outcomes:
            self._outcome(each, total)
        return self._figures(first, sheet.row - 1, gains)

    def _outcome(self, each: Outcome, total: str) -> None:
        sheet, at = self.sheet, 2 if self.of else 1
        sheet.text(0, each.name)
        shown = Figure(each.chance, FINE_PERCENT)
        if each.ways is None:
            chance = sheet.value(at, shown)
        else:
            chance = sheet.formula(at, f"{sheet.value(1, Figure(Fraction(each.ways), COUNT))}/{total}", shown)
        gained = sheet.entry(at + 1, each.gain, SIGNED if each.gain.denominator == 1 else GAIN)
        sheet.formula(at + 2, f"{chance}*{gained}", Figure(each.chance * each.gain, TINY))
        sheet.formula(at + 3, f"{chance}*{gained}^2", Figure(each.chance * each.gain**2, TINY))
        sheet.text(at + 4, fraction(each.chance), "exact")
        sheet.text(at + 5, each.clause, "exact")
        sheet.row += 1

    def _figures(self, first: int, last: int, gains: Gains) -> Checked:
        sheet, at = self.sheet, 2 if self.of else 1
        means, squares = (f"{sheet.cell(first, at + more)}:{sheet.cell(last, at + more)}" for more in (2, 3))
        return figures(sheet, f"SUM({means})", f"SUM({squares})", gains)


def figures(sheet: Sheet, mean: str, square: str, gains: Gains) -> Checked:
    """Edge and deviation by formula, beside the lab's."""
    sheet.heads("figure", *COMPARED, "exactly")
    sheet.text(0, "house edge")
    edge = sheet.compare(1, f"-{mean}", *[Figure(-gains.mean, FINE_PERCENT)] * 2)
    sheet.text(4, fraction(-gains.mean), "exact")
    sheet.row += 1
    sheet.text(0, "standard deviation")
    deviation = sheet.compare(1, f"SQRT({square}-{mean}^2)", *[root_of(gains.variance, FINE_DECIMAL)] * 2)
    sheet.text(4, exact_root(gains.variance), "exact")
    sheet.row += 2
    return Checked(elsewhere(sheet, edge), elsewhere(sheet, deviation))


def results_table(sheet: Sheet, section: Section, gains: Mapping[str, Gains], checked: Mapping[str, Checked]) -> None:
    """Every wager in one table, by the formulas of the other sheets."""
    begin(sheet, section)
    sheet.heading("Every wager")
    sheet.heads("wager", *COMPARED, "std. deviation, by formula", "by the lab", "expected gain, exactly", "")
    for name, each in gains.items():
        loud = each.mean > 0
        sheet.text(0, spoken(name), "loud" if loud else "")
        sheet.compare(1, checked[name].edge, *[Figure(-each.mean, PERCENT)] * 2)
        sheet.formula(4, checked[name].deviation, root_of(each.variance))
        sheet.value(5, root_of(each.variance))
        sheet.text(6, fraction(each.mean), "exact")
        sheet.text(7, FAVOURS if loud else "", "loud")
        sheet.row += 1
    for part in section.parts:
        if isinstance(part, Plot):
            picture(sheet, part)


class DiceAudit:
    """Every wager of a dice game on one sheet, a block each."""

    def __init__(self, book: Book, found: DiceAnalysis) -> None:
        self.book, self.found = book, found
        self.checked: dict[str, Checked] = {}

    def write(self, section: Section) -> bool:
        if section.name != "outcomes":
            return False
        with self.book.sheet("outcomes") as sheet:
            begin(sheet, section)
            for name, worth in self.found.wagers.items():
                sheet.heading(spoken(name).capitalize())
                outcomes = [
                    Outcome(ruling.outcome, chance, gain(ruling), ruling.clause)
                    for ruling, chance in outcomes_of(worth)
                ]
                self.checked[name] = Chances(sheet, outcomes).write(worth.gains)
        return True

    def results(self, sheet: Sheet, section: Section) -> None:
        results_table(sheet, section, self.found.gains, self.checked)


class ShoeAudit:
    """The main game by up card, and a sheet for each side wager."""

    def __init__(self, book: Book, found: "ShoeAnalysis") -> None:
        self.book, self.found = book, found
        self.checked: dict[str, Checked] = {}

    def write(self, section: Section) -> bool:
        sides = {side.name: side for side in self.found.sides}
        if section.name == "main":
            self._main(section)
        elif section.name in sides:
            self._side(section, sides[section.name])
        else:
            return False
        return True

    def results(self, sheet: Sheet, section: Section) -> None:
        results_table(sheet, section, self.found.gains, self.checked)

    def _side(self, section: Section, side: "SideWorth") -> None:
        outcomes = [
            Outcome(hand.name, Fraction(hand.combinations, side.of), hand.pays, hand.clause, hand.combinations)
            for hand in side.hands
        ]
        lost = side.of - sum(hand.combinations for hand in side.hands)
        outcomes.append(Outcome("all other", Fraction(lost, side.of), Fraction(-1), "", lost))
        with self.book.sheet(side.name) as sheet:
            begin(sheet, section)
            sheet.row += 1
            self.checked[side.name] = Chances(sheet, outcomes, side.of).write(self.found.gains[side.name])

    def _main(self, section: Section) -> None:
        """Up card by up card: the lab's gain of one bet, times one, or two with an attack."""
        from pitboss.lab.report.shoe import chance_of, in_order
        from pitboss.lab.shoe import UPS

        found, main = self.found, self.found.main
        with self.book.sheet("main game") as sheet:
            begin(sheet, section)
            sheet.heading("By the dealer's up card; an attack of 1 adds as much as the bet")
            sheet.heads("up card", "chance", "gain, per bet", "attack", "chance x gain", "gain, exactly")
            first = sheet.row
            for up in in_order():
                sheet.text(0, UPS[up])
                chance = sheet.value(1, Figure(chance_of(found, up), FINE_PERCENT))
                gained = sheet.value(2, Figure(main.by_up[up], GAIN))
                attack = int(main.attacked[up])
                added = sheet.entry(3, attack)
                product = chance_of(found, up) * main.by_up[up] * (1 + attack)
                sheet.formula(4, f"{chance}*{gained}*(1+{added})", Figure(product, TINY))
                sheet.text(5, fraction(main.by_up[up]), "exact")
                sheet.row += 1
            self.checked[found.rules.game.bet.name] = self._main_figures(sheet, first)
            for part in section.parts:
                if isinstance(part, Plot):
                    picture(sheet, part)
                elif part.title != "By the dealer's up card":
                    write_table(sheet, part)

    def _main_figures(self, sheet: Sheet, first: int) -> Checked:
        """The edge follows the formulas; the deviation is the lab's."""
        main = self.found.main
        gains = f"{sheet.cell(first, 4)}:{sheet.cell(sheet.row - 1, 4)}"
        sheet.row += 1
        sheet.heads("figure", *COMPARED, "exactly")
        sheet.text(0, "house edge")
        edge = sheet.compare(1, f"-SUM({gains})", *[Figure(-main.gain, FINE_PERCENT)] * 2)
        sheet.text(4, fraction(-main.gain), "exact")
        sheet.row += 1
        sheet.text(0, "standard deviation, by the lab, approximate")
        deviation = sheet.value(2, root_of(self.found.variance, FINE_DECIMAL))
        sheet.row += 1
        return Checked(elsewhere(sheet, edge), elsewhere(sheet, deviation))
