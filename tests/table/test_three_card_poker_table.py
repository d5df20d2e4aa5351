"""Three Card Poker at the table, clause by clause: 19:47-20.2, 20.4 to 20.10 and 20.12."""

from typing import Any

import pytest

from pitboss.table.showdown import events as e
from tests.support import checks
from tests.table.alike import cards, irregularities, rounds, wagers
from tests.table.alike.text import AUTOMATED, HAND, MANUAL, Text, clauses_of, settings, setup_refused
from tests.table.floor import Floor, cents, stacked, trail

DEALER_LAST = "automated_shoe_dealer_last"


def to(dealing: str, positions: tuple[int, ...]) -> list[str]:
    """Who gets which card: three rounds of single cards, or a stack of three to each; the dealer always last."""
    places = [*(str(position) for position in positions), "dealer"]
    if dealing in (MANUAL, HAND):
        return places * 3
    return [place for place in places for _ in range(3)]


def cite(paragraph: str) -> str:
    """20.12 breaks off after (d); the devices are Four Card Poker's (reading 26)."""
    if paragraph in ("12(e)", "12(f)", "12(g)"):
        return "reading 26"
    return f"NJ TCP 19:47-20.{paragraph}"


TEXT = Text("three-card-poker", cite, (("play", "10.00"),), to, 3, 3, "pair_plus")

METHODS: list[dict[str, Any]] = [
    {"dealing": MANUAL},
    {"dealing": HAND, "shuffler": "device"},
    {"dealing": AUTOMATED},
    {"dealing": DEALER_LAST},
]

by_every_method = pytest.mark.parametrize("setup", METHODS, ids=lambda setup: str(setup["dealing"]))


def test_the_methods_are_all_there_are() -> None:
    assert [setup["dealing"] for setup in settings(TEXT.game)] == [setup["dealing"] for setup in METHODS]


# 20.1 and 20.2


@checks("NJ TCP 19:47-20.1 Round of play")
def test_20_1_a_round_is_one_cycle_of_play() -> None:
    rounds.one_round_after_another(TEXT)


@checks("NJ TCP 19:47-20.1 Stub")
@by_every_method
def test_20_1_the_stub_is_what_is_left_of_the_deck(setup: dict[str, Any]) -> None:
    rounds.stub_is_the_rest_of_the_deck(TEXT, **setup)


@checks("NJ TCP 19:47-20.2(a)")
def test_20_2_a_one_deck_and_one_cover_card() -> None:
    cards.one_deck_of_52_cards_and_cover_cards(TEXT, cover_cards=1)


@checks("NJ TCP 19:47-20.2(b)", "NJ TCP 19:47-20.2(b)1")
def test_20_2_b_a_second_deck_needs_a_shuffling_device() -> None:
    cards.a_second_deck_needs_a_device(TEXT)


@checks("NJ TCP 19:47-20.2(b)")
def test_20_2_b_one_deck_where_the_device_is_gone() -> None:
    cards.one_of_two_decks_leaves_with_the_device(TEXT)


@checks("NJ TCP 19:47-20.2(b)2")
def test_20_2_b_2_the_backs_differ() -> None:
    cards.two_decks_have_different_backs(TEXT)


@checks("NJ TCP 19:47-20.2(b)3")
def test_20_2_b_3_one_deck_is_shuffled_while_the_other_plays() -> None:
    cards.one_deck_is_shuffled_while_the_other_plays(TEXT)


@checks("NJ TCP 19:47-20.2(b)4")
def test_20_2_b_4_the_decks_alternate_round_by_round() -> None:
    cards.two_decks_alternate(TEXT)


@checks("NJ TCP 19:47-20.2(b)5")
def test_20_2_b_5_only_one_deck_is_in_the_rack() -> None:
    cards.only_one_deck_is_in_the_rack(TEXT)


# 20.4


@checks("NJ TCP 19:47-20.4(a)", "NJ TCP 19:47-20.4(b)", "NJ TCP 19:47-20.4(c)", "NJ TCP 19:47-20.5(a)")
def test_20_4_the_table_opens_step_by_step() -> None:
    cards.opens_in_order(TEXT)


@checks("NJ TCP 19:47-20.4(b)", "NJ TCP 19:47-20.4(c)")
def test_20_4_b_c_cards_are_spread_looked_over_and_washed() -> None:
    cards.cards_are_spread_for_the_first_player(TEXT)


