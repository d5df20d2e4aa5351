"""`analyze`: the exact worth of every wager of a game, as an object that prints well and goes to JSON."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from pitboss.dice.rules import Rules as DiceRules
from pitboss.games import HouseRules
from pitboss.games import game as game_named
from pitboss.lab.counting import Lab, nothing
from pitboss.lab.dice import DiceAnalysis
from pitboss.lab.figures import exact, number, percent, ratio_of_roots, root
from pitboss.lab.meters import MeterWorth, forgone_by_fold, meter_worth
from pitboss.lab.pricing import Priced, has_maximum, priced
from pitboss.lab.results import Record, Result, chart_records
from pitboss.lab.tally import Tally
from pitboss.lab.worth import (
    Gain,
    Hand,
    MainGame,
    Moments,
    SideWager,
    covariance,
    main_game,
    moments,
    side_met,
    side_wager,
)
from pitboss.money import read_money, read_wager, write_money
from pitboss.refusal import Refusal, shown
from pitboss.regulations.pages import Page
from pitboss.shoe.rules import Rules as ShoeRules
from pitboss.showdown.rules import Rules, SideRules

if TYPE_CHECKING:
    from pitboss.lab.shoe import ShoeAnalysis

DEFAULT_ANTE = 10_00
"""For the joint optimum of ante and progressive, in cents."""

DEFAULT_BET = 1_00
"""On each bonus, where a maximum limits what they pay, in cents."""


class Joint(NamedTuple):
    """Ante and progressive played together for the most, at an ante and a meter in cents."""

    ante: int
    main: MainGame
    wager: SideWager
    meter: MeterWorth
    total: Fraction  # what both gain together, in units of the progressive's stake


class Analysis(Result):
    """The worth of every wager under one house's rules. Everything is exact and found when first asked for."""

    def __init__(
        self,
        rules: Rules,
        lab: Lab | None = None,
        meter: int | None = None,
        ante: int = DEFAULT_ANTE,
        bet: int = DEFAULT_BET,
    ) -> None:
        self.rules = rules
        self.lab = lab or Lab()
        self.ante = ante
        self.bet = bet
        progressive = rules.game.progressive
        self.meter = meter if meter is not None else progressive.opening_meter if progressive else 0
        self.tally = self.lab.tally(rules)
        self.deals = self.tally.deals

    @cached_property
    def rows(self) -> tuple[Priced, ...]:
        return priced(self.rules, self.tally, self.meter, self.bet)

    @cached_property
    def main(self) -> MainGame:
        return main_game(self.rules, self.rows, self.deals)

    @cached_property
    def sides(self) -> dict[str, SideWager]:
        return {side.name: self._side(self.rules, side, self.tally) for side in self.rules.sides}

    def _side(self, rules: Rules, side: SideRules, tally: Tally) -> SideWager:
        table = rules.table(side.name)
        assert table
        found = side_wager(rules, side.name, table, side_met(rules, side, tally), self.meter)
        if not has_maximum(rules):
            return found
        rows = priced(rules, tally, self.meter, self.bet)
        return found._replace(gains=moments(rows, _gain_of(side.name), self.deals))

    @cached_property
    def gains(self) -> dict[str, Moments]:
        """Of every wager, the main game first."""
        return {self.rules.ante: self.main.gains} | {name: side.gains for name, side in self.sides.items()}

    @cached_property
    def covariances(self) -> dict[tuple[str, str], Fraction]:
        """Of every two wagers, one unit on each."""
        gains: dict[str, Gain] = {self.rules.ante: lambda each: each.main}
        for side in self.rules.sides:
            gains[side.name] = _gain_of(side.name)
        names = list(gains)
        return {
            (one, other): covariance(self.rows, gains[one], gains[other], self.deals)
            for place, one in enumerate(names)
            for other in names[place + 1 :]
        }

    def joint_variance(self, stakes: Mapping[str, Fraction | int]) -> Fraction:
        """Of several wagers placed together, so many units on each."""
        unknown = [name for name in stakes if name not in self.gains]
        if unknown:
            raise Refusal("unknown_wager", f"Name wagers among {', '.join(self.gains)}; got {shown(unknown[0])}.")
        own = sum((units**2 * self.gains[name].variance for name, units in stakes.items()), Fraction(0))
        pairs = self.covariances.items()
        return own + 2 * sum((stakes.get(a, 0) * stakes.get(b, 0) * both for (a, b), both in pairs), Fraction(0))

    @cached_property
    def progressive(self) -> MeterWorth | None:
        """The progressive where the ante is played for its own best: a fold loses the wager."""
        declared = self.rules.progressive
        return meter_worth(declared, self.sides[declared.name]) if declared else None

    @cached_property
    def joint(self) -> Joint | None:
        """The progressive where hands are kept for its sake."""
        declared, rules = self.rules.progressive, self.rules
        if declared is None:
            return None
        forgone = nothing if declared.survives_fold else forgone_by_fold(rules, self.ante, self.meter)
        tally = self.lab.tally(rules, forgone)
        rows = priced(rules, tally, self.meter, self.bet)
        main = main_game(rules, rows, tally.deals)
        side = next(side for side in rules.sides if side.name == declared.name)
        wager = self._side(rules, side, tally)
        antes = Fraction(self.ante, declared.stake)
        cost = (self.main.gains.mean - main.gains.mean) * antes
        total = wager.gains.mean + main.gains.mean * antes
        return Joint(self.ante, main, wager, meter_worth(declared, wager, cost), total)

    @cached_property
    def pay_tables(self) -> dict[str, dict[str, SideWager | MainGame]]:
        """Every table the texts print, wager by wager, as if this house had chosen it."""
        found: dict[str, dict[str, SideWager | MainGame]] = {}
        for name, tables in self.rules.tables().items():
            if self.rules.options[name] is None:
                continue
            printed = [label for label in tables.labels() if label != tables.licensee]
            found[name] = {label or "-".join(map(str, tables.odds(""))): self.under(name, label) for label in printed}
        return found

    def under(self, name: str, label: str) -> SideWager | MainGame:
        """A wager as it would be under a printed table, whatever else would have to change with it."""
        rules = self.rules_under(name, label)
        side = next((side for side in rules.sides if side.name == name), None)
        if side is None:
            return Analysis(rules, self.lab).main
        return self._side(rules, side, self.lab.tally(rules))

    def rules_under(self, name: str, label: str) -> Rules:
        """This house with a printed table of a wager, whatever the text says about both together."""
        chosen = label or self.rules.tables()[name].odds("")
        anything = msgspec.structs.replace(self.rules.game, check_options=lambda options, jurisdiction: None)
        return anything.rules(self.rules.jurisdiction, {**self.rules.options, name: chosen})

    def to_dict(self) -> dict[str, Any]:
        """As `pitboss analyze --json` prints it."""
        rules = self.rules
        wagers: dict[str, Any] = {rules.ante: _main_json(self.main)}
        for name, side in self.sides.items():
            wagers[name] = _side_json(side)
        if self.progressive and self.joint and rules.progressive:
            wagers[rules.progressive.name] |= self._progressive_json(self.progressive, self.joint)
        together = dict.fromkeys(self.gains, 1)
        return {
            "game": rules.game.name,
            "jurisdiction": rules.jurisdiction,
            "options": rules.options,
            "method": "exact",
            "deals": str(self.deals),
            "wagers": wagers,
            "correlations": [
                {
                    "wagers": [one, other],
                    "correlation": ratio_of_roots(both, self.gains[one].variance, self.gains[other].variance),
                    "covariance": exact(both),
                }
                for (one, other), both in self.covariances.items()
            ],
            "together": {
                "wagers": list(together),
                "ev": exact(sum((each.mean for each in self.gains.values()), Fraction(0))),
                "standard_deviation": root(self.joint_variance(together)),
                "variance": exact(self.joint_variance(together)),
            },
            "pay_tables": {
                name: {label: _brief_json(worth) for label, worth in tables.items()}
                for name, tables in self.pay_tables.items()
            },
        }

    def records(self) -> list[Record]:
        """A line a wager, for a data frame: its figures as doubles and as exact fractions."""
        return [
            {
                "wager": name,
                "house_edge": number(-gains.mean),
                "standard_deviation": root(gains.variance),
                "hit_frequency": number(self.sides[name].hit_frequency) if name in self.sides else None,
                "average_wager": number(self.main.average_wager) if name == self.rules.ante else 1,
                "ev": gains.mean,
                "variance": gains.variance,
            }
            for name, gains in self.gains.items()
        ]

    def hand_records(self) -> list[Record]:
        """A line a paying hand."""
        return [
            {"wager": name, **_hand_json(hand), "exact_probability": hand.probability}
            for name, side in self.sides.items()
            for hand in side.hands
        ]

    def records_of(self, part: str) -> list[Record]:
        if part == "outcomes":
            return self.hand_records()
        if part == "pay_tables":
            from pitboss.lab.paytables import audit, audit_record

            return [audit_record(each) for each in audit(self)]
        from pitboss.lab.strategy import rule_records, strategies

        found = list(strategies(self))
        if part == "strategy":
            return rule_records(found)
        return [
            record
            for each in found
            for record in chart_records(
                each.decision, each.chart.rows, each.chart.columns or ["best"], each.chart.actions
            )
        ]

    def page(self) -> Page:
        """For people: titled tables."""
        from pitboss.lab.shown import page_of

        return page_of(self)

    def __repr__(self) -> str:
        edges = ", ".join(f"{name} {percent(-gains.mean)}" for name, gains in self.gains.items())
        return f"<{self.rules.game.name} ({self.rules.jurisdiction}): {edges}>"

    def _progressive_json(self, own: MeterWorth, joint: Joint) -> dict[str, Any]:
        assert self.rules.progressive
        unit = Fraction(self.rules.progressive.stake, 100)
        meter = Fraction(self.meter, 100)
        return {
            "meter": write_money(self.meter),
            **_meter_json(own, meter, unit),
            "joint": {
                "ante": write_money(joint.ante),
                "house_edge": number(-joint.wager.gains.mean),
                "ev": exact(joint.wager.gains.mean),
                **_meter_json(joint.meter, meter, unit),
                "main_game": _main_json(joint.main),
                "total": {"amount": number(joint.total * unit), "ev": exact(joint.total * unit)},
            },
        }


