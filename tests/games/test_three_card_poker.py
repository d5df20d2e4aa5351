"""Three Card Poker, clause by clause."""

from itertools import pairwise, permutations
from typing import Any

import pytest

import pitboss
from pitboss.showdown.describe import Table, describe
from tests.support import checks, clauses, net, refusal, result, rows


def a_round(cards: str, dealer: str, wagers: dict[str, str], *actions: Any, **options: Any) -> dict[str, Any]:
    """One player at position 1."""
    return {
        "game": "three-card-poker",
        "options": options,
        "dealer": dealer,
        "positions": [{"position": 1, "cards": cards, "wagers": wagers, "actions": list(actions)}],
    }


PLAY = {"play": "10.00"}
ANTE = {"ante": "10.00"}
QUEEN_HIGH = "Qc 3d 2s"  # the lowest hand with which the dealer plays


def contest(player: str, dealer: str) -> tuple[str, str]:
    """What becomes of ante and play."""
    settled = rows(a_round(player, dealer, ANTE, PLAY))
    return settled["ante"][0], settled["play"][0]


def assert_higher(high: str, low: str) -> None:
    """Whoever holds it; `low` must be a hand with which the dealer plays."""
    assert contest(high, low) == ("win", "win"), f"{high} against the dealer's {low}"
    assert contest(low, high) == ("lose", "lose"), f"{low} against the dealer's {high}"


def lone_pair_plus(cards: str, table: str = "A") -> dict[str, Any]:
    """A pair plus of 1.00, beside a dealer who holds none of these cards."""
    dealer = next(each for each in ("Jc Jd 2s", "8c 8d 6s") if not set(each.split()) & set(cards.split()))
    return a_round(cards, dealer, {"pair_plus": "1.00"}, pair_plus=table)


def hand_in_words(cards: str) -> str:
    return str(result(lone_pair_plus(cards))["hand"])


def pair_plus(cards: str) -> tuple[str, str]:
    return rows(lone_pair_plus(cards))["pair_plus"]


def refused(round_: dict[str, Any], code: str, clause: str | None, position: int | None, *words: str) -> None:
    """Refused so, in a sentence that has these words in it."""
    got = refusal(round_)
    assert (got.code, got.clause, got.position) == (code, clause, position)
    assert got.message.lstrip('"')[0].isupper() and got.message.endswith(".") and "_" not in got.message, got.message
    for word in words:
        assert word in got.message, got.message


def printed(title: str, **options: Any) -> Table:
    """The first table of the printed rules whose title starts so."""
    page = describe(pitboss.games.showdown("three-card-poker").rules("nj", options))
    return next(table for table in page.tables if table.title.startswith(title))


# 20.1 Definitions


@checks("NJ TCP 19:47-20.1", "NJ TCP 19:47-20.1 Ante wager", "NJ TCP 19:47-20.1 Pair plus wager")
def test_20_1_the_printed_rules_define_every_wager() -> None:
    ante, play, plus = printed("Wagers").rows
    assert (ante[0], ante[-1]) == ("ante", "NJ TCP 19:47-20.6(a)1")
    assert "before the deal" in ante[1] and "against the dealer" in ante[1]
    assert (play[0], play[-1]) == ("play", "NJ TCP 19:47-20.6(a)1")
    assert "after seeing the cards" in play[1] and "equal to the ante" in play[1]
    assert (plus[0], plus[-1]) == ("pair_plus", "NJ TCP 19:47-20.6(a)2")
    assert "before the deal" in plus[1] and "table A" in plus[1]


@checks("NJ TCP 19:47-20.1 Ante wager")
def test_20_1_only_an_ante_competes_against_the_dealer() -> None:
    lone = a_round("Kh 9s 4c", QUEEN_HIGH, {"pair_plus": "5.00"}, PLAY)
    refused(lone, "nothing_to_decide", "NJ TCP 19:47-20.10(b)", 1, "without an ante")
    late = a_round("Kh 9s 4c", QUEEN_HIGH, {}, {"ante": "10.00"}, PLAY)
    refused(late, "wager_missing", "NJ TCP 19:47-20.6(a)", 1, "Place the ante or the pair plus")


@checks("NJ TCP 19:47-20.1 Hand")
@pytest.mark.parametrize(
    ("cards", "dealer", "position"),
    [
        ("9h 9s", "Qc 3d 2s", 1),
        ("9h 9s 4c 5c", "Qc 3d 2s", 1),
        ("9h 9s 4c", "Qc 3d", None),
        ("9h 9s 4c", "Qc 3d 2s 5c", None),
    ],
)
def test_20_1_a_hand_is_three_cards(cards: str, dealer: str, position: int | None) -> None:
    wrong = a_round(cards, dealer, ANTE, PLAY)
    refused(wrong, "wrong_number_of_cards", "NJ TCP 19:47-20.7(c)", position, "3 cards")
    assert contest("9h 9s 4c", "Qc 3d 2s") == ("win", "win")


@checks("NJ TCP 19:47-20.1 Pair plus wager")
@pytest.mark.parametrize(
    ("dealer", "ante", "net_"),
    [
        ("Qc 3d 2s", "win", "25.00"),
        ("Tc Td 2s", "lose", "-15.00"),
        ("9c 9d 4s", "push", "5.00"),
        ("Jc 3d 2s", "win", "15.00"),
    ],
)
def test_20_1_pair_plus_pays_whatever_the_dealer_holds(dealer: str, ante: str, net_: str) -> None:
    both = a_round("9h 9s 4c", dealer, {"ante": "10.00", "pair_plus": "5.00"}, PLAY)
    assert rows(both)["ante"][0] == ante
    assert rows(both)["pair_plus"] == ("win", "5.00")
    assert net(both) == net_


@checks("NJ TCP 19:47-20.1 Play wager")
def test_20_1_a_play_is_not_placed_before_the_cards_are_seen() -> None:
    early = a_round("9h 9s 4c", QUEEN_HIGH, {"ante": "10.00", "play": "10.00"})
    refused(early, "wager_too_early", None, 1, "play")


