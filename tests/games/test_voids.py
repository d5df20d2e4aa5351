"""Which wagers of a round can be void together: issue item A10."""

from typing import Any

import pytest

import pitboss
from pitboss.refusal import Refusal
from tests.support import checks

STANDS: dict[str, Any] = {"void_reverses_settled": False}

HIGH_CARD_FLUSH: dict[str, Any] = {
    "game": "high-card-flush",
    "dealer": "9d 3d 2d Kc Qh 4s 5s",
    "positions": [
        {
            "position": 1,
            "cards": "Ah Kh 9h 4h 2h 3c Jd",
            "wagers": {"ante": "10.00", "flush_bonus": "5.00"},
            "actions": [{"raise": "20.00"}],
        },
        {"position": 2, "cards": "As Ks 9s 4d 2s 3h Jc", "wagers": {"ante": "10.00"}, "actions": ["fold"]},
    ],
}
THREE_CARD_POKER: dict[str, Any] = {
    "game": "three-card-poker",
    "dealer": "Qs 9h 2c",
    "positions": [
        {
            "position": 1,
            "cards": "As Ah Kd",
            "wagers": {"ante": "10.00", "pair_plus": "5.00"},
            "actions": [{"play": "10.00"}],
        },
        {"position": 2, "cards": "Ks Kh 2d", "wagers": {"ante": "10.00"}, "actions": [{"play": "10.00"}]},
    ],
}
WHAT_THE_FLUSH: dict[str, Any] = {
    "game": "what-the-flush",
    "dealer": "9d 3d 4c Kc Qh 4s 5s 6s",
    "positions": [
        {
            "position": 1,
            "cards": "Ah Kh 9h 4h 6h 3c Jd",
            "wagers": {"ante": "10.00", "flush_rush": "5.00", "super_flush_rush": "5.00"},
            "actions": [{"play": "10.00"}],
        },
        {
            "position": 2,
            "cards": "As Ks 9s 4d 7s 3h Jc",
            "wagers": {"ante": "10.00", "flush_rush": "5.00"},
            "actions": ["fold"],
        },
    ],
}


def settled(
    round_: dict[str, Any], *positions: Any, void: list[str] | None = None, **options: Any
) -> dict[int, dict[str, str]]:
    """The outcome of each wager, with `void` marks on the positions in order, and on the round."""
    marks = dict(enumerate(positions))
    marked = [each | ({"void": marks[n]} if marks.get(n) else {}) for n, each in enumerate(round_["positions"])]
    data = round_ | {"positions": marked, "options": options} | ({"void": void} if void else {})
    return {each.position: {row.wager: row.outcome for row in each.wagers} for each in pitboss.settle(data).positions}


def refused(round_: dict[str, Any], *positions: Any, void: list[str] | None = None, **options: Any) -> Refusal:
    with pytest.raises(Refusal) as caught:
        settled(round_, *positions, void=void, **options)
    return caught.value


@checks("NJ HCF 13:69F-38.13(c)", "MA HCF 13(c)")
@pytest.mark.parametrize(("text", "clause"), [("nj", "NJ HCF 13:69F-38.13(c)"), ("ma", "MA HCF 13(c)")])
def test_one_high_card_flush_hand_is_not_void_next_to_a_settled_one(text: str, clause: str) -> None:
    """Issue item A10."""
    refusal = refused(HIGH_CARD_FLUSH | {"jurisdiction": text}, True)
    assert (refusal.code, refusal.clause, refusal.position) == ("void_not_possible", clause, 1)
    assert refused(HIGH_CARD_FLUSH, False, True).position == 2
    both = settled(HIGH_CARD_FLUSH, True, True)
    assert {outcome for rows in both.values() for outcome in rows.values()} == {"void"}


def test_where_settled_wagers_stand_a_hand_or_a_wager_is_void_next_to_them() -> None:
    """Issue item A10 under the option of item A1."""
    stays = HIGH_CARD_FLUSH["positions"][1] | {"actions": [{"raise": "10.00"}]}
    round_ = HIGH_CARD_FLUSH | {"positions": [HIGH_CARD_FLUSH["positions"][0], stays]}
    one = settled(round_, True, **STANDS)
    assert one == {1: {"ante": "void", "flush_bonus": "void", "raise": "void"}, 2: {"ante": "win", "raise": "win"}}
    part = settled(HIGH_CARD_FLUSH, ["flush_bonus"], ["ante"], **STANDS)
    assert part == {1: {"ante": "win", "raise": "win", "flush_bonus": "void"}, 2: {"ante": "void"}}


@checks("NJ HCF 13:69F-38.13(c)", "NJ HCF 13:69F-38.10(e)")
def test_where_settled_wagers_stand_void_ones_are_those_that_come_after_them() -> None:
    """Issue item A10: hands are settled from the dealer's right, and a fold's ante goes back with all hands."""
    stays = HIGH_CARD_FLUSH["positions"][1] | {"actions": [{"raise": "10.00"}]}
    round_ = HIGH_CARD_FLUSH | {"positions": [HIGH_CARD_FLUSH["positions"][0], stays]}
    for marks in ((False, True), (["flush_bonus"], ["ante"]), (["ante"], True)):
        refusal = refused(round_, *marks, **STANDS)
        assert (refusal.code, refusal.clause) == ("void_not_possible", "NJ HCF 13:69F-38.13(c)")
    assert refused(HIGH_CARD_FLUSH, True, **STANDS).code == "void_not_possible"
    assert refused(HIGH_CARD_FLUSH, ["flush_bonus"], **STANDS).code == "void_not_possible"


