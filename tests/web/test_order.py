"""The page tells a round in the order of its events: nothing is known before its card or chip has landed.

Every change of the page is written down with what was moving at that moment, so no clock decides whether a test passes.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browser import GAMES, PATIENT, Visitor, a_server, a_table
from tests.web.changes import FACTS, seen, watch

CARD_GAMES = [game for game in GAMES if game != "craps"]
AT_ONCE = "".join(a_table(game, 1, betting=300, all_have_bet=100) for game in GAMES)
BOTS = a_table("three-card-poker", 2, bots='"simple", "simple"', betting=PATIENT, all_have_bet=100)
MANY_DECISIONS = 40
KEPT = ("puck", "rolls")
"""What a roll changes only when the dice have landed."""
RUN = """() => new Promise((done) => {
  const look = () => {
    if (document.querySelector("#moment .reason") && !document.querySelector("[data-presenting]")) return done(true);
    const [first] = document.querySelectorAll("#choices [data-key^=decide]");
    if (first) first.click();
    setTimeout(look, 20);
  };
  look();
})"""
"""Take the first choice whenever there is one, until the result stands."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("order")
    with a_server(folder, plan=AT_ONCE + BOTS) as found:
        yield found


def round_of(visitor: Visitor, table: str, game: str, sides: bool = True) -> list[dict[str, Any]]:
    """Play one round by clicks, and return every change of the page."""
    page = visitor.page
    visitor.sit(table)
    areas = page.locator("#spots button[data-area]").evaluate_all("all => all.map((each) => each.dataset.area)")
    watch(page)
    for area in [GAMES[game], *(each for each in areas if sides and each != GAMES[game])]:
        page.click(f"#spots button[data-area={area}]")
    page.click("[data-key=place]")
    page.evaluate(RUN)
    changes = seen(page)
    assert visitor.wrong == []
    return changes


def first(changes: list[dict[str, Any]], fact: str, text: str) -> int:
    """The number of the first change after which a fact holds this text."""
    return next(at for at, change in enumerate(changes) if text in change["now"][fact])


def check_nothing_is_early(changes: list[dict[str, Any]]) -> None:
    """While a card or a chip moves, nothing that depends on it appears; chips of a wager leave the balance."""
    for change in (each for each in changes if each["moving"]):
        for fact in (each for each in change["changed"] if each in FACTS):
            before, now = change["before"][fact], change["now"][fact]
            if fact == "chips":
                assert float(now.replace(",", "")) < float(before.replace(",", "")), change
            elif fact == "names":
                new = {*now.split(" | ")} - {*before.split(" | ")} - {"", "Dealer", "Board"}
                assert not new, change
            else:
                assert now == "", change


@pytest.mark.parametrize("game", CARD_GAMES)
def test_17_1_a_round_is_told_in_the_order_of_its_events(browser: Browser, address: str, game: str) -> None:
    visitor = Visitor(browser, address, "desktop", reduced_motion=False)
    changes = round_of(visitor, f"{game}-1", game)
    check_nothing_is_early(changes)
    hidden = next((at for at, change in enumerate(changes) if "??" in change["now"]["dealer"]), 0)
    turned = next(at for at, change in enumerate(changes) if at > hidden and "??" not in change["now"]["dealer"])
    tag = max(at for at, change in enumerate(changes) if "tags" in change["changed"])
    net = next(at for at, change in enumerate(changes) if change["now"]["moment"])
    reason = next(at for at, change in enumerate(changes) if " | " in change["now"]["moment"])
    bets = first(changes[reason:], "choices", "rebet") + reason
    assert hidden < turned < tag <= net < reason <= bets, "cards, wagers, net, reason, then the next bets"
    paid = [at for at, change in enumerate(changes) if "chips" in change["changed"] and at > turned]
    assert all(turned < at <= tag for at in paid), "the balance counts with the wagers that land"
    visitor.context.close()


