"""A table in memory, with its event log, its books and the answers it has given: the shell around the pure core.

A command with a key is answered once: sent again it gets the same answer and has no second effect; the same key with
another command is refused.
"""

from typing import Any, Generic, TypeVar, cast

import msgspec

from pitboss.bank.ledger import Balances, balances_of, post
from pitboss.refusal import Refusal
from pitboss.table.chance import Chance
from pitboss.table.commands import Command
from pitboss.table.decide import carry_out, check, open_table
from pitboss.table.events import Event, Events, TableOpened
from pitboss.table.evolve import evolve, new_state
from pitboss.table.families import house_opened
from pitboss.table.setup import House
from pitboss.table.state import State

Answer = Events | Refusal

AHouse = TypeVar("AHouse", bound=House)
AState = TypeVar("AState", bound=State)


class Session(Generic[AHouse, AState]):
    """One table being played, of whatever family."""

    def __init__(self, house: AHouse, chance: Chance) -> None:
        self.house = house
        self.chance = chance
        self.log: list[Event] = []
        self.balances: Balances = {}
        self.answers: dict[tuple[str, str, str], tuple[bytes, Answer]] = {}
        events, opened = open_table(house, chance)
        self.state = cast(AState, opened)
        self._keep(events)

    def do(self, given: Any) -> list[Event]:
        """Carry a command out; its events are returned. Raises `Refusal`, and then nothing has changed."""
        command = self.house.family.forms.read(given)
        check(self.house, self.state, command)  # a command of the wrong shape uses up no key
        key = (command.by, command.who, command.key)
        if command.key and key in self.answers:
            return _told(self._again(command, key))
        answer: Answer
        try:
            answer, after = carry_out(self.house, self.state, command, self.chance)
        except Refusal as refusal:
            answer = refusal
        else:
            self._keep(answer)
            self.state = cast(AState, after)
        if command.key:
            self.answers[key] = (msgspec.json.encode(command), answer)
        return _told(answer)

    def _again(self, command: Command, key: tuple[str, str, str]) -> "Answer":
        """The answer given before. Keys are each person's own; one is good for one command only."""
        first, answer = self.answers[key]
        if msgspec.json.encode(command) != first:
            return Refusal("key_reused", "Use a new key: this one belongs to another command.")
        return answer

    def _keep(self, events: list[Event]) -> None:
        for event in events:
            post(self.balances, event)
        self.log += events


def _told(answer: Answer) -> list[Event]:
    """The answer as its caller gets it: a list of the caller's own, or the refusal raised afresh."""
    if isinstance(answer, Refusal):
        raise Refusal(answer.code, answer.message, answer.clause, answer.position)
    return list(answer)


def replay(events: list[Event]) -> tuple[House, State, Balances]:
    """The house, the state and the balances that an event log makes. Its first event says under which setup."""
    if not events or not isinstance(events[0], TableOpened):
        raise Refusal(
            "not_a_log", "Start the event file with the table's opening: its first line must be table_opened."
        )
    house = house_opened(events[0])
    state = new_state(house)
    for event in events:
        state = evolve(house, state, event)
    return house, state, balances_of(events)
