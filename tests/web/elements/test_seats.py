"""seats.js: tables of a game by stakes, and the best of them to play at or to watch."""

from typing import Any

import pytest

from tests.web.elements.bench import Bench


def table(name: str, taken: int = 0, bots: int = 0, **more: Any) -> dict[str, Any]:
    limits = {"side": ["1.00", "5.00"], "ante": ["5.00", "500.00"]}
    usual = {"id": name, "positions": 6, "status": "betting", "dealt_by": "house", "limits": limits}
    return usual | {"taken": taken, "bots": bots} | more


@pytest.mark.parametrize(
    ("limits", "dealt_by", "says"),
    [
        ({"side": ["1.00", "2.00"], "ante": ["5.00", "2000.00"]}, "house", "5 to 2,000"),
        ({"ante": ["0.50", "25.00"]}, "house", "0.50 to 25"),
        ({"other": ["1.00", "9.00"]}, "house", "1 to 9"),
        ({}, "house", "no limits posted"),
        ({"ante": ["5.00", "500.00"]}, "person", "5 to 500, a person deals"),
    ],
)
def test_stakes_are_the_limits_of_the_main_wager(bench: Bench, limits: Any, dealt_by: str, says: str) -> None:
    given = table("a", limits=limits, dealt_by=dealt_by)
    assert bench.run("seats.js", "({ stakesOf }, table) => stakesOf(table, { main: 'ante' })", given) == says


def test_tables_of_one_stake_are_one_choice_and_the_lowest_is_first(bench: Bench) -> None:
    high = {"ante": ["25.00", "2000.00"]}
    tables = [table("a", limits=high), table("b"), table("c", limits=high)]
    does = """({ byStakes }, tables) => Object.entries(byStakes(tables, { a: { main: "ante" }, b: { main: "ante" } }))
      .map(([stakes, all]) => [stakes, all.map(({ id }) => id)])"""
    assert bench.run("seats.js", does, tables) == [["5 to 500", ["b"]], ["25 to 2,000", ["a", "c"]]]


@pytest.mark.parametrize(
    ("tables", "play", "watch"),
    [
        ([table("empty"), table("people", 3), table("full", 6)], "people", "full"),
        ([table("bots", 6, bots=6), table("person", 1)], "person", "person"),
        ([table("empty"), table("bots", 3, bots=3)], "empty", "bots"),
        ([table("full", 6), table("all bots", 6, bots=6)], "all bots", "full"),
        ([table("full", 6)], None, "full"),
        ([table("paused", 2, status="paused"), table("open", 1)], "open", "paused"),
        ([table("stopped", status="stopped")], None, "stopped"),
    ],
)
def test_the_best_table(bench: Bench, tables: Any, play: str | None, watch: str) -> None:
    """Where people are, never where no seat is free; a bot gives up its seat."""
    does = "({ bestToPlay, bestToWatch }, tables) => [bestToPlay(tables)?.id ?? null, bestToWatch(tables).id]"
    assert bench.run("seats.js", does, tables) == [play, watch]
