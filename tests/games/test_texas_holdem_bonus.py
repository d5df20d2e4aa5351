"""Texas Hold 'Em Bonus Poker, clause by clause: the definitions of 28.1 and the facts the loose pages leave out."""

from typing import Any

import pytest

import pitboss
from pitboss.showdown.describe import Page, describe
from tests.support import checks, clauses, net, refusal, result, rows

ANTE = {"ante": "10.00"}
WITH_BONUS = {"ante": "10.00", "bonus": "5.00"}
FLOP = {"flop": "20.00"}
TURN = {"turn": "10.00"}
RIVER = {"river": "10.00"}
ALL_IN = (FLOP, TURN, RIVER)
CHECKED = (FLOP, "check", "check")

LOST = ("lose", "0.00")
PUSHED = ("push", "0.00")
WON = ("win", "10.00")

BOARD = "Kc Qd 9s 7h 3c"


def a_round(
    cards: str, dealer: str, community: str, wagers: dict[str, str], *actions: Any, **options: Any
) -> dict[str, Any]:
    """One player at position 1."""
    return {
        "game": "texas-holdem-bonus",
        "options": options,
        "dealer": dealer,
        "community": community,
        "positions": [{"position": 1, "cards": cards, "wagers": wagers, "actions": list(actions)}],
    }


def with_actions(*actions: Any) -> dict[str, Any]:
    """Two pair against the dealer's king high."""
    return a_round("Ks Qs", "Jd 8d", BOARD, ANTE, *actions)


def all_in(cards: str, dealer: str, community: str, **options: Any) -> dict[str, Any]:
    return a_round(cards, dealer, community, ANTE, *ALL_IN, **options)


def flop_of(cards: str, dealer: str, community: str) -> str:
    """Who is higher: what becomes of the flop wager."""
    return rows(all_in(cards, dealer, community))["flop"][0]


def hands_of(cards: str, dealer: str, community: str) -> tuple[str, str]:
    settled = pitboss.settle(all_in(cards, dealer, community)).as_json()
    return settled["positions"][0]["hand"], settled["dealer"]["hand"]


def page(**options: Any) -> Page:
    return describe(pitboss.games.showdown("texas-holdem-bonus").rules("nj", options))


def printed(title: str, **options: Any) -> list[list[str]]:
    return next(table.rows for table in page(**options).tables if table.title == title)


def wager_in_words(name: str) -> str:
    return next(row[1] for row in printed("Wagers") if row[0] == name)


def is_a_sentence(message: str) -> bool:
    return message[0].isupper() and message.endswith(".") and " " in message


# Before the deal


@checks("rules THB", "rules THB ante", "NJ THB 19:47-28.1", "NJ THB 19:47-28.1 Ante")
@pytest.mark.parametrize("wagers", [{}, {"bonus": "5.00"}])
@pytest.mark.parametrize("actions", [ALL_IN, ()])
def test_28_1_nobody_plays_without_an_ante(wagers: dict[str, str], actions: tuple[Any, ...]) -> None:
    refused = refusal(a_round("Ks Qs", "Jd 8d", BOARD, wagers, *actions))
    assert (refused.code, refused.clause, refused.position) == ("ante_missing", "rules THB ante", 1)
    assert is_a_sentence(refused.message)
    assert [row[0] for row in printed("Before the deal")] == ["Everyone places the ante."]
    assert "before the deal" in wager_in_words("ante")


@checks("rules THB ante", "NJ THB 19:47-28.1 Bonus wager")
def test_28_1_the_bonus_is_optional() -> None:
    assert rows(a_round("Ks Kh", "Jd 8d", BOARD, ANTE, *CHECKED)).keys() == {"ante", "flop"}
    assert rows(a_round("Ks Kh", "Jd 8d", BOARD, WITH_BONUS, *CHECKED)).keys() == {"ante", "flop", "bonus"}
    assert wager_in_words("bonus").startswith("optional, placed before the deal")


@checks("rules THB ante", "NJ THB 19:47-28.1 Bonus wager")
def test_28_1_a_house_need_not_offer_the_bonus() -> None:
    refused = refusal(a_round("Ks Kh", "Jd 8d", BOARD, WITH_BONUS, *CHECKED, bonus=None))
    assert (refused.code, refused.clause, refused.position) == ("wager_not_offered", "rules THB bonus", 1)
    assert is_a_sentence(refused.message)
    assert rows(a_round("Ks Kh", "Jd 8d", BOARD, ANTE, *CHECKED, bonus=None)).keys() == {"ante", "flop"}


