"""High Card Flush, clause by clause: positions, wagers, raise or fold, and the hands against the dealer's.

Tests are named for New Jersey's clauses, N.J.A.C. 13:69E-1.13Y and 13:69F-38; see tests/games/high_card_flush.py.
"""

from itertools import pairwise
from typing import Any

import pytest

import pitboss
from pitboss.showdown.describe import describe
from tests.games.high_card_flush import LOSE, MA, NJ, NO_HAND, PUSH, WIN, Text, hand, is_a_sentence, seat
from tests.support import checks, clauses, net, refusal, result, rows

LAYOUT = "NJ HCF 13:69E-"
SIX_POSITIONS = {"nj": LAYOUT + "1.13Y(a)", "ma": "reading 28"}  # the text of Massachusetts has no number of its own

# 13:69E-1.13Y The table and its layout

SIX_HANDS = [
    "Ah 3h 4h 5h 6h 7h 8h",
    "2s 3s 4s 5s 6s 7s 8s",
    "6d 7d 8d 9d Td Jd Qd",
    "6c 7c 8c 9c Tc Jc Qc",
    "9h Th Jh Qh Kh 9s Ts",
    "Js Qs Ks As Kd Ad Kc",
]


@checks("NJ HCF 13:69E-1.13Y(a)")
def test_1_13y_a_six_positions_can_play_a_round(hcf: Text) -> None:
    full = hcf.a_round(*(seat(cards, "fold", position=at) for at, cards in enumerate(SIX_HANDS, 1)))
    assert [each["position"] for each in pitboss.settle(full).as_json()["positions"]] == [1, 2, 3, 4, 5, 6]
    assert describe(hcf.house()).subtitle.startswith({"nj": "New Jersey.", "ma": "Massachusetts."}[hcf.name])
    assert describe(hcf.house()).subtitle.endswith("up to 6 positions.")


@checks("NJ HCF 13:69E-1.13Y(a)")
@pytest.mark.parametrize("position", [0, 7, -1])
def test_1_13y_a_no_position_beyond_six(hcf: Text, position: int) -> None:
    refused = refusal(hcf.a_round(seat(SIX_HANDS[0], position=position)))
    assert (refused.code, refused.clause) == ("position_out_of_range", SIX_POSITIONS[hcf.name])
    assert refused.message == f"Number the position 1 to 6; got {position}."


@checks("NJ HCF 13:69E-1.13Y(a)")
def test_1_13y_a_a_position_has_one_hand(hcf: Text) -> None:
    refused = refusal(hcf.a_round(seat(SIX_HANDS[0], position=3), seat(SIX_HANDS[1], position=3)))
    assert (refused.code, refused.clause, refused.position) == ("position_twice", SIX_POSITIONS[hcf.name], 3)
    assert is_a_sentence(refused.message)


@checks("NJ HCF 13:69E-1.13Y(b)1", "NJ HCF 13:69E-1.13Y(b)2", "NJ HCF 13:69E-1.13Y(b)3", "NJ HCF 13:69E-1.13Y(b)4")
@checks("NJ HCF 13:69E-1.13Y(b)5", "NJ HCF 13:69E-1.13Y(b)6", "NJ HCF 13:69E-1.13Y(b)7")
def test_1_13y_b_what_the_layout_shows() -> None:
    areas = {clause: (area, what) for area, what, clause in NJ.printed("What the layout shows")}
    words = {
        "1.13Y(b)1": ("house", "name"),
        "1.13Y(b)2": ("ante", "each position"),
        "1.13Y(b)3": ("raise", "in front of each ante"),
        "1.13Y(b)4": ("bonuses and progressive", "each wager offered, behind the ante"),
        "1.13Y(b)5": ("odds", "bonuses and the progressive pay"),
        "1.13Y(b)6": ("raises", "how much may be raised"),
        "1.13Y(b)7": ("qualifying hand", "dealer qualifies"),
        "1.13Y(c)": ("tip box", "right of the dealer"),
    }
    assert list(areas) == [LAYOUT + clause for clause in words]
    for clause, (area, what) in words.items():
        shown_area, shown_what = areas[LAYOUT + clause]
        assert shown_area == area
        assert what in shown_what


def test_the_printed_clauses_are_of_massachusetts() -> None:
    """All but the layout, on which its text is silent."""
    for table in describe(MA.house()).tables:
        if "layout" not in table.title and "clause" in table.columns:
            assert all(line[-1].startswith(("MA HCF ", "reading ")) for line in table.rows), table.title


