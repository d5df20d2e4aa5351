"""visitor.js: where the visitor is at a table, which place is looked at, and what the other places offer."""

import json
from typing import Any

import pytest

from tests.web.elements.bench import Bench

LAYOUT = {"family": "showdown", "positions": 6, "per_player": 2, "per_box": 1, "adjacent": True}
VIEW = {
    "seats": {},
    "positions": {},
    "choices": [],
    "open": True,
    "betting": True,
    "status": "betting",
    "chips": "0.00",
}
ASK = """({ Visitor }, { staged, results, waits, does, ...fields }) => {
  const visitor = new Visitor({ results }, { all: staged, some: true, last: { bets: staged } }, { all: waits });
  Object.assign(visitor, fields);
  return new Function("visitor", `return visitor.${does}`)(visitor);
}"""


def asked(bench: Bench, does: str, view: dict[str, Any], layout: dict[str, Any] | None = None, **fields: Any) -> Any:
    given = {"me": "ann", "plays": True, "picked": None, "staged": {}, "results": [], "waits": []} | fields
    return bench.run("visitor.js", ASK, {"view": VIEW | view, "layout": LAYOUT | (layout or {}), "does": does} | given)


def at(player: str, **wagers: str) -> dict[str, Any]:
    return {"player": player, "wagers": wagers, "on_layout": wagers}


SEATED = {"seats": {"3": "ann", "5": "bob"}, "chips": "90.00"}


def test_a_watcher_is_nowhere_and_sees_the_free_seats(bench: Bench) -> None:
    view = {"seats": {"1": "bob", "6": "cid"}}
    assert asked(bench, "own", view) is None and asked(bench, "active", view) is None
    assert asked(bench, "freeSeats", view) == [2, 3, 4, 5]
    assert asked(bench, "offeredAt(2)", view) == "sit" and asked(bench, "offeredAt(1)", view) is None
    assert asked(bench, "freeSeats", view | {"open": False}) == []
    assert asked(bench, "freeSeats", view, plays=False) == [], "the house watches"
    assert asked(bench, "freeSeats", SEATED) == [], "one seat is enough"


def test_16_d2_where_no_seat_is_free_a_bot_gives_up_its_own(bench: Bench) -> None:
    view = {"seats": {"1": "bob", "2": "cid", "3": "bot-simple-1-t1", "4": "dan", "5": "bot-random-2-t1", "6": "eve"}}
    assert asked(bench, "freeSeats", view) == [3, 5]
    assert asked(bench, "offeredAt(3)", view) is None, "the bot's cards lie there"
    assert asked(bench, "freeSeats", {"seats": {"3": "bot-simple-1-t1"}}) == [1, 2, 4, 5, 6]
    assert asked(bench, "freeSeats", {"seats": {str(each): f"p{each}" for each in range(1, 7)}}) == []


def test_what_lies_is_added_up_and_what_is_wanted_takes_its_place(bench: Bench) -> None:
    view = SEATED | {"positions": {"3": at("ann", ante="10.00", bonus="5.00"), "4": at("ann", ante="7.50")}}
    assert asked(bench, "lies(3)", view) == {"ante": 1000, "bonus": 500}
    assert asked(bench, "lieAll", view) == 2250
    assert asked(bench, "wanted", view, staged={"3": {"ante": 2500}}) == 3250
    assert asked(bench, "chips", view) == 9000


@pytest.mark.parametrize(
    ("changed", "may"),
    [
        ({}, True),
        ({"betting": False}, False),
        ({"status": "paused"}, False),
        ({"status": "stopped"}, False),
        ({"status": "closed"}, False),
        ({"chips": "0.00"}, False),
        ({"chips": "0.00", "positions": {"3": at("ann", ante="5.00")}}, True),
        ({"seats": {"5": "bob"}}, False),
    ],
)
def test_who_can_bet(bench: Bench, changed: dict[str, Any], may: bool) -> None:
    assert asked(bench, "canBet", SEATED | changed) is may


def test_nobody_bets_whose_win_waits_for_the_floor(bench: Bench) -> None:
    assert asked(bench, "canBet", SEATED, waits=[{"amount": "2000.00"}]) is False


def test_places_are_the_seat_the_wagers_the_chips_and_what_was_played(bench: Bench) -> None:
    view = SEATED | {"positions": {"4": at("ann", ante="5.00"), "5": at("bob", ante="5.00")}}
    assert asked(bench, "betPlaces", view, staged={"2": {"ante": 500}}) == [2, 3, 4]
    played = [{"player": "ann", "position": 6}, {"player": "bob", "position": 5}]
    assert asked(bench, "places", view, results=played) == [3, 4, 6]
    assert asked(bench, "came", view, results=[*played, played[0]]) == [6]
    assert asked(bench, "places", view, picked=2) == [2, 3, 4]
    assert asked(bench, "places", view | {"betting": False}, picked=2) == [3, 4]


