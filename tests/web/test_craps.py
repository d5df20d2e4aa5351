"""Craps by clicks alone: from the come-out roll to the seven-out; every wager of the declaration; its amount changed,
called on and off, odds, taken down."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from pitboss import games
from tests.web.browser import SIZES, Visitor, a_server
from tests.web.elements.dice_page import BOXES as LAYOUT_BOXES
from tests.web.test_playing import ask

TABLE = """
[[tables]]
id = "craps-{number}"
table = {{ game = "craps", limits = {{ pass = ["5.00", "500.00"] }} }}
timing = {{ betting = {betting}, all_have_bet = {betting}, decision = 300000, pace = 50 }}
"""
SLOW, QUICK = 4000, 400
MOST_ROLLS = 40
ODDS = """() => {
  const area = document.querySelector("[data-area=odds]:not([disabled])");
  if (area && !area.querySelector(".stack")) area.click();
}"""
ODDS_SHOWN = """
window.odds = [];
new MutationObserver(() => {
  const amount = document.querySelector("[data-area=odds] .amount")?.textContent;
  if (amount) window.odds.push(amount);
}).observe(document, { subtree: true, childList: true, characterData: true });
"""
BOTH_LINES = """() => ["pass", "dont_pass"].map((area) => document.querySelector(`[data-area=${area}]:not([disabled])`))
  .filter((area) => area && !area.querySelector(".stack")).forEach((area) => area.click())"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    tables = "".join(TABLE.format(number=number, betting=SLOW if number < 7 else QUICK) for number in range(1, 9))
    with a_server(tmp_path_factory.mktemp("floor"), plan=tables) as found:
        yield found


def lies(visitor: Visitor, area: str, amount: str) -> None:
    """Until an area shows an amount; where there is little room, without cents that are none."""
    shown = re.compile(rf"^{amount}(\.00)?$")
    visitor.page.locator(f"[data-area={area}] .amount", has_text=shown).wait_for()


def test_a_wager_is_changed_called_and_taken_down(browser: Browser, address: str) -> None:
    """Without a line wager of the shooter's no dice go out, so there is time for all of it."""
    visitor = Visitor(browser, address, "phone")
    page = visitor.page
    visitor.sit("craps-1")
    page.click("[data-key=take_dice]")
    page.click("[data-key='tab numbers']")
    page.click("[data-area=place_6]")
    lies(visitor, "place_6", "5")
    page.click("[data-key=wagers]")
    page.locator("[data-key^='more ']").click()
    lies(visitor, "place_6", "10")
    page.click("[data-key='chip 1.00']")
    page.locator("[data-key^='less ']").click()
    lies(visitor, "place_6", "9")
    called = page.locator("[data-key^='call ']")
    assert called.inner_text() == "Call on", "a place wager rests on the come-out roll"
    called.click()
    page.locator("[data-key^='call ']", has_text="Call off").wait_for()
    [wager] = ask(visitor, "/api/tables/craps-1")["view"]["wagers"]
    assert (wager["amount"], wager["works"]) == ("9.00", True)
    visitor.nothing_is_cut()
    page.locator("[data-key^='down ']").click()
    page.locator("#chips", has_text="500.00").wait_for()
    assert ask(visitor, "/api/tables/craps-1")["view"]["wagers"] == []
    assert visitor.wrong == []
    visitor.context.close()


def test_a_double_click_is_one_wager(browser: Browser, address: str) -> None:
    visitor = Visitor(browser, address, "desktop")
    visitor.sit("craps-2")
    visitor.page.click("[data-key=take_dice]")
    visitor.page.dblclick("[data-area=hard_8]")
    lies(visitor, "hard_8", "5")
    visitor.page.wait_for_timeout(300)
    wagers = ask(visitor, "/api/tables/craps-2")["view"]["wagers"]
    assert [(each["wager"], each["amount"]) for each in wagers] == [("hard_8", "5.00")]
    visitor.context.close()


def test_every_wager_is_within_reach_of_a_click(browser: Browser, address: str) -> None:
    visitor = Visitor(browser, address, "desktop")
    page = visitor.page
    visitor.sit("craps-3")
    page.click("[data-key=take_dice]")
    page.click("[data-key='chip 25.00']")
    reached: set[str] = set()
    wanted = set(games.game("craps").wagers())
    for _ in range(MOST_ROLLS * 20):
        reached |= set(page.locator(".put:not([disabled])").evaluate_all("all => all.map((each) => each.dataset.area)"))
        if reached == wanted:
            break
        page.evaluate(BOTH_LINES)
        page.wait_for_timeout(200)
    assert wanted - reached == set()
    assert visitor.wrong == []
    visitor.context.close()


BOXES = """all => all.map((each) => each.getBoundingClientRect())
  .map(({ x, y, width, height }) => [x, y + scrollY, width, height])"""
