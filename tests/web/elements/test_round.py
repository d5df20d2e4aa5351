"""round.js: what is remembered of a round, so that its end can be read after all is paid and collected."""

from typing import Any

import pytest

from tests.web.elements.bench import Bench

HEAR = """({ Round }, [events, view]) => {
  const round = new Round(), said = round.hear(events, "me");
  if (view) round.sync(view);
  const { number, dealer, board, hands, results, folded, dice, over } = round;
  return { number, dealer, board, hands, results, folded, dice, over, said };
}"""


def hear(bench: Bench, *events: dict[str, Any], view: dict[str, Any] | None = None) -> Any:
    return bench.run("round.js", HEAR, [[*events], view])


def dealt(*cards: tuple[str, str]) -> dict[str, Any]:
    return {"event": "cards_dealt", "cards": [*cards]}


def row(wager: str, outcome: str, stake: str, pays: str) -> dict[str, str]:
    return {"wager": wager, "outcome": outcome, "stake": stake, "pays": pays, "clause": "X"}


def test_cards_are_numbered_in_the_order_of_the_deal(bench: Bench) -> None:
    found = hear(bench, dealt(("1", "Ah"), ("dealer", "??"), ("rack", "2c")), dealt(("1", "Kh"), ("community", "3d")))
    assert found["hands"] == {"1": {"cards": ["Ah", "Kh"], "words": "", "order": [0, 2], "landed": 2}}
    assert (found["dealer"]["cards"], found["dealer"]["order"]) == (["??"], [1])
    assert (found["board"]["cards"], found["board"]["order"]) == (["3d"], [3])


def test_a_new_round_forgets_the_old_one(bench: Bench) -> None:
    found = hear(
        bench,
        dealt(("1", "Ah")),
        {"event": "decided", "player": "me", "position": 1, "action": "fold", "amount": "0.00"},
        {"event": "bets_closed"},
    )
    assert (found["number"], found["hands"], found["folded"]) == (2, {}, {})
    assert found["said"] == ["You fold.", "No more bets."]


def test_a_card_more_makes_another_hand_of_it(bench: Bench) -> None:
    shown = {
        "event": "hand_revealed",
        "position": 1,
        "cards": ["Ah", "Kh"],
        "hand": "ace high",
        "also": ["a straight", ""],
    }
    assert hear(bench, dealt(("1", "Ah"), ("1", "Kh")), shown)["hands"]["1"]["words"] == "ace high; a straight"
    assert hear(bench, dealt(("1", "Ah"), ("1", "Kh")), shown, dealt(("1", "2c")))["hands"]["1"]["words"] == ""


def test_the_dealers_hand_is_turned(bench: Bench) -> None:
    found = hear(
        bench, dealt(("dealer", "9c"), ("dealer", "??")), {"event": "hole_revealed", "card": "Kd", "hand": "hard 19"}
    )
    assert (found["dealer"]["cards"], found["dealer"]["words"]) == (["9c", "Kd"], "hard 19")
    found = hear(
        bench,
        {"event": "card_turned", "card": "2s", "thrown_out": True},
        {"event": "dealer_revealed", "cards": ["2s", "Kd"], "hand": "king high"},
    )
    dealer = {"cards": ["2s", "Kd"], "words": "king high", "order": [], "landed": 2, "thrownOut": "2s"}
    assert found["dealer"] == dealer


def test_a_hand_has_no_name_before_its_cards_have_landed(bench: Bench) -> None:
    """Of a card that is on its way, the place is known and nothing else."""
    found = bench.run(
        "round.js",
        """({ Round }, [dealt, revealed]) => {
          const round = new Round(), names = [];
          const name = () => { round.named((cards) => `${cards.length} cards`); names.push(round.dealer.words); };
          round.lay(dealt); name();
          round.tell(dealt, "me"); name();
          round.dealer.words = "";
          round.lay(revealed); name();
          const cards = [...round.dealer.cards];
          round.tell(revealed, "me"); name();
          return [names, cards];
        }""",
        [dealt(("dealer", "9c"), ("dealer", "??")), {"event": "hole_revealed", "card": "Kd", "hand": "hard 19"}],
    )
    assert found == [["", "2 cards", "", "hard 19"], ["9c", "Kd"]]


