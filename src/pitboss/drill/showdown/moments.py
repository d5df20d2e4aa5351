"""Something wrong, or seldom done, that fits this very moment of a table. Moments that come rarely weigh more."""

from collections.abc import Iterator
from random import Random

from pitboss.drill.family import Data, likely
from pitboss.drill.showdown.people import BAD_BETS, bad_decision, free_seats, seated, wagers_due
from pitboss.drill.trouble import OFTEN, RARELY, SELDOM, Moment, Temptation, by, next_step
from pitboss.money import write_money
from pitboss.showdown.procedure import ROUNDS_PER_COUNT
from pitboss.table.showdown.setup import House
from pitboss.table.showdown.standing import WAGERS
from pitboss.table.showdown.state import State


def _call(what: str, **fields: object) -> Data:
    return by("dealer", "call", what=what, **fields)


def _preparing(random: Random, house: House, state: State) -> Iterator[Temptation]:
    """While the cards are made ready."""
    do = next_step(state)
    if do == "receive":
        yield SELDOM, by("supervisor", "change_method", shuffler=state.shuffler)
    if do == "cut":
        yield SELDOM, by("dealer", "cut", depth=random.choice((9, 52)))
    if do == "shuffle":
        yield SELDOM, by("dealer", "shuffle", order="Ah Kd")
        if state.shuffler != "none":
            yield SELDOM, _call("shuffler_jam")
    if do == "turn_up" and not state.seats:
        yield RARELY, by("dealer", "turn_up")
    if state.cut:
        yield OFTEN, by("supervisor", "order_recut")
    shuffled = state.at > 0 and state.programme[state.at - 1].do == "shuffle"
    if shuffled and state.shuffler == "counting_device" and not state.playing:
        yield SELDOM, _call("device_count", counted=random.choice((51, 53, 52)))


def _devices(random: Random, house: House, state: State) -> Iterator[Temptation]:
    if state.devices_removed and next_step(state) in ("shuffle", "load", "no_more_bets"):
        yield 2 * RARELY, by("dealer", next_step(state))
    for device in state.devices_removed:
        yield SELDOM, by("supervisor", "remove_device", device=device)
    if not state.playing and not state.bets:
        yield OFTEN, by("supervisor", "remove_device", device=random.choice(("shuffler", "shoe", "lamp")))
        yield OFTEN, by("supervisor", "change_method", dealing=random.choice(list(house.procedure.methods)))
        yield OFTEN, by("supervisor", "change_method", shuffler="none" if state.shuffler != "none" else "device")
    if state.playing or state.bets:
        yield OFTEN, by("supervisor", "close")


def _betting(random: Random, house: House, state: State) -> Iterator[Temptation]:
    if not state.betting:
        return
    yield OFTEN, by("dealer", "spread_idle")
    if not state.bets:
        yield OFTEN, by("dealer", "no_more_bets")
    if not state.seats:
        return
    place, who = seated(random, state)
    player = {"by": "player", "who": who}
    bet: Data = {**player, "do": "bet", "position": place, "wagers": {house.rules.ante: "10.00"}}
    yield SELDOM, bet | random.choice(BAD_BETS)(house, place)
    yield OFTEN, {**bet, "coupon": "5.00"}
    yield OFTEN, {**bet, "wagers": {"ghost": "1.00"}}
    yield OFTEN, {**player, "do": "clear", "position": 9}
    for jump in (place - 2, place + 2):
        if 1 <= jump <= house.game.positions and jump not in state.seats:
            yield OFTEN, {**bet, "position": jump}
    if place in state.bets:
        yield OFTEN, {**player, "do": "leave"}
        yield OFTEN, {**player, "do": "clear", "position": place}


def _players(random: Random, house: House, state: State) -> Iterator[Temptation]:
    """Who sits down, leaves, tips and walks off."""
    for name, chips in state.chips.items():
        if chips and name not in state.seats.values():
            yield OFTEN, {"do": "cash_out", "by": "player", "who": name}
    for place in state.bets:
        if place not in state.seats:
            yield SELDOM, {"do": "sit", "by": "player", "who": "newcomer", "position": place}
    if not state.seats:
        return
    place, who = seated(random, state)
    player = {"by": "player", "who": who}
    yield OFTEN, {**player, "do": "tip", "amount": "1.00"}
    yield OFTEN, {**player, "do": "sit", "position": next(iter(free_seats(house, state)), 1)}
    if state.playing and place in state.bets:
        yield OFTEN, {**player, "do": "leave"}
    if len(state.seats) == 1 and not state.playing and not state.bets:
        yield RARELY, {**player, "do": "leave"}


def _dealing(random: Random, house: House, state: State) -> Iterator[Temptation]:
    if next_step(state) == "verify_progressive":
        yield SELDOM, by("dealer", "verify_progressive", counted=9)
    if next_step(state) == "deal":
        yield 4 * RARELY if state.face_up_found else SELDOM, _call("card_face_up")
        yield OFTEN, _call("drawn_in_error")
        yield OFTEN, _call("shoe_jam")


