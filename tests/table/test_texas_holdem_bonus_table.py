"""Texas Hold 'Em Bonus at the table: 19:47-28.1 and 28.2, the rest as in Four Card Poker (reading 27)."""

from typing import Any

import pytest

from pitboss.table.showdown import events as e
from pitboss.table.showdown.state import reconstruct
from pitboss.table.state import finished_round
from pitboss.table.views import seen, view
from tests.support import checks
from tests.table.alike import cards, irregularities, rounds, wagers
from tests.table.alike.text import AUTOMATED, HAND, MANUAL, Text, settings, setup_refused
from tests.table.floor import Floor, hands_of, stacked, trail

BOARD = ["rack", *["community"] * 3, "rack", "community", "rack", "community"]
"""A burn, the flop; a burn, the turn card; a burn, the river card."""

FACE_UP = (-7, -6, -5, -3, -1)
"""The community cards, counted from the last card dealt."""


def to(dealing: str, positions: tuple[int, ...]) -> list[str]:
    """Who gets which card: two to each, one at a time or in stacks, then the board."""
    places = [*(str(position) for position in positions), "dealer"]
    if dealing in (MANUAL, HAND):
        return places * 2 + BOARD
    return [place for place in places for _ in range(2)] + BOARD


def cite(paragraph: str) -> str:
    """28.2 breaks off after (b)2; what follows is Four Card Poker's (reading 27)."""
    return f"NJ THB 19:47-28.{paragraph}" if paragraph.startswith("2(") else "reading 27"


STAY = (("flop", "20.00"), ("turn", "10.00"), ("river", "10.00"))

TEXT = Text("texas-holdem-bonus", cite, STAY, to, 2, 2, "bonus")

METHODS: list[dict[str, Any]] = [
    {"dealing": MANUAL},
    {"dealing": HAND, "shuffler": "device"},
    {"dealing": AUTOMATED},
]

by_every_method = pytest.mark.parametrize("setup", METHODS, ids=lambda setup: str(setup["dealing"]))


def test_the_methods_are_all_there_are() -> None:
    assert [setup["dealing"] for setup in settings(TEXT.game)] == [setup["dealing"] for setup in METHODS]


# 28.1 and 28.2


@checks("NJ THB 19:47-28.1 Round of play")
def test_28_1_a_round_is_one_cycle_of_play() -> None:
    rounds.one_round_after_another(TEXT)


@checks("NJ THB 19:47-28.1 Stub")
@by_every_method
def test_28_1_the_stub_is_what_is_left_of_the_deck(setup: dict[str, Any]) -> None:
    rounds.stub_is_the_rest_of_the_deck(TEXT, **setup)


@checks("NJ THB 19:47-28.1 Burn")
@by_every_method
def test_28_1_burnt_cards_go_to_the_rack_unseen(setup: dict[str, Any]) -> None:
    """One before the flop, one before the turn, one before the river: the next card, which nobody sees."""
    floor = TEXT.betting(1, 3, **setup)
    order = " ".join(floor.state.stock)
    TEXT.decisions(floor)
    burnt = hands_of(to(setup["dealing"], (1, 3)), order)["rack"]
    assert len(burnt) == 3
    deals = floor.of_round(e.CardsDealt)
    assert tuple(card for event in deals for whose, card, up in event.cards if whose == "rack" and not up) == burnt
    for role in ("player", "dealer", "floorperson", "supervisor"):
        for event in floor.of_round():
            told = str(seen(floor.house, floor.state, event, role, "p1"))
            assert not any(card in told for card in burnt)
    assert reconstruct(floor.state.rack, floor.state.pickups)["burnt"] == burnt


@checks("NJ THB 19:47-28.1 Burn", "NJ THB 19:47-28.1 Flop", "NJ THB 19:47-28.1 Turn", "NJ THB 19:47-28.1 River")
@by_every_method
def test_28_1_flop_turn_and_river_come_after_their_wagers(setup: dict[str, Any]) -> None:
    floor = TEXT.betting(1, 2, **setup)
    order = floor.state.stock
    floor.run("decide")
    assert not floor.state.community and not floor.state.rack
    for number, (wager, amount) in enumerate(STAY):
        for position in (1, 2):
            assert floor.refused("deal").code == "not_next"
            assert floor.task.position == position
            floor.decide(position, wager, amount)
        floor.run("deal")
        floor.do("deal")
        assert len(floor.state.rack) == number + 1 and len(floor.state.community) == (0, 3, 4)[number]
        floor.do("deal")
        assert len(floor.state.community) == number + 3
    assert floor.state.community == (*order[7:10], order[11], order[13])
    assert floor.state.rack[:3] == (order[6], order[10], order[12])
    assert floor.state.shown == floor.state.community
    assert floor.next == "rack_stub"
    for role in ("player", "dealer"):
        assert view(floor.house, floor.state, role, "p1")["community"] == list(floor.state.community)
    floor.finish()
    assert finished_round(floor.state)["community"] == " ".join((*order[7:10], order[11], order[13]))


