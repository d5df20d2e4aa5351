"""High Card Flush in Massachusetts, clause by clause: sections 1 to 13 of its rules."""

import re
from decimal import Decimal
from itertools import pairwise
from typing import Any

import pytest

import pitboss
from pitboss.showdown.describe import describe
from pitboss.showdown.progressive import Meters
from pitboss.showdown.rules import Rules
from tests.support import checks, clauses, net, refusal, result, rows

LAW = "MA HCF "

NO_HAND = "2c 3c 4c 2d 3d 5d 2h"  # a 3 card flush, five high: the dealer does not qualify
SIDE_CARDS = ["9d", "Jd", "5h", "Th", "Kc"]  # no three of a suit, no two in sequence

WIN, LOSE, PUSH = ("win", "10.00"), ("lose", "0.00"), ("push", "0.00")
MAIN_GAME = ("ante", "raise")


def hand(suited: str) -> str:
    """Seven cards: those given, and side cards that add no flush."""
    given = suited.split()
    return " ".join(given + SIDE_CARDS[: 7 - len(given)])


def seat(
    cards: str, *actions: Any, position: int = 1, ante: str = "10.00", side: dict[str, str] | None = None
) -> dict[str, Any]:
    """A position with an ante and side wagers; unless told otherwise it raises as much as the ante."""
    return {
        "position": position,
        "cards": cards,
        "wagers": {"ante": ante} | (side or {}),
        "actions": list(actions) or [{"raise": ante}],
    }


def a_round(*seats: dict[str, Any], dealer: str = NO_HAND, meters: Any = None, **options: Any) -> dict[str, Any]:
    """A round; `meters` are the readings of main and secondary."""
    made: dict[str, Any] = {
        "game": "high-card-flush",
        "jurisdiction": "ma",
        "options": options,
        "dealer": dealer,
        "positions": list(seats),
    }
    if meters:
        made["meters"] = {"main": meters[0], "secondary": meters[1]}
    return made


def against(cards: str, dealer: str) -> dict[str, Any]:
    return a_round(seat(cards), dealer=dealer)


def wagered(wager: str, cards: str, stake: str = "5.00", **options: Any) -> dict[str, Any]:
    """One player with one side wager, against a dealer who does not qualify: the main game gains 10.00."""
    return a_round(seat(cards, side={wager: stake}), **options)


def row(round_: dict[str, Any], wager: str, position: int = 1) -> tuple[str, str, str]:
    """Outcome, payment and clause of one wager."""
    return (*rows(round_, position)[wager], clauses(round_, position)[wager])


def meters_after(round_: dict[str, Any]) -> tuple[str, str]:
    meters = pitboss.settle(round_).as_json()["meters"]
    return meters["main"], meters["secondary"]


def house(**options: Any) -> Rules:
    return pitboss.game("high-card-flush").rules("ma", options)


def refused_option(**options: Any) -> pitboss.Refusal:
    with pytest.raises(pitboss.Refusal) as caught:
        house(**options)
    return caught.value


def printed(title: str, **options: Any) -> list[list[str]]:
    """The rows of the one table of the printed rules whose title starts so."""
    found = [table.rows for table in describe(house(**options)).tables if table.title.startswith(title)]
    assert len(found) == 1, title
    return found[0]


def titles(**options: Any) -> list[str]:
    return [table.title for table in describe(house(**options)).tables]


def is_a_sentence(message: str) -> bool:
    """Words for a dealer: no names of the program's own."""
    return message[0].isupper() and message.endswith(".") and "_" not in message and len(message.split()) > 4


# Positions: the text has no number of its own (reading 28)

SIX_HANDS = [
    "Ah 3h 4h 5h 6h 7h 8h",
    "2s 3s 4s 5s 6s 7s 8s",
    "6d 7d 8d 9d Td Jd Qd",
    "6c 7c 8c 9c Tc Jc Qc",
    "9h Th Jh Qh Kh 9s Ts",
    "Js Qs Ks As Kd Ad Kc",
]


def test_reading_28_six_positions_can_play_a_round() -> None:
    full = a_round(*(seat(cards, "fold", position=at) for at, cards in enumerate(SIX_HANDS, 1)))
    assert [each["position"] for each in pitboss.settle(full).as_json()["positions"]] == [1, 2, 3, 4, 5, 6]
    assert describe(house()).subtitle.startswith("Massachusetts.")
    assert describe(house()).subtitle.endswith("up to 6 positions.")


@pytest.mark.parametrize("position", [0, 7, -1])
def test_reading_28_no_position_beyond_six(position: int) -> None:
    refused = refusal(a_round(seat(SIX_HANDS[0], position=position)))
    assert (refused.code, refused.clause) == ("position_out_of_range", "reading 28")
    assert refused.message == f"Number the position 1 to 6; got {position}."


def test_the_printed_clauses_are_of_massachusetts() -> None:
    """All but the layout, on which its text is silent."""
    for table in describe(house()).tables:
        if "layout" not in table.title and "clause" in table.columns:
            assert all(line[-1].startswith(("MA HCF ", "reading ")) for line in table.rows), table.title


@checks("MA HCF 6(a)(5)(ii)", "MA HCF 6(a)(5)(ii)a", "MA HCF 6(a)(5)(ii)b")
@checks("MA HCF 6(a)(5)(ii)c")
def test_6_a_5_ii_the_printed_raises() -> None:
    assert printed("How much the raise may be") == [
        ["a two, three or four card flush", "exactly 1 times the ante", LAW + "6(a)(5)(ii)a"],
        ["a five card flush", "1 to 2 times the ante", LAW + "6(a)(5)(ii)b"],
        ["a six or seven card flush", "1 to 3 times the ante", LAW + "6(a)(5)(ii)c"],
    ]


@checks("MA HCF 1 Dealer's qualifying hand")
def test_1_the_printed_qualifying_hand() -> None:
    says = {line[-1]: line[0] for line in printed("Against the dealer")}
    assert "3 card flush, nine high or better" in says[LAW + "1 Dealer's qualifying hand"]


# 1 Definitions and 6(a) Wagers


@checks("MA HCF 1", "MA HCF 6(a)")
def test_6_a_the_five_wagers() -> None:
    assert {wager: clause for wager, _, clause in printed("Wagers")} == {
        "ante": LAW + "6(a)(1)",
        "raise": LAW + "6(a)(5)",
        "flush_bonus": LAW + "6(a)(2)",
        "straight_flush_bonus": LAW + "6(a)(3)",
        "progressive": LAW + "6(a)(4)",
    }


@checks("MA HCF 1", "MA HCF 6(a)")
@pytest.mark.parametrize("wager", ["play", "pair_plus", "aces_up"])
def test_6_a_no_other_wager(wager: str) -> None:
    refused = refusal(wagered(wager, hand("3s 4s 5s")))
    assert (refused.code, refused.position) == ("unknown_wager", 1)


@checks("MA HCF 1 Ante", "MA HCF 6(a)(1)")
@pytest.mark.parametrize(
    "other", [{}, {"flush_bonus": "5.00"}, {"straight_flush_bonus": "5.00", "progressive": "1.00"}]
)
def test_1_ante_is_needed_to_take_part(other: dict[str, str]) -> None:
    without = seat(hand("3s 4s 5s"), "fold")
    without["wagers"] = other
    refused = refusal(a_round(without))
    assert (refused.code, refused.clause, refused.position) == ("ante_missing", LAW + "1 Ante", 1)
    assert refused.message == "Place the ante: nobody plays without one."
    assert printed("Before the deal") == [["Everyone places the ante.", LAW + "1 Ante"]]


@checks("MA HCF 6(a)(1)")
def test_6_a_1_an_ante_of_any_size_takes_part_and_of_nothing_does_not() -> None:
    assert net(a_round(seat(hand("3s 4s 5s"), ante="0.01"))) == "0.01"
    assert net(a_round(seat(hand("3s 4s 5s"), ante="5000.00"))) == "5000.00"
    refused = refusal(a_round(seat(hand("3s 4s 5s"), ante="0.00")))
    assert (refused.code, refused.position) == ("wager_zero", 1)


@checks("MA HCF 6(a)(2)", "MA HCF 6(a)(3)")
@checks("MA HCF 1 Flush Bonus wager", "MA HCF 1 Straight Flush Bonus wager")
@pytest.mark.parametrize("stake", ["0.01", "9.99", "10.00", "10.01", "500.00"])
@pytest.mark.parametrize("wager", ["flush_bonus", "straight_flush_bonus"])
def test_6_a_2_and_3_a_bonus_need_not_match_the_ante(wager: str, stake: str) -> None:
    losing = wagered(wager, hand("6s 4s 2s"), stake)
    assert rows(losing) == {"ante": WIN, "raise": PUSH, wager: LOSE}
    assert result(losing)["wagers"][2]["stake"] == stake


