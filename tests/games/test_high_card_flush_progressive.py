"""High Card Flush, clause by clause: the progressive and its meters, and rounds that are not regular.

Tests are named for New Jersey's clauses, N.J.A.C. 13:69F-38; see tests/games/high_card_flush.py.
"""

from decimal import Decimal
from typing import Any

import pytest

import pitboss
from pitboss.showdown.describe import describe
from pitboss.showdown.progressive import Meters
from tests.games.high_card_flush import (
    C7,
    D6,
    D7,
    H5,
    H6,
    H7,
    LOSE,
    MA,
    NJ,
    S3,
    S4,
    S5,
    S6,
    S7,
    Text,
    hand,
    is_a_sentence,
    meters_after,
    row,
    seat,
)
from tests.support import checks, clauses, net, refusal, rows

# 38.11(e), 38.10(e)2(iii) and 38.12 The progressive

FULL = ("10000.00", "200.01")


def staked(cards: str, position: int = 1, *actions: Any) -> dict[str, Any]:
    return seat(cards, *actions, position=position, side={"progressive": "1.00"})


def paid(round_: dict[str, Any]) -> dict[int, tuple[str, str]]:
    """From position to outcome and payment of the progressive."""
    settled = pitboss.settle(round_).as_json()["positions"]
    return {each["position"]: rows(round_, each["position"])["progressive"] for each in settled}


def less_a_dollar(amount: str) -> str:
    """What the main game's 10.00 and a payment come to, the stake gone."""
    return str(Decimal(amount) + 10 - 1)


def assert_progressive(text: Text, cards: str, table: str, pays: str | None, of: str) -> None:
    """The hand is paid by the row `of` of a table, from a meter of 10,000.00; or it loses."""
    played = text.a_round(staked(cards), progressive=table, meters=("10000.00", "0.00"))
    if pays is None:
        assert row(played, "progressive") == ("lose", "0.00", text.law("38.11(e)")), (cards, table)
        assert net(played) == "9.00"
    else:
        assert row(played, "progressive") == ("win", pays, of), (cards, table)
        assert net(played) == less_a_dollar(pays)  # reading 11: the stake is not returned


FULL_ROW = "7 Card Straight Flush or AKQJT9 Suited [C,D]"
TENTH_ROW = "6 Card Straight Flush (A23456-89TJQK Suited) [C,D]"

IN_NEW_JERSEY: list[tuple[str, str, str, str, str | None, str | None]] = [
    # hand, row, tables, cards, and what each of the two tables pays from a meter of 10,000.00
    ("7", "7 Card Straight Flush [A,B]", "AB", S7, "10000.00", "10000.00"),
    ("6", "6 Card Straight Flush [A,B]", "AB", S6, "1000.00", "1000.00"),
    ("AKQJT9", "6 Card Straight Flush [A,B]", "AB", hand("As Ks Qs Js Ts 9s"), "1000.00", "1000.00"),
    ("5", "5 Card Straight Flush [A,B]", "AB", S5, "250.00", "750.00"),
    ("4", "4 Card Straight Flush [A,B]", "AB", S4, "50.00", "60.00"),
    ("3", "3 Card Straight Flush [A,B]", "AB", S3, "3.00", None),
    ("2", "", "AB", hand("3s 4s"), None, None),
    ("7", FULL_ROW, "CD", S7, "10000.00", "10000.00"),
    ("AKQJT98", FULL_ROW, "CD", "As Ks Qs Js Ts 9s 8s", "10000.00", "10000.00"),
    ("AKQJT9", FULL_ROW, "CD", hand("As Ks Qs Js Ts 9s"), "10000.00", "10000.00"),
    ("AKQJT9 and another of the suit", FULL_ROW, "CD", "As Ks Qs Js Ts 9s 4s", "10000.00", "10000.00"),
    ("6", TENTH_ROW, "CD", S6, "1000.00", "1000.00"),
    ("A23456", TENTH_ROW, "CD", hand("As 2s 3s 4s 5s 6s"), "1000.00", "1000.00"),
    ("89TJQK", TENTH_ROW, "CD", hand("8s 9s Ts Js Qs Ks"), "1000.00", "1000.00"),
    ("AKQJT", "5 Card Straight Flush [C,D]", "CD", hand("As Ks Qs Js Ts"), "300.00", "800.00"),
    ("5", "5 Card Straight Flush [C,D]", "CD", S5, "300.00", "800.00"),
    ("4", "4 Card Straight Flush [C,D]", "CD", S4, "50.00", "50.00"),
    ("3", "3 Card Straight Flush [C,D]", "CD", S3, "3.00", None),
    ("2", "", "CD", hand("3s 4s"), None, None),
]