@checks("NJ TCP 19:47-20.1 Suit")
@pytest.mark.parametrize("suit", ["c", "d", "h", "s"])
def test_20_1_each_of_four_suits_makes_a_flush(suit: str) -> None:
    assert pair_plus(f"K{suit} 9{suit} 4{suit}") == ("win", "4.00")
    assert pair_plus(f"9{suit} 8{suit} 7{suit}") == ("win", "40.00")


@checks("NJ TCP 19:47-20.1 Suit")
def test_20_1_there_is_no_fifth_suit() -> None:
    refused(a_round("Kx 9x 4x", QUEEN_HIGH, ANTE, PLAY), "unknown_card", None, 1, '"Kx"')


# 20.3 Rankings


@checks("NJ TCP 19:47-20.3(a)", "NJ TCP 19:47-20.3(b)5", "NJ TCP 19:47-20.3(c)")
@pytest.mark.parametrize(("high", "low"), list(pairwise("AKQJT98765432")))
def test_20_3_a_ranks_run_from_ace_to_two(high: str, low: str) -> None:
    """The lower pair always has the higher card beside it (reading 13)."""
    assert_higher(f"{high}c {high}d 2s", f"{low}c {low}d {high}h")


@checks("NJ TCP 19:47-20.3(a)")
@pytest.mark.parametrize(("one", "other"), list(permutations("cdhs", 2)))
def test_20_3_a_no_suit_outranks_another(one: str, other: str) -> None:
    assert contest(f"K{one} 9{one} 4{one}", f"K{other} 9{other} 4{other}") == ("push", "push")
    assert contest(f"K{one} 9{other} 4{one}", f"K{other} 9{one} 4{other}") == ("push", "push")
    assert contest(f"A{one} K{one} Q{one}", f"A{other} K{other} Q{other}") == ("push", "push")


@checks("NJ TCP 19:47-20.3(a)")
@pytest.mark.parametrize(
    ("cards", "words", "paid"),
    [
        ("3c 2d Ah", "straight, three high", ("win", "6.00")),
        ("3h 2h Ah", "straight flush, three high", ("win", "40.00")),
        ("4c 2d Ah", "ace high", ("lose", "0.00")),
        ("4c 3d Ah", "ace high", ("lose", "0.00")),
        ("Kc Ad 2h", "ace high", ("lose", "0.00")),
        ("Kh Ah 2h", "flush, ace high", ("win", "4.00")),
        ("4c 3d 2h", "straight, four high", ("win", "6.00")),
        ("Ac Kd Qh", "straight, ace high", ("win", "6.00")),
    ],
)
def test_20_3_a_an_ace_counts_low_with_two_and_three_alone(cards: str, words: str, paid: tuple[str, str]) -> None:
    assert hand_in_words(cards) == words
    assert pair_plus(cards) == paid


@checks(
    "NJ TCP 19:47-20.3(b)",
    "NJ TCP 19:47-20.3(b)1",
    "NJ TCP 19:47-20.3(b)2",
    "NJ TCP 19:47-20.3(b)3",
    "NJ TCP 19:47-20.3(b)4",
    "NJ TCP 19:47-20.3(b)5",
)
@pytest.mark.parametrize(
    ("lowest", "highest"),
    [
        ("3h 2h Ah", "Ac Ad As"),  # straight flush over three of a kind
        ("2c 2d 2s", "Ah Kd Qs"),  # three of a kind over straight
        ("3c 2d Ah", "As Ks Js"),  # straight over flush
        ("5h 3h 2h", "Ac Ad Kh"),  # flush over pair
        ("2c 2d 3s", "Ah Kd Js"),  # pair over none of these
    ],
)
def test_20_3_b_the_lowest_of_a_kind_beats_the_highest_of_the_next(lowest: str, highest: str) -> None:
    assert_higher(lowest, highest)


STRAIGHTS = ("AKQ", "KQJ", "QJT", "JT9", "T98", "987", "876", "765", "654", "543", "432", "32A")


def suited(ranks: str, suits: str) -> str:
    return " ".join(rank + suit for rank, suit in zip(ranks, suits, strict=True))


@checks("NJ TCP 19:47-20.3(b)1")
@pytest.mark.parametrize(("high", "low"), list(pairwise(STRAIGHTS)))
def test_20_3_b_1_straight_flushes_from_ace_king_queen_to_three_two_ace(high: str, low: str) -> None:
    assert_higher(suited(high, "ccc"), suited(low, "sss"))
    assert hand_in_words(suited(low, "hhh")).startswith("straight flush, ")


@checks("NJ TCP 19:47-20.3(b)2")
@pytest.mark.parametrize(("high", "low"), list(pairwise("AKQJT98765432")))
def test_20_3_b_2_threes_of_a_kind_from_aces_to_twos(high: str, low: str) -> None:
    assert_higher(suited(high * 3, "cdh"), suited(low * 3, "dhs"))


@checks("NJ TCP 19:47-20.3(b)3")
@pytest.mark.parametrize(("high", "low"), list(pairwise(STRAIGHTS)))
def test_20_3_b_3_straights_from_ace_king_queen_to_three_two_ace(high: str, low: str) -> None:
    assert_higher(suited(high, "ccd"), suited(low, "hhs"))
    assert hand_in_words(suited(low, "hds")).startswith("straight, ")


@checks("NJ TCP 19:47-20.3(b)4")
@pytest.mark.parametrize("ranks", ["AKJ", "K94", "A43", "532"])
def test_20_3_b_4_a_flush_is_of_any_ranks_and_one_suit(ranks: str) -> None:
    assert pair_plus(suited(ranks, "hhh")) == ("win", "4.00")
    assert pair_plus(suited(ranks, "hhs")) == ("lose", "0.00")


@checks("NJ TCP 19:47-20.3(b)5")
@pytest.mark.parametrize("suits", ["cd", "ch", "cs", "dh", "ds", "hs"])
def test_20_3_b_5_a_pair_is_of_any_two_suits(suits: str) -> None:
    for ranks in ("AA", "22"):
        assert pair_plus(f"{suited(ranks, suits)} 7h") == ("win", "1.00")


