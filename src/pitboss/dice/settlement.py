"""Settling a run of rolls: play it on a layout, then say what became of every wager and what every player gained."""

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from pitboss.dice.layout import NO_POINT, Gone, Id, Layout, between_rolls, roll
from pitboss.dice.runs import Placed, Run, RunForm, read_run
from pitboss.money import write_gain, write_money
from pitboss.refusal import Refusal

if TYPE_CHECKING:
    from pitboss.dice.rules import Rules


class WagerResult(NamedTuple):
    """What became of one wager: win, lose, push, void or open. `pays` is on top of the stake; amounts in cents.

    `roll` is the number of the roll that settled it, None for one still open, taken down or void; `why` a word of
    docs/dice.md; `point` the one it waited for, if it had one; `commission` what it was charged besides.
    """

    id: str | int
    player: str | int
    wager: str
    stake: int
    outcome: str
    pays: int
    roll: int | None
    clause: str
    why: str
    point: int | None
    commission: int

    @property
    def net(self) -> int:
        """What the player gained by it; a wager still on the layout has gained and lost nothing."""
        return self.pays - self.commission - (self.stake if self.outcome == "lose" else 0)

    def as_json(self) -> dict[str, Any]:
        found: dict[str, Any] = {
            "id": self.id,
            "player": self.player,
            "wager": self.wager,
            "stake": write_money(self.stake),
            "outcome": self.outcome,
            "pays": write_money(self.pays),
            "roll": self.roll,
            "clause": self.clause,
            "why": self.why,
        }
        if self.point is not None:
            found["point"] = self.point
        if self.commission:
            found["commission"] = write_money(self.commission)
        return found


class PlayerResult(NamedTuple):
    """What one player gained by all wagers that are settled, in cents."""

    player: str | int
    net: int


class Settlement(msgspec.Struct):
    """A run settled. `to_json` gives the line that `pitboss settle` writes, `as_json` the same as data."""

    game: str
    wagers: list[WagerResult]
    players: list[PlayerResult]
    id: Any = None

    def __repr__(self) -> str:
        """A line for each player, with what became of each wager."""
        lines = [f"{self.game}:"]
        for each in self.players:
            rows = ", ".join(f"{row.wager} {row.outcome}" for row in self.wagers if row.player == each.player)
            lines.append(f"{each.player}: {write_gain(each.net)} ({rows})")
        return "\n".join(lines)

    def as_json(self) -> Any:
        return {
            "game": self.game,
            "wagers": [each.as_json() for each in self.wagers],
            "players": [{"player": each.player, "net": write_money(each.net)} for each in self.players],
            **({"id": self.id} if self.id is not None else {}),
        }

    def to_json(self) -> str:
        return msgspec.json.encode(self.as_json()).decode()


def settle(rules: "Rules", form: RunForm) -> Settlement:
    """Check the run, then pay it."""
    if form.game != rules.game.name:
        raise Refusal("other_game", f"Settle this round by its own rules: these are {rules.game.title}'s.")
    run = read_run(rules, form)
    layout, gone = _played(rules, run)
    results = [_result(rules, layout, gone, placed) for placed in run.order]
    nets: dict[str | int, int] = {}
    for each in results:
        nets[each.player] = nets.get(each.player, 0) + each.net
    players = [PlayerResult(player, net) for player, net in nets.items()]
    return Settlement(rules.game.name, results, players, form.id)


def _played(rules: "Rules", run: Run) -> tuple[Layout, dict[Id, Gone]]:
    """What lies there at the end of a run, and what has left the layout on the way."""
    layout, gone = Layout(), dict[Id, Gone]()
    placed, changed, voided = run.placed, run.changed, run.voided

    def keep(left: list[Gone]) -> None:
        for each in left:
            gone[each.bet.placed.id] = each

    for number in range(1, len(run.rolls) + 2):
        if number in placed or number in changed or number in voided:
            layout, left = between_rolls(
                rules, layout, gone, changed.get(number, ()), placed.get(number, ()), voided.get(number, ())
            )
            keep(left)
        if number <= len(run.rolls):
            layout, left = roll(rules, layout, run.rolls[number - 1])
            keep(left)
    return layout, gone


def _result(rules: "Rules", layout: Layout, gone: dict[Id, Gone], placed: Placed) -> WagerResult:
    left = gone.get(placed.id)
    if left is None:
        clause = rules.cite(rules.wagers[placed.wager].clause)
        return result_of(Gone(layout.lying[placed.id], "open", 0, 0, None, layout.next_roll, clause, "open"))
    return result_of(left)


def result_of(left: Gone) -> WagerResult:
    """The row of a wager."""
    bet, placed = left.bet, left.bet.placed
    point = None if bet.point == NO_POINT else bet.point
    return WagerResult(
        placed.id,
        placed.player,
        placed.wager,
        bet.amount,
        left.outcome,
        left.pays,
        left.roll,
        left.clause,
        left.why,
        point,
        left.commission,
    )
