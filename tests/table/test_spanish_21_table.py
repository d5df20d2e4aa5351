"""Spanish 21 at the table, clause by clause: 19:47-19.12 to 19.15, and the readings where the pages are silent."""

from collections import Counter
from typing import Any

import msgspec
import pytest

import pitboss
from pitboss.refusal import Refusal
from pitboss.shoe.procedure import Effect
from pitboss.table import events as table
from pitboss.table.families import shoe_house
from pitboss.table.shoe import events as e
from pitboss.table.shoe.state import reconstruct
from pitboss.table.state import finished_round
from pitboss.table.views import choices, view
from tests.support import checks
from tests.table.shoe_floor import BURNT, ShoeFloor


def cite(paragraph: str) -> str:
    return f"NJ S21 19:47-{paragraph}"


def floor(**setup: Any) -> ShoeFloor:
    return ShoeFloor("spanish-21", **setup)


def setup_refused(**setup: Any) -> Refusal:
    with pytest.raises(Refusal) as caught:
        shoe_house({"game": "spanish-21", **setup})
    return caught.value


def actions(table_: ShoeFloor, who: str) -> set[str]:
    """What a player may decide now, as the view says."""
    return {each["action"] for each in choices(table_.house, table_.state, "player", who) if each["do"] == "decide"}


def miss_twice(there: ShoeFloor, position: int) -> None:
    """A box is passed over when its first card is due, and again when its second would be."""
    called = there.call("hand_missed", position=position)
    assert [each.effect for each in called] == ["ask"], "not dead yet"  # type: ignore[attr-defined]
    while there.task.position != position:
        there.once()
    called = there.call("hand_missed", position=position)
    assert [type(each).__name__ for each in called] == ["IrregularityCalled", "BoxVoided"]
    assert called[0].effect == "dead"  # type: ignore[attr-defined]


# Cards: readings 52 and 53


@pytest.mark.parametrize(("decks", "cards"), [(6, 288), (8, 384)])
def test_a_shoe_has_48_cards_of_each_deck_and_no_ten(decks: int, cards: int) -> None:
    there = floor(options={"decks": decks})
    assert len(there.house.pack) == cards
    assert not [card for card in there.house.pack if card[0] == "T"]
    assert all(there.house.pack.count(card) == decks for card in there.house.pack)


def test_the_cards_are_made_ready_in_this_order() -> None:
    there = floor(shuffler="none")
    there.sit("p1", 1)
    done = []
    while there.next != "no_more_bets":
        done.append(there.next)
        there.once()
    assert done == [
        *("receive", "inspect", "verify", "spread", "view", "wash", "stack"),
        *("shuffle", "cut", "place_cut_card", "load", "burn"),
    ]
    assert there.refused("deal").code == "not_next"
    assert len(there.state.stock) == 287 and len(there.state.rack) == 1


def test_a_shuffle_by_a_device_is_not_cut() -> None:
    there = floor()
    there.sit("p1", 1)
    there.ready()
    assert not there.all(table.DeckCut)
    assert there.all(table.Shuffled)[0].device


@pytest.mark.parametrize(("depth", "fine"), [(9, False), (10, True), (287, True), (288, False)])
def test_at_least_10_cards_are_cut_and_one_is_left(depth: int, fine: bool) -> None:
    there = floor(shuffler="none")
    there.sit("p1", 1)
    there.run("cut")
    if fine:
        top = there.state.stock[depth]
        there.do("cut", depth=depth)
        assert there.state.stock[0] == top
    else:
        assert (there.refused("cut", depth=depth).code, there.task.clause) == ("cut_depth", "reading 52")


@pytest.mark.parametrize(("behind", "fine"), [(9, False), (10, True), (278, True), (279, False)])
def test_at_least_10_cards_lie_behind_the_cut_card_and_before_it(behind: int, fine: bool) -> None:
    there = floor()
    there.sit("p1", 1)
    there.run("place_cut_card")
    if fine:
        there.do("place_cut_card", behind=behind)
        assert there.state.behind == behind
        assert floor(cut_card=behind).house.behind == behind
    else:
        found = there.refused("place_cut_card", behind=behind)
        assert (found.code, found.clause) == ("cut_card_depth", "reading 53")
        assert setup_refused(cut_card=behind).code == "cut_card_depth"


def test_where_nobody_says_a_quarter_lies_behind_the_cut_card() -> None:
    assert floor().house.behind == 72
    assert floor(options={"decks": 8}).house.behind == 96


@pytest.mark.parametrize(("behind", "last"), [(282, False), (283, True), (284, True)])
def test_a_round_that_reaches_the_cut_card_is_finished_and_then_all_cards_are_shuffled(behind: int, last: bool) -> None:
    """288 cards less one burnt and four dealt: 283 are left."""
    there = floor()
    there.start("8s 9c 7d 8h")
    there.session.state = msgspec.structs.replace(there.state, behind=behind)
    there.run()
    there.decide(1, "stand")
    there.finish()
    assert (there.next, there.state.betting) == (("shuffle", False) if last else ("no_more_bets", True))
    if last:
        assert there.refused("bet", who="p1", position=1, wagers={"bet": "10.00"}).code == "bets_not_open"
        there.ready()
        assert len(there.state.stock) == 287 and not there.state.shuffle_due


def test_discards_stay_in_the_rack_and_every_hand_can_be_rebuilt_from_it() -> None:
    there = floor()
    there.start("8s 9c 8d 7h Kd 3s Qh", seats=(1,))
    there.run()
    there.decide(1, "split")
    there.once()
    there.decide(1, "stand")
    there.once()
    there.decide(1, "stand")
    there.finish()
    rebuilt = reconstruct(there.state.rack, there.state.pickups)
    assert rebuilt["0: burnt"] == (BURNT,)
    assert rebuilt["1: 1.1"] == ("8s", "Kd") and rebuilt["1: 1.2"] == ("8d", "3s")
    assert rebuilt["1: dealer"] == ("9c", "7h", "Qh")
    there.bet("p1", 1, bet="10.00")
    there.run()
    while there.next == "decide":
        there.decide(1, "stand")
        there.run()
    assert reconstruct(there.state.rack, there.state.pickups)["1: 1.1"] == ("8s", "Kd")


def test_a_supervisor_may_have_the_cards_cut_again_before_one_is_burned() -> None:
    there = floor(shuffler="none")
    there.sit("p1", 1)
    there.run("cut")
    assert there.refused("order_recut").code == "nothing_to_recut"
    for before in ("place_cut_card", "load", "burn"):
        there.run(before)
        there.do("order_recut")
        assert there.next == "cut"
    there.run("no_more_bets")
    assert there.refused("order_recut").code == "nothing_to_recut"
    assert len(there.all(table.DeckCut)) == 4


def test_at_an_idle_table_the_cards_lie_spread_until_a_player_looks() -> None:
    there = floor()
    there.sit("p1", 1)
    there.ready()
    there.do("leave", who="p1")
    assert there.next == "spread_idle"
    there.once()
    assert there.state.spread and there.next == "view"
    there.sit("p2", 2)
    there.ready("")
    assert there.state.betting and len(there.state.stock) == 287


@checks("NJ S21 19:47-19.15(b)")
def test_a_ten_in_a_given_order_is_refused() -> None:
    there = floor()
    there.sit("p1", 1)
    there.run("shuffle")
    cards = there.order("").split()
    ten = " ".join(["Th", *cards[1:]])
    found = there.refused("shuffle", order=ten)
    assert (found.code, found.clause) == ("ten_in_shoe", cite("19.15(b)"))
    assert there.refused("shuffle", order=" ".join(cards[1:])).code == "order_malformed"
    there.do("shuffle", order=" ".join(cards))


# Wagers


def test_wagers_are_chips_of_seated_players_within_the_posted_limits() -> None:
    there = floor(limits={"bet": ["5.00", "100.00"], "match_the_dealer": ["1.00", "5.00"]})
    there.sit("p1", 1)
    there.ready()
    bet: dict[str, Any] = {"who": "p1", "position": 1}
    assert there.refused("bet", **bet, wagers={"bet": "4.50"}).code == "under_minimum"
    there.do("bet", **bet, wagers={"bet": "5.00"})
    there.do("bet", **bet, wagers={"bet": "100.00", "match_the_dealer": "5.00"})
    assert there.refused("bet", **bet, wagers={"bet": "100.50"}).code == "over_maximum"
    assert there.refused("bet", **bet, wagers={"bet": "5.00", "match_the_dealer": "5.50"}).code == "over_maximum"
    assert there.refused("bet", **bet, wagers={"match_the_dealer": "5.00"}).code == "bet_missing"
    assert there.refused("bet", **bet, wagers={"bet": "5.00", "insurance": "1.00"}).code == "wager_too_early"
    assert there.refused("bet", **bet, wagers={"bet": "5.00", "bust_it": "1.00"}).code == "unknown_wager"
    assert there.refused("bet", **bet, wagers={"bet": "5.00"}, tender="cash").clause == "reading 54"
    assert there.refused("bet", who="p9", position=1, wagers={"bet": "5.00"}).code == "not_seated"
    there.once()
    assert there.refused("bet", **bet, wagers={"bet": "5.00"}).code == "bets_closed"
    assert there.refused("clear", **bet).code == "bets_closed"
    assert there.refused("leave", who="p1").code == "must_stay_seated"


@checks("NJ S21 19:47-19.14")
@pytest.mark.parametrize("most", [1, 2, 6])
def test_19_14_a_player_has_one_box_unless_the_house_allows_more(most: int) -> None:
    there = floor(boxes_per_player=most)
    there.sit("p1", 3)
    there.ready()
    places = [3, 1, 6, 2, 4, 5]
    for place in places[:most]:
        there.bet("p1", place, bet="10.00")
    for place in places[most:]:
        found = there.refused("bet", who="p1", position=place, wagers={"bet": "10.00"})
        assert (found.code, found.clause) == ("too_many_boxes", cite("19.14"))
    there.bet("p1", places[0], bet="20.00")