@checks("NJ TCP 19:47-20.3(b)")
def test_20_3_b_the_printed_rules_list_the_hands_from_the_highest() -> None:
    table = printed("Hands")
    assert [(row[0], row[-1]) for row in table.rows] == [
        ("straight flush", "NJ TCP 19:47-20.3(b)1"),
        ("three of a kind", "NJ TCP 19:47-20.3(b)2"),
        ("straight", "NJ TCP 19:47-20.3(b)3"),
        ("flush", "NJ TCP 19:47-20.3(b)4"),
        ("pair", "NJ TCP 19:47-20.3(b)5"),
        ("high card", "NJ TCP 19:47-20.3(c)"),
    ]
    examples = [row[table.columns.index("example")] for row in table.rows]
    assert [hand_in_words(example).split(",")[0] for example in examples] == [
        *("straight flush", "three of a kind", "straight", "flush", "pair of nines", "queen high")
    ]


@checks("NJ TCP 19:47-20.3(c)")
@pytest.mark.parametrize(
    ("high", "low"),
    [
        ("Ac 6d 3h", "Ks Qh Tc"),  # none of the named hands: the first, second, third card
        ("Ks 9d 2h", "Kc 8h 7s"),
        ("Ks 9d 4h", "Kc 9h 3s"),
        ("Ac 5c 3c", "Kd Qd Td"),  # flushes
        ("Kc 9c 2c", "Kd 8d 7d"),
        ("Kc 9c 4c", "Kd 9d 3d"),
        ("9c 9d 5h", "9h 9s 4c"),  # the card beside the pair
        ("Kc Kd 2h", "Qc Qd Ah"),  # the pair's rank first (reading 13)
    ],
)
def test_20_3_c_the_highest_card_that_differs_decides(high: str, low: str) -> None:
    assert_higher(high, low)


@checks("NJ TCP 19:47-20.3(c)")
@pytest.mark.parametrize(
    ("player", "dealer"),
    [
        ("Qc 3d 2h", "Qd 3h 2s"),
        ("Kc 9d 4h", "Kd 9h 4s"),
        ("9c 9d 4h", "9h 9s 4c"),
        ("Kc 9c 4c", "Kd 9d 4d"),
    ],
)
def test_20_3_c_a_draw_pushes_ante_and_play(player: str, dealer: str) -> None:
    draw = a_round(player, dealer, ANTE, PLAY)
    assert rows(draw) == {"ante": ("push", "0.00"), "play": ("push", "0.00")}
    assert clauses(draw) == {"ante": "NJ TCP 19:47-20.3(c)", "play": "NJ TCP 19:47-20.3(c)"}
    assert net(draw) == "0.00"


# 20.6 Wagers


@checks("NJ TCP 19:47-20.6(a)", "NJ TCP 19:47-20.6(a)1", "NJ TCP 19:47-20.6(a)2", "NJ TCP 19:47-20.6(a)3")
@pytest.mark.parametrize(
    ("wagers", "actions", "settled", "net_"),
    [
        ({"ante": "10.00"}, [PLAY], {"ante": ("win", "10.00"), "play": ("win", "10.00")}, "20.00"),
        ({"pair_plus": "5.00"}, [], {"pair_plus": ("win", "5.00")}, "5.00"),
        (
            {"ante": "10.00", "pair_plus": "5.00"},
            [PLAY],
            {"ante": ("win", "10.00"), "play": ("win", "10.00"), "pair_plus": ("win", "5.00")},
            "25.00",
        ),
    ],
)
def test_20_6_a_the_three_ways_to_bet(
    wagers: dict[str, str], actions: list[Any], settled: dict[str, tuple[str, str]], net_: str
) -> None:
    round_ = a_round("9h 9s 4c", QUEEN_HIGH, wagers, *actions)
    assert rows(round_) == settled
    assert net(round_) == net_


@checks("NJ TCP 19:47-20.6(a)")
@pytest.mark.parametrize("version", ["standard", "ante_covers_pair_plus", "ante_covers_half"])
def test_20_6_a_nobody_is_dealt_in_without_a_wager(version: str) -> None:
    empty = a_round("9h 9s 4c", QUEEN_HIGH, {}, version=version)
    refused(empty, "wager_missing", "NJ TCP 19:47-20.6(a)", 1, "Place the ante or the pair plus")


@checks("NJ TCP 19:47-20.6(a)1", "NJ TCP 19:47-20.1 Play wager")
@pytest.mark.parametrize(
    ("ante", "amount", "code"),
    [
        ("10.00", "9.99", "play_under_minimum"),
        ("10.00", "10.01", "play_over_limit"),
        ("10.00", "20.00", "play_over_limit"),
        ("7.53", "7.52", "play_under_minimum"),
        ("7.53", "7.54", "play_over_limit"),
    ],
)
@pytest.mark.parametrize("cards", ["9h 9s 4c", "Ah Kh Qh", "5h 3s 2c"])
def test_20_6_a_1_play_equals_the_ante(cards: str, ante: str, amount: str, code: str) -> None:
    unequal = a_round(cards, "Qc 7d 6s", {"ante": ante}, {"play": amount})
    refused(unequal, code, "NJ TCP 19:47-20.6(a)1", 1, f"Make the play {ante} or fold", amount)


@checks("NJ TCP 19:47-20.6(a)1", "NJ TCP 19:47-20.1 Play wager")
@pytest.mark.parametrize(
    ("amount", "net_"), [("0.01", "0.02"), ("7.53", "15.06"), ("10.00", "20.00"), ("5000.00", "10000.00")]
)
def test_20_6_a_1_an_equal_play_is_taken(amount: str, net_: str) -> None:
    equal = a_round("9h 9s 4c", QUEEN_HIGH, {"ante": amount}, {"play": amount})
    assert rows(equal) == {"ante": ("win", amount), "play": ("win", amount)}
    assert net(equal) == net_


@checks("NJ TCP 19:47-20.6(a)1", "NJ TCP 19:47-20.1 Play wager")
def test_20_6_a_1_the_printed_rules_fix_the_play_at_the_ante() -> None:
    assert printed("How much the play may be").rows == [
        ["any hand", "exactly 1 times the ante", "NJ TCP 19:47-20.1 Play wager"]
    ]


