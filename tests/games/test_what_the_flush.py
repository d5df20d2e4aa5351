"""What The Flush, clause by clause: New Jersey's text and the maker's rules card."""

import re
from itertools import pairwise
from typing import Any

import pytest

import pitboss
from pitboss.showdown.describe import Page, describe
from tests.support import checks, clauses, net, refusal, result, rows

NJ, CARD = "nj", "card"
EVERYWHERE = pytest.mark.parametrize("where", [NJ, CARD])

ANTE = {"ante": "10.00"}
PLAY = {"play": "10.00"}
FLUSH_RUSH = {"ante": "10.00", "flush_rush": "5.00"}
SUPER_FLUSH_RUSH = {"ante": "10.00", "super_flush_rush": "5.00"}
BOTH = {"ante": "10.00", "flush_rush": "5.00", "super_flush_rush": "5.00"}

WON = ("win", "10.00")
LOST = ("lose", "0.00")
PUSHED = ("push", "0.00")
VOID = ("void", "0.00")


def a_round(
    cards: str, dealer: str, wagers: dict[str, str], *actions: Any, where: str = NJ, **options: Any
) -> dict[str, Any]:
    """One player at position 1."""
    return {
        "game": "what-the-flush",
        "jurisdiction": where,
        "options": options,
        "dealer": dealer,
        "positions": [{"position": 1, "cards": cards, "wagers": wagers, "actions": list(actions)}],
    }


def short_hand(others: str) -> str:
    """Eight cards without a deuce, two of each suit, that the other side does not hold: any longer flush beats them."""
    held = others.split()
    left = {suit: [rank + suit for rank in "3456789TJQKA" if rank + suit not in held] for suit in "cdhs"}
    return " ".join(card for suit in "cdhs" for card in left[suit][:2])


def ante_of(cards: str, dealer: str, where: str = NJ, **options: Any) -> tuple[str, str]:
    """What becomes of an ante of 10.00 with a play of the same; the play always goes with it."""
    found = rows(a_round(cards, dealer, ANTE, PLAY, where=where, **options))
    assert found["play"] == found["ante"]
    return found["ante"]


def hand_of(cards: str, **options: Any) -> str:
    return str(result(a_round(cards, short_hand(cards), ANTE, "fold", **options))["hand"])


def dealers_hand(dealer: str, where: str = NJ) -> dict[str, Any]:
    seven = short_hand(dealer).rsplit(maxsplit=1)[0]
    settled = pitboss.settle(a_round(seven, dealer, ANTE, "fold", where=where)).as_json()
    found: dict[str, Any] = settled["dealer"]
    return found


def page(where: str = NJ, **options: Any) -> Page:
    return describe(pitboss.games.showdown("what-the-flush").rules(where, options))


def printed(title: str, where: str = NJ, **options: Any) -> list[list[str]]:
    return next(table.rows for table in page(where, **options).tables if table.title == title)


def is_a_sentence(message: str) -> bool:
    return message[0].isupper() and message.endswith(".") and " " in message and "_" not in message


# Wagers: 38.1, 38.6; card, introduction, 2 and 6


@checks("NJ WTF 13:69F-38.1", "NJ WTF 13:69F-38.1 Ante", "NJ WTF 13:69F-38.6(c)", "WTF card 2")
@pytest.mark.parametrize(("where", "clause"), [(NJ, "NJ WTF 13:69F-38.6(c)"), (CARD, "WTF card 2")])
@pytest.mark.parametrize("wagers", [{}, {"flush_rush": "5.00"}, {"super_flush_rush": "5.00"}])
def test_38_6_c_nobody_plays_without_an_ante(where: str, clause: str, wagers: dict[str, str]) -> None:
    refused = refusal(a_round("Ah Jh 8h 5h 3h 9c 6d", "Kc Tc Kd Td Ks Ts 8c 8d", wagers, where=where))
    assert (refused.code, refused.clause, refused.position) == ("ante_missing", clause, 1)
    assert is_a_sentence(refused.message)
    assert printed("Before the deal", where) == [["Everyone places the ante.", clause]]
    ante = printed("Wagers", where)[0]
    assert ante[0] == "ante"
    assert "before the deal" in ante[1]


@checks("NJ WTF 13:69F-38.1", "NJ WTF 13:69F-38.1 Play")
@EVERYWHERE
def test_38_1_play_comes_after_the_cards(where: str) -> None:
    early = {"ante": "10.00", "play": "10.00"}
    refused = refusal(a_round("Ah Jh 8h 5h 3h 9c 6d", "Kc Tc Kd Td Ks Ts 8c 8d", early, PLAY, where=where))
    assert (refused.code, refused.position) == ("wager_too_early", 1)
    assert is_a_sentence(refused.message)
    play = printed("Wagers", where)[1]
    assert play[0] == "play"
    assert "after seeing the cards" in play[1]


@checks("NJ WTF 13:69F-38.1 Play", "NJ WTF 13:69F-38.10(a)", "NJ WTF 13:69F-38.6(d)", "WTF card 6", "WTF card 6(a)")
@pytest.mark.parametrize(("where", "clause"), [(NJ, "NJ WTF 13:69F-38.10(a)"), (CARD, "WTF card 6(a)")])
@pytest.mark.parametrize(
    ("actions", "code"),
    [
        ([], "decision_missing"),
        (["check"], "action_not_allowed"),
        ([{"raise": "10.00"}], "action_not_allowed"),
        (["fold", PLAY], "action_after_fold"),
    ],
)
def test_38_10_a_play_or_surrender(where: str, clause: str, actions: list[Any], code: str) -> None:
    refused = refusal(a_round("Ah Jh 8h 5h 3h 9c 6d", "Kc Tc Kd Td Ks Ts 8c 8d", ANTE, *actions, where=where))
    assert (refused.code, refused.clause, refused.position) == (code, clause, 1)
    assert refused.message[0].isupper()
    assert refused.message.endswith(".")


LIMIT_DEALER = "Kc Tc Kd Td Ks Ts 8c 8d"
UP_TO_FOUR = [
    "Ah Jh 9c 6c 9d 6d 9s",  # two cards
    "Ah Jh 8h 9c 6c 9d 6s",  # three
    "Ah Jh 8h 5h 9c 6d 9s",  # four
    "Ah Jh 8h 2c 9c 6d 9s",  # four, one of them wild
]
FIVE = [
    "Ah Jh 8h 5h 3h 9c 6d",
    "Ah Jh 8h 5h 2s 9c 6d",
    "2c 2d 2h 2s 9c 6d Ah",  # all four deuces with any one card
]
SIX_OR_SEVEN = [
    "Ah Jh Th 8h 5h 3h 9c",
    "Ah Jh 8h 5h 2s 2d 9c",
    "Ah Jh Th 8h 6h 5h 3h",
    "Ah Jh Th 8h 5h 3h 2d",
    "Ah Jh 8h 2c 2d 2h 2s",
]


@checks("NJ WTF 13:69F-38.6(d)", "WTF card 6(a)", "WTF card 6(a)[1]", "WTF card 6(a)[2]", "WTF card 6(a)[3]")
@EVERYWHERE
@pytest.mark.parametrize(
    ("cards", "amount"),
    [
        *((cards, "10.00") for cards in UP_TO_FOUR),
        *((cards, amount) for cards in FIVE for amount in ("10.00", "10.01", "19.99", "20.00")),
        *((cards, amount) for cards in SIX_OR_SEVEN for amount in ("10.00", "10.01", "20.01", "29.99", "30.00")),
    ],
)
def test_38_6_d_play_within_its_limit(where: str, cards: str, amount: str) -> None:
    placed = result(a_round(cards, LIMIT_DEALER, ANTE, {"play": amount}, where=where))["wagers"][1]
    assert (placed["wager"], placed["stake"]) == ("play", amount)