@checks("MA HCF 6(a)(2)", "MA HCF 6(a)(3)", "MA HCF 6(a)(4)")
@checks("MA HCF 1 Flush Bonus wager", "MA HCF 1 Straight Flush Bonus wager")
@checks("MA HCF 1 Progressive payout wager")
@pytest.mark.parametrize(
    ("wager", "clause"),
    [("flush_bonus", "6(a)(2)"), ("straight_flush_bonus", "6(a)(3)"), ("progressive", "6(a)(4)")],
)
def test_6_a_optional_wagers_are_taken_only_where_offered(wager: str, clause: str) -> None:
    refused = refusal(wagered(wager, hand("3s 4s 5s"), "1.00", **{wager: None}))
    assert (refused.code, refused.clause, refused.position) == ("wager_not_offered", LAW + clause, 1)
    assert is_a_sentence(refused.message)
    assert {name: says for name, says, _ in printed("Wagers", **{wager: None})}[wager].endswith(
        "not offered at this table"
    )
    assert rows(wagered(wager, hand("3s 4s 8s"), "1.00"))[wager] == LOSE
    assert list(rows(a_round(seat(hand("3s 4s 5s"))))) == ["ante", "raise"]


@checks("MA HCF 6(a)(4)", "MA HCF 12(a)", "MA HCF 1 Progressive payout wager")
@pytest.mark.parametrize("stake", ["0.99", "1.01", "2.00", "0.01", "10.00"])
def test_6_a_4_the_progressive_is_exactly_a_dollar(stake: str) -> None:
    refused = refusal(wagered("progressive", hand("3s 4s 5s"), stake))
    assert (refused.code, refused.clause, refused.position) == ("progressive_not_1.00", LAW + "6(a)(4)", 1)
    assert refused.message == f"Make the progressive wager 1.00; it is {stake}."


@checks("MA HCF 6(a)(4)", "MA HCF 12(a)", "MA HCF 1 Progressive payout wager")
def test_12_a_a_dollar_is_taken_and_may_be_left_out() -> None:
    assert rows(wagered("progressive", hand("3s 4s 5s"), "1.00"))["progressive"] == ("win", "3.00")
    assert "progressive" not in rows(a_round(seat(hand("3s 4s 5s"))))
    assert {name: says for name, says, _ in printed("Wagers")}["progressive"].startswith("exactly 1.00; optional")


# 1 Raise wager and 6(a)(5)

LONGEST = {
    2: "As Ks",
    3: "As Ks 2s",
    4: "As Ks 2s 4s",
    5: "As Ks 2s 4s 6s",
    6: "As Ks 2s 4s 6s 8s",
    7: "As Ks 2s 4s 6s 8s Ts",
}


@checks("MA HCF 6(a)(5)", "MA HCF 6(a)(5)(i)", "MA HCF 6(a)(5)(ii)")
@checks("MA HCF 6(a)(5)(ii)a", "MA HCF 6(a)(5)(ii)b", "MA HCF 6(a)(5)(ii)c")
@checks("MA HCF 1 Raise wager", "MA HCF 1 Raise wager(1)", "MA HCF 1 Raise wager(2)")
@checks("MA HCF 1 Raise wager(2)(i)", "MA HCF 1 Raise wager(2)(ii)")
@checks("MA HCF 1 Raise wager(2)(iii)")
@pytest.mark.parametrize(
    ("length", "amounts"),
    [
        (2, ["10.00"]),
        (3, ["10.00"]),
        (4, ["10.00"]),
        (5, ["10.00", "10.01", "15.00", "19.99", "20.00"]),
        (6, ["10.00", "10.01", "20.00", "20.01", "29.99", "30.00"]),
        (7, ["10.00", "10.01", "20.00", "20.01", "29.99", "30.00"]),
    ],
)
def test_6_a_5_raises_within_the_limits_are_taken(length: int, amounts: list[str]) -> None:
    for amount in amounts:
        taken = result(a_round(seat(hand(LONGEST[length]), {"raise": amount})))
        assert taken["hand"] == f"{length} card flush, ace high"
        assert [(each["wager"], each["stake"]) for each in taken["wagers"]] == [("ante", "10.00"), ("raise", amount)]


@checks("MA HCF 6(a)(5)", "MA HCF 6(a)(5)(i)")
@checks("MA HCF 1 Raise wager", "MA HCF 1 Raise wager(1)")
@pytest.mark.parametrize("amount", ["9.99", "0.01", "5.00"])
@pytest.mark.parametrize("length", [2, 3, 4, 5, 6, 7])
def test_6_a_5_i_no_raise_below_the_ante(length: int, amount: str) -> None:
    refused = refusal(a_round(seat(hand(LONGEST[length]), {"raise": amount})))
    assert (refused.code, refused.clause, refused.position) == ("raise_under_minimum", LAW + "6(a)(5)", 1)
    assert is_a_sentence(refused.message)
    assert amount in refused.message


@checks("MA HCF 6(a)(5)", "MA HCF 6(a)(5)(ii)")
@checks("MA HCF 6(a)(5)(ii)a", "MA HCF 6(a)(5)(ii)b", "MA HCF 6(a)(5)(ii)c")
@checks("MA HCF 1 Raise wager", "MA HCF 1 Raise wager(2)")
@checks("MA HCF 1 Raise wager(2)(i)", "MA HCF 1 Raise wager(2)(ii)")
@checks("MA HCF 1 Raise wager(2)(iii)")
@pytest.mark.parametrize(
    ("length", "amounts", "allowed"),
    [
        (2, ["10.01", "20.00"], "10.00 or fold"),
        (3, ["10.01", "20.00"], "10.00 or fold"),
        (4, ["10.01", "20.00", "30.00"], "10.00 or fold"),
        (5, ["20.01", "30.00"], "10.00 to 20.00 or fold"),
        (6, ["30.01", "40.00"], "10.00 to 30.00 or fold"),
        (7, ["30.01", "40.00"], "10.00 to 30.00 or fold"),
    ],
)
def test_6_a_5_ii_no_raise_over_the_limit(length: int, amounts: list[str], allowed: str) -> None:
    for amount in amounts:
        raised = seat(hand(LONGEST[length]), {"raise": amount}, position=4)
        refused = refusal(a_round(raised))
        assert (refused.code, refused.clause, refused.position) == ("raise_over_limit", LAW + "6(a)(5)", 4)
        assert refused.message.startswith(f"Make the raise {allowed}, not {amount}: a {length} card flush, ace high")
        assert is_a_sentence(refused.message)


@checks("MA HCF 6(a)(5)(ii)b", "MA HCF 6(a)(5)(ii)c")
@pytest.mark.parametrize(("length", "most", "over"), [(4, "0.03", "0.04"), (5, "0.06", "0.07"), (6, "0.09", "0.10")])
def test_6_a_5_ii_the_limit_follows_the_ante(length: int, most: str, over: str) -> None:
    cards = hand(LONGEST[length])
    assert result(a_round(seat(cards, {"raise": most}, ante="0.03")))["wagers"][1]["stake"] == most
    assert refusal(a_round(seat(cards, {"raise": over}, ante="0.03"))).code == "raise_over_limit"


@checks("MA HCF 6(a)(5)", "MA HCF 1 Raise wager")
def test_6_a_5_the_raise_comes_after_the_deal() -> None:
    early = seat(hand("As Ks"))
    early["wagers"]["raise"] = "10.00"
    refused = refusal(a_round(early))
    assert (refused.code, refused.position) == ("wager_too_early", 1)


# 1 Suit, and the dealer's qualifying hand


@checks("MA HCF 1 Suit")
@pytest.mark.parametrize("suits", ["cdhs", "dhsc", "hscd", "scdh"])
def test_1_suit_the_four_suits_are_alike(suits: str) -> None:
    turned = str.maketrans("cdhs", suits)
    cards, dealer = hand("As Qs Ts 8s 6s").translate(turned), NO_HAND.translate(turned)
    won = a_round(seat(cards, side={"flush_bonus": "5.00"}), dealer=dealer)
    assert result(won)["hand"] == "5 card flush, ace high"
    assert rows(won)["flush_bonus"] == ("win", "50.00")


@checks("MA HCF 1 Suit")
@pytest.mark.parametrize("card", ["Ax", "AS", "A", "A1", "As2"])
def test_1_suit_there_is_no_fifth(card: str) -> None:
    refused = refusal(a_round(seat(f"{card} Qs Ts 8s 6s 9d Jd")))
    assert (refused.code, refused.position) == ("unknown_card", 1)


TWO_CARDS = "Ts 8s Td Jd Th Jh Jc"


@checks("MA HCF 1 Dealer's qualifying hand", "MA HCF 10(e)(1)", "MA HCF 10(e)(1)(i)")
@checks("MA HCF 11(b)")
@pytest.mark.parametrize(
    ("dealer", "words"),
    [
        ("8c 7c 6c 7d 5d 3d 2h", "3 card flush, eight high"),  # the highest that does not qualify
        ("4c 3c 2c 4d 3d 2d 2h", "3 card flush, four high"),
        ("Ac Kc Ad Kd Ah Kh Qs", "2 card flush, ace high"),  # high cards do not make up for length
    ],
)
def test_10_e_1_i_a_dealer_who_does_not_qualify_pays_the_ante_alone(dealer: str, words: str) -> None:
    settled = pitboss.settle(against(TWO_CARDS, dealer)).as_json()
    assert settled["dealer"] == {"hand": words, "qualifies": False}
    assert rows(against(TWO_CARDS, dealer)) == {"ante": WIN, "raise": PUSH}
    assert set(clauses(against(TWO_CARDS, dealer)).values()) == {LAW + "10(e)(1)(i)"}
    assert net(against(TWO_CARDS, dealer)) == "10.00"


