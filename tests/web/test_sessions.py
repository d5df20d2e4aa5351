"""A session that ends under an open page is said, with both ways on. The table's page has the head of all pages."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Route

from tests.web.browser import GAMES, SIZES, Visitor, until
from tests.web.house import PASSWORD, a_staffed_server, send, signed_in
from tests.web.pictures import picture
from tests.web.test_playing import ask, bet, play_on

LOOKED_AT = 5_200
"""Milliseconds until the socket asks again whose session it came with (`LOOK_AGAIN` of floor/socket.py)."""


@pytest.fixture(scope="module")
def staffed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("sessions")
    with a_staffed_server(folder) as found:
        yield found


def end_session(visitor: Visitor) -> None:
    """It is over for the server; what the page remembers of it stays."""
    assert send(visitor, "/api/session", {}, "DELETE") == {"done": True}


def name_of(visitor: Visitor) -> str:
    return str(ask(visitor, "/api/session")["person"]["name"])


@pytest.mark.parametrize("size", SIZES)
def test_a_player_signs_in_again_and_is_back_in_the_seat(browser: Browser, staffed: str, size: str) -> None:
    player = Visitor(browser, staffed, size)
    page, name, table = player.page, f"ann-{size}", f"three-card-poker-{1 + (size == 'phone')}"
    page.goto(staffed)
    send(player, "/api/people", {"name": name, "password": PASSWORD})
    player.sit(table)
    bet(player, "ante")
    page.locator("#choices [data-key^=decide]").first.wait_for()
    end_session(player)
    ended = page.get_by_role("dialog", name="Your session ended")
    ended.wait_for()
    said = ended.inner_text()
    assert "Sign in again, or go on as a guest." in said
    assert f"Position 3 at this table, 500.00 in chips and wagers and 500.00 in the wallet stay with {name}" in said
    page.keyboard.press("Escape")
    assert ended.is_visible(), "one of the two has to be chosen"
    assert ask(player, "/api/session")["person"] is None, "nobody has become a guest meanwhile"
    player.nothing_is_cut()
    player.nothing_keeps_people_out()
    picture(player, "session-ended", keep=False)
    page.click("[data-key=again]")
    form = page.locator("form", has=page.locator("[data-key=sign-in]"))
    form.locator("[name=name]").fill(name)
    form.locator("[name=password]").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/tables/{table}")
    page.locator("#choices [data-key^=decide]").first.wait_for()
    assert page.locator("#chips").inner_text() == "490.00" and name_of(player) == name
    play_on(player)
    player.context.close()


def test_a_guest_is_told_what_is_left_behind_and_begins_anew(browser: Browser, staffed: str) -> None:
    player = Visitor(browser, staffed, "desktop")
    page = player.page
    player.sit("four-card-poker-1")
    before = name_of(player)
    end_session(player)
    ended = page.get_by_role("dialog", name="Your session ended")
    ended.wait_for()
    assert f"in the books of {before}" in ended.inner_text() and "register" in ended.inner_text()
    page.reload()
    ended.wait_for()
    assert ask(player, "/api/session")["person"] is None, "a page made anew asks too"
    page.goto(staffed)
    page.click("[data-key='play four-card-poker']")
    ended.wait_for()
    page.locator("[data-key=go-on]").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/tables/four-card-poker-*")
    page.locator("#chips", has_text="500.00").wait_for()
    after, table = name_of(player), page.url.rpartition("/")[2].partition("#")[0]
    seats = ask(player, f"/api/tables/{table}")["view"]["seats"].values()
    assert before != after and after in set(seats)
    player.context.close()


def test_nothing_said_in_one_name_is_said_again_in_another(browser: Browser, staffed: str) -> None:
    """Another tab signs in by another name: this page says so; a command on its way is not given by the other."""
    player = Visitor(browser, staffed, "desktop")
    page = player.page
    player.sit("high-card-flush-1")
    before = name_of(player)
    page.click("button[data-area=ante]")
    send(player, "/api/people", {"name": "ben-other", "password": PASSWORD})
    page.wait_for_timeout(LOOKED_AT)
    page.evaluate("document.querySelector('[data-key=place]')?.click()")  # the word may be there before it
    ended = page.get_by_role("dialog", name="Your session ended")
    ended.wait_for()
    assert f"signed in as ben-other now, no longer as {before}" in ended.inner_text()
    page.click("[data-key=go-on]")
    page.locator("#choices [data-key=sit]").wait_for()
    assert name_of(player) == "ben-other"
    view = ask(player, "/api/tables/high-card-flush-1")["view"]
    assert set(view["seats"].values()) <= {before} and view["positions"] == {}, "nobody has bet, or sat down"
    player.context.close()


def test_whoever_signs_out_is_asked_nothing(browser: Browser, staffed: str) -> None:
    player = Visitor(browser, staffed, "desktop")
    page = player.page
    player.sit("four-card-poker-2")
    page.locator("#pages .who").click()
    page.click("[data-key=sign-out]")
    page.locator("#done", has_text="signed out").wait_for()
    page.goto(f"{staffed}/tables/four-card-poker-2")
    page.locator("#choices [data-key=sit]").wait_for()
    assert page.get_by_role("dialog").count() == 0
    player.context.close()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_the_table_has_the_head_of_all_pages(browser: Browser, staffed: str, game: str, size: str) -> None:
    """In one row with the table's own doors on a desktop, behind one button on a phone; the felt stays where it was."""
    visitor = Visitor(browser, staffed, size)
    page = visitor.page
    visitor.sit(f"{game}-2")
    pages, door = page.locator("#pages"), page.locator("#menu-door")
    if size == "phone":
        assert pages.is_hidden()
        visitor.nothing_is_cut()
        door.focus()
        page.keyboard.press("Enter")
        page.keyboard.press("Escape")
        assert pages.is_hidden() and page.evaluate("document.activeElement.id") == "menu-door"
        door.click()
    else:
        assert door.is_hidden()
        visitor.nothing_is_cut()
    assert pages.locator("a").all_inner_texts() == ["Lobby", "Lab", "Rules", "School", name_of(visitor)]
    top = page.locator(".top").bounding_box()
    assert top and top["height"] <= (60 if size == "desktop" else 104)
    if game == "double-attack-blackjack":
        visitor.nothing_keeps_people_out()
        picture(visitor, "table-head", keep=False)
    pages.get_by_text("School").click()
    page.wait_for_url("**/school")
    page.go_back()
    page.locator("#chips").wait_for()
    visitor.context.close()


