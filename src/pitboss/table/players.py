"""Players at any table: seats, chips, what they buy, tip and take away."""

from typing import Any

from pitboss.money import MOST_CENTS, read_wager, write_money
from pitboss.refusal import Refusal, shown, spoken
from pitboss.regulations.edition import FIRST
from pitboss.table import events as e
from pitboss.table.commands import MALFUNCTION, Command
from pitboss.table.events import Events
from pitboss.table.evolve import Happens, registry
from pitboss.table.family import CommandHandler
from pitboss.table.setup import House
from pitboss.table.state import State

# Commands


def seat_of(house: House, state: State, who: str) -> int:
    """Where a player sits; refused if nowhere."""
    for position, player in state.seats.items():
        if player == who:
            return position
    raise Refusal("not_seated", "Take a seat first: only seated players may wager.", house.cite(house.seated_clause))


def check_position(house: House, state: State, position: int) -> None:
    most = house.most_positions(state)
    if not 1 <= position <= most:
        raise Refusal(
            "position_out_of_range",
            f"Choose a position from 1 to {most}; got {position}.",
            house.cite(house.game.positions_clause),
        )


def sit(house: House, state: State, command: Command, chance: object) -> Events:
    position = position_of(command)
    check_position(house, state, position)
    if position in state.seats:
        raise Refusal("seat_taken", "Choose another seat: this one is taken.", None, position)
    if command.who in state.seats.values():
        raise Refusal("already_seated", "Keep the seat you have, or leave it first.", None, position)
    if state.in_use(position):
        raise Refusal("seat_in_use", "Choose another seat: a player has wagers on this position.", None, position)
    return [e.Seated(command.who, position)]


def position_of(command: Command) -> int:
    assert command.position is not None
    return command.position


def leave(house: House, state: State, command: Command, chance: object) -> Events:
    """Whoever has wagers and cards stays until the round is over."""
    position = seat_of(house, state, command.who)
    if state.has_wagers(command.who):
        if state.playing:
            raise Refusal(
                "must_stay_seated",
                "Stay seated until the round is over: you have wagers in it.",
                house.cite(house.seated_clause),
                position,
            )
        raise Refusal("wagers_on_layout", "Clear your wagers before you leave.", None, position)
    return [e.Left(command.who, position)]


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


def coming(house: House, state: State, who: str) -> list[tuple[str, int | None]]:
    """What a player may be able to do about a seat: take one that is free, or leave the own one without wagers."""
    if who in state.seats.values():
        return [] if state.has_wagers(who) else [("leave", None)]
    return [("sit", place) for place in range(1, house.most_positions(state) + 1) if place not in state.seats]


def going(state: State, who: str) -> bool:
    """Whether a player has chips here and no seat any more."""
    return bool(state.chips.get(who)) and who not in state.seats.values()


# The inspection of spread cards by the first player


def first_to_arrive(state: State) -> str | None:
    """The player who arrived first and is still seated: `seats` is in the order of arrival."""
    return next((who for who in state.seats.values() if who not in state.inactive), None)


def check_first(house: House, state: State, who: str, clause: str) -> None:
    """Refuse an inspection by anyone except the first player to arrive (reading 140)."""
    seat_of(house, state, who)
    first = first_to_arrive(state)
    if first is not None and who != first:
        message = f"Wait for {shown(first)}, who arrived first and may inspect the cards or decline."
        raise Refusal("not_first_player", message, clause)


def decline_view(house: House, state: State, command: Command, chance: object) -> Events:
    """The first player gives up the inspection; the procedure goes on."""
    task = state.next
    if task is None or task.do != "view":
        raise Refusal("not_now", "Go on: no cards are spread for inspection.")
    check_first(house, state, command.who, task.clause)
    return [e.StepDone(command.do, task.clause, command.who)]


def check_idle(house: House, state: State, clause: str) -> None:
    """Refuse to spread the cards of a table that has gaming activity, or when another step is next."""
    task = state.next
    assert task is not None
    if task.do == "spread_idle":
        return
    if task.do != "no_more_bets" or house.edition == FIRST:
        raise house.family.refuse_order(house, task)
    if any(map(state.has_wagers, state.seats.values())):
        raise Refusal("wagers_on_layout", "Play the round: wagers lie on the layout, so the table is not idle.", clause)


