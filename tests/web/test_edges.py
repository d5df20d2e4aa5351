"""The house edges that pages show are the lab's: the data file is calculated again here."""

import runpy
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pitboss import games
from pitboss.lab.analysis import analysis_of
from pitboss.lab.counting import Lab
from pitboss.table.families import house_of
from pitboss.web import catalogue
from pitboss.web.edges import edges_of, figures, percent

TOOL = runpy.run_path(str(Path(__file__).resolve().parents[2] / "tools" / "edges.py"))


@pytest.mark.parametrize("game", games.names())
def test_the_file_has_what_the_lab_counts(game: str) -> None:
    """Run tools/edges.py again where this fails."""
    declared, lab = games.game(game), Lab()
    assert figures()[game].keys() == declared.jurisdictions.keys()
    for text, found in figures()[game].items():
        counted = TOOL["edges_of"](declared.rules(text), lab)
        assert [*found.items()] == [*counted.items()], "the same wagers in the same order, to the last digit"
        main: Any = analysis_of(declared.rules(text), lab)
        assert next(iter(found.values()))[0] == -next(iter(main.gains.values())).mean


def test_the_progressive_is_left_out() -> None:
    """Its edge changes with its meter."""
    assert all("progressive" not in wagers for texts in figures().values() for wagers in texts.values())


def test_no_game_is_missing_and_none_is_unknown() -> None:
    assert {*figures()} == {*games.names()}


def test_a_table_with_another_choice_has_no_figure() -> None:
    usual, other = ({"game": "three-card-poker"}, {"game": "three-card-poker", "options": {"pair_plus": "B"}})
    assert [(each.of, each.percent) for each in edges_of(house_of(usual))] == [("ante", "3.37"), ("pair plus", "2.32")]
    assert edges_of(house_of(other)) == []


def test_an_older_edition_of_the_rules_has_no_figure() -> None:
    assert edges_of(house_of({"game": "craps"})) and not edges_of(house_of({"game": "craps"}, edition=1))


def test_a_game_that_only_has_the_name_of_another_has_no_figure() -> None:
    house: Any = house_of({"game": "craps"})
    copy = SimpleNamespace(name="craps", rules=house.game.rules)
    assert edges_of(SimpleNamespace(game=copy, rules=house.rules, edition=house.edition)) == []


@pytest.mark.parametrize(
    ("edge", "written"),
    [
        ("7/495", "1.41"),
        ("-1/300", "−0.33"),
        ("1/8", "12.50"),
        ("0/1", "0.00"),
        ("-1/1000000", "0.00"),
        ("3/2", "150.00"),
    ],
)
def test_percentages_have_two_decimals(edge: str, written: str) -> None:
    assert percent(Fraction(edge)) == written


@pytest.mark.parametrize(
    ("wagers", "says"),
    [
        (["coin"], "One wager: coin."),
        (["ante", "play"], "Wagers: ante and play."),
        (["a", "b", "c", "d", "e", "f"], "Wagers: a, b, c, d and 2 more."),
    ],
)
def test_a_game_without_a_sentence_gets_one_from_its_wagers(wagers: list[str], says: str) -> None:
    assert catalogue.in_wagers(wagers) == says