# The deal


@checks("rules THB deal", "NJ THB 19:47-28.1 Community card", "NJ THB 19:47-28.1 Flop", "NJ THB 19:47-28.1 Turn")
@checks("NJ THB 19:47-28.1 River", "NJ THB 19:47-28.1")
@pytest.mark.parametrize(
    ("cards", "dealer", "community", "position", "wanted"),
    [
        ("Ks", "Jd 8d", BOARD, 1, "2 cards"),
        ("Ks Qs 4d", "Jd 8d", BOARD, 1, "2 cards"),
        ("Ks Qs", "Jd", BOARD, None, "2 cards"),
        ("Ks Qs", "Jd 8d 4d", BOARD, None, "2 cards"),
        ("Ks Qs", "Jd 8d", "Kc Qd 9s", None, "5 cards"),  # the flop alone
        ("Ks Qs", "Jd 8d", "Kc Qd 9s 7h", None, "5 cards"),  # without the river
        ("Ks Qs", "Jd 8d", "Kc Qd 9s 7h 3c 4d", None, "5 cards"),
        ("Ks Qs", "Jd 8d", "", None, "5 cards"),
    ],
)
def test_deal_two_two_and_five(cards: str, dealer: str, community: str, position: int | None, wanted: str) -> None:
    refused = refusal(all_in(cards, dealer, community))
    assert (refused.code, refused.clause, refused.position) == ("wrong_number_of_cards", "rules THB deal", position)
    assert is_a_sentence(refused.message)
    assert wanted in refused.message
    subtitle = page().subtitle
    assert "2 cards to each player, 2 to the dealer, 5 community cards" in subtitle
    assert subtitle.lower().count("one deck") == 1


@checks("rules THB deal")
@pytest.mark.parametrize(
    ("cards", "dealer", "position"),
    [
        ("Ks Ks", "Jd 8d", 1),
        ("Ks Jd", "Jd 8d", 1),  # with the dealer
        ("Ks Kc", "Jd 8d", 1),  # with the board
        ("Ks Qs", "Jd Kc", None),
    ],
)
def test_deal_one_deck_has_each_card_once(cards: str, dealer: str, position: int | None) -> None:
    refused = refusal(all_in(cards, dealer, BOARD))
    assert (refused.code, refused.position) == ("card_twice", position)
    assert is_a_sentence(refused.message)


@checks("NJ THB 19:47-28.1 Community card", "NJ THB 19:47-28.1 Flop", "NJ THB 19:47-28.1 Turn")
@checks("NJ THB 19:47-28.1 River", "NJ THB 19:47-28.1 Hand", "rules THB deal")
@pytest.mark.parametrize("place", range(5))
def test_28_1_every_community_card_plays_for_player_and_dealer(place: int) -> None:
    """Flop, turn or river: an ace there pairs whoever holds one."""
    board = ["Kc", "Qd", "9s", "7h"]
    board.insert(place, "Ad")
    assert hands_of("Ah 2c", "5s 4s", " ".join(board)) == ("pair of aces", "ace high")
    assert flop_of("Ah 2c", "5s 4s", " ".join(board)) == "win"
    assert hands_of("5s 4s", "Ah 2c", " ".join(board)) == ("ace high", "pair of aces")
    assert flop_of("5s 4s", "Ah 2c", " ".join(board)) == "lose"


def test_six_positions_and_no_more() -> None:
    for position in (1, 6):
        round_ = with_actions(*CHECKED)
        round_["positions"][0]["position"] = position
        assert result(round_, position)["net"] == "20.00"
    for position in (0, 7):
        round_ = with_actions(*CHECKED)
        round_["positions"][0]["position"] = position
        refused = refusal(round_)
        assert (refused.code, refused.clause) == ("position_out_of_range", "reading 28")


# Flop, turn and river wagers


@checks("rules THB flop", "NJ THB 19:47-28.1 Flop wager")
@pytest.mark.parametrize(
    ("amount", "code"),
    [
        ("10.00", "flop_under_minimum"),
        ("19.99", "flop_under_minimum"),
        ("20.01", "flop_over_limit"),
        ("30.00", "flop_over_limit"),
    ],
)
def test_flop_is_exactly_twice_the_ante(amount: str, code: str) -> None:
    refused = refusal(with_actions({"flop": amount}, "check", "check"))
    assert (refused.code, refused.clause, refused.position) == (code, "rules THB flop", 1)
    assert is_a_sentence(refused.message)
    assert "20.00" in refused.message
    assert amount in refused.message
    assert rows(with_actions(FLOP, "check", "check"))["flop"] == ("win", "20.00")
    assert printed("How much the flop may be")[0][1] == "exactly 2 times the ante"