@checks("NJ HCF 13:69F-38.11(e)", "NJ HCF 13:69F-38.11(e) *")
@checks("NJ HCF 13:69F-38.10(e)2", "NJ HCF 13:69F-38.10(e)2(iii)", "NJ HCF 13:69F-38.6(a)4")
@checks("NJ HCF 13:69F-38.1 Progressive payout wager")
@pytest.mark.parametrize(
    ("of", "clause", "tables", "cards", "first", "second"),
    IN_NEW_JERSEY,
    ids=[f"{each[2]}-{each[0]}" for each in IN_NEW_JERSEY],
)
def test_38_11_e_the_progressive(
    of: str, clause: str, tables: str, cards: str, first: str | None, second: str | None
) -> None:
    for table, pays in zip(tables, (first, second), strict=True):
        assert_progressive(NJ, cards, table, pays, "NJ HCF 13:69F-38.11(e) " + clause)


IN_MASSACHUSETTS: dict[str, tuple[list[str], list[str | None]]] = {
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


@checks("MA HCF 11(e)", "MA HCF 11(e) *")
@checks("MA HCF 10(e)(2)", "MA HCF 10(e)(2)(iii)", "MA HCF 6(a)(4)")
@checks("MA HCF 1 Progressive payout wager")
@pytest.mark.parametrize("named", IN_MASSACHUSETTS)
def test_ma_11_e_the_progressive(named: str) -> None:
    hands, awards = IN_MASSACHUSETTS[named]
    for cards in hands:
        for table, pays in zip("ABCD", awards, strict=True):
            assert_progressive(MA, cards, table, pays, "MA HCF 11(e) " + named)


@checks("NJ HCF 13:69F-38.11(e)")
def test_38_11_e_the_tables_are_printed_and_there_is_no_other() -> None:
    found = [
        table for table in describe(NJ.house()).tables if table.title == "Tables of the progressive to choose from"
    ]
    assert [table.columns for table in found] == [["hand", "A", "B"], ["hand", "C", "D"]]
    whole, tenth = "100% of the main meter", "10% of the main meter"
    assert [line[1:] for line in found[0].rows] == [
        [whole, whole],
        [tenth, tenth],
        ["$250.00", "$750.00"],
        ["$50.00", "$60.00"],
        ["$3.00", "-"],
    ]
    assert [line[1:] for line in found[1].rows] == [
        [whole, whole],
        [tenth, tenth],
        ["$300.00", "$800.00"],
        ["$50.00", "$50.00"],
        ["$3.00", "-"],
    ]
    assert "AKQJT9 suited" in found[1].rows[0][0]
    assert "AKQJT9" not in str(found[0].rows)
    refused = NJ.refused_option(progressive="E")
    assert (refused.code, refused.clause) == ("unknown_pay_table", "NJ HCF 13:69F-38.11(e)")


@checks("MA HCF 11(e)")
def test_ma_11_e_the_tables_are_printed_and_there_is_no_other() -> None:
    assert MA.printed("Tables of the progressive to choose from") == [
        ["7 card straight flush", *["100% of the main meter"] * 4],
        ["6 card straight flush", *["10% of the main meter"] * 4],
        ["5 card straight flush", "$250.00", "$750.00", "$300.00", "$800.00"],
        ["4 card straight flush", "$50.00", "$60.00", "$50.00", "$50.00"],
        ["3 card straight flush", "$3.00", "-", "$3.00", "-"],
    ]
    refused = MA.refused_option(progressive="E")
    assert (refused.code, refused.clause) == ("unknown_pay_table", "MA HCF 11(e)")


@checks("NJ HCF 13:69F-38.11(e)", "MA HCF 11(e)", "NJ HCF 13:69F-38.10(e)2(iii)", "MA HCF 10(e)(2)(iii)")
def test_38_10_e_2_iii_the_dealer_does_not_matter(hcf: Text) -> None:
    """A losing hand wins its progressive; the net loses both stakes of the main game and the dollar."""
    beaten = hcf.a_round(staked(S4), dealer="Ac Kc Qc Jc 9c 2d 3d")
    assert rows(beaten) == {"ante": LOSE, "raise": LOSE, "progressive": ("win", "50.00")}
    assert net(beaten) == "29.00"


@checks("NJ HCF 13:69F-38.11(f)", "MA HCF 11(f)", "NJ HCF 13:69F-38.11(f) Main Meter", "MA HCF 11(f) Main Meter")
@checks("NJ HCF 13:69F-38.11(f) Secondary Meter", "MA HCF 11(f) Secondary Meter")
@pytest.mark.parametrize(("table", "main", "secondary"), [("A", 24, 2), ("B", 23, 2), ("C", 21, 5), ("D", 25, 5)])
def test_38_11_f_meters_open_and_grow(hcf: Text, table: str, main: int, secondary: int) -> None:
    """Cents: a dollar wagered adds as many as the percentage says."""
    progressive = hcf.house(progressive=table).progressive
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


@checks("NJ HCF 13:69F-38.11(f)", "MA HCF 11(f)", "NJ HCF 13:69F-38.11(f) Main Meter", "MA HCF 11(f) Main Meter")
@checks("NJ HCF 13:69F-38.11(f) Secondary Meter", "MA HCF 11(f) Secondary Meter")
@pytest.mark.parametrize(
    ("table", "main", "secondary"), [("A", "24%", "2%"), ("B", "23%", "2%"), ("C", "21%", "5%"), ("D", "25%", "5%")]
)
def test_38_11_f_the_printed_meters(hcf: Text, table: str, main: str, secondary: str) -> None:
    shown = {
        what: (value, clause) for what, value, clause in hcf.printed("Meters of the progressive", progressive=table)
    }
    assert shown["main meter opens at"] == ("$10000.00", hcf.law("38.11(f)"))
    assert shown["each wager adds to the main meter"] == (main, hcf.law("38.11(f) Main Meter"))
    assert shown["each wager adds to the secondary meter"] == (secondary, hcf.law("38.11(f) Secondary Meter"))
    assert "main takes the secondary's amount" in shown["after a 100% payout"][0]
    assert shown["after a fold"] == ("not paid", hcf.law("38.12(c)"))
    assert shown["several winners in a round"] == ("dealer right first", hcf.law("38.12(f)"))


@checks("NJ HCF 13:69F-38.11(f)", "MA HCF 11(f)", "NJ HCF 13:69F-38.12(f)", "MA HCF 12(f)")
@pytest.mark.parametrize("table", "ABCD")
def test_38_11_f_from_the_first_wager_to_a_full_payout(hcf: Text, table: str) -> None:
    """Contributions, a full payout and the reset, then contributions to what the reset left."""
    progressive = hcf.house(progressive=table).progressive
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
    played = hcf.a_round(staked(S7), progressive=table, meters=expected)
    assert rows(played)["progressive"] == ("win", expected[0])
    assert meters_after(played) == (expected[1], "0.00")
    after = pitboss.settle(played).meters
    assert after
    grown = {"A": (1024, 2), "B": (1023, 2), "C": (2521, 5), "D": (2525, 5)}[table]
    assert progressive.contribute(after, 1) == Meters(*grown)


@checks("NJ HCF 13:69F-38.11(f)", "MA HCF 11(f)")
@checks("NJ HCF 13:69F-38.11(e) 6 Card Straight Flush [A,B]", "MA HCF 11(e) 6 card straight flush")
@checks("NJ HCF 13:69F-38.11(e) 6 Card Straight Flush (A23456-89TJQK Suited) [C,D]")
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
def test_38_11_f_a_tenth_is_rounded_down_and_comes_off_the_meter(
    hcf: Text, main: str, pays: str, left: str, table: str
) -> None:
    played = hcf.a_round(staked(S6), progressive=table, meters=(main, "77.77"))
    assert rows(played)["progressive"] == ("win", pays)
    assert meters_after(played) == (left, "77.77")


@checks("NJ HCF 13:69F-38.11(f)", "MA HCF 11(f)")
@checks("NJ HCF 13:69F-38.11(e) 7 Card Straight Flush [A,B]", "MA HCF 11(e) 7 card straight flush")
@checks("NJ HCF 13:69F-38.11(e) 7 Card Straight Flush or AKQJT9 Suited [C,D]")
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
def test_38_11_f_a_full_payout_leaves_the_secondary(
    hcf: Text, meters: tuple[str, str], pays: str, after: tuple[str, str], table: str
) -> None:
    played = hcf.a_round(staked(S7), progressive=table, meters=meters)
    assert rows(played)["progressive"] == ("win", pays)
    assert net(played) == less_a_dollar(pays)
    assert meters_after(played) == after


@checks("NJ HCF 13:69F-38.11(f)", "MA HCF 11(f)", "NJ HCF 13:69F-38.12(f)", "MA HCF 12(f)")
@pytest.mark.parametrize("meters", [FULL, ("0.00", "0.00"), ("1.00", "0.00")])
@pytest.mark.parametrize(("cards", "pays"), [(S5, "250.00"), (S4, "50.00"), (S3, "3.00")])
def test_38_12_f_fixed_awards_leave_the_meters_alone(hcf: Text, cards: str, pays: str, meters: tuple[str, str]) -> None:
    played = hcf.a_round(staked(cards), meters=meters)
    assert rows(played)["progressive"] == ("win", pays)
    assert meters_after(played) == meters


@checks("NJ HCF 13:69F-38.11(f)", "MA HCF 11(f)")
def test_38_11_f_a_losing_wager_leaves_the_meters_alone(hcf: Text) -> None:
    """The readings given are those after the round's contributions."""
    assert meters_after(hcf.a_round(staked(hand("3s 4s")), meters=FULL)) == FULL
    assert meters_after(hcf.a_round(seat(S7), meters=FULL)) == FULL


@checks("NJ HCF 13:69F-38.11(f)", "MA HCF 11(f)")
def test_38_11_f_a_share_needs_the_meters_and_a_fixed_award_does_not(hcf: Text) -> None:
    for cards, percent in ((S7, 100), (S6, 10)):
        refused = refusal(hcf.a_round(staked(cards, position=2)))
        assert (refused.code, refused.position) == ("meters_missing", 2)
        assert refused.message == f"Give the meters: this hand is paid {percent}% of the main meter."
    settled = pitboss.settle(hcf.a_round(staked(S5))).as_json()
    assert "meters" not in settled
    assert rows(hcf.a_round(staked(S5)))["progressive"] == ("win", "250.00")


RIGHT, LEFT = "dealer_right_first", "dealer_left_first"


@checks("NJ HCF 13:69F-38.12(f)", "MA HCF 12(f)", "NJ HCF 13:69F-38.11(f)", "MA HCF 11(f)")
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
def test_38_12_f_two_winners(
    hcf: Text, at_left: str, at_right: str, order: str, left_gets: str, right_gets: str, after: tuple[str, str]
) -> None:
    """Position 1 is farthest to the dealer's left. The order in which positions are written down does not matter."""
    seats = [staked(at_left, 1), staked(at_right, 6)]
    for written in (seats, seats[::-1]):
        played = hcf.a_round(*written, progressive_order=order, meters=FULL)
        assert paid(played) == {1: ("win", left_gets), 6: ("win", right_gets)}
        assert meters_after(played) == after


@checks("NJ HCF 13:69F-38.12(f)", "MA HCF 12(f)")
def test_38_12_f_the_dealers_right_is_paid_first_unless_the_house_says_otherwise(hcf: Text) -> None:
    played = hcf.a_round(staked(S7, 2), staked(H7, 3), meters=FULL)
    assert paid(played) == {2: ("win", "200.01"), 3: ("win", "10000.00")}
    refused = hcf.refused_option(progressive_order="clockwise")
    assert (refused.code, refused.clause) == ("bad_option", hcf.law("38.12(f)"))


@checks("NJ HCF 13:69F-38.12(f)", "MA HCF 12(f)", "NJ HCF 13:69F-38.11(f)", "MA HCF 11(f)")
def test_38_12_f_four_full_payouts_in_a_round(hcf: Text) -> None:
    """From the third on the meters are empty: still a win, of nothing."""
    winners = (staked(S7, 1), staked(H7, 2), staked(C7, 4), staked(D7, 6))
    played = hcf.a_round(*winners, meters=FULL)
    assert paid(played) == {6: ("win", "10000.00"), 4: ("win", "200.01"), 2: ("win", "0.00"), 1: ("win", "0.00")}
    assert [net(played, position) for position in (1, 2, 4, 6)] == ["9.00", "9.00", "209.01", "10009.00"]
    assert meters_after(played) == ("0.00", "0.00")


@checks("NJ HCF 13:69F-38.12(f)", "MA HCF 12(f)", "NJ HCF 13:69F-38.11(f)", "MA HCF 11(f)")
def test_38_12_f_each_tenth_is_rounded_on_its_own(hcf: Text) -> None:
    """10% of 10.99, then of what is left."""
    winners = (staked(hand("3s 4s 5s 6s 7s 8s Ks"), 1), staked(H6, 2), staked(D6, 3))
    played = hcf.a_round(*winners, meters=("10.99", "3.00"))
    assert paid(played) == {3: ("win", "1.09"), 2: ("win", "0.99"), 1: ("win", "0.89")}
    assert meters_after(played) == ("8.02", "3.00")


@checks("NJ HCF 13:69F-38.12(c)", "MA HCF 12(c)")
@checks("NJ HCF 13:69F-38.1 Progressive payout wager", "MA HCF 1 Progressive payout wager")
@pytest.mark.parametrize("cards", [S7, S6, S5, S4, S3])
def test_38_12_c_a_folded_hand_wins_no_progressive(hcf: Text, cards: str) -> None:
    folded = hcf.a_round(staked(cards, 1, "fold"), meters=FULL)
    assert row(folded, "progressive") == ("lose", "0.00", hcf.law("38.12(c)"))
    assert net(folded) == "-11.00"
    assert meters_after(folded) == FULL


@checks("NJ HCF 13:69F-38.12(c)", "MA HCF 12(c)")
@pytest.mark.parametrize(
    ("cards", "pays", "after"),
    [(S7, "10000.00", ("200.01", "0.00")), (S6, "1000.00", ("9000.00", "200.01")), (S3, "3.00", FULL)],
)
def test_38_12_c_the_other_reading_is_an_option(hcf: Text, cards: str, pays: str, after: tuple[str, str]) -> None:
    """Reading 8: 38.10(c) speaks of winning progressives after a fold; a house may be told to follow it."""
    folded = hcf.a_round(staked(cards, 1, "fold"), progressive_survives_fold=True, meters=FULL)
    assert rows(folded)["progressive"] == ("win", pays)
    assert clauses(folded)["progressive"].startswith(hcf.law("38.11(e) "))
    assert meters_after(folded) == after
    assert rows(hcf.a_round(staked(hand("3s 4s"), 1, "fold"), progressive_survives_fold=True))["progressive"] == LOSE
    shown = {line[0]: line[1:] for line in hcf.printed("Meters of the progressive", progressive_survives_fold=True)}
    assert shown["after a fold"] == ["still paid", hcf.law("38.10(c)")]
    shown = {line[0]: line[1:] for line in hcf.printed("Meters of the progressive")}
    assert shown["after a fold"] == ["not paid", hcf.law("38.12(c)")]


@checks("NJ HCF 13:69F-38.12(c)", "MA HCF 12(c)", "NJ HCF 13:69F-38.12(f)", "MA HCF 12(f)")
def test_38_12_c_a_fold_leaves_the_meter_to_the_next(hcf: Text) -> None:
    played = hcf.a_round(staked(S7, 1), staked(H7, 6, "fold"), meters=FULL)
    assert paid(played) == {1: ("win", "10000.00"), 6: ("lose", "0.00")}
    assert meters_after(played) == ("200.01", "0.00")


@checks("NJ HCF 13:69F-38.12(c)", "MA HCF 12(c)")
def test_38_12_c_a_raise_keeps_the_progressive(hcf: Text) -> None:
    assert rows(hcf.a_round(staked(S7, 1, {"raise": "10.00"}), meters=FULL))["progressive"] == ("win", "10000.00")
    assert rows(hcf.a_round(staked(S7, 1, {"raise": "30.00"}), meters=FULL))["progressive"] == ("win", "10000.00")


@pytest.mark.parametrize("cards", ["3s 4s 5s 6s 7s 8s", "3s 4s 5s 6s 7s 8s 9s Ts"])
def test_38_7_c_a_hand_has_seven_cards(hcf: Text, cards: str) -> None:
    refused = refusal(hcf.a_round(seat(cards, position=2)))
    assert (refused.code, refused.clause, refused.position) == ("wrong_number_of_cards", hcf.law("38.7(c)"), 2)
    assert is_a_sentence(refused.message)
    dealers = refusal(hcf.a_round(seat(S7), dealer=cards.replace("s", "h")))
    assert (dealers.code, dealers.position) == ("wrong_number_of_cards", None)


def test_38_10_a_a_forfeited_progressive_is_not_paid(hcf: Text) -> None:
    forfeited = hcf.a_round(staked(S7) | {"forfeit": True}, meters=FULL)
    assert row(forfeited, "progressive") == ("lose", "0.00", hcf.law("38.10(a)"))
    assert net(forfeited) == "-21.00"
    assert meters_after(forfeited) == FULL


def test_38_13_c_a_void_progressive_is_returned(hcf: Text) -> None:
    void = hcf.a_round(staked(S7) | {"void": True}, meters=FULL)
    assert row(void, "progressive") == ("void", "0.00", hcf.law("38.13(c)"))
    assert net(void) == "0.00"
    assert meters_after(void) == FULL
