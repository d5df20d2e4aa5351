"""The people of a drill: what the one whose turn it is does next, and what someone does who should not.

Everything is drawn from one seeded source. `proper` follows the procedure; `mischief` tries what is out of turn, out of
shape or out of the rules; `fault` calls an irregularity. What fits a moment best is in `moments.py`.
"""

from collections.abc import Callable
from random import Random

from pitboss.drill.family import NAMES, Data, likely
from pitboss.drill.trouble import any_command, coming_and_going, next_by_wrong_role, shapeless
from pitboss.money import write_money
from pitboss.refusal import Refusal
from pitboss.showdown.procedure import ROUNDS_PER_COUNT
from pitboss.table.players import first_to_arrive
from pitboss.table.showdown.commands import SHAPES
from pitboss.table.showdown.setup import House
from pitboss.table.showdown.standing import WAGERS, paid, taken
from pitboss.table.showdown.state import State

MOST_PLAYERS = 6


def proper(random: Random, house: House, state: State) -> Data:
    """The next thing that should be done at the table."""
    task = state.next
    assert task is not None
    if task.do == "turn_up" and not state.seats and likely(random, 40):
        return {"do": "turn_up", "by": "dealer", "who": "dealer"}
    if task.do == "view" or (task.do == "turn_up" and not state.seats):
        return _inspection(random, state) if state.seats else _sit(random, house, state)
    if task.do == "no_more_bets":
        return _betting(random, house, state)
    if task.do == "decide":
        return _decision(random, house, state)
    if task.do in WAGERS and likely(random, 50):
        return _one_of_the_hand(random, house, state)
    data: Data = {"do": task.do, "by": task.by, "who": task.by}
    if "position" in SHAPES[task.do].needs:
        data["position"] = task.position
    if task.do == "rack_stub" and house.procedure.irregularities["card_face_up"].after_the_deal and likely(random, 6):
        return {"do": "call", "by": "dealer", "who": "dealer", "what": "card_face_up"}
    if task.do == "rack_stub" and (
        (state.rounds_since_count >= ROUNDS_PER_COUNT and likely(random, 30)) or likely(random, 2)
    ):
        data["do"] = "count_stub"
    if task.do == "cut":
        data["depth"] = random.choice((10, 11, 26, 42, 51))
    return data


def _inspection(random: Random, state: State) -> Data:
    """The first player to arrive looks or declines; of players who fell idle with the table, any of them."""
    who = first_to_arrive(state) or random.choice(list(state.seats.values()))
    return {"do": "decline_view" if likely(random, 10) else "view", "by": "player", "who": who}


def wagers_due(house: House, state: State, position: int) -> list[tuple[str, str]]:
    """The wagers that are still to be taken or paid at a hand, each with what is to be done."""
    back = [row.wager for row in paid(house, state, position)]
    return [*(("take", wager) for wager in taken(house, state, position)), *(("pay", wager) for wager in back)]


def _one_of_the_hand(random: Random, house: House, state: State) -> Data:
    """Any wager of the hand that is being settled: a strict table, or one that takes all hands first, may refuse it."""
    task = state.next
    assert task is not None
    do, wager = random.choice(wagers_due(house, state, task.position))
    return {"do": do, "by": "dealer", "who": "dealer", "position": task.position, "wager": wager}


def free_seats(house: House, state: State) -> list[int]:
    most = min(house.game.positions, house.method(state.dealing).positions)
    return [place for place in range(1, most + 1) if place not in state.seats and place not in state.bets]


def _sit(random: Random, house: House, state: State) -> Data:
    standing = [name for name in NAMES if name not in state.seats.values()]
    return {
        "do": "sit",
        "by": "player",
        "who": random.choice(standing),
        "position": random.choice(free_seats(house, state)),
    }


