"""A table in memory, with its event log, its books and the answers it has given: the shell around the pure core.

A command with a key is answered once: sent again it gets the same answer and has no second effect; the same key with
another command is refused.
"""

from typing import Any

import msgspec

from pitboss.bank.ledger import Balances, balances_of, post
from pitboss.refusal import Refusal
from pitboss.table import events as e
from pitboss.table.commands import Command, read_command
from pitboss.table.decide import carry_out, check, open_table
from pitboss.table.evolve import evolve
from pitboss.table.setup import House, house_of
from pitboss.table.state import State, new_state
from pitboss.table.tasks import Chance

Answer = list[e.Event] | Refusal


class Session:
    """One table being played."""

    def __init__(self, house: House, chance: Chance) -> None:
        self.house = house
        self.chance = chance
        self.log: list[e.Event] = []
        self.balances: Balances = {}
        self.answers: dict[tuple[str, str, str], tuple[bytes, Answer]] = {}
        events, self.state = open_table(house, chance)
        self._keep(events)

    def do(self, given: Any) -> list[e.Event]:
        """Carry a command out; its events are returned. Raises `Refusal`, and then nothing has changed."""
        command = read_command(given)
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
            self.state = after
        if command.key:
            self.answers[key] = (msgspec.json.encode(command), answer)
        return _told(answer)

    def _again(self, command: Command, key: tuple[str, str, str]) -> "Answer":
        """The answer given before. Keys are each person's own; one is good for one command only."""
        first, answer = self.answers[key]
        if msgspec.json.encode(command) != first:
            return Refusal("key_reused", "Use a new key: this one belongs to another command.")
        return answer

    def _keep(self, events: list[e.Event]) -> None:
        for event in events:
            post(self.balances, event)
        self.log += events


def _told(answer: Answer) -> list[e.Event]:
    """The answer as its caller gets it: a list of the caller's own, or the refusal raised afresh."""
    if isinstance(answer, Refusal):
        raise Refusal(answer.code, answer.message, answer.clause, answer.position)
    return list(answer)


def replay(events: list[e.Event]) -> tuple[House, State, Balances]:
    """The house, the state and the balances that an event log makes. Its first event says under which setup."""
    if not events or not isinstance(events[0], e.TableOpened):
        raise Refusal(
            "not_a_log", "Start the event file with the table's opening: its first line must be table_opened."
        )
    house = house_of(events[0].setup)
    state = new_state(house)
    for event in events:
        state = evolve(house, state, event)
    return house, state, balances_of(events)
