"""What a family of games brings to the table. The table itself knows no cards, no dice and no game by name.

A family declares its commands, what each of them and each task of its programme makes happen, what every event makes of
the state, and what each role sees. The table runs them all by the same loop: check, decide, let it happen, go on with
what needs no person.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from pitboss.refusal import Refusal
from pitboss.table.chance import Chance
from pitboss.table.commands import Command, Forms
from pitboss.table.events import Event, Events
from pitboss.table.setup import House, Setup
from pitboss.table.state import State

CommandHandler = Callable[[Any, Any, Any, Chance], Events]
"""From house, state, command and chance to events; raises `Refusal`."""

TaskHandler = Callable[[Any, Any, Any, Any, Chance], Events]
"""The same for a task; its command is None where the table does it by itself."""

EventHandler = Callable[[Any, Any, Any], None]
"""What an event makes of a state that belongs to the handler; what the state holds is replaced, never changed."""


class Family(msgspec.Struct, frozen=True):
    """How one family of games is played at a table."""

    setup: type[Setup]
    house: type[House]
    new_state: Callable[[Any], State]
    forms: Forms
    commands: Mapping[str, CommandHandler]
    tasks: Mapping[str, TaskHandler]
    events: tuple[type[Event], ...]
    happens: Mapping[type, EventHandler]
    say: Callable[[Any, Any], str]
    clause_of: Callable[[Any, Any, str], str | None]
    view: Callable[[Any, Any, str, str], dict[str, Any]]
    seen: Callable[[Any, Event, str, str], dict[str, Any]]
    candidates: Callable[[Any, Any, str, str], Sequence[Command]]
    waits: Mapping[str, Callable[[Any], bool]] = {}
    asked: Callable[[Any, Any, Any], dict[str, Any]] = lambda house, state, task: {}
    """What a task asks besides its step, role and position."""

    def refuse_order(self, house: House, task: Any) -> Refusal:
        """Something else comes first."""
        return Refusal("not_next", f"First {self.say(house, task)}.", task.clause, task.position or None)
