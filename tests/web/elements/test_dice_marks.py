"""dice-marks.js: what lies on a place, as fully as there is room."""

import pytest

from tests.web.elements.bench import Bench

LIE = """({ lie }, [own, result, room, scale]) => {
  const drawn = lie({ own: own.map((cents) => ({ cents })), result, others: 0, scale }, room);
  if (!drawn) return null;
  const stacks = [...drawn.querySelectorAll(".stack")];
  for (const each of stacks) each.remove(); // what is printed on a chip is not the amount
  return [drawn.className, drawn.textContent, stacks.length];
}"""
WON = {"outcome": "win", "moved": 1500, "sentence": "It wins.", "clause": "X 1"}


@pytest.mark.parametrize(
    ("room", "shown"),
    [
        (200, ["lie", "125.00", 1]),
        (78, ["lie", "125", 1]),
        (45, ["lie", "125", 0]),
        (10, ["lie", "", 1]),
    ],
)
def test_an_amount_is_as_full_as_there_is_room(bench: Bench, room: int, shown: list[object]) -> None:
    assert bench.run("dice-marks.js", LIE, [[10000, 2500], None, room, 1]) == shown


@pytest.mark.parametrize(("room", "says"), [(200, "wins +15.00"), (60, "+15"), (10, "+")])
def test_a_result_too(bench: Bench, room: int, says: str) -> None:
    assert bench.run("dice-marks.js", LIE, [[], WON, room, 1]) == ["came win", says, 0]


def test_nothing_is_drawn_where_nothing_lies(bench: Bench) -> None:
    assert bench.run("dice-marks.js", LIE, [[], None, 100, 1]) is None


def test_a_new_wager_stands_before_an_old_result(bench: Bench) -> None:
    assert bench.run("dice-marks.js", LIE, [[500], WON, 200, 1]) == ["lie", "5.00", 1]


def test_own_wagers_others_and_results_of_one_place(bench: Bench) -> None:
    scene = {
        "me": "ann",
        "pieces": [
            {"place": "field", "player": "ann", "cents": 500},
            {"place": "field", "player": "bob", "cents": 700},
            {"place": "pass", "player": "bob", "cents": 900},
        ],
        "results": [
            {"place": "field", "outcome": "lose", "moved": -500},
            {"place": "pass", "outcome": "win", "moved": 1},
        ],
    }
    found = bench.run("dice-marks.js", "({ onPlace }, scene) => onPlace(scene, 'field', 5)", scene)
    assert [each["cents"] for each in found["own"]] == [500] and found["others"] == 700
    assert found["result"]["outcome"] == "lose" and found["scale"] == 2.2