@checks("NJ WTF 13:69F-38.6(d)", "WTF card 6(a)", "WTF card 6(a)[1]", "WTF card 6(a)[2]", "WTF card 6(a)[3]")
@pytest.mark.parametrize(("where", "clause"), [(NJ, "NJ WTF 13:69F-38.6(d)"), (CARD, "WTF card 6(a)")])
@pytest.mark.parametrize(
    ("cards", "amount", "code", "allowed"),
    [
        *((cards, "9.99", "play_under_minimum", "10.00 or fold") for cards in UP_TO_FOUR),
        *((cards, over, "play_over_limit", "10.00 or fold") for cards in UP_TO_FOUR for over in ("10.01", "20.00")),
        *((cards, "9.99", "play_under_minimum", "10.00 to 20.00") for cards in FIVE),
        *((cards, over, "play_over_limit", "10.00 to 20.00") for cards in FIVE for over in ("20.01", "30.00")),
        *((cards, "9.99", "play_under_minimum", "10.00 to 30.00") for cards in SIX_OR_SEVEN),
        *((cards, over, "play_over_limit", "10.00 to 30.00") for cards in SIX_OR_SEVEN for over in ("30.01", "40.00")),
    ],
)
def test_38_6_d_play_out_of_its_limit(
    where: str, clause: str, cards: str, amount: str, code: str, allowed: str
) -> None:
    refused = refusal(a_round(cards, LIMIT_DEALER, ANTE, {"play": amount}, where=where))
    assert (refused.code, refused.clause, refused.position) == (code, clause, 1)
    assert is_a_sentence(refused.message)
    assert allowed in refused.message
    assert amount in refused.message


@checks("NJ WTF 13:69F-38.6(d)", "WTF card 6(a)[1]", "WTF card 6(a)[2]", "WTF card 6(a)[3]")
@pytest.mark.parametrize(
    ("where", "cited"),
    [
        (NJ, ["NJ WTF 13:69F-38.6(d)"] * 3),
        (CARD, ["WTF card 6(a)[1]", "WTF card 6(a)[2]", "WTF card 6(a)[3]"]),
    ],
)
def test_38_6_d_limits_as_printed(where: str, cited: list[str]) -> None:
    table = printed("How much the play may be", where)
    assert [row[1] for row in table] == [
        "exactly 1 times the ante",
        "1 to 2 times the ante",
        "1 to 3 times the ante",
    ]
    assert [row[2] for row in table] == cited


@checks("NJ WTF 13:69F-38.6(d)[2]", "NJ WTF 13:69F-38.1 Flush Rush", "NJ WTF 13:69F-38.1 Super Flush Rush")
@checks("WTF card intro(1)", "WTF card 2")
@EVERYWHERE
@pytest.mark.parametrize(
    ("wagers", "expected"),
    [
        (ANTE, {"ante", "play"}),
        (FLUSH_RUSH, {"ante", "play", "flush_rush"}),
        (SUPER_FLUSH_RUSH, {"ante", "play", "super_flush_rush"}),
        (BOTH, {"ante", "play", "flush_rush", "super_flush_rush"}),
    ],
)
def test_38_6_d_2_bonus_wagers_are_optional(where: str, wagers: dict[str, str], expected: set[str]) -> None:
    cards = "Ah Jh 8h 5h 3h 9c 6d"
    assert rows(a_round(cards, short_hand(cards), wagers, PLAY, where=where)).keys() == expected
    printed_wagers = {row[0]: row[1] for row in printed("Wagers", where)}
    assert printed_wagers["flush_rush"].startswith("optional")
    assert printed_wagers["super_flush_rush"].startswith("optional")


@checks("NJ WTF 13:69F-38.6(d)[2]")
@EVERYWHERE
@pytest.mark.parametrize(
    ("wager", "words", "other"),
    [
        ("flush_rush", "flush rush", SUPER_FLUSH_RUSH),
        ("super_flush_rush", "super flush rush", FLUSH_RUSH),
    ],
)
def test_38_6_d_2_a_house_need_not_offer_them(where: str, wager: str, words: str, other: dict[str, str]) -> None:
    cards = "Ah Jh 8h 5h 3h 9c 6d"
    refused = refusal(a_round(cards, short_hand(cards), BOTH, PLAY, where=where, **{wager: None}))
    assert (refused.code, refused.position) == ("wager_not_offered", 1)
    assert is_a_sentence(refused.message)
    assert words in refused.message
    assert rows(a_round(cards, short_hand(cards), other, PLAY, where=where, **{wager: None}))["ante"] == WON
    assert dict(row[:2] for row in printed("Wagers", where, **{wager: None}))[wager] == "not offered at this table"


@checks("NJ WTF 13:69F-38.6(e)")
@EVERYWHERE
@pytest.mark.parametrize("actions", [[PLAY], ["fold"]])
@pytest.mark.parametrize(
    ("cards", "dealer"),
    [
        ("4d 5d 6d 7d 8d Kc Jh", "Ac Tc 9h 4h Ks 3s Qd 3d"),  # the bonus wagers win, the ante wins
        ("4d 5d 6d 7d 8d Kc Jh", "As Qs 9s 7s 5s 3s Tc 9h"),  # they win, it loses
        ("4d 5d 6d 7d 8d Kc Jh", "4s 5s 6s 7s 8s Kd Jc 3h"),  # they win, it ties
        ("Ah Jh 8h 5c 9c 6d 9s", "Kc Tc Qd Td Ks 7s 4d 3h"),  # they lose, it wins
        ("Ah Jh 8h 5c 9c 6d 9s", "Kc Tc 8c 4c Ks 7s 4d 3h"),  # they lose, it loses
    ],
)
def test_38_6_e_bonus_wagers_do_not_touch_ante_and_play(
    where: str, actions: list[Any], cards: str, dealer: str
) -> None:
    alone = rows(a_round(cards, dealer, ANTE, *actions, where=where))
    beside = rows(a_round(cards, dealer, BOTH, *actions, where=where))
    assert {wager: beside[wager] for wager in alone} == alone


# The deal: 38.7(d), card 3; hands of seven cards, eight for the dealer


@checks("NJ WTF 13:69F-38.1 Hand", "WTF card intro(2)")
@pytest.mark.parametrize(("where", "clause"), [(NJ, "NJ WTF 13:69F-38.7(d)"), (CARD, "WTF card 3")])
@pytest.mark.parametrize(
    ("cards", "dealer", "position", "number"),
    [
        ("Ah Jh 8h 5h 3h 9c", "Kc Tc Kd Td Ks Ts 8c 8d", 1, "7"),
        ("Ah Jh 8h 5h 3h 9c 6d 7s", "Kc Tc Kd Td Ks Ts 8c 8d", 1, "7"),
        ("Ah Jh 8h 5h 3h 9c 6d", "Kc Tc Kd Td Ks Ts 8c", None, "8"),
        ("Ah Jh 8h 5h 3h 9c 6d", "Kc Tc Kd Td Ks Ts 8c 8d 8s", None, "8"),
        ("Ah Jh 8h 5h 3h 9c 6d", "2c Tc Kd Td Ks Ts 8c", None, "8"),  # a thrown-out deuce is still written down
    ],
)
def test_38_1_hand_seven_cards_and_eight(
    where: str, clause: str, cards: str, dealer: str, position: int | None, number: str
) -> None:
    refused = refusal(a_round(cards, dealer, ANTE, PLAY, where=where))
    assert (refused.code, refused.clause, refused.position) == ("wrong_number_of_cards", clause, position)
    assert is_a_sentence(refused.message)
    assert f"{number} cards" in refused.message
    assert "7 cards to each player, 8 to the dealer" in page(where).subtitle


