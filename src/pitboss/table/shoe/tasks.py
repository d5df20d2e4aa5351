"""What each task of a programme makes happen, done by a person or by the table itself (then `command` is None)."""

from pitboss.refusal import Refusal
from pitboss.shoe.hands import in_words, is_natural
from pitboss.shoe.procedure import LEAST_CUT, with_enough_around
from pitboss.shoe.settlement import NO_BLACKJACK
from pitboss.table import events as table
from pitboss.table.chance import Chance
from pitboss.table.events import Events
from pitboss.table.family import TaskHandler
from pitboss.table.players import check_first, first_to_arrive
from pitboss.table.shoe import events as e
from pitboss.table.shoe.commands import SHAPES, Command
from pitboss.table.shoe.irregular import shoe_is_short
from pitboss.table.shoe.programme import Task
from pitboss.table.shoe.setup import House
from pitboss.table.shoe.standing import applies, back, draws, insured, lost
from pitboss.table.shoe.state import State

LEAST_DISCARDS = 2
"""With fewer in the rack there is nothing to burn and deal."""


def say(house: House, task: Task) -> str:
    """What a task asks for, as a person would say it."""
    if task.do == "deal":
        to = f"position {task.position}" if task.position else "the dealer"
        return f"the dealer deals a card to {to}"
    if task.do == "decide":
        return f"{task.player or 'whoever decides'} at position {task.position} {ASKS[task.asks]}"
    hand = f" of hand {task.hand}" if task.hand else ""
    place = f"{hand} at position {task.position}" if task.position else ""
    return f"the {task.by} must {SHAPES[task.do].says}{place}"


ASKS = {
    "attack": "attacks or passes",
    "insurance": "insures or passes",
    "play": "plays the hand",
    "double": "joins the double or stays",
    "split": "covers the split hand or stays",
    "give_up": "gives the hand up or stays",
    "passed": "says whether to wait for the card",
}


