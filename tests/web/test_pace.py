"""(17.2) Private pace: a player alone goes from bet to bet without a clock, by clicks and by keys."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browser import GAMES, PATIENT, Visitor, a_server, a_table, until
from tests.web.test_playing import MOST_DECISIONS, ask

CARDS = [game for game in GAMES if game != "craps"]


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Tables that deal to nobody who does not ask for it: their clocks take minutes."""
    plan = "".join(a_table(game, number, betting=PATIENT, all_have_bet=PATIENT) for game in GAMES for number in (1, 2))
    plan += a_table("three-card-poker", 3, bots='"simple", "simple"', betting=PATIENT, all_have_bet=PATIENT)
    with a_server(tmp_path_factory.mktemp("slow"), plan=plan) as address:
        yield address


def view_of(visitor: Visitor, table: str) -> Any:
    return ask(visitor, f"/api/tables/{table}")["view"]


def decide(visitor: Visitor, table: str, number: int) -> None:
    """Take the first choice offered until that many rounds are over and the page shows it."""
    for _ in range(MOST_DECISIONS):
        view = view_of(visitor, table)
        if view["round"] == number and not view["playing"]:
            visitor.is_up_to(table, view["sequence"])
            return
        visitor.page.evaluate("document.querySelector('#choices [data-key^=decide]')?.click()")
        visitor.page.wait_for_timeout(100)
    raise AssertionError("the round does not end")


@pytest.mark.parametrize("game", CARDS)
def test_a_player_alone_goes_from_bet_to_bet_with_deal(browser: Browser, slow: str, game: str) -> None:
    visitor = Visitor(browser, slow, "desktop")
    page, wager = visitor.page, GAMES[game]
    table = f"{game}-1"
    visitor.sit(table)
    expect(page.locator("[data-key=deal]")).to_be_disabled()
    page.click(f"button[data-area={wager}]")
    page.click("[data-key=deal]")  # places the chips too
    decide(visitor, table, 1)
    page.keyboard.press("r")
    page.locator("[data-key=place]", has_text="5.00 placed").wait_for()
    page.keyboard.press("Space")
    decide(visitor, table, 2)
    page.keyboard.press("d")
    page.locator("[data-key=place]", has_text="Place 10.00").wait_for()
    page.keyboard.press("Space")
    decide(visitor, table, 3)
    page.keyboard.press("r")
    page.locator("[data-key=place]", has_text="10.00 placed").wait_for()
    visitor.nothing_is_cut()
    assert visitor.wrong == []
    visitor.context.close()


def roll(visitor: Visitor) -> None:
    """Roll by Space, and wait until something has happened because of it."""
    visitor.page.locator("[data-key=deal]:not([disabled]) span", has_text="Roll").wait_for()
    before = visitor.heard["craps-1"]
    visitor.page.keyboard.press("Space")
    until(visitor.page, lambda: visitor.heard["craps-1"] > before)


def test_a_shooter_alone_rolls(browser: Browser, slow: str) -> None:
    visitor = Visitor(browser, slow, "desktop")
    page = visitor.page
    visitor.sit("craps-1")
    page.click("[data-key=take_dice]")
    assert not page.locator("[data-key=deal]").count(), "the shooter has no line wager yet"
    page.click("[data-area=pass]")
    for _ in range(3):
        roll(visitor)
        if not view_of(visitor, "craps-1")["wagers"]:
            break  # the line wager is decided
    page.locator("#dealer .die").first.wait_for()
    assert visitor.wrong == []
    visitor.context.close()


def test_bots_bet_with_a_player_who_bets_and_deals_in_one_go(browser: Browser, slow: str) -> None:
    visitor = Visitor(browser, slow, "phone")
    page, table = visitor.page, "three-card-poker-3"
    visitor.sit(table)
    until(page, lambda: sum(who.startswith("bot-") for who in view_of(visitor, table)["seats"].values()) == 2)
    page.click("button[data-area=ante]")
    page.click("[data-key=deal]")
    page.locator("[data-key^=decide]").first.wait_for()
    assert len(view_of(visitor, table)["positions"]) == 3, "the bots are in the round"
    decide(visitor, table, 1)
    visitor.nothing_is_cut()
    assert visitor.wrong == []
    visitor.context.close()


def test_of_two_both_ask_for_the_deal_and_each_sees_who_is_waited_for(browser: Browser, slow: str) -> None:
    table = "high-card-flush-2"
    first, second = Visitor(browser, slow, "desktop"), Visitor(browser, slow, "phone")
    first.sit(table)
    second.sit(table)
    first.page.click("button[data-area=ante]")
    first.page.click("[data-key=deal]")
    waits = first.page.locator("[data-key=deal]")
    expect(waits).to_contain_text("Waiting for guest")
    expect(waits).to_be_disabled()
    expect(second.page.locator("[data-key=skip]")).to_have_text("Skip this round")
    second.page.click("button[data-area=ante]")
    second.page.click("[data-key=deal]")
    for each in (first, second):
        each.page.locator("[data-key^=decide]").first.wait_for()
        each.page.evaluate("document.querySelector('[data-key^=decide]').click()")
    first.page.locator("#results li").first.wait_for()
    assert first.wrong == second.wrong == []
    first.context.close()
    second.context.close()