@checks("NJ TCP 19:47-20.6(a)2")
@pytest.mark.parametrize("amount", ["0.01", "5.00", "12.34", "5000.00"])
def test_20_6_a_2_a_lone_pair_plus_may_be_of_any_amount(amount: str) -> None:
    won = a_round("9h 9s 4c", QUEEN_HIGH, {"pair_plus": amount})
    assert rows(won) == {"pair_plus": ("win", amount)}
    assert net(won) == amount
    lost = a_round("Ah 9s 4c", "Jc 3d 2s", {"pair_plus": amount})
    assert rows(lost) == {"pair_plus": ("lose", "0.00")}
    assert net(lost) == f"-{amount}"


@checks("NJ TCP 19:47-20.6(a)2")
def test_20_6_a_2_a_pair_plus_that_is_not_offered_is_refused() -> None:
    not_offered = a_round("9h 9s 4c", QUEEN_HIGH, {"ante": "10.00", "pair_plus": "5.00"}, PLAY, pair_plus=None)
    refused(not_offered, "wager_not_offered", "NJ TCP 19:47-20.6(a)2", 1, "pair plus")
    assert net(a_round("9h 9s 4c", QUEEN_HIGH, ANTE, PLAY, pair_plus=None)) == "20.00"


@checks("NJ TCP 19:47-20.6(a)3")
@pytest.mark.parametrize(("ante", "plus", "net_"), [("0.01", "1000.00", "1000.02"), ("1000.00", "0.01", "2000.01")])
def test_20_6_a_3_in_the_free_version_neither_amount_binds_the_other(ante: str, plus: str, net_: str) -> None:
    assert net(a_round("9h 9s 4c", QUEEN_HIGH, {"ante": ante, "pair_plus": plus}, {"play": ante})) == net_


def versioned(version: str, ante: str | None, plus: str | None) -> dict[str, Any]:
    """A pair of nines that beats the dealer: two antes and a pair plus are won."""
    wagers = {name: amount for name, amount in (("ante", ante), ("pair_plus", plus)) if amount}
    actions = [{"play": ante}] if ante else []
    return a_round("9h 9s 4c", QUEEN_HIGH, wagers, *actions, version=version)


@checks("NJ TCP 19:47-20.6(f)")
def test_20_6_f_the_house_chooses_one_of_three_versions_or_none() -> None:
    for version in ("standard", "ante_covers_pair_plus", "ante_covers_half", "both_compulsory"):
        assert net(versioned(version, "10.00", "10.00")) == "30.00"
    got = refusal(versioned("free", "10.00", "10.00"))
    assert (got.code, got.clause, got.position) == ("bad_option", "NJ TCP 19:47-20.6(f)", None)
    assert "Set version to one of standard, ante_covers_pair_plus, ante_covers_half, both_compulsory" in got.message
    left_out = a_round("9h 9s 4c", QUEEN_HIGH, {"ante": "1.00", "pair_plus": "100.00"}, {"play": "1.00"})
    assert net(left_out) == net(versioned("standard", "1.00", "100.00")) == "102.00"


@checks("NJ TCP 19:47-20.6(f)", "NJ TCP 19:47-20.6(f)1", "NJ TCP 19:47-20.6(f)2", "NJ TCP 19:47-20.6(f)3")
@pytest.mark.parametrize(
    ("version", "expected"),
    [
        ("standard", [("ante or the pair plus", "NJ TCP 19:47-20.6(a)")]),
        (
            "ante_covers_pair_plus",
            [
                ("ante or the pair plus", "NJ TCP 19:47-20.6(a)"),
                ("pair plus needs an ante at least equal", "NJ TCP 19:47-20.6(f)1"),
            ],
        ),
        (
            "ante_covers_half",
            [
                ("ante or the pair plus", "NJ TCP 19:47-20.6(a)"),
                ("pair plus needs an ante of at least half", "NJ TCP 19:47-20.6(f)2"),
            ],
        ),
        (
            "both_compulsory",
            [
                ("Everyone places the ante", "NJ TCP 19:47-20.6(f)3"),
                ("Everyone places the pair plus", "NJ TCP 19:47-20.6(f)3"),
                ("more than 5 times the other", "NJ TCP 19:47-20.6(f)3"),
            ],
        ),
    ],
)
def test_20_6_f_the_printed_rules_say_what_the_version_asks(version: str, expected: list[tuple[str, str]]) -> None:
    lines = printed("Before the deal", version=version).rows
    assert [clause for _, clause in lines] == [clause for _, clause in expected]
    for (says, _), (words, _) in zip(lines, expected, strict=True):
        assert words in says


@checks("NJ TCP 19:47-20.6(f)1")
@pytest.mark.parametrize(
    ("ante", "plus", "net_"),
    [("10.00", "10.00", "30.00"), ("10.01", "10.00", "30.02"), ("10.00", "9.99", "29.99"), ("10.00", None, "20.00")],
)
def test_20_6_f_1_an_ante_no_smaller_than_the_pair_plus_is_taken(ante: str, plus: str | None, net_: str) -> None:
    assert net(versioned("ante_covers_pair_plus", ante, plus)) == net_


@checks("NJ TCP 19:47-20.6(f)1")
@pytest.mark.parametrize(
    ("ante", "plus", "least"), [("10.00", "10.01", "10.01"), ("9.99", "10.00", "10.00"), (None, "0.01", "0.01")]
)
def test_20_6_f_1_an_ante_smaller_than_the_pair_plus_is_refused(ante: str | None, plus: str, least: str) -> None:
    small = versioned("ante_covers_pair_plus", ante, plus)
    words = (f"ante of at least {least}", f"pair plus of {plus}")
    refused(small, "ante_below_pair_plus", "NJ TCP 19:47-20.6(f)1", 1, *words)


@checks("NJ TCP 19:47-20.6(f)2")
@pytest.mark.parametrize(
    ("ante", "plus", "net_"),
    [
        ("10.00", "20.00", "40.00"),
        ("10.01", "20.00", "40.02"),
        ("10.00", "19.99", "39.99"),
        ("0.01", "0.02", "0.04"),
        ("0.02", "0.03", "0.07"),
        ("10.00", None, "20.00"),
    ],
)
def test_20_6_f_2_an_ante_of_half_the_pair_plus_is_taken(ante: str, plus: str | None, net_: str) -> None:
    assert net(versioned("ante_covers_half", ante, plus)) == net_


