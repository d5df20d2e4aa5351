"""Issue 15, safety net 5: an event is secret unless it declares itself public."""

import pytest

from pitboss.store.batch import PUBLIC, Line, line_of
from pitboss.table.commands import ROLES
from pitboss.table.events import Event, PublicEvent
from pitboss.table.evolve import new_state
from pitboss.table.families import house_of
from pitboss.table.files import KINDS
from pitboss.table.views import seen
from tests.web.browser import GAMES

SECRET = {"shuffled", "deck_received", "cards_dealt"}
"""To add an event, make it a `PublicEvent`, or list it here and in `seen` of its family."""


class Undeclared(Event, frozen=True, tag="undeclared"):
    """Written by somebody who thought of nothing."""

    card: str


class Declared(PublicEvent, frozen=True, tag="declared"):
    card: str


def test_these_events_are_secret_and_no_others() -> None:
    assert {kind for kind, event in KINDS.items() if not event.public} == SECRET
    assert KINDS.keys() - SECRET == PUBLIC


def test_an_event_that_declares_nothing_is_sealed() -> None:
    assert line_of(Undeclared("Ah"), 1).secret
    assert Line("of another program", b"{}", (), 1).secret
    assert not Line("bought_in", b"{}", (), 1).secret


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("game", GAMES)
def test_an_event_that_declares_nothing_is_seen_by_nobody(game: str, role: str) -> None:
    house = house_of({"game": game})
    state = new_state(house)
    assert seen(house, state, Undeclared("Ah"), role, "ann") == {"event": "undeclared"}
    assert seen(house, state, Declared("Ah"), role, "ann") == {"event": "declared", "card": "Ah"}
