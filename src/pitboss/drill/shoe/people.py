"""The people at a drilled shoe: what the one whose turn it is does next, and what someone does who should not.

Everything is drawn from one seeded source. `proper` follows the procedure; `mischief` tries what is out of turn, out of
shape or out of the rules; `fault` calls an irregularity. What fits a moment best is in `moments.py`.
"""

from collections.abc import Callable
from random import Random

from pitboss.drill.family import NAMES, Data, likely
from pitboss.drill.trouble import any_command, coming_and_going, next_by_wrong_role, shapeless
from pitboss.money import write_money
from pitboss.table.players import first_to_arrive
from pitboss.table.shoe.commands import SHAPES
from pitboss.table.shoe.decisions import actions_for, hand_asked
from pitboss.table.shoe.programme import Task
from pitboss.table.shoe.setup import House
from pitboss.table.shoe.standing import share_of
from pitboss.table.shoe.state import Party, State
from pitboss.table.shoe.views import EITHER_OR

LEAST_CHIPS = 1500_00
"""A player with less buys more, so that every decision can be afforded."""


def proper(random: Random, house: House, state: State) -> Data:
    """The next thing that should be done at the table."""
    task = state.next
    assert task is not None
    if task.do == "view":
        return _inspection(random, state) if state.seats else _sit(random, house, state)
    if task.do == "no_more_bets":
        return _betting(random, house, state)
    if task.do == "decide":
        return _decision(random, house, state, task)
    data: Data = {"do": task.do, "by": task.by, "who": task.by}
    if task.do in ("take", "pay", "collect"):
        data["position"] = task.position
    if task.do == "cut":
        data["depth"] = random.choice((10, 11, len(state.stock) - 1))
    if task.do == "place_cut_card" and likely(random, 30):
        data["behind"] = random.choice((10, 10, 10, len(state.stock) - 10))
    return data


def _inspection(random: Random, state: State) -> Data:
    """The first player to arrive looks or declines; of players who fell idle with the table, any of them."""
    who = first_to_arrive(state) or random.choice(list(state.seats.values()))
    return {"do": "decline_view" if likely(random, 10) else "view", "by": "player", "who": who}


def free_seats(house: House, state: State) -> list[int]:
    return [p for p in range(1, house.game.positions + 1) if p not in state.seats and p not in state.boxes]


def _sit(random: Random, house: House, state: State) -> Data:
    standing = [name for name in NAMES if name not in state.seats.values()]
    place = random.choice(free_seats(house, state))
    return {"do": "sit", "by": "player", "who": random.choice(standing), "position": place}


def _betting(random: Random, house: House, state: State) -> Data:
    """Players sit, buy chips and bet, some on boxes of others; now and then one leaves."""
    if len(state.seats) < random.randint(1, 6) and free_seats(house, state) and likely(random, 60):
        return _sit(random, house, state)
    if not state.seats:
        return _sit(random, house, state)
    poor = [name for name in state.seats.values() if state.chips.get(name, 0) < LEAST_CHIPS]
    if poor:
        return _buy(random.choice(poor))
    idle = [(place, name) for place, name in state.seats.items() if not state.has_wagers(name)]
    if idle and likely(random, 90):
        place, name = random.choice(idle)
        if likely(random, 10) and place not in state.boxes:
            free = free_seats(house, state)
            place = random.choice(free) if free else place
        return bet(random, house, name, place)
    if idle and likely(random, 10):
        return {"do": "leave", "by": "player", "who": random.choice(idle)[1]}
    if likely(random, 40) and (data := _on_another_box(random, house, state)):
        return data
    if not state.boxes:
        place, name = random.choice(list(state.seats.items()))
        return bet(random, house, name, place)
    return {"do": "no_more_bets", "by": "dealer", "who": "dealer"}


def _buy(name: str) -> Data:
    return {"do": "buy_in", "by": "player", "who": name, "amount": "5000.00"}


def _on_another_box(random: Random, house: House, state: State) -> Data | None:
    """A second box, or a box that is shared."""
    name = random.choice(list(state.seats.values()))
    open_boxes = [place for place in free_seats(house, state) if house.boxes_per_player > 1]
    if open_boxes and likely(random, 50):
        return bet(random, house, name, random.choice(open_boxes))
    if house.players_per_box == 1 or not state.boxes:
        return None
    place = random.choice(list(state.boxes))
    box = state.boxes[place]
    if place not in state.consents:
        return {"do": "consent", "by": "player", "who": box.parties[0].player, "position": place}
    return bet(random, house, name, place)


