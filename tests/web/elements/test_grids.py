"""grids.js: tables of figures, fractions whole or folded, each clause a link, and what favours the player in words."""

from typing import Any

import pytest

from tests.web.elements.bench import Bench

SHOWN: dict[str, Any] = {"title": "Edges", "columns": ["wager", "edge", "exactly", "clause"], "figures": [1, 2]}
ROWS = [["pair_plus", "2.32 %", "1/43", "NJ X 1"], ["ante", "-0.10 %", "-1/1000", ""]]


def grid(bench: Bench, rows: list[list[str]] = ROWS, options: Any = None, **more: Any) -> None:
    bench.show(
        "grids.js",
        "({ grid }, [shown, options]) => grid(shown, options)",
        [SHOWN | {"rows": rows} | more, options or {}],
    )


def test_a_grid_has_heads_figures_names_and_clauses(bench: Bench) -> None:
    grid(bench, note="Of what is staked.")
    assert bench.texts("thead th") == SHOWN["columns"]
    assert bench.texts("tbody tr:first-child > *") == ["pair plus", "2.32 %", "1/43", "NJ X 1"]
    assert bench.each("tbody tr:first-child > *", "[it.localName, it.className]") == [
        *(["th", ""], ["td", "figure"], ["td", "figure exact"], ["td", "clause"])
    ]
    assert bench.page.get_by_role("region", name="Edges").get_attribute("tabindex") == "0", "scrolled by keyboard"
    assert bench.texts("details > .quiet") == ["Of what is staked."]


@pytest.mark.parametrize(("number", "open_"), [(0, True), (15, True), (16, False)])
def test_a_long_grid_is_folded_and_says_how_long_it_is(bench: Bench, number: int, open_: bool) -> None:
    grid(bench, ROWS[:1] * number)
    assert bench.each("details.grid", "it.open") == [open_]
    assert bench.texts("summary") == ["Edges" if open_ else f"Edges {number} rows"]


def test_what_favours_the_player_says_so_once(bench: Bench) -> None:
    grid(bench, loud=[1])
    assert bench.texts("tr.loud th") == ["ante favours the player"]
    shouting = [[*ROWS[0], ""], [*ROWS[1], "FAVOURS THE PLAYER"]]
    grid(bench, shouting, columns=[*SHOWN["columns"], ""], loud=[1])
    assert bench.texts("thead th") == SHOWN["columns"], "the column of shouts is gone"
    assert bench.texts("tr.loud th") == ["ante favours the player"]
    grid(bench, [["favours the player: a", *ROWS[0][1:]]], loud=[0])
    assert bench.main.locator("b").count() == 0


def test_a_long_fraction_is_folded_and_a_short_one_breaks_at_its_stroke(bench: Bench) -> None:
    long = f"{'1' * 22}/{'3' * 22}"
    grid(bench, [["ante", "", long, ""], ["ante", "", long[:-1], ""]])
    assert bench.texts(".long summary") == ["44 digits"] and bench.texts(".long") == [f"44 digits{long}"]
    assert bench.main.locator("tr:last-child .exact span").inner_html() == f"{long[:22]}/<wbr>{long[23:-1]}"


def test_a_clause_leads_to_the_matrix_and_a_reading_to_the_rules(bench: Bench) -> None:
    bench.page.evaluate("history.replaceState(null, '', '/lab/some-game')")
    bench.show("grids.js", "({ clause }) => ['NJ X 19:47-1(a)', 'reading 7'].map(clause)")
    assert bench.each("a", "it.getAttribute('href')")[-2:] == [
        "/clauses?find=NJ%20X%2019%3A47-1(a)",
        "/rules/some-game#readings",
    ]


def test_a_chart_of_letters_marks_each_by_its_first(bench: Bench) -> None:
    grid(bench, [["16", "Hit", "Stand", "Double"]], columns=["hand", "2", "3", "4"], figures=[], is_chart=True)
    assert bench.each("tbody tr > *", "it.dataset.do ?? null") == [None, "H", "S", "D"]
    assert bench.main.locator("table.letters").count() == 1 and bench.main.locator(".wide").count() == 0


def test_many_columns_or_long_words_take_the_whole_width(bench: Bench) -> None:
    grid(bench, [["a" * 61, "", "", ""]])
    assert bench.main.locator("details.wide").count() == 1
    grid(bench, [["a" * 60, "", "1" * 99, ""]])
    assert bench.main.locator("details.wide").count() == 0
    grid(bench, [["a"] * 6], columns=[*"abcdef"])
    assert bench.main.locator("details.wide").count() == 1