@pytest.mark.parametrize("size", SIZES)
def test_the_house_finds_the_pit_from_a_table(browser: Browser, staffed: str, size: str) -> None:
    sue = signed_in(browser, staffed, "sue", size=size)
    sue.page.goto(f"{staffed}/tables/craps-1")
    sue.page.locator(".put").first.wait_for()
    if size == "phone":
        sue.page.click("#menu-door")
    sue.page.locator("#pages").get_by_text("Pit", exact=True).click()
    sue.page.wait_for_url("**/pit")
    sue.context.close()


def test_a_socket_that_opens_in_another_name_says_nothing(browser: Browser, staffed: str) -> None:
    """Another tab signs in after this page was told who it is, and before its socket opens."""
    player = Visitor(browser, staffed, "desktop")
    page = player.page
    page.goto(staffed)
    send(player, "/api/people", {"name": "ida", "password": PASSWORD})
    held: list[Route] = []
    said: list[Any] = []
    page.route("**/layouts/*", lambda route: held.append(route), times=1)
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: said.append(frame)))
    with page.expect_response("**/api/session"):
        page.goto(f"{staffed}/tables/what-the-flush-1")
    given = {"name": "ivo", "password": PASSWORD}
    player.context.request.post(f"{staffed}/api/people", data=given, headers={"Origin": staffed})
    until(page, lambda: bool(held))
    held[0].continue_()
    ended = page.get_by_role("dialog", name="Your session ended")
    ended.get_by_text("signed in as ivo now, no longer as ida").wait_for()
    assert said == []
    player.context.close()
