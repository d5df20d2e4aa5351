"""(16.D3) What a page says and offers before the deal: side wagers, too few chips, wild cards, and no old results."""

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browser import Visitor
from tests.web.pictures import look
from tests.web.test_playing import bet, play_on

SIZES = ("desktop", "phone")


@pytest.mark.parametrize("size", SIZES)
def test_a_side_wager_is_taken_after_the_ante_only(browser: Browser, address: str, size: str) -> None:
    visitor = Visitor(browser, address, size)
    page = visitor.page
    visitor.sit(f"high-card-flush-{1 + (size == 'phone')}")
    side = page.locator("button[data-area=flush_bonus]")
    side.click(force=True)  # it is marked as not available yet, and says why
    expect(page.locator("#refused")).to_contain_text("Put a chip on the ante too: the flush bonus is not taken alone.")
    expect(page.locator("[data-key=place]")).to_be_disabled()
    look(visitor, f"side-{size}")
    visitor.nothing_is_cut()
    page.locator("button[data-area=ante]").click()
    side.click()
    expect(page.locator("#refused")).to_have_text("")
    expect(page.locator("[data-key=place]")).to_have_text("Place 10.00")
    page.locator("[data-key=leave]").click()
    visitor.context.close()


@pytest.mark.parametrize("size", SIZES)
def test_everything_on_the_ante_is_warned_of(browser: Browser, address: str, size: str) -> None:
    visitor = Visitor(browser, address, size)
    page = visitor.page
    visitor.sit(f"texas-holdem-bonus-{1 + (size == 'phone')}")
    page.locator("#tray .pick", has_text="100").first.click()
    for _ in range(2):
        page.locator("button[data-area=ante]").click()
    said = page.locator("#hands")
    expect(said).to_contain_text("the flop takes 400.00, and you will have 300.00. Otherwise you can only fold.")
    look(visitor, f"warned-{size}")
    visitor.nothing_is_cut()
    page.locator("[data-key=undo]").click()
    expect(said).to_have_text("Press Deal to bet 100.00 and play.")
    page.locator("[data-key=leave]").click()
    visitor.context.close()


@pytest.mark.parametrize("size", SIZES)
def test_deuces_are_said_to_be_wild(browser: Browser, address: str, size: str) -> None:
    visitor = Visitor(browser, address, size)
    page = visitor.page
    visitor.sit(f"what-the-flush-{1 + (size == 'phone')}")
    expect(page.locator("#posted .flat b" if size == "phone" else "#posted .ruling")).to_have_text("Deuces are wild")
    expect(page.locator("#posted .flat b" if size == "phone" else "#posted .arcs")).to_be_visible()
    look(visitor, f"wild-{size}")
    page.locator("[data-key=rules]").click()
    expect(page.locator("#panel")).to_contain_text("up to 6 positions. Deuces are wild.")
    page.goto(f"{address}/rules/what-the-flush")
    expect(page.locator("main")).to_contain_text("Deuces are wild.")
    page.goto(f"{address}/lab/hand?game=what-the-flush")
    expect(page.locator(".wild")).to_have_text("Deuces are wild.")
    look(visitor, f"wild-hand-{size}")
    visitor.context.close()


@pytest.mark.parametrize("size", SIZES)
def test_a_rebet_lies_free_of_old_results(browser: Browser, address: str, size: str) -> None:
    """And every result has its reason."""
    visitor = Visitor(browser, address, size)
    page = visitor.page
    visitor.sit(f"three-card-poker-{1 + (size == 'phone')}")
    bet(visitor, "ante")
    play_on(visitor)
    page.locator("#spots .tag").first.wait_for()
    look(visitor, f"results-{size}")
    for sentence in page.locator("#spots .tag .why").all_text_contents():
        assert ": " in sentence, sentence
    page.locator("[data-key=rebet]").click()
    page.locator("#spots .spot.lies").first.wait_for()
    assert page.locator("#spots .tag").count() == 0
    look(visitor, f"rebet-{size}")
    play_on(visitor)
    assert visitor.wrong == []
    visitor.context.close()
