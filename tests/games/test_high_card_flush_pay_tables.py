"""High Card Flush, clause by clause: the bonus hands, what they pay, and the most that they pay together.

Tests are named for New Jersey's clauses, N.J.A.C. 13:69F-38; see tests/games/high_card_flush.py.
"""

import re
from typing import Any

import pytest

import pitboss
from pitboss.showdown.describe import describe
from tests.games.high_card_flush import (
    H5,
    LOSE,
    MA,
    MAIN_GAME,
    NJ,
    PUSH,
    S3,
    S5,
    WIN,
    Text,
    hand,
    is_a_sentence,
    meters_after,
    row,
    seat,
)
from tests.support import checks, clauses, net, rows

# 38.5(c) and 38.11(c), (d) Bonus hands and what they pay

FLUSH_BONUS = {
    "7 Card Flush": (
        ["As Qs Ts 8s 6s 4s 2s", "3s 4s 5s 6s 7s 8s 9s"],
        [300, 100, 200, 300, 200, 500, 400, 1000, 150, 150, 400, 300, 500, 500],
    ),
    "6 Card Flush": (
        ["Qs Ts 8s 6s 4s 2s", "3s 4s 5s 6s 7s 8s"],
        [100, 20, 20, 75, 60, 50, 60, 50, 20, 25, 100, 80, 80, 100],
    ),
    "5 Card Flush": (
        ["Ts 8s 6s 4s 2s", "3s 4s 5s 6s 7s"],
        [10, 10, 10, 5, 12, 12, 12, 10, 10, 10, 10, 11, 11, 10],
    ),
    "4 Card Flush": (
        ["8s 6s 4s 2s", "3s 4s 5s 6s"],
        [1, 1, 2, 2, 2, 1, 1, 1, 1, 2, 2, 1, 1, 1],
    ),
}


@checks("NJ HCF 13:69F-38.11(c)", "MA HCF 11(c)", "NJ HCF 13:69F-38.11(c) *", "MA HCF 11(c) *")
@checks("NJ HCF 13:69F-38.5(c)", "MA HCF 5(c)", "NJ HCF 13:69F-38.5(c)7", "MA HCF 5(c)(6)")
@checks("NJ HCF 13:69F-38.5(c)8", "MA HCF 5(c)(7)", "NJ HCF 13:69F-38.5(c)9", "MA HCF 5(c)(8)")
@checks("NJ HCF 13:69F-38.5(c)10", "MA HCF 5(c)(9)", "NJ HCF 13:69F-38.6(a)2", "MA HCF 6(a)(2)")
@checks("NJ HCF 13:69F-38.10(e)2", "MA HCF 10(e)(2)", "NJ HCF 13:69F-38.10(e)2(i)", "MA HCF 10(e)(2)(i)")
@pytest.mark.parametrize("named", FLUSH_BONUS)
def test_38_11_c_flush_bonus(hcf: Text, named: str) -> None:
    """Every row under every table, with scattered ranks and in sequence."""
    hands, odds = FLUSH_BONUS[named]
    for suited in hands:
        for table, to_one in zip("ABCDEFGHIJKLMN", odds, strict=True):
            won = hcf.wagered("flush_bonus", hand(suited), "5.00", flush_bonus=table)
            assert row(won, "flush_bonus") == ("win", f"{to_one * 5}.00", hcf.law(f"38.11(c) {named}")), table
            assert net(won) == f"{to_one * 5 + 10}.00", table


@checks("NJ HCF 13:69F-38.11(c)", "MA HCF 11(c)", "NJ HCF 13:69F-38.5(c)10", "MA HCF 5(c)(9)")
@checks("NJ HCF 13:69F-38.10(e)2(i)", "MA HCF 10(e)(2)(i)")
@pytest.mark.parametrize("table", "ABCDEFGHIJKLMN")
@pytest.mark.parametrize("suited", ["As Ks Qs", "As Ks"])
def test_38_11_c_three_cards_win_no_flush_bonus(hcf: Text, suited: str, table: str) -> None:
    lost = hcf.wagered("flush_bonus", hand(suited), "5.00", flush_bonus=table)
    assert row(lost, "flush_bonus") == ("lose", "0.00", hcf.law("38.11(c)"))
    assert net(lost) == "5.00"


