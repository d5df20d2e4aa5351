"""felt.js: the cloth with what its layout asks for, and where positions lie on it."""

from typing import Any

import pytest

from tests.web.elements.bench import Bench


def inscribed(bench: Bench, inscriptions: list[str]) -> None:
    layout = {"inscriptions": [{"says": each, "clause": f"of {each}"} for each in inscriptions]}
    bench.show("felt.js", "({ inscribed }, layout) => inscribed(layout)", layout)


def test_all_inscriptions_lie_on_curves_and_in_lines(bench: Bench) -> None:
    """The curves are a picture; the lines have the words, and the clauses for a reader who asks."""
    inscribed(bench, ["Deuces are wild", "Raise once", "Bets close"])
    assert bench.texts("textPath") == ["Deuces are wild", "Raise once · Bets close"]
    assert bench.each("textPath", "document.querySelector(it.href.baseVal) !== null") == [True, True]
    assert bench.texts(".flat b, .flat span") == ["Deuces are wild", "Raise once · Bets close"]
    assert bench.each(".flat", "it.dataset.hint.split('\\n')") == [
        ["Deuces are wild. of Deuces are wild", "Raise once. of Raise once", "Bets close. of Bets close"]
    ]


def test_a_cloth_without_inscriptions_has_none(bench: Bench) -> None:
    inscribed(bench, [])
    assert bench.main.inner_html() == ""


RAISES = ["Raise equal to the ante with a pair", "Raise 1 to 2 times the ante with a flush"]


def test_what_an_inscription_repeats_is_left_out(bench: Bench) -> None:
    printed = bench.run(
        "felt.js", "({ printed }, says) => printed(says.map((each) => ({ says: each })))", ["Wild", *RAISES, "Play"]
    )
    assert printed == {"first": "Wild", "rest": [RAISES[0], "1 to 2 times with a flush", "Play"]}


@pytest.mark.parametrize(
    ("parts", "lines"),
    [
        ([], []),
        (["a" * 30], ["a" * 30]),
        (["a" * 30, "b" * 30], [f"{'a' * 30} · {'b' * 30}"]),
        (["a" * 60, "b" * 35, "c" * 44], ["a" * 60, f"{'b' * 35} · {'c' * 44}"]),
        (["a" * 200], ["a" * 200]),
    ],
)
def test_print_has_few_lines_of_about_the_same_length(bench: Bench, parts: list[str], lines: list[str]) -> None:
    assert bench.run("felt.js", "({ lines }, parts) => lines(parts)", parts) == lines


def seats(bench: Bench, positions: int, own: int | None) -> list[Any]:
    return list(bench.run("felt.js", "({ seats }, given) => seats(...given)", [positions, own]))


def test_the_own_position_lies_at_the_centre_and_the_others_along_the_rails(bench: Bench) -> None:
    """As on the table: down the right side, then up the left one."""
    assert [(each["side"], each["row"]) for each in seats(bench, 6, 4)] == [
        ("right", 0),
        ("right", 1),
        ("right", 2),
        ("centre", 3),
        ("left", 2),
        ("left", 1),
    ]


@pytest.mark.parametrize(("positions", "own"), [(1, None), (6, None), (6, 1), (7, 4), (6, 6), (2, 1), (14, None)])
def test_no_two_positions_lie_in_one_place(bench: Bench, positions: int, own: int | None) -> None:
    places = seats(bench, positions, own)
    assert len({(each["side"], each["row"]) for each in places}) == len(places) == positions
    centre = [number for number, each in enumerate(places, 1) if each["side"] == "centre"]
    assert len(centre) == 1 and (own is None or centre == [own])
    right = [each["row"] for each in places if each["side"] == "right"]
    left = [each["row"] for each in places if each["side"] == "left"]
    assert right == sorted(right) and left == sorted(left, reverse=True), "in the order of the deal"
    assert all(each["row"] < each["rows"] for each in places if each["side"] != "centre")


def test_the_rack_has_cards_once_there_are_some(bench: Bench) -> None:
    bench.show("felt.js", "({ rack }) => [rack(false), rack(true)]")
    assert bench.each("#main svg", "[it.querySelectorAll('rect').length, it.ariaHidden]") == [[0, "true"], [2, "true"]]


def test_the_shoe_shows_how_deep_it_is_where_that_can_be_seen(bench: Bench) -> None:
    bench.show("felt.js", "({ shoe }) => shoe()")
    assert bench.main.locator(".depth").count() == 0
    bench.show("felt.js", "({ shoe }) => shoe({ cards: 200, before: 50 })")
    assert bench.texts(".depth p") == ["200 left", "50 to the cut"]
    assert bench.each(".depth", "it.style.getPropertyValue('--cut')") == ["0.250"]
    bench.show("felt.js", "({ shoe }) => shoe({ cards: 60, before: 0 })")
    assert bench.texts(".depth p") == ["60 left", "last round"]


def test_the_cloth_has_a_rail_a_surface_and_the_dealers_chips(bench: Bench) -> None:
    bench.show("felt.js", "({ cloth }) => cloth()")
    assert [bench.main.locator(each).count() for each in (".rail", ".trim", ".surface", ".bank i")] == [1, 1, 1, 10]
