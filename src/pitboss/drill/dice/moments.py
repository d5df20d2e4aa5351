"""Something wrong, or seldom done, that fits this very moment of a table of dice. Rare moments weigh more."""

from collections.abc import Iterator
from random import Random

from pitboss.dice.declaration import May
from pitboss.dice.layout import changes_of
from pitboss.drill.dice.people import a_player, bad_bet, seated
from pitboss.drill.family import NAMES, likely
from pitboss.drill.trouble import OFTEN, RARELY, SELDOM, Moment, Temptation, by, next_step
from pitboss.money import write_money
from pitboss.table.dice.setup import House
from pitboss.table.dice.state import State


def _dice(random: Random, house: House, state: State) -> Iterator[Temptation]:
    do = next_step(state)
    if do == "offer" and not state.seats:
        yield RARELY, by("dealer", "offer")
    if do in ("receive", "inspect", "verify", "check_dice") and state.seats:
        yield RARELY, bad_bet(random, house, state)
        yield SELDOM, by("supervisor", "call", what="unsound_dice")
        yield SELDOM, by("floorperson", "change_dice")
    if do == "take_dice":
        yield OFTEN, a_player(random.choice(NAMES), "take_dice")
        yield OFTEN, by("dealer", "pass_dice")
    if do == "throw":
        yield OFTEN, by(random.choice(("dealer", "floorperson", "supervisor")), "pass_dice")
        yield OFTEN, a_player(random.choice(NAMES), "throw")
        yield OFTEN, a_player(state.shooter, "throw", dice=random.choice(("7-0", "3-4")))
        yield OFTEN, a_player(state.shooter, "leave")
        yield SELDOM, a_player(state.shooter, "pass_dice")
    if do == "call_roll":
        for what, found in house.procedure.irregularities.items():
            if what not in ("wager_void", "unsound_dice"):
                yield OFTEN, by(random.choice(found.by), "call", what=what)
        yield OFTEN, by("supervisor", "call", what="unsound_dice")
        yield OFTEN, by("dealer", "call", what="unsound_dice")


def _wagers(random: Random, house: House, state: State) -> Iterator[Temptation]:
    """Wagers that must stay, must not be raised, are another's or gone."""
    for id, bet in state.layout.lying.items():
        who, changes = str(bet.placed.player), changes_of(house.rules, bet)
        if state.betting and changes and not state.is_fresh(bet):
            if changes.may is May.STAY:
                yield OFTEN, a_player(who, "take_down", id=id)
                yield OFTEN, a_player(who, "leave")
            if changes.may is May.REDUCE:
                yield SELDOM, a_player(who, "change", id=id, amount=write_money(bet.amount + 500))
                yield OFTEN, a_player(who, "change", id=id, amount=write_money(max(50, bet.amount // 100 * 50)))
        if not state.betting:
            yield OFTEN, a_player(who, random.choice(("take_down", "call_off")), id=id)
            yield OFTEN, a_player(who, "change", id=id, amount=write_money(bet.amount + 500))
        else:
            yield OFTEN, a_player(who, "change", id=id, amount=write_money(bet.amount))
            yield OFTEN, a_player(random.choice(NAMES), "take_down", id=id)
        if state.betting and bet.point and bet.behind is None:
            odds = next(each for each in house.game.behind if bet.placed.wager in each.lines)
            other = next(each for each in house.game.behind if bet.placed.wager not in each.lines)
            yield OFTEN, a_player(who, "bet", wager=odds.name, amount=write_money(bet.amount * 1000), behind=id)
            yield OFTEN, a_player(who, "bet", wager=other.name, amount="5.00", behind=id)
            yield OFTEN, a_player(who, "bet", wager=odds.name, amount="5.00")
        if state.betting and house.is_line(bet.placed.wager) and not bet.point:
            odds = next(each for each in house.game.behind if bet.placed.wager in each.lines)
            yield SELDOM, a_player(who, "bet", wager=odds.name, amount="5.00", behind=id)
        if state.betting and bet.behind is not None:
            yield SELDOM, a_player(who, "take_down", id=bet.behind)
            yield OFTEN, a_player(who, "call_off", id=id)


def _gone(random: Random, house: House, state: State) -> Iterator[Temptation]:
    for id, left in list(state.gone.items())[-3:]:
        who, name = str(left.bet.placed.player), left.bet.placed.wager
        if state.betting and who in state.seats.values():
            yield OFTEN, a_player(who, "take_down", id=id)
            for odds in house.game.behind:
                if name in odds.lines:
                    yield RARELY, a_player(who, "bet", wager=odds.name, amount="5.00", behind=id)
        yield OFTEN, by("supervisor", "call", what="wager_void", id=id)


def _betting(random: Random, house: House, state: State) -> Iterator[Temptation]:
    if not state.seats:
        return
    who = seated(random, state)
    if state.betting:
        yield SELDOM, bad_bet(random, house, state)
        yield OFTEN, a_player(who, "take_down", id="ghost")
        yield OFTEN, by("dealer", "no_more_bets")
        yield SELDOM, a_player(who, "bet", wager="place_6", amount="12.00", working=False)
    else:
        yield OFTEN, bad_bet(random, house, state)
        yield OFTEN, a_player(who, "leave")
    yield OFTEN, by("supervisor", "close")
    for name in ("call_on", "call_off"):
        for id, bet in list(state.layout.lying.items())[:2]:
            yield OFTEN, a_player(str(bet.placed.player), name, id=id)


def _players(random: Random, house: House, state: State) -> Iterator[Temptation]:
    """Who sits down, leaves, tips and walks off."""
    for name, chips in state.chips.items():
        if chips and name not in state.seats.values():
            yield OFTEN, a_player(name, "cash_out")
    for name in state.seats.values():
        if not state.has_wagers(name):
            yield OFTEN, a_player(name, "leave")
    if state.seats:
        yield OFTEN, a_player(seated(random, state), "tip", amount="1.00")
    if len(state.seats) == 1 and not state.playing and not state.layout.lying:
        yield RARELY, a_player(seated(random, state), "leave")


def _faults(random: Random, house: House, state: State) -> Iterator[Temptation]:
    """The system fails now and then."""
    if likely(random, 10):
        yield OFTEN, by("supervisor", "void_round", **random.choice(({}, {"reason": "a die was loaded"})))


MOMENTS: tuple[Moment, ...] = (
    _dice,
    _wagers,
    _gone,
    _betting,
    _players,
    _faults,
)
