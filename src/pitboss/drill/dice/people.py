"""The people of a drilled table of dice: who does what should be done next, and who does what should not."""

from collections.abc import Callable
from random import Random

from pitboss.dice.declaration import Behind, Hop, Line, Number
from pitboss.dice.layout import Bet
from pitboss.drill.family import NAMES, Data, likely
from pitboss.drill.trouble import any_command, next_by_wrong_role, shapeless
from pitboss.money import write_money
from pitboss.table.dice.commands import SHAPES
from pitboss.table.dice.setup import House
from pitboss.table.dice.state import State

MOST_PLAYERS = 5
MOST_WAGERS = 16
"""On the layout at one time: more would only take longer."""

THROWS = ("4-3", "6-1", "2-5", "5-4", "2-2", "6-6", "1-1", "6-5", "3-3", "6-4")
"""What a script lets dice show; sevens come often, so that runs end."""


def a_player(who: str, do: str, **fields: object) -> Data:
    return {"do": do, "by": "player", "who": who, **fields}


def proper(random: Random, house: House, state: State) -> Data:
    """The next thing that should be done at the table."""
    task = state.next
    assert task is not None
    if task.do in ("offer", "take_dice", "no_more_bets") and (arriving := _arrival(random, house, state)):
        return arriving
    if task.do == "take_dice":
        who = state.seats[state.offered]
        return a_player(who, "take_dice" if likely(random, 85) else "decline_dice")
    if task.do == "no_more_bets":
        return _betting(random, house, state)
    if task.do == "throw":
        given = house.setup.given_orders and likely(random, 70)
        return a_player(state.shooter, "throw", **({"dice": random.choice(THROWS)} if given else {}))
    data: Data = {"do": task.do, "by": task.by, "who": task.by}
    return data | {"position": task.position} if task.position else data


def _arrival(random: Random, house: House, state: State) -> Data | None:
    """Players come to the rail and buy chips; now and then one without wagers leaves."""
    if not state.seats or (len(state.seats) < MOST_PLAYERS and likely(random, 10)):
        free = [place for place in range(1, house.positions + 1) if place not in state.seats]
        return a_player(
            random.choice([name for name in NAMES if name not in state.seats.values()]),
            "sit",
            position=random.choice(free),
        )
    poor = [name for name in state.seats.values() if state.chips.get(name, 0) < 300_00]
    if poor:
        return a_player(random.choice(poor), "buy_in", amount="2000.00")
    idle = [name for name in state.seats.values() if not state.has_wagers(name)]
    if idle and likely(random, 2):
        return a_player(random.choice(idle), "leave")
    return None


def _betting(random: Random, house: House, state: State) -> Data:
    """Wagers go down and are changed until somebody calls the close."""
    shooter_has_line = any(
        bet.placed.player == state.shooter and bet.placed.wager in house.come_out_lines
        for bet in state.layout.lying.values()
    )
    if not state.layout.point and not shooter_has_line:
        return a_player(state.shooter, "bet", wager=random.choice(("pass", "dont_pass")), amount="10.00")
    mood = random.randrange(100)
    if mood < 55 and len(state.layout.lying) < MOST_WAGERS:
        return a_bet(random, house, state)
    if mood < 75 and (changing := a_change(random, house, state)):
        return changing
    if mood < 77:
        return a_player(state.shooter, "pass_dice")
    return {"do": "no_more_bets", "by": "dealer", "who": "dealer"}


def a_bet(random: Random, house: House, state: State) -> Data:
    """A wager that the rules let a player make now."""
    who = random.choice(list(state.seats.values()))
    lines = [(id, bet) for id, bet in state.layout.lying.items() if bet.placed.player == who and bet.point]
    taking = {line for behind in house.game.behind for line in house.rules.lines_for(behind)}
    carried = [(id, bet) for id, bet in lines if bet.placed.wager in taking]
    if carried and likely(random, 50):
        return _odds(random, house, who, *random.choice(carried))
    point_on = state.layout.point != 0
    fitting = [
        wager.name
        for wager in house.game.all_wagers()
        if not isinstance(wager, Behind) and not (isinstance(wager, Line) and _closed(house, wager, point_on))
    ]
    name = random.choice([*fitting, *[each.name for each in house.game.lines if each.name in fitting]])
    amount = write_money(random.choice((600, 1000, 1250, 2500)))
    bet = a_player(who, "bet", wager=name, amount=amount)
    if isinstance(house.rules.wagers[name], Hop):
        bet["dice"] = random.choice(("5-1", "3-3", "6-4"))
    if isinstance(house.rules.wagers[name], Number) and likely(random, 25):
        bet["working"] = likely(random, 30)
    return bet


def _closed(house: House, line: Line, point_on: bool) -> bool:
    return (line.name in house.come_out_lines) == point_on