@checks("NJ HCF 13:69E-1.13Y(b)4", "NJ HCF 13:69E-1.13Y(b)5")
def test_1_13y_b_5_the_odds_of_the_wagers_offered(hcf: Text) -> None:
    offered = {"flush_bonus": "E", "straight_flush_bonus": "C", "progressive": "B"}
    assert [line[:2] for line in hcf.printed("What the flush bonus pays, table E", **offered)] == [
        ["7 card flush", "200 to 1"],
        ["6 card flush", "60 to 1"],
        ["5 card flush", "12 to 1"],
        ["4 card flush", "2 to 1"],
    ]
    assert [line[:2] for line in hcf.printed("What the straight flush bonus pays, table C", **offered)] == [
        ["7 card straight flush", "500 to 1"],
        ["6 card straight flush", "200 to 1"],
        ["5 card straight flush", "100 to 1"],
        ["4 card straight flush", "75 to 1"],
        ["3 card straight flush", "7 to 1"],
    ]
    assert [line[:2] for line in hcf.printed("What the progressive pays, table B", **offered)] == [
        ["7 card straight flush", "100% of the main meter"],
        ["6 card straight flush", "10% of the main meter"],
        ["5 card straight flush", "$750.00"],
        ["4 card straight flush", "$60.00"],
    ]


@checks("NJ HCF 13:69E-1.13Y(b)4", "NJ HCF 13:69E-1.13Y(b)5")
def test_1_13y_b_5_no_odds_of_a_wager_that_is_not_offered(hcf: Text) -> None:
    shown = hcf.titles(flush_bonus=None, straight_flush_bonus=None, progressive=None)
    assert not [title for title in shown if title.startswith("What the") and "pays" in title]
    assert "Meters of the progressive" not in shown


@checks("NJ HCF 13:69E-1.13Y(b)6", "NJ HCF 13:69F-38.6(a)5(b)", "MA HCF 6(a)(5)(ii)", "MA HCF 6(a)(5)(ii)a")
@checks("MA HCF 6(a)(5)(ii)b", "MA HCF 6(a)(5)(ii)c")
def test_1_13y_b_6_the_raises_allowed(hcf: Text) -> None:
    assert hcf.printed("How much the raise may be") == [
        ["a two, three or four card flush", "exactly 1 times the ante", hcf.law("38.6(a)5(b)(i)")],
        ["a five card flush", "1 to 2 times the ante", hcf.law("38.6(a)5(b)(ii)")],
        ["a six or seven card flush", "1 to 3 times the ante", hcf.law("38.6(a)5(b)(iii)")],
    ]


@checks("NJ HCF 13:69E-1.13Y(b)7", "NJ HCF 13:69F-38.1 Dealer's qualifying hand", "MA HCF 1 Dealer's qualifying hand")
def test_1_13y_b_7_the_qualifying_hand(hcf: Text) -> None:
    says = {line[-1]: line[0] for line in hcf.printed("Against the dealer")}
    assert "3 card flush, nine high or better" in says[hcf.law("38.1 Dealer's qualifying hand")]


# 38.1 Definitions and 38.6(a) Wagers


@checks("NJ HCF 13:69F-38.1", "MA HCF 1", "NJ HCF 13:69F-38.6(a)", "MA HCF 6(a)")
def test_38_6_a_the_five_wagers(hcf: Text) -> None:
    assert {wager: clause for wager, _, clause in hcf.printed("Wagers")} == {
        "ante": hcf.law("38.6(a)1"),
        "raise": hcf.law("38.6(a)5"),
        "flush_bonus": hcf.law("38.6(a)2"),
        "straight_flush_bonus": hcf.law("38.6(a)3"),
        "progressive": hcf.law("38.6(a)4"),
    }


@checks("NJ HCF 13:69F-38.1", "MA HCF 1", "NJ HCF 13:69F-38.6(a)", "MA HCF 6(a)")
@pytest.mark.parametrize("wager", ["play", "pair_plus", "aces_up"])
def test_38_6_a_no_other_wager(hcf: Text, wager: str) -> None:
    refused = refusal(hcf.wagered(wager, hand("3s 4s 5s")))
    assert (refused.code, refused.position) == ("unknown_wager", 1)


@checks("NJ HCF 13:69F-38.1 Ante", "MA HCF 1 Ante", "NJ HCF 13:69F-38.6(a)1", "MA HCF 6(a)(1)")
@pytest.mark.parametrize(
    "other", [{}, {"flush_bonus": "5.00"}, {"straight_flush_bonus": "5.00", "progressive": "1.00"}]
)
def test_38_1_ante_is_needed_to_take_part(hcf: Text, other: dict[str, str]) -> None:
    without = seat(hand("3s 4s 5s"), "fold")
    without["wagers"] = other
    refused = refusal(hcf.a_round(without))
    assert (refused.code, refused.clause, refused.position) == ("ante_missing", hcf.law("38.1 Ante"), 1)
    assert refused.message == "Place the ante: nobody plays without one."
    assert hcf.printed("Before the deal") == [["Everyone places the ante.", hcf.law("38.1 Ante")]]


