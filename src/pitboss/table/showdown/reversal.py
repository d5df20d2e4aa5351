"""Wagers that were settled before their hand, or all hands, were found void (reading 130).

The house's option says whether they are reversed or stand.
"""

from collections import defaultdict
from collections.abc import Collection

from pitboss.showdown.declaration import VOID
from pitboss.showdown.progressive import Meters
from pitboss.table.showdown import events as e
from pitboss.table.showdown.setup import House
from pitboss.table.showdown.standing import award, result_of
from pitboss.table.showdown.state import State


def is_settled(state: State, positions: Collection[int]) -> bool:
    """Whether anything was paid or taken at one of these positions."""
    return any(event.position in positions for event in state.settled)


def reverse(house: House, state: State, positions: Collection[int], clause: str) -> e.SettlementReversed:
    """The event that returns everything paid and taken at these positions."""
    rows = []
    main = state.main
    for position in sorted(positions, reverse=True):
        if is_settled(state, (position,)):
            row = _row(state, position, main)
            main += row.award - row.reset if row.source == "meter" else 0
            rows.append(row)
    return e.SettlementReversed(tuple(rows), clause)


def _row(state: State, position: int, main: int) -> e.Reversal:
    """The sums of all that settlement did at a position. `main`: what the main meter shows before it goes back."""
    pays: defaultdict[str, int] = defaultdict(int)
    taken: defaultdict[str, int] = defaultdict(int)
    returned: defaultdict[str, int] = defaultdict(int)
    award, source, reset, coupon, coupon_pays = 0, "", 0, "", 0
    for event in state.settled:
        if event.position != position:
            continue
        if isinstance(event, e.WagersTaken):
            for wager, cents in event.stakes.items():
                taken[wager] += cents
            coupon = "returned" if event.coupon == "collected" else coupon
        elif isinstance(event, e.WagersPaid):
            for row in event.rows:
                pays[row.wager] += row.pays
                coupon_pays += row.coupon
                returned[row.wager] += row.stake
                coupon = "returned" if row.coupon_goes == "collected" else coupon
        else:
            # Another table of the group may have emptied the meter since: it never goes below zero.
            award, source, reset = event.amount, event.source, min(event.reset, main + event.amount)
    won, back = ({wager: cents for wager, cents in each.items() if cents} for each in (pays, returned))
    player = state.bets[position].player
    return e.Reversal(position, player, won, dict(taken), back, award, source, reset, coupon, coupon_pays, VOID)


def not_settled(house: House, state: State, position: int) -> tuple[str, ...]:
    """The wagers of a position that are returned while settled ones stand; an unpaid ante bonus is one.

    A progressive wager that wins nothing is settled with the last wager of its hand.
    """
    bet, settled = state.bets[position], _settled_wagers(house, state, position)
    progressive = house.rules.progressive
    if progressive and settled and not bet.layout and award(house, state, position) is None:
        settled.add(progressive.name)
    left = [name for name in bet.stakes if name not in settled and name not in state.void_wagers]
    bonus = house.ante_bonus
    owed = any(row.wager == bonus for row in result_of(state, position).back)
    if owed and bonus not in settled:
        left.append(bonus)
    return tuple(left)


def _settled_wagers(house: House, state: State, position: int) -> set[str]:
    found: set[str] = set()
    for event in state.settled:
        if event.position != position:
            continue
        if isinstance(event, e.WagersTaken):
            found |= event.stakes.keys()
        elif isinstance(event, e.WagersPaid):
            found |= {row.wager for row in event.rows}
        elif house.rules.progressive:
            found.add(house.rules.progressive.name)
    return found


def return_rest(house: House, state: State, positions: Collection[int], all_hands: bool, clause: str) -> e.HandsVoided:
    """The event that returns unsettled wagers, also those that a fold or a forfeiture lost; settled ones stand."""
    left = {place: not_settled(house, state, place) for place in sorted(positions) if not state.bets[place].void}
    wagers = {place: names for place, names in left.items() if names}
    bets = {place: state.bets[place] for place in wagers}
    return e.HandsVoided(
        all_hands,
        {place: dict(bet.layout) for place, bet in bets.items()},
        {
            place: sum(bet.stakes.get(name, 0) for name in wagers[place] if name not in bet.layout)
            for place, bet in bets.items()
        },
        {place: bet.player for place, bet in bets.items()},
        *_shares(house, state, wagers),
        clause,
        wagers,
        VOID,
    )


def _shares(house: House, state: State, wagers: dict[int, tuple[str, ...]]) -> tuple[int, int]:
    """The shares of returned progressive wagers, at most what payouts that stand left on the meters."""
    progressive = house.rules.progressive
    if progressive is None:
        return 0, 0
    number = sum(progressive.name in names and place in state.progressive_in for place, names in wagers.items())
    shares = progressive.contribute(Meters(0, 0), number)
    return min(shares.main, state.main), min(shares.secondary, state.secondary)
