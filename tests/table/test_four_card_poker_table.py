"""Four Card Poker at the table, clause by clause: 19:47-27.2, 27.4 to 27.10 and 27.12."""

from typing import Any

import pytest

from pitboss.table.showdown import events as e
from pitboss.table.showdown.state import reconstruct
from pitboss.table.state import finished_round
from pitboss.table.views import seen, view
from tests.support import checks
from tests.table.alike import cards, irregularities, rounds, wagers
from tests.table.alike.text import AUTOMATED, HAND, MANUAL, Text, clauses_of, settings, setup_refused
from tests.table.floor import Floor, hands_of, stacked, trail


def to(dealing: str, positions: tuple[int, ...]) -> list[str]:
    """Who gets which card. One at a time, the dealer's sixth right after the fifth; or stacks of five.

    The shoe's last stack lies beside the dealer's hand: its bottom card, the first out, is the dealer's sixth and the
    other four are racked.
    """
    places = [*(str(position) for position in positions), "dealer"]
    if dealing in (MANUAL, HAND):
        return [*places * 5, "dealer"]
    return [*(place for place in places for _ in range(5)), "dealer", *["rack"] * 4]


def cite(paragraph: str) -> str:
    return f"NJ FCP 19:47-27.{paragraph}"


TEXT = Text("four-card-poker", cite, (("play", "10.00"),), to, 5, 6, "aces_up")

METHODS: list[dict[str, Any]] = [
    {"dealing": MANUAL},
    {"dealing": HAND, "shuffler": "device"},
    {"dealing": AUTOMATED},
]

by_every_method = pytest.mark.parametrize("setup", METHODS, ids=lambda setup: str(setup["dealing"]))


def test_the_methods_are_all_there_are() -> None:
    assert [setup["dealing"] for setup in settings(TEXT.game)] == [setup["dealing"] for setup in METHODS]


# 27.1 and 27.2


@checks("NJ FCP 19:47-27.1 Round of play")
def test_27_1_a_round_is_one_cycle_of_play() -> None:
    rounds.one_round_after_another(TEXT)


@checks("NJ FCP 19:47-27.1 Stub")
@by_every_method
def test_27_1_the_stub_is_what_is_left_of_the_deck(setup: dict[str, Any]) -> None:
    rounds.stub_is_the_rest_of_the_deck(TEXT, **setup)


@checks("NJ FCP 19:47-27.2(a)")
def test_27_2_a_one_deck_and_one_cover_card() -> None:
    cards.one_deck_of_52_cards_and_cover_cards(TEXT, cover_cards=1)


@checks("NJ FCP 19:47-27.2(b)", "NJ FCP 19:47-27.2(b)1")
def test_27_2_b_a_second_deck_needs_a_shuffling_device() -> None:
    cards.a_second_deck_needs_a_device(TEXT)


@checks("NJ FCP 19:47-27.2(b)")
def test_27_2_b_one_deck_where_the_device_is_gone() -> None:
    cards.one_of_two_decks_leaves_with_the_device(TEXT)


@checks("NJ FCP 19:47-27.2(b)2")
def test_27_2_b_2_the_backs_differ() -> None:
    cards.two_decks_have_different_backs(TEXT)


@checks("NJ FCP 19:47-27.2(b)3")
def test_27_2_b_3_one_deck_is_shuffled_while_the_other_plays() -> None:
    cards.one_deck_is_shuffled_while_the_other_plays(TEXT)


@checks("NJ FCP 19:47-27.2(b)4")
def test_27_2_b_4_the_decks_alternate_round_by_round() -> None:
    cards.two_decks_alternate(TEXT)


@checks("NJ FCP 19:47-27.2(b)5")
def test_27_2_b_5_only_one_deck_is_in_the_rack() -> None:
    cards.only_one_deck_is_in_the_rack(TEXT)


# 27.4


@checks("NJ FCP 19:47-27.4(a)", "NJ FCP 19:47-27.4(b)", "NJ FCP 19:47-27.4(c)", "NJ FCP 19:47-27.5(a)")
def test_27_4_the_table_opens_step_by_step() -> None:
    cards.opens_in_order(TEXT)


