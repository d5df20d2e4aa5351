"""A scripted table of dice for tests: every step is told, every throw chosen, the books checked after each command.

    rail = Rail()
    rail.come_out("p1")                     # at position 1, with the dice and a pass wager of 10.00
    odds = rail.bet("p1", "odds", "30.00")  # refused: no point yet
    rail.roll("6-4")                        # no more bets, the throw, its call, and all that follows
    assert rail.won("p1") == 0

Nothing runs by itself (`automatic` is "none") unless the test says so.
"""

import io
from random import Random
from typing import Any

import msgspec
import pytest

import pitboss
from pitboss.drill.dice.checks import DiceWitness
from pitboss.refusal import Refusal
from pitboss.regulations.edition import EDITION, FIRST
from pitboss.script import replay_answer
from pitboss.session import Session, replay
from pitboss.table.dice import events as e
from pitboss.table.dice.commands import SHAPES
from pitboss.table.dice.setup import House
from pitboss.table.dice.state import State
from pitboss.table.events import TableOpened
from pitboss.table.families import house_of
from pitboss.table.files import encode_event
from pitboss.table.state import finished_round, state_hash

BUY_IN = "10000.00"


class Chosen:
    """Dice that fall as the random source says; nothing else is drawn."""

    def __init__(self, seed: int = 1) -> None:
        self.random = Random(seed)
        self.drawn = 0

    def permutation(self, cards: int) -> range:
        raise AssertionError("no cards are shuffled here")

    def between(self, least: int, most: int) -> int:
        self.drawn += 1
        return self.random.randint(least, most)


class Rail:
    """A session in the hands of a test, with a drill's witness beside it."""

    def __init__(self, seed: int = 1, edition: int = EDITION, **setup: Any) -> None:
        house = house_of({"game": "craps", "automatic": "none", "given_orders": True, **setup}, edition)
        assert isinstance(house, House)
        self.house = house
        self.chance = Chosen(seed)
        self.session: Session[House, State] = Session(house, self.chance)
        self.witness = DiceWitness(self.session)

    @property
    def state(self) -> State:
        return self.session.state

    @property
    def next(self) -> str:
        task = self.state.next
        return task.do if task else ""

    def do(self, command: str, /, by: str = "", **fields: Any) -> list[Any]:
        events = self.session.do({"do": command, "by": by or SHAPES[command].by[0], **fields})
        self.witness.look()
        return events

    def check_replay(self) -> None:
        """The log as an event file is decided again, byte for byte, and folds to the same books."""
        opened, *rest = self.session.log
        assert isinstance(opened, TableOpened)
        if opened.rules_edition == FIRST:  # as the versions that opened such tables wrote it
            opened = msgspec.structs.replace(opened, version="0.3.0")
        lines = b"".join(encode_event(event) + b"\n" for event in (opened, *rest))
        _, remark, fine = replay_answer(io.BytesIO(lines))
        assert fine, remark
        _, state, balances = replay(self.session.log)
        assert (state_hash(state), balances) == (state_hash(self.state), self.session.balances)

    def refused(self, command: str, /, by: str = "", **fields: Any) -> Refusal:
        """The refusal a command gets; the test fails if it is accepted, or changes anything."""
        before, events, balances = state_hash(self.state), len(self.session.log), dict(self.session.balances)
        with pytest.raises(Refusal) as caught:
            self.session.do({"do": command, "by": by or SHAPES[command].by[0], **fields})
        assert state_hash(self.state) == before, "a refused command changed the table"
        assert (len(self.session.log), self.session.balances) == (events, balances), "a refused command left a trace"
        assert caught.value.message.endswith(".")
        return caught.value

    def told(self, command: str, /, by: str = "", **fields: Any) -> tuple[str, str | None]:
        found = self.refused(command, by, **fields)
        return found.code, found.clause

    # Players

    def sit(self, who: str, position: int, chips: str = BUY_IN) -> None:
        self.do("sit", who=who, position=position)
        self.do("buy_in", who=who, amount=chips)

    def won(self, who: str) -> int:
        """What a player has more, or less, than was bought in."""
        bought = [event.amount for event in self.session.log if isinstance(event, e.BoughtIn) and event.player == who]
        return self.session.balances.get(f"player:{who}", 0) - sum(bought)

    def bet(self, who: str, wager: str, amount: str = "10.00", **fields: Any) -> str:
        """A wager; its id."""
        (placed,) = self.do("bet", who=who, wager=wager, amount=amount, **fields)
        assert isinstance(placed, e.WagerPlaced)
        return placed.id

    # The dice

    def ready(self) -> None:
        """The dice are at the table and verified."""
        for do in ("receive", "inspect", "verify"):
            self.do(do)

    def shooter(self, who: str) -> None:
        """The dice go round until this player takes them."""
        while self.state.shooter != who:
            if self.next == "offer":
                self.do("offer")
            offered = self.state.seats[self.state.offered]
            self.do("take_dice" if offered == who else "decline_dice", who=offered)

    def come_out(self, who: str = "p1", position: int = 1, wager: str = "pass") -> str:
        """A new table with one player, who has the dice and a line wager; its id."""
        self.ready()
        self.sit(who, position)
        self.shooter(who)
        return self.bet(who, wager)

    def throw(self, dice: str) -> None:
        """No more bets, and the dice fall; nobody has called them."""
        self.do("no_more_bets")
        self.do("throw", who=self.state.shooter, dice=dice)

    def roll(self, *rolls: str) -> None:
        """Rolls that count, each settled to the end."""
        for dice in rolls:
            self.throw(dice)
            self.do("call_roll")
            self.settle()

    def settle(self) -> None:
        while self.next in ("move_puck", "take", "move_come", "pay"):
            task = self.state.next
            assert task
            self.do(task.do, **({"position": task.position} if task.position else {}))

    # What became of it

    def last(self, kind: type[Any]) -> Any:
        return [event for event in self.session.log if isinstance(event, kind)][-1]

    def lying(self) -> dict[str, int]:
        """From the wagers on the layout, by id, to their cents."""
        return {str(id): bet.amount for id, bet in self.state.layout.lying.items()}

    def settled(self) -> dict[str, tuple[str, int]]:
        """From the wagers of the last round to outcome and net, as `pitboss settle` says."""
        return {row.id: (row.outcome, row.net) for row in pitboss.settle(finished_round(self.state)).wagers}
