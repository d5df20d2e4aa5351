"""When something goes wrong: each irregularity at every moment it can happen, and just outside."""

from collections.abc import Iterator
from typing import Any

from pitboss.table.showdown import events as e
from pitboss.table.showdown.setup import DECK
from pitboss.table.state import finished_round
from tests.table.alike.text import AUTOMATED, HAND, MANUAL, Text, is_void
from tests.table.floor import Floor, trail


def deliveries(text: Text, **setup: Any) -> int:
    """How many times something is dealt in a round of two players who stay in."""
    floor = text.betting(1, 2, **setup)
    text.decisions(floor)
    return len(floor.of_round(e.CardsDealt))


def deliver(text: Text, floor: Floor, times: int) -> None:
    """So many deliveries, and up to the next one."""
    while times or floor.next in ("decide", "cover"):
        times -= floor.next == "deal"
        text.step(floor)
    assert floor.next == "deal"


def at_every_delivery(text: Text, **setup: Any) -> Iterator[Floor]:
    """Tables that stop before the first, second, ... last delivery of a round; all bets are down."""
    for number in range(deliveries(text, **setup)):
        floor = text.betting(1, 2, **setup)
        floor.run("deal")
        deliver(text, floor, number)
        yield floor


def outside_the_deal(text: Text, **setup: Any) -> Iterator[Floor]:
    """Tables where nothing is being dealt: bets open, each step from the stub to the last card racked, and after."""
    yield text.betting(1, 2, **setup)
    floor = text.betting(1, 2, **setup)
    floor.run("deal")
    while floor.state.playing:
        if floor.next not in ("deal", "cover"):
            yield floor
        text.step(floor)
    yield floor


def one_card_found_face_up(text: Text, clause: str, **setup: Any) -> None:
    """Whenever in the deal it is found, it is not used and goes to the rack, and the cards behind it are dealt."""
    for floor in at_every_delivery(text, **setup):
        order = [card for _, card, _ in floor.dealt()] + list(floor.state.stock)
        at = len(floor.dealt())
        floor.do("call", what="card_face_up")
        called = floor.of_round(e.IrregularityCalled)[0]
        assert (called.card, called.effect, called.clause) == (order[at], "discard", clause)
        assert floor.state.rack[-1] == order[at] and floor.state.playing
        assert order[at] in floor.state.shown, "everybody has seen it"
        text.decisions(floor)
        to = text.to(floor.state.dealing, (1, 2))
        without = order[:at] + order[at + 1 :]
        assert [(whose, card) for whose, card, _ in floor.dealt()] == list(zip(to, without, strict=False))
        floor.check_settled()
    for floor in outside_the_deal(text, **setup):
        refusal = floor.refused("call", what="card_face_up")
        assert (refusal.code, refusal.clause) == ("not_now", clause)


def two_cards_found_face_up(text: Text, clause: str, **setup: Any) -> None:
    """Both at the start, both at the end, or one each: all hands are void. The next round starts at none."""
    last = deliveries(text, **setup) - 1
    for first, second in ((0, 0), (0, 1), (0, last), (last, last)):
        floor = text.betting(1, 2, **setup)
        floor.run("deal")
        deliver(text, floor, first)
        floor.do("call", what="card_face_up")
        deliver(text, floor, second - first)
        floor.do("call", what="card_face_up")
        assert [each.effect for each in floor.of_round(e.IrregularityCalled)] == ["discard", "void_all"]
        assert floor.of_round(e.HandsVoided)[0].clause == clause
        is_void(floor)
        assert sorted(floor.state.rack) == sorted(DECK) and floor.next == "shuffle"
        floor.get_ready()
        text.bets(floor)
        floor.run("deal")
        floor.do("call", what="card_face_up")
        assert floor.state.playing, "the count of cards found starts anew"


