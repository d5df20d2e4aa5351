"""told.js: what happens, as a sentence that can be read out; names short enough for a felt."""

from typing import Any

import pytest

from tests.web.elements.bench import Bench

SENTENCES: list[tuple[dict[str, Any], str | None]] = [
    ({"event": "bets_closed"}, "No more bets."),
    ({"event": "decided", "player": "me", "action": "fold", "amount": "0.00"}, "You fold."),
    ({"event": "decided", "player": "ann", "action": "raise", "amount": "1000.00"}, "Ann raises 1,000.00."),
    ({"event": "decided", "player": "ann", "action": "pass", "amount": "0.00"}, "Ann passes."),
    (
        {"event": "decided", "player": "ann", "action": "stay", "amount": "0.00", "automatic": True},
        "Ann stays (time is up).",
    ),
    ({"event": "hand_decided", "player": "bot-simple-3", "action": "hit", "amount": "0.00"}, "Simple bot hits."),
    ({"event": "card_turned", "thrown_out": True}, "The dealer turns a card and throws it out."),
    ({"event": "card_turned", "thrown_out": False}, "The dealer turns a card."),
    ({"event": "dealer_revealed", "hand": "a pair"}, "Dealer has a pair."),
    ({"event": "dealer_revealed", "hand": None}, "The dealer's hand is turned."),
    ({"event": "hole_checked", "blackjack": True}, "The dealer has a blackjack."),
    ({"event": "hole_checked", "blackjack": False}, "No blackjack."),
    ({"event": "hole_revealed", "hand": "hard 17"}, "The dealer's second card is turned: hard 17."),
    (
        {"event": "progressive_paid", "player": "me", "amount": "12345.67", "hand": "royal"},
        "You win 12,345.67 of the progressive: royal.",
    ),
    ({"event": "progressive_paid", "player": "ann", "amount": "5.00", "hand": ""}, "Ann wins 5.00 of the progressive."),
    ({"event": "hands_voided", "all_hands": True}, "The round is void. All wagers go back."),
    ({"event": "hands_voided", "all_hands": False}, "A hand is void. Its wagers go back."),
    (
        {"event": "hands_voided", "all_hands": True, "wagers": {"1": ["ante"]}},
        "The round is void. Settled wagers stand, the others go back.",
    ),
    ({"event": "settlement_reversed", "rows": []}, "Payouts and lost stakes are returned."),
    (
        {"event": "irregularity_called", "what": "void_round", "clause": "X 2", "reason": "Hands mixed up"},
        "Void round (Hands mixed up): called by the house (X 2).",
    ),
    (
        {"event": "irregularity_called", "what": "card_face_up", "clause": "X 1"},
        "Card face up: called by the house (X 1).",
    ),
    ({"event": "dice_offered", "player": "me"}, "The dice are offered to you."),
    ({"event": "dice_offered", "player": "guest-abcdef"}, "The dice are offered to guest abcd."),
    ({"event": "dice_taken", "player": "me"}, "You shoot."),
    ({"event": "dice_taken", "player": "ann"}, "Ann shoots."),
    ({"event": "roll_called", "total": 9, "dice": "5-4"}, "9: 5 and 4."),
    ({"event": "puck_moved", "point": 6}, "The point is 6."),
    ({"event": "puck_moved", "point": None}, "The puck is off."),
    ({"event": "cards_dealt", "cards": []}, None),
    ({"event": "never heard of"}, None),
]


def test_each_event_is_told_or_nobody_needs_telling(bench: Bench) -> None:
    told = bench.run(
        "told.js", "({ told }, events) => events.map((each) => told(each, 'me'))", [event for event, _ in SENTENCES]
    )
    assert told == [says for _, says in SENTENCES]


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("ann", "ann"),
        ("bot-random-12", "random bot"),
        ("guest-abcdefgh", "guest abcd"),
        ("guest-ab", "guest-ab"),
        ("robot-x", "robot-x"),
        ("", ""),
    ],
)
def test_a_bot_is_known_by_how_it_plays_a_guest_by_a_few_letters(bench: Bench, name: str, says: str) -> None:
    assert bench.run("told.js", "({ short }, name) => short(name)", name) == says


def test_names_of_wagers_are_words(bench: Bench) -> None:
    names = ["ante", "pair_plus", "super_flush_rush", "dont_pass", "dont_come_odds"]
    assert bench.run("told.js", "({ words }, names) => names.map(words)", names) == [
        *("ante", "pair plus", "super flush rush", "don't pass", "don't come odds")
    ]


STEPS: list[tuple[dict[str, Any], str]] = [
    (
        {"event": "hand_revealed", "position": 5, "cards": ["7h", "2c", "Tc"], "hand": "ten high"},
        "The hand of position 5 is turned up: 7♥ 2♣ 10♣, ten high.",
    ),
    ({"event": "hand_revealed", "position": 2, "cards": [], "hand": None}, "The hand of position 2 is turned up."),
    (
        {"event": "cards_dealt", "cards": [["2", "??", False], ["3.1", "??", False], ["dealer", "9h", True]]},
        "3 cards are dealt to position 2, position 3 and the dealer.",
    ),
    ({"event": "cards_dealt", "cards": [["rack", "??", False]]}, "One card is dealt to the discard rack."),
    (
        {"event": "cards_collected", "whose": ["3 discards", "dealer", "community"]},
        "The cards of position 3, the dealer and the board are collected.",
    ),
    ({"event": "step_done", "do": "collect_forfeits"}, "Collect forfeits: done."),
    ({"event": "seated", "player": "ann", "position": 3}, "Seated: ann."),
    ({"event": "dealer_revealed", "hand": "a pair"}, "Dealer has a pair."),
]


def test_16_d3_every_step_says_whose_cards_it_is_about(bench: Bench) -> None:
    """The school and the replay: the cards of a hand are no list of positions, and a hand has an owner."""
    said = bench.run("told.js", "({ sentence }, events) => events.map(sentence)", [event for event, _ in STEPS])
    assert said == [words for _, words in STEPS]
