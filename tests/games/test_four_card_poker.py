"""Four Card Poker, clause by clause."""

from itertools import pairwise, permutations
from typing import Any

import pytest

import pitboss
from pitboss.showdown.describe import Table, describe
from tests.support import checks, clauses, net, refusal, result, rows


def a_round(cards: str, dealer: str, wagers: dict[str, str], *actions: Any, **options: Any) -> dict[str, Any]:
    """One player at position 1."""
    return {
        "game": "four-card-poker",
        "options": options,
        "dealer": dealer,
        "positions": [{"position": 1, "cards": cards, "wagers": wagers, "actions": list(actions)}],
    }


ANTE = {"ante": "10.00"}
PLAY = {"play": "10.00"}
TRIPLE = {"play": "30.00"}
QUEEN_HIGH = "Qc Td 6s 5h 3c 2s"
TWO_PAIR = "Qc Qd Ts 5h 3c 3s"

HANDS = {
    "Four-of-a-kind": "8c 8d 8h 8s Kd",
    "Straight flush": "9h 8h 7h 6h 2c",
    "Three-of-a-kind": "7c 7d 7s Kh 2d",
    "Flush": "Kd 9d 4d 2d Jc",
    "Straight": "9c 8d 7h 6d 2c",
    "Two pair": "Jh Js 4c 4d 9h",
    "Pair of aces": "Ah As Jc 6d 2h",
}


def contest(player: str, dealer: str) -> tuple[str, str]:
    """What becomes of ante and play."""
    settled = rows(a_round(player, dealer, ANTE, PLAY))
    return settled["ante"][0], settled["play"][0]


def assert_higher(high: str, low: str, spare: str) -> None:
    """Whoever holds it. Both hands have five cards; `spare`, the dealer's sixth, helps neither."""
    assert contest(high, f"{low} {spare}") == ("win", "win"), f"{high} against the dealer's {low}"
    assert contest(low, f"{high} {spare}") == ("lose", "lose"), f"{low} against the dealer's {high}"


def assert_tie(player: str, dealer: str) -> None:
    """A tie wins, so that equal is told from higher by changing sides: both must win."""
    *five, spare = dealer.split()
    assert contest(player, dealer) == ("win", "win")
    assert contest(" ".join(five), f"{player} {spare}") == ("win", "win")


def hand_in_words(cards: str) -> str:
    return str(result(a_round(cards, _apart_from(cards), {"aces_up": "1.00"}))["hand"])


def dealer_in_words(dealer: str) -> str:
    settled = pitboss.settle(a_round(_apart_from(dealer, 5), dealer, {"aces_up": "1.00"})).as_json()
    return str(settled["dealer"]["hand"])


def aces_up(cards: str, table: Any = "I") -> tuple[str, str]:
    """A lone aces up of 1.00."""
    return rows(a_round(cards, _apart_from(cards), {"aces_up": "1.00"}, aces_up=table))["aces_up"]


def _apart_from(cards: str, number: int = 6) -> str:
    """Some cards that are not these."""
    others = [rank + suit for rank in "TQ58" for suit in "cdhs" if rank + suit not in cards.split()]
    return " ".join(others[:number])


def refused(round_: dict[str, Any], code: str, clause: str | None, position: int | None, *words: str) -> None:
    """Refused so, in a sentence that has these words in it."""
    got = refusal(round_)
    assert (got.code, got.clause, got.position) == (code, clause, position)
    assert got.message.lstrip('"')[0].isupper() and got.message.endswith(".") and "_" not in got.message, got.message
    for word in words:
        assert word in got.message, got.message


def printed(title: str, number: int = 0, **options: Any) -> Table:
    """The first table of the printed rules whose title starts so, or a later one."""
    page = describe(pitboss.games.showdown("four-card-poker").rules("nj", options))
    return [table for table in page.tables if table.title.startswith(title)][number]


# 27.1 Definitions


@checks("NJ FCP 19:47-27.1", "NJ FCP 19:47-27.1 Ante wager", "NJ FCP 19:47-27.1 Aces up wager")
def test_27_1_the_printed_rules_define_every_wager() -> None:
    ante, play, aces = printed("Wagers").rows
    assert (ante[0], ante[-1]) == ("ante", "NJ FCP 19:47-27.6(a)1")
    assert "before the deal" in ante[1] and "against the dealer" in ante[1]
    assert (play[0], play[-1]) == ("play", "NJ FCP 19:47-27.6(a)1")
    assert "one to three times the ante" in play[1]
    assert (aces[0], aces[-1]) == ("aces_up", "NJ FCP 19:47-27.6(a)2")
    assert "optional" in aces[1] and "before the deal" in aces[1] and "table I" in aces[1]


@checks("NJ FCP 19:47-27.1 Aces up wager")
@pytest.mark.parametrize(
    ("cards", "paid"),
    [
        ("Kh Ks Ac 6d 2h", ("lose", "0.00")),  # just below, with an ace beside it
        ("Kh Ks Qc Jd 2h", ("lose", "0.00")),  # the highest that loses but for its side cards
        ("Ah As 4c 3d 6h", ("win", "1.00")),  # at, with the lowest side cards
        ("Ah As Kc Qd 9h", ("win", "1.00")),
        ("3h 3s 2c 2d 6h", ("win", "2.00")),  # just above: the lowest two pair
        ("Ah Kc Qd 9s 2c", ("lose", "0.00")),
    ],
)
def test_27_1_aces_up_needs_a_pair_of_aces(cards: str, paid: tuple[str, str]) -> None:
    assert aces_up(cards) == paid


@checks("NJ FCP 19:47-27.1 Aces up wager", "NJ FCP 19:47-27.11(a)3")
@pytest.mark.parametrize(
    ("dealer", "contested", "net_"),
    [
        (QUEEN_HIGH, "win", "25.00"),
        (TWO_PAIR, "lose", "-15.00"),
        ("Ac Ad Js 6s 4h 3d", "win", "25.00"),  # a tie
    ],
)
def test_27_1_aces_up_pays_whatever_the_dealer_holds(dealer: str, contested: str, net_: str) -> None:
    both = a_round("Ah As Jc 6d 2h", dealer, {"ante": "10.00", "aces_up": "5.00"}, PLAY)
    settled = rows(both)
    assert (settled["ante"][0], settled["play"][0]) == (contested, contested)
    assert settled["aces_up"] == ("win", "5.00")
    assert net(both) == net_


@checks("NJ FCP 19:47-27.1 Ante wager")
def test_27_1_only_an_ante_competes_against_the_dealer() -> None:
    lone = a_round("Kh Ks Jc 6d 2h", QUEEN_HIGH, {"aces_up": "5.00"}, PLAY)
    refused(lone, "nothing_to_decide", "NJ FCP 19:47-27.10(b)", 1, "without an ante")
    late = a_round("Kh Ks Jc 6d 2h", QUEEN_HIGH, {}, {"ante": "10.00"}, PLAY)
    refused(late, "wager_missing", "NJ FCP 19:47-27.6(a)", 1, "Place the ante or the aces up")


