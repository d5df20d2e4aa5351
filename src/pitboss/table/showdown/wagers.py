"""The wagers placed before the deal, and taken back."""

from typing import Any

from pitboss.money import read_wager, write_money
from pitboss.refusal import Refusal
from pitboss.table.players import (
    MOST_AMOUNTS,
    bets_not_open,
    check_held,
    check_limit,
    check_position,
    check_tender,
    position_of,
    read_chips,
    seat_of,
)
from pitboss.table.showdown import events as e
from pitboss.table.showdown.commands import Command
from pitboss.table.showdown.setup import House
from pitboss.table.showdown.state import State

Events = list[e.Event]


def bet(house: House, state: State, command: Command, chance: object) -> Events:
    """The whole of a position's wagers, in place of what lies there."""
    position = position_of(command)
    own = state.seats.get(position) == command.who
    seat = position if own else seat_of(house, state, command.who)
    _check_open(house, state, position)
    check_tender(house, command.tender, position)
    check_position(house, state, position)
    _check_own(house, state, command.who, seat, position)
    given = command.wagers or {}
    plain = {*map(type, given.values())} == {str}  # amounts all of them, none as chips by denomination
    stakes = _legal_stakes(house, given, plain, position)
    coupon = 0 if command.coupon is None else _read_coupon(house, command.coupon, stakes)
    before = state.bets.get(position)
    back = sum(before.stakes.values()) if before else 0
    check_held(state, command.who, sum(stakes.values()) - back, position)
    chips = {} if plain else {wager: dict(each) for wager, each in given.items() if isinstance(each, dict)}
    placed = e.BetPlaced(command.who, position, stakes, coupon, chips)
    return [e.BetCleared(command.who, position, before.stakes), placed] if before else [placed]


def _legal_stakes(house: House, given: dict[str, Any], plain: bool, position: int) -> dict[str, int]:
    """The cents of a position's wagers. Players bet the same again and again; it is read and checked once."""
    met, key = house.wagers_met, tuple(given.items()) if plain else ()
    if key in met:
        return met[key].copy()
    stakes = _read_stakes(house, given)
    _check_stakes(house, stakes, position)
    if key and len(met) < MOST_AMOUNTS:
        met[key] = stakes.copy()
    return stakes


def _check_open(house: House, state: State, position: int) -> None:
    if state.betting:
        return
    if state.playing:
        message = "Wait for the next round: no wager is made, increased or withdrawn after no more bets."
        raise Refusal("bets_closed", message, house.cite(house.procedure.wagers.close), position)
    raise bets_not_open(state, position)


def _check_own(house: House, state: State, who: str, seat: int, position: int) -> None:
    """Check that positions are adjacent, the player's own seat included, and not too many (reading 48)."""
    there = state.bets.get(position)
    if (there and there.player != who) or state.seats.get(position, who) != who:
        raise Refusal("position_taken", "Choose another position: this one is another player's.", None, position)
    wagered = {position, *_bets_of(state, who)}
    own = {seat, *wagered}
    if len(own) == 1:
        return
    clause, number = house.cite(house.procedure.wagers.positions), house.positions_per_player
    if len(own) > number and (len(wagered) > number or _side_by_side(wagered)):
        allowed = "one position" if number == 1 else f"{number} positions"
        raise Refusal("too_many_positions", f"Bet on {allowed} at most in a round.", clause, position)
    if not (_side_by_side(wagered) and _side_by_side(own)):
        message = "Bet on positions that are adjacent to each other and to your own seat."
        raise Refusal("not_adjacent", message, clause, position)


def _side_by_side(positions: set[int]) -> bool:
    return not positions or max(positions) - min(positions) == len(positions) - 1


def _read_stakes(house: House, given: dict[str, Any]) -> dict[str, int]:
    if not given:
        raise Refusal("no_wagers", "Place at least one wager, or clear the position.")
    offered = house.offered
    for wager in given:
        if wager not in offered:
            raise house.not_offered(wager)
    return {wager: read_chips(house, given[wager], wager) for wager in offered if wager in given}


def _read_coupon(house: House, given: str, stakes: dict[str, int]) -> int:
    """A coupon rides on the ante with chips of equal value (reading 29)."""
    clause = house.cite(house.procedure.wagers.chips)
    if not house.setup.match_play:
        raise Refusal("no_coupons", "Keep the coupon: this table does not take match play coupons.", clause)
    coupon = read_wager(given, "coupon")
    if coupon != stakes.get(house.rules.ante):
        raise Refusal("coupon_unmatched", "Place an ante of the same value as the coupon.", "reading 29")
    return coupon


def _check_stakes(house: House, stakes: dict[str, int], position: int) -> None:
    try:
        for precondition in house.rules.preconditions:
            precondition.check(stakes, house.jurisdiction)
        for wager, cents in stakes.items():
            check_limit(house, wager, cents)
    except Refusal as refusal:
        raise refusal.at(position) from None
    progressive = house.rules.progressive
    if progressive and stakes.get(progressive.name, progressive.stake) != progressive.stake:
        stake = write_money(progressive.stake)
        raise Refusal(
            f"progressive_not_{stake}", f"Make the progressive wager {stake}.", progressive.stake_clause, position
        )


def clear(house: House, state: State, command: Command, chance: object) -> Events:
    position = position_of(command)
    _check_open(house, state, position)
    there = state.bets.get(position)
    if there is None or there.player != command.who:
        raise Refusal("nothing_to_clear", "There is no wager of yours on this position.", None, position)
    left = {*_bets_of(state, command.who)} - {position}
    if not (_side_by_side(left) and _side_by_side({seat_of(house, state, command.who), *left})):
        raise Refusal(
            "not_adjacent",
            "Clear an outer position first: the positions you keep must be adjacent to each other.",
            house.cite(house.procedure.wagers.positions),
            position,
        )
    return [e.BetCleared(command.who, position, there.stakes)]


def _bets_of(state: State, who: str) -> list[int]:
    return [place for place, bet in state.bets.items() if bet.player == who]
