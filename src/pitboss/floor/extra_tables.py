"""Tables that open by themselves where all tables of a game are full of persons, and close when nobody needs them.

Such a table is a copy of the game's first table: the same setup, limits, timing and bots, and the same meters.
"""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from pitboss.floor.live import LiveTable
from pitboss.floor.person import BOT
from pitboss.refusal import Refusal

if TYPE_CHECKING:
    from pitboss.floor.pit import Pit

SECOND = 1_000_000
MOST_EXTRA_TABLES = 5
"""Of one game at once."""
EMPTY = 300 * SECOND
"""How long such a table is left open without a person at it: each one closed stays in the store for its history."""
TRY_AGAIN = 60 * SECOND
"""Until the next attempt where a table could not be opened or closed."""
BY = "house"
REASON = "Nobody plays at this extra table: choose another one of the lobby."


class ExtraTables:
    def __init__(self, pit: "Pit", most: int = MOST_EXTRA_TABLES) -> None:
        self.pit, self.most = pit, most
        self._next_look = 0
        self._empty: dict[str, int] = {}
        """Since when nobody is at an extra table."""
        self._failed: dict[str, int] = {}
        """When to try again: a game whose next table could not be opened, or a table that could not be closed."""

    async def look(self, now: int) -> None:
        """Open what is missing, close what is not needed. Looked at once a second, however often it is asked."""
        if now < self._next_look or self.pit.closing or self.pit.means.failed:
            return
        self._next_look = now + SECOND
        for game, tables in self._by_game().items():
            if all(map(is_full, tables)):
                await self._open(game, tables, now)
        for table in [each for each in self.pit.live.values() if each.plan.extra_of and each.state.open]:
            await self._look_at(table, now)

    def _by_game(self) -> dict[str, list[LiveTable]]:
        """The tables that the house runs and anybody can play at."""
        found: dict[str, list[LiveTable]] = {}
        for table in self.pit.live.values():
            if is_playable(table) and table.plan.timing.dealt_by == "house" and not table.plan.exam:
                found.setdefault(str(table.house.game.name), []).append(table)
        return found

    async def _open(self, game: str, tables: list[LiveTable], now: int) -> None:
        if now < self._failed.get(game, 0) or sum(bool(each.plan.extra_of) for each in tables) >= self.most:
            return
        first = next((each for each in tables if not each.plan.extra_of), tables[0])
        name = first.plan.extra_of or first.id
        group = first.plan.group or (first.link.group if first.link else "")
        plan = replace(first.plan, id=self._name(name), group=group, extra_of=name)
        try:
            await self.pit.open(plan, BY)
        except Refusal as refusal:  # such as a floor that has no room for another table
            self._failed[game] = now + TRY_AGAIN
            self.pit.means.log.error("no_extra_table", game=game, code=refusal.code, message=refusal.message)

    def _name(self, name: str) -> str:
        """The same name with the next number that was never used: after craps-1 comes craps-2."""
        stem, _, number = name.rpartition("-")
        if not (stem and number.isdecimal()):
            stem, number = name, "1"
        numbers = range(int(number) + 1, int(number) + 2 + len(self.pit.live))
        return next(each for each in (f"{stem}-{number}" for number in numbers) if each not in self.pit.live)

    async def _look_at(self, table: LiveTable, now: int) -> None:
        """Close an extra table at which nobody has been for a while, unless the game's other tables are full."""
        closing = table.no_new_round == REASON
        if not closing and (persons(table) or table.watching() or not is_playable(table) or not self._has_room(table)):
            self._empty.pop(table.id, None)
        elif closing or now - self._empty.setdefault(table.id, now) >= EMPTY:
            await self._close(table, now)

    async def _close(self, table: LiveTable, now: int) -> None:
        """No new round, and closed when the one that its bots play is over."""
        if now < self._failed.get(table.id, 0) or (table.no_new_round and table.state.unfinished):
            return
        try:
            await self.pit.close(table.id, BY, REASON)
        except Refusal as refusal:
            if not table.state.unfinished:
                self._failed[table.id] = now + TRY_AGAIN
                self.pit.means.log.error("extra_table_not_closed", table=table.id, code=refusal.code)

    def _has_room(self, table: LiveTable) -> bool:
        others = self._by_game().get(str(table.house.game.name), [])
        return any(each is not table and not is_full(each) for each in others)


def is_playable(table: LiveTable) -> bool:
    return table.state.open and not table.stopped and not table.no_new_round


def persons(table: LiveTable) -> list[str]:
    """Who sits there, without the bots: those give up their seats."""
    return [who for who in table.state.seats.values() if not who.startswith(BOT)]


def free_seats(table: LiveTable) -> int:
    return table.house.most_positions(table.state) - len(table.state.seats)


def is_full(table: LiveTable) -> bool:
    """Whether no person can sit down there any more."""
    return len(persons(table)) >= table.house.most_positions(table.state)