def _odds(random: Random, house: House, who: str, id: object, line: Bet) -> Data:
    """As many as the house takes, or fewer."""
    odds = next(each for each in house.game.behind if line.placed.wager in each.lines)
    most, _ = house.rules.most_behind(odds, line.placed.wager, line.point, line.amount)
    amount = max(house.smallest_chip, most // random.choice((1, 2, 4)) // house.smallest_chip * house.smallest_chip)
    return a_player(who, "bet", wager=odds.name, amount=write_money(amount), behind=id)


def a_change(random: Random, house: House, state: State) -> Data | None:
    """A wager on the layout raised, reduced, taken down, called on or off, whether or not it may be."""
    if not state.layout.lying:
        return None
    id, bet = random.choice(list(state.layout.lying.items()))
    who = str(bet.placed.player)
    return random.choice(
        (
            a_player(who, "change", id=id, amount=write_money(max(50, bet.amount // 100 * 50))),
            a_player(who, "change", id=id, amount=write_money(bet.amount + 500)),
            a_player(who, "take_down", id=id),
            a_player(who, "call_off", id=id),
            a_player(who, "call_on", id=id),
        )
    )


def fault(random: Random, house: House, state: State) -> Data:
    """An irregularity called by someone of the staff, whether or not it can be called now."""
    what = random.choice(list(house.procedure.irregularities))
    by = random.choice(house.procedure.irregularities[what].by)
    data: Data = {"do": "call", "by": by, "who": by, "what": what}
    if what == "unsound_dice" and likely(random, 80):
        return data | {"what": "cocked_dice"}  # a run that never ends gets nowhere
    if what == "wager_void" and state.layout.lying:
        data["id"] = random.choice(list(state.layout.lying))
    return data


Mischief = Callable[[Random, House, State], Data]


def mischief(random: Random, house: House, state: State) -> Data:
    """Something that ought to be refused, or is at least unusual."""
    return random.choice(MISCHIEF)(random, house, state)


def _anything(random: Random, house: House, state: State) -> Data:
    return any_command(
        random,
        SHAPES,
        lambda: {
            "position": random.randint(0, 17),
            "amount": random.choice(("5.00", "0.00", "0.25", "5", "1000000.00")),
            "wager": random.choice(("pass", "come", "odds", "place_7", "dance")),
            "id": str(random.randint(0, 9)),
            "what": "ghost",
        },
    )


def _next_by_wrong_role(random: Random, house: House, state: State) -> Data:
    return next_by_wrong_role(random, SHAPES, state, "offer")


def seated(random: Random, state: State) -> str:
    return random.choice(list(state.seats.values())) if state.seats else "p1"


BAD_BETS: tuple[Data, ...] = (
    {"tender": "cash"},
    {"tender": "verbal"},
    {"amount": "0.25"},
    {"amount": "1.00"},
    {"amount": "400.00"},
    {"amount": "100000000.00", "wager": "come"},
    {"amount": "1000000.00", "wager": "dont_pass"},
    {"amount": "1000000.00", "wager": "any_seven"},
    {"amount": "10000000000000.00"},
    {"amount": "0.00"},
    {"amount": "-5.00"},
    {"amount": "ten"},
    {"wager": "place_7"},
    {"wager": "ghost"},
    {"wager": "hop"},
    {"wager": "hop", "dice": "7-0"},
    {"wager": "field", "dice": "5-1"},
    {"wager": "field", "behind": "1"},
    {"wager": "field", "amount": "51.00"},
    {"wager": "any_seven", "working": False},
    {"wager": "odds", "behind": "ghost"},
    {"wager": "odds"},
    {"wager": "lay_odds"},
    {"wager": "come"},
    {"wager": "pass"},
    {"who": "nobody"},
    {"who": ""},
    {"who": "x" * 65},
    {"key": "x" * 65},
    {"position": 3},
    {"wager": 7},
)


def bad_bet(random: Random, house: House, state: State) -> Data:
    return a_player(seated(random, state), "bet", wager="pass", amount="10.00") | random.choice(BAD_BETS)


def _players(random: Random, house: House, state: State) -> Data:
    who = seated(random, state)
    place = random.choice(list(state.seats) or [1])
    return random.choice(
        (
            a_player(who, "sit", position=random.randint(1, 8)),
            a_player("newcomer", "sit", position=place),
            a_player("newcomer", "sit", position=17),
            a_player(who, "leave"),
            a_player("nobody", "leave"),
            a_player(who, "cash_out"),
            a_player("nobody", "cash_out"),
            a_player(random.choice(NAMES), "cash_out"),
            a_player("nobody", "buy_in", amount="100.00"),
            a_player(who, "tip", amount="1.00"),
            a_player(who, "tip", amount="99999999.00"),
            {"do": "close", "by": "supervisor"},
        )
    )


def _dice(random: Random, house: House, state: State) -> Data:
    """Dice in the wrong hands."""
    who = seated(random, state)
    return random.choice(
        (
            a_player(who, "take_dice"),
            a_player(who, "decline_dice"),
            a_player(who, "pass_dice"),
            a_player(who, "throw"),
            a_player(state.shooter or who, "throw", dice=random.choice(("7-1", "0-0", "5-2", "six"))),
            {"do": "pass_dice", "by": random.choice(("dealer", "floorperson", "supervisor"))},
            {"do": "change_dice", "by": random.choice(("floorperson", "supervisor"))},
        )
    )


def _shapeless(random: Random, house: House, state: State) -> Data:
    return shapeless(
        random,
        "offer",
        {"do": "call", "by": "supervisor", "what": "wager_void"},
        {"do": "call", "by": "dealer", "what": "cocked_dice", "id": "1"},
        {"do": "call", "by": "dealer", "what": "unsound_dice"},
    )


MISCHIEF: tuple[Mischief, ...] = (
    _anything,
    _next_by_wrong_role,
    bad_bet,
    bad_bet,
    _players,
    _dice,
    _shapeless,
)
