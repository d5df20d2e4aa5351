"""Wagers between rolls: placed, raised, reduced, taken down, called on and off.

Whether the rules allow it is asked of the same layout that settlement plays a run on.
"""

import msgspec

from pitboss.dice.declaration import Behind, Hop
from pitboss.dice.layout import NO_ID, NO_POINT, TAKEN_DOWN, Bet, Layout, between_rolls, changes_of
from pitboss.dice.runs import MOST_WAGERS, Change, Placed
from pitboss.dice.throws import Dice, read_dice, write_dice
from pitboss.money import write_money
from pitboss.refusal import Refusal, shown, spoken
from pitboss.table.dice import events as e
from pitboss.table.dice.commands import Command
from pitboss.table.dice.setup import House
from pitboss.table.dice.state import State
from pitboss.table.players import check_held, check_limit, check_tender, read_chips, seat_of

Events = list[e.Event]


def bet(house: House, state: State, command: Command, chance: object) -> Events:
    position = seat_of(house, state, command.who)
    _check_open(house, state, position)
    check_tender(house, command.tender, position)
    try:
        placed = _read(house, state, command)
        layout, _ = between_rolls(house.rules, state.layout, state.gone, placed=[placed])
        found = layout.lying[placed.id]
        _check_posted(house, layout, found)
    except Refusal as refusal:
        raise refusal.at(position) from None
    commission = house.rules.commission_on(placed.wager, placed.amount)
    check_held(state, command.who, placed.amount + commission, position)
    return [
        e.WagerPlaced(
            command.who,
            position,
            str(state.placed + 1),
            placed.wager,
            placed.amount,
            commission,
            house.cite(house.rules.wagers[placed.wager].clause),
            None if found.behind is None else str(found.behind),
            write_dice(placed.dice) if placed.dice else None,
            placed.working,
        )
    ]


def _check_open(house: House, state: State, position: int) -> None:
    if state.betting:
        return
    task = state.next
    if task is not None and task.do in ("receive", "inspect", "verify", "check_dice"):
        message = "Wait until the dice are ready: bets are not open yet."
        raise Refusal("bets_not_open", message, task.clause, position)
    raise Refusal(
        "bets_closed",
        "Wait until the roll is settled: no wager is made or changed once the dice are out.",
        house.cite(house.procedure.wagering),
        position,
    )


def _read(house: House, state: State, command: Command) -> Placed:
    wager = house.rules.wager(command.wager)
    clause = house.cite(wager.clause)
    dice: Dice | None = None
    if isinstance(wager, Hop):
        dice = read_dice(command.dice, "the dice of the hop", wager.clause, house.jurisdiction)
    elif command.dice is not None:
        raise Refusal("dice_not_used", f"Leave 'dice' out: a {spoken(wager.name)} names none.", clause)
    if len(state.gone) + len(state.layout.lying) >= MOST_WAGERS:
        raise Refusal("too_many_wagers", f"Wait for the next run: one has {MOST_WAGERS} wagers at the most.", clause)
    amount = read_chips(house, command.amount, wager.name)
    who, before = command.who, state.layout.next_roll
    return Placed(NO_ID, who, wager.name, amount, command.behind, dice, command.working, before)


def posted(house: House, wager: str, line: Bet | None) -> tuple[int, int] | None:
    """The posted minimum and maximum of a wager, `line` in front of it; they narrow no right of a player."""
    found, odds = house.limits.get(wager), house.rules.wagers[wager]
    if found is None or line is None or not isinstance(odds, Behind) or not line.point:
        return found
    right = house.rules.right_behind(odds, line.placed.wager, line.point, line.amount)
    right -= right % house.smallest_chip
    return (min(found[0], right), max(found[1], right)) if right else found


def _check_posted(house: House, layout: Layout, bet: Bet) -> None:
    """The posted minimum holds for each wager, the maximum for all that a player has on the same wager and number."""
    placed = bet.placed
    limits = posted(house, placed.wager, None if bet.behind is None else layout.lying[bet.behind])
    if limits is None:
        return
    check_limit(house, placed.wager, bet.amount, limits)
    there = [
        each.amount
        for each in layout.lying.values()
        if (each.placed.player, each.placed.wager, each.placed.dice, each.point, each.behind)
        == (placed.player, placed.wager, placed.dice, bet.point, bet.behind)
    ]
    most = limits[1]
    if sum(there) > most:
        message = f"Bet at most {write_money(most)} on the {spoken(placed.wager)} altogether: it is posted."
        raise Refusal("over_maximum", message, house.limit_clause(placed.wager))