@checks("rules THB turn", "NJ THB 19:47-28.1 Turn wager")
@pytest.mark.parametrize(
    ("amount", "code"),
    [("9.99", "turn_under_minimum"), ("10.01", "turn_over_limit"), ("20.00", "turn_over_limit")],
)
def test_turn_is_exactly_the_ante(amount: str, code: str) -> None:
    refused = refusal(with_actions(FLOP, {"turn": amount}, "check"))
    assert (refused.code, refused.clause, refused.position) == (code, "rules THB turn", 1)
    assert is_a_sentence(refused.message)
    assert "10.00" in refused.message
    assert amount in refused.message
    assert rows(with_actions(FLOP, TURN, "check"))["turn"] == ("win", "10.00")
    assert printed("How much the turn may be")[0][1] == "exactly 1 times the ante"


@checks("rules THB river", "NJ THB 19:47-28.1 River wager")
@pytest.mark.parametrize(
    ("amount", "code"),
    [("9.99", "river_under_minimum"), ("10.01", "river_over_limit"), ("20.00", "river_over_limit")],
)
@pytest.mark.parametrize("turn", [TURN, "check"])
def test_river_is_exactly_the_ante(turn: Any, amount: str, code: str) -> None:
    refused = refusal(with_actions(FLOP, turn, {"river": amount}))
    assert (refused.code, refused.clause, refused.position) == (code, "rules THB river", 1)
    assert is_a_sentence(refused.message)
    assert "10.00" in refused.message
    assert amount in refused.message
    assert rows(with_actions(FLOP, turn, RIVER))["river"] == ("win", "10.00")
    assert printed("How much the river may be")[0][1] == "exactly 1 times the ante"


@checks("rules THB flop", "rules THB turn", "rules THB river")
def test_later_wagers_follow_the_cents_of_the_ante() -> None:
    actions = [{"flop": "25.02"}, {"turn": "12.51"}, {"river": "12.51"}]
    settled = a_round("Ks Qs", "Jd 8d", BOARD, {"ante": "12.51"}, *actions)
    assert rows(settled) == {
        "ante": PUSHED,
        "flop": ("win", "25.02"),
        "turn": ("win", "12.51"),
        "river": ("win", "12.51"),
    }
    assert net(settled) == "50.04"


@checks("rules THB turn", "rules THB river", "NJ THB 19:47-28.1 Turn wager", "NJ THB 19:47-28.1 River wager")
@pytest.mark.parametrize(
    ("turn", "river", "placed", "gained"),
    [
        (TURN, RIVER, {"ante", "flop", "turn", "river"}, "40.00"),
        (TURN, "check", {"ante", "flop", "turn"}, "30.00"),
        ("check", RIVER, {"ante", "flop", "river"}, "30.00"),
        ("check", "check", {"ante", "flop"}, "20.00"),
    ],
)
def test_turn_and_river_may_be_checked(turn: Any, river: Any, placed: set[str], gained: str) -> None:
    settled = with_actions(FLOP, turn, river)
    assert rows(settled).keys() == placed
    assert net(settled) == gained


@checks("rules THB flop", "rules THB fold", "NJ THB 19:47-28.1 Fold", "NJ THB 19:47-28.1 Flop wager")
@pytest.mark.parametrize(
    ("actions", "code"),
    [
        ([], "decision_missing"),
        (["check", "check", "check"], "action_not_allowed"),  # there is no seeing the flop for nothing
        ([TURN, RIVER], "action_not_allowed"),
        (["fold", FLOP], "action_after_fold"),
        (["fold", "check"], "action_after_fold"),
    ],
)
def test_fold_or_flop_before_the_flop(actions: list[Any], code: str) -> None:
    refused = refusal(with_actions(*actions))
    assert (refused.code, refused.clause, refused.position) == (code, "rules THB fold", 1)
    assert is_a_sentence(refused.message)