@checks("NJ THB 19:47-28.1 Fold", "NJ THB 19:47-28.1 Round of play")
@by_every_method
def test_28_1_no_board_where_everybody_folds(setup: dict[str, Any]) -> None:
    """Reading 41."""
    floor = TEXT.betting(1, 2, **setup)
    TEXT.decisions(floor, 1, 2)
    assert [whose for whose, _, _ in floor.dealt()] == to(setup["dealing"], (1, 2))[:6]
    assert floor.won("p1") == floor.won("p2") == -1500
    floor.check_settled()
    rounds.hands_rebuilt_from_the_rack(TEXT, 1, 3, 4, 6, **setup)


@checks("NJ THB 19:47-28.1 Flop wager", "NJ THB 19:47-28.1 Turn wager", "NJ THB 19:47-28.1 River wager")
def test_28_1_each_wager_at_its_exact_size() -> None:
    floor = TEXT.betting(1)
    floor.run("decide")
    for wager, right, below, above in (
        ("flop", "20.00", "19.50", "20.50"),
        ("turn", "10.00", "9.50", "10.50"),
        ("river", "10.00", "9.50", "10.50"),
    ):
        for amount, code in ((below, f"{wager}_under_minimum"), (above, f"{wager}_over_limit")):
            assert floor.refused("decide", who="p1", position=1, action=wager, amount=amount).code == code
        other = "check" if wager == "flop" else "fold"
        assert floor.refused("decide", who="p1", position=1, action=other).code == "action_not_allowed"
        floor.decide(1, wager, right)
        floor.run()
    assert not floor.state.playing


def test_checks_keep_a_hand_in_the_round() -> None:
    """Turn and river may be left out; the hand is still settled."""
    floor = TEXT.floor(1)
    floor.get_ready(stacked(to(MANUAL, (1,)), {"1": "As Ad", "dealer": "Kc Kd", "community": "Ac 8h 5s 2d 9c"}))
    floor.bet("p1", 1, ante="10.00")
    floor.run("decide")
    floor.decide(1, "flop", "20.00")
    floor.run("decide")
    floor.decide(1, "check")
    floor.run("decide")
    floor.decide(1, "check")
    floor.finish()
    assert floor.won("p1") == 2000, "the flop wins; an ante with three aces pushes"


@checks("NJ THB 19:47-28.2(a)")
def test_28_2_a_one_deck_and_two_cover_cards() -> None:
    cards.one_deck_of_52_cards_and_cover_cards(TEXT, cover_cards=2)


@checks("NJ THB 19:47-28.2(b)", "NJ THB 19:47-28.2(b)1")
def test_28_2_b_a_second_deck_needs_a_shuffling_device() -> None:
    cards.a_second_deck_needs_a_device(TEXT)


@checks("NJ THB 19:47-28.2(b)")
def test_28_2_b_one_deck_where_the_device_is_gone() -> None:
    cards.one_of_two_decks_leaves_with_the_device(TEXT)


@checks("NJ THB 19:47-28.2(b)2")
def test_28_2_b_2_the_backs_differ() -> None:
    cards.two_decks_have_different_backs(TEXT)


def test_reading_27_two_decks() -> None:
    cards.one_deck_is_shuffled_while_the_other_plays(TEXT)
    cards.two_decks_alternate(TEXT)
    cards.only_one_deck_is_in_the_rack(TEXT)


# Reading 27: opening, shuffle and cut


def test_reading_27_the_table_opens_step_by_step() -> None:
    cards.opens_in_order(TEXT)
    cards.cards_are_spread_for_the_first_player(TEXT)
    cards.each_deck_is_opened_by_itself(TEXT)


def test_reading_27_pre_shuffled_cards_are_only_cut() -> None:
    cards.pre_shuffled_cards_are_cut_only(TEXT)


def test_reading_27_the_shuffle_and_the_cut() -> None:
    cards.shuffled_before_play_and_after_every_round(TEXT)
    cards.no_order_is_given_at_a_live_table(TEXT)
    cards.a_device_may_load_the_shoe(TEXT)
    cards.cut_after_every_shuffle_by_hand(TEXT)
    cards.cut_at_least_ten_cards(TEXT)
    cards.the_cover_card_lies_under_the_cut(TEXT)


