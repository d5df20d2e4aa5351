"""Players at the table: seats, chips, and the wagers placed before the deal."""

from typing import Any

from pitboss.money import MOST_CENTS, read_wager, write_money
from pitboss.refusal import Refusal, shown, spoken
from pitboss.table import events as e
from pitboss.table.commands import Command
from pitboss.table.setup import House
from pitboss.table.state import State

Events = list[e.Event]


def seat_of(house: House, state: State, who: str) -> int:
    """Where a player sits; refused if nowhere."""
    for position, player in state.seats.items():
        if player == who:
            return position
    raise Refusal(
        "not_seated", "Take a seat first: only seated players may wager.", house.cite(house.procedure.wagers.seated)
    )


def check_position(house: House, state: State, position: int) -> None:
    most = min(house.game.positions, house.method(state.dealing).positions)
    if not 1 <= position <= most:
        raise Refusal(
            "position_out_of_range",
            f"Choose a position from 1 to {most}; got {position}.",
            house.cite(house.game.positions_clause),
        )


def sit(house: House, state: State, command: Command, chance: object) -> Events:
    position = _position(command)
    check_position(house, state, position)
    if position in state.seats:
        raise Refusal("seat_taken", "Choose another seat: this one is taken.", None, position)
    if command.who in state.seats.values():
        raise Refusal("already_seated", "Keep the seat you have, or leave it first.", None, position)
    if position in state.bets:
        raise Refusal("seat_in_use", "Choose another seat: a player has wagers on this position.", None, position)
    return [e.Seated(command.who, position)]


def _position(command: Command) -> int:
    assert command.position is not None
    return command.position


def leave(house: House, state: State, command: Command, chance: object) -> Events:
    """Whoever has wagers and cards stays until the round is over."""
    position = seat_of(house, state, command.who)
    if any(bet.player == command.who for bet in state.bets.values()):
        if state.playing:
            raise Refusal(
                "must_stay_seated",
                "Stay seated until the round is over: you have wagers in it.",
                house.cite(house.procedure.wagers.seated),
                position,
            )
        raise Refusal("wagers_on_layout", "Clear your wagers before you leave.", None, position)
    return [e.Left(command.who, position)]


def read_chips(house: House, given: Any, what: str) -> int:
    """Cents of an amount, or of chips by denomination such as {"25.00": 4}; refused if chips cannot make it."""
    if type(given) is str and given in house.amounts_met:
        return house.amounts_met[given]
    if isinstance(given, dict):
        cents = sum(_chips_of(house, value, number) for value, number in given.items())
        if not cents:
            raise Refusal("wager_zero", f"Put chips on the {spoken(what)}, or leave it out.")
    else:
        cents = read_wager(given, what)
    if cents > MOST_CENTS:
        raise Refusal("wager_too_large", f"The {spoken(what)} of {write_money(cents)} is over the most taken.")
    if cents % house.smallest_chip:
        raise Refusal(
            "no_such_chips",
            f"Make the {spoken(what)} of chips: the smallest here is {write_money(house.smallest_chip)}.",
            house.cite(house.procedure.wagers.chips),
        )
    if type(given) is str and len(house.amounts_met) < MOST_AMOUNTS:
        house.amounts_met[given] = cents
    return cents


MOST_CHIPS = 1_000_000
MOST_AMOUNTS = 4096
"""A table sees few different amounts; so many are read only once."""


def _chips_of(house: House, value: str, number: Any) -> int:
    if value not in house.setup.chips:
        raise Refusal(
            "no_such_chips",
            f"Use chips and plaques of {', '.join(house.setup.chips)}; there is none of {shown(value)}.",
            house.cite(house.procedure.wagers.chips),
        )
    if type(number) is not int or not 1 <= number <= MOST_CHIPS:
        raise Refusal("no_such_chips", f"Say how many chips of {value}, from 1 to {MOST_CHIPS}; got {shown(number)}.")
    return read_wager(value, "chip") * number


def check_held(state: State, who: str, cents: int, position: int | None = None) -> None:
    held = state.chips.get(who, 0)
    if cents > held:
        message = f"Buy in for more: you have {write_money(held)} and need {write_money(cents)}."
        raise Refusal("not_enough_chips", message, None, position)


def buy_in(house: House, state: State, command: Command, chance: object) -> Events:
    seat_of(house, state, command.who)
    return [e.BoughtIn(command.who, read_chips(house, command.amount, "buy-in"))]


def cash_out(house: House, state: State, command: Command, chance: object) -> Events:
    if command.who in state.seats.values():
        raise Refusal("still_seated", "Leave the seat before you take your chips away.")
    if not state.chips.get(command.who):
        raise Refusal("no_chips", "There are no chips of yours at this table.")
    return [e.CashedOut(command.who, state.chips[command.who])]