@checks("MA HCF 1 Dealer's qualifying hand", "MA HCF 10(e)(1)", "MA HCF 10(e)(1)(ii)")
@checks("MA HCF 10(e)(1)(ii)b")
@pytest.mark.parametrize(
    ("dealer", "words"),
    [
        ("2d 3d 9d Kc Qh 4s 5s", "3 card flush, nine high"),  # the text's own example, and the lowest
        ("9c 8c 7c Kd 5h 4s 2d", "3 card flush, nine high"),
        ("Tc 3c 2c Kd 5h 4s 2d", "3 card flush, ten high"),
        ("8c 7c 6c 9d 3d 2d 5h", "3 card flush, nine high"),  # the better of two
        ("5c 4c 3c 2c 8d 7h 6s", "4 card flush, five high"),  # longer is better, whatever its high card
    ],
)
def test_1_a_three_card_flush_nine_high_qualifies(dealer: str, words: str) -> None:
    settled = pitboss.settle(against(TWO_CARDS, dealer)).as_json()
    assert settled["dealer"] == {"hand": words, "qualifies": True}
    assert rows(against(TWO_CARDS, dealer)) == {"ante": LOSE, "raise": LOSE}
    assert set(clauses(against(TWO_CARDS, dealer)).values()) == {LAW + "10(e)(1)(ii)b"}
    assert net(against(TWO_CARDS, dealer)) == "-20.00"


@checks("MA HCF 10(e)(1)", "MA HCF 10(e)(1)(i)", "MA HCF 11(b)")
def test_10_e_1_a_better_hand_wins_no_more_when_the_dealer_does_not_qualify() -> None:
    """The raise pushes even for a seven card flush, and even for the largest raise."""
    raised = a_round(seat(hand(LONGEST[7]), {"raise": "30.00"}))
    assert rows(raised) == {"ante": WIN, "raise": PUSH}
    assert net(raised) == "10.00"


# 5(a) and (b), 10(e)(1)(ii) Against a qualifying dealer

A = {"ante": WIN, "raise": WIN}
B = {"ante": LOSE, "raise": LOSE}
C = {"ante": PUSH, "raise": PUSH}


def assert_contest(cards: str, dealer: str, letter: str) -> None:
    """The contest ends by 10(e)(1)(ii)a, b or c."""
    contest = against(cards, dealer)
    assert rows(contest) == {"a": A, "b": B, "c": C}[letter]
    assert set(clauses(contest).values()) == {f"{LAW}10(e)(1)(ii){letter}"}
    assert net(contest) == {"a": "20.00", "b": "-20.00", "c": "0.00"}[letter]


@checks("MA HCF 5(b)", "MA HCF 5(b)(1)", "MA HCF 10(e)(1)(ii)", "MA HCF 11(b)")
@checks("MA HCF 10(e)(1)(ii)a", "MA HCF 10(e)(1)(ii)b")
@pytest.mark.parametrize(
    ("longer", "shorter"),
    [
        ("5s 4s 3s 2s Jd Th 7h", "Ac Kc Qc 6d 8d 9h Kh"),
        ("6s 5s 4s 3s 2s Th 7h", "Ac Kc Qc Jc 8d 9h Kh"),
        ("7s 6s 5s 4s 3s 2s 7h", "Ac Kc Qc Jc 9c 9h Kh"),
        ("8s 7s 6s 5s 4s 3s 2s", "Ac Kc Qc Jc 9c 8c Kh"),
    ],
)
def test_5_b_1_the_longer_flush_wins(longer: str, shorter: str) -> None:
    assert_contest(longer, shorter, "a")
    assert_contest(shorter, longer, "b")


@checks("MA HCF 5(b)(1)", "MA HCF 10(e)(1)(ii)b")
def test_5_b_1_two_cards_lose_to_three() -> None:
    assert_contest("Ac Kc Ad Qd Ah 4h As", "9s 3s 2s Kd Jd Qh 7h", "b")


def three(suit: str, ranks: str, side: str) -> str:
    return " ".join(rank + suit for rank in ranks) + " " + side


SPADE_SIDE, CLUB_SIDE = "6d 8d 4h 5h", "7d 9d 6h 8h"


@checks("MA HCF 5(a)", "MA HCF 5(b)(2)", "MA HCF 10(e)(1)(ii)")
@checks("MA HCF 10(e)(1)(ii)a", "MA HCF 10(e)(1)(ii)b")
@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("A32", "KQJ"),  # the ace is high here, never low
        ("K32", "QJT"),
        ("Q32", "JT9"),
        ("J32", "T98"),
        ("T32", "987"),
        ("AK2", "AQJ"),  # the second card
        ("A43", "A42"),  # the last
        ("T52", "987"),  # a sequence does not help
        *((f"AK{one}", f"AK{next_one}") for one, next_one in pairwise("QJT98765432")),
    ],
)
def test_5_b_2_ranks_decide_between_equal_lengths(higher: str, lower: str) -> None:
    assert_contest(three("s", higher, SPADE_SIDE), three("c", lower, CLUB_SIDE), "a")
    assert_contest(three("s", lower, SPADE_SIDE), three("c", higher, CLUB_SIDE), "b")


@checks("MA HCF 5(b)(2)")
@pytest.mark.parametrize(
    ("cards", "dealer", "letter"),
    [
        ("As Ks Qs Js 9s 7s 5s", "Ac Kc Qc Jc 9c 7c 4c", "a"),  # the seventh card
        ("As Ks Qs Js 9s 7s 4d", "Ac Kc Qc Jc 9c 8c 4h", "b"),  # the sixth
        ("9s 8s 7s Ad 3d 2d 4h", "Kc Qc Jc 7d 6d 5h 6h", "a"),  # of two flushes of a length, the higher counts
        ("9s 8s 7s 6s Ad Kd Qd", "9c 8c 7c 5c Ah Kh Qh", "a"),  # and a shorter, higher one does not
        ("9s 8s 7s 5s Ad Kd Qd", "9c 8c 7c 6c Jh Th 2h", "b"),
    ],
)
def test_5_b_2_the_ranks_of_the_longest_flush_only(cards: str, dealer: str, letter: str) -> None:
    assert_contest(cards, dealer, letter)


@checks("MA HCF 10(e)(1)(ii)c", "MA HCF 1 Push", "MA HCF 5(b)(2)")
@pytest.mark.parametrize(
    ("cards", "dealer"),
    [
        ("Js 9s 5s Kd Ad 2h 3h", "Jc 9c 5c 4d 6d 7h 8h"),  # other cards do not break a tie, nor do suits
        ("Js 9s 5s 4d 6d 7h 8h", "Jc 9c 5c Kd Ad 2h 3h"),
        ("As Ks Qs Js 9s 7s 5s", "Ac Kc Qc Jc 9c 7c 5c"),
    ],
)
def test_10_e_1_ii_c_equal_hands_push(cards: str, dealer: str) -> None:
    assert_contest(cards, dealer, "c")


@checks("MA HCF 10(e)(1)(ii)a", "MA HCF 11(b)")
def test_11_b_a_winning_raise_is_paid_on_its_own_amount() -> None:
    raised = a_round(seat("As Ks Qs Js 9s 7s 5h", {"raise": "29.99"}), dealer="2d 3d 9d Kc Qh 4s 5c")
    assert rows(raised) == {"ante": ("win", "10.00"), "raise": ("win", "29.99")}
    assert net(raised) == "39.99"


@checks("MA HCF 10(e)(1)", "MA HCF 11(b)")
def test_10_e_1_the_printed_outcomes() -> None:
    lines = {line[-1]: [cell.removeprefix("wins ") for cell in line[1:3]] for line in printed("Against the dealer")}
    assert lines[LAW + "10(b)"] == ["loses", "-"]
    assert lines[LAW + "10(e)(1)(i)"] == ["1 to 1", "pushes"]
    assert lines[LAW + "10(e)(1)(ii)a"] == ["1 to 1", "1 to 1"]
    assert lines[LAW + "10(e)(1)(ii)b"] == ["loses", "loses"]
    assert lines[LAW + "10(e)(1)(ii)c"] == ["pushes", "pushes"]


# 10(b) and (c) Raise or fold


@checks("MA HCF 10(b)", "MA HCF 1 Fold")
@pytest.mark.parametrize("dealer", [NO_HAND, "2d 3d 9d Kc Qh 4s 5s", "Ac Kc Qc Jc 9c 8c 7c"])
def test_10_b_a_fold_loses_the_ante(dealer: str) -> None:
    """Whatever the dealer holds, and however good the folded hand."""
    folded = a_round(seat("Ah Kh Jh 9h 7h 5h 3h", "fold"), dealer=dealer)
    assert rows(folded) == {"ante": LOSE}
    assert clauses(folded) == {"ante": LAW + "10(b)"}
    assert net(folded) == "-10.00"


@checks("MA HCF 10(b)", "MA HCF 6(a)(5)", "MA HCF 1 Fold")
@pytest.mark.parametrize(
    ("actions", "code"),
    [
        ([], "decision_missing"),
        (["check"], "action_not_allowed"),
        ([{"play": "10.00"}], "action_not_allowed"),
        (["fold", {"raise": "10.00"}], "action_after_fold"),
    ],
)
def test_10_b_a_player_raises_or_folds(actions: list[Any], code: str) -> None:
    undecided = seat(hand("As Ks"), position=5)
    undecided["actions"] = actions
    refused = refusal(a_round(undecided))
    assert (refused.code, refused.clause, refused.position) == (code, LAW + "10(b)", 5)
    assert refused.message.endswith(".")


