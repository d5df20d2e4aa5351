"""Issue item A4: every form of `count_stub` that a table accepts is also accepted by `table replay`."""

from typing import Any

import pytest

from pitboss.drill.showdown.tables import places
from pitboss.games import showdown_names
from pitboss.table.showdown import events as e
from tests.support import checks
from tests.table.files import check_file
from tests.table.floor import Floor

PLACES = [place for name in showdown_names() for place in places(name)]


def at_the_stub(game: str, jurisdiction: str, dealing: str) -> Floor:
    """A table with two hands at which the stub is racked next."""
    floor = Floor(game, jurisdiction=jurisdiction, dealing=dealing, shuffler="device")
    floor.sit("p1", 1)
    floor.sit("p2", 2)
    floor.get_ready()
    floor.bet("p1", 1, ante="10.00")
    floor.bet("p2", 2, ante="10.00")
    while floor.next != "rack_stub":
        if floor.next == "decide":
            decision = floor.house.game.decisions[floor.task.decision]
            amount = f"{10 * decision.least}.00"
            floor.decide(floor.task.position, decision.name, amount)
        else:
            floor.once()
    return floor


FORMS: dict[str, Any] = {
    "not said": lambda stub, state: {},
    "right": lambda stub, state: {"counted": stub},
    "card missing": lambda stub, state: {"counted": stub - 1},
    "card too many": lambda stub, state: {"counted": stub + 1},
    "misdealt to the dealer": lambda stub, state: {
        "counted": stub - 1,
        "whose": "dealer",
        "cards": len(state.dealer) + 1,
    },
    "dealer short": lambda stub, state: {"counted": stub + 1, "whose": "dealer", "cards": len(state.dealer) - 1},
    "misdealt to a player": lambda stub, state: {
        "counted": stub - 1,
        "position": 2,
        "cards": len(state.hands[2]) + 1,
    },
    "player short": lambda stub, state: {"counted": stub + 1, "position": 1, "cards": len(state.hands[1]) - 1},
    "dealer's hand counted, deck not whole": lambda stub, state: {
        "counted": stub - 2,
        "whose": "dealer",
        "cards": len(state.dealer) + 1,
    },
    "a player's hand counted, deck not whole": lambda stub, state: {
        "counted": stub - 2,
        "position": 1,
        "cards": len(state.hands[1]) + 1,
    },
}


@checks("NJ TCP 19:47-20.7(e)2", "NJ FCP 19:47-27.7(e)2", "NJ HCF 13:69F-38.7(f)2", "NJ WTF 13:69F-38.7(f)2")
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("game", "jurisdiction", "dealing"), PLACES)
def test_a4_a_counted_stub_is_played_back(game: str, jurisdiction: str, dealing: str, form: str) -> None:
    floor = at_the_stub(game, jurisdiction, dealing)
    fields = FORMS[form](len(floor.state.stock), floor.state)
    who = "dealer-9" if "counted" in form else ""
    events = floor.do("count_stub", who=who, **fields)
    assert isinstance(events[0], e.StubRacked if form in ("not said", "right") else e.IrregularityCalled)
    check_file(floor)
