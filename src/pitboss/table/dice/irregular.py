"""What goes wrong with dice and wagers, and what it does."""

from pitboss.dice.layout import VOID
from pitboss.dice.procedure import Effect, Irregularity
from pitboss.refusal import Refusal, shown
from pitboss.table.dice import events as e
from pitboss.table.dice.commands import Command
from pitboss.table.dice.programme import BETTING
from pitboss.table.dice.setup import House
from pitboss.table.dice.state import State
from pitboss.table.dice.wagers import no_such_wager, returned
from pitboss.table.players import check_not_settling, round_voided

Events = list[e.Event]


def call(house: House, state: State, command: Command, chance: object) -> Events:
    """An irregularity called by the staff: refused where the table knows none, or where it cannot have happened."""
    known = house.procedure.irregularities
    found = known.get(command.what or "")
    if found is None:
        raise Refusal("unknown_irregularity", f"Call one of {', '.join(known)}; got {shown(command.what)}.")
    clause = house.cite(found.clause)
    if command.by not in found.by:
        raise Refusal("wrong_role", f"Leave it to the {' or '.join(found.by)}: {found.says}.", clause)
    if command.id is not None and found.effect is not Effect.VOID_WAGER:
        raise Refusal("unknown_field", f"Take 'id' out: {shown(command.what)} concerns no one wager.", clause)
    return EFFECTS[found.effect](house, state, command, found)


def _called(house: House, command: Command, found: Irregularity, position: int | None = None) -> e.IrregularityCalled:
    effect, clause = found.effect.name.lower(), house.cite(found.clause)
    return e.IrregularityCalled(command.what or "", effect, clause, command.who or command.by, position)


def _not_now(house: House, found: Irregularity, when: str) -> Refusal:
    return Refusal("not_now", f"This can be called {when}: {found.says}.", house.cite(found.clause))


def _no_roll(house: House, state: State, command: Command, found: Irregularity) -> Events:
    if not state.thrown:
        raise _not_now(house, found, "when the dice are thrown, until the roll is called")
    return [_called(house, command, found)]


def _check_not_settling(house: House, state: State, found: Irregularity) -> None:
    """Dice are on the table, and no roll that was called is still being settled."""
    task = state.next
    if task is None or task.do not in (*BETTING, "check_dice", "throw", "call_roll"):
        raise _not_now(house, found, "while there are dice, and no roll is being settled")


def _void_wager(house: House, state: State, command: Command, found: Irregularity) -> Events:
    _check_not_settling(house, state, found)
    clause, id = house.cite(found.clause), command.id
    if id is None:
        raise Refusal("field_missing", "Say by its 'id' which wager is void.", clause)
    if id in state.gone:
        left = state.gone[id]
        raise Refusal("wager_settled", f"Leave {left.bet.words()}: {left.how()}.", clause)
    if id not in state.layout.lying:
        raise no_such_wager(house, id)
    position = state.seat(str(state.layout.lying[id].placed.player))
    voided = e.RollWagersVoided(False, returned(house, state, [id], VOID), clause)
    return [_called(house, command, found, position), voided]


def _void_all(house: House, state: State, command: Command, found: Irregularity) -> Events:
    _check_not_settling(house, state, found)
    rows = returned(house, state, [str(id) for id in state.layout.lying], VOID)
    return [_called(house, command, found), e.RollWagersVoided(True, rows, house.cite(found.clause))]


SETTLING = ("move_puck", "take", "move_come", "pay")


def void_round(house: House, state: State, command: Command, chance: object) -> Events:
    """Void the run after a fault of the system or for a supervisor's reason: every wager goes back to the cent."""
    task = state.next
    check_not_settling(task is not None and task.do in SETTLING)
    called = round_voided(command)
    if not state.layout.lying:
        raise Refusal("nothing_to_void", "Go on: no wager lies on the table.", called.clause)
    rows = returned(house, state, [str(id) for id in state.layout.lying], VOID)
    return [called, e.RollWagersVoided(True, rows, called.clause)]


EFFECTS = {
    Effect.NO_ROLL: _no_roll,
    Effect.CHECK_DICE: _no_roll,
    Effect.VOID_WAGER: _void_wager,
    Effect.VOID_ALL: _void_all,
}