def _plain(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    return [table.StepDone(task.do, task.clause, command.who or command.by if command else "")]


def _receive(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    return [table.DeckReceived("red", (), task.clause)]


def _view(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    if command is None:
        return [table.StepDone(task.do, task.clause, first_to_arrive(state) or "")]
    check_first(house, state, command.who, task.clause)
    return [table.StepDone(task.do, task.clause, command.who)]


def _shuffle(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    """All cards, or in the midst of a round those in the discard rack."""
    if state.shuffler_removed:
        message = "Have the supervisor change the method first: the shuffling device was taken off the table."
        raise Refusal("device_missing", message, house.cite(house.procedure.devices))
    discards = task.asks == "discards"
    if discards and len(state.rack) < LEAST_DISCARDS:
        return shoe_is_short(house, state)
    cards = in_sequence(house, state.rack) if discards else house.pack
    given = command.order if command else None
    if given is None:
        order = tuple(map(cards.__getitem__, chance.permutation(len(cards))))
    else:
        order = _given_order(house, given, cards)
    shuffled = table.Shuffled(order, state.shuffler != "none", task.clause)
    effect = house.procedure.irregularities["shoe_short"].effect.name.lower()
    return [table.IrregularityCalled("shoe_short", effect, task.clause), shuffled] if discards else [shuffled]


def in_sequence(house: House, cards: tuple[str, ...]) -> tuple[str, ...]:
    """Cards by suit and rank, whatever order they lie in."""
    return tuple(sorted(cards, key=house.place_of.__getitem__))


def _given_order(house: House, text: str, cards: tuple[str, ...]) -> tuple[str, ...]:
    if not house.setup.given_orders:
        raise Refusal("order_not_allowed", "Leave 'order' out: at this table a shuffle comes out by chance alone.")
    order = tuple(text.split())
    if any(card[0] == house.game.shoe.without for card in order):
        message = "Take the tens out: the shoe holds none, and one found there is not used."
        raise Refusal("ten_in_shoe", message, house.cite(house.game.shoe.found))
    if sorted(order) != sorted(cards):
        raise Refusal("order_malformed", f"Give all {len(cards)} cards that are shuffled, the first to be dealt first.")
    return order


def _cut(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    """One by chance leaves enough on either side; a dealer's has to leave but one card to lay on those cut off."""
    cards = len(state.stock)
    given = command.depth if command else None
    depth = chance.between(*with_enough_around(cards)) if given is None else given
    most = cards - 1
    if not LEAST_CUT <= depth <= most:
        message = f"Cut {LEAST_CUT} to {most} cards from the top; {depth} is not allowed."
        raise Refusal("cut_depth", message, task.clause)
    return [table.DeckCut(depth, task.clause)]


def _place_cut_card(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    given = command.behind if command else None
    behind = house.behind if given is None else house.check_behind(given, len(state.stock))
    return [e.CutCardPlaced(behind, task.clause)]


def _burn(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    return [table.CardsDealt((("rack", state.stock[0], bool(state.exposed)),), 1, task.clause)]


def _no_more_bets(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    if not state.boxes:
        raise Refusal("no_wagers", "Wait for a wager: there is nothing to deal for.", task.clause)
    return [table.BetsClosed(state.number + 1, tuple(sorted(state.boxes)), task.clause)]


def _deal(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    """The next card; by itself, all that follow without a break, as long as the shoe has any."""
    if command and command.whose is not None and command.whose != (task.to if not task.position else "player"):
        raise house.family.refuse_order(house, task)
    cards: list[tuple[str, str, bool]] = []
    tasks = 0
    for each in state.programme[state.at :]:
        if each.do != "deal" or (tasks and command) or len(cards) == len(state.stock):
            break
        tasks += 1
        if applies(house, state, each):
            cards.append((each.to, state.stock[len(cards)], each.face_up))
    return [table.CardsDealt(tuple(cards), tasks, task.clause)]


def _check(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    return [e.HoleChecked(is_natural(state.dealer), task.clause)]


def _take_insurance(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    name, clause = house.game.insurance.name, house.cite(house.game.insurance.clause)
    return [
        e.HandTaken(position, 0, party.player, {name: cents}, clause, {name: NO_BLACKJACK})
        for position, party, cents in insured(house, state)
    ]


def _reveal_hole(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    return [e.HoleRevealed(state.dealer[1], in_words(state.dealer), task.clause)]


def _draw(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    """One card; the task comes again as long as the dealer draws by rule."""
    clause = draws(house, state)
    assert clause
    return [table.CardsDealt((("dealer", state.stock[0], True),), 0, clause)]


def _take(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    _check_hand(house, task, command)
    return [
        e.HandTaken(task.position, task.hand, party.player, stakes, clause, why)
        for party, stakes, clause, why in lost(house, state, task)
    ]


def _pay(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    _check_hand(house, task, command)
    return [
        e.HandPaid(task.position, task.hand, party.player, rows, task.clause)
        for party, rows in back(house, state, task)
    ]


def _collect(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    _check_hand(house, task, command)
    return [table.CardsCollected((f"{task.position}.{task.hand}",), task.clause)]


def _check_hand(house: House, task: Task, command: Command | None) -> None:
    if command and command.hand not in (None, task.hand):
        raise house.family.refuse_order(house, task)


def _collect_dealer(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    return [table.CardsCollected(("dealer",), task.clause)]


TASKS: dict[str, TaskHandler] = {
    **dict.fromkeys(
        ("inspect", "verify", "spread", "wash", "stack", "load", "spread_idle", "destroy"),
        _plain,
    ),
    "receive": _receive,
    "view": _view,
    "shuffle": _shuffle,
    "cut": _cut,
    "place_cut_card": _place_cut_card,
    "burn": _burn,
    "no_more_bets": _no_more_bets,
    "deal": _deal,
    "check": _check,
    "take_insurance": _take_insurance,
    "reveal_hole": _reveal_hole,
    "draw": _draw,
    "take": _take,
    "pay": _pay,
    "collect": _collect,
    "collect_dealer": _collect_dealer,
}