def test_the_last_bet_is_placed_by_itself_and_a_saved_one_by_a_click(browser: Browser, slow: str) -> None:
    visitor = Visitor(browser, slow, "phone")
    page = visitor.page
    visitor.sit("four-card-poker-2")
    page.click("button[data-area=ante]")
    page.click("[data-key=more]")
    page.click("[data-key=auto]")
    page.click("[data-key=save]")
    page.click("[data-key='save 2']")
    expect(page.locator("[data-key='saved 2']")).to_have_text("Bet 2: 5.00")
    visitor.nothing_is_cut()
    page.click("[data-key=deal]")
    decide(visitor, "four-card-poker-2", 1)
    expect(page.locator("[data-key=place]")).to_have_text("5.00 placed")
    expect(page.locator("[data-key=auto]")).to_have_attribute("aria-pressed", "true")
    page.click("[data-key=more]")
    expect(page.locator("[data-key=more]")).to_have_text("Auto-rebet on")
    page.click("[data-key=more]")
    page.click("[data-key=auto]")
    page.click("[data-key=clear]")
    page.click("[data-key='saved 2']")
    expect(page.locator("[data-key=place]")).to_have_text("5.00 placed")
    visitor.nothing_keeps_people_out()
    assert visitor.wrong == []
    visitor.context.close()


def test_17_9_clocks_are_longer_when_somebody_wants_them_longer(browser: Browser, slow: str) -> None:
    visitor = Visitor(browser, slow, "desktop")
    page, table = visitor.page, "what-the-flush-2"
    visitor.sit(table)
    page.click("[data-key=options]")
    page.select_option("[data-option=clocks]", "4")
    until(page, lambda: view_of(visitor, table)["pace"] == {"asked": 4, "times": 4})
    page.reload()
    page.locator("[data-key=deal]").wait_for()
    until(page, lambda: view_of(visitor, table)["pace"] == {"asked": 4, "times": 4})
    assert visitor.wrong == []
    visitor.context.close()


def test_space_presses_the_button_that_the_keyboard_has_moved_to_and_deals_on_the_felt(
    browser: Browser, slow: str
) -> None:
    visitor = Visitor(browser, slow, "desktop")
    page, table = visitor.page, "texas-holdem-bonus-2"
    visitor.sit(table)
    page.click("button[data-area=ante]")
    page.keyboard.press("Tab")
    page.locator("[data-key=undo]").focus()
    page.keyboard.press("Space")
    expect(page.locator("[data-key=place]")).to_have_text("Place bet")
    assert not view_of(visitor, table)["playing"] and not page.locator("[data-key^=decide]").count()
    page.locator("button[data-area=ante]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-key=place]")).to_have_text("Place 5.00")
    page.keyboard.press("Space")
    page.locator("[data-key^=decide]").first.wait_for()
    decide(visitor, table, 1)
    assert visitor.wrong == []
    visitor.context.close()


def test_17_6_whoever_has_lost_everything_takes_fresh_money_and_plays_on(browser: Browser, slow: str) -> None:
    visitor = Visitor(browser, slow, "phone")
    page, table = visitor.page, "double-attack-blackjack-2"
    visitor.sit(table)
    page.click("[data-key='chip 500.00']")
    page.click("button[data-area=bet]")
    page.evaluate(GIVE_AWAY, [table, ["buy_in", "tip"]])
    page.click("[data-key=clear]")
    page.evaluate(GIVE_AWAY, [table, ["tip"]])
    page.locator("[data-key=top-up]").click()
    page.locator("#chips", has_text="500.00").wait_for()
    expect(page.locator("[data-key=top-up]")).to_have_count(0)
    assert ask(visitor, "/api/session")["balance"] == "500.00"
    assert visitor.wrong == []
    visitor.context.close()


GIVE_AWAY = """([table, what]) => new Promise((done) => {
  const socket = new WebSocket(`ws://${location.host}/ws`);
  socket.onmessage = ({ data }) => {
    const { type } = JSON.parse(data);
    if (type === "done" || type === "hello") {
      const next = what.shift();
      if (!next) return socket.close(), done();
      socket.send(JSON.stringify({ type: "do", table, command: { do: next, amount: "500.00" }, id: next }));
    }
  };
})"""
"""What a player can also do: buy chips and tip the dealer."""
