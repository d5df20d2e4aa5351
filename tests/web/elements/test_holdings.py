"""holdings.js: chips and wagers between two views, as the events move them."""

from typing import Any

import pytest

from tests.web.elements.bench import Bench

MOVE = """({ leave, arrive }, { view, event, areas }) => {
  const left = leave(view, event, "me");
  return [left, arrive(left, event, "me", areas)];
}"""
AREAS = [{"name": "ante"}, {"name": "raise"}]
SHOWDOWN = {"chips": "100.00", "positions": {"3": {"player": "me", "on_layout": {"ante": "10.00", "bonus": "5.00"}}}}
BOX = {"player": "me", "beside": {"side": "5.00"}, "on_hands": [{"bet": "10.00"}, {"bet": "10.00"}]}
SHOE = {"chips": "100.00", "positions": {"3": {"players": [BOX]}}}
DICE = {"chips": "100.00", "puck": 6, "wagers": [{"id": "1", "amount": "5.00"}, {"id": "2", "amount": "9.00"}]}


def move(bench: Bench, view: dict[str, Any], **event: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """The view when an event begins to move things, and when they have landed."""
    left, landed = bench.run("holdings.js", MOVE, {"view": view, "event": event, "areas": AREAS})
    return left, landed


def lies(view: dict[str, Any]) -> Any:
    return view["positions"]["3"]["on_layout"]


def test_a_raise_leaves_the_balance_and_lands_on_its_area(bench: Bench) -> None:
    decided = {"event": "decided", "player": "me", "position": 3, "action": "raise", "amount": "10.00"}
    left, landed = move(bench, SHOWDOWN, **decided)
    assert (left["chips"], lies(left)) == ("90.00", {"ante": "10.00", "bonus": "5.00"})
    assert (landed["chips"], lies(landed)) == ("90.00", {"ante": "10.00", "bonus": "5.00", "raise": "10.00"})


def test_the_chips_of_others_are_theirs(bench: Bench) -> None:
    left, landed = move(bench, SHOWDOWN, event="decided", player="bob", position=3, action="raise", amount="10.00")
    assert left["chips"] == landed["chips"] == "100.00"
    paid = {"wager": "ante", "stake": "10.00", "pays": "10.00"}
    _, landed = move(bench, SHOWDOWN, event="wagers_paid", player="bob", position=3, rows=[paid])
    assert landed["chips"] == "100.00"


def test_a_lost_wager_is_gone_at_once_and_nothing_comes_back(bench: Bench) -> None:
    taken = {"event": "wagers_taken", "player": "me", "position": 3, "stakes": {"ante": "10.00"}}
    left, landed = move(bench, SHOWDOWN, **taken)
    assert lies(left) == lies(landed) == {"bonus": "5.00"} and landed["chips"] == "100.00"


def test_a_payment_counts_with_its_stake_when_it_has_landed(bench: Bench) -> None:
    rows = [{"wager": "ante", "stake": "10.00", "pays": "15.00"}, {"wager": "bonus", "stake": "5.00", "pays": "0.00"}]
    left, landed = move(bench, SHOWDOWN, event="wagers_paid", player="me", position=3, rows=rows)
    assert (left["chips"], lies(left)) == ("100.00", lies(SHOWDOWN))
    assert (landed["chips"], lies(landed)) == ("130.00", {})


def test_a_progressive_wager_is_collected_and_its_award_is_paid(bench: Bench) -> None:
    with_it = {
        "chips": "9.00",
        "positions": {"3": {"player": "me", "on_layout": {"ante": "5.00", "progressive": "1.00"}}},
    }
    left, _ = move(bench, with_it, event="progressive_collected", stakes={"3": "1.00"})
    assert lies(left) == {"ante": "5.00"}
    _, landed = move(bench, with_it, event="progressive_paid", player="me", position=3, amount="250.00")
    assert landed["chips"] == "259.00"


def test_a_box_with_several_hands_loses_one_wager_after_the_other(bench: Bench) -> None:
    _, landed = move(bench, SHOE, event="hand_taken", player="me", position=3, hand=1, stakes={"bet": "10.00"})
    assert landed["positions"]["3"]["players"][0]["on_hands"] == [{}, {"bet": "10.00"}]
    _, landed = move(bench, SHOE, event="hand_taken", player="me", position=3, hand=0, stakes={"side": "5.00"})
    assert landed["positions"]["3"]["players"][0]["beside"] == {}


@pytest.mark.parametrize(("action", "wager"), [("double", "doubled"), ("redouble", "doubled"), ("split", "ante")])
def test_a_decision_adds_to_its_wager(bench: Bench, action: str, wager: str) -> None:
    event = {"event": "hand_decided", "player": "me", "position": 3, "hand": 1, "action": action, "amount": "10.00"}
    _, landed = move(bench, SHOE, **event)
    assert landed["positions"]["3"]["players"][0]["beside"] == {"side": "5.00", wager: "10.00"}


def test_on_a_layout_of_dice_wagers_have_numbers(bench: Bench) -> None:
    left, _ = move(
        bench,
        DICE,
        event="losers_taken",
        player="me",
        position=3,
        rows=[{"id": "1", "wager": "field", "stake": "5.00"}],
    )
    assert [each["id"] for each in left["wagers"]] == ["2"]
    _, landed = move(bench, DICE, event="come_moved", player="me", position=3, wagers=["2"], point=5)
    assert [each.get("point") for each in landed["wagers"]] == [None, 5]
    assert move(bench, DICE, event="puck_moved", point=0)[1]["puck"] is None
    assert move(bench, DICE, event="puck_moved", point=8)[1]["puck"] == 8


def test_when_bets_are_closed_the_round_is_played(bench: Bench) -> None:
    left, _ = move(bench, SHOWDOWN | {"betting": True, "playing": False}, event="bets_closed")
    assert (left["betting"], left["playing"]) == (False, True)


def test_while_events_are_shown_nothing_can_be_done_and_no_clock_runs(bench: Bench) -> None:
    view = SHOWDOWN | {"choices": [{"do": "bet"}], "clock": {"for": "betting", "left": 1}, "early": {"left": 1}}
    found = bench.run("holdings.js", "({ waiting }, view) => waiting(view)", view)
    assert (found["choices"], found["clock"], found["early"], found["chips"]) == ([], None, None, "100.00")
