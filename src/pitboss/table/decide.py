"""`decide`: what a command makes happen at a table, or why it may not. Pure: chance is passed in.

Every refusal raises `Refusal` before any event exists, so nothing is ever half done. After the command, the steps that
the table's setup leaves to the table run by themselves until a person is needed.
"""

from pitboss.refusal import Refusal
from pitboss.table.chance import Chance
from pitboss.table.commands import Command
from pitboss.table.events import Events
from pitboss.table.evolve import happen, new_state, own_copy
from pitboss.table.setup import House
from pitboss.table.state import State


def open_table(house: House, chance: Chance) -> tuple[Events, State]:
    """A new table's first events and the state they make."""
    events: Events = [house.opened()]
    own = new_state(house)
    happen(house, own, events)
    _run(house, own, events, chance)
    return events, own


def decide(house: House, state: State, command: Command, chance: Chance) -> Events:
    """The events of a command. Raises `Refusal`."""
    return step(house, state, command, chance)[0]


def step(house: House, state: State, command: Command, chance: Chance) -> tuple[Events, State]:
    """The events of a command and the state after them."""
    check(house, state, command)
    return carry_out(house, state, command, chance)


def check(house: House, state: State, command: Command) -> None:
    """Refuse a command of the wrong shape, or of the wrong person, with the clause that says whose it is."""
    try:
        house.family.forms.check(command)
    except Refusal as refusal:
        clause = house.family.clause_of(house, state, command.do)
        raise Refusal(refusal.code, refusal.message, clause) from None


def carry_out(house: House, state: State, command: Command, chance: Chance) -> tuple[Events, State]:
    """The same for a command that was checked."""
    if not state.open and command.do not in ("leave", "cash_out"):
        raise Refusal("table_closed", "Choose another table: this one is closed.")
    handler = house.family.commands.get(command.do)
    events = handler(house, state, command, chance) if handler else _do_task(house, state, command, chance)
    own = own_copy(state)
    happen(house, own, events)
    _run(house, own, events, chance)
    return events, own


def go_on(house: House, state: State, chance: Chance) -> tuple[Events, State]:
    """What happens by itself from here, without a command: after a fault, or where a setting now lets it happen."""
    events: Events = []
    own = own_copy(state)
    _run(house, own, events, chance)
    return events, own


def _do_task(house: House, state: State, command: Command, chance: Chance) -> Events:
    """A step of the procedure, if it is the next one."""
    task = state.next
    assert task is not None
    if command.do != task.do or (command.position is not None and task.position != command.position):
        raise house.family.refuse_order(house, task)
    return house.family.tasks[task.do](house, state, task, command, chance)


def _run(house: House, own: State, events: Events, chance: Chance) -> None:
    """Let the automatic steps happen until a person is needed. `own` is a state that nobody else holds."""
    automatic, tasks, waits = house.automatic, house.family.tasks, house.family.waits
    while own.at < len(own.programme):
        task = own.programme[own.at]
        do = task.do
        if do not in automatic or (do in waits and not waits[do](own)):
            break
        made = tasks[do](house, own, task, None, chance)
        happen(house, own, made)
        events += made
