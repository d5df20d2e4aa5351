"""How long a table waits for people, and what is done for whoever stays silent. Pure: it reads no clock.

A table that the house runs closes the betting when the window is over and gives the dealer's steps that its setup does
not leave to the table itself, at a pace that eyes can follow. A silent player's decision is made by rule and marked.
"""

from collections.abc import Container
from typing import Any, Literal

import msgspec

from pitboss.floor.person import BOT
from pitboss.table.commands import Command
from pitboss.table.players import first_to_arrive
from pitboss.table.setup import House
from pitboss.table.state import State
from pitboss.table.views import allowed, choices, why_not

THOUSAND = 1_000


class Timing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Milliseconds. `betting` runs from the first wager; it is cut to `all_have_bet` when every player has wagered.
    After `idle` without a wager the cards are spread, though players sit at the table.

    `rounds_without_bet`: the number of rounds without a wager after which a seat is released; 0 for never.

    `dealt_by`: at a table of a `person`, the house does nothing but the clock of the players' decisions.
    """

    betting: int = 15_000
    all_have_bet: int = 3_000
    decision: int = 20_000
    pace: int = 700
    idle: int = 1_800_000
    rounds_without_bet: int = 5
    dealt_by: Literal["house", "person"] = "house"


class Wait(msgspec.Struct, frozen=True):
    """What the table waits for: how long, and the command that is given when the time is over.

    The time runs on as long as `situation` stays the same. `at_most` cuts it short from the moment it is known.
    """

    kind: str
    situation: tuple[Any, ...]
    microseconds: int
    command: dict[str, Any]
    at_most: int | None = None


def waiting(house: House, state: State, timing: Timing, closing: bool = False, out: Container[str] = ()) -> Wait | None:
    """What the table waits for now; None if only for people who may take all the time they like. `closing`: nobody
    is asked any more, so what cannot go on is void. `out`: who sits out, so that no betting window waits for them."""
    task = state.next
    if task is None or task.do in house.automatic:
        return None
    if task.by == "player":
        return _for_a_player(house, state, timing)
    if timing.dealt_by == "person":
        return None
    found = choices(house, state, task.by, do=task.do)
    command = found[0] if found else {"do": task.do, "by": task.by}
    if not found and why_not(house, state, house.family.forms.read(command)):
        return _void(house, state) if closing else _for_a_wager(house, state, timing)
    if not state.betting:
        return Wait("pace", _place(state), timing.pace * THOUSAND, command)
    everybody = all(map(state.has_wagers, waited_for(state, out)))
    at_most = timing.all_have_bet * THOUSAND if everybody else None
    return Wait("betting", (state.number, "betting"), timing.betting * THOUSAND, command, at_most)


def persons_in(state: State) -> list[str]:
    """Who sits at a table and is no program of the house."""
    return [who for who in dict.fromkeys(state.seats.values()) if not who.startswith(BOT)]


def waited_for(state: State, out: Container[str]) -> list[str]:
    """For whose bets a betting window waits: all persons who take part. Bots are waited for only by other bots."""
    return [who for who in persons_in(state) if who not in out] or [
        who for who in state.seats.values() if who.startswith(BOT)
    ]


def _place(state: State) -> tuple[Any, ...]:
    """Where a table stands in its programme: a decision more, and it is another place."""
    return state.number, state.sequence


def _for_a_player(house: House, state: State, timing: Timing) -> Wait | None:
    command = silent(house, state)
    if command is None or (state.inactive and first_to_arrive(state) is None):
        return None  # the cards lie spread until somebody asks for them, or arrives
    return Wait("decision", _place(state), timing.decision * THOUSAND, command)


def _void(house: House, state: State) -> Wait | None:
    """A run with wagers on the layout that nobody shoots on: passed on, the dice would go round for ever."""
    found = choices(house, state, "supervisor", do="void_round")
    return Wait("pace", _place(state), 0, found[0]) if found and state.unfinished else None


def _for_a_wager(house: House, state: State, timing: Timing) -> Wait | None:
    """Nobody has wagered: after a while the cards are spread (20.5(e), 38.4(e)), or the dice are passed on."""
    spread = choices(house, state, "dealer", do="spread_idle") if state.seats else []
    if spread:
        return Wait("idle", (state.number, "idle"), timing.idle * THOUSAND, spread[0])
    return _for_a_shooter(house, state, timing)


def _for_a_shooter(house: House, state: State, timing: Timing) -> Wait | None:
    """Whoever has the dice and no line wager keeps others waiting who have wagers: then they are passed on."""
    who = getattr(state, "shooter", "")
    others = any(state.has_wagers(each) for each in state.seats.values() if each != who)
    passing = choices(house, state, "player", who, do="pass_dice") if who and others else []
    return Wait("decision", (state.number, "line", who), timing.decision * THOUSAND, passing[0]) if passing else None


QUIETEST = ("fold", "check", "stand", "decline", "pass")
"""What silence means, where it is among the choices: nothing more is staked."""


def silent(house: House, state: State) -> dict[str, Any] | None:
    """The decision that is made for a player who says nothing: what stakes nothing more, and marked as automatic."""
    task = state.next
    for who in dict.fromkeys(state.seats.values()):
        found = [each for each in house.family.candidates(house, state, "player", who) if each.do == task.do]
        for command in sorted(found, key=_loudness):  # the quietest first: no louder one is asked for then
            if allowed(house, state, command):
                marked = "automatic" in house.family.forms.shapes[task.do].may
                given: dict[str, Any] = msgspec.to_builtins(command)
                return given | {"automatic": True} if marked else given
    return None


def _loudness(command: Command) -> tuple[bool, int]:
    action = getattr(command, "action", None)
    return getattr(command, "amount", None) is not None, QUIETEST.index(action) if action in QUIETEST else len(QUIETEST)