def _own(house: House, state: State, command: Command) -> tuple[int, Bet]:
    """The position of a player, and the player's wager that the command names."""
    position = seat_of(house, state, command.who)
    _check_open(house, state, position)
    id = command.id or ""
    found = state.layout.lying.get(id)
    if found is None and id in state.gone:
        left = state.gone[id]
        raise Refusal("wager_settled", f"Leave {left.bet.words()}: {left.how()}.", left.clause, position)
    if found is None:
        raise no_such_wager(house, id, position)
    if found.placed.player != command.who:
        message = f"Leave {found.words()} alone: it is another player's."
        raise Refusal("not_your_wager", message, house.cite(house.procedure.wagering), position)
    return position, found


def no_such_wager(house: House, id: str, position: int | None = None) -> Refusal:
    message = f"Name a wager that lies on the layout by its 'id'; there is no {shown(id)}."
    return Refusal("no_such_wager", message, house.cite(house.procedure.wagering), position)


def change(house: House, state: State, command: Command, chance: object) -> Events:
    """Another amount. A wager that no roll has counted for may be of any; the others as their clauses allow."""
    position, now = _own(house, state, command)
    id, wager = str(now.placed.id), now.placed.wager
    amount = read_chips(house, command.amount, wager)
    clause = _changed_by(house, state, now)
    if amount == now.amount:
        message = f"Say another amount: {now.words()} is of {write_money(amount)} already."
        raise Refusal("same_amount", message, clause, position)
    try:
        layout = _changed(house, state, now, Change(id, amount), msgspec.structs.replace(now.placed, amount=amount))
        _check_posted(house, layout, layout.lying[id])
    except Refusal as refusal:
        raise refusal.at(position) from None
    more = amount + house.rules.commission_on(wager, amount)
    more -= now.amount + house.rules.commission_on(wager, now.amount)
    if more < 0:
        return [e.WagerReduced(command.who, position, id, amount, -more, clause)]
    check_held(state, command.who, more, position)
    return [e.WagerRaised(command.who, position, id, amount, more, clause)]


def _changed_by(house: House, state: State, now: Bet) -> str:
    """The clause by which a wager is changed: its own once a roll has counted for it, till then that of placing it."""
    changes = None if state.is_fresh(now) else changes_of(house.rules, now)
    return house.cite(changes.clause if changes else house.procedure.wagering)


def _changed(house: House, state: State, now: Bet, change: Change, afresh: Placed) -> Layout:
    """The layout with a wager changed, or placed afresh if no roll has counted for it yet. Raises `Refusal`."""
    if not state.is_fresh(now):
        return between_rolls(house.rules, state.layout, state.gone, [change])[0]
    layout = state.layout
    others = {id: bet for id, bet in layout.lying.items() if id != now.placed.id}
    without = Layout(layout.point, layout.next_roll, others)
    return between_rolls(house.rules, without, state.gone, placed=[afresh])[0]


def take_down(house: House, state: State, command: Command, chance: object) -> Events:
    position, now = _own(house, state, command)
    id = str(now.placed.id)
    if not state.is_fresh(now):
        try:
            between_rolls(house.rules, state.layout, state.gone, [Change(id, down=True)])
        except Refusal as refusal:
            raise refusal.at(position) from None
    return [
        e.WagersTakenDown(
            command.who, position, returned(house, state, [id], TAKEN_DOWN), _changed_by(house, state, now)
        )
    ]


def returned(house: House, state: State, ids: list[str], why: str) -> tuple[e.Returned, ...]:
    """Wagers with the odds behind them, as they go back."""
    found: dict[str, e.Returned] = {}
    for id in ids:
        for each in (id, *state.layout.with_behind(id)):
            bet = state.layout.lying[each]
            wager, player = bet.placed.wager, str(bet.placed.player)
            commission = house.rules.commission_on(wager, bet.amount)
            found[str(each)] = e.Returned(str(each), player, wager, bet.amount, commission, why)
    return tuple(found.values())


def call_on(house: House, state: State, command: Command, chance: object) -> Events:
    return _call(house, state, command, working=True)


def call_off(house: House, state: State, command: Command, chance: object) -> Events:
    return _call(house, state, command, working=False)


def _call(house: House, state: State, command: Command, working: bool) -> Events:
    position, now = _own(house, state, command)
    id, clause = str(now.placed.id), house.cite(house.game.calling)
    if now.working is working:
        message = f"Leave it so: {now.words()} is called {'on' if working else 'off'} already."
        raise Refusal("already_called", message, clause, position)
    try:
        afresh = msgspec.structs.replace(now.placed, working=working)
        _changed(house, state, now, Change(id, working=working), afresh)
    except Refusal as refusal:
        raise refusal.at(position) from None
    return [e.WagerCalled(command.who, position, id, working, clause)]


def contract_of(house: House, state: State, who: str) -> str | None:
    """The clause of a wager that binds a player to the table; None if there is none."""
    for id, bet in state.layout.lying.items():
        if bet.placed.player == who and not state.is_fresh(bet) and bet.point != NO_POINT:
            try:
                between_rolls(house.rules, state.layout, state.gone, [Change(id, down=True)])
            except Refusal as refusal:
                return refusal.clause
    return None