@checks("NJ FCP 19:47-27.4(b)", "NJ FCP 19:47-27.4(c)")
def test_27_4_b_c_cards_are_spread_looked_over_and_washed() -> None:
    cards.cards_are_spread_for_the_first_player(TEXT)


@checks("NJ FCP 19:47-27.4(d)")
def test_27_4_d_each_of_two_decks_is_opened_by_itself() -> None:
    cards.each_deck_is_opened_by_itself(TEXT)


@checks("NJ FCP 19:47-27.4(a)", "NJ FCP 19:47-27.5(a)", "NJ FCP 19:47-27.5(b)2")
def test_27_4_a_pre_shuffled_cards_are_only_cut() -> None:
    cards.pre_shuffled_cards_are_cut_only(TEXT)


# 27.5


@checks("NJ FCP 19:47-27.5(a)")
def test_27_5_a_shuffled_before_play_and_after_every_round() -> None:
    cards.shuffled_before_play_and_after_every_round(TEXT)
    cards.no_order_is_given_at_a_live_table(TEXT)


@checks("NJ FCP 19:47-27.5(a)", "NJ FCP 19:47-27.5(b)", "NJ FCP 19:47-27.5(b)1")
def test_27_5_b_1_no_cut_after_a_device() -> None:
    cards.a_device_may_load_the_shoe(TEXT)


@checks("NJ FCP 19:47-27.5(b)", "NJ FCP 19:47-27.5(b)2", "NJ FCP 19:47-27.5(c)", "NJ FCP 19:47-27.5(c)2")
def test_27_5_b_2_a_cut_after_every_shuffle_by_hand() -> None:
    cards.cut_after_every_shuffle_by_hand(TEXT)


@checks("NJ FCP 19:47-27.5(c)1", "NJ FCP 19:47-27.5(c)1ii", "NJ FCP 19:47-27.5(c)1iii")
def test_27_5_c_1_at_least_ten_cards_go_below_the_rest() -> None:
    cards.cut_at_least_ten_cards(TEXT)


@checks("NJ FCP 19:47-27.5(c)1i", "NJ FCP 19:47-27.5(c)1iv", "NJ FCP 19:47-27.2(a)")
def test_27_5_c_1_the_cover_card_at_the_cut() -> None:
    cards.the_cover_card_lies_under_the_cut(TEXT)


@checks("NJ FCP 19:47-27.5(d)")
def test_27_5_d_the_supervisor_orders_a_recut() -> None:
    cards.recut_by_the_supervisor(TEXT)


@checks("NJ FCP 19:47-27.5(d)")
def test_27_5_d_no_recut_where_nothing_is_cut() -> None:
    cards.no_recut_where_nothing_is_cut(TEXT)


@checks("NJ FCP 19:47-27.5(e)")
def test_27_5_e_cards_are_spread_at_an_idle_table() -> None:
    cards.spread_at_an_idle_table(TEXT)


@checks("NJ FCP 19:47-27.5(e)")
def test_27_5_e_spread_when_the_last_player_leaves_between_rounds() -> None:
    cards.spread_when_the_last_player_leaves_between_rounds(TEXT)


# 27.6


@checks("NJ FCP 19:47-27.6(a)1")
def test_27_6_a_1_antes_within_the_posted_limits() -> None:
    wagers.posted_limits(TEXT, "ante", cite("6(a)1"))


@checks("NJ FCP 19:47-27.6(a)2")
def test_27_6_a_2_aces_up_wagers_within_the_posted_limits() -> None:
    wagers.posted_limits(TEXT, "aces_up", cite("6(a)2"))


@checks("NJ FCP 19:47-27.6(b)")
def test_27_6_b_chips_and_plaques_only() -> None:
    wagers.chips_and_plaques_only(TEXT)
    wagers.only_wagers_that_are_offered(TEXT)
    wagers.nobody_bets_more_than_the_chips_held(TEXT)
    wagers.the_later_wager_is_made_of_chips(TEXT)


@checks("NJ FCP 19:47-27.6(b)")
def test_27_6_b_a_match_play_coupon_beside_an_ante() -> None:
    wagers.a_coupon_rides_on_the_ante(TEXT)


