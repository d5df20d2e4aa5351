"""Double Attack Blackjack at the table: its irregularities (h) to (m), the deal, the attack and Bust It."""

from typing import Any

import msgspec
import pytest

from pitboss.refusal import Refusal
from pitboss.table import events as table
from pitboss.table.families import shoe_house
from pitboss.table.shoe import events as e
from pitboss.table.state import finished_round
from pitboss.table.views import choices
from tests.support import checks
from tests.table.shoe_floor import ShoeFloor


def cite(letter: str) -> str:
    return f"NJ DAB 19:47-{letter}"


def floor(**setup: Any) -> ShoeFloor:
    return ShoeFloor("double-attack-blackjack", **setup)


def setup_refused(**setup: Any) -> Refusal:
    with pytest.raises(Refusal) as caught:
        shoe_house({"game": "double-attack-blackjack", **setup})
    return caught.value


def actions(there: ShoeFloor, who: str) -> set[str]:
    return {each["action"] for each in choices(there.house, there.state, "player", who) if each["do"] == "decide"}


@checks("rules DAB decks")
def test_the_shoe_has_eight_decks_of_48() -> None:
    assert len(floor().house.pack) == 384


def test_a_box_has_one_player_and_a_player_one_box_unless_the_house_allows_more() -> None:
    """Reading 78."""
    assert setup_refused(players_per_box=2).clause == "reading 78"
    assert setup_refused(boxes_per_player=7).clause == "reading 78"
    there = floor()
    there.sit("p1", 1)
    there.sit("p2", 2)
    there.ready()
    there.bet("p1", 1, bet="10.00")
    assert there.refused("bet", who="p1", position=3, wagers={"bet": "10.00"}).clause == "reading 78"
    assert there.refused("bet", who="p2", position=1, wagers={"bet": "10.00"}).code == "position_taken"
    assert there.refused("consent", who="p1", position=1).code == "box_not_shared"


@checks("rules DAB bust it limit")
@pytest.mark.parametrize(
    ("stake", "code"),
    [("0.50", "bust_it_under_minimum"), ("1.00", ""), ("10.00", ""), ("10.50", "bust_it_over_limit")],
)
def test_bust_it_is_at_least_a_dollar_and_at_most_the_bet(stake: str, code: str) -> None:
    there = floor()
    there.sit("p1", 1)
    there.ready()
    wagers = {"bet": "10.00", "bust_it": stake}
    if code:
        found = there.refused("bet", who="p1", position=1, wagers=wagers)
        assert (found.code, found.clause) == (code, "rules DAB bust it limit")
    else:
        there.bet("p1", 1, **wagers)


@checks("rules DAB attack", "rules DAB bet")
def test_the_up_card_comes_first_then_the_attack_then_two_cards_each() -> None:
    there = floor()
    there.start("6c 2s 3s 4s 5s 9h", seats=(1, 2))
    there.run("decide")
    assert (there.state.dealer, there.task.asks, there.task.clause) == (("6c",), "attack", "rules DAB attack")
    assert there.refused("deal").code == "not_next"
    there.decide(1, "attack", "10.00")
    there.decide(2, "pass")
    there.run()
    assert [to for to, _, _ in there.dealt()] == ["dealer", "1.1", "2.1", "1.1", "2.1", "dealer"]
    assert there.dealt()[-1] == ("dealer", "9h", False)
    assert there.state.boxes[1].parties[0].stakes == {"bet": 1000, "attack": 1000}
    assert there.won("p1") == -2000


@checks("rules DAB attack")
@pytest.mark.parametrize(("amount", "code"), [("0.50", ""), ("10.00", ""), ("10.50", "attack_over_limit")])
def test_an_attack_is_at_most_the_bet(amount: str, code: str) -> None:
    there = floor()
    there.start("6c 2s 4s 9h")
    there.run("decide")
    assert there.cannot(1, "hit").code == "action_not_allowed"
    assert there.cannot(1, "attack").code == "amount_missing"
    assert there.cannot(1, "pass", "1.00").code == "amount_not_wanted"
    assert there.cannot(1, "pass", hand=1).code == "other_hand"
    if code:
        assert (there.cannot(1, "attack", amount).code, there.task.clause) == (code, "rules DAB attack")
    else:
        there.decide(1, "attack", amount)


def test_an_attack_before_its_time_is_refused() -> None:
    there = floor()
    there.sit("p1", 1)
    there.ready()
    found = there.refused("bet", who="p1", position=1, wagers={"bet": "10.00", "attack": "10.00"})
    assert (found.code, found.clause) == ("wager_too_early", "rules DAB attack")


