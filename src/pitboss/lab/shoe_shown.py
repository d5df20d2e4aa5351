"""The analysis of a shoe game for people, as titled tables, and the main game as JSON has it."""

from fractions import Fraction
from typing import Any

from pitboss.lab.figures import exact, number, percent, root
from pitboss.lab.shoe import MODEL, UPS, ShoeAnalysis
from pitboss.regulations.pages import Page, Table


def page_of(found: ShoeAnalysis) -> Page:
    """Everything `pitboss analyze` prints."""
    rules = found.rules
    return Page(
        f"{rules.game.title}: the worth of every wager",
        f"{found.house()}. {found.treatment()}",
        [_wagers(found), _main(found), _outcomes(found), *(side.table() for side in found.sides), *_chart(found)],
    )


def _chart(found: ShoeAnalysis) -> list[Table]:
    first, *others = found.chart.tables(UPS)
    return [Table(f"The chart. {first.title} ({found.chart.legend})", first.columns, first.rows), *others]


def _wagers(found: ShoeAnalysis) -> Table:
    main = found.main
    rows = [[found.rules.game.bet.name, percent(-main.gain), f"{root(found.variance):.4f} (approximate)", ""]]
    rows += [
        [side.name, percent(-side.gain), f"{root(side.variance):.4f}", percent(side.hits, 2)] for side in found.sides
    ]
    return Table("Wagers, per unit staked", ["wager", "house edge", "std. deviation", "hits"], rows)


def _main(found: ShoeAnalysis) -> Table:
    main, chart = found.main, found.by_chart
    alone = " without the attack" if found.rules.game.attack else ""
    rows = [
        ["house edge, composition-dependent", percent(-main.gain)],
        ["house edge by the chart below", percent(-chart.gain)],
        ["what the chart costs", percent(main.gain - chart.gain, 5)],
        ["average wager", f"{number(main.wagered):.4f} bets"],
        *([f"a bet{alone} gains against {up}", percent(gain)] for up, gain in zip(UPS, main.by_up, strict=True)),
        *([name, percent(chance)] for name, chance in sorted(main.actions.items())),
        *(
            [f"the super bonus on a bet of {bet}, {kind}, envy payments left out", percent(gain, 5)]
            for bet, worth in found.super_bonus.items()
            for kind, gain in (("gross", worth.gross), ("net of the cost of hitting for it", worth.net))
        ),
    ]
    if found.rules.game.attack:
        rows.append(["attack against", ", ".join(found.attack_against())])
    return Table("The main game: what each up card is worth, and how often each action is right", ["", "figure"], rows)


SMALLEST = Fraction(1, 10**6)
"""Outcomes that come less often share a line."""


def _outcomes(found: ShoeAnalysis) -> Table:
    rows = [[name, percent(chance)] for name, chance in outcome_rows(found, SMALLEST)]
    return Table("Net results of a round", ["in bets", "chance, approximate"], rows)


def outcome_rows(found: ShoeAnalysis, least: Fraction) -> list[tuple[str, Fraction]]:
    """The chance of each net result in bets; those that come less often than `least` are one row."""
    often = {gain: chance for gain, chance in found.outcomes.items() if chance >= least}
    rare = sum(found.outcomes.values(), Fraction(0)) - sum(often.values(), Fraction(0))
    return [*((signed(gain), chance) for gain, chance in often.items()), ("all others", rare)]


def signed(gain: Fraction) -> str:
    """`+1.5`, `-2`, `0`: a net result in bets."""
    text = str(gain.numerator) if gain.denominator == 1 else f"{number(gain):g}"
    return f"+{text}" if gain > 0 else text


def main_json(found: ShoeAnalysis) -> dict[str, Any]:
    """The main game as `pitboss analyze --json` has it."""
    main = found.main
    risk = Fraction(-main.gain.numerator * main.wagered.denominator, main.gain.denominator * main.wagered.numerator)
    told = {
        "house_edge": number(-main.gain),
        "ev": exact(main.gain),
        "average_wager": number(main.wagered),
        "element_of_risk": number(risk),
        "standard_deviation": root(found.variance),
        "method": "approximate",
        "model": MODEL,
        "methods": {"house_edge": "exact", "standard_deviation": "approximate", "outcomes": "approximate"},
        "actions": {name: number(chance) for name, chance in sorted(main.actions.items())},
        "strategy": "composition-dependent",
        "splits": "each hand by its own cards, from the shoe that the up card, the pair and all second cards leave",
        "by_up_card": {up: number(gain) for up, gain in zip(UPS, main.by_up, strict=True)},
        "chart": {
            "house_edge": number(-found.by_chart.gain),
            "ev": exact(found.by_chart.gain),
            "cost": number(main.gain - found.by_chart.gain),
            "cost_exact": exact(main.gain - found.by_chart.gain),
            "strategy": found.chart_class(),
        },
    }
    if found.rules.game.attack:
        told["attack_against"] = found.attack_against()
    if found.super_bonus:
        told["super_bonus"] = {
            wager: {
                "worth": number(worth.net),
                "ev": exact(worth.net),
                "kind": "net",
                "gross": {"worth": number(worth.gross), "ev": exact(worth.gross)},
            }
            for wager, worth in found.super_bonus.items()
        }
    told["outcomes"] = [{"net": number(gain), "probability": number(chance)} for gain, chance in found.outcomes.items()]
    return told
