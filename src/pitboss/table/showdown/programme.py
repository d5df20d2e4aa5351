"""The order of play: which tasks follow which, from the deck's arrival to the last card in the rack.

A programme is a list of tasks, each with who does it and the clause that puts it there. The table keeps its place in
the list; whoever tries something else is told what comes first, and by which clause.
"""

import msgspec

from pitboss.showdown.procedure import ALL_WAGERS, BONUSES
from pitboss.table import state
from pitboss.table.showdown.setup import House


class Task(state.Task, frozen=True, gc=False, omit_defaults=True):
    """One thing to do next; `to`, `cards`, `face_up`, `keeps` for a delivery, `decision` for a player's.

    `other`: of two decks, the one that is not in play is meant. `part`: which wagers of a hand, if not all.
    """

    to: str = ""
    cards: int = 0
    face_up: bool = False
    keeps: int = 0
    decision: int = 0
    other: bool = False
    part: str = ALL_WAGERS


Programme = tuple[Task, ...]


def opening(house: House, decks: int, shuffler: str, dealing: str) -> Programme:
    """Each deck separately from its receipt to its shuffle; then the first one is loaded and bets are taken."""
    if decks == 2:
        one = prepare(house, shuffler, dealing)
        return one + one + ready(house, dealing, other=True)
    return prepare(house, shuffler, dealing) + ready(house, dealing)


def prepare(house: House, shuffler: str, dealing: str) -> Programme:
    """One deck from its receipt until it can be dealt.

    Cards that came shuffled are only cut, but for a way to deal that must have them from a shuffling device.
    """
    if house.setup.preshuffled:
        return _tasks(house, "receive", "inspect", "shuffle" if house.method(dealing).needs_shuffler else "cut")
    return _tasks(house, "receive", "inspect", "verify", "spread", "view", "wash", "stack") + _mix(house, shuffler)


def next_round(house: House, decks: int, shuffler: str, dealing: str) -> Programme:
    """Between two rounds: one deck is shuffled again; of two, the other comes into play while this one is shuffled."""
    key = (decks, shuffler, dealing)
    if key not in house.programmes:
        house.programmes[key] = _next_round(house, decks, shuffler, dealing)
    found: Programme = house.programmes[key]
    return found


def _next_round(house: House, decks: int, shuffler: str, dealing: str) -> Programme:
    if decks == 2:
        load, close = ready(house, dealing, other=True)
        return (load, *shuffle_other(house), close)
    return reshuffle(house, shuffler, dealing)


def reshuffle(house: House, shuffler: str, dealing: str, other: bool = False) -> Programme:
    """This deck is shuffled again before anything else. `other`: it is the other one's turn to be dealt."""
    return _mix(house, shuffler) + ready(house, dealing, other)


def shuffle_other(house: House) -> Programme:
    """Of two decks, the one not in play still has to be shuffled."""
    return (_other(_task(house, "shuffle")),)


def idle(house: House, decks: int, shuffler: str, dealing: str, other: bool) -> Programme:
    """Nobody plays: the cards lie spread until a player comes, looks, and they are washed and shuffled again."""
    turn = () if house.setup.idle_face_up else ("turn_up",)
    tasks = _tasks(house, "spread_idle", *turn, "view", "wash", "stack") + _mix(house, shuffler)
    if decks == 2 and house.procedure.cards.idle_both_decks:
        tasks += tuple(_other(task) for task in _tasks(house, "spread", "view", "wash", "stack", "shuffle"))
    return tasks + ready(house, dealing, other)


def recut(house: House, dealing: str, load: bool) -> Programme:
    return _tasks(house, "cut") + (ready(house, dealing)[:1] if load else ())


def ready(house: House, dealing: str, other: bool = False) -> Programme:
    """The deck, or the other one, is put in place; then bets are taken until the close."""
    method = house.method(dealing)
    load = Task("load", "dealer", house.cite(method.load), other=other)
    return load, Task("no_more_bets", "dealer", house.cite(method.close))


def _tasks(house: House, *steps: str) -> Programme:
    return tuple(_task(house, do) for do in steps)


def _task(house: House, do: str) -> Task:
    step = house.procedure.cards.steps[do]
    return Task(do, step.by, house.cite(step.clause))


def _other(task: Task) -> Task:
    return msgspec.structs.replace(task, other=True)


def _mix(house: House, shuffler: str) -> Programme:
    """A shuffle by hand is followed by a cut, one by a device is not."""
    return _tasks(house, "shuffle", *(("cut",) if shuffler == "none" else ()))


def round_of_play(house: House, dealing: str, positions: tuple[int, ...]) -> Programme:
    """From "no more bets" to the dealer's cards in the rack, for the positions that have wagers."""
    key = (dealing, positions)
    if key not in house.programmes:
        house.programmes[key] = tuple(_round_of_play(house, dealing, positions))
    found: Programme = house.programmes[key]
    return found