@checks("NJ WTF 13:69F-38.1 Hand", "NJ WTF 13:69F-38.5(b)2")
@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("Ah 9h 4h Ks Qs Js 8d", "3 card flush, ace high"),  # the higher of two suits
        ("As Ks Qs 9h 7h 5h 3h", "4 card flush, nine high"),  # the longer before the higher
        ("Ah Jh 9c 6c 8d 5d 3s", "2 card flush, ace high"),  # the shortest there is
        ("Ah Jh Th 8h 6h 5h 3h", "7 card flush, ace high"),  # the longest
    ],
)
def test_38_1_hand_is_the_best_flush_of_the_seven(cards: str, words: str) -> None:
    assert hand_of(cards) == words


@checks("NJ WTF 13:69F-38.1 Hand", "NJ WTF 13:69F-38.5(c)")
@EVERYWHERE
def test_38_1_hand_the_better_of_two_suits_is_compared(where: str) -> None:
    """Ace-nine-four beats ace-eight-seven; king-queen-jack of the same hand would not."""
    assert ante_of("Ah 9h 4h Ks Qs Js 8d", "Ac 8c 7c Kd Td 5s 3s 6h", where) == WON


@EVERYWHERE
@pytest.mark.parametrize(("position", "code"), [(0, "position_out_of_range"), (7, "position_out_of_range")])
def test_six_positions_and_no_more(where: str, position: int, code: str) -> None:
    round_ = a_round("Ah Jh 8h 5h 3h 9c 6d", "Kc Tc Kd Td Ks Ts 8c 8d", ANTE, PLAY, where=where)
    for good in (1, 6):
        round_["positions"][0]["position"] = good
        assert result(round_, good)["net"] == "20.00"
    round_["positions"][0]["position"] = position
    refused = refusal(round_)
    assert (refused.code, refused.clause) == (code, "reading 28")


# Ranking: 38.5(a) to (c); card, introduction


@checks("NJ WTF 13:69F-38.1 Suit", "NJ WTF 13:69F-38.5(c)", "NJ WTF 13:69F-38.10(c)4", "WTF card 8(c)")
@checks("WTF card intro(6)")
@pytest.mark.parametrize(("where", "clause"), [(NJ, "NJ WTF 13:69F-38.10(c)4"), (CARD, "WTF card 8(c)")])
@pytest.mark.parametrize(("own", "other"), [(own, other) for own in "cdhs" for other in "cdhs" if own != other])
def test_38_1_no_suit_is_higher(where: str, clause: str, own: str, other: str) -> None:
    third, fourth = (suit for suit in "cdhs" if suit not in (own, other))
    cards = f"A{own} K{own} 9{own} 7{own} 4{own} 3{third} 5{fourth}"
    dealer = f"A{other} K{other} 9{other} 7{other} 4{other} 6{third} 8{fourth} T{third}"
    round_ = a_round(cards, dealer, ANTE, PLAY, where=where)
    assert rows(round_) == {"ante": PUSHED, "play": PUSHED}
    assert clauses(round_) == {"ante": clause, "play": clause}
    assert net(round_) == "0.00"


NATURAL = "AKQJT9876543"


@checks("NJ WTF 13:69F-38.5(a)", "NJ WTF 13:69F-38.5(c)", "WTF card intro(4)", "WTF card intro(7)")
@EVERYWHERE
@pytest.mark.parametrize(("higher", "lower"), list(pairwise(NATURAL)))
def test_38_5_a_each_rank_beats_the_next(where: str, higher: str, lower: str) -> None:
    shared = [rank for rank in NATURAL if rank not in (higher, lower)][:3]
    high = " ".join(f"{rank}h" for rank in [higher, *shared])
    low = " ".join(f"{rank}s" for rank in [lower, *shared])
    assert ante_of(f"{high} 3c 4c 5d", f"{low} 6c 7c 8d 9d", where) == WON
    assert ante_of(f"{low} 3c 4c 5d", f"{high} 6c 7c 8d 9d", where) == LOST


@checks("NJ WTF 13:69F-38.5(a)", "WTF card intro(7)")
@EVERYWHERE
def test_38_5_a_the_ace_is_high_beside_low_cards_too(where: str) -> None:
    assert ante_of("Ah 5h 4h 3h 9c 6d 7s", "Ks Qs Js Ts 9d 6c 7d 8h", where) == WON


@checks("NJ WTF 13:69F-38.5(a)", "WTF card intro(3)")
@EVERYWHERE
@pytest.mark.parametrize("deuce", ["2c", "2d", "2h", "2s"])
def test_38_5_a_a_two_joins_a_flush_of_any_suit(where: str, deuce: str) -> None:
    """Nine-eight-seven-five of hearts and a deuce are five cards: longer than ace-king-queen-jack."""
    assert hand_of(f"9h 8h 7h 5h {deuce} Jc Td") == "5 card flush, ace high"
    assert ante_of(f"9h 8h 7h 5h {deuce} Jc Td", "As Ks Qs Js 9c 6c 4d 6d", where) == WON
    assert ante_of("9h 8h 7h 5h 3c Jc Td", "As Ks Qs Js 9c 6c 4d 6d", where) == LOST


@checks("NJ WTF 13:69F-38.5(a)", "WTF card intro(3)")
@EVERYWHERE
@pytest.mark.parametrize(
    ("cards", "dealer", "expected"),
    [
        # ace, king, (queen), nine
        ("Ah Kh 9h 2c 8c 6d 5d", "As Ks Qs Ts 4c 7c 3d Td", LOST),
        ("Ah Kh 9h 2c 8c 6d 5d", "As Ks Qs 9s 4c 7c 3d Td", PUSHED),
        ("Ah Kh 9h 2c 8c 6d 5d", "As Ks Qs 8s 4c 7c 3d Td", WON),
        # (ace), king, nine, five
        ("Kh 9h 5h 2c 8c 6d 4d", "As Ks 9s 6s 4c 7c 3d Td", LOST),
        ("Kh 9h 5h 2c 8c 6d 4d", "As Ks 9s 5s 4c 7c 3d Td", PUSHED),
        ("Kh 9h 5h 2c 8c 6d 4d", "As Ks 9s 4s 3c 7c 3d Td", WON),
        # (ace), king, (queen), five: two deuces take two different ranks
        ("Kh 5h 2c 2h 8c 6d 4d", "As Ks Qs 6s 4c 7c 3d Td", LOST),
        ("Kh 5h 2c 2h 8c 6d 4d", "As Ks Qs 5s 4c 7c 3d Td", PUSHED),
        ("Kh 5h 2c 2h 8c 6d 4d", "As Ks Qs 4s 3c 7c 3d Td", WON),
    ],
)
def test_38_5_a_a_two_takes_the_highest_missing_rank(
    where: str, cards: str, dealer: str, expected: tuple[str, str]
) -> None:
    assert ante_of(cards, dealer, where) == expected


