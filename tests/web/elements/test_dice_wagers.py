"""dice-wagers.js: the visitor's wagers as a list, what may be done with each, odds to add, and what they come to."""

from collections.abc import Sequence
from typing import Any

import pytest

from tests.web.elements.bench import Bench

LIST = """({ wagerList }, { wagers, choices, slots = [], nets = {}, chosen = 500 }) => {
  const areas = new Map([["pass", { on_layout: { contract: true } }]]);
  const pieces = wagers.map((each) => ({ ...each, cents: Math.round(Number(each.amount) * 100) }));
  const view = { choices, next_roll: nets };
  return wagerList({ pieces, slots, areas, chosen, view, me: "me", act: tell("act"), place: tell("place") });
}"""
WAGERS = [
    {"id": "w1", "player": "me", "wager": "place_6", "amount": "15.00"},
    {"id": "w2", "player": "me", "wager": "hop", "amount": "5.00", "dice": "3-3", "works": False},
    {"id": "w3", "player": "ann", "wager": "place_4", "amount": "2.00"},
]
CHOICES = [
    {"do": "change", "id": "w1", "amount": "16.00"},
    {"do": "call_on", "id": "w2"},
    {"do": "take_down", "id": "w2"},
]


def shown(bench: Bench, wagers: Sequence[Any] = WAGERS, choices: Sequence[Any] = (), **more: Any) -> None:
    bench.show("dice-wagers.js", LIST, {"wagers": [*wagers], "choices": [*choices]} | more)


def test_who_has_no_wager_is_told_where_it_will_lie(bench: Bench) -> None:
    shown(bench, WAGERS[2:])
    assert bench.main.locator("li").count() == 0
    assert bench.texts("#main .empty") == ["What you bet between two rolls will lie here."]
    shown(bench, [], [{"do": "bet", "wager": "pass"}])
    assert bench.texts("#main .empty") == ["Choose a chip, then click where it is to lie: it is placed at once."]


def test_own_wagers_are_listed_with_what_may_be_done(bench: Bench) -> None:
    shown(bench, choices=CHOICES)
    assert bench.texts(".which") == ["Place 6", "Hop 3-3 off"]
    assert bench.each(".lying button:enabled", "it.ariaLabel") == [
        "Raise place 6 to 20.00",
        "Call hop 3-3 on",
        "Take down hop 3-3",
    ]
    for name in ("Raise place", "Call hop", "Take down hop"):
        bench.page.get_by_role("button", name=name).press("Enter")
    assert bench.told() == [
        ["act", {"do": "change", "id": "w1", "amount": "20.00"}],
        ["act", CHOICES[1]],
        ["act", CHOICES[2]],
    ]
    assert bench.texts(".on-table strong") == ["20.00"]


@pytest.mark.parametrize(("chosen", "may"), [(500, True), (1000, True), (1500, False), (2500, False)])
def test_a_wager_is_reduced_to_something_or_taken_down(bench: Bench, chosen: int, may: bool) -> None:
    shown(bench, chosen=chosen, choices=[{"do": "change", "id": "w1", "amount": "14.00"}])
    less = bench.main.locator("[data-key='less w1']")
    assert less.is_enabled() == may and less.text_content() == f"−{chosen // 100}"
    assert bench.main.locator("[data-key='more w1']").is_disabled(), "nobody offers more"


def test_what_may_be_called_off_says_so(bench: Bench) -> None:
    shown(bench, choices=[{"do": "call_off", "id": "w1"}])
    assert bench.page.get_by_role("button", name="Call place 6 off").text_content() == "Call off"


LINE = {"id": "w4", "player": "me", "wager": "pass", "amount": "10.00", "point": 8}
ODDS = {"id": "w5", "player": "me", "wager": "odds", "amount": "20.00", "point": 8, "behind": "w4"}


def test_a_contract_says_so_and_is_not_changed(bench: Bench) -> None:
    shown(bench, [LINE, ODDS, *WAGERS])
    assert bench.texts(".which")[:2] == ["Pass on 8 contract", "Odds on 8"]
    assert bench.main.locator("[data-wager=w4] button").count() == 0
    assert bench.each(".under", "it.dataset.wager") == ["w5"], "odds stand below their wager"
    shown(bench, [LINE | {"point": None}])
    assert bench.texts(".which") == ["Pass"] and bench.main.locator("[data-key='more w4']").count() == 1


def test_odds_can_be_added_below_their_wager(bench: Bench) -> None:
    slot = {"choice": {"do": "bet", "wager": "odds", "behind": "w4"}, "behind": "w4", "line": "pass on 8", "most": 5000}
    shown(bench, [LINE], slots=[slot])
    add = bench.page.get_by_role("button", name="Bet on odds behind pass on 8, up to 50.00 more")
    assert add.text_content() == "Add odds, up to 50.00"
    add.dblclick()
    assert bench.told() == [["place", slot["choice"]]]


def test_what_the_next_roll_would_do_stands_below(bench: Bench) -> None:
    shown(bench, nets={"4-3": "-15.00", "5-2": "-15.00", "6-1": "-15.00"})
    assert bench.texts(".next-roll .loses .net") == ["−15"]


def test_the_door_says_how_many_and_how_much(bench: Bench) -> None:
    door = "({ wagersDoor }, own) => wagersDoor({ own, open: false, toggle: tell('toggle') })"
    bench.show("dice-wagers.js", door, [{"cents": 500}])
    found = bench.main.locator("[data-key=wagers]")
    assert found.text_content() == "1 wageron the table5.00" and found.get_attribute("aria-expanded") == "false"
    found.click()
    assert [name for name, *_ in bench.told()] == ["toggle"]
