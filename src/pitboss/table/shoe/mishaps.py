"""What an irregularity does to cards, devices and tasks, by its declared effect."""

from collections.abc import Callable

from pitboss.shoe.procedure import Effect
from pitboss.table import events as table
from pitboss.table.shoe import programme
from pitboss.table.shoe.cards import leave_shoe, rack
from pitboss.table.shoe.onward import after_first_two, first_cards, insert
from pitboss.table.shoe.setup import House
from pitboss.table.shoe.state import State


def _out_of_the_shoe(new: State, why: str) -> None:
    rack(new, why, new.stock[:1])
    leave_shoe(new, 1)


def _face_up(house: House, new: State, event: table.IrregularityCalled) -> None:
    new.face_up_found += 1
    _out_of_the_shoe(new, "found face up")


def _ten(house: House, new: State, event: table.IrregularityCalled) -> None:
    new.tens_found += 1
    new.ten = event.card or ""
    insert(new, programme.destroy(house))


def _exposed(house: House, new: State, event: table.IrregularityCalled) -> None:
    new.exposed = event.card or ""


def _overdrew(house: House, new: State, event: table.IrregularityCalled) -> None:
    _out_of_the_shoe(new, "burnt")


def _dealer_later(house: House, new: State, event: table.IrregularityCalled) -> None:
    ahead = list(new.programme[new.at :])
    number = first_cards(ahead)
    cards, rest = ahead[:number], ahead[number:]
    new.programme = (*(task for task in cards if task.position), *(task for task in cards if not task.position), *rest)
    new.at = 0


def _missed(house: House, new: State, event: table.IrregularityCalled) -> None:
    """The player is asked at once; one whose hand has no card yet, when the others have their first two."""
    task = new.next
    assert task
    box = new.boxes[task.position]
    asked = programme.passed(house, task.position, task.hand, box.parties[0].player, event.clause)
    if task.hand or box.hands[0].cards:
        insert(new, asked)
    else:
        missed, *rest = new.programme[new.at :]
        at = after_first_two(rest)
        new.programme, new.at = (*rest[:at], *asked, missed, *rest[at:]), 0


def _no_reader(house: House, new: State, event: table.IrregularityCalled) -> None:
    """From now on the hole card is not checked, in this round either if it was not yet."""
    new.card_reader = "none"
    new.checks = new.checks and bool(new.found)


EFFECTS: dict[Effect, Callable[[House, State, table.IrregularityCalled], None]] = {
    Effect.DISCARD: _face_up,
    Effect.DESTROY: _ten,
    Effect.OFFERED: _exposed,
    Effect.BURN: _overdrew,
    Effect.LATER: _dealer_later,
    Effect.ASK: _missed,
    Effect.NO_READER: _no_reader,
}
"""All other effects move no card and change no device."""