def test_dice_show_nothing_while_they_roll(bench: Bench) -> None:
    found = bench.run(
        "round.js",
        """({ Round }, event) => {
          const round = new Round();
          round.lay(event);
          const before = [round.rolling, round.dice];
          round.tell(event, "me");
          return [before, [round.rolling, round.dice]];
        }""",
        {"event": "dice_thrown", "dice": "5-4"},
    )
    assert found == [[True, None], [False, "5-4"]]


def test_the_dealers_cards_turn_one_after_the_other(bench: Bench) -> None:
    turns = """({ Round }, [dealt, revealed]) => {
      const round = new Round();
      round.hear([dealt], "me");
      return round.turns(revealed);
    }"""
    lying = dealt(("dealer", "??"), ("dealer", "5h"), ("dealer", "??"))
    revealed = {"event": "dealer_revealed", "cards": ["2c", "5h", "Kd"], "hand": "king high"}
    assert bench.run("round.js", turns, [lying, revealed]) == [["2c", "5h", "??"], ["2c", "5h", "Kd"]]


def test_a_split_makes_two_hands_and_moves_those_behind(bench: Bench) -> None:
    split = {"event": "hand_decided", "player": "ann", "position": 1, "action": "split", "amount": "5.00"}
    first = dealt(("1.1", "8h"), ("1.1", "8d"))
    found = hear(bench, first, split | {"hand": 1}, dealt(("1.1", "8s"), ("1.2", "Kc")), split | {"hand": 1})
    assert {name: each["cards"] for name, each in found["hands"].items()} == {
        "1.1": ["8h"],
        "1.2": ["8s"],
        "1.3": ["8d", "Kc"],
    }


def test_losses_and_wins_are_kept_in_cents(bench: Bench) -> None:
    found = hear(
        bench,
        {
            "event": "wagers_taken",
            "position": 1,
            "player": "me",
            "stakes": {"ante": "5.00", "bonus": "1.00"},
            "clause": "L",
        },
        {"event": "wagers_paid", "position": 2, "player": "ann", "rows": [row("ante", "win", "5.00", "7.50")]},
        {"event": "progressive_paid", "position": 2, "player": "ann", "amount": "100.00", "clause": "P", "hand": ""},
    )
    assert [
        (each["position"], each["wager"], each["outcome"], each["stake"], each["pays"]) for each in found["results"]
    ] == [
        (1, "ante", "lose", 500, 0),
        (1, "bonus", "lose", 100, 0),
        (2, "ante", "win", 500, 750),
        (2, "progressive", "win", 0, 10_000),
    ]


def test_16_d1_each_result_has_the_reason_of_its_event(bench: Bench) -> None:
    who = {"position": 1, "player": "me"}
    found = hear(
        bench,
        {
            "event": "hand_taken",
            "hand": 1,
            "stakes": {"bet": "2.50"},
            "clause": "S",
            "why": {"bet": "surrender"},
            **who,
        },
        {
            "event": "hand_paid",
            "hand": 1,
            "rows": [row("bet", "lose", "2.50", "0.00"), row("side", "win", "1.00", "3.00") | {"why": "hand"}],
            **who,
        },
        {"event": "progressive_paid", "amount": "9.00", "hand": "flush", "clause": "P", "why": "hand", **who},
        {"event": "wagers_taken", "stakes": {"ante": "2.50"}, "clause": "S", **who},
    )
    assert [(each["wager"], each["outcome"], each.get("why"), each.get("line")) for each in found["results"]] == [
        ("bet", "lose", "surrender", None),
        ("side", "win", "hand", None),
        ("progressive", "win", "hand", "flush"),
        ("ante", "lose", None, None),
    ], "a loss is told once; an event of version 0.4.0 has no reason, and none is guessed"


def test_whose_a_progressive_wager_was_stands_in_the_view(bench: Bench) -> None:
    taken = {"event": "progressive_collected", "stakes": {"1": "1.00", "3": "1.00"}, "clause": "P"}
    view = {"playing": False, "seats": {"1": "ann"}, "positions": {"3": {"player": "me"}}}
    found = hear(bench, taken, view=view)
    assert [(each["position"], each["player"], each["outcome"]) for each in found["results"]] == [
        (1, "ann", "collected"),
        (3, "me", "collected"),
    ]
    assert found["over"] is True