@checks("NJ TCP 19:47-20.4(d)")
def test_20_4_d_each_of_two_decks_is_opened_by_itself() -> None:
    cards.each_deck_is_opened_by_itself(TEXT)


@checks("NJ TCP 19:47-20.4(a)", "NJ TCP 19:47-20.5(a)", "NJ TCP 19:47-20.5(b)2")
def test_20_4_a_pre_shuffled_cards_are_only_cut() -> None:
    cards.pre_shuffled_cards_are_cut_only(TEXT)


# 20.5


@checks("NJ TCP 19:47-20.5(a)")
def test_20_5_a_shuffled_before_play_and_after_every_round() -> None:
    cards.shuffled_before_play_and_after_every_round(TEXT)
    cards.no_order_is_given_at_a_live_table(TEXT)


@checks("NJ TCP 19:47-20.5(a)", "NJ TCP 19:47-20.5(b)", "NJ TCP 19:47-20.5(b)1")
def test_20_5_b_1_no_cut_after_a_device() -> None:
    cards.a_device_may_load_the_shoe(TEXT)


@checks("NJ TCP 19:47-20.5(b)", "NJ TCP 19:47-20.5(b)2", "NJ TCP 19:47-20.5(c)", "NJ TCP 19:47-20.5(c)2")
def test_20_5_b_2_a_cut_after_every_shuffle_by_hand() -> None:
    cards.cut_after_every_shuffle_by_hand(TEXT)


@checks("NJ TCP 19:47-20.5(c)1", "NJ TCP 19:47-20.5(c)1ii", "NJ TCP 19:47-20.5(c)1iii")
def test_20_5_c_1_at_least_ten_cards_go_below_the_rest() -> None:
    cards.cut_at_least_ten_cards(TEXT)


@checks("NJ TCP 19:47-20.5(c)1i", "NJ TCP 19:47-20.5(c)1iv", "NJ TCP 19:47-20.2(a)")
def test_20_5_c_1_the_cover_card_at_the_cut() -> None:
    cards.the_cover_card_lies_under_the_cut(TEXT)


@checks("NJ TCP 19:47-20.5(d)")
def test_20_5_d_the_supervisor_orders_a_recut() -> None:
    cards.recut_by_the_supervisor(TEXT)


@checks("NJ TCP 19:47-20.5(d)")
def test_20_5_d_no_recut_where_nothing_is_cut() -> None:
    cards.no_recut_where_nothing_is_cut(TEXT)


@checks("NJ TCP 19:47-20.5(e)")
def test_20_5_e_cards_are_spread_at_an_idle_table() -> None:
    cards.spread_at_an_idle_table(TEXT)


@checks("NJ TCP 19:47-20.5(e)")
def test_20_5_e_spread_when_the_last_player_leaves_between_rounds() -> None:
    cards.spread_when_the_last_player_leaves_between_rounds(TEXT)


# 20.6


@checks("NJ TCP 19:47-20.6(a)1")
def test_20_6_a_1_antes_within_the_posted_limits() -> None:
    wagers.posted_limits(TEXT, "ante", cite("6(a)1"))


@checks("NJ TCP 19:47-20.6(a)2")
def test_20_6_a_2_pair_plus_wagers_within_the_posted_limits() -> None:
    wagers.posted_limits(TEXT, "pair_plus", cite("6(a)2"))


@checks("NJ TCP 19:47-20.6(b)")
def test_20_6_b_chips_and_plaques_only() -> None:
    wagers.chips_and_plaques_only(TEXT)
    wagers.only_wagers_that_are_offered(TEXT)
    wagers.nobody_bets_more_than_the_chips_held(TEXT)
    wagers.the_later_wager_is_made_of_chips(TEXT)


@checks("NJ TCP 19:47-20.6(b)")
def test_20_6_b_a_match_play_coupon_beside_an_ante() -> None:
    wagers.a_coupon_rides_on_the_ante(TEXT)