@checks("NJ HCF 13:69F-38.11(c)", "MA HCF 11(c)")
def test_38_11_c_the_tables_are_printed_and_there_is_no_other(hcf: Text) -> None:
    shown = hcf.printed("Tables of the flush bonus to choose from")
    assert shown == [[named.lower(), *map(str, odds)] for named, (_, odds) in FLUSH_BONUS.items()]
    refused = hcf.refused_option(flush_bonus="O")
    assert (refused.code, refused.clause) == ("unknown_pay_table", hcf.law("38.11(c)"))
    assert is_a_sentence(refused.message)
    fixed = hcf.refused_option(flush_bonus={"A": [300, 100, 10, 2]})
    assert (fixed.code, fixed.clause) == ("pay_table_fixed", hcf.law("38.11(c)"))


STRAIGHT_FLUSH_BONUS = {
    "7 Card Straight Flush": ("3s 4s 5s 6s 7s 8s 9s", [8000, 500, 500, 1000, 500, 1000]),
    "6 Card Straight Flush": ("3s 4s 5s 6s 7s 8s", [1000, 200, 200, 500, 200, 500]),
    "5 Card Straight Flush": ("3s 4s 5s 6s 7s", [100, 100, 100, 100, 100, 100]),
    "4 Card Straight Flush": ("3s 4s 5s 6s", [60, 50, 75, 75, 60, 60]),
    "3 Card Straight Flush": ("3s 4s 5s", [7, 9, 7, 7, 8, 8]),
}
OWN_AMOUNTS = [501, 203, 97, 41, 6]


@checks("NJ HCF 13:69F-38.11(d)", "MA HCF 11(d)", "NJ HCF 13:69F-38.11(d) *", "MA HCF 11(d) *")
@checks("NJ HCF 13:69F-38.11(h)", "MA HCF 11(g)", "NJ HCF 13:69F-38.5(c)", "MA HCF 5(c)")
@checks("NJ HCF 13:69F-38.5(c)1", "MA HCF 5(c)(1)", "NJ HCF 13:69F-38.5(c)3", "MA HCF 5(c)(3)")
@checks("NJ HCF 13:69F-38.5(c)4", "MA HCF 5(c)(4)", "NJ HCF 13:69F-38.5(c)5", "MA HCF 5(c)(5)")
@checks("NJ HCF 13:69F-38.5(c)6", "NJ HCF 13:69F-38.6(a)3", "MA HCF 6(a)(3)")
@checks("NJ HCF 13:69F-38.10(e)2", "MA HCF 10(e)(2)", "NJ HCF 13:69F-38.10(e)2(ii)", "MA HCF 10(e)(2)(ii)")
@pytest.mark.parametrize(("named", "own"), list(zip(STRAIGHT_FLUSH_BONUS, OWN_AMOUNTS, strict=True)))
def test_38_11_d_straight_flush_bonus(hcf: Text, named: str, own: int) -> None:
    """Every row under every table; G holds the licensee's own amounts."""
    suited, odds = STRAIGHT_FLUSH_BONUS[named]
    tables: list[Any] = [*"ABCDEF", {"G": OWN_AMOUNTS}]
    for table, to_one in zip(tables, [*odds, own], strict=True):
        won = hcf.wagered("straight_flush_bonus", hand(suited), "5.00", straight_flush_bonus=table)
        assert row(won, "straight_flush_bonus") == ("win", f"{to_one * 5}.00", hcf.law(f"38.11(d) {named}")), table
        assert net(won) == f"{to_one * 5 + 10}.00", table


@checks("NJ HCF 13:69F-38.11(d)", "MA HCF 11(d)", "NJ HCF 13:69F-38.5(c)6", "MA HCF 5(c)(5)")
@checks("NJ HCF 13:69F-38.10(e)2(ii)", "MA HCF 10(e)(2)(ii)")
@pytest.mark.parametrize("table", [*"ABCDEF", {"G": OWN_AMOUNTS}])
@pytest.mark.parametrize("suited", ["3s 4s", "3s 4s 6s", "3s 4s 6s 7s 9s Ts Qs"])
def test_38_11_d_two_cards_in_sequence_win_nothing(hcf: Text, suited: str, table: Any) -> None:
    lost = hcf.wagered("straight_flush_bonus", hand(suited), "5.00", straight_flush_bonus=table)
    assert row(lost, "straight_flush_bonus") == ("lose", "0.00", hcf.law("38.11(d)"))
    assert net(lost) == "5.00"