LOST = [
    {
        "event": "wagers_taken",
        "position": place,
        "player": "me",
        "stakes": {"ante": "5.00", "bonus": "1.00"},
        "clause": "L",
    }
    for place in (1, 2)
]


@pytest.mark.parametrize(
    ("void", "left"),
    [
        ({"event": "hands_voided", "all_hands": True, "players": {}}, []),
        ({"event": "hands_voided", "all_hands": False, "players": {"1": ["me"]}}, ["2 ante", "2 bonus"]),
        ({"event": "settlement_reversed", "rows": [{"position": 2}]}, ["1 ante", "1 bonus"]),
        (
            {"event": "hands_voided", "all_hands": True, "players": {"1": "me"}, "wagers": {"1": ["bonus"]}},
            ["1 ante", "2 ante", "2 bonus"],
        ),
        ({"event": "wagers_voided", "players": {"2": ["me"]}, "wagers": ["bonus"]}, ["1 ante", "1 bonus", "2 ante"]),
        ({"event": "round_voided"}, []),
        ({"event": "box_voided", "position": 1, "hand": 0, "what": "box"}, ["2 ante", "2 bonus"]),
        ({"event": "box_voided", "position": 1, "hand": 4, "what": "hand"}, ["1 ante", "1 bonus", "2 ante", "2 bonus"]),
        (
            {"event": "box_voided", "position": 1, "hand": 0, "what": "sides"},
            ["1 ante", "1 bonus", "2 ante", "2 bonus"],
        ),
    ],
)
def test_what_goes_back_has_no_result(bench: Bench, void: dict[str, Any], left: list[str]) -> None:
    assert [f"{each['position']} {each['wager']}" for each in hear(bench, *LOST, void)["results"]] == left


def test_a_roll_forgets_the_results_of_the_one_before(bench: Bench) -> None:
    found = hear(bench, *LOST, {"event": "dice_thrown", "dice": "5-4"})
    assert (found["dice"], found["results"]) == ("5-4", [])


def test_while_a_round_is_played_the_view_is_right_whatever_was_missed(bench: Bench) -> None:
    place = {"cards": ["Ah", "Kh"], "hands": [{"cards": ["8d"], "counts": "8"}, {"cards": [], "collected": True}]}
    view = {"playing": True, "seats": {}, "dealer": ["9c"], "community": ["2c"], "positions": {"1": place}}
    found = hear(bench, view=view)
    assert (found["dealer"]["cards"], found["board"]["cards"], found["over"]) == (["9c"], ["2c"], False)
    assert {name: each["cards"] for name, each in found["hands"].items()} == {"1": ["Ah", "Kh"], "1.1": ["8d"]}
    assert found["hands"]["1.1"]["words"] == "8"


def test_cards_laid_aside_are_still_shown(bench: Bench) -> None:
    """What is left of a hand adds nothing to it; a card that was face down does."""
    view = {"playing": True, "seats": {}, "dealer": [], "positions": {"1": {"cards": ["Kh"]}}}
    assert hear(bench, dealt(("1", "Ah"), ("1", "Kh")), view=view)["hands"]["1"]["cards"] == ["Ah", "Kh"]
    assert hear(bench, dealt(("1", "??"), ("1", "??")), view=view)["hands"]["1"]["cards"] == ["Kh"]


def test_hands_of_a_position_are_found_by_number_and_named_once(bench: Bench) -> None:
    assert bench.run(
        "round.js",
        """({ Round }) => {
          const round = new Round();
          for (const key of ["1.2", "11.1", "1.1"]) Object.assign(round.hand(key), { cards: [key], landed: 1 });
          round.hand("1.1").words = "known";
          round.named((cards, split) => `${cards} ${split}`);
          return round.handsOf(1).concat(round.handsOf(11)).map((each) => [each.number, each.words]);
        }""",
    ) == [[1, "known"], [2, "1.2 true"], [1, "11.1 false"]]