def _racking(random: Random, house: House, state: State) -> Iterator[Temptation]:
    """When the stub goes to the rack: counts that are due, wrong or impossible, a card found late."""
    if next_step(state) != "rack_stub":
        return
    due = state.rounds_since_count >= ROUNDS_PER_COUNT
    counted = max(len(state.stock) + random.choice((-1, 1)), 0)
    yield RARELY if due else OFTEN, by("dealer", "rack_stub")
    yield RARELY, by("dealer", "count_stub", counted=53)
    yield 2 * SELDOM, by("dealer", "count_stub", counted=counted)
    for hand in list(state.hands)[:1]:
        cards = len(state.dealt[hand]) + len(state.stock) - counted
        yield OFTEN, by("dealer", "count_stub", counted=counted, position=hand, cards=cards)
        yield OFTEN, by("dealer", "count_stub", position=hand, cards=cards)
        named = {"position": hand, "cards": len(state.dealt[hand]) + 2}
        dealer = {"whose": "dealer", "cards": max(len(state.dealer) - 1, 0)}
        yield OFTEN, by("dealer", "count_stub", counted=max(len(state.stock) - 1, 0), hands=[named, dealer])
        yield OFTEN, by("dealer", "count_stub", counted=counted, hands=[named, named])
    if house.procedure.irregularities["card_face_up"].after_the_deal:
        yield RARELY, _call("card_face_up")


def _in_play(random: Random, house: House, state: State) -> Iterator[Temptation]:
    """What can go wrong with hands, from the deal to the reveal."""
    if next_step(state) == "decide":
        yield RARELY, bad_decision(random, house, state)
    if not state.playing:
        return
    yield OFTEN, _call("ghost")
    yield OFTEN, _call("wrong_number", whose="ghost")
    if state.results is None:
        yield RARELY, _call("card_exposed", position=9)
        yield RARELY, _call("wrong_number", position=9, cards=1)
        yield RARELY if state.void_wagers else OFTEN, _call("card_exposed", whose="dealer")
        yield SELDOM, _call("card_exposed", whose="dealer", card="1x")
        yield OFTEN, _call("card_exposed", whose=random.choice(("stub", "shoe")))
    if state.dealer:
        yield OFTEN, _call("wrong_number", whose="dealer", cards=len(state.dealer) + 1)
    if state.hands:
        hand = random.choice(list(state.hands))
        cards = len(state.dealt[hand]) + random.choice((-1, 0, 1, 3, 60))
        yield OFTEN, _call("wrong_number", position=hand, cards=cards)
        yield OFTEN, _call("card_exposed", position=hand)
        yield OFTEN, _call("communication", position=hand)


def _settling(random: Random, house: House, state: State) -> Iterator[Temptation]:
    """The wrong thing with the right wager, a wager twice, one that is not there; what is found then."""
    yield from _found_late(random, state)
    task = state.next
    if task is None or task.do not in WAGERS:
        return
    place = task.position
    due = wagers_due(house, state, place)
    do, wager = random.choice(due)
    settled = [name for name in state.bets[place].stakes if name not in state.bets[place].layout]
    yield SELDOM, by("dealer", "pay" if do == "take" else "take", position=place, wager=wager)
    yield SELDOM, by("dealer", "pay" if do == "take" else "take", position=place)
    yield OFTEN, by("dealer", do, position=place, wager="ghost")
    for name in settled:
        yield SELDOM, by("dealer", do, position=place, wager=name)


def _found_late(random: Random, state: State) -> Iterator[Temptation]:
    """What is found, and tried, when wagers are settled already."""
    if not state.settling:
        return
    place = random.choice(list(state.bets))
    cards = len(state.dealt.get(place, ())) + random.choice((-1, 1))
    yield OFTEN, _call("wrong_number", position=place, cards=cards)
    yield OFTEN, _call("wrong_number", whose="dealer", cards=len(state.dealer) - 1)
    yield OFTEN, by("supervisor", "void_round", reason="two hands were mixed up")
    yield SELDOM, by("supervisor", "void_round", reason=random.choice(("", " ", "x" * 201)))
    yield SELDOM, {"do": "tip", "by": "player", "who": state.bets[place].player, "amount": "1.00"}


def _faults(random: Random, house: House, state: State) -> Iterator[Temptation]:
    """The system fails now and then, and meters are read as they are."""
    if likely(random, 10):
        yield OFTEN if state.results is None else SELDOM, by("supervisor", "void_round")
        meters = {"main": write_money(state.main), "secondary": write_money(state.secondary)}
        yield OFTEN, by("supervisor", "read_meters", **meters)


MOMENTS: tuple[Moment, ...] = (
    _preparing,
    _devices,
    _betting,
    _players,
    _dealing,
    _racking,
    _in_play,
    _settling,
    _faults,
)
