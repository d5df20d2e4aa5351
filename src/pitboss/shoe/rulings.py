"""What a settlement of a shoe game holds, and how it is written."""

from typing import Any

import msgspec

from pitboss.money import write_money


class WagerResult(msgspec.Struct):
    """What became of one wager: win, lose, push or void. Amounts in cents.

    `pays` is on top of the stake; `returned` is what comes back of a stake that a surrender loses half of. `hand` is
    the number of the hand, from 1, where the wager is a hand's own.
    """

    wager: str
    stake: int
    outcome: str
    pays: int
    clause: str
    hand: int | None = None
    returned: int = 0

    @property
    def net(self) -> int:
        return self.pays - (self.stake - self.returned if self.outcome == "lose" else 0)

    def as_json(self) -> dict[str, Any]:
        found: dict[str, Any] = {"wager": self.wager}
        if self.hand is not None:
            found["hand"] = self.hand
        found |= {"stake": write_money(self.stake), "outcome": self.outcome, "pays": write_money(self.pays)}
        if self.returned:
            found["returned"] = write_money(self.returned)
        return found | {"clause": self.clause}


class PlayerResult(msgspec.Struct):
    """What became of the wagers of another player on the box."""

    player: str
    wagers: list[WagerResult]

    @property
    def net(self) -> int:
        return sum([row.net for row in self.wagers])

    def as_json(self) -> dict[str, Any]:
        rows = [row.as_json() for row in self.wagers]
        return {"player": self.player, "net": write_money(self.net), "wagers": rows}


class PositionResult(msgspec.Struct):
    """One position: its hands in words, what became of every wager of the player who called the decisions.

    `net` is that player's; others on the box have their own.
    """

    position: int
    hand: str | None
    wagers: list[WagerResult]
    others: list[PlayerResult]

    @property
    def net(self) -> int:
        return sum([row.net for row in self.wagers])

    def as_json(self) -> dict[str, Any]:
        found = {
            "position": self.position,
            "hand": self.hand,
            "net": write_money(self.net),
            "wagers": [row.as_json() for row in self.wagers],
        }
        return found | ({"others": [each.as_json() for each in self.others]} if self.others else {})


class Settlement(msgspec.Struct):
    """A round settled. `to_json` gives the line that `pitboss settle` writes, `as_json` the same as data."""

    game: str
    dealer: str | None
    positions: list[PositionResult]
    id: Any = None

    def as_json(self) -> dict[str, Any]:
        found = {
            "game": self.game,
            "dealer": {"hand": self.dealer, "qualifies": None},
            "positions": [each.as_json() for each in self.positions],
        }
        return found | ({"id": self.id} if self.id is not None else {})

    def to_json(self) -> str:
        return msgspec.json.encode(self.as_json()).decode()