@pytest.mark.parametrize(
    ("player", "chips", "coupon"),
    [
        ("Ah Ad 2c 5c 8d", 2000, 1000),
        ("Kh Ks 9c 5d 2d", 2000, 1000),
        ("Qh Qs 9c 5d 2d", -2000, 0),
        ("7c 7d 7s Ah 2h", 4000, 3000),
        ("2c 2d 2h Ah 3d", 4000, 3000),
    ],
    ids=["wins", "ties", "loses", "ante bonus", "low three of a kind"],
)
def test_reading_29_a_coupon_wins_like_chips(player: str, chips: int, coupon: int) -> None:
    """Reading 45: the ante bonus too. Nothing pushes here, so the coupon is always collected."""
    order = stacked(to(MANUAL, (1,)), {"1": player, "dealer": "Kc Kd 9s 5h 3c 2s"})
    wagers.coupon_outcomes(TEXT, order, chips, coupon, "collected")


def test_reading_29_a_coupon_is_lost_by_a_fold() -> None:
    order = stacked(to(MANUAL, (1,)), {"1": "Ah Ad 2c 5c 8d", "dealer": "Kc Kd 9s 5h 3c 2s"})
    wagers.coupon_outcomes(TEXT, order, -1000, 0, "collected", fold=True)


@checks("NJ FCP 19:47-27.6(c)")
def test_27_6_c_only_seated_players_bet_and_they_stay() -> None:
    wagers.only_seated_players_bet(TEXT)
    wagers.nobody_leaves_after_a_fold(TEXT)


@checks("NJ FCP 19:47-27.6(d)")
def test_27_6_d_no_wager_changes_after_no_more_bets() -> None:
    wagers.no_wager_after_the_close(TEXT)


@checks("NJ FCP 19:47-27.6(e)")
def test_27_6_e_two_positions_side_by_side() -> None:
    wagers.two_positions_side_by_side(TEXT)


def test_reading_28_six_positions() -> None:
    wagers.six_positions(TEXT)


def test_roles() -> None:
    rounds.every_command_belongs_to_a_role(TEXT)


# 27.7 to 27.9


@checks("NJ FCP 19:47-27.7(a)")
def test_27_7_a_the_deck_goes_into_the_shoe() -> None:
    rounds.loaded_after_shuffle_and_cut(TEXT, cite("7(a)"), dealing=MANUAL)
    rounds.loaded_after_shuffle_and_cut(TEXT, cite("7(a)"), dealing=MANUAL, shuffler="device")


@checks("NJ FCP 19:47-27.7(b)")
def test_27_7_b_no_more_bets_before_any_card() -> None:
    rounds.nothing_is_dealt_before_no_more_bets(TEXT, cite("7(b)"), dealing=MANUAL)


@checks("NJ FCP 19:47-27.7(c)")
def test_27_7_c_one_card_at_a_time_and_the_dealers_sixth_face_up() -> None:
    rounds.dealt_as_the_text_says(TEXT, MANUAL, face_up=(-1,))
    rounds.only_those_with_a_wager_get_cards(TEXT, MANUAL, lone_bonus=True)


@checks("NJ FCP 19:47-27.7(c)", "NJ FCP 19:47-27.8(c)", "NJ FCP 19:47-27.9(c)")
@by_every_method
def test_27_7_c_only_the_sixth_card_of_the_dealer_shows(setup: dict[str, Any]) -> None:
    """Five face down, the sixth face up for everybody; the round keeps the order in which they were dealt."""
    floor = TEXT.betting(1, 2, **setup)
    order = " ".join(floor.state.stock)
    floor.run("decide")
    dealer = hands_of(to(setup["dealing"], (1, 2)), order)["dealer"]
    assert floor.state.dealer == dealer and floor.state.shown == (dealer[5],)
    for role in ("player", "dealer", "floorperson", "supervisor"):
        assert view(floor.house, floor.state, role, "p1")["dealer"] == ["??"] * 5 + [dealer[5]]
    TEXT.decisions(floor)
    assert finished_round(floor.state)["dealer"] == " ".join(dealer)