@checks("NJ HCF 13:69F-38.11(d)", "MA HCF 11(d)")
def test_38_11_d_the_tables_are_printed_and_there_is_no_other(hcf: Text) -> None:
    shown = hcf.printed("Tables of the straight flush bonus to choose from")
    expected = [[named.lower(), *map(str, odds)] for named, (_, odds) in STRAIGHT_FLUSH_BONUS.items()]
    assert [line[:7] for line in shown] == expected  # the hand and tables A to F
    refused = hcf.refused_option(straight_flush_bonus="H")
    assert (refused.code, refused.clause) == ("unknown_pay_table", hcf.law("38.11(d)"))
    fixed = hcf.refused_option(straight_flush_bonus={"A": [8000, 1000, 100, 60, 8]})
    assert (fixed.code, fixed.clause) == ("pay_table_fixed", hcf.law("38.11(d)"))


@checks("NJ HCF 13:69F-38.11(h)", "MA HCF 11(g)", "NJ HCF 13:69F-38.11(d)", "MA HCF 11(d)")
def test_38_11_h_table_g_is_refused_without_its_amounts(hcf: Text) -> None:
    refused = hcf.refused_option(straight_flush_bonus="G")
    assert (refused.code, refused.clause) == ("pay_table_needs_amounts", hcf.law("38.11(h)"))
    assert refused.message == (
        "Give the house's own amounts with straight flush bonus table G: 5 whole odds to 1, longest hand first."
    )


@checks("NJ HCF 13:69F-38.11(h)", "MA HCF 11(g)", "NJ HCF 13:69F-38.11(d)", "MA HCF 11(d)")
@pytest.mark.parametrize(
    "amounts", [[], [500, 200, 100, 50], [500, 200, 100, 50, 8, 1], [500, 200, 100, 50, -8], "500"]
)
def test_38_11_h_table_g_has_five_amounts(hcf: Text, amounts: Any) -> None:
    refused = hcf.refused_option(straight_flush_bonus={"G": amounts})
    assert (refused.code, refused.clause) == ("pay_table_malformed", hcf.law("38.11(d)"))
    assert "5 whole odds to 1" in refused.message


@checks("NJ HCF 13:69F-38.11(h)", "MA HCF 11(g)", "NJ HCF 13:69E-1.13Y(b)5")
def test_38_11_h_the_printed_table_g(hcf: Text) -> None:
    shown = hcf.printed("What the straight flush bonus pays, table G", straight_flush_bonus={"G": OWN_AMOUNTS})
    assert [line[:2] for line in shown] == [
        ["7 card straight flush", "501 to 1"],
        ["6 card straight flush", "203 to 1"],
        ["5 card straight flush", "97 to 1"],
        ["4 card straight flush", "41 to 1"],
        ["3 card straight flush", "6 to 1"],
    ]


TO_ONE_A = {7: "8000.00", 6: "1000.00", 5: "100.00", 4: "60.00", 3: "7.00"}


def assert_straight_flush(hcf: Text, cards: str, length: int) -> None:
    """The straight flush bonus of 1.00 by table A sees a straight flush of this length; below three it loses."""
    played = hcf.wagered("straight_flush_bonus", cards, "1.00")
    if length < 3:
        assert rows(played)["straight_flush_bonus"] == LOSE
    else:
        expected = ("win", TO_ONE_A[length], hcf.law(f"38.11(d) {length} Card Straight Flush"))
        assert row(played, "straight_flush_bonus") == expected