@checks("NJ HCF 13:69F-38.6(a)1", "MA HCF 6(a)(1)")
def test_38_6_a_1_an_ante_of_any_size_takes_part_and_of_nothing_does_not(hcf: Text) -> None:
    assert net(hcf.a_round(seat(hand("3s 4s 5s"), ante="0.01"))) == "0.01"
    assert net(hcf.a_round(seat(hand("3s 4s 5s"), ante="5000.00"))) == "5000.00"
    refused = refusal(hcf.a_round(seat(hand("3s 4s 5s"), ante="0.00")))
    assert (refused.code, refused.position) == ("wager_zero", 1)


@checks("NJ HCF 13:69F-38.6(a)2", "MA HCF 6(a)(2)", "NJ HCF 13:69F-38.6(a)3", "MA HCF 6(a)(3)")
@checks("NJ HCF 13:69F-38.1 Flush Bonus wager", "MA HCF 1 Flush Bonus wager")
@checks("NJ HCF 13:69F-38.1 Straight Flush Bonus wager", "MA HCF 1 Straight Flush Bonus wager")
@pytest.mark.parametrize("stake", ["0.01", "9.99", "10.00", "10.01", "500.00"])
@pytest.mark.parametrize("wager", ["flush_bonus", "straight_flush_bonus"])
def test_38_6_a_2_and_3_a_bonus_need_not_match_the_ante(hcf: Text, wager: str, stake: str) -> None:
    losing = hcf.wagered(wager, hand("6s 4s 2s"), stake)
    assert rows(losing) == {"ante": WIN, "raise": PUSH, wager: LOSE}
    assert result(losing)["wagers"][2]["stake"] == stake


@checks("NJ HCF 13:69F-38.6(a)2", "MA HCF 6(a)(2)", "NJ HCF 13:69F-38.6(a)3", "MA HCF 6(a)(3)")
@checks("NJ HCF 13:69F-38.6(a)4", "MA HCF 6(a)(4)")
@checks("NJ HCF 13:69F-38.1 Flush Bonus wager", "MA HCF 1 Flush Bonus wager")
@checks("NJ HCF 13:69F-38.1 Straight Flush Bonus wager", "MA HCF 1 Straight Flush Bonus wager")
@checks("NJ HCF 13:69F-38.1 Progressive payout wager", "MA HCF 1 Progressive payout wager")
@pytest.mark.parametrize(
    ("wager", "clause"),
    [("flush_bonus", "38.6(a)2"), ("straight_flush_bonus", "38.6(a)3"), ("progressive", "38.6(a)4")],
)
def test_38_6_a_optional_wagers_are_taken_only_where_offered(hcf: Text, wager: str, clause: str) -> None:
    refused = refusal(hcf.wagered(wager, hand("3s 4s 5s"), "1.00", **{wager: None}))
    assert (refused.code, refused.clause, refused.position) == ("wager_not_offered", hcf.law(clause), 1)
    assert is_a_sentence(refused.message)
    assert {name: says for name, says, _ in hcf.printed("Wagers", **{wager: None})}[wager].endswith(
        "not offered at this table"
    )
    assert rows(hcf.wagered(wager, hand("3s 4s 8s"), "1.00"))[wager] == LOSE
    assert list(rows(hcf.a_round(seat(hand("3s 4s 5s"))))) == ["ante", "raise"]


@checks("NJ HCF 13:69F-38.6(a)4", "MA HCF 6(a)(4)", "NJ HCF 13:69F-38.12(a)", "MA HCF 12(a)")
@checks("NJ HCF 13:69F-38.1 Progressive payout wager", "MA HCF 1 Progressive payout wager")
@pytest.mark.parametrize("stake", ["0.99", "1.01", "2.00", "0.01", "10.00"])
def test_38_6_a_4_the_progressive_is_exactly_a_dollar(hcf: Text, stake: str) -> None:
    refused = refusal(hcf.wagered("progressive", hand("3s 4s 5s"), stake))
    assert (refused.code, refused.clause, refused.position) == ("progressive_not_1.00", hcf.law("38.6(a)4"), 1)
    assert refused.message == f"Make the progressive wager 1.00; it is {stake}."


