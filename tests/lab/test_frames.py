"""Data frames of every game, with columns that Parquet can store (16.E3)."""

import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pitboss import games
from pitboss.lab import analyze
from pitboss.lab.results import PARTS
from pitboss.refusal import Refusal

QUICK = ["three-card-poker", "craps", "spanish-21"]
"""A game of each family; the others are counted elsewhere and have the same classes."""


def check_columns(frame: Any) -> None:
    """Doubles, whole numbers, truth values and text: nothing that only Python can read."""
    from pandas.api.types import is_bool_dtype, is_numeric_dtype

    assert len(frame) and not frame.columns.has_duplicates
    for name, column in frame.items():
        if not (is_numeric_dtype(column) or is_bool_dtype(column)):
            assert all(value is None or isinstance(value, str) or value != value for value in column), name


@pytest.mark.parametrize("game", QUICK)
def test_16_e3_every_part_of_an_analysis_is_a_frame(game: str) -> None:
    found = analyze(game)
    for part in PARTS:
        if (game, part) != ("craps", "chart"):
            check_columns(found.to_frame(part))
    wagers = found.to_frame()
    exact = [Fraction(int(a), int(b)) for a, b in zip(wagers["ev_numerator"], wagers["ev_denominator"], strict=True)]
    means = {name: each.gains.mean for name, each in found.wagers.items()} if game == "craps" else None
    assert dict(zip(wagers["wager"], exact, strict=True)) == (
        means or {name: gains.mean for name, gains in found.gains.items()}
    )


def test_16_e3_every_family_has_a_quick_game_here() -> None:
    assert {games.family(name) for name in QUICK} == {games.family(name) for name in games.names()}


def test_16_e3_frames_of_strategies_and_pay_tables_hold_what_the_commands_print() -> None:
    poker, craps, shoe = (analyze(game) for game in QUICK)
    assert {*poker.to_frame("pay_tables")["table"]} >= {"A", "B", "C", "D"}
    rules = poker.to_frame("strategy")
    assert list(rules["decision"].unique()) == ["play"] and rules["cost"].is_monotonic_decreasing
    assert {*poker.to_frame("chart")["action"]} == {"fold", "1x"}
    assert {*shoe.to_frame("chart")["chart"]} >= {"hard", "soft", "pairs"}
    assert {*shoe.to_frame("outcomes")["wager"]} >= {"bet", "match_the_dealer"}
    assert {"pass", "field", "hop"} <= {*craps.to_frame("strategy")["wager"]}
    assert craps.to_frame("outcomes").groupby("wager")["probability"].sum().round(12).eq(1).all()


def test_16_e3_an_unknown_part_is_refused() -> None:
    with pytest.raises(Refusal) as refused:
        analyze("craps").to_frame("pictures")
    assert refused.value.code == "unknown_part"
    with pytest.raises(Refusal) as refused:
        analyze("craps").to_frame("chart")
    assert refused.value.code == "no_chart"


@pytest.mark.parametrize("missing", ["pandas", "pyarrow"])
def test_16_e3_a_missing_package_is_a_sentence(missing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.extras.find_spec", lambda name: None if name == missing else sys)
    with pytest.raises(Refusal) as refused:
        analyze("craps").to_parquet(tmp_path / "craps.parquet")
    assert refused.value.code == "extra_missing"
    assert "pip install pandas pyarrow" in refused.value.message and f"Missing: {missing}." in refused.value.message


@pytest.mark.parametrize("game", QUICK)
def test_16_e3_an_analysis_of_every_family_prints_as_tables(game: str) -> None:
    found = analyze(game)
    assert "house edge" in str(found) and "<table" in found._repr_html_()
    assert len(repr(found).splitlines()) == 1
