"""The count of the stub together with hands: issue item A5."""

import io
from typing import Any

import pytest

from pitboss.regulations.edition import FIRST
from pitboss.script.replaying import replay_file
from pitboss.table.decide import step
from pitboss.table.families import house_of
from pitboss.table.files import encode_event
from pitboss.table.showdown import events as e
from pitboss.table.state import state_hash
from tests.support import checks
from tests.table.floor import Floor, Seeded, trail

WRONG_COUNT = {
    "three-card-poker": "NJ TCP 19:47-20.7(e)2",
    "four-card-poker": "NJ FCP 19:47-27.7(e)2",
    "high-card-flush": "NJ HCF 13:69F-38.7(f)2",
    "what-the-flush": "NJ WTF 13:69F-38.7(f)2",
    "texas-holdem-bonus": "reading 27",
}


def at_the_stub(game: str = "three-card-poker") -> Floor:
    """Two players at 1 and 2, who stay in, until the stub is to be racked."""
    table = Floor(game)
    table.sit("p1", 1)
    table.sit("p2", 2)
    table.get_ready()
    table.bet("p1", 1, ante="10.00")
    table.bet("p2", 2, ante="10.00")
    while table.next != "rack_stub":
        if table.next == "decide":
            decision = table.house.game.decisions[table.task.decision]
            table.decide(table.task.position, decision.name, f"{10 * decision.least}.00")
        else:
            table.once()
    return table


def check_played_back(table: Floor) -> None:
    log = b"".join(encode_event(event) + b"\n" for event in table.log)
    state, balances, _ = replay_file(io.BytesIO(log))
    assert state_hash(state) == state_hash(table.state)
    assert balances == table.session.balances


def is_void(table: Floor, removed: bool) -> None:
    assert table.won("p1") == table.won("p2") == 0
    assert bool(table.of_round(e.DeckRemoved)) is removed
    check_played_back(table)


@pytest.mark.parametrize("game", WRONG_COUNT)
@checks("NJ TCP 19:47-20.7(e)2", "NJ FCP 19:47-27.7(e)2", "NJ HCF 13:69F-38.7(f)2", "NJ WTF 13:69F-38.7(f)2")
def test_a_right_stub_and_a_long_hand_are_more_than_a_deck(game: str) -> None:
    """Issue item A5: 43 in the stub and a hand of four make 53, so the deck is not whole."""
    table = at_the_stub(game)
    stub, hand = len(table.state.stock), len(table.state.dealt[1])
    events = table.do("count_stub", counted=stub, position=1, cards=hand + 1)
    assert trail(events) == ["call wrong_count", "void", "deck_removed"]
    called, _, removed = events
    assert isinstance(called, e.IrregularityCalled) and isinstance(removed, e.DeckRemoved)
    assert (called.clause, removed.clause, removed.counted) == (WRONG_COUNT[game], WRONG_COUNT[game], 53)
    assert called.hands == (e.HandCounted(hand + 1, 1),)
    is_void(table, removed=True)


@pytest.mark.parametrize("form", ["counted", "left out"])
def test_a_count_left_out_is_right_and_a_wrong_hand_is_not_ignored(form: str) -> None:
    table = at_the_stub()
    counted: dict[str, Any] = {"counted": 43} if form == "counted" else {}
    events = table.do("count_stub", **counted, whose="dealer", cards=2)
    assert trail(events) == ["call wrong_count", "void", "deck_removed"]
    assert table.of_round(e.DeckRemoved)[0].counted == 51
    is_void(table, removed=True)


@pytest.mark.parametrize("game", WRONG_COUNT)
@checks("NJ TCP 19:47-20.7(e)2", "NJ FCP 19:47-27.7(e)2", "NJ HCF 13:69F-38.7(f)2", "NJ WTF 13:69F-38.7(f)2")
def test_several_misdealt_hands_that_make_a_whole_deck_are_a_misdeal(game: str) -> None:
    """Issue item A5: in Three Card Poker 5 + 2 + 3 + 42 = 52."""
    table = at_the_stub(game)
    stub, hand = len(table.state.stock), len(table.state.dealt[1])
    hands = [{"position": 1, "cards": hand + 2}, {"position": 2, "cards": hand - 1}]
    events = table.do("count_stub", counted=stub - 1, hands=hands)
    assert trail(events) == ["call wrong_number", "void"]
    called: Any = events[0]
    assert (called.clause, called.effect) == (WRONG_COUNT[game], "void_all")
    assert called.hands == (e.HandCounted(hand + 2, 1), e.HandCounted(hand - 1, 2))
    assert [len(each.cards.split()) for each in table.state.last_round.positions] == [hand + 2, hand - 1]
    is_void(table, removed=False)


def test_all_cards_of_the_stub_in_one_hand_and_a_short_dealer() -> None:
    """The long hand is named first, and still gets the cards that the short one left on the deck."""
    table = at_the_stub()
    table.do("count_stub", counted=0, hands=[{"position": 1, "cards": 47}, {"whose": "dealer", "cards": 2}])
    assert len(table.state.last_round.positions[0].cards.split()) == 47
    assert len(table.state.last_round.dealer.split()) == 2
    is_void(table, removed=False)


