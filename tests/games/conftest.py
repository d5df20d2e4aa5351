"""The text of High Card Flush that a test runs under: both, one after the other."""

import pytest

from tests.games.high_card_flush import MA, NJ, Text


@pytest.fixture(params=[NJ, MA], ids=["nj", "ma"])
def hcf(request: pytest.FixtureRequest) -> Text:
    text: Text = request.param
    return text
