"""A declared dice game under one jurisdiction and one house's options: a ruling for every wager and every throw."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import msgspec

from pitboss.dice.declaration import (
    EVEN,
    LOSE,
    PUSH,
    WIN,
    Behind,
    Combined,
    Commission,
    Decides,
    DiceGame,
    Hop,
    Line,
    Number,
    OneRoll,
    Pays,
    Result,
    Row,
    Wager,
)
from pitboss.dice.options import Multiples
from pitboss.dice.runs import form_of
from pitboss.dice.settlement import Settlement, settle
from pitboss.dice.throws import WAYS, Dice, Throws, hard, totals
from pitboss.memo import remembered
from pitboss.refusal import Refusal, shown, spoken
from pitboss.regulations.citation import Citation
from pitboss.regulations.houses import House
from pitboss.regulations.options import resolve
from pitboss.regulations.pages import Page


class Ruling(msgspec.Struct, frozen=True):
    """What becomes of a wager, whatever its amount: per unit of it what is paid, and what commission is charged."""

    result: Result
    clause: str
    pays: Fraction = Fraction(0)
    commission: Fraction = Fraction(0)

    @property
    def outcome(self) -> str:
        return self.result.value

    def paid_on(self, amount: int) -> int:
        """In cents, on top of the stake; what does not divide is rounded down."""
        return amount * self.pays.numerator // self.pays.denominator

    def charged_on(self, amount: int) -> int:
        """The commission in cents, won or lost, rounded down."""
        return amount * self.commission.numerator // self.commission.denominator


Stage = dict[Dice, Ruling]
"""The throws that decide a wager; any other lets it stand, or becomes its point."""

Stages = dict[int, Stage]
"""By the wager's point; 0 for a wager that has none, or none yet."""

NO_POINT = 0


