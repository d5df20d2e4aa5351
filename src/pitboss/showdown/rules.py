"""A declared game under one jurisdiction and one house's options: what settlement looks up, made ready once."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

import msgspec

from pitboss.cards import Suits
from pitboss.memo import remembered
from pitboss.money import read_money
from pitboss.ranking import Ranking
from pitboss.refusal import Refusal, spoken
from pitboss.regulations.citation import Citation
from pitboss.regulations.houses import House, check_own_rules
from pitboss.regulations.options import resolve
from pitboss.regulations.pages import Page
from pitboss.regulations.paytables import PayTable, PayTables
from pitboss.showdown.declaration import (
    FOLD,
    FORFEIT,
    HAND,
    VOID,
    VOID_REVERSES_SETTLED,
    AnteBonus,
    Bonus,
    Classify,
    Outcome,
    Progressive,
    Result,
    Showdown,
)
from pitboss.showdown.preconditions import Precondition
from pitboss.showdown.progressive import ProgressiveRules
from pitboss.showdown.rounds import RoundForm, form_of
from pitboss.showdown.rulings import Ruling, Settlement, Slip, ruling, slip_of
from pitboss.showdown.settlement import settle


class Verdicts(NamedTuple):
    """The rulings on ante and later wagers, by outcome of the contest; empty where a game has no such outcome."""

    fold: tuple[Ruling, ...]
    dealer_fails: tuple[Ruling, ...]
    player_higher: tuple[Ruling, ...]
    player_higher_weak: tuple[Ruling, ...]
    tie: tuple[Ruling, ...]
    dealer_higher: tuple[Ruling, ...]

    @staticmethod
    def of(game: Showdown, jurisdiction: str) -> "Verdicts":
        found: dict[str, tuple[Ruling, ...]] = {outcome.name.lower(): () for outcome in Outcome}
        for outcome, pays in game.outcomes.items():
            clause = pays.clause.at(jurisdiction)
            found[outcome.name.lower()] = tuple(
                ruling(wager, result.value, clause, outcome.why(result is Result.PUSH), odds=int(result is Result.EVEN))
                for wager, result in pays.results.items()
            )
        return Verdicts(**found)


class SideRules(NamedTuple):
    """A side wager as this house settles it: the ruling for each class of hand that wins, and those for the rest."""

    name: str
    classify: Classify
    wins: dict[int, Ruling]
    loses: Ruling
    lost_by_fold: Ruling
    survives_fold: bool
    both: Mapping[int, int] = {}

    def after_fold(self) -> "SideRules":
        """The same where a fold loses it, whatever the hand."""
        return self._replace(classify=_any_hand, wins={}, loses=self.lost_by_fold, both={})


def _any_hand(own: Suits, value: int) -> int:
    return 0


class Question(NamedTuple):
    """What an ante bonus or some side wagers ask of a hand: its class, and from that the rulings."""

    classify: Classify
    answers: Callable[[int], tuple[Ruling, ...]]
    both: Mapping[int, int] = {}

    @staticmethod
    def of_ante(bonus: AnteBonus, wins: dict[int, Ruling]) -> "Question":
        """A row of its own, where the hand earns one."""

        def answers(hand_class: int) -> tuple[Ruling, ...]:
            return (wins[hand_class],) if hand_class in wins else ()

        return Question(lambda own, value: bonus.on(value), answers)

    @staticmethod
    def shared_by(sides: Iterable[SideRules]) -> "Question":
        """One question for side wagers that all classify a hand alike."""
        first, *others = sides

        def answers(hand_class: int) -> tuple[Ruling, ...]:
            return tuple(side.wins.get(hand_class, side.loses) for side in (first, *others))

        return Question(first.classify, answers, first.both)

    @staticmethod
    def of(sides: Iterable[SideRules]) -> "tuple[Question, ...]":
        """The questions of side wagers in their order. Neighbours often ask the same; the dealer has a part in few."""
        return tuple(
            Question.shared_by(same) for _, same in groupby(sides, key=lambda side: (side.classify, side.both))
        )


class Verdict(msgspec.Struct, frozen=True, eq=False):
    """An outcome of the contest, for positions with the same wagers: what is left to ask of the hand, and from the
    class it has in each question the slip.
    """

    asked: tuple[tuple[Classify, Mapping[int, int]], ...]
    slip: Callable[[tuple[int, ...]], Slip]

    @staticmethod
    def of(contest: tuple[Ruling, ...], questions: Sequence[Question]) -> "Verdict":
        def slip(classes: tuple[int, ...]) -> Slip:
            answers = [question.answers(each) for question, each in zip(questions, classes, strict=True)]
            return slip_of(sum(answers, contest))

        return Verdict(tuple((each.classify, each.both) for each in questions), remembered(slip, most=1024))


class Layout(msgspec.Struct, frozen=True, eq=False):
    """What the rules hold for positions with the same wagers on the layout.

    `conditions`: what must stand there before the deal, as far as it depends on amounts or is not met. `later`: the
    layout with one more wager.
    """

    conditions: tuple[Precondition, ...]
    fold: Verdict
    dealer_fails: Verdict
    player_higher: Verdict
    player_higher_weak: Verdict
    tie: Verdict
    dealer_higher: Verdict
    void_hand: Slip
    forfeit: Slip
    later: "Callable[[str], Layout]"


class Rules(House):
    """One house's rules of a game. `settle` is the whole use of it; the rest is there to look at."""

    def __init__(self, game: Showdown, jurisdiction: str, given: Mapping[str, Any]) -> None:
        self.game = game
        self.jurisdiction = jurisdiction
        self.options = resolve(game.options(jurisdiction), given, jurisdiction, game.title)
        game.check_options(self.options, jurisdiction)
        self.ranking: Ranking = game.ranking(self.options)
        self.value, self.words = self.ranking.value, self.ranking.words
        self.preconditions = game.entry.under(self.options)
        self.verdicts = Verdicts.of(game, jurisdiction)
        self.dealer_needs = game.qualification.least if game.qualification else 0
        self.ante_needs = game.ante_minimum.least(self.options) if game.ante_minimum else 0
        self.ante = game.ante.name
        self.ante_bonus = self._wins(game.ante_bonus.name, on=self.ante) if game.ante_bonus else None
        self.bonuses = tuple(self._bonus(bonus) for bonus in game.bonuses if self.options[bonus.name] is not None)
        self.progressive = self._progressive(game.progressive) if game.progressive else None
        self.sides = self._sides()
        self.offered = {self.ante, *(side.name for side in self.sides)}
        self.void_hand = self._for_all("void", game.irregular.void_hand, VOID)
        self.effects = game.procedure.effects() if game.procedure else None
        self.keeps_settled = not self.options[VOID_REVERSES_SETTLED.name]
        self.layout = remembered(self._layout_before_deal, most=1024)
        self.void_wager = self._for_all("void", game.irregular.void_wagers, VOID)
        self.forfeit = self._for_all("lose", game.irregular.forfeit, FORFEIT)
        self.cut = self._for_all("win", game.maximum.clause, HAND) if game.maximum else {}
        self.most_per_hand = self._most(game.maximum.per_hand) if game.maximum else None
        self.most_per_round = self._most(game.maximum.per_round) if game.maximum else None

    def _layout_before_deal(self, wagers: tuple[str, ...]) -> Layout:
        for wager in wagers:
            if wager not in self.offered:
                raise self.not_offered(wager)
        return self._layout(wagers)

    def _layout(self, wagers: tuple[str, ...]) -> Layout:
        def placed(rulings: Iterable[Ruling]) -> tuple[Ruling, ...]:
            return tuple(made for made in rulings if made.wager in wagers)

        sides = [side for side in self.sides if side.name in wagers]
        asked = Question.of(sides)
        if self.game.ante_bonus and self.ante_bonus and self.ante in wagers:
            asked = (Question.of_ante(self.game.ante_bonus, self.ante_bonus), *asked)

        def verdict(contest: tuple[Ruling, ...]) -> Verdict:
            return Verdict.of(placed(contest), asked)

        def later(wager: str) -> Layout:
            return self._layout((*wagers, wager))

        asked_after_fold = Question.of(side if side.survives_fold else side.after_fold() for side in sides)
        return Layout(
            tuple(each for each in self.preconditions if not each.is_met_by(wagers)),
            fold=Verdict.of(placed(self.verdicts.fold), asked_after_fold),
            dealer_fails=verdict(self.verdicts.dealer_fails),
            player_higher=verdict(self.verdicts.player_higher),
            player_higher_weak=verdict(self.verdicts.player_higher_weak),
            tie=verdict(self.verdicts.tie),
            dealer_higher=verdict(self.verdicts.dealer_higher),
            void_hand=slip_of(placed(self.void_hand.values())),
            forfeit=slip_of(placed(self.forfeit.values())),
            later=remembered(later),
        )

    def settle(self, data: Mapping[str, Any]) -> Settlement:
        """What every wager of a finished round is owed. `data` is a round in the form of `pitboss settle`.

        Raises `Refusal` if the round breaks a rule, or says that it was played under others.
        """
        form = form_of(data)
        check_own_rules(self.game, self.jurisdiction, self.options, form.jurisdiction, data.get("options"))
        return settle(self, form)

    def as_json(self) -> dict[str, Any]:
        """The rules as data, as `pitboss rules --json` prints them."""
        from pitboss.showdown.rules_json import rules_json

        return rules_json(self)

    def page(self) -> Page:
        """The rules for a person to read."""
        from pitboss.showdown.describe import describe

        return describe(self)

    def settle_form(self, form: RoundForm) -> Settlement:
        """The same for a round already in its form."""
        return settle(self, form)

    def table(self, wager: str) -> PayTable | None:
        """The pay table in force for a wager, `None` where it is not offered."""
        chosen = self.options[wager]
        return None if chosen is None else self.tables()[wager].choose(chosen, self.jurisdiction)

    def tables(self) -> dict[str, PayTables]:
        """All pay tables that the text gives, by wager."""
        game = self.game
        tables = {bonus.name: bonus.tables for bonus in game.bonuses}
        if game.ante_bonus:
            tables[game.ante_bonus.name] = game.ante_bonus.tables
        if game.progressive:
            tables[game.progressive.name] = game.progressive.tables[self.jurisdiction]
        return tables

    def _wins(self, wager: str, on: str) -> dict[int, Ruling]:
        """The winning ruling of each class of hand in the wager's table, paid on the stake of `on`."""
        table = self.table(wager)
        assert table
        return {line.hand_class: ruling(wager, "win", line.clause, HAND, line.odds, on) for line in table.lines}

    def _sides(self) -> tuple[SideRules, ...]:
        """The bonuses and the progressive, in the order they are settled."""
        last = self.progressive
        if last is None:
            return self.bonuses
        progressive = SideRules(last.name, last.classify, last.wins, last.loses, last.lost_by_fold, last.survives_fold)
        return (*self.bonuses, progressive)

    def _bonus(self, bonus: Bonus) -> SideRules:
        survives = bonus.survives_fold
        return SideRules(
            bonus.name,
            bonus.on(self.options),
            self._wins(bonus.name, on=bonus.name),
            ruling(bonus.name, "lose", bonus.loses.at(self.jurisdiction), HAND),
            ruling(bonus.name, "lose", bonus.lost_by_fold.at(self.jurisdiction), FOLD),
            survives if isinstance(survives, bool) else self.options[survives],
            bonus.both,
        )

    def _progressive(self, declared: Progressive) -> ProgressiveRules | None:
        table = self.table(declared.name)
        if table is None:
            return None
        return ProgressiveRules(
            declared.name,
            declared.on(self.options, self.jurisdiction),
            table,
            declared.stake,
            declared.opening_meter,
            {each.meter: each.percent[table.label] for each in declared.contributions},
            self.options[declared.survives_fold_option],
            self.options[declared.order_option] == "dealer_right_first",
            {
                line.hand_class: Ruling(
                    declared.name, "win", line.clause, declared.name, HAND, takes=True, award=line.odds
                )
                for line in table.lines
            },
            ruling(declared.name, "lose", declared.loses.at(self.jurisdiction), HAND),
            ruling(declared.name, "lose", declared.lost_by_fold.at(self.jurisdiction), FOLD),
            declared.stake_clause.at(self.jurisdiction),
        )

    def _for_all(self, outcome: str, citation: Citation, why: str) -> dict[str, Ruling]:
        """The same ruling on every wager of the game."""
        return {wager: ruling(wager, outcome, citation.at(self.jurisdiction), why) for wager in self.game.wagers()}

    def _most(self, option: str) -> int | None:
        amount = self.options[option]
        return None if amount is None else read_money(amount, option)

    def not_offered(self, wager: str) -> Refusal:
        """Why a wager cannot be placed before the deal."""
        side = {bonus.name: bonus.clause for bonus in self.game.bonuses}
        if self.game.progressive:
            side[self.game.progressive.name] = self.game.progressive.clause
        if wager in side:
            message = f"Take the {spoken(wager)} back: this table does not offer it."
            return Refusal("wager_not_offered", message, side[wager].at(self.jurisdiction))
        if wager in self.game.wagers():
            return Refusal("wager_too_early", f"Put the {wager} among the actions: it is placed after the deal.")
        return Refusal(
            "unknown_wager", f"{self.game.title} has no wager {wager!r}; it has {', '.join(self.game.wagers())}."
        )
