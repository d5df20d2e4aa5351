"""Craps by clicks alone: every wager of the declaration; its amount changed, called on and off, odds, taken down."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from pitboss import games
from tests.web.browser import SIZES, Visitor, a_server
from tests.web.test_playing import ask

TABLE = """
[[tables]]
id = "craps-{number}"
table = {{ game = "craps", limits = {{ pass = ["5.00", "500.00"] }} }}
timing = {{ betting = 4000, all_have_bet = 4000, decision = 300000, pace = 50 }}
"""
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
    tables = "".join(TABLE.format(number=number) for number in (1, 2, 3, 4, 5, 6))
    with a_server(tmp_path_factory.mktemp("floor"), plan=tables) as found:
        yield found


def amount(visitor: Visitor, area: str) -> str:
    return visitor.page.locator(f"[data-area={area}] .amount").inner_text()


def test_a_wager_is_changed_called_and_taken_down(browser: Browser, address: str) -> None:
    """Without a line wager of the shooter's no dice go out, so there is time for all of it."""
    visitor = Visitor(browser, address, "phone")
    page = visitor.page
    visitor.sit("craps-1")
    page.click("[data-key=take_dice]")
    page.click("[data-area=place_6]")
    page.locator("[data-area=place_6] .amount", has_text="5.00").wait_for()
    page.locator("[data-key^='more ']").click()
    page.locator("[data-area=place_6] .amount", has_text="10.00").wait_for()
    page.click("[data-key='chip 1.00']")
    page.locator("[data-key^='less ']").click()
    page.locator("[data-area=place_6] .amount", has_text="9.00").wait_for()
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
    visitor.page.locator("[data-area=hard_8] .amount", has_text="5.00").wait_for()
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


@pytest.mark.parametrize("size", SIZES)
def test_nothing_moves_under_the_pointer(browser: Browser, address: str, size: str) -> None:
    """A click is a wager at once: chips and results lie over an area, and leave it and all others where they are."""
    visitor = Visitor(browser, address, size)
    page = visitor.page
    visitor.sit(f"craps-{5 + (size == 'phone')}")
    page.click("[data-key=take_dice]")
    page.locator("#hands .empty", has_text="Choose a chip").wait_for()
    before = page.locator(".put").evaluate_all(BOXES)
    for area in ("place_4", "place_6", "place_to_lose_10", "hard_8", "any_seven", "two", "field", "pass"):
        page.click(f"[data-area={area}]")
        page.locator(f"[data-area={area}] .amount", has_text="5.00").wait_for()
    assert page.locator(".put").evaluate_all(BOXES) == before
    visitor.nothing_is_cut()
    page.locator(".rail-area .tag").first.wait_for()
    assert page.locator(".put").evaluate_all(BOXES) == before
    visitor.nothing_is_cut()
    over = page.locator(".rail-area").evaluate_all(TAGS_BEYOND)
    assert not over, over
    assert visitor.wrong == []
    visitor.context.close()


TAGS_BEYOND = """all => all.flatMap((area) => [...area.querySelectorAll(".tag, .amount")].filter((each) => {
  const inner = each.getBoundingClientRect(), outer = area.getBoundingClientRect();
  return inner.left < outer.left - 1 || inner.right > outer.right + 1 || each.scrollWidth > each.clientWidth + 1;
}).map((each) => `${each.className} ${each.textContent}`))"""
"""Results and amounts that reach into the area beside their own."""


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
