"""A run of rolls at a table, written down as `pitboss settle` takes it.

What was done between two rolls is written as what it came to: a wager taken back before any roll is left out, and
of two changes before the same roll the last one stands.
"""

import msgspec

from pitboss.dice.layout import VOID, Bet, Gone, Id
from pitboss.dice.runs import ChangeForm, RunForm, WagerForm
from pitboss.dice.throws import write_dice
from pitboss.money import write_money
from pitboss.table.dice.setup import House
from pitboss.table.dice.state import State


def changes_before_roll(state: State) -> dict[Id, tuple[ChangeForm, ...]]:
    """All changes of wagers that still lie there, with those made since the last roll."""
    found, number = dict(state.changes), state.layout.next_roll
    for id, was in state.after_last_roll.items():
        now = state.layout.lying.get(id)
        if now is None or now is was:
            continue
        made = []
        if now.amount != was.amount:
            made.append(ChangeForm(number, amount=write_money(now.amount)))
        if now.working is not was.working:
            made.append(ChangeForm(number, working=now.working))
        found[id] = (*found.get(id, ()), *made)
    return found


def record(house: House, state: State) -> RunForm:
    """The run as far as it has come. What was placed after the last roll has not been in it."""
    bets = {id: left.bet for id, left in state.gone.items()} | state.layout.lying
    in_run = [
        bet for bet in bets.values() if bet.placed.before <= len(state.rolls) and not _came_to_nothing(state, bet)
    ]
    return RunForm(
        house.game.name,
        list(state.rolls),
        [_wager(state, bet) for bet in sorted(in_run, key=lambda bet: int(bet.placed.id))],
        house.jurisdiction,
        house.written_options,
    )


def _came_to_nothing(state: State, bet: Bet) -> bool:
    """Odds that were void before any roll counted for them, and whose line wager was then taken down."""
    line = None if bet.behind is None else state.gone.get(bet.behind)
    return line is not None and line.roll is None and line.outcome != VOID and line.before == bet.placed.before


def _wager(state: State, bet: Bet) -> WagerForm:
    placed, id = bet.placed, bet.placed.id
    last = _leaving(state, state.gone[id]) if id in state.gone else ()
    return WagerForm(
        id,
        placed.player,
        placed.wager,
        write_money(placed.amount),
        placed.before,
        placed.behind,
        write_dice(placed.dice) if placed.dice else None,
        placed.working,
        [*state.changes.get(id, ()), *last],
    )


def _leaving(state: State, left: Gone) -> tuple[ChangeForm, ...]:
    """How a wager left the layout, if no roll decided it; odds that came to the same as their line need no word."""
    if left.roll is not None:
        return ()
    line = None if left.bet.behind is None else state.gone.get(left.bet.behind)
    if line is not None and (line.roll, line.before, line.outcome) == (None, left.before, left.outcome):
        return ()
    if left.outcome == VOID:
        return (ChangeForm(left.before, void=True),)
    return (ChangeForm(left.before, down=True),) if left.before <= len(state.rolls) else ()


def carried(state: State) -> dict[Id, Bet]:
    """What a seven-out leaves on the layout, as the next run has it: placed before its first roll."""
    found: dict[Id, Bet] = {}
    for id, bet in state.layout.lying.items():
        assert not bet.point and bet.behind is None, "a seven-out decides every wager with a point"
        placed = msgspec.structs.replace(bet.placed, amount=bet.amount, working=bet.working, before=1)
        found[id] = Bet(placed, bet.amount, working=bet.working)
    return found
