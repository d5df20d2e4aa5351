"""Nothing on the pages beside the tables keeps anybody out: axe looks at each of them, on a desktop and a phone."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.web.browser import SIZES
from tests.web.house import a_staffed_server, signed_in

PLACES = {
    "/sign-in": "[data-key=sign-out]",
    "/pit#tables/high-card-flush-3": ".links a",
    "/pit#open": "[data-key=open]",
    "/pit#meters": "#shown h2",
    "/pit#requests": "[data-key=change]",
    "/pit#events": "#shown td",
    "/pit#books": "#shown td",
    "/school": "[data-key=lesson]",
}
"""A page, and what is there when it is drawn."""


@pytest.fixture(scope="module")
def staffed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("barriers")
    with a_staffed_server(folder) as found:
        yield found


@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing_serious(browser: Browser, staffed: str, size: str) -> None:
    boss = signed_in(browser, staffed, "sue", size=size)
    for path, there in PLACES.items():
        boss.page.goto("about:blank")
        boss.page.goto(f"{staffed}{path}")
        boss.page.locator(there).first.wait_for()
        boss.nothing_keeps_people_out()
    boss.page.locator("form", has=boss.page.locator("[data-key=lesson]")).locator("[data-key=lesson]").click()
    boss.page.locator("[data-key^='do ']").first.wait_for()
    boss.nothing_keeps_people_out()
    boss.page.goto(f"{staffed}/rounds/high-card-flush-3/1")
    boss.page.locator("#steps button").first.wait_for()
    boss.nothing_keeps_people_out()
    boss.context.close()
