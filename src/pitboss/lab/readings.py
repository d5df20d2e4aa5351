"""What each reading costs: every option of a game priced against what the house has chosen."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from pitboss.dice.options import WholeNumber
from pitboss.dice.rules import Rules as DiceRules
from pitboss.games import Game, HouseRules
from pitboss.lab.analysis import analysis_of
from pitboss.lab.counting import Lab
from pitboss.lab.dice import DiceAnalysis
from pitboss.lab.figures import exact, number, percent
from pitboss.refusal import Refusal, spoken
from pitboss.regulations.options import Choice, written
from pitboss.showdown.describe import Table


class Cost(NamedTuple):
    """Another value of an option, with the expected gain of every wager under it and what that is more than now.

    `with_odds`: of line wagers with all the odds allowed the edge of the whole, now and then, where it changes.
    """

    option: str
    value: Any
    default: Any
    clause: str
    gains: dict[str, Fraction]
    changes: dict[str, Fraction]
    with_odds: dict[str, tuple[Fraction, Fraction]]


def costs(rules: HouseRules, lab: Lab) -> tuple[Cost, ...]:
    """Every other value of every option, one at a time; first the other texts of the game."""
    now, whole = _gains(rules, lab), _edges_with_odds(rules)
    found = []
    for option, value, clause, other in _others(rules):
        gains = _gains(other, lab)
        changes = {wager: gain - now[wager] for wager, gain in gains.items() if wager in now}
        current = rules.jurisdiction if option == "jurisdiction" else rules.options[option]
        then = _edges_with_odds(other)
        odds = {line: (edge, then[line]) for line, edge in whole.items() if then.get(line, edge) != edge}
        found.append(Cost(option, value, current, clause, gains, changes, odds))
    return tuple(found)


def _gains(rules: HouseRules, lab: Lab) -> dict[str, Fraction]:
    return {wager: gains.mean for wager, gains in analysis_of(rules, lab).gains.items()}


def _edges_with_odds(rules: HouseRules) -> dict[str, Fraction]:
    """Of every line wager of a dice game with the odds that this house takes, per unit wagered in all."""
    if not isinstance(rules, DiceRules):
        return {}
    limits = {line: behind.limit for behind in rules.game.behind for line in behind.lines}
    found = DiceAnalysis(rules).with_odds
    return {each.line: each.edge for each in found if each.multiples == written(rules.options[limits[each.line]])}


def _others(rules: HouseRules) -> Iterator[tuple[str, Any, str, HouseRules]]:
    """The same house with one choice made otherwise. One that the text does not allow here is no choice."""
    game: Game = rules.game
    for jurisdiction in game.jurisdictions:
        if jurisdiction != rules.jurisdiction:
            yield "jurisdiction", jurisdiction, "", game.rules(jurisdiction, rules.options)
    for option in game.options(rules.jurisdiction).values():
        if isinstance(option, Choice | WholeNumber):
            for value in option.values:
                if value != rules.options[option.name]:
                    try:
                        other = game.rules(rules.jurisdiction, {**rules.options, option.name: value})
                    except Refusal:
                        continue
                    yield option.name, value, option.clause.at(rules.jurisdiction), other


def costs_table(found: tuple[Cost, ...]) -> Table:
    """House edges under each other value, where they change; values that come to the same share a line."""
    lines: dict[tuple[Any, ...], list[str]] = {}
    for cost in found:
        changed = {wager: change for wager, change in cost.changes.items() if change}
        effects = [
            f"{spoken(wager)} {percent(-cost.gains[wager])} ({signed(-change)})" for wager, change in changed.items()
        ]
        effects += [
            f"{spoken(line)} with odds {percent(then)} ({signed(then - now)})"
            for line, (now, then) in cost.with_odds.items()
        ]
        effect = "; ".join(effects)
        key = cost.option, written(cost.default), effect or "no wager's edge changes", cost.clause
        lines.setdefault(key, []).append(written(cost.value))
    rows = [
        [option, default, ", ".join(values), effect, clause]
        for (option, default, effect, clause), values in lines.items()
    ]
    return Table("What each reading costs", ["option", "now", "instead", "house edge then (change)", "clause"], rows)


def signed(value: Fraction) -> str:
    return ("+" if value > 0 else "") + percent(value)


def _odds_json(cost: Cost) -> dict[str, Any]:
    return {
        line: {"house_edge": number(then), "exact": exact(then), "change": number(then - now)}
        for line, (now, then) in cost.with_odds.items()
    }


def costs_json(found: tuple[Cost, ...]) -> list[dict[str, Any]]:
    return [
        {
            "option": cost.option,
            "value": cost.value,
            "against": cost.default,
            "clause": cost.clause or None,
            "wagers": {
                wager: {
                    "house_edge": number(-gain),
                    "ev": exact(gain),
                    "change": number(-cost.changes[wager]),
                    "change_exact": exact(-cost.changes[wager]),
                }
                for wager, gain in cost.gains.items()
                if wager in cost.changes
            },
            **({"with_odds": _odds_json(cost)} if cost.with_odds else {}),
        }
        for cost in found
    ]