@checks("NJ FCP 19:47-27.1 Play wager")
def test_27_1_a_play_is_not_placed_before_the_cards_are_seen() -> None:
    early = a_round("Kh Ks Jc 6d 2h", QUEEN_HIGH, {"ante": "10.00", "play": "10.00"})
    refused(early, "wager_too_early", None, 1, "play")


@checks("NJ FCP 19:47-27.1 Hand")
@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("9c 9d 8h 7s 6d", "straight, nine high"),  # not the pair
        ("6c 5s 4h 3d 2c", "straight, six high"),  # the higher of two straights
        ("5h 4h 3h 2h Ah", "straight flush, five high"),
        ("Ah Kh Qh Jh Ks", "straight flush, ace high"),
        ("Kd 9d 4d 3d Kc", "flush, king high"),
        ("9c 9d 9h 4c 4d", "three of a kind, nines"),  # five cards would be a full house
        ("Kc Kd 9h 9s Ac", "two pair, kings and nines"),
        ("Kc 9d 7h 4s 2c", "king high"),
    ],
)
def test_27_1_a_player_has_the_best_four_of_five_cards(cards: str, words: str) -> None:
    assert hand_in_words(cards) == words


@checks("NJ FCP 19:47-27.1 Hand")
@pytest.mark.parametrize(
    ("dealer", "words"),
    [
        ("Kh Ks 9c 6d 4h Kd", "three of a kind, kings"),
        ("Kh Ks 9c 9d 4h 4s", "two pair, kings and nines"),  # three pairs
        ("9c 9d 9h 4c 4d 4h", "three of a kind, nines"),  # twice three
        ("Kd 9d 4d 3d Kc Kh", "three of a kind, kings"),  # a flush too
        ("9c 8d 7h 6s 5c 4d", "straight, nine high"),
        ("9h 8h 7h 6h 5h 4h", "straight flush, nine high"),
        ("8c 8d 8h 8s Ac Ad", "four of a kind, eights"),
    ],
)
def test_27_1_the_dealer_has_the_best_four_of_six_cards(dealer: str, words: str) -> None:
    assert dealer_in_words(dealer) == words


@checks("NJ FCP 19:47-27.1 Hand")
def test_27_1_the_dealers_sixth_card_decides() -> None:
    player = "Ac Ad 7h 7s 2c"
    assert contest(player, "Kh Ks 9c 6d 4h 3d") == ("win", "win")
    assert contest(player, "Kh Ks 9c 6d 4h Kd") == ("lose", "lose")


@checks("NJ FCP 19:47-27.7(c)", "NJ FCP 19:47-27.1 Hand")
@pytest.mark.parametrize(
    ("cards", "dealer", "position", "words"),
    [
        ("Kh Ks Jc 6d", QUEEN_HIGH, 1, "5 cards"),
        ("Kh Ks Jc 6d 2h 4s", QUEEN_HIGH, 1, "5 cards"),
        ("Kh Ks Jc 6d 2h", "Qc Td 6s 5h 3c", None, "6 cards"),
        ("Kh Ks Jc 6d 2h", "Qc Td 6s 5h 3c 2s 4s", None, "6 cards"),
    ],
)
def test_27_7_c_five_cards_a_player_and_six_the_dealer(
    cards: str, dealer: str, position: int | None, words: str
) -> None:
    wrong = a_round(cards, dealer, ANTE, PLAY)
    refused(wrong, "wrong_number_of_cards", "NJ FCP 19:47-27.7(c)", position, words)
    assert contest("Kh Ks Jc 6d 2h", QUEEN_HIGH) == ("win", "win")


@checks("NJ FCP 19:47-27.1 Suit")
@pytest.mark.parametrize("suit", ["c", "d", "h", "s"])
def test_27_1_each_of_four_suits_makes_a_flush(suit: str) -> None:
    other = "d" if suit == "c" else "c"
    assert aces_up(f"K{suit} 9{suit} 4{suit} 2{suit} J{other}") == ("win", "6.00")
    assert aces_up(f"9{suit} 8{suit} 7{suit} 6{suit} J{other}") == ("win", "40.00")


@checks("NJ FCP 19:47-27.1 Suit")
def test_27_1_there_is_no_fifth_suit() -> None:
    refused(a_round("Kx 9x 4x 2x Jc", QUEEN_HIGH, ANTE, PLAY), "unknown_card", None, 1, '"Kx"')


# 27.3 Rankings


def suited(ranks: str, suits: str) -> str:
    return " ".join(rank + suit for rank, suit in zip(ranks, suits, strict=True))


def others(high: str, low: str) -> tuple[str, str, str]:
    """Three cards of ranks beside these two."""
    one, two, three = [rank for rank in "K9532" if rank not in high + low][:3]
    return f"{one}c", f"{two}d", f"{three}h"


@checks("NJ FCP 19:47-27.3(a)", "NJ FCP 19:47-27.3(b)1")
@pytest.mark.parametrize(("high", "low"), list(pairwise("AKQJT98765432")))
def test_27_3_b_1_fours_of_a_kind_from_aces_to_twos(high: str, low: str) -> None:
    one, two, spare = others(high, low)
    assert_higher(f"{suited(high * 4, 'cdhs')} {one}", f"{suited(low * 4, 'cdhs')} {two}", spare)


STRAIGHTS = ("AKQJ", "KQJT", "QJT9", "JT98", "T987", "9876", "8765", "7654", "6543", "5432", "432A")


@checks("NJ FCP 19:47-27.3(b)2")
@pytest.mark.parametrize(("high", "low"), list(pairwise(STRAIGHTS)))
def test_27_3_b_2_straight_flushes_from_ace_high_to_four_high(high: str, low: str) -> None:
    higher, lower = f"{suited(high, 'cccc')} {high[0]}d", f"{suited(low, 'hhhh')} {low[0]}s"
    assert_higher(higher, lower, f"{low[1]}s")
    assert hand_in_words(lower).startswith("straight flush, ")


@checks("NJ FCP 19:47-27.3(a)", "NJ FCP 19:47-27.3(b)3", "NJ FCP 19:47-27.3(c)")
@pytest.mark.parametrize(("high", "low"), list(pairwise("AKQJT98765432")))
def test_27_3_b_3_threes_of_a_kind_from_aces_to_twos(high: str, low: str) -> None:
    """The lower three always have the higher card beside them (reading 13)."""
    one, two, spare = others(high, low)
    assert_higher(f"{suited(high * 3, 'cdh')} {low}s {one}", f"{suited(low * 3, 'cdh')} {high}s {two}", spare)