def tip(house: House, state: State, command: Command, chance: object) -> Events:
    amount = read_chips(house, command.amount, "tip")
    check_held(state, command.who, amount)
    return [e.Tipped(command.who, amount)]


def bet(house: House, state: State, command: Command, chance: object) -> Events:
    """The whole of a position's wagers, in place of what lies there."""
    handling = house.procedure.wagers
    position = _position(command)
    own = state.seats.get(position) == command.who
    seat = position if own else seat_of(house, state, command.who)
    _check_open(house, state, position)
    if command.tender not in (None, "chips"):
        raise Refusal(
            "no_cash_wagers",
            "Bet chips or plaques: a wager by word or with cash is not taken.",
            house.cite(handling.chips),
            position,
        )
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
    task = state.next
    raise Refusal(
        "bets_not_open",
        "Wait until the cards are ready: bets are not open yet.",
        task.clause if task else None,
        position,
    )


def _check_own(house: House, state: State, who: str, seat: int, position: int) -> None:
    """One position, or several side by side, as the house and the text allow."""
    there = state.bets.get(position)
    if (there and there.player != who) or state.seats.get(position, who) != who:
        raise Refusal("position_taken", "Choose another position: this one is another player's.", None, position)
    places = {seat, position, *_bets_of(state, who)}
    if len(places) == 1:
        return
    own = sorted(places)
    clause = house.cite(house.procedure.wagers.positions)
    if len(own) > house.positions_per_player:
        number = house.positions_per_player
        allowed = "one position" if number == 1 else f"{number} positions"
        raise Refusal("too_many_positions", f"Bet on {allowed} at most in a round.", clause, position)
    if own[-1] - own[0] != len(own) - 1:
        raise Refusal("not_adjacent", "Bet on positions side by side only, your own seat among them.", clause, position)


def _read_stakes(house: House, given: dict[str, Any]) -> dict[str, int]:
    if not given:
        raise Refusal("no_wagers", "Place at least one wager, or clear the position.")
    offered = house.offered
    for wager in given:
        if wager not in offered:
            raise house.rules.not_offered(wager)
    return {wager: read_chips(house, given[wager], wager) for wager in offered if wager in given}


def _read_coupon(house: House, given: str, stakes: dict[str, int]) -> int:
    """A coupon rides on the ante with chips of equal value (reading 29)."""
    clause = house.cite(house.procedure.wagers.chips)
    if not house.setup.match_play:
        raise Refusal("no_coupons", "Keep the coupon: this table does not take match play coupons.", clause)
    coupon = read_wager(given, "coupon")
    if coupon != stakes.get(house.rules.ante):
        raise Refusal("coupon_unmatched", "Put an ante of the coupon's own value beside it.", "reading 29")
    return coupon


def _check_stakes(house: House, stakes: dict[str, int], position: int) -> None:
    try:
        for precondition in house.rules.preconditions:
            precondition.check(stakes, house.jurisdiction)
        for wager, cents in stakes.items():
            if wager in house.limits:
                _check_limit(house, wager, cents)
    except Refusal as refusal:
        raise refusal.at(position) from None
    progressive = house.rules.progressive
    if progressive and stakes.get(progressive.name, progressive.stake) != progressive.stake:
        stake = write_money(progressive.stake)
        raise Refusal(
            f"progressive_not_{stake}", f"Make the progressive wager {stake}.", progressive.stake_clause, position
        )


def _check_limit(house: House, wager: str, cents: int) -> None:
    least, most = house.limits[wager]
    clause = house.cite(house.procedure.wagers.limits[wager])
    if cents < least:
        raise Refusal(
            "under_minimum", f"Bet at least {write_money(least)} on the {spoken(wager)}: it is posted.", clause
        )
    if cents > most:
        raise Refusal("over_maximum", f"Bet at most {write_money(most)} on the {spoken(wager)}: it is posted.", clause)


def clear(house: House, state: State, command: Command, chance: object) -> Events:
    position = _position(command)
    _check_open(house, state, position)
    there = state.bets.get(position)
    if there is None or there.player != command.who:
        raise Refusal("nothing_to_clear", "There is no wager of yours on this position.", None, position)
    left = sorted({seat_of(house, state, command.who), *_bets_of(state, command.who)} - {position})
    if left and left[-1] - left[0] != len(left) - 1:
        raise Refusal(
            "not_adjacent",
            "Clear an outer position first: those that stay must lie side by side.",
            house.cite(house.procedure.wagers.positions),
            position,
        )
    return [e.BetCleared(command.who, position, there.stakes)]


def _bets_of(state: State, who: str) -> list[int]:
    return [place for place, bet in state.bets.items() if bet.player == who]
