"""Pictures of the pages, as a visitor sees them. `PITBOSS_PICTURES=1` puts them into docs/pictures, to be looked at."""

import pytest
from playwright.sync_api import Browser

from tests.web.browser import SIZES, Visitor
from tests.web.pictures import picture
from tests.web.test_playing import bet, play_on

LEAST_INDEX = 16
"""Pixels: the height of a card's rank."""

INDEX_HEIGHTS = """all => all.map((card) => Math.max(...[...card.querySelectorAll(".index")]
  .filter((each) => each.checkVisibility({ visibilityProperty: true }))
  .map((each) => Math.abs(each.getScreenCTM().a) * parseFloat(each.getAttribute("font-size")) * 0.7)))"""
"""The height of the index of each card as it is drawn: a large card has two of them."""


@pytest.mark.parametrize("size", SIZES)
def test_pictures_of_a_round(browser: Browser, address: str, size: str) -> None:
    visitor = Visitor(browser, address, size)
    visitor.page.goto(address)
    visitor.page.wait_for_selector(".table-card")
    visitor.nothing_is_cut()
    picture(visitor, "lobby")
    visitor.sit("high-card-flush-3")
    bet(visitor, "ante")
    visitor.page.locator("[data-key^=decide]").first.wait_for()
    visitor.nothing_is_cut()
    heights = visitor.page.locator("#hands playing-card").evaluate_all(INDEX_HEIGHTS)
    assert len(heights) == 7 and min(heights) >= LEAST_INDEX
    picture(visitor, "decision")
    play_on(visitor)
    bar = visitor.page.locator("#bar").bounding_box()
    assert bar
    for ring in visitor.page.locator("button[data-area] .ring").all():
        box = ring.bounding_box()
        assert box and box["y"] + box["height"] <= bar["y"], "the next bet is made without scrolling"
    picture(visitor, "result")
    assert visitor.wrong == []
    visitor.context.close()
