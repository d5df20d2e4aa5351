"""The state of a table of dice: who shoots, what lies on the layout, what a roll has left to take and to pay.

A wager on the layout is always some player's, and that player stands at the rail.
"""

from typing import Any

from msgspec import field

from pitboss.dice.layout import Bet, Gone, Id, Layout
from pitboss.dice.runs import ChangeForm, RunForm
from pitboss.table import state as table
from pitboss.table.dice.setup import House
from pitboss.table.state import Task

Programme = tuple[Task, ...]

LastRoll = tuple[str, int]
"""The dice of a roll that counted, and where the puck stood before it."""

MOST_LAST_ROLLS = 20
"""How many rolls a table shows, of whichever shooter."""


class State(table.State, kw_only=True, gc=False):
    """Everything that has become of a table. Only `evolve` makes a new one."""

    programme: Programme = ()
    # the dice
    shooter: str = ""
    offered: int = 0
    turn: int = 0
    thrown: str = ""
    puck: int = 0
    # wagers: what lies there, what lay there after the last roll, what is decided but still to be taken or paid
    placed: int = 0
    layout: Layout = field(default_factory=Layout)
    after_last_roll: dict[Id, Bet] = field(default_factory=dict)
    due: dict[int, tuple[Gone, ...]] = field(default_factory=dict)
    moving: dict[int, tuple[str, ...]] = field(default_factory=dict)
    # the run
    rolls: tuple[str, ...] = ()
    last_rolls: tuple[LastRoll, ...] = ()
    gone: dict[Id, Gone] = field(default_factory=dict)
    changes: dict[Id, tuple[ChangeForm, ...]] = field(default_factory=dict)
    seven_out: bool = False

    last_round: RunForm | None = None

    @property
    def unfinished(self) -> bool:
        """A run with nothing left on the layout, between two rolls, can be left as it stands."""
        return self.playing and bool(self.layout.lying or self.due or not self.betting)

    def has_wagers(self, who: str) -> bool:
        lying = any(bet.placed.player == who for bet in self.layout.lying.values())
        return lying or any(each.bet.placed.player == who for rows in self.due.values() for each in rows)

    def wagered(self, rules: Any) -> int:
        """Wagers that lie there and wagers still to be taken or paid, each with its commission."""
        bets = [*self.layout.lying.values(), *(each.bet for rows in self.due.values() for each in rows)]
        return sum(bet.amount + rules.commission_on(bet.placed.wager, bet.amount) for bet in bets)

    def in_use(self, position: int) -> bool:
        """Wagers lie where the layout has them, not on positions of the rail."""
        return False

    def seat(self, who: str) -> int:
        """Where a player with wagers stands."""
        return next(position for position, player in self.seats.items() if player == who)

    def is_fresh(self, bet: Bet) -> bool:
        """Whether no roll has counted for a wager yet."""
        return bet.placed.before == self.layout.next_roll


def new_state(house: House) -> State:
    """The table before its first event."""
    return State()
