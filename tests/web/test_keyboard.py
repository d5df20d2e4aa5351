"""A full round of every game by keyboard alone, and the keys that the page lists."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browser import GAMES, PATIENT, Visitor, a_server, a_table, until

CARD_GAMES = [game for game in GAMES if game != "craps"]
MOST_STOPS = 80
MOST_DECISIONS = 20


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("keyboard")
    with a_server(
        folder, plan="".join(a_table(game, 1, betting=PATIENT, all_have_bet=PATIENT) for game in GAMES)
    ) as at:
        yield at


def tab_to(page: Page, key: str) -> None:
    """Go on with the tab key until it is there."""
    for _ in range(MOST_STOPS):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement?.dataset.key") == key:
            return
    raise AssertionError(f"the tab key never comes to {key}")


def is_over(page: Page) -> bool:
    """Until the round is over or a decision is asked for: whether it is over."""
    page.locator("#moment .reason, #choices [data-key^=decide]").first.wait_for()
    return page.locator("#moment .reason").count() > 0


def quietest(page: Page) -> str | None:
    """The key of the last choice, which stakes the least."""
    return page.locator("#choices [data-key^=decide]").last.get_attribute("data-number")


def press_and_wait(visitor: Visitor, table: str, key: str) -> None:
    """Press a key, and wait until something has happened at the table because of it."""
    before = visitor.heard[table]
    visitor.page.keyboard.press(key)
    until(visitor.page, lambda: visitor.heard[table] > before)


@pytest.mark.parametrize("game", CARD_GAMES)
def test_17_9_a_round_of_cards_by_keyboard_alone(browser: Browser, address: str, game: str) -> None:
    visitor = Visitor(browser, address, "desktop")
    page = visitor.page
    visitor.sit(f"{game}-1")
    tab_to(page, f"spot {GAMES[game]}")
    page.keyboard.press("Enter")
    page.locator("[data-key=deal]:not([disabled])").wait_for()
    page.keyboard.press("Space")
    for _ in range(MOST_DECISIONS):
        if is_over(page):
            break
        press_and_wait(visitor, f"{game}-1", str(quietest(page)))
        visitor.is_still()
    assert is_over(page)
    visitor.is_still()
    page.keyboard.press("r")
    page.locator("#choices [data-key=deal]:not([disabled])").wait_for()
    expect(page.locator("#moment .reason")).to_have_count(0)
    assert visitor.wrong == []
    visitor.context.close()


def test_17_9_the_list_of_keys_opens_by_its_key(browser: Browser, address: str) -> None:
    visitor = Visitor(browser, address, "desktop")
    page = visitor.page
    visitor.sit("three-card-poker-1")
    page.keyboard.press("?")
    expect(page.locator("#panel h2")).to_have_text("Keys")
    page.keyboard.press("Escape")
    expect(page.locator("#panel h2", has_text="Keys")).to_have_count(0)
    visitor.context.close()


def test_17_9_space_that_skips_ahead_makes_no_decision(browser: Browser, address: str) -> None:
    """Pressed twice in a hurry it only skips the deal."""
    visitor = Visitor(browser, address, "desktop", reduced_motion=False)
    page = visitor.page
    page.add_init_script("localStorage.setItem('pitboss speed', 'slow')")
    visitor.sit("high-card-flush-1")
    page.click("#spots button[data-area=ante]")
    page.click("[data-key=deal]")
    page.locator("#felt[data-presenting] #hands playing-card").first.wait_for()
    page.evaluate(
        """() => {
          const press = () => document.dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true }));
          Object.defineProperty(Document.prototype, "matches", { value: () => false, configurable: true });
          press();
          return new Promise((done) => {
            const wait = () => document.querySelector("#choices [data-key^=decide]") ? done(press()) : setTimeout(wait);
            wait();
          });
        }"""
    )
    visitor.is_still()
    assert page.locator("#choices [data-key^=decide]").count() == 2, "the decision is still to be made"
    visitor.context.close()