@pytest.mark.parametrize(("amount", "fine"), [("10.00", True), ("10.50", False)])
def test_insurance_is_up_to_half_of_bet_and_attack(amount: str, fine: bool) -> None:
    """Reading 72; it pays 5 to 2."""
    there = floor()
    there.start("Ac 2s 4s Kh")
    there.run("decide")
    there.decide(1, "attack", "10.00")
    there.run("decide")
    assert there.task.asks == "insurance"
    if not fine:
        assert there.cannot(1, "insure", amount).code == "insurance_over_limit"
        return
    there.decide(1, "insure", amount)
    there.finish()
    assert there.won("p1") == -2000 + 2500


@checks("rules DAB double", "rules DAB surrender")
@pytest.mark.parametrize(("amount", "fine"), [("20.00", True), ("20.50", False)])
def test_a_double_is_up_to_bet_and_attack_and_may_be_surrendered(amount: str, fine: bool) -> None:
    there = floor()
    there.start("6c 2s 4s 9h 5s")
    there.run("decide")
    there.decide(1, "attack", "10.00")
    there.run()
    if not fine:
        assert there.cannot(1, "double", amount).code == "double_over_limit"
        return
    there.decide(1, "double", amount)
    there.once()
    assert actions(there, "p1") == {"stand", "surrender"}
    assert there.cannot(1, "double", "1.00").code == "double_twice"
    assert there.cannot(1, "rescue").code == "rescue_not_offered"
    there.decide(1, "surrender")
    there.finish()
    assert there.won("p1") == -2000


@checks("rules DAB surrender")
def test_a_surrender_is_made_after_a_hit_and_after_a_split_too() -> None:
    there = floor()
    there.start("6c 8s 8d 9h 5s 3s 4s")
    there.run()
    there.decide(1, "split")
    there.once()
    there.decide(1, "hit")
    there.once()
    there.decide(1, "surrender")
    there.once()
    there.decide(1, "surrender")
    there.finish()
    assert there.won("p1") == -1000
    assert finished_round(there.state)["dealer"] == "6c 9h", "nothing depends on the dealer"


@checks("rules DAB split aces")
def test_aces_are_split_once_and_get_one_card_each() -> None:
    there = floor()
    there.start("6c As Ad 9h 5s Ah 4s")
    there.run()
    there.decide(1, "split")
    there.once()
    for action, amount in (("hit", None), ("double", "10.00")):
        found = there.cannot(1, action, amount)
        assert (found.code, found.clause) == ("split_aces_drawn", "rules DAB split aces")
    there.decide(1, "stand")
    there.once()
    assert there.cannot(1, "split").code == "aces_split_again"
    there.decide(1, "stand")
    there.finish()
    hands = finished_round(there.state)["positions"][0]["hands"]
    assert [hand["cards"] for hand in hands] == ["As 5s", "Ad Ah"]


@checks("rules DAB surrender", "rules DAB split aces")
def test_a_split_ace_with_its_card_may_still_be_surrendered() -> None:
    """Half at any time, also after a split: as settlement takes it and the lab prices it. A 21 is finished."""
    there = floor()
    there.start("9c As Ad Kh 5s Kd")
    there.run()
    there.decide(1, "split")
    there.once()
    assert actions(there, "p1") == {"stand", "surrender"}
    there.decide(1, "surrender")
    there.finish()
    hands = finished_round(there.state)["positions"][0]["hands"]
    assert [(hand["cards"], hand["surrendered"]) for hand in hands] == [("As 5s", True), ("Ad Kd", False)]
    assert there.won("p1") == -500 + 1000


@checks("rules DAB split")
def test_a_split_costs_bet_and_attack_and_a_fifth_hand_is_refused() -> None:
    there = floor()
    there.start("6c 8s 8d 9h 8h 8c 8s 2s 3s 4s 5s")
    there.run("decide")
    there.decide(1, "attack", "5.00")
    there.run()
    for hands in (2, 3, 4):
        there.decide(1, "split")
        assert there.won("p1") == -1500 * hands
        there.once()
    assert there.cannot(1, "split").code == "split_over_limit"


@pytest.mark.parametrize("most", [2, 3])
def test_reading_116_the_house_may_let_a_split_make_fewer_hands(most: int) -> None:
    there = floor(options={"split_hands": most})
    there.start("6c 8s 8d 9h 8h 8c 8s 2s 3s 4s 5s")
    there.run("decide")
    there.decide(1, "pass")
    there.run()
    for _ in range(2, most + 1):
        there.decide(1, "split")
        there.once()
    over = there.cannot(1, "split")
    assert (over.code, over.clause) == ("split_over_limit", "reading 116")