@checks("MA HCF 10(b)")
def test_10_b_one_decision_only() -> None:
    refused = refusal(a_round(seat(hand(LONGEST[5]), {"raise": "10.00"}, {"raise": "10.00"})))
    assert (refused.code, refused.position) == ("too_many_actions", 1)


@checks("MA HCF 10(c)", "MA HCF 12(c)", "MA HCF 1 Fold")
@checks("MA HCF 1 Flush Bonus wager", "MA HCF 1 Straight Flush Bonus wager")
def test_10_c_a_fold_keeps_winning_bonuses_but_not_the_progressive() -> None:
    wagers = {"flush_bonus": "5.00", "straight_flush_bonus": "2.00", "progressive": "1.00"}
    folded = a_round(seat(hand("3s 4s 5s 6s 7s"), "fold", side=wagers), meters=("10000.00", "0.00"))
    assert rows(folded) == {
        "ante": LOSE,
        "flush_bonus": ("win", "50.00"),
        "straight_flush_bonus": ("win", "200.00"),
        "progressive": LOSE,
    }
    assert clauses(folded) == {
        "ante": LAW + "10(b)",
        "flush_bonus": LAW + "11(c) 5 card flush",
        "straight_flush_bonus": LAW + "11(d) 5 card straight flush",
        "progressive": LAW + "12(c)",
    }
    assert net(folded) == "239.00"  # both stakes come back: 250.00 less 10.00 and 1.00


@checks("MA HCF 10(c)")
def test_10_c_a_fold_does_not_make_a_bonus_win() -> None:
    folded = a_round(seat(hand("3s 5s 7s"), "fold", side={"flush_bonus": "5.00", "straight_flush_bonus": "2.00"}))
    assert rows(folded) == {"ante": LOSE, "flush_bonus": LOSE, "straight_flush_bonus": LOSE}
    assert net(folded) == "-17.00"


# 5(c) and 11(c), (d) Bonus hands and what they pay

FLUSH_BONUS = {
    "7 card flush": (
        ["As Qs Ts 8s 6s 4s 2s", "3s 4s 5s 6s 7s 8s 9s"],
        [300, 100, 200, 300, 200, 500, 400, 1000, 150, 150, 400, 300, 500, 500],
    ),
    "6 card flush": (
        ["Qs Ts 8s 6s 4s 2s", "3s 4s 5s 6s 7s 8s"],
        [100, 20, 20, 75, 60, 50, 60, 50, 20, 25, 100, 80, 80, 100],
    ),
    "5 card flush": (
        ["Ts 8s 6s 4s 2s", "3s 4s 5s 6s 7s"],
        [10, 10, 10, 5, 12, 12, 12, 10, 10, 10, 10, 11, 11, 10],
    ),
    "4 card flush": (
        ["8s 6s 4s 2s", "3s 4s 5s 6s"],
        [1, 1, 2, 2, 2, 1, 1, 1, 1, 2, 2, 1, 1, 1],
    ),
}


@checks("MA HCF 11(c)", "MA HCF 11(c) *")
@checks("MA HCF 5(c)", "MA HCF 5(c)(6)", "MA HCF 5(c)(7)", "MA HCF 5(c)(8)")
@checks("MA HCF 5(c)(9)", "MA HCF 6(a)(2)")
@checks("MA HCF 10(e)(2)", "MA HCF 10(e)(2)(i)")
@pytest.mark.parametrize("named", FLUSH_BONUS)
def test_11_c_flush_bonus(named: str) -> None:
    """Every row under every table, with scattered ranks and in sequence."""
    hands, odds = FLUSH_BONUS[named]
    for suited in hands:
        for table, to_one in zip("ABCDEFGHIJKLMN", odds, strict=True):
            won = wagered("flush_bonus", hand(suited), "5.00", flush_bonus=table)
            assert row(won, "flush_bonus") == ("win", f"{to_one * 5}.00", f"{LAW}11(c) {named}"), table
            assert net(won) == f"{to_one * 5 + 10}.00", table


@checks("MA HCF 11(c)", "MA HCF 5(c)(9)", "MA HCF 10(e)(2)(i)")
@pytest.mark.parametrize("table", "ABCDEFGHIJKLMN")
@pytest.mark.parametrize("suited", ["As Ks Qs", "As Ks"])
def test_11_c_three_cards_win_no_flush_bonus(suited: str, table: str) -> None:
    lost = wagered("flush_bonus", hand(suited), "5.00", flush_bonus=table)
    assert row(lost, "flush_bonus") == ("lose", "0.00", LAW + "11(c)")
    assert net(lost) == "5.00"


@checks("MA HCF 11(c)")
def test_11_c_the_tables_are_printed_and_there_is_no_other() -> None:
    shown = printed("Tables of the flush bonus to choose from")
    assert shown == [[named, *map(str, odds)] for named, (_, odds) in FLUSH_BONUS.items()]
    refused = refused_option(flush_bonus="O")
    assert (refused.code, refused.clause) == ("unknown_pay_table", LAW + "11(c)")
    assert is_a_sentence(refused.message)
    fixed = refused_option(flush_bonus={"A": [300, 100, 10, 2]})
    assert (fixed.code, fixed.clause) == ("pay_table_fixed", LAW + "11(c)")


STRAIGHT_FLUSH_BONUS = {
    "7 card straight flush": ("3s 4s 5s 6s 7s 8s 9s", [8000, 500, 500, 1000, 500, 1000]),
    "6 card straight flush": ("3s 4s 5s 6s 7s 8s", [1000, 200, 200, 500, 200, 500]),
    "5 card straight flush": ("3s 4s 5s 6s 7s", [100, 100, 100, 100, 100, 100]),
    "4 card straight flush": ("3s 4s 5s 6s", [60, 50, 75, 75, 60, 60]),
    "3 card straight flush": ("3s 4s 5s", [7, 9, 7, 7, 8, 8]),
}
OWN_AMOUNTS = [501, 203, 97, 41, 6]


@checks("MA HCF 11(d)", "MA HCF 11(d) *", "MA HCF 11(g)")
@checks("MA HCF 5(c)", "MA HCF 5(c)(1)", "MA HCF 5(c)(3)", "MA HCF 5(c)(4)")
@checks("MA HCF 5(c)(5)", "MA HCF 5(c)(5)", "MA HCF 6(a)(3)")
@checks("MA HCF 10(e)(2)", "MA HCF 10(e)(2)(ii)")
@pytest.mark.parametrize(("named", "own"), list(zip(STRAIGHT_FLUSH_BONUS, OWN_AMOUNTS, strict=True)))
def test_11_d_straight_flush_bonus(named: str, own: int) -> None:
    """Every row under every table; G holds the licensee's own amounts."""
    suited, odds = STRAIGHT_FLUSH_BONUS[named]
    tables: list[Any] = [*"ABCDEF", {"G": OWN_AMOUNTS}]
    for table, to_one in zip(tables, [*odds, own], strict=True):
        won = wagered("straight_flush_bonus", hand(suited), "5.00", straight_flush_bonus=table)
        assert row(won, "straight_flush_bonus") == ("win", f"{to_one * 5}.00", f"{LAW}11(d) {named}"), table
        assert net(won) == f"{to_one * 5 + 10}.00", table


@checks("MA HCF 11(d)", "MA HCF 5(c)(5)", "MA HCF 10(e)(2)(ii)")
@pytest.mark.parametrize("table", [*"ABCDEF", {"G": OWN_AMOUNTS}])
@pytest.mark.parametrize("suited", ["3s 4s", "3s 4s 6s", "3s 4s 6s 7s 9s Ts Qs"])
def test_11_d_two_cards_in_sequence_win_nothing(suited: str, table: Any) -> None:
    lost = wagered("straight_flush_bonus", hand(suited), "5.00", straight_flush_bonus=table)
    assert row(lost, "straight_flush_bonus") == ("lose", "0.00", LAW + "11(d)")
    assert net(lost) == "5.00"


@checks("MA HCF 11(d)")
def test_11_d_the_tables_are_printed_and_there_is_no_other() -> None:
    shown = printed("Tables of the straight flush bonus to choose from")
    expected = [[named, *map(str, odds)] for named, (_, odds) in STRAIGHT_FLUSH_BONUS.items()]
    assert [line[:7] for line in shown] == expected  # the hand and tables A to F
    refused = refused_option(straight_flush_bonus="H")
    assert (refused.code, refused.clause) == ("unknown_pay_table", LAW + "11(d)")
    fixed = refused_option(straight_flush_bonus={"A": [8000, 1000, 100, 60, 8]})
    assert (fixed.code, fixed.clause) == ("pay_table_fixed", LAW + "11(d)")


@checks("MA HCF 11(g)", "MA HCF 11(d)")
def test_11_g_table_g_is_refused_without_its_amounts() -> None:
    refused = refused_option(straight_flush_bonus="G")
    assert (refused.code, refused.clause) == ("pay_table_needs_amounts", LAW + "11(g)")
    assert refused.message == (
        "Give the house's own amounts with straight flush bonus table G: 5 whole odds to 1, longest hand first."
    )


@checks("MA HCF 11(g)", "MA HCF 11(d)")
@pytest.mark.parametrize(
    "amounts", [[], [500, 200, 100, 50], [500, 200, 100, 50, 8, 1], [500, 200, 100, 50, -8], "500"]
)
def test_11_g_table_g_has_five_amounts(amounts: Any) -> None:
    refused = refused_option(straight_flush_bonus={"G": amounts})
    assert (refused.code, refused.clause) == ("pay_table_malformed", LAW + "11(d)")
    assert "5 whole odds to 1" in refused.message