def test_reading_27_the_supervisor_orders_a_recut() -> None:
    cards.recut_by_the_supervisor(TEXT)
    cards.no_recut_where_nothing_is_cut(TEXT)


def test_reading_27_cards_are_spread_at_an_idle_table() -> None:
    cards.spread_at_an_idle_table(TEXT)
    cards.spread_when_the_last_player_leaves_between_rounds(TEXT)


# Reading 27: wagers


def test_reading_27_wagers_within_the_posted_limits() -> None:
    wagers.posted_limits(TEXT, "ante", cite("6(a)1"))
    wagers.posted_limits(TEXT, "bonus", cite("6(a)2"), beside={"ante": "10.00"})


def test_reading_27_chips_and_plaques_only() -> None:
    wagers.chips_and_plaques_only(TEXT)
    wagers.only_wagers_that_are_offered(TEXT)
    wagers.nobody_bets_more_than_the_chips_held(TEXT)
    wagers.the_later_wager_is_made_of_chips(TEXT)
    wagers.a_coupon_rides_on_the_ante(TEXT)


@pytest.mark.parametrize(
    ("player", "board", "chips", "coupon", "goes"),
    [
        ("Ah Kh", "Qh 7h 2h 9c 3d", 5000, 1000, "collected"),
        ("Ah Ad", "Kh 7h 2c 9c 3d", 4000, 0, "returned"),
        ("Jh 8s", "Kh 7h 2c 9c 3d", -5000, 0, "collected"),
        ("Qd Qs", "Kh Kd Ac As Ad", 0, 0, "returned"),
    ],
    ids=["a flush wins the ante", "less pushes it", "loses", "ties"],
)
def test_reading_29_a_coupon_wins_like_chips(player: str, board: str, chips: int, coupon: int, goes: str) -> None:
    order = stacked(to(MANUAL, (1,)), {"1": player, "dealer": "Qc Tc", "community": board})
    wagers.coupon_outcomes(TEXT, order, chips, coupon, goes)


def test_reading_29_a_coupon_is_lost_by_a_fold() -> None:
    wagers.coupon_outcomes(TEXT, stacked(to(MANUAL, (1,))), -1000, 0, "collected", fold=True)


def test_reading_27_only_seated_players_bet_and_they_stay() -> None:
    wagers.only_seated_players_bet(TEXT)
    wagers.nobody_leaves_after_a_fold(TEXT)


def test_reading_27_no_wager_changes_after_no_more_bets() -> None:
    wagers.no_wager_after_the_close(TEXT)


def test_reading_27_two_positions_side_by_side_of_six() -> None:
    wagers.two_positions_side_by_side(TEXT)
    wagers.six_positions(TEXT)


def test_roles() -> None:
    rounds.every_command_belongs_to_a_role(TEXT)


def test_a_bonus_wager_needs_an_ante() -> None:
    floor = TEXT.floor(1)
    floor.get_ready()
    assert floor.refused("bet", who="p1", position=1, wagers={"bonus": "5.00"}).clause == "rules THB ante"


# Reading 27: dealing


@by_every_method
def test_reading_27_the_deck_is_loaded_and_bets_closed(setup: dict[str, Any]) -> None:
    rounds.loaded_after_shuffle_and_cut(TEXT, cite("load"), **setup)
    rounds.nothing_is_dealt_before_no_more_bets(TEXT, cite("close"), **setup)


@checks("NJ THB 19:47-28.1 Community card")
@by_every_method
def test_reading_27_two_cards_each_from_the_left_then_the_board(setup: dict[str, Any]) -> None:
    rounds.dealt_as_the_text_says(TEXT, face_up=FACE_UP, **setup)
    rounds.only_those_with_a_wager_get_cards(TEXT, lone_bonus=False, **setup)


def test_reading_27_from_the_hand_only_with_a_shuffling_device() -> None:
    refusal = setup_refused(TEXT.game, dealing=HAND)
    assert (refusal.code, refusal.clause) == ("shuffler_needed", "reading 27")


@by_every_method
def test_reading_27_the_stub_is_racked_unseen(setup: dict[str, Any]) -> None:
    rounds.stub_racked_unseen(TEXT, cite("stub"), **setup)


@by_every_method
def test_reading_27_the_stub_is_counted_every_five_rounds(setup: dict[str, Any]) -> None:
    rounds.counted_every_fifth_round(TEXT, cite("count"), **setup)
    rounds.count_still_due_after_a_void_round(TEXT, **setup)