@pytest.mark.parametrize(
    ("player", "dealer", "chips", "coupon", "goes"),
    [
        ("Ah Ad 2c", "Kc 8d 4s", 2000, 1000, "collected"),
        ("Ah 9d 2c", "Jc 8d 4s", 1000, 1000, "collected"),
        ("Jh 9d 2c", "Kc 8d 4s", -2000, 0, "collected"),
        ("Kh 8c 4h", "Kc 8d 4s", 0, 0, "returned"),
        ("5h 6h 7h", "Kc 8d 4s", 7000, 6000, "collected"),
    ],
    ids=["wins", "no dealer hand", "loses", "pushes", "ante bonus"],
)
def test_reading_29_a_coupon_wins_like_chips(player: str, dealer: str, chips: int, coupon: int, goes: str) -> None:
    """Reading 45: the ante bonus too; a push gives the coupon back, anything else takes it."""
    order = stacked(to(MANUAL, (1,)), {"1": player, "dealer": dealer})
    wagers.coupon_outcomes(TEXT, order, chips, coupon, goes)


def test_reading_29_a_coupon_is_lost_by_a_fold() -> None:
    order = stacked(to(MANUAL, (1,)), {"1": "Ah Ad 2c", "dealer": "Kc 8d 4s"})
    wagers.coupon_outcomes(TEXT, order, -1000, 0, "collected", fold=True)


@checks("NJ TCP 19:47-20.6(c)")
def test_20_6_c_only_seated_players_bet_and_they_stay() -> None:
    wagers.only_seated_players_bet(TEXT)
    wagers.nobody_leaves_after_a_fold(TEXT)


@checks("NJ TCP 19:47-20.6(d)")
def test_20_6_d_no_wager_changes_after_no_more_bets() -> None:
    wagers.no_wager_after_the_close(TEXT)


@checks("NJ TCP 19:47-20.6(e)")
def test_20_6_e_two_positions_side_by_side() -> None:
    wagers.two_positions_side_by_side(TEXT)


def test_reading_28_six_positions() -> None:
    wagers.six_positions(TEXT)


def test_roles() -> None:
    rounds.every_command_belongs_to_a_role(TEXT)


@pytest.mark.parametrize(
    ("version", "wagers", "clause"),
    [
        ("ante_covers_pair_plus", ("9.50", "10.00"), "6(f)1"),
        ("ante_covers_pair_plus", ("10.00", "10.00"), None),
        ("ante_covers_pair_plus", ("10.50", "10.00"), None),
        ("ante_covers_half", ("4.50", "10.00"), "6(f)2"),
        ("ante_covers_half", ("5.00", "10.00"), None),
        ("ante_covers_half", ("5.50", "10.00"), None),
        ("both_compulsory", ("10.00", "50.50"), "6(f)3"),
        ("both_compulsory", ("10.00", "50.00"), None),
        ("both_compulsory", ("50.00", "10.00"), None),
        ("both_compulsory", ("50.50", "10.00"), "6(f)3"),
    ],
)
@checks("NJ TCP 19:47-20.6(f)1", "NJ TCP 19:47-20.6(f)2", "NJ TCP 19:47-20.6(f)3")
def test_20_6_f_the_versions_hold_at_the_table(version: str, wagers: tuple[str, str], clause: str | None) -> None:
    floor = TEXT.floor(1, options={"version": version})
    floor.get_ready()
    bet = dict(zip(("ante", "pair_plus"), wagers, strict=True))
    if clause:
        assert floor.refused("bet", who="p1", position=1, wagers=bet).clause == cite(clause)
    else:
        floor.bet("p1", 1, **bet)


# 20.7 to 20.9


@checks("NJ TCP 19:47-20.7(a)")
def test_20_7_a_the_deck_goes_into_the_shoe() -> None:
    rounds.loaded_after_shuffle_and_cut(TEXT, cite("7(a)"), dealing=MANUAL)
    rounds.loaded_after_shuffle_and_cut(TEXT, cite("7(a)"), dealing=MANUAL, shuffler="device")
    cards.a_device_may_load_the_shoe(TEXT)


@checks("NJ TCP 19:47-20.7(b)")
def test_20_7_b_no_more_bets_before_any_card() -> None:
    rounds.nothing_is_dealt_before_no_more_bets(TEXT, cite("7(b)"), dealing=MANUAL)


@checks("NJ TCP 19:47-20.7(c)")
def test_20_7_c_one_card_at_a_time_from_the_left_until_all_have_three() -> None:
    rounds.dealt_as_the_text_says(TEXT, MANUAL, face_up=())
    rounds.only_those_with_a_wager_get_cards(TEXT, MANUAL, lone_bonus=True)