@checks("NJ HCF 13:69F-38.6(a)4", "MA HCF 6(a)(4)", "NJ HCF 13:69F-38.12(a)", "MA HCF 12(a)")
@checks("NJ HCF 13:69F-38.1 Progressive payout wager", "MA HCF 1 Progressive payout wager")
def test_38_12_a_a_dollar_is_taken_and_may_be_left_out(hcf: Text) -> None:
    assert rows(hcf.wagered("progressive", hand("3s 4s 5s"), "1.00"))["progressive"] == ("win", "3.00")
    assert "progressive" not in rows(hcf.a_round(seat(hand("3s 4s 5s"))))
    assert {name: says for name, says, _ in hcf.printed("Wagers")}["progressive"].startswith("exactly 1.00; optional")


# 38.1 Raise wager and 38.6(a)5

LONGEST = {
    2: "As Ks",
    3: "As Ks 2s",
    4: "As Ks 2s 4s",
    5: "As Ks 2s 4s 6s",
    6: "As Ks 2s 4s 6s 8s",
    7: "As Ks 2s 4s 6s 8s Ts",
}


@checks("NJ HCF 13:69F-38.6(a)5", "MA HCF 6(a)(5)", "NJ HCF 13:69F-38.6(a)5(a)", "MA HCF 6(a)(5)(i)")
@checks("NJ HCF 13:69F-38.6(a)5(b)", "MA HCF 6(a)(5)(ii)", "NJ HCF 13:69F-38.6(a)5(b)(i)", "MA HCF 6(a)(5)(ii)a")
@checks("NJ HCF 13:69F-38.6(a)5(b)(ii)", "MA HCF 6(a)(5)(ii)b", "NJ HCF 13:69F-38.6(a)5(b)(iii)", "MA HCF 6(a)(5)(ii)c")
@checks("NJ HCF 13:69F-38.1 Raise wager", "MA HCF 1 Raise wager")
@checks("NJ HCF 13:69F-38.1 Raise wager(a)", "MA HCF 1 Raise wager(1)")
@checks("NJ HCF 13:69F-38.1 Raise wager(b)", "MA HCF 1 Raise wager(2)")
@checks("NJ HCF 13:69F-38.1 Raise wager(b)(i)", "MA HCF 1 Raise wager(2)(i)")
@checks("NJ HCF 13:69F-38.1 Raise wager(b)(ii)", "MA HCF 1 Raise wager(2)(ii)")
@checks("NJ HCF 13:69F-38.1 Raise wager(b)(iii)", "MA HCF 1 Raise wager(2)(iii)")
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
def test_38_6_a_5_raises_within_the_limits_are_taken(hcf: Text, length: int, amounts: list[str]) -> None:
    for amount in amounts:
        taken = result(hcf.a_round(seat(hand(LONGEST[length]), {"raise": amount})))
        assert taken["hand"] == f"{length} card flush, ace high"
        assert [(each["wager"], each["stake"]) for each in taken["wagers"]] == [("ante", "10.00"), ("raise", amount)]


@checks("NJ HCF 13:69F-38.6(a)5", "MA HCF 6(a)(5)", "NJ HCF 13:69F-38.6(a)5(a)", "MA HCF 6(a)(5)(i)")
@checks("NJ HCF 13:69F-38.1 Raise wager", "MA HCF 1 Raise wager")
@checks("NJ HCF 13:69F-38.1 Raise wager(a)", "MA HCF 1 Raise wager(1)")
@pytest.mark.parametrize("amount", ["9.99", "0.01", "5.00"])
@pytest.mark.parametrize("length", [2, 3, 4, 5, 6, 7])
def test_38_6_a_5_a_no_raise_below_the_ante(hcf: Text, length: int, amount: str) -> None:
    refused = refusal(hcf.a_round(seat(hand(LONGEST[length]), {"raise": amount})))
    assert (refused.code, refused.clause, refused.position) == ("raise_under_minimum", hcf.law("38.6(a)5"), 1)
    assert is_a_sentence(refused.message)
    assert amount in refused.message