def _gain_of(name: str) -> Gain:
    return lambda each: each.sides[name]


def _main_json(main: MainGame) -> dict[str, Any]:
    return {
        **_brief_json(main),
        "average_wager": number(main.average_wager),
        "element_of_risk": number(main.element_of_risk),
        "actions": {name: number(chance) for name, chance in main.actions.items()},
        **({} if main.dealer_qualifies is None else {"dealer_qualifies": number(main.dealer_qualifies)}),
        "exact": {
            "average_wager": exact(main.average_wager),
            "element_of_risk": exact(main.element_of_risk),
            "variance": exact(main.gains.variance),
            "actions": {name: exact(chance) for name, chance in main.actions.items()},
        },
        "distribution": _distribution_json(main.gains),
        **({"ante_bonus": [_hand_json(hand) for hand in main.bonus_hands]} if main.bonus_hands else {}),
    }


def _side_json(side: SideWager) -> dict[str, Any]:
    return {
        **_brief_json(side),
        "exact": {"hit_frequency": exact(side.hit_frequency), "variance": exact(side.gains.variance)},
        "outcomes": [_hand_json(hand) for hand in side.hands],
    }


def _brief_json(worth: SideWager | MainGame) -> dict[str, Any]:
    found = {
        "house_edge": number(-worth.gains.mean),
        "ev": exact(worth.gains.mean),
        "standard_deviation": root(worth.gains.variance),
    }
    return found | ({"hit_frequency": number(worth.hit_frequency)} if isinstance(worth, SideWager) else {})