BETS: dict[str, dict[str, tuple[str, ...]]] = {
    "desktop": {
        "": ("place_4", "place_6", "place_to_lose_10", "hard_8", "any_seven", "two", "field", "pass"),
    },
    "phone": {
        "tab numbers": ("place_4", "place_6", "place_to_lose_10"),
        "tab hard": ("hard_8",),
        "tab one roll": ("any_seven", "two", "field"),
        "tab line": ("pass",),
    },
}
"""By tab: where a chip is put."""


@pytest.mark.parametrize("size", SIZES)
def test_nothing_moves_under_the_pointer(browser: Browser, address: str, size: str) -> None:
    """A click is a wager at once: chips and results lie over an area, and leave it and all others where they are."""
    visitor = Visitor(browser, address, size)
    page = visitor.page
    visitor.sit(f"craps-{5 + (size == 'phone')}")
    page.click("[data-key=take_dice]")
    page.locator("#hands .empty", has_text="Choose a chip").wait_for(state="attached")
    for tab, areas in BETS[size].items():
        if tab:
            page.click(f"[data-key='{tab}']")
        visitor.is_still()
        before = page.locator(".put").evaluate_all(BOXES)
        for area in areas:
            page.click(f"[data-area={area}]")
            lies(visitor, area, "5")
        assert page.locator(".put").evaluate_all(BOXES) == before
        assert page.evaluate(LAYOUT_BOXES) == []
        visitor.nothing_is_cut()
    page.locator(".laid .came").first.wait_for()
    assert page.locator(".put").evaluate_all(BOXES) == before
    assert page.evaluate(LAYOUT_BOXES) == []
    visitor.nothing_is_cut()
    visitor.nothing_keeps_people_out()
    assert visitor.wrong == []
    visitor.context.close()


@pytest.mark.parametrize("size", SIZES)
def test_a_shooter_from_the_come_out_roll_to_the_seven_out(browser: Browser, address: str, size: str) -> None:
    """The puck, the last rolls and the wagers of the page are those of the table after each roll."""
    visitor = Visitor(browser, address, size)
    page, table = visitor.page, f"craps-{7 + (size == 'phone')}"
    visitor.sit(table)
    page.click("[data-key=take_dice]")
    was: list[str] = []
    while "seven out" not in was:  # the dice are offered again after it, and nobody takes them
        page.evaluate(LINE)
        page.wait_for_timeout(50)
        (shown, tiles, pucks), view = visitor.at_rest(table, lambda: page.evaluate(SHOWN))
        rolls = view["last_rolls"]
        assert shown == (f"On {view['puck']}" if view["puck"] else "Off")
        assert tiles == [f"{each['total']}, {each['was']}" for each in rolls]
        assert pucks == ([view["puck"]] if view["puck"] else [])
        was = [each["was"] for each in rolls]
        points = [each["point"] for each in rolls]
    assert points[-1] and was[-1] == "seven out"
    watcher = Visitor(browser, address, size)
    watcher.page.goto(f"{address}/tables/{table}")
    watcher.page.locator(".rolls li").first.wait_for()
    assert watcher.page.locator(".rolls li").count() == len(was), "who comes later sees the last rolls, too"
    for each in (visitor, watcher):
        assert each.wrong == []
        each.context.close()


LINE = """() => {
  const area = document.querySelector("[data-area=pass]:not([disabled])");
  if (area && !area.querySelector(".amount")) area.click();
}"""
SHOWN = """() => [
  document.querySelector("#dealer .puck").textContent,
  [...document.querySelectorAll(".rolls li")].map((each) => each.ariaLabel),
  [...document.querySelectorAll(".number-box.point")].map((each) => Number(each.dataset.number)),
]"""


def test_odds_go_behind_a_wager_that_has_its_point(browser: Browser, address: str) -> None:
    visitor = Visitor(browser, address, "desktop")
    page = visitor.page
    page.add_init_script(ODDS_SHOWN)
    visitor.sit("craps-4")
    page.click("[data-key=take_dice]")
    for _ in range(MOST_ROLLS * 20):
        page.evaluate(ODDS if page.locator("[data-area=odds]:not([disabled])").count() else BOTH_LINES)
        page.wait_for_timeout(200)
        view = ask(visitor, "/api/tables/craps-4")["view"]
        if odds := [each for each in view["wagers"] if each["wager"] == "odds"]:
            break  # else the dice were quicker than this machine, and there is another point
    assert [each["amount"] for each in odds] == ["5.00"]
    visitor.is_up_to("craps-4", view["sequence"])
    [line] = [each for each in view["wagers"] if each["id"] == odds[0]["behind"]]
    assert line["wager"] == "pass" and line["point"]
    assert "5.00" in page.evaluate("window.odds"), "what the area of the odds has shown"
    visitor.context.close()
