"""The pit in a real browser: what is called there a player sees at once; an auditor sees all and changes nothing."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, WebSocket

from tests.web.browser import SIZES, Visitor, until
from tests.web.house import a_staffed_server, signed_in
from tests.web.pictures import picture
from tests.web.test_playing import bet


@pytest.fixture(scope="module")
def staffed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("pit")
    with a_staffed_server(folder) as found:
        yield found


def to_a_decision(browser: Browser, address: str, table: str, wager: str = "ante") -> Visitor:
    player = Visitor(browser, address, "phone")
    player.sit(table)
    bet(player, wager)
    player.page.locator("#choices [data-key^=decide]").first.wait_for()
    return player


@pytest.mark.parametrize("size", SIZES)
def test_an_irregularity_called_in_the_pit_gives_the_player_the_wagers_back(
    browser: Browser, staffed: str, size: str
) -> None:
    table = f"three-card-poker-{1 + (size == 'phone')}"
    player = to_a_decision(browser, staffed, table)
    assert player.page.locator("#chips").inner_text() == "490.00"
    boss = signed_in(browser, staffed, "sue", size=size)
    boss.page.click(f"[data-table={table}] a")
    boss.page.click("[data-key='call card_exposed']")
    boss.page.locator(".meant", has_text="All hands are void").wait_for()
    assert re.search(r"19:47-20\.\d+\(", boss.page.locator(".meant .clause").inner_text())
    boss.nothing_is_cut()
    picture(boss, "pit-table")
    boss.page.click("[data-key='call call card_exposed']")
    boss.page.locator("#done", has_text="Called").wait_for()
    player.page.locator("#chips", has_text="500.00").wait_for()
    assert "void" in player.page.locator("#said").inner_text()
    boss.page.goto(f"{staffed}/pit#events")
    boss.page.locator("td", has_text="card exposed, void all").first.wait_for()
    assert player.wrong == boss.wrong == []
    player.context.close()
    boss.context.close()


def test_a_wrong_number_of_cards_and_a_refusal_with_its_clause(browser: Browser, staffed: str) -> None:
    player = to_a_decision(browser, staffed, "four-card-poker-1")
    boss = signed_in(browser, staffed, "sue")
    boss.page.goto(f"{staffed}/pit#tables/four-card-poker-1")
    boss.page.locator("[name=cards]").fill("6")
    boss.page.click("[data-key=wrong_number]")
    boss.page.locator("#refused[data-code=number_is_right]").wait_for()
    assert boss.page.locator("#refused .clause").inner_text().strip()
    boss.page.locator("[name=cards]").fill("7")
    boss.page.click("[data-key=wrong_number]")
    player.page.locator("#chips", has_text="500.00").wait_for()
    player.context.close()
    boss.context.close()


@pytest.mark.parametrize(("table", "wager"), [("double-attack-blackjack-1", "bet"), ("high-card-flush-1", "ante")])
def test_a_round_voided_for_a_fault(browser: Browser, staffed: str, table: str, wager: str) -> None:
    player = to_a_decision(browser, staffed, table, wager)
    boss = signed_in(browser, staffed, "sue")
    boss.page.goto(f"{staffed}/pit#tables/{table}")
    boss.page.click("[data-key=void_round]")
    boss.page.click("[data-key='call void_round']")
    player.page.locator("#chips", has_text="500.00").wait_for()
    player.context.close()
    boss.context.close()


def test_a_list_of_rounds_that_cannot_be_had_is_said(browser: Browser, staffed: str) -> None:
    player = to_a_decision(browser, staffed, "high-card-flush-2")
    boss = signed_in(browser, staffed, "sue")
    boss.page.goto(f"{staffed}/pit#tables/high-card-flush-2")
    boss.page.click("[data-key=void_round]")
    boss.page.route("**/rounds?most=12", lambda route: route.abort())
    boss.page.click("[data-key='call void_round']")
    boss.page.locator("#refused", has_text="fetch").wait_for()
    assert [each for each in boss.wrong if not each.startswith("Failed to load resource")] == []
    player.context.close()
    boss.context.close()


def test_whoever_goes_from_table_to_table_is_connected_to_one(browser: Browser, staffed: str) -> None:
    """Faster than the pages are made: a person has twenty connections, and what is left behind counts."""
    boss = signed_in(browser, staffed, "sam")
    sockets: list[WebSocket] = []
    boss.page.on("websocket", lambda socket: sockets.append(socket))
    for number in (1, 2, 1, 2):
        boss.page.evaluate("where => { location.hash = where; }", f"#tables/four-card-poker-{number}")
    boss.page.locator(".chosen", has_text="four-card-poker-2").get_by_text("Round 0").wait_for()
    boss.page.wait_for_timeout(1000)  # what is left behind has had time to open
    until(boss.page, lambda: len([each for each in sockets if not each.is_closed()]) == 1)
    boss.context.close()


def reason(visitor: Visitor, key: str, why: str) -> None:
    form = visitor.page.locator("form", has=visitor.page.locator(f"[data-key={key}]"))
    form.locator("[name=reason]").fill(why)
    form.locator(f"[data-key={key}]").click()


def test_pausing_and_opening_again(browser: Browser, staffed: str) -> None:
    boss = signed_in(browser, staffed, "sue")
    boss.page.goto(f"{staffed}/pit#tables/what-the-flush-1")
    reason(boss, "pause", "the cards are changed")
    boss.page.locator("[data-table=what-the-flush-1] .status", has_text="no new round").wait_for()
    boss.page.locator(".chosen", has_text="the cards are changed").wait_for()
    reason(boss, "pause", "new cards are in")
    boss.page.locator("[data-table=what-the-flush-1] .status", has_text="no new round").wait_for(state="detached")
    assert boss.wrong == []
    boss.context.close()


def test_limits_and_pay_tables_change_between_rounds_with_the_edge_shown_first(browser: Browser, staffed: str) -> None:
    boss = signed_in(browser, staffed, "sue")
    page = boss.page
    page.goto(f"{staffed}/pit#tables/three-card-poker-2")
    take, terms = page.locator("[data-key=take]"), page.locator("form.terms")
    take.wait_for()
    assert take.is_disabled()
    terms.locator("[name='option pair_plus']").select_option(label="B")
    terms.locator("[name='least ante']").fill("10.00")
    page.click("[data-key=edge]")
    row = terms.locator(".edges tr", has_text="pair plus")
    row.wait_for()
    assert "2.3167 %" in row.inner_text() and "changes" in row.inner_text()
    assert "the same" in terms.locator(".edges tr", has_text="ante").inner_text()
    terms.locator("[name=reason]").fill("the evening's limits")
    boss.nothing_is_cut()
    picture(boss, "pit-terms", keep=False, full=True)
    take.click()
    page.locator("#done", has_text="three-card-poker-2~2").wait_for()
    page.locator("[data-table='three-card-poker-2~2']", has_text="ante 10.00 to 500.00").wait_for()
    page.locator("[data-table=three-card-poker-2] .status", has_text="closed").wait_for()
    assert boss.wrong == []
    boss.context.close()


def test_the_list_is_looked_at_often_and_the_books_are_not(browser: Browser, staffed: str) -> None:
    boss = signed_in(browser, staffed, "sue", then="/school")
    asked: list[str] = []
    boss.page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    boss.page.goto(f"{staffed}/pit#tables")
    for _ in range(3):
        with boss.page.expect_request("**/api/lobby"):
            pass
    assert asked.count("/api/reports/tables") == 1
    assert boss.wrong == []
    boss.context.close()


def test_two_persons(browser: Browser, staffed: str) -> None:
    sue = signed_in(browser, staffed, "sue")
    sue.page.goto(f"{staffed}/pit#requests")
    form = sue.page.locator("form", has=sue.page.locator("[data-key=change]"))
    form.locator("[name=value]").fill("750.00")
    form.locator("[name=reason]").fill("a new season")
    form.locator("[data-key=change]").click()
    sue.page.click("[data-key^=approve]")
    sue.page.locator("#refused[data-code=second_person]").wait_for()
    sam = signed_in(browser, staffed, "sam")
    sam.page.goto(f"{staffed}/pit#requests")
    sam.page.click("[data-key^=approve]")
    sam.page.locator("#done", has_text="Approved").wait_for()
    sam.page.locator("td", has_text="parameter starting_bankroll").wait_for()
    sue.context.close()
    sam.context.close()


def test_an_auditor_sees_all_and_changes_nothing(browser: Browser, staffed: str) -> None:
    abe = signed_in(browser, staffed, "abe")
    page = abe.page
    for tab, found in {
        "tables": "Spanish 21",
        "meters": "fixed awards",
        "requests": "Settled",
        "hand-pays": "Paid by hand",
        "events": "table opened",
        "books": "difference",
    }.items():
        page.goto(f"{staffed}/pit#{tab}")
        page.locator(f"#tabs [aria-current][href='#{tab}']").wait_for()
        page.locator("#shown", has_text=found).wait_for()
        assert page.locator("#shown form, #shown button").count() == 0
    page.goto(f"{staffed}/pit#tables/craps-1")
    page.locator(".calls", has_text="changes nothing").wait_for()
    assert page.locator("#shown form, #shown button").count() == 0
    with page.expect_download() as under_way:
        page.goto(f"{staffed}/pit#books")
        page.locator("a[download='trial-balance.csv']").click()
    lines = Path(under_way.value.path()).read_text().splitlines()
    assert lines[0] == "account,kind,owner,balance" and lines[-1] == "total,,,0.00"
    assert abe.wrong == []
    abe.context.close()


def test_events_and_books_are_read_page_by_page(browser: Browser, staffed: str) -> None:
    """Of a period and a kind, with a way on and back; the files are of what is shown."""
    abe = signed_in(browser, staffed, "abe")
    page = abe.page
    page.route("**/api/reports/significant?*most=200*", lambda route: route.continue_(url=short(route.request.url)))
    page.goto(f"{staffed}/pit#events")
    page.locator("[data-key='significant next']").wait_for()
    first = page.locator("#shown tbody tr").all_inner_texts()
    page.click("[data-key='significant next']")
    page.locator("[data-key='significant first']").wait_for()
    assert not {*page.locator("#shown tbody tr").all_inner_texts()} & {*first}
    assert "before=" in str(page.locator("a[download='significant.csv']").get_attribute("href"))
    page.click("[data-key='significant first']")
    page.locator("[data-key='significant first']").wait_for(state="detached")
    assert page.locator("#shown tbody tr").all_inner_texts() == first
    page.locator("[name=until]").fill("2020-01-01")
    page.locator("#shown", has_text="Nothing happened in this period.").wait_for()
    page.locator("[name=until]").fill("")
    page.locator("#shown tbody tr").first.wait_for()
    page.locator("[name=kind]").select_option("signed_in")
    page.locator("a[download='significant.json'][href*='kind=signed_in']").wait_for()
    assert {*page.locator("#shown tbody td:nth-child(2)").all_inner_texts()} == {"signed in"}
    assert abe.wrong == []
    abe.context.close()


def short(url: str) -> str:
    return url.replace("most=200", "most=4")


@pytest.mark.parametrize("size", SIZES)
def test_pictures_of_the_pit(browser: Browser, staffed: str, size: str) -> None:
    boss = signed_in(browser, staffed, "sue", size=size)
    boss.page.locator("[data-table=craps-1]").wait_for()
    for tab in ("tables", "open", "meters", "requests", "hand-pays", "events", "books"):
        boss.page.goto(f"{staffed}/pit#{tab}")
        boss.page.locator(f"#tabs [aria-current][href='#{tab}']").wait_for()
        boss.page.locator("#shown .card h2").first.wait_for()
        boss.page.wait_for_load_state("networkidle")
        boss.nothing_is_cut()
        picture(boss, f"pit-{tab}", keep=tab == "tables")
    boss.context.close()


def test_the_house_watches_and_does_not_sit(browser: Browser, staffed: str) -> None:
    boss = signed_in(browser, staffed, "sue")
    boss.page.goto(staffed)
    boss.page.locator("[data-key='watch three-card-poker']").wait_for()
    assert not boss.page.locator("[data-key^=play]").count()
    boss.page.goto(f"{staffed}/tables/three-card-poker-1#sit")
    boss.page.locator("#refused", has_text="Sign in as a player").wait_for()
    assert not boss.page.locator("[data-key=history]").count(), "it is of a player's own rounds"
    assert boss.wrong == []
    boss.context.close()


def test_terms_taken_amid_a_round_wait_for_its_end(browser: Browser, staffed: str) -> None:
    player = Visitor(browser, staffed, "desktop")
    player.sit("what-the-flush-2")
    bet(player, "ante")
    player.page.locator("#choices [data-key^='decide fold']").wait_for()
    boss = signed_in(browser, staffed, "sue", "/pit")
    boss.page.goto(f"{staffed}/pit#tables/what-the-flush-2")
    terms = boss.page.locator("form.terms")
    terms.locator("[name=reason]").fill("a quieter evening")
    terms.get_by_text("Show the edge").click()
    terms.locator("button.act:enabled").click()
    boss.page.get_by_text("The round is finished first").wait_for()
    assert not boss.page.locator("#refused:visible:not(:empty)").count()
    player.page.locator("#choices [data-key^='decide fold']").click()
    boss.page.get_by_text("goes on as what-the-flush-2").wait_for()
    for each in (player, boss):
        each.context.close()
