"""The state of a table: who sits where, what lies on the layout, where every card is, and what must be done next.

No card comes from nowhere: the 52 of the deck in play are in the stock, in hands, with the dealer, on the board or in
the rack, and every event moves them from one to another.
"""

from typing import Any

import msgspec
from msgspec import field

from pitboss.memo import remembered
from pitboss.money import write_money
from pitboss.regulations.paytables import Share
from pitboss.showdown.progressive import Meters
from pitboss.showdown.rounds import PositionForm, RoundForm
from pitboss.showdown.rulings import PositionResult, Ruling, WagerResult
from pitboss.table import state as table
from pitboss.table.showdown.events import ProgressivePaid, WagersPaid, WagersTaken
from pitboss.table.showdown.programme import Task
from pitboss.table.showdown.setup import House

BACKS = ("red", "blue")

COVER_READY = "beside the deck"


class Bet(msgspec.Struct, gc=False):
    """A position's wagers: what was placed, what still lies on the layout, what the player did.

    `returned` is what void wagers have given back already. `bonus_paid`: the ante bonus, which has no chips on the
    layout, is paid. `void_wagers` are those that went back where others of the position were settled and stand.
    """

    player: str
    stakes: dict[str, int]
    layout: dict[str, int]
    coupon: int = 0
    returned: int = 0
    actions: tuple[tuple[str, int], ...] = ()
    folded: bool = False
    void: bool = False
    forfeit: bool = False
    bonus_paid: bool | msgspec.UnsetType = msgspec.UNSET
    void_wagers: tuple[str, ...] = ()


class Result(msgspec.Struct, frozen=True, gc=False):
    """What settlement says of a position: its hand in words, which wagers are lost, a row for each that comes back.

    `lost`: why, by wager. The progressive's award is whole dollars, or `percent` of the main meter; its stake never
    comes back.
    """

    hand: str | None
    lost: dict[str, str]
    back: tuple[WagerResult, ...]
    award: int = 0
    percent: bool = False

    @staticmethod
    def of(settled: PositionResult) -> "Result":
        lost, back, award, percent = _sorted(settled.slip.rulings)
        if not back:
            return Result(settled.hand, lost, (), award, percent)
        rows = settled.wagers
        return Result(settled.hand, lost, tuple([rows[at] for at in back]), award, percent)


def _sort(rulings: tuple[Ruling, ...]) -> tuple[dict[str, str], tuple[int, ...], int, bool]:
    """What is lost and why, at which places stands what comes back, and the progressive's award."""
    award = rulings[-1].award if rulings else 0
    lost = {made.wager: made.why for made in rulings if made.outcome == "lose"}
    back = tuple(at for at, made in enumerate(rulings) if made.outcome in ("win", "push") and not made.award)
    return lost, back, int(award), isinstance(award, Share)


_sorted = remembered(_sort)
"""A house has few combinations of rulings."""


class State(table.State, kw_only=True, gc=False):
    """Everything that has become of a table. Only `evolve` makes a new one."""

    programme: tuple[Task, ...] = ()
    dealing: str
    shuffler: str
    decks: int
    main: int = 0
    secondary: int = 0
    cut: bool = False
    bets: dict[int, Bet] = field(default_factory=dict)
    # cards
    deck: int = 0
    stock: tuple[str, ...] = ()
    dealt: dict[int, tuple[str, ...]] = field(default_factory=dict)
    hands: dict[int, tuple[str, ...]] = field(default_factory=dict)
    dealer: tuple[str, ...] = ()
    community: tuple[str, ...] = ()
    rack: tuple[str, ...] = ()
    pickups: tuple[tuple[str, int], ...] = ()
    other: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    turned: str = ""
    thrown_out: bool = False
    face_up_found: int = 0
    cover: str = COVER_READY
    rounds_since_count: int = 0
    deck_rounds: tuple[int, int] = (0, 0)
    """Rounds that each deck was dealt in since its own stub was last counted."""
    decks_at_table: int = 0
    # the round
    void_wagers: tuple[str, ...] = ()
    results: dict[int, Result] | None = None
    settling: bool = False
    settled: tuple[WagersTaken | WagersPaid | ProgressivePaid, ...] = ()
    meters_before: Meters | None = None
    progressive_in: dict[int, int] = field(default_factory=dict)
    finished: RoundForm | None = None
    devices_removed: tuple[str, ...] = ()

    def has_wagers(self, who: str) -> bool:
        return any(bet.player == who for bet in self.bets.values())

    def wagered(self, rules: Any) -> int:
        return sum(sum(bet.layout.values()) for bet in self.bets.values())

    @property
    def is_settling(self) -> bool:
        return self.settling

    @property
    def paid(self) -> tuple[WagersPaid, ...]:
        return tuple(event for event in self.settled if isinstance(event, WagersPaid))

    def meters(self) -> tuple[int, int] | None:
        return None if self.settling else (self.main, self.secondary)

    def in_use(self, position: int) -> bool:
        return position in self.bets


def new_state(house: House) -> State:
    """The table before its first event."""
    return State(dealing=house.dealing, shuffler=house.setup.shuffler, decks=house.setup.decks)


def record(house: House, state: State) -> RoundForm:
    """The round as `pitboss settle` takes it.

    Settled wagers that stand were settled by the revealed cards, whatever number was found later.
    """
    offered = house.rules.offered
    revealed = state.finished if state.settled else None
    cards_revealed = {each.position: each.cards for each in revealed.positions} if revealed else {}
    positions = [
        PositionForm(
            position,
            " ".join(state.dealt.get(position, ()))
            if not cards_revealed or (bet.void and not bet.void_wagers)
            else cards_revealed[position],
            {name: _written(cents) for name, cents in bet.stakes.items() if name in offered},
            [{name: _written(cents)} if cents else name for name, cents in bet.actions],
            list(bet.void_wagers) or bet.void,
            bet.forfeit,
        )
        for position, bet in sorted(state.bets.items())
    ]
    meters = state.meters_before
    return RoundForm(
        house.game.name,
        revealed.dealer if revealed else " ".join(_exposed_first(state)),
        positions,
        house.jurisdiction,
        house.written_options,
        " ".join(state.community) if house.game.deal.community and state.community else None,
        {"main": write_money(meters.main), "secondary": write_money(meters.secondary)} if meters else None,
        list(state.void_wagers) or None,
    )


_written = remembered(write_money, most=4096)
"""A table sees few different amounts."""


def _exposed_first(state: State) -> tuple[str, ...]:
    """The dealer's cards in the order dealt, the turned up one first, unless a misdeal put it elsewhere."""
    if state.turned not in state.dealer:
        return state.dealer
    return (state.turned, *(card for card in state.dealer if card != state.turned))


def reconstruct(rack: tuple[str, ...], pickups: tuple[tuple[str, int], ...]) -> dict[str, tuple[str, ...]]:
    """Every hand of the round rebuilt from the rack: its cards in order, and in which order what was picked up."""
    hands: dict[str, tuple[str, ...]] = {}
    start = 0
    for whose, number in pickups:
        hands[whose] = hands.get(whose, ()) + rack[start : start + number]
        start += number
    return hands


def rest_of_deck(state: State) -> tuple[str, ...]:
    """The cards not dealt: in the shoe or hand, or already in the rack as the stub."""
    return state.stock or reconstruct(state.rack, state.pickups).get("stub", ())
