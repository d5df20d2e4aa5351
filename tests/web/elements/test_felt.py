"""felt.js: the cloth with what its layout asks for, and where positions lie on it."""

from typing import Any

import pytest

from tests.web.elements.bench import Bench


def cloth(bench: Bench, inscriptions: list[str], rows: list[int]) -> None:
    layout = {
        "house": "Pitboss",
        "inscriptions": [{"says": each, "clause": f"of {each}"} for each in inscriptions],
        "pays": [
            {"title": f"Table {most}", "rows": [[f"hand {at}", f"{at} to 1"] for at in range(most)]} for most in rows
        ],
    }
    bench.show("felt.js", "({ cloth }, layout) => cloth(layout)", layout)


def test_what_must_be_known_first_lies_on_the_curve_with_the_houses_name(bench: Bench) -> None:
    cloth(bench, ["Dealer qualifies", "Raise once", "Bets close"], [])
    assert bench.page.get_by_role("img", name="Pitboss. Dealer qualifies", exact=True).count() == 1
    assert bench.texts("textPath") == ["Dealer qualifies", "Pitboss"]
    assert bench.each(".inscriptions li", "[it.textContent, it.title]") == [
        ["Raise once", "of Raise once"],
        ["Bets close", "of Bets close"],
    ]
    assert bench.each("textPath", "document.querySelector(it.href.baseVal) !== null") == [True, True]


def test_a_cloth_without_inscriptions_has_the_house_alone(bench: Bench) -> None:
    cloth(bench, [], [])
    assert bench.page.get_by_role("img", name="Pitboss", exact=True).count() == 1
    assert bench.texts("textPath") == ["Pitboss"] and bench.main.locator("ul, table").count() == 0


def test_pay_tables_lie_at_both_sides_the_sides_about_as_long(bench: Bench) -> None:
    cloth(bench, ["first"], [6, 3, 3])
    assert bench.texts(".right caption") == ["Table 6 pays"]
    assert bench.texts(".left caption") == ["Table 3 pays", "Table 3 pays"]
    assert bench.texts(".left table:first-child td")[:2] == ["hand 0", "0 to 1"]


def arc(bench: Bench, positions: int, own: int | None) -> list[Any]:
    return list(bench.run("felt.js", "({ placesOnArc }, given) => placesOnArc(...given)", [positions, own]))


@pytest.mark.parametrize(("positions", "own"), [(1, None), (6, None), (6, 1), (7, 4), (6, 6), (2, 1), (14, None)])
def test_positions_fill_the_arc_from_the_right_without_lying_over_each_other(
    bench: Bench, positions: int, own: int | None
) -> None:
    places = arc(bench, positions, own)
    assert len(places) == positions and sum(each["wide"] for each in places) == pytest.approx(1)
    right = 1.0
    for number, each in enumerate(places, 1):
        assert each["across"] + each["wide"] / 2 == pytest.approx(right)
        right -= each["wide"]
        assert each["down"] == pytest.approx(1 - (2 * each["across"] - 1) ** 2)
        assert own is None or (each["wide"] > 0.5) == (number == own), "the visitor's own is larger"


def test_the_rack_has_cards_once_there_are_some(bench: Bench) -> None:
    bench.show("felt.js", "({ rack, shoe }) => [rack(false), rack(true), shoe()]")
    assert bench.each("#main svg", "[it.querySelectorAll('rect').length, it.ariaHidden]") == [
        [0, "true"],
        [5, "true"],
        [0, "true"],
    ]