class Rules(House):
    """One house's rules of a dice game. `settle` is the whole use of it; the rest is there to look at."""

    def __init__(self, game: DiceGame, jurisdiction: str, given: Mapping[str, Any]) -> None:
        self.game = game
        self.jurisdiction = jurisdiction
        self.options = resolve(game.options(jurisdiction), given, jurisdiction, game.title)
        self.wagers: dict[str, Wager] = {wager.name: wager for wager in game.all_wagers()}
        self.stages: dict[str, Stages] = {
            wager.name: self._stages(wager) for wager in game.all_wagers() if not isinstance(wager, Combined | Hop)
        }
        for each in game.combined:
            self.stages[each.name] = {NO_POINT: self._parts(each)}
        self.hop = remembered(self._hop)
        self.charged = {name: self._charge(name) for name in self.wagers}
        self.off = {behind.name: self._off(behind) for behind in game.behind}
        self.rests = {
            wager.name: self.cite(wager.rest.clause)
            for wager in game.numbers
            if wager.rest and self.options[wager.rest.option] == wager.rest.value
        }
        """The wagers that do not work on a come-out roll unless called on, with the clause."""

    def settle(self, data: Mapping[str, Any]) -> Settlement:
        """What every wager of a run of rolls is owed. `data` is a round in the form of `pitboss settle`.

        Raises `Refusal` if the round breaks a rule, or says that it was played under others.
        """
        form = form_of(data)
        other_options = form.options is not None and self.options != self._resolved(form.options)
        if form.jurisdiction not in (None, self.jurisdiction) or other_options:
            raise Refusal(
                "other_rules", "Settle this round by its own rules: it names another jurisdiction or options."
            )
        return settle(self, form)

    def as_json(self) -> dict[str, Any]:
        """The rules as data, as `pitboss rules --json` prints them."""
        from pitboss.dice.rules_json import rules_json

        return rules_json(self)

    def page(self) -> Page:
        """The rules for a person to read."""
        from pitboss.dice.describe import describe

        return describe(self)

    def _resolved(self, options: Any) -> dict[str, Any]:
        return resolve(self.game.options(self.jurisdiction), options, self.jurisdiction, self.game.title)

    def cite(self, citation: Citation) -> str:
        """The clause of a citation in this jurisdiction."""
        return citation.at(self.jurisdiction)

    def stages_of(self, wager: str, dice: Dice | None) -> Stages:
        """The rulings on a wager; on a hop they depend on the dice named."""
        return self.stages[wager] if dice is None else self.hop((wager, dice))

    def commission_on(self, wager: str, amount: int) -> int:
        """The commission in cents that a wager of so many is charged, whatever becomes of it."""
        return amount * self.charged[wager].numerator // self.charged[wager].denominator

    # What is on offer, and how much

    def wager(self, name: Any) -> Wager:
        """The wager of this name, if this house has it."""
        found = self.wagers.get(name) if isinstance(name, str) else None
        if found is None:
            raise self._unknown(name)
        if isinstance(found, Behind) and not self.offers(found):
            message = f"Take the {spoken(found.name)} back: this table takes none."
            raise Refusal("wager_not_offered", message, self.cite(found.limit_clause))
        return found

    def offers(self, wager: Wager) -> bool:
        """Whether this house takes a wager at all."""
        return not isinstance(wager, Behind) or bool(self.lines_for(wager))

    def says(self, wager: Wager) -> str:
        """What a wager is on."""
        return wager.says.format(lines=self.line_words(wager)) if isinstance(wager, Behind) else wager.says

    def line_words(self, behind: Behind) -> str:
        return " or ".join(map(spoken, self.lines_for(behind)))

    def lines_for(self, behind: Behind) -> tuple[str, ...]:
        """The line wagers that this house accepts odds behind, including those that it cannot refuse."""
        if self.options[behind.limit] is not None:
            return behind.lines
        return (behind.cap.line,) if behind.cap else ()

    def _unknown(self, name: Any) -> Refusal:
        """A number that a kind of wager does not have is told with those that it has."""
        numbered = re.fullmatch(r"([a-z_]+)_(\d+)", name) if isinstance(name, str) else None
        alike = [each for each in self.wagers.values() if numbered and re.fullmatch(rf"{numbered[1]}_\d+", each.name)]
        if numbered and alike:
            numbers = ", ".join(each.name.rsplit("_", 1)[1] for each in alike)
            message = f"Bet {spoken(numbered[1])} on one of {numbers}: there is no {shown(name)}."
            return Refusal("unknown_number", message, self.cite(alike[0].clause))
        known = ", ".join(self.wagers)
        return Refusal(
            "unknown_wager",
            f"{self.game.title} has no wager {shown(name)}; it has {known}.",
            self.cite(self.game.wagering),
        )

    def most_behind(self, behind: Behind, line: str, point: int, flat: int) -> tuple[int, str]:
        """The most cents that may stand behind a line wager of so many with this point, and the clause that says so."""
        most = self.most_per_unit(behind, line, point)
        clause = behind.cap.clause if behind.cap and self._is_capped(behind, line) else behind.limit_clause
        return flat * most.numerator // most.denominator, self.cite(clause)

    def most_per_unit(self, behind: Behind, line: str, point: int) -> Fraction:
        """The same per unit of the line wager, exactly."""
        times = 1 if self._is_capped(behind, line) else self.multiple(behind, point)
        odds = self.odds_on(behind, point)
        return Fraction(times * odds.to, odds.pays) if behind.limits_win else Fraction(times)

    def _is_capped(self, behind: Behind, line: str) -> bool:
        if behind.cap is None or line != behind.cap.line:
            return False
        return bool(self.options[behind.cap.option]) or self.options[behind.limit] is None

    def right_behind(self, behind: Behind, line: str, point: int, flat: int) -> int:
        """The cents that a player has a right to put behind a line wager in any house; 0 for none."""
        if behind.cap is None or line != behind.cap.line:
            return 0
        odds = self.odds_on(behind, point)
        return flat * odds.to // odds.pays

    def multiple(self, behind: Behind, point: int) -> int:
        option = self.game.options(self.jurisdiction)[behind.limit]
        assert isinstance(option, Multiples)
        return option.multiple(self.options[behind.limit], point)

    def odds_on(self, behind: Behind, point: int) -> Pays:
        return next(each.odds for each in behind.pays if point in each.points)

    # The rulings, made ready

    def _stages(self, wager: Line | Behind | Number | OneRoll) -> Stages:
        points = self.game.shooting.points
        if isinstance(wager, Line):
            first = self._rows(wager.first)
            later = {point: self._point(wager.wins_with, point, EVEN, wager.point_clause) for point in points}
            return {NO_POINT: first} | later
        if isinstance(wager, Behind):
            return {
                point: self._point(wager.wins_with, point, each.odds, each.clause)
                for each in wager.pays
                for point in each.points
            }
        if isinstance(wager, Number):
            return {NO_POINT: self._rows(wager.rows, wager.commission)}
        lost = Ruling(LOSE, self.cite(wager.loses))
        return {NO_POINT: dict.fromkeys(WAYS, lost) | self._rows(wager.rows)}

    def _rows(self, rows: tuple[Row, ...], commission: Commission | None = None) -> Stage:
        held = [row for row in rows if row.holds(self.options)]
        charged = kept = Fraction(0)
        if commission:
            (wins,) = (row.odds for row in held if row.result is WIN)
            charged, kept = self._commission(commission, wins)
        found: Stage = {}
        for row in held:
            pays = _fraction(row.odds) - (kept if row.result is WIN else 0)
            ruling = Ruling(row.result, self.cite(row.clause), pays, charged)
            assert not row.throws & found.keys(), f"two rows for the same throw: {row.says}"
            found |= dict.fromkeys(row.throws, ruling)
        return found

    def _charge(self, name: str) -> Fraction:
        """Per unit of a wager what it is charged: the same for every throw that decides it."""
        stage = self.stages.get(name, {}).get(NO_POINT, {})
        found = {ruling.commission for ruling in stage.values()} or {Fraction(0)}
        assert len(found) == 1, f"{name} is charged by how it comes out"
        return found.pop()

    def is_of_bet(self, commission: Commission, odds: Pays) -> bool:
        """Whether a commission is a percentage of the bet; if not, it is one of the possible win at these odds."""
        if self.options[commission.of] == "smaller":
            return odds.pays >= odds.to
        return bool(self.options[commission.taken] == "bet")

    def _commission(self, commission: Commission, odds: Pays) -> tuple[Fraction, Fraction]:
        """Per unit of the bet: what is charged with it, won or lost, and what is kept back from a win."""
        share = Fraction(commission.percent, 100)
        if not self.is_of_bet(commission, odds):
            share *= _fraction(odds)
        return (share, Fraction(0)) if self.options[commission.taken] == "bet" else (Fraction(0), share)

    def _point(self, wins_with: Decides, point: int, odds: Pays, clause: Citation) -> Stage:
        won = Ruling(WIN, self.cite(clause), _fraction(odds))
        lost = Ruling(LOSE, self.cite(clause))
        with_point, with_seven = (won, lost) if wins_with is Decides.POINT else (lost, won)
        sevens: Throws = totals(self.game.shooting.seven)
        return dict.fromkeys(totals(point), with_point) | dict.fromkeys(sevens, with_seven)

    def _parts(self, combined: Combined) -> Stage:
        """Equal parts: what the winning ones gain less what the others lose, over all parts."""
        found = {}
        for dice in WAYS:
            rulings = [self.stages[part][NO_POINT][dice] for part in combined.parts]
            units = sum((each.pays if each.result is WIN else Fraction(-1) for each in rulings), Fraction(0))
            gain = units * Fraction(1, len(rulings))
            assert gain >= 0 or gain == -1, f"{combined.name} is partly lost"
            result = WIN if gain > 0 else PUSH if gain == 0 else LOSE
            found[dice] = Ruling(result, self.cite(combined.clause), max(gain, Fraction(0)))
        return found

    def _hop(self, named_on: tuple[str, Dice]) -> Stages:
        """The rulings on a hop by its dice."""
        name, named = named_on
        hop = next(each for each in self.game.hops if each.name == name)
        pays = hop.hard if named in hard(sum(named)) else hop.easy
        lost = Ruling(LOSE, self.cite(hop.loses))
        won = Ruling(WIN, self.cite(pays.clause), _fraction(pays.odds))
        return {NO_POINT: dict.fromkeys(WAYS, lost) | {named: won}}

    def _off(self, behind: Behind) -> Ruling:
        """Odds that do not work on a roll that decides their line wager go back."""
        return Ruling(PUSH, self.cite(behind.works))


def _fraction(odds: Pays) -> Fraction:
    return Fraction(odds.pays, odds.to)