def test_reading_117_a_doubled_hand_that_may_not_be_surrendered_is_finished() -> None:
    there = floor(options={"surrender": "not_after_a_double"})
    there.start("6c 8s 3d 9h 2h 2s Ks")
    there.run("decide")
    there.decide(1, "pass")
    there.run()
    assert actions(there, "p1") >= {"surrender", "double"}
    there.decide(1, "double", "10.00")
    there.finish()
    assert finished_round(there.state)["positions"][0]["hands"][0]["doubled"] == "10.00"


def test_reading_117_on_two_cards_only_a_hand_that_was_hit_is_not_surrendered() -> None:
    there = floor(options={"surrender": "first_two_cards"})
    there.start("6c 8s 3d 9h 2h 2s Ks")
    there.run("decide")
    there.decide(1, "pass")
    there.run()
    assert "surrender" in actions(there, "p1")
    there.decide(1, "hit")
    there.once()
    assert "surrender" not in actions(there, "p1")
    late = there.cannot(1, "surrender")
    assert (late.code, late.clause) == ("surrender_after_draw", "reading 117")


def test_reading_118_split_aces_that_may_not_be_surrendered_are_finished() -> None:
    there = floor(options={"surrender_split_hands": False})
    there.start("9c As Ad Kh 5s Kd")
    there.run()
    there.decide(1, "split")
    there.finish()  # nobody is asked any more
    hands = finished_round(there.state)["positions"][0]["hands"]
    assert [(hand["cards"], hand["surrendered"]) for hand in hands] == [("As 5s", False), ("Ad Kd", False)]


@checks("rules DAB bust it draw")
@pytest.mark.parametrize(
    ("up", "hole", "drawn"), [("2c", "9h", False), ("3c", "9h", True), ("7c", "9h", True), ("8c", "9h", False)]
)
def test_the_dealer_draws_a_third_card_to_12_to_16_for_a_bust_it_alone(up: str, hole: str, drawn: bool) -> None:
    """At 11 and 17 there is nothing to bust."""
    there = floor()
    there.start(f"{up} Ks Qd {hole} Js 5s", {"bet": "10.00", "bust_it": "5.00"})
    there.run()
    there.decide(1, "hit")
    there.run("reveal_hole")
    there.once()
    there.finish()
    assert len(finished_round(there.state)["dealer"].split()) == (3 if drawn else 2)


@checks("rules DAB blackjack tie")
def test_blackjacks_are_paid_in_turn_and_tie_with_the_dealers() -> None:
    there = floor()
    there.start("9c As 8s Kd 8d 9h", seats=(1, 2))
    there.run("pay")
    there.once()
    assert there.won("p1") == 1000
    tie = floor()
    tie.start("Kc As Kd Ah")
    tie.finish()
    assert tie.won("p1") == 0


# Irregularities


@checks("NJ DAB 19:47-(h)")
@pytest.mark.parametrize("answer", ["none", "wait", "dead"])
def test_h_a_hand_without_a_card_is_dead_and_one_with_a_card_may_wait(answer: str) -> None:
    there = floor()
    there.start("9c 2s 3s 4s 5s 6s", seats=(1, 2))
    there.ask("attack")
    there.decide(1, "attack", "5.00")
    there.run("deal")
    if answer == "none":
        assert [each.effect for each in there.call("hand_missed", position=1)] == ["ask"]  # type: ignore[attr-defined]
        there.once()
        called = there.call("hand_missed", position=1)
        assert [type(each).__name__ for each in called] == ["IrregularityCalled", "BoxVoided"]
    else:
        there.once()
        there.once()
        there.call("hand_missed", position=1)
        assert there.task.clause == cite("(h)")
        there.decide(1, answer)
    there.run()
    if answer == "wait":
        assert [to for to, _, _ in there.dealt()] == ["dealer", "1.1", "2.1", "2.1", "1.1", "dealer"]
        there.decide(1, "stand")
    else:
        assert there.won("p1") == 0, "bet and attack go back"
    there.decide(2, "stand")
    there.finish()


