"""Who is on the floor. A person's name is unique, and is the player's name (`who`) at every table."""

from typing import Literal

import msgspec

Role = Literal["player", "dealer", "supervisor", "auditor"]

BOT = "bot-"
"""How the names of players begin that are programs."""

STAFF: tuple[Role, ...] = ("dealer", "supervisor", "auditor")


class Person(msgspec.Struct, frozen=True):
    """Somebody who has signed in, or a guest who came in by one click."""

    name: str
    role: Role
    guest: bool = False

    @property
    def staff(self) -> bool:
        return self.role in STAFF

    def may_give(self, by: str) -> bool:
        """Whether commands `by` this role at a table are this person's to give."""
        return by in COMMANDS[self.role]


COMMANDS: dict[Role, frozenset[str]] = {
    "player": frozenset({"player"}),
    "dealer": frozenset({"dealer"}),
    "supervisor": frozenset({"dealer", "floorperson", "supervisor"}),
    "auditor": frozenset(),
}
"""Who gives which commands: a supervisor does the floorperson's duties, an auditor only looks."""
