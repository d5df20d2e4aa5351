"""The analysis of a shoe game for people, as titled tables, and the main game as JSON has it."""

from fractions import Fraction
from typing import Any

from pitboss.lab.figures import exact, number, percent, root
from pitboss.lab.shoe import UPS, ShoeAnalysis
from pitboss.regulations.pages import Page, Table


def page_of(found: ShoeAnalysis) -> Page:
    """Everything `pitboss analyze` prints."""
    rules = found.rules
    return Page(
        f"{rules.game.title}: the worth of every wager",
        f"{found.house()}. {found.treatment()}",
        [_wagers(found), _main(found), *(side.table() for side in found.sides), *_chart(found)],
    )


def _chart(found: ShoeAnalysis) -> list[Table]:
    first, *others = found.chart.tables(UPS)
    return [Table(f"The chart. {first.title} ({found.chart.legend})", first.columns, first.rows), *others]


def _wagers(found: ShoeAnalysis) -> Table:
    main = found.main
    rows = [[found.rules.game.bet.name, percent(-main.gain), f"{root(main.variance):.4f}", ""]]
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
            [f"the super bonus adds to the gain of a bet of {bet}, envy left out", percent(gain, 5)]
            for bet, gain in found.super_bonus.items()
        ),
    ]
    if found.rules.game.attack:
        rows.append(["attack against", ", ".join(found.attack_against())])
    return Table("The main game: what each up card is worth, and how often each action is right", ["", "figure"], rows)


def main_json(found: ShoeAnalysis) -> dict[str, Any]:
    """The main game as `pitboss analyze --json` has it."""
    main = found.main
    risk = Fraction(-main.gain.numerator * main.wagered.denominator, main.gain.denominator * main.wagered.numerator)
    told = {
        "house_edge": number(-main.gain),
        "ev": exact(main.gain),
        "average_wager": number(main.wagered),
        "element_of_risk": number(risk),
        "standard_deviation": root(main.variance),
        "actions": {name: number(chance) for name, chance in sorted(main.actions.items())},
        "strategy": "composition-dependent",
        "splits": "each hand by its own cards, from a shoe without the up card and the pair",
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
            wager: {"worth": number(worth), "ev": exact(worth)} for wager, worth in found.super_bonus.items()
        }
    return told
