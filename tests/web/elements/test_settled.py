"""settled.js: chips go from a lost wager to the dealer, and from the dealer to one that won."""

from typing import Any

import pytest

from tests.web.elements.bench import Bench

MOVE = """({ chipsMove }, event) => {
  const box = (id, left) => {
    const made = Object.assign(document.createElement("div"), { id });
    made.style.cssText = `position: absolute; left: ${left}px; top: 100px; width: 20px; height: 20px`;
    return document.body.appendChild(made);
  };
  const dealer = document.querySelector("#dealer") ?? box("dealer", 400);
  const spot = document.querySelector("#spot") ?? box("spot", 100);
  chipsMove(event, dealer, (of, wager) => { told.push([of.position, wager]); return spot; });
  return [...document.querySelectorAll(".sliding")].map((each) => parseFloat(each.style.left));
}"""
LEFT_OF = {"dealer": 410.0, "spot": 110.0}


@pytest.fixture
def moving(bench: Bench) -> Bench:
    """For whoever wants to see motion."""
    bench.page.emulate_media(reduced_motion="no-preference")
    return bench


def moved(bench: Bench, event: dict[str, Any]) -> list[float]:
    found: list[float] = bench.run("settled.js", MOVE, event)
    bench.page.evaluate("document.querySelectorAll('.sliding').forEach((each) => each.remove())")
    return found


def test_lost_wagers_go_to_the_dealer(moving: Bench) -> None:
    for event in ("wagers_taken", "forfeits_taken", "hand_taken", "losers_taken"):
        stakes = {"ante": "5.00", "raise": "10.00"}
        assert moved(moving, {"event": event, "position": 2, "stakes": stakes}) == [LEFT_OF["spot"]] * 2
        assert moving.told() == [[2, "ante"], [2, "raise"]]


def test_what_is_won_comes_from_the_dealer_and_a_push_moves_nothing(moving: Bench) -> None:
    rows = [{"wager": "ante", "stake": "5.00", "pays": "5.00"}, {"wager": "raise", "stake": "5.00", "pays": "0.00"}]
    for event in ("wagers_paid", "hand_paid", "winners_paid"):
        assert moved(moving, {"event": event, "position": 2, "rows": rows}) == [LEFT_OF["dealer"]]
        assert moving.told() == [[2, "ante"], [2, "raise"]]


def test_other_events_move_no_chips(moving: Bench) -> None:
    assert moved(moving, {"event": "bet_placed", "position": 2, "stakes": {"ante": "5.00"}}) == []
    assert moving.told() == []


def test_nothing_travels_where_no_motion_is_wanted(bench: Bench) -> None:
    assert moved(bench, {"event": "wagers_taken", "position": 2, "stakes": {"ante": "5.00"}}) == []


def test_a_win_is_known_by_its_event_and_player(bench: Bench) -> None:
    ask = "({ wonBy }, [event, player]) => wonBy({ event, player }, 'ann')"
    for event in ("wagers_paid", "hand_paid", "winners_paid", "progressive_paid"):
        assert bench.run("settled.js", ask, [event, "ann"]) is True
        assert bench.run("settled.js", ask, [event, "bob"]) is False
    assert bench.run("settled.js", ask, ["wagers_taken", "ann"]) is False