@checks("NJ FCP 19:47-27.3(b)4")
@pytest.mark.parametrize("ranks", ["AKQT", "K942", "A543", "6432"])
def test_27_3_b_4_a_flush_is_of_any_ranks_and_one_suit(ranks: str) -> None:
    assert aces_up(f"{suited(ranks, 'hhhh')} 8c") == ("win", "6.00")
    assert aces_up(f"{suited(ranks, 'hhhs')} 8c") == ("lose", "0.00")


@checks("NJ FCP 19:47-27.3(b)5")
@pytest.mark.parametrize(("high", "low"), list(pairwise(STRAIGHTS)))
def test_27_3_b_5_straights_from_ace_high_to_four_high(high: str, low: str) -> None:
    higher, lower = f"{suited(high, 'cdcd')} {high[0]}s", f"{suited(low, 'hshs')} {low[0]}c"
    assert_higher(higher, lower, f"{low[1]}h")
    assert hand_in_words(lower).startswith("straight, ")


@checks("NJ FCP 19:47-27.3(b)6")
@pytest.mark.parametrize(
    ("cards", "words", "paid"),
    [
        ("Jh Js 4c 4d 9h", "two pair, jacks and fours", ("win", "2.00")),
        ("Jh Js 4c 3d 9h", "pair of jacks", ("lose", "0.00")),  # one pair alone
        ("3h 3s 2c 2d 9h", "two pair, threes and twos", ("win", "2.00")),
        ("Ah As Kc Kd 9h", "two pair, aces and kings", ("win", "2.00")),
    ],
)
def test_27_3_b_6_two_pair_is_two_pairs(cards: str, words: str, paid: tuple[str, str]) -> None:
    assert hand_in_words(cards) == words
    assert aces_up(cards) == paid


@checks("NJ FCP 19:47-27.3(a)", "NJ FCP 19:47-27.3(b)7", "NJ FCP 19:47-27.3(c)")
@pytest.mark.parametrize(
    ("high", "low", "spare"),
    [
        # The lower pair always has the higher cards beside it (reading 13).
        ("Ac Ad 7h 4s 2c", "Kc Kd Ah Qs Th", "8s"),
        ("Kc Kd 7h 4s 2c", "Qc Qd Ah Ks Th", "8s"),
        ("Qc Qd 7h 4s 2c", "Jc Jd Ah Ks 9h", "5s"),
        ("Jc Jd 7h 4s 2c", "Tc Td Ah Ks 8h", "5s"),
        ("Tc Td 7h 4s 2c", "9c 9d Ah Ks Jh", "5s"),
        ("9c 9d 6h 4s 2c", "8c 8d Ah Ks Jh", "3s"),
        ("8c 8d 5h 4s 2c", "7c 7d Ah Ks Jh", "Ts"),
        ("7c 7d 4h 3s 2c", "6c 6d Ah Ks Jh", "9s"),
        ("6c 6d 4h 3s 2c", "5c 5d Ah Ks Jh", "9s"),
        ("5c 5d 7h 3s 2c", "4c 4d Ah Ks Jh", "9s"),
        ("4c 4d 7h 6s 2c", "3c 3d Ah Ks Jh", "9s"),
        ("3c 3d 7h 6s 4c", "2c 2d Ah Ks Jh", "9s"),
    ],
)
def test_27_3_b_7_pairs_from_aces_to_twos(high: str, low: str, spare: str) -> None:
    assert_higher(high, low, spare)
    assert hand_in_words(high).startswith("pair of ") and hand_in_words(low).startswith("pair of ")


@checks("NJ FCP 19:47-27.3(b)7")
@pytest.mark.parametrize("suits", ["cd", "ch", "cs", "dh", "ds", "hs"])
def test_27_3_b_7_a_pair_is_of_any_two_suits(suits: str) -> None:
    assert hand_in_words(f"{suited('22', suits)} 9c 7d 4h") == "pair of twos"
    assert aces_up(f"{suited('AA', suits)} 9c 7d 4h") == ("win", "1.00")


@checks("NJ FCP 19:47-27.3(a)")
@pytest.mark.parametrize(("one", "other"), list(permutations("cdhs", 2)))
def test_27_3_a_no_suit_outranks_another(one: str, other: str) -> None:
    third = next(suit for suit in "cdhs" if suit not in one + other)
    assert_tie(f"{suited('K942', one * 4)} J{other}", f"{suited('K942', other * 4)} J{one} 6{third}")
    assert_tie(f"{suited('AKQJ', one * 4)} 5{other}", f"{suited('AKQJ', other * 4)} 5{one} 6{third}")
    mixed, rest = one + other + one + other, other + one + other + one
    assert_tie(f"{suited('K975', mixed)} 2{one}", f"{suited('K975', rest)} 2{other} 3{third}")


@checks("NJ FCP 19:47-27.3(a)")
@pytest.mark.parametrize(
    ("cards", "words", "paid"),
    [
        ("4c 3d 2h As 9c", "straight, four high", ("win", "4.00")),
        ("4h 3h 2h Ah 9c", "straight flush, four high", ("win", "40.00")),
        ("5c 4d 3h As 9c", "ace high", ("lose", "0.00")),
        ("5c 3d 2h As 9c", "ace high", ("lose", "0.00")),
        ("Kc 3d 2h As 9c", "ace high", ("lose", "0.00")),  # no straight goes around the ace
        ("Kc Qd 2h As 9c", "ace high", ("lose", "0.00")),
        ("Kh Qh 2h Ah 9c", "flush, ace high", ("win", "6.00")),
        ("Ac Kd Qh Js 9c", "straight, ace high", ("win", "4.00")),
    ],
)
def test_27_3_a_an_ace_counts_low_with_two_three_and_four_alone(cards: str, words: str, paid: tuple[str, str]) -> None:
    assert hand_in_words(cards) == words
    assert aces_up(cards) == paid


@checks(
    "NJ FCP 19:47-27.3(b)",
    "NJ FCP 19:47-27.3(b)1",
    "NJ FCP 19:47-27.3(b)2",
    "NJ FCP 19:47-27.3(b)3",
    "NJ FCP 19:47-27.3(b)4",
    "NJ FCP 19:47-27.3(b)5",
    "NJ FCP 19:47-27.3(b)6",
    "NJ FCP 19:47-27.3(b)7",
)
@pytest.mark.parametrize(
    ("lowest", "highest", "spare", "words"),
    [
        ("2c 2d 2h 2s 7c", "Ah Kh Qh Jh 9d", "6s", ("four of a kind, twos", "straight flush, ace high")),
        ("4h 3h 2h Ah 9d", "Ac Ad As Kc Qd", "8s", ("straight flush, four high", "three of a kind, aces")),
        ("2c 2d 2h 4s 6d", "Ah Kh Qh Th 8c", "7s", ("three of a kind, twos", "flush, ace high")),
        ("6h 4h 3h 2h 9c", "Ac Kd Qs Jh 9d", "7s", ("flush, six high", "straight, ace high")),
        ("4c 3d 2h As 9c", "Ac Ad Kh Ks 9d", "7s", ("straight, four high", "two pair, aces and kings")),
        ("3c 3d 2h 2s 7c", "Ah As Kc Qd 9s", "5h", ("two pair, threes and twos", "pair of aces")),
        ("2c 2d 3h 4s 6c", "Ah Kd Qs Tc 8h", "7d", ("pair of twos", "ace high")),
    ],
)
def test_27_3_b_the_lowest_of_a_kind_beats_the_highest_of_the_next(
    lowest: str, highest: str, spare: str, words: tuple[str, str]
) -> None:
    assert (hand_in_words(lowest), hand_in_words(highest)) == words
    assert_higher(lowest, highest, spare)