@checks("NJ TCP 19:47-20.6(f)2")
@pytest.mark.parametrize(
    ("ante", "plus", "least"),
    [
        ("10.00", "20.01", "10.01"),
        ("9.99", "20.00", "10.00"),
        ("0.01", "0.03", "0.02"),  # half of it is a cent and a half
        (None, "0.01", "0.01"),
    ],
)
def test_20_6_f_2_an_ante_below_half_the_pair_plus_is_refused(ante: str | None, plus: str, least: str) -> None:
    small = versioned("ante_covers_half", ante, plus)
    words = (f"ante of at least {least}", f"pair plus of {plus}")
    refused(small, "ante_below_pair_plus", "NJ TCP 19:47-20.6(f)2", 1, *words)


@checks("NJ TCP 19:47-20.6(f)3")
@pytest.mark.parametrize(
    ("ante", "plus", "net_"),
    [
        ("10.00", "10.00", "30.00"),
        ("10.00", "49.99", "69.99"),
        ("10.00", "50.00", "70.00"),
        ("10.01", "50.00", "70.02"),
        ("49.99", "10.00", "109.98"),
        ("50.00", "10.00", "110.00"),
        ("50.00", "10.01", "110.01"),
    ],
)
def test_20_6_f_3_either_wager_may_be_five_times_the_other(ante: str, plus: str, net_: str) -> None:
    assert net(versioned("both_compulsory", ante, plus)) == net_


@checks("NJ TCP 19:47-20.6(f)3")
@pytest.mark.parametrize(
    ("ante", "plus"), [("10.00", "50.01"), ("9.99", "50.00"), ("50.01", "10.00"), ("50.00", "9.99")]
)
def test_20_6_f_3_neither_wager_may_be_more_than_five_times_the_other(ante: str, plus: str) -> None:
    apart = versioned("both_compulsory", ante, plus)
    refused(apart, "wagers_too_far_apart", "NJ TCP 19:47-20.6(f)3", 1, "5 times", ante, plus)


@checks("NJ TCP 19:47-20.6(f)3")
@pytest.mark.parametrize(
    ("ante", "plus", "code", "words"),
    [
        ("10.00", None, "pair_plus_missing", "Place the pair plus"),
        (None, "10.00", "ante_missing", "Place the ante"),
        (None, None, "ante_missing", "Place the ante"),
    ],
)
def test_20_6_f_3_both_wagers_are_compulsory(ante: str | None, plus: str | None, code: str, words: str) -> None:
    refused(versioned("both_compulsory", ante, plus), code, "NJ TCP 19:47-20.6(f)3", 1, words)


@checks("NJ TCP 19:47-20.6(f)3")
def test_20_6_f_3_a_compulsory_pair_plus_must_be_offered() -> None:
    got = refusal(a_round("9h 9s 4c", QUEEN_HIGH, ANTE, PLAY, version="both_compulsory", pair_plus=None))
    assert (got.code, got.clause) == ("pair_plus_not_offered", "NJ TCP 19:47-20.6(f)3")
    assert "Offer the pair plus" in got.message


# 20.10 The decision


@checks("NJ TCP 19:47-20.1 Pair plus wager", "NJ TCP 19:47-20.6(a)2")
@checks("NJ TCP 19:47-20.10(b)")
@pytest.mark.parametrize("cards", ["9h 9s 4c", "Ah Kh Qh", "5h 4s 3c"])
@pytest.mark.parametrize("dealer", [QUEEN_HIGH, "Jc 3d 2s"])
def test_20_10_b_a_fold_loses_ante_and_pair_plus(cards: str, dealer: str) -> None:
    """Whatever the hand would have won, and whether or not the dealer would have played."""
    folded = a_round(cards, dealer, {"ante": "10.00", "pair_plus": "5.00"}, "fold")
    assert rows(folded) == {"ante": ("lose", "0.00"), "pair_plus": ("lose", "0.00")}
    assert clauses(folded) == {"ante": "NJ TCP 19:47-20.10(b)", "pair_plus": "NJ TCP 19:47-20.10(b)"}
    assert net(folded) == "-15.00"


@checks("NJ TCP 19:47-20.10(b)")
def test_20_10_b_a_fold_loses_a_lone_ante() -> None:
    folded = a_round("9h 9s 4c", QUEEN_HIGH, ANTE, "fold")
    assert rows(folded) == {"ante": ("lose", "0.00")}
    assert net(folded) == "-10.00"


@checks("NJ TCP 19:47-20.10(b)")
@pytest.mark.parametrize(
    ("actions", "code", "words"),
    [
        ([], "decision_missing", "Place the play or fold"),
        (["fold", PLAY], "action_after_fold", "folded hand is out"),
        (["check"], "action_not_allowed", "Place the play or fold"),
    ],
)
def test_20_10_b_every_ante_plays_or_folds(actions: list[Any], code: str, words: str) -> None:
    undecided = a_round("9h 9s 4c", QUEEN_HIGH, {"ante": "10.00", "pair_plus": "5.00"}, *actions)
    got = refusal(undecided)
    assert (got.code, got.clause, got.position) == (code, "NJ TCP 19:47-20.10(b)", 1)
    assert words in got.message


@checks("NJ TCP 19:47-20.10(b)")
def test_20_10_b_each_position_decides_for_itself() -> None:
    def seat(position: int, cards: str, *actions: Any) -> dict[str, Any]:
        return {"position": position, "cards": cards, "wagers": ANTE, "actions": list(actions)}

    table: dict[str, Any] = {
        "game": "three-card-poker",
        "dealer": "Kc 9d 5s",
        "positions": [
            seat(1, "Ah 7s 4c", PLAY),
            seat(2, "Qh 7c 4d", "fold"),
            seat(3, "Kh 9s 5c", PLAY),
            seat(4, "Ks 9h 4s", PLAY),
            seat(5, "2c 2d 3h", "fold"),
            seat(6, "6c 5d 4h", PLAY),
        ],
    }
    nets = {1: "20.00", 2: "-10.00", 3: "0.00", 4: "-20.00", 5: "-10.00", 6: "30.00"}
    assert {position: net(table, position) for position in nets} == nets
    table["positions"][3]["actions"] = []
    refused(table, "decision_missing", "NJ TCP 19:47-20.10(b)", 4, "Place the play or fold")


# 20.11 Payout odds