@checks("NJ FCP 19:47-27.7(d)")
def test_27_7_d_the_stub_is_racked_unseen() -> None:
    rounds.stub_racked_unseen(TEXT, cite("7(d)"), dealing=MANUAL)


@checks("NJ FCP 19:47-27.7(e)", "NJ FCP 19:47-27.7(e)1")
def test_27_7_e_the_stub_is_counted_every_five_rounds() -> None:
    rounds.counted_every_fifth_round(TEXT, cite("7(e)"), dealing=MANUAL)
    rounds.count_still_due_after_a_void_round(TEXT, dealing=MANUAL)


@checks("NJ FCP 19:47-27.7(e)2")
@by_every_method
def test_27_7_e_2_a_wrong_count(setup: dict[str, Any]) -> None:
    rounds.counts_that_are_wrong(TEXT, cite("7(e)2"), **setup)
    rounds.counted_anew_with_a_new_deck(TEXT, **setup)


@checks("NJ FCP 19:47-27.7(f)")
@by_every_method
def test_27_7_f_a_device_that_counts(setup: dict[str, Any]) -> None:
    rounds.no_count_with_a_counting_device(TEXT, cite("7(f)"), **setup)
    rounds.a_counting_device_that_counts_wrong(TEXT, cite("7(f)"), **setup)


@checks("NJ FCP 19:47-27.7(f)")
def test_27_7_f_a_device_that_counts_two_decks() -> None:
    rounds.a_counting_device_with_two_decks(TEXT, cite("7(f)"))


@checks("NJ FCP 19:47-27.8(a)", "NJ FCP 19:47-27.8(b)", "NJ FCP 19:47-27.8(b)1")
def test_27_8_a_b_1_from_the_hand_only_with_a_shuffling_device() -> None:
    refusal = setup_refused(TEXT.game, dealing=HAND)
    assert (refusal.code, refusal.clause) == ("shuffler_needed", cite("8(b)1"))
    for shuffler in ("device", "counting_device"):
        TEXT.round(TEXT.floor(1, dealing=HAND, shuffler=shuffler))


@checks("NJ FCP 19:47-27.8(b)2")
def test_27_8_b_2_the_deck_goes_into_the_hand_after_the_shuffle() -> None:
    rounds.loaded_after_shuffle_and_cut(TEXT, cite("8(b)2"), dealing=HAND, shuffler="device")


@checks("NJ FCP 19:47-27.8(b)3")
def test_27_8_b_3_no_more_bets_before_any_card() -> None:
    rounds.nothing_is_dealt_before_no_more_bets(TEXT, cite("8(b)3"), dealing=HAND, shuffler="device")


@checks("NJ FCP 19:47-27.8(c)", "NJ FCP 19:47-27.8(b)3")
def test_27_8_c_the_top_card_one_at_a_time_from_the_left() -> None:
    rounds.dealt_as_the_text_says(TEXT, HAND, face_up=(-1,), shuffler="device")
    rounds.only_those_with_a_wager_get_cards(TEXT, HAND, lone_bonus=True, shuffler="device")


@checks("NJ FCP 19:47-27.8(d)")
def test_27_8_d_the_stub_is_racked_unseen() -> None:
    rounds.stub_racked_unseen(TEXT, cite("8(d)"), dealing=HAND, shuffler="device")


@checks("NJ FCP 19:47-27.8(e)", "NJ FCP 19:47-27.7(e)1")
def test_27_8_e_the_stub_is_counted_every_five_rounds() -> None:
    rounds.counted_every_fifth_round(TEXT, cite("8(e)"), dealing=HAND, shuffler="device")


@checks("NJ FCP 19:47-27.9(a)", "NJ FCP 19:47-27.9(b)", "NJ FCP 19:47-27.9(b)1")
def test_27_9_b_1_the_deck_goes_into_the_automated_shoe() -> None:
    rounds.loaded_after_shuffle_and_cut(TEXT, cite("9(b)1"), dealing=AUTOMATED)
    rounds.loaded_after_shuffle_and_cut(TEXT, cite("9(b)1"), dealing=AUTOMATED, shuffler="device")


@checks("NJ FCP 19:47-27.9(b)", "NJ FCP 19:47-27.9(b)2")
def test_27_9_b_2_no_more_bets_before_any_stack() -> None:
    rounds.nothing_is_dealt_before_no_more_bets(TEXT, cite("9(b)2"), dealing=AUTOMATED)