@pytest.mark.parametrize(("wanted", "fine"), [(0, False), (1, True), (6, True), (7, False)])
@checks("NJ S21 19:47-19.14")
def test_19_14_a_house_allows_one_to_six_boxes(wanted: int, fine: bool) -> None:
    if fine:
        assert floor(boxes_per_player=wanted).house.boxes_per_player == wanted
    else:
        assert setup_refused(boxes_per_player=wanted).clause == cite("19.14")


@checks("NJ S21 19:47-19.13(a)")
@pytest.mark.parametrize(("wanted", "fine"), [(0, False), (1, True), (3, True), (4, False)])
def test_19_13_a_one_to_three_players_wager_on_a_box(wanted: int, fine: bool) -> None:
    if not fine:
        found = setup_refused(players_per_box=wanted)
        assert (found.code, found.clause) == ("box_too_full", cite("19.13(a)"))
        return
    there = floor(players_per_box=wanted)
    for place in range(1, 6):
        there.sit(f"p{place}", place)
    there.ready()
    there.bet("p1", 1, bet="10.00")
    if wanted == 1:
        found = there.refused("bet", who="p2", position=1, wagers={"bet": "10.00"})
        assert (found.code, found.clause) == ("position_taken", cite("19.13(a)"))
        assert there.refused("consent", who="p1", position=1).code == "box_not_shared"
        return
    found = there.refused("bet", who="p2", position=1, wagers={"bet": "10.00"})
    assert (found.code, found.clause) == ("consent_missing", cite("19.13(a)"))
    assert there.refused("consent", who="p2", position=1).code == "not_first_on_box"
    there.do("consent", who="p1", position=1)
    for place in range(2, wanted + 1):
        there.bet(f"p{place}", 1, bet="10.00")
    found = there.refused("bet", who=f"p{wanted + 1}", position=1, wagers={"bet": "10.00"})
    assert (found.code, found.clause) == ("box_too_full", cite("19.13(a)"))


@checks("NJ S21 19:47-19.13(a)")
def test_19_13_a_whoever_sits_at_a_box_wagers_there_first() -> None:
    there = floor(players_per_box=3)
    there.sit("p1", 1)
    there.sit("p2", 2)
    there.ready()
    assert there.refused("bet", who="p2", position=1, wagers={"bet": "10.00"}).code == "position_taken"
    there.bet("p1", 1, bet="10.00")
    there.do("consent", who="p1", position=1)
    there.do("clear", who="p1", position=1)
    assert there.refused("bet", who="p2", position=1, wagers={"bet": "10.00"}).code == "position_taken"


def shared(first: str, **setup: Any) -> ShoeFloor:
    """Box 1 with the seated p1 for 10.00, behind it p2 for 20.00 and p3 for 5.00."""
    there = floor(players_per_box=3, **setup)
    for place in (1, 2, 3):
        there.sit(f"p{place}", place)
    there.ready(first)
    there.bet("p1", 1, bet="10.00")
    there.do("consent", who="p1", position=1)
    there.bet("p2", 1, bet="20.00")
    there.bet("p3", 1, bet="5.00", match_the_dealer="5.00")
    return there


@checks("NJ S21 19:47-19.13(g)")
@pytest.mark.parametrize("most", [0, 1, 2, None])
def test_19_13_g_boxes_with_several_players_are_limited(most: int | None) -> None:
    """Issue item A20: `shared_boxes` counts boxes with more than one player; who shares already is not affected."""
    there = floor(players_per_box=3, boxes_per_player=6, **({} if most is None else {"shared_boxes": most}))
    for place in (1, 2, 3):
        there.sit(f"p{place}", place)
    there.ready()
    for place in (1, 2, 3):
        there.bet(f"p{place}", place, bet="10.00")
        there.do("consent", who=f"p{place}", position=place)
    joined = 0
    for place, who in ((1, "p2"), (2, "p3"), (3, "p1")):
        if most is None or joined < most:
            there.bet(who, place, bet="10.00")
            joined += 1
            continue
        found = there.refused("bet", who=who, position=place, wagers={"bet": "10.00"})
        assert (found.code, found.clause, found.position) == ("too_many_shared_boxes", cite("19.13(g)"), place)
    assert joined == (3 if most is None else most)
    if most == 1:
        there.bet("p3", 1, bet="10.00")  # a third player on the box that is shared
        there.bet("p3", 1, bet="15.00")
        there.do("clear", who="p2", position=1)
        assert there.refused("bet", who="p3", position=2, wagers={"bet": "10.00"}).code == "too_many_shared_boxes"
        there.do("clear", who="p3", position=1)
        there.bet("p3", 2, bet="10.00")  # no box is shared any more
    there.check_replay()


@checks("NJ S21 19:47-19.13(g)")
def test_19_13_g_the_limit_is_a_number_of_boxes() -> None:
    """Issue item A20."""
    for wanted in (-1, 7):
        found = setup_refused(players_per_box=2, shared_boxes=wanted)
        assert (found.code, found.clause) == ("too_many_shared_boxes", cite("19.13(g)"))
    assert setup_refused(players_per_box=2, shared_boxes="2").code == "setup_malformed"
    with pytest.raises(Refusal) as caught:
        shoe_house({"game": "double-attack-blackjack", "shared_boxes": 1})
    assert (caught.value.code, caught.value.clause) == ("box_not_shared", "reading 78")
    opened = shoe_house({"game": "spanish-21"}).opened()
    assert "shared_boxes" not in opened.setup, "as tables wrote it before there was such a limit"


@checks("NJ S21 19:47-19.13(b)", "NJ S21 19:47-19.13(c)")
def test_19_13_b_the_seated_player_decides_and_his_wager_lies_in_front() -> None:
    there = shared("8s 9c 7d Kh")
    there.run()
    assert [party.player for party in there.state.boxes[1].parties] == ["p1", "p2", "p3"]
    seen = view(there.house, there.state, "dealer")["positions"]["1"]["players"]
    assert [each["player"] for each in seen] == ["p1", "p2", "p3"]
    for other in ("p2", "p3"):
        found = there.refused("decide", who=other, position=1, action="stand")
        assert (found.code, found.clause) == ("not_your_decision", cite("19.13(b)"))
        assert not actions(there, other)
    there.decide(1, "stand")


@checks("NJ S21 19:47-19.13(b)", "NJ S21 19:47-19.13(c)")
@pytest.mark.parametrize(
    ("stakes", "decides"),
    [(("10.00", "10.00"), "p2"), (("10.00", "10.50"), "p3"), (("10.50", "10.00"), "p2")],
)
def test_19_13_b_with_nobody_seated_the_highest_wager_decides(stakes: tuple[str, str], decides: str) -> None:
    """Of equal wagers the first one placed (reading 68)."""
    there = floor(players_per_box=3)
    there.sit("p2", 2)
    there.sit("p3", 3)
    there.ready("8s 9c 7d Kh")
    there.bet("p2", 6, bet=stakes[0])
    there.do("consent", who="p2", position=6)
    there.bet("p3", 6, bet=stakes[1])
    line = view(there.house, there.state, "dealer")["positions"]["6"]["players"]
    assert line[0]["player"] == decides
    there.run()
    assert there.state.boxes[6].parties[0].player == decides
    there.decide(6, "stand")
    there.run()
    while there.next == "decide":
        there.decide(6, "stay")
        there.run()
    there.check_settled()


@checks("NJ S21 19:47-19.13(a)", "NJ S21 19:47-19.13(b)")
def test_19_13_a_who_bets_again_keeps_the_place_on_a_shared_box() -> None:
    """The first one placed stays the first (reading 68), consents and decides; who takes it back comes last again."""
    there = floor(players_per_box=3)
    for place, name in ((2, "p2"), (3, "p3"), (4, "p4")):
        there.sit(name, place)
    there.ready("8s 9c 7d Kh")

    def line() -> list[str]:
        return [party.player for party in there.state.boxes[1].parties]

    there.bet("p2", 1, bet="5.00")
    there.do("consent", who="p2", position=1)
    there.bet("p3", 1, bet="10.00")
    there.bet("p4", 1, bet="10.00")
    for who, wagers in (("p2", {"bet": "10.00", "match_the_dealer": "5.00"}), ("p3", {"bet": "10.00"})):
        there.bet(who, 1, **wagers)
        assert line() == ["p2", "p3", "p4"]
    assert there.refused("consent", who="p3", position=1).code == "not_first_on_box"
    there.do("clear", who="p3", position=1)
    there.bet("p3", 1, bet="10.00")
    assert line() == ["p2", "p4", "p3"]
    there.do("no_more_bets")
    assert line()[0] == "p2"
    there.check_replay()


@checks("NJ S21 19:47-19.13(d)")
def test_19_13_d_others_double_or_not_and_the_hand_gets_one_card() -> None:
    there = shared("6s 9c 5d Kh 9d")
    there.run()
    there.decide(1, "double", "10.00")
    assert (there.task.player, there.task.clause) == ("p2", cite("19.13(d)"))
    assert there.cannot(1, "double", "20.50").code == "double_over_limit"
    assert there.cannot(1, "hit").code == "action_not_allowed"
    assert there.refused("decide", who="p1", position=1, action="stay").code == "not_your_decision"
    there.decide(1, "double", "15.00")
    assert there.task.player == "p3"
    there.decide(1, "stay", automatic=True)
    assert there.next == "deal"
    there.once()
    hand = there.state.boxes[1].hands[0]
    assert (hand.cards, hand.doubles) == (("6s", "5d", "9d"), 1)
    there.decide(1, "stand")
    assert there.task.asks == "give_up"
    assert (there.task.player, actions(there, "p2")) == ("p2", {"rescue", "stay"})
    there.decide(1, "stay")
    there.finish()
    assert [there.won(who) for who in ("p1", "p2", "p3")] == [2000, 3500, 500 - 500]