@checks("NJ HCF 13:69F-38.5(a)", "MA HCF 5(a)", "NJ HCF 13:69F-38.5(c)1", "MA HCF 5(c)(1)")
@checks("NJ HCF 13:69F-38.5(c)3", "MA HCF 5(c)(3)", "NJ HCF 13:69F-38.5(c)4", "MA HCF 5(c)(4)")
@checks("NJ HCF 13:69F-38.5(c)5", "MA HCF 5(c)(5)", "NJ HCF 13:69F-38.5(c)6")
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
def test_38_5_a_the_ace_is_high_or_low_in_a_straight_flush(hcf: Text, suited: str, length: int) -> None:
    assert_straight_flush(hcf, hand(suited), length)


@checks("NJ HCF 13:69F-38.5(c)", "MA HCF 5(c)", "NJ HCF 13:69F-38.5(c)1", "MA HCF 5(c)(1)")
@checks("NJ HCF 13:69F-38.5(c)3", "MA HCF 5(c)(3)", "NJ HCF 13:69F-38.5(c)4", "MA HCF 5(c)(4)")
@checks("NJ HCF 13:69F-38.5(c)5", "MA HCF 5(c)(5)", "NJ HCF 13:69F-38.5(c)6")
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
def test_38_5_c_one_suit_and_consecutive(hcf: Text, cards: str, length: int) -> None:
    assert_straight_flush(hcf, cards, length)


@checks("NJ HCF 13:69F-38.11(i)", "MA HCF 11(h)")
@pytest.mark.parametrize(
    ("cards", "length"),
    [
        ("3s 4s 5s 6s 3h 4h 5h", 4),
        ("3s 4s 5s 9s Ts Js Qs", 4),
        ("3s 4s 5s 9h Th Jh Kd", 3),
        ("3s 4s 5s 7s 8s 9s Kd", 3),
    ],
)
def test_38_11_i_only_the_highest_straight_flush_is_paid(hcf: Text, cards: str, length: int) -> None:
    assert_straight_flush(hcf, cards, length)


@checks("NJ HCF 13:69F-38.11(i)", "MA HCF 11(h)")
def test_38_11_i_each_wager_has_a_best_hand_of_its_own(hcf: Text) -> None:
    """The longest flush is in spades, the longest straight flush in hearts."""
    wagers = {"flush_bonus": "1.00", "straight_flush_bonus": "1.00", "progressive": "1.00"}
    won = hcf.a_round(seat("2s 5s 8s Js 3h 4h 5h", side=wagers))
    assert rows(won) == {
        "ante": WIN,
        "raise": PUSH,
        "flush_bonus": ("win", "1.00"),
        "straight_flush_bonus": ("win", "7.00"),
        "progressive": ("win", "3.00"),
    }
    assert net(won) == "20.00"


@checks("NJ HCF 13:69F-38.5(c)", "MA HCF 5(c)")
def test_38_5_c_the_printed_hands(hcf: Text) -> None:
    """Massachusetts' 5(c)(5) defines two hands, so that its flushes start at (6)."""
    shown = {name: (example, clause) for name, _, example, clause in hcf.printed("Hands")}
    names = {
        "7 card straight flush": {"nj": "38.5(c)1", "ma": "5(c)(1)"},
        "6 card straight flush": {"nj": "38.5(c)3", "ma": "5(c)(3)"},
        "5 card straight flush": {"nj": "38.5(c)4", "ma": "5(c)(4)"},
        "4 card straight flush": {"nj": "38.5(c)5", "ma": "5(c)(5)"},
        "3 card straight flush": {"nj": "38.5(c)6", "ma": "5(c)(5)"},
        "7 card flush": {"nj": "38.5(c)7", "ma": "5(c)(6)"},
        "6 card flush": {"nj": "38.5(c)8", "ma": "5(c)(7)"},
        "5 card flush": {"nj": "38.5(c)9", "ma": "5(c)(8)"},
        "4 card flush": {"nj": "38.5(c)10", "ma": "5(c)(9)"},
    }
    for name, numbers in names.items():
        example, clause = shown[name]
        assert clause == {"nj": "NJ HCF 13:69F-", "ma": "MA HCF "}[hcf.name] + numbers[hcf.name]
        wager, section = ("straight_flush_bonus", "d") if "straight" in name else ("flush_bonus", "c")
        won = hcf.a_round(seat(example, side={wager: "1.00"}), dealer=dealer_beside(example))
        assert clauses(won)[wager] == hcf.law(f"38.11({section}) {name.title()}"), example