@checks("NJ WTF 13:69F-38.5(a)", "WTF card intro(3)")
@EVERYWHERE
@pytest.mark.parametrize(
    ("wild_rank", "dealer", "expected"),
    [
        ("ace", "As Ks Qs Js 4c 7c 3d Td", WON),  # two aces before ace-king
        ("ace", "As 2d Qs Js 4c 7c 3d Td", LOST),  # ace, ace, queen against ace, ace, nine
        ("ace", "As 2d 9s 8s 4c 7c 3d Td", PUSHED),
        ("ace", "As 2d 9s 6s 4c 7c 3d Td", WON),
        ("two", "As 9s 8s 3s 4c 7c 3d Td", LOST),  # ace, nine, eight and a two, which a three beats
        ("two", "As 9s 8s 2d 4c 7c 3d Td", PUSHED),
        ("two", "As 9s 7s 3s 4c Jc 3d Td", WON),
    ],
)
def test_38_5_a_other_readings_of_a_twos_rank(
    where: str, wild_rank: str, dealer: str, expected: tuple[str, str]
) -> None:
    """The player has ace, nine, eight and a deuce."""
    cards = "Ah 9h 8h 2c 8c 6d 5d"
    assert ante_of(cards, dealer, where, wild_rank=wild_rank) == expected


@checks("NJ WTF 13:69F-38.5(b)", "NJ WTF 13:69F-38.5(b)1", "NJ WTF 13:69F-38.5(b)2")
@EVERYWHERE
@pytest.mark.parametrize(
    ("cards", "dealer"),
    [
        ("Ah Qh 9c 6c 8d 5d 3s", "Ts 9s 7c 4c 7d 3d 8h 4h"),  # two cards
        ("Ah Jh 8h 5h 9c 6d 4s", "Ts 9s 8s 7s 4c Kc 3d Qd"),  # four
        ("Ah Jh 8h 5h 4h 9c 6d", "Ts 9s 8s 7s 6s 4c Kc 3d"),  # five
    ],
)
def test_38_5_b_1_a_straight_flush_beats_a_flush_only_where_the_house_says_so(
    where: str, cards: str, dealer: str
) -> None:
    assert ante_of(cards, dealer, where) == WON
    assert ante_of(cards, dealer, where, straight_flush_outranks=False) == WON
    assert ante_of(cards, dealer, where, straight_flush_outranks=True) == LOST


@checks("NJ WTF 13:69F-38.5(b)1")
@pytest.mark.parametrize(
    ("cards", "dealer", "expected"),
    [
        # two cards: ace-king is the highest
        ("Ah Kh 9c 6c 8d 5d 3s", "Ks Qs 7c 4c 7d 3d 8h 4h", WON),
        ("Kh Qh 9c 6c 8d 5d 3s", "As Ks 7c 4c 7d 3d 8h 4h", LOST),
        # four cards: ace to four, a deuce for the two, is the lowest
        ("Ah 3h 4h 2c 8d 9s Tc", "3s 4s 5s 6s 8c Kc 9d Qd", LOST),
        ("Ah 3h 4h 2c 8d 9s Tc", "As 3s 4s 2d 8c Kc 9d Qd", PUSHED),
        ("Ah 3h 4h 2c 8d 9s Tc", "As Ks Qs 9c 8c 6d 4d Ts", WON),
        # a longer flush still comes first
        ("Ah Kh Qh Jh 9c 6d 4s", "Ts 8s 6s 5s 3s 4c Kc 3d", LOST),
    ],
)
def test_38_5_b_1_straight_flushes_among_each_other(cards: str, dealer: str, expected: tuple[str, str]) -> None:
    assert ante_of(cards, dealer, straight_flush_outranks=True) == expected


@checks("NJ WTF 13:69F-38.5(b)2", "NJ WTF 13:69F-38.10(c)2", "NJ WTF 13:69F-38.10(c)3", "WTF card 7")
@EVERYWHERE
@pytest.mark.parametrize(
    ("longer", "shorter"),
    [
        ("5h 4h 3h 9c 6c 8d 7s", "As Ks Qd Jd Ac Kc Th Jh"),
        ("6h 5h 4h 3h 9c 8d 7s", "As Ks Qs Jd Td Ac Kc Th"),
        ("7h 6h 5h 4h 3h 9c 8d", "As Ks Qs Js Jd Td Ac Th"),
        ("8h 7h 6h 5h 4h 3h 9c", "As Ks Qs Js Ts Jd Ac Th"),
        ("9h 8h 7h 6h 5h 4h 3h", "As Ks Qs Js Ts 9s Ac Th"),
    ],
)
def test_38_5_b_2_one_card_longer_beats_any_ranks(where: str, longer: str, shorter: str) -> None:
    """Each the lowest flush of its length against the highest of one card less."""
    assert ante_of(longer, shorter, where) == WON
    assert ante_of(shorter.rsplit(maxsplit=1)[0], f"{longer} 8s", where) == LOST


@checks("NJ WTF 13:69F-38.5(c)", "NJ WTF 13:69F-38.10(c)2", "NJ WTF 13:69F-38.10(c)3", "WTF card intro(4)")
@EVERYWHERE
@pytest.mark.parametrize(
    ("high", "low"),
    [
        ("A 5 4 3", "K Q J T"),  # the first card decides
        ("A T 4 3", "A 9 8 7"),  # then the second
        ("A T 8 3", "A T 7 6"),
        ("A T 8 4", "A T 8 3"),  # down to the last
        ("A Q T 8 6 4", "A Q T 8 6 3"),
        ("A Q T 8 6 5 4", "A Q T 8 6 5 3"),
    ],
)
def test_38_5_c_highest_card_the_other_lacks(where: str, high: str, low: str) -> None:
    def seven(ranks: str, suit: str, fillers: str) -> str:
        flush = [rank + suit for rank in ranks.split()]
        return " ".join([*flush, *fillers.split()][:7])

    best, worst = seven(high, "h", "9c 6d 7c"), seven(low, "s", "3c 4d 8c")
    assert ante_of(best, f"{worst} Jd", where) == WON
    assert ante_of(worst, f"{best} Jd", where) == LOST


@checks("WTF card intro(5)", "WTF card intro(4)")
def test_card_intro_5_the_cards_own_example() -> None:
    clubs, hearts = "Ac 7c 3c 9d 5d 8s 4s", "Ah Th 7h 6d 3d 6s 3s"
    assert ante_of(clubs, f"{hearts} 4c", CARD) == LOST
    assert ante_of(hearts, f"{clubs} 4h", CARD) == WON


# The dealer's hand: 38.10(a), (b); card 5 and 7


@checks("NJ WTF 13:69F-38.10(a)", "WTF card 5")
@EVERYWHERE
@pytest.mark.parametrize(
    ("dealer", "words"),
    [
        ("2c 9h 8h 7h 5d 6s 4c 4d", "3 card flush, nine high"),  # an exposed deuce is out
        ("2h 9h 8h 7h 5d 6s 4c 4d", "3 card flush, nine high"),  # of the flush's own suit too
        ("9h 2c 8h 7h 5d 6s 4c 4d", "4 card flush, ace high"),  # any other deuce is wild
        ("9h 8h 7h 5d 6s 4c 4d 2c", "4 card flush, ace high"),
        ("2c 2d 9h 8h 7h 6s 4c 4d", "4 card flush, ace high"),  # only the one exposed is thrown out
        ("3h 9h 8h 7h 5d 6s 4c 4d", "4 card flush, nine high"),  # a three, the next rank up, stays and counts
        ("Ah 9h 8h 7h 5d 6s 4c 4d", "4 card flush, ace high"),
    ],
)
def test_38_10_a_an_exposed_two_is_discarded(where: str, dealer: str, words: str) -> None:
    assert dealers_hand(dealer, where) == {"hand": words, "qualifies": None}


