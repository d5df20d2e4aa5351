"""What can happen at a table. Events are facts: the state of a table is what its events say, and nothing else.

Money is whole cents inside and a decimal string in files; `pitboss.table.files` turns one into the other by the
`Cents` in these annotations. `clause` is the clause by which something was done.
"""

from typing import Annotated, Any

import msgspec

Cents = Annotated[int, msgspec.Meta(extra={"money": True})]
Stakes = dict[str, Cents]
"""From wager to cents."""


class Event(msgspec.Struct, frozen=True, tag_field="event", gc=False):
    """The common base of all events."""


class TableOpened(Event, frozen=True, tag="table_opened"):
    """The first event of every table: under which setup and code it is played, and with what in the tray and meters."""

    setup: dict[str, Any]
    version: str
    inventory: Cents
    main: Cents
    secondary: Cents


class StepDone(Event, frozen=True, tag="step_done"):
    """A step that moves no value and shows no card: inspection, washing, loading, a collection of chips.

    `other`: of two decks it concerns the one that is not in play; loaded, it comes into play.
    """

    do: str
    clause: str
    by: str = ""
    other: bool = False


class DeckReceived(Event, frozen=True, tag="deck_received"):
    """A deck comes to the table; one that was shuffled before it came has an order, which no role ever sees."""

    back: str
    order: tuple[str, ...]
    clause: str


class Shuffled(Event, frozen=True, tag="shuffled"):
    """The order is the whole deck's, the next card to be dealt first. No role ever sees it."""

    order: tuple[str, ...]
    device: bool
    clause: str
    other: bool = False


class DeckCut(Event, frozen=True, tag="deck_cut"):
    depth: int
    clause: str


class RecutOrdered(Event, frozen=True, tag="recut_ordered"):
    clause: str
    by: str = ""


class DeckRemoved(Event, frozen=True, tag="deck_removed"):
    """The deck leaves the table; another one must be received."""

    back: str
    counted: int
    clause: str
    in_device: bool = False


class DeviceRemoved(Event, frozen=True, tag="device_removed"):
    device: str
    clause: str
    by: str = ""


class MethodChanged(Event, frozen=True, tag="method_changed"):
    """Another way to shuffle or deal, from the next shuffle on."""

    dealing: str
    shuffler: str
    decks: int
    clause: str


class BoughtIn(Event, frozen=True, tag="bought_in"):
    """Cash goes to the drop box, chips from the tray to the player."""

    player: str
    amount: Cents


class CashedOut(Event, frozen=True, tag="cashed_out"):
    """The player takes the chips away from the table."""

    player: str
    amount: Cents


class Tipped(Event, frozen=True, tag="tipped"):
    player: str
    amount: Cents


class Seated(Event, frozen=True, tag="seated"):
    player: str
    position: int


class Left(Event, frozen=True, tag="left"):
    player: str
    position: int


class BetPlaced(Event, frozen=True, tag="bet_placed"):
    """The whole of a position's wagers before the deal. `coupon`: a match play coupon that rides on the ante."""

    player: str
    position: int
    stakes: Stakes
    coupon: Cents = 0
    chips: dict[str, dict[str, int]] = {}


class BetCleared(Event, frozen=True, tag="bet_cleared"):
    player: str
    position: int
    stakes: Stakes


class BetsClosed(Event, frozen=True, tag="bets_closed"):
    """No more bets."""

    number: int
    positions: tuple[int, ...]
    clause: str


class ProgressiveCollected(Event, frozen=True, tag="progressive_collected"):
    """The progressive wagers go into the tray, and their shares onto the meters."""

    positions: tuple[int, ...]
    stakes: dict[int, Cents]
    main: Cents
    secondary: Cents
    clause: str


class CardsDealt(Event, frozen=True, tag="cards_dealt"):
    """Cards in the order they leave the deck: to whom, which, and whether face up.

    To a position's number, `dealer`, `community`, or `rack` for a burnt card and what a packet leaves over.
    `tasks` is how many deliveries of the procedure these are.
    """

    cards: tuple[tuple[str, str, bool], ...]
    tasks: int
    clause: str


class StubRacked(Event, frozen=True, tag="stub_racked"):
    """The stub goes to the discard rack unseen; `counted` where it was counted first."""

    clause: str
    counted: int | None = None