def bet(random: Random, house: House, who: str, place: int) -> Data:
    stake = random.choice((500, 1000, 1050, 2500, 10000))
    stakes = {house.game.bet.name: stake}
    for side in house.before_deal[1:]:
        if likely(random, 60):
            stakes[side] = random.choice((100, 500, stake))
    wagers: Data = {name: write_money(cents) for name, cents in stakes.items()}
    if likely(random, 10) and stake % 500 == 0:
        wagers[house.game.bet.name] = {"5.00": stake // 500}
    return {"do": "bet", "by": "player", "who": who, "position": place, "wagers": wagers}


def decision_by(state: State, task: Task) -> str:
    return task.player or state.boxes[task.position].parties[0].player


def _decision(random: Random, house: House, state: State, task: Task) -> Data:
    """Anything that may be decided, hits and splits most of all: so that a shoe is used up."""
    box, who = state.boxes[task.position], decision_by(state, task)
    party = box.party_of(who)
    assert party
    if state.chips.get(who, 0) < LEAST_CHIPS:
        return _buy(who)
    hand = hand_asked(house, task, box)
    if task.asks == "play":
        actions = actions_for(house, state, box, hand)
    elif task.asks == "give_up":
        actions = ("stay", "stay", "surrender", "rescue")
    else:
        actions = EITHER_OR[task.asks]
    weights = [WEIGHTS.get(action, 4) for action in actions]
    action = random.choices(actions, weights)[0]
    data: Data = {"do": "decide", "by": "player", "who": who, "position": task.position, "action": action}
    if task.asks == "split" and action == "stay" and likely(random, 60):
        data["hand"] = task.hand + random.randint(0, 1)
    most = most_for(house, party, action, hand)
    if most:
        data["amount"] = write_money(random.choice((most, most // 100 * 50 or most)))
    return data | ({"automatic": True} if likely(random, 5) else {})


WEIGHTS = {"hit": 60, "split": 60, "stand": 6, "refuse": 30}
"""How much a decision is liked."""


def most_for(house: House, party: Party, action: str, hand: int) -> int:
    """The most that a decision may add; 0 where it adds nothing of the player's choosing."""
    placed = sum(party.stakes.get(name, 0) for name in house.on_hand)
    if action == "attack":
        return party.stakes[house.game.bet.name]
    if action == "insure":
        return placed // 2 // 50 * 50
    if action == "double":
        share = share_of(party, hand)
        return sum(share.stakes.values()) if share else 0
    return 0


def fault(random: Random, house: House, state: State) -> Data:
    """An irregularity of the text, called by someone of the staff, whether or not it can be called now."""
    what = random.choice(tuple(house.procedure.irregularities))
    by = random.choice(("dealer", "floorperson", "supervisor"))
    data: Data = {"do": "call", "by": by, "who": by, "what": what}
    if what == "ten_found":
        data["card"] = random.choice(("Tc", "Td", "Th", "Ts"))
    if what in ("hand_missed", "card_missed"):
        data["position"] = (state.next.position if state.next else 0) or 1
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
            "action": random.choice(("hit", "stand", "double", "split", "surrender", "rescue", "insure", "dance")),
            "what": "ghost",
            "device": random.choice(("shuffler", "lamp")),
        },
    )


def _next_by_wrong_role(random: Random, house: House, state: State) -> Data:
    return next_by_wrong_role(random, SHAPES, state, "deal")


def seated(random: Random, state: State) -> tuple[int, str]:
    return random.choice(list(state.seats.items())) if state.seats else (1, "p1")


def bad_bet(random: Random, house: House, state: State) -> Data:
    place, who = seated(random, state)
    data: Data = {"do": "bet", "by": "player", "who": who, "position": place, "wagers": {"bet": "10.00"}}
    return data | random.choice(BAD_BETS)(house, place)


BAD_BETS: tuple[Callable[[House, int], Data], ...] = (
    lambda house, place: {"tender": "cash"},
    lambda house, place: {"wagers": {"bet": "0.25"}},
    lambda house, place: {"wagers": {"bet": "1.00"}},
    lambda house, place: {"wagers": {"bet": "400.00"}},
    lambda house, place: {"wagers": {"bet": "100000000.00"}},
    lambda house, place: {"wagers": {"bet": "10000000000000.00"}},
    lambda house, place: {"wagers": {"bet": "0.00"}},
    lambda house, place: {"wagers": {"bet": "-5.00"}},
    lambda house, place: {"wagers": {"bet": "ten"}},
    lambda house, place: {"wagers": {"bet": {"7.00": 1}}},
    lambda house, place: {"wagers": {"bet": {"5.00": 0}}},
    lambda house, place: {"wagers": {"bet": {}}},
    lambda house, place: {"wagers": {"bet": "10.00", "insurance": "5.00"}},
    lambda house, place: {"wagers": {"bet": "10.00", "ghost": "1.00"}},
    lambda house, place: {"wagers": {}},
    lambda house, place: {"wagers": {house.game.sides()[0]: "1.00"}},
    lambda house, place: {"wagers": {"bet": "10.00", "bust_it": "0.50"}},
    lambda house, place: {"wagers": {"bet": "10.00", "bust_it": "20.00"}},
    lambda house, place: {"who": "nobody"},
    lambda house, place: {"position": place % 6 + 1},
    lambda house, place: {"position": 7},
    lambda house, place: {"position": 0},
    lambda house, place: {"who": ""},
    lambda house, place: {"who": "x" * 65},
    lambda house, place: {"key": "x" * 65},
    lambda house, place: {"depth": 10},
    lambda house, place: {"wagers": "ten"},
)


def bad_decision(random: Random, house: House, state: State) -> Data:
    task = state.next
    if task is None or task.do != "decide":
        return {"do": "decide", "by": "player", "who": "p1", "position": 1, "action": "hit"}
    who = decision_by(state, task)
    box = state.boxes[task.position]
    party = box.party_of(who)
    assert party
    data: Data = {"do": "decide", "by": "player", "who": who, "position": task.position}
    hand = hand_asked(house, task, box)
    other = random.choice(list(state.boxes))
    most = {what: most_for(house, party, what, hand) for what in ("double", "attack", "insure")}
    over = [{"action": what, "amount": write_money(cents + 50)} for what, cents in most.items()]
    return data | random.choice(
        (
            {"action": "dance"},
            {"action": "hit", "amount": "5.00"},
            {"action": "pass", "amount": "5.00"},
            {"action": "stay", "hand": 4},
            {"action": "double"},
            {"action": "split"},
            {"action": "split"},
            {"action": "surrender"},
            {"action": "rescue"},
            {"action": "insure", "amount": "1.00"},
            {"action": "stand", "hand": 9},
            {"action": "double", "amount": "0.10"},
            {"action": "double", "amount": "1.00"},
            {"who": "nobody", "action": "stand"},
            {"position": other, "who": state.boxes[other].parties[0].player, "action": "stand"},
            {"who": box.parties[-1].player, "action": "stand"},
            *over,
        )
    )


def _bad_cards(random: Random, house: House, state: State) -> Data:
    return random.choice(
        (
            {"do": "cut", "by": "dealer", "depth": random.choice((9, len(state.stock), 0, -1))},
            {"do": "place_cut_card", "by": "dealer", "behind": random.choice((9, len(state.stock) - 9))},
            {"do": "shuffle", "by": "dealer", "order": random.choice(("Ah Kd", "Th Kd"))},
            {"do": "deal", "by": "dealer", "position": random.randint(1, 6)},
            {"do": "deal", "by": "dealer", "whose": random.choice(("dealer", "player", "nobody"))},
            {"do": "check", "by": "dealer"},
            {"do": "draw", "by": "dealer"},
            {"do": "burn", "by": "dealer"},
            {"do": "order_recut", "by": "supervisor"},
        )
    )


def _devices(random: Random, house: House, state: State) -> Data:
    return random.choice(
        (
            {"do": "remove_device", "by": "floorperson", "device": "shuffler"},
            {"do": "remove_device", "by": "supervisor", "device": "lamp"},
            {"do": "change_method", "by": "supervisor", "shuffler": random.choice(("none", "device", "ghost"))},
            {"do": "change_method", "by": "supervisor", "card_reader": random.choice(("none", "reader", "ghost"))},
            {"do": "change_method", "by": "supervisor", "card_reader": "open_reader"},
        )
    )


def _players(random: Random, house: House, state: State) -> Data:
    place, who = seated(random, state)
    consents = [{"do": "consent", "by": "player", "who": name, "position": place} for name in (who, "nobody")]
    return coming_and_going(random, who, place, list(state.boxes), *consents)


def _shapeless(random: Random, house: House, state: State) -> Data:
    return shapeless(random, "deal")


MISCHIEF: tuple[Mischief, ...] = (
    _anything,
    _next_by_wrong_role,
    bad_bet,
    bad_bet,
    bad_decision,
    bad_decision,
    _bad_cards,
    _devices,
    _players,
    _shapeless,
)
