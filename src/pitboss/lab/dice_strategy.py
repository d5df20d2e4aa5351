"""`pitboss strategy` for dice games: which wagers cost least. Nothing is decided after a wager but to leave it.

What is chosen is the wager, and how much to put behind it: odds cost nothing, so that the more of them, the less the
whole costs per unit wagered.
"""

from fractions import Fraction
from typing import Any, NamedTuple

from pitboss.lab.dice import DiceAnalysis, WithOdds, Worth
from pitboss.lab.figures import exact, number, percent
from pitboss.refusal import spoken
from pitboss.regulations.options import written
from pitboss.regulations.pages import Page, Table


class Ranked(NamedTuple):
    """Wagers that cost the same: per unit wagered, and per roll they lie there."""

    wagers: tuple[str, ...]
    worth: Worth


def ranked(found: DiceAnalysis) -> list[Ranked]:
    """All wagers, the cheapest per unit wagered first; those alike in all that is printed together."""
    alike: dict[tuple[Fraction, ...], list[str]] = {}
    for name, worth in found.wagers.items():
        alike.setdefault((cost(worth), worth.rolls, -worth.wins), []).append(name)
    return [Ranked(tuple(names), found.wagers[names[0]]) for _, names in sorted(alike.items())]


def cost(worth: Worth) -> Fraction:
    """What a unit handed over costs, commission included."""
    return worth.edge_of_outlay


def best_lines(found: DiceAnalysis) -> list[WithOdds]:
    """The line wagers with all the odds this house allows, the cheapest first."""
    here = {written(found.rules.options[behind.limit]) for behind in found.rules.game.behind}
    return sorted((each for each in found.with_odds if each.multiples in here), key=lambda each: each.edge)


def strategy_page(found: DiceAnalysis) -> Page:
    return Page(
        f"{found.rules.game.title}: which wagers cost least",
        "Nothing is decided once a wager lies: the choice is which to make, and how much to put behind it. Odds cost "
        "nothing, so the most that the house takes makes the whole cheapest per unit; they raise what is at risk.",
        [_advice_table(found), _odds_table(found), _ranked_table(found)],
    )


def _advice_table(found: DiceAnalysis) -> Table:
    """Line wagers with this house's odds, and what they swing."""
    rows = [
        [
            spoken(each.line),
            each.multiples,
            percent(each.edge),
            percent(-each.gains.mean),
            f"{number(each.average_wager):.2f}",
        ]
        for each in best_lines(found)
    ]
    heads = ["wager", "odds", "house edge of the whole", "of the line wager alone", "average wager"]
    return Table("The cheapest: a line wager with all the odds allowed", heads, rows)


def _odds_table(found: DiceAnalysis) -> Table:
    """Combined edges by how many odds a house takes."""
    by_line: dict[str, dict[str, str]] = {}
    for each in found.with_odds:
        by_line.setdefault(each.multiples, {})[each.line] = percent(each.edge)
    lines = [line.name for line in found.rules.game.lines if any(line.name in row for row in by_line.values())]
    rows = [[multiples, *(row.get(line, "-") for line in lines)] for multiples, row in by_line.items()]
    return Table("The whole by how many odds are taken", ["odds", *map(spoken, lines)], rows)


def _ranked_table(found: DiceAnalysis) -> Table:
    rows = [
        [
            ", ".join(spoken(name) for name in each.wagers),
            percent(cost(each.worth)),
            percent(Fraction(each.worth.edge, each.worth.rolls)),
            percent(each.worth.wins, 2),
            _kind(found, each.wagers[0]),
        ]
        for each in ranked(found)
    ]
    heads = ["wagers", "house edge", "per roll", "wins", ""]
    return Table("Every wager by itself, per unit handed over, the cheapest first", heads, rows)


def _kind(found: DiceAnalysis, name: str) -> str:
    if any(name == behind.name for behind in found.rules.game.behind):
        return "only behind a line wager"
    return "takes odds" if any(name == line.name for line in found.rules.game.lines) else ""


def wager_records(found: DiceAnalysis) -> list[dict[str, Any]]:
    """Every wager, and every line wager with the odds of this house, as a record of a data frame."""
    lines = [
        {"wager": each.line, "odds": each.multiples, "house_edge": each.edge, "average_wager": each.average_wager}
        for each in best_lines(found)
    ]
    alone = [
        {"wager": name, "odds": None, "house_edge": cost(each.worth), "average_wager": Fraction(1)}
        for each in ranked(found)
        for name in each.wagers
    ]
    return [*lines, *alone]


def strategy_json(found: DiceAnalysis) -> dict[str, Any]:
    return {
        "game": found.rules.game.name,
        "jurisdiction": found.rules.jurisdiction,
        "options": found.rules.options,
        "decisions": [],
        "with_odds": [
            {
                "wager": each.line,
                "odds": each.multiples,
                "house_edge": number(each.edge),
                "exact": {"house_edge": exact(each.edge)},
                "average_wager": number(each.average_wager),
            }
            for each in best_lines(found)
        ],
        "wagers": [
            {
                "wagers": list(each.wagers),
                "house_edge": number(cost(each.worth)),
                "exact": {"house_edge": exact(cost(each.worth))},
                "house_edge_per_roll": number(Fraction(each.worth.edge, each.worth.rolls)),
            }
            for each in ranked(found)
        ],
    }
