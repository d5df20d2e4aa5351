"""Who takes part at a table: in how many rounds somebody who sits there was away, or placed no bet.

Somebody whose connection is gone is waited for once: it may be a page that is loaded again. From the next round on the
betting window does not wait for them. Somebody who is there and places no bet is asked before the seat is released.
"""

from collections.abc import Collection

from pitboss.floor.timing import persons_in
from pitboss.table import events as e
from pitboss.table.events import Event
from pitboss.table.state import State


class Attendance:
    def __init__(self) -> None:
        self.away: set[str] = set()
        """Who was neither connected nor gave a command while a whole betting window was open."""
        self.skipped: dict[str, int] = {}
        """In how many rounds, one after the other, somebody who sits had no wager."""
        self._heard: set[str] = set()

    def hear(self, who: str) -> None:
        """Somebody has given a command."""
        self._heard.add(who)
        self.away.discard(who)

    def sit_out(self, connected: Collection[str]) -> set[str]:
        """For whom no betting window waits."""
        return self.away.difference(connected)

    def follow(self, before: State, event: Event, after: State, connected: Collection[str]) -> list[str]:
        """Count what an event says. Returns who has just skipped a round."""
        seated = persons_in(before)
        if isinstance(event, e.BetsClosed):
            self.away = {who for who in seated if who not in connected and who not in self._heard}
            self._heard.clear()
            for who in seated:
                if before.has_wagers(who):
                    self.skipped.pop(who, None)
        if after.number == before.number:
            return []
        skipping = [who for who in seated if not before.has_wagers(who)]
        self.skipped = {who: self.skipped.get(who, 0) + 1 for who in skipping}
        return skipping
