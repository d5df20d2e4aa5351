"""`decide`: what a command makes happen at a table, or why it may not. Pure: chance is passed in.

Every refusal raises `Refusal` before any event exists, so nothing is ever half done. After the command, the steps that
the table's setup leaves to the table run by themselves until a person is needed.
"""

from collections.abc import Callable, Container, Sequence
from typing import NoReturn, Protocol

from pitboss.cards import CARDS
from pitboss.memo import remembered
from pitboss.refusal import Refusal, shown
from pitboss.regulations.citation import Citation
from pitboss.regulations.paytables import Share
from pitboss.showdown.procedure import DECK_SIZE, LEAST_CUT, ROUNDS_PER_COUNT
from pitboss.showdown.progressive import Meters, pay
from pitboss.showdown.settlement import check_limits
from pitboss.table import events as e
from pitboss.table import irregular, wagers
from pitboss.table.commands import Command, check_shape
from pitboss.table.evolve import evolve
from pitboss.table.programme import Task, round_of_play
from pitboss.table.setup import House, money
from pitboss.table.standing import (
    applies,
    award,
    bonus_hands,
    discarding,
    forfeits,
    hand_after_fold,
    paid,
    progressive_hand,
    result_of,
    revealing,
    taken,
)
from pitboss.table.state import BACKS, DECK, Bet, State, new_state

MOST_CUT = DECK_SIZE - 1


class Chance(Protocol):
    """Where the order of a shuffle and the depth of a cut come from."""

    def permutation(self, cards: int) -> Sequence[int]:
        """The numbers 0 to cards - 1 in some order."""

    def between(self, least: int, most: int) -> int:
        """A whole number from least to most, both included."""


Events = list[e.Event]


def open_table(house: House, chance: Chance) -> tuple[Events, State]:
    """A new table's first events and the state they make."""
    opened = e.TableOpened(
        setup=_setup_of(house),
        version=house.version,
        inventory=house.inventory,
        main=house.meters.main,
        secondary=house.meters.secondary,
    )
    events: Events = [opened]
    state = evolve(house, new_state(house), opened)
    return events, _run(house, state, events, chance)


def _setup_of(house: House) -> dict[str, object]:
    import msgspec

    found: dict[str, object] = msgspec.to_builtins(house.setup)
    return found


def decide(house: House, state: State, command: Command, chance: Chance) -> Events:
    """The events of a command. Raises `Refusal`."""
    return step(house, state, command, chance)[0]


def step(house: House, state: State, command: Command, chance: Chance) -> tuple[Events, State]:
    """The events of a command and the state after them."""
    try:
        check_shape(command)
    except Refusal as refusal:
        raise Refusal(refusal.code, refusal.message, _clause_of(house, state, command.do)) from None
    if not state.open and command.do not in ("leave", "cash_out"):
        raise Refusal("table_closed", "Choose another table: this one is closed.")
    events = COMMANDS.get(command.do, _do_task)(house, state, command, chance)
    for event in events:
        state = evolve(house, state, event)
    return events, _run(house, state, events, chance)


def _clause_of(house: House, state: State, do: str) -> str | None:
    """The clause that says who does a step, if one does."""
    if do in house.procedure.cards.steps:
        return house.cite(house.procedure.cards.steps[do].clause)
    if do == "order_recut":
        return house.cite(house.procedure.cards.recut)
    for task in (*state.programme[state.at :], *round_of_play(house, state.dealing, (1,))):
        if task.do == do:
            return task.clause
    return None


def _run(house: House, state: State, events: Events, chance: Chance) -> State:
    """Let the automatic steps happen until a person is needed."""
    automatic = house.automatic
    while state.at < len(state.programme):
        task = state.programme[state.at]
        if task.do not in automatic or not _ready(state, task):
            break
        made = TASKS[task.do](house, state, task, None, chance)
        for event in made:
            state = evolve(house, state, event)
        events += made
    return state


