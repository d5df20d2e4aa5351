"""What each task of a programme makes happen, done by a person or by the table itself (then `command` is None)."""

from collections.abc import Collection
from operator import itemgetter

from pitboss.cards import CARDS
from pitboss.memo import remembered
from pitboss.refusal import Refusal
from pitboss.regulations.citation import Citation
from pitboss.regulations.edition import FIRST
from pitboss.regulations.paytables import Share
from pitboss.showdown.declaration import FOLD, HAND
from pitboss.showdown.procedure import BONUSES, DECK_SIZE, LEAST_CUT, ROUNDS_PER_COUNT
from pitboss.showdown.progressive import Meters, pay
from pitboss.table.chance import Chance
from pitboss.table.family import TaskHandler
from pitboss.table.players import check_first, first_to_arrive
from pitboss.table.showdown import events as e
from pitboss.table.showdown.commands import SHAPES, Command
from pitboss.table.showdown.programme import Task
from pitboss.table.showdown.setup import DECK, House
from pitboss.table.showdown.standing import (
    award,
    bonus_hands,
    chosen,
    deals,
    discarding,
    forfeits,
    hand_after_fold,
    mask,
    paid,
    progressive_hand,
    result_of,
    revealing,
    taken,
)
from pitboss.table.showdown.state import BACKS, Bet, State

MOST_CUT = DECK_SIZE - 1


Events = list[e.Event]


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
    says = SHAPES[task.do].says
    if task.part:
        says = says.replace("wagers", f"{_part_in_words(house, task.part)} wagers")
    return f"the {task.by} must {says}{place}"


def _part_in_words(house: House, part: str) -> str:
    """The wagers of a part: `bonus`, or by their names, such as `ante and play`."""
    if part == BONUSES:
        return "bonus"
    return " and ".join((house.rules.ante, *(step.name for step in house.game.decisions)))


def not_next(house: House, task: Task) -> Refusal:
    return house.family.refuse_order(house, task)


DEAL_TO = {
    "dealer": "the dealer",
    "community": "the board",
    "burn": "the rack, face down",
    "extra": "the place beside the dealer's hand",
}