class CardTurned(Event, frozen=True, tag="card_turned"):
    """The dealer's card that is shown before the decisions; a wild one is thrown out of the hand."""

    card: str
    thrown_out: bool
    clause: str


class Decided(Event, frozen=True, tag="decided"):
    """A player's decision: `fold`, `check`, or a later wager. `automatic`: the player was silent."""

    player: str
    position: int
    action: str
    amount: Cents
    clause: str
    automatic: bool = False


class ForfeitsTaken(Event, frozen=True, tag="forfeits_taken"):
    """The wagers a fold loses go to the tray, a coupon with them.

    The `hand` is `collected` too, into the rack, or `stays` where a side wager is still alive.
    """

    position: int
    player: str
    stakes: Stakes
    hand: str
    clause: str
    coupon: str = ""


class DealerRevealed(Event, frozen=True, tag="dealer_revealed"):
    cards: tuple[str, ...]
    hand: str | None
    clause: str


class HandRevealed(Event, frozen=True, tag="hand_revealed"):
    """`cards` are the ones turned up; a folded hand shows only those that win its bonus wagers.

    `also`: what the dealer announces besides the hand, such as a straight flush that a bonus wager pays.
    """

    position: int
    cards: tuple[str, ...]
    hand: str | None
    also: tuple[str, ...]
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


class WagersTaken(Event, frozen=True, tag="wagers_taken"):
    position: int
    player: str
    stakes: Stakes
    clause: str
    coupon: str = ""


class WagersPaid(Event, frozen=True, tag="wagers_paid"):
    position: int
    player: str
    rows: tuple[Paid, ...]
    clause: str


class ProgressivePaid(Event, frozen=True, tag="progressive_paid"):
    """A progressive payout with its document. It never comes from the tray: `source` is `meter` or `house`.

    `main` and `secondary` are the meters after it; a full payout puts `reset` from the secondary onto the main meter.
    """

    position: int
    player: str
    hand: str | None
    amount: Cents
    source: str
    main: Cents
    secondary: Cents
    reset: Cents
    clause: str


class CardsCollected(Event, frozen=True, tag="cards_collected"):
    """A hand goes to the discard rack: a position's number, its `discards`, `dealer` or `community`."""

    whose: tuple[str, ...]
    clause: str


class IrregularityCalled(Event, frozen=True, tag="irregularity_called"):
    what: str
    effect: str
    clause: str
    by: str = ""
    position: int | None = None
    card: str | None = None
    cards: int | None = None


class HandsVoided(Event, frozen=True, tag="hands_voided"):
    """Hands are void and their wagers returned. `all_hands`: the round is over, and the cards are reshuffled.

    `stakes` come back from the layout, `tray` is what had been collected before. `main` and `secondary` are the shares
    of returned progressive wagers, which come off the meters again.
    """

    all_hands: bool
    stakes: dict[int, Stakes]
    tray: dict[int, Cents]
    players: dict[int, str]
    main: Cents
    secondary: Cents
    clause: str


class WagersVoided(Event, frozen=True, tag="wagers_voided"):
    """The contest's wagers are void and returned; bonus wagers stand."""

    stakes: dict[int, Stakes]
    tray: dict[int, Cents]
    players: dict[int, str]
    wagers: tuple[str, ...]
    clause: str


class Forfeited(Event, frozen=True, tag="forfeited"):
    """A player loses every wager of the round, at every position; what lies on the layout goes to the tray."""

    player: str
    stakes: dict[int, Stakes]
    clause: str


class TableClosed(Event, frozen=True, tag="table_closed"):
    """No more rounds; the cards leave the table."""

    by: str = ""


AnyEvent = (
    TableOpened
    | StepDone
    | DeckReceived
    | Shuffled
    | DeckCut
    | RecutOrdered
    | DeckRemoved
    | DeviceRemoved
    | MethodChanged
    | BoughtIn
    | CashedOut
    | Tipped
    | Seated
    | Left
    | BetPlaced
    | BetCleared
    | BetsClosed
    | ProgressiveCollected
    | CardsDealt
    | StubRacked
    | CardTurned
    | Decided
    | ForfeitsTaken
    | DealerRevealed
    | HandRevealed
    | WagersTaken
    | WagersPaid
    | ProgressivePaid
    | CardsCollected
    | IrregularityCalled
    | HandsVoided
    | WagersVoided
    | Forfeited
    | TableClosed
)