@checks("NJ DAB 19:47-(h)")
@pytest.mark.parametrize("answer", ["wait", "dead"])
def test_h_a_box_passed_over_on_the_first_pass_has_the_option_of_a_second_card(answer: str) -> None:
    """Issue item A11: its first card comes with the others' second ones, its own second after them."""
    there = floor()
    there.start("9c 2s 3s 4s 5s 6s", {"bet": "10.00", "bust_it": "5.00"}, seats=(1, 2))
    there.ask("attack")
    there.decide(1, "attack", "5.00")
    there.run("deal")
    assert [(each.effect, each.clause) for each in there.call("hand_missed", position=1)] == [("ask", cite("(h)"))]  # type: ignore[attr-defined]
    while there.next == "deal":
        there.once()
    there.decide(1, answer)
    there.run()
    late = ["1.1", "dealer"] if answer == "wait" else ["dealer"]
    assert [to for to, _, _ in there.dealt()] == ["dealer", "2.1", "1.1", "2.1", *late]
    if answer == "wait":
        there.decide(1, "stand")
    else:
        assert there.won("p1") == 0, "bet, attack and bust it go back"
    there.decide(2, "stand")
    there.finish()
    there.check_replay()


@checks("NJ DAB 19:47-(i)")
@pytest.mark.parametrize("answer", ["wait", "dead"])
def test_i_a_card_passed_over_comes_later_or_the_hand_is_dead(answer: str) -> None:
    there = floor()
    there.start("9c 2s 8s 4s 9s 9h 5s 6s 7s", {"bet": "10.00", "bust_it": "5.00"}, seats=(1, 2))
    there.run()
    there.decide(1, "hit")
    there.call("card_missed", position=1)
    assert there.task.clause == cite("(i)")
    there.decide(1, answer)
    there.decide(2, "stand")
    if answer == "wait":
        assert (there.next, there.task.position) == ("deal", 1)
        there.once()
        there.decide(1, "stand")
    there.finish()
    assert finished_round(there.state)["positions"][0]["hands"][0]["void"] == (answer == "dead")


@checks("NJ DAB 19:47-(j)")
def test_j_a_jam_is_shuffled_again() -> None:
    there = floor()
    there.sit("p1", 1)
    there.run("shuffle")
    assert there.call("shuffler_jam")[0].clause == cite("(j)")  # type: ignore[attr-defined]
    assert there.next == "shuffle"


@checks("NJ DAB 19:47-(k)")
def test_k_a_device_leaves_the_table_first() -> None:
    there = floor()
    there.sit("p1", 1)
    there.run("shuffle")
    assert there.refused("change_method", shuffler="none").clause == cite("(k)")
    there.do("remove_device", "floorperson", device="shuffler")
    missing = there.refused("shuffle")
    assert (missing.code, missing.clause) == ("device_missing", cite("(k)"))
    there.do("change_method", shuffler="none")


@checks("NJ DAB 19:47-(l)", "NJ DAB 19:47-(l)1", "NJ DAB 19:47-(l)2")
@pytest.mark.parametrize(("reader", "goes_on"), [("reader", True), ("open_reader", False)])
def test_l_a_reader_misused_ends_the_round_where_players_could_learn_the_card(reader: str, goes_on: bool) -> None:
    there = floor(card_reader=reader)
    there.start("9c 2s 4s 9h", {"bet": "10.00", "bust_it": "5.00"})
    there.ask("attack")
    there.decide(1, "attack", "10.00")
    there.run()
    assert there.refused("call", "dealer", what="reader_misused").clause == cite("(l)2")
    called = there.call("reader_misused", "supervisor")
    assert called[0].clause == cite("(l)2" if goes_on else "(l)1")  # type: ignore[attr-defined]
    assert there.state.playing == goes_on
    assert there.won("p1") == (-2500 if goes_on else 0)
    if not goes_on:
        there.check_settled()


@checks("NJ DAB 19:47-(l)")
@pytest.mark.parametrize(("up", "misused"), [("Ac", 0), ("Kc", 0), ("Qc", 0), ("Jc", 0), ("9c", 1), ("2c", 1)])
def test_l_an_ace_or_a_picture_up_is_no_misuse(up: str, misused: int) -> None:
    """Issue item A19: the rule is about the other cards, and the supervisor is informed."""
    there = floor()
    there.start(f"{up} 8s 7d 6h 3s")
    there.run()
    calls = [
        each for each in choices(there.house, there.state, "supervisor", "") if each.get("what") == "reader_misused"
    ]
    assert len(calls) == misused
    if misused:
        assert there.refused("call", "dealer", what="reader_misused").clause == cite("(l)2")
        assert there.call("reader_misused", "supervisor")
    else:
        refused = there.refused("call", "supervisor", what="reader_misused")
        assert (refused.code, refused.clause) == ("not_now", cite("(l)2"))