@checks("NJ TCP 19:47-20.7(d)")
def test_20_7_d_the_stub_is_racked_unseen() -> None:
    rounds.stub_racked_unseen(TEXT, cite("7(d)"), dealing=MANUAL)


@checks("NJ TCP 19:47-20.7(e)", "NJ TCP 19:47-20.7(e)1")
def test_20_7_e_the_stub_is_counted_every_five_rounds() -> None:
    rounds.counted_every_fifth_round(TEXT, cite("7(e)"), dealing=MANUAL)
    rounds.count_still_due_after_a_void_round(TEXT, dealing=MANUAL)


@checks("NJ TCP 19:47-20.7(e)2")
@by_every_method
def test_20_7_e_2_a_wrong_count(setup: dict[str, Any]) -> None:
    rounds.counts_that_are_wrong(TEXT, cite("7(e)2"), **setup)
    rounds.counted_anew_with_a_new_deck(TEXT, **setup)


@checks("NJ TCP 19:47-20.7(f)")
@by_every_method
def test_20_7_f_a_device_that_counts(setup: dict[str, Any]) -> None:
    rounds.no_count_with_a_counting_device(TEXT, cite("7(f)"), **setup)
    rounds.a_counting_device_that_counts_wrong(TEXT, cite("7(f)"), **setup)


@checks("NJ TCP 19:47-20.7(f)")
def test_20_7_f_a_device_that_counts_two_decks() -> None:
    rounds.a_counting_device_with_two_decks(TEXT, cite("7(f)"))


@checks("NJ TCP 19:47-20.8(a)", "NJ TCP 19:47-20.8(b)", "NJ TCP 19:47-20.8(b)1")
def test_20_8_a_b_1_from_the_hand_only_with_a_shuffling_device() -> None:
    refusal = setup_refused(TEXT.game, dealing=HAND)
    assert (refusal.code, refusal.clause) == ("shuffler_needed", cite("8(b)1"))
    for shuffler in ("device", "counting_device"):
        TEXT.round(TEXT.floor(1, dealing=HAND, shuffler=shuffler))


@checks("NJ TCP 19:47-20.8(b)2")
def test_20_8_b_2_the_deck_goes_into_the_hand_after_the_shuffle() -> None:
    rounds.loaded_after_shuffle_and_cut(TEXT, cite("8(b)2"), dealing=HAND, shuffler="device")


@checks("NJ TCP 19:47-20.8(b)3")
def test_20_8_b_3_no_more_bets_before_any_card() -> None:
    rounds.nothing_is_dealt_before_no_more_bets(TEXT, cite("8(b)3"), dealing=HAND, shuffler="device")


@checks("NJ TCP 19:47-20.8(c)", "NJ TCP 19:47-20.8(b)3")
def test_20_8_c_the_top_card_one_at_a_time_from_the_left() -> None:
    rounds.dealt_as_the_text_says(TEXT, HAND, face_up=(), shuffler="device")
    rounds.only_those_with_a_wager_get_cards(TEXT, HAND, lone_bonus=True, shuffler="device")


@checks("NJ TCP 19:47-20.8(d)")
def test_20_8_d_the_stub_is_racked_unseen() -> None:
    rounds.stub_racked_unseen(TEXT, cite("8(d)"), dealing=HAND, shuffler="device")


@checks("NJ TCP 19:47-20.8(e)", "NJ TCP 19:47-20.7(e)1")
def test_20_8_e_the_stub_is_counted_every_five_rounds() -> None:
    rounds.counted_every_fifth_round(TEXT, cite("8(e)"), dealing=HAND, shuffler="device")


@checks("NJ TCP 19:47-20.9(a)", "NJ TCP 19:47-20.9(b)", "NJ TCP 19:47-20.9(b)1")
@pytest.mark.parametrize("dealing", [AUTOMATED, DEALER_LAST])
def test_20_9_b_1_the_deck_goes_into_the_automated_shoe(dealing: str) -> None:
    rounds.loaded_after_shuffle_and_cut(TEXT, cite("9(b)1"), dealing=dealing)
    rounds.loaded_after_shuffle_and_cut(TEXT, cite("9(b)1"), dealing=dealing, shuffler="device")