@checks("NJ TCP 19:47-20.12(c)")
def test_a_three_card_poker_ante_is_not_void_while_the_pair_plus_is_settled() -> None:
    """Issue item A10."""
    alone = THREE_CARD_POKER | {"positions": THREE_CARD_POKER["positions"][:1]}
    for marks in ({"void": ["ante", "play"]}, {"void": ["ante"]}, {"void": ["pair_plus"]}):
        refusal = refused(THREE_CARD_POKER, **marks)
        assert (refusal.code, refusal.clause, refusal.position) == ("void_not_possible", "NJ TCP 19:47-20.12(c)", None)
        outcomes = settled(alone, **marks, **STANDS)[1]
        assert sorted(name for name, outcome in outcomes.items() if outcome == "void") == sorted(
            {"ante": ["ante", "play"], "pair_plus": ["pair_plus"]}[marks["void"][0]]
        )
    refusal = refused(THREE_CARD_POKER, ["ante", "play"], True)
    assert (refusal.code, refusal.clause, refusal.position) == ("void_not_possible", "NJ TCP 19:47-20.12(c)", 1)
    assert refused(THREE_CARD_POKER, ["ante", "play"], True, **STANDS).code == "void_not_possible"
    part = settled(THREE_CARD_POKER, ["ante", "play"], **STANDS)
    assert part[1] == {"ante": "void", "play": "void", "pair_plus": "win"}
    everything = settled(THREE_CARD_POKER, void=["ante", "play", "pair_plus"])
    assert {outcome for rows in everything.values() for outcome in rows.values()} == {"void"}


def test_wagers_that_cover_a_whole_round_are_all_its_hands() -> None:
    """Nobody has placed the pair plus: void ante and play are all hands void."""
    alone = THREE_CARD_POKER | {"positions": THREE_CARD_POKER["positions"][1:]}
    assert settled(alone, void=["ante", "play"]) == {2: {"ante": "void", "play": "void"}}
    assert settled(alone, ["ante", "play"]) == {2: {"ante": "void", "play": "void"}}


@checks("NJ WTF 13:69F-38.12(a)", "NJ WTF 13:69F-38.12(d)")
def test_38_12_a_voids_ante_and_play_and_no_flush_rush() -> None:
    """Issue item A10."""
    for void in (["flush_rush"], ["ante", "play", "flush_rush"], ["play"], ["super_flush_rush"]):
        refusal = refused(WHAT_THE_FLUSH, void=void)
        assert (refusal.code, refusal.clause) == ("void_not_possible", "NJ WTF 13:69F-38.12(a)")
        round_ = WHAT_THE_FLUSH | {"void": void, "options": STANDS}
        rows = pitboss.settle(round_).positions[0].wagers
        assert {row.clause for row in rows if row.outcome == "void"} == {"NJ WTF 13:69F-38.12(d)"}
    contest = settled(WHAT_THE_FLUSH, void=["ante", "play"])
    assert contest[1] == {"ante": "void", "play": "void", "flush_rush": "win", "super_flush_rush": "lose"}
    hand = settled(WHAT_THE_FLUSH, False, True)
    assert hand[2] == {"ante": "void", "flush_rush": "void"} and hand[1]["ante"] != "void"
    refusal = refused(WHAT_THE_FLUSH, ["flush_rush"])
    assert (refusal.code, refusal.clause, refusal.position) == ("void_not_possible", "NJ WTF 13:69F-38.12(d)", 1)
    both = settled(WHAT_THE_FLUSH, False, True, void=["ante", "play"])
    assert both[2] == {"ante": "void", "flush_rush": "void"}


@pytest.mark.parametrize("wager", ["raise", "progressive", "ghost", "ante_bonus"])
def test_only_wagers_of_the_position_can_be_void_there(wager: str) -> None:
    refusal = refused(HIGH_CARD_FLUSH, False, [wager], **STANDS)
    assert (refusal.code, refusal.position) == ("void_not_placed", 2)


def test_an_ante_bonus_is_void_with_its_ante_or_alone() -> None:
    trips = {"position": 1, "cards": "2s 2h 2d", "wagers": {"ante": "10.00"}, "actions": [{"play": "10.00"}]}
    lost = {"game": "three-card-poker", "dealer": "3s 3h 3d", "positions": [trips]}
    assert settled(lost)[1] == {"ante": "lose", "play": "lose", "ante_bonus": "win"}
    assert settled(lost, ["ante_bonus"], **STANDS)[1] == {"ante": "lose", "play": "lose"}
    assert settled(lost, ["ante", "ante_bonus"], **STANDS)[1] == {"ante": "void", "play": "lose"}
    paid_first = {"ante": "void", "play": "lose", "ante_bonus": "win"}
    assert settled(lost, ["ante"], **STANDS)[1] == paid_first
    assert settled(lost, ["ante", "play"])[1] == {"ante": "void", "play": "void"}


def test_a_forfeit_position_may_have_its_wagers_back_where_settled_ones_stand() -> None:
    round_ = HIGH_CARD_FLUSH | {"options": STANDS}
    first, second = round_["positions"]
    second = {**second, "actions": [], "forfeit": True, "void": ["ante"]}
    rows = pitboss.settle(round_ | {"positions": [first, second]}).positions[1].wagers
    assert [(row.wager, row.outcome) for row in rows] == [("ante", "void")]
    with pytest.raises(Refusal) as caught:
        pitboss.settle(round_ | {"positions": [first, {**second, "void": True}]})
    assert caught.value.code == "void_and_forfeit"
