"""The commands behind the events of a table of dice."""

from pitboss.money import write_money
from pitboss.script.behind.common import Behind, common, dealer, player, round_voided
from pitboss.script.event_file import EventFile
from pitboss.table.commands import STAFF
from pitboss.table.dice import events as e
from pitboss.table.dice.commands import SHAPES, Command
from pitboss.table.dice.state import State


def _step_done(state: State, event: e.StepDone, file: EventFile) -> list[Command]:
    return [Command(do=event.do, by=by, who=event.by) for by in (SHAPES[event.do].by if event.do in SHAPES else ())]


def _placed(state: State, event: e.WagerPlaced, file: EventFile) -> list[Command]:
    return [
        Command(
            do="bet",
            by="player",
            who=event.player,
            wager=event.wager,
            amount=write_money(event.amount),
            behind=event.behind,
            dice=event.dice,
            working=event.working,
        )
    ]


def _taken_down(state: State, event: e.WagersTakenDown, file: EventFile) -> list[Command]:
    return [Command(do="take_down", by="player", who=event.player, id=row.id) for row in event.rows[:1]]


def _called(state: State, event: e.WagerCalled, file: EventFile) -> list[Command]:
    do = "call_on" if event.working else "call_off"
    return [Command(do=do, by="player", who=event.player, id=event.id)]


def _by_staff(event: e.DicePassed | e.DiceRemoved | e.IrregularityCalled, default: str) -> list[tuple[str, str]]:
    """Roles and names of whoever of the staff may have done it: a person may be called as a role is."""
    return [*([(event.by, "")] if event.by in STAFF else []), (default, event.by)]


def _passed(state: State, event: e.DicePassed, file: EventFile) -> list[Command]:
    own = [Command(do="pass_dice", by="player", who=event.by)] if event.by == event.player else []
    return [*own, *(Command(do="pass_dice", by=by, who=who) for by, who in _by_staff(event, "dealer"))]


def _removed(state: State, event: e.DiceRemoved, file: EventFile) -> list[Command]:
    return [Command(do="change_dice", by=by, who=who) for by, who in _by_staff(event, "supervisor")]


def _irregularity(state: State, event: e.IrregularityCalled, file: EventFile) -> list[Command]:
    if event.what in ("malfunction", "void_round"):
        return [round_voided(Command, event)]
    following = file.peek(1)
    id = None
    if event.effect == "void_wager" and isinstance(following, e.RollWagersVoided) and following.rows:
        id = following.rows[0].id
    people = _by_staff(event, "supervisor")
    return [Command(do="call", by=by, who=who, what=event.what, id=id) for by, who in people]


BEHIND: dict[type, Behind] = {
    **common(Command),
    e.StepDone: _step_done,
    e.DiceReceived: dealer(Command, "receive"),
    e.DiceRemoved: _removed,
    e.DiceOffered: dealer(Command, "offer"),
    e.DiceTaken: player(Command, "take_dice"),
    e.DiceDeclined: player(Command, "decline_dice"),
    e.DicePassed: _passed,
    e.WagerPlaced: _placed,
    e.WagerRaised: player(Command, "change", "id", "amount"),
    e.WagerReduced: player(Command, "change", "id", "amount"),
    e.WagersTakenDown: _taken_down,
    e.WagerCalled: _called,
    e.BetsClosed: dealer(Command, "no_more_bets"),
    e.DiceThrown: player(Command, "throw"),
    e.RollCalled: dealer(Command, "call_roll"),
    e.PuckMoved: dealer(Command, "move_puck"),
    e.LosersTaken: dealer(Command, "take", "position"),
    e.ComeMoved: dealer(Command, "move_come", "position"),
    e.WinnersPaid: dealer(Command, "pay", "position"),
    e.IrregularityCalled: _irregularity,
}