def test_several_hands_that_do_not_make_a_whole_deck_remove_it() -> None:
    table = at_the_stub()
    hands = [{"position": 1, "cards": 5}, {"position": 2, "cards": 2}, {"whose": "dealer", "cards": 3}]
    events = table.do("count_stub", counted=41, hands=hands)
    assert trail(events) == ["call wrong_count", "void", "deck_removed"]
    assert table.of_round(e.DeckRemoved)[0].counted == 51
    is_void(table, removed=True)


@pytest.mark.parametrize("counted", [{}, {"counted": 43}])
def test_hands_that_are_all_right_leave_a_right_count_right(counted: dict[str, Any]) -> None:
    table = at_the_stub()
    hands = [{"position": 1, "cards": 3}, {"whose": "dealer", "cards": 3}]
    assert trail(table.do("count_stub", **counted, hands=hands)) == ["rack_stub"]
    table.decide(1, "fold")
    table.decide(2, "fold")
    table.finish()
    check_played_back(table)


def test_one_hand_in_the_list_is_the_same_as_the_single_form() -> None:
    one, other = at_the_stub(), at_the_stub()
    single = one.do("count_stub", counted=42, position=1, cards=4)
    assert other.do("count_stub", counted=42, hands=[{"position": 1, "cards": 4}])[:2] == single[:2]
    is_void(other, removed=False)


def test_a_folded_hand_in_the_rack_is_counted_too() -> None:
    """Issue items A2 and A5: in Texas Hold 'Em Bonus a hand is folded before the stub is racked."""
    table = Floor("texas-holdem-bonus")
    table.sit("p1", 1)
    table.sit("p2", 2)
    table.get_ready()
    table.bet("p1", 1, ante="10.00")
    table.bet("p2", 2, ante="10.00")
    table.run("decide")
    table.decide(1, "fold")
    table.decide(2, "flop", "20.00")
    table.run("decide")
    table.decide(2, "check")
    table.run("decide" if table.next != "rack_stub" else "rack_stub")
    while table.next != "rack_stub":
        table.decide(2, "check") if table.next == "decide" else table.once()
    stub = len(table.state.stock)
    assert 1 not in table.state.hands
    table.do("count_stub", counted=stub - 1, position=1, cards=3)
    is_void(table, removed=False)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"hands": [{"position": 1, "cards": 4}, {"position": 1, "cards": 4}]}, "whose_hand"),
        ({"hands": [{"position": 1, "cards": 4}], "position": 2, "cards": 2}, "whose_hand"),
        ({"hands": [{"cards": 4}]}, "whose_hand"),
        ({"hands": [{"position": 1, "whose": "dealer", "cards": 4}]}, "whose_hand"),
        ({"hands": [{"whose": "player", "cards": 4}]}, "whose_hand"),
        ({"hands": [{"position": 5, "cards": 4}]}, "no_hand"),
        ({"hands": [{"position": 1, "cards": 53}]}, "count_impossible"),
        ({"hands": [{"position": 1, "cards": -1}]}, "count_impossible"),
        ({"hands": [{"position": 1}]}, "command_malformed"),
        ({"hands": [{"position": 1, "cards": 4, "colour": "red"}]}, "command_malformed"),
    ],
)
def test_hands_that_are_not_named_right_are_refused(fields: dict[str, Any], code: str) -> None:
    table = at_the_stub()
    assert table.refused("count_stub", counted=42, **fields).code == code


def test_a_table_of_the_first_edition_racks_a_stub_that_was_counted_right() -> None:
    table = at_the_stub()
    old = house_of({"game": "three-card-poker", "automatic": "none", "given_orders": True}, FIRST)
    count = old.family.forms.read({"do": "count_stub", "by": "dealer", "counted": 43, "position": 1, "cards": 4})
    assert trail(step(old, table.state, count, Seeded())[0]) == ["rack_stub"]


def test_a5_an_exposed_card_that_a_misdeal_moved_is_in_the_record_once() -> None:
    """The dealer's card that lies face up may turn out to belong to a hand that has cards too many."""
    floor = Floor("what-the-flush", jurisdiction="card", dealing="two_packets", shuffler="device")
    floor.sit("p1", 1)
    floor.get_ready()
    floor.bet("p1", 1, ante="10.00")
    floor.run("rack_stub")
    hands = [{"position": 1, "cards": 9}, {"whose": "dealer", "cards": 7}]
    floor.do("count_stub", counted=len(floor.state.stock) - 1, hands=hands)
    floor.check_settled()
    assert floor.held("p1") == 1_000_000


@pytest.mark.parametrize("hand", [{"position": 1}, {"whose": "dealer"}])
def test_a5_a_hand_that_is_named_has_a_number_of_cards(hand: dict[str, Any]) -> None:
    floor = Floor("three-card-poker")
    floor.sit("p1", 1)
    floor.get_ready()
    floor.bet("p1", 1, ante="10.00")
    floor.run("rack_stub")
    refusal = floor.refused("count_stub", counted=45, **hand)
    assert (refusal.code, refusal.clause) == ("field_missing", "NJ TCP 19:47-20.7(e)2")
