"""Bots that choose the same in every run of a test, as the cards are the same."""

from types import SimpleNamespace

import pytest

from pitboss.floor import bots
from tests.chance import chosen_alike, running_test


@pytest.fixture(autouse=True)
def bots_choose_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    if running_test():
        random = chosen_alike()
        monkeypatch.setattr(bots, "secrets", SimpleNamespace(choice=random.choice, randbelow=random.randrange))