def a_card_drawn_in_error_is_the_next(text: Text, clause: str, **setup: Any) -> None:
    for floor in at_every_delivery(text, **setup):
        order = [card for _, card, _ in floor.dealt()] + list(floor.state.stock)
        stock = floor.state.stock
        floor.do("call", what="drawn_in_error")
        called = floor.of_round(e.IrregularityCalled)[0]
        assert (called.effect, called.clause, called.card) == ("next_card", clause, None)
        assert floor.state.stock == stock and floor.state.shown == tuple(c for _, c, up in floor.dealt() if up)
        text.decisions(floor)
        to = text.to(floor.state.dealing, (1, 2))
        assert [(whose, card) for whose, card, _ in floor.dealt()] == list(zip(to, order, strict=False))
    for floor in outside_the_deal(text, **setup):
        refusal = floor.refused("call", what="drawn_in_error")
        assert (refusal.code, refusal.clause) == ("not_now", clause)


def from_the_first_card(text: Text, *folding: int, **setup: Any) -> Iterator[Floor]:
    """A table at each step from the first card to the first wager settled, a fresh one for each."""
    number = 0
    while True:
        floor = text.betting(1, 2, **setup)
        floor.run("deal")
        for _ in range(number):
            if floor.next == "decide":
                folds = floor.task.position in folding
                choice = (text.fold,) if folds else text.stay[floor.task.decision]
                floor.decide(floor.task.position, *choice)
            else:
                floor.once()
        if floor.of_round(e.WagersTaken, e.WagersPaid):
            return
        yield floor
        number += 1


def the_staff_calls(text: Text) -> None:
    """Dealer, floorperson and supervisor alike; nobody calls what the text does not know."""
    for role in ("dealer", "floorperson", "supervisor"):
        floor = text.betting(1)
        floor.run("deal")
        floor.do("call", role, what="card_face_up")
        assert floor.of_round(e.IrregularityCalled)[0].by == role
        for what in ("", "communication", "earthquake"):
            assert floor.refused("call", role, what=what).code == "unknown_irregularity"
        floor.run("decide")
        for where in ({"whose": "player"}, {"whose": "dealer", "position": 1}, {"whose": "floorperson"}):
            assert floor.refused("call", role, what="wrong_number", cards=1, **where).code == "whose_hand"
    assert floor.refused("call", "player", who="p1", what="card_face_up").code == "wrong_role"


def a_wrong_number_of_cards(text: Text, clause: str, *folding: int, **setup: Any) -> None:
    """One card over or under, at any hand that has cards, also after a wager was settled: everything is void."""
    for whose in ("1", "2", "dealer"):
        for more in (1, -1):
            moments = [
                _wrong(text, clause, floor, whose, more) for floor in from_the_first_card(text, *folding, **setup)
            ]
            assert moments.count(True) > 2
    floor = text.betting(1, 2, **setup)
    assert floor.refused("call", what="wrong_number", position=1, cards=1).code == "not_now"
    floor.run("decide")
    assert floor.refused("call", what="wrong_number", position=3, cards=1).code == "no_hand"
    text.decisions(floor)
    text.to_the_stub(floor)
    assert _wrong(text, clause, floor, "dealer", 1), "a round that was settled does not stand in the way"
    first = {_wrong_number_when_settled(text, clause, seed, **setup) for seed in range(12)}
    assert first == {e.WagersTaken, e.WagersPaid}


def _wrong_number_when_settled(text: Text, clause: str, seed: int, **setup: Any) -> type[e.Event]:
    """A settled wager goes back, by whichever kind of event it was settled (issue item A1)."""
    floor = text.floor(1, seed=seed, **setup)
    floor.get_ready()
    floor.bet("p1", 1, ante="10.00")
    floor.once()
    text.decisions_up_to(floor, e.WagersTaken, e.WagersPaid)
    first = type(floor.log[-1])
    call: dict[str, Any] = {"what": "wrong_number", "whose": "dealer", "cards": text.dealer_cards + 1}
    assert trail(floor.do("call", **call)) == ["call wrong_number", "reverse", "void"]
    assert floor.won("p1") == 0
    floor.check_settled()
    refusal = floor.refused("call", **call)
    assert (refusal.code, refusal.clause) == ("not_now", clause)
    return first