@checks("NJ DAB 19:47-(l)")
def test_l_without_a_reader_or_with_the_hole_card_shown_nothing_is_misused() -> None:
    """Issue item A19."""
    there = floor(card_reader="none")
    there.start("9c 8s 7d 6h 3s")
    there.run()
    assert there.refused("call", "supervisor", what="reader_misused").code == "not_now"
    there = floor()
    there.start("9c 8s Kd Kh 3s")
    there.run()
    there.decide(1, "stand")
    there.run("reveal_hole")
    there.once()
    assert there.refused("call", "supervisor", what="reader_misused").code == "not_now"


@checks("rules DAB check")
def test_the_dealer_checks_the_hole_card_before_hands_are_played() -> None:
    """Issue item A19."""
    there = floor()
    there.start("Kc 8s 7d Ah 2s 3s")
    there.run("check")
    assert (there.task.by, there.task.clause) == ("dealer", "rules DAB check")
    assert there.refused("check", "floorperson").code
    there.once()
    assert there.next != "decide", "a blackjack ends the round"
    there.finish()
    assert there.won("p1") == -1000


@checks("rules DAB dealer", "rules DAB busts")
def test_the_dealer_draws_to_17_and_a_bust_is_taken_at_once() -> None:
    """Issue item A19."""
    there = floor()
    there.start("6c 8s 7d 9s Ks Jc Qs 2s", seats=(1, 2))
    there.run()
    there.decide(1, "hit")
    there.run("take")
    assert (there.task.position, there.task.clause) == (1, "rules DAB busts")
    there.once()
    while there.next != "decide":
        there.once()
    there.decide(2, "stand")
    there.run("draw")
    assert (there.task.by, there.task.clause) == ("dealer", "rules DAB dealer")
    there.once()
    assert len(there.state.dealer) == 3
    there.finish()


@checks("NJ DAB 19:47-(m)")
def test_m_without_a_reader_a_blackjack_is_found_only_at_the_end() -> None:
    there = floor()
    there.start("Kc 8s 8d Ah 2s 3s")
    there.run("check")
    assert there.call("reader_failed")[0].clause == cite("(m)")  # type: ignore[attr-defined]
    there.decide(1, "split")
    there.once()
    there.decide(1, "surrender")
    there.run()
    there.decide(1, "stand")
    there.finish()
    assert there.won("p1") == -2000, "no surrender stands against it"


@pytest.mark.parametrize(
    ("what", "card"),
    [("card_face_up", None), ("ten_found", "Th"), ("drawn_in_error", None)],
)
def test_a_to_g_are_as_in_spanish_21(what: str, card: str | None) -> None:
    """Reading 77."""
    there = floor()
    there.start("9c 2s 4s 9h")
    there.run("deal")
    assert there.call(what, card=card)[0].clause == "reading 77"  # type: ignore[attr-defined]
    assert there.refused("call", "dealer", what="dealer_missed").code == "unknown_irregularity"


def test_d_a_card_seen_during_insurance_is_the_next_one() -> None:
    """Issue item A13, by reading 77."""
    there = floor()
    there.start("Ac 8s 7d 6h 3s")
    there.ask("insurance")
    called = there.call("drawn_exposed")
    assert [(each.effect, each.card, each.clause) for each in called] == [("offered", "3s", "reading 77")]  # type: ignore[attr-defined]
    there.run()
    there.decide(1, "hit")
    there.once()
    assert there.state.boxes[1].hands[0].cards == ("8s", "7d", "3s")
    there.decide(1, "stand")
    there.finish()
    there.check_replay()


def test_a_short_shoe_is_filled_from_the_discards() -> None:
    there = floor(options={})
    there.start("9c 2s 4s 9h")
    there.run()
    state = there.state
    gone, left = state.stock[:-1], state.stock[-1:]
    there.session.state = msgspec.structs.replace(
        state, stock=left, rack=state.rack + gone, pickups=(*state.pickups, ("earlier", len(gone)))
    )
    there.decide(1, "hit")
    there.once()
    there.decide(1, "hit")
    assert (there.next, there.task.clause) == ("shuffle", "reading 77")
    there.once()
    assert there.all(table.IrregularityCalled)[-1].what == "shoe_short" and there.next == "burn"


def test_bust_it_beside_a_paid_blackjack_goes_back_when_the_round_becomes_void() -> None:
    there = floor()
    there.start("9c As 8s Kd 8d 9h 2s 3s 4s", {"bet": "10.00", "bust_it": "5.00"}, seats=(1, 2))
    there.run()
    assert there.won("p1") == 1000 - 500
    there.decide(2, "hit")
    there.call("card_face_up")
    voided = there.call("card_face_up")
    assert [each.what for each in voided if isinstance(each, e.BoxVoided)] == ["sides", "box"]
    assert (there.won("p1"), there.won("p2")) == (1000, 0)
    there.check_settled()
    there.check_replay()