@checks("NJ FCP 19:47-27.3(b)")
def test_27_3_b_the_printed_rules_list_the_hands_from_the_highest() -> None:
    table = printed("Hands")
    assert [(row[0], row[-1]) for row in table.rows] == [
        ("four of a kind", "NJ FCP 19:47-27.3(b)1"),
        ("straight flush", "NJ FCP 19:47-27.3(b)2"),
        ("three of a kind", "NJ FCP 19:47-27.3(b)3"),
        ("flush", "NJ FCP 19:47-27.3(b)4"),
        ("straight", "NJ FCP 19:47-27.3(b)5"),
        ("two pair", "NJ FCP 19:47-27.3(b)6"),
        ("pair", "NJ FCP 19:47-27.3(b)7"),
        ("high card", "NJ FCP 19:47-27.3(c)"),
    ]
    examples = [row[table.columns.index("example")] for row in table.rows]
    assert [hand_in_words(example).split(",")[0] for example in examples] == [
        *("four of a kind", "straight flush", "three of a kind", "flush"),
        *("straight", "two pair", "pair of nines", "queen high"),
    ]


@checks("NJ FCP 19:47-27.3(c)")
@pytest.mark.parametrize(
    ("high", "low", "spare"),
    [
        ("Ac Ad 2h 2s 7c", "Kc Kd Qh Qs As", "9d"),  # two pair: the higher pair, then the lower
        ("Kc Kd 5h 5s 2c", "Kh Ks 4c 4d Ah", "9s"),
        ("9c 9d Ah 4s 2c", "9h 9s Kc Qd Jh", "7s"),  # the first and the second card beside a pair
        ("9c 9d Kh 6s 2c", "9h 9s Kc 5d 4h", "3s"),
        ("Ac 8d 6h 4s 2c", "Ks Qh Td 9c 7h", "5s"),  # none of the named hands: the first to the fourth card
        ("As Kd 6h 4c 2h", "Ac Qh Td 9s 7c", "5d"),
        ("As Kd Th 4c 2h", "Ac Kh 9d 8s 7c", "5d"),
        ("As Kd Th 7c 2h", "Ac Kh Td 6s 4c", "3s"),
        ("Ac 7c 5c 2c 9d", "Kh Qh Th 9h 8d", "3s"),  # flushes
        ("Kc 9c 3c 2c Jd", "Kh 8h 7h 6h Qd", "4s"),
        ("Kc 9c 5c 2c Jd", "Kh 9h 4h 3h Qd", "7s"),
        ("Kc 9c 5c 3c Jd", "Kh 9h 5h 2h Qd", "7s"),
    ],
)
def test_27_3_c_the_highest_card_that_differs_decides(high: str, low: str, spare: str) -> None:
    assert_higher(high, low, spare)


@checks("NJ FCP 19:47-27.3(c)", "NJ FCP 19:47-27.1 Hand", "NJ FCP 19:47-27.11(a)1")
@pytest.mark.parametrize(
    ("player", "dealer"),
    [
        # Four cards alike tie; a fifth or sixth counts for nothing.
        ("9h 8h 7h 6h 2c", "9d 8d 7d 6d 2s 3c"),
        ("Kc 9c 5c 3c 2c", "Kh 9h 5h 3h Qd Js"),
        ("9c 8d 7h 6s 2c", "9d 8h 7s 6c Kd Qh"),
        ("Kc Kd 5h 5s Ac", "Kh Ks 5c 5d 2h 3s"),
        ("9c 9d Kh 6s 5c", "9h 9s Kc 6d 4h 3s"),
        ("As Kd Th 7c 5h", "Ac Kh Td 7s 4c 2d"),
    ],
)
def test_27_3_c_four_equal_cards_tie(player: str, dealer: str) -> None:
    assert_tie(player, dealer)


# 27.6 Wagers


@checks("NJ FCP 19:47-27.6(a)", "NJ FCP 19:47-27.6(a)1", "NJ FCP 19:47-27.6(a)2", "NJ FCP 19:47-27.6(a)3")
@pytest.mark.parametrize(
    ("wagers", "actions", "settled", "net_"),
    [
        ({"ante": "10.00"}, [PLAY], {"ante": ("win", "10.00"), "play": ("win", "10.00")}, "20.00"),
        ({"aces_up": "5.00"}, [], {"aces_up": ("win", "5.00")}, "5.00"),
        (
            {"ante": "10.00", "aces_up": "5.00"},
            [TRIPLE],
            {"ante": ("win", "10.00"), "play": ("win", "30.00"), "aces_up": ("win", "5.00")},
            "45.00",
        ),
    ],
)
def test_27_6_a_the_three_ways_to_bet(
    wagers: dict[str, str], actions: list[Any], settled: dict[str, tuple[str, str]], net_: str
) -> None:
    round_ = a_round("Ah As Jc 6d 2h", QUEEN_HIGH, wagers, *actions)
    assert rows(round_) == settled
    assert net(round_) == net_


@checks("NJ FCP 19:47-27.6(a)")
def test_27_6_a_nobody_is_dealt_in_without_a_wager() -> None:
    empty = a_round("Ah As Jc 6d 2h", QUEEN_HIGH, {})
    refused(empty, "wager_missing", "NJ FCP 19:47-27.6(a)", 1, "Place the ante or the aces up")
    ((says, clause),) = printed("Before the deal").rows
    assert "ante or the aces up" in says and clause == "NJ FCP 19:47-27.6(a)"


@checks("NJ FCP 19:47-27.6(a)1", "NJ FCP 19:47-27.1 Play wager", "NJ FCP 19:47-27.10(b)")
@pytest.mark.parametrize(
    ("amount", "net_"),
    [
        ("10.00", "20.00"),  # at the least
        ("10.01", "20.01"),
        ("12.34", "22.34"),
        ("20.00", "30.00"),
        ("29.99", "39.99"),
        ("30.00", "40.00"),  # at the most
    ],
)
@pytest.mark.parametrize("cards", ["Kh Ks Jc 6d 2h", "Qh Ts 7c 6d 2h"])
def test_27_6_a_1_a_play_of_one_to_three_antes_is_taken(cards: str, amount: str, net_: str) -> None:
    round_ = a_round(cards, QUEEN_HIGH, ANTE, {"play": amount})
    assert rows(round_) == {"ante": ("win", "10.00"), "play": ("win", amount)}
    assert net(round_) == net_