@checks("NJ TCP 19:47-20.9(b)", "NJ TCP 19:47-20.9(b)2")
@pytest.mark.parametrize("dealing", [AUTOMATED, DEALER_LAST])
def test_20_9_b_2_no_more_bets_before_any_stack(dealing: str) -> None:
    rounds.nothing_is_dealt_before_no_more_bets(TEXT, cite("9(b)2"), dealing=dealing)


@checks("NJ TCP 19:47-20.9(a)", "NJ TCP 19:47-20.9(c)")
@pytest.mark.parametrize("dealing", [AUTOMATED, DEALER_LAST])
def test_20_9_c_stacks_of_three_from_the_left_face_down(dealing: str) -> None:
    rounds.dealt_as_the_text_says(TEXT, dealing, face_up=())
    rounds.only_those_with_a_wager_get_cards(TEXT, dealing, lone_bonus=True)
    floor = TEXT.betting(1, 2, dealing=dealing)
    floor.run("deal")
    for position in (1, 2):
        floor.do("deal")
        assert len(floor.state.hands[position]) == 3, "a stack at a time"


@checks("NJ TCP 19:47-20.2(c)", "NJ TCP 19:47-20.9(c)", "NJ TCP 19:47-20.9(c)1", "NJ TCP 19:47-20.10(b)")
@pytest.mark.parametrize("dealing", [AUTOMATED, DEALER_LAST])
def test_20_9_c_the_cover_card_lies_on_the_dealers_stack_until_the_reveal(dealing: str) -> None:
    """It goes there when the players have their stacks, and beside the shoe before the dealer's cards are revealed."""
    floor = TEXT.betting(1, 2, 3, dealing=dealing)
    floor.run("deal")
    for _ in range(3):
        assert floor.refused("cover").code == "not_next"
        floor.do("deal")
        assert floor.state.cover != "on the dealer's stack"
    assert floor.next == "cover" and floor.task.clause == cite("2(c)")
    assert floor.refused("deal").clause == cite("2(c)")
    floor.do("cover")
    while floor.next != "uncover":
        assert floor.state.cover == "on the dealer's stack"
        TEXT.step(floor)
    refusal = floor.refused("reveal_dealer")
    assert (refusal.code, refusal.clause) == ("not_next", cite("10(b)"))
    floor.do("uncover")
    assert floor.state.cover == "beside the shoe"
    floor.finish()
    assert floor.state.cover == "beside the shoe"


@checks("NJ TCP 19:47-20.2(c)")
@pytest.mark.parametrize("setup", METHODS[:2], ids=lambda setup: str(setup["dealing"]))
def test_20_2_c_only_an_automated_shoe_needs_a_cover_card_on_the_dealers_cards(setup: dict[str, Any]) -> None:
    floor = TEXT.betting(1, **setup)
    covers = set()
    floor.once()
    while floor.state.playing:
        covers.add(floor.state.cover)
        if floor.next == "decide":
            floor.decide(1, "play", "10.00")
        else:
            floor.once()
    assert "on the dealer's stack" not in covers


@checks("NJ TCP 19:47-20.9(c)1")
def test_20_9_c_1_the_dealers_stack_before_the_decisions() -> None:
    floor = TEXT.betting(1, 2, dealing=AUTOMATED)
    floor.run("decide")
    assert len(floor.state.dealer) == 3 and not floor.state.shown
    assert floor.state.stock == ()


@checks("NJ TCP 19:47-20.9(c)2")
def test_20_9_c_2_the_dealers_stack_after_the_forfeits_are_collected() -> None:
    floor = TEXT.betting(1, 2, 3, dealing=DEALER_LAST)
    floor.run("decide")
    order = floor.state.stock
    assert floor.state.dealer == () and len(order) == 52 - 9
    floor.decide(1, "play", "10.00")
    floor.decide(2, "fold")
    assert floor.refused("deal").code == "not_next"
    floor.decide(3, "play", "10.00")
    folded = floor.state.hands[2]
    assert floor.next == "collect_forfeits"
    refusal = floor.refused("deal")
    assert (refusal.code, refusal.clause) == ("not_next", cite("10(b)"))
    floor.once()
    assert floor.state.rack == folded and floor.held("p2") == cents("9985.00")
    assert floor.next == "deal" and floor.refused("reveal_dealer").code == "not_next"
    floor.do("deal")
    assert floor.state.dealer == order[:3] and not floor.state.shown
    assert floor.next == "rack_stub"
    floor.finish()


