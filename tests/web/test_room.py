"""Every card game has room for its bets at every size.

What the cards of a round need depends on the cards: `python -m drills.room` measures decisions and results.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.web.browser import Visitor, a_server
from tests.web.room import PLAN, sit_and_bet
from tests.web.test_playing import CARDS


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with a_server(tmp_path_factory.mktemp("room"), plan=PLAN) as found:
        yield found


@pytest.mark.parametrize("game", CARDS)
def test_17_bets_have_room_at_every_size(browser: Browser, address: str, game: str) -> None:
    visitor = Visitor(browser, address, "desktop")
    wrong = sit_and_bet(visitor, game)
    assert not wrong, "\n".join(wrong)
    assert visitor.wrong == []
    visitor.context.close()
