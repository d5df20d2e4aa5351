"""What can happen at a table of any family. Events are facts: the state of a table is what its events say, no more.

Money is whole cents inside and a decimal string in files; `pitboss.table.written` turns one into the other by the
`Cents` in these annotations. `clause` is the clause by which something was done. A family adds events of its own.
"""

from typing import Annotated, Any, ClassVar

import msgspec

from pitboss.regulations.edition import FIRST

Cents = Annotated[int, msgspec.Meta(extra={"money": True})]
Stakes = dict[str, Cents]
"""From wager to cents."""

Why = str | msgspec.UnsetType
"""Why a wager was settled so: a word of docs/table.md. Events before version 0.5.0 have none."""

Whys = dict[str, str] | msgspec.UnsetType
"""The same by wager, where an event has several stakes."""


class Event(msgspec.Struct, frozen=True, tag_field="event", gc=False):
    """The common base of all events. The store seals an event until its round is over, unless it is public."""

    public: ClassVar[bool] = False


class PublicEvent(Event, frozen=True):
    """The base of events that hold nothing hidden: anyone who watches may see them as they happen."""

    public: ClassVar[bool] = True


Events = list[Event]
"""What a command makes happen, in order."""


class TableOpened(PublicEvent, frozen=True, tag="table_opened"):
    """The first event of every table: its setup, program version, edition of the rules, tray and meters."""

    setup: dict[str, Any]
    version: str
    inventory: Cents
    main: Cents = 0
    secondary: Cents = 0
    edition: int | msgspec.UnsetType = msgspec.UNSET
    """The edition of the rules; not set by tables of the first edition."""

    @property
    def rules_edition(self) -> int:
        return FIRST if isinstance(self.edition, msgspec.UnsetType) else self.edition


class StepDone(PublicEvent, frozen=True, tag="step_done"):
    """A step that moves no value and shows no card: inspection, washing, loading, a collection of chips.

    `other`: of two decks it concerns the one that is not in play; loaded, it comes into play. `position`: where the
    step belongs to one hand.
    """

    do: str
    clause: str
    by: str = ""
    other: bool = False
    position: int | msgspec.UnsetType = msgspec.UNSET


class DeckReceived(Event, frozen=True, tag="deck_received"):
    """Cards come to the table; shuffled before they came, they have an order, which no role ever sees."""

    back: str
    order: tuple[str, ...]
    clause: str


class Shuffled(Event, frozen=True, tag="shuffled"):
    """The order is that of all cards, the next card to be dealt first. No role ever sees it."""

    order: tuple[str, ...]
    device: bool
    clause: str
    other: bool = False


class DeckCut(PublicEvent, frozen=True, tag="deck_cut"):
    depth: int
    clause: str


class RecutOrdered(PublicEvent, frozen=True, tag="recut_ordered"):
    clause: str
    by: str = ""


class DeviceRemoved(PublicEvent, frozen=True, tag="device_removed"):
    device: str
    clause: str
    by: str = ""


class BoughtIn(PublicEvent, frozen=True, tag="bought_in"):
    """Cash goes to the drop box, chips from the tray to the player."""

    player: str
    amount: Cents


class CashedOut(PublicEvent, frozen=True, tag="cashed_out"):
    """The player takes the chips away from the table."""

    player: str
    amount: Cents


class Tipped(PublicEvent, frozen=True, tag="tipped"):
    player: str
    amount: Cents


class Seated(PublicEvent, frozen=True, tag="seated"):
    player: str
    position: int


class Left(PublicEvent, frozen=True, tag="left"):
    player: str
    position: int


class BetPlaced(PublicEvent, frozen=True, tag="bet_placed"):
    """The whole of a position's wagers before the deal. `coupon`: a match play coupon that rides on the main wager."""

    player: str
    position: int
    stakes: Stakes
    coupon: Cents = 0
    chips: dict[str, dict[str, int]] = {}


class BetCleared(PublicEvent, frozen=True, tag="bet_cleared"):
    player: str
    position: int
    stakes: Stakes


class BetsClosed(PublicEvent, frozen=True, tag="bets_closed"):
    """No more bets."""

    number: int
    positions: tuple[int, ...]
    clause: str


class CardsDealt(Event, frozen=True, tag="cards_dealt"):
    """Cards in the order they leave the deck or the shoe: to whom, which, and whether face up.

    To a position's number or one of its hands, `dealer`, `community`, or `rack` for a burnt card and what a packet
    leaves over, as the family says. `tasks` is how many deliveries of the procedure these are.
    """

    cards: tuple[tuple[str, str, bool], ...]
    tasks: int
    clause: str


class Paid(msgspec.Struct, frozen=True, gc=False):
    """A wager that comes back: its stake, what is paid on it, what its coupon wins, and the clause of the ruling.

    `coupon_goes`: whether the coupon beside it is `collected` or `returned`.
    """

    wager: str
    outcome: str
    stake: Cents
    pays: Cents
    coupon: Cents
    clause: str
    coupon_goes: str = ""
    why: Why = msgspec.UNSET


class WagersTaken(PublicEvent, frozen=True, tag="wagers_taken"):
    position: int
    player: str
    stakes: Stakes
    clause: str
    coupon: str = ""
    why: Whys = msgspec.UNSET


class WagersPaid(PublicEvent, frozen=True, tag="wagers_paid"):
    position: int
    player: str
    rows: tuple[Paid, ...]
    clause: str


class CardsCollected(PublicEvent, frozen=True, tag="cards_collected"):
    """Cards go to the discard rack: a position's number, its `discards`, `dealer`, `community`, as the family says."""

    whose: tuple[str, ...]
    clause: str


class HandCounted(msgspec.Struct, frozen=True, gc=False):
    """The number of cards that a hand really has; without a position, the dealer's hand."""

    cards: int
    position: int | None = None


class IrregularityCalled(PublicEvent, frozen=True, tag="irregularity_called"):
    what: str
    effect: str
    clause: str
    by: str = ""
    position: int | None = None
    card: str | None = None
    cards: int | None = None
    whose: str | msgspec.UnsetType = msgspec.UNSET
    """The place of an exposed card that belongs to no hand: `stub` or `shoe`."""
    reason: str | msgspec.UnsetType = msgspec.UNSET
    """Why a supervisor voided the round."""
    hands: tuple[HandCounted, ...] | msgspec.UnsetType = msgspec.UNSET
    """The hands that were counted with the stub."""


class TableClosed(PublicEvent, frozen=True, tag="table_closed"):
    """No more rounds; the cards or dice leave the table."""

    by: str = ""


COMMON = (
    *(TableOpened, StepDone, DeckReceived, Shuffled, DeckCut, RecutOrdered, DeviceRemoved),
    *(BoughtIn, CashedOut, Tipped, Seated, Left, BetPlaced, BetCleared, BetsClosed, CardsDealt),
    *(WagersTaken, WagersPaid, CardsCollected, IrregularityCalled, TableClosed),
)
"""The events that any family may use."""