@checks("NJ HCF 13:69F-38.6(a)5", "MA HCF 6(a)(5)", "NJ HCF 13:69F-38.6(a)5(b)", "MA HCF 6(a)(5)(ii)")
@checks("NJ HCF 13:69F-38.6(a)5(b)(i)", "MA HCF 6(a)(5)(ii)a", "NJ HCF 13:69F-38.6(a)5(b)(ii)", "MA HCF 6(a)(5)(ii)b")
@checks("NJ HCF 13:69F-38.6(a)5(b)(iii)", "MA HCF 6(a)(5)(ii)c")
@checks("NJ HCF 13:69F-38.1 Raise wager", "MA HCF 1 Raise wager")
@checks("NJ HCF 13:69F-38.1 Raise wager(b)", "MA HCF 1 Raise wager(2)")
@checks("NJ HCF 13:69F-38.1 Raise wager(b)(i)", "MA HCF 1 Raise wager(2)(i)")
@checks("NJ HCF 13:69F-38.1 Raise wager(b)(ii)", "MA HCF 1 Raise wager(2)(ii)")
@checks("NJ HCF 13:69F-38.1 Raise wager(b)(iii)", "MA HCF 1 Raise wager(2)(iii)")
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
def test_38_6_a_5_b_no_raise_over_the_limit(hcf: Text, length: int, amounts: list[str], allowed: str) -> None:
    for amount in amounts:
        raised = seat(hand(LONGEST[length]), {"raise": amount}, position=4)
        refused = refusal(hcf.a_round(raised))
        assert (refused.code, refused.clause, refused.position) == ("raise_over_limit", hcf.law("38.6(a)5"), 4)
        assert refused.message.startswith(f"Make the raise {allowed}, not {amount}: a {length} card flush, ace high")
        assert is_a_sentence(refused.message)


@checks("NJ HCF 13:69F-38.6(a)5(b)(ii)", "MA HCF 6(a)(5)(ii)b", "NJ HCF 13:69F-38.6(a)5(b)(iii)", "MA HCF 6(a)(5)(ii)c")
@pytest.mark.parametrize(("length", "most", "over"), [(4, "0.03", "0.04"), (5, "0.06", "0.07"), (6, "0.09", "0.10")])
def test_38_6_a_5_b_the_limit_follows_the_ante(hcf: Text, length: int, most: str, over: str) -> None:
    cards = hand(LONGEST[length])
    assert result(hcf.a_round(seat(cards, {"raise": most}, ante="0.03")))["wagers"][1]["stake"] == most
    assert refusal(hcf.a_round(seat(cards, {"raise": over}, ante="0.03"))).code == "raise_over_limit"


@checks("NJ HCF 13:69F-38.6(a)5", "MA HCF 6(a)(5)", "NJ HCF 13:69F-38.1 Raise wager", "MA HCF 1 Raise wager")
def test_38_6_a_5_the_raise_comes_after_the_deal(hcf: Text) -> None:
    early = seat(hand("As Ks"))
    early["wagers"]["raise"] = "10.00"
    refused = refusal(hcf.a_round(early))
    assert (refused.code, refused.position) == ("wager_too_early", 1)


# 38.1 Suit, and the dealer's qualifying hand


@checks("NJ HCF 13:69F-38.1 Suit", "MA HCF 1 Suit")
@pytest.mark.parametrize("suits", ["cdhs", "dhsc", "hscd", "scdh"])
def test_38_1_suit_the_four_suits_are_alike(hcf: Text, suits: str) -> None:
    turned = str.maketrans("cdhs", suits)
    cards, dealer = hand("As Qs Ts 8s 6s").translate(turned), NO_HAND.translate(turned)
    won = hcf.a_round(seat(cards, side={"flush_bonus": "5.00"}), dealer=dealer)
    assert result(won)["hand"] == "5 card flush, ace high"
    assert rows(won)["flush_bonus"] == ("win", "50.00")


@checks("NJ HCF 13:69F-38.1 Suit", "MA HCF 1 Suit")
@pytest.mark.parametrize("card", ["Ax", "AS", "A", "A1", "As2"])
def test_38_1_suit_there_is_no_fifth(hcf: Text, card: str) -> None:
    refused = refusal(hcf.a_round(seat(f"{card} Qs Ts 8s 6s 9d Jd")))
    assert (refused.code, refused.position) == ("unknown_card", 1)


TWO_CARDS = "Ts 8s Td Jd Th Jh Jc"


@checks("NJ HCF 13:69F-38.1 Dealer's qualifying hand", "MA HCF 1 Dealer's qualifying hand")
@checks("NJ HCF 13:69F-38.10(e)1", "MA HCF 10(e)(1)", "NJ HCF 13:69F-38.10(e)1(i)", "MA HCF 10(e)(1)(i)")
@checks("NJ HCF 13:69F-38.11(b)", "MA HCF 11(b)")
@pytest.mark.parametrize(
    ("dealer", "words"),
    [
        ("8c 7c 6c 7d 5d 3d 2h", "3 card flush, eight high"),  # the highest that does not qualify
        ("4c 3c 2c 4d 3d 2d 2h", "3 card flush, four high"),
        ("Ac Kc Ad Kd Ah Kh Qs", "2 card flush, ace high"),  # high cards do not make up for length
    ],
)
def test_38_10_e_1_i_a_dealer_who_does_not_qualify_pays_the_ante_alone(hcf: Text, dealer: str, words: str) -> None:
    settled = pitboss.settle(hcf.against(TWO_CARDS, dealer)).as_json()
    assert settled["dealer"] == {"hand": words, "qualifies": False}
    assert rows(hcf.against(TWO_CARDS, dealer)) == {"ante": WIN, "raise": PUSH}
    assert set(clauses(hcf.against(TWO_CARDS, dealer)).values()) == {hcf.law("38.10(e)1(i)")}
    assert net(hcf.against(TWO_CARDS, dealer)) == "10.00"


