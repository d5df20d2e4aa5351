"""A guest sits down, bets, decides and is paid, by clicks or keys alone. What the page shows is what the store has."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.web.browser import GAMES, SIZES, Visitor
from tests.web.pictures import picture

CARDS = [game for game in GAMES if game != "craps"]
MOST_DECISIONS = 200
MOST_BYTES = 300_000


def cents(text: str) -> int:
    """As the page writes money."""
    return int(re.sub(r"[^0-9-]", "", text.replace("−", "-")))


def ask(visitor: Visitor, path: str) -> Any:
    return visitor.page.evaluate("path => fetch(path).then((answer) => answer.json())", path)


def bet(visitor: Visitor, wager: str, times: int = 2) -> None:
    for _ in range(times):
        visitor.page.click(f"button[data-area={wager}]")
    visitor.page.click("[data-key=place]")


def play_on(visitor: Visitor) -> None:
    """Take the first choice offered until the round is over."""
    for _ in range(MOST_DECISIONS):
        visitor.page.locator("#results li, #choices [data-key^=decide]").first.wait_for()
        if visitor.page.locator("#results li").count():
            return
        visitor.page.evaluate("document.querySelector('#choices [data-key^=decide]')?.click()")
        visitor.page.wait_for_timeout(150)
    raise AssertionError("the round does not end")


def shown_net(visitor: Visitor) -> int:
    rows = visitor.page.locator("#results li b").all_inner_texts()
    total = sum(map(cents, rows))
    assert cents(visitor.page.locator("#results .sum strong").inner_text()) == total
    return total


def check_against_the_store(visitor: Visitor, table: str, net: int) -> None:
    chips = cents(visitor.page.locator("#chips").inner_text())
    assert chips == 500_00 + net
    assert cents(ask(visitor, f"/api/tables/{table}")["view"]["chips"]) == chips
    stored = ask(visitor, "/api/me/rounds")["rounds"][0]
    assert cents(stored["net"]) == net
    for clause in visitor.page.locator("#results li .clause").all_inner_texts():
        assert clause.strip()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", CARDS)
def test_a_guest_sits_bets_decides_and_is_paid(browser: Browser, address: str, game: str, size: str) -> None:
    visitor = Visitor(browser, address, size)
    table = f"{game}-{1 + (size == 'phone')}"
    visitor.sit(table)
    bet(visitor, GAMES[game])
    play_on(visitor)
    check_against_the_store(visitor, table, shown_net(visitor))
    visitor.nothing_is_cut()
    visitor.place("10.00", "rebet")
    play_on_after_rebet(visitor)
    visitor.page.locator("[data-key=leave]:not([disabled])").click()
    visitor.page.wait_for_selector(".table-card")
    assert visitor.wrong == []
    visitor.context.close()


def play_on_after_rebet(visitor: Visitor) -> None:
    """The results of the first round lie there until the bets close. Nobody may leave before the second is over."""
    for _ in range(MOST_DECISIONS):
        if visitor.page.locator("[data-key=leave]:not([disabled])").count():
            assert len(ask(visitor, "/api/me/rounds")["rounds"]) == 2
            return
        visitor.page.evaluate("document.querySelector('#choices [data-key^=decide]')?.click()")
        visitor.page.wait_for_timeout(150)
    raise AssertionError("the second round does not end")


MONEY_SHOWN = """() => ["#results li b", ".lying li b"]
  .map((where) => [...document.querySelectorAll(where)].map((each) => each.innerText))
  .concat(document.querySelector("#chips").innerText)"""
"""At one moment: results, amounts of the wagers that lie on the layout, chips."""


@pytest.mark.parametrize("size", SIZES)
def test_a_guest_shoots_and_is_paid(browser: Browser, address: str, size: str) -> None:
    visitor = Visitor(browser, address, size)
    table = f"craps-{1 + (size == 'phone')}"
    visitor.sit(table)
    visitor.page.click("[data-key=take_dice]")
    visitor.page.click("[data-area=pass]")
    if size == "phone":
        visitor.page.click("[data-key='tab one roll']")
    visitor.page.click("[data-area=field]")
    if size == "phone":
        visitor.page.click("[data-key='tab line']")
    visitor.page.wait_for_selector("#results li", state="attached")
    (rows, amounts, chips), view = visitor.at_rest(table, lambda: visitor.page.evaluate(MONEY_SHOWN))
    assert cents(chips) + sum(map(cents, amounts)) == 500_00 + sum(map(cents, rows))
    assert cents(view["chips"]) == cents(chips)
    visitor.nothing_is_cut()
    visitor.page.evaluate("scrollTo(0, 0)")
    picture(visitor, "craps")
    assert visitor.wrong == []
    visitor.context.close()


def test_a_refusal_says_what_to_do_and_by_which_clause(browser: Browser, address: str) -> None:
    visitor = Visitor(browser, address, "desktop")
    visitor.sit("three-card-poker-4")
    visitor.page.click("[data-key='chip 1.00']")
    bet(visitor, "ante", times=1)
    refused = visitor.page.locator("#refused")
    refused.locator(".clause").wait_for()
    assert refused.inner_text() == "Bet at least 5.00 on the ante: it is posted. NJ TCP 19:47-20.6(a)1"
    visitor.page.click("[data-key='chip 5.00']")
    visitor.page.click("button[data-area=ante]")
    visitor.place("6.00")
    assert refused.inner_text() == ""
    visitor.page.click("[data-key=clear]")
    visitor.page.locator("#chips", has_text="500.00").wait_for()
    visitor.context.close()


def test_every_action_by_keyboard_and_the_same_state_after_a_reload(browser: Browser, address: str) -> None:
    visitor = Visitor(browser, address, "desktop")
    page = visitor.page
    visitor.sit("four-card-poker-1")
    page.keyboard.press("3")
    page.locator("[data-key='chip 25.00'][aria-checked=true]").wait_for()
    page.locator("button[data-area=ante]").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.keyboard.press("Delete")
    page.locator("[data-area=ante] .amount", has_text="25.00").wait_for()
    page.locator("[data-key=place]").focus()
    page.keyboard.press("Enter")
    page.locator("[data-key^=decide]").first.wait_for()
    page.locator("#hands playing-card.counts").first.wait_for()
    cards = page.locator("#hands playing-card").evaluate_all("all => all.map((each) => each.ariaLabel)")
    assert len(cards) == 5 and all(re.fullmatch(r"[a-z]+ of [a-z]+, (counts|does not count)", card) for card in cards)
    assert sum(card.endswith(" counts") for card in cards) == 4, "the best four of five are lifted"
    offered = page.locator("#choices button").all_inner_texts()
    page.reload()
    page.locator("[data-key^=decide]").first.wait_for()
    page.locator("#hands playing-card.counts").first.wait_for()
    assert page.locator("#hands playing-card").evaluate_all("all => all.map((each) => each.ariaLabel)") == cards
    assert page.locator("#choices button").all_inner_texts() == offered
    page.keyboard.press("1")
    page.wait_for_selector("#results li")
    assert visitor.wrong == []
    visitor.context.close()


@pytest.mark.parametrize(("size", "stays"), [("desktop", "pays"), ("phone", None)])
def test_escape_closes_a_panel_wherever_one_is_in_it(
    browser: Browser, address: str, size: str, stays: str | None
) -> None:
    """A docked column goes back to what it shows at first; a folded one closes. The focus is back at the door."""
    visitor = Visitor(browser, address, size)
    page = visitor.page
    page.goto(f"{address}/tables/three-card-poker-1")
    page.click("[data-key=options]")
    page.check("[data-option=four_colours]")
    page.keyboard.press("Escape")
    page.locator("[data-option=four_colours]").wait_for(state="hidden")
    assert page.evaluate("document.activeElement.dataset.key") == "options"
    assert page.locator("#panel").is_visible() == (stays is not None)
    opened = page.locator("[data-panel][aria-expanded=true]").evaluate_all("all => all.map((each) => each.dataset.key)")
    assert opened == ([stays] if stays else [])
    visitor.context.close()


def test_17_keys_skip_link_and_one_stop_for_the_chips(browser: Browser, address: str) -> None:
    visitor = Visitor(browser, address, "desktop")
    page = visitor.page
    visitor.sit("four-card-poker-2")
    page.locator("button[data-area=ante]").wait_for()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to your choices"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "choices"
    assert page.locator("#tray [tabindex='0']").count() == 1
    page.locator("#tray [tabindex='0']").focus()
    page.keyboard.press("ArrowRight")
    page.locator("[data-key='chip 25.00'][aria-checked=true]").wait_for()
    assert page.evaluate("document.activeElement.dataset.key") == "chip 25.00"
    page.keyboard.press("?")
    page.locator("#panel .keys").wait_for()
    page.keyboard.press("Escape")
    page.locator("#panel .keys").wait_for(state="hidden")
    page.click("button[data-area=ante]")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Space")
    page.locator("#choices [data-key^=decide]").first.wait_for()
    page.keyboard.press("f")
    page.locator("#hands", has_text="Folded").wait_for()
    assert visitor.wrong == []
    visitor.context.close()


@pytest.mark.parametrize("size", SIZES)
def test_17_what_the_column_shows_covers_nothing(browser: Browser, address: str, size: str) -> None:
    """Felt, column and bar lie beside each other, whatever is opened."""
    visitor = Visitor(browser, address, size)
    page = visitor.page
    visitor.sit(f"high-card-flush-{1 + (size == 'phone')}")
    for name in ("rules", "history", "pays", "options"):
        page.click(f"[data-key={name}]")
        page.locator("#panel").wait_for()
        visitor.nothing_is_cut()
    page.locator("[data-key=leave]:not([disabled])").click()
    page.wait_for_selector(".table-card")
    visitor.context.close()


def test_17_a_tap_on_the_name_of_an_area_tells_its_terms(browser: Browser, address: str) -> None:
    visitor = Visitor(browser, address, "phone")
    page = visitor.page
    visitor.sit("high-card-flush-2")
    page.locator("[data-key='terms flush_bonus']").tap()
    page.locator("#hint", has_text="NJ HCF").wait_for()
    box = page.locator("#hint").bounding_box()
    assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= SIZES["phone"][0]
    assert page.locator("#spots .stack").count() == 0, "asking is not betting"
    page.locator("#hint").evaluate("() => document.querySelector('h1').click()")
    page.locator("#hint").wait_for(state="hidden")
    page.locator("[data-key=leave]:not([disabled])").click()
    visitor.context.close()


def test_to_watch_takes_no_seat(browser: Browser, address: str) -> None:
    visitor = Visitor(browser, address, "phone")
    visitor.page.goto(address)
    visitor.page.click("[data-key='watch what-the-flush']")
    visitor.page.locator("#choices [data-key=sit]").wait_for()
    name = ask(visitor, "/api/session")["person"]["name"]
    for table in ("what-the-flush-1", "what-the-flush-2"):
        assert name not in ask(visitor, f"/api/tables/{table}")["view"]["seats"].values()
    visitor.page.goto(f"{address}/tables/none")
    visitor.page.locator("h1", has_text="No such table").wait_for()
    visitor.context.close()


@pytest.mark.parametrize("game", GAMES)
def test_a_table_page_is_small(browser: Browser, address: str, game: str) -> None:
    visitor = Visitor(browser, address, "desktop")
    bodies: list[int] = []
    visitor.page.on("response", lambda answer: bodies.append(len(answer.body())))
    visitor.page.goto(f"{address}/tables/{game}-1")
    visitor.page.locator("#choices button").first.wait_for()
    visitor.page.wait_for_load_state("networkidle")
    assert len(bodies) > 10 and sum(bodies) < MOST_BYTES
    visitor.context.close()
