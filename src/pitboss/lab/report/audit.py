"""The sheets with live formulas: combinations times pays come to the edge, and an auditor can change a payout.

Every formula stands beside the lab's exact value, with the difference. The yellow entries are there to be changed.
"""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from pitboss.lab.analysis import Analysis
from pitboss.lab.figures import FAVOURS
from pitboss.lab.pricing import has_maximum
from pitboss.lab.report.contents import hands_of, in_force, in_units
from pitboss.lab.report.document import (
    COUNT,
    DECIMAL,
    FINE_DECIMAL,
    FINE_PERCENT,
    MONEY,
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
from pitboss.lab.tally import NET
from pitboss.lab.worth import Hand, MainGame, Moments, SideWager
from pitboss.refusal import spoken
from pitboss.showdown.declaration import Outcome
from pitboss.showdown.rules import Rules

Group = tuple[tuple[int, ...] | None, Outcome, int | None]
"""Stakes, outcome and the class of the ante bonus: deals that are alike in what the main game pays."""


class Checked(NamedTuple):
    """Where the formulas of a wager come to its edge and its standard deviation."""

    edge: str
    deviation: str


class Audit:
    """Writes the live sheets of a workbook and remembers where each wager's edge stands."""

    def __init__(self, book: Book, found: Analysis) -> None:
        self.book, self.found, self.rules = book, found, found.rules
        self.checked: dict[str, Checked] = {}

    def write(self, section: Section) -> bool:
        """The live sheet of a section; false where it has none."""
        if section.name == "main":
            self._main(section)
        elif section.name in self.found.sides:
            self._side(section)
        elif section.name == "meter":
            self._meter(section)
        elif section.name == "tables":
            self._pay_tables(section)
        else:
            return False
        return True

    def results(self, sheet: Sheet, section: Section) -> None:
        """Every wager in one table, by the formulas of the other sheets."""
        begin(sheet, section)
        sheet.heading("Every wager")
        sheet.heads("wager", *COMPARED, "std. deviation, by formula", "by the lab", "expected gain, exactly", "")
        for name, gains in self.found.gains.items():
            loud = gains.mean > 0
            sheet.text(0, spoken(name), "loud" if loud else "")
            plain = self.plain(name)
            edges = Figure(-plain.mean, PERCENT), Figure(-gains.mean, PERCENT)
            sheet.compare(1, self.checked[name].edge, *edges)
            sheet.formula(4, self.checked[name].deviation, root_of(plain.variance))
            sheet.value(5, root_of(gains.variance))
            sheet.text(6, fraction(gains.mean), "exact")
            sheet.text(7, FAVOURS if loud else "", "loud")
            sheet.row += 1

    def plain(self, wager: str, label: str | None = None) -> Moments:
        """What the formulas come to: the lab's figures, but for a posted maximum, which only the lab has."""
        found = self.found
        worth = found.pay_tables[wager][label] if label is not None else found.sides.get(wager, found.main)
        return _as_paid(worth) if self._is_cut(wager) and isinstance(worth, SideWager) else worth.gains

    def _is_cut(self, wager: str) -> bool:
        maximum = self.rules.game.maximum
        return maximum is not None and has_maximum(self.rules) and wager in maximum.wagers

    # The main game

    def _main(self, section: Section) -> None:
        with self.book.sheet("main game") as sheet:
            begin(sheet, section)
            results = self._outcome_entries(sheet)
            bonus = self._bonus_entries(sheet)
            columns = self._deals(sheet, results, bonus)
            self._main_figures(sheet, columns)
            self._distribution(sheet, columns)
            for part in section.parts:
                if isinstance(part, Plot):
                    picture(sheet, part)
                elif part.title == "Ante bonus":
                    write_table(sheet, part)

    def _outcome_entries(self, sheet: Sheet) -> dict[tuple[Outcome, str], str]:
        rules = self.rules
        wagers = _contest(rules)
        sheet.heading("What each outcome does to each wager, per unit of it: 1 wins 1 to 1, 0 pushes, -1 loses")
        sheet.heads("outcome", *wagers, "clause")
        entries = {}
        for outcome, pays in rules.game.outcomes.items():
            sheet.text(0, outcome.value)
            for column, wager in enumerate(wagers, 1):
                result = pays.results.get(wager)
                if result is None:
                    sheet.text(column, "-")
                else:
                    entries[outcome, wager] = fixed(sheet.entry(column, NET[result], SIGNED))
            sheet.text(len(wagers) + 1, pays.clause.at(rules.jurisdiction), "exact")
            sheet.row += 1
        return entries

    def _bonus_entries(self, sheet: Sheet) -> dict[int, tuple[str, str]]:
        """By class: the hand's name and the cell of its odds."""
        declared = self.rules.game.ante_bonus
        table = self.rules.table(declared.name) if declared else None
        if table is None:
            return {}
        sheet.heading("Ante bonus")
        sheet.heads("hand", "pays, to 1", "clause")
        entries = {}
        for line in table.lines:
            sheet.text(0, line.hand)
            entries[line.hand_class] = line.hand, fixed(sheet.entry(1, line.odds))
            sheet.text(2, line.clause, "exact")
            sheet.row += 1
        return entries

    def _deals(
        self, sheet: Sheet, results: dict[tuple[Outcome, str], str], bonus: dict[int, tuple[str, str]]
    ) -> "Columns":
        """All deals by action, outcome and ante bonus: each group's chance, and its gain from the entries."""
        rules, deals = self.rules, self.found.deals
        ante, *later = _contest(rules)
        groups = deals_alike(self.found)
        sheet.heading("All deals")
        names = ("action", "outcome", "ante bonus for", *(f"{name}, in antes" for name in later))
        measures = ("deals", "chance", "wagered", "gain", "chance x gain", "chance x gain²", "deals, exactly")
        sheet.heads(*names, *measures, words=frozenset(("outcome", "ante bonus for")))
        first, last = sheet.row, sheet.row + len(groups) - 1
        at = len(names)
        columns = Columns(sheet, first, last, at)
        for (stakes, outcome, kind), number_of in groups.items():
            sheet.text(0, _action(stakes))
            sheet.text(1, outcome.value)
            sheet.text(2, bonus[kind][0] if kind is not None else "")
            terms, gain = [results[outcome, ante]], _gain(rules, (stakes, outcome, kind))
            for column, (name, stake) in enumerate(zip(later, stakes or (0,) * len(later), strict=True), 3):
                staked = sheet.value(column, Figure(Fraction(stake), COUNT))
                if stake:
                    terms.append(f"{staked}*{results[outcome, name]}")
            if kind is not None:
                terms.append(bonus[kind][1])
            chance = Fraction(number_of, deals)
            counted = sheet.value(at, Figure(Fraction(number_of), COUNT))
            met = sheet.formula(at + 1, f"{counted}/SUM({columns.fixed(0)})", Figure(chance, FINE_PERCENT))
            wagered = "+".join(["1", *(columns.stake(sheet.row, column) for column in range(3, at))])
            sheet.formula(at + 2, wagered, Figure(Fraction(1 + sum(stakes or ())), COUNT))
            gained = sheet.formula(at + 3, "+".join(terms), Figure(Fraction(gain), SIGNED))
            sheet.formula(at + 4, f"{met}*{gained}", Figure(chance * gain, TINY))
            sheet.formula(at + 5, f"{met}*{gained}^2", Figure(chance * gain * gain, TINY))
            sheet.text(at + 6, f"{number_of:,}", "exact")
            sheet.row += 1
        sheet.text(0, "together", "head")
        sheet.formula(at, f"SUM({columns.of(0)})", Figure(Fraction(deals), COUNT))
        sheet.formula(at + 1, f"SUM({columns.of(1)})", Figure(Fraction(1), FINE_PERCENT))
        sheet.text(at + 6, f"{deals:,}", "exact")
        sheet.row += 1
        return columns

    def _main_figures(self, sheet: Sheet, columns: "Columns") -> None:
        main = self.found.main
        chance, wagered, gains, squares = (columns.of(place) for place in (1, 2, 4, 5))
        figures = _Figures(self, sheet)
        edge = figures.add("house edge, per ante", f"-SUM({gains})", -main.gains.mean, FINE_PERCENT)
        variance = figures.add("variance", f"SUM({squares})-SUM({gains})^2", main.gains.variance, FINE_DECIMAL)
        deviation = figures.root("standard deviation", f"SQRT({variance})", main.gains.variance, main.gains.variance)
        average = figures.add(
            "average wager, in antes", f"SUMPRODUCT({chance},{wagered})", main.average_wager, FINE_DECIMAL
        )
        figures.add("element of risk", f"{edge}/{average}", main.element_of_risk, FINE_PERCENT)
        steps = {step.name: place for place, step in enumerate(self.rules.game.decisions, 3)}
        several = len(steps) > 1
        for name, right in main.actions.items():
            if several and name in steps:
                formula = f'SUMIF({columns.at(steps[name])},">0",{chance})'
            else:
                formula = f'SUMIF({columns.at(0)},"{name}",{chance})'
            figures.add(f"{name} is right", formula, right, FINE_PERCENT)
        self.checked[self.rules.ante] = Checked(elsewhere(sheet, edge), elsewhere(sheet, deviation))

    def _distribution(self, sheet: Sheet, columns: "Columns") -> None:
        sheet.heading("Outcome distribution")
        sheet.heads("gain, in antes", *COMPARED, "exactly")
        for net, chance in self.found.main.gains.distribution:
            gain = sheet.value(0, Figure(net, SIGNED if net.denominator == 1 else DECIMAL))
            formula = f"SUMIF({columns.of(3)},{gain},{columns.of(1)})"
            sheet.compare(1, formula, Figure(chance, FINE_PERCENT), Figure(chance, FINE_PERCENT))
            sheet.text(4, fraction(chance), "exact")
            sheet.row += 1

    # Side wagers

    def _side(self, section: Section) -> None:
        name = section.name
        with self.book.sheet(name) as sheet:
            begin(sheet, section)
            if self._is_cut(name):
                sheet.says(CUT)
            _SideSheet(self, sheet, name, self.found.sides[name]).write()

    # The progressive

    def _meter(self, section: Section) -> None:
        own, declared = self.found.progressive, self.rules.progressive
        assert own and declared
        with self.book.sheet("progressive by meter") as sheet:
            begin(sheet, section)
            sheet.heading("Return by meter, the ante played for itself")
            lines = [
                ("stake", sheet.entry, Fraction(declared.stake, 100), MONEY),
                ("fixed awards return", sheet.entry, own.fixed, FINE_PERCENT),
                ("share of the meter paid per round, on average", sheet.entry, own.per_unit, Form("percent", 10)),
            ]
            cells = []
            for words, write, value, form in lines:
                sheet.text(0, words)
                cells.append(fixed(write(1, value, form)))
                sheet.row += 1
            stake, awards, per_unit = cells
            sheet.row += 1
            sheet.heads("main meter", *COMPARED, "exactly")
            for meter in sorted({self.found.meter, *(declared.opening_meter * step for step in (1, 2, 5, 10, 20, 50))}):
                worth = own.returns(in_units(self.found, meter))
                amount = sheet.entry(0, Fraction(meter, 100), MONEY)
                formula = f"{awards}+{per_unit}*{amount}/{stake}"
                sheet.compare(1, formula, Figure(worth, FINE_PERCENT), Figure(worth, FINE_PERCENT))
                sheet.text(4, fraction(worth), "exact")
                sheet.row += 1
            for part in section.parts:
                if isinstance(part, Plot):
                    picture(sheet, part)
                elif not part.title.startswith("Return by meter"):
                    write_table(sheet, part)

    # Pay tables

    def _pay_tables(self, section: Section) -> None:
        with self.book.sheet("pay tables") as sheet:
            begin(sheet, section)
            for name, worths in self.found.pay_tables.items():
                of = spoken(name) if name in self.found.sides else "main game by its ante bonus"
                sheet.heading(f"Tables of the {of}")
                if self._is_cut(name):
                    sheet.says(CUT)
                for labels in _alike(worths):
                    _TableSheet(self, sheet, name, {label: worths[label] for label in labels}).write()
            for part in section.parts:
                if isinstance(part, Plot):
                    picture(sheet, part)


COMPARED = ("by formula", "by the lab", "difference")
SIGNED = Form("signed")
TINY = Form("decimal", 10)
CUT = (
    "The house posts a maximum. The formulas leave it out; the lab's figures have it: the difference is what it takes."
)


class Columns(NamedTuple):
    """The columns of all deals, for formulas."""

    sheet: Sheet
    first: int
    last: int
    measures: int

    def at(self, column: int) -> str:
        return f"{self.sheet.cell(self.first, column)}:{self.sheet.cell(self.last, column)}"

    def of(self, measure: int) -> str:
        return self.at(self.measures + measure)

    def fixed(self, measure: int) -> str:
        first, last = self.of(measure).split(":")
        return f"{fixed(first)}:{fixed(last)}"

    def stake(self, row: int, column: int) -> str:
        return self.sheet.cell(row, column)


class _Figures:
    """The block of a wager's figures."""

    def __init__(self, audit: Audit, sheet: Sheet) -> None:
        self.audit, self.sheet = audit, sheet
        sheet.heading("Figures")
        sheet.heads("figure", *COMPARED, "exactly")

    def add(self, name: str, formula: str, value: Fraction, form: Form, comes_to: Fraction | None = None) -> str:
        plain = Figure(value if comes_to is None else comes_to, form)
        return self._line(name, formula, plain, Figure(value, form), fraction(value))

    def root(self, name: str, formula: str, variance: Fraction, comes_to: Fraction) -> str:
        roots = root_of(comes_to, FINE_DECIMAL), root_of(variance, FINE_DECIMAL)
        return self._line(name, formula, *roots, exact_root(variance))

    def _line(self, name: str, formula: str, comes_to: Figure, figure: Figure, exactly: str) -> str:
        sheet = self.sheet
        sheet.text(0, name)
        cell = sheet.compare(1, formula, comes_to, figure)
        sheet.text(4, exactly, "exact")
        sheet.row += 1
        return cell


class _SideSheet:
    """A side wager's hands: combinations, chance, pays, and what they come to."""

    def __init__(self, audit: Audit, sheet: Sheet, name: str, side: SideWager) -> None:
        self.audit, self.sheet, self.name, self.side = audit, sheet, name, side
        self.found, self.rules = audit.found, audit.rules
        declared = self.rules.progressive
        self.progressive = declared if declared and declared.name == name else None
        self.folds = any(hand.folded for hand in side.hands)

    def write(self) -> None:
        sheet, side = self.sheet, self.side
        sheet.heading("Paying hands")
        if self.progressive:
            sheet.text(0, "main meter")
            self.meter = fixed(sheet.entry(1, Fraction(self.found.meter, 100), MONEY))
            sheet.row += 1
            sheet.text(0, "stake")
            self.stake = fixed(sheet.entry(1, Fraction(self.progressive.stake, 100), MONEY))
            sheet.row += 1
        sheet.text(0, "all combinations")
        self.all = hands_of(self.found, self.name)
        self.total = fixed(sheet.value(1, Figure(Fraction(self.all), COUNT)))
        sheet.row += 2
        lost = ("lost by a fold",) if self.folds else ()
        pays = ("share of the meter", "fixed award") if self.progressive else ("pays, to 1",)
        sheet.heads(
            "hand",
            "combinations",
            "chance of the hand",
            *lost,
            "chance paid",
            *pays,
            "gain, per unit",
            "chance x gain",
            "chance x gain²",
            "chance paid, exactly",
            "clause",
        )
        self.paid = 3 + len(lost)
        self.gain = self.paid + 1 + len(pays)
        first = sheet.row
        for hand in side.hands:
            self._hand(hand)
        last = sheet.row - 1
        self._rest(first, last)
        self._figures(first, last)

    def _hand(self, hand: Hand) -> None:
        sheet, paid = self.sheet, self.paid
        sheet.text(0, hand.name)
        combinations = sheet.value(1, Figure(Fraction(hand.combinations), COUNT))
        met = hand.probability + hand.folded
        chance = sheet.formula(2, f"{combinations}/{self.total}", Figure(met, FINE_PERCENT))
        if self.folds:
            chance += "-" + sheet.value(3, Figure(hand.folded, FINE_PERCENT))
        paid_cell = sheet.formula(paid, chance, Figure(hand.probability, FINE_PERCENT))
        if self.progressive:
            share = sheet.entry(paid + 1, Fraction(hand.pays if hand.share else 0, 100), Form("percent", 0))
            award = sheet.entry(paid + 2, 0 if hand.share else hand.pays, MONEY)
            gain = Fraction(100 * hand.pays, self.progressive.stake) - 1
            if hand.share:
                gain = in_units(self.found, self.found.meter) * Fraction(hand.pays, 100) - 1
            gained = sheet.formula(self.gain, f"({share}*{self.meter}+{award})/{self.stake}-1", Figure(gain, DECIMAL))
        else:
            gain = Fraction(hand.pays)
            gained = sheet.formula(self.gain, sheet.entry(paid + 1, hand.pays), Figure(gain, COUNT))
        self._products(paid_cell, gained, hand.probability, gain)
        sheet.text(self.gain + 3, fraction(hand.probability), "exact")
        sheet.text(self.gain + 4, hand.clause, "exact")
        sheet.row += 1

    def _products(self, paid: str, gained: str, chance: Fraction, gain: Fraction) -> None:
        self.sheet.formula(self.gain + 1, f"{paid}*{gained}", Figure(chance * gain, TINY))
        self.sheet.formula(self.gain + 2, f"{paid}*{gained}^2", Figure(chance * gain * gain, TINY))

    def _rest(self, first: int, last: int) -> None:
        """All that loses the unit."""
        sheet, paid = self.sheet, self.paid
        others = self.all - sum(hand.combinations for hand in self.side.hands)
        loses = 1 - sum((hand.probability for hand in self.side.hands), Fraction(0))
        sheet.text(0, "all other hands" + (", and folds" if self.folds else ""))
        rest = f"{self.total}-SUM({self._range(first, last, 1)})"
        combinations = sheet.formula(1, rest, Figure(Fraction(others), COUNT))
        sheet.formula(2, f"{combinations}/{self.total}", Figure(Fraction(others, self.all), FINE_PERCENT))
        chance = sheet.formula(paid, f"1-SUM({self._range(first, last, paid)})", Figure(loses, FINE_PERCENT))
        gained = sheet.value(self.gain, Figure(Fraction(-1), SIGNED))
        self._products(chance, gained, loses, Fraction(-1))
        sheet.text(self.gain + 3, fraction(loses), "exact")
        sheet.row += 1

    def _figures(self, first: int, last: int) -> None:
        sheet, side = self.sheet, self.side
        gains, squares = (self._range(first, last + 1, self.gain + place) for place in (1, 2))
        figures = _Figures(self.audit, sheet)
        plain = self.audit.plain(self.name)
        edge = figures.add("house edge", f"-SUM({gains})", -side.gains.mean, FINE_PERCENT, -plain.mean)
        figures.add("return", f"1+SUM({gains})", 1 + side.gains.mean, FINE_PERCENT, 1 + plain.mean)
        hits = f"SUM({self._range(first, last, self.paid)})"
        figures.add("hit frequency", hits, side.hit_frequency, FINE_PERCENT)
        squared = f"SUM({squares})-SUM({gains})^2"
        variance = figures.add("variance", squared, side.gains.variance, FINE_DECIMAL, plain.variance)
        deviation = figures.root("standard deviation", f"SQRT({variance})", side.gains.variance, plain.variance)
        self.audit.checked[self.name] = Checked(elsewhere(sheet, edge), elsewhere(sheet, deviation))

    def _range(self, first: int, last: int, column: int) -> str:
        return f"{self.sheet.cell(first, column)}:{self.sheet.cell(last, column)}"


class _TableSheet:
    """Tables of a wager that pay hands of the same chances, side by side: a column of pays each, its edge below."""

    def __init__(self, audit: Audit, sheet: Sheet, name: str, worths: dict[str, SideWager | MainGame]) -> None:
        self.audit, self.sheet, self.name, self.worths = audit, sheet, name, worths
        self.found = audit.found
        self.hands = {label: {hand.name: hand for hand in hands_paid(worth)} for label, worth in worths.items()}
        self.chances = {hand.name: hand for hands in self.hands.values() for hand in hands.values()}
        self.is_main = name not in self.found.sides
        declared = audit.rules.progressive
        self.progressive = declared if declared and declared.name == name else None

    def write(self) -> None:
        if self.progressive:
            self._write_progressive(self.progressive.stake)
        elif self.is_main:
            self._write_main()
        else:
            chance, pays = self._grid("pays, to 1", COUNT, lambda hand: Fraction(hand.pays))
            hits = {label: f'SUMIF({odds},">0",{chance})' for label, odds in pays.items()}
            self._below(
                {label: f"SUMPRODUCT({chance},{odds})-1+{hits[label]}" for label, odds in pays.items()},
                {label: f"SUMPRODUCT({chance},{odds},{odds})+1-{hits[label]}" for label, odds in pays.items()},
            )

    def _write_main(self) -> None:
        """The contest with the dealer is the same under every table: what it gains is taken from the lab."""
        sheet = self.sheet
        contest = Fraction(
            sum(_without_bonus(self.audit.rules, group) * n for group, n in deals_alike(self.found).items())
        )
        sheet.text(0, "gain of the contest alone, in antes")
        alone = fixed(sheet.value(1, Figure(Fraction(contest, self.found.deals), TINY)))
        sheet.row += 1
        chance, pays = self._grid("pays, to 1", COUNT, lambda hand: Fraction(hand.pays))
        self._below({label: f"{alone}+SUMPRODUCT({chance},{odds})" for label, odds in pays.items()}, {})

    def _write_progressive(self, cents: int) -> None:
        sheet = self.sheet
        sheet.text(0, "main meter")
        meter = fixed(sheet.entry(1, Fraction(self.found.meter, 100), MONEY))
        sheet.row += 1
        sheet.text(0, "stake")
        stake = fixed(sheet.entry(1, Fraction(cents, 100), MONEY))
        sheet.row += 1
        shares = self._grid(
            "share of the meter", Form("percent", 0), lambda hand: Fraction(hand.pays if hand.share else 0, 100)
        )[1]
        chance, awards = self._grid("fixed award", MONEY, lambda hand: Fraction(0 if hand.share else hand.pays))
        paid = {
            label: f"(SUMPRODUCT({chance},{shares[label]})*{meter}+SUMPRODUCT({chance},{awards[label]}))/{stake}"
            for label in awards
        }
        squares = {
            label: f"SUMPRODUCT({chance},({shares[label]}*{meter}+{awards[label]})^2)/{stake}^2-2*{paid[label]}+1"
            for label in awards
        }
        self._below({label: f"{paid[label]}-1" for label in awards}, squares)

    def _grid(self, what: str, form: Form, of: Callable[[Hand], Fraction]) -> tuple[str, dict[str, str]]:
        """The hands with their chances, and a column of entries for each table: where these stand."""
        sheet = self.sheet
        sheet.heads(f"hand; {what}", "combinations", "chance paid", *self.worths)
        first = sheet.row
        for name, hand in self.chances.items():
            sheet.text(0, name)
            sheet.value(1, Figure(Fraction(hand.combinations), COUNT))
            sheet.value(2, Figure(hand.probability, FINE_PERCENT))
            for column, hands in enumerate(self.hands.values(), 3):
                sheet.entry(column, of(hands[name]) if name in hands else 0, form)
            sheet.row += 1
        columns = [
            f"{sheet.cell(first, column)}:{sheet.cell(sheet.row - 1, column)}"
            for column in range(2, 3 + len(self.hands))
        ]
        return columns[0], dict(zip(self.hands, columns[1:], strict=True))

    def _below(self, gains: dict[str, str], squares: dict[str, str]) -> None:
        """Edge and standard deviation of each table, by formula and by the lab."""
        sheet, chosen = self.sheet, in_force(self.found, self.name)
        mean_row, square_row = sheet.row + 3, sheet.row + 6
        lines = ["in force", "house edge, by formula", "by the lab", "gain, by formula", "std. deviation, by formula"]
        lines += ["by the lab", "gain squared, by formula", "expected gain, exactly", ""]
        if not squares:
            lines = [*lines[:4], "expected gain, exactly", ""]
        for down, words in enumerate(lines):
            sheet.text(0, words, "head", sheet.row + down)
        top = sheet.row
        for column, (label, worth) in enumerate(self.worths.items(), 3):
            plain = self.audit.plain(self.name, label)
            deviation = root_of(plain.variance)
            sheet.row = top
            sheet.text(column, "in force" if label == chosen else "")
            sheet.row += 1
            sheet.formula(column, f"-{sheet.cell(mean_row, column)}", Figure(-plain.mean, PERCENT))
            sheet.row += 1
            sheet.value(column, Figure(-worth.gains.mean, PERCENT), "loud" if worth.gains.mean > 0 else "")
            sheet.row += 1
            mean = sheet.formula(column, gains[label], Figure(plain.mean, TINY))
            sheet.row += 1
            if squares:
                sheet.formula(column, f"SQRT({sheet.cell(square_row, column)}-{mean}^2)", deviation)
                sheet.row += 1
                sheet.value(column, root_of(worth.gains.variance))
                sheet.row += 1
                sheet.formula(column, squares[label], Figure(plain.variance + plain.mean**2, TINY))
                sheet.row += 1
            sheet.text(column, fraction(worth.gains.mean), "exact")
            sheet.row += 1
            sheet.text(column, FAVOURS if worth.gains.mean > 0 else "", "loud")
        sheet.row = top + len(lines) + 1


def _as_paid(side: SideWager) -> Moments:
    """A bonus by its table alone."""
    chances = [(Fraction(hand.pays), hand.probability) for hand in side.hands]
    chances.append((Fraction(-1), 1 - sum((chance for _, chance in chances), Fraction(0))))
    mean = sum((gain * chance for gain, chance in chances), Fraction(0))
    square = sum((gain * gain * chance for gain, chance in chances), Fraction(0))
    return Moments(mean, square - mean * mean, tuple(chances))


def deals_alike(found: Analysis) -> Counter[Group]:
    """How many deals fall into each group that the main game pays alike, in order."""
    rules, groups = found.rules, Counter[Group]()
    declared, bonus = rules.game.ante_bonus, rules.ante_bonus
    for each in found.rows:
        stakes, outcome, kind = each.row.stakes, each.row.outcome, None
        if declared and bonus is not None and stakes is not None:
            paid = declared.on(rules.ranking.of(each.row.hand))
            kind = paid if paid in bonus else None
        groups[stakes, outcome, kind] += each.row.deals
    order = list(Outcome)
    return Counter(
        dict(sorted(groups.items(), key=lambda item: (item[0][0] or (), order.index(item[0][1]), item[0][2] or -1)))
    )


def _gain(rules: Rules, group: Group) -> int:
    """What the main game gains in a group, in antes."""
    return _without_bonus(rules, group) + (_odds(rules, group[2]) if group[2] is not None else 0)


def _without_bonus(rules: Rules, group: Group) -> int:
    stakes, outcome, _ = group
    results = rules.game.outcomes[outcome].results
    later = zip(rules.game.decisions, stakes or (), strict=bool(stakes))
    return NET[results[rules.ante]] + sum(stake * NET[results[step.name]] for step, stake in later)


def _odds(rules: Rules, kind: int) -> int:
    assert rules.ante_bonus is not None
    return rules.ante_bonus[kind].odds


def hands_paid(worth: SideWager | MainGame) -> tuple[Hand, ...]:
    return worth.hands if isinstance(worth, SideWager) else worth.bonus_hands


def _alike(worths: dict[str, SideWager | MainGame]) -> list[list[str]]:
    """Labels of tables whose hands can stand in the same rows: a hand of one name has one chance in all of them."""
    found: list[tuple[list[str], dict[str, Fraction]]] = []
    for label, worth in worths.items():
        chances = {hand.name: hand.probability for hand in hands_paid(worth)}
        for labels, known in found:
            if all(known.get(name, chance) == chance for name, chance in chances.items()) and (
                known.keys() <= chances.keys() or chances.keys() <= known.keys()
            ):
                labels.append(label)
                known.update(chances)
                break
        else:
            found.append(([label], chances))
    return [labels for labels, _ in found]


def _contest(rules: Rules) -> list[str]:
    return [rules.ante, *(step.name for step in rules.game.decisions)]


def _action(stakes: tuple[int, ...] | None) -> str:
    if stakes is None:
        return "fold"
    return f"{stakes[0]}x" if len(stakes) == 1 else "play"


def begin(sheet: Sheet, section: Section) -> None:
    sheet.text(0, section.title, "title")
    sheet.row += 1
    for words in section.says:
        sheet.says(words)


def fixed(cell: str) -> str:
    """`$B$3` for `B3`."""
    letters = cell.rstrip("0123456789")
    return f"${letters}${cell[len(letters) :]}"


def elsewhere(sheet: Sheet, cell: str) -> str:
    return f"'{sheet.name}'!{cell}"
