"""What each role may see of a table: of its state, and of each event as it happens; and what it can do now."""

from typing import Any

import msgspec

from pitboss.money import write_money
from pitboss.refusal import Refusal
from pitboss.table.chance import NO_CHANCE
from pitboss.table.commands import Command
from pitboss.table.decide import decide
from pitboss.table.events import Event
from pitboss.table.setup import House
from pitboss.table.state import State


def view(house: House, state: State, role: str, who: str = "") -> dict[str, Any]:
    """The table as one person sees it, with what that person can do now."""
    return table(house, state, role, who) | {"choices": choices(house, state, role, who)}


def table(house: House, state: State, role: str, who: str = "") -> dict[str, Any]:
    """The table as one person sees it."""
    task = state.next
    return {
        "game": house.game.name,
        "round": state.number,
        "open": state.open,
        "betting": state.betting,
        "playing": state.playing,
        "next": None if task is None else _task(house, state, task),
        "seats": {str(position): player for position, player in sorted(state.seats.items())},
        "chips": write_money(state.chips.get(who, 0)) if role == "player" else None,
        **house.family.view(house, state, role, who),
    }


def _task(house: House, state: State, task: Any) -> dict[str, Any]:
    told = {"do": task.do, "by": task.by, "position": task.position or None}
    return (
        told | house.family.asked(house, state, task) | {"says": house.family.say(house, task), "clause": task.clause}
    )


def seen(house: House, state: State, event: Event, role: str, who: str = "") -> dict[str, Any]:
    """An event as one person sees it happen; `state` is the table before it. Refusals are told to nobody else."""
    return house.family.seen(state, event, role, who)


def choices(house: House, state: State, role: str, who: str = "", do: str = "") -> list[dict[str, Any]]:
    """What a role can do now, or only commands that `do` one thing. Found by asking `decide`: both always agree."""
    found = house.family.candidates(house, state, role, who)
    return [
        msgspec.to_builtins(command)
        for command in found
        if (not do or command.do == do) and allowed(house, state, command)
    ]


def allowed(house: House, state: State, command: Command) -> bool:
    return why_not(house, state, command) is None


def why_not(house: House, state: State, command: Command) -> Refusal | None:
    """The refusal a command would get now; None if it would be accepted."""
    try:
        decide(house, state, command, NO_CHANCE)
    except Refusal as refusal:
        return refusal
    return None