@checks("NJ S21 19:47-19.13(e)")
def test_19_13_e_others_cover_both_hands_or_say_on_which_one_their_wager_stays() -> None:
    there = shared("8s 9c 8d Kh Kc 3d")
    there.run()
    there.decide(1, "split")
    assert (there.task.player, there.task.clause) == ("p2", cite("19.13(e)"))
    there.decide(1, "split")
    assert there.cannot(1, "stay", hand=3).code == "other_hand"
    there.decide(1, "stay", hand=2)
    stakes = [[share and share.stakes for share in party.shares] for party in there.state.boxes[1].parties]
    assert stakes == [[{"bet": 1000}, {"bet": 1000}], [{"bet": 2000}, {"bet": 2000}], [None, {"bet": 500}]]
    there.run()
    there.decide(1, "stand")
    there.run()
    there.decide(1, "stand")
    there.finish()
    assert [there.won(who) for who in ("p1", "p2", "p3")] == [-2000, -4000, -1000]


@checks("NJ S21 19:47-19.13(e)")
def test_19_13_e_who_says_nothing_stays_on_the_first_hand() -> None:
    """Reading 119."""
    there = shared("8s 9c 8d Kh Kc 3d")
    there.run()
    there.decide(1, "split")
    there.decide(1, "stay")
    there.decide(1, "stay", hand=1, automatic=True)
    assert [[bool(share) for share in party.shares] for party in there.state.boxes[1].parties] == [
        [True, True],
        [True, False],
        [True, False],
    ]


@checks("NJ S21 19:47-19.13(f)")
def test_19_13_f_each_player_on_a_box_insures_or_not() -> None:
    there = shared("8s Ac 7d Kh")
    there.ask("insurance")
    assert (there.task.player, there.task.clause) == ("p1", cite("19.13(f)"))
    there.decide(1, "pass")
    assert there.cannot(1, "insure", "10.50").code == "insurance_over_limit"
    there.decide(1, "insure", "10.00")
    there.decide(1, "insure", "2.50")
    there.finish()
    assert there.of_round(e.HoleChecked)[0].blackjack
    assert [there.won(who) for who in ("p1", "p2", "p3")] == [-1000, 0, -500]


@pytest.mark.parametrize("way", ["surrender", "stand"])
def test_others_give_a_hand_up_too_when_whoever_decides_ends_it(way: str) -> None:
    """Reading 69."""
    there = shared("Js 9c 6d Kh")
    there.run()
    there.decide(1, way)
    assert actions(there, "p2") == {"surrender", "stay"}
    there.decide(1, "surrender")
    there.decide(1, "stay")
    there.finish()
    lost = -500 if way == "surrender" else -1000
    assert [there.won(who) for who in ("p1", "p2", "p3")] == [lost, -1000, -1000]


# The deal and the dealer


def test_cards_go_from_the_dealers_left_the_hole_card_face_down() -> None:
    there = floor()
    there.start("2s 3s 4s 5s 6s 7s 8s 9s", seats=(1, 3, 6))
    there.run("decide")
    assert [(to, up) for to, _, up in there.dealt()] == [
        *((to, True) for to in ("1.1", "3.1", "6.1", "dealer", "1.1", "3.1", "6.1")),
        ("dealer", False),
    ]
    assert view(there.house, there.state, "supervisor")["dealer"] == ["5s", "??"]


@checks("rules S21 check")
@pytest.mark.parametrize(("up", "checked"), [("Ac", True), ("Kc", True), ("Qc", True), ("Jc", True), ("9c", False)])
def test_the_hole_card_is_checked_under_an_ace_or_a_picture(up: str, checked: bool) -> None:
    there = floor()
    there.start(f"8s {up} 9d 7h")
    there.run()
    found = there.of_round(e.HoleChecked)
    assert [each.blackjack for each in found] == ([False] if checked else [])
    assert view(there.house, there.state, "player", "p1")["dealer"] == [up, "??"]


@pytest.mark.parametrize(("up", "hole"), [("Ac", "Kd"), ("Kc", "Ad")])
def test_a_blackjack_that_the_reader_finds_ends_the_round(up: str, hole: str) -> None:
    there = floor()
    there.start(f"8s {up} 9d {hole}")
    there.finish()
    assert not [each for each in there.of_round(e.HandDecided) if each.action != "pass"]
    assert there.won("p1") == -1000


@checks("rules S21 insurance limit")
@pytest.mark.parametrize(("amount", "code"), [("5.00", ""), ("5.50", "insurance_over_limit"), ("0.50", "")])
def test_insurance_is_up_to_half_the_bet(amount: str, code: str) -> None:
    there = floor()
    there.start("8s Ac 9d 7h 2s")
    there.ask("insurance")
    if code:
        assert (there.cannot(1, "insure", amount).code, there.task.clause) == (code, "rules S21 insurance limit")
        return
    there.decide(1, "insure", amount)
    there.run("take_insurance")
    there.once()
    assert there.of_round(e.HandTaken)[0].stakes == {"insurance": int(amount.replace(".", ""))}


def test_insurance_without_an_ace_is_refused() -> None:
    there = floor()
    there.start("8s Kc 9d 7h")
    there.run()
    found = there.cannot(1, "insure", "5.00")
    assert (found.code, found.clause) == ("insurance_without_ace", "rules S21 insurance limit")


@checks("NJ S21 19:47-19.12(b)")
@pytest.mark.parametrize(
    ("hole", "draws", "cards"),
    [("7d", "", 2), ("6d", "2s", 3), ("Ad", "", 2), ("5d", "2s", 3), ("2d", "2s 2h Ks", 5)],
)
def test_19_12_b_the_dealer_draws_to_17_hard_or_soft(hole: str, draws: str, cards: int) -> None:
    """A picture up with 7, 6, 5, 2; and a six up with an ace: soft 17 stands."""
    up = "6c" if hole == "Ad" else "Kc"
    there = floor()
    there.start(f"8s {up} Kd {hole} {draws}")
    there.run()
    there.decide(1, "stand")
    there.run("reveal_hole")
    there.once()
    there.finish()
    assert len(finished_round(there.state)["dealer"].split()) == cards


@checks("NJ S21 19:47-19.12(b)")
@pytest.mark.parametrize(("hits", "cards"), [(False, 2), (True, 3)])
def test_19_12_b_a_soft_17_by_the_houses_option(hits: bool, cards: int) -> None:
    there = floor(options={"dealer_hits_soft_17": hits})
    there.start("8s 6c Kd Ad 4s")
    there.run()
    there.decide(1, "stand")
    there.finish()
    assert len(finished_round(there.state)["dealer"].split()) == cards
    drawn = [event.clause for event in there.of_round(table.CardsDealt) if event.cards[0][1] == "4s"]
    assert drawn == ["rules S21 soft 17 option"] * hits


@checks("NJ S21 19:47-19.12(c)")
@pytest.mark.parametrize("decided", ["bust", "blackjack", "21", "surrender"])
def test_19_12_c_the_dealer_draws_nothing_when_all_hands_are_decided(decided: str) -> None:
    there = floor()
    cards = {"bust": "Ks 6c 6d 9d Qs", "blackjack": "Ks 6c Ad 9d", "21": "Ks 6c 6d 9d 5s", "surrender": "Ks 6c 6d 9d"}
    there.start(cards[decided] + " 2s")
    there.run("reveal_hole" if decided == "blackjack" else "")
    if decided in ("bust", "21"):
        there.decide(1, "hit")
        there.once()
    elif decided == "surrender":
        there.decide(1, "surrender")
    there.run("reveal_hole")
    there.once()
    assert there.refused("draw").code == "not_next"
    there.finish()
    assert finished_round(there.state)["dealer"] == "6c 9d"


@checks("NJ S21 19:47-19.12(c)")
def test_19_12_c_one_open_hand_makes_the_dealer_draw() -> None:
    there = floor()
    there.start("Ks 8s 6c 6d 8d 9d Qs 2s", seats=(1, 2))
    there.run()
    there.decide(1, "hit")
    there.run()
    there.decide(2, "stand")
    there.finish()
    assert finished_round(there.state)["dealer"] == "6c 9d 2s"


# Decisions


def test_decisions_come_in_order_from_the_dealers_left() -> None:
    there = floor()
    there.start("8s 9s 6c 7d 8d 9d", seats=(2, 5))
    there.run()
    assert there.task.position == 2
    found = there.refused("decide", who="p5", position=5, action="stand")
    assert (found.code, found.position) == ("not_next", 2)
    assert there.refused("decide", who="p9", position=2, action="stand").code == "not_your_hand"
    there.decide(2, "hit")
    assert there.refused("decide", who="p2", position=2, action="stand").code == "not_next"
    there.once()
    there.decide(2, "stand")
    found = there.refused("decide", who="p2", position=2, action="double", amount="10.00")
    assert (found.code, found.position) == ("not_next", 5), "a double after a stand"
    there.decide(5, "stand")


def test_an_amount_is_said_for_a_double_and_nothing_else() -> None:
    there = floor()
    there.start("6s 9c 5d Kh 9d")
    there.run()
    assert there.cannot(1, "double").code == "amount_missing"
    for action in ("hit", "stand", "surrender", "split"):
        assert there.cannot(1, action, "10.00").code == "amount_not_wanted", action
    assert there.cannot(1, "dance").code == "action_not_allowed"
    assert there.cannot(1, "stand", hand=2).code == "other_hand"
    assert there.cannot(1, "split").code == "not_a_pair"
    assert there.cannot(1, "rescue").code == "rescue_without_double"
    assert there.cannot(1, "refuse").code == "action_not_allowed"


