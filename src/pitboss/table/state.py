"""What every table's state has: who sits where with which chips, the order of play, and how far it has come."""

from hashlib import sha256
from typing import Any

import msgspec


class Task(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One thing to do next: what, by whom, by which clause; `position` where it concerns one."""

    do: str
    by: str
    clause: str
    position: int = 0


class State(msgspec.Struct, gc=False):
    """What has become of a table; a family adds its cards or dice and its wagers. Only `evolve` makes a new one."""

    programme: tuple[Any, ...] = ()
    at: int = 0
    open: bool = True
    betting: bool = False
    playing: bool = False
    number: int = 0
    chips: dict[str, int] = {}
    seats: dict[int, str] = {}
    last_round: Any = None
    sequence: int = 0
    inactive: tuple[str, ...] = ()
    """Players who sat here when the cards were spread because nobody wagered. They count as arrived when they ask."""

    @property
    def next(self) -> Any:
        """The task that comes next; None at a closed table."""
        return self.programme[self.at] if self.at < len(self.programme) else None

    @property
    def unfinished(self) -> bool:
        """Whether a round is played that must come to its end before the table can rest."""
        return self.playing

    @property
    def is_settling(self) -> bool:
        """Whether some wagers of the current round are already settled."""
        return False

    @property
    def paid(self) -> tuple[Any, ...]:
        """The payments of the current round, where the wagers of one hand can be paid one by one."""
        return ()

    def has_wagers(self, who: str) -> bool:
        """Whether a player has wagers on the layout or in the round."""
        raise NotImplementedError

    def wagered(self, rules: Any) -> int:
        """The cents of all wagers on the layout, as the account `layout` holds them. `rules`: the house's."""
        raise NotImplementedError

    def meters(self) -> tuple[int, int] | None:
        """Main and secondary meter as the table knows them; None where it has none, or is just settling by them."""
        return None

    def in_use(self, position: int) -> bool:
        """Whether wagers lie on a position."""
        raise NotImplementedError


def state_hash(state: State) -> str:
    """Two tables with the same hash are in the same state, card for card and cent for cent."""
    return sha256(msgspec.json.encode(state)).hexdigest()


def finished_round(state: State) -> dict[str, Any]:
    """The last round as a line of a file for `pitboss settle`."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(state.last_round))
    return {name: held for name, held in found.items() if held is not None}
