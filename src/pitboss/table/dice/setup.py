"""What a house decides about a table of dice, and that decision made ready."""

from typing import Any

from pitboss import games
from pitboss.dice.declaration import DiceGame, Line, Opens
from pitboss.dice.procedure import Procedure
from pitboss.dice.rules import Rules
from pitboss.refusal import Refusal
from pitboss.regulations.edition import EDITION
from pitboss.table import setup as table

STEPS = (
    *("receive", "inspect", "verify", "offer"),
    *("throw", "call_roll", "check_dice"),
    *("move_puck", "take", "move_come", "pay"),
)
"""Everything that can be done at its place in the order of play."""


class Setup(table.Setup, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How many positions the rail has."""

    positions: int = 16


class House(table.House):
    """Such a setup checked and made ready."""

    setup: Setup
    game: DiceGame
    rules: Rules
    steps = STEPS

    def __init__(self, setup: Setup, edition: int = EDITION) -> None:
        game = games.game(setup.game)
        if not isinstance(game, DiceGame) or game.procedure is None:
            raise Refusal("no_procedure", f"{game.title} declares no procedure, so no table can deal it.")
        super().__init__(setup, edition, game.former_defaults)
        self.game = game
        self.rules = game.rules(setup.jurisdiction, self.options)
        self.procedure: Procedure = game.procedure
        self.chips_clause, self.seated_clause = self.procedure.chips, self.procedure.rail
        self.positions = self._positions(setup.positions)
        self.limits = {wager: self._limit(wager, pair) for wager, pair in setup.limits.items()}
        self.come_out_lines = frozenset(line.name for line in game.lines if line.opens is Opens.COME_OUT)
        self.travelling_lines = frozenset(line.name for line in game.lines if line.opens is Opens.POINT_ON)

    def most_positions(self, state: Any) -> int:
        return self.positions

    def limit_clause(self, wager: str) -> str:
        return self.cite(self.procedure.limits)

    def step_clause(self, do: str) -> str:
        return self.cite(self.procedure.steps[do].clause)

    def is_line(self, wager: str) -> bool:
        return isinstance(self.rules.wagers[wager], Line)

    def _positions(self, wanted: int) -> int:
        most = self.procedure.positions
        if not 1 <= wanted <= most:
            message = f"Set the rail up with 1 to {most} positions; got {wanted}."
            raise Refusal("wrong_positions", message, self.cite(self.procedure.rail))
        return wanted

    def _limit(self, wager: str, pair: list[str]) -> tuple[int, int]:
        self.rules.wager(wager)
        return self.read_limit(wager, pair)