@checks("NJ FCP 19:47-27.9(a)", "NJ FCP 19:47-27.9(c)")
def test_27_9_c_stacks_of_five_from_the_left_and_one_more() -> None:
    rounds.dealt_as_the_text_says(TEXT, AUTOMATED, face_up=(-5,))
    rounds.only_those_with_a_wager_get_cards(TEXT, AUTOMATED, lone_bonus=True)


@checks("NJ FCP 19:47-27.9(c)")
def test_27_9_c_the_bottom_card_of_the_last_stack_is_turned_and_four_are_racked_unseen() -> None:
    floor = TEXT.betting(1, 2, dealing=AUTOMATED)
    order = floor.state.stock
    floor.run("deal")
    for number, place in enumerate(("1", "2", "dealer")):
        floor.do("deal")
        held = floor.state.dealer if place == "dealer" else floor.state.hands[int(place)]
        assert held == order[5 * number : 5 * number + 5], "a stack at a time"
    assert not floor.state.shown
    before = floor.state
    (event,) = floor.do("deal")
    assert floor.state.dealer == order[10:16] and floor.state.shown == (order[15],)
    assert floor.state.rack == order[16:20]
    for role in ("player", "dealer", "floorperson", "supervisor"):
        told = seen(floor.house, before, event, role, "p1")
        assert told is not None
        assert [card for _, card, _ in told["cards"]] == [order[15], "??", "??", "??", "??"]
    assert floor.next == "rack_stub" and floor.state.stock == order[20:]
    TEXT.decisions(floor)
    assert reconstruct(floor.state.rack, floor.state.pickups)["burnt"] == order[16:20]


@checks("NJ FCP 19:47-27.9(d)")
def test_27_9_d_the_stub_is_racked_unseen() -> None:
    rounds.stub_racked_unseen(TEXT, cite("9(d)"), dealing=AUTOMATED)


@checks("NJ FCP 19:47-27.9(e)", "NJ FCP 19:47-27.7(e)1")
def test_27_9_e_the_stub_is_counted_every_five_rounds() -> None:
    rounds.counted_every_fifth_round(TEXT, cite("9(e)"), dealing=AUTOMATED)


# 27.10


@checks("NJ FCP 19:47-27.10(a)")
@by_every_method
def test_27_10_a_everybody_answers_for_their_own_hand(setup: dict[str, Any]) -> None:
    rounds.players_see_only_their_own_cards(TEXT, cite("10(a)"), **setup)


@checks("NJ FCP 19:47-27.10(b)")
@pytest.mark.parametrize("amount", ["10.00", "10.50", "20.00", "29.50", "30.00"])
def test_27_10_b_play_one_to_three_times_the_ante(amount: str) -> None:
    floor = TEXT.betting(2, 4)
    floor.run("decide")
    for wrong, code in (("9.50", "play_under_minimum"), ("30.50", "play_over_limit")):
        refusal = floor.refused("decide", who="p2", position=2, action="play", amount=wrong)
        assert (refusal.code, refusal.clause) == (code, cite("6(a)1"))
    assert floor.refused("decide", who="p4", position=4, action="fold").code == "not_next"
    floor.decide(2, "play", amount)
    assert floor.task.position == 4
    assert floor.refused("decide", who="p2", position=2, action="fold").code == "not_next"
    floor.decide(4, "fold")
    floor.finish()


