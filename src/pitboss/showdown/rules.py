"""A declared game under one jurisdiction and one house's options: what settlement looks up, made ready once."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from pitboss.money import read_money
from pitboss.ranking import Ranking
from pitboss.refusal import Refusal
from pitboss.regulations.options import resolve
from pitboss.regulations.paytables import PayTable, PayTables
from pitboss.showdown.declaration import Classify, Outcome, Result, Showdown
from pitboss.showdown.progressive import ProgressiveRules
from pitboss.showdown.rounds import RoundForm, form_of
from pitboss.showdown.settlement import Settlement, settle

Verdict = tuple[str, str, int, str]
"""What settlement does with a wager: its name, the outcome's word, the odds it is paid at (0 for none), the clause."""


class Verdicts(NamedTuple):
    """The verdicts of each outcome of the contest; an outcome that a game does not have is empty."""

    fold: tuple[Verdict, ...]
    dealer_fails: tuple[Verdict, ...]
    player_higher: tuple[Verdict, ...]
    player_higher_weak: tuple[Verdict, ...]
    tie: tuple[Verdict, ...]
    dealer_higher: tuple[Verdict, ...]

    @staticmethod
    def of(game: Showdown, jurisdiction: str) -> "Verdicts":
        found: dict[str, tuple[Verdict, ...]] = {outcome.name.lower(): () for outcome in Outcome}
        for outcome, pays in game.outcomes.items():
            clause = pays.clause.at(jurisdiction)
            found[outcome.name.lower()] = tuple(
                (wager, result.value, int(result is Result.EVEN), clause) for wager, result in pays.results.items()
            )
        return Verdicts(**found)


class BonusRules(msgspec.Struct, frozen=True):
    """A bonus wager as this house pays it."""

    name: str
    classify: Classify
    table: PayTable
    survives_fold: bool
    lost_by_fold: str
    both: Mapping[int, int]


class Rules:
    """One house's rules of a game. `settle` is the whole use of it; the rest is there to look at."""

    def __init__(self, game: Showdown, jurisdiction: str, given: Mapping[str, Any]) -> None:
        self.game = game
        self.jurisdiction = jurisdiction
        self.options = resolve(game.options(jurisdiction), given, jurisdiction, game.title)
        game.check_options(self.options, jurisdiction)
        self.ranking: Ranking = game.ranking(self.options)
        self.value_of = self.ranking.of
        self.words = self.ranking.words
        self.ante = game.ante.name
        self.preconditions = game.entry.under(self.options)
        self.verdicts = Verdicts.of(game, jurisdiction)
        self.dealer_needs = game.qualification.least if game.qualification else 0
        self.ante_needs = game.ante_minimum.least(self.options) if game.ante_minimum else 0
        self.ante_bonus = self._table(game.ante_bonus.name) if game.ante_bonus else None
        self.bonuses = self._bonuses()
        self.progressive = self._progressive()
        self.offered = frozenset(
            [
                game.ante.name,
                *(bonus.name for bonus in self.bonuses),
                *([self.progressive.name] if self.progressive else []),
            ]
        )
        self.most_per_hand = self._most(game.maximum.per_hand) if game.maximum else None
        self.most_per_round = self._most(game.maximum.per_round) if game.maximum else None

    def settle(self, data: Mapping[str, Any]) -> Settlement:
        """What every wager of a finished round is owed. `data` is a round in the form of `pitboss settle`.

        Raises `Refusal` if the round breaks a rule.
        """
        return settle(self, form_of(data))

    def settle_form(self, form: RoundForm) -> Settlement:
        """The same for a round already in its form."""
        return settle(self, form)

    def table(self, wager: str) -> PayTable | None:
        """The pay table in force for a wager, `None` where it is not offered."""
        if self.options[wager] is None:
            return None
        return self._table(wager)

    def _table(self, wager: str) -> PayTable:
        return self._tables()[wager].choose(self.options[wager], self.jurisdiction)

    def _tables(self) -> dict[str, PayTables]:
        game = self.game
        tables = {bonus.name: bonus.tables for bonus in game.bonuses}
        if game.ante_bonus:
            tables[game.ante_bonus.name] = game.ante_bonus.tables
        if game.progressive:
            tables[game.progressive.name] = game.progressive.tables[self.jurisdiction]
        return tables

    def _bonuses(self) -> tuple[BonusRules, ...]:
        return tuple(
            BonusRules(
                bonus.name,
                bonus.on(self.options),
                self._table(bonus.name),
                self._fact(bonus.survives_fold),
                bonus.lost_by_fold.at(self.jurisdiction),
                bonus.both,
            )
            for bonus in self.game.bonuses
            if self.options[bonus.name] is not None
        )

    def _progressive(self) -> ProgressiveRules | None:
        declared = self.game.progressive
        if declared is None or self.options[declared.name] is None:
            return None
        label = self.options[declared.name]
        return ProgressiveRules(
            declared.name,
            declared.on(self.options, self.jurisdiction),
            self._table(declared.name),
            declared.stake,
            declared.opening_meter,
            {each.meter: each.percent[label] for each in declared.contributions},
            self._fact(declared.survives_fold_option),
            self.options[declared.order_option] == "dealer_right_first",
            declared.stake_clause.at(self.jurisdiction),
            declared.lost_by_fold.at(self.jurisdiction),
            declared.meter_clause.at(self.jurisdiction),
        )

    def _fact(self, fact: bool | str) -> bool:
        """A fact of the game, or the option that decides it."""
        return fact if isinstance(fact, bool) else bool(self.options[fact])

    def _most(self, option: str) -> int | None:
        amount = self.options[option]
        return None if amount is None else read_money(amount, option)

    def not_offered(self, wager: Any) -> Refusal:
        """Why a wager cannot be placed before the deal."""
        known = self.game.wagers()
        if wager in known and wager not in (step.name for step in self.game.decisions):
            return Refusal(
                "wager_not_offered",
                f"Take the {wager} back: this table does not offer it.",
                self._tables()[wager].clause.at(self.jurisdiction),
            )
        if wager in known:
            return Refusal("wager_too_early", f"Put the {wager} among the actions: it is placed after the deal.")
        return Refusal(
            "unknown_wager", f"{self.game.title} has no wager {wager!r}; before the deal it has {', '.join(known)}."
        )