def test_the_place_that_is_shown_large(bench: Bench) -> None:
    view = SEATED | {"positions": {"4": at("ann", ante="5.00")}}
    assert asked(bench, "active", view) == 3
    assert asked(bench, "active", view, picked=4) == 4
    assert asked(bench, "active", view | {"betting": False}, picked=6) == 3, "it is not the visitor's"
    asks = [{"do": "leave"}, {"do": "decide", "position": 4}]
    assert asked(bench, "active", view | {"choices": asks}, picked=3) == 4, "where something is asked"


@pytest.mark.parametrize(
    ("layout", "offered"),
    [
        ({}, {2: "bet", 4: "bet", 1: None, 5: None}),
        ({"adjacent": False}, {1: "bet", 2: "bet", 5: None}),
        ({"per_player": 1}, {2: None, 4: None}),
        ({"per_box": 2}, {5: "join"}),
    ],
)
def test_what_other_places_offer(bench: Bench, layout: dict[str, Any], offered: dict[int, str | None]) -> None:
    view = SEATED | {"positions": {"5": at("bob") | {"shared": True}}}
    for position, what in offered.items():
        assert asked(bench, f"offeredAt({position})", view, layout) == what
    assert asked(bench, "offeredAt(2)", view | {"betting": False}, layout) is None


def test_the_last_bet_goes_where_it_can_lie(bench: Bench) -> None:
    bets = {"3": {"ante": 500}, "4": {"ante": 700}}
    assert asked(bench, "lastBet", SEATED, staged=bets) == bets
    taken = {"seats": {"3": "ann", "4": "bob"}, "chips": "90.00"}
    assert asked(bench, "lastBet", taken, staged=bets) == {"3": {"ante": 500}}
    moved = {"seats": {"6": "ann"}, "chips": "90.00"}
    assert asked(bench, "lastBet", moved, staged=bets) == {"6": {"ante": 500}}, "from the seat that was changed"


def test_at_dice_all_wagers_of_a_player_lie_together(bench: Bench) -> None:
    lying = [{"player": "ann", "wager": "pass", "amount": "5.00"}, {"player": "bob", "wager": "pass", "amount": "9.00"}]
    assert asked(bench, "lieAll", SEATED | {"wagers": lying}, {"family": "dice"}) == 500


NEEDING = {
    "areas": [
        {"name": "raise", "when": "later", "times": 2, "of": "ante"},
        {"name": "ante", "needs": []},
        {"name": "bonus", "needs": ["ante"]},
    ]
}


def test_16_d3_a_side_wager_waits_for_the_wager_that_it_needs(bench: Bench) -> None:
    side, twice = NEEDING["areas"][2], [{"name": "a", "needs": ["b"]}, {"name": "b", "needs": ["a"]}]
    lacks = f"lacks(3, {json.dumps(side)})"
    assert asked(bench, lacks, SEATED, NEEDING) == ["ante"]
    assert asked(bench, lacks, SEATED, NEEDING, staged={"3": {"ante": 500}}) == []
    assert asked(bench, lacks, SEATED | {"positions": {"3": at("ann", ante="5.00")}}, NEEDING) == []
    assert asked(bench, f"lacks(3, {json.dumps(twice[0])})", SEATED, {"areas": twice}) == [], "either is the first"
    assert asked(bench, "lacking", SEATED, NEEDING, staged={"3": {"ante": 500, "bonus": 100}}) is None
    found = asked(bench, "lacking", SEATED, NEEDING, staged={"3": {"bonus": 100}})
    assert (found["position"], found["area"]["name"], found["needs"]) == (3, "bonus", ["ante"])


@pytest.mark.parametrize(
    ("staged", "found"),
    [
        ({"3": {"ante": 3000}}, None),
        ({"3": {"ante": 3100}}, {"left": 5900, "takes": 6200, "wager": "raise"}),
        ({"3": {"ante": 2000}, "4": {"ante": 2000}}, {"left": 5000, "takes": 8000, "wager": "raise"}),
        ({"3": {"ante": 9000}}, {"left": 0, "takes": 18000, "wager": "raise"}),
        ({"3": {"ante": 9900}}, None),
        ({}, None),
    ],
)
def test_16_d3_too_few_chips_to_play_on_are_noticed_before_the_deal(
    bench: Bench, staged: dict[str, Any], found: dict[str, Any] | None
) -> None:
    """Chips of 90.00; a bet of more than that is refused by the table anyway."""
    assert asked(bench, "shortfall", SEATED, NEEDING, staged=staged) == found
    assert asked(bench, "shortfall", SEATED, {"areas": []}, staged=staged) is None