@checks("rules THB fold", "rules THB turn", "rules THB river", "NJ THB 19:47-28.1 Fold")
@pytest.mark.parametrize(
    ("actions", "code", "clause"),
    [
        ([FLOP, "fold"], "action_not_allowed", "rules THB turn"),
        ([FLOP, "check", "fold"], "action_not_allowed", "rules THB river"),
        ([FLOP, TURN, "fold"], "action_not_allowed", "rules THB river"),
        ([FLOP], "decision_missing", "rules THB turn"),
        ([FLOP, TURN], "decision_missing", "rules THB river"),
        ([FLOP, RIVER, TURN], "action_not_allowed", "rules THB turn"),
        ([FLOP, TURN, RIVER, "check"], "too_many_actions", None),
    ],
)
def test_no_fold_after_the_flop_and_each_wager_in_its_turn(actions: list[Any], code: str, clause: str | None) -> None:
    refused = refusal(with_actions(*actions))
    assert (refused.code, refused.clause, refused.position) == (code, clause, 1)
    assert is_a_sentence(refused.message)


@checks("NJ THB 19:47-28.1 Flop wager", "NJ THB 19:47-28.1 Turn wager", "NJ THB 19:47-28.1 River wager")
def test_28_1_later_wagers_come_after_the_cards() -> None:
    for wager in ("flop", "turn", "river"):
        refused = refusal(a_round("Ks Qs", "Jd 8d", BOARD, {"ante": "10.00", wager: "10.00"}, *CHECKED))
        assert (refused.code, refused.position) == ("wager_too_early", 1)
    assert wager_in_words("flop").startswith("after two cards")
    assert wager_in_words("turn").startswith("after the flop")
    assert wager_in_words("river").startswith("after the turn card")


# Ranking


@checks("rules THB ranking", "NJ THB 19:47-28.1 Rank", "NJ THB 19:47-28.1 Hand")
@pytest.mark.parametrize(
    ("cards", "dealer", "community", "higher", "lower"),
    [
        ("Ah 3c", "9h 3d", "Th Jh Qh Kh 2c", "royal flush", "straight flush, king high"),
        ("5h 9c", "Ac Ad", "Ah As 2h 3h 4h", "straight flush, five high", "four of a kind, aces"),
        ("2h 2s", "Ac Kd", "2c 2d As Ad Kh", "four of a kind, twos", "full house, aces over kings"),
        ("2d 3c", "Ah Jh", "2c 2h 3h Kh Qh", "full house, twos over threes", "flush, ace high"),
        ("3h 4h", "Ac Kd", "Th Jh 2h Qc 5c", "flush, jack high", "straight, ace high"),
        ("4c 5d", "As Ad", "Ah 2c 3d 9s Kc", "straight, five high", "three of a kind, aces"),
        ("2h 9c", "Ac Kc", "2c 2d Ah Kd 7s", "three of a kind, twos", "two pair, aces and kings"),
        ("2d 3h", "Ac Ad", "2c 3d 7h 9s Kc", "two pair, threes and twos", "pair of aces"),
        ("2d 3c", "Ah Qd", "2c 7d 9h Js Kc", "pair of twos", "ace high"),
        # within a kind
        ("6d 9c", "Ah Qd", "2c 3d 4h 5s Kc", "straight, six high", "straight, five high"),
        ("6h 9c", "Ah Qd", "2h 3h 4h 5h Kc", "straight flush, six high", "straight flush, five high"),
        ("Kh Kd", "Qh Qc", "Ks Qs 7d 4c 2h", "three of a kind, kings", "three of a kind, queens"),
        ("3d 3h", "2d 2h", "3c 2c As Ah 7s", "full house, threes over aces", "full house, twos over aces"),
    ],
)
def test_ranking_each_kind_beats_the_next(cards: str, dealer: str, community: str, higher: str, lower: str) -> None:
    assert hands_of(cards, dealer, community) == (higher, lower)
    assert flop_of(cards, dealer, community) == "win"
    assert hands_of(dealer, cards, community) == (lower, higher)
    assert flop_of(dealer, cards, community) == "lose"


@checks("rules THB ranking")
def test_ranking_as_printed() -> None:
    assert [row[0] for row in next(table.rows for table in page().tables if table.title.startswith("Hands"))] == [
        "royal flush",
        "straight flush",
        "four of a kind",
        "full house",
        "flush",
        "straight",
        "three of a kind",
        "two pair",
        "pair",
        "high card",
    ]


@checks("rules THB ranking", "NJ THB 19:47-28.1 Rank")
def test_ranking_no_straight_goes_round_the_corner() -> None:
    assert hands_of("Ah 6d", "2d 7c", "Qc Kd 2h 3s 9c") == ("ace high", "pair of twos")
    assert flop_of("Ah 6d", "2d 7c", "Qc Kd 2h 3s 9c") == "lose"