@checks("MA HCF 11(g)")
def test_11_g_the_printed_table_g() -> None:
    shown = printed("What the straight flush bonus pays, table G", straight_flush_bonus={"G": OWN_AMOUNTS})
    assert [line[:2] for line in shown] == [
        ["7 card straight flush", "501 to 1"],
        ["6 card straight flush", "203 to 1"],
        ["5 card straight flush", "97 to 1"],
        ["4 card straight flush", "41 to 1"],
        ["3 card straight flush", "6 to 1"],
    ]


TO_ONE_A = {7: "8000.00", 6: "1000.00", 5: "100.00", 4: "60.00", 3: "7.00"}


def assert_straight_flush(cards: str, length: int) -> None:
    """The straight flush bonus of 1.00 by table A sees a straight flush of this length; below three it loses."""
    played = wagered("straight_flush_bonus", cards, "1.00")
    if length < 3:
        assert rows(played)["straight_flush_bonus"] == LOSE
    else:
        expected = ("win", TO_ONE_A[length], f"{LAW}11(d) {length} card straight flush")
        assert row(played, "straight_flush_bonus") == expected


@checks("MA HCF 5(a)", "MA HCF 5(c)(1)", "MA HCF 5(c)(3)", "MA HCF 5(c)(4)")
@checks("MA HCF 5(c)(5)", "MA HCF 5(c)(5)")
@pytest.mark.parametrize(
    ("suited", "length"),
    [
        ("As 2s 3s", 3),
        ("As 2s 3s 4s", 4),
        ("As 2s 3s 4s 5s", 5),
        ("As 2s 3s 4s 5s 6s", 6),
        ("As 2s 3s 4s 5s 6s 7s", 7),
        ("As 2s 4s", 2),
        ("As Ks 2s", 2),  # never between
        ("Qs Ks As 2s", 3),
        ("Ks As 2s 3s", 3),
        ("Qs Ks As 2s 3s", 3),
        ("Js Qs Ks As 2s 3s 4s", 4),
        ("Ts Js Qs Ks As 2s 3s", 5),
        ("9s Ts Js Qs Ks As 2s", 6),
        ("8s Ts Js Qs Ks As 2s", 5),
        ("8s 9s Ts Js Qs Ks As", 7),
    ],
)
def test_5_a_the_ace_is_high_or_low_in_a_straight_flush(suited: str, length: int) -> None:
    assert_straight_flush(hand(suited), length)


@checks("MA HCF 5(c)", "MA HCF 5(c)(1)", "MA HCF 5(c)(3)", "MA HCF 5(c)(4)")
@checks("MA HCF 5(c)(5)", "MA HCF 5(c)(5)")
@pytest.mark.parametrize(
    ("cards", "length"),
    [
        ("3s 4s 5s 6s 7s 8s Ts", 6),  # seven of a suit, one out of sequence
        ("3s 4s 5s 6s 7s 9s Ts", 5),
        ("3s 4s 5s 6s 8s 9s Js", 4),
        ("3s 4s 5s 7s 8s Ts Qs", 3),
        ("3s 4s 5s 6s 7s 8s 9h", 6),  # seven in sequence, one of another suit
        ("3s 4s 5s 6h 7s 8s 9s", 3),
        ("3s 4h 5s 6h 7s 8h 9s", 0),
    ],
)
def test_5_c_one_suit_and_consecutive(cards: str, length: int) -> None:
    assert_straight_flush(cards, length)


@checks("MA HCF 11(h)")
@pytest.mark.parametrize(
    ("cards", "length"),
    [
        ("3s 4s 5s 6s 3h 4h 5h", 4),
        ("3s 4s 5s 9s Ts Js Qs", 4),
        ("3s 4s 5s 9h Th Jh Kd", 3),
        ("3s 4s 5s 7s 8s 9s Kd", 3),
    ],
)
def test_11_h_only_the_highest_straight_flush_is_paid(cards: str, length: int) -> None:
    assert_straight_flush(cards, length)


@checks("MA HCF 11(h)")
def test_11_h_each_wager_has_a_best_hand_of_its_own() -> None:
    """The longest flush is in spades, the longest straight flush in hearts."""
    wagers = {"flush_bonus": "1.00", "straight_flush_bonus": "1.00", "progressive": "1.00"}
    won = a_round(seat("2s 5s 8s Js 3h 4h 5h", side=wagers))
    assert rows(won) == {
        "ante": WIN,
        "raise": PUSH,
        "flush_bonus": ("win", "1.00"),
        "straight_flush_bonus": ("win", "7.00"),
        "progressive": ("win", "3.00"),
    }
    assert net(won) == "20.00"


@checks("MA HCF 5(c)")
def test_5_c_the_printed_hands() -> None:
    """5(c)(5) defines two hands, so that flushes start at (6)."""
    shown = {name: (example, clause) for name, _, example, clause in printed("Hands")}
    names = {
        "7 card straight flush": "5(c)(1)",
        "6 card straight flush": "5(c)(3)",
        "5 card straight flush": "5(c)(4)",
        "4 card straight flush": "5(c)(5)",
        "3 card straight flush": "5(c)(5)",
        "7 card flush": "5(c)(6)",
        "6 card flush": "5(c)(7)",
        "5 card flush": "5(c)(8)",
        "4 card flush": "5(c)(9)",
    }
    for name, clause in names.items():
        example, shown_clause = shown[name]
        assert shown_clause == LAW + clause
        wager = "straight_flush_bonus" if "straight" in name else "flush_bonus"
        won = a_round(seat(example, side={wager: "1.00"}), dealer=dealer_beside(example))
        assert clauses(won)[wager].endswith(") " + name), example


def dealer_beside(example: str) -> str:
    """Seven cards that are not in the example."""
    return " ".join([card for card in [r + s for r in "23456" for s in "cdhs"] if card not in example.split()][:7])


# 5(c)(2) One suit named by the house

IN_SUIT = "7{0} 8{0} 9{0} T{0} J{0} Q{0} K{0}"
FROM_THE_ACE = "8{0} 9{0} T{0} J{0} Q{0} K{0} A{0}"


@checks("MA HCF 5(c)(2)")
@pytest.mark.parametrize("named", "cdhs")
@pytest.mark.parametrize("held", "cdhs")
def test_5_c_2_seven_cards_count_in_the_named_suit_only(named: str, held: str) -> None:
    wagers = {"flush_bonus": "1.00", "straight_flush_bonus": "1.00", "progressive": "1.00"}
    played = a_round(seat(IN_SUIT.format(held), side=wagers), seven_card_suit=named, meters=("10000.00", "50.00"))
    assert row(played, "flush_bonus") == ("win", "300.00", LAW + "11(c) 7 card flush")  # a flush all the same
    if held == named:
        assert row(played, "straight_flush_bonus") == ("win", "8000.00", LAW + "11(d) 7 card straight flush")
        assert row(played, "progressive") == ("win", "10000.00", LAW + "11(e) 7 card straight flush")
        assert meters_after(played) == ("50.00", "0.00")
    else:
        assert row(played, "straight_flush_bonus") == ("win", "1000.00", LAW + "11(d) 6 card straight flush")
        assert row(played, "progressive") == ("win", "1000.00", LAW + "11(e) 6 card straight flush")
        assert meters_after(played) == ("9000.00", "50.00")


@checks("MA HCF 5(c)(2)")
@pytest.mark.parametrize("held", "cdhs")
def test_5_c_2_without_a_named_suit_all_count(held: str) -> None:
    played = wagered("straight_flush_bonus", IN_SUIT.format(held), "1.00")
    assert rows(played)["straight_flush_bonus"] == ("win", "8000.00")


@checks("MA HCF 5(c)(2)")
@pytest.mark.parametrize(
    ("suited", "to_one"),
    [
        ("3s 4s 5s 6s 7s 8s", "1000.00"),
        ("3s 4s 5s 6s 7s 8s Ts", "1000.00"),
        ("3s 4s 5s 6s 7s", "100.00"),
        ("3s 4s 5s 6s", "60.00"),
        ("3s 4s 5s", "7.00"),
    ],
)
def test_5_c_2_shorter_straight_flushes_know_no_suit(suited: str, to_one: str) -> None:
    played = wagered("straight_flush_bonus", hand(suited), "1.00", seven_card_suit="d")
    assert rows(played)["straight_flush_bonus"] == ("win", to_one)


@checks("MA HCF 5(c)(2)", "MA HCF 11(e) 6 card straight flush")
@pytest.mark.parametrize("table", "ABCD")
def test_5_c_2_another_suit_from_the_ace_is_six_cards_in_every_table(table: str) -> None:
    """Massachusetts does not list A-K-Q-J-T-9 (reading 9), so New Jersey's reading 33 has no place here."""
    played = a_round(
        seat(FROM_THE_ACE.format("s"), side={"straight_flush_bonus": "1.00", "progressive": "1.00"}),
        seven_card_suit="d",
        progressive=table,
        meters=("10000.00", "0.00"),
    )
    assert rows(played)["progressive"] == ("win", "1000.00")
    assert rows(played)["straight_flush_bonus"] == ("win", "1000.00")