@checks("NJ FCP 19:47-27.10(c)", "NJ FCP 19:47-27.10(b)")
@by_every_method
def test_27_10_c_forfeited_antes_go_and_hands_without_aces_up(setup: dict[str, Any]) -> None:
    floor = TEXT.floor(1, 2, 4, 5, **setup)
    floor.get_ready()
    for position in (1, 2, 4):
        aces_up = {"aces_up": "5.00"} if position == 2 else {}
        floor.bet(f"p{position}", position, ante="10.00", **aces_up)
    floor.bet("p5", 5, aces_up="5.00")
    floor.run("decide")
    for position in (1, 2):
        floor.decide(position, "fold")
    floor.decide(4, "play", "10.00")
    hands = floor.state.hands
    assert floor.next == "collect_forfeits" and floor.task.clause == cite("10(c)")
    assert floor.refused("reveal_dealer").code == "not_next"
    events = floor.once()
    assert trail(events) == ["forfeit 1", "forfeit 2"]
    assert sorted(floor.state.hands) == [2, 4, 5], "an aces up wager keeps its hand on the table"
    assert floor.state.rack[-5:] == hands[1]
    assert floor.state.bets[2].layout == {"aces_up": 500}
    assert floor.session.balances["tray"] == floor.house.inventory - 4 * 1_000_000 + 2000
    floor.finish()


HANDS = {
    "1": "7c 7d 7s Ah 2h",  # wins everything, and the ante bonus
    "2": "8c 6d 4s 3d Tc",  # folds
    "3": "Ac Ad 8s 6h Td",  # folds, and wins the aces up
    "4": "Qc Qd Js 7h 4c",  # loses everything
    "5": "Jc 9h 8h 6c 4d",  # loses a lone aces up
    "6": "Kh Ks 9c 5d 2d",  # ties, which wins; loses the aces up
    "dealer": "Kc Kd 9s 5h 3c 2s",
}

AT = (1, 2, 3, 4, 5, 6)


def at_the_settlement(settling: str, **setup: Any) -> Floor:
    """Everybody of HANDS has decided and the forfeits are collected."""
    dealing = setup.get("dealing", MANUAL)
    floor = TEXT.floor(*AT, settling=settling, **setup)
    floor.get_ready(stacked(to(dealing, AT), HANDS))
    for position in AT:
        ante = {} if position == 5 else {"ante": "10.00"}
        aces_up = {} if position == 2 else {"aces_up": "5.00"}
        floor.bet(f"p{position}", position, **ante, **aces_up)
    floor.run("decide")
    for position, amount in ((1, "30.00"), (2, ""), (3, ""), (4, "10.00"), (6, "10.00")):
        floor.decide(position, *(("play", amount) if amount else ("fold",)))
    floor.run("reveal_dealer")
    return floor


ALL_HANDS = [
    *("reveal dealer", "reveal 6", "reveal 5", "reveal 4", "reveal 3", "reveal 1"),
    *("take 6", "take 5", "take 4"),
    *("pay 6", "pay 3", "pay 1"),
    *("collect 6", "collect 5", "collect 4", "collect 3", "collect 1", "collect dealer"),
]

HAND_BY_HAND = [
    "reveal dealer",
    *("reveal 6", "take 6", "pay 6", "collect 6"),
    *("reveal 5", "take 5", "collect 5"),
    *("reveal 4", "take 4", "collect 4"),
    *("reveal 3", "pay 3", "collect 3"),
    *("reveal 1", "pay 1", "collect 1"),
    "collect dealer",
]

NET = {1: 10500, 2: -1000, 3: -500, 4: -2500, 5: -500, 6: 1500}


@checks(
    "NJ FCP 19:47-27.10(d)",
    "NJ FCP 19:47-27.10(e)",
    "NJ FCP 19:47-27.10(e)1",
    "NJ FCP 19:47-27.10(e)1i",
    "NJ FCP 19:47-27.10(e)1ii",
    "NJ FCP 19:47-27.10(e)1iii",
    "NJ FCP 19:47-27.10(e)1iv",
)
@by_every_method
def test_27_10_e_1_each_procedure_for_all_hands_before_the_next(setup: dict[str, Any]) -> None:
    floor = at_the_settlement("all_hands", **setup)
    events = floor.finish()
    assert trail(events) == ALL_HANDS
    assert {position: floor.won(f"p{position}") for position in AT} == NET
    clauses = {"reveal": "10(e)1i", "take": "10(e)1ii", "pay": "10(e)1iii", "collect": "10(e)1iv"}
    assert clauses_of(events[1:-1]) == [cite(clauses[step.split()[0]]) for step in ALL_HANDS[1:-1]]
    assert clauses_of(events[:1]) == [cite("10(d)")]