@checks("NJ TCP 19:47-20.9(d)")
@pytest.mark.parametrize("dealing", [AUTOMATED, DEALER_LAST])
def test_20_9_d_the_stub_is_racked_unseen(dealing: str) -> None:
    rounds.stub_racked_unseen(TEXT, cite("9(d)"), dealing=dealing)


@checks("NJ TCP 19:47-20.9(e)", "NJ TCP 19:47-20.7(e)1")
@pytest.mark.parametrize("dealing", [AUTOMATED, DEALER_LAST])
def test_20_9_e_the_stub_is_counted_every_five_rounds(dealing: str) -> None:
    rounds.counted_every_fifth_round(TEXT, cite("9(e)"), dealing=dealing)


# 20.10


@checks("NJ TCP 19:47-20.10(a)")
@by_every_method
def test_20_10_a_everybody_answers_for_their_own_hand(setup: dict[str, Any]) -> None:
    rounds.players_see_only_their_own_cards(TEXT, cite("10(a)"), **setup)


@checks("NJ TCP 19:47-20.10(b)")
@by_every_method
def test_20_10_b_play_or_fold_in_turn_then_the_forfeits_go(setup: dict[str, Any]) -> None:
    floor = TEXT.betting(1, 2, 4, **setup)
    floor.run("decide")
    for position in (1, 2, 4):
        assert floor.task.position == position
        for other in {1, 2, 4} - {position}:
            refusal = floor.refused("decide", who=f"p{other}", position=other, action="fold")
            assert (refusal.code, refusal.position) == ("not_next", position)
        for amount, code in (("9.50", "play_under_minimum"), ("10.50", "play_over_limit")):
            refusal = floor.refused("decide", who=f"p{position}", position=position, action="play", amount=amount)
            assert (refusal.code, refusal.clause) == (code, cite("6(a)1"))
        for action in ("check", "raise", ""):
            assert floor.refused("decide", who=f"p{position}", position=position, action=action).code
        if position == 2:
            floor.decide(2, "play", "10.00")
        else:
            floor.decide(position, "fold")
    hands = floor.state.hands
    tray = floor.session.balances["tray"]
    assert floor.task.clause == cite("10(b)")
    events = floor.do("collect_forfeits")
    assert trail(events) == ["forfeit 1", "forfeit 4"]
    assert [each.stakes for each in events if isinstance(each, e.ForfeitsTaken)] == [
        {"ante": 1000, "pair_plus": 500},
        {"ante": 1000, "pair_plus": 500},
    ]
    assert floor.session.balances["tray"] == tray + 3000
    assert [card for card in floor.state.rack if card in (*hands[1], *hands[4])] == [*hands[1], *hands[4]]
    floor.run("reveal_dealer")
    revealed = floor.once()
    assert isinstance(revealed[0], e.DealerRevealed) and revealed[0].cards == floor.state.dealer
    floor.finish()


HANDS = {
    "1": "Ah Ad 2c",  # wins ante, play and pair plus
    "2": "5c 7d 9h",  # folds
    "3": "Qh 9d 3s",  # loses ante, play and pair plus
    "5": "6c 6d Th",  # wins a lone pair plus
    "6": "Kd 8c 4h",  # ties, and loses the pair plus
    "dealer": "Kc 8d 4s",
}

AT = (1, 2, 3, 5, 6)


def at_the_settlement(settling: str, **setup: Any) -> Floor:
    """Everybody of HANDS has decided and the forfeits are collected."""
    dealing = setup.get("dealing", MANUAL)
    floor = TEXT.floor(*AT, settling=settling, **setup)
    floor.get_ready(stacked(to(dealing, AT), HANDS))
    for position in AT:
        ante = {} if position == 5 else {"ante": "10.00"}
        floor.bet(f"p{position}", position, pair_plus="5.00", **ante)
    floor.run("decide")
    for position in (1, 2, 3, 6):
        floor.decide(position, *(("fold",) if position == 2 else ("play", "10.00")))
    floor.run("reveal_dealer")
    return floor


ALL_HANDS = [
    *("reveal dealer", "reveal 6", "reveal 5", "reveal 3", "reveal 1"),
    *("take 6", "take 3"),
    *("pay 6", "pay 5", "pay 1"),
    *("collect 6", "collect 5", "collect 3", "collect 1", "collect dealer"),
]

