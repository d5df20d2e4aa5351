"""What each task of a programme makes happen, done by a person or by the table itself (then `command` is None)."""

from pitboss.dice.layout import Gone
from pitboss.dice.runs import MOST_ROLLS
from pitboss.dice.throws import read_dice
from pitboss.refusal import Refusal
from pitboss.table.chance import Chance
from pitboss.table.dice import events as e
from pitboss.table.dice.commands import SHAPES, Command
from pitboss.table.dice.setup import House
from pitboss.table.dice.shooting import check_offered, next_position
from pitboss.table.dice.state import State
from pitboss.table.family import TaskHandler
from pitboss.table.state import Task

Events = list[e.Event]

DICE_IN_A_SET = 5


def say(house: House, task: Task) -> str:
    """What a task asks for, as a person would say it."""
    if task.do == "take_dice":
        return "the player who is offered the dice must take or decline them"
    if task.do == "throw":
        return "the shooter must throw the dice"
    place = f" at position {task.position}" if task.position else ""
    return f"the {task.by} must {SHAPES[task.do].says}{place}"


def _plain(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    return [e.StepDone(task.do, task.clause, command.who or command.by if command else "")]


def _receive(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    return [e.DiceReceived(DICE_IN_A_SET, task.clause)]


def _offer(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    if not state.seats:
        raise Refusal("nobody_at_the_rail", "Wait for a player to offer the dice to.", task.clause)
    position = next_position(state)
    return [e.DiceOffered(state.seats[position], position, task.clause)]


def _take_dice(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    assert command is not None, "no table takes the dice by itself"
    position = check_offered(house, state, command.who)
    return [e.DiceTaken(command.who, position, task.clause)]


def _no_more_bets(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    lying = state.layout.lying.values()
    has_line = any(bet.placed.player == state.shooter and bet.placed.wager in house.come_out_lines for bet in lying)
    if not state.layout.point and not has_line:
        raise Refusal(
            "line_wager_missing",
            f"Have {state.shooter} place a pass or don't pass wager first, or pass the dice on.",
            house.cite(house.procedure.line_wager),
            state.seat(state.shooter),
        )
    if len(state.rolls) >= MOST_ROLLS:
        message = f"Have the supervisor end the run: {MOST_ROLLS} rolls are the most that are kept."
        raise Refusal("run_too_long", message, task.clause)
    positions = sorted({state.seat(str(bet.placed.player)) for bet in lying})
    return [e.BetsClosed(state.number + (not state.playing), tuple(positions), task.clause)]


def _throw(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    if command is not None and command.who != state.shooter:
        raise Refusal("not_shooter", f"Leave the dice to {state.shooter}, who is the shooter.", task.clause)
    given = command.dice if command else None
    if given is not None and not house.setup.given_orders:
        raise Refusal("dice_not_allowed", "Leave 'dice' out: at this table they fall by chance alone.", task.clause)
    dice = f"{chance.between(1, 6)}-{chance.between(1, 6)}" if given is None else given
    read_dice(dice, "the dice", house.procedure.throwing, house.jurisdiction)
    return [e.DiceThrown(state.shooter, dice, task.clause)]


def _call_roll(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    dice = read_dice(state.thrown, "the dice", house.procedure.throwing, house.jurisdiction)
    return [e.RollCalled(state.layout.next_roll, state.thrown, sum(dice), state.layout.point, task.clause)]


def _move_puck(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    return [e.PuckMoved(state.layout.point, task.clause)]


def _take(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    rows = tuple(_row(each) for each in state.due[task.position] if each.outcome == "lose")
    return [e.LosersTaken(task.position, state.seats[task.position], rows, task.clause)]


def _pay(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    rows = tuple(_row(each) for each in state.due[task.position] if each.outcome != "lose")
    return [e.WinnersPaid(task.position, state.seats[task.position], rows, task.clause)]


def _row(left: Gone) -> e.Decided:
    placed = left.bet.placed
    stake = left.bet.amount
    return e.Decided(
        str(placed.id), placed.wager, left.outcome, stake, left.pays, left.commission, left.clause, left.why
    )


def _move_come(house: House, state: State, task: Task, command: Command | None, chance: Chance) -> Events:
    ids = state.moving[task.position]
    point = state.layout.lying[ids[0]].point
    return [e.ComeMoved(task.position, state.seats[task.position], ids, point, task.clause)]


TASKS: dict[str, TaskHandler] = {
    "receive": _receive,
    "inspect": _plain,
    "verify": _plain,
    "offer": _offer,
    "take_dice": _take_dice,
    "no_more_bets": _no_more_bets,
    "throw": _throw,
    "call_roll": _call_roll,
    "check_dice": _plain,
    "move_puck": _move_puck,
    "take": _take,
    "move_come": _move_come,
    "pay": _pay,
}