@checks("NJ HCF 13:69F-38.1 Dealer's qualifying hand", "MA HCF 1 Dealer's qualifying hand")
@checks("NJ HCF 13:69F-38.10(e)1", "MA HCF 10(e)(1)", "NJ HCF 13:69F-38.10(e)1(ii)", "MA HCF 10(e)(1)(ii)")
@checks("NJ HCF 13:69F-38.10(e)1(ii)(B)", "MA HCF 10(e)(1)(ii)b")
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
def test_38_1_a_three_card_flush_nine_high_qualifies(hcf: Text, dealer: str, words: str) -> None:
    settled = pitboss.settle(hcf.against(TWO_CARDS, dealer)).as_json()
    assert settled["dealer"] == {"hand": words, "qualifies": True}
    assert rows(hcf.against(TWO_CARDS, dealer)) == {"ante": LOSE, "raise": LOSE}
    assert set(clauses(hcf.against(TWO_CARDS, dealer)).values()) == {hcf.law("38.10(e)1(ii)(B)")}
    assert net(hcf.against(TWO_CARDS, dealer)) == "-20.00"


@checks("NJ HCF 13:69F-38.10(e)1", "MA HCF 10(e)(1)", "NJ HCF 13:69F-38.10(e)1(i)", "MA HCF 10(e)(1)(i)")
@checks("NJ HCF 13:69F-38.11(b)", "MA HCF 11(b)")
def test_38_10_e_1_a_better_hand_wins_no_more_when_the_dealer_does_not_qualify(hcf: Text) -> None:
    """The raise pushes even for a seven card flush, and even for the largest raise."""
    raised = hcf.a_round(seat(hand(LONGEST[7]), {"raise": "30.00"}))
    assert rows(raised) == {"ante": WIN, "raise": PUSH}
    assert net(raised) == "10.00"


# 38.5(a) and (b), 38.10(e)1(ii) Against a qualifying dealer

A = {"ante": WIN, "raise": WIN}
B = {"ante": LOSE, "raise": LOSE}
C = {"ante": PUSH, "raise": PUSH}


def assert_contest(hcf: Text, cards: str, dealer: str, letter: str) -> None:
    """The contest ends by 38.10(e)1(ii)(A), (B) or (C)."""
    contest = hcf.against(cards, dealer)
    assert rows(contest) == {"A": A, "B": B, "C": C}[letter]
    assert set(clauses(contest).values()) == {hcf.law(f"38.10(e)1(ii)({letter})")}
    assert net(contest) == {"A": "20.00", "B": "-20.00", "C": "0.00"}[letter]


@checks("NJ HCF 13:69F-38.5(b)", "MA HCF 5(b)", "NJ HCF 13:69F-38.5(b)(1)", "MA HCF 5(b)(1)")
@checks("NJ HCF 13:69F-38.10(e)1(ii)", "MA HCF 10(e)(1)(ii)", "NJ HCF 13:69F-38.11(b)", "MA HCF 11(b)")
@checks("NJ HCF 13:69F-38.10(e)1(ii)(A)", "MA HCF 10(e)(1)(ii)a")
@checks("NJ HCF 13:69F-38.10(e)1(ii)(B)", "MA HCF 10(e)(1)(ii)b")
@pytest.mark.parametrize(
    ("longer", "shorter"),
    [
        ("5s 4s 3s 2s Jd Th 7h", "Ac Kc Qc 6d 8d 9h Kh"),
        ("6s 5s 4s 3s 2s Th 7h", "Ac Kc Qc Jc 8d 9h Kh"),
        ("7s 6s 5s 4s 3s 2s 7h", "Ac Kc Qc Jc 9c 9h Kh"),
        ("8s 7s 6s 5s 4s 3s 2s", "Ac Kc Qc Jc 9c 8c Kh"),
    ],
)
def test_38_5_b_1_the_longer_flush_wins(hcf: Text, longer: str, shorter: str) -> None:
    assert_contest(hcf, longer, shorter, "A")
    assert_contest(hcf, shorter, longer, "B")


@checks("NJ HCF 13:69F-38.5(b)(1)", "MA HCF 5(b)(1)", "NJ HCF 13:69F-38.10(e)1(ii)(B)", "MA HCF 10(e)(1)(ii)b")
def test_38_5_b_1_two_cards_lose_to_three(hcf: Text) -> None:
    assert_contest(hcf, "Ac Kc Ad Qd Ah 4h As", "9s 3s 2s Kd Jd Qh 7h", "B")