@checks(
    "NJ FCP 19:47-27.10(d)",
    "NJ FCP 19:47-27.10(e)",
    "NJ FCP 19:47-27.10(e)2",
    "NJ FCP 19:47-27.10(e)2i",
    "NJ FCP 19:47-27.10(e)2ii",
    "NJ FCP 19:47-27.10(e)2iii",
)
@by_every_method
def test_27_10_e_2_each_hand_finished_before_the_next(setup: dict[str, Any]) -> None:
    floor = at_the_settlement("hand_by_hand", **setup)
    events = floor.finish()
    assert trail(events) == HAND_BY_HAND
    assert {position: floor.won(f"p{position}") for position in AT} == NET
    clauses = {"reveal": "10(e)2i", "take": "10(e)2ii", "pay": "10(e)2ii", "collect": "10(e)2iii"}
    assert clauses_of(events[1:-1]) == [cite(clauses[step.split()[0]]) for step in HAND_BY_HAND[1:-1]]


@checks("NJ FCP 19:47-27.10(e)", "NJ FCP 19:47-27.10(e)1", "NJ FCP 19:47-27.10(e)2")
@pytest.mark.parametrize("settling", ["all_hands", "hand_by_hand"])
def test_27_10_e_nothing_is_settled_out_of_turn(settling: str) -> None:
    floor = at_the_settlement(settling)
    while floor.state.playing:
        rounds.nothing_else_is_next(floor, AT)
        floor.once()
    refusal = setup_refused(TEXT.game, settling="as_it_comes")
    assert (refusal.code, refusal.clause) == ("unknown_settling", cite("10(e)1"))


@checks(
    "NJ FCP 19:47-27.10(d)",
    "NJ FCP 19:47-27.10(e)1i",
    "NJ FCP 19:47-27.10(e)2i",
    "NJ FCP 19:47-27.10(e)1iii",
    "NJ FCP 19:47-27.10(e)2ii",
)
@pytest.mark.parametrize("settling", ["all_hands", "hand_by_hand"])
def test_27_10_d_e_the_best_four_cards_are_told_and_paid_by_27_11(settling: str) -> None:
    floor = at_the_settlement(settling)
    floor.finish()
    (dealer,) = floor.of_round(e.DealerRevealed)
    assert dealer.cards == tuple(HANDS["dealer"].split())
    assert dealer.hand.startswith("pair of kings"), dealer.hand
    told = {each.position: (each.cards, each.hand) for each in floor.of_round(e.HandRevealed)}
    assert {place: cards for place, (cards, _) in told.items()} == {
        place: tuple(HANDS[str(place)].split()) for place in (1, 3, 4, 5, 6)
    }
    assert told[1][1].startswith("three") and told[6][1] == dealer.hand
    paid = {each.position: {row.wager: row.pays for row in each.rows} for each in floor.of_round(e.WagersPaid)}
    assert paid == {
        1: {"ante": 1000, "play": 3000, "ante_bonus": 2000, "aces_up": 4500},
        3: {"aces_up": 500},
        6: {"ante": 1000, "play": 1000},
    }
    taken = {each.position: each.stakes for each in floor.of_round(e.WagersTaken)}
    assert taken == {4: {"ante": 1000, "play": 1000, "aces_up": 500}, 5: {"aces_up": 500}, 6: {"aces_up": 500}}


@checks("NJ FCP 19:47-27.10(f)")
@by_every_method
def test_27_10_f_every_hand_can_be_rebuilt_from_the_rack(setup: dict[str, Any]) -> None:
    for settling in ("all_hands", "hand_by_hand"):
        for folding in ((), (3,), (1, 4), (1, 3, 4, 6)):
            rounds.hands_rebuilt_from_the_rack(TEXT, *folding, settling=settling, **setup)
    floor = at_the_settlement("all_hands", **setup)  # a fold without an aces up wager among the others
    floor.finish()
    rebuilt = reconstruct(floor.state.rack, floor.state.pickups)
    assert {whose: rebuilt[whose] for whose in HANDS} == {whose: tuple(hand.split()) for whose, hand in HANDS.items()}


# 27.12


@checks("NJ FCP 19:47-27.12(a)")
@by_every_method
def test_27_12_a_one_card_face_up_is_left_out(setup: dict[str, Any]) -> None:
    irregularities.one_card_found_face_up(TEXT, cite("12(a)"), **setup)


