"""spots.js: betting areas in their rows, what lies there, and what became of it."""

from typing import Any

import pytest

from tests.web.elements.bench import Bench

AREA = {
    "name": "ante",
    "title": "ante",
    "says": "To play",
    "clause": "X 1",
    "when": "before",
    "row": "line",
    "least": "5.00",
    "most": "500.00",
}
SPOT = """({ spot }, given) => spot({ ...given, bet: tell("bet"), less: () => tell("less")() })"""
WON = {"outcome": "win", "moved": 1500, "sentence": "Ante wins: a pair.", "clause": "X 2"}


def spot(bench: Bench, area: dict[str, Any] | None = None, **more: Any) -> None:
    given = {"area": AREA | (area or {}), "amount": 0, "staged": False, "open": True, "result": None}
    bench.show("spots.js", SPOT, given | more)


def test_rows_lie_as_seen_from_the_dealer_and_empty_ones_do_not(bench: Bench) -> None:
    areas = [
        {"name": name, "row": row} for name, row in (("a", "behind"), ("b", "line"), ("c", "line"), ("d", "front"))
    ]
    draw = "({ rows }, areas) => rows(areas, ({ name }) => name)"
    bench.show("spots.js", draw, areas)
    assert bench.texts(".spots-row") == ["d", "bc", "a"]
    bench.show("spots.js", draw, areas[:1])
    assert bench.texts(".spots-row") == ["a"]


@pytest.mark.parametrize(
    ("area", "says"),
    [
        ({}, "5 to 500"),
        ({"least": "0.50", "most": "1000.00"}, "0.50 to 1000"),
        ({"exactly": "1.00"}, "1"),
        ({"least": None, "most": None}, ""),
    ],
)
def test_an_empty_spot_says_its_limits(bench: Bench, area: dict[str, Any], says: str) -> None:
    spot(bench, area)
    assert bench.texts(".limits") == [says]
    button = bench.page.get_by_role("button", name="Bet on ante, empty", exact=True)
    assert button.count() == 1


def test_what_lies_there_is_drawn_and_said(bench: Bench) -> None:
    spot(bench, amount=123_400)
    assert bench.page.get_by_role("button", name="Bet on ante, 1,234.00", exact=True).count() == 1
    assert bench.texts(".amount") == ["1,234.00"] and bench.main.locator(".stack").count() == 1
    spot(bench, amount=500, staged=True)
    assert bench.page.get_by_role("button", name="Bet on ante, 5.00 not placed yet", exact=True).count() == 1
    assert bench.each(".spot", "it.className") == ["spot before line staged lies"]


def test_a_closed_spot_is_a_picture_and_takes_nothing(bench: Bench) -> None:
    spot(bench, amount=500, open=False)
    bench.page.get_by_role("img", name="ante, 5.00", exact=True).click()
    assert bench.main.locator("button[data-area]").count() == 0 and bench.told() == []


@pytest.mark.parametrize("key", ["Delete", "Backspace", "-"])
def test_chips_are_put_and_taken_off_by_keyboard(bench: Bench, key: str) -> None:
    spot(bench, amount=500)
    bench.main.locator("button[data-area]").press("Enter")
    bench.page.keyboard.press(key)
    bench.page.keyboard.press("x")
    assert [name for name, *_ in bench.told()] == ["bet", "less"]


def test_a_right_click_takes_a_chip_off(bench: Bench) -> None:
    spot(bench, amount=500)
    bench.main.locator("button[data-area]").click(button="right")
    assert bench.told() == [["less"]]


def test_a_result_stands_on_its_spot_with_its_reason(bench: Bench) -> None:
    spot(bench, result=WON, open=False)
    tag = bench.page.get_by_role("button", name="Ante wins: a pair. X 2", exact=True)
    assert tag.locator("> span:not(.why)").all_text_contents() == ["wins", "+15.00"]
    assert bench.texts(".limits") == [""], "no limits where a result stands"
    spot(bench, result=WON | {"outcome": "push", "moved": 0})
    assert bench.texts(".tag > span:not(.why)") == ["pushes"]
    spot(bench, result=WON | {"outcome": "another"})
    assert bench.texts(".tag > span")[0] == "another"


def test_another_players_wager_is_small_and_said(bench: Bench) -> None:
    bench.show("spots.js", "({ small }, area) => [small(area, 0), small(area, 500)]", AREA)
    for says, chips in (("ante, empty", 0), ("ante, 5.00", 1)):
        assert bench.page.get_by_role("img", name=says, exact=True).locator(".stack").count() == chips


def test_a_wager_on_several_hands_has_one_result(bench: Bench) -> None:
    def together(*moved: int) -> Any:
        results = [{"outcome": "win", "moved": each, "sentence": f"S{each}.", "clause": "X"} for each in moved]
        return bench.run("spots.js", "({ together }, results) => together(results)", results)

    assert together() is None
    assert together(5)["sentence"] == "S5."
    assert together(500, -200) == {"outcome": "win", "moved": 300, "sentence": "S500. S-200.", "clause": "X"}
    assert [together(*each)["outcome"] for each in ((5, -5), (-5, -5))] == ["push", "lose"]


def test_where_there_is_little_room_a_whole_sum_has_no_cents(bench: Bench) -> None:
    for moved, narrow, says in (
        (-1000, True, "−10"),
        (1166, True, "+11.66"),
        (100000, True, "+1,000"),
        (-1000, False, "−10.00"),
    ):
        result = {"outcome": "win", "moved": moved, "sentence": "It wins.", "clause": "X 2"}
        bench.show("spots.js", "({ tag }, [result, how]) => tag(result, how)", [result, {"narrow": narrow}])
        assert bench.texts(".tag > span:not(.why)")[1] == says


def test_16_d3_a_spot_that_needs_another_wager_says_so(bench: Bench) -> None:
    spot(bench, {"title": "bonus", "name": "bonus"}, lacks=["ante"])
    button = bench.page.get_by_role("button", name="Bet on bonus, empty, after the ante", exact=True)
    assert button.get_attribute("aria-disabled") == "true"
    assert bench.main.locator(".spot.lacks").count() == 1


@pytest.mark.parametrize(
    ("area", "hint"),
    [
        ({}, ["To play", "5.00 to 500.00.", "X 1"]),
        ({"exactly": "1.00"}, ["To play", "Exactly 1.00.", "X 1"]),
        ({"least": None, "edge": "3.37 %"}, ["To play", "House edge 3.37 %.", "X 1"]),
    ],
)
def test_17_the_name_of_an_area_tells_its_terms(bench: Bench, area: dict[str, Any], hint: list[str]) -> None:
    spot(bench, area)
    name = bench.page.get_by_role("button", name="Terms of ante", exact=True)
    assert (name.get_attribute("data-hint") or "").split("\n") == hint
    name.press("Enter")
    assert bench.told() == [], "asking is not betting"


def test_17_an_area_shows_what_the_choice_of_now_would_put_there(bench: Bench) -> None:
    spot(bench, {"when": "later"}, open=False, asks=1000)
    assert bench.texts(".asks") == ["10"] and bench.main.locator(".spot.asked").count() == 1
