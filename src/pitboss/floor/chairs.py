"""Seats that are given up: of players who are gone, and of players who place no bets. Others can sit down there.

A player who has had no connection to a table for a minute gets up between rounds, and the chips go back to the wallet.
A page that is loaded again, or a network that fails for a moment, keeps the seat.
"""

from collections.abc import Iterable, Iterator

from pitboss.floor.live import LiveTable
from pitboss.floor.person import BOT

SECOND = 1_000_000
AWAY = 60 * SECOND
UNSEEN = 60 * AWAY
"""For somebody who never watched the table: a program that plays without a page may take its time between commands."""
AGAIN = 10 * SECOND
"""Where somebody cannot get up yet, for wagers that lie or a win to be signed, it is tried again after this."""

Seat = tuple[str, str]
"""A table, and who sits there."""


class Chairs:
    """Who was seen at which table, and since when nobody looks after their seat."""

    def __init__(self) -> None:
        self._met: set[Seat] = set()
        self._since: dict[Seat, int] = {}
        self._next_look = 0

    def meet(self, table: LiveTable) -> None:
        """Everybody who sits there has been there: it is as the last run left it."""
        self._met |= {(table.id, who) for who in table.state.seats.values() if not who.startswith(BOT)}

    async def clear(self, tables: Iterable[LiveTable], now: int) -> None:
        """Whose time is up gets up. Looked at once a second, however often it is asked."""
        if now < self._next_look:
            return
        self._next_look = now + SECOND
        tables = [*tables]
        for table, who in [*self._gone(tables, now)]:
            await table.see_off(who)
        for table in tables:
            for who in _without_bets(table):
                await table.release(who)

    def _is_away(self, table: LiveTable, who: str, now: int) -> bool:
        """A command is a sign of life too. One without a connection to the table is that of a program, which plays
        without a page, also if it sat here before a restart."""
        seat = table.id, who
        since, spoken = self._since.setdefault(seat, now), table.spoken.get(who, 0)
        if spoken > since:
            self._met.discard(seat)
        after = AWAY if seat in self._met else UNSEEN
        if now - max(since, spoken) < after:
            return False
        self._since[seat] = now - after + AGAIN
        return True

    def _gone(self, tables: Iterable[LiveTable], now: int) -> Iterator[tuple[LiveTable, str]]:
        seated: set[Seat] = set()
        for table in tables:
            here = table.watching()
            for who in {*table.state.seats.values()}:
                seat = table.id, who
                seated.add(seat)
                if who in here:
                    self._met.add(seat)
                    self._since.pop(seat, None)
                elif not who.startswith(BOT) and self._is_away(table, who, now):
                    yield table, who
            left = table.means.hub.left.get(table.id, {})
            for known in (table.spoken, left):  # of those who do not sit here nothing is remembered
                for who in known.keys() - {*table.state.seats.values()}:
                    del known[who]
        self._met &= seated
        self._since = {seat: since for seat, since in self._since.items() if seat in seated}


def _without_bets(table: LiveTable) -> list[str]:
    """Who has placed no bet for as many rounds as the table allows."""
    most, skipped = table.plan.timing.rounds_without_bet, table.attendance.skipped
    return [who for who, rounds in skipped.items() if rounds >= most > 0 and who in table.state.seats.values()]