def _wrong(text: Text, clause: str, floor: Floor, whose: str, more: int) -> bool:
    """Whether the hand named has cards now; if so, it has one more or less than it should."""
    held = floor.state.dealer if whose == "dealer" else floor.state.hands.get(int(whose), ())
    if not held:
        return False
    where: dict[str, Any] = {"whose": "dealer"} if whose == "dealer" else {"position": int(whose)}
    refusal = floor.refused("call", what="wrong_number", cards=len(held), **where)
    assert (refusal.code, refusal.clause) == ("number_is_right", clause)
    for impossible in (-1, 53):
        assert floor.refused("call", what="wrong_number", cards=impossible, **where).code == "number_impossible"
    assert floor.refused("call", what="wrong_number", **where).code == "field_missing"
    floor.do("call", what="wrong_number", cards=len(held) + more, **where)
    event, voided = floor.of_round(e.IrregularityCalled, e.HandsVoided)
    assert (event.cards, event.clause, voided.clause) == (len(held) + more, clause, clause)
    assert voided.all_hands
    is_void(floor)
    assert sorted(floor.state.rack) == sorted(DECK) and floor.next in ("shuffle", "load")
    kept = finished_round(floor.state)
    hands = {str(each["position"]): each["cards"] for each in kept["positions"]} | {"dealer": kept["dealer"]}
    assert len(hands[whose].split()) == len(held) + more, "the round is kept as it was dealt"
    return True


def a_dealers_card_exposed(text: Text, clause: str, *folding: int, **setup: Any) -> None:
    """From the dealer's first card to the reveal; a player's card that shows changes nothing.

    A covered stack is the dealer's while it waits in the shoe, once all players have theirs (issue item A8).
    """
    called = 0
    for floor in from_the_first_card(text, *folding, **setup):
        if floor.state.results is not None:
            break
        refusal = floor.refused("call", what="card_exposed", position=1)
        assert refusal.code == "not_irregular" and refusal.clause == clause
        for whose in ("stub", "1", 1):
            refusal = floor.refused("call", what="card_exposed", whose=whose)
            assert (refusal.code, refusal.clause) == ("not_irregular", clause)
        covered = floor.house.method(floor.state.dealing).cover is not None
        waits = covered and [len(hand) for hand in floor.state.dealt.values()] == [text.cards] * len(floor.state.bets)
        if not floor.state.dealer and not waits:
            refusal = floor.refused("call", what="card_exposed", whose="dealer")
            assert (refusal.code, refusal.clause) == ("not_now", clause)
            assert floor.refused("call", what="card_exposed", whose="shoe").code == "not_irregular"
            continue
        floor.do("call", what="card_exposed", whose="dealer")
        assert floor.of_round(e.HandsVoided)[0].clause == clause
        is_void(floor)
        assert floor.next in ("shuffle", "load")
        called += 1
    assert called > 1
    floor = text.betting(1, 2, **setup)
    assert floor.refused("call", what="card_exposed", whose="dealer").code == "not_now"
    text.round(floor)
    text.to_the_stub(floor)
    floor.do("call", what="card_exposed", whose="dealer")
    assert not floor.state.playing, "a round that was settled does not stand in the way"


def not_exposed_after_the_reveal(text: Text, clause: str, **setup: Any) -> None:
    floor = text.betting(1, 2, **setup)
    while floor.next != "reveal_dealer":
        text.step(floor)
    floor.once()
    while floor.state.playing:
        refusal = floor.refused("call", what="card_exposed", whose="dealer")
        assert (refusal.code, refusal.clause) == ("not_now", clause)
        floor.once()
    assert floor.refused("call", what="card_exposed", whose="dealer").code == "not_now"


def a_shuffler_that_jams(text: Text, clause: str, **setup: Any) -> None:
    """While it shuffles, at the opening and between rounds: the cards are shuffled again. Not where hands shuffle."""
    floor = text.floor(1, **setup | {"shuffler": "device"})
    for _ in range(2):
        while floor.next != "shuffle":
            assert floor.refused("call", what="shuffler_jam").code == "not_now"
            floor.once()
        for _ in range(2):
            floor.do("call", what="shuffler_jam")
            assert floor.all(e.IrregularityCalled)[-1].clause == clause
            assert floor.next == "shuffle"
        assert floor.refused("load").code == "not_next"
        floor.do("shuffle")
        refusal = floor.refused("call", what="shuffler_jam")
        assert (refusal.code, refusal.clause) == ("not_now", clause)
        text.round(floor)
    if setup.get("dealing") != HAND and setup.get("decks") != 2:
        by_hand = text.floor(1, **setup)
        by_hand.run("shuffle")
        assert by_hand.refused("call", what="shuffler_jam").code == "not_now"


