"""dice-numbers.js: the box of a number with the puck, wagers that have travelled there, and where odds can be added."""

from typing import Any

from tests.web.elements.bench import Bench

PAINT = """({ paintNumber }, { box, pieces = [], results = [], slots = [], puck = null }) =>
  paintNumber({ pieces, results, slots, puck, me: "me", place: tell("place"), look: tell("look") }, box, 1)"""
BOX = {"look": "number", "number": 6, "x": 0, "y": 0, "w": 100, "h": 240, "top": 40, "foot": 40}
COME = {"id": "w1", "player": "me", "wager": "come", "point": 6, "cents": 1000, "place": "number 6", "behind": None}
ODDS = COME | {"id": "w2", "wager": "odds", "cents": 2000, "behind": "w1"}
AGAINST = COME | {"id": "w3", "wager": "dont_come", "cents": 500}
SLOT = {
    "choice": {"do": "bet", "wager": "odds", "behind": "w1", "amount": "1.00"},
    "behind": "w1", "place": "number 6", "line": "come on 6", "most": 4000,
}  # fmt: skip


def drawn(bench: Bench, **given: Any) -> None:
    bench.show("dice-numbers.js", PAINT, {"box": BOX | given.pop("box", {})} | given)


def test_the_puck_lies_on_its_number(bench: Bench) -> None:
    drawn(bench, puck=6)
    assert bench.texts(".on-puck") == ["ON"] and bench.main.locator(".number-box.point").count() == 1
    assert bench.texts(".numeral") == ["SIX"]
    drawn(bench, puck=8, box={"number": 4})
    assert bench.main.locator(".on-puck, .point").count() == 0 and bench.texts(".numeral") == ["4"]


def test_a_wager_that_has_travelled_lies_there_with_its_odds(bench: Bench) -> None:
    drawn(bench, pieces=[COME, ODDS])
    own = bench.page.get_by_role("button", name="Your come on 6: 10.00 and 20.00 in odds. Show what can be done")
    assert own.locator(".stack").count() == 2 and bench.texts(".amount") == ["30"]
    own.press("Enter")
    assert bench.told() == [["look", "w1"]]


def test_two_wagers_lie_next_to_each_other_or_together(bench: Bench) -> None:
    drawn(bench, pieces=[COME, AGAINST])
    assert bench.texts(".amount") == ["10", "5"]
    drawn(bench, pieces=[COME, AGAINST], box={"w": 60})
    assert bench.texts(".amount") == ["15"]
    assert "Your come on 6: 10.00. Your don't come on 6: 5.00" in bench.each(".own-chips", "it.ariaLabel")[0]


def test_odds_are_offered_where_they_can_be_added(bench: Bench) -> None:
    drawn(bench, pieces=[COME], slots=[SLOT])
    bench.page.get_by_role("button", name="Bet on odds behind come on 6, up to 40.00 more").dblclick()
    assert bench.told() == [["place", SLOT["choice"]]]
    drawn(bench, pieces=[COME], slots=[SLOT], box={"w": 44})
    assert bench.main.locator(".slot").count() == 0, "no room: the list has it"


def test_a_result_stands_where_the_wager_lay_and_chips_of_others_are_small(bench: Bench) -> None:
    won = {"place": "number 6", "outcome": "win", "moved": 3400, "sentence": "Come wins.", "clause": "X 2"}
    drawn(bench, results=[won])
    assert bench.each(".came", "[it.className, it.textContent]") == [["came win", "+34"]]
    drawn(bench, pieces=[COME | {"player": "bob"}])
    assert bench.main.locator(".others .stack").count() == 1 and bench.main.locator(".own-chips").count() == 0