def _betting(random: Random, house: House, state: State) -> Data:
    """Players sit, buy chips and bet until somebody calls the close; now and then one leaves."""
    if len(state.seats) < random.randint(1, MOST_PLAYERS) and free_seats(house, state) and likely(random, 50):
        return _sit(random, house, state)
    if not state.seats:
        return _sit(random, house, state)
    poor = [name for name in state.seats.values() if state.chips.get(name, 0) < 500_00]
    if poor:
        return {"do": "buy_in", "by": "player", "who": random.choice(poor), "amount": "2000.00"}
    waiting = [place for place, name in state.seats.items() if place not in state.bets]
    if waiting and likely(random, 85):
        place = random.choice(waiting)
        return _bet(random, house, state, state.seats[place], place)
    idle = [name for name in state.seats.values() if not any(bet.player == name for bet in state.bets.values())]
    if idle and likely(random, 10):
        return {"do": "leave", "by": "player", "who": random.choice(idle)}
    if house.positions_per_player > 1 and likely(random, 30):
        name = random.choice(list(state.seats.values()))
        seat = next(place for place, who in state.seats.items() if who == name)
        place = seat + random.choice((-1, 1))
        if place in free_seats(house, state):
            return _bet(random, house, state, name, place)
    if not state.bets:
        place = random.choice(list(state.seats))
        return _bet(random, house, state, state.seats[place], place)
    return {"do": "no_more_bets", "by": "dealer", "who": "dealer"}