@checks("MA HCF 5(c)(2)")
@pytest.mark.parametrize("suit", ["x", "S", "diamonds", "", 1])
def test_5_c_2_only_a_suit_can_be_named(suit: Any) -> None:
    refused = refused_option(seven_card_suit=suit)
    assert (refused.code, refused.clause) == ("bad_option", LAW + "5(c)(2)")


# 11(a) Words


@checks("MA HCF 11(a)")
@pytest.mark.parametrize("flush_bonus", [*"ABCDEFGHIJKLMN", None])
@pytest.mark.parametrize("straight_flush_bonus", [*"ABCDEF", {"G": OWN_AMOUNTS}, None])
def test_11_a_odds_are_to_and_never_for(flush_bonus: Any, straight_flush_bonus: Any) -> None:
    page = describe(house(flush_bonus=flush_bonus, straight_flush_bonus=straight_flush_bonus))
    for table in page.tables:
        for text in (table.title, *table.columns, *(cell for line in table.rows for cell in line)):
            assert not re.search(r"\d\s+for\b|\bfor\s+\d|\bfor one\b", text, re.IGNORECASE), text
        if table.title.startswith("What the") and "bonus pays" in table.title:
            assert all(re.fullmatch(r"\d+ to 1", line[1]) for line in table.rows), table.title
        if table.title.startswith("Tables of") and "bonus" in table.title:
            assert table.title.endswith(", all to 1")


# 11(e), 10(e)(2)(iii) and 12 The progressive

S7, S6, S5 = hand("3s 4s 5s 6s 7s 8s 9s"), hand("3s 4s 5s 6s 7s 8s"), hand("3s 4s 5s 6s 7s")
S4, S3 = hand("3s 4s 5s 6s"), hand("3s 4s 5s")
H7, H6 = "3h 4h 5h 6h 7h 8h 9h", "3h 4h 5h 6h 7h 8h Qc"
C7 = "7c 8c 9c Tc Jc Qc Kc"
D7, D6 = "7d 8d 9d Td Jd Qd Kd", "6d 7d 8d 9d Td Jd Kc"
H5 = "3h 4h 5h 6h 7h Qc Kd"
FULL = ("10000.00", "200.01")


def staked(cards: str, position: int = 1, *actions: Any) -> dict[str, Any]:
    return seat(cards, *actions, position=position, side={"progressive": "1.00"})


def paid(round_: dict[str, Any]) -> dict[int, tuple[str, str]]:
    """From position to outcome and payment of the progressive."""
    settled = pitboss.settle(round_).as_json()["positions"]
    return {each["position"]: rows(round_, each["position"])["progressive"] for each in settled}


PROGRESSIVE: dict[str, tuple[list[str], list[str | None]]] = {
    # the row, hands in it, and what tables A to D pay from a meter of 10,000.00
    "7 card straight flush": ([S7, "As Ks Qs Js Ts 9s 8s", "As 2s 3s 4s 5s 6s 7s"], ["10000.00"] * 4),
    "6 card straight flush": (
        [
            S6,
            hand("As 2s 3s 4s 5s 6s"),
            hand("8s 9s Ts Js Qs Ks"),
            hand("As Ks Qs Js Ts 9s"),  # no more than any other, unlike in New Jersey (reading 9)
            "As Ks Qs Js Ts 9s 4s",
        ],
        ["1000.00"] * 4,
    ),
    "5 card straight flush": ([S5, hand("As Ks Qs Js Ts")], ["250.00", "750.00", "300.00", "800.00"]),
    "4 card straight flush": ([S4], ["50.00", "60.00", "50.00", "50.00"]),
    "3 card straight flush": ([S3], ["3.00", None, "3.00", None]),
    "nothing": ([hand("3s 4s"), hand("As Ks 2s")], [None, None, None, None]),
}


def less_a_dollar(amount: str) -> str:
    """What the main game's 10.00 and a payment come to, the stake gone."""
    return str(Decimal(amount) + 10 - 1)


@checks("MA HCF 11(e)", "MA HCF 11(e) *")
@checks("MA HCF 10(e)(2)", "MA HCF 10(e)(2)(iii)", "MA HCF 6(a)(4)")
@checks("MA HCF 1 Progressive payout wager")
@pytest.mark.parametrize("named", PROGRESSIVE)
def test_11_e_the_progressive(named: str) -> None:
    hands, awards = PROGRESSIVE[named]
    for cards in hands:
        for table, pays in zip("ABCD", awards, strict=True):
            played = a_round(staked(cards), progressive=table, meters=("10000.00", "0.00"))
            if pays is None:
                assert row(played, "progressive") == ("lose", "0.00", LAW + "11(e)"), (cards, table)
                assert net(played) == "9.00"
            else:
                assert row(played, "progressive") == ("win", pays, f"{LAW}11(e) {named}"), (cards, table)
                assert net(played) == less_a_dollar(pays)  # reading 11: the stake is not returned


@checks("MA HCF 11(e)")
def test_11_e_the_tables_are_printed_and_there_is_no_other() -> None:
    assert printed("Tables of the progressive to choose from") == [
        ["7 card straight flush", *["100% of the main meter"] * 4],
        ["6 card straight flush", *["10% of the main meter"] * 4],
        ["5 card straight flush", "$250.00", "$750.00", "$300.00", "$800.00"],
        ["4 card straight flush", "$50.00", "$60.00", "$50.00", "$50.00"],
        ["3 card straight flush", "$3.00", "-", "$3.00", "-"],
    ]
    refused = refused_option(progressive="E")
    assert (refused.code, refused.clause) == ("unknown_pay_table", LAW + "11(e)")


@checks("MA HCF 11(e)", "MA HCF 10(e)(2)(iii)")
def test_10_e_2_iii_the_dealer_does_not_matter() -> None:
    """A losing hand wins its progressive; the net loses both stakes of the main game and the dollar."""
    beaten = a_round(staked(S4), dealer="Ac Kc Qc Jc 9c 2d 3d")
    assert rows(beaten) == {"ante": LOSE, "raise": LOSE, "progressive": ("win", "50.00")}
    assert net(beaten) == "29.00"


@checks("MA HCF 11(f)", "MA HCF 11(f) Main Meter", "MA HCF 11(f) Secondary Meter")
@pytest.mark.parametrize(("table", "main", "secondary"), [("A", 24, 2), ("B", 23, 2), ("C", 21, 5), ("D", 25, 5)])
def test_11_f_meters_open_and_grow(table: str, main: int, secondary: int) -> None:
    """Cents: a dollar wagered adds as many as the percentage says."""
    progressive = house(progressive=table).progressive
    assert progressive
    opened = progressive.open()
    assert opened == Meters(10_000_00, 0)
    assert progressive.contribute(opened, 0) == opened
    assert progressive.contribute(opened, 1) == Meters(1_000_000 + main, secondary)
    assert progressive.contribute(opened, 6) == Meters(1_000_000 + 6 * main, 6 * secondary)
    one_by_one = opened
    for _ in range(100):
        one_by_one = progressive.contribute(one_by_one, 1)
    assert one_by_one == progressive.contribute(opened, 100) == Meters(1_000_000 + 100 * main, 100 * secondary)


@checks("MA HCF 11(f)", "MA HCF 11(f) Main Meter", "MA HCF 11(f) Secondary Meter")
@pytest.mark.parametrize(
    ("table", "main", "secondary"), [("A", "24%", "2%"), ("B", "23%", "2%"), ("C", "21%", "5%"), ("D", "25%", "5%")]
)
def test_11_f_the_printed_meters(table: str, main: str, secondary: str) -> None:
    shown = {what: (value, clause) for what, value, clause in printed("Meters of the progressive", progressive=table)}
    assert shown["main meter opens at"] == ("$10000.00", LAW + "11(f)")
    assert shown["each wager adds to the main meter"] == (main, LAW + "11(f) Main Meter")
    assert shown["each wager adds to the secondary meter"] == (secondary, LAW + "11(f) Secondary Meter")
    assert "main takes the secondary's amount" in shown["after a 100% payout"][0]
    assert shown["after a fold"] == ("not paid", LAW + "12(c)")
    assert shown["several winners in a round"] == ("dealer right first", LAW + "12(f)")


@checks("MA HCF 11(f)", "MA HCF 12(f)")
@pytest.mark.parametrize("table", "ABCD")
def test_11_f_from_the_first_wager_to_a_full_payout(table: str) -> None:
    """Contributions, a full payout and the reset, then contributions to what the reset left."""
    progressive = house(progressive=table).progressive
    assert progressive
    before = progressive.contribute(progressive.open(), 500)
    expected = {
        "A": ("10120.00", "10.00"),
        "B": ("10115.00", "10.00"),
        "C": ("10105.00", "25.00"),
        "D": ("10125.00", "25.00"),
    }[table]
    written = tuple(f"{cents // 100}.{cents % 100:02d}" for cents in (before.main, before.secondary))
    assert written == expected
    played = a_round(staked(S7), progressive=table, meters=expected)
    assert rows(played)["progressive"] == ("win", expected[0])
    assert meters_after(played) == (expected[1], "0.00")
    after = pitboss.settle(played).meters
    assert after
    grown = {"A": (1024, 2), "B": (1023, 2), "C": (2521, 5), "D": (2525, 5)}[table]
    assert progressive.contribute(after, 1) == Meters(*grown)


