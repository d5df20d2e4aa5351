"""The dealer's school in a real browser: rounds dealt by clicks, wrong steps refused, drills, a score."""

import re

import pytest
from playwright.sync_api import Browser

from tests.web.browser import GAMES, SIZES, Visitor
from tests.web.pictures import picture

MOST_STEPS = 120


def begin(browser: Browser, address: str, size: str, game: str, what: str = "lesson") -> Visitor:
    visitor = Visitor(browser, address, size)
    visitor.page.goto(f"{address}/school")
    form = visitor.page.locator("form", has=visitor.page.locator(f"[data-key={what}]"))
    form.locator("[name=game]").select_option(game)
    visitor.nothing_is_cut()
    form.locator(f"[data-key={what}]").click()
    return visitor


def next_step(visitor: Visitor) -> dict[str, object]:
    """What comes next, asked of the API as the page asks it; the page's own count goes on."""
    return dict(
        visitor.page.evaluate(
            """async () => {
              const { csrf } = await fetch("/api/session").then((answer) => answer.json());
              const headers = { "Content-Type": "application/json", "X-CSRF-Token": csrf };
              const answer = await fetch("/api/school/lesson/next", { method: "POST", headers, body: "{}" });
              return answer.json();
            }"""
        )
    )


def do(visitor: Visitor, step: str, position: object = None) -> None:
    page = visitor.page
    if position and page.locator(f"[data-key='at {position}'][aria-checked=false]").count():
        page.click(f"[data-key='at {position}']")
    with page.expect_response("**/api/school/lesson/step"):
        page.click(f"[data-key='do {step}']")


def right_steps(visitor: Visitor) -> int:
    found = re.search(r"(\d+) right", visitor.page.locator("#score").inner_text())
    return int(found[1]) if found else 0


@pytest.mark.parametrize("size", SIZES)
def test_a_round_dealt_by_clicks_with_one_wrong_step_refused(browser: Browser, address: str, size: str) -> None:
    visitor = begin(browser, address, size, "three-card-poker")
    page = visitor.page
    head = page.locator("#head").bounding_box()
    assert head and head["width"] == SIZES[size][0], "the same head as on every page"
    page.click("[data-key='do reveal_dealer']")
    page.locator("#refused", has_text="First").wait_for()
    assert "19:47-20." in page.locator("#refused .clause").inner_text()
    page.locator("#score", has_text="0 right, 1 wrong").wait_for()
    do(visitor, "no_more_bets")
    page.locator("#score", has_text="1 right, 1 wrong").wait_for()
    assert page.locator("#refused").inner_text() == ""
    page.click("[data-key='do take']")
    page.locator("#refused", has_text="Choose the position first").wait_for()
    for step in range(MOST_STEPS):
        wanted = next_step(visitor)
        do(visitor, str(wanted["do"]), wanted["position"])
        page.locator("#score", has_text=f"{step + 2} right, 1 wrong").wait_for()
        if wanted["do"] == "reveal_dealer":
            visitor.nothing_is_cut()
            page.evaluate("scrollTo(0, 0)")
            picture(visitor, "school")
        if page.locator("#done", has_text="dealt to its end").count():
            break
    page.click("[data-key=next]")
    page.locator(".hint .clause").wait_for()
    page.click("[data-key=finish]")
    page.locator(".mark", has_text="%").wait_for()
    assert re.search(r"Steps wrong\s*1\b", page.locator(".result dl").inner_text())
    assert visitor.wrong == []
    visitor.context.close()


@pytest.mark.parametrize("game", [game for game in GAMES if game != "three-card-poker"])
def test_the_first_steps_of_every_game_by_clicks(browser: Browser, address: str, game: str) -> None:
    visitor = begin(browser, address, "desktop", game)
    visitor.page.locator("#score").wait_for()
    visitor.page.locator("[data-key='do no_more_bets']").wait_for()
    for step in range(12):
        wanted = next_step(visitor)
        do(visitor, str(wanted["do"]), wanted["position"])
        visitor.page.locator("#score", has_text=f"{step + 1} right, 0 wrong").wait_for()
    visitor.nothing_is_cut()
    picture(visitor, f"school-{game}", keep=False)
    assert visitor.wrong == []
    visitor.context.close()


@pytest.mark.parametrize("size", SIZES)
def test_a3_one_wager_of_a_hand_can_be_named(browser: Browser, address: str, size: str) -> None:
    visitor = begin(browser, address, size, "what-the-flush")
    page = visitor.page
    page.locator("[data-key='do take']").wait_for()
    assert page.locator("[data-key^='wager ']").count() == 0, "no position is chosen yet"
    page.click("[data-key='at 2']")
    page.click("[data-key='wager flush_rush']")
    assert "the flush rush at 2" in page.locator("[data-key='do take']").inner_text()
    assert "the flush rush" not in page.locator("[data-key='do reveal']").inner_text()
    visitor.nothing_is_cut()
    with page.expect_request("**/api/school/lesson/step") as asked:
        page.click("[data-key='do take']")
    assert asked.value.post_data_json == {"do": "take", "position": 2, "wager": "flush_rush"}
    page.locator("#refused", has_text="First").wait_for()
    page.click("[data-key='wager all']")
    with page.expect_request("**/api/school/lesson/step") as asked:
        page.click("[data-key='do pay']")
    assert asked.value.post_data_json == {"do": "pay", "position": 2}
    page.locator("#score", has_text="0 right, 2 wrong").wait_for()
    visitor.context.close()


@pytest.mark.parametrize("size", SIZES)
def test_a_drill_to_its_score(browser: Browser, address: str, size: str) -> None:
    visitor = begin(browser, address, size, "spanish-21", "drill")
    page, right = visitor.page, 0
    for number in range(40):
        page.locator("#score", has_text=f"{number + 1} of ").or_(page.locator(".mark")).first.wait_for()
        if page.locator(".mark").count():
            break
        page.locator("[data-key^=choose]").nth(number % 3).click()
        page.locator(".after .clause").wait_for()
        right += page.locator(".after strong").inner_text().startswith("Right")
        assert page.locator(".answers .right").count() == 1
        if number == 0:
            visitor.nothing_is_cut()
            picture(visitor, "drill")
        page.click("[data-key=on]")
    assert re.search(rf"Right\s*{right}\b", page.locator(".result dl").inner_text())
    assert number == 16
    assert visitor.wrong == []
    visitor.context.close()
