"""What is closed on the floor: everything, a game, a table, a player, a progressive. What is running plays on.

A closed game takes no new wagers; a closed progressive none of its own, so that its meters stand still. The store asks
before it keeps one (`guard`), so there is no way around it, not even for a command that was already under way.
"""

from collections.abc import Callable
from threading import Lock

import msgspec
from sqlalchemy import Connection, delete, insert, select

from pitboss.floor.people.journal import Journal
from pitboss.refusal import Refusal, spoken
from pitboss.store import Batch, Line, Record
from pitboss.store import people as p

ALL = "all"
KINDS = ("game", "table", "player", "progressive")
NEW_WAGERS = frozenset({"bet_placed", "wager_placed", "wager_raised"})
"""Events with which somebody enters a round, of cards or of dice. What a round asks for later belongs to it."""


class Switches:
    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self._changing = Lock()
        self.game_of: Callable[[str], str] = str
        """The game of a table; whoever knows the tables says so."""
        self.progressive_of: Callable[[str], tuple[str, str]] = lambda table: ("", "")
        """The group of a table's meters, and the wager that plays for them."""
        with journal.store.books.moment() as connection:
            self.off: dict[str, str] = {row.what: row.reason for row in connection.execute(select(p.switches))}

    def turn_off(self, what: str, by: str, reason: str) -> None:
        """Close `all`, `game:NAME`, `table:NAME` or `player:NAME`."""
        now = self.journal.clock.wall()
        row = {"what": what, "at": now, "who": by, "reason": reason}
        record = Record(kind="closed", component=what, who=by, reason=reason, before="open", after="closed")

        def beside(connection: Connection) -> None:
            """Asked in the transaction: two persons may close the same at once."""
            if connection.execute(select(p.switches.c.what).where(p.switches.c.what == what)).first():
                raise Refusal("already_closed", f"Leave it: {what} is closed already.")
            connection.execute(insert(p.switches), row)

        self.journal.keep(record, beside, at=now)
        with self._changing:
            self.off = self.off | {what: reason}

    def turn_on(self, what: str, by: str, reason: str, waits: bool = False) -> None:
        """`waits`: it stands still though nobody closed it, after a fault or for a closing that had to wait."""
        record = Record(kind="opened", component=what, who=by, reason=reason, before="closed", after="open")

        def beside(connection: Connection) -> None:
            if connection.execute(delete(p.switches).where(p.switches.c.what == what)).rowcount != 1 and not waits:
                raise Refusal("not_closed", f"Leave it: {what} is not closed.")

        self.journal.keep(record, beside)
        with self._changing:
            self.off = {name: why for name, why in self.off.items() if name != what}

    def check(self, table: str, player: str = "") -> None:
        """Raises `Refusal` if no new wager can be made at a table, by anybody or by this player."""
        off = self.off
        if not off:
            return
        named = (ALL, f"game:{self.game_of(table)}", f"table:{table}", f"player:{player}")
        for what in named:
            if what in off:
                raise Refusal("closed", f"Wait until it is opened again: {_spoken(what)}.", "GLI-19 2.4.1")

    def guard(self, batch: Batch) -> None:
        for line in batch.lines:
            if line.kind in NEW_WAGERS:
                self.check(batch.table, line.player)
                self._check_progressive(batch.table, line)

    def _check_progressive(self, table: str, line: Line) -> None:
        """A wager on a progressive that is closed would move its meters."""
        group, wager = self.progressive_of(table)
        if closed_progressive(self.off, group) and wager in msgspec.json.decode(line.body).get("stakes", {}):
            raise Refusal(
                "progressive_closed", f"Leave the {spoken(wager)} out until it is opened again.", "GLI-19 4.15.2"
            )


def closed_progressive(off: dict[str, str], group: str) -> str:
    """Why a group's meters stand still; empty if they do not."""
    return off.get(f"progressive:{group}", "")


def _spoken(what: str) -> str:
    kind, _, name = what.partition(":")
    return {
        ALL: "the floor is closed",
        "game": f"the game {name} is closed",
        "table": f"the table {name} is closed",
        "player": "your account is closed to play",
        "progressive": f"the progressive {name} is closed",
    }[kind]