HAND_BY_HAND = [
    "reveal dealer",
    *("reveal 6", "take 6", "pay 6", "collect 6"),
    *("reveal 5", "pay 5", "collect 5"),
    *("reveal 3", "take 3", "collect 3"),
    *("reveal 1", "pay 1", "collect 1"),
    "collect dealer",
]

NET = {1: 2500, 2: -1500, 3: -2500, 5: 500, 6: -500}


@checks(
    "NJ TCP 19:47-20.10(c)",
    "NJ TCP 19:47-20.10(c)1",
    "NJ TCP 19:47-20.10(c)1i",
    "NJ TCP 19:47-20.10(c)1ii",
    "NJ TCP 19:47-20.10(c)1iii",
    "NJ TCP 19:47-20.10(c)1iv",
)
@by_every_method
def test_20_10_c_1_each_procedure_for_all_hands_before_the_next(setup: dict[str, Any]) -> None:
    floor = at_the_settlement("all_hands", **setup)
    events = floor.finish()
    assert trail(events) == ALL_HANDS
    assert {position: floor.won(f"p{position}") for position in AT} == NET
    clauses = {"reveal": "10(c)1i", "take": "10(c)1ii", "pay": "10(c)1iii", "collect": "10(c)1iv"}
    assert clauses_of(events[1:-1]) == [cite(clauses[step.split()[0]]) for step in ALL_HANDS[1:-1]]


@checks(
    "NJ TCP 19:47-20.10(c)",
    "NJ TCP 19:47-20.10(c)2",
    "NJ TCP 19:47-20.10(c)2i",
    "NJ TCP 19:47-20.10(c)2ii",
    "NJ TCP 19:47-20.10(c)2iii",
)
@by_every_method
def test_20_10_c_2_each_hand_finished_before_the_next(setup: dict[str, Any]) -> None:
    floor = at_the_settlement("hand_by_hand", **setup)
    events = floor.finish()
    assert trail(events) == HAND_BY_HAND
    assert {position: floor.won(f"p{position}") for position in AT} == NET
    clauses = {"reveal": "10(c)2i", "take": "10(c)2ii", "pay": "10(c)2ii", "collect": "10(c)2iii"}
    assert clauses_of(events[1:-1]) == [cite(clauses[step.split()[0]]) for step in HAND_BY_HAND[1:-1]]


@checks("NJ TCP 19:47-20.10(c)", "NJ TCP 19:47-20.10(c)1", "NJ TCP 19:47-20.10(c)2")
@pytest.mark.parametrize("settling", ["all_hands", "hand_by_hand"])
def test_20_10_c_nothing_is_settled_out_of_turn(settling: str) -> None:
    floor = at_the_settlement(settling)
    while floor.state.playing:
        rounds.nothing_else_is_next(floor, AT)
        floor.once()
    refusal = setup_refused(TEXT.game, settling="as_it_comes")
    assert (refusal.code, refusal.clause) == ("unknown_settling", cite("10(c)1"))


@checks("NJ TCP 19:47-20.10(c)1i", "NJ TCP 19:47-20.10(c)2i", "NJ TCP 19:47-20.10(c)1iii", "NJ TCP 19:47-20.10(c)2ii")
@pytest.mark.parametrize("settling", ["all_hands", "hand_by_hand"])
def test_20_10_c_hands_are_shown_and_paid_by_20_11(settling: str) -> None:
    floor = at_the_settlement(settling)
    floor.finish()
    shown = {each.position: each.cards for each in floor.of_round(e.HandRevealed)}
    assert shown == {place: tuple(HANDS[str(place)].split()) for place in (1, 3, 5, 6)}
    paid = {each.position: {row.wager: row.pays for row in each.rows} for each in floor.of_round(e.WagersPaid)}
    assert paid == {1: {"ante": 1000, "play": 1000, "pair_plus": 500}, 5: {"pair_plus": 500}, 6: {"ante": 0, "play": 0}}
    taken = {each.position: each.stakes for each in floor.of_round(e.WagersTaken)}
    assert taken == {3: {"ante": 1000, "play": 1000, "pair_plus": 500}, 6: {"pair_plus": 500}}


