"""What a settlement of a shoe game holds, and how it is written."""

from typing import Any

import msgspec

from pitboss.money import write_gain, write_money

AGAINST = "{own} against the dealer's {dealer}"

REASONS = {
    "blackjack": "{own}",
    "bust": "{own}",
    "dealer_bust": "the dealer is {dealer}",
    "player_higher": AGAINST,
    "dealer_higher": AGAINST,
    "tie": AGAINST,
    "player_21": "21 always wins",
    "bonus_21": "{line}",
    "surrender": "surrendered, the rest comes back",
    "rescue": "rescued, what the last double added comes back",
    "hand": "{line}",
    "hand lose": "not a hand it pays",
    "dealer_blackjack": "the dealer has a blackjack",
    "no_blackjack": "the dealer has no blackjack",
    "no_bust": "the dealer did not bust with three cards",
    "envy": "another player won the super bonus",
    "void": "void, it goes back",
    "forfeit": "forfeited",
}
"""Each reason of a settlement row as a page prints it.

`{own}` and `{dealer}` are the hands in words, `{line}` is the hand of the pay table that is paid.
"""


class WagerResult(msgspec.Struct):
    """What became of one wager: win, lose, push or void, and why (a word of docs/shoe.md). Amounts in cents.

    `pays` is on top of the stake; `returned` is what comes back of a stake that a surrender loses half of. `hand` is
    the number of the hand, from 1, where the wager is a hand's own.
    """

    wager: str
    stake: int
    outcome: str
    pays: int
    clause: str
    why: str
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
        return found | {"clause": self.clause, "why": self.why}


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

    def __repr__(self) -> str:
        rows = ", ".join(f"{row.wager} {row.outcome}" for row in self.wagers)
        others = "".join(f"; {each.player} {write_gain(each.net)}" for each in self.others)
        return f"position {self.position}: {write_gain(self.net)}, {self.hand or 'no hand'} ({rows}){others}"

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

    def __repr__(self) -> str:
        """A line for the dealer and a line for each position."""
        return "\n".join([f"{self.game}: dealer {self.dealer or 'has no hand'}", *map(repr, self.positions)])

    def as_json(self) -> dict[str, Any]:
        found = {
            "game": self.game,
            "dealer": {"hand": self.dealer, "qualifies": None},
            "positions": [each.as_json() for each in self.positions],
        }
        return found | ({"id": self.id} if self.id is not None else {})

    def to_json(self) -> str:
        return msgspec.json.encode(self.as_json()).decode()