def a_shoe_that_jams(text: Text, clause: str, dealing: str, **setup: Any) -> None:
    """At any delivery: the round is void, and what was dealt is shuffled again with what was not."""
    called = 0
    for floor in at_every_delivery(text, dealing=dealing, **setup):
        floor.do("call", what="shoe_jam")
        assert floor.of_round(e.HandsVoided)[0].clause == clause
        is_void(floor)
        assert sorted(floor.state.rack) == sorted(DECK) and floor.next == "shuffle"
        text.round(floor)
        called += 1
    assert called > 2
    for floor in outside_the_deal(text, dealing=dealing, **setup):
        refusal = floor.refused("call", what="shoe_jam")
        assert (refusal.code, refusal.clause) == ("not_now", clause)
    manual = text.betting(1, dealing=MANUAL)
    manual.run("deal")
    assert manual.refused("call", what="shoe_jam").code == "not_now"


def a_device_leaves_before_another_method(text: Text, clause: str) -> None:
    """Shuffler and automated shoe; and until the supervisor has named the method nothing is shuffled or dealt."""
    floor = text.floor(1, dealing=AUTOMATED, shuffler="device")
    floor.get_ready()
    for change in ({"shuffler": "none"}, {"dealing": MANUAL}, {"shuffler": "counting_device"}):
        refusal = floor.refused("change_method", **change)
        assert (refusal.code, refusal.clause) == ("device_on_table", clause)
    floor.do("remove_device", device="shuffler")
    assert floor.all(e.DeviceRemoved)[-1].clause == clause
    assert floor.refused("remove_device", device="shuffler").code == "no_such_device"
    refusal = floor.refused("change_method", dealing=MANUAL)
    assert (refusal.code, refusal.clause) == ("device_missing", clause), "what shuffles now is not said"
    refusal = floor.refused("change_method", dealing=MANUAL, shuffler="none")
    assert (refusal.code, refusal.clause) == ("device_on_table", clause), "the shoe is still there"
    text.bets(floor)
    refusal = floor.refused("no_more_bets")
    assert (refusal.code, refusal.clause) == ("device_missing", clause)
    assert floor.refused("change_method", shuffler="none").code == "round_in_progress"
    floor.do("clear", who="p1", position=1)
    for role in ("player", "dealer", "floorperson"):
        assert floor.refused("change_method", role, who="p1", shuffler="none").code == "wrong_role"
    floor.do("change_method", "supervisor", shuffler="none")
    assert floor.all(e.MethodChanged)[-1].clause == clause
    assert [floor.next, floor.state.shuffler] == ["shuffle", "none"]
    floor.once()
    assert floor.next == "cut"
    floor.get_ready()
    floor.do("remove_device", "floorperson", device="shoe")
    floor.do("change_method", dealing=MANUAL)
    text.round(floor)
    assert floor.dealt() and floor.state.dealing == MANUAL
    assert floor.refused("remove_device", device="shoe").code == "no_such_device"
    assert floor.refused("remove_device", device="shuffler").code == "no_such_device"
    assert floor.refused("remove_device", device="chair").code == "unknown_device"


def a_device_replaced(text: Text, clause: str) -> None:
    """The same kind put in its place, between rounds only; the hand needs a device."""
    floor = text.betting(1, dealing=HAND, shuffler="device")
    floor.run("deal")
    refusal = floor.refused("remove_device", device="shuffler")
    assert (refusal.code, refusal.clause) == ("round_in_progress", clause)
    assert floor.refused("change_method", shuffler="device").code == "round_in_progress"
    text.decisions(floor)
    assert floor.refused("remove_device", "player", who="p1", device="shuffler").code == "wrong_role"
    floor.do("remove_device", device="shuffler")
    refusal = floor.refused("shuffle")
    assert (refusal.code, refusal.clause) == ("device_missing", clause)
    refusal = floor.refused("change_method", shuffler="none")
    assert (refusal.code, refusal.clause) == ("shuffler_needed", text.cite("8(b)1"))
    floor.do("change_method", shuffler="device")
    text.round(floor)
