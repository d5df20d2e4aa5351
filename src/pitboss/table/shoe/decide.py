"""What the commands that are no steps of the procedure make happen: wagers, decisions, devices, the close."""

from collections.abc import Callable

from pitboss.refusal import Refusal, shown
from pitboss.shoe.hands import in_words, must_draw
from pitboss.table import events as table
from pitboss.table import players
from pitboss.table.chance import Chance
from pitboss.table.events import Events
from pitboss.table.family import CommandHandler
from pitboss.table.shoe import decisions, irregular, tasks, wagers
from pitboss.table.shoe import events as e
from pitboss.table.shoe.commands import Command
from pitboss.table.shoe.setup import House
from pitboss.table.shoe.state import State


def clause_of(house: House, state: State, do: str) -> str | None:
    """The clause that says who does a step, if one does."""
    procedure = house.procedure
    if do in procedure.cards or do in procedure.round:
        return house.step(do)
    if do == "order_recut":
        return house.cite(procedure.recut)
    if do == "destroy":
        return house.cite(procedure.irregularities["ten_found"].clause)
    return None


WAITS: dict[str, Callable[[State], bool]] = {
    "view": lambda state: players.first_to_arrive(state) is not None,
    "shuffle": lambda state: not state.shuffler_removed,
}
"""Automatic steps that wait until nothing but themselves is missing: a player who looks, a device that is there."""


def _spread_idle(house: House, state: State, command: Command, chance: Chance) -> Events:
    """Spread the cards of a table without players, or without a wager for the time that the house sets."""
    clause = house.step("spread_idle")
    players.check_idle(house, state, clause)
    return [table.StepDone(command.do, clause, command.who or command.by)]


def _order_recut(house: House, state: State, command: Command, chance: Chance) -> Events:
    clause = house.cite(house.procedure.recut)
    if not state.cut:
        raise Refusal("nothing_to_recut", "Order a recut after a cut and before the first card is dealt.", clause)
    return [table.RecutOrdered(clause, command.who or command.by)]


def _remove_device(house: House, state: State, command: Command, chance: Chance) -> Events:
    clause = house.cite(house.procedure.devices)
    if command.device != "shuffler":
        raise Refusal("unknown_device", f"Name the 'shuffler'; got {shown(command.device)}.", clause)
    if state.shuffler == "none" or state.shuffler_removed:
        raise Refusal("no_such_device", "There is no shuffling device on this table to remove.", clause)
    return [table.DeviceRemoved(command.device, clause, command.who or command.by)]


def _change_method(house: House, state: State, command: Command, chance: Chance) -> Events:
    """Another way to shuffle, or another card reader; a device that is no longer used must be off the table first."""
    clause = house.cite(house.procedure.devices)
    shuffler, reader = command.shuffler or state.shuffler, command.card_reader or state.card_reader
    house.check_devices(shuffler, reader)
    if state.shuffler_removed and command.shuffler is None:
        raise Refusal("device_missing", "Say what replaces the shuffling device that was taken off the table.", clause)
    if state.playing and command.card_reader is not None:
        message = "Change the card reader between rounds."
        why = house.procedure.reader if state.card_reader == "none" else house.procedure.new_reader
        raise Refusal("round_in_progress", message, house.cite(why))
    if state.shuffler != "none" and shuffler != state.shuffler and not state.shuffler_removed:
        raise Refusal("device_on_table", "Remove the shuffling device from the table first.", clause)
    same_shuffler = shuffler == state.shuffler and not state.shuffler_removed
    if command.card_reader is not None and same_shuffler:
        clause = house.cite(house.procedure.new_reader)
    return [e.DevicesChanged(shuffler, reader, clause)]


def _draw(house: House, state: State, command: Command, chance: Chance) -> Events:
    """A dealer who has the own hand already is told why it is complete."""
    task = state.next
    assert task is not None
    if task.do == "draw":
        return tasks.TASKS["draw"](house, state, task, command, chance)
    if state.results is None:
        raise house.family.refuse_order(house, task)
    rules, dealer = house.game.dealer, in_words(state.dealer)
    if must_draw(state.dealer, house.rules.hits_soft_17):
        clause, why = rules.need_not_draw, f"no wager depends on another card to {dealer}"
    else:
        clause, why = rules.draws, f"the dealer stands on {dealer}"
    raise Refusal("not_next", f"Draw no more: {why}. First {tasks.say(house, task)}.", house.cite(clause))


def _close(house: House, state: State, command: Command, chance: Chance) -> Events:
    if state.playing or state.boxes:
        raise Refusal("round_in_progress", "Close the table between rounds, with no wager on the layout.")
    if state.ten:
        clause = house.cite(house.procedure.irregularities["ten_found"].clause)
        raise Refusal("ten_not_destroyed", f"Have the floorperson destroy the {state.ten} first.", clause)
    return [table.TableClosed(command.who or command.by)]


COMMANDS: dict[str, CommandHandler] = {
    **players.COMMANDS,
    "bet": wagers.bet,
    "clear": wagers.clear,
    "consent": wagers.consent,
    "decide": decisions.decide,
    "decline_view": players.decline_view,
    "spread_idle": _spread_idle,
    "order_recut": _order_recut,
    "call": irregular.call,
    "remove_device": _remove_device,
    "change_method": _change_method,
    "void_round": irregular.void_round,
    "draw": _draw,
    "close": _close,
}