@checks("NJ TCP 19:47-20.11(a)", "NJ TCP 19:47-20.11(a)3")
def test_20_11_a_the_three_kinds_of_payout_in_one_round() -> None:
    won = a_round("9h 8h 7h", QUEEN_HIGH, {"ante": "10.00", "pair_plus": "5.00"}, PLAY)
    assert rows(won) == {
        "ante": ("win", "10.00"),
        "play": ("win", "10.00"),
        "ante_bonus": ("win", "50.00"),
        "pair_plus": ("win", "200.00"),
    }
    assert clauses(won) == {
        "ante": "NJ TCP 19:47-20.11(a)1",
        "play": "NJ TCP 19:47-20.11(a)1",
        "ante_bonus": "NJ TCP 19:47-20.11(a)3 Straight flush",
        "pair_plus": "NJ TCP 19:47-20.11(a)2 Straight flush",
    }
    assert {row["wager"]: row["stake"] for row in result(won)["wagers"]} == {
        "ante": "10.00",
        "play": "10.00",
        "ante_bonus": "0.00",
        "pair_plus": "5.00",
    }
    assert net(won) == "270.00"


@checks("NJ TCP 19:47-20.11(a)1")
@pytest.mark.parametrize(
    ("dealer", "ante", "play", "net_"),
    [
        ("Jc Td 8s", ("win", "10.00"), ("push", "0.00"), "10.00"),  # jack high: just below
        ("5d 3d 2s", ("win", "10.00"), ("push", "0.00"), "10.00"),  # the lowest of all hands
        ("Qc 3d 2s", ("lose", "0.00"), ("lose", "0.00"), "-20.00"),  # the lowest queen high: at
        ("Kc 3d 2s", ("lose", "0.00"), ("lose", "0.00"), "-20.00"),  # just above
        ("2c 2d 3s", ("lose", "0.00"), ("lose", "0.00"), "-20.00"),  # or better: a pair, though of twos
        ("5d 3d 2d", ("lose", "0.00"), ("lose", "0.00"), "-20.00"),  # a flush below queen high
        ("3d 2s Ad", ("lose", "0.00"), ("lose", "0.00"), "-20.00"),  # the lowest straight
    ],
)
def test_20_11_a_1_dealer_needs_queen_high(
    dealer: str, ante: tuple[str, str], play: tuple[str, str], net_: str
) -> None:
    round_ = a_round("9h 5s 4c", dealer, ANTE, PLAY)
    assert rows(round_) == {"ante": ante, "play": play}
    assert clauses(round_) == {"ante": "NJ TCP 19:47-20.11(a)1", "play": "NJ TCP 19:47-20.11(a)1"}
    assert net(round_) == net_
    assert pitboss.settle(round_).as_json()["dealer"]["qualifies"] is (ante[0] == "lose")


@checks("NJ TCP 19:47-20.11(a)1")
@pytest.mark.parametrize("cards", ["5h 3s 2c", "Jh Ts 8c", "Kh 9s 4c", "9h 9s 4c"])
def test_20_11_a_1_a_dealer_below_queen_high_pays_the_ante_whatever_the_player_holds(cards: str) -> None:
    """A lower hand, an equal one and higher ones."""
    round_ = a_round(cards, "Jc Td 8d", ANTE, PLAY)
    assert rows(round_) == {"ante": ("win", "10.00"), "play": ("push", "0.00")}
    assert net(round_) == "10.00"


@checks("NJ TCP 19:47-20.11(a)1")
def test_20_11_a_1_a_higher_hand_wins_even_money_on_both() -> None:
    won = a_round("Qh 4s 2c", QUEEN_HIGH, {"ante": "12.34"}, {"play": "12.34"})
    assert rows(won) == {"ante": ("win", "12.34"), "play": ("win", "12.34")}
    assert clauses(won) == {"ante": "NJ TCP 19:47-20.11(a)1", "play": "NJ TCP 19:47-20.11(a)1"}
    assert net(won) == "24.68"


@checks("NJ TCP 19:47-20.10(b)")
def test_20_10_b_the_printed_rules_say_that_a_fold_loses_the_pair_plus() -> None:
    assert printed("After a fold").rows == [["pair plus", "is lost too", "NJ TCP 19:47-20.10(b)"]]


@checks("NJ TCP 19:47-20.6(f)3")
def test_20_6_f_3_the_printed_rules_call_no_compulsory_wager_optional() -> None:
    def says(version: str) -> str:
        page = describe(pitboss.games.showdown("three-card-poker").rules("nj", {"version": version}))
        (wagers,) = (table for table in page.tables if table.title == "Wagers")
        return next(row[1] for row in wagers.rows if row[0] == "pair_plus")

    assert says("standard") == "optional, placed before the deal, paid by table A"
    assert says("both_compulsory") == "placed before the deal, paid by table A"


@checks("NJ TCP 19:47-20.11(a)1")
def test_20_11_a_1_the_printed_rules_say_when_the_dealer_plays() -> None:
    lines = {row[0]: row for row in printed("Against the dealer").rows}
    fails, higher = lines["the dealer does not qualify"], lines["the player's hand is higher"]
    assert "1 to 1" in fails[1] and fails[2] == "pushes"
    assert "1 to 1" in higher[1] and "1 to 1" in higher[2]
    assert fails[-1] == higher[-1] == "NJ TCP 19:47-20.11(a)1"
    assert lines["the dealer qualifies with queen high or better"][-1] == "NJ TCP 19:47-20.11(a)1"


PAIR_PLUS = [
    # clause, hand, A, B, C, D
    ("NJ TCP 19:47-20.11(a)2 Straight flush", "9h 8h 7h", 40, 35, 40, 35),
    ("NJ TCP 19:47-20.11(a)2 Three-of-a-kind", "7c 7h 7s", 30, 33, 30, 33),
    ("NJ TCP 19:47-20.11(a)2 Straight", "9h 8d 7s", 6, 6, 6, 6),
    ("NJ TCP 19:47-20.11(a)2 Flush", "Kh 9h 4h", 4, 4, 3, 3),
    ("NJ TCP 19:47-20.11(a)2 Pair", "9h 9s Ac", 1, 1, 1, 1),
]