@checks("MA HCF 11(f)", "MA HCF 11(e) 6 card straight flush")
@pytest.mark.parametrize(
    ("main", "pays", "left"),
    [
        ("10000.00", "1000.00", "9000.00"),
        ("10000.09", "1000.00", "9000.09"),  # a fraction of a cent stays on the meter
        ("10000.10", "1000.01", "9000.09"),
        ("10000.19", "1000.01", "9000.18"),
        ("9999.99", "999.99", "9000.00"),
        ("0.19", "0.01", "0.18"),
        ("0.10", "0.01", "0.09"),
        ("0.09", "0.00", "0.09"),
        ("0.01", "0.00", "0.01"),
        ("0.00", "0.00", "0.00"),
    ],
)
@pytest.mark.parametrize("table", "ABCD")
def test_11_f_a_tenth_is_rounded_down_and_comes_off_the_meter(main: str, pays: str, left: str, table: str) -> None:
    played = a_round(staked(S6), progressive=table, meters=(main, "77.77"))
    assert rows(played)["progressive"] == ("win", pays)
    assert meters_after(played) == (left, "77.77")


@checks("MA HCF 11(f)", "MA HCF 11(e) 7 card straight flush")
@pytest.mark.parametrize(
    ("meters", "pays", "after"),
    [
        (("10000.00", "200.01"), "10000.00", ("200.01", "0.00")),
        (("12345.67", "0.00"), "12345.67", ("0.00", "0.00")),
        (("0.01", "0.02"), "0.01", ("0.02", "0.00")),
        (("0.00", "5.00"), "0.00", ("5.00", "0.00")),  # an empty meter pays nothing, and is reset all the same
        (("0.00", "0.00"), "0.00", ("0.00", "0.00")),
    ],
)
@pytest.mark.parametrize("table", "ABCD")
def test_11_f_a_full_payout_leaves_the_secondary(
    meters: tuple[str, str], pays: str, after: tuple[str, str], table: str
) -> None:
    played = a_round(staked(S7), progressive=table, meters=meters)
    assert rows(played)["progressive"] == ("win", pays)
    assert net(played) == less_a_dollar(pays)
    assert meters_after(played) == after


@checks("MA HCF 11(f)", "MA HCF 12(f)")
@pytest.mark.parametrize("meters", [FULL, ("0.00", "0.00"), ("1.00", "0.00")])
@pytest.mark.parametrize(("cards", "pays"), [(S5, "250.00"), (S4, "50.00"), (S3, "3.00")])
def test_12_f_fixed_awards_leave_the_meters_alone(cards: str, pays: str, meters: tuple[str, str]) -> None:
    played = a_round(staked(cards), meters=meters)
    assert rows(played)["progressive"] == ("win", pays)
    assert meters_after(played) == meters


@checks("MA HCF 11(f)")
def test_11_f_a_losing_wager_leaves_the_meters_alone() -> None:
    """The readings given are those after the round's contributions."""
    assert meters_after(a_round(staked(hand("3s 4s")), meters=FULL)) == FULL
    assert meters_after(a_round(seat(S7), meters=FULL)) == FULL


@checks("MA HCF 11(f)")
def test_11_f_a_share_needs_the_meters_and_a_fixed_award_does_not() -> None:
    for cards, percent in ((S7, 100), (S6, 10)):
        refused = refusal(a_round(staked(cards, position=2)))
        assert (refused.code, refused.position) == ("meters_missing", 2)
        assert refused.message == f"Give the meters: this hand is paid {percent}% of the main meter."
    settled = pitboss.settle(a_round(staked(S5))).as_json()
    assert "meters" not in settled
    assert rows(a_round(staked(S5)))["progressive"] == ("win", "250.00")


RIGHT, LEFT = "dealer_right_first", "dealer_left_first"


@checks("MA HCF 12(f)", "MA HCF 11(f)")
@pytest.mark.parametrize(
    ("at_left", "at_right", "order", "left_gets", "right_gets", "after"),
    [
        # 100% twice: the second takes what was the secondary
        (S7, H7, RIGHT, "200.01", "10000.00", ("0.00", "0.00")),
        (S7, H7, LEFT, "10000.00", "200.01", ("0.00", "0.00")),
        # 100% then 10%: a tenth of what was the secondary, rounded down
        (S6, H7, RIGHT, "20.00", "10000.00", ("180.01", "0.00")),
        (S7, H6, LEFT, "10000.00", "20.00", ("180.01", "0.00")),
        # 10% then 100%
        (S6, H7, LEFT, "1000.00", "9000.00", ("200.01", "0.00")),
        (S7, H6, RIGHT, "9000.00", "1000.00", ("200.01", "0.00")),
        # 10% twice
        (S6, H6, RIGHT, "900.00", "1000.00", ("8100.00", "200.01")),
        (S6, H6, LEFT, "1000.00", "900.00", ("8100.00", "200.01")),
        # a fixed award is the same in either order
        (S7, H5, RIGHT, "10000.00", "250.00", ("200.01", "0.00")),
        (S7, H5, LEFT, "10000.00", "250.00", ("200.01", "0.00")),
    ],
)
def test_12_f_two_winners(
    at_left: str, at_right: str, order: str, left_gets: str, right_gets: str, after: tuple[str, str]
) -> None:
    """Position 1 is farthest to the dealer's left. The order in which positions are written down does not matter."""
    seats = [staked(at_left, 1), staked(at_right, 6)]
    for written in (seats, seats[::-1]):
        played = a_round(*written, progressive_order=order, meters=FULL)
        assert paid(played) == {1: ("win", left_gets), 6: ("win", right_gets)}
        assert meters_after(played) == after


@checks("MA HCF 12(f)")
def test_12_f_the_dealers_right_is_paid_first_unless_the_house_says_otherwise() -> None:
    played = a_round(staked(S7, 2), staked(H7, 3), meters=FULL)
    assert paid(played) == {2: ("win", "200.01"), 3: ("win", "10000.00")}
    refused = refused_option(progressive_order="clockwise")
    assert (refused.code, refused.clause) == ("bad_option", LAW + "12(f)")


@checks("MA HCF 12(f)", "MA HCF 11(f)")
def test_12_f_four_full_payouts_in_a_round() -> None:
    """From the third on the meters are empty: still a win, of nothing."""
    winners = (staked(S7, 1), staked(H7, 2), staked(C7, 4), staked(D7, 6))
    played = a_round(*winners, meters=FULL)
    assert paid(played) == {6: ("win", "10000.00"), 4: ("win", "200.01"), 2: ("win", "0.00"), 1: ("win", "0.00")}
    assert [net(played, position) for position in (1, 2, 4, 6)] == ["9.00", "9.00", "209.01", "10009.00"]
    assert meters_after(played) == ("0.00", "0.00")


@checks("MA HCF 12(f)", "MA HCF 11(f)")
def test_12_f_each_tenth_is_rounded_on_its_own() -> None:
    """10% of 10.99, then of what is left."""
    winners = (staked(hand("3s 4s 5s 6s 7s 8s Ks"), 1), staked(H6, 2), staked(D6, 3))
    played = a_round(*winners, meters=("10.99", "3.00"))
    assert paid(played) == {3: ("win", "1.09"), 2: ("win", "0.99"), 1: ("win", "0.89")}
    assert meters_after(played) == ("8.02", "3.00")


@checks("MA HCF 12(c)", "MA HCF 1 Progressive payout wager")
@pytest.mark.parametrize("cards", [S7, S6, S5, S4, S3])
def test_12_c_a_folded_hand_wins_no_progressive(cards: str) -> None:
    folded = a_round(staked(cards, 1, "fold"), meters=FULL)
    assert row(folded, "progressive") == ("lose", "0.00", LAW + "12(c)")
    assert net(folded) == "-11.00"
    assert meters_after(folded) == FULL


@checks("MA HCF 12(c)")
@pytest.mark.parametrize(
    ("cards", "pays", "after"),
    [(S7, "10000.00", ("200.01", "0.00")), (S6, "1000.00", ("9000.00", "200.01")), (S3, "3.00", FULL)],
)
def test_12_c_the_other_reading_is_an_option(cards: str, pays: str, after: tuple[str, str]) -> None:
    """Reading 8: 10(c) speaks of winning progressives after a fold; a house may be told to follow it."""
    folded = a_round(staked(cards, 1, "fold"), progressive_survives_fold=True, meters=FULL)
    assert rows(folded)["progressive"] == ("win", pays)
    assert clauses(folded)["progressive"].startswith(LAW + "11(e) ")
    assert meters_after(folded) == after
    assert rows(a_round(staked(hand("3s 4s"), 1, "fold"), progressive_survives_fold=True))["progressive"] == LOSE
    shown = {line[0]: line[1] for line in printed("Meters of the progressive", progressive_survives_fold=True)}
    assert shown["after a fold"] == "still paid"


@checks("MA HCF 12(c)", "MA HCF 12(f)")
def test_12_c_a_fold_leaves_the_meter_to_the_next() -> None:
    played = a_round(staked(S7, 1), staked(H7, 6, "fold"), meters=FULL)
    assert paid(played) == {1: ("win", "10000.00"), 6: ("lose", "0.00")}
    assert meters_after(played) == ("200.01", "0.00")


@checks("MA HCF 12(c)")
def test_12_c_a_raise_keeps_the_progressive() -> None:
    assert rows(a_round(staked(S7, 1, {"raise": "10.00"}), meters=FULL))["progressive"] == ("win", "10000.00")
    assert rows(a_round(staked(S7, 1, {"raise": "30.00"}), meters=FULL))["progressive"] == ("win", "10000.00")