def _ready(state: State, task: Task) -> bool:
    """Whether nothing but the step itself is missing: a player who looks, a device that is there."""
    if task.do in ("view", "turn_up"):
        return bool(state.seats)
    return not state.devices_removed or task.do not in ("shuffle", "load")


# Tasks: what must be done at its place in the order of play


def _do_task(house: House, state: State, command: Command, chance: Chance) -> Events:
    """A step of the procedure, if it is the next one."""
    task = state.next
    assert task is not None
    if command.do != task.do or (command.position is not None and task.position != command.position):
        refuse_order(house, task)
    return TASKS[task.do](house, state, task, command, chance)


def refuse_order(house: House, task: Task) -> NoReturn:
    raise Refusal("not_next", f"First {say(house, task)}.", task.clause, task.position or None)


def say(house: House, task: Task) -> str:
    """What a task asks for, as a person would say it."""
    if task.do == "deal":
        number = "one card" if task.cards == 1 else f"{task.cards} cards"
        to = f"position {task.position}" if task.position else DEAL_TO[task.to]
        return f"the dealer deals {number} to {to}"
    if task.do == "decide":
        step = house.game.decisions[task.decision]
        return f"position {task.position} places the {step.name} or {step.declined_by}s"
    place = f" at position {task.position}" if task.position else ""
    return f"the {task.by} must {SAYS[task.do]}{place}"


DEAL_TO = {
    "dealer": "the dealer",
    "community": "the board",
    "burn": "the rack, face down",
    "extra": "the place beside the dealer's hand",
}

SAYS = {
    "receive": "receive the deck",
    "inspect": "inspect the cards",
    "verify": "verify the cards",
    "spread": "spread the cards face up",
    "view": "look over the spread cards",
    "wash": "turn the cards face down and wash them",
    "stack": "stack the cards",
    "shuffle": "shuffle the cards",
    "cut": "cut the deck",
    "load": "put the deck in place for the deal",
    "spread_idle": "spread the cards of the idle table",
    "turn_up": "turn the spread cards up for the arriving player",
    "no_more_bets": "call no more bets",
    "lock_progressive": "lock the progressive system",
    "collect_progressive": "collect the progressive wagers",
    "verify_progressive": "compare the progressive chips with the lit sensors",
    "place_progressive": "place the progressive chips into the tray",
    "rack_stub": "put the stub into the discard rack",
    "cover": "lay the cover card on the dealer's stack",
    "uncover": "take the cover card off and put it beside the shoe",
    "turn_card": "turn up the dealer's card",
    "collect_forfeits": "collect what was forfeited",
    "collect_discards": "collect the discards",
    "reveal_dealer": "reveal the dealer's hand",
    "reveal": "reveal the hand",
    "take": "collect the losing wagers",
    "pay": "pay the winning wagers",
    "pay_progressive": "document and pay the progressive",
    "collect": "collect the cards",
    "collect_dealer": "collect the dealer's cards",
}

TaskHandler = Callable[[House, State, Task, Command | None, Chance], Events]


