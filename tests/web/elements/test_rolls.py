"""rolls.js: the last rolls as tiles, each with what it was in a colour, a shape and a word."""

from tests.web.elements.bench import Bench

ROLLS = [
    {"dice": "6-5", "total": 11, "was": "natural"},
    {"dice": "5-4", "total": 9, "was": "point"},
    {"dice": "3-1", "total": 4, "was": "number"},
    {"dice": "6-3", "total": 9, "was": "point made"},
    {"dice": "4-3", "total": 7, "was": "seven out"},
]


def test_each_roll_is_a_tile_that_says_what_it_was(bench: Bench) -> None:
    bench.show("rolls.js", "({ rolls }, all) => rolls(all)", ROLLS)
    assert bench.texts(".rolls li") == ["11", "9", "4", "9", "7"]
    assert bench.each(".rolls li", "it.ariaLabel") == [
        *("11, natural", "9, point", "4, number", "9, point made", "7, seven out")
    ]
    assert bench.each(".rolls li", "it.className") == ["natural", "sets", "", "made", "out last"]
    assert bench.each(".rolls li", "it.title")[3] == "9 (6-3): point made"


def test_the_shapes_are_explained(bench: Bench) -> None:
    bench.show("rolls.js", "({ rolls }, all) => rolls(all)", ROLLS)
    assert bench.texts(".key") == ["point made", "seven out", "natural"]


def test_before_the_first_roll_it_says_what_will_stand_there(bench: Bench) -> None:
    bench.show("rolls.js", "({ rolls }) => rolls([])")
    assert bench.texts("#main p") == ["The last rolls will stand here."]
