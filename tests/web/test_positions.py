"""Several positions for one player, several boxes, and a box that two players share, by clicks."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.web.browser import Visitor, a_server
from tests.web.test_playing import ask, cents, play_on, play_on_after_rebet

TABLES = """
[[tables]]
id = "side-by-side"
table = { game = "three-card-poker", limits = { ante = ["5.00", "500.00"] }, positions_per_player = 2 }
timing = { betting = 10000, all_have_bet = 5000, decision = 300000, pace = 50 }

[[tables]]
id = "boxes"
table = { game = "spanish-21", limits = { bet = ["5.00", "500.00"] }, boxes_per_player = 2, players_per_box = 2 }
timing = { betting = 300000, all_have_bet = 300000, decision = 300000, pace = 50 }
"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with a_server(tmp_path_factory.mktemp("floor"), plan=TABLES) as found:
        yield found


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_two_positions_side_by_side(browser: Browser, address: str, size: str) -> None:
    visitor = Visitor(browser, address, size)
    page = visitor.page
    visitor.sit("side-by-side")
    seat = next(iter(ask(visitor, "/api/tables/side-by-side")["view"]["seats"]))
    page.click("button[data-area=ante]")
    offered = page.locator("[data-key^='bet ']").evaluate_all("all => all.map((each) => each.dataset.key)")
    assert offered == [f"bet {int(seat) - 1}", f"bet {int(seat) + 1}"], "only side by side"
    page.click(f"[data-key='bet {int(seat) + 1}']")
    page.click("button[data-area=ante]")
    page.click("button[data-area=pair_plus]")
    visitor.nothing_is_cut()
    assert not page.locator("[data-key^='bet ']").count(), "two are the most"
    page.locator("[data-key=place]", has_text="15.00").wait_for()
    visitor.place("15.00")
    placed = ask(visitor, "/api/tables/side-by-side")["view"]["positions"]
    assert {position: each["wagers"] for position, each in placed.items()} == {
        seat: {"ante": "5.00"},
        str(int(seat) + 1): {"ante": "5.00", "pair_plus": "5.00"},
    }
    page.locator("#choices [data-key^=decide]").first.wait_for()
    visitor.nothing_is_cut()
    play_on(visitor)
    rows = page.locator("#results li").all_inner_texts()
    assert {row.split(":")[0] for row in rows} == {f"Position {seat}", f"Position {int(seat) + 1}"}
    total = sum(map(cents, page.locator("#results li b").all_inner_texts()))
    assert cents(ask(visitor, "/api/me/rounds")["rounds"][0]["net"]) == total
    visitor.nothing_is_cut()
    visitor.place("15.00", "rebet")
    play_on_after_rebet(visitor)
    page.locator("[data-key=leave]:not([disabled])").click()
    page.wait_for_selector(".table-card")
    assert visitor.wrong == []
    visitor.context.close()


def test_a_box_is_shared_once_its_player_agrees(browser: Browser, address: str) -> None:
    first, second = Visitor(browser, address, "desktop"), Visitor(browser, address, "desktop")
    first.sit("boxes")
    second.sit("boxes")
    seats = ask(first, "/api/tables/boxes")["view"]["seats"]
    me = ask(first, "/api/session")["person"]["name"]
    box = next(position for position, player in seats.items() if player == me)
    first.page.click("button[data-area=bet]")
    first.page.click("[data-key=place]")
    first.page.locator("[data-key=place]", has_text="5.00 placed").wait_for()
    assert not second.page.locator(f"[data-key='join {box}']").count()
    first.page.click("[data-key=consent]")
    second.page.click(f"[data-key='join {box}']")
    second.page.click("button[data-area=bet]")
    second.page.click("[data-key=place]")
    second.page.locator("[data-key=place]", has_text="5.00 placed").wait_for()
    there = ask(first, "/api/tables/boxes")["view"]["positions"][box]
    assert len(there["players"]) == 2 and there["shared"]
    second.page.click("[data-key=clear]")
    second.page.locator("#chips", has_text="500.00").wait_for()
    first.page.click("[data-key=clear]")
    assert first.wrong == second.wrong == []
    for visitor in (first, second):
        visitor.context.close()