def _bet(random: Random, house: House, state: State, who: str, place: int) -> Data:
    rules = house.rules
    ante = random.choice((500, 1000, 1050, 2500, 10000))
    stakes = {rules.ante: ante}
    for bonus in rules.bonuses:
        if likely(random, 60):
            stakes[bonus.name] = random.choice((100, 500, 550, ante))
    if rules.progressive and likely(random, 70):
        stakes[rules.progressive.name] = rules.progressive.stake
    without_ante = {name: cents for name, cents in stakes.items() if name != rules.ante}
    if likely(random, 20) and _can_be_placed(house, without_ante):
        stakes = without_ante
    if not _can_be_placed(house, stakes):  # the version may want all wagers, or want them alike
        stakes |= {bonus.name: ante for bonus in rules.bonuses}
    wagers: Data = {name: write_money(cents) for name, cents in stakes.items()}
    if rules.ante in wagers and likely(random, 10):
        wagers[rules.ante] = {"5.00": ante // 500} if ante % 500 == 0 else wagers[rules.ante]
    data: Data = {"do": "bet", "by": "player", "who": who, "position": place, "wagers": wagers}
    if house.setup.match_play and rules.ante in stakes and likely(random, 30):
        data["coupon"] = write_money(ante)
    return data


def _can_be_placed(house: House, stakes: dict[str, int]) -> bool:
    try:
        for precondition in house.rules.preconditions:
            precondition.check(stakes, house.jurisdiction)
    except Refusal:
        return False
    return bool(stakes)


def _decision(random: Random, house: House, state: State) -> Data:
    task = state.next
    assert task is not None
    bet, decision = state.bets[task.position], house.game.decisions[task.decision]
    data: Data = {"do": "decide", "by": "player", "who": bet.player, "position": task.position}
    if state.chips.get(bet.player, 0) < 300_00:
        return {"do": "buy_in", "by": "player", "who": bet.player, "amount": "1000.00"}
    if likely(random, 30):
        return data | {"action": decision.declined_by}
    times = random.choice((1, 1, 1, 2, 3)) * decision.least
    return data | {"action": decision.name, "amount": write_money(times * bet.stakes[house.rules.ante])}


def fault(random: Random, house: House, state: State) -> Data:
    """An irregularity of the text, called by someone of the staff, whether or not it can be called now."""
    what = random.choice((*house.procedure.irregularities, "device_count", "stub"))
    by = random.choice(("dealer", "floorperson", "supervisor"))
    if what == "stub":
        return _wrong_stub(random, house, state)
    data: Data = {"do": "call", "by": by, "who": by, "what": what}
    if what == "device_count":
        return data | {"counted": random.choice((51, 53, 52))}
    if what in ("wrong_number", "card_exposed", "communication"):
        if what == "card_exposed":
            data |= _exposed(random, state)
        elif likely(random, 30) and what != "communication":
            data["whose"] = "dealer"
        else:
            data["position"] = random.choice(list(state.hands) or [1])
    if what == "wrong_number":
        held = len(state.hands.get(data["position"], ())) if "position" in data else len(state.dealer)
        data["cards"] = random.choice((held - 1, held + 1, held, held + 60))
    return data


def _exposed(random: Random, state: State) -> Data:
    """Where a card was seen, and now and then which: one that lies there, one that does not, one that is no card."""
    position = random.choice(list(state.dealt) or [1])
    whose: str | int = random.choice(("dealer", "stub", "shoe", position, str(position)))
    there = {"dealer": state.dealer, "stub": state.stock, "shoe": state.stock}.get(
        str(whose), state.dealt.get(position)
    )
    card = random.choice((None, *(there or ())[:2], "Ah", "2c", "1x", *state.shown[:1]))
    return {"whose": whose} | ({} if card is None else {"card": card})


def _wrong_stub(random: Random, house: House, state: State) -> Data:
    """A count that is off by one, by a misdeal or because a card is missing."""
    data: Data = {"do": "count_stub", "by": "dealer", "who": "dealer"}
    counted = max(len(state.stock) + random.choice((-1, 1)), 0)
    data["counted"] = counted
    kind = random.randrange(100)
    if kind < 40 and state.hands:
        place = random.choice(list(state.hands))
        return data | {"position": place, "cards": len(state.hands[place]) + len(state.stock) - counted}
    if kind < 60 and state.dealer:
        return data | {"whose": "dealer", "cards": len(state.dealer) + len(state.stock) - counted}
    return data


Mischief = Callable[[Random, House, State], Data]


def mischief(random: Random, house: House, state: State) -> Data:
    """Something that ought to be refused, or is at least unusual."""
    return random.choice(MISCHIEF)(random, house, state)


def _anything(random: Random, house: House, state: State) -> Data:
    return any_command(
        random,
        SHAPES,
        lambda: {
            "position": random.randint(0, 7),
            "amount": random.choice(("5.00", "0.00", "0.25", "5", "1000000.00")),
            "wagers": {},
            "action": random.choice(("fold", "check", "raise", "play", "turn", "dance")),
            "what": "ghost",
            "device": random.choice(("shuffler", "shoe", "lamp")),
            "main": write_money(state.main),
            "secondary": write_money(state.secondary),
        },
    )


def _next_by_wrong_role(random: Random, house: House, state: State) -> Data:
    return next_by_wrong_role(random, SHAPES, state, "deal")


def seated(random: Random, state: State) -> tuple[int, str]:
    return random.choice(list(state.seats.items())) if state.seats else (1, "p1")


def _bad_bet(random: Random, house: House, state: State) -> Data:
    place, who = seated(random, state)
    ante = house.rules.ante
    change = random.choice(BAD_BETS)
    data: Data = {"do": "bet", "by": "player", "who": who, "position": place, "wagers": {ante: "10.00"}}
    return data | change(house, place)


def _bonus_only(house: House, place: int) -> Data:
    names = [bonus.name for bonus in house.rules.bonuses]
    if house.rules.progressive:
        names.append(house.rules.progressive.name)
    return {"wagers": {names[-1]: "1.00"}} if names else {"wagers": {}}


def _wrong_progressive(house: House, place: int) -> Data:
    if not house.rules.progressive:
        return {"wagers": {"ante": "10.00", "progressive": "1.00"}}
    return {"wagers": {house.rules.ante: "10.00", house.rules.progressive.name: "2.00"}}


BAD_BETS: tuple[Callable[[House, int], Data], ...] = (
    lambda house, place: {"tender": "cash"},
    lambda house, place: {"tender": "verbal"},
    lambda house, place: {"wagers": {house.rules.ante: "0.25"}},
    lambda house, place: {"wagers": {house.rules.ante: "1.00"}},
    lambda house, place: {"wagers": {house.rules.ante: "100000000.00"}},
    lambda house, place: {"wagers": {house.rules.ante: "400.00"}},
    lambda house, place: {"wagers": {house.rules.ante: "10000000000000.00"}},
    lambda house, place: {"wagers": {house.rules.ante: "0.00"}},
    lambda house, place: {"wagers": {house.rules.ante: "-5.00"}},
    lambda house, place: {"wagers": {house.rules.ante: "ten"}},
    lambda house, place: {"wagers": {house.rules.ante: {"7.00": 1}}},
    lambda house, place: {"wagers": {house.rules.ante: {"5.00": 0}}},
    lambda house, place: {"wagers": {house.rules.ante: {}}},
    lambda house, place: {"wagers": {house.game.decisions[0].name: "10.00"}},
    lambda house, place: {"wagers": {house.rules.ante: "10.00", "ghost": "1.00"}},
    lambda house, place: {"wagers": {}},
    lambda house, place: {"coupon": "5.00"},
    lambda house, place: {"coupon": "10.00"},
    lambda house, place: {"who": "nobody"},
    lambda house, place: {"position": place + 1},
    lambda house, place: {"position": place + 2},
    lambda house, place: {"position": 7},
    lambda house, place: {"position": 0},
    lambda house, place: {"who": ""},
    lambda house, place: {"who": "x" * 65},
    lambda house, place: {"key": "x" * 65},
    lambda house, place: {"depth": 10},
    lambda house, place: {"wagers": "ten"},
    _bonus_only,
    _wrong_progressive,
)


def bad_decision(random: Random, house: House, state: State) -> Data:
    task = state.next
    if task is None or task.do != "decide":
        return {"do": "decide", "by": "player", "who": "p1", "position": 1, "action": "fold"}
    bet, decision = state.bets[task.position], house.game.decisions[task.decision]
    ante = bet.stakes[house.rules.ante]
    data: Data = {"do": "decide", "by": "player", "who": bet.player, "position": task.position}
    other = [place for place in state.bets if place != task.position] or [task.position]
    place = random.choice(other)
    return data | random.choice(
        (
            {"action": "dance"},
            {"action": decision.declined_by, "amount": "5.00"},
            {"action": decision.name, "amount": write_money(ante * decision.least - 50)},
            {"action": decision.name, "amount": write_money(ante * 4)},
            {"action": decision.name, "amount": write_money(ante * 2 + 50)},
            {"action": decision.name, "amount": "0.10"},
            {"action": decision.name},
            {"position": place, "who": state.bets[place].player, "action": decision.declined_by},
            {"who": "nobody", "action": decision.declined_by},
        )
    )


def _bad_cards(random: Random, house: House, state: State) -> Data:
    return random.choice(
        (
            {"do": "cut", "by": "dealer", "depth": random.choice((9, 52, 0, -1))},
            {"do": "shuffle", "by": "dealer", "order": "Ah Kd"},
            {"do": "deal", "by": "dealer", "position": random.randint(1, 6)},
            {"do": "deal", "by": "dealer", "whose": random.choice(("dealer", "community", "nobody"))},
            {"do": "rack_stub", "by": "dealer"},
            {"do": "count_stub", "by": "dealer", "counted": random.choice((99, -1))},
            {"do": "count_stub", "by": "dealer", "counted": 1, "position": 9, "cards": 3},
            {"do": "turn_up", "by": "dealer"},
            {"do": "order_recut", "by": "supervisor"},
            {"do": "verify_progressive", "by": "dealer", "counted": 99},
        )
    )


def _bad_call(random: Random, house: House, state: State) -> Data:
    what = random.choice(("wrong_number", "card_exposed", "communication", "card_face_up", "drawn_in_error"))
    data: Data = {"do": "call", "by": "dealer", "what": what}
    place = random.choice(list(state.hands) or [1])
    return data | random.choice(
        (
            {},
            {"whose": "ghost"},
            {"position": 9},
            {"whose": "player"},
            {"position": place},
            {"whose": "dealer"},
            {"position": place, "cards": len(state.hands.get(place, ()))},
            {"position": place, "cards": 99},
        )
    )


def _devices(random: Random, house: House, state: State) -> Data:
    return random.choice(
        (
            {"do": "remove_device", "by": "floorperson", "device": "shuffler"},
            {"do": "remove_device", "by": "supervisor", "device": "shoe"},
            {
                "do": "change_method",
                "by": "supervisor",
                "shuffler": random.choice(("none", "device", "counting_device")),
            },
            {"do": "change_method", "by": "supervisor", "dealing": state.dealing},
            {"do": "change_method", "by": "supervisor", "dealing": random.choice(list(house.procedure.methods))},
            {"do": "change_method", "by": "supervisor", "dealing": "ghost"},
            {"do": "change_method", "by": "supervisor", "shuffler": "ghost"},
        )
    )


def _players(random: Random, house: House, state: State) -> Data:
    place, who = seated(random, state)
    clears = {"do": "clear", "by": "player", "who": "nobody", "position": place}
    return coming_and_going(random, who, place, list(state.bets), clears)


def _shapeless(random: Random, house: House, state: State) -> Data:
    return shapeless(random, "deal")


MISCHIEF: tuple[Mischief, ...] = (
    _anything,
    _next_by_wrong_role,
    _bad_bet,
    _bad_bet,
    bad_decision,
    _bad_cards,
    _bad_call,
    _devices,
    _players,
    _shapeless,
)
