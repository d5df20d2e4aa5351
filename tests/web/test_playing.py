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
    page.goto(address)
    page.locator("[data-key='sit four-card-poker-1']").focus()
    page.keyboard.press("Enter")
    page.locator("#chips", has_text="500.00").wait_for()
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


def test_escape_closes_a_panel_wherever_one_is_in_it(browser: Browser, address: str) -> None:
    visitor = Visitor(browser, address, "desktop")
    page = visitor.page
    page.goto(f"{address}/tables/three-card-poker-1")
    page.click("[data-key=options]")
    page.check("[data-option=four_colours]")
    page.keyboard.press("Escape")
    page.locator("#panel").wait_for(state="hidden")
    visitor.context.close()


def test_to_watch_takes_no_seat(browser: Browser, address: str) -> None:
    visitor = Visitor(browser, address, "phone")
    visitor.page.goto(address)
    visitor.page.click("[data-key='watch what-the-flush-1']")
    visitor.page.locator("#choices [data-key=sit]").wait_for()
    name = ask(visitor, "/api/session")["person"]["name"]
    assert name not in ask(visitor, "/api/tables/what-the-flush-1")["view"]["seats"].values()
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