def _round_of_play(house: House, dealing: str, positions: tuple[int, ...]) -> list[Task]:
    method, completion, cite = house.method(dealing), house.procedure.completion, house.cite
    decisions = house.game.decisions
    tasks = _progressive(house)
    for number in range(max(len(method.streets), len(decisions))):
        if number < len(method.streets):
            tasks += _street(house, dealing, number, positions)
            if number == len(method.streets) - 1:
                tasks.append(Task("rack_stub", "dealer", cite(method.stub)))
        if number == 0 and house.jurisdiction in completion.expose:
            tasks.append(Task("turn_card", "dealer", cite(completion.expose[house.jurisdiction].clause)))
        if number < len(decisions):
            tasks += [
                Task("decide", "player", cite(decisions[number].decision), position, decision=number)
                for position in positions
            ]
            if number == 0 and not completion.forfeits_at_once:
                tasks.append(Task("collect_forfeits", "dealer", cite(completion.forfeits)))
            if number == 0 and completion.discards:
                tasks.append(Task("collect_discards", "dealer", cite(completion.discards)))
    if method.uncover:
        tasks.append(Task("uncover", "dealer", cite(method.uncover)))
    tasks.append(Task("reveal_dealer", "dealer", cite(completion.reveal)))
    tasks += _settling(house, positions)
    tasks.append(Task("collect_dealer", "dealer", cite(completion.dealer_cards)))
    return tasks


def _progressive(house: House) -> list[Task]:
    handling = house.procedure.progressive
    if handling is None or house.rules.progressive is None:
        return []
    return [
        Task("lock_progressive", "dealer", house.cite(handling.lock)),
        Task("collect_progressive", "dealer", house.cite(handling.collect)),
        Task("verify_progressive", "dealer", house.cite(handling.verify)),
        Task("place_progressive", "dealer", house.cite(handling.place)),
    ]


def _street(house: House, dealing: str, number: int, positions: tuple[int, ...]) -> list[Task]:
    """Where the dealer's stack lies under a cover card, it is laid on when all players have theirs."""
    method = house.method(dealing)
    tasks = []
    for give in method.streets[number]:
        clause = house.cite((method.deal_dealer if give.to == "dealer" else None) or method.deal)
        places = positions if give.to == "players" else (0,)
        for position in places:
            to = str(position) if position else give.to
            tasks.append(Task("deal", "dealer", clause, position, to, give.cards, give.face_up, give.keeps))
        if give.to == "players" and method.cover:
            tasks.append(Task("cover", "dealer", house.cite(method.cover)))
    return tasks


def _settling(house: House, positions: tuple[int, ...]) -> list[Task]:
    """From the dealer's right. A progressive that is paid in the other order waits with its hand for the end."""
    alternative, cite = house.alternative, house.cite
    clauses = {"reveal": cite(alternative.reveal), "collect": cite(alternative.collect)}
    progressive = house.rules.progressive
    payout = _payout(house)
    in_turn = [Task("reveal", "dealer", clauses["reveal"]), *_wagers_of_a_hand(house)]
    if progressive and progressive.right_first:
        in_turn += payout
    from_right = positions[::-1]
    if not alternative.collect_last:
        in_turn.append(Task("collect", "dealer", clauses["collect"]))
    if alternative.by_hand:
        tasks = [_at(task, position) for position in from_right for task in in_turn]
    else:
        tasks = [_at(task, position) for task in in_turn for position in from_right]
    if alternative.collect_last:
        tasks += [Task("collect", "dealer", clauses["collect"], position) for position in from_right]
    if progressive and not progressive.right_first:
        for position in positions:
            tasks += [_at(task, position) for task in payout]
            tasks.append(Task("collect", "dealer", clauses["collect"], position))
    return tasks


def _wagers_of_a_hand(house: House) -> list[Task]:
    """A hand's wagers in the order of the text, part by part."""
    alternative, tasks = house.alternative, []
    for part in house.parts:
        bonuses = part == BONUSES
        take = (alternative.take_sides if bonuses else None) or alternative.take
        pay = (alternative.pay_sides if bonuses else None) or alternative.pay
        tasks.append(Task("take", "dealer", house.cite(take), part=part))
        tasks.append(Task("pay", "dealer", house.cite(pay), part=part))
    return tasks


def _payout(house: House) -> list[Task]:
    """A progressive payout: verified and documented, by steps of their own or with the payment, before cards go."""
    handling = house.procedure.progressive
    if handling is None or house.rules.progressive is None:
        return []
    clauses = {"verify_payout": handling.verify_payout, "document_payout": handling.document_payout}
    checks = [Task(do, "dealer", house.cite(clauses[do])) for do in house.payout_checks]
    return [*checks, Task("pay_progressive", "dealer", house.cite(handling.document))]


def _at(task: Task, position: int) -> Task:
    return msgspec.structs.replace(task, position=position)