def three(suit: str, ranks: str, side: str) -> str:
    return " ".join(rank + suit for rank in ranks) + " " + side


SPADE_SIDE, CLUB_SIDE = "6d 8d 4h 5h", "7d 9d 6h 8h"


@checks("NJ HCF 13:69F-38.5(a)", "MA HCF 5(a)", "NJ HCF 13:69F-38.5(b)(2)", "MA HCF 5(b)(2)")
@checks("NJ HCF 13:69F-38.10(e)1(ii)", "MA HCF 10(e)(1)(ii)", "NJ HCF 13:69F-38.10(e)1(ii)(A)", "MA HCF 10(e)(1)(ii)a")
@checks("NJ HCF 13:69F-38.10(e)1(ii)(B)", "MA HCF 10(e)(1)(ii)b")
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
def test_38_5_b_2_ranks_decide_between_equal_lengths(hcf: Text, higher: str, lower: str) -> None:
    assert_contest(hcf, three("s", higher, SPADE_SIDE), three("c", lower, CLUB_SIDE), "A")
    assert_contest(hcf, three("s", lower, SPADE_SIDE), three("c", higher, CLUB_SIDE), "B")


@checks("NJ HCF 13:69F-38.5(b)(2)", "MA HCF 5(b)(2)")
@pytest.mark.parametrize(
    ("cards", "dealer", "letter"),
    [
        ("As Ks Qs Js 9s 7s 5s", "Ac Kc Qc Jc 9c 7c 4c", "A"),  # the seventh card
        ("As Ks Qs Js 9s 7s 4d", "Ac Kc Qc Jc 9c 8c 4h", "B"),  # the sixth
        ("9s 8s 7s Ad 3d 2d 4h", "Kc Qc Jc 7d 6d 5h 6h", "A"),  # of two flushes of a length, the higher counts
        ("9s 8s 7s 6s Ad Kd Qd", "9c 8c 7c 5c Ah Kh Qh", "A"),  # and a shorter, higher one does not
        ("9s 8s 7s 5s Ad Kd Qd", "9c 8c 7c 6c Jh Th 2h", "B"),
    ],
)
def test_38_5_b_2_the_ranks_of_the_longest_flush_only(hcf: Text, cards: str, dealer: str, letter: str) -> None:
    assert_contest(hcf, cards, dealer, letter)


@checks("NJ HCF 13:69F-38.10(e)1(ii)(C)", "MA HCF 10(e)(1)(ii)c", "NJ HCF 13:69F-38.1 Push", "MA HCF 1 Push")
@checks("NJ HCF 13:69F-38.5(b)(2)", "MA HCF 5(b)(2)")
@pytest.mark.parametrize(
    ("cards", "dealer"),
    [
        ("Js 9s 5s Kd Ad 2h 3h", "Jc 9c 5c 4d 6d 7h 8h"),  # other cards do not break a tie, nor do suits
        ("Js 9s 5s 4d 6d 7h 8h", "Jc 9c 5c Kd Ad 2h 3h"),
        ("As Ks Qs Js 9s 7s 5s", "Ac Kc Qc Jc 9c 7c 5c"),
    ],
)
def test_38_10_e_1_ii_c_equal_hands_push(hcf: Text, cards: str, dealer: str) -> None:
    assert_contest(hcf, cards, dealer, "C")


@checks("NJ HCF 13:69F-38.10(e)1(ii)(A)", "MA HCF 10(e)(1)(ii)a", "NJ HCF 13:69F-38.11(b)", "MA HCF 11(b)")
def test_38_11_b_a_winning_raise_is_paid_on_its_own_amount(hcf: Text) -> None:
    raised = hcf.a_round(seat("As Ks Qs Js 9s 7s 5h", {"raise": "29.99"}), dealer="2d 3d 9d Kc Qh 4s 5c")
    assert rows(raised) == {"ante": ("win", "10.00"), "raise": ("win", "29.99")}
    assert net(raised) == "39.99"


@checks("NJ HCF 13:69F-38.10(e)1", "MA HCF 10(e)(1)", "NJ HCF 13:69F-38.11(b)", "MA HCF 11(b)")
def test_38_10_e_1_the_printed_outcomes(hcf: Text) -> None:
    lines = {line[-1]: [cell.removeprefix("wins ") for cell in line[1:3]] for line in hcf.printed("Against the dealer")}
    assert lines[hcf.law("38.10(b)")] == ["loses", "-"]
    assert lines[hcf.law("38.10(e)1(i)")] == ["1 to 1", "pushes"]
    assert lines[hcf.law("38.10(e)1(ii)(A)")] == ["1 to 1", "1 to 1"]
    assert lines[hcf.law("38.10(e)1(ii)(B)")] == ["loses", "loses"]
    assert lines[hcf.law("38.10(e)1(ii)(C)")] == ["pushes", "pushes"]