@checks("NJ FCP 19:47-27.6(a)1", "NJ FCP 19:47-27.1 Play wager", "NJ FCP 19:47-27.10(b)")
@pytest.mark.parametrize(
    ("ante", "amount", "code", "wanted"),
    [
        ("10.00", "9.99", "play_under_minimum", "10.00 to 30.00"),
        ("10.00", "0.01", "play_under_minimum", "10.00 to 30.00"),
        ("10.00", "30.01", "play_over_limit", "10.00 to 30.00"),
        ("10.00", "40.00", "play_over_limit", "10.00 to 30.00"),
        ("3.33", "3.32", "play_under_minimum", "3.33 to 9.99"),
        ("3.33", "10.00", "play_over_limit", "3.33 to 9.99"),
    ],
)
@pytest.mark.parametrize("cards", ["Ah Kh 8h Jh 2h", "8c 8d 8h 8s Kd"])
def test_27_6_a_1_any_other_play_is_refused(cards: str, ante: str, amount: str, code: str, wanted: str) -> None:
    wrong = a_round(cards, QUEEN_HIGH, {"ante": ante}, {"play": amount})
    refused(wrong, code, "NJ FCP 19:47-27.6(a)1", 1, f"Make the play {wanted} or fold", f"not {amount}")


@checks("NJ FCP 19:47-27.1 Play wager", "NJ FCP 19:47-27.10(b)")
def test_27_10_b_the_printed_rules_say_how_much_the_play_may_be() -> None:
    assert printed("How much the play may be").rows == [["any hand", "1 to 3 times the ante", "NJ FCP 19:47-27.10(b)"]]


@checks("NJ FCP 19:47-27.6(a)2", "NJ FCP 19:47-27.1 Aces up wager")
@pytest.mark.parametrize("amount", ["0.01", "5.00", "12.34", "5000.00"])
def test_27_6_a_2_a_lone_aces_up_may_be_of_any_amount(amount: str) -> None:
    won = a_round("Ah As Jc 6d 2h", TWO_PAIR, {"aces_up": amount})
    assert rows(won) == {"aces_up": ("win", amount)}
    assert net(won) == amount
    lost = a_round("Kh Ks Jc 6d 2h", QUEEN_HIGH, {"aces_up": amount})
    assert rows(lost) == {"aces_up": ("lose", "0.00")}
    assert net(lost) == f"-{amount}"


@checks("NJ FCP 19:47-27.6(a)2")
def test_27_6_a_2_an_aces_up_that_is_not_offered_is_refused() -> None:
    both = {"ante": "10.00", "aces_up": "5.00"}
    not_offered = a_round("Ah As Jc 6d 2h", QUEEN_HIGH, both, PLAY, aces_up=None)
    refused(not_offered, "wager_not_offered", "NJ FCP 19:47-27.6(a)2", 1, "aces up")
    assert net(a_round("Ah As Jc 6d 2h", QUEEN_HIGH, ANTE, PLAY, aces_up=None)) == "20.00"


@checks("NJ FCP 19:47-27.6(a)3")
@pytest.mark.parametrize(("ante", "aces", "net_"), [("0.01", "1000.00", "1000.02"), ("1000.00", "0.01", "2000.01")])
def test_27_6_a_3_neither_amount_binds_the_other(ante: str, aces: str, net_: str) -> None:
    round_ = a_round("Ah As Jc 6d 2h", QUEEN_HIGH, {"ante": ante, "aces_up": aces}, {"play": ante})
    assert net(round_) == net_


# 27.10 The decision


@checks("NJ FCP 19:47-27.1 Aces up wager", "NJ FCP 19:47-27.6(a)2")
@checks("NJ FCP 19:47-27.10(b)")
@pytest.mark.parametrize(
    ("cards", "paid", "clause", "net_"),
    [
        ("8c 8d 8h 8s Kd", ("win", "250.00"), "NJ FCP 19:47-27.11(a)3 Four-of-a-kind [I-IV]", "240.00"),
        ("Ah As Jc 6d 2h", ("win", "5.00"), "NJ FCP 19:47-27.11(a)3 Pair of aces [I-IV]", "-5.00"),
        ("Kh Ks Jc 6d 2h", ("lose", "0.00"), "NJ FCP 19:47-27.11(a)3", "-15.00"),
    ],
)
def test_27_10_b_a_fold_loses_the_ante_and_leaves_the_aces_up(
    cards: str, paid: tuple[str, str], clause: str, net_: str
) -> None:
    folded = a_round(cards, QUEEN_HIGH, {"ante": "10.00", "aces_up": "5.00"}, "fold")
    assert rows(folded) == {"ante": ("lose", "0.00"), "aces_up": paid}
    assert clauses(folded) == {"ante": "NJ FCP 19:47-27.10(b)", "aces_up": clause}
    assert net(folded) == net_


@checks("NJ FCP 19:47-27.10(b)")
def test_27_10_b_a_fold_loses_a_lone_ante() -> None:
    folded = a_round("8c 8d 8h 8s Kd", QUEEN_HIGH, ANTE, "fold")
    assert rows(folded) == {"ante": ("lose", "0.00")}
    assert net(folded) == "-10.00"


@checks("NJ FCP 19:47-27.10(b)")
@pytest.mark.parametrize(
    ("actions", "code", "words"),
    [
        ([], "decision_missing", "Place the play or fold"),
        (["fold", PLAY], "action_after_fold", "folded hand is out"),
        (["check"], "action_not_allowed", "Place the play or fold"),
    ],
)
def test_27_10_b_every_ante_plays_or_folds(actions: list[Any], code: str, words: str) -> None:
    undecided = a_round("Ah As Jc 6d 2h", QUEEN_HIGH, {"ante": "10.00", "aces_up": "5.00"}, *actions)
    got = refusal(undecided)
    assert (got.code, got.clause, got.position) == (code, "NJ FCP 19:47-27.10(b)", 1)
    assert words in got.message


@checks("NJ FCP 19:47-27.10(b)")
def test_27_10_b_each_position_decides_for_itself() -> None:
    def seat(position: int, cards: str, *actions: Any) -> dict[str, Any]:
        return {"position": position, "cards": cards, "wagers": ANTE, "actions": list(actions)}

    table: dict[str, Any] = {
        "game": "four-card-poker",
        "dealer": "Kc Kd 9s 6h 4c 2d",
        "positions": [
            seat(1, "Ac Ad 9c 6s 4d", PLAY),
            seat(2, "Qh Tc 7d 5s 3h", "fold"),
            seat(3, "Kh Ks 9d 6c 2c", {"play": "20.00"}),
            seat(4, "Qs Qd 9h 6d 4h", TRIPLE),
            seat(5, "Ah As Jc 8d 3c", "fold"),
            seat(6, "7c 7s 7h Jd 3d", TRIPLE),
        ],
    }
    nets = {1: "20.00", 2: "-10.00", 3: "30.00", 4: "-40.00", 5: "-10.00", 6: "60.00"}
    assert {position: net(table, position) for position in nets} == nets
    table["positions"][3]["actions"] = [{"play": "30.01"}]
    refused(table, "play_over_limit", "NJ FCP 19:47-27.6(a)1", 4, "10.00 to 30.00")