@checks("NJ THB 19:47-28.1 Hand", "rules THB ranking")
@pytest.mark.parametrize(
    ("cards", "dealer", "community", "outcome"),
    [
        ("2c 3c", "2d 4c", "Ah Kd Qc Js 9h", "push"),  # five of the board; the sixth and seventh do not count
        ("Th 3c", "8d 4c", "Ah Kd Qc Js 9h", "win"),  # a ten makes it a straight
        ("Ac 3c", "Ad 4c", "Ah Kd Qc 7s 5h", "push"),  # one card of each hand, three kickers of the board
        ("Ac 8c", "Ad 4c", "Ah Kd Qc 7s 5h", "win"),  # the third kicker decides
        ("3c 3d", "4c 6h", "Ah Ad Kc Ks Qh", "push"),  # a third pair is none
        ("3c 3d", "4c 6h", "Ah Ad Kc Ks 5h", "lose"),  # the kicker beside two pair: five against six
        ("2h 3h", "4s 5d", "Ah Kh Qh Jh 9h", "push"),  # a flush of the board
        ("Th 3h", "4s 5d", "Ah Kh Qh Jh 9h", "win"),
    ],
)
def test_28_1_hand_is_the_best_five_of_seven(cards: str, dealer: str, community: str, outcome: str) -> None:
    assert flop_of(cards, dealer, community) == outcome


@checks("NJ THB 19:47-28.1 Suit")
@pytest.mark.parametrize(("own", "other"), [(own, other) for own in "cdhs" for other in "cdhs" if own != other])
def test_28_1_no_suit_is_higher(own: str, other: str) -> None:
    settled = all_in(f"A{own} J{own}", f"A{other} J{other}", "Kc Qd 8h 5s 3c")
    assert set(rows(settled).values()) == {PUSHED}


# Against the dealer

FLUSH = ("5h 7h", "8c 9d", "2h 3h 4h Kc Qd")
"""The lowest flush; the dealer has king high."""


@checks("rules THB player higher")
def test_player_higher_pays_everything_1_to_1() -> None:
    settled = all_in(*FLUSH)
    assert rows(settled) == {"ante": WON, "flop": ("win", "20.00"), "turn": WON, "river": WON}
    assert set(clauses(settled).values()) == {"rules THB player higher"}
    assert net(settled) == "50.00"
    checked = a_round(*FLUSH, ANTE, *CHECKED)
    assert rows(checked) == {"ante": WON, "flop": ("win", "20.00")}
    assert net(checked) == "30.00"


@checks("rules THB player higher")
def test_player_higher_with_a_weak_hand_pushes_the_ante() -> None:
    settled = all_in("Ks Qs", "Jd 8d", BOARD)
    assert rows(settled) == {"ante": PUSHED, "flop": ("win", "20.00"), "turn": WON, "river": WON}
    assert set(clauses(settled).values()) == {"rules THB player higher"}
    assert net(settled) == "40.00"


@checks("rules THB dealer higher")
@pytest.mark.parametrize(
    ("cards", "dealer", "community"),
    [
        ("5c 4d", "Jd 8d", BOARD),  # king high: the dealer needs nothing to play
        ("8c 9d", "5h 7h", "2h 3h 4h Kc Qd"),
        ("Kh Kd", "Qc Qs", "Kc Qd Qh 7h 3c"),  # kings full under four queens
    ],
)
def test_dealer_higher_takes_everything(cards: str, dealer: str, community: str) -> None:
    settled = all_in(cards, dealer, community)
    assert rows(settled) == {"ante": LOST, "flop": LOST, "turn": LOST, "river": LOST}
    assert set(clauses(settled).values()) == {"rules THB dealer higher"}
    assert net(settled) == "-50.00"
    assert pitboss.settle(settled).as_json()["dealer"]["qualifies"] is None


@checks("rules THB dealer higher")
def test_dealer_higher_plays_with_the_lowest_hands() -> None:
    """Nine high is contested by nine high: it ties, loses to ten high, and is beaten for the flop wager alone."""
    nine, ten, board = "2c 3d", "3h Td", "9c 8d 7h 5s 4s"
    assert hands_of(nine, ten, board) == ("nine high", "ten high")
    assert rows(all_in(nine, ten, board)) == {"ante": LOST, "flop": LOST, "turn": LOST, "river": LOST}
    assert rows(all_in(ten, nine, board)) == {"ante": PUSHED, "flop": ("win", "20.00"), "turn": WON, "river": WON}
    assert set(rows(all_in(nine, "2h 3h", board)).values()) == {PUSHED}


