"""Wins paid by hand, in a real browser: the winner is told, two supervisors sign, a table is not closed over one."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Route

from tests.web.browser import SIZES, Visitor
from tests.web.house import a_staffed_server, send, signed_in
from tests.web.pictures import picture
from tests.web.test_pit import reason
from tests.web.test_playing import ask, bet, play_on

FROM = "2020-01-01 10.00"
MOST_ROUNDS = 60


@pytest.fixture(scope="module")
def staffed(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[str]:
    """A floor on which a win of 10.00 is paid by hand."""
    folder: Path = tmp_path_factory.mktemp("cage")
    with a_staffed_server(folder) as address:
        sue, sam = (signed_in(browser, address, name) for name in ("sue", "sam"))
        wanted = {"kind": "change", "parameter": "hand_pay", "value": FROM, "reason": "so that some wait"}
        number = send(sue, "/api/admin/requests", wanted)["id"]
        assert send(sam, f"/api/admin/requests/{number}/approve", {})["state"] == "approved"
        sue.context.close()
        sam.context.close()
        yield address


def a_winner(browser: Browser, address: str, table: str, size: str = "desktop") -> Visitor:
    """Plays until a win waits to be paid by hand."""
    player = Visitor(browser, address, size)
    player.sit(table)
    for _ in range(MOST_ROUNDS):
        bet(player, "ante")
        player.page.locator("#choices [data-key^=decide]").first.wait_for()
        play_on(player)
        if ask(player, "/api/me/hand-pays")["hand_pays"]:
            player.page.locator("#waits p").wait_for()
            return player
    raise AssertionError("no win")


@pytest.mark.parametrize("size", SIZES)
def test_hpy_01_a_win_waits_until_two_supervisors_have_signed(browser: Browser, staffed: str, size: str) -> None:
    table = f"three-card-poker-{1 + (size == 'phone')}"
    player = a_winner(browser, staffed, table, size)
    waits = player.page.locator("#waits")
    said = waits.inner_text()
    amount = re.search(r"Your win of ([\d.,]+) waits for the floor to pay it by hand", said)
    assert amount and "Two supervisors sign" in said and "GLI-19 2.9.4" in said
    assert player.page.locator("button[data-area], #tray button").count() == 0, "no chip is offered"
    assert player.page.locator("[data-key=leave]").is_disabled()
    player.nothing_is_cut()
    picture(player, "hand-pay-table", keep=False)

    sue = signed_in(browser, staffed, "sue", size=size)
    sue.page.locator("#tabs .count").wait_for()
    sue.page.goto(f"{staffed}/pit#hand-pays")
    card = sue.page.locator("[data-hand-pay]", has_text=table)
    card.wait_for()
    shown = card.inner_text()
    name = ask(player, "/api/session")["person"]["name"]
    for word in (amount[1], name, "Round", "Position", "Won by", "Since", "Two supervisors sign"):
        assert word in shown, (word, shown)
    sue.nothing_is_cut()
    sue.nothing_keeps_people_out()
    picture(sue, "pit-hand-pays")
    card.locator("[data-key^=sign]").focus()
    sue.page.keyboard.press("Enter")
    card.get_by_text("You have signed").wait_for()
    assert card.locator("button").count() == 0
    waits.get_by_text("One supervisor has signed").wait_for()

    sam = signed_in(browser, staffed, "sam", size=size)
    sam.page.goto(f"{staffed}/pit#hand-pays")
    sam.page.locator("[data-hand-pay]", has_text=table).get_by_role("button", name="Sign and pay").click()
    sam.page.locator("#done", has_text="may play on").wait_for()
    sam.page.locator("td", has_text="sue, sam").first.wait_for()
    sam.nothing_is_cut()
    picture(sam, "pit-hand-pays-paid", keep=False)
    player.page.locator("#said", has_text="paid").wait_for()
    assert waits.inner_text() == ""
    for _ in range(2):
        player.page.click("button[data-area=ante]")
    player.place("10.00")
    assert player.wrong == sue.wrong == sam.wrong == []
    for each in (player, sue, sam):
        each.context.close()


def test_hpy_01_a_table_is_not_closed_over_one_and_a_late_signature_is_refused(browser: Browser, staffed: str) -> None:
    """The pages say what to do, with code and clause; nothing was half done."""
    player = a_winner(browser, staffed, "four-card-poker-1")
    chips = player.page.locator("#chips").inner_text()
    sue = signed_in(browser, staffed, "sue")
    sue.page.goto(f"{staffed}/pit#tables/four-card-poker-1")
    reason(sue, "close", "the night is over")
    refused = sue.page.locator("#refused[data-code=hand_pay_open]")
    refused.wait_for()
    assert "Sign hand pay" in refused.inner_text() and refused.locator(".clause").inner_text().strip() == "GLI-19 2.9.4"
    sue.nothing_is_cut()
    assert player.page.locator("#chips").inner_text() == chips
    assert player.page.locator("#actions [data-key=leave]").is_visible(), "still in the seat"

    held: list[str] = []

    def as_before(route: Route) -> None:
        """A page that has not heard yet."""
        held.append(held[0] if held else route.fetch().text())
        route.fulfill(body=held[0], content_type="application/json")

    sue.page.route("**/api/admin/hand-pays?state=due*", as_before)
    sue.page.goto(f"{staffed}/pit#hand-pays")
    sign = sue.page.locator("[data-hand-pay]", has_text="four-card-poker-1").locator("[data-key^=sign]")
    sign.click()
    sue.page.locator("#done", has_text="Signed").wait_for()
    sign.click()
    late = sue.page.locator("#refused[data-code=second_person]")
    late.wait_for()
    assert "Ask another supervisor" in late.inner_text() and "GLI-19 2.9.4" in late.inner_text()

    sam = signed_in(browser, staffed, "sam")
    sam.page.goto(f"{staffed}/pit#hand-pays")
    sam.page.locator("[data-hand-pay]", has_text="four-card-poker-1").locator("[data-key^=sign]").click()
    sam.page.locator("#done", has_text="Paid").wait_for()
    sam.page.goto(f"{staffed}/pit#tables/four-card-poker-1")
    reason(sam, "close", "the night is over")
    sam.page.locator("#done", has_text="closed").wait_for()
    player.page.locator("#said", has_text="The table is closed").wait_for()
    for each in (player, sue, sam):
        each.context.close()


def test_hpy_01_an_auditor_sees_them_and_signs_nothing(browser: Browser, staffed: str) -> None:
    player = a_winner(browser, staffed, "high-card-flush-1")
    abe: Any = signed_in(browser, staffed, "abe")
    abe.page.goto(f"{staffed}/pit#hand-pays")
    abe.page.locator("[data-hand-pay]", has_text="high-card-flush-1").wait_for()
    assert abe.page.locator("#shown form, #shown button").count() == 0
    abe.context.close()
    player.context.close()