# 27.11 Payout odds


@checks("NJ FCP 19:47-27.11(a)")
def test_27_11_a_the_three_kinds_of_payout_in_one_round() -> None:
    won = a_round("9h 8h 7h 6h 2c", QUEEN_HIGH, {"ante": "10.00", "aces_up": "5.00"}, TRIPLE)
    assert rows(won) == {
        "ante": ("win", "10.00"),
        "play": ("win", "30.00"),
        "ante_bonus": ("win", "200.00"),
        "aces_up": ("win", "200.00"),
    }
    assert clauses(won) == {
        "ante": "NJ FCP 19:47-27.11(a)1",
        "play": "NJ FCP 19:47-27.11(a)1",
        "ante_bonus": "NJ FCP 19:47-27.11(a)2 Straight flush",
        "aces_up": "NJ FCP 19:47-27.11(a)3 Straight flush [I-IV]",
    }
    assert {row["wager"]: row["stake"] for row in result(won)["wagers"]} == {
        "ante": "10.00",
        "play": "30.00",
        "ante_bonus": "0.00",
        "aces_up": "5.00",
    }
    assert net(won) == "440.00"


@checks("NJ FCP 19:47-27.11(a)1")
@pytest.mark.parametrize(
    ("dealer", "outcome", "net_"),
    [
        ("Kc Kd Js 6s 5d 3c", "win", "40.00"),  # the same hand
        ("Kc Kd Js 5s 4d 3c", "win", "40.00"),  # one rank lower in the last card that counts
        ("Kc Kd Js 7s 4d 3c", "lose", "-40.00"),  # one rank higher in it
        ("8c 7d 6s 4c 3d 2s", "win", "40.00"),  # the dealer plays with any hand: none must qualify
    ],
)
def test_27_11_a_1_a_higher_or_equal_hand_wins_even_money(dealer: str, outcome: str, net_: str) -> None:
    round_ = a_round("Kh Ks Jc 6d 2h", dealer, ANTE, TRIPLE)
    paid = {"win": {"ante": "10.00", "play": "30.00"}, "lose": {"ante": "0.00", "play": "0.00"}}[outcome]
    assert rows(round_) == {wager: (outcome, pays) for wager, pays in paid.items()}
    assert clauses(round_) == {"ante": "NJ FCP 19:47-27.11(a)1", "play": "NJ FCP 19:47-27.11(a)1"}
    assert net(round_) == net_
    assert pitboss.settle(round_).as_json()["dealer"]["qualifies"] is None


@checks("NJ FCP 19:47-27.11(a)1")
def test_27_11_a_1_a_weak_dealer_still_beats_a_weaker_player() -> None:
    round_ = a_round("7h 6s 4c 3d 2h", "8c 7d 6c 4s 3s 2s", ANTE, PLAY)
    assert rows(round_) == {"ante": ("lose", "0.00"), "play": ("lose", "0.00")}
    assert net(round_) == "-20.00"


@checks("NJ FCP 19:47-27.10(b)")
def test_27_10_b_the_printed_rules_say_that_a_fold_leaves_the_aces_up() -> None:
    assert printed("After a fold").rows == [["aces up", "is still settled", "NJ FCP 19:47-27.10(b)"]]


@checks("NJ FCP 19:47-27.11(a)1")
def test_27_11_a_1_the_printed_rules_pay_a_tie() -> None:
    lines = {row[0]: row for row in printed("Against the dealer").rows}
    for outcome in ("the player's hand is higher", "the hands tie"):
        assert "1 to 1" in lines[outcome][1] and "1 to 1" in lines[outcome][2]
        assert lines[outcome][-1] == "NJ FCP 19:47-27.11(a)1"
    assert lines["the dealer's hand is higher"][1:3] == ["loses", "loses"]
    assert not any("qualif" in outcome for outcome in lines)


HIGHER_DEALERS = {
    "Four-of-a-kind": "9c 9d 9h 9s 2c 3d",
    "Straight flush": "Td 9d 8d 7d 2s 3c",
    "Three-of-a-kind": "8c 8d 8s 4h 3d 2c",
}


@checks(
    "NJ FCP 19:47-27.11(a)2",
    "NJ FCP 19:47-27.11(a)2 Four-of-a-kind",
    "NJ FCP 19:47-27.11(a)2 Straight flush",
    "NJ FCP 19:47-27.11(a)2 Three-of-a-kind",
)
@pytest.mark.parametrize(
    ("hand", "bonus", "won", "lost"),
    [
        ("Four-of-a-kind", "250.00", "290.00", "210.00"),
        ("Straight flush", "200.00", "240.00", "160.00"),
        ("Three-of-a-kind", "20.00", "60.00", "-20.00"),
    ],
)
def test_27_11_a_2_every_row_of_the_ante_bonus(hand: str, bonus: str, won: str, lost: str) -> None:
    """On the ante of 10.00 alone, not on the play of 30.00, and whether the dealer's hand is lower or higher."""
    for dealer, outcome, expected in ((QUEEN_HIGH, "win", won), (HIGHER_DEALERS[hand], "lose", lost)):
        round_ = a_round(HANDS[hand], dealer, ANTE, TRIPLE)
        settled = rows(round_)
        assert (settled["ante"][0], settled["play"][0]) == (outcome, outcome)
        assert settled["ante_bonus"] == ("win", bonus)
        assert clauses(round_)["ante_bonus"] == f"NJ FCP 19:47-27.11(a)2 {hand}"
        assert net(round_) == expected


@checks("NJ FCP 19:47-27.11(a)2")
def test_27_11_a_2_a_tie_pays_the_bonus_too() -> None:
    tie = a_round("9h 8h 7h 6h 2c", "9d 8d 7d 6d 2s 3c", ANTE, TRIPLE)
    assert rows(tie) == {"ante": ("win", "10.00"), "play": ("win", "30.00"), "ante_bonus": ("win", "200.00")}
    assert net(tie) == "240.00"


@checks("NJ FCP 19:47-27.11(a)2", "NJ FCP 19:47-27.11(a)2 Three-of-a-kind")
@pytest.mark.parametrize("cards", ["Ah Kh Qh Th 8d", "Ah Kd Qs Jh 8d", "Ah As Kd Ks Qd", "Ah As Kd Qs 9d"])
def test_27_11_a_2_below_three_of_a_kind_there_is_no_bonus(cards: str) -> None:
    round_ = a_round(cards, QUEEN_HIGH, ANTE, TRIPLE)
    assert rows(round_) == {"ante": ("win", "10.00"), "play": ("win", "30.00")}
    assert net(round_) == "40.00"


