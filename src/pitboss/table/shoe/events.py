"""What can happen at a table that deals from a shoe, beside what happens at every table."""

import msgspec

from pitboss.table.events import COMMON, Cents, PublicEvent, Stakes, Why, Whys


class CutCardPlaced(PublicEvent, frozen=True, tag="cut_card_placed"):
    """The cut card goes into the stack with so many cards `behind` it."""

    behind: int
    clause: str


class BoxShared(PublicEvent, frozen=True, tag="box_shared"):
    """The first player on a box lets others wager on it."""

    player: str
    position: int
    clause: str


class PlaceKept(PublicEvent, frozen=True, tag="place_kept"):
    """Who bets again on a box with others stays in the same place among them, counted from 1."""

    player: str
    position: int
    place: int
    clause: str


class HandDecided(PublicEvent, frozen=True, tag="hand_decided"):
    """A player's decision on a hand, 0 where it concerns the box; `amount` is what it adds to the layout.

    `automatic`: the player was silent.
    """

    player: str
    position: int
    hand: int
    action: str
    amount: Cents
    clause: str
    automatic: bool = False


class HoleChecked(PublicEvent, frozen=True, tag="hole_checked"):
    """What the card reader tells: whether the dealer has a blackjack, and nothing else."""

    blackjack: bool
    clause: str


class HoleRevealed(PublicEvent, frozen=True, tag="hole_revealed"):
    card: str
    hand: str
    clause: str


class Back(msgspec.Struct, frozen=True, gc=False):
    """A wager that comes back: what of its stake, what is paid on it, and the clause of the ruling."""

    wager: str
    outcome: str
    stake: Cents
    pays: Cents
    clause: str
    why: Why = msgspec.UNSET


class HandTaken(PublicEvent, frozen=True, tag="hand_taken"):
    """What one player has lost on a hand goes to the tray; hand 0 are the wagers beside the hands."""

    position: int
    hand: int
    player: str
    stakes: Stakes
    clause: str
    why: Whys = msgspec.UNSET


class HandPaid(PublicEvent, frozen=True, tag="hand_paid"):
    """What comes back to one player of a hand, with what it wins; hand 0 as above."""

    position: int
    hand: int
    player: str
    rows: tuple[Back, ...]
    clause: str


class BoxVoided(PublicEvent, frozen=True, tag="box_voided"):
    """Wagers go back: of a whole `box`, of one `hand` of it, or the `sides` beside a hand already paid.

    By player, `layout` is what still lay there and `tray` what had been collected.
    """

    position: int
    hand: int
    what: str
    layout: Stakes
    tray: Stakes
    clause: str
    why: Why = msgspec.UNSET


class RoundVoided(PublicEvent, frozen=True, tag="round_voided"):
    """The round is over; its wagers are back, its cards are collected. `reshuffle`: so are those of the shoe."""

    reshuffle: bool
    clause: str


class DevicesChanged(PublicEvent, frozen=True, tag="devices_changed"):
    shuffler: str
    card_reader: str
    clause: str


OWN = (
    *(CutCardPlaced, BoxShared, PlaceKept, HandDecided, HoleChecked, HoleRevealed),
    *(HandTaken, HandPaid, BoxVoided, RoundVoided, DevicesChanged),
)

ALL = (*COMMON, *OWN)
