"""Sequences that once went wrong, or could: decks that run short, hands void twice, hostile values, keys."""

from typing import Any

import pytest

from pitboss.cards.chance import Shuffles
from pitboss.refusal import Refusal
from pitboss.session import Session
from pitboss.table.families import showdown_house as house_of
from pitboss.table.files import encode_event
from pitboss.table.showdown import events as e
from pitboss.table.showdown.programme import Task
from pitboss.table.showdown.setup import STEPS, House
from pitboss.table.showdown.state import State
from pitboss.table.state import state_hash


def table(game: str, positions: tuple[int, ...] = (1, 2), seed: int = 1, **setup: Any) -> Session[House, State]:
    session: Session[House, State] = Session(house_of({"game": game, **setup}), Shuffles(seed))
    for position in positions:
        session.do({"do": "sit", "by": "player", "who": f"p{position}", "position": position})
        session.do({"do": "buy_in", "by": "player", "who": f"p{position}", "amount": "1000.00"})
    return session


def bet(session: Session[House, State], positions: tuple[int, ...], **wagers: str) -> None:
    wagers = wagers or {"ante": "10.00"}
    for position in positions:
        session.do({"do": "bet", "by": "player", "who": f"p{position}", "position": position, "wagers": wagers})
    session.do({"do": "no_more_bets", "by": "dealer"})


def refused(session: Session[House, State], data: Any) -> Refusal:
    before, log = session.state, len(session.log)
    with pytest.raises(Refusal) as caught:
        session.do(data)
    assert session.state is before and len(session.log) == log
    return caught.value


def task_of(session: Session[House, State]) -> Task:
    """What must be done now."""
    task: Task | None = session.state.next
    assert task is not None
    return task


def all_but(*steps: str) -> list[str]:
    return [step for step in STEPS if step not in steps]


@pytest.mark.parametrize("then", ["leave", "change_method"])
def test_no_deck_comes_into_play_unshuffled(then: str) -> None:
    """Of two decks the one that was just played is shuffled before it is dealt again, whatever comes between."""
    session = table(
        "three-card-poker", (1,), shuffler="device", decks=2, automatic=all_but("shuffle", "load", "spread_idle")
    )
    while not session.state.betting or task_of(session).do != "no_more_bets":
        session.do({"do": task_of(session).do, "by": task_of(session).by, "who": "p1"})
    bet(session, (1,))
    session.do({"do": "decide", "by": "player", "who": "p1", "position": 1, "action": "fold"})
    session.do({"do": "load", "by": "dealer"})
    assert task_of(session).do == "shuffle" and task_of(session).other
    played = session.state.other
    if then == "leave":
        session.do({"do": "leave", "by": "player", "who": "p1"})
    else:
        session.do({"do": "change_method", "by": "supervisor", "dealing": "hand"})
    shuffles = 0
    for _ in range(20):
        if not session.state.seats:
            session.do({"do": "sit", "by": "player", "who": "p1", "position": 1})
        task = task_of(session)
        if task.do == "no_more_bets":
            break
        shuffles += task.do == "shuffle" and task.other
        session.do({"do": task.do, "by": task.by, "who": "p1"})
    assert shuffles == 1 and session.state.other != played


@pytest.mark.parametrize(("cards", "effect"), [(9, "void_hand"), (10, "void_all")])
def test_reading_51_a_deck_that_runs_short_voids_all_hands(cards: int, effect: str) -> None:
    """Six hands of seven and the dealer's eight leave two cards: two too many are the most that one hand can have."""
    everyone = (1, 2, 3, 4, 5, 6)
    session = table("what-the-flush", everyone, dealing="automated_shoe", automatic=all_but("deal"))
    bet(session, everyone)
    session.do({"do": "deal", "by": "dealer"})
    session.do({"do": "deal", "by": "dealer"})
    called = session.do({"do": "call", "by": "dealer", "what": "wrong_number", "position": 1, "cards": cards})[0]
    assert isinstance(called, e.IrregularityCalled) and called.effect == effect
    while session.state.playing and task_of(session).do == "deal":
        session.do({"do": "deal", "by": "dealer"})
    assert all(len(hand) == 7 for hand in session.state.hands.values())


def test_a_void_hand_stays_void() -> None:
    session = table("what-the-flush", (1, 2), dealing="manual_shoe", automatic=all_but("deal"))
    bet(session, (1, 2))
    session.do({"do": "deal", "by": "dealer"})
    session.do({"do": "call", "by": "dealer", "what": "wrong_number", "position": 1, "cards": 2})
    again = refused(session, {"do": "call", "by": "dealer", "what": "wrong_number", "position": 1, "cards": 5})
    assert again.code == "already_void"


