"""The house edge of every wager, from the lab, for the lobby: the server counts nothing while it answers.

    .venv/bin/python tools/edges.py        writes src/pitboss/web/edges.toml

Every game under each of its texts, with the house's default choices. The first wager of each is the main one. The
progressive is left out: its edge changes with its meter. tests/web/test_edges.py calculates all of it again.
"""

from fractions import Fraction
from pathlib import Path
from typing import Any

from pitboss import games
from pitboss.games import HouseRules
from pitboss.lab.analysis import analysis_of
from pitboss.lab.counting import Lab

FILE = Path(__file__).resolve().parents[1] / "src" / "pitboss" / "web" / "edges.toml"
HEAD = "# House edges as exact fractions of the stake. Made by tools/edges.py; do not edit.\n"


def edges_of(rules: HouseRules, lab: Lab) -> dict[str, tuple[Fraction, str]]:
    """The edge of every wager, the main one first, and whether it is exact or approximate."""
    found: Any = analysis_of(rules, lab)
    sheet = found.to_dict()
    meter = getattr(getattr(rules, "progressive", None), "name", None)
    return {wager: (-gains.mean, _method(sheet, wager)) for wager, gains in found.gains.items() if wager != meter}


def _method(sheet: dict[str, Any], wager: str) -> str:
    """Of the house edge alone: the standard deviation of a shoe game is approximate while its edge is exact."""
    said = sheet["wagers"].get(wager, {})
    found: str = said.get("methods", {}).get("house_edge") or said.get("method") or sheet["method"]
    return found


def written(game: str, text: str, edges: dict[str, tuple[Fraction, str]]) -> str:
    rows = (f'{wager} = ["{edge.numerator}/{edge.denominator}", "{how}"]\n' for wager, (edge, how) in edges.items())
    return f"\n[{game}.{text}]\n{''.join(rows)}"


def main() -> None:
    lab, parts = Lab(), [HEAD]
    for name in games.names():
        game = games.game(name)
        parts += [written(name, text, edges_of(game.rules(text), lab)) for text in game.jurisdictions]
    FILE.write_text("".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