@by_every_method
def test_reading_27_a_wrong_count(setup: dict[str, Any]) -> None:
    rounds.counts_that_are_wrong(TEXT, cite("count"), **setup)
    rounds.counted_anew_with_a_new_deck(TEXT, **setup)


@by_every_method
def test_reading_27_a_device_that_counts(setup: dict[str, Any]) -> None:
    rounds.no_count_with_a_counting_device(TEXT, cite("count"), **setup)
    rounds.a_counting_device_that_counts_wrong(TEXT, cite("count"), **setup)


def test_reading_27_a_device_that_counts_two_decks() -> None:
    rounds.a_counting_device_with_two_decks(TEXT, cite("count"))


# Reading 27: completion


@by_every_method
def test_reading_27_everybody_answers_for_their_own_hand(setup: dict[str, Any]) -> None:
    rounds.players_see_only_their_own_cards(TEXT, cite("10(a)"), **setup)


@checks("NJ THB 19:47-28.1 Fold")
@by_every_method
def test_28_1_a_fold_gives_up_ante_bonus_and_cards(setup: dict[str, Any]) -> None:
    floor = TEXT.betting(1, 2, **setup)
    floor.run("decide")
    hand = floor.state.hands[1]
    floor.decide(1, "fold")
    floor.decide(2, "flop", "20.00")
    assert floor.next == "collect_forfeits"
    assert floor.refused("deal").code == "not_next"
    (taken,) = floor.once()
    assert isinstance(taken, e.ForfeitsTaken) and taken.stakes == {"ante": 1000, "bonus": 500}
    assert floor.state.rack == hand and sorted(floor.state.hands) == [2]
    TEXT.decisions(floor)
    assert floor.won("p1") == -1500


def test_a_bonus_that_survives_a_fold_keeps_the_hand_on_the_table() -> None:
    floor = TEXT.floor(1, 2, options={"bonus_survives_fold": True})
    floor.get_ready(stacked(to(MANUAL, (1, 2)), {"1": "As Ad"}))
    TEXT.bets(floor)
    floor.run("decide")
    floor.decide(1, "fold")
    floor.decide(2, "flop", "20.00")
    floor.once()
    assert sorted(floor.state.hands) == [1, 2] and floor.state.bets[1].layout == {"bonus": 500}
    TEXT.decisions(floor)
    assert floor.won("p1") == 15000 - 1000


HANDS = {
    "1": "Ah Kh",  # a flush: ante, flop, turn, river and bonus win
    "2": "7c 2s",  # folds
    "4": "Qd 5s",  # loses everything
    "5": "9d 9s",  # three nines: ante pushes, the others win, the bonus pays 3 to 1
    "6": "Tc 4s",  # the dealer's pair and kickers too: a tie; the bonus loses
    "dealer": "Td 4c",
    "community": "Th 8h 3h 9c Ks",
}

AT = (1, 2, 4, 5, 6)


def at_the_settlement(settling: str, **setup: Any) -> Floor:
    """Everybody of HANDS has decided, the board lies open, the stub is in the rack."""
    floor = TEXT.floor(*AT, settling=settling, **setup)
    floor.get_ready(stacked(to(setup.get("dealing", MANUAL), AT), HANDS))
    TEXT.bets(floor)
    floor.once()
    while floor.next != "reveal_dealer":
        if floor.next != "decide":
            floor.once()
        elif floor.task.position == 2:
            floor.decide(2, "fold")
        elif floor.task.position == 4 and floor.task.decision:
            floor.decide(4, "check")
        else:
            floor.decide(floor.task.position, *STAY[floor.task.decision])
    return floor


ALL_HANDS = [
    *("reveal dealer", "reveal 6", "reveal 5", "reveal 4", "reveal 1"),
    *("take 6", "take 4"),
    *("pay 6", "pay 5", "pay 1"),
    *("collect 6", "collect 5", "collect 4", "collect 1", "collect community", "collect dealer"),
]

HAND_BY_HAND = [
    "reveal dealer",
    *("reveal 6", "take 6", "pay 6", "collect 6"),
    *("reveal 5", "pay 5", "collect 5"),
    *("reveal 4", "take 4", "collect 4"),
    *("reveal 1", "pay 1", "collect 1"),
    *("collect community", "collect dealer"),
]

NET = {1: 5000 + 12500, 2: -1500, 4: -3500, 5: 4000 + 1500, 6: -500}


