"""Three Card Poker, clause by clause."""

from typing import Any

import pytest

from tests.support import checks, clauses, net, refusal, rows


def a_round(cards: str, dealer: str, wagers: dict[str, str], *actions: Any, **options: Any) -> dict[str, Any]:
    """One player at position 1."""
    return {
        "game": "three-card-poker",
        "options": options,
        "dealer": dealer,
        "positions": [{"position": 1, "cards": cards, "wagers": wagers, "actions": list(actions)}],
    }


PLAY = {"play": "10.00"}
ANTE = {"ante": "10.00"}


@checks("NJ TCP 19:47-20.11(a)1")
@pytest.mark.parametrize(
    ("dealer", "ante", "play"),
    [
        ("Jc Td 8s", ("win", "10.00"), ("push", "0.00")),  # jack high: just below
        ("Qc 3d 2s", ("lose", "0.00"), ("lose", "0.00")),  # the lowest queen high: at
        ("Kc 3d 2s", ("lose", "0.00"), ("lose", "0.00")),  # just above
    ],
)
def test_20_11_a_1_dealer_needs_queen_high(dealer: str, ante: tuple[str, str], play: tuple[str, str]) -> None:
    settled = rows(a_round("9h 5s 4c", dealer, ANTE, PLAY))
    assert settled == {"ante": ante, "play": play}


@checks("NJ TCP 19:47-20.10(b)")
def test_20_10_b_a_fold_loses_ante_and_pair_plus() -> None:
    folded = a_round("9h 9s 4c", "Qc 3d 2s", {"ante": "10.00", "pair_plus": "5.00"}, "fold")
    assert rows(folded) == {"ante": ("lose", "0.00"), "pair_plus": ("lose", "0.00")}
    assert clauses(folded)["pair_plus"] == "NJ TCP 19:47-20.10(b)"
    assert net(folded) == "-15.00"


@checks("NJ TCP 19:47-20.6(a)1", "NJ TCP 19:47-20.1 Play wager")
@pytest.mark.parametrize("amount", ["9.99", "10.01", "20.00"])
def test_20_6_a_1_play_equals_the_ante(amount: str) -> None:
    refused = refusal(a_round("9h 9s 4c", "Qc 3d 2s", ANTE, {"play": amount}))
    assert refused.clause == "NJ TCP 19:47-20.6(a)1"
    assert refused.position == 1