@checks("rules S21 double")
@pytest.mark.parametrize(("amount", "fine"), [("0.50", True), ("10.00", True), ("10.50", False)])
def test_a_double_is_up_to_what_stands_on_the_hand(amount: str, fine: bool) -> None:
    there = floor()
    there.start("6s 9c 5d Kh 9d")
    there.run()
    if not fine:
        assert there.cannot(1, "double", amount).code == "double_over_limit"
        return
    there.decide(1, "double", amount)
    there.once()
    assert actions(there, "p1") == {"stand", "rescue"}
    assert there.cannot(1, "double", "1.00").code == "double_twice"
    assert there.cannot(1, "hit").code == "action_not_allowed"
    there.decide(1, "stand")
    there.finish()
    assert there.won("p1") == 1000 + int(amount.replace(".", ""))


@checks("rules S21 redouble")
def test_a_house_that_redoubles_lets_a_hand_be_doubled_three_times() -> None:
    there = floor(options={"redouble": True})
    there.start("2s 9c 2d Kh 2h 3d 4d 5d")
    there.run()
    for amount, over in (("10.00", "10.50"), ("20.00", "20.50"), ("40.00", "40.50")):
        assert there.cannot(1, "double", over).code == "double_over_limit"
        there.decide(1, "double", amount)
        there.once()
    assert actions(there, "p1") == {"stand", "rescue"}
    there.decide(1, "rescue")
    there.finish()
    assert there.won("p1") == -4000


@checks("rules S21 rescue")
def test_a_rescue_gives_up_the_original_wager() -> None:
    there = floor()
    there.start("6s 9c 5d Kh 2d")
    there.run()
    there.decide(1, "double", "10.00")
    there.once()
    there.decide(1, "rescue")
    there.finish()
    assert there.won("p1") == -1000
    assert finished_round(there.state)["dealer"] == "9c Kh"


@checks("rules S21 surrender")
def test_a_surrender_is_made_on_the_first_two_cards_only() -> None:
    there = floor()
    there.start("Ks 9c 6d Kh 2d")
    there.run()
    assert "surrender" in actions(there, "p1")
    there.decide(1, "hit")
    there.once()
    found = there.cannot(1, "surrender")
    assert (found.code, found.clause) == ("surrender_after_draw", "rules S21 surrender")
    there.decide(1, "stand")
    there.finish()
    again = floor()
    again.start("8s 9c 8d Kh 2d 3d")
    again.run()
    again.decide(1, "split")
    again.once()
    assert again.cannot(1, "surrender").code == "surrender_after_split"


@checks("rules S21 split")
def test_a_pair_is_split_up_to_four_hands() -> None:
    there = floor()
    there.start("8s 9c 8d Kh 8h 8c 8s 2d 3d 4d")
    there.run()
    for hands in (2, 3, 4):
        there.decide(1, "split")
        assert len(there.state.boxes[1].hands) == hands
        there.once()
    found = there.cannot(1, "split")
    assert (found.code, found.clause) == ("split_over_limit", "rules S21 split")
    while there.next == "decide":
        there.decide(1, "stand")
        there.run()
    there.check_settled()
    played = finished_round(there.state)["positions"][0]
    assert len(played["hands"]) == 4 and played["dealt"] == "8s 8d"


@checks("rules S21 split")
def test_split_aces_are_hit_and_doubled_and_pictures_of_other_ranks_are_split() -> None:
    there = floor()
    there.start("As 9c Ad 8h 2h 3h Kd 9d")
    there.run()
    there.decide(1, "split")
    there.once()
    there.decide(1, "hit")
    there.once()
    assert there.state.boxes[1].hands[0].cards == ("As", "2h", "3h")
    there.decide(1, "stand")
    there.finish()
    hands = finished_round(there.state)["positions"][0]["hands"]
    assert [hand["cards"] for hand in hands] == ["As 2h 3h", "Ad Kd"], "21 and no blackjack, and finished"
    pictures = floor()
    pictures.start("Ks 9c Jd 8h 2h 3h")
    pictures.run()
    pictures.decide(1, "split")


@checks("rules S21 blackjack")
def test_a_blackjack_is_paid_in_its_turn_and_collected() -> None:
    there = floor()
    there.start("As 8s 9c Kd 8d 8h", seats=(1, 2))
    there.run("pay")
    assert there.task.position == 1
    there.once()
    assert there.won("p1") == 1500
    there.once()
    assert there.state.boxes[1].hands[0].racked and there.next == "decide"


@checks("rules S21 blackjack against blackjack")
def test_a_blackjack_waits_where_nobody_has_checked_for_the_dealers() -> None:
    there = floor(card_reader="none")
    there.start("As 8s Kc Kd 8d Ah", seats=(1, 2))
    there.run()
    assert there.task.position == 2 and not there.of_round(e.HandPaid)
    there.decide(2, "stand")
    there.finish()
    assert (there.won("p1"), there.won("p2")) == (1500, -1000)
    assert finished_round(there.state)["card_reader"] is False


@checks("rules S21 busts")
def test_a_hand_over_21_is_taken_and_collected_at_once() -> None:
    there = floor()
    there.start("Ks 9c 6d Kh Qd")
    there.run()
    there.decide(1, "hit")
    there.once()
    assert (there.next, there.task.clause) == ("take", "rules S21 busts")
    there.once()
    there.once()
    assert there.state.boxes[1].hands[0].racked and there.held("p1") == 999000
    there.finish()


@checks("rules S21 super bonus", "rules S21 envy")
def test_a_super_bonus_and_the_envy_payments() -> None:
    there = floor()
    there.start("7s 8s 7c 7s 8d Kd 7s", {"bet": "25.00"}, {"bet": "10.00"}, seats=(1, 2))
    there.run()
    there.decide(1, "hit")
    there.once()
    there.decide(2, "stand")
    there.finish()
    assert there.won("p1") == 5_000_00 + 75_00
    assert there.won("p2") == 50_00 - 10_00


@checks("rules S21 envy", "NJ S21 19:47-19.15(h)")
def test_a_player_with_a_dead_box_gets_the_envy_payment_too() -> None:
    """Reading 63: whatever became of the own hand."""
    there = floor()
    there.start("7s 7c 7s Kh 7s", {"bet": "25.00"}, {"bet": "10.00"}, seats=(1, 2))
    there.run("deal")
    there.once()
    miss_twice(there, 2)
    there.run()
    there.decide(1, "hit")
    there.finish()
    assert (there.won("p1"), there.won("p2")) == (5_000_00 + 75_00, 50_00)
    there.check_replay()


def test_hands_are_settled_from_the_dealers_right() -> None:
    there = floor()
    there.start("8s 8d Js 9c Ks Kd Qs 8h", {"bet": "10.00", "match_the_dealer": "5.00"}, seats=(1, 3, 5))
    there.run()
    for place in (1, 3, 5):
        there.decide(place, "stand")
    there.finish()
    order = [(each.position, each.hand) for each in there.of_round(e.HandTaken, e.HandPaid)]
    assert order == [(5, 1), (3, 1), (1, 1), (1, 0)]


# 19.15


@checks("NJ S21 19:47-19.15(a)")
def test_19_15_a_a_card_face_up_goes_to_the_rack_and_a_second_voids_the_round() -> None:
    there = floor()
    there.start("8s 9c 7d Kh 3s", {"bet": "10.00", "match_the_dealer": "5.00"})
    there.run("deal")
    card = there.state.stock[0]
    called = there.call("card_face_up")
    assert [(each.effect, each.card, each.clause) for each in called] == [("discard", card, cite("19.15(a)"))]  # type: ignore[attr-defined]
    assert there.state.rack[-1] == card and there.next == "deal"
    there.once()
    assert there.state.boxes[1].hands[0].cards == ("9c",)
    there.call("card_face_up")
    assert not there.state.playing and there.next == "shuffle"
    assert there.won("p1") == 0
    there.check_settled()
    assert pitboss.settle(finished_round(there.state)).as_json()["positions"][0]["net"] == "0.00"
    there.ready("8s 9c 7d Kh")
    there.bet("p1", 1, bet="10.00")
    there.once()
    assert there.call("card_face_up")[0].effect == "discard", "counted anew in every round"  # type: ignore[attr-defined]


@checks("NJ S21 19:47-19.15(b)")
def test_19_15_b_a_ten_is_destroyed_by_a_floorperson_and_a_second_voids_the_round() -> None:
    there = floor()
    there.start("8s 9c 7d Kh 3s")
    there.run("deal")
    assert there.refused("call", "dealer", what="ten_found").code == "not_a_ten"
    assert there.refused("call", "dealer", what="ten_found", card="9h").code == "not_a_ten"
    assert there.refused("call", "dealer", what="ten_found", card="Tx").code == "not_a_ten"
    called = there.call("ten_found", card="Th")
    assert [(each.effect, each.clause) for each in called] == [("destroy", cite("19.15(b)"))]  # type: ignore[attr-defined]
    assert (there.next, there.task.by) == ("destroy", "floorperson")
    assert there.refused("deal").clause == cite("19.15(b)")
    assert there.refused("destroy", "dealer").code == "wrong_role"
    there.once()
    assert list(there.state.destroyed) == ["Th"] and there.next == "deal"
    there.once()
    assert there.state.boxes[1].hands[0].cards == ("8s",), "the ten is not used"
    there.call("ten_found", card="Tc")
    assert not there.state.playing and there.next == "destroy" and there.won("p1") == 0
    there.once()
    assert list(there.state.destroyed) == ["Th", "Tc"] and there.next == "shuffle"
    there.check_settled()


