"""dice-layout.js: where each area lies, for any room and for any game: nothing overlaps, nothing is left out."""

from itertools import combinations
from typing import Any

import pytest

from tests.table.rail import Rail
from tests.web.elements.bench import Bench
from tests.web.elements.dice_page import areas

WHOLE = "({ whole }, [areas, width, height]) => whole(areas, width, height)"
TABBED = """({ tabbed, tabsOf }, [areas, width, height]) =>
  tabsOf(areas).map((tab) => [tab.key, tab.says, tabbed(areas, tab.key, width, height)])"""
CRAPS = areas(Rail())
STRANGE = [
    {"name": name, "title": name, "number": number, "kind": name, "pays": "1 to 1", "on_layout": {"region": region}}
    for name, number, region in [
        ("front", "", "line"),
        ("with_3", "3", "for"),
        ("with_11", "11", "for"),
        ("odd", "", ""),
        ("even", "", ""),
        ("high", "", "one_roll"),
    ]
] + [{"name": "bare", "title": "bare", "number": "", "kind": "", "pays": "", "on_layout": None}]
"""A game of other numbers, with wagers that have no usual place."""


def rectangles(arranged: dict[str, Any]) -> list[dict[str, Any]]:
    return [box for box in arranged["boxes"] if box["look"] not in ("band", "number")]


def check(arranged: dict[str, Any], width: float) -> None:
    boxes = rectangles(arranged)
    for box in boxes:
        assert box["w"] > 20 and box["h"] >= 20, box
        assert box["x"] >= -0.01 and box["x"] + box["w"] <= width + 0.01, box
        assert box["y"] >= -0.01 and box["y"] + box["h"] <= arranged["height"] + 0.01, box
    for one, other in combinations(boxes, 2):
        across = min(one["x"] + one["w"], other["x"] + other["w"]) - max(one["x"], other["x"])
        down = min(one["y"] + one["h"], other["y"] + other["h"]) - max(one["y"], other["y"])
        assert across < 0.01 or down < 0.01, (one, other)


def names(arranged: dict[str, Any]) -> list[str]:
    return [box["area"]["name"] for box in rectangles(arranged) if box["look"] != "heading"]


@pytest.mark.parametrize(("width", "height"), [(840, 420), (900, 500), (1400, 700), (2200, 1200)])
@pytest.mark.parametrize("spots", [CRAPS, STRANGE], ids=["craps", "strange"])
def test_the_whole_layout(bench: Bench, spots: list[dict[str, Any]], width: int, height: int) -> None:
    arranged = bench.run("dice-layout.js", WHOLE, [spots, width, height])
    check(arranged, width)
    assert set(names(arranged)) == {area["name"] for area in spots}
    assert names(arranged).count("hop") == (21 if spots is CRAPS else 0)


@pytest.mark.parametrize(("width", "height"), [(330, 250), (354, 320), (600, 250), (778, 700)])
@pytest.mark.parametrize("spots", [CRAPS, STRANGE], ids=["craps", "strange"])
def test_the_tabs_of_a_phone(bench: Bench, spots: list[dict[str, Any]], width: int, height: int) -> None:
    tabs = bench.run("dice-layout.js", TABBED, [spots, width, height])
    for _, _, arranged in tabs:
        check(arranged, width)
        assert arranged["height"] >= height
    found = [name for _, _, arranged in tabs for name in names(arranged)]
    assert set(found) == {area["name"] for area in spots}
    said = ["Line", "Numbers", "One roll"]
    assert [says for _, says, _ in tabs] == [*said, "Hard ways"] if spots is CRAPS else [*said, "Other"]


def test_the_line_is_outside_and_odds_are_behind_it(bench: Bench) -> None:
    arranged = bench.run("dice-layout.js", WHOLE, [CRAPS, 900, 500])
    at = {box["area"]["name"]: box for box in rectangles(arranged)}
    down = [at[name]["y"] for name in ("lay_6", "place_to_lose_6", "buy_6", "place_6", "come", "field")]
    assert down == sorted(down), "a number reads from the wagers against it to those for it"
    assert at["field"]["y"] < at["dont_pass"]["y"] < at["pass"]["y"] < at["odds"]["y"]
    assert at["dont_come"]["x"] < at["lay_4"]["x"] < at["lay_5"]["x"] < at["lay_10"]["x"] < at["hard_4"]["x"]
    bands = [box for box in arranged["boxes"] if box["look"] == "band"]
    assert [box["area"]["name"] for box in bands] == ["pass", "dont_pass"]
    assert bands[0]["at"][0] < bands[1]["at"][0] < at["dont_come"]["x"]


def test_numbers_have_a_box_each(bench: Bench) -> None:
    assert bench.run("dice-layout.js", "({ numbersOf }, areas) => numbersOf(areas)", STRANGE) == [3, 11]
    assert bench.run("dice-layout.js", "({ regionOf }, areas) => areas.map(regionOf)", STRANGE)[-2:] == ["one_roll", ""]
    arranged = bench.run("dice-layout.js", WHOLE, [CRAPS, 900, 500])
    numbers = [box["number"] for box in arranged["boxes"] if box["look"] == "number"]
    assert numbers == [4, 5, 6, 8, 9, 10]
