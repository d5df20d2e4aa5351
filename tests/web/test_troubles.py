"""What goes wrong around a page: one effect, a sentence, and nothing is lost."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from tests.web.browser import Visitor, a_server
from tests.web.test_playing import ask, bet, play_on


def cards(page: Page) -> list[str]:
    found: list[str] = page.locator("#hands playing-card").evaluate_all(
        "all => all.map((each) => each.getAttribute('code'))"
    )
    return found


def test_a_lost_connection_is_said_and_mended_and_a_stale_page_is_told(browser: Browser, tmp_path: Path) -> None:
    """The floor goes away in the midst of a round and comes back: the same cards, the same choices, one effect."""
    with a_server(tmp_path) as address:
        visitor = Visitor(browser, address, "desktop")
        page = visitor.page
        visitor.sit("three-card-poker-1")
        bet(visitor, "ante")
        page.locator("#choices [data-key^=decide]").first.wait_for()
        before, offered = cards(page), page.locator("#choices button > span").all_inner_texts()
        assert page.locator("#lost").is_hidden()
    page.locator("#lost", has_text="Connection lost").wait_for()
    page.locator("#choices [data-key^='decide play']").click()  # on its way until somebody answers
    page.route("**/layouts/*", renewed)
    with a_server(tmp_path, port=int(address.rpartition(":")[2])):
        page.wait_for_selector("#results li")
        assert page.locator("#lost").is_hidden()
        assert (cards(page), offered) == (before, ["Play 10.00", "Fold"])
        chosen = ask(visitor, "/api/tables/three-card-poker-1/rounds/1")["choices"]
        assert [each["event"]["action"] for each in chosen if each["event"]["event"] == "decided"] == ["play"]
        page.locator("#stale", has_text="renewed").wait_for()
        page.unroute("**/layouts/*")
        page.click("#reload")
        page.locator("#chips").wait_for()
        assert page.locator("#stale").is_hidden()
        visitor.context.close()


def renewed(route: Route) -> None:
    """As the layout of another edition of the pages."""
    answer = route.fetch()
    layout: dict[str, Any] = answer.json()
    route.fulfill(body=json.dumps(layout | {"pages": "another"}), content_type="application/json")


def test_a_page_opened_while_the_house_does_not_answer_waits_for_it(browser: Browser, address: str) -> None:
    visitor = Visitor(browser, address, "desktop")
    page = visitor.page
    page.route("**/api/session", lambda route: route.abort())
    page.goto(f"{address}/tables/three-card-poker-2")
    page.locator("#lost", has_text="Connection lost").wait_for()
    assert "No such table" not in page.locator("#title").inner_text()
    page.unroute("**/api/session")
    page.locator("[data-key=sit]").wait_for()
    assert page.locator("#lost").is_hidden()
    page.goto(f"{address}/tables/nowhere")
    page.locator("#refused", has_text="Choose a table of the lobby").wait_for()
    visitor.context.close()


def test_two_tabs_are_one_player(browser: Browser, address: str) -> None:
    visitor = Visitor(browser, address, "desktop")
    page = visitor.page
    visitor.sit("four-card-poker-1")
    second = visitor.context.new_page()
    second.goto(page.url)
    second.locator("#chips", has_text="500.00").wait_for()
    bet(visitor, "ante")
    for tab in (page, second):
        tab.locator("#choices [data-key^='decide fold']").wait_for()
    assert cards(page) == cards(second)
    for tab in (page, second):
        tab.evaluate("document.querySelector(\"#choices [data-key^='decide fold']\")?.click()")
    for tab in (page, second):
        tab.wait_for_selector("#results li")
        tab.locator("#chips", has_text="490.00").wait_for()
    assert len(ask(visitor, "/api/me/rounds")["rounds"]) == 1
    visitor.context.close()


def test_a_seat_just_taken(browser: Browser, address: str) -> None:
    """The page has not heard of it yet: the table says what to do, and another seat is one click away."""
    late, quick = Visitor(browser, address, "desktop"), Visitor(browser, address, "desktop")
    late.page.route_web_socket("**/ws", deaf)
    late.page.goto(f"{address}/tables/what-the-flush-2")
    late.page.locator("[data-key='sit 3']").wait_for()
    quick.page.goto(f"{address}/tables/what-the-flush-2")
    quick.page.click("[data-key='sit 3']")
    quick.page.locator("#chips", has_text="500.00").wait_for()
    late.page.click("[data-key='sit 3']")
    late.page.locator("#refused", has_text="seat").wait_for()
    late.page.reload()
    late.page.locator("[data-key='sit 4']").click()
    seats = ask(quick, "/api/tables/what-the-flush-2")["view"]["seats"]
    assert seats["3"] == ask(quick, "/api/session")["person"]["name"]
    for visitor in (late, quick):
        visitor.context.close()


def deaf(socket: Any) -> None:
    """A connection over which no news comes."""
    server = socket.connect_to_server()
    server.on_message(lambda message: None if '"type":"events"' in message else socket.send(message))


def test_a_bankroll_too_small(browser: Browser, address: str) -> None:
    visitor = Visitor(browser, address, "phone")
    page = visitor.page
    visitor.sit("three-card-poker-2")
    page.click("[data-key='chip 500.00']")
    page.click("button[data-area=ante]")
    page.click("[data-key='chip 25.00']")
    page.click("button[data-area=pair_plus]")
    page.click("[data-key=place]")
    page.locator("#refused:not(:empty)").wait_for()
    assert "500.00" in page.locator("#refused").inner_text(), "what there is to bet with"
    assert ask(visitor, "/api/tables/three-card-poker-2")["view"]["chips"] == "500.00"
    page.click("[data-key=undo]")
    page.click("[data-key=place]")
    page.locator("#choices [data-key^='decide fold']").wait_for()
    assert not page.locator("[data-key^='decide play']").count(), "there is nothing left to play with"
    page.click("[data-key=buy]")
    page.locator("[data-key^='decide play']").wait_for()
    page.locator("[data-key^='decide fold']").click()
    page.wait_for_selector("#results li")
    page.locator("#chips", has_text="500.00").wait_for()
    assert visitor.wrong == []
    visitor.context.close()


def test_whoever_walks_away_finds_the_way_back(browser: Browser, address: str) -> None:
    """A wallet is empty while its chips lie at tables left by a link: the lobby and the next table say where."""
    visitor = Visitor(browser, address, "phone")
    page = visitor.page
    for table in ("what-the-flush-1", "texas-holdem-bonus-1"):
        visitor.sit(table)
    page.goto(f"{address}/tables/what-the-flush-2#sit")
    page.locator("#refused", has_text="500.00 at What The Flush, 500.00 at Texas Hold 'Em Bonus").wait_for()
    assert page.locator("#choices button").all_inner_texts() == ["To the lobby"], "the way there, and no empty purchase"
    page.click("[data-key=lobby]")
    lines = page.get_by_role("list", name="Your seats").get_by_role("listitem")
    line = lines.filter(has=page.locator("[data-key='back what-the-flush-1']"))
    assert "500.00" in line.inner_text() and lines.count() == 2
    assert page.locator("[data-key='play what-the-flush']").inner_text() == "Back", "no second seat at the same game"
    visitor.nothing_is_cut()
    line.locator("[data-key^=back]").click()
    page.wait_for_url("**/tables/what-the-flush-1")
    page.locator("#chips", has_text="500.00").wait_for()
    page.click("[data-key=leave]")
    page.locator("[data-key='play what-the-flush']", has_text="Play").wait_for()
    visitor.sit("what-the-flush-2")
    assert visitor.wrong == []
    visitor.context.close()


def test_a_double_click_places_one_bet(browser: Browser, address: str) -> None:
    visitor = Visitor(browser, address, "desktop")
    page = visitor.page
    visitor.sit("high-card-flush-2")
    page.click("button[data-area=ante]")
    page.dblclick("[data-key=place]")
    page.locator("#choices [data-key^='decide fold']").wait_for()
    page.dblclick("#choices [data-key^='decide fold']")
    page.wait_for_selector("#results li")
    assert page.locator("#refused").inner_text() == ""
    page.locator("#chips", has_text="495.00").wait_for()
    steps = ask(visitor, "/api/tables/high-card-flush-2/rounds/1")["choices"]
    assert [each["event"]["event"] for each in steps] == ["bet_placed", "decided"]
    visitor.context.close()


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_back_and_forth_in_the_midst_of_a_round(browser: Browser, address: str, size: str) -> None:
    visitor = Visitor(browser, address, size)
    page = visitor.page
    visitor.sit("texas-holdem-bonus-1")
    bet(visitor, "ante")
    page.locator("#choices [data-key^=decide]").first.wait_for()
    before, offered = cards(page), page.locator("#choices button").all_inner_texts()
    page.go_back()
    page.wait_for_selector(".table-card")
    page.go_forward()
    page.locator("#choices [data-key^=decide]").first.wait_for()
    assert (cards(page), page.locator("#choices button").all_inner_texts()) == (before, offered)
    play_on(visitor)
    assert len(ask(visitor, "/api/me/rounds")["rounds"]) == 1
    page.locator("[data-key=leave]:not([disabled])").click()
    page.wait_for_selector(".table-card")
    visitor.context.close()


@pytest.mark.parametrize("path", ["/nowhere", "/tables/nowhere"])
def test_a_link_that_leads_nowhere_leads_to_the_lobby(browser: Browser, address: str, path: str) -> None:
    visitor = Visitor(browser, address, "phone")
    page = visitor.page
    answer = page.goto(f"{address}{path}")
    assert answer is not None and "text/html" in answer.headers["content-type"]
    page.get_by_text("To the lobby", exact=True).click()
    page.wait_for_url(f"{address}/")
    page.locator(".table-card").first.wait_for()
    visitor.context.close()