@checks("NJ WTF 13:69F-38.10(a)", "WTF card 5")
@EVERYWHERE
def test_38_10_a_the_discard_decides_a_round(where: str) -> None:
    player = "Ks 9s 5s 3s Jc Td 4d"
    assert ante_of(player, "2c 9h 8h 7h 5d 6c 4c 3d", where) == WON
    assert ante_of(player, "9h 2c 8h 7h 5d 6c 4c 3d", where) == LOST


@checks("NJ WTF 13:69F-38.10(b)", "WTF card intro(3)", "WTF card 7")
@EVERYWHERE
@pytest.mark.parametrize("deuce", ["2c", "2d", "2h", "2s"])
def test_38_10_b_the_dealers_twos_are_wild(where: str, deuce: str) -> None:
    assert dealers_hand(f"9h 8h {deuce} 7h 5d 4s 4c 4d", where)["hand"] == "4 card flush, ace high"


@checks("NJ WTF 13:69F-38.10(b)", "WTF card 7", "WTF card intro(2)")
@EVERYWHERE
@pytest.mark.parametrize(
    ("dealer", "words", "expected"),
    [
        ("3h 4h 5h 6h 7h 8h 9h Th", "8 card flush, ten high", LOST),  # all eight count
        ("3h 4h 5h 6h 7h 8h 9h 2c", "8 card flush, ace high", LOST),
        ("3h 4h 5h 6h 7h 8h 9h Tc", "7 card flush, nine high", WON),
        ("2h 4h 5h 6h 7h 8h 9h Th", "7 card flush, ten high", WON),  # seven are left
    ],
)
def test_38_10_b_longest_flush_of_all_the_dealers_cards(
    where: str, dealer: str, words: str, expected: tuple[str, str]
) -> None:
    round_ = a_round("As Ks Qs Js Ts 8s 7s", dealer, ANTE, PLAY, where=where)
    assert pitboss.settle(round_).as_json()["dealer"]["hand"] == words
    assert rows(round_)["ante"] == expected


# Ante and play: 38.10(a)2, (c)2 to 4, 38.11(b); card 6(b), 8


@checks("NJ WTF 13:69F-38.10(c)3", "NJ WTF 13:69F-38.11(b)", "WTF card 8(a)", "WTF card intro(1)")
@pytest.mark.parametrize(("where", "clause"), [(NJ, "NJ WTF 13:69F-38.10(c)3"), (CARD, "WTF card 8(a)")])
@pytest.mark.parametrize(
    ("cards", "play", "gained"),
    [
        ("Ah Jh 8h 9c 6c 9d 6d", "10.00", "20.00"),
        ("Ah Jh 8h 5h 3h 9c 6d", "20.00", "30.00"),
        ("Ah Jh 8h 5h 3h 9c 6d", "15.55", "25.55"),
        ("Ah Jh Th 8h 5h 3h 9c", "30.00", "40.00"),
    ],
)
def test_38_11_b_ante_and_play_pay_1_to_1(where: str, clause: str, cards: str, play: str, gained: str) -> None:
    round_ = a_round(cards, "Kc Tc Qd Td Ks 7s 4d 8c", ANTE, {"play": play}, where=where)
    assert rows(round_) == {"ante": ("win", "10.00"), "play": ("win", play)}
    assert clauses(round_) == {"ante": clause, "play": clause}
    assert net(round_) == gained


@checks("NJ WTF 13:69F-38.10(c)2", "WTF card 8(b)", "WTF card intro(1)")
@pytest.mark.parametrize(("where", "clause"), [(NJ, "NJ WTF 13:69F-38.10(c)2"), (CARD, "WTF card 8(b)")])
@pytest.mark.parametrize(
    ("dealer", "play", "gained"),
    [
        ("8s 7s 6s 5s 4s 3s Td Tc", "10.00", "-20.00"),  # longer
        ("As Js 8s 5s 4s 3d Td Tc", "20.00", "-30.00"),  # as long, one rank higher in the last card
    ],
)
def test_38_10_c_2_the_dealers_hand_is_higher(where: str, clause: str, dealer: str, play: str, gained: str) -> None:
    round_ = a_round("Ah Jh 8h 5h 3h 9c 6d", dealer, ANTE, {"play": play}, where=where)
    assert rows(round_) == {"ante": LOST, "play": LOST}
    assert clauses(round_) == {"ante": clause, "play": clause}
    assert net(round_) == gained


@checks("NJ WTF 13:69F-38.10(c)4", "WTF card 8(c)", "WTF card intro(6)")
@pytest.mark.parametrize(("where", "clause"), [(NJ, "NJ WTF 13:69F-38.10(c)4"), (CARD, "WTF card 8(c)")])
def test_38_10_c_4_identical_flushes_push(where: str, clause: str) -> None:
    """Cards beside the flush do not break the tie."""
    round_ = a_round("Ah Jh 8h 5h 3h 9c 6d", "As Js 8s 5s 3s Kd Kc Td", ANTE, {"play": "20.00"}, where=where)
    assert rows(round_) == {"ante": PUSHED, "play": PUSHED}
    assert clauses(round_) == {"ante": clause, "play": clause}
    assert net(round_) == "0.00"


@checks("NJ WTF 13:69F-38.10(c)2", "NJ WTF 13:69F-38.10(c)3", "NJ WTF 13:69F-38.10(c)4", "NJ WTF 13:69F-38.11(b)")
@checks("WTF card 8(a)", "WTF card 8(b)", "WTF card 8(c)")
@EVERYWHERE
def test_38_10_c_outcomes_as_printed(where: str) -> None:
    table = {row[0]: row[1:3] for row in printed("Against the dealer", where)}
    assert table.keys() == {
        "the player folds",
        "the player's hand is higher",
        "the dealer's hand is higher",
        "the hands tie",
    }
    assert all(cell.endswith("1 to 1") for cell in table["the player's hand is higher"])
    assert table["the dealer's hand is higher"] == ["loses", "loses"]
    assert table["the hands tie"] == ["pushes", "pushes"]
    assert table["the player folds"] == ["loses", "-"]


@checks("NJ WTF 13:69F-38.10(a)2", "NJ WTF 13:69F-38.1 Play", "WTF card 6(b)", "WTF card 6(a)")
@pytest.mark.parametrize(("where", "clause"), [(NJ, "NJ WTF 13:69F-38.10(a)2"), (CARD, "WTF card 6(b)")])
def test_38_10_a_2_a_fold_loses_the_ante_whatever_the_hand(where: str, clause: str) -> None:
    cards = "Ah Jh Th 8h 6h 5h 3h"
    round_ = a_round(cards, short_hand(cards), ANTE, "fold", where=where)
    assert rows(round_) == {"ante": LOST}
    assert clauses(round_) == {"ante": clause}
    assert net(round_) == "-10.00"