def dealer_beside(example: str) -> str:
    """Seven cards that are not in the example."""
    return " ".join([card for card in [r + s for r in "23456" for s in "cdhs"] if card not in example.split()][:7])


# 38.5(c)2 One suit named by the house

IN_SUIT = "7{0} 8{0} 9{0} T{0} J{0} Q{0} K{0}"
FROM_THE_ACE = "8{0} 9{0} T{0} J{0} Q{0} K{0} A{0}"


@checks("NJ HCF 13:69F-38.5(c)2", "MA HCF 5(c)(2)")
@pytest.mark.parametrize("named", "cdhs")
@pytest.mark.parametrize("held", "cdhs")
def test_38_5_c_2_seven_cards_count_in_the_named_suit_only(hcf: Text, named: str, held: str) -> None:
    wagers = {"flush_bonus": "1.00", "straight_flush_bonus": "1.00", "progressive": "1.00"}
    played = hcf.a_round(seat(IN_SUIT.format(held), side=wagers), seven_card_suit=named, meters=("10000.00", "50.00"))
    assert row(played, "flush_bonus") == ("win", "300.00", hcf.law("38.11(c) 7 Card Flush"))  # a flush all the same
    if held == named:
        assert row(played, "straight_flush_bonus") == ("win", "8000.00", hcf.law("38.11(d) 7 Card Straight Flush"))
        assert row(played, "progressive") == ("win", "10000.00", hcf.law("38.11(e) 7 Card Straight Flush [A,B]"))
        assert meters_after(played) == ("50.00", "0.00")
    else:
        assert row(played, "straight_flush_bonus") == ("win", "1000.00", hcf.law("38.11(d) 6 Card Straight Flush"))
        assert row(played, "progressive") == ("win", "1000.00", hcf.law("38.11(e) 6 Card Straight Flush [A,B]"))
        assert meters_after(played) == ("9000.00", "50.00")


@checks("NJ HCF 13:69F-38.5(c)2", "MA HCF 5(c)(2)")
@pytest.mark.parametrize("held", "cdhs")
def test_38_5_c_2_without_a_named_suit_all_count(hcf: Text, held: str) -> None:
    played = hcf.wagered("straight_flush_bonus", IN_SUIT.format(held), "1.00")
    assert rows(played)["straight_flush_bonus"] == ("win", "8000.00")


@checks("NJ HCF 13:69F-38.5(c)2", "MA HCF 5(c)(2)")
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
def test_38_5_c_2_shorter_straight_flushes_know_no_suit(hcf: Text, suited: str, to_one: str) -> None:
    played = hcf.wagered("straight_flush_bonus", hand(suited), "1.00", seven_card_suit="d")
    assert rows(played)["straight_flush_bonus"] == ("win", to_one)


def another_suit_from_the_ace(text: Text, table: str) -> dict[str, Any]:
    """Seven spades down from the ace where the house has named diamonds."""
    return text.a_round(
        seat(FROM_THE_ACE.format("s"), side={"straight_flush_bonus": "1.00", "progressive": "1.00"}),
        seven_card_suit="d",
        progressive=table,
        meters=("10000.00", "0.00"),
    )


@checks("NJ HCF 13:69F-38.5(c)2", "NJ HCF 13:69F-38.11(e) 7 Card Straight Flush or AKQJT9 Suited [C,D]")
@pytest.mark.parametrize(("table", "paid"), [("A", "1000.00"), ("B", "1000.00"), ("C", "10000.00"), ("D", "10000.00")])
def test_38_5_c_2_another_suit_from_the_ace_still_holds_akqjt9(table: str, paid: str) -> None:
    """Reading 33: tables C and D pay A-K-Q-J-T-9 of any suit in full; the straight flush bonus does not."""
    played = another_suit_from_the_ace(NJ, table)
    assert rows(played)["progressive"] == ("win", paid)
    assert rows(played)["straight_flush_bonus"] == ("win", "1000.00")


