"""House edges for pages, from a file that tools/edges.py makes with the lab: no request waits for a count."""

import tomllib
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from pitboss import games
from pitboss.refusal import spoken
from pitboss.regulations.edition import EDITION

FILE = Path(__file__).with_name("edges.toml")


class Edge(msgspec.Struct, frozen=True):
    """What a wager costs: the percentage as text, what it is a percentage of, and whether it is approximate."""

    wager: str
    of: str
    percent: str
    approximate: bool


@cache
def figures() -> dict[str, dict[str, dict[str, tuple[Fraction, str]]]]:
    """Game, text and wager: the edge as a fraction of the stake, and `exact` or `approximate`."""
    read = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return {
        game: {
            text: {wager: (Fraction(edge), how) for wager, (edge, how) in wagers.items()}
            for text, wagers in texts.items()
        }
        for game, texts in read.items()
    }


def edges_of(house: Any) -> list[Edge]:
    """The edges at a table, the main wager's first. None where the table is not what the lab has counted.

    The figures are of the default choices of a house: under any other option, or in a game of another folder, there is
    no figure, which is better than a wrong one.
    """
    game, rules = house.game, house.rules
    wagers = figures().get(game.name, {}).get(rules.jurisdiction)
    if wagers is None or house.edition != EDITION or games.game(game.name) is not game:
        return []
    if rules.options != game.rules(rules.jurisdiction).options:
        return []
    return [Edge(wager, spoken(wager), percent(edge), how != "exact") for wager, (edge, how) in wagers.items()]


def percent(edge: Fraction) -> str:
    """A share with two decimals, such as 3.37; the nearest, with a true minus sign."""
    hundredths = round(edge * 10_000)
    whole, part = divmod(abs(hundredths), 100)
    return f"{'−' if hundredths < 0 else ''}{whole}.{part:02}"