@checks(
    "NJ TCP 19:47-20.11(a)2",
    "NJ TCP 19:47-20.11(a)2 Straight flush",
    "NJ TCP 19:47-20.11(a)2 Three-of-a-kind",
    "NJ TCP 19:47-20.11(a)2 Straight",
    "NJ TCP 19:47-20.11(a)2 Flush",
    "NJ TCP 19:47-20.11(a)2 Pair",
)
@pytest.mark.parametrize(("column", "table"), list(enumerate("ABCD")))
@pytest.mark.parametrize(("clause", "cards", "odds"), [(row[0], row[1], row[2:]) for row in PAIR_PLUS])
def test_20_11_a_2_every_row_of_every_pair_plus_table(
    clause: str, cards: str, odds: tuple[int, ...], column: int, table: str
) -> None:
    won = lone_pair_plus(cards, table)
    assert rows(won) == {"pair_plus": ("win", f"{odds[column]}.00")}
    assert clauses(won) == {"pair_plus": clause}
    assert net(won) == f"{odds[column]}.00"


@checks("NJ TCP 19:47-20.11(a)2", "NJ TCP 19:47-20.11(a)2 Pair")
@pytest.mark.parametrize("table", ["A", "B", "C", "D"])
def test_20_11_a_2_below_a_pair_the_pair_plus_loses(table: str) -> None:
    lost = a_round("Ah Ks Jh", "Tc 3d 2s", {"pair_plus": "5.00"}, pair_plus=table)
    assert rows(lost) == {"pair_plus": ("lose", "0.00")}
    assert clauses(lost) == {"pair_plus": "NJ TCP 19:47-20.11(a)2"}
    assert net(lost) == "-5.00"


@checks("NJ TCP 19:47-20.11(a)2")
@pytest.mark.parametrize(
    ("chosen", "code"), [("E", "unknown_pay_table"), ("a", "unknown_pay_table"), ([41, 31, 7, 5, 2], "pay_table_fixed")]
)
def test_20_11_a_2_only_the_four_tables_may_be_posted(chosen: Any, code: str) -> None:
    got = refusal(a_round("9h 9s 4c", QUEEN_HIGH, {"pair_plus": "5.00"}, pair_plus=chosen))
    assert (got.code, got.clause) == (code, "NJ TCP 19:47-20.11(a)2")
    assert "A, B, C, D" in got.message


@checks("NJ TCP 19:47-20.11(a)2")
def test_20_11_a_2_the_printed_rules_show_all_four_tables_and_the_one_in_force() -> None:
    table = printed("Tables of the pair plus")
    assert table.columns == ["hand", "A", "B", "C", "D"]
    assert table.rows == [
        ["straight flush", "40", "35", "40", "35"],
        ["three of a kind", "30", "33", "30", "33"],
        ["straight", "6", "6", "6", "6"],
        ["flush", "4", "4", "3", "3"],
        ["pair", "1", "1", "1", "1"],
    ]
    assert [row[1] for row in printed("What the pair plus pays").rows] == [
        *("40 to 1", "30 to 1", "6 to 1", "4 to 1", "1 to 1")
    ]
    assert [row[1] for row in printed("What the pair plus pays", pair_plus="D").rows] == [
        *("35 to 1", "33 to 1", "6 to 1", "3 to 1", "1 to 1")
    ]


# The hand, then dealers it beats, that beat it, and that do not play.
BONUS_HANDS = {
    "Straight": ("9h 8d 7s", QUEEN_HIGH, "Td 9s 8c", "Jc 3d 2s"),
    "Three-of-a-kind": ("7c 7d 7s", QUEEN_HIGH, "8c 8d 8s", "Jc 3d 2s"),
    "Straight flush": ("9h 8h 7h", QUEEN_HIGH, "Td 9d 8d", "Jc 3d 2s"),
}


def with_bonus(hand: str, dealer: int, **options: Any) -> dict[str, Any]:
    cards, *dealers = BONUS_HANDS[hand]
    return a_round(cards, dealers[dealer], ANTE, PLAY, **options)


@checks(
    "NJ TCP 19:47-20.11(a)3",
    "NJ TCP 19:47-20.11(a)3 Straight",
    "NJ TCP 19:47-20.11(a)3 Three-of-a-kind",
    "NJ TCP 19:47-20.11(a)3 Straight flush",
)
@pytest.mark.parametrize(
    ("hand", "bonus", "nets"),
    [
        ("Straight", "10.00", ("30.00", "-10.00", "20.00")),
        ("Three-of-a-kind", "40.00", ("60.00", "20.00", "50.00")),
        ("Straight flush", "50.00", ("70.00", "30.00", "60.00")),
    ],
)
def test_20_11_a_3_every_row_of_the_ante_bonus(hand: str, bonus: str, nets: tuple[str, str, str]) -> None:
    """Against a lower dealer, a higher one, and one that does not play (reading 38)."""
    for dealer, (ante, play) in enumerate([("win", "win"), ("lose", "lose"), ("win", "push")]):
        round_ = with_bonus(hand, dealer)
        settled = rows(round_)
        assert (settled["ante"][0], settled["play"][0]) == (ante, play)
        assert settled["ante_bonus"] == ("win", bonus)
        assert clauses(round_)["ante_bonus"] == f"NJ TCP 19:47-20.11(a)3 {hand}"
        assert net(round_) == nets[dealer]


@checks("NJ TCP 19:47-20.11(a)3", "NJ TCP 19:47-20.11(a)3 Straight")
@pytest.mark.parametrize("cards", ["Ah Kh Jh", "Ah As Kc", "Ah Ks Jc"])
def test_20_11_a_3_below_a_straight_there_is_no_bonus(cards: str) -> None:
    round_ = a_round(cards, QUEEN_HIGH, ANTE, PLAY)
    assert rows(round_) == {"ante": ("win", "10.00"), "play": ("win", "10.00")}
    assert net(round_) == "20.00"


@checks("NJ TCP 19:47-20.11(a)3")
def test_20_11_a_3_the_bonus_needs_ante_and_play() -> None:
    folded = a_round("9h 8h 7h", QUEEN_HIGH, ANTE, "fold")
    assert rows(folded) == {"ante": ("lose", "0.00")}
    lone = a_round("9h 8h 7h", QUEEN_HIGH, {"pair_plus": "5.00"})
    assert rows(lone) == {"pair_plus": ("win", "200.00")}


