"""The state of a table that deals from a shoe: boxes with their hands and players, and where every card is.

No card comes from nowhere: those of the shoe are in the stock, in hands, with the dealer or in the rack, and every
event moves them from one to another. A hand that was collected keeps the names of its cards for the round's record.
"""

from typing import Any

import msgspec
from msgspec import field

from pitboss.memo import remembered
from pitboss.money import write_money
from pitboss.shoe.rounds import HandForm, OtherForm, PositionForm, RoundForm, ShareForm
from pitboss.shoe.rulings import WagerResult
from pitboss.table import state as table
from pitboss.table.shoe.programme import Task
from pitboss.table.shoe.setup import House

DOUBLED = "doubled"


class Share(msgspec.Struct, gc=False):
    """One player's wagers on one hand: what was placed, what still lies there, what each double added."""

    stakes: dict[str, int]
    layout: dict[str, int]
    doubles: tuple[int, ...] = ()
    rescued: bool = False
    surrendered: bool = False

    @property
    def given_up(self) -> bool:
        return self.rescued or self.surrendered

    @property
    def standing(self) -> int:
        """What stands on the hand, and so the most that a double may add."""
        return sum(self.stakes.values())


class Party(msgspec.Struct, gc=False):
    """One player on a box. `stakes` are all wagers but doubles; `layout` what lies beside the hands.

    Before the deal everything lies there; then what stands on a hand belongs to its share. `awarded`: bonuses that are
    no wagers were paid.
    """

    player: str
    stakes: dict[str, int]
    layout: dict[str, int]
    shares: tuple[Share | None, ...] = ()
    awarded: bool = False


class Hand(msgspec.Struct, gc=False):
    """A hand of a box. `done`: the player wants no more. `racked`: its cards are in the discard rack."""

    cards: tuple[str, ...] = ()
    doubles: int = 0
    done: bool = False
    void: bool = False
    racked: bool = False


class Box(msgspec.Struct, gc=False):
    """A betting position. In a round the first party is whoever decides; before it they stand as they came."""

    parties: tuple[Party, ...]
    hands: tuple[Hand, ...] = ()
    dealt: tuple[str, ...] = ()
    void: bool = False
    paid: bool = False
    refused: bool = False

    @property
    def is_split(self) -> bool:
        return len(self.hands) > 1

    def party_of(self, player: str) -> Party | None:
        return next((party for party in self.parties if party.player == player), None)


Results = dict[int, dict[str, tuple[WagerResult, ...]]]
"""What settlement says, by position and player."""


class State(table.State, kw_only=True, gc=False):
    """Everything that has become of a table. Only `evolve` makes a new one."""

    programme: tuple[Task, ...] = ()
    shuffler: str
    card_reader: str
    shuffler_removed: bool = False
    boxes: dict[int, Box] = field(default_factory=dict)
    consents: dict[int, str] = field(default_factory=dict)
    # cards
    stock: tuple[str, ...] = ()
    dealer: tuple[str, ...] = ()
    rack: tuple[str, ...] = ()
    pickups: tuple[tuple[str, int], ...] = ()
    spread: bool = False
    by_device: bool = False
    cut: bool = False
    behind: int = 0
    shuffle_due: bool = False
    exposed: str = ""
    face_up_found: int = 0
    tens_found: int = 0
    ten: str = ""
    destroyed: tuple[str, ...] = ()
    # the round
    checks: bool = False
    discards_dealt: bool = False
    found: str = ""
    hole_shown: bool = False
    void_wagers: tuple[str, ...] = ()
    results: Results | None = None
    settling: bool = False
    finished: RoundForm | None = None

    def has_wagers(self, who: str) -> bool:
        return any(box.party_of(who) for box in self.boxes.values())

    def wagered(self, rules: Any) -> int:
        parties = [party for box in self.boxes.values() for party in box.parties]
        layouts = [
            *(party.layout for party in parties),
            *(each.layout for party in parties for each in party.shares if each),
        ]
        return sum(sum(layout.values()) for layout in layouts)

    def in_use(self, position: int) -> bool:
        return position in self.boxes


def new_state(house: House) -> State:
    """The table before its first event."""
    return State(shuffler=house.setup.shuffler, card_reader=house.setup.card_reader)


def record(house: House, state: State) -> RoundForm:
    """The round as `pitboss settle` takes it."""
    return RoundForm(
        house.game.name,
        " ".join(state.dealer),
        [position_form(position, box) for position, box in sorted(state.boxes.items())],
        house.jurisdiction,
        house.written_options,
        list(state.void_wagers) or None,
        state.checks,
        state.discards_dealt,
    )


def position_form(position: int, box: Box) -> PositionForm:
    caller, *others = box.parties
    return PositionForm(
        position,
        _written_stakes(caller),
        [_hand_form(hand, share) for hand, share in zip(box.hands, caller.shares, strict=True)],
        " ".join(box.dealt) if box.is_split else None,
        caller.player,
        [OtherForm(party.player, _written_stakes(party), list(map(_share_form, party.shares))) for party in others]
        or None,
        box.void,
    )


def _hand_form(hand: Hand, share: Share | None) -> HandForm:
    own = _share_form(share) or ShareForm()
    return HandForm(" ".join(hand.cards), own.doubled, own.rescued, own.surrendered, hand.void)


def _share_form(share: Share | None) -> ShareForm | None:
    if share is None:
        return None
    doubled = [_written(cents) for cents in share.doubles]
    return ShareForm(doubled[0] if len(doubled) == 1 else doubled or None, share.rescued, share.surrendered)


def _written_stakes(party: Party) -> dict[str, str]:
    return {name: _written(cents) for name, cents in party.stakes.items()}


_written = remembered(write_money, most=4096)
"""A table sees few different amounts."""


def reconstruct(rack: tuple[str, ...], pickups: tuple[tuple[str, int], ...]) -> dict[str, tuple[str, ...]]:
    """Every hand since the shuffle rebuilt from the rack: `7: 3.1` is the first hand of box 3 in round 7."""
    hands: dict[str, tuple[str, ...]] = {}
    start = 0
    for whose, number in pickups:
        hands[whose] = hands.get(whose, ()) + rack[start : start + number]
        start += number
    return hands
