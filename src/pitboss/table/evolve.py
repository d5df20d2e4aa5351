"""`evolve`: what an event makes of a table. Pure: a table is the fold of its events."""

from collections.abc import Callable
from operator import methodcaller

from pitboss.table.events import Event, Events
from pitboss.table.family import EventHandler
from pitboss.table.setup import House
from pitboss.table.state import State

# A Struct's own copy takes half the time of copy.copy.
own_copy: Callable[[State], State] = methodcaller("__copy__")


def new_state(house: House) -> State:
    """The table before its first event."""
    return house.family.new_state(house)


def evolve(house: House, state: State, event: Event) -> State:
    """The state after an event."""
    new = own_copy(state)
    happen(house, new, [event])
    return new


def happen(house: House, own: State, events: Events) -> None:
    """The same for many events and a state that nobody else holds: they need no copies between them."""
    happens = house.family.happens
    for event in events:
        happens[type(event)](house, own, event)
    own.sequence += len(events)


Happens = dict[type, EventHandler]


def registry(happens: Happens) -> Callable[[type], Callable[[EventHandler], EventHandler]]:
    """A decorator that files a handler under its kind of event."""

    def on(kind: type) -> Callable[[EventHandler], EventHandler]:
        def keep(handler: EventHandler) -> EventHandler:
            happens[kind] = handler
            return handler

        return keep

    return on