@checks("NJ TCP 19:47-20.11(a)3")
def test_20_11_a_3_a_draw_pays_the_bonus_too() -> None:
    draw = a_round("9h 8d 7s", "9s 8c 7d", ANTE, PLAY)
    assert rows(draw) == {"ante": ("push", "0.00"), "play": ("push", "0.00"), "ante_bonus": ("win", "10.00")}
    assert net(draw) == "10.00"


@checks("NJ TCP 19:47-20.11(a)3")
@pytest.mark.parametrize(
    ("chosen", "code"), [(None, "unknown_pay_table"), ("1-4-6", "unknown_pay_table"), ([6, 5, 1], "pay_table_fixed")]
)
def test_20_11_a_3_the_bonus_cannot_be_left_out_or_changed(chosen: Any, code: str) -> None:
    got = refusal(a_round("9h 9s 4c", QUEEN_HIGH, ANTE, PLAY, ante_bonus=chosen))
    assert (got.code, got.clause) == (code, "NJ TCP 19:47-20.11(a)3")


@checks(
    "NJ TCP 19:47-20.11(a)3i",
    "NJ TCP 19:47-20.11(a)3i Straight",
    "NJ TCP 19:47-20.11(a)3i Three-of-a-kind",
    "NJ TCP 19:47-20.11(a)3i Straight flush",
)
@pytest.mark.parametrize(
    ("hand", "bonus", "nets"),
    [
        ("Straight", "10.00", ("30.00", "-10.00", "20.00")),
        ("Three-of-a-kind", "50.00", ("70.00", "30.00", "60.00")),
        ("Straight flush", "60.00", ("80.00", "40.00", "70.00")),
    ],
)
def test_20_11_a_3_i_every_row_of_the_larger_ante_bonus(hand: str, bonus: str, nets: tuple[str, str, str]) -> None:
    for dealer, expected in enumerate(nets):
        round_ = with_bonus(hand, dealer, ante_bonus="1-5-6", pair_plus="B", version="ante_covers_pair_plus")
        assert rows(round_)["ante_bonus"] == ("win", bonus)
        assert clauses(round_)["ante_bonus"] == f"NJ TCP 19:47-20.11(a)3i {hand}"
        assert net(round_) == expected


@checks("NJ TCP 19:47-20.11(a)3i")
@pytest.mark.parametrize("version", ["ante_covers_pair_plus", "ante_covers_half", "both_compulsory"])
def test_20_11_a_3_i_the_larger_bonus_goes_with_table_b_in_each_version_of_20_6_f(version: str) -> None:
    wagers = {"ante": "10.00", "pair_plus": "10.00"}
    larger = a_round("9h 8h 7h", QUEEN_HIGH, wagers, PLAY, version=version, pair_plus="B", ante_bonus="1-5-6")
    assert rows(larger)["ante_bonus"] == ("win", "60.00")
    assert net(larger) == "430.00"
    usual = a_round("9h 8h 7h", QUEEN_HIGH, wagers, PLAY, version=version, pair_plus="B")
    assert rows(usual)["ante_bonus"] == ("win", "50.00")  # the house may, and need not
    assert clauses(usual)["ante_bonus"] == "NJ TCP 19:47-20.11(a)3 Straight flush"


@checks("NJ TCP 19:47-20.11(a)3i")
@pytest.mark.parametrize(
    ("version", "table"),
    [
        *[("standard", table) for table in ("A", "B", "C", "D", None)],
        *[("ante_covers_pair_plus", table) for table in ("A", "C", "D", None)],
        *[("ante_covers_half", table) for table in ("A", "C", "D", None)],
        *[("both_compulsory", table) for table in ("A", "C", "D", None)],
    ],
)
def test_20_11_a_3_i_the_larger_bonus_goes_with_nothing_else(version: str, table: str | None) -> None:
    got = refusal(a_round("9h 8h 7h", QUEEN_HIGH, ANTE, PLAY, version=version, pair_plus=table, ante_bonus="1-5-6"))
    assert (got.code, got.clause, got.position) == ("ante_bonus_not_allowed", "NJ TCP 19:47-20.11(a)3i", None)
    assert "pair plus table B" in got.message and "1-5-6" in got.message


@checks("NJ TCP 19:47-20.11(a)3", "NJ TCP 19:47-20.11(a)3i")
def test_20_11_a_3_the_printed_rules_show_the_bonus_in_force() -> None:
    assert printed("What the ante bonus pays").rows == [
        ["straight flush", "5 to 1", "NJ TCP 19:47-20.11(a)3 Straight flush"],
        ["three of a kind", "4 to 1", "NJ TCP 19:47-20.11(a)3 Three-of-a-kind"],
        ["straight", "1 to 1", "NJ TCP 19:47-20.11(a)3 Straight"],
    ]
    larger = {"ante_bonus": "1-5-6", "pair_plus": "B", "version": "ante_covers_half"}
    assert printed("What the ante bonus pays", **larger).rows == [
        ["straight flush", "6 to 1", "NJ TCP 19:47-20.11(a)3i Straight flush"],
        ["three of a kind", "5 to 1", "NJ TCP 19:47-20.11(a)3i Three-of-a-kind"],
        ["straight", "1 to 1", "NJ TCP 19:47-20.11(a)3i Straight"],
    ]


# 20.12 Irregularities, as far as a finished round records them


@checks("NJ TCP 19:47-20.12(c)")
@pytest.mark.parametrize(("cards", "dealer"), [("9h 8h", QUEEN_HIGH), ("9h 8h 7h 6h", QUEEN_HIGH), ("9h 8h 7h", "Qc")])
def test_20_12_c_a_wrong_number_of_cards_voids_every_wager(cards: str, dealer: str) -> None:
    wagers = {"ante": "10.00", "pair_plus": "5.00"}
    void = a_round(cards, dealer, wagers, PLAY) | {"void": ["ante", "play", "pair_plus"]}
    assert rows(void) == {"ante": ("void", "0.00"), "play": ("void", "0.00"), "pair_plus": ("void", "0.00")}
    assert set(clauses(void).values()) == {"NJ TCP 19:47-20.12(c)"}
    assert net(void) == "0.00"
