"""Pictures of the pages, as a visitor sees them. `PITBOSS_PICTURES=1` puts them into docs/pictures, to be looked at."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.web.browser import SIZES, Visitor
from tests.web.test_playing import bet, play_on

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "pictures"
LEAST_INDEX = 16
"""Pixels: the height of a card's rank."""


@pytest.mark.parametrize("size", SIZES)
def test_pictures_of_a_round(browser: Browser, address: str, size: str, tmp_path: Path) -> None:
    folder = PICTURES if os.environ.get("PITBOSS_PICTURES") else tmp_path
    visitor = Visitor(browser, address, size)
    visitor.page.goto(address)
    visitor.page.wait_for_selector(".table-card")
    visitor.nothing_is_cut()
    visitor.page.screenshot(path=folder / f"lobby-{size}.png")
    visitor.sit("high-card-flush-3")
    bet(visitor, "ante")
    visitor.page.locator("[data-key^=decide]").first.wait_for()
    visitor.nothing_is_cut()
    heights = visitor.page.locator("#hands .index").evaluate_all(
        "all => all.map((each) => each.getScreenCTM().a * parseFloat(each.getAttribute('font-size')) * 0.7)"
    )
    assert len(heights) == 7 and min(heights) >= LEAST_INDEX
    visitor.page.screenshot(path=folder / f"decision-{size}.png")
    play_on(visitor)
    visitor.page.screenshot(path=folder / f"result-{size}.png")
    assert visitor.wrong == []
    visitor.context.close()
