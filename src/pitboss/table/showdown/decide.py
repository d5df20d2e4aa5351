"""What the commands that are no steps of the procedure make happen: decisions, counts, devices, the close."""

from collections.abc import Callable

from pitboss.cards import CARDS
from pitboss.money import read_money, write_money
from pitboss.refusal import Refusal, shown
from pitboss.regulations.edition import FIRST
from pitboss.showdown.declaration import VOID_REVERSES_SETTLED
from pitboss.showdown.procedure import DECK_SIZE
from pitboss.showdown.settlement import check_limits
from pitboss.table import players
from pitboss.table.chance import Chance
from pitboss.table.family import CommandHandler
from pitboss.table.showdown import events as e
from pitboss.table.showdown import irregular, wagers
from pitboss.table.showdown.commands import Command
from pitboss.table.showdown.hand_order import settle_step
from pitboss.table.showdown.programme import Task, round_of_play
from pitboss.table.showdown.setup import House
from pitboss.table.showdown.standing import PAYOUT, WAGERS, lost_by_fold
from pitboss.table.showdown.state import Bet, State
from pitboss.table.showdown.tasks import Events, forfeit, not_next


def clause_of(house: House, state: State, do: str) -> str | None:
    """The clause that says who does a step, if one does."""
    if do in house.procedure.cards.steps:
        return house.cite(house.procedure.cards.steps[do].clause)
    if do == "order_recut":
        return house.cite(house.procedure.cards.recut)
    for task in (*state.programme[state.at :], *round_of_play(house, state.dealing, (1,))):
        if task.do == do:
            return task.clause
    return None


def _somebody_arrived(state: State) -> bool:
    return players.first_to_arrive(state) is not None


def _device_is_there(state: State) -> bool:
    return not state.devices_removed


WAITS: dict[str, Callable[[State], bool]] = {
    "view": _somebody_arrived,
    "turn_up": _somebody_arrived,
    "shuffle": _device_is_there,
    "load": _device_is_there,
}
"""Automatic steps that wait until nothing but themselves is missing: a player who looks, a device that is there."""


def _decide(house: House, state: State, command: Command, chance: Chance) -> Events:
    """A player's decision, in turn from the dealer's left."""
    task, position = state.programme[state.at], command.position
    assert position is not None
    bet = state.bets.get(position) if state.playing else None
    if bet is None or bet.player != command.who:
        raise Refusal(
            "not_your_hand",
            "Decide on your own hand only: this position is not yours in this round.",
            house.cite(house.procedure.completion.examine),
            position,
        )
    if task.do != "decide" or task.position != position:
        raise not_next(house, task)
    try:
        amount = _amount_of(house, state, task, bet, command)
    except Refusal as refusal:
        raise refusal.at(position) from None
    assert command.action is not None
    # Where several wagers are placed later, each has a clause of its own.
    clause = house.later_clauses[task.decision] if amount and len(house.later_clauses) > 1 else task.clause
    events: Events = [e.Decided(command.who, position, command.action, amount, clause, bool(command.automatic))]
    if command.action == "fold" and house.procedure.completion.forfeits_at_once:
        clause = house.cite(house.procedure.completion.forfeits)
        events.append(forfeit(house, state, position, lost_by_fold(house, bet), clause))
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
        least = write_money(decision.least * bet.stakes[house.rules.ante])
        raise Refusal(
            "amount_missing", f"Say how much to {decision.name}, at least {least}.", house.cite(decision.clause)
        )
    amount = players.read_chips(house, command.amount, decision.name)
    ante = bet.stakes[house.rules.ante]
    if amount != decision.least * ante:
        check_limits(house.rules, decision, ante, amount, _value(house, state, task.position))
    players.check_held(state, command.who, amount)
    return amount


def _value(house: House, state: State, position: int) -> int | None:
    """The value of a hand that its limits may depend on; None while cards are missing."""
    if house.game.deal.community:
        return None
    return house.rules.ranking.of(sum(CARDS[card] for card in state.hands[position]))


def _count_stub(house: House, state: State, command: Command, chance: Chance) -> Events:
    """Count the stub, and hands with it: all right, a misdeal of 52 cards, or an incomplete deck."""
    task = state.next
    assert task is not None
    if task.do != "rack_stub":
        raise not_next(house, task)
    method = house.method(state.dealing)
    counted = len(state.stock) if command.counted is None else command.counted
    if not 0 <= counted <= DECK_SIZE:
        raise Refusal("count_impossible", f"Count again: a stub has 0 to {DECK_SIZE} cards.", house.cite(method.count))
    hands = irregular.hands_counted(house, state, command)
    is_right = house.edition == FIRST or all(cards == right for cards, right in hands.values())
    if counted == len(state.stock) and is_right:
        return [e.StubRacked(house.cite(method.count), counted)]
    return irregular.wrong_count(house, state, command, counted, hands)


def _spread_idle(house: House, state: State, command: Command, chance: Chance) -> Events:
    """Spread the cards of a table without players, or without a wager for the time that the house sets."""
    clause = house.cite(house.procedure.cards.steps["spread_idle"].clause)
    players.check_idle(house, state, clause)
    return [e.StepDone(command.do, clause, command.who or command.by)]


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
        raise not_next(house, state.next)
    if state.shuffler != "none" and shuffler != state.shuffler and "shuffler" not in state.devices_removed:
        raise Refusal("device_on_table", "Remove the shuffling device from the table first.", clause)
    if house.method(state.dealing).in_stacks and dealing != state.dealing and "shoe" not in state.devices_removed:
        raise Refusal("device_on_table", "Remove the automated shoe from the table first.", clause)
    return [e.MethodChanged(dealing, shuffler, decks, clause)]


def _read_meters(house: House, state: State, command: Command, chance: Chance) -> Events:
    """Tables that share their meters read them before a round adds to them or takes from them."""
    progressive = house.rules.progressive
    if progressive is None:
        raise Refusal("no_progressive", "Leave the meters alone: this table offers no progressive wager.")
    if state.settling:
        raise Refusal("round_in_progress", "Read the meters when this round is settled.", progressive.stake_clause)
    main, secondary = read_money(command.main, "main meter"), read_money(command.secondary, "secondary meter")
    return [e.MetersRead(main, secondary, progressive.stake_clause)]


def _tip(house: House, state: State, command: Command, chance: Chance) -> Events:
    """Refuse a tip by a player whose round is being settled: a payout may have to be returned."""
    if state.settling and house.edition > FIRST and state.has_wagers(command.who):
        message = "Tip after the cards of the round are collected: a payout may still have to be returned."
        raise Refusal("round_not_over", message, house.cite(VOID_REVERSES_SETTLED.clause))
    return players.tip(house, state, command, chance)


def _close(house: House, state: State, command: Command, chance: Chance) -> Events:
    if state.playing or state.bets:
        raise Refusal("round_in_progress", "Close the table between rounds, with no wager on the layout.")
    return [e.TableClosed(command.who or command.by)]


COMMANDS: dict[str, CommandHandler] = {
    **players.COMMANDS,
    "tip": _tip,
    "bet": wagers.bet,
    "clear": wagers.clear,
    "decide": _decide,
    "decline_view": players.decline_view,
    "spread_idle": _spread_idle,
    "count_stub": _count_stub,
    "order_recut": _order_recut,
    "call": irregular.call,
    "remove_device": _remove_device,
    "change_method": _change_method,
    "void_round": irregular.void_round,
    "read_meters": _read_meters,
    "close": _close,
    **dict.fromkeys((*WAGERS, *PAYOUT), settle_step),
}