@pytest.mark.parametrize("cards", ["3s 4s 5s 6s 7s 8s", "3s 4s 5s 6s 7s 8s 9s Ts"])
def test_7_c_a_hand_has_seven_cards(cards: str) -> None:
    refused = refusal(a_round(seat(cards, position=2)))
    assert (refused.code, refused.clause, refused.position) == ("wrong_number_of_cards", LAW + "7(c)", 2)
    assert is_a_sentence(refused.message)
    dealers = refusal(a_round(seat(S7), dealer=cards.replace("s", "h")))
    assert (dealers.code, dealers.position) == ("wrong_number_of_cards", None)


def test_10_a_a_forfeited_progressive_is_not_paid() -> None:
    forfeited = a_round(staked(S7) | {"forfeit": True}, meters=FULL)
    assert row(forfeited, "progressive") == ("lose", "0.00", LAW + "10(a)")
    assert net(forfeited) == "-21.00"
    assert meters_after(forfeited) == FULL


def test_13_c_a_void_progressive_is_returned() -> None:
    void = a_round(staked(S7) | {"void": True}, meters=FULL)
    assert row(void, "progressive") == ("void", "0.00", LAW + "13(c)")
    assert net(void) == "0.00"
    assert meters_after(void) == FULL


# 11(g) The most that the bonuses pay together

BOTH = {"flush_bonus": "5.00", "straight_flush_bonus": "5.00"}
# A five card straight flush: 10 to 1 and 100 to 1 on 5.00, so 50.00 and 500.00, 550.00 together.


def bonuses(round_: dict[str, Any], position: int = 1) -> tuple[str, str]:
    found = rows(round_, position)
    return found["flush_bonus"][1], found["straight_flush_bonus"][1]


@checks("MA HCF 11(g)")
@pytest.mark.parametrize("option", ["max_per_hand", "max_per_round"])
@pytest.mark.parametrize(
    ("most", "pays", "gained"),
    [
        (None, ("50.00", "500.00"), "560.00"),
        ("550.01", ("50.00", "500.00"), "560.00"),
        ("550.00", ("50.00", "500.00"), "560.00"),
        ("549.99", ("49.99", "499.99"), "559.98"),  # in proportion, each rounded down to the cent
        ("275.00", ("25.00", "250.00"), "285.00"),
        ("100.00", ("9.09", "90.90"), "109.99"),
        ("0.11", ("0.01", "0.10"), "10.11"),
        ("0.01", ("0.00", "0.00"), "10.00"),
    ],
)
def test_11_g_both_bonuses_are_cut_in_proportion(
    option: str, most: str | None, pays: tuple[str, str], gained: str
) -> None:
    options: dict[str, Any] = {option: most}
    played = a_round(seat(S5, side=BOTH), **options)
    assert bonuses(played) == pays
    assert net(played) == gained
    was_cut = pays != ("50.00", "500.00")
    assert clauses(played)["flush_bonus"] == LAW + ("11(g)" if was_cut else "11(c) 5 card flush")
    assert clauses(played)["straight_flush_bonus"] == LAW + ("11(g)" if was_cut else "11(d) 5 card straight flush")
    assert {rows(played)[wager][0] for wager in BOTH} == {"win"}


@checks("MA HCF 11(g)")
@pytest.mark.parametrize("option", ["max_per_hand", "max_per_round"])
@pytest.mark.parametrize(("most", "pays"), [("499.99", "499.99"), ("500.00", "500.00"), ("500.01", "500.00")])
def test_11_g_a_lone_bonus_is_paid_up_to_the_maximum(option: str, most: str, pays: str) -> None:
    played = wagered("straight_flush_bonus", S5, "5.00", **{option: most})
    assert rows(played)["straight_flush_bonus"] == ("win", pays)


@checks("MA HCF 11(g)")
def test_11_g_a_losing_bonus_takes_no_share() -> None:
    played = a_round(seat(S3, side=BOTH), max_per_hand="20.00")  # 35.00 on the straight flush alone
    assert rows(played)["flush_bonus"] == LOSE
    assert rows(played)["straight_flush_bonus"] == ("win", "20.00")
    assert net(played) == "25.00"


@checks("MA HCF 11(g)")
def test_11_g_neither_the_main_game_nor_the_progressive_is_cut() -> None:
    played = a_round(
        seat(S5, {"raise": "20.00"}, side=BOTH | {"progressive": "1.00"}),
        dealer="9c 5c 2c Kd Qh Th 2d",
        max_per_hand="1.10",
        max_per_round="1.10",
    )
    assert rows(played) == {
        "ante": ("win", "10.00"),
        "raise": ("win", "20.00"),
        "flush_bonus": ("win", "0.10"),
        "straight_flush_bonus": ("win", "1.00"),
        "progressive": ("win", "250.00"),
    }
    assert net(played) == "280.10"


@checks("MA HCF 11(g)", "MA HCF 10(c)")
def test_11_g_a_folded_hand_is_cut_too() -> None:
    folded = a_round(seat(S5, "fold", side=BOTH), max_per_hand="110.00")
    assert bonuses(folded) == ("10.00", "100.00")
    assert net(folded) == "100.00"


@checks("MA HCF 11(g)")
@pytest.mark.parametrize(
    ("options", "first", "second"),
    [
        ({"max_per_hand": "550.00"}, ("50.00", "500.00"), ("50.00", "500.00")),  # hand by hand
        ({"max_per_hand": "110.00"}, ("10.00", "100.00"), ("10.00", "100.00")),
        ({"max_per_round": "1100.01"}, ("50.00", "500.00"), ("50.00", "500.00")),
        ({"max_per_round": "1100.00"}, ("50.00", "500.00"), ("50.00", "500.00")),
        ({"max_per_round": "1099.99"}, ("49.99", "499.99"), ("49.99", "499.99")),
        ({"max_per_round": "300.00"}, ("13.63", "136.36"), ("13.63", "136.36")),
        ({"max_per_hand": "110.00", "max_per_round": "220.00"}, ("10.00", "100.00"), ("10.00", "100.00")),
        ({"max_per_hand": "110.00", "max_per_round": "200.00"}, ("9.09", "90.90"), ("9.09", "90.90")),
    ],
)
def test_11_g_per_hand_and_per_round(options: dict[str, str], first: tuple[str, str], second: tuple[str, str]) -> None:
    played = a_round(seat(S5, position=1, side=BOTH), seat(H5, position=2, side=BOTH), **options)
    assert (bonuses(played, 1), bonuses(played, 2)) == (first, second)


@checks("MA HCF 11(g)")
def test_11_g_only_the_hand_over_its_maximum_is_cut() -> None:
    small = seat("3h 4h 5h Qc Kc 8d Td", position=2, side=BOTH)  # 35.00
    played = a_round(seat(S5, position=1, side=BOTH), small, max_per_hand="110.00")
    assert bonuses(played, 1) == ("10.00", "100.00")
    assert bonuses(played, 2) == ("0.00", "35.00")
    assert clauses(played, 2)["straight_flush_bonus"] == LAW + "11(d) 3 card straight flush"


@checks("MA HCF 11(g)")
def test_11_g_the_hands_maximum_comes_before_the_rounds() -> None:
    """110.00 and 35.00 share 100.00; the other way round the small hand would get 5.98."""
    small = seat("3h 4h 5h Qc Kc 8d Td", position=2, side=BOTH)
    played = a_round(seat(S5, position=1, side=BOTH), small, max_per_hand="110.00", max_per_round="100.00")
    assert bonuses(played, 1) == ("6.89", "68.96")
    assert bonuses(played, 2) == ("0.00", "24.13")


@checks("MA HCF 11(g)")
@pytest.mark.parametrize("option", ["max_per_hand", "max_per_round"])
@pytest.mark.parametrize("amount", ["0.00", "-1.00", "100", 100, "100.000"])
def test_11_g_a_maximum_is_an_amount_of_money(option: str, amount: Any) -> None:
    refused = refused_option(**{option: amount})
    assert (refused.code, refused.clause) == ("bad_option", LAW + "11(g)")


@checks("MA HCF 11(g)")
def test_11_g_the_printed_maximum() -> None:
    shown = {line[0]: (line[1], line[-1]) for line in printed("Options of the house", max_per_hand="550.00")}
    assert shown["max_per_hand"] == ("550.00", LAW + "11(g)")
    assert shown["max_per_round"] == ("none", LAW + "11(g)")


# A round with everything in it


def test_a_round_of_all_wagers() -> None:
    played = a_round(
        seat("Ah Kh 9h 4h 2h 3c Jd", {"raise": "20.00"}, side={"flush_bonus": "5.00", "progressive": "1.00"}),
        dealer="9d 3d 2d Kc Qh 4s 5s",
        flush_bonus="A",
        straight_flush_bonus="B",
        progressive="C",
        meters=("10000.00", "0.00"),
    )
    settled = pitboss.settle(played).as_json()
    assert settled["dealer"] == {"hand": "3 card flush, nine high", "qualifies": True}
    assert settled["meters"] == {"main": "10000.00", "secondary": "0.00"}
    assert rows(played) == {
        "ante": ("win", "10.00"),
        "raise": ("win", "20.00"),
        "flush_bonus": ("win", "50.00"),
        "progressive": LOSE,
    }
    assert {clauses(played)[wager] for wager in MAIN_GAME} == {LAW + "10(e)(1)(ii)a"}
    assert net(played) == "79.00"