@checks("rules THB tie", "NJ THB 19:47-28.1 Push")
@pytest.mark.parametrize(
    ("cards", "dealer", "community"),
    [
        ("Ac 4d", "Ad 4c", BOARD),
        ("2c 3h", "4s 5d", "Ah Kh Qh Jh 9h"),  # a flush, with which a win would pay the ante
    ],
)
def test_tie_pushes_everything(cards: str, dealer: str, community: str) -> None:
    settled = all_in(cards, dealer, community)
    assert rows(settled) == {"ante": PUSHED, "flop": PUSHED, "turn": PUSHED, "river": PUSHED}
    assert set(clauses(settled).values()) == {"rules THB tie"}
    assert net(settled) == "0.00"


@checks("rules THB player higher", "rules THB dealer higher", "rules THB tie", "rules THB fold")
def test_outcomes_as_printed() -> None:
    table = {row[0]: row[1:5] for row in printed("Against the dealer")}
    assert table["the player folds"] == ["loses", "-", "-", "-"]
    assert all(cell.endswith("1 to 1") for cell in table["the player's hand is higher"])
    weak = table["the player's hand is higher, but below what the ante needs to win"]
    assert weak[0] == "pushes"
    assert all(cell.endswith("1 to 1") for cell in weak[1:])
    assert table["the dealer's hand is higher"] == ["loses"] * 4
    assert table["the hands tie"] == ["pushes"] * 4


STRAIGHTS = [("Ah 5s", "8c 9d", "2c 3d 4h Kc Qd"), ("Ah Kc", "8c 9d", "Th Jc Qd 2h 5c")]  # the lowest, the highest
THREES = ("Ah Ad", "8c 9d", "As 3d 4h Kc Qd")
FULL_HOUSE = ("2c 2d", "8c 9d", "2h 3d 3h Kc Qd")


@checks("rules THB ante wins with", "rules THB player higher")
@pytest.mark.parametrize(
    ("hands", "flush_rule", "straight_rule"),
    [
        (FULL_HOUSE, "win", "win"),
        (FLUSH, "win", "win"),
        (STRAIGHTS[0], "push", "win"),
        (STRAIGHTS[1], "push", "win"),
        (THREES, "push", "push"),
    ],
)
def test_ante_wins_with_a_flush_or_with_a_straight(
    hands: tuple[str, str, str], flush_rule: str, straight_rule: str
) -> None:
    for options, expected in (
        ({}, flush_rule),
        ({"ante_wins_with": "flush"}, flush_rule),
        ({"ante_wins_with": "straight"}, straight_rule),
    ):
        settled = all_in(*hands, **options)
        assert rows(settled)["ante"] == (expected, "10.00" if expected == "win" else "0.00")
        assert rows(settled)["flop"] == ("win", "20.00")
        assert net(settled) == ("50.00" if expected == "win" else "40.00")


@checks("rules THB ante wins with")
def test_ante_wins_with_is_printed_and_knows_no_other_hand() -> None:
    for options, words in (({}, "a flush or better"), ({"ante_wins_with": "straight"}, "a straight or better")):
        said = [row for row in printed("Against the dealer", **options) if row[-1] == "rules THB ante wins with"]
        assert len(said) == 1
        assert words in said[0][0]
    refused = refusal(all_in(*FLUSH, ante_wins_with="pair"))
    assert (refused.code, refused.clause) == ("bad_option", "rules THB ante wins with")
    assert "flush, straight" in refused.message


# Folding


@checks("rules THB fold", "NJ THB 19:47-28.1 Fold")
@pytest.mark.parametrize("community", [BOARD, ""])
def test_fold_loses_the_ante_and_nothing_else(community: str) -> None:
    """With everyone folded the board need not be dealt (reading 41)."""
    settled = a_round("Ks Kh", "Jd 8d", community, ANTE, "fold")
    assert rows(settled) == {"ante": LOST}
    assert clauses(settled) == {"ante": "rules THB fold"}
    assert net(settled) == "-10.00"


@checks("rules THB bonus fold")
@pytest.mark.parametrize("dealer", ["Jd 8d", "Ac Ad"])
def test_bonus_fold_forfeits_the_bonus(dealer: str) -> None:
    for options in ({}, {"bonus_survives_fold": False}):
        settled = a_round("As Ah", dealer, BOARD, WITH_BONUS, "fold", **options)
        assert rows(settled) == {"ante": LOST, "bonus": LOST}
        assert clauses(settled) == {"ante": "rules THB fold", "bonus": "rules THB bonus fold"}
        assert net(settled) == "-15.00"