COMMANDS: dict[str, CommandHandler] = {
    "sit": sit,
    "leave": leave,
    "buy_in": buy_in,
    "cash_out": cash_out,
    "tip": tip,
}

# Chips


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
            house.cite(house.chips_clause),
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
            house.cite(house.chips_clause),
        )
    if type(number) is not int or not 1 <= number <= MOST_CHIPS:
        raise Refusal("no_such_chips", f"Say how many chips of {value}, from 1 to {MOST_CHIPS}; got {shown(number)}.")
    return read_wager(value, "chip") * number


def check_held(state: State, who: str, cents: int, position: int | None = None) -> None:
    held = state.chips.get(who, 0)
    if cents > held:
        message = f"Buy in for more: you have {write_money(held)} and need {write_money(cents)}."
        raise Refusal("not_enough_chips", message, None, position)


def check_tender(house: House, tender: str | None, position: int) -> None:
    if tender not in (None, "chips"):
        raise Refusal(
            "no_cash_wagers",
            "Bet chips or plaques: a wager by word or with cash is not taken.",
            house.cite(house.chips_clause),
            position,
        )


def check_limit(house: House, wager: str, cents: int, posted: tuple[int, int] | None = None) -> None:
    """Refuse a wager under its minimum or over its maximum; `posted` replaces the posted limits."""
    limits = posted or house.limits.get(wager)
    if limits is None:
        return
    least, most = limits
    if cents < least:
        message = f"Bet at least {write_money(least)} on the {spoken(wager)}: it is posted."
        raise Refusal("under_minimum", message, house.limit_clause(wager))
    if cents > most:
        message = f"Bet at most {write_money(most)} on the {spoken(wager)}: it is posted."
        raise Refusal("over_maximum", message, house.limit_clause(wager))


def bets_not_open(state: State, position: int) -> Refusal:
    """The cards are not ready; at an idle table a player must ask for them."""
    task = state.next
    message = "Wait until the cards are ready: bets are not open yet."
    if state.inactive:
        message = "Ask for the cards first ('view'): they were spread because nobody wagered."
    return Refusal("bets_not_open", message, task.clause if task else None, position)


def check_not_settling(settling: bool) -> None:
    """What was paid or taken stays so; a fault amid the settling does not undo it."""
    if settling:
        raise Refusal("settling_begun", "Finish the settlement: wagers of this round are settled already.", MALFUNCTION)


def round_voided(command: Command) -> e.IrregularityCalled:
    """The event of a round that a supervisor voids: after a fault of the system, or with a reason."""
    by, reason = command.who or command.by, command.reason
    if reason is None:
        return e.IrregularityCalled("malfunction", "void_all", MALFUNCTION, by)
    if not reason.strip() or len(reason) > LONGEST_REASON or not reason.isprintable():
        message = f"Give the 'reason' in 1 to {LONGEST_REASON} printable characters, or leave it out."
        raise Refusal("bad_reason", message, BY_SUPERVISOR)
    return e.IrregularityCalled("void_round", "void_all", BY_SUPERVISOR, by, reason=reason)


BY_SUPERVISOR = "reading 131"
LONGEST_REASON = 200


# What happens then

HAPPENS: Happens = {}
on = registry(HAPPENS)


@on(e.BoughtIn)
def _(house: House, new: State, event: e.BoughtIn) -> None:
    new.chips = new.chips | {event.player: new.chips.get(event.player, 0) + event.amount}


@on(e.CashedOut)
def _(house: House, new: State, event: e.CashedOut) -> None:
    new.chips = {who: held for who, held in new.chips.items() if who != event.player}


@on(e.Tipped)
def _(house: House, new: State, event: e.Tipped) -> None:
    give(new, event.player, -event.amount)


@on(e.Seated)
def _(house: House, new: State, event: e.Seated) -> None:
    new.seats = new.seats | {event.position: event.player}


@on(e.Left)
def _(house: House, new: State, event: e.Left) -> None:
    new.inactive = tuple(who for who in new.inactive if who != event.player)
    new.seats = {position: who for position, who in new.seats.items() if position != event.position}


def give(new: State, player: str, cents: int) -> None:
    """Chips to a player, or from one."""
    new.chips = chips = new.chips.copy()
    chips[player] += cents