def _plain(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    return [e.StepDone(task.do, task.clause, command.who or command.by if command else "", task.other)]


def _receive(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    order = _shuffled(chance) if house.setup.preshuffled else ()
    back = BACKS[1 - state.deck if state.stock else state.deck]
    return [e.DeckReceived(back, order, task.clause)]


def _shuffled(chance: Chance) -> tuple[str, ...]:
    order = tuple([DECK[number] for number in chance.permutation(DECK_SIZE)])
    assert len(order) == DECK_SIZE
    return order


def _view(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    if command is None:
        return [e.StepDone(task.do, task.clause, next(iter(state.seats.values())))]
    wagers.seat_of(house, state, command.who)
    return [e.StepDone(task.do, task.clause, command.who)]


def _turn_up(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    if not state.seats:
        raise Refusal("nobody_arrived", "Leave the cards as they lie until a player arrives.", task.clause)
    return _plain(house, state, task, command, chance)


def _load(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    _check_devices(house, state)
    return _plain(house, state, task, command, chance)


def _check_devices(house: House, state: State) -> None:
    if state.devices_removed:
        raise Refusal(
            "device_missing",
            f"Have the supervisor change the method first: the {state.devices_removed[0]} was taken off the table.",
            house.cite(house.procedure.devices),
        )


def _shuffle(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    _check_devices(house, state)
    given = command.order if command else None
    order = _shuffled(chance) if given is None else _given_order(house, given)
    return [e.Shuffled(order, state.shuffler != "none", task.clause, task.other)]


def _given_order(house: House, text: str) -> tuple[str, ...]:
    if not house.setup.given_orders:
        raise Refusal("order_not_allowed", "Leave 'order' out: at this table a shuffle comes out by chance alone.")
    order = tuple(text.split())
    if sorted(order) != sorted(DECK):
        raise Refusal("order_malformed", "Give each of the 52 cards once, the first to be dealt first.")
    return order


def _cut(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    depth = command.depth if command and command.depth is not None else chance.between(LEAST_CUT, DECK_SIZE - LEAST_CUT)
    if not LEAST_CUT <= depth <= MOST_CUT:
        raise Refusal(
            "cut_depth", f"Cut {LEAST_CUT} to {MOST_CUT} cards from the top; {depth} is not allowed.", task.clause
        )
    return [e.DeckCut(depth, task.clause)]


def _no_more_bets(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    _check_devices(house, state)
    if not state.bets:
        raise Refusal("no_wagers", "Wait for a wager: there is nothing to deal for.", task.clause)
    return [e.BetsClosed(state.number + 1, tuple(sorted(state.bets)), task.clause)]


def _verify_progressive(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    lit = len(_progressive_positions(house, state))
    if command and command.counted is not None and command.counted != lit:
        raise Refusal(
            "sensors_differ",
            f"Count again: sensors lit {lit}, chips counted {command.counted}.",
            task.clause,
        )
    return _plain(house, state, task, command, chance)


def _progressive_positions(house: House, state: State) -> tuple[int, ...]:
    assert house.rules.progressive
    name = house.rules.progressive.name
    return tuple(position for position, bet in sorted(state.bets.items()) if name in bet.stakes)


def _place_progressive(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    progressive = house.rules.progressive
    assert progressive
    positions = _progressive_positions(house, state)
    shares = progressive.contribute(Meters(0, 0), len(positions))
    stakes = dict.fromkeys(positions, progressive.stake)
    return [e.ProgressiveCollected(positions, stakes, shares.main, shares.secondary, task.clause)]


def _deal(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    """The next delivery; by itself, all that follow without a break."""
    if command and command.whose is not None and command.whose != task.to:
        refuse_order(house, task)
    clause = task.clause
    if command is not None:
        return [e.CardsDealt(_delivered(_places(task), state.stock), 1, clause)]
    places: list[Place] = []
    at = state.at
    while task.do == "deal":
        if applies(house, state, task):
            places += _places(task)
        at += 1
        task = state.programme[at]
    return [e.CardsDealt(_delivered(places, state.stock), at - state.at, clause)]


Place = tuple[str, bool]
"""Where a card goes, and whether face up."""


def _make_places(task: Task) -> list[Place]:
    if task.to == "extra":
        return [("dealer", True) if number == task.keeps else ("rack", False) for number in range(task.cards)]
    return [("rack" if task.to == "burn" else task.to, task.face_up)] * task.cards


_places = remembered(_make_places)


def _delivered(places: list[Place], stock: tuple[str, ...]) -> tuple[tuple[str, str, bool], ...]:
    return tuple([(to, card, face_up) for (to, face_up), card in zip(places, stock[: len(places)], strict=True)])


def count_due(house: House, state: State) -> bool:
    """Whether the stub must be counted in this round."""
    method = house.method(state.dealing)
    counted_by_device = state.shuffler == "counting_device" and method.counting_device is not None
    return not counted_by_device and state.rounds_since_count >= ROUNDS_PER_COUNT


def _rack_stub(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    method = house.method(state.dealing)
    if count_due(house, state):
        if command:
            raise Refusal(
                "count_due",
                f"Count the stub: it was not counted in the last {ROUNDS_PER_COUNT - 1} rounds.",
                house.cite(method.count),
            )
        return [e.StubRacked(house.cite(method.count), len(state.stock))]
    return [e.StubRacked(task.clause)]


def _turn_card(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    expose = house.procedure.completion.expose[house.jurisdiction]
    card = state.turned or state.dealer[-1 if expose.top else 0]
    thrown_out = house.game.dealer_plays((CARDS[card],)) == 0
    return [e.CardTurned(card, thrown_out, task.clause)]


def _collect_forfeits(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    events: Events = []
    for position in sorted(state.bets):
        lost = forfeits(house, state, position)
        if lost is not None:
            events.append(_forfeit(house, state, position, lost, task.clause))
    return events


def _forfeit(house: House, state: State, position: int, lost: dict[str, int], clause: str) -> e.ForfeitsTaken:
    bet = state.bets[position]
    hand, coupon = hand_after_fold(house, state, position, lost), _coupon_lost(house, bet, lost)
    return e.ForfeitsTaken(position, bet.player, lost, hand, clause, coupon)


def _collect_discards(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    whose = tuple(f"{position} discards" for position in discarding(house, state))
    return [e.CardsCollected(whose, task.clause)]


def _reveal_dealer(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    return [e.DealerRevealed(state.dealer, _dealer_words(house, state), task.clause)]


def _dealer_words(house: House, state: State) -> str | None:
    if len(state.community) != house.game.deal.community:
        return None
    cards = tuple(CARDS[card] for card in state.dealer if not (state.thrown_out and card == state.turned))
    return house.rules.ranking.words(house.rules.ranking.of(sum(cards) + sum(CARDS[card] for card in state.community)))


def _reveal(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    position, completion = task.position, house.procedure.completion
    cards, folded = revealing(house, state, position), state.bets[position].folded
    clause = house.cite(completion.declares) if folded and completion.declares else task.clause
    also = bonus_hands(house, state, position)
    hand = None if folded and completion.declares else result_of(state, position).hand
    return [e.HandRevealed(position, cards, hand, also, clause)]


def _take(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    position = task.position
    bet, lost = state.bets[position], taken(house, state, position)
    clause = _clause_for(house, task, lost, house.alternative.take_sides)
    return [e.WagersTaken(position, bet.player, lost, clause, _coupon_lost(house, bet, lost))]


def _clause_for(house: House, task: Task, wagers: Container[str], sides: Citation | None) -> str:
    """The task's clause, or that of side wagers where they alone are settled and the text has one for them."""
    return house.cite(sides) if sides and house.rules.ante not in wagers else task.clause


def _coupon_lost(house: House, bet: Bet, lost: dict[str, int]) -> str:
    return "collected" if bet.coupon and house.rules.ante in lost else ""


def _pay(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    position = task.position
    rows = paid(house, state, position)
    clause = _clause_for(house, task, {row.wager for row in rows}, house.alternative.pay_sides)
    return [e.WagersPaid(position, state.bets[position].player, rows, clause)]


def _pay_progressive(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    """Percentages come off the meters, fixed awards from the house's progressive account; none from the tray."""
    position = task.position
    owed = award(house, state, position)
    assert owed is not None
    amount, after = pay(Meters(state.main, state.secondary), owed)
    source = "meter" if isinstance(owed, Share) else "house"
    words, player = progressive_hand(house, state, position), state.bets[position].player
    reset = state.secondary - after.secondary
    return [e.ProgressivePaid(position, player, words, amount, source, after.main, after.secondary, reset, task.clause)]


def _collect(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    return [e.CardsCollected((str(task.position),), task.clause)]


def _collect_dealer(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    whose = ("community", "dealer") if state.community else ("dealer",)
    return [e.CardsCollected(whose, task.clause)]


TASKS: dict[str, TaskHandler] = {
    **dict.fromkeys(
        (
            *("inspect", "verify", "spread", "wash", "stack", "spread_idle", "cover", "uncover"),
            *("lock_progressive", "collect_progressive"),
        ),
        _plain,
    ),
    "receive": _receive,
    "view": _view,
    "turn_up": _turn_up,
    "load": _load,
    "shuffle": _shuffle,
    "cut": _cut,
    "no_more_bets": _no_more_bets,
    "verify_progressive": _verify_progressive,
    "place_progressive": _place_progressive,
    "deal": _deal,
    "rack_stub": _rack_stub,
    "turn_card": _turn_card,
    "collect_forfeits": _collect_forfeits,
    "collect_discards": _collect_discards,
    "reveal_dealer": _reveal_dealer,
    "reveal": _reveal,
    "take": _take,
    "pay": _pay,
    "pay_progressive": _pay_progressive,
    "collect": _collect,
    "collect_dealer": _collect_dealer,
}


# Commands that are not steps of the procedure


def _decide(house: House, state: State, command: Command, chance: Chance) -> Events:
    """A player's decision, in turn from the dealer's left."""
    task, position = state.next, command.position
    assert task is not None and position is not None
    bet = state.bets.get(position) if state.playing else None
    if bet is None or bet.player != command.who:
        raise Refusal(
            "not_your_hand",
            "Decide on your own hand only: this position is not yours in this round.",
            house.cite(house.procedure.completion.examine),
            position,
        )
    if task.do != "decide" or task.position != position:
        refuse_order(house, task)
    try:
        amount = _amount_of(house, state, task, bet, command)
    except Refusal as refusal:
        raise refusal.at(position) from None
    assert command.action is not None
    decisions = house.game.decisions
    # Where several wagers are placed later, each has a clause of its own.
    clause = house.cite(decisions[task.decision].clause) if amount and len(decisions) > 1 else task.clause
    events: Events = [e.Decided(command.who, position, command.action, amount, clause, bool(command.automatic))]
    if command.action == "fold" and house.procedure.completion.forfeits_at_once:
        lost = {name: cents for name, cents in bet.layout.items() if not wagers.survives_fold(house, name)}
        events.append(_forfeit(house, state, position, lost, house.cite(house.procedure.completion.forfeits)))
    return events


def _amount_of(house: House, state: State, task: Task, bet: Bet, command: Command) -> int:
    """What a decision places, in cents: nothing for a fold or a check."""
    decision = house.game.decisions[task.decision]
    if command.action == decision.declined_by:
        if command.amount is not None:
            raise Refusal(
                "amount_not_wanted", f"Leave the amount out: to {command.action} places nothing.", task.clause
            )
        return 0
    if command.action != decision.name:
        raise Refusal(
            "action_not_allowed",
            f"Place the {decision.name} or {decision.declined_by}; {shown(command.action)} cannot be chosen here.",
            task.clause,
        )
    if command.amount is None:
        least = money(decision.least * bet.stakes[house.rules.ante])
        raise Refusal(
            "amount_missing", f"Say how much to {decision.name}, at least {least}.", house.cite(decision.clause)
        )
    amount = wagers.read_chips(house, command.amount, decision.name)
    ante = bet.stakes[house.rules.ante]
    if amount != decision.least * ante:
        check_limits(house.rules, decision, ante, amount, _value(house, state, task.position))
    wagers.check_held(state, command.who, amount)
    return amount


def _value(house: House, state: State, position: int) -> int | None:
    """The value of a hand that its limits may depend on; None while cards are missing."""
    if house.game.deal.community:
        return None
    return house.rules.ranking.of(sum(CARDS[card] for card in state.hands[position]))


def _count_stub(house: House, state: State, command: Command, chance: Chance) -> Events:
    """The count, and what follows from a wrong one: a misdeal of 52 cards, or a deck that is not whole."""
    task = state.next
    assert task is not None
    if task.do != "rack_stub":
        refuse_order(house, task)
    method = house.method(state.dealing)
    counted = len(state.stock) if command.counted is None else command.counted
    if not 0 <= counted <= DECK_SIZE:
        raise Refusal("count_impossible", f"Count again: a stub has 0 to {DECK_SIZE} cards.", house.cite(method.count))
    if counted == len(state.stock):
        return [e.StubRacked(house.cite(method.count), counted)]
    return irregular.wrong_count(house, state, command, counted)


def _order_recut(house: House, state: State, command: Command, chance: Chance) -> Events:
    clause = house.cite(house.procedure.cards.recut)
    if not state.cut:
        raise Refusal("nothing_to_recut", "Order a recut after a cut and before the first card is dealt.", clause)
    return [e.RecutOrdered(clause, command.who or command.by)]


def _remove_device(house: House, state: State, command: Command, chance: Chance) -> Events:
    clause = house.cite(house.procedure.devices)
    there = {"shuffler": state.shuffler != "none", "shoe": house.method(state.dealing).in_stacks}
    if command.device not in there:
        raise Refusal("unknown_device", f"Name the 'shuffler' or the 'shoe'; got {shown(command.device)}.", clause)
    if not there[command.device] or command.device in state.devices_removed:
        raise Refusal("no_such_device", f"There is no {command.device} on this table to remove.", clause)
    if state.playing:
        raise Refusal("round_in_progress", "Finish the round before a device is removed.", clause)
    return [e.DeviceRemoved(command.device, clause, command.who or command.by)]


def _change_method(house: House, state: State, command: Command, chance: Chance) -> Events:
    """Another way to shuffle or deal; a device that is no longer used must be off the table first."""
    clause = house.cite(house.procedure.devices)
    dealing = command.dealing or state.dealing
    shuffler = command.shuffler or state.shuffler
    decks = 1 if shuffler == "none" else state.decks
    house.check_method(dealing, shuffler, decks)
    for device, named in (("shuffler", command.shuffler), ("shoe", command.dealing)):
        if device in state.devices_removed and named is None:
            raise Refusal("device_missing", f"Say what replaces the {device} that was taken off the table.", clause)
    if state.playing or state.bets:
        raise Refusal("round_in_progress", "Change the method between rounds, with no wager on the layout.", clause)
    if not state.stock and not state.rack:
        raise Refusal("no_cards", "Receive the cards first: there is nothing to shuffle or deal.", clause)
    opening = any(task.do == "receive" for task in state.programme[state.at :])
    if state.next and (
        state.next.do not in ("shuffle", "load", "cut", "no_more_bets")
        or (opening and decks == state.decks and dealing != state.dealing)
    ):
        refuse_order(house, state.next)
    if state.shuffler != "none" and shuffler != state.shuffler and "shuffler" not in state.devices_removed:
        raise Refusal("device_on_table", "Remove the shuffling device from the table first.", clause)
    if house.method(state.dealing).in_stacks and dealing != state.dealing and "shoe" not in state.devices_removed:
        raise Refusal("device_on_table", "Remove the automated shoe from the table first.", clause)
    return [e.MethodChanged(dealing, shuffler, decks, clause)]


def _close(house: House, state: State, command: Command, chance: Chance) -> Events:
    if state.playing or state.bets:
        raise Refusal("round_in_progress", "Close the table between rounds, with no wager on the layout.")
    return [e.TableClosed(command.who or command.by)]


CommandHandler = Callable[[House, State, Command, Chance], Events]

COMMANDS: dict[str, CommandHandler] = {
    "sit": wagers.sit,
    "leave": wagers.leave,
    "buy_in": wagers.buy_in,
    "cash_out": wagers.cash_out,
    "tip": wagers.tip,
    "bet": wagers.bet,
    "clear": wagers.clear,
    "decide": _decide,
    "count_stub": _count_stub,
    "order_recut": _order_recut,
    "call": irregular.call,
    "remove_device": _remove_device,
    "change_method": _change_method,
    "close": _close,
}
