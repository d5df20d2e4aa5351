"""What is large enough to be written down by itself: wins, wagers, money brought to a table or taken away.

Also wins that the house has to sign for. Each payment counts by itself, however fast the dealer deals; a hand whose
wagers are paid one by one counts as one payment.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator

import msgspec

from pitboss.audit.reports import REVERSED
from pitboss.floor.people.parameters import Parameters
from pitboss.floor.person import BOT
from pitboss.money import read_money, write_money
from pitboss.store import Line, Record
from pitboss.store.batch import as_text

HAND_PAID = "wagers_paid"
"""The payment of one or several wagers of a hand that was compared with the dealer's."""
WINS = frozenset({HAND_PAID, "hand_paid", "winners_paid", "progressive_paid"})
WAGERS = frozenset({"bet_placed", "wager_placed", "wager_raised", "decided", "hand_decided"})
TRANSACTIONS = frozenset({"bought_in", "cashed_out"})
HAND_PAY_DUE = "hand_pay_due"
HAND_PAY_REVERSED = "hand_pay_reversed"


class Large:
    """The records that a table's events call for. `game_of` is the game of a table."""

    def __init__(self, parameters: Parameters, game_of: Callable[[str], str]) -> None:
        self.parameters, self.game_of = parameters, game_of

    def records(self, table: str, lines: tuple[Line, ...], at: int, paid: tuple[Line, ...] = ()) -> Iterator[Record]:
        """The records of a table's new lines. `paid`: the payments that its round had before."""
        hands: defaultdict[tuple[int, int, str], list[Line]] = defaultdict(list)
        for line in paid:
            hands[_hand(line)].append(line)
        for line in lines:
            if line.kind == REVERSED:
                hands.clear()
                yield from self._reversed(table, line)
            for kind, cents in _amounts(line):
                if kind == "large_win":
                    before = hands[_hand(line)] if line.kind == HAND_PAID else []
                    yield from self._won(table, line, [*before], cents, at)
                    before.append(line)
                elif cents >= self.parameters.cents(kind):
                    yield self._large(table, kind, line, cents)

    def _won(self, table: str, line: Line, before: list[Line], cents: int, at: int) -> Iterator[Record]:
        """A payment counts with the earlier ones of its hand, unless these reach the amount by themselves."""
        earlier = sum(cents for each in before for _, cents in _amounts(each))
        large, least = self.parameters.cents("large_win"), self.parameters.hand_pay(at)
        won = cents + earlier if earlier < large else cents
        if won >= large:
            yield self._large(table, "large_win", line, won)
        if least is None or line.player.startswith(BOT):  # nobody is there to wait for the signatures of a bot's win
            return
        if (won := cents + earlier if earlier < least else cents) >= least:
            yield self._to_sign(table, line, [*before, line] if won > cents else [line], won, least, at)

    def _large(self, table: str, kind: str, line: Line, cents: int) -> Record:
        reason = f"{self.parameters.get(kind)} or more"
        return Record(kind=kind, component=table, who=line.player, reason=reason, after=write_money(cents))

    def _to_sign(self, table: str, line: Line, paid: list[Line], cents: int, least: int, at: int) -> Record:
        document = {
            "at": at,
            "player": line.player,
            "table": table,
            "game": self.game_of(table),
            "round": line.round,
            "position": _position(line),
            "won_by": ", ".join(filter(None, map(_won_by, paid))),
            "amount": write_money(cents),
        }
        reason = f"a win of {write_money(least)} or more"
        return Record(kind=HAND_PAY_DUE, component=table, who=line.player, reason=reason, after=as_text(document))

    def _reversed(self, table: str, line: Line) -> Iterator[Record]:
        """Wins that need no signatures any more: they went back.

        Every win is recorded, whatever takes signatures now: the amount from which it does may have changed since.
        """
        for row in msgspec.json.decode(line.body)["rows"]:
            amounts = (*row["pays"].values(), row["coupon_pays"], row["award"])
            if any(read_money(each, "win") for each in amounts):
                where = {"round": line.round, "position": row["position"]}
                reason = "the settlement was reversed"
                yield Record(
                    kind=HAND_PAY_REVERSED, component=table, who=row["player"], reason=reason, after=as_text(where)
                )


def _hand(line: Line) -> tuple[int, int, str]:
    """The hand that a payment belongs to: its round, its position, its player."""
    return line.round, _position(line), line.player


def _position(line: Line) -> int:
    found: int = msgspec.json.decode(line.body).get("position", 0)
    return found


def _amounts(line: Line) -> Iterator[tuple[str, int]]:
    """Which parameter an event is measured by, and the cents it moves."""
    if not line.player:
        return
    own = f"player:{line.player}"
    if line.kind in WINS:
        won = sum(cents for giver, taker, cents in line.entries if taker == own and giver != "layout")
        yield "large_win", won
    elif line.kind in WAGERS:
        yield "large_wager", sum(cents for giver, _, cents in line.entries if giver == own)
    elif line.kind in TRANSACTIONS:
        yield "large_transaction", max((cents for *_, cents in line.entries), default=0)


def _won_by(line: Line) -> str:
    """The wagers that won, or the hand that won a progressive."""
    told = msgspec.json.decode(line.body)
    rows = [row["wager"] for row in told.get("rows", ()) if row["outcome"] == "win"]
    return ", ".join(rows) or str(told.get("hand", ""))
