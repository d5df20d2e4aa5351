"""Six people at one table: whoever looks, from whichever seat, sees everybody's cards and wagers in their places."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.web.browser import GAMES, PATIENT, Visitor, a_server, a_table
from tests.web.test_playing import MOST_DECISIONS, ask

SEATS = 6
SHOWDOWNS = [game for game, wager in GAMES.items() if wager == "ante"]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Dealt when all have bet, and not before."""
    plan = "".join(a_table(game, 1, betting=PATIENT) for game in SHOWDOWNS)
    with a_server(tmp_path_factory.mktemp("full"), plan=plan) as found:
        yield found


@pytest.mark.parametrize("game", SHOWDOWNS)
def test_every_seat_of_a_full_table_lies_in_its_place(browser: Browser, address: str, game: str) -> None:
    people = [Visitor(browser, address, "desktop") for _ in range(SEATS)]
    for each in people:
        each.sit(f"{game}-1")
        each.page.locator("button[data-area]").first.wait_for()
        for area in each.page.locator("button[data-area]").all():
            area.click()
    for each in people:
        each.nothing_is_cut()
    for each in people:
        each.page.evaluate("document.querySelector('[data-key=place]')?.click()")
    people[0].page.locator("#hands playing-card").first.wait_for()
    assert len(ask(people[0], f"/api/tables/{game}-1")["view"]["positions"]) == SEATS
    for each in people:
        each.nothing_is_cut()
    everyone_decides(people)
    for each in people:
        each.nothing_is_cut()
        assert each.wrong == []
        each.context.close()


def everyone_decides(people: list[Visitor]) -> None:
    """Each takes the first choice offered, until the round is over."""
    for _ in range(MOST_DECISIONS):
        if people[0].page.locator("#results li").count():
            return
        for each in people:
            each.page.evaluate("document.querySelector('#choices [data-key^=decide]')?.click()")
        people[0].page.wait_for_timeout(100)
    raise AssertionError("the round does not end")