@checks("NJ FCP 19:47-27.11(a)2")
def test_27_11_a_2_the_bonus_needs_ante_and_play() -> None:
    folded = a_round("8c 8d 8h 8s Kd", QUEEN_HIGH, ANTE, "fold")
    assert rows(folded) == {"ante": ("lose", "0.00")}
    lone = a_round("8c 8d 8h 8s Kd", QUEEN_HIGH, {"aces_up": "5.00"})
    assert rows(lone) == {"aces_up": ("win", "250.00")}


@checks(
    "NJ FCP 19:47-27.11(a)2",
    "NJ FCP 19:47-27.11(a)2 Four-of-a-kind",
    "NJ FCP 19:47-27.11(a)2 Straight flush",
    "NJ FCP 19:47-27.11(a)2 Three-of-a-kind",
)
@pytest.mark.parametrize("odds", [[24, 20, 2], [25, 19, 2], [25, 20, 1], [100, 100, 1]])
def test_27_11_a_2_a_bonus_below_the_text_is_refused(odds: list[int]) -> None:
    low = a_round("8c 8d 8h 8s Kd", QUEEN_HIGH, ANTE, PLAY, ante_bonus=odds)
    refused(low, "pay_table_below_minimum", "NJ FCP 19:47-27.11(a)2", None, "ante bonus", "[25, 20, 2]")


@checks("NJ FCP 19:47-27.11(a)2")
@pytest.mark.parametrize(
    ("odds", "paid"),
    [
        ([25, 20, 2], ("250.00", "200.00", "20.00")),
        ([26, 20, 2], ("260.00", "200.00", "20.00")),
        ([25, 21, 2], ("250.00", "210.00", "20.00")),
        ([25, 20, 3], ("250.00", "200.00", "30.00")),
    ],
)
def test_27_11_a_2_a_bonus_at_or_above_the_text_is_paid(odds: list[int], paid: tuple[str, str, str]) -> None:
    for hand, bonus in zip(("Four-of-a-kind", "Straight flush", "Three-of-a-kind"), paid, strict=True):
        round_ = a_round(HANDS[hand], QUEEN_HIGH, ANTE, PLAY, ante_bonus=odds)
        assert rows(round_)["ante_bonus"] == ("win", bonus)


@checks("NJ FCP 19:47-27.11(a)2")
@pytest.mark.parametrize(
    ("odds", "code"),
    [
        (None, "unknown_pay_table"),
        ([25, 20], "pay_table_malformed"),
        ([25, 20, 2, 1], "pay_table_malformed"),
        ([25, 20, 2.5], "pay_table_malformed"),
    ],
)
def test_27_11_a_2_the_bonus_cannot_be_left_out_or_misshapen(odds: Any, code: str) -> None:
    refused(
        a_round("8c 8d 8h 8s Kd", QUEEN_HIGH, ANTE, PLAY, ante_bonus=odds),
        code,
        "NJ FCP 19:47-27.11(a)2",
        None,
        "ante bonus",
    )


@checks("NJ FCP 19:47-27.11(a)2")
def test_27_11_a_2_the_printed_rules_show_the_bonus_in_force() -> None:
    assert printed("What the ante bonus pays").rows == [
        ["four of a kind", "25 to 1", "NJ FCP 19:47-27.11(a)2 Four-of-a-kind"],
        ["straight flush", "20 to 1", "NJ FCP 19:47-27.11(a)2 Straight flush"],
        ["three of a kind", "2 to 1", "NJ FCP 19:47-27.11(a)2 Three-of-a-kind"],
    ]
    better = printed("What the ante bonus pays", ante_bonus=[30, 25, 3]).rows
    assert [row[1] for row in better] == ["30 to 1", "25 to 1", "3 to 1"]


ACES_UP_I_TO_IV = [
    ("Four-of-a-kind", 50, 50, 50, 50),
    ("Straight flush", 40, 40, 30, 30),
    ("Three-of-a-kind", 9, 7, 9, 7),
    ("Flush", 6, 6, 6, 6),
    ("Straight", 4, 5, 4, 5),
    ("Two pair", 2, 2, 2, 2),
    ("Pair of aces", 1, 1, 1, 1),
]

ACES_UP_V_TO_VII = [
    ("Four-of-a-kind", 50, 50, 50),
    ("Straight flush", 40, 40, 40),
    ("Three-of-a-kind", 8, 8, 7),
    ("Flush", 5, 6, 5),
    ("Straight", 4, 4, 4),
    ("Two pair", 3, 2, 3),
    ("Pair of aces", 1, 1, 1),
]

ACES_UP = [
    *[
        (row[0], "[I-IV]", table, row[n])
        for row in ACES_UP_I_TO_IV
        for n, table in enumerate(("I", "II", "III", "IV"), 1)
    ],
    *[(row[0], "[V-VII]", table, row[n]) for row in ACES_UP_V_TO_VII for n, table in enumerate(("V", "VI", "VII"), 1)],
]


@checks("NJ FCP 19:47-27.11(a)3", "NJ FCP 19:47-27.11(a)3 *")
@pytest.mark.parametrize(("hand", "block", "table", "odds"), ACES_UP)
def test_27_11_a_3_every_row_of_every_aces_up_table(hand: str, block: str, table: str, odds: int) -> None:
    won = a_round(HANDS[hand], TWO_PAIR, {"aces_up": "1.00"}, aces_up=table)
    assert rows(won) == {"aces_up": ("win", f"{odds}.00")}
    assert clauses(won) == {"aces_up": f"NJ FCP 19:47-27.11(a)3 {hand} {block}"}
    assert net(won) == f"{odds}.00"


@checks("NJ FCP 19:47-27.11(a)3")
@pytest.mark.parametrize("table", ["I", "II", "III", "IV", "V", "VI", "VII"])
@pytest.mark.parametrize("cards", ["Kh Ks Ac Jd 2h", "Ah Kd Js 9c 2h"])
def test_27_11_a_3_below_a_pair_of_aces_the_aces_up_loses(cards: str, table: str) -> None:
    lost = a_round(cards, TWO_PAIR, {"aces_up": "5.00"}, aces_up=table)
    assert rows(lost) == {"aces_up": ("lose", "0.00")}
    assert clauses(lost) == {"aces_up": "NJ FCP 19:47-27.11(a)3"}
    assert net(lost) == "-5.00"


@checks("NJ FCP 19:47-27.11(a)3")
@pytest.mark.parametrize(
    ("cards", "paid"),
    [
        ("Ah As Kc Qd Jh", ("win", "4.00")),  # a straight, with a pair of aces in five cards
        ("Ah As 4c 3d 2h", ("win", "4.00")),
        ("Ah As 2c 2d 9h", ("win", "2.00")),
        ("Ah Kh 8h 3h Ac", ("win", "6.00")),
        ("Ah As Ac 2d 2h", ("win", "9.00")),
    ],
)
def test_27_11_a_3_the_best_four_cards_are_paid_once(cards: str, paid: tuple[str, str]) -> None:
    assert aces_up(cards) == paid