# 38.10(b) and (c) Raise or fold


@checks("NJ HCF 13:69F-38.10(b)", "MA HCF 10(b)", "NJ HCF 13:69F-38.1 Fold", "MA HCF 1 Fold")
@pytest.mark.parametrize("dealer", [NO_HAND, "2d 3d 9d Kc Qh 4s 5s", "Ac Kc Qc Jc 9c 8c 7c"])
def test_38_10_b_a_fold_loses_the_ante(hcf: Text, dealer: str) -> None:
    """Whatever the dealer holds, and however good the folded hand."""
    folded = hcf.a_round(seat("Ah Kh Jh 9h 7h 5h 3h", "fold"), dealer=dealer)
    assert rows(folded) == {"ante": LOSE}
    assert clauses(folded) == {"ante": hcf.law("38.10(b)")}
    assert net(folded) == "-10.00"


@checks("NJ HCF 13:69F-38.10(b)", "MA HCF 10(b)", "NJ HCF 13:69F-38.6(a)5", "MA HCF 6(a)(5)")
@checks("NJ HCF 13:69F-38.1 Fold", "MA HCF 1 Fold")
@pytest.mark.parametrize(
    ("actions", "code"),
    [
        ([], "decision_missing"),
        (["check"], "action_not_allowed"),
        ([{"play": "10.00"}], "action_not_allowed"),
        (["fold", {"raise": "10.00"}], "action_after_fold"),
    ],
)
def test_38_10_b_a_player_raises_or_folds(hcf: Text, actions: list[Any], code: str) -> None:
    undecided = seat(hand("As Ks"), position=5)
    undecided["actions"] = actions
    refused = refusal(hcf.a_round(undecided))
    assert (refused.code, refused.clause, refused.position) == (code, hcf.law("38.10(b)"), 5)
    assert refused.message.endswith(".")


@checks("NJ HCF 13:69F-38.10(b)", "MA HCF 10(b)")
def test_38_10_b_one_decision_only(hcf: Text) -> None:
    refused = refusal(hcf.a_round(seat(hand(LONGEST[5]), {"raise": "10.00"}, {"raise": "10.00"})))
    assert (refused.code, refused.position) == ("too_many_actions", 1)


@checks("NJ HCF 13:69F-38.10(c)", "MA HCF 10(c)", "NJ HCF 13:69F-38.12(c)", "MA HCF 12(c)")
@checks("NJ HCF 13:69F-38.1 Fold", "MA HCF 1 Fold")
@checks("NJ HCF 13:69F-38.1 Flush Bonus wager", "MA HCF 1 Flush Bonus wager")
@checks("NJ HCF 13:69F-38.1 Straight Flush Bonus wager", "MA HCF 1 Straight Flush Bonus wager")
def test_38_10_c_a_fold_keeps_winning_bonuses_but_not_the_progressive(hcf: Text) -> None:
    wagers = {"flush_bonus": "5.00", "straight_flush_bonus": "2.00", "progressive": "1.00"}
    folded = hcf.a_round(seat(hand("3s 4s 5s 6s 7s"), "fold", side=wagers), meters=("10000.00", "0.00"))
    assert rows(folded) == {
        "ante": LOSE,
        "flush_bonus": ("win", "50.00"),
        "straight_flush_bonus": ("win", "200.00"),
        "progressive": LOSE,
    }
    assert clauses(folded) == {
        "ante": hcf.law("38.10(b)"),
        "flush_bonus": hcf.law("38.11(c) 5 Card Flush"),
        "straight_flush_bonus": hcf.law("38.11(d) 5 Card Straight Flush"),
        "progressive": hcf.law("38.12(c)"),
    }
    assert net(folded) == "239.00"  # both stakes come back: 250.00 less 10.00 and 1.00


@checks("NJ HCF 13:69F-38.10(c)", "MA HCF 10(c)")
def test_38_10_c_a_fold_does_not_make_a_bonus_win(hcf: Text) -> None:
    folded = hcf.a_round(seat(hand("3s 5s 7s"), "fold", side={"flush_bonus": "5.00", "straight_flush_bonus": "2.00"}))
    assert rows(folded) == {"ante": LOSE, "flush_bonus": LOSE, "straight_flush_bonus": LOSE}
    assert net(folded) == "-17.00"