def _plain(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    return [e.StepDone(task.do, task.clause, command.who or command.by if command else "", task.other)]


def _receive(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    order = _shuffled(chance) if house.setup.preshuffled else ()
    back = BACKS[1 - state.deck if state.stock else state.deck]
    return [e.DeckReceived(back, order, task.clause)]


def _shuffled(chance: Chance) -> tuple[str, ...]:
    order: tuple[str, ...] = itemgetter(*chance.permutation(DECK_SIZE))(DECK)
    assert len(order) == DECK_SIZE
    return order


def _view(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    if command is None:
        return [e.StepDone(task.do, task.clause, first_to_arrive(state) or "")]
    check_first(house, state, command.who, task.clause)
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
    return tuple([position for position, bet in sorted(state.bets.items()) if name in bet.stakes])


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
        raise not_next(house, task)
    clause = task.clause
    places: list[str] = []
    face_up: list[bool] = []
    served: dict[str, bool] = {}  # whoever gets a card of these gets them all
    tasks = 0
    for task in state.programme[state.at :]:
        if task.do != "deal" or (tasks and command):
            break
        tasks += 1
        to = task.to
        if to not in served:
            served[to] = deals(house, state, task)
        if served[to]:
            where, how = _places(task)
            places += where
            face_up += how
    dealt = zip(places, state.stock[: len(places)], face_up, strict=True)
    return [e.CardsDealt(tuple(dealt), tasks, clause)]


def _make_places(task: Task) -> tuple[tuple[str, ...], tuple[bool, ...]]:
    """Where each card of a delivery goes, and whether face up."""
    if task.to == "extra":
        kept = tuple(number == task.keeps for number in range(task.cards))
        return tuple("dealer" if keep else "rack" for keep in kept), kept
    return ("rack" if task.to == "burn" else task.to,) * task.cards, (task.face_up,) * task.cards


_places = remembered(_make_places)


def count_due(house: House, state: State) -> bool:
    """Whether the stub must be counted in this round."""
    method = house.method(state.dealing)
    counted_by_device = state.shuffler == "counting_device" and method.counting_device is not None
    this_deck = state.deck_rounds[state.deck] if house.edition > FIRST else 0
    return not counted_by_device and max(state.rounds_since_count, this_deck) >= ROUNDS_PER_COUNT


def _rack_stub(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    method = house.method(state.dealing)
    if count_due(house, state):
        if command:
            raise Refusal(
                "count_due",
                f"Count the stub: it was not counted in the last {ROUNDS_PER_COUNT - 1} rounds of this deck or table.",
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
            events.append(forfeit(house, state, position, lost, task.clause))
    return events


def forfeit(house: House, state: State, position: int, lost: dict[str, int], clause: str) -> e.ForfeitsTaken:
    bet = state.bets[position]
    hand, coupon = hand_after_fold(house, state, position, lost), _coupon_lost(house, bet, lost)
    return e.ForfeitsTaken(position, bet.player, lost, hand, clause, coupon, dict.fromkeys(lost, FOLD))


def _collect_discards(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    whose = tuple(f"{position} discards" for position in discarding(house, state))
    return [e.CardsCollected(whose, task.clause)]


def _reveal_dealer(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    return [e.DealerRevealed(state.dealer, _dealer_words(house, state), task.clause)]


def _dealer_words(house: House, state: State) -> str | None:
    if len(state.community) != house.game.deal.community:
        return None
    thrown_out = CARDS[state.turned] if state.thrown_out else 0
    hand = (mask(state.dealer) & ~thrown_out) + mask(state.community)
    return house.rules.ranking.words(house.rules.ranking.of(hand))


def _reveal(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    position, completion = task.position, house.procedure.completion
    cards, folded = revealing(house, state, position), state.bets[position].folded
    clause = house.cite(completion.declares) if folded and completion.declares else task.clause
    also = bonus_hands(house, state, position)
    hand = None if folded and completion.declares else result_of(state, position).hand
    return [e.HandRevealed(position, cards, hand, also, clause)]


def _take(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    position, alternative = task.position, house.alternative
    bet, meant = state.bets[position], chosen(house, state, task, command)
    lost = {wager: cents for wager, cents in taken(house, state, position).items() if wager in meant}
    clause = _clause_for(house, task, lost, alternative.take, alternative.take_sides)
    whys = result_of(state, position).lost
    why = {wager: whys[wager] for wager in lost}
    return [e.WagersTaken(position, bet.player, lost, clause, _coupon_lost(house, bet, lost), why)]


def _clause_for(house: House, task: Task, wagers: Collection[str], main: Citation, sides: Citation | None) -> str:
    """The clause of wagers that are settled at once; side wagers alone may have one of their own."""
    if sides is None:
        return task.clause
    return house.cite(sides if house.bonuses.issuperset(wagers) else main)


def _coupon_lost(house: House, bet: Bet, lost: dict[str, int]) -> str:
    return "collected" if bet.coupon and house.rules.ante in lost else ""


def _pay(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    position, alternative = task.position, house.alternative
    meant = chosen(house, state, task, command)
    rows = tuple([row for row in paid(house, state, position) if row.wager in meant])
    clause = _clause_for(house, task, [row.wager for row in rows], alternative.pay, alternative.pay_sides)
    return [e.WagersPaid(position, state.bets[position].player, rows, clause)]


def _check_payout(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    assert command is not None  # by itself it is part of the payment
    return [e.StepDone(task.do, task.clause, command.who or command.by, position=task.position)]


def _pay_progressive(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    """Percentages come off the meters, fixed awards from the house's progressive account; none from the tray."""
    position = task.position
    owed = award(house, state, position)
    assert owed is not None
    amount, after = pay(Meters(state.main, state.secondary), owed)
    source = "meter" if isinstance(owed, Share) else "house"
    words, player = progressive_hand(house, state, position), state.bets[position].player
    reset = state.secondary - after.secondary
    return [
        e.ProgressivePaid(
            position, player, words, amount, source, after.main, after.secondary, reset, task.clause, HAND
        )
    ]


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
    "verify_payout": _check_payout,
    "document_payout": _check_payout,
    "pay_progressive": _pay_progressive,
    "collect": _collect,
    "collect_dealer": _collect_dealer,
}
