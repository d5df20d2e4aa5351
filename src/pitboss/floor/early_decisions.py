"""Early decisions: what players choose before their turn, held in memory and carried out when the turn comes.

Nothing is stored, and no other person sees it before the turn. What can be chosen is found by asking the table what
it would allow if everybody before that player said nothing. No chance is used for that, and no card is shown.
"""

import copy
from typing import Any

import msgspec

from pitboss.floor.person import Person
from pitboss.floor.timing import silent
from pitboss.refusal import Refusal
from pitboss.table.chance import NO_CHANCE
from pitboss.table.commands import Command
from pitboss.table.decide import step
from pitboss.table.setup import House
from pitboss.table.state import State
from pitboss.table.views import allowed, choices

DECIDE = "decide"

BETWEEN = frozenset({"pay", "collect", "deal"})
"""Steps of the dealer between two decisions of one decision round: a blackjack is paid, a split hand gets a card."""

MOST_DROPPED = 1_000
"""Keys of dropped decisions that are remembered, the latest ones."""

DecisionRound = tuple[Any, ...]
"""A decision round: the decisions that players make one after the other on the same question."""

Place = tuple[str, int]
"""Who decides, and at which position."""

DROPPED = Refusal(
    "decision_dropped", "Send a new decision with a new key: this one was replaced or dropped before your turn."
)
OVER = Refusal("decision_over", "Look at the table and decide again: the question of this decision is over.")
REUSED = Refusal("key_reused", "Use a new key: this one belongs to another command.")


def round_of(state: State) -> DecisionRound | None:
    """The decision round of the decision that is asked now; None if none is."""
    task = state.next
    return _round(state, task) if state.playing and task is not None and task.do == DECIDE else None


def name_of(decision_round: DecisionRound | None) -> str:
    """A decision round as a client names it."""
    return " ".join(map(str, decision_round or ()))


def _round(state: State, task: Any) -> DecisionRound | None:
    """One street of a poker game, or one question at a shoe. Whether to join a decision is a question to one box."""
    if task.do != DECIDE:
        return None
    hand = getattr(task, "hand", 0)
    asks = getattr(task, "decision", 0), getattr(task, "asks", "")
    return state.number, *asks, hand, task.position if hand else 0


def place_of(command: dict[str, Any]) -> Place:
    return str(command.get("who")), command.get("position") or 0


def turns_to_come(house: House, state: State) -> dict[Place, State]:
    """The turns of this decision round that are still to come, each with the table as it will be if everybody before
    says nothing. A player who is asked now has none at that position: a second decision depends on the first."""
    found: dict[Place, State] = {}
    now, command = round_of(state), silent(house, state) if round_of(state) else None
    asked = place_of(command) if command else None
    while command and any(_round(state, task) == now for task in state.programme[state.at + 1 :]):
        state = step(house, state, house.family.forms.read(command), NO_CHANCE)[1]
        command = silent(house, state) if round_of(state) == now else None
        if command and place_of(command) != asked:
            found.setdefault(place_of(command), state)
    return found


class Note(msgspec.Struct, frozen=True):
    """A decision that waits for its turn."""

    person: Person
    command: Command
    digest: bytes
    round: DecisionRound

    def has_key(self, person: Person, key: str) -> bool:
        return self.person.name == person.name and self.command.key == key


class EarlyDecisions:
    """The early decisions at one table, and what can be chosen early."""

    def __init__(self, house: House) -> None:
        self._house = copy.copy(house)
        self._house.automatic = BETWEEN  # no other automatic step runs in this calculation
        self._notes: dict[Place, Note] = {}
        self._dropped: dict[tuple[str, str], bytes] = {}
        """By player and key: decisions that were replaced or dropped. Sent again late, they must not count."""
        self._known: tuple[State, dict[Place, State], dict[Place, list[dict[str, Any]]]] | None = None

    def to_come(self, state: State) -> dict[Place, State]:
        """As `turns_to_come`, found once for every state: states are replaced, never changed."""
        if self._known is None or self._known[0] is not state:
            self._known = state, turns_to_come(self._house, state), {}
        return self._known[1]

    def offered(self, state: State, who: str) -> list[dict[str, Any]]:
        """The decisions that a player can make early, in their order: where, what can be chosen, what is noted."""
        return [self._offer(state, place) for place in self.to_come(state) if place[0] == who]

    def _offer(self, state: State, place: Place) -> dict[str, Any]:
        note = self._notes.get(place)
        noted = note and msgspec.to_builtins(note.command)
        if noted:
            noted.pop("key", None)
        named = name_of(round_of(state))
        return {"position": place[1], "round": named, "choices": self._choices(state, place), "noted": noted}

    def _choices(self, state: State, place: Place) -> list[dict[str, Any]]:
        later = self.to_come(state)[place]
        assert self._known is not None
        known = self._known[2]
        if place not in known:
            known[place] = choices(self._house, later, "player", place[0], do=DECIDE)
        return known[place]

    def note(self, state: State, person: Person, command: Command, digest: bytes, early: str) -> bool:
        """Hold a decision until its turn. False if it is not one that can be made early. `early` names the decision
        round that was offered. Raises `Refusal` for another one, and for a key that was used before."""
        if person.role != "player" or command.do != DECIDE:
            return False
        if command.key and self._check_key(person, command.key, digest):
            return True
        if early and early != name_of(round_of(state)):
            raise OVER
        if not early:
            return False
        place = person.name, command.position or 0
        later = self.to_come(state).get(place)
        if later is None or not allowed(self._house, later, command):
            return False
        self._drop(place)
        decision_round = round_of(state)
        assert decision_round is not None
        self._notes[place] = Note(person, command, digest, decision_round)
        return True

    def _check_key(self, person: Person, key: str, digest: bytes) -> bool:
        """Whether a decision is noted already: sent again, it has no second effect."""
        held = next((note.digest for note in self._notes.values() if note.has_key(person, key)), None)
        known = held or self._dropped.get((person.name, key))
        if known not in (None, digest):
            raise REUSED
        if known and not held:
            raise DROPPED
        return held is not None

    def take(self, state: State, place: Place) -> Note | None:
        """The decision of a player whose turn has come; it is held no longer."""
        note = self._notes.get(place)
        return self._notes.pop(place) if note and note.round == round_of(state) else None

    def hold(self, note: Note) -> None:
        """Hold a decision again that could not be stored when its turn came."""
        self._notes[note.person.name, getattr(note.command, "position", None) or 0] = note

    def drop_expired(self, state: State) -> None:
        """Drop decisions whose turn cannot come any more: the round is void or over, or the player has left."""
        if not self._notes:
            return
        left = {_round(state, task) for task in state.programme[state.at :]} if state.playing else set()
        for place, note in [*self._notes.items()]:
            if note.round not in left or place[0] not in state.seats.values():
                self._drop(place)

    def clear(self) -> None:
        """Drop all of them: the table has stopped."""
        for place in [*self._notes]:
            self._drop(place)

    def _drop(self, place: Place) -> None:
        note = self._notes.pop(place, None)
        if note is None or not note.command.key:
            return
        self._dropped[note.person.name, note.command.key] = note.digest
        if len(self._dropped) > MOST_DROPPED:
            del self._dropped[next(iter(self._dropped))]
