"""What can happen at a table of a game that compares hands, beside what happens at every table."""

import msgspec

from pitboss.table.events import (
    COMMON,
    BetCleared,
    BetPlaced,
    BetsClosed,
    BoughtIn,
    CardsCollected,
    CardsDealt,
    CashedOut,
    Cents,
    DeckCut,
    DeckReceived,
    DeviceRemoved,
    Event,
    Events,
    HandCounted,
    IrregularityCalled,
    Left,
    Paid,
    PublicEvent,
    RecutOrdered,
    Seated,
    Shuffled,
    Stakes,
    StepDone,
    TableClosed,
    TableOpened,
    Tipped,
    WagersPaid,
    WagersTaken,
    Why,
    Whys,
)


class DeckRemoved(PublicEvent, frozen=True, tag="deck_removed"):
    """The deck leaves the table; another one must be received."""

    back: str
    counted: int
    clause: str
    in_device: bool = False


class MethodChanged(PublicEvent, frozen=True, tag="method_changed"):
    """Another way to shuffle or deal, from the next shuffle on."""

    dealing: str
    shuffler: str
    decks: int
    clause: str


class ProgressiveCollected(PublicEvent, frozen=True, tag="progressive_collected"):
    """The progressive wagers go into the tray, and their shares onto the meters."""

    positions: tuple[int, ...]
    stakes: dict[int, Cents]
    main: Cents
    secondary: Cents
    clause: str


class MetersRead(PublicEvent, frozen=True, tag="meters_read"):
    """Where tables share their meters: what the others have made of them. It moves no value here."""

    main: Cents
    secondary: Cents
    clause: str


class StubRacked(PublicEvent, frozen=True, tag="stub_racked"):
    """The stub goes to the discard rack unseen; `counted` where it was counted first."""

    clause: str
    counted: int | None = None


class CardTurned(PublicEvent, frozen=True, tag="card_turned"):
    """The dealer's card that is shown before the decisions; a wild one is thrown out of the hand."""

    card: str
    thrown_out: bool
    clause: str


class Decided(PublicEvent, frozen=True, tag="decided"):
    """A player's decision: `fold`, `check`, or a later wager. `automatic`: the player was silent."""

    player: str
    position: int
    action: str
    amount: Cents
    clause: str
    automatic: bool = False


class ForfeitsTaken(PublicEvent, frozen=True, tag="forfeits_taken"):
    """The wagers a fold loses go to the tray, a coupon with them.

    The `hand` is `collected` too, into the rack, or `stays` where a side wager is still alive.
    """

    position: int
    player: str
    stakes: Stakes
    hand: str
    clause: str
    coupon: str = ""
    why: Whys = msgspec.UNSET


class DealerRevealed(PublicEvent, frozen=True, tag="dealer_revealed"):
    cards: tuple[str, ...]
    hand: str | None
    clause: str


class HandRevealed(PublicEvent, frozen=True, tag="hand_revealed"):
    """`cards` are the ones turned up; a folded hand shows only those that win its bonus wagers.

    `also`: what the dealer announces besides the hand, such as a straight flush that a bonus wager pays.
    """

    position: int
    cards: tuple[str, ...]
    hand: str | None
    also: tuple[str, ...]
    clause: str


class ProgressivePaid(PublicEvent, frozen=True, tag="progressive_paid"):
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
    why: Why = msgspec.UNSET


class Reversal(msgspec.Struct, frozen=True, gc=False):
    """The reversal of everything that settlement moved at a position.

    `pays` and `coupon_pays`: what wagers and their coupon had won, from the player to the tray. `taken`: lost stakes,
    from the tray to the player. `returned`: stakes that came back with a payment, which the player keeps. `award`: a
    progressive payout, from the player to its `source`; `reset` goes from the main meter back to the secondary. A
    collected `coupon` is `returned`.
    """

    position: int
    player: str
    pays: Stakes
    taken: Stakes
    returned: Stakes
    award: Cents = 0
    source: str = ""
    reset: Cents = 0
    coupon: str = ""
    coupon_pays: Cents = 0
    why: Why = msgspec.UNSET

    @property
    def gives(self) -> int:
        """The cents that the player returns."""
        return sum(self.pays.values()) + self.coupon_pays + self.award


class SettlementReversed(PublicEvent, frozen=True, tag="settlement_reversed"):
    """Settled hands are found void: their payouts and lost stakes are returned (reading 130)."""

    rows: tuple[Reversal, ...]
    clause: str


class HandsVoided(PublicEvent, frozen=True, tag="hands_voided"):
    """Hands are void and their wagers returned. `all_hands`: the round is over, and the cards are reshuffled.

    `stakes` come back from the layout, `tray` is what had been collected before. `main` and `secondary` are the shares
    of returned progressive wagers, which come off the meters again. `wagers` says which of a position's wagers go back
    where others were settled and stand.
    """

    all_hands: bool
    stakes: dict[int, Stakes]
    tray: dict[int, Cents]
    players: dict[int, str]
    main: Cents
    secondary: Cents
    clause: str
    wagers: dict[int, tuple[str, ...]] | msgspec.UnsetType = msgspec.UNSET
    why: Why = msgspec.UNSET


class WagersVoided(PublicEvent, frozen=True, tag="wagers_voided"):
    """The contest's wagers are void and returned; bonus wagers stand."""

    stakes: dict[int, Stakes]
    tray: dict[int, Cents]
    players: dict[int, str]
    wagers: tuple[str, ...]
    clause: str
    why: Why = msgspec.UNSET


class Forfeited(PublicEvent, frozen=True, tag="forfeited"):
    """A player loses every wager of the round, at every position; what lies on the layout goes to the tray."""

    player: str
    stakes: dict[int, Stakes]
    clause: str
    why: Why = msgspec.UNSET


OWN = (
    *(DeckRemoved, MethodChanged, ProgressiveCollected, MetersRead, StubRacked),
    *(CardTurned, Decided, ForfeitsTaken, DealerRevealed, HandRevealed),
    *(ProgressivePaid, SettlementReversed, HandsVoided, WagersVoided, Forfeited),
)

ALL = (*COMMON, *OWN)

__all__ = [
    "ALL",
    "BetCleared",
    "BetPlaced",
    "BetsClosed",
    "BoughtIn",
    "CardTurned",
    "CardsCollected",
    "CardsDealt",
    "CashedOut",
    "Cents",
    "DealerRevealed",
    "Decided",
    "DeckCut",
    "DeckReceived",
    "DeckRemoved",
    "DeviceRemoved",
    "Event",
    "Events",
    "Forfeited",
    "ForfeitsTaken",
    "HandCounted",
    "HandRevealed",
    "HandsVoided",
    "IrregularityCalled",
    "Left",
    "MetersRead",
    "MethodChanged",
    "Paid",
    "ProgressiveCollected",
    "ProgressivePaid",
    "RecutOrdered",
    "Reversal",
    "Seated",
    "SettlementReversed",
    "Shuffled",
    "Stakes",
    "StepDone",
    "StubRacked",
    "TableClosed",
    "TableOpened",
    "Tipped",
    "WagersPaid",
    "WagersTaken",
    "WagersVoided",
]