@checks("NJ WTF 13:69F-38.6(e)")
@checks("NJ WTF 13:69F-38.10(a)2", "NJ WTF 13:69F-38.1 Super Flush Rush", "WTF card 6(b)")
@EVERYWHERE
def test_38_10_a_2_bonus_wagers_survive_a_fold(where: str) -> None:
    winning = "4d 5d 6d 7d 8d Kc Jh"
    round_ = a_round(winning, short_hand(winning), BOTH, "fold", where=where)
    assert rows(round_) == {"ante": LOST, "flush_rush": ("win", "20.00"), "super_flush_rush": ("win", "100.00")}
    assert net(round_) == "110.00"
    losing = "Ah Jh 8h 5c 9c 6d 9s"
    round_ = a_round(losing, short_hand(losing), BOTH, "fold", where=where)
    assert rows(round_) == {"ante": LOST, "flush_rush": LOST, "super_flush_rush": LOST}
    assert net(round_) == "-20.00"


# Flush Rush: 38.5(d), 38.10(c)1, 38.11(c); card 9

SEVEN_CARD_FLUSHES = [
    "Ah Jh Th 8h 6h 5h 3h",
    "Ah Jh Th 8h 5h 3h 2d",
    "Ah Jh 8h 2c 2d 2h 2s",
    "3h 4h 5h 6h 7h 8h 9h",  # a straight flush too
]
SIX_CARD_FLUSHES = ["Ah Jh Th 8h 5h 3h 9c", "Ah Jh 8h 5h 2s 2d 9c", "8s 9s Ts Js Qs Ks 4h"]
FIVE_CARD_FLUSHES = ["Ah Jh 8h 5h 3h 9c 6d", "Ah Jh 8h 5h 2s 9c 6d", "2c 2d 2h 2s 9c 6d Ah", "4d 5d 6d 7d 8d Kc Jh"]
FOUR_CARD_FLUSHES = ["Ah Jh 8h 5h 9c 6d 9s", "Ah Jh 8h 2c 9c 6d 9s", "6h 7h 8h 9h 3c Jd Ks"]


@checks("NJ WTF 13:69F-38.11(c)", "NJ WTF 13:69F-38.11(c) Seven Card Flush", "NJ WTF 13:69F-38.11(c) Six Card Flush")
@checks("NJ WTF 13:69F-38.11(c) Five Card Flush", "NJ WTF 13:69F-38.10(c)1", "NJ WTF 13:69F-38.1 Flush Rush")
@checks("NJ WTF 13:69F-38.5(d)", "NJ WTF 13:69F-38.5(d)1", "NJ WTF 13:69F-38.5(d)2", "NJ WTF 13:69F-38.5(d)3")
@checks("WTF card 9", "WTF card 9 7-Card Flush", "WTF card 9 6-Card Flush", "WTF card 9 5-Card Flush")
@pytest.mark.parametrize(
    ("cards", "pays", "gained", "nj_clause", "card_clause"),
    [
        *(
            (cards, "1000.00", "1020.00", "NJ WTF 13:69F-38.11(c) Seven Card Flush", "WTF card 9 7-Card Flush")
            for cards in SEVEN_CARD_FLUSHES
        ),
        *(
            (cards, "250.00", "270.00", "NJ WTF 13:69F-38.11(c) Six Card Flush", "WTF card 9 6-Card Flush")
            for cards in SIX_CARD_FLUSHES
        ),
        *(
            (cards, "20.00", "40.00", "NJ WTF 13:69F-38.11(c) Five Card Flush", "WTF card 9 5-Card Flush")
            for cards in FIVE_CARD_FLUSHES
        ),
    ],
)
def test_38_11_c_flush_rush_pays_the_longest_flush_once(
    cards: str, pays: str, gained: str, nj_clause: str, card_clause: str
) -> None:
    for where, clause in ((NJ, nj_clause), (CARD, card_clause)):
        round_ = a_round(cards, short_hand(cards), FLUSH_RUSH, PLAY, where=where)
        assert rows(round_) == {"ante": WON, "play": WON, "flush_rush": ("win", pays)}
        assert clauses(round_)["flush_rush"] == clause
        assert net(round_) == gained


@checks("NJ WTF 13:69F-38.5(d)", "NJ WTF 13:69F-38.10(c)1", "WTF card 9")
@EVERYWHERE
@pytest.mark.parametrize("cards", [*FOUR_CARD_FLUSHES, "Ah Jh 8h 5c 9c 6d 9s"])
def test_38_5_d_a_four_card_flush_loses_the_flush_rush(where: str, cards: str) -> None:
    round_ = a_round(cards, short_hand(cards), FLUSH_RUSH, PLAY, where=where)
    assert rows(round_) == {"ante": WON, "play": WON, "flush_rush": LOST}
    assert net(round_) == "15.00"


@checks("NJ WTF 13:69F-38.5(d)1", "NJ WTF 13:69F-38.5(d)2", "NJ WTF 13:69F-38.5(d)3")
@pytest.mark.parametrize(
    ("cards", "either", "strict"),
    [
        ("4d 5d 6d 7d 8d Kc Jh", ("win", "20.00"), LOST),
        ("8s 9s Ts Js Qs Ks 4h", ("win", "250.00"), LOST),  # and not paid as five either
        ("3h 4h 5h 6h 7h 8h 9h", ("win", "1000.00"), LOST),
        ("Th Jh Qh Kh Ah 9c 6d", ("win", "20.00"), LOST),
        ("4d 5d 6d 7d 9d Kc Jh", ("win", "20.00"), ("win", "20.00")),
        ("4d 5d 6d 7d 8d Td Jh", ("win", "250.00"), ("win", "250.00")),  # six cards, five of them in sequence
        ("4d 5d 6d 7d 2c Kc Jh", ("win", "20.00"), ("win", "20.00")),  # the deuce need not continue the sequence
    ],
)
def test_38_5_d_not_in_consecutive_order(cards: str, either: tuple[str, str], strict: tuple[str, str]) -> None:
    round_ = a_round(cards, short_hand(cards), FLUSH_RUSH, PLAY)
    assert rows(round_)["flush_rush"] == either
    round_ = a_round(cards, short_hand(cards), FLUSH_RUSH, PLAY, flush_rush_pays_straights=True)
    assert rows(round_)["flush_rush"] == either
    round_ = a_round(cards, short_hand(cards), FLUSH_RUSH, PLAY, flush_rush_pays_straights=False)
    assert rows(round_)["flush_rush"] == strict


# Super Flush Rush: 38.5(e), 38.10(c)1, 38.11(d); card 10