@checks("MA HCF 5(c)(2)", "MA HCF 11(e) 6 card straight flush")
@pytest.mark.parametrize("table", "ABCD")
def test_ma_5_c_2_another_suit_from_the_ace_is_six_cards_in_every_table(table: str) -> None:
    """Massachusetts does not list A-K-Q-J-T-9 (reading 9), so New Jersey's reading 33 has no place here."""
    played = another_suit_from_the_ace(MA, table)
    assert rows(played)["progressive"] == ("win", "1000.00")
    assert rows(played)["straight_flush_bonus"] == ("win", "1000.00")


@checks("NJ HCF 13:69F-38.5(c)2", "MA HCF 5(c)(2)")
@pytest.mark.parametrize("suit", ["x", "S", "diamonds", "", 1])
def test_38_5_c_2_only_a_suit_can_be_named(hcf: Text, suit: Any) -> None:
    refused = hcf.refused_option(seven_card_suit=suit)
    assert (refused.code, refused.clause) == ("bad_option", hcf.law("38.5(c)2"))


# 38.11(a) Words


@checks("NJ HCF 13:69F-38.11(a)", "MA HCF 11(a)")
@pytest.mark.parametrize("flush_bonus", [*"ABCDEFGHIJKLMN", None])
@pytest.mark.parametrize("straight_flush_bonus", [*"ABCDEF", {"G": OWN_AMOUNTS}, None])
def test_38_11_a_odds_are_to_and_never_for(hcf: Text, flush_bonus: Any, straight_flush_bonus: Any) -> None:
    page = describe(hcf.house(flush_bonus=flush_bonus, straight_flush_bonus=straight_flush_bonus))
    for table in page.tables:
        for text in (table.title, *table.columns, *(cell for line in table.rows for cell in line)):
            assert not re.search(r"\d\s+for\b|\bfor\s+\d|\bfor one\b", text, re.IGNORECASE), text
        if table.title.startswith("What the") and "bonus pays" in table.title:
            assert all(re.fullmatch(r"\d+ to 1", line[1]) for line in table.rows), table.title
        if table.title.startswith("Tables of") and "bonus" in table.title:
            assert table.title.endswith(", all to 1")


# 38.11(h) The most that the bonuses pay together

BOTH = {"flush_bonus": "5.00", "straight_flush_bonus": "5.00"}
# A five card straight flush: 10 to 1 and 100 to 1 on 5.00, so 50.00 and 500.00, 550.00 together.


def bonuses(round_: dict[str, Any], position: int = 1) -> tuple[str, str]:
    found = rows(round_, position)
    return found["flush_bonus"][1], found["straight_flush_bonus"][1]


@checks("NJ HCF 13:69F-38.11(h)", "MA HCF 11(g)")
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
def test_38_11_h_both_bonuses_are_cut_in_proportion(
    hcf: Text, option: str, most: str | None, pays: tuple[str, str], gained: str
) -> None:
    options: dict[str, Any] = {option: most}
    played = hcf.a_round(seat(S5, side=BOTH), **options)
    assert bonuses(played) == pays
    assert net(played) == gained
    was_cut = pays != ("50.00", "500.00")
    assert clauses(played)["flush_bonus"] == hcf.law("38.11(h)" if was_cut else "38.11(c) 5 Card Flush")
    assert clauses(played)["straight_flush_bonus"] == hcf.law(
        "38.11(h)" if was_cut else "38.11(d) 5 Card Straight Flush"
    )
    assert {rows(played)[wager][0] for wager in BOTH} == {"win"}


@checks("NJ HCF 13:69F-38.11(h)", "MA HCF 11(g)")
@pytest.mark.parametrize("option", ["max_per_hand", "max_per_round"])
@pytest.mark.parametrize(("most", "pays"), [("499.99", "499.99"), ("500.00", "500.00"), ("500.01", "500.00")])
def test_38_11_h_a_lone_bonus_is_paid_up_to_the_maximum(hcf: Text, option: str, most: str, pays: str) -> None:
    played = hcf.wagered("straight_flush_bonus", S5, "5.00", **{option: most})
    assert rows(played)["straight_flush_bonus"] == ("win", pays)


