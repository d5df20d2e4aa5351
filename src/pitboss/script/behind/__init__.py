"""Which command may have made an event: what cannot be told from it makes no difference to what follows."""

from collections.abc import Mapping, Sequence

from pitboss.dice.declaration import DiceGame
from pitboss.script.behind import dice, shoe, showdown
from pitboss.script.behind.common import Behind
from pitboss.script.event_file import EventFile
from pitboss.shoe.declaration import ShoeGame
from pitboss.showdown.declaration import Showdown
from pitboss.table.commands import Command
from pitboss.table.setup import House
from pitboss.table.state import State

FAMILIES: dict[type, Mapping[type, Behind]] = {Showdown: showdown.BEHIND, ShoeGame: shoe.BEHIND, DiceGame: dice.BEHIND}


def commands_behind(house: House, state: State, file: EventFile) -> Sequence[Command]:
    """The commands whose first event may be the file's next one; none for an event that never comes first."""
    event = file.peek()
    behind = FAMILIES[type(house.game)].get(type(event))
    return behind(state, event, file) if behind else []