@checks("NJ WTF 13:69F-38.11(d)", "NJ WTF 13:69F-38.10(c)1", "NJ WTF 13:69F-38.1 Super Flush Rush")
@checks("NJ WTF 13:69F-38.11(d) Seven Card Straight Flush", "NJ WTF 13:69F-38.11(d) Six Card Straight Flush")
@checks("NJ WTF 13:69F-38.11(d) Five Card Straight Flush", "NJ WTF 13:69F-38.11(d) Four Card Straight Flush")
@checks("NJ WTF 13:69F-38.5(e)", "NJ WTF 13:69F-38.5(e)1", "NJ WTF 13:69F-38.5(e)2")
@checks("NJ WTF 13:69F-38.5(e)3", "NJ WTF 13:69F-38.5(e)4", "WTF card 10")
@checks("WTF card 10 7-Card Straight Flush", "WTF card 10 6-Card Straight Flush")
@checks("WTF card 10 5-Card Straight Flush", "WTF card 10 4-Card Straight Flush")
@pytest.mark.parametrize(
    ("cards", "pays", "gained", "nj_row", "card_row"),
    [
        *(
            (cards, "1000.00", "1020.00", "Seven Card Straight Flush", "7-Card Straight Flush")
            for cards in (
                "3h 4h 5h 6h 7h 8h 9h",
                "8h 9h Th Jh Qh Kh Ah",
                "3h 4h 5h 2c 7h 8h 9h",  # a deuce inside the sequence
                "Ac 3c 4c 5c 6c 7c 2h",  # and as a two, the ace low
            )
        ),
        *(
            (cards, "250.00", "270.00", "Six Card Straight Flush", "6-Card Straight Flush")
            for cards in (
                "8s 9s Ts Js Qs Ks 4h",
                "8s 9s 2d Js Qs Ks 4h",
                "3h 4h 5h 6h 7h 8h Kh",  # seven of the suit, six in sequence
            )
        ),
        *(
            (cards, "100.00", "120.00", "Five Card Straight Flush", "5-Card Straight Flush")
            for cards in (
                "4d 5d 6d 7d 8d Kc Jh",
                "Th Jh Qh Kh Ah 9c 6d",
                "Ac 2h 3c 4c 5c 9d Kh",
            )
        ),
        *(
            (cards, "25.00", "45.00", "Four Card Straight Flush", "4-Card Straight Flush")
            for cards in (
                "6h 7h 8h 9h 3c Jd Ks",
                "Jh Qh Kh Ah 3c 9d 6s",
                "2h 3h 4h 5h 9c Jd Ks",  # a deuce in its own suit is one card, not two
                "Ah 3h 4h 2c 8d Ts 6s",
                "Ah Jh 7h 9s 8s 7s 2c",  # spades in sequence; the main hand is the hearts
                "Kh 8h 3h 9s 8s 2c 2d",  # spades again, under a five card flush of hearts
            )
        ),
    ],
)
def test_38_11_d_super_flush_rush_pays_the_longest_straight_flush_once(
    cards: str, pays: str, gained: str, nj_row: str, card_row: str
) -> None:
    for where, clause in ((NJ, f"NJ WTF 13:69F-38.11(d) {nj_row}"), (CARD, f"WTF card 10 {card_row}")):
        round_ = a_round(cards, short_hand(cards), SUPER_FLUSH_RUSH, PLAY, where=where)
        assert rows(round_) == {"ante": WON, "play": WON, "super_flush_rush": ("win", pays)}
        assert clauses(round_)["super_flush_rush"] == clause
        assert net(round_) == gained


@checks("NJ WTF 13:69F-38.5(e)", "NJ WTF 13:69F-38.10(c)1", "WTF card 10")
@EVERYWHERE
@pytest.mark.parametrize(
    "cards",
    [
        "6h 7h 8h Th 3c Jd Ks",  # four of a suit, three in sequence
        "Ah Jh Th 8h 6h 5h 3h",  # seven of a suit
        "7h 8h 2c Kd 4s Jc Ts",  # three with the deuce
        "Kh Ah 3h 2c 8d Ts 6s",  # no way round the corner: king, ace, two, three
        "6h 7h 8c 9c Td Jd Qs",  # a sequence of several suits
    ],
)
def test_38_5_e_a_three_card_straight_flush_loses_the_super_flush_rush(where: str, cards: str) -> None:
    round_ = a_round(cards, short_hand(cards), SUPER_FLUSH_RUSH, "fold", where=where)
    assert rows(round_) == {"ante": LOST, "super_flush_rush": LOST}
    assert net(round_) == "-15.00"


@checks("NJ WTF 13:69F-38.10(c)1")
def test_38_10_c_1_each_bonus_by_its_own_table() -> None:
    """The references in 38.10(c)1 are one letter off: five in sequence pay 4 to 1 and 20 to 1 (reading 5)."""
    cards = "4d 5d 6d 7d 8d Kc Jh"
    round_ = a_round(cards, short_hand(cards), BOTH, PLAY)
    assert rows(round_) == {
        "ante": WON,
        "play": WON,
        "flush_rush": ("win", "20.00"),
        "super_flush_rush": ("win", "100.00"),
    }
    assert clauses(round_)["flush_rush"] == "NJ WTF 13:69F-38.11(c) Five Card Flush"
    assert clauses(round_)["super_flush_rush"] == "NJ WTF 13:69F-38.11(d) Five Card Straight Flush"
    assert net(round_) == "140.00"


@checks("WTF card 9", "WTF card 10", "NJ WTF 13:69F-38.1 Super Flush Rush", "NJ WTF 13:69F-38.1 Flush Rush")
@EVERYWHERE
def test_card_9_and_10_bonus_wagers_win_though_the_dealer_is_higher(where: str) -> None:
    round_ = a_round("4d 5d 6d 7d 8d Kc Jh", "As Qs 9s 7s 5s 3s Tc 9h", BOTH, PLAY, where=where)
    assert rows(round_) == {
        "ante": LOST,
        "play": LOST,
        "flush_rush": ("win", "20.00"),
        "super_flush_rush": ("win", "100.00"),
    }
    assert net(round_) == "100.00"


# Odds a house may post: 38.11(a), (c), (d)


@checks("NJ WTF 13:69F-38.11(c)", "WTF card 9")
@pytest.mark.parametrize(("where", "clause"), [(NJ, "NJ WTF 13:69F-38.11(c)"), (CARD, "WTF card 9")])
@pytest.mark.parametrize("odds", [[199, 50, 4], [200, 49, 4], [200, 50, 3], [1000, 500, 3]])
def test_38_11_c_no_less_than_the_odds_of_the_text(where: str, clause: str, odds: list[int]) -> None:
    cards = "Ah Jh 8h 5h 3h 9c 6d"
    refused = refusal(a_round(cards, short_hand(cards), FLUSH_RUSH, PLAY, where=where, flush_rush=odds))
    assert (refused.code, refused.clause, refused.position) == ("pay_table_below_minimum", clause, None)
    assert is_a_sentence(refused.message)
    assert "[200, 50, 4]" in refused.message


@checks("NJ WTF 13:69F-38.11(d)", "WTF card 10")
@pytest.mark.parametrize(("where", "clause"), [(NJ, "NJ WTF 13:69F-38.11(d)"), (CARD, "WTF card 10")])
@pytest.mark.parametrize("odds", [[199, 50, 20, 5], [200, 49, 20, 5], [200, 50, 19, 5], [200, 50, 20, 4]])
def test_38_11_d_no_less_than_the_odds_of_the_text(where: str, clause: str, odds: list[int]) -> None:
    cards = "Ah Jh 8h 5h 3h 9c 6d"
    refused = refusal(a_round(cards, short_hand(cards), SUPER_FLUSH_RUSH, PLAY, where=where, super_flush_rush=odds))
    assert (refused.code, refused.clause, refused.position) == ("pay_table_below_minimum", clause, None)
    assert is_a_sentence(refused.message)
    assert "[200, 50, 20, 5]" in refused.message