@checks("NJ S21 19:47-19.15(c)")
def test_19_15_c_a_card_drawn_unseen_is_the_next_one() -> None:
    there = floor()
    there.start("8s 9c 7d Kh")
    assert there.refused("call", "dealer", what="drawn_in_error").code == "not_now"
    there.run("deal")
    there.call("drawn_in_error")
    there.once()
    assert there.state.boxes[1].hands[0].cards == ("8s",)


def exposed(first: str = "8s 8c 9c 7d 7h 6h 3s") -> ShoeFloor:
    """Two players to decide, and the 3s drawn by mistake and seen."""
    there = floor()
    there.start(first, seats=(1, 2))
    there.run()
    there.call("drawn_exposed")
    return there


@checks("NJ S21 19:47-19.15(d)")
def test_19_15_d_a_card_that_was_seen_goes_to_whoever_takes_it() -> None:
    there = exposed()
    assert view(there.house, there.state, "player", "p2")["exposed"] == "3s"
    assert there.refused("call", "dealer", what="drawn_exposed").code == "not_now"
    there.decide(1, "hit")
    there.once()
    assert there.state.boxes[1].hands[0].cards == ("8s", "7d", "3s") and not there.state.exposed


@checks("NJ S21 19:47-19.15(d)")
def test_19_15_d_who_refuses_gets_no_more_cards_and_the_dealer_uses_it() -> None:
    there = exposed()
    events = there.decide(1, "refuse")
    assert events[0].clause == cite("19.15(d)")  # type: ignore[attr-defined]
    assert there.task.position == 2
    there.decide(2, "refuse")
    there.finish()
    assert finished_round(there.state)["dealer"].split()[:3] == ["9c", "6h", "3s"]


@checks("NJ S21 19:47-19.15(d)")
def test_19_15_d_a_card_that_nobody_uses_is_burned() -> None:
    there = exposed("8s 8c 9c 7d 7h Kh 3s")
    there.decide(1, "stand")
    there.decide(2, "refuse")
    there.run("burn")
    assert there.task.clause == cite("19.15(d)")
    there.once()
    assert there.state.rack[-1] == "3s" and not there.state.exposed
    there.finish()
    assert finished_round(there.state)["dealer"] == "9c Kh"


def exposed_at_insurance(first: str) -> ShoeFloor:
    """Two players, asked for insurance against an ace, and a card drawn by mistake and seen before they answer."""
    there = floor()
    there.start(first, seats=(1, 2))
    there.ask("insurance")
    called = there.call("drawn_exposed")
    assert [(each.effect, each.card, each.clause) for each in called] == [("offered", "3s", cite("19.15(d)"))]  # type: ignore[attr-defined]
    assert view(there.house, there.state, "player", "p2")["exposed"] == "3s"
    assert there.refused("call", "dealer", what="drawn_exposed").code == "not_now"
    return there


@checks("NJ S21 19:47-19.15(d)")
def test_19_15_d_a_card_seen_during_insurance_is_the_next_one() -> None:
    """Issue item A13: it can be called as soon as all have two cards, and goes to the player who takes it."""
    there = exposed_at_insurance("8s 8c Ac 7d 7h 6h 3s")
    there.decide(1, "insure", "5.00")
    there.decide(2, "pass")
    there.run()
    assert "refuse" in actions(there, "p1")
    there.decide(1, "refuse")
    there.decide(2, "hit")
    there.once()
    assert there.state.boxes[2].hands[0].cards == ("8c", "7h", "3s") and not there.state.exposed
    there.decide(2, "stand")
    there.finish()
    there.check_replay()


@checks("NJ S21 19:47-19.15(d)")
def test_19_15_d_a_card_seen_during_insurance_is_burned_if_the_dealer_has_a_blackjack() -> None:
    """Issue item A13: then no player draws, and the dealer cannot use it."""
    there = exposed_at_insurance("8s 8c Ac 7d 7h Kh 3s")
    there.run("burn")
    assert there.task.clause == cite("19.15(d)")
    there.once()
    assert there.state.rack[-1] == "3s" and not there.state.exposed
    there.finish()
    assert finished_round(there.state)["dealer"] == "Ac Kh"
    there.check_replay()


@checks("NJ S21 19:47-19.15(d)")
@pytest.mark.parametrize("step", ["check", "take_insurance", "pay", "collect", "reveal_hole"])
def test_19_15_d_a_card_seen_at_any_step_before_the_dealers_hand_is_the_next_one(step: str) -> None:
    """Issue item A13: nothing in the text limits it to the players' decisions."""
    there = floor()
    there.start("As 8c Ac Kd 9h 5h 3s", {"bet": "10.00"}, {"bet": "10.00"}, seats=(1, 2))
    there.ask("insurance")
    there.decide(1, "insure", "5.00")
    there.decide(2, "pass")
    while there.next != step:
        there.decide(2, "stand") if there.next == "decide" else there.once()
    assert there.call("drawn_exposed")[0].card == "3s"  # type: ignore[attr-defined]
    while there.state.playing:
        there.decide(2, "stand") if there.next == "decide" else there.once()
    assert finished_round(there.state)["dealer"].split()[:3] == ["Ac", "5h", "3s"]
    there.check_replay()


@checks("NJ S21 19:47-19.15(d)")
def test_19_15_d_not_while_a_card_is_due_to_a_hand() -> None:
    """A card that a player asked for, or that follows the answers of others on the box, is not drawn in error."""
    there = floor(players_per_box=2)
    there.sit("p1", 1)
    there.sit("p2", 2)
    there.ready("2s 9c 3s 6h 4s")
    there.bet("p1", 1, bet="10.00")
    there.do("consent", who="p1", position=1)
    there.bet("p2", 1, bet="10.00")
    there.run()
    there.decide(1, "double", "10.00")
    assert there.task.asks == "double"
    assert there.refused("call", "dealer", what="drawn_exposed").code == "not_now"
    there.decide(1, "stay")
    assert there.next == "deal"
    assert there.refused("call", "dealer", what="drawn_exposed").code == "not_now"


@checks("NJ S21 19:47-19.15(d)")
def test_19_15_d_only_once_all_have_two_cards() -> None:
    there = floor()
    there.start("8s 9c 7d Kh")
    there.run("deal")
    assert there.refused("call", "dealer", what="drawn_exposed").clause == cite("19.15(d)")


@checks("NJ S21 19:47-19.15(d)")
def test_19_15_d_a_split_hand_with_one_card_still_gets_its_second_after_a_refusal() -> None:
    """Reading 59: not the card that was refused, which is burned first."""
    there = floor()
    there.start("8s 9c 8d Kh 2s 3s 4s")
    there.run()
    there.decide(1, "split")
    there.once()
    there.call("drawn_exposed")
    there.decide(1, "refuse")
    assert (there.next, there.task.clause) == ("burn", cite("19.15(d)"))
    there.once()
    assert there.state.rack[-1] == "3s" and not there.state.exposed
    there.run()
    assert not there.state.playing
    hands = finished_round(there.state)["positions"][0]["hands"]
    assert [hand["cards"] for hand in hands] == ["8s 2s", "8d 4s"]
    there.check_replay()


@checks("NJ S21 19:47-19.15(e)")
@pytest.mark.parametrize(("hole", "fine"), [("8d", True), ("7d", True), ("6d", False)])
def test_19_15_e_a_card_drawn_on_17_or_more_is_burned(hole: str, fine: bool) -> None:
    there = floor()
    there.start(f"9s Kc 8s {hole} 2s 3s")
    there.run()
    there.decide(1, "stand")
    there.run("reveal_hole")
    assert there.refused("call", "dealer", what="dealer_overdrew").code == "not_now"
    there.once()
    if not fine:
        assert there.refused("call", "dealer", what="dealer_overdrew").clause == cite("19.15(e)")
        return
    called = there.call("dealer_overdrew")
    assert [(each.effect, each.card) for each in called] == [("burn", "2s")]  # type: ignore[attr-defined]
    assert there.state.rack[-1] == "2s"
    there.once()
    if there.state.playing and there.state.settling:
        assert there.refused("call", "dealer", what="dealer_overdrew").code == "not_now"
    there.finish()
    assert finished_round(there.state)["dealer"] == f"Kc {hole}"


@checks("NJ S21 19:47-19.15(e)")
def test_19_15_e_below_17_nothing_is_drawn_by_mistake_even_where_the_dealer_need_not_draw() -> None:
    """Issue item A19: all hands are bust, so a dealer on 12 draws no card and has none to burn."""
    there = floor()
    there.start("Ks Kc 6s 2d 9s 3s")
    there.run()
    there.decide(1, "hit")
    there.run("collect_dealer")
    assert (there.state.dealer, there.state.results is not None) == (("Kc", "2d"), True)
    refused = there.refused("call", "dealer", what="dealer_overdrew")
    assert (refused.code, refused.clause) == ("not_now", cite("19.15(e)"))


@checks("NJ S21 19:47-19.15(e)")
def test_19_15_e_the_card_is_burned_before_the_first_wager_is_settled() -> None:
    """Issue item A19: the card is not drawn again, and after the first wager is settled it is too late to say so."""
    there = floor()
    there.start("9s 8h Kc 8s 9h 7d 2s 3s", seats=(1, 2))
    there.run()
    there.decide(1, "stand")
    there.decide(2, "stand")
    there.run("reveal_hole")
    there.once()
    left = len(there.state.stock)
    there.call("dealer_overdrew")
    assert (there.state.rack[-1], there.state.stock[0], len(there.state.stock)) == ("2s", "3s", left - 1)
    there.once()
    assert there.state.settling
    refused = there.refused("call", "dealer", what="dealer_overdrew")
    assert (refused.code, refused.clause) == ("not_now", cite("19.15(e)"))


