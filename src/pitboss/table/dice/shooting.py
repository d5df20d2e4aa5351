"""Who shoots: the dice offered, taken, declined, passed on and changed."""

from pitboss.refusal import Refusal
from pitboss.table.chance import Chance
from pitboss.table.dice import events as e
from pitboss.table.dice.commands import Command
from pitboss.table.dice.programme import BETTING
from pitboss.table.dice.setup import House
from pitboss.table.dice.state import State
from pitboss.table.players import seat_of

Events = list[e.Event]


def next_position(state: State) -> int:
    """Clockwise from the position that had the dice, or declined them, last."""
    return min(state.seats, key=lambda position: (position <= state.turn, position))


def decline_dice(house: House, state: State, command: Command, chance: Chance) -> Events:
    position = check_offered(house, state, command.who)
    return [e.DiceDeclined(command.who, position, house.step_clause("take_dice"))]


def check_offered(house: House, state: State, who: str) -> int:
    position = seat_of(house, state, who)
    if position != state.offered:
        message = "Wait for the dice: they are not offered to you."
        raise Refusal("not_offered", message, house.step_clause("take_dice"), position)
    return position


def pass_dice(house: House, state: State, command: Command, chance: Chance) -> Events:
    """By the shooter between rolls; by the staff also while a shooter holds the dice and does not throw."""
    clause = house.cite(house.procedure.passing)
    if not state.shooter:
        raise Refusal("no_shooter", "Offer the dice: nobody has them.", clause)
    if command.by == "player" and command.who != state.shooter:
        raise Refusal("not_shooter", f"Leave it to {state.shooter}, who has the dice.", clause)
    task = state.next
    assert task is not None
    held = task.do == "throw" and command.by != "player"
    if not state.betting and not held:
        raise house.family.refuse_order(house, task)
    return [e.DicePassed(state.shooter, clause, command.who or command.by)]


def change_dice(house: House, state: State, command: Command, chance: Chance) -> Events:
    task = state.next
    assert task is not None
    if task.do not in (*BETTING, "check_dice"):
        raise house.family.refuse_order(house, task)
    return [e.DiceRemoved(house.cite(house.procedure.changing_dice), command.who or command.by)]
