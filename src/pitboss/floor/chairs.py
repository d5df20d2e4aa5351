"""Seats of players who are gone. Whoever has left the page does not keep others from sitting down, nor a round waiting.

A seat that somebody held and nobody looks after any more is given up after a while, between rounds: its player gets up,
and the chips go back to the wallet. Whoever comes back before finds everything as it was.
"""

from collections.abc import Iterable, Iterator

from pitboss.floor.hub import Hub
from pitboss.floor.live import LiveTable
from pitboss.floor.person import BOT

SECOND = 1_000_000
AWAY = 15 * 60 * SECOND
UNSEEN = 4 * AWAY
"""For whoever never looked at the table: a program that plays without a page may take its time between two commands."""
AGAIN = 10 * SECOND
"""Where somebody cannot get up yet, for wagers that lie or a win to be signed, it is tried again after this."""

Seat = tuple[str, str]
"""A table, and who sits there."""


class Chairs:
    """Who was seen at which table, and since when nobody looks after their seat."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._met: set[Seat] = set()
        self._since: dict[Seat, int] = {}
        self._next_look = 0

    def meet(self, table: LiveTable) -> None:
        """Everybody who sits there has been there: it is as the last run left it."""
        self._met |= {(table.id, who) for who in table.state.seats.values() if not who.startswith(BOT)}

    def deserted(self, tables: Iterable[LiveTable], now: int) -> list[tuple[LiveTable, str]]:
        """Whose time is up. Looked at once a second, however often it is asked."""
        if now < self._next_look:
            return []
        self._next_look = now + SECOND
        return [*self._gone(tables, now)]

    def _is_away(self, table: LiveTable, who: str, now: int, after: int) -> bool:
        """A command is a sign of life too: of somebody's program that plays without a page."""
        return now - max(self._since.setdefault((table.id, who), now), table.spoken.get(who, 0)) >= after

    def _gone(self, tables: Iterable[LiveTable], now: int) -> Iterator[tuple[LiveTable, str]]:
        seated: set[Seat] = set()
        for table in tables:
            here = {watcher.who for watcher in self.hub.of(table.id)}
            for who in {*table.state.seats.values()}:
                seat = table.id, who
                seated.add(seat)
                after = AWAY if seat in self._met else UNSEEN
                if who in here:
                    self._met.add(seat)
                    self._since.pop(seat, None)
                elif not who.startswith(BOT) and self._is_away(table, who, now, after):
                    self._since[seat] = now - after + AGAIN
                    yield table, who
            for who in table.spoken.keys() - {*table.state.seats.values()}:
                del table.spoken[who]
        self._met &= seated
        self._since = {seat: since for seat, since in self._since.items() if seat in seated}