def test_17_1_dice_are_told_in_the_order_of_their_events(browser: Browser, address: str) -> None:
    visitor = Visitor(browser, address, "desktop", reduced_motion=False)
    page = visitor.page
    visitor.sit("craps-1")
    page.click("[data-key=take_dice]")
    page.locator("[data-area=field]:not([disabled])").wait_for()
    watch(page)
    page.click("[data-area=pass]")
    page.click("[data-area=field]")
    page.locator("#moment .reason").wait_for()
    changes = seen(page)
    check_nothing_is_early(changes)
    called = next(at for at, change in enumerate(changes) if change["now"]["dice"].startswith("The dice show"))
    net = next(at for at, change in enumerate(changes) if change["now"]["moment"])
    assert called < net
    assert not any(change["now"]["moment"] or change["now"]["tags"] for change in changes[:called])
    rolling = [change for change in changes if change["now"]["dice"] == "The dice are rolling"]
    assert rolling and all(change["now"][fact] == change["before"][fact] for change in rolling for fact in KEPT)
    thrown = max(at for at, change in enumerate(changes[:net]) if change in rolling)
    assert not any("rolls" in change["changed"] for change in changes[thrown:net]), "it is told before it is listed"
    assert visitor.wrong == []
    visitor.context.close()


def test_17_1_reduced_motion_keeps_the_order_without_travel(browser: Browser, address: str) -> None:
    visitor = Visitor(browser, address, "phone")
    changes = round_of(visitor, "four-card-poker-1", "four-card-poker")
    turned = next(at for at, each in enumerate(changes) if each["now"]["dealer"] and "??" not in each["now"]["dealer"])
    tag = next(at for at, change in enumerate(changes) if change["now"]["tags"])
    net = next(at for at, change in enumerate(changes) if change["now"]["moment"])
    assert turned < tag < net
    assert visitor.page.locator(".sliding").count() == 0
    visitor.context.close()


def test_17_1_a_click_or_space_skips_ahead(browser: Browser, address: str) -> None:
    """At slow speed a deal takes seconds; after a key everything that has come is there."""
    visitor = Visitor(browser, address, "desktop", reduced_motion=False)
    page = visitor.page
    page.add_init_script("localStorage.setItem('pitboss speed', 'slow')")
    visitor.sit("high-card-flush-1")
    page.click("#spots button[data-area=ante]")
    page.click("[data-key=place]")
    page.locator("#felt[data-presenting] #hands playing-card").first.wait_for()
    assert page.locator("#choices [data-key^=decide]").count() == 0
    page.keyboard.press("Space")
    page.locator("#choices [data-key^=decide]").first.wait_for()
    running = "document.getAnimations().filter((each) => each.effect.target?.matches?.('playing-card')).length"
    assert page.evaluate(running) == 0
    visitor.context.close()


def test_17_1_a_reload_shows_the_present_at_once(browser: Browser, address: str) -> None:
    visitor = Visitor(browser, address, "desktop", reduced_motion=False)
    page = visitor.page
    visitor.sit("what-the-flush-1")
    page.click("#spots button[data-area=ante]")
    page.click("[data-key=place]")
    page.locator("#choices [data-key^=decide]").first.wait_for()
    codes = page.locator("#hands playing-card").evaluate_all("all => all.map((each) => each.getAttribute('code'))")
    page.add_init_script("Element.prototype.animate = () => { throw new Error('nothing travels'); }")
    page.reload()
    page.locator("#choices [data-key^=decide]").first.wait_for()
    expect(page.locator("#hands playing-card")).to_have_count(len(codes))
    assert visitor.wrong == []
    visitor.context.close()


def test_17_3_the_result_clears_at_the_first_new_chip(browser: Browser, address: str) -> None:
    visitor = Visitor(browser, address, "desktop")
    page = visitor.page
    round_of(visitor, "three-card-poker-1", "three-card-poker")
    expect(page.locator("#dealer playing-card")).to_have_count(3)
    expect(page.locator("#results .sum")).to_have_count(1)
    page.click("#spots button[data-area=ante]")
    for gone in ("#moment .net", "#moment .reason", "#spots .tag", "#results .sum", "#dealer playing-card"):
        expect(page.locator(gone)).to_have_count(0)
    expect(page.locator("#moment .house")).to_have_count(1)
    visitor.context.close()


def test_17_1_a_round_with_others_is_told_in_order(browser: Browser, address: str) -> None:
    visitor = Visitor(browser, address, "desktop", reduced_motion=False)
    changes = round_of(visitor, "three-card-poker-2", "three-card-poker", sides=False)
    for change in (each for each in changes if each["cards"]):
        assert not {"moment", "results", "tags"} & {*change["changed"]}, change
    visitor.context.close()