@checks("NJ FCP 19:47-27.12(a)")
@by_every_method
def test_27_12_a_more_than_one_card_face_up_voids_all_hands(setup: dict[str, Any]) -> None:
    irregularities.two_cards_found_face_up(TEXT, cite("12(a)"), **setup)


@checks("NJ FCP 19:47-27.12(b)")
@by_every_method
def test_27_12_b_a_card_drawn_in_error_is_the_next_card(setup: dict[str, Any]) -> None:
    irregularities.a_card_drawn_in_error_is_the_next(TEXT, cite("12(b)"), **setup)


@checks("NJ FCP 19:47-27.12(c)")
@by_every_method
def test_27_12_c_a_wrong_number_of_cards_voids_all_hands(setup: dict[str, Any]) -> None:
    irregularities.a_wrong_number_of_cards(TEXT, cite("12(c)"), **setup)
    irregularities.a_wrong_number_of_cards(TEXT, cite("12(c)"), 2, **setup)


@checks("NJ FCP 19:47-27.12(c)")
def test_27_12_c_with_two_decks_the_other_one_comes_next() -> None:
    irregularities.a_wrong_number_of_cards(TEXT, cite("12(c)"), decks=2, shuffler="device")


@checks("NJ FCP 19:47-27.12(d)")
@by_every_method
def test_27_12_d_an_exposed_card_of_the_dealer_voids_all_hands(setup: dict[str, Any]) -> None:
    """The sixth card, which lies face up, is none of them."""
    irregularities.a_dealers_card_exposed(TEXT, cite("12(d)"), 1, **setup)
    irregularities.not_exposed_after_the_reveal(TEXT, cite("12(d)"), **setup)
    floor = TEXT.betting(1, **setup)
    floor.run("decide")
    sixth = floor.state.shown
    floor.do("call", what="card_exposed", whose="dealer")
    assert (floor.of_round(e.IrregularityCalled)[0].card,) != sixth


@checks("NJ FCP 19:47-27.12(e)")
@by_every_method
def test_27_12_e_a_shuffler_that_jams(setup: dict[str, Any]) -> None:
    irregularities.a_shuffler_that_jams(TEXT, cite("12(e)"), **setup)


@checks("NJ FCP 19:47-27.12(f)")
def test_27_12_f_an_automated_shoe_that_jams() -> None:
    irregularities.a_shoe_that_jams(TEXT, cite("12(f)"), AUTOMATED)


@checks("NJ FCP 19:47-27.12(g)")
def test_27_12_g_a_device_leaves_before_another_method() -> None:
    irregularities.a_device_leaves_before_another_method(TEXT, cite("12(g)"))
    irregularities.a_device_replaced(TEXT, cite("12(g)"))


@by_every_method
def test_a_table_that_runs_by_itself(setup: dict[str, Any]) -> None:
    rounds.runs_by_itself_as_by_hand(TEXT, **setup)


def test_27_12_the_staff_calls_irregularities() -> None:
    irregularities.the_staff_calls(TEXT)


@checks("NJ FCP 19:47-27.7(e)2")
def test_27_7_e_2_a_wrong_count_with_two_decks() -> None:
    rounds.a_wrong_count_with_two_decks(TEXT, cite("7(e)2"))


@checks("NJ FCP 19:47-27.12(e)")
def test_27_12_e_a_shuffler_that_jams_with_two_decks() -> None:
    irregularities.a_shuffler_that_jams(TEXT, cite("12(e)"), decks=2)


@checks("NJ FCP 19:47-27.10(d)", "NJ FCP 19:47-27.10(e)1i", "NJ FCP 19:47-27.10(e)2i")
@by_every_method
@pytest.mark.parametrize("settling", ["all_hands", "hand_by_hand"])
def test_27_10_d_a_hand_lies_open_from_its_reveal_on(settling: str, setup: dict[str, Any]) -> None:
    rounds.hands_are_open_when_revealed(at_the_settlement(settling, **setup))


def test_a_table_closes_between_rounds() -> None:
    rounds.a_table_closes(TEXT)