def test_16_c12_the_place_of_a_decision_to_come_is_shown(bench: Bench) -> None:
    """The first that is not made yet; where all are, the one that is picked. In the turn nothing is early."""
    decisions: list[dict[str, Any]] = [{"position": place, "choices": [], "noted": None} for place in (3, 4)]
    view = SEATED | {"positions": {"3": at("ann", ante="10.00"), "4": at("ann", ante="10.00")}}
    noted = [each | {"noted": {"action": "fold"}} for each in decisions]
    for early, place in ((decisions, 3), ([noted[0], decisions[1]], 4), (noted, 3)):
        assert asked(bench, "active", view | {"early": {"left": 1, "decisions": early}}) == place
    assert asked(bench, "active", view | {"early": {"left": 1, "decisions": noted}}, picked=4) == 4
    now = {"choices": [{"do": "decide", "position": 4}], "early": {"left": 1, "decisions": decisions}}
    assert asked(bench, "early", view | now) is None and asked(bench, "active", view | now) == 4
    assert asked(bench, "early", view) is None, "an older server offers none"


LATER: dict[str, Any] = {
    "areas": [
        {"name": "flop", "when": "later", "times": 2, "most_times": 2, "of": "ante"},
        {"name": "turn", "when": "later", "most_times": 1, "of": "ante"},
        {"name": "ante", "most": "100.00"},
        {"name": "bonus", "exactly": "1.00"},
    ]
}


@pytest.mark.parametrize(
    ("staged", "found"),
    [
        ({"3": {"ante": 2200}}, None),
        ({"3": {"ante": 2300}}, {"left": 6700, "takes": 6900}),
        ({"3": {"ante": 1500}, "4": {"ante": 1000}}, {"left": 6500, "takes": 7500}),
        ({"3": {"ante": 9900}}, None),
        ({}, None),
    ],
)
def test_17_6_too_few_chips_for_every_later_wager_are_noticed(
    bench: Bench, staged: dict[str, Any], found: dict[str, Any] | None
) -> None:
    """Chips of 90.00; a bet of more than that is refused by the table anyway."""
    assert asked(bench, "tight", SEATED, LATER, staged=staged) == found


@pytest.mark.parametrize(
    ("staged", "lies", "found"),
    [
        ({"3": {"ante": 500, "bonus": 100}}, {}, {"3": {"ante": 1000, "bonus": 100}}),
        ({"3": {"ante": 3000}, "4": {"ante": 1000}}, {}, {"3": {"ante": 6000}, "4": {"ante": 2000}}),
        ({"3": {"ante": 4600}}, {}, None),
        ({"3": {"bonus": 100}}, {}, None),
        ({}, {"ante": "45.00"}, {"3": {"ante": 9000}}),
        ({}, {"ante": "60.00"}, {"3": {"ante": 10000}}),
        ({}, {"ante": "100.00"}, None),
    ],
)
def test_17_2_a_bet_is_doubled_within_limits_and_chips(
    bench: Bench, staged: dict[str, Any], lies: dict[str, str], found: dict[str, Any] | None
) -> None:
    view = SEATED | ({"positions": {"3": at("ann", **lies)}} if lies else {})
    got = asked(bench, "doubled", view, LATER, staged=staged)
    assert got == found


def test_17_2_the_last_bet_is_doubled_where_no_other_lies(bench: Bench) -> None:
    doubled = """({ Visitor }, [view, layout]) => {
      const last = { bets: { 3: { ante: 700 } } };
      const visitor = new Visitor({ results: [] }, { all: {}, some: false, last }, { all: [] });
      return Object.assign(visitor, { view, layout, me: "ann", plays: true }).doubled;
    }"""
    assert bench.run("visitor.js", doubled, [VIEW | SEATED, LAYOUT | LATER]) == {"3": {"ante": 1400}}


def test_17_2_the_bet_that_can_be_saved_is_that_of_the_own_seat(bench: Bench) -> None:
    assert asked(bench, "current", SEATED, LATER) is None
    assert asked(bench, "current", SEATED, LATER, staged={"3": {"ante": 500}}) == {"ante": 500}
    assert asked(bench, "current", SEATED, LATER, staged={"4": {"ante": 500}}) is None
    lying = SEATED | {"positions": {"3": at("ann", ante="7.00")}}
    assert asked(bench, "current", lying, LATER) == {"ante": 700}
    assert asked(bench, "current", {"seats": {}}, LATER) is None


def test_17_6_the_least_bet_is_that_of_a_wager_that_enters(bench: Bench) -> None:
    areas = [
        {"name": "raise", "when": "later", "least": "1.00"},
        {"name": "ante", "when": "before", "least": "10.00", "needs": []},
        {"name": "pairs", "when": "before", "least": "5.00"},
        {"name": "bonus", "when": "before", "least": "2.00", "needs": ["ante"]},
    ]
    assert asked(bench, "leastBet", SEATED, {"areas": areas}) == 500
    assert asked(bench, "leastBet", SEATED, {"areas": areas[:1]}) == 1