@checks("NJ TCP 19:47-20.10(d)")
@by_every_method
def test_20_10_d_every_hand_can_be_rebuilt_from_the_rack(setup: dict[str, Any]) -> None:
    for settling in ("all_hands", "hand_by_hand"):
        for folding in ((), (3,), (1, 4), (1, 3, 4, 6)):
            rounds.hands_rebuilt_from_the_rack(TEXT, *folding, settling=settling, **setup)


# 20.12


@checks("NJ TCP 19:47-20.12(a)")
@by_every_method
def test_20_12_a_one_card_face_up_is_left_out(setup: dict[str, Any]) -> None:
    irregularities.one_card_found_face_up(TEXT, cite("12(a)"), **setup)


@checks("NJ TCP 19:47-20.12(a)")
@by_every_method
def test_20_12_a_more_than_one_card_face_up_voids_all_hands(setup: dict[str, Any]) -> None:
    irregularities.two_cards_found_face_up(TEXT, cite("12(a)"), **setup)


@checks("NJ TCP 19:47-20.12(b)")
@by_every_method
def test_20_12_b_a_card_drawn_in_error_is_the_next_card(setup: dict[str, Any]) -> None:
    irregularities.a_card_drawn_in_error_is_the_next(TEXT, cite("12(b)"), **setup)


@checks("NJ TCP 19:47-20.12(c)")
@by_every_method
def test_20_12_c_a_wrong_number_of_cards_voids_all_hands(setup: dict[str, Any]) -> None:
    irregularities.a_wrong_number_of_cards(TEXT, cite("12(c)"), **setup)
    irregularities.a_wrong_number_of_cards(TEXT, cite("12(c)"), 2, **setup)


@checks("NJ TCP 19:47-20.12(c)")
def test_20_12_c_with_two_decks_the_other_one_comes_next() -> None:
    irregularities.a_wrong_number_of_cards(TEXT, cite("12(c)"), decks=2, shuffler="device")


@checks("NJ TCP 19:47-20.12(d)")
@by_every_method
def test_20_12_d_an_exposed_card_of_the_dealer_voids_all_hands(setup: dict[str, Any]) -> None:
    irregularities.a_dealers_card_exposed(TEXT, cite("12(d)"), 1, **setup)
    irregularities.not_exposed_after_the_reveal(TEXT, cite("12(d)"), **setup)


@by_every_method
def test_reading_26_a_shuffler_that_jams(setup: dict[str, Any]) -> None:
    irregularities.a_shuffler_that_jams(TEXT, cite("12(e)"), **setup)


@pytest.mark.parametrize("dealing", [AUTOMATED, DEALER_LAST])
def test_reading_26_an_automated_shoe_that_jams(dealing: str) -> None:
    irregularities.a_shoe_that_jams(TEXT, cite("12(f)"), dealing)


def test_reading_26_a_device_leaves_before_another_method() -> None:
    irregularities.a_device_leaves_before_another_method(TEXT, cite("12(g)"))
    irregularities.a_device_replaced(TEXT, cite("12(g)"))


@by_every_method
def test_a_table_that_runs_by_itself(setup: dict[str, Any]) -> None:
    rounds.runs_by_itself_as_by_hand(TEXT, **setup)


def test_20_12_the_staff_calls_irregularities() -> None:
    irregularities.the_staff_calls(TEXT)


@checks("NJ TCP 19:47-20.7(e)2")
def test_20_7_e_2_a_wrong_count_with_two_decks() -> None:
    rounds.a_wrong_count_with_two_decks(TEXT, cite("7(e)2"))


def test_reading_26_a_shuffler_that_jams_with_two_decks() -> None:
    irregularities.a_shuffler_that_jams(TEXT, cite("12(e)"), decks=2)


@checks("NJ TCP 19:47-20.10(c)1i", "NJ TCP 19:47-20.10(c)2i", "NJ TCP 19:47-20.10(b)")
@by_every_method
@pytest.mark.parametrize("settling", ["all_hands", "hand_by_hand"])
def test_20_10_c_a_hand_lies_open_from_its_reveal_on(settling: str, setup: dict[str, Any]) -> None:
    rounds.hands_are_open_when_revealed(at_the_settlement(settling, **setup))


def test_a_table_closes_between_rounds() -> None:
    rounds.a_table_closes(TEXT)