@checks("rules THB bonus fold")
@pytest.mark.parametrize(
    ("cards", "dealer", "bonus", "gained"),
    [
        ("As Ah", "Jd 8d", ("win", "150.00"), "140.00"),
        ("As Ah", "Ac Ad", ("win", "5000.00"), "4990.00"),
        ("Ts 4h", "Jd 8d", LOST, "-15.00"),
    ],
)
def test_bonus_fold_the_other_reading_settles_it(cards: str, dealer: str, bonus: tuple[str, str], gained: str) -> None:
    settled = a_round(cards, dealer, BOARD, WITH_BONUS, "fold", bonus_survives_fold=True)
    assert rows(settled) == {"ante": LOST, "bonus": bonus}
    assert net(settled) == gained


# Bonus


@checks("rules THB bonus", "rules THB bonus Both a pair of aces", "rules THB bonus Pair of aces")
@checks("rules THB bonus A-K suited", "rules THB bonus A-Q or A-J suited", "rules THB bonus A-K")
@checks("rules THB bonus Pair of kings, queens or jacks", "rules THB bonus A-Q or A-J")
@checks("rules THB bonus Pair of tens down to twos", "NJ THB 19:47-28.1 Bonus wager")
@pytest.mark.parametrize(
    ("cards", "dealer", "pays", "clause"),
    [
        ("As Ah", "Ac Ad", "5000.00", "rules THB bonus Both a pair of aces"),
        ("As Ah", "Ac Kd", "150.00", "rules THB bonus Pair of aces"),
        ("As Ah", "Jd Js", "150.00", "rules THB bonus Pair of aces"),
        ("As Ks", "Jd 8d", "125.00", "rules THB bonus A-K suited"),
        ("Kh Ah", "Jd 8d", "125.00", "rules THB bonus A-K suited"),
        ("As Qs", "Jd 8d", "100.00", "rules THB bonus A-Q or A-J suited"),
        ("Jc Ac", "Qc 8d", "100.00", "rules THB bonus A-Q or A-J suited"),
        ("As Kd", "Jd 8d", "75.00", "rules THB bonus A-K"),
        ("Kh Ac", "Jd 8d", "75.00", "rules THB bonus A-K"),
        ("Ks Kh", "Jd 8d", "50.00", "rules THB bonus Pair of kings, queens or jacks"),
        ("Qs Qh", "Jd 8d", "50.00", "rules THB bonus Pair of kings, queens or jacks"),
        ("Js Jh", "Kd 8d", "50.00", "rules THB bonus Pair of kings, queens or jacks"),
        ("Ks Kh", "Kd Jd", "50.00", "rules THB bonus Pair of kings, queens or jacks"),
        ("As Qh", "Jd 8d", "25.00", "rules THB bonus A-Q or A-J"),
        ("Js Ah", "Qc 8d", "25.00", "rules THB bonus A-Q or A-J"),
        *(
            (f"{rank}s {rank}d", "Jd 8h", "15.00", "rules THB bonus Pair of tens down to twos")
            for rank in ("T", "9", "8", "7", "6", "5", "4", "3", "2")
        ),
    ],
)
def test_bonus_pays_by_its_table(cards: str, dealer: str, pays: str, clause: str) -> None:
    """On the deal alone: the board, and who wins, do not matter."""
    for community in ("Kc Qd 9c 7h 3c", "Th 9h 6c 5h 4c"):
        settled = a_round(cards, dealer, community, WITH_BONUS, *CHECKED)
        assert rows(settled)["bonus"] == ("win", pays)
        assert clauses(settled)["bonus"] == clause
        with_bonus, without = rows(settled), rows(a_round(cards, dealer, community, ANTE, *CHECKED))
        assert {wager: with_bonus[wager] for wager in without} == without


@checks("rules THB bonus", "NJ THB 19:47-28.1 Bonus wager")
@pytest.mark.parametrize(
    "cards",
    [
        "As Ts",  # just below ace-jack suited
        "As Th",
        "Ks Qs",  # no ace
        "Kh Js",
        "As 2s",
        "3s 2s",
        "Kd 9h",  # pairs on the board only
    ],
)
@pytest.mark.parametrize("dealer", ["Jd 8d", "Ac Ad"])
def test_bonus_other_hands_lose_it(cards: str, dealer: str) -> None:
    settled = a_round(cards, dealer, "Kc Qd 9c 7h 3c", WITH_BONUS, "fold", bonus_survives_fold=True)
    assert rows(settled)["bonus"] == LOST
    assert net(settled) == "-15.00"


