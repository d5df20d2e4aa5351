"""Hand-worked cases for the slow definitions, so that they can be trusted as a measure."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from .rankings import (
    DECK,
    best_five,
    consecutive_top,
    exactly_four,
    five_card,
    five_card_name,
    flush_rush_length,
    four_card,
    four_card_name,
    longest_flush,
    longest_straight_flush,
    naturals_and_wilds,
    readings,
    three_card,
    three_card_name,
    wild_flush,
    wild_straight_flush,
)
from .rounds import JURISDICTIONS, PLAYER_CARDS, random_round
from .settlement import WAGERS, cards_of, cents, settle

Json = dict[str, Any]


def position(number: int, cards: str, wagers: Json, *actions: Any, **more: Any) -> Json:
    return {"position": number, "cards": cards, "wagers": wagers, "actions": list(actions), **more}


def one_round(game: str, dealer: str, *positions: Json, **more: Any) -> Json:
    return {"game": game, "dealer": dealer, "positions": list(positions), **more}


def rows(result: Json, at: int = 0) -> dict[str, tuple[str, str]]:
    return {row["wager"]: (row["outcome"], row["pays"]) for row in result["positions"][at]["wagers"]}


def net(result: Json, at: int = 0) -> str:
    text: str = result["positions"][at]["net"]
    return text


# --------------------------------------------------------------------------------------------------
# Rankings


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("Ah Kh Qh", "Kd Qd Jd"),  # 20.3(b)1: the highest straight flush
        ("4c 3c 2c", "3s 2s As"),  # 20.3(b)1: three, two and ace are the lowest
        ("3s 2s As", "Ah Ad Ac"),  # a straight flush above three of a kind
        ("2h 2d 2c", "Ah Kd Qc"),  # three of a kind above a straight
        ("3h 2d Ac", "Ah Kh Jh"),  # a straight above a flush
        ("5h 3h 2h", "Ah Ad Kc"),  # a flush above a pair
        ("Kh Kd 2c", "Qh Qd Ac"),  # reading 13: the pair's rank first
        ("Kh Kd 4c", "Kc Ks 3c"),  # then the other card
        ("Ah 5h 2c", "Ad 4d 3s"),  # 20.3(c): the highest card not in the other hand
        ("2h 2d 3c", "Ah Kd Jc"),
    ],
)
def test_three_card_order(better: str, worse: str) -> None:
    assert three_card(better.split()) > three_card(worse.split())


def test_three_card_king_ace_two_is_no_straight() -> None:
    assert three_card_name(three_card(["Kh", "As", "2c"])) == "high card"


def test_three_card_suits_are_equal() -> None:
    assert three_card(cards_of("Ah 9d 4c")) == three_card(cards_of("4d Ac 9s"))


def test_three_card_counts() -> None:
    counts = Counter(three_card_name(three_card(hand)) for hand in combinations(DECK, 3))
    assert counts == {
        "straight flush": 48,
        "three of a kind": 52,
        "straight": 720,
        "flush": 1096,
        "pair": 3744,
        "high card": 16440,
    }


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("2h 2d 2c 2s", "Ah Kh Qh Jh"),  # 27.3(b): four of a kind above a straight flush
        ("4h 3h 2h Ah", "Ah Ad Ac Ks"),  # a straight flush above three of a kind
        ("5h 4h 3h 2h", "4h 3h 2h Ah"),  # ace low is the lowest
        ("2h 2d 2c 3s", "Ah Kh Qh 9h"),  # three of a kind above a flush
        ("6h 4h 3h 2h", "Ah Kd Qh Jh"),  # a flush above a straight
        ("4h 3d 2h Ah", "Ah Ad Kh Kc"),  # a straight above two pair
        ("3h 3d 2h 2c", "Ah Ad Kh Qc"),  # two pair above a pair
        ("Kh Kd 3h 3c", "Qh Qd Jh Jc"),  # the higher pair first
        ("Kh Kd 4h 3c", "Qh Qd Ah Jc"),  # reading 13
    ],
)
def test_four_card_order(better: str, worse: str) -> None:
    assert exactly_four(better.split()) > exactly_four(worse.split())


def test_four_card_best_of_six() -> None:
    assert four_card(cards_of("Ah Ad Kh Kd Qh Jh")) == four_card(cards_of("Ac Kc Qc Jc 9d"))
    assert four_card_name(four_card(cards_of("7h 7d 7c 9c 3c 2c"))) == "three of a kind"


def test_four_card_counts() -> None:
    counts = Counter(four_card_name(exactly_four(hand)) for hand in combinations(DECK, 4))
    assert counts == {
        "four of a kind": 13,
        "straight flush": 44,
        "three of a kind": 2496,
        "flush": 2816,
        "straight": 2772,
        "two pair": 2808,
        "pair": 82368,
        "high card": 177408,
    }


def test_five_card_order() -> None:
    hands = [
        "Ah Kh Qh Jh Th",
        "5h 4h 3h 2h Ah",
        "2h 2d 2c 2s Kh",
        "3h 3d 3c 2s 2h",
        "7h 5h 4h 3h 2h",
        "6h 5d 4h 3h 2h",
        "5h 4d 3h 2h Ah",
        "2h 2d 2c 4s 3h",
        "3h 3d 2c 2s 4h",
        "3h 3d 2c 2s Ah",
        "Ah Ad 3c 4s 5h",
        "Ah Kd Qc Js 9h",
    ]
    values = [five_card(hand.split()) for hand in hands]
    in_order = [value for at, value in enumerate(values) if at != 9]
    assert in_order == sorted(in_order, reverse=True)
    assert values[9] > values[8]
    assert five_card_name(values[0]) == "royal flush"
    assert five_card_name(values[1]) == "straight flush"


def test_best_five_plays_the_board() -> None:
    board = cards_of("Ah Kd Qc Js Th")
    assert best_five(["2c", "2d", *board]) == best_five(["9c", "4d", *board])


def test_longest_flush() -> None:
    assert longest_flush(cards_of("Ah Kh 9h 4h 2h 3c Jd")) == (5, 14, 13, 9, 4, 2)
    assert longest_flush(cards_of("9d 3d 2d Kc Qc 4c 5s")) == (3, 13, 12, 4)


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("Ah 2h 3h 9c Jd Ks 5s", (3, 3)),
        ("Kh Ah 2h 9c Jd 5s 7s", (2, 14)),  # 38.5(a): king, ace and two do not run
        ("Ah 2h 3h 4h 5h 6h 7h", (7, 7)),
        ("Ah Kh Qh Jh Th 9h 8h", (7, 14)),
        ("Ah Kh Qh Jh Th 9h 2h", (6, 14)),
        ("Ah 2h 3h Qh Kh 9c 9d", (3, 14)),
        ("5c 6c 7c Jd Qd Kd 2s", (3, 13)),
        ("5c 7c 9c Jd Kd 2s 4h", (1, 13)),
    ],
)
def test_longest_straight_flush(cards: str, expected: tuple[int, int]) -> None:
    assert longest_straight_flush(cards.split()) == expected


def test_wild_flush_rank_of_a_wild() -> None:
    hand = cards_of("Ah 9h 4h 2c 2d Ks Jc")
    assert wild_flush(hand) == (5, 14, 13, 12, 9, 4)
    assert wild_flush(hand, "ace") == (5, 14, 14, 14, 9, 4)
    assert wild_flush(hand, "two") == (5, 14, 9, 4, 2, 2)


def test_wild_flush_of_the_cards_example() -> None:
    assert wild_flush(cards_of("Ac 7c 3c 4d 5d 6h 8h")) < wild_flush(cards_of("Ah Th 7h 4c 5c 6s 8s"))


def test_wild_flush_chooses_the_better_suit() -> None:
    assert wild_flush(cards_of("Kh 9h 4h Ad 5d 3d 2c")) == (4, 14, 13, 9, 4)
    assert wild_flush(cards_of("Kh 9h 4h Qd Jd 3d 2c"), "two") == (4, 13, 9, 4, 2)


def test_wild_flush_of_eight_cards() -> None:
    eight = cards_of("3h 4h 5h 6h 7h 8h 9h 2s")
    assert wild_flush(eight) > wild_flush(cards_of("Ah Kh Qh Jh Th 9h 8h"))
    assert wild_flush(eight) == (8, 14, 9, 8, 7, 6, 5, 4, 3)


def test_straight_flush_outranks() -> None:
    straight = cards_of("6h 5h 4h 3h Kd Jc 9s")
    flush = cards_of("Ac Kc Qc 9c 3d 5d 7h")
    assert wild_flush(straight) < wild_flush(flush)
    assert wild_flush(straight, "highest_missing", True) == (4, 1, 6)
    assert wild_flush(straight, "highest_missing", True) > wild_flush(flush, "highest_missing", True)
    assert wild_flush([*flush[:-1], "2h"], "highest_missing", True) == (5, 0, 14, 13, 12, 11, 9)
    assert wild_flush(cards_of("Ah 3h 4h 2c 9d Td Ks"), "two", True) == (4, 1, 4)
    assert wild_flush(cards_of("5h 3h 4h 2c 9d Td Ks"), "two", True) == (4, 1, 6)
    assert wild_flush(cards_of("Kh Ah 2c 9d 7d Ts 8s"), "two", True) == (3, 1, 14)


@pytest.mark.parametrize(
    ("cards", "length"),
    [
        ("3h 4h 5h 6h 9c Jd Ks", 4),
        ("3h 4h 6h 2s 9c Jd Ks", 4),
        ("Ah 2c 3h 4h 9c Jd Ks", 4),  # the two stands for itself below an ace
        ("Ah Kh 2c 2d 9c Jd 5s", 4),
        ("3h 5h 7h 2c 2d 9s Jc", 5),
        ("9h Th Kh 2c 2d 2s 2h", 7),
        ("Ah Kh Qh 3h 4h 5h 2s", 5),
        ("Ah Kh Qh 7h 8h 9h Tc", 3),
    ],
)
def test_wild_straight_flush(cards: str, length: int) -> None:
    assert wild_straight_flush(cards.split()) == length


def test_wild_straight_flush_by_trying_all_readings() -> None:
    rng = random.Random(38)
    for _ in range(400):
        wilds = ["2c", "2d", "2h", "2s"][: rng.randint(0, 3)]
        others = [card for card in DECK if card[0] != "2" and card[1] in "ch"]
        hand = [*wilds, *rng.sample(others, 7 - len(wilds))]
        best = 1
        for wanted in "cdhs":
            naturals, wild_count = naturals_and_wilds(hand, wanted)
            for reading in readings(naturals, wild_count):
                for length in range(best + 1, len(reading) + 1):
                    if any(consecutive_top(part) for part in combinations(reading, length)):
                        best = length
        assert wild_straight_flush(hand) == best


def test_flush_rush_length() -> None:
    straight = cards_of("3h 4h 5h 6h 7h Jd Ks")
    assert flush_rush_length(straight) == 5
    assert flush_rush_length(straight, False) == 0
    assert flush_rush_length(cards_of("3h 4h 5h 6h 7h Jd 2s"), False) == 6
    assert flush_rush_length(cards_of("3h 4h 5h 6h 8h 9h Ks"), False) == 6
    assert flush_rush_length(cards_of("Ah Kh 5h 6h 9d 8c Ks")) == 0


# --------------------------------------------------------------------------------------------------
# Three Card Poker


TCP = "three-card-poker"
ANTE_PLAY = ({"ante": "10.00"}, {"play": "10.00"})


def test_tcp_dealer_jack_high_does_not_qualify() -> None:
    result = settle(one_round(TCP, "Jc 9d 5h", position(1, "7c 4d 2h", *ANTE_PLAY)))
    assert result["dealer"] == {"qualifies": False}
    assert rows(result) == {"ante": ("win", "10.00"), "play": ("push", "0.00")}
    assert net(result) == "10.00"


def test_tcp_dealer_queen_high_qualifies() -> None:
    result = settle(one_round(TCP, "Qc 3d 2h", position(1, "Jc Td 8h", *ANTE_PLAY)))
    assert result["dealer"] == {"qualifies": True}
    assert rows(result) == {"ante": ("lose", "0.00"), "play": ("lose", "0.00")}
    assert net(result) == "-20.00"


def test_tcp_draw_pushes_but_pays_the_bonuses() -> None:
    wagers = {"ante": "7.35", "pair_plus": "5.00"}
    result = settle(one_round(TCP, "6c 5d 4h", position(1, "4c 5h 6d", wagers, {"play": "7.35"})))
    assert rows(result) == {
        "ante": ("push", "0.00"),
        "play": ("push", "0.00"),
        "ante_bonus": ("win", "7.35"),
        "pair_plus": ("win", "30.00"),
    }
    assert [row["wager"] for row in result["positions"][0]["wagers"]] == [
        "ante",
        "play",
        "ante_bonus",
        "pair_plus",
    ]
    assert result["positions"][0]["wagers"][2]["stake"] == "0.00"
    assert net(result) == "37.35"


def test_tcp_losing_hand_still_has_its_ante_bonus() -> None:
    result = settle(one_round(TCP, "Ac Kc Qc", position(1, "9c 9d 9h", *ANTE_PLAY)))
    assert rows(result)["ante"] == ("lose", "0.00")
    assert rows(result)["ante_bonus"] == ("win", "40.00")
    assert net(result) == "20.00"


def test_tcp_fold_forfeits_pair_plus() -> None:
    wagers = {"ante": "10.00", "pair_plus": "5.00"}
    result = settle(one_round(TCP, "Ac Kc Qc", position(1, "9c 9d 9h", wagers, "fold")))
    assert rows(result) == {"ante": ("lose", "0.00"), "pair_plus": ("lose", "0.00")}
    assert net(result) == "-15.00"


@pytest.mark.parametrize(
    ("letter", "paid"),
    [("A", "200.00"), ("B", "175.00"), ("C", "200.00"), ("D", "175.00")],
)
def test_tcp_lone_pair_plus_straight_flush(letter: str, paid: str) -> None:
    options = {"pair_plus": letter}
    result = settle(one_round(TCP, "Ac Kc Qc", position(3, "Ah 2h 3h", {"pair_plus": "5.00"}), options=options))
    assert rows(result) == {"pair_plus": ("win", paid)}


def test_tcp_flush_pays_three_in_table_d() -> None:
    seat = position(3, "Ah 9h 3h", {"pair_plus": "5.00"})
    assert rows(settle(one_round(TCP, "Ac Kc Qc", seat, options={"pair_plus": "D"})))["pair_plus"][1] == "15.00"


def test_tcp_other_ante_bonus() -> None:
    options = {"version": "both_compulsory", "pair_plus": "B", "ante_bonus": "1-5-6"}
    wagers = {"ante": "10.00", "pair_plus": "10.00"}
    result = settle(one_round(TCP, "9c 4d 2h", position(1, "5c 5d 5h", wagers, {"play": "10.00"}), options=options))
    assert rows(result)["ante_bonus"] == ("win", "50.00")
    assert rows(result)["pair_plus"] == ("win", "330.00")
    assert net(result) == "390.00"


# --------------------------------------------------------------------------------------------------
# Four Card Poker


FCP = "four-card-poker"


def test_fcp_tie_wins() -> None:
    seat = position(1, "Ah Kd 9c 5s 3h", {"ante": "10.00"}, {"play": "25.50"})
    result = settle(one_round(FCP, "Ac Kc 9d 5h 3d 2s", seat))
    assert result["dealer"] == {"qualifies": None}
    assert rows(result) == {"ante": ("win", "10.00"), "play": ("win", "25.50")}


def test_fcp_fold_keeps_aces_up() -> None:
    seat = position(1, "Ah Ad 9c 5s 3h", {"ante": "10.00", "aces_up": "5.00"}, "fold")
    result = settle(one_round(FCP, "Kc Kd Kh 5h 3d 2s", seat))
    assert rows(result) == {"ante": ("lose", "0.00"), "aces_up": ("win", "5.00")}
    assert net(result) == "-5.00"


def test_fcp_kings_are_not_aces_up() -> None:
    seat = position(1, "Kh Kd 9c 5s 3h", {"aces_up": "5.00"})
    assert rows(settle(one_round(FCP, "Ac Jd 7h 5h 3d 2s", seat))) == {"aces_up": ("lose", "0.00")}


def test_fcp_ante_bonus_of_a_losing_hand() -> None:
    seat = position(1, "9h 9d 9c 5s 3h", {"ante": "10.00"}, {"play": "30.00"})
    result = settle(one_round(FCP, "Kc Kd Kh 5h 3d 2s", seat))
    assert rows(result)["ante_bonus"] == ("win", "20.00")
    assert net(result) == "-20.00"


def test_fcp_better_odds_than_the_text() -> None:
    seat = position(1, "9h 8h 7h 6h 3h", {"ante": "10.00", "aces_up": "1.00"}, {"play": "10.00"})
    options = {"ante_bonus": [30, 25, 2], "aces_up": [50, 45, 9, 6, 4, 2, 1]}
    result = settle(one_round(FCP, "Kc Qd Jh 5h 3d 2s", seat, options=options))
    assert rows(result)["ante_bonus"] == ("win", "250.00")
    assert rows(result)["aces_up"] == ("win", "45.00")


@pytest.mark.parametrize(
    ("label", "paid"),
    [("I", 4), ("II", 5), ("III", 4), ("IV", 5), ("V", 4), ("VI", 4), ("VII", 4)],
)
def test_fcp_aces_up_straight(label: str, paid: int) -> None:
    seat = position(1, "Ah 2d 3c 4s 9h", {"aces_up": "1.00"})
    result = settle(one_round(FCP, "Kc Qd Jh 5h 3d 2s", seat, options={"aces_up": label}))
    assert rows(result)["aces_up"] == ("win", f"{paid}.00")


# --------------------------------------------------------------------------------------------------
# High Card Flush


HCF = "high-card-flush"
QUALIFIED = "9d 3d 2d Kc Qh 4s 5s"


def hcf_seat(number: int, cards: str, *actions: Any, **wagers: str) -> Json:
    return position(number, cards, {"ante": "10.00", **wagers}, *(actions or ({"raise": "10.00"},)))


def test_hcf_interface_example() -> None:
    wagers = {"ante": "10.00", "flush_bonus": "5.00", "progressive": "1.00"}
    result = settle(
        one_round(
            HCF,
            QUALIFIED,
            position(1, "Ah Kh 9h 4h 2h 3c Jd", wagers, {"raise": "20.00"}),
            position(2, "Ad Kd 8c 7c 6h 5h 3s", {"ante": "10.00"}, "fold"),
            jurisdiction="nj",
            options={"flush_bonus": "A", "straight_flush_bonus": "B", "progressive": "C"},
            meters={"main": "10000.00", "secondary": "0.00"},
        )
    )
    assert result["dealer"] == {"qualifies": True}
    assert net(result) == "79.00"
    assert net(result, 1) == "-10.00"
    assert rows(result)["ante"] == ("win", "10.00")
    assert result["meters"] == {"main": "10000.00", "secondary": "0.00"}


@pytest.mark.parametrize(
    ("dealer", "qualifies"),
    [
        ("9d 3d 2d Kc Qh 4s 5s", True),
        ("8d 7d 6d Kc Qh 4s 5s", False),
        ("8d 7d 6d 5d Qh 4s 5s", True),  # four cards outrank three, nine high
        ("8d 7d 6d 9h 3h 2h 5s", True),
        ("Ad Kd Ac Kc Qh 4h 5s", False),
    ],
)
def test_hcf_qualifying(dealer: str, qualifies: bool) -> None:
    result = settle(one_round(HCF, dealer, hcf_seat(1, "Ts 9s 8s 7c 6c Jh Jd")))
    assert result["dealer"] == {"qualifies": qualifies}
    if not qualifies:
        assert rows(result) == {"ante": ("win", "10.00"), "raise": ("push", "0.00")}


def test_hcf_tie_and_loss() -> None:
    tie = hcf_seat(1, "9h 3h 2h Kd Qs 4c 5c")
    loss = hcf_seat(2, "8s 7s 6s Ac Jc Ad Jd")
    result = settle(one_round(HCF, QUALIFIED, tie, loss))
    assert rows(result) == {"ante": ("push", "0.00"), "raise": ("push", "0.00")}
    assert net(result, 1) == "-20.00"


def progressive_round(letter: str, seats: list[tuple[int, str]], main: str, second: str, **more: Any) -> Json:
    options = {"progressive": letter, **more.pop("options", {})}
    positions = [hcf_seat(number, cards, progressive="1.00") for number, cards in seats]
    meters = {"main": main, "secondary": second}
    return settle(one_round(HCF, "9d 3d 2d Kd Qh 4d 8d", *positions, options=options, meters=meters, **more))


SEVEN_HEARTS = "3h 4h 5h 6h 7h 8h 9h"
SEVEN_SPADES = "3s 4s 5s 6s 7s 8s 9s"
SIX_SPADES = "3s 4s 5s 6s 7s 8s Jc"


def test_hcf_two_full_meters_in_a_round() -> None:
    seats = [(1, SEVEN_HEARTS), (4, SEVEN_SPADES)]
    result = progressive_round("A", seats, "10000.00", "12.34")
    assert rows(result, 1)["progressive"] == ("win", "10000.00")
    assert rows(result, 0)["progressive"] == ("win", "12.34")
    assert result["meters"] == {"main": "0.00", "secondary": "0.00"}
    assert net(result, 1) == "10019.00"


def test_hcf_full_meter_then_a_tenth_rounded_down() -> None:
    seats = [(1, SIX_SPADES), (2, SEVEN_HEARTS)]
    result = progressive_round("A", seats, "10000.00", "12.39")
    assert rows(result, 1)["progressive"] == ("win", "10000.00")
    assert rows(result, 0)["progressive"] == ("win", "1.23")
    assert result["meters"] == {"main": "11.16", "secondary": "0.00"}


def test_hcf_progressive_from_the_left() -> None:
    seats = [(1, SIX_SPADES), (2, SEVEN_HEARTS)]
    result = progressive_round("A", seats, "10000.09", "12.39", options={"progressive_order": "dealer_left_first"})
    assert rows(result, 0)["progressive"] == ("win", "1000.00")
    assert rows(result, 1)["progressive"] == ("win", "9000.09")
    assert result["meters"] == {"main": "12.39", "secondary": "0.00"}


def test_hcf_empty_meter_is_a_win_of_nothing() -> None:
    result = progressive_round("A", [(1, SEVEN_HEARTS)], "0.00", "0.00")
    assert rows(result)["progressive"] == ("win", "0.00")
    assert net(result) == "19.00"


@pytest.mark.parametrize(
    ("letter", "law", "paid"),
    [("A", "nj", "100.00"), ("C", "nj", "1000.00"), ("D", "nj", "1000.00"), ("C", "ma", "100.00")],
)
def test_hcf_ace_to_nine(letter: str, law: str, paid: str) -> None:
    result = progressive_round(letter, [(1, "Ah Kh Qh Jh Th 9h 3c")], "1000.00", "0.00", jurisdiction=law)
    assert rows(result)["progressive"] == ("win", paid)


@pytest.mark.parametrize(
    ("letter", "cards", "outcome", "paid"),
    [
        ("A", "3h 4h 5h 6h 7h 9c Jc", "win", "250.00"),
        ("D", "3h 4h 5h 6h 7h 9c Jc", "win", "800.00"),
        ("B", "3h 4h 5h 6h 8s 9c Jc", "win", "60.00"),
        ("C", "Ah 2h 3h 6h 8s 9c Jc", "win", "3.00"),
        ("B", "Ah 2h 3h 6h 8s 9c Jc", "lose", "0.00"),
        ("A", "Kh Ah 2h 6h 8s 9c Jc", "lose", "0.00"),
    ],
)
def test_hcf_fixed_awards_leave_the_meter(letter: str, cards: str, outcome: str, paid: str) -> None:
    result = progressive_round(letter, [(1, cards)], "1000.00", "5.00")
    assert rows(result)["progressive"] == (outcome, paid)
    assert result["meters"] == {"main": "1000.00", "secondary": "5.00"}


def test_hcf_folded_progressive() -> None:
    for survives, expected in ((False, ("lose", "0.00")), (True, ("win", "250.00"))):
        seat = hcf_seat(1, "3h 4h 5h 6h 7h 9c Jc", "fold", progressive="1.00", flush_bonus="2.00")
        result = settle(one_round(HCF, QUALIFIED, seat, options={"progressive_survives_fold": survives}))
        assert rows(result)["progressive"] == expected
        assert rows(result)["flush_bonus"] == ("win", "20.00")


def test_hcf_seven_cards_of_another_suit_count_as_six() -> None:
    seat = hcf_seat(1, SEVEN_HEARTS, progressive="1.00", straight_flush_bonus="1.00", flush_bonus="1.00")
    meters = {"main": "1000.00", "secondary": "5.00"}
    for chosen, bonus, jackpot in (("h", "8000.00", "1000.00"), ("d", "1000.00", "100.00")):
        options = {"seven_card_suit": chosen}
        result = settle(one_round(HCF, QUALIFIED, seat, options=options, meters=meters))
        assert rows(result)["straight_flush_bonus"] == ("win", bonus)
        assert rows(result)["progressive"] == ("win", jackpot)
        assert rows(result)["flush_bonus"] == ("win", "300.00")


def test_hcf_seven_to_the_ace_of_another_suit_keeps_the_first_row() -> None:
    cards = "Ah Kh Qh Jh Th 9h 8h"
    for letter, paid in (("C", "1000.00"), ("A", "100.00")):
        result = progressive_round(letter, [(1, cards)], "1000.00", "0.00", options={"seven_card_suit": "d"})
        assert rows(result)["progressive"] == ("win", paid)


def test_hcf_own_amounts() -> None:
    seat = hcf_seat(1, "3h 4h 5h 6h 8s 9c Jc", straight_flush_bonus="2.00")
    options = {"straight_flush_bonus": {"G": [500, 200, 100, 50, 8]}}
    assert rows(settle(one_round(HCF, QUALIFIED, seat, options=options)))["straight_flush_bonus"][1] == "100.00"


def test_hcf_limit_by_hand_then_by_round() -> None:
    both = {"flush_bonus": "1.00", "straight_flush_bonus": "1.00"}  # 10.00 and 100.00 with five hearts
    first = hcf_seat(1, "3h 4h 5h 6h 7h 9c Jc", **both)
    second = hcf_seat(2, "3s 4s 5s 6s Ks 9d Tc", **both)  # 10.00 and 60.00
    by_hand = settle(one_round(HCF, QUALIFIED, first, second, options={"max_per_hand": "100.00"}))
    assert rows(by_hand)["flush_bonus"] == ("win", "9.09")
    assert rows(by_hand)["straight_flush_bonus"] == ("win", "90.90")
    assert rows(by_hand, 1)["straight_flush_bonus"] == ("win", "60.00")
    options = {"max_per_hand": "100.00", "max_per_round": "50.00"}
    by_round = settle(one_round(HCF, QUALIFIED, first, second, options=options))
    assert rows(by_round)["flush_bonus"] == ("win", "2.67")  # 9.09 of 169.99
    assert rows(by_round)["straight_flush_bonus"] == ("win", "26.73")  # 90.90 of 169.99
    assert rows(by_round, 1)["flush_bonus"] == ("win", "2.94")
    assert rows(by_round, 1)["straight_flush_bonus"] == ("win", "17.64")


def test_hcf_void_and_forfeit() -> None:
    seven = {"flush_bonus": "1.00", "progressive": "1.00"}
    void = {**hcf_seat(1, SEVEN_HEARTS, **seven), "void": True}
    forfeit = {**hcf_seat(2, SEVEN_SPADES, **seven), "forfeit": True}
    meters = {"main": "1000.00", "secondary": "5.00"}
    result = settle(one_round(HCF, QUALIFIED, void, forfeit, meters=meters))
    assert set(rows(result).values()) == {("void", "0.00")}
    assert net(result) == "0.00"
    assert set(rows(result, 1).values()) == {("lose", "0.00")}
    assert net(result, 1) == "-22.00"
    assert result["meters"] == meters


def test_hcf_void_wager_of_a_round() -> None:
    seats = [hcf_seat(number, cards, progressive="1.00") for number, cards in ((1, SEVEN_HEARTS), (2, SIX_SPADES))]
    meters = {"main": "1000.00", "secondary": "5.00"}
    result = settle(one_round(HCF, QUALIFIED, *seats, meters=meters, void=["progressive"]))
    assert rows(result)["progressive"] == ("void", "0.00")
    assert net(result) == "20.00"
    assert result["meters"] == meters


# --------------------------------------------------------------------------------------------------
# What The Flush


WTF = "what-the-flush"


def wtf_seat(cards: str, *actions: Any, **wagers: str) -> Json:
    return position(1, cards, {"ante": "10.00", **wagers}, *(actions or ({"play": "10.00"},)))


def test_wtf_exposed_two_is_discarded() -> None:
    seat = wtf_seat("Ah Kh Qh Jc Tc 9d 8d")
    kept = settle(one_round(WTF, "4h 3d 6d 9s 2c 7s Kc Qs", seat))
    assert rows(kept)["ante"] == ("lose", "0.00")  # four cards: nine, seven and queen of spades, and the two
    discarded = settle(one_round(WTF, "2c 4h 3d 6d 9s 7s Kc Qs", seat))
    assert rows(discarded)["ante"] == ("win", "10.00")


def test_wtf_eight_cards_of_the_dealer() -> None:
    seat = wtf_seat("Ah Kh Qh Jh Th 9h 8h", {"play": "30.00"})
    result = settle(one_round(WTF, "3d 4d 5d 6d 7d 8d 9d 2c", seat))
    assert net(result) == "-40.00"
    assert result["dealer"] == {"qualifies": None}


def test_wtf_wild_ace_ties_a_natural_one() -> None:
    seat = wtf_seat("2c Kh 9h 4h 5d 6s 8d")
    dealer = "7c As Ks 9s 4s 5c 6d 8h"
    assert rows(settle(one_round(WTF, dealer, seat)))["play"] == ("push", "0.00")
    low = settle(one_round(WTF, dealer, seat, options={"wild_rank": "two"}))
    assert rows(low)["play"] == ("lose", "0.00")


def test_wtf_bonus_wagers_survive_a_fold() -> None:
    seat = wtf_seat("3h 4h 5h 6h 2c Jd Ks", "fold", flush_rush="5.00", super_flush_rush="5.00")
    result = settle(one_round(WTF, "Ac Kc Qc Jc Tc 9c 8c 7c", seat, jurisdiction="card"))
    assert rows(result) == {
        "ante": ("lose", "0.00"),
        "flush_rush": ("win", "20.00"),
        "super_flush_rush": ("win", "100.00"),
    }
    assert net(result) == "110.00"


def test_wtf_flush_rush_without_straights() -> None:
    seat = wtf_seat("3h 4h 5h 6h 7h Jd Ks", flush_rush="5.00", super_flush_rush="5.00")
    options = {"flush_rush_pays_straights": False, "super_flush_rush": [200, 50, 25, 5]}
    result = settle(one_round(WTF, "Ac Kc Qc Jc Tc 9c 8c 7c", seat, options=options))
    assert rows(result)["flush_rush"] == ("lose", "0.00")
    assert rows(result)["super_flush_rush"] == ("win", "125.00")


def test_wtf_straight_flush_outranks() -> None:
    seat = wtf_seat("3h 4h 5h 6d 8d 9s Jc")
    dealer = "Ts Ac Kc 9c 5d 7d 8s 6h"
    assert rows(settle(one_round(WTF, dealer, seat)))["ante"] == ("lose", "0.00")
    result = settle(one_round(WTF, dealer, seat, options={"straight_flush_outranks": True}))
    assert rows(result)["ante"] == ("win", "10.00")


def test_wtf_exposed_card_voids_ante_and_play() -> None:
    decided = wtf_seat("3h 4h 5h 6h 7h Jd Ks", flush_rush="5.00")
    undecided = position(2, "3s 4c 5s 6s 7s Jc Kc", {"ante": "10.00", "super_flush_rush": "5.00"})
    dealer = "Ah Kh 9d 8d 6d Td 9c 8c"
    result = settle(one_round(WTF, dealer, decided, undecided, void=["ante", "play"]))
    assert rows(result) == {
        "ante": ("void", "0.00"),
        "play": ("void", "0.00"),
        "flush_rush": ("win", "20.00"),
    }
    assert rows(result, 1) == {"ante": ("void", "0.00"), "super_flush_rush": ("lose", "0.00")}
    assert (net(result), net(result, 1)) == ("20.00", "-5.00")


# --------------------------------------------------------------------------------------------------
# Texas Hold 'Em Bonus


THB = "texas-holdem-bonus"
BETS = ({"flop": "20.00"}, {"turn": "10.00"}, "check")


def thb(player: str, dealer: str, board: str, *actions: Any, **more: Any) -> Json:
    wagers = {"ante": "10.00", **more.pop("wagers", {})}
    return settle(one_round(THB, dealer, position(1, player, wagers, *actions), community=board, **more))


def test_thb_ante_pushes_below_a_flush() -> None:
    board = "8c 7d 6h 2s 2d"
    result = thb("Tc 9c", "Ac Kd", board, *BETS)
    assert rows(result) == {"ante": ("push", "0.00"), "flop": ("win", "20.00"), "turn": ("win", "10.00")}
    straight = thb("Tc 9c", "Ac Kd", board, *BETS, options={"ante_wins_with": "straight"})
    assert rows(straight)["ante"] == ("win", "10.00")


def test_thb_flush_wins_the_ante() -> None:
    result = thb("Tc 9c", "As Kd", "8c 7c 3c 2s 2d", {"flop": "20.00"}, "check", {"river": "10.00"})
    assert rows(result)["ante"] == ("win", "10.00")
    assert net(result) == "40.00"


def test_thb_board_plays_and_all_push() -> None:
    result = thb("Tc 9c", "As Kd", "8c 8d 8h 8s Ad", *BETS)
    assert {outcome for outcome, _ in rows(result).values()} == {"push"}
    assert net(result) == "0.00"


def test_thb_dealer_higher() -> None:
    assert net(thb("Tc 9c", "As Kd", "Ac 4d 7h 2s 3d", *BETS)) == "-40.00"


@pytest.mark.parametrize(
    ("player", "dealer", "odds"),
    [
        ("Ac Ad", "Ah As", 1000),
        ("Ac Ad", "Ah Ks", 30),
        ("Kc Ac", "Ah As", 25),
        ("Ac Qc", "Kh Ks", 20),
        ("Jc Ac", "Kh Ks", 20),
        ("Ac Kd", "Kh Ks", 15),
        ("Jc Jd", "Kh Ks", 10),
        ("Kc Kd", "Qh Qs", 10),
        ("Ac Jd", "Kh Ks", 5),
        ("Tc Td", "Kh Ks", 3),
        ("2c 2d", "Kh Ks", 3),
        ("Ac Tc", "Kh Ks", None),
        ("Kc Qc", "Kh Ks", None),
    ],
)
def test_thb_bonus(player: str, dealer: str, odds: int | None) -> None:
    result = thb(player, dealer, "3c 4d 5h 9s 9d", *BETS, wagers={"bonus": "1.00"})
    expected = ("lose", "0.00") if odds is None else ("win", f"{odds}.00")
    assert rows(result)["bonus"] == expected


def test_thb_fold() -> None:
    for survives, expected in ((False, ("lose", "0.00")), (True, ("win", "1000.00"))):
        options = {"bonus_survives_fold": survives}
        result = thb("Ac Ad", "Ah As", "3c 4d 5h 9s 9d", "fold", wagers={"bonus": "1.00"}, options=options)
        assert rows(result) == {"ante": ("lose", "0.00"), "bonus": expected}


# --------------------------------------------------------------------------------------------------
# Random rounds


@pytest.mark.parametrize(("game", "law"), [(game, law) for game, laws in JURISDICTIONS.items() for law in laws])
def test_random_rounds(game: str, law: str) -> None:
    rng = random.Random(f"{game} {law}")
    for _ in range(150):
        given = random_round(game, rng, jurisdiction=law)
        assert json.loads(json.dumps(given)) == given
        cards = " ".join(
            [given["dealer"], given.get("community", ""), *(seat["cards"] for seat in given["positions"])]
        ).split()
        assert len(set(cards)) == len(cards)
        assert all(len(seat["cards"].split()) == PLAYER_CARDS[game] for seat in given["positions"])
        result = settle(given)
        assert [seat["position"] for seat in result["positions"]] == [seat["position"] for seat in given["positions"]]
        for seat in result["positions"]:
            order = [wager for wager in WAGERS[game] if wager in {row["wager"] for row in seat["wagers"]}]
            assert [row["wager"] for row in seat["wagers"] if row["wager"] != "ante_bonus"] == order
            gain = 0
            for row in seat["wagers"]:
                gain += cents(row["pays"])
                if row["outcome"] == "lose" or (row["wager"] == "progressive" and row["outcome"] == "win"):
                    gain -= cents(row["stake"])
            assert gain == cents(seat["net"])


def test_random_rounds_repeat_with_the_seed() -> None:
    for game in JURISDICTIONS:
        assert random_round(game, random.Random(7)) == random_round(game, random.Random(7))