def _hand_json(hand: Hand) -> dict[str, Any]:
    found = {
        "hand": hand.name,
        "combinations": hand.combinations,
        "probability": number(hand.probability),
        "pays": None if hand.share else hand.pays,
        **({"percent_of_meter": hand.pays} if hand.share else {}),
        "clause": hand.clause,
    }
    return found | ({"lost_by_fold": number(hand.folded)} if hand.folded else {})


def _distribution_json(gains: Moments) -> list[dict[str, Any]]:
    return [{"net": number(net), "probability": number(chance)} for net, chance in gains.distribution]


def _meter_json(worth: MeterWorth, meter: Fraction, unit: Fraction) -> dict[str, Any]:
    """Meters are in money here; the worth has them in units of the stake."""
    return {
        "return": number(worth.returns(meter / unit)),
        "return_fixed": number(worth.fixed),
        "return_per_1000_on_the_meter": number(worth.per_unit * 1000 / unit),
        "break_even_meter": number(worth.break_even_meter * unit),
        "average_meter": number(worth.average_meter * unit),
        "long_run_return": number(worth.long_run_return),
        "rounds_to_full_award": number(1 / worth.top),
        "rounds_to_any_award": number(1 / worth.any_award),
        "exact_meter": {
            "fixed": exact(worth.fixed),
            "per_unit": exact(worth.per_unit),
            "break_even_meter": exact(worth.break_even_meter * unit),
            "long_run_return": exact(worth.long_run_return),
            "rounds_to_full_award": exact(1 / worth.top),
        },
    }