@checks("NJ WTF 13:69F-38.11(c)", "NJ WTF 13:69F-38.11(d)")
@EVERYWHERE
@pytest.mark.parametrize(
    ("option", "odds", "cards", "pays"),
    [
        ("flush_rush", [200, 50, 4], "3h 4h 5h 6h 7h 8h 9h", "1000.00"),  # the least
        ("flush_rush", [201, 51, 5], "3h 4h 5h 6h 7h 8h 9h", "1005.00"),
        ("flush_rush", [201, 51, 5], "8s 9s Ts Js Qs Ks 4h", "255.00"),
        ("flush_rush", [201, 51, 5], "4d 5d 6d 7d 8d Kc Jh", "25.00"),
        ("super_flush_rush", [200, 50, 20, 5], "3h 4h 5h 6h 7h 8h 9h", "1000.00"),
        ("super_flush_rush", [201, 51, 21, 6], "3h 4h 5h 6h 7h 8h 9h", "1005.00"),
        ("super_flush_rush", [201, 51, 21, 6], "8s 9s Ts Js Qs Ks 4h", "255.00"),
        ("super_flush_rush", [201, 51, 21, 6], "4d 5d 6d 7d 8d Kc Jh", "105.00"),
        ("super_flush_rush", [201, 51, 21, 6], "6h 7h 8h 9h 3c Jd Ks", "30.00"),
    ],
)
def test_38_11_c_and_d_better_odds_may_be_posted(
    where: str, option: str, odds: list[int], cards: str, pays: str
) -> None:
    round_ = a_round(cards, short_hand(cards), BOTH, PLAY, where=where, **{option: odds})
    assert rows(round_)[option] == ("win", pays)


@checks("NJ WTF 13:69F-38.11(a)")
@EVERYWHERE
@pytest.mark.parametrize("options", [{}, {"flush_rush": [250, 60, 5], "super_flush_rush": [500, 100, 25, 6]}])
def test_38_11_a_odds_are_printed_with_to_and_never_with_for(where: str, options: dict[str, Any]) -> None:
    shown = page(where, **options)
    paid = [row for table in shown.tables if "pays" in table.columns for row in table.rows]
    assert len(paid) == 3 + 4
    assert all(re.fullmatch(r"\d+ to 1", row[1]) for row in paid)
    everything = " ".join(cell for table in shown.tables for row in table.rows for cell in row)
    assert " 1 to 1 " in everything
    assert not re.search(r"\bfor (1|one)\b", everything)


@checks("NJ WTF 13:69F-38.11(c)", "NJ WTF 13:69F-38.11(d)", "WTF card 9", "WTF card 10")
@EVERYWHERE
def test_38_11_c_and_d_pay_tables_as_printed(where: str) -> None:
    assert [row[:2] for row in printed("What the flush rush pays", where)] == [
        ["7 card flush", "200 to 1"],
        ["6 card flush", "50 to 1"],
        ["5 card flush", "4 to 1"],
    ]
    assert [row[:2] for row in printed("What the super flush rush pays", where)] == [
        ["7 card straight flush", "200 to 1"],
        ["6 card straight flush", "50 to 1"],
        ["5 card straight flush", "20 to 1"],
        ["4 card straight flush", "5 to 1"],
    ]


# Irregularities: 38.12(a), (d)


def three_players(where: str = NJ) -> dict[str, Any]:
    """Position 1 wins both bonus wagers, 2 has folded, 3 has lost everything."""
    return {
        "game": "what-the-flush",
        "jurisdiction": where,
        "dealer": "Ac Tc 9h 4h Ks 3s Qd 3d",
        "positions": [
            {"position": 1, "cards": "4d 5d 6d 7d 8d Kc Jh", "wagers": dict(BOTH), "actions": [{"play": "20.00"}]},
            {"position": 2, "cards": "Ah 8h 5c 9c 6h Td 9s", "wagers": dict(BOTH), "actions": ["fold"]},
            {"position": 3, "cards": "6s 5s 7c 4c 3h 5h Jd", "wagers": dict(BOTH), "actions": [PLAY]},
        ],
    }


def test_three_players_without_an_irregularity() -> None:
    assert [net(three_players(), position) for position in (1, 2, 3)] == ["150.00", "-20.00", "-30.00"]


@checks("NJ WTF 13:69F-38.12(a)")
@pytest.mark.parametrize(("where", "clause"), [(NJ, "NJ WTF 13:69F-38.12(a)"), (CARD, "reading 30")])
@pytest.mark.parametrize("decided", [True, False])
def test_38_12_a_an_exposed_card_voids_ante_and_play_but_no_bonus(where: str, clause: str, decided: bool) -> None:
    """Some have acted when the card is exposed, or nobody has."""
    round_ = three_players(where) | {"void": ["ante", "play"]}
    if not decided:
        for seat in round_["positions"]:
            seat["actions"] = []
    for position in (1, 2, 3):
        settled, cited = rows(round_, position), clauses(round_, position)
        for wager in {"ante", "play"} & settled.keys():
            assert settled[wager] == VOID
            assert cited[wager] == clause
        assert ("play" in settled) == (decided and position != 2)
    assert rows(round_, 1)["flush_rush"] == ("win", "20.00")
    assert rows(round_, 1)["super_flush_rush"] == ("win", "100.00")
    assert rows(round_, 3)["flush_rush"] == rows(round_, 3)["super_flush_rush"] == LOST
    assert [net(round_, position) for position in (1, 2, 3)] == ["120.00", "-10.00", "-10.00"]


@checks("NJ WTF 13:69F-38.12(d)")
@pytest.mark.parametrize(("where", "clause"), [(NJ, "NJ WTF 13:69F-38.12(d)"), (CARD, "reading 30")])
@pytest.mark.parametrize("cards", ["4d 5d 6d 7d 8d Kc", "4d 5d 6d 7d 8d Kc Jh Qh"])
def test_38_12_d_a_wrong_number_of_cards_voids_that_hand_alone(where: str, clause: str, cards: str) -> None:
    round_ = three_players(where)
    round_["positions"][0] |= {"cards": cards, "void": True}
    assert rows(round_, 1) == {"ante": VOID, "play": VOID, "flush_rush": VOID, "super_flush_rush": VOID}
    assert set(clauses(round_, 1).values()) == {clause}
    assert [net(round_, position) for position in (1, 2, 3)] == ["0.00", "-20.00", "-30.00"]


@checks("NJ WTF 13:69F-38.12(d)")
@pytest.mark.parametrize("cards", ["4d 5d 6d 7d 8d Kc", "4d 5d 6d 7d 8d Kc Jh Qh"])
def test_38_12_d_such_a_hand_cannot_be_played(cards: str) -> None:
    round_ = three_players()
    round_["positions"][0]["cards"] = cards
    refused = refusal(round_)
    assert (refused.code, refused.position) == ("wrong_number_of_cards", 1)
    assert is_a_sentence(refused.message)


@checks("NJ WTF 13:69F-38.12(d)")
@pytest.mark.parametrize("dealer", ["Ac Tc 9h 4h Ks 3s Qd", "Ac Tc 9h 4h Ks 3s Qd 3d 8c"])
def test_38_12_d_a_wrong_number_at_the_dealer_voids_all_hands(dealer: str) -> None:
    round_ = three_players() | {"dealer": dealer}
    assert refusal(round_).code == "wrong_number_of_cards"
    round_["positions"][0]["void"] = round_["positions"][1]["void"] = True
    assert refusal(round_).code == "wrong_number_of_cards"
    round_["positions"][2]["void"] = True
    for position in (1, 2, 3):
        assert set(rows(round_, position).values()) == {VOID}
        assert net(round_, position) == "0.00"