@by_every_method
@pytest.mark.parametrize(("settling", "expected"), [("all_hands", ALL_HANDS), ("hand_by_hand", HAND_BY_HAND)])
def test_reading_27_both_orders_of_settling(settling: str, expected: list[str], setup: dict[str, Any]) -> None:
    floor = at_the_settlement(settling, **setup)
    assert trail(floor.finish()) == expected
    assert {position: floor.won(f"p{position}") for position in AT} == NET
    paid = {each.position: {row.wager: row.pays for row in each.rows} for each in floor.of_round(e.WagersPaid)}
    assert paid == {
        1: {"ante": 1000, "flop": 2000, "turn": 1000, "river": 1000, "bonus": 12500},
        5: {"ante": 0, "flop": 2000, "turn": 1000, "river": 1000, "bonus": 1500},
        6: {"ante": 0, "flop": 0, "turn": 0, "river": 0},
    }
    taken = {each.position: each.stakes for each in floor.of_round(e.WagersTaken)}
    assert taken == {4: {"ante": 1000, "flop": 2000, "bonus": 500}, 6: {"bonus": 500}}
    rebuilt = reconstruct(floor.state.rack, floor.state.pickups)
    assert {whose: rebuilt[whose] for whose in HANDS} == {whose: tuple(hand.split()) for whose, hand in HANDS.items()}


@pytest.mark.parametrize("settling", ["all_hands", "hand_by_hand"])
def test_reading_27_nothing_is_settled_out_of_turn(settling: str) -> None:
    floor = at_the_settlement(settling)
    while floor.state.playing:
        rounds.nothing_else_is_next(floor, AT)
        floor.once()


@by_every_method
def test_reading_27_every_hand_can_be_rebuilt_from_the_rack(setup: dict[str, Any]) -> None:
    for settling in ("all_hands", "hand_by_hand"):
        for folding in ((), (3,), (1, 4), (1, 3, 4, 6)):
            rounds.hands_rebuilt_from_the_rack(TEXT, *folding, settling=settling, **setup)


# Reading 27: irregularities


@by_every_method
def test_reading_27_cards_found_face_up(setup: dict[str, Any]) -> None:
    """In the deal of the hands and of the board: the burns and community cards behind it move up by one."""
    irregularities.one_card_found_face_up(TEXT, cite("12(a)"), **setup)
    irregularities.two_cards_found_face_up(TEXT, cite("12(a)"), **setup)


@by_every_method
def test_reading_27_a_card_drawn_in_error_is_the_next_card(setup: dict[str, Any]) -> None:
    irregularities.a_card_drawn_in_error_is_the_next(TEXT, cite("12(b)"), **setup)


@by_every_method
def test_reading_27_a_wrong_number_of_cards_voids_all_hands(setup: dict[str, Any]) -> None:
    irregularities.a_wrong_number_of_cards(TEXT, cite("12(c)"), **setup)
    irregularities.a_wrong_number_of_cards(TEXT, cite("12(c)"), 2, **setup)


@by_every_method
def test_reading_27_an_exposed_card_of_the_dealer_voids_all_hands(setup: dict[str, Any]) -> None:
    irregularities.a_dealers_card_exposed(TEXT, cite("12(d)"), 1, **setup)
    irregularities.not_exposed_after_the_reveal(TEXT, cite("12(d)"), **setup)


@by_every_method
def test_reading_27_a_shuffler_that_jams(setup: dict[str, Any]) -> None:
    irregularities.a_shuffler_that_jams(TEXT, cite("12(e)"), **setup)


def test_reading_27_an_automated_shoe_that_jams() -> None:
    irregularities.a_shoe_that_jams(TEXT, cite("12(f)"), AUTOMATED)


def test_reading_27_a_device_leaves_before_another_method() -> None:
    irregularities.a_device_leaves_before_another_method(TEXT, cite("12(g)"))
    irregularities.a_device_replaced(TEXT, cite("12(g)"))


@by_every_method
def test_a_table_that_runs_by_itself(setup: dict[str, Any]) -> None:
    rounds.runs_by_itself_as_by_hand(TEXT, **setup)


def test_reading_27_the_staff_calls_irregularities() -> None:
    irregularities.the_staff_calls(TEXT)


def test_reading_27_a_wrong_count_with_two_decks() -> None:
    rounds.a_wrong_count_with_two_decks(TEXT, cite("7(e)2"))


def test_reading_27_a_shuffler_that_jams_with_two_decks() -> None:
    irregularities.a_shuffler_that_jams(TEXT, cite("12(e)"), decks=2)


@by_every_method
@pytest.mark.parametrize("settling", ["all_hands", "hand_by_hand"])
def test_reading_27_a_hand_lies_open_from_its_reveal_on(settling: str, setup: dict[str, Any]) -> None:
    rounds.hands_are_open_when_revealed(at_the_settlement(settling, **setup))


def test_a_table_closes_between_rounds() -> None:
    rounds.a_table_closes(TEXT)
