"""`pitboss audit drift`: what side wagers and dice have paid in a store, beside what the lab expects, with an alarm.

Watched is what chance alone decides. That is not the main game, nor a side wager that a fold can lose, nor a don't
wager, which a player may take down half-way; and nothing that is charged a commission.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import msgspec
from sqlalchemy import Connection, select

from pitboss.audit.reports import REVERSED, Money, Report
from pitboss.dice.declaration import Behind, Decides, Hop, Line
from pitboss.dice.rules import Rules as DiceRules
from pitboss.lab.drift import Watch
from pitboss.lab.worth import Moments
from pitboss.money import write_money
from pitboss.showdown.rules import Rules as ShowdownRules
from pitboss.store import schema as s
from pitboss.store.reading import Books
from pitboss.table.dice.events import LosersTaken, WinnersPaid
from pitboss.table.events import Event, WagersPaid, WagersTaken
from pitboss.table.files import decode_event, house_of_line
from pitboss.table.setup import House
from pitboss.table.showdown.events import ForfeitsTaken

COLUMNS = (
    "game",
    "wager",
    "bets",
    "wagered",
    "returned",
    "expected_percent",
    "returned_percent",
    "high",
    "low",
    "alarm",
)
DECIDED = ("wagers_paid", "wagers_taken", "forfeits_taken", "winners_paid", "losers_taken")

Bet = tuple[str, int, int]
"""A wager, the cents staked on it, and all that came back."""


class Watched:
    """The wagers of one house."""

    def __init__(self, rules: Any) -> None:
        self.means: dict[str, Fraction] = {}
        self.watches: dict[str, Watch] = {}
        self.sums: dict[str, tuple[int, int, int]] = {}
        for name, mean, most in _wagers(rules):
            self.means[name], self.watches[name], self.sums[name] = mean, Watch(mean, most), (0, 0, 0)

    def see(self, event: Event) -> None:
        for wager, stake, returned in bets(event):
            if wager in self.watches:
                self.watches[wager].see(stake, returned)
                count, wagered, back = self.sums[wager]
                self.sums[wager] = count + 1, wagered + stake, back + returned

    def rows(self, game: str) -> Iterator[tuple[Any, ...]]:
        for wager, (count, wagered, back) in self.sums.items():
            watch = self.watches[wager]
            if count:
                shares = 1 + self.means[wager], Fraction(back, wagered)
                purses = watch.high.times, watch.low.times
                yield game, wager, count, Money(wagered), Money(back), *map(_percent, shares), *purses, watch.alarm()


def _percent(share: Fraction) -> str:
    return write_money(round(share * 10_000))


def _wagers(rules: Any) -> Iterator[tuple[str, Fraction, Fraction]]:
    """Name, mean gain per unit, highest gain."""
    if isinstance(rules, ShowdownRules):
        from pitboss.lab.analysis import Analysis

        worths = Analysis(rules).sides
        for side in rules.bonuses:
            if side.survives_fold:
                yield side.name, *_gains(worths[side.name].gains)
    elif isinstance(rules, DiceRules):
        from pitboss.lab.dice import DiceAnalysis

        found = DiceAnalysis(rules).wagers
        for wager in rules.game.all_wagers():
            taken_down = isinstance(wager, Line) and wager.wins_with is not Decides.POINT
            if not isinstance(wager, Behind | Hop) and not taken_down and not found[wager.name].commission:
                yield wager.name, *_gains(found[wager.name].gains)


def _gains(gains: Moments) -> tuple[Fraction, Fraction]:
    return gains.mean, max(value for value, _ in gains.distribution)


def bets(event: Event) -> Iterator[Bet]:
    """What an event decides; a wager that is void was never made."""
    if isinstance(event, WagersPaid):
        for row in event.rows:
            if row.stake and row.outcome in ("win", "push"):
                yield row.wager, row.stake, row.stake + row.pays
    elif isinstance(event, WagersTaken | ForfeitsTaken):
        for wager, stake in event.stakes.items():
            yield wager, stake, 0
    elif isinstance(event, WinnersPaid):
        for each in event.rows:
            yield each.wager, each.stake, each.stake + each.pays
    elif isinstance(event, LosersTaken):
        for each in event.rows:
            yield each.wager, each.stake, 0


def _reversed(connection: Connection) -> set[tuple[str, int, int]]:
    """The hands whose settlement was reversed: table, round and position. Their wagers were void."""
    found = select(s.events.c.table_name, s.events.c.round, s.events.c.body).where(s.events.c.kind == REVERSED)
    return {
        (table, round_, row["position"])
        for table, round_, body in connection.execute(found)
        for row in msgspec.json.decode(body)["rows"]
    }


def rules_key(house: House) -> bytes:
    """The same for tables that pay alike: game, jurisdiction, and every option with the value it has there."""
    options = house.rules.options
    return msgspec.json.encode([house.setup.game, house.jurisdiction, options], order="deterministic")


def drift(books: Books) -> Report:
    """Wager by wager of every house that has tables here, in the order in which the journal has their bets."""
    houses: dict[bytes, Watched] = {}
    of_table: dict[str, tuple[str, Watched]] = {}
    decided = select(s.events.c.table_name, s.events.c.round, s.events.c.body).where(s.events.c.kind.in_(DECIDED))
    with books.moment() as connection:
        opened = connection.execute(
            select(s.events.c.table_name, s.events.c.body).where(s.events.c.sequence == 1)
        ).all()
        for table, body in opened:
            house = house_of_line(body)
            key = rules_key(house)
            if key not in houses:
                houses[key] = Watched(house.rules)
            of_table[table] = house.setup.game, houses[key]
        undone = _reversed(connection)
        for table, round_, body in connection.execute(decided.order_by(s.events.c.number, s.events.c.sequence)):
            event: Any = decode_event(body)
            if (table, round_, event.position) not in undone:
                of_table[table][1].see(event)
    games = {id(watched): game for game, watched in of_table.values()}
    return Report("drift", COLUMNS, [row for each in houses.values() for row in each.rows(games[id(each)])])