@checks("NJ HCF 13:69F-38.11(h)", "MA HCF 11(g)")
def test_38_11_h_a_losing_bonus_takes_no_share(hcf: Text) -> None:
    played = hcf.a_round(seat(S3, side=BOTH), max_per_hand="20.00")  # 35.00 on the straight flush alone
    assert rows(played)["flush_bonus"] == LOSE
    assert rows(played)["straight_flush_bonus"] == ("win", "20.00")
    assert net(played) == "25.00"


@checks("NJ HCF 13:69F-38.11(h)", "MA HCF 11(g)")
def test_38_11_h_neither_the_main_game_nor_the_progressive_is_cut(hcf: Text) -> None:
    played = hcf.a_round(
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


@checks("NJ HCF 13:69F-38.11(h)", "MA HCF 11(g)", "NJ HCF 13:69F-38.10(c)", "MA HCF 10(c)")
def test_38_11_h_a_folded_hand_is_cut_too(hcf: Text) -> None:
    folded = hcf.a_round(seat(S5, "fold", side=BOTH), max_per_hand="110.00")
    assert bonuses(folded) == ("10.00", "100.00")
    assert net(folded) == "100.00"


@checks("NJ HCF 13:69F-38.11(h)", "MA HCF 11(g)")
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
def test_38_11_h_per_hand_and_per_round(
    hcf: Text, options: dict[str, str], first: tuple[str, str], second: tuple[str, str]
) -> None:
    played = hcf.a_round(seat(S5, position=1, side=BOTH), seat(H5, position=2, side=BOTH), **options)
    assert (bonuses(played, 1), bonuses(played, 2)) == (first, second)


@checks("NJ HCF 13:69F-38.11(h)", "MA HCF 11(g)")
def test_38_11_h_only_the_hand_over_its_maximum_is_cut(hcf: Text) -> None:
    small = seat("3h 4h 5h Qc Kc 8d Td", position=2, side=BOTH)  # 35.00
    played = hcf.a_round(seat(S5, position=1, side=BOTH), small, max_per_hand="110.00")
    assert bonuses(played, 1) == ("10.00", "100.00")
    assert bonuses(played, 2) == ("0.00", "35.00")
    assert clauses(played, 2)["straight_flush_bonus"] == hcf.law("38.11(d) 3 Card Straight Flush")


@checks("NJ HCF 13:69F-38.11(h)", "MA HCF 11(g)")
def test_38_11_h_the_hands_maximum_comes_before_the_rounds(hcf: Text) -> None:
    """110.00 and 35.00 share 100.00; the other way round the small hand would get 5.98."""
    small = seat("3h 4h 5h Qc Kc 8d Td", position=2, side=BOTH)
    played = hcf.a_round(seat(S5, position=1, side=BOTH), small, max_per_hand="110.00", max_per_round="100.00")
    assert bonuses(played, 1) == ("6.89", "68.96")
    assert bonuses(played, 2) == ("0.00", "24.13")


@checks("NJ HCF 13:69F-38.11(h)", "MA HCF 11(g)")
@pytest.mark.parametrize("option", ["max_per_hand", "max_per_round"])
@pytest.mark.parametrize("amount", ["0.00", "-1.00", "100", 100, "100.000"])
def test_38_11_h_a_maximum_is_an_amount_of_money(hcf: Text, option: str, amount: Any) -> None:
    refused = hcf.refused_option(**{option: amount})
    assert (refused.code, refused.clause) == ("bad_option", hcf.law("38.11(h)"))


@checks("NJ HCF 13:69F-38.11(h)", "MA HCF 11(g)")
def test_38_11_h_the_printed_maximum(hcf: Text) -> None:
    shown = {line[0]: (line[1], line[-1]) for line in hcf.printed("Options of the house", max_per_hand="550.00")}
    assert shown["max_per_hand"] == ("550.00", hcf.law("38.11(h)"))
    assert shown["max_per_round"] == ("none", hcf.law("38.11(h)"))


# A round with everything in it


def test_a_round_of_all_wagers(hcf: Text) -> None:
    played = hcf.a_round(
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
    assert {clauses(played)[wager] for wager in MAIN_GAME} == {hcf.law("38.10(e)1(ii)(A)")}
    assert net(played) == "79.00"