def analyze(
    game: str,
    jurisdiction: str = "nj",
    options: Mapping[str, Any] | None = None,
    *,
    meter: str | None = None,
    ante: str | None = None,
    bet: str | None = None,
    lab: Lab | None = None,
) -> "Analysis | DiceAnalysis | ShoeAnalysis":
    """The worth of every wager of a game as one house plays it. Amounts are written as everywhere: "10.00".

    An amount that no figure of this house depends on is refused; a bet only where no house of the game posts a maximum,
    so that houses with and without one can be compared.
    """
    rules = game_named(game).rules(jurisdiction, options)
    if bet is not None and isinstance(rules, Rules) and rules.game.maximum and not has_maximum(rules):
        read_wager(bet, "bet")
        bet = None
    return analysis_of(rules, lab, **read_amounts(rules, {"meter": meter, "ante": ante, "bet": bet}))


def read_amounts(rules: HouseRules, given: Mapping[str, str | None], dashes: str = "") -> dict[str, Any]:
    """The amounts in cents that are given. Refuses one that would change nothing; `dashes` stand before its name."""
    useless = {}
    if not isinstance(rules, Rules) or rules.progressive is None:
        useless["meter"] = "it is that of a progressive, and this house has none"
        useless["ante"] = "it is compared with a progressive, and this house has none"
    if not isinstance(rules, Rules) or not has_maximum(rules):
        useless["bet"] = "it counts where a maximum limits what bonuses pay, and this house posts none"
    amounts = {name: text for name, text in given.items() if text is not None}
    for name in amounts:
        if name in useless:
            raise Refusal("amount_without_use", f"Leave {dashes}{name} out: {useless[name]}.")
    return {name: (read_money if name == "meter" else read_wager)(text, name) for name, text in amounts.items()}


def analysis_of(
    rules: HouseRules,
    lab: Lab | None = None,
    meter: int | None = None,
    ante: int = DEFAULT_ANTE,
    bet: int = DEFAULT_BET,
) -> "Analysis | DiceAnalysis | ShoeAnalysis":
    """The analysis of a house by the family of its game."""
    if isinstance(rules, DiceRules):
        return DiceAnalysis(rules)
    if isinstance(rules, ShoeRules):
        from pitboss.lab.shoe import ShoeAnalysis  # it brings Numba

        return ShoeAnalysis(rules, lab)
    assert isinstance(rules, Rules)
    return Analysis(rules, lab, meter, ante, bet)
