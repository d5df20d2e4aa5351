"""Something wrong, or seldom done, that fits this very moment at a shoe. Moments that come rarely weigh more."""

from collections.abc import Iterator
from random import Random

from pitboss.drill.family import Data, likely
from pitboss.drill.shoe.people import bad_bet, bad_decision, bet, decision_by, free_seats, seated
from pitboss.drill.trouble import OFTEN, RARELY, SELDOM, Moment, Temptation, by, next_step
from pitboss.table.shoe.setup import House
from pitboss.table.shoe.standing import may_have_blackjack
from pitboss.table.shoe.state import State


def _call(what: str, role: str = "dealer", **fields: object) -> Data:
    return by(role, "call", what=what, **fields)


def _sevens_first(random: Random, house: House) -> str:
    """A shoe in which rare bonuses are likely, beside boxes that are passed over or go bust."""
    sevens = [card for card in house.pack if card[0] == "7"]
    rest = [card for card in house.pack if card[0] != "7"]
    random.shuffle(rest)
    return " ".join([*rest[:1], *sevens, *rest[1:]])


def _preparing(random: Random, house: House, state: State) -> Iterator[Temptation]:
    """While the cards are made ready."""
    do = next_step(state)
    if do == "cut":
        yield SELDOM, by("dealer", "cut", depth=random.choice((9, len(state.stock))))
    if do == "place_cut_card":
        yield SELDOM, by("dealer", "place_cut_card", behind=random.choice((9, len(state.stock) - 9)))
    if do == "shuffle":
        weight = 2 * RARELY if house.setup.given_orders else SELDOM
        yield weight, by("dealer", "shuffle", order=random.choice(("Ah Kd", "Th Kd")))
        if house.setup.given_orders and not state.playing:
            yield SELDOM, by("dealer", "shuffle", order=_sevens_first(random, house))
        if state.shuffler != "none":
            yield RARELY, _call("shuffler_jam")
            yield SELDOM, by("floorperson", "remove_device", device="shuffler")
        if state.shuffler_removed:
            yield RARELY, by("dealer", "shuffle")
            yield SELDOM, by("supervisor", "change_method", card_reader="reader")
    if state.cut:
        yield RARELY, by("supervisor", "order_recut")


def _devices(random: Random, house: House, state: State) -> Iterator[Temptation]:
    if not state.playing and not state.boxes:
        yield OFTEN, by("supervisor", "remove_device", device=random.choice(("shuffler", "lamp")))
        yield OFTEN, by("supervisor", "change_method", shuffler="none" if state.shuffler != "none" else "device")
        yield OFTEN, by("supervisor", "change_method", card_reader=random.choice(("reader", "open_reader")))
    else:
        yield OFTEN, by("supervisor", "close")
    if not state.playing and state.seats:
        place, who = seated(random, state)
        yield OFTEN, {"do": "decide", "by": "player", "who": who, "position": place, "action": "stand"}
    if state.ten and not state.playing:
        yield 3 * RARELY, by("supervisor", "close")
    if state.playing and likely(random, 20):
        yield OFTEN, _call("reader_failed")
        yield OFTEN, by("supervisor", "change_method", card_reader="reader")


def _betting(random: Random, house: House, state: State) -> Iterator[Temptation]:
    if not state.betting:
        return
    yield OFTEN, by("dealer", "spread_idle")
    if not state.boxes:
        yield OFTEN, by("dealer", "no_more_bets")
    if not state.seats:
        return
    place, who = seated(random, state)
    player = {"by": "player", "who": who}
    yield SELDOM, bad_bet(random, house, state)
    yield OFTEN, {**player, "do": "clear", "position": 9}
    yield OFTEN, {**player, "do": "consent", "position": place}
    if state.boxes:
        box = random.choice(list(state.boxes))
        yield SELDOM, bet(random, house, who, box)
        if state.consents:
            yield 2 * SELDOM, bet(random, house, who, random.choice(list(state.consents)))
        for place, each in state.boxes.items():
            if 1 < house.players_per_box == len(each.parties):
                yield RARELY, bet(random, house, who, place)
        yield OFTEN, {**player, "do": "consent", "position": box}
        yield OFTEN, {**player, "do": "clear", "position": box}
        yield OFTEN, {**player, "do": "leave"}