@pytest.mark.parametrize(
    "data",
    [
        {"do": "sit", "by": "player", "who": "p9", "position": 10**5000},
        {"do": "sit", "by": "player", "who": "p9", "position": 10**30},
        {"do": "cut", "by": "dealer", "depth": 10**5000},
        {"do": "sit", "by": "player", "who": "\ud800", "position": 3},
        {"do": "sit", "by": "player", "who": "p9", "position": True},
        {"do": "bet", "by": "player", "who": "p1", "position": 1, "wagers": {"ante": {"5.00": 10**30}}},
        {"do": "bet", "by": "player", "who": "p1", "position": 1, "wagers": {"ante": [[[[]]]]}},
        {"do": "call", "by": "dealer", "what": "device_count", "counted": 10**6},
        {"do": "tip", "by": "player", "who": "p1", "amount": b"1.00"},
        object(),
        None,
        [],
        "deal",
    ],
    ids=lambda data: None,
)
def test_hostile_values_are_refused(data: Any) -> None:
    session = table("three-card-poker")
    refusal = refused(session, data)
    assert refusal.code and refusal.message
    assert state_hash(session.state) and all(encode_event(event) for event in session.log)


@pytest.mark.parametrize("cards", [-1, 53, 10**6])
def test_an_impossible_count_is_refused(cards: int) -> None:
    session = table("three-card-poker", automatic=all_but("rack_stub"))
    bet(session, (1, 2))
    counted = {"do": "count_stub", "by": "dealer", "counted": 0, "whose": "dealer", "cards": cards}
    assert refused(session, counted).code == "count_impossible"


@pytest.mark.parametrize(
    "whose", [{"whose": "banana"}, {}, {"whose": "dealer", "position": 1}, {"whose": "community"}], ids=str
)
def test_a_miscount_says_whose_hand(whose: dict[str, Any]) -> None:
    session = table("three-card-poker", automatic=all_but("rack_stub"))
    bet(session, (1, 2))
    number = len(session.state.stock)
    counted = {"do": "count_stub", "by": "dealer", "counted": number + 1, "cards": 2, **whose}
    assert refused(session, counted).code == "whose_hand"


def test_no_wager_is_taken_once_the_cards_are_to_be_spread() -> None:
    session = table("three-card-poker", (1,), automatic=all_but("spread_idle"))
    session.do({"do": "leave", "by": "player", "who": "p1"})
    session.do({"do": "sit", "by": "player", "who": "p1", "position": 1})
    late = refused(session, {"do": "bet", "by": "player", "who": "p1", "position": 1, "wagers": {"ante": "5.00"}})
    assert late.code == "bets_not_open"


def test_chips_over_the_most_taken_are_refused() -> None:
    session = table("three-card-poker", chips=["1.00", "1000000000000.00"])
    wagers = {"pair_plus": {"1000000000000.00": 3}}
    data = {"do": "bet", "by": "player", "who": "p1", "position": 1, "wagers": wagers}
    assert refused(session, data).code == "wager_too_large"


def test_what_a_caller_holds_changes_nothing() -> None:
    session = table("three-card-poker")
    chips = {"5.00": 1}
    command = {"do": "bet", "by": "player", "who": "p1", "position": 1, "key": "k", "wagers": {"ante": chips}}
    events = session.do(command)
    chips["5.00"] = 3
    placed = session.log[-1]
    assert isinstance(placed, e.BetPlaced) and placed.chips == {"ante": {"5.00": 1}}
    events.clear()
    assert session.do(command | {"wagers": {"ante": {"5.00": 1}}}) == [placed]
    assert refused(session, command).code == "key_reused"


def test_keys_are_each_persons_own() -> None:
    session = table("three-card-poker")
    for who in ("p1", "p2"):
        session.do({"do": "tip", "by": "player", "who": who, "amount": "1.00", "key": "k"})
    assert session.balances["tip_box"] == 2_00


def test_a_command_of_the_wrong_shape_uses_up_no_key() -> None:
    session = table("three-card-poker", (1,))
    sit = {"do": "sit", "by": "player", "who": "p9", "key": "k"}
    assert refused(session, sit).code == "field_missing"
    assert session.do(sit | {"position": 4})


def test_a_refused_command_with_a_key_is_refused_again_the_same_way() -> None:
    session = table("three-card-poker")
    early = {"do": "no_more_bets", "by": "dealer", "key": "k"}
    first = refused(session, early)
    session.do({"do": "bet", "by": "player", "who": "p1", "position": 1, "wagers": {"ante": "5.00"}})
    again = refused(session, early)
    assert again.as_json() == first.as_json() and again is not first


def test_a_folded_hand_is_not_told_beyond_what_it_shows() -> None:
    order = "2s 3s 4s Kh 9h 7h 5h " + "Ah Ad Ac As Qh Qd Qc"
    rest = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA" if rank + suit not in order.split()]
    session = table("high-card-flush", (1,), given_orders=True, automatic=all_but("shuffle", "cut"))
    session.do({"do": "shuffle", "by": "dealer", "order": " ".join([*rest[-10:], *order.split(), *rest[:-10]])})
    session.do({"do": "cut", "by": "dealer", "depth": 10})
    bet(session, (1,), ante="10.00", straight_flush_bonus="5.00")
    events = session.do({"do": "decide", "by": "player", "who": "p1", "position": 1, "action": "fold"})
    (shown,) = [event for event in events if isinstance(event, e.HandRevealed)]
    assert (set(shown.cards), shown.hand, shown.also) == ({"2s", "3s", "4s"}, None, ("3 card straight flush",))