@checks("NJ FCP 19:47-27.11(a)3")
@pytest.mark.parametrize(
    "odds",
    [
        # Table III with one row too low, then IV, VI and VII: the others are nowhere below one of these.
        [49, 30, 9, 6, 4, 2, 1],
        [50, 29, 9, 6, 4, 2, 1],
        [50, 30, 8, 6, 4, 2, 1],
        [50, 30, 9, 5, 4, 2, 1],
        [50, 30, 9, 6, 3, 2, 1],
        [50, 30, 9, 6, 4, 1, 1],
        [49, 30, 7, 6, 5, 2, 1],
        [50, 29, 7, 6, 5, 2, 1],
        [50, 30, 6, 6, 5, 2, 1],
        [50, 30, 7, 5, 5, 2, 1],
        [50, 30, 7, 6, 4, 2, 1],
        [50, 30, 7, 6, 5, 1, 1],
        [49, 40, 8, 6, 4, 2, 1],
        [50, 39, 8, 6, 4, 2, 1],
        [50, 40, 7, 6, 4, 2, 1],
        [50, 40, 8, 5, 4, 2, 1],
        [50, 40, 8, 6, 3, 2, 1],
        [50, 40, 8, 6, 4, 1, 1],
        [49, 40, 7, 5, 4, 3, 1],
        [50, 39, 7, 5, 4, 3, 1],
        [50, 40, 6, 5, 4, 3, 1],
        [50, 40, 7, 4, 4, 3, 1],
        [50, 40, 7, 5, 3, 3, 1],
        [50, 40, 7, 5, 4, 2, 1],
    ],
)
def test_27_11_a_3_odds_below_every_table_are_refused(odds: list[int]) -> None:
    low = a_round("Ah As Jc 6d 2h", QUEEN_HIGH, {"aces_up": "5.00"}, aces_up=odds)
    refused(low, "pay_table_below_minimum", "NJ FCP 19:47-27.11(a)3", None, "aces up", "at least")


@checks("NJ FCP 19:47-27.11(a)3")
@pytest.mark.parametrize(
    "odds",
    [
        [50, 40, 9, 6, 4, 2, 1],  # the seven tables themselves
        [50, 40, 7, 6, 5, 2, 1],
        [50, 30, 9, 6, 4, 2, 1],
        [50, 30, 7, 6, 5, 2, 1],
        [50, 40, 8, 5, 4, 3, 1],
        [50, 40, 8, 6, 4, 2, 1],
        [50, 40, 7, 5, 4, 3, 1],
        [51, 30, 9, 6, 4, 2, 1],  # one more in each row of table III
        [50, 31, 9, 6, 4, 2, 1],
        [50, 30, 10, 6, 4, 2, 1],
        [50, 30, 9, 7, 4, 2, 1],
        [50, 30, 9, 6, 5, 2, 1],
        [50, 30, 9, 6, 4, 3, 1],
        [50, 30, 9, 6, 4, 2, 2],
        [50, 39, 9, 6, 4, 2, 1],  # below table I, but not below III (reading 35)
    ],
)
def test_27_11_a_3_odds_no_lower_than_some_table_are_paid(odds: list[int]) -> None:
    for cards, each in zip(HANDS.values(), odds, strict=True):
        assert aces_up(cards, odds) == ("win", f"{each}.00")


@checks("NJ FCP 19:47-27.11(a)3")
@pytest.mark.parametrize(
    ("chosen", "code"),
    [
        ("VIII", "unknown_pay_table"),
        ("i", "unknown_pay_table"),
        ([50, 40, 9, 6, 4, 2, 0], "pay_table_malformed"),
        ([50, 40, 9, 6, 4, 2], "pay_table_malformed"),
        ([50, 40, 9, 6, 4, 2, 1, 1], "pay_table_malformed"),
    ],
)
def test_27_11_a_3_a_table_that_does_not_exist_is_refused(chosen: Any, code: str) -> None:
    odd = a_round("Ah As Jc 6d 2h", QUEEN_HIGH, {"aces_up": "5.00"}, aces_up=chosen)
    refused(odd, code, "NJ FCP 19:47-27.11(a)3", None, "aces up")


@checks("NJ FCP 19:47-27.11(a)3")
def test_27_11_a_3_the_printed_rules_show_all_seven_tables_and_the_one_in_force() -> None:
    tables = printed("Tables of the aces up")
    assert tables.columns == ["hand", "I", "II", "III", "IV", "V", "VI", "VII"]
    assert tables.rows == [
        ["four of a kind", "50", "50", "50", "50", "50", "50", "50"],
        ["straight flush", "40", "40", "30", "30", "40", "40", "40"],
        ["three of a kind", "9", "7", "9", "7", "8", "8", "7"],
        ["flush", "6", "6", "6", "6", "5", "6", "5"],
        ["straight", "4", "5", "4", "5", "4", "4", "4"],
        ["two pair", "2", "2", "2", "2", "3", "2", "3"],
        ["pair of aces", "1", "1", "1", "1", "1", "1", "1"],
    ]
    chosen = printed("What the aces up pays", aces_up="VII")
    assert "table VII" in chosen.title
    assert [row[1] for row in chosen.rows] == [
        *("50 to 1", "40 to 1", "7 to 1", "5 to 1", "4 to 1", "3 to 1", "1 to 1")
    ]


@checks("NJ FCP 19:47-27.11(a)3")
def test_27_11_a_3_the_printed_rules_show_the_houses_own_odds() -> None:
    own = printed("What the aces up pays", aces_up=[60, 45, 10, 7, 6, 3, 2])
    assert [row[1] for row in own.rows] == [*("60 to 1", "45 to 1", "10 to 1", "7 to 1", "6 to 1", "3 to 1", "2 to 1")]


# 27.12 Irregularities, as far as a finished round records them


@checks("NJ FCP 19:47-27.12(c)")
@pytest.mark.parametrize(
    ("cards", "dealer"),
    [("9h 8h 7h 6h", QUEEN_HIGH), ("9h 8h 7h 6h 4h 4s", QUEEN_HIGH), ("9h 8h 7h 6h 4h", "Qc Td 6s 5h 3c")],
)
def test_27_12_c_a_wrong_number_of_cards_voids_every_wager(cards: str, dealer: str) -> None:
    wagers = {"ante": "10.00", "aces_up": "5.00"}
    void = a_round(cards, dealer, wagers, TRIPLE) | {"void": ["ante", "play", "aces_up"]}
    assert rows(void) == {"ante": ("void", "0.00"), "play": ("void", "0.00"), "aces_up": ("void", "0.00")}
    assert set(clauses(void).values()) == {"NJ FCP 19:47-27.12(c)"}
    assert net(void) == "0.00"
