"""seen.js: a view of any family as places with wagers and hands."""

from typing import Any

import pytest

from tests.web.elements.bench import Bench

CARDS = {
    "playing": False,
    "seats": {"1": "ann", "3": "me"},
    "positions": {
        "3": {"player": "me", "wagers": {"ante": "5.00"}, "on_layout": {"ante": "5.00", "raise": "10.00"}},
        "4": {"player": "me", "wagers": {"ante": "7.00"}, "on_layout": {}},
    },
}
SHOE = {
    "playing": True,
    "seats": {"2": "me"},
    "positions": {
        "1": {
            "players": [
                {"player": "ann", "wagers": {"bet": "5.00"}, "beside": {}, "on_hands": [{"bet": "5.00"}]},
                {
                    "player": "me",
                    "wagers": {"bet": "5.00"},
                    "beside": {"side": "1.00"},
                    "on_hands": [{"bet": "5.00"}, {"bet": "5.00", "doubled": "5.00"}],
                },
            ]
        }
    },
}
DICE = {
    "seats": {"1": "me"},
    "wagers": [
        {"player": "me", "wager": "pass", "amount": "5.00"},
        {"player": "me", "wager": "odds", "amount": "10.00"},
        {"player": "me", "wager": "odds", "amount": "2.50"},
        {"player": "ann", "wager": "pass", "amount": "1.00"},
    ],
}


def ask(bench: Bench, what: str, *given: Any) -> Any:
    return bench.run("seen.js", f"(found, given) => found.{what}(...given)", [*given])


@pytest.mark.parametrize(("who", "seat"), [("me", 3), ("ann", 1), ("zoe", None)])
def test_a_seat_is_found_by_its_player(bench: Bench, who: str, seat: int | None) -> None:
    assert ask(bench, "mine", CARDS, who) == seat


def test_who_is_at_a_position_the_one_who_decides_first(bench: Bench) -> None:
    assert [ask(bench, "playersAt", CARDS, place) for place in (1, 2, 3, 4)] == [["ann"], [], ["me"], ["me"]]
    assert [ask(bench, "playersAt", SHOE, place) for place in (1, 2)] == [["ann", "me"], ["me"]]
    assert ask(bench, "playersAt", DICE, 1) == ["me"]


def test_where_somebody_is_seat_and_wagers_in_order(bench: Bench) -> None:
    assert ask(bench, "placesOf", CARDS, "me") == [3, 4]
    assert ask(bench, "placesOf", SHOE, "me") == [1, 2]
    assert ask(bench, "placesOf", SHOE, "ann") == [1]
    assert ask(bench, "placesOf", CARDS, "zoe") == []


def test_wagers_are_cents_by_area_as_one_player_has_them(bench: Bench) -> None:
    assert ask(bench, "wagers", CARDS, 3, "me") == {"ante": 500}
    assert ask(bench, "wagers", CARDS | {"playing": True}, 3, "me") == {"ante": 500, "raise": 1000}
    assert ask(bench, "wagers", CARDS, 3, "ann") == {}
    assert ask(bench, "wagers", CARDS, 2, "me") == {}
    assert ask(bench, "wagers", SHOE, 1, "me") == {"side": 100, "bet": 1000, "doubled": 500}
    assert ask(bench, "wagers", SHOE | {"playing": False}, 1, "me") == {"bet": 500}
    assert ask(bench, "wagers", DICE, 1, "me") == {"pass": 500, "odds": 1250}


def test_a_place_has_what_the_round_remembers_of_it(bench: Bench) -> None:
    found = bench.run(
        "seen.js",
        """({ place }, view) => {
          const results = [[3, "me"], [3, "ann"], [4, "me"]].map(([position, player]) => ({ position, player }));
          const round = { handsOf: (position) => [`hand of ${position}`], folded: { 3: true }, results };
          const asked = { ...view, next: { do: "decide", position: 3, hand: 2 } };
          return [3, 4].map((position) => place(asked, round, position, "me"));
        }""",
        CARDS,
    )
    assert found == [
        {
            "position": 3,
            "player": "me",
            "wagers": {"ante": 500},
            "hands": ["hand of 3"],
            "asked": 2,
            "folded": True,
            "results": [{"position": 3, "player": "me"}],
        },
        {
            "position": 4,
            "player": "me",
            "wagers": {"ante": 700},
            "hands": ["hand of 4"],
            "asked": None,
            "folded": False,
            "results": [{"position": 4, "player": "me"}],
        },
    ]


def test_what_results_did_to_chips(bench: Bench) -> None:
    came = [("lose", 500, 0), ("collected", 100, 0), ("win", 500, 750), ("push", 500, 0)]
    results = [{"outcome": outcome, "stake": stake, "pays": pays} for outcome, stake, pays in came]
    assert [ask(bench, "moved", each) for each in results] == [-500, -100, 750, 0]
    assert ask(bench, "net", results) == 150 and ask(bench, "net", []) == 0