@checks("NJ S21 19:47-19.15(f)")
def test_19_15_f_a_dealer_who_forgets_the_first_card_takes_both_at_the_end() -> None:
    there = floor()
    there.start("2s 3s 4s 5s 6s 7s", seats=(1, 2))
    there.run("deal")
    assert there.refused("call", "dealer", what="dealer_missed").code == "not_now"
    there.once()
    there.once()
    there.call("dealer_missed")
    there.run("decide")
    assert [to for to, _, _ in there.dealt()] == ["1.1", "2.1", "1.1", "2.1", "dealer", "dealer"]
    assert (there.state.dealer, there.dealt()[-1][2]) == (("6s", "7s"), False)


@checks("NJ S21 19:47-19.15(f)")
def test_19_15_f_a_dealer_who_forgets_the_second_card_takes_it_then() -> None:
    there = floor()
    there.start("2s 4s 3s 5s")
    there.run("deal")
    for _ in range(3):
        there.once()
    there.call("dealer_missed")
    there.run("decide")
    assert there.state.dealer == ("4s", "5s")


@checks("NJ S21 19:47-19.15(g)")
@pytest.mark.parametrize("shuffler", ["none", "device"])
def test_19_15_g_a_shoe_that_runs_short_is_filled_from_the_discards(shuffler: str) -> None:
    """One card in the shoe, and a player who asks for two."""
    there = floor(cut_card=10, shuffler=shuffler)
    there.start("2s 9c 2d Kh")
    there.run()
    drained = drain(there, 1)
    there.session.state = drained
    there.decide(1, "hit")
    there.once()
    assert not there.state.stock and there.next == "decide"
    there.decide(1, "hit")
    assert (there.next, there.task.clause) == ("shuffle", cite("19.15(g)"))
    rack = there.state.rack
    events = there.once()
    assert [type(each).__name__ for each in events] == ["IrregularityCalled", "Shuffled"]
    assert sorted(there.state.stock) == sorted(rack) and not there.state.rack
    if shuffler == "none":
        assert there.next == "cut"
        assert there.refused("cut", depth=9).code == "cut_depth"
        there.once()
    assert there.next == "burn"
    top = there.state.stock[:2]
    there.once()
    assert there.state.rack == top[:1]
    there.once()
    assert there.state.boxes[1].hands[0].cards[-1] == top[1]
    there.run()
    if there.next == "decide":
        there.decide(1, "stand")
    there.run()
    there.check_settled()
    assert there.next == "shuffle", "then all cards are shuffled again"


def drain(there: ShoeFloor, left: int) -> Any:
    """The same table with all but so many cards of the shoe in the rack already, as after many rounds."""
    state = there.state
    gone = state.stock[: len(state.stock) - left]
    return msgspec.structs.replace(
        state,
        stock=state.stock[len(gone) :],
        rack=state.rack + gone,
        pickups=(*state.pickups, ("earlier", len(gone))),
    )


@checks("NJ S21 19:47-19.15(g)")
@pytest.mark.parametrize(("discards", "void"), [(1, True), (2, False)])
def test_19_15_g_with_no_discards_either_the_round_is_void(discards: int, void: bool) -> None:
    """Reading 51; a shoe this short is made by hand, no round uses 288 cards."""
    there = floor()
    there.start("2s 9c 2d Kh")
    there.run()
    state = there.state
    there.session.state = msgspec.structs.replace(
        state, stock=(), rack=state.stock[:discards], pickups=(("earlier", discards),)
    )
    there.session.do({"do": "decide", "by": "player", "who": "p1", "position": 1, "action": "hit"})
    there.session.do({"do": "shuffle", "by": "dealer"})
    assert there.state.playing != void
    if void:
        assert there.won("p1") == 0 and there.all(table.IrregularityCalled)[-1].clause == "reading 51"
    else:
        assert there.next == "burn", "too few to cut"


def short_of_kings(**setup: Any) -> ShoeFloor:
    """Eleven cards left, six of them all the kings of spades; boxes 1 and 2 bust with three each, box 3 wants more."""
    there = floor(cut_card=10, **setup)
    for place in (1, 2, 3):
        there.sit(f"p{place}", place)
    first, last = "3c 8s 9h 9s Kh", "Ks Ks 2c 9c Ks Ks 2c 9d Ks Ks 2d"
    between = Counter(there.house.pack)
    between.subtract(f"{first} {last}".split())
    while there.next != "no_more_bets":
        if there.next == "shuffle":
            there.do("shuffle", order=" ".join([first, *between.elements(), last]))
        else:
            there.once()
    there.bet("p1", 1, bet="10.00")
    there.run()
    there.decide(1, "stand")
    there.run("take")
    while len(there.state.stock) > len(last.split()):
        there.call("dealer_overdrew")
    there.finish()
    for place in (1, 2, 3):
        there.bet(f"p{place}", place, bet="10.00")
    for place in (1, 2):
        there.run()
        there.decide(place, "hit")
    there.run()
    there.decide(3, "hit")
    there.once()
    there.decide(3, "hit")
    return there


@checks("NJ S21 19:47-19.15(g)")
@pytest.mark.parametrize("automatic", ["none", ["reveal_hole", "draw"]])
def test_19_15_g_a_card_of_the_same_round_may_be_dealt_again(automatic: Any) -> None:
    """A seventh king of spades out of six decks: it lay in a busted hand before, and nothing stops for it."""
    there = short_of_kings(automatic=automatic)
    assert (there.next, there.state.stock) == ("shuffle", ())
    there.do("shuffle", order=there.order("4c Ks", there.state.rack))
    there.run()
    hands = [there.state.boxes[place].hands[0].cards for place in (1, 2, 3)]
    assert sum(hand.count("Ks") for hand in hands) == 7
    assert "stand" in actions(there, "p3"), "what may be chosen does not depend on cards nobody has seen"
    there.decide(3, "stand")
    there.finish()
    played = finished_round(there.state)
    assert played["discards_dealt"] is True
    with pytest.raises(Refusal, match="7 times"):
        pitboss.settle({**played, "discards_dealt": False})
    there.ready()
    there.bet("p1", 1, bet="10.00")
    there.run()
    assert not there.state.discards_dealt, "of one round only"


@checks("NJ S21 19:47-19.15(h)")
def test_19_15_h_a_hand_without_a_card_is_dead() -> None:
    there = floor()
    there.start("8s 9c 7d Kh 3s", {"bet": "10.00"}, {"bet": "20.00", "match_the_dealer": "5.00"}, seats=(1, 2))
    there.run("deal")
    there.once()
    assert there.refused("call", "dealer", what="hand_missed", position=1).code == "other_position"
    miss_twice(there, 2)
    assert there.state.boxes[2].void and there.won("p2") == 0
    there.run()
    assert not there.state.boxes[2].hands[0].cards
    there.decide(1, "stand")
    there.finish()
    assert there.won("p2") == 0
    there.bet("p2", 2, bet="10.00")


@checks("NJ S21 19:47-19.15(h)")
@pytest.mark.parametrize("answer", ["wait", "dead"])
def test_19_15_h_a_hand_with_one_card_may_have_its_second_after_all_others(answer: str) -> None:
    there = floor()
    there.start("2s 3s 9c 4s 5s 6s", seats=(1, 2))
    there.run("deal")
    for _ in range(3):
        there.once()
    called = there.call("hand_missed", position=1)
    assert [(each.effect, each.clause) for each in called] == [("ask", cite("19.15(h)"))]  # type: ignore[attr-defined]
    assert there.task.player == "p1" and actions(there, "p1") == {"wait", "dead"}
    assert there.refused("deal").code == "not_next"
    assert there.cannot(1, "hit").code == "action_not_allowed"
    there.decide(1, answer)
    there.run()
    if answer == "wait":
        assert [to for to, _, _ in there.dealt()] == ["1.1", "2.1", "dealer", "2.1", "1.1", "dealer"]
        there.decide(1, "stand")
    else:
        assert there.state.boxes[1].void and there.won("p1") == 0
    there.decide(2, "stand")
    there.finish()


@checks("NJ S21 19:47-19.15(h)")
def test_19_15_h_a_round_whose_only_hand_is_dead_is_over() -> None:
    there = floor()
    there.start("2s 9c 4s 6s")
    there.run("deal")
    miss_twice(there, 1)
    there.finish()
    assert there.won("p1") == 0 and finished_round(there.state)["dealer"] == "2s"


@checks("NJ S21 19:47-19.15(h)")
@pytest.mark.parametrize("answer", ["wait", "dead"])
def test_19_15_h_a_box_passed_over_on_the_first_pass_has_the_option_of_a_second_card(answer: str) -> None:
    """Issue item A11: its first card comes with the others' second ones, its own second after them."""
    there = floor()
    there.start("2s 3s 9c 4s 5s 6s 7s", {"bet": "10.00", "match_the_dealer": "5.00"}, seats=(1, 2, 3))
    there.run("deal")
    called = there.call("hand_missed", position=1)
    assert [(each.effect, each.clause) for each in called] == [("ask", cite("19.15(h)"))]  # type: ignore[attr-defined]
    assert not there.state.boxes[1].void
    while there.next == "deal":
        there.once()
    assert [to for to, _, _ in there.dealt()] == ["2.1", "3.1", "dealer", "1.1", "2.1", "3.1"]
    assert (there.task.asks, there.task.player, there.task.clause) == ("passed", "p1", cite("19.15(h)"))
    assert actions(there, "p1") == {"wait", "dead"} and actions(there, "p2") == set()
    there.decide(1, answer)
    there.run()
    dealt = [to for to, _, _ in there.dealt()][6:]
    if answer == "wait":
        assert dealt == ["1.1", "dealer"]
        there.decide(1, "stand")
    else:
        assert dealt == ["dealer"] and there.state.boxes[1].void and there.won("p1") == 0
    there.decide(2, "stand")
    there.decide(3, "stand")
    there.finish()
    there.check_replay()


