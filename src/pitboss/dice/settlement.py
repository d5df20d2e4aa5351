"""Settling a run of rolls: play it on a layout, then say what became of every wager and what every player gained."""

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from pitboss.dice.layout import NO_POINT, Bet, Layout
from pitboss.dice.runs import RunForm, read_run
from pitboss.money import write_money
from pitboss.refusal import Refusal

if TYPE_CHECKING:
    from pitboss.dice.rules import Rules


class WagerResult(NamedTuple):
    """What became of one wager: win, lose, push or open. `pays` is on top of the stake; amounts in cents.

    `roll` is the number of the roll that settled it, None for one still open or taken down; `point` the one it waited
    for, if it had one; `commission` what it was charged besides.
    """

    id: str | int
    player: str | int
    wager: str
    stake: int
    outcome: str
    pays: int
    roll: int | None
    clause: str
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
    layout = Layout(rules)
    for number, dice in enumerate(run.rolls, 1):
        for change in run.changed.get(number, ()):
            layout.change(change)
        for placed in run.placed.get(number, ()):
            layout.place(placed)
        layout.close()
        layout.roll(dice)
    results = [_result(rules, layout.bets[placed.id]) for placed in run.order]
    nets: dict[str | int, int] = {}
    for each in results:
        nets[each.player] = nets.get(each.player, 0) + each.net
    players = [PlayerResult(player, net) for player, net in nets.items()]
    return Settlement(rules.game.name, results, players, form.id)


def _result(rules: "Rules", bet: Bet) -> WagerResult:
    placed, ruling = bet.placed, bet.ruling
    outcome, pays, commission = "open", 0, 0
    if ruling:
        outcome, clause = ruling.outcome, ruling.clause
        pays, commission = ruling.paid_on(bet.amount), ruling.charged_on(bet.amount)
    elif bet.down:
        outcome, clause = "push", rules.cite(rules.game.taking_down)
    else:
        clause = rules.cite(rules.wagers[placed.wager].clause)
    point = None if bet.point == NO_POINT else bet.point
    return WagerResult(
        placed.id, placed.player, placed.wager, bet.amount, outcome, pays, bet.roll, clause, point, commission
    )
