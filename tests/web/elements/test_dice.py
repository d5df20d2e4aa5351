"""dice.js: a table of dice: the puck, every betting area, and what may be done with the visitor's wagers."""

from typing import Any

import pytest

from tests.web.elements.bench import Bench


def area(name: str, group: str = "line", **more: Any) -> dict[str, Any]:
    usual = {"title": name, "says": "says", "clause": "X 1", "kind": "", "number": "", "pays": "", "names_dice": False}
    return {"name": name, "group": group} | usual | more


PLACE = [
    area(f"place_{number}", "numbers", title=f"place {number}", kind="place", number=str(number)) for number in (4, 5)
]
HOP = area("hop", "one roll", names_dice=True, pays="15 to 1; 30 to 1 on pairs")
AREAS = [area("pass"), area("odds"), *PLACE, HOP]
WAGERS = [
    {"id": "w1", "player": "me", "wager": "pass", "amount": "15.00", "point": 6},
    {"id": "w2", "player": "me", "wager": "hop", "amount": "5.00", "dice": "3-3", "works": False},
    {"id": "w3", "player": "ann", "wager": "place_4", "amount": "2.00"},
]
BOARD = """({ board, lying }, { open, which, ...scene }) => {
  const acts = { open: new Map(Object.entries(open)), bet: tell("bet"), act: tell("act"), me: "me" };
  return { board, lying }[which]({ ...scene, ...acts });
}"""


def board(bench: Bench, which: str = "board", **more: Any) -> None:
    view = {"wagers": more.pop("wagers", WAGERS), "choices": more.pop("choices", [])}
    usual: dict[str, Any] = {"layout": {"areas": AREAS}, "view": view, "open": {}, "results": [], "chosen": 500}
    bench.show("dice.js", BOARD, usual | {"which": which} | more)


def test_the_puck_is_on_its_number_or_off(bench: Bench) -> None:
    bench.show("dice.js", "({ rolled }) => [...rolled('4-2', 6), ...rolled(null, null)]")
    assert bench.each(".puck", "[it.className, it.textContent]") == [["puck on", "On 6"], ["puck", "Off"]]
    assert bench.each(".dice", "it.ariaLabel") == ["The dice show 4 and 2", "No roll yet"]


def test_areas_stand_in_groups_and_those_of_one_kind_in_a_row(bench: Bench) -> None:
    board(bench)
    assert bench.texts("h2") == ["line", "numbers", "one roll"]
    assert bench.texts(".numbered h3") == ["place"]
    assert bench.texts(".numbered .name") == ["4", "5"]
    assert bench.texts("[data-area=hop] .pays") == ["15 to 1", "30 to 1 on pairs"]


def test_an_area_says_what_it_pays_and_what_lies_there(bench: Bench) -> None:
    board(bench)
    assert bench.each(".put", "it.ariaLabel") == [
        "Bet on pass, 15.00 lies there",
        "Bet on odds",
        "Bet on place 4, others have 2.00 there",
        "Bet on place 5",
        "Bet on hop, pays 15 to 1; 30 to 1 on pairs, 5.00 lies there",
    ]
    assert bench.texts(".put .amount") == ["15.00", "5.00"]
    assert bench.main.locator(".others .stack").count() == 1
    assert bench.main.locator(".put:enabled").count() == 0, "nothing is open"


def test_a_wager_lies_at_once_and_a_double_click_is_one(bench: Bench) -> None:
    board(bench, open={"pass": [{"do": "bet", "wager": "pass", "amount": "5.00"}]})
    put = bench.main.locator("[data-area=pass]")
    put.dblclick()
    put.press("Enter")
    assert bench.told() == [["bet", {"do": "bet", "wager": "pass", "amount": "5.00"}]] * 2


def test_a_wager_on_named_dice_says_which(bench: Bench) -> None:
    board(bench, open={"hop": [{"do": "bet", "wager": "hop"}]})
    which = bench.page.get_by_label("Which dice")
    assert which.locator("option").count() == 21
    which.select_option("6-2")
    bench.main.locator("[data-area=hop]").click()
    assert bench.told() == [["bet", {"do": "bet", "wager": "hop", "dice": "6-2"}]]


def test_odds_go_behind_the_wager_that_is_named(bench: Bench) -> None:
    may = [{"do": "bet", "wager": "odds", "behind": each} for each in ("w1", "w4")]
    board(
        bench,
        open={"odds": may},
        wagers=[*WAGERS, {"id": "w4", "player": "me", "wager": "dont_come", "amount": "5.00"}],
    )
    behind = bench.page.get_by_label("Behind which wager")
    assert behind.locator("option").all_text_contents() == ["pass on 6", "don't come"]
    behind.select_option("w4")
    bench.main.locator("[data-area=odds]").click()
    assert bench.told() == [["bet", may[1]]]
    board(bench, open={"odds": may[:1]})
    assert bench.main.locator("select[aria-label='Behind which wager']").count() == 0, "one is no choice"


def test_a_result_stands_on_its_area(bench: Bench) -> None:
    board(bench, results=[{"wager": "pass", "outcome": "win", "moved": 500, "sentence": "Pass wins.", "clause": "X 2"}])
    assert bench.page.get_by_role("button", name="Pass wins. X 2").count() == 1


CHOICES = [
    {"do": "change", "id": "w1", "amount": "16.00"},
    {"do": "call_on", "id": "w2"},
    {"do": "take_down", "id": "w2"},
]


def test_whoever_has_no_wager_is_told_where_it_will_lie(bench: Bench) -> None:
    board(bench, "lying", wagers=WAGERS[2:])
    assert bench.main.locator("li").count() == 0
    assert bench.texts("#main .empty") == ["What you bet between two rolls will lie here."]


def test_own_wagers_are_listed_with_what_may_be_done(bench: Bench) -> None:
    board(bench, "lying", choices=CHOICES)
    assert bench.texts(".which") == ["Pass on 6", "Hop 3-3 off"]
    assert bench.each("#main button:enabled", "it.ariaLabel") == [
        "Raise pass on 6 to 20.00",
        "Call hop 3-3 on",
        "Take down hop 3-3",
    ]
    for name in ("Raise pass", "Call hop", "Take down hop"):
        bench.page.get_by_role("button", name=name).press("Enter")
    assert bench.told() == [
        ["act", {"do": "change", "id": "w1", "amount": "20.00"}],
        ["act", CHOICES[1]],
        ["act", CHOICES[2]],
    ]


@pytest.mark.parametrize(("chosen", "may"), [(500, True), (1000, True), (1500, False), (2500, False)])
def test_a_wager_is_reduced_to_something_or_taken_down(bench: Bench, chosen: int, may: bool) -> None:
    board(bench, "lying", chosen=chosen, choices=[{"do": "change", "id": "w1", "amount": "14.00"}])
    less = bench.main.locator("[data-key='less w1']")
    assert less.is_enabled() == may and less.text_content() == f"−{chosen / 100:.2f}"
    assert bench.main.locator("[data-key='more w1']").is_disabled(), "nobody offers more"


def test_what_may_be_called_off_says_so(bench: Bench) -> None:
    board(bench, "lying", choices=[{"do": "call_off", "id": "w1"}])
    assert bench.page.get_by_role("button", name="Call pass on 6 off").text_content() == "Call off"