@checks("NJ S21 19:47-19.15(h)", "NJ S21 19:47-19.15(f)")
def test_19_15_h_two_boxes_passed_over_are_both_asked_and_the_dealer_is_last() -> None:
    """Issue item A11: the second cards of both come after all others', and before a dealer's who forgot the own."""
    there = floor()
    there.start("2s 3s 9c 4s 5s 6s 7s 8s", seats=(1, 2, 3))
    there.run("deal")
    there.call("hand_missed", position=1)
    there.once()
    there.call("hand_missed", position=3)
    there.call("dealer_missed")
    while there.next == "deal":
        there.once()
    there.decide(1, "wait")
    there.decide(3, "wait")
    there.run()
    order = [to for to, _, _ in there.dealt()]
    assert order == ["2.1", "1.1", "2.1", "3.1", "1.1", "3.1", "dealer", "dealer"]
    for place in (1, 2, 3):
        there.decide(place, "stand")
    there.finish()
    there.check_replay()


@checks("NJ S21 19:47-19.15(h)")
def test_19_15_h_boxes_passed_over_on_different_passes() -> None:
    """Issue item A11: one on the first pass, one on the second, which is asked at once."""
    there = floor()
    there.start("2s 3s 9c 4s 5s 6s", seats=(1, 2))
    there.run("deal")
    there.call("hand_missed", position=1)
    for _ in range(3):
        there.once()
    there.call("hand_missed", position=2)
    assert (there.task.asks, there.task.position) == ("passed", 2)
    there.decide(2, "wait")
    assert (there.task.asks, there.task.position) == ("passed", 1)
    there.decide(1, "wait")
    there.run()
    assert [to for to, _, _ in there.dealt()] == ["2.1", "dealer", "1.1", "2.1", "1.1", "dealer"]
    for place in (1, 2):
        there.decide(place, "stand")
    there.finish()
    there.check_replay()


@checks("NJ S21 19:47-19.15(h)")
def test_19_15_h_at_a_table_of_edition_1_a_box_passed_over_once_is_dead() -> None:
    """Issue item A11: a table goes on under the rules that it was opened with."""
    there = floor(edition=1)
    there.start("8s 9c 7d Kh 3s", seats=(1, 2))
    there.run("deal")
    called = there.call("hand_missed", position=1)
    assert [type(each).__name__ for each in called] == ["IrregularityCalled", "BoxVoided"]
    there.run()
    there.decide(2, "stand")
    there.finish()
    there.check_replay()


@checks("NJ S21 19:47-19.15(i)")
@pytest.mark.parametrize("answer", ["wait", "dead"])
def test_19_15_i_a_card_that_was_passed_over_comes_later_or_the_hand_is_dead(answer: str) -> None:
    there = floor()
    there.start("2s 8s 9c 4s 9s 8h 5s 6s 7s", {"bet": "10.00", "match_the_dealer": "5.00"}, seats=(1, 2))
    there.run()
    assert there.refused("call", "dealer", what="card_missed", position=1).code == "not_now"
    there.decide(1, "double", "10.00")
    assert there.refused("call", "dealer", what="hand_missed", position=1).code == "not_now"
    assert there.refused("call", "dealer", what="card_missed", position=2).code == "other_position"
    there.call("card_missed", position=1)
    assert (there.task.asks, there.task.clause) == ("passed", cite("19.15(i)"))
    there.decide(1, answer)
    there.run()
    assert there.task.position == 2
    there.decide(2, "hit")
    there.once()
    assert there.next == "take", "over 21"
    there.once()
    there.once()
    assert (there.next, there.task.position) == (("deal", 1) if answer == "wait" else ("reveal_hole", 0))
    if answer == "wait":
        there.once()
        there.decide(1, "stand")
    there.finish()
    played = finished_round(there.state)["positions"][0]["hands"][0]
    assert played["void"] == (answer == "dead")
    if answer == "dead":
        assert there.won("p1") == -500, "bet and double go back; the side wager stands"


@checks("NJ S21 19:47-19.15(i)")
def test_19_15_i_of_a_split_box_one_hand_is_dead_and_the_other_is_played() -> None:
    there = floor()
    there.start("8s 9c 8d Kh 2s 3s 9s")
    there.run()
    there.decide(1, "split")
    there.once()
    there.decide(1, "hit")
    there.call("card_missed", position=1)
    there.decide(1, "dead")
    there.run()
    assert there.state.boxes[1].hands[1].cards == ("8d", "3s")
    there.decide(1, "stand")
    there.finish()
    assert there.won("p1") == -1000


@checks("NJ S21 19:47-19.15(j)")
def test_19_15_j_a_jam_is_shuffled_again() -> None:
    there = floor()
    there.sit("p1", 1)
    assert there.refused("call", "dealer", what="shuffler_jam").code == "not_now"
    there.run("shuffle")
    there.call("shuffler_jam")
    assert there.next == "shuffle"
    by_hand = floor(shuffler="none")
    by_hand.sit("p1", 1)
    by_hand.run("shuffle")
    assert by_hand.refused("call", "dealer", what="shuffler_jam").clause == cite("19.15(j)")


@checks("NJ S21 19:47-19.15(k)")
def test_19_15_k_a_device_leaves_the_table_before_another_way_of_shuffling() -> None:
    there = floor()
    there.sit("p1", 1)
    there.run("shuffle")
    found = there.refused("change_method", shuffler="none")
    assert (found.code, found.clause) == ("device_on_table", cite("19.15(k)"))
    there.do("remove_device", device="shuffler")
    assert there.refused("remove_device", device="shuffler").code == "no_such_device"
    assert there.refused("shuffle").code == "device_missing"
    assert there.refused("change_method", card_reader="none").code == "device_missing"
    assert there.refused("call", "dealer", what="shuffler_jam").code == "not_now"
    there.do("change_method", shuffler="none")
    there.once()
    assert there.next == "cut"
    there.once()
    there.do("change_method", shuffler="device")


@checks("NJ S21 19:47-19.15(l)", "NJ S21 19:47-19.15(l)1")
def test_19_15_l_1_a_reader_that_tells_players_the_card_makes_all_hands_dead() -> None:
    there = floor(card_reader="open_reader")
    there.start("8s 8c 9c 7d 7h Kh 3s", {"bet": "10.00"}, {"bet": "20.00", "match_the_dealer": "1.00"}, seats=(1, 2))
    there.run()
    found = there.refused("call", "dealer", what="reader_misused")
    assert (found.code, found.clause) == ("tell_supervisor", cite("19.15(l)2"))
    called = there.call("reader_misused", "supervisor")
    assert called[0].clause == cite("19.15(l)1")  # type: ignore[attr-defined]
    assert not there.state.playing and (there.won("p1"), there.won("p2")) == (0, 0)
    assert there.next == "no_more_bets", "the cards are collected, and the shoe goes on"
    there.check_settled()


@checks("NJ S21 19:47-19.15(l)", "NJ S21 19:47-19.15(l)2")
def test_19_15_l_2_a_reader_that_tells_nobody_lets_play_go_on() -> None:
    there = floor(card_reader="reader")
    there.start("8s 9c 7d Kh 3s")
    there.run()
    called = there.call("reader_misused", "supervisor")
    assert [(each.effect, each.clause) for each in called] == [("continue", cite("19.15(l)2"))]  # type: ignore[attr-defined]
    there.decide(1, "stand")
    there.finish()


@checks("NJ S21 19:47-19.15(l)")
@pytest.mark.parametrize(("up", "fine"), [("Ac", False), ("Kc", False), ("Qc", False), ("Jc", False), ("9c", True)])
def test_19_15_l_an_ace_or_a_picture_up_is_no_misuse(up: str, fine: bool) -> None:
    there = floor()
    there.start(f"8s {up} 7d 6h 3s")
    there.run()
    if fine:
        there.call("reader_misused", "supervisor")
    else:
        assert there.refused("call", "supervisor", what="reader_misused").code == "not_now"


@checks("NJ S21 19:47-19.15(m)")
def test_19_15_m_without_a_reader_the_hole_card_is_not_checked() -> None:
    there = floor()
    there.start("8s Ac 9d Kh 3s")
    there.run("check")
    called = there.call("reader_failed")
    assert [(each.effect, each.clause) for each in called] == [("no_reader", cite("19.15(m)"))]  # type: ignore[attr-defined]
    assert there.next == "decide" and there.refused("check").code == "not_next"
    assert there.refused("call", "dealer", what="reader_failed").code == "not_now"
    there.decide(1, "double", "10.00")
    there.run()
    if there.next == "decide":
        there.decide(1, "stand")
    there.run()
    there.check_settled()
    assert finished_round(there.state)["card_reader"] is False
    assert there.won("p1") == -2000
    assert there.state.card_reader == "none"
    there.do("change_method", card_reader="reader")
    assert there.state.card_reader == "reader"


@checks("NJ S21 19:47-19.15(m)")
def test_19_15_m_a_reader_that_fails_after_the_check_changes_nothing_in_the_round() -> None:
    there = floor()
    there.start("8s Ac 9d 7h 3s")
    there.run("check")
    there.once()
    there.call("reader_failed")
    found = there.refused("change_method", card_reader="reader")
    assert (found.code, found.clause) == ("round_in_progress", cite("19.15(m)"))
    there.decide(1, "stand")
    there.finish()
    assert finished_round(there.state)["card_reader"] is True