def _players(random: Random, house: House, state: State) -> Iterator[Temptation]:
    """Who sits down, leaves, tips and walks off."""
    for name, chips in state.chips.items():
        if chips and name not in state.seats.values():
            yield OFTEN, {"do": "cash_out", "by": "player", "who": name}
    for place in state.boxes:
        if place not in state.seats:
            yield SELDOM, {"do": "sit", "by": "player", "who": "newcomer", "position": place}
    if not state.seats:
        return
    place, who = seated(random, state)
    player = {"by": "player", "who": who}
    yield OFTEN, {**player, "do": "tip", "amount": "1.00"}
    yield OFTEN, {**player, "do": "sit", "position": next(iter(free_seats(house, state)), 1)}
    if state.playing:
        yield OFTEN, {**player, "do": "leave"}
    if len(state.seats) == 1 and not state.playing and not state.boxes:
        yield SELDOM, {**player, "do": "leave"}


def _dealing(random: Random, house: House, state: State) -> Iterator[Temptation]:
    """While cards come out of the shoe."""
    task = state.next
    if not state.playing or task is None or task.do not in ("deal", "draw"):
        return
    again = 3 * RARELY
    yield again if state.face_up_found else OFTEN, _call("card_face_up")
    yield again if state.tens_found else OFTEN, _call("ten_found", card=random.choice(("Tc", "Th", "9c")))
    yield OFTEN, _call("drawn_in_error")
    if task.to == "dealer":
        yield OFTEN, _call("dealer_missed")
    if task.position:
        what = "card_missed" if task.asks else "hand_missed"
        passed = any(each.asks == "passed" and each.position == task.position for each in state.programme[state.at :])
        yield again if passed else SELDOM, _call(what, position=task.position)
        yield OFTEN, _call(what, position=task.position % 6 + 1)


def _in_play(random: Random, house: House, state: State) -> Iterator[Temptation]:
    """What can go wrong from the second card to the dealer's hand."""
    task = state.next
    if not state.playing or task is None:
        return
    yield OFTEN, _call("ghost")
    yield OFTEN, _call("shoe_short")
    if task.do == "decide":
        yield 2 * SELDOM, bad_decision(random, house, state)
        if task.asks == "insurance":
            yield RARELY, _by_decider(state, "insure") | {"amount": "300.00"}
        others = [party.player for party in state.boxes[task.position].parties[1:]]
        yield from ((SELDOM, _by_decider(state, "stand") | {"who": other}) for other in others)
        if task.asks == "play":
            yield RARELY if state.exposed else OFTEN, _by_decider(state, "refuse")
            yield SELDOM, _by_decider(state, "split")
    if task.do in ("reveal_hole", "check") or (task.do == "decide" and task.asks in ("insurance", "play")):
        yield OFTEN, _call("drawn_exposed")
    if len(state.dealer) == 2 and not state.hole_shown and not may_have_blackjack(state):
        by = random.choice(("dealer", "supervisor", "supervisor"))
        yield OFTEN, _call("reader_misused", by)
    if state.results is not None and not state.settling:
        yield RARELY, _call("dealer_overdrew")


def _by_decider(state: State, action: str) -> Data:
    task = state.next
    assert task
    who = decision_by(state, task)
    return {"do": "decide", "by": "player", "who": who, "position": task.position, "action": action}


def _faults(random: Random, house: House, state: State) -> Iterator[Temptation]:
    """The system fails now and then."""
    if likely(random, 10):
        yield OFTEN, by("supervisor", "void_round", **random.choice(({}, {"reason": "two hands were mixed up"})))


MOMENTS: tuple[Moment, ...] = (
    _preparing,
    _devices,
    _betting,
    _players,
    _dealing,
    _in_play,
    _faults,
)