@checks("rules THB bonus", "rules THB bonus Both a pair of aces")
def test_bonus_dealers_cards_count_for_the_top_line_only() -> None:
    """A dealer's ace on the board is no pair of aces in hand; other pairs on both sides pay as one."""
    no_pair = a_round("As Ah", "Ac 8d", "Ad Qd 9c 7h 3c", WITH_BONUS, *CHECKED)
    assert rows(no_pair)["bonus"] == ("win", "150.00")
    kings = a_round("Ks Kh", "Kc Kd", "Ad Qd 9c 7h 3c", WITH_BONUS, *CHECKED)
    assert rows(kings)["bonus"] == ("win", "50.00")
    dealers_aces = a_round("Ks Kh", "Ac As", "Td Qd 9c 7h 3c", WITH_BONUS, *CHECKED)
    assert rows(dealers_aces)["bonus"] == ("win", "50.00")


@checks("rules THB bonus")
@pytest.mark.parametrize(
    ("dealer", "community", "flop", "gained"),
    [
        ("Jd 8d", "Kc Qd 9c 7h 3c", ("win", "20.00"), "70.00"),
        ("Ad Kh", "Kc Qd 9c 7h 3c", LOST, "20.00"),
        ("Jc Jh", "Kc Kd Ks Kh Ac", PUSHED, "50.00"),
    ],
)
def test_bonus_is_settled_whether_the_hand_wins_or_not(
    dealer: str, community: str, flop: tuple[str, str], gained: str
) -> None:
    settled = a_round("Js Jd" if "Jd" not in dealer else "Js Jh", dealer, community, WITH_BONUS, *CHECKED)
    assert rows(settled)["bonus"] == ("win", "50.00")
    assert rows(settled)["flop"] == flop
    assert net(settled) == gained


@checks("rules THB bonus")
def test_bonus_table_as_printed() -> None:
    assert [row[1] for row in printed("What the bonus pays")] == [
        "1000 to 1",
        "30 to 1",
        "25 to 1",
        "20 to 1",
        "15 to 1",
        "10 to 1",
        "5 to 1",
        "3 to 1",
    ]


@checks("rules THB bonus")
@pytest.mark.parametrize(
    "odds", [[1001, 30, 25, 20, 15, 10, 5, 3], [999, 30, 25, 20, 15, 10, 5, 3], [1000, 30, 25, 20, 15, 10, 5, 4]]
)
def test_bonus_table_is_fixed(odds: list[int]) -> None:
    refused = refusal(a_round("Ks Kh", "Jd 8d", BOARD, WITH_BONUS, *CHECKED, bonus=odds))
    assert (refused.code, refused.clause, refused.position) == ("pay_table_fixed", "rules THB bonus", None)
    assert is_a_sentence(refused.message)


# Several players, and hands that became void


@checks("NJ THB 19:47-28.1 Community card", "rules THB deal")
def test_one_board_serves_every_position() -> None:
    round_: dict[str, Any] = {
        "game": "texas-holdem-bonus",
        "dealer": "Jd 8d",
        "community": "Kc Qd 9h 7h 3h",
        "positions": [
            {"position": 1, "cards": "Ah 2h", "wagers": dict(ANTE), "actions": list(ALL_IN)},  # a flush
            {"position": 2, "cards": "Ks 4s", "wagers": dict(ANTE), "actions": list(CHECKED)},  # a pair
            {"position": 4, "cards": "5c 4d", "wagers": dict(WITH_BONUS), "actions": ["fold"]},
            {"position": 6, "cards": "Ts 6c", "wagers": dict(ANTE), "actions": [FLOP, TURN, "check"]},  # king high
        ],
    }
    assert [net(round_, position) for position in (1, 2, 4, 6)] == ["50.00", "20.00", "-15.00", "-40.00"]
    round_["options"] = {"void_reverses_settled": False}  # else a wrong number voids all hands
    round_["positions"][0] |= {"cards": "Ah 2h 6h", "void": True}
    del round_["positions"][2]  # what a fold lost would go back, too
    assert set(rows(round_, 1).values()) == {("void", "0.00")}
    assert [net(round_, position) for position in (1, 2, 6)] == ["0.00", "20.00", "-40.00"]
