"""The coach on the page: what it shows is what the house has reckoned; at an exam there is none."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.web.browser import GAMES, SIZES, Visitor, a_server, a_table, tables
from tests.web.pictures import picture
from tests.web.test_playing import ask, bet, cents, play_on

EXAM = a_table("three-card-poker", 9) + "exam = true\n"
WITH_A_COACH = [game for game in GAMES if game != "craps"]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with a_server(tmp_path_factory.mktemp("coached"), plan=tables(1) + tables(2) + EXAM) as found:
        yield found


def advice(visitor: Visitor, path: str) -> dict[str, Any]:
    for _ in range(150):
        said = ask(visitor, path)
        if said["ready"]:
            found: dict[str, Any] = said["advice"]
            return found
        visitor.page.wait_for_timeout(400)
    raise AssertionError("never counted")


def shown(visitor: Visitor) -> list[tuple[str, int, bool]]:
    """Each choice as the page has it: its label, cents, and whether it is marked as the best."""
    rows = visitor.page.locator(".worths li")
    rows.first.wait_for()
    return [
        (
            row.locator(".what").inner_text(),
            cents(row.locator(".worth").inner_text()),
            "★ best" in row.locator(".remark").inner_text(),
        )
        for row in rows.all()
    ]


def wanted(told: dict[str, Any]) -> list[tuple[str, int, bool]]:
    found = []
    for each in told["choices"]:
        words = each["action"] + (f" {each['amount']}" if each["amount"] else "")
        found.append((words.capitalize(), cents(each["money"]), each["best"]))
    return found


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", WITH_A_COACH)
def test_the_panel_shows_the_figures_of_the_house(browser: Browser, address: str, game: str, size: str) -> None:
    visitor = Visitor(browser, address, size)
    table = f"{game}-{1 + (size == 'phone')}"
    visitor.sit(table)
    assert visitor.page.locator("#coach").is_hidden(), "off until it is asked for"
    visitor.page.click("#coach-door")
    visitor.page.locator("#coach .now").wait_for()
    bet(visitor, GAMES[game])
    asked = visitor.page.locator("#choices [data-key^=decide]").first
    asked.or_(visitor.page.locator("#results li").first).first.wait_for()
    if visitor.page.locator("#results li").count():
        visitor.context.close()
        return  # a blackjack: nothing to decide
    visitor.page.locator(".worths li").first.wait_for(timeout=120_000)
    assert shown(visitor) == wanted(advice(visitor, f"/api/tables/{table}/coach"))
    offered = {text.strip() for text in visitor.page.locator("#choices button > span").all_inner_texts()}
    assert {label for label, _, _ in shown(visitor)} == offered
    visitor.nothing_is_cut()
    play_on(visitor)  # so that nobody waits for a hand that is never played
    assert visitor.wrong == []
    visitor.context.close()


@pytest.mark.parametrize("size", SIZES)
def test_a_mistake_is_told_with_its_cost_and_the_session_adds_up(browser: Browser, address: str, size: str) -> None:
    """Folding every hand: each costs what the best was worth more than the ante that is lost."""
    visitor = Visitor(browser, address, size)
    page = visitor.page
    visitor.sit(f"three-card-poker-{1 + (size == 'phone')}")
    page.click("#coach-door")
    page.locator("#coach .now").wait_for()
    bet(visitor, "ante")
    cost, right = 0.0, 0
    for number in range(3):
        page.locator(".worths li").first.wait_for()
        if number == 1:
            visitor.nothing_is_cut()
            picture(visitor, "coach")
        rows = {label: (worth, best) for label, worth, best in shown(visitor)}
        right += rows["Fold"][1]
        cost += max(worth for worth, _ in rows.values()) - rows["Fold"][0]
        page.locator("#choices button", has_text="Fold").click()
        page.locator("#coach .session", has_text=f"{number + 1} round").wait_for()
        told = page.locator("#coach .mistake").all_inner_texts()
        assert len(told) == (0 if rows["Fold"][1] else 1)
        if told:
            assert re.match(r"Fold cost [0-9.]+: play 10\.00 was worth [+−][0-9.]+, this −10\.00\.", told[0])
        if number < 2:
            page.locator("[data-key=rebet]:not([disabled])").click()
    picture(visitor, "coach-after")
    if size == "phone":
        page.click("#coach .session summary")
    figures = page.locator("#coach .session dd").all_inner_texts()
    assert figures[0] == f"{right} of 3"
    assert abs(cents(figures[1]) - cost) <= 3, "rounded once, not three times"
    assert cents(figures[2]) == -30_00
    assert cents(figures[3]) == round(-30_00 * 686689 / 20358520)
    assert abs(cents(figures[4]) - (cents(figures[2]) - cents(figures[3]) + cents(figures[1]))) <= 1
    page.click("[data-key='coach close']")
    assert page.locator("#coach").is_hidden()
    assert visitor.wrong == []
    visitor.context.close()


def test_at_craps_the_wagers_stand_with_what_they_cost(browser: Browser, address: str) -> None:
    visitor = Visitor(browser, address, "desktop")
    visitor.sit("craps-1")
    visitor.page.click("#coach-door")
    row = visitor.page.locator("#coach .costs tr[data-action=pass]")
    row.wait_for()
    assert row.locator("td").last.inner_text() == "−1.41 %"
    visitor.nothing_is_cut()
    visitor.page.click("[data-key=take_dice]")
    visitor.page.click("[data-area=pass]")
    if visitor.page.locator(".dice-tabs button").count():  # beside the coach there may be no room for the whole layout
        visitor.page.click("[data-key='tab one roll']")
    visitor.page.click("[data-area=field]")
    visitor.page.locator("#coach .session", has_text="decided").wait_for()
    figures = visitor.page.locator("#coach .session dd")
    told, decided = visitor.at_rest("craps-1", figures.all_inner_texts)
    lying = sum(cents(each["amount"]) for each in decided["wagers"])
    result, expected, luck = map(cents, told)
    assert result == cents(decided["chips"]) + lying - 500_00
    on_field, on_pass = -5_00 / 18, 0 if lying else -5_00 * 7 / 495
    assert expected == round(on_field + on_pass) and luck == result - expected
    assert visitor.wrong == []
    visitor.context.close()


def test_at_an_exam_there_is_no_coach(browser: Browser, address: str) -> None:
    visitor = Visitor(browser, address, "desktop")
    visitor.sit("three-card-poker-9")
    bet(visitor, "ante")
    visitor.page.locator("#choices [data-key^=decide]").first.wait_for()
    assert visitor.page.locator("#coach-door").count() == 0
    assert visitor.page.locator("#exam").inner_text() == "Exam: no coach"
    assert ask(visitor, "/api/tables/three-card-poker-9/coach")["error"]["code"] == "exam"
    play_on(visitor)
    assert len(visitor.wrong) == 1 and "409" in visitor.wrong[0], "the refusal that was asked for, and nothing else"
    visitor.context.close()


@pytest.mark.parametrize("size", SIZES)
def test_hand_against_hand(browser: Browser, address: str, size: str) -> None:
    """By clicks, by typing and from an example; a link leads to the same."""
    visitor = Visitor(browser, address, size)
    page = visitor.page
    page.goto(f"{address}/lab/hand")
    assert shown(visitor) == [("Fold", -10_00, False), ("Play 10.00", -9_93, True)], "begins with an example"
    page.click("[data-key='clear hand']")
    page.locator("#found", has_text="Lay 3 cards in your hand").wait_for()
    for card in ("Qs", "6d", "3h"):
        page.click(f"[data-key='{card}']")
    page.locator("#found li.best", has_text="Fold").wait_for()
    page.fill("input[name=pair_plus]", "5.00")
    page.locator("#found .worth", has_text="−15.00").wait_for()
    page.click(".house summary")
    page.select_option("[data-key='option pair_plus']", "null")
    page.locator("#found [role=alert]", has_text="pair plus").wait_for()
    page.select_option("[data-key='option pair_plus']", '"A"')
    page.click(".house summary")
    page.locator("#found .worth", has_text="−15.00").wait_for()
    page.fill("input[name=hand]", "qs 6D 6d")
    page.locator("#found [role=alert][data-code=card_twice]").wait_for()
    page.select_option("select", "spanish-21")
    page.click("[data-key='example Eights against a king']")
    page.locator("#found li.best", has_text="Split").wait_for(timeout=120_000)
    visitor.nothing_is_cut()
    picture(visitor, "hand", full=size == "phone")
    before = shown(visitor)
    told = advice(visitor, "/api/lab/hand?game=spanish-21&hand=8h+8s&dealer=Kc&wager=bet%3D10.00")
    assert before == wanted(told)
    page.reload()
    page.locator("#found li.best", has_text="Split").wait_for()
    assert shown(visitor) == before
    page.click("#found summary")
    assert page.locator(".exact").all_inner_texts() == [each["worth"] for each in told["choices"]]
    page.goto(f"{address}/lab/hand?game=high-card-flush&hand=Ts+8s+6s+Kh+Qd+9h+3c&wager=ante%3D10.00&jurisdiction=ma")
    page.locator(".house summary", has_text="Massachusetts").wait_for()
    page.locator("#found li.best").wait_for()
    assert "jurisdiction=ma" in page.url
    assert len(visitor.wrong) == 2 and all("409" in each for each in visitor.wrong), "the refusals, and nothing else"
    visitor.context.close()
