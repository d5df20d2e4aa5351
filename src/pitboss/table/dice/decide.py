"""What the commands that are no steps of the procedure make happen."""

from collections.abc import Callable

from pitboss.refusal import Refusal
from pitboss.table import players
from pitboss.table.chance import Chance
from pitboss.table.dice import events as e
from pitboss.table.dice import irregular, shooting, wagers
from pitboss.table.dice.commands import Command
from pitboss.table.dice.setup import House
from pitboss.table.dice.state import State
from pitboss.table.family import CommandHandler

Events = list[e.Event]


def clause_of(house: House, state: State, do: str) -> str | None:
    """The clause that says who does a step, if one does."""
    if do in house.procedure.steps:
        return house.step_clause(do)
    return house.cite(CLAUSES[do](house)) if do in CLAUSES else None


CLAUSES: dict[str, Callable[[House], object]] = {
    **dict.fromkeys(("bet", "change", "take_down", "call_on", "call_off"), lambda house: house.procedure.wagering),
    "decline_dice": lambda house: house.procedure.steps["take_dice"].clause,
    "pass_dice": lambda house: house.procedure.passing,
    "change_dice": lambda house: house.procedure.changing_dice,
    "leave": lambda house: house.procedure.leaving,
}


def _leave(house: House, state: State, command: Command, chance: Chance) -> Events:
    """Wagers come down first, a contract is played to its end, and dice that are out are thrown."""
    position, clause = players.seat_of(house, state, command.who), house.cite(house.procedure.leaving)
    has_wagers, out = state.has_wagers(command.who), state.open and not state.betting and _dice_are_out(state)
    if out and (has_wagers or command.who == state.shooter):
        message = "Stay at the rail until the roll is settled."
        raise Refusal("must_stay_seated", message, clause, position)
    if contract := wagers.contract_of(house, state, command.who):
        message = "Stay at the rail: you have a wager that must stay until a roll decides it."
        raise Refusal("contract_wager", message, contract, position)
    if has_wagers:
        raise Refusal("wagers_on_layout", "Take your wagers down before you leave.", clause, position)
    return [e.Left(command.who, position)]


def _dice_are_out(state: State) -> bool:
    return state.next is not None and state.next.do not in ("receive", "inspect", "verify", "check_dice")


def _close(house: House, state: State, command: Command, chance: Chance) -> Events:
    if state.layout.lying or state.due or (not state.betting and _dice_are_out(state)):
        message = "Close the table between rolls, with no wager on the layout."
        raise Refusal("round_in_progress", message, house.cite(house.procedure.leaving))
    return [e.TableClosed(command.who or command.by)]


def _somebody_stands_there(state: State) -> bool:
    return bool(state.seats)


WAITS: dict[str, Callable[[State], bool]] = {"offer": _somebody_stands_there}
"""The dice are offered by themselves once there is somebody to offer them to."""


COMMANDS: dict[str, CommandHandler] = {
    **players.COMMANDS,
    "leave": _leave,
    "bet": wagers.bet,
    "change": wagers.change,
    "take_down": wagers.take_down,
    "call_on": wagers.call_on,
    "call_off": wagers.call_off,
    "decline_dice": shooting.decline_dice,
    "pass_dice": shooting.pass_dice,
    "change_dice": shooting.change_dice,
    "call": irregular.call,
    "close": _close,
}