@pytest.mark.parametrize("game", ["spanish-21", "double-attack-blackjack"])
def test_reading_151_a_replaced_card_reader_cites_no_clause_about_shufflers(game: str) -> None:
    """Issue item A14: 19.15(k) and (k) are about shuffling devices alone."""
    there = ShoeFloor(game)
    (changed,) = there.do("change_method", card_reader="open_reader")
    assert (there.state.card_reader, changed.clause) == ("open_reader", "reading 151")  # type: ignore[attr-defined]
    there.sit("p1", 1)
    there.ready("8s 9c 7d Kh 3s")
    (changed,) = there.do("change_method", shuffler="device", card_reader="reader")
    assert changed.clause == "reading 151", "the same shuffler"  # type: ignore[attr-defined]
    there.bet("p1", 1, bet="10.00")
    there.once()
    found = there.refused("change_method", card_reader="none")
    assert (found.code, found.clause) == ("round_in_progress", "reading 151")
    there.run()
    while there.state.playing:
        there.decide(1, "stand") if there.next == "decide" else there.once()
    there.do("remove_device", device="shuffler")
    letter = there.house.cite(there.house.procedure.devices)
    assert letter.endswith("(k)")
    (changed,) = there.do("change_method", shuffler="none", card_reader="none")
    assert changed.clause == letter  # type: ignore[attr-defined]
    there.check_replay()


def test_a_blackjack_already_paid_stands_when_the_round_becomes_void() -> None:
    """Reading 57."""
    there = floor()
    there.start(
        "As 8s 9c Kd 8d 8h 2s 3s 4s",
        {"bet": "10.00", "match_the_dealer": "5.00"},
        {"bet": "20.00", "match_the_dealer": "5.00"},
        seats=(1, 2),
    )
    there.run("decide")
    assert there.won("p1") == 1500 - 500
    there.decide(2, "hit")
    there.call("card_face_up")
    there.call("card_face_up")
    assert (there.won("p1"), there.won("p2")) == (1500, 0)
    there.check_settled()
    there.check_replay()


def test_insurance_of_a_blackjack_already_paid_goes_back_like_every_other() -> None:
    """Reading 57: lost or not, and the wager that matched too. Only the blackjack itself stands."""
    there = floor()
    match = {"bet": "10.00", "match_the_dealer": "5.00"}
    there.start("Ad 8s As Kd 8d 8h 2s 3s 4s", match, {"bet": "10.00"}, seats=(1, 2))
    there.ask("insurance")
    there.decide(1, "insure", "5.00")
    there.decide(2, "insure", "5.00")
    there.run("decide")
    assert (there.won("p1"), there.won("p2")) == (1500 - 1000, -1500)
    there.decide(2, "hit")
    there.call("card_face_up")
    there.call("card_face_up")
    assert (there.won("p1"), there.won("p2")) == (1500, 0)
    there.check_settled()
    there.check_replay()
    rows = pitboss.settle(finished_round(there.state)).as_json()["positions"][0]["wagers"]
    assert {row["wager"]: row["outcome"] for row in rows} == {
        "bet": "win",
        "match_the_dealer": "void",
        "insurance": "void",
    }


def test_what_a_busted_hand_had_lost_goes_back_when_the_round_becomes_void() -> None:
    there = floor()
    there.start("Ks 8s 9c 6d 8d 8h Qs 3s 4s 5s", seats=(1, 2))
    there.run()
    there.decide(1, "hit")
    there.run()
    assert there.won("p1") == -1000
    there.decide(2, "hit")
    there.call("card_face_up")
    there.call("card_face_up")
    assert (there.won("p1"), there.won("p2")) == (0, 0)
    there.check_settled()


@pytest.mark.parametrize("what", ["ghost", ""])
def test_an_irregularity_that_does_not_exist(what: str) -> None:
    found = floor().refused("call", "dealer", what=what)
    assert found.code == "unknown_irregularity"
    assert "dealer_missed" in found.message and "shoe_short" not in found.message, "only what can be called"


def declared(there: ShoeFloor, what: str, **fields: Any) -> None:
    """The same table, had the text another effect for an irregularity."""
    rules = there.house.procedure.irregularities
    changed = {**rules, what: msgspec.structs.replace(rules[what], **fields)}
    there.house.procedure = msgspec.structs.replace(there.house.procedure, irregularities=changed)


def test_what_an_irregularity_does_is_what_is_declared() -> None:
    there = floor()
    declared(there, "dealer_overdrew", effect=Effect.NEXT_CARD)
    declared(there, "card_face_up", other=None)
    declared(there, "hand_missed", other=Effect.DEAD)
    there.start("9s Kc 8s 7d 2s 3s")
    there.run("deal")
    for _ in range(2):
        there.call("card_face_up")
    assert there.state.playing, "a second one does what the first did"
    there.run()
    there.decide(1, "stand")
    there.run("reveal_hole")
    there.once()
    while there.next == "draw":
        there.once()
    rack = there.state.rack
    assert there.call("dealer_overdrew")[0].effect == "next_card"  # type: ignore[attr-defined]
    assert there.state.rack == rack
    there.finish()
    there.bet("p1", 1, bet="10.00")
    there.run("deal")
    for _ in range(2):
        there.once()
    before = there.won("p1")
    there.call("hand_missed", position=1)
    assert there.state.boxes[1].void and there.won("p1") == before + 1000


def test_a_decision_when_no_round_is_played_is_told_so() -> None:
    there = floor()
    there.start("As 9c Kd 8h")
    there.finish()
    found = there.refused("decide", who="p1", position=1, action="hit")
    assert (found.code, found.clause) == ("no_round", "reading 55")


@checks("NJ S21 19:47-19.12(b)", "NJ S21 19:47-19.12(c)")
@pytest.mark.parametrize(
    ("cards", "plays", "clause", "says"),
    [
        ("Ks 9c 8d 9h", "stand", "19.12(b)", "the dealer stands on hard 18"),
        ("Ks 9c 6d 7h", "surrender", "19.12(c)", "no wager depends on another card to hard 16"),
    ],
)
def test_a_dealer_who_draws_too_many_is_told_why_not(cards: str, plays: str, clause: str, says: str) -> None:
    there = floor()
    there.start(cards)
    there.run()
    assert there.refused("draw").code == "not_next"
    there.decide(1, plays)
    there.run("reveal_hole")
    there.once()
    found = there.refused("draw")
    assert (found.code, found.clause, says in found.message) == ("not_next", cite(clause), True)


def test_whoever_settles_out_of_order_is_told_which_hand_comes_first() -> None:
    there = floor()
    there.start("8s 9c 8d 8h Kd 3s")
    there.run()
    there.decide(1, "split")
    for _ in range(2):
        there.once()
        there.decide(1, "stand")
    there.run("take")
    assert "hand 2 at position 1" in there.refused("collect", position=1, hand=1).message


def test_who_is_asked_to_give_a_hand_up_is_named_with_what_is_asked() -> None:
    there = shared("Js 9c 6d Kh")
    there.run()
    there.decide(1, "stand")
    found = there.refused("decide", who="p1", position=1, action="stand")
    assert (found.message, found.clause) == (
        "Leave it to p2, who gives the hand up or stays now.",
        "rules S21 surrender",
    )


def test_nobody_calls_a_short_shoe() -> None:
    assert floor().refused("call", "dealer", what="shoe_short").clause == cite("19.15(g)")


@checks("NJ S21 19:47-19.15(b)")
def test_19_15_b_a_table_is_not_closed_over_a_ten_that_is_not_destroyed() -> None:
    there = floor()
    there.start("8s 9c 7d Kh 2s")
    there.run()
    there.decide(1, "hit")
    for ten in ("Tc", "Td"):
        there.call("ten_found", card=ten)
        found = there.refused("close")
        assert found.code == ("round_in_progress" if ten == "Tc" else "ten_not_destroyed")
        if ten == "Td":
            assert found.clause == cite("19.15(b)") and not there.state.playing
        there.do("destroy", "floorperson")
    there.do("close")
    assert there.state.destroyed == ("Tc", "Td")


def test_a_table_is_closed_between_rounds() -> None:
    there = floor()
    there.start("8s 9c 7d Kh")
    assert there.refused("close").code == "round_in_progress"
    there.run()
    assert there.refused("close").code == "round_in_progress"
    there.decide(1, "stand")
    there.finish()
    there.do("close")
    assert there.refused("deal").code == "table_closed"
    there.do("leave", who="p1")
    there.do("cash_out", who="p1")
    there.check_replay()


@pytest.mark.parametrize(
    ("setup", "code"),
    [
        ({"shuffler": "ghost"}, "unknown_shuffler"),
        ({"card_reader": "ghost"}, "unknown_card_reader"),
        ({"limits": {"bust_it": ["1.00", "5.00"]}}, "unknown_wager"),
        ({"limits": {"bet": ["5.00"]}}, "bad_limits"),
        ({"automatic": ["rack_stub"]}, "unknown_step"),
        ({"meters": {}}, "setup_malformed"),
    ],
)
def test_a_setup_that_is_wrong_is_refused(setup: dict[str, Any], code: str) -> None:
    assert setup_refused(**setup).code == code


@checks("rules S21 bet", "rules S21 match")
@pytest.mark.parametrize("wager", ["bet", "match_the_dealer"])
def test_posted_limits_hold(wager: str) -> None:
    """Issue item A19."""
    there = floor(limits={wager: ["5.00", "50.00"]})
    there.sit("p1", 1)
    there.ready()
    for amount, code in (("4.50", "under_minimum"), ("50.50", "over_maximum")):
        refused = there.refused("bet", who="p1", position=1, wagers={"bet": "60.00", wager: amount})
        assert refused.code == code
    for amount in ("5.00", "50.00"):
        there.bet("p1", 1, **{"bet": "50.00", wager: amount})
