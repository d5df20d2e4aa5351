"""What must hold after every step of a drill, worked out from the events and not by the code that is checked."""

from typing import Any, Generic

import msgspec

from pitboss.session import AHouse, AState, Session
from pitboss.table import events as e
from pitboss.table.evolve import evolve, new_state
from pitboss.table.families import house_of
from pitboss.table.files import decode_event, encode_event
from pitboss.table.state import state_hash


class Witness(Generic[AHouse, AState]):
    """Follows a table from outside: its own boxes, its own replay from the lines of the event file.

    A family's witness adds its cards or dice, its wagers, and what each finished round should have come to.
    """

    def __init__(self, session: Session[AHouse, AState]) -> None:
        self.session = session
        self.house: Any = house_of(msgspec.to_builtins(session.house.setup), session.house.edition)
        self.replayed: Any = new_state(self.house)
        self.read = 0
        self.boxes = {"tray": 0, "drop_box": 0, "tip_box": 0}
        self.rounds = 0
        self.look()

    def look(self) -> None:
        """Check everything after a step."""
        for event in self.session.log[self.read :]:
            before = self.replayed
            self.follow(event, before)
            self.count_boxes(event)
            self.replayed = evolve(self.house, before, decode_event(encode_event(event)))
            self.after(before)
        self.read = len(self.session.log)
        state, balances = self.session.state, self.session.balances
        assert state_hash(state) == state_hash(self.replayed), "replay differs"
        self._money(state, balances)
        self.check(state, balances)

    def _money(self, state: AState, balances: dict[str, int]) -> None:
        assert sum(balances.values()) == 0, "postings do not sum to zero"
        for player, chips in state.chips.items():
            assert chips == balances[f"player:{player}"] >= 0, f"chips of {player}"
        held = balances.get("layout", 0)
        assert self.on_the_layout(state) == held, "wagers on the layout"
        assert state.wagered(self.house.rules) == held, "wagers as the server compares them with the account"
        for box, cents in self.boxes.items():
            assert cents == balances.get(box, 0), box

    def count_boxes(self, event: e.Event) -> None:
        """Tray, drop box and tip box, reckoned apart from the bank."""
        boxes = self.boxes
        if isinstance(event, e.TableOpened):
            boxes["tray"] += event.inventory
        elif isinstance(event, e.BoughtIn):
            boxes["tray"] -= event.amount
            boxes["drop_box"] += event.amount
        elif isinstance(event, e.Tipped):
            boxes["tip_box"] += event.amount
        elif isinstance(event, e.WagersTaken):
            boxes["tray"] += sum(event.stakes.values())
        elif isinstance(event, e.WagersPaid):
            boxes["tray"] -= sum(row.pays + row.coupon for row in event.rows)

    def on_the_layout(self, state: AState) -> int:
        """The cents of all wagers that lie on the layout."""
        raise NotImplementedError

    def follow(self, event: e.Event, before: AState) -> None:
        """Keep own books of an event; `before` is the table it happens to."""
        raise NotImplementedError

    def after(self, before: AState) -> None:
        """Look at what the event has made of the table: a round that ended must have come to what settlement says."""
        raise NotImplementedError

    def check(self, state: AState, balances: dict[str, int]) -> None:
        """What else must hold: every card or die accounted for, no wager changed after the close."""
        raise NotImplementedError
