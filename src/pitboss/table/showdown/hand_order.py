"""The commands that settle one hand: in any order, or in the text's order at a table with `strict_order`.

The wagers of one hand are adjacent tasks. Any of them can be done while that hand is being settled. A task with nothing
left to do is skipped.
"""

from pitboss.refusal import Refusal, shown, spoken
from pitboss.regulations.citation import Citation
from pitboss.regulations.edition import FIRST
from pitboss.showdown.procedure import ALL_WAGERS
from pitboss.table.chance import Chance
from pitboss.table.showdown.commands import Command
from pitboss.table.showdown.programme import Task
from pitboss.table.showdown.setup import House
from pitboss.table.showdown.standing import PAYOUT, leading, part_of, result_of, tasks_of_hand
from pitboss.table.showdown.state import State
from pitboss.table.showdown.tasks import TASKS, Events, not_next, say


def settle_step(house: House, state: State, command: Command, chance: Chance) -> Events:
    """`take`, `pay` or a step of the progressive payout, at the hand that is being settled."""
    task, tasks = state.next, tasks_of_hand(house, state)
    assert task is not None
    if not tasks or command.position != task.position or _is_new(house, task, command):
        raise not_next(house, task)
    if command.wager is not None:
        _check_wager(house, state, command)
    _check_order(house, tasks, command)
    found = next((each for each in tasks if _does(house, each, command)), None)
    if found is None:
        raise not_next(house, task)
    return TASKS[found.do](house, state, found, command, chance)


def _is_new(house: House, task: Task, command: Command) -> bool:
    """Whether edition 1 knew no such step: all wagers that had lost were taken at once, then the others were paid."""
    return house.edition == FIRST and (command.wager is not None or command.do != task.do)


def _does(house: House, task: Task, command: Command) -> bool:
    """Whether a command does this task."""
    every = command.wager is None or task.part == ALL_WAGERS
    return task.do == command.do and (every or task.part == part_of(house, command.wager or ""))


def _check_order(house: House, tasks: list[Task], command: Command) -> None:
    """Check the order: of the steps of a payout always, of a hand's wagers at a table with `strict_order`."""
    payout = [task for task in tasks if task.do in PAYOUT]
    if command.do in PAYOUT and payout and payout[0].do != command.do:
        raise not_next(house, payout[0])
    if not (house.hand_order and house.setup.strict_order):
        return
    if not any(_does(house, task, command) for task in leading(tasks)):
        clause = house.cite(house.hand_order.clause)
        raise Refusal("not_next", f"First {say(house, tasks[0])}.", clause, command.position)


def _check_wager(house: House, state: State, command: Command) -> None:
    """The wager named is one of this hand, is not settled yet, and is lost if it is taken, not lost if it is paid."""
    position, wager = command.position, command.wager or ""
    assert position is not None
    bet, result, alternative = state.bets[position], result_of(state, position), house.alternative
    take = _clause(house, wager, alternative.take, alternative.take_sides)
    pay = _clause(house, wager, alternative.pay, alternative.pay_sides)
    own = pay if command.do == "pay" else take
    back = {row.wager for row in result.back}
    progressive = house.game.progressive
    if progressive and wager == progressive.name:
        clause = house.cite(house.procedure.progressive.document) if house.procedure.progressive else own
        raise Refusal("progressive_apart", "Settle the progressive with pay_progressive.", clause, position)
    if wager not in bet.stakes and wager not in back:
        raise Refusal("no_such_wager", f"Name a wager of this hand; it has no {shown(wager)}.", own, position)
    if wager not in bet.layout and (wager in bet.stakes or bet.bonus_paid):
        raise Refusal("wager_settled", f"Go on: the {spoken(wager)} is already settled.", own, position)
    if command.do == "pay" and wager in result.lost:
        raise Refusal("wager_lost", f"Take the {spoken(wager)}: it has lost.", take, position)
    if command.do == "take" and wager in back:
        raise Refusal("wager_not_lost", f"Pay the {spoken(wager)}: it has not lost.", pay, position)


def _clause(house: House, wager: str, main: Citation, sides: Citation | None) -> str:
    return house.cite(sides if sides and wager in house.bonuses else main)
