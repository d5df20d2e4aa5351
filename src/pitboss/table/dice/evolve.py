"""What each event makes of a table of dice."""

import msgspec

from pitboss.dice.layout import TAKEN_DOWN, VOID, Bet, Gone, Id, Layout, roll
from pitboss.dice.runs import Placed
from pitboss.dice.throws import Dice, read_dice
from pitboss.table import players
from pitboss.table.dice import events as e
from pitboss.table.dice import programme
from pitboss.table.dice.record import carried, changes_before_roll, record
from pitboss.table.dice.setup import House
from pitboss.table.dice.state import MOST_LAST_ROLLS, Programme, State
from pitboss.table.evolve import Happens, registry
from pitboss.table.players import give
from pitboss.table.state import Task

HAPPENS: Happens = {**players.HAPPENS}
on = registry(HAPPENS)


# The order of play


def _follow(new: State, tasks: Programme) -> None:
    """These tasks come next."""
    new.programme, new.at = tasks, -1
    _forward(new)


def _forward(new: State) -> None:
    """To the next task that there is something to do for."""
    new.at += 1
    while (task := new.next) is not None and not _applies(new, task):
        new.at += 1
    new.betting = task is not None and task.do in programme.BETTING


def _applies(state: State, task: Task) -> bool:
    if task.do == "move_puck":
        return state.puck != state.layout.point
    if task.do == "move_come":
        return task.position in state.moving
    if task.do in ("take", "pay"):
        return any((each.outcome == "lose") == (task.do == "take") for each in state.due.get(task.position, ()))
    return True


@on(e.TableOpened)
def _(house: House, new: State, event: e.TableOpened) -> None:
    _follow(new, programme.new_dice(house) + programme.offering(house))


@on(e.StepDone)
def _(house: House, new: State, event: e.StepDone) -> None:
    _forward(new)


@on(e.DiceReceived)
def _(house: House, new: State, event: e.DiceReceived) -> None:
    _forward(new)


@on(e.DiceRemoved)
def _(house: House, new: State, event: e.DiceRemoved) -> None:
    """A set that comes in place of one that left the table need not be checked once more."""
    rest = tuple(task for task in new.programme[new.at :] if task.do != "check_dice")
    _follow(new, programme.new_dice(house) + rest)


# The shooter


@on(e.DiceOffered)
def _(house: House, new: State, event: e.DiceOffered) -> None:
    new.offered = new.turn = event.position
    _forward(new)


@on(e.DiceTaken)
def _(house: House, new: State, event: e.DiceTaken) -> None:
    new.shooter, new.offered = event.player, 0
    _forward(new)


@on(e.DiceDeclined)
def _(house: House, new: State, event: e.DiceDeclined) -> None:
    _offer_again(house, new)


@on(e.DicePassed)
def _(house: House, new: State, event: e.DicePassed) -> None:
    _offer_again(house, new)


def _offer_again(house: House, new: State) -> None:
    """To the next player, from the position that had the dice last."""
    new.shooter, new.offered = "", 0
    ahead = new.programme[new.at :]
    before = tuple(task for task in ahead if task.do in ("receive", "inspect", "verify", "check_dice"))
    _follow(new, before + programme.offering(house))


@on(e.Left)
def _(house: House, new: State, event: e.Left) -> None:
    players.HAPPENS[e.Left](house, new, event)
    if event.player == new.shooter or event.position == new.offered:
        _offer_again(house, new)


# Wagers between rolls


def _lay(new: State, bet: Bet) -> None:
    layout = new.layout
    new.layout = Layout(layout.point, layout.next_roll, {**layout.lying, bet.placed.id: bet})


def _lift(new: State, ids: set[Id]) -> None:
    layout = new.layout
    left = {id: bet for id, bet in layout.lying.items() if id not in ids}
    new.layout = Layout(layout.point, layout.next_roll, left)


@on(e.WagerPlaced)
def _(house: House, new: State, event: e.WagerPlaced) -> None:
    give(new, event.player, -event.amount - event.commission)
    dice: Dice | None = None
    if event.dice is not None:
        dice = read_dice(event.dice, "the dice", house.game.shooting.dice, house.jurisdiction)
    before = new.layout.next_roll
    placed = Placed(event.id, event.player, event.wager, event.amount, event.behind, dice, event.working, before)
    point = new.layout.lying[event.behind].point if event.behind is not None else 0
    new.placed += 1
    _lay(new, Bet(placed, event.amount, point, event.behind, event.working))


@on(e.WagerRaised)
def _(house: House, new: State, event: e.WagerRaised) -> None:
    give(new, event.player, -event.added)
    _resize(new, event.id, event.amount)


@on(e.WagerReduced)
def _(house: House, new: State, event: e.WagerReduced) -> None:
    give(new, event.player, event.returned)
    _resize(new, event.id, event.amount)


def _resize(new: State, id: str, amount: int) -> None:
    """A wager that no roll has counted for is as if it had been placed so."""
    bet = new.layout.lying[id]
    placed = msgspec.structs.replace(bet.placed, amount=amount) if new.is_fresh(bet) else bet.placed
    _lay(new, Bet(placed, amount, bet.point, bet.behind, bet.working))


@on(e.WagerCalled)
def _(house: House, new: State, event: e.WagerCalled) -> None:
    bet = new.layout.lying[event.id]
    placed = msgspec.structs.replace(bet.placed, working=event.working) if new.is_fresh(bet) else bet.placed
    _lay(new, Bet(placed, bet.amount, bet.point, bet.behind, event.working))


@on(e.WagersTakenDown)
def _(house: House, new: State, event: e.WagersTakenDown) -> None:
    """What no roll has counted for has never been there."""
    played = [row for row in event.rows if not new.is_fresh(new.layout.lying[row.id])]
    _leave(new, tuple(played), "push", event.clause, TAKEN_DOWN)
    _return(new, event.rows)


@on(e.RollWagersVoided)
def _(house: House, new: State, event: e.RollWagersVoided) -> None:
    _leave(new, event.rows, VOID, event.clause, VOID)
    _return(new, event.rows)
    if event.all_wagers:
        _run_over(house, new)
        new.turn = new.turn - 1 if new.shooter else new.turn  # the shooter is asked first
        new.shooter, new.thrown, new.puck, new.offered = "", "", 0, 0
        _follow(new, programme.new_dice(house) + programme.offering(house))


def _leave(new: State, rows: tuple[e.Returned, ...], outcome: str, clause: str, why: str) -> None:
    number, lying = new.layout.next_roll, new.layout.lying
    new.gone = new.gone | {row.id: Gone(lying[row.id], outcome, 0, 0, None, number, clause, why) for row in rows}


def _return(new: State, rows: tuple[e.Returned, ...]) -> None:
    _lift(new, {row.id for row in rows})
    for row in rows:
        give(new, row.player, row.stake + row.commission)


# The roll


@on(e.BetsClosed)
def _(house: House, new: State, event: e.BetsClosed) -> None:
    _follow(new, programme.throw(house))


@on(e.DiceThrown)
def _(house: House, new: State, event: e.DiceThrown) -> None:
    new.thrown = event.dice
    _forward(new)


@on(e.IrregularityCalled)
def _(house: House, new: State, event: e.IrregularityCalled) -> None:
    """A throw that does not count. What is void are events of their own."""
    if event.effect in ("no_roll", "check_dice"):
        new.thrown = ""
        checked = programme.check_dice(house) if event.effect == "check_dice" else ()
        _follow(new, checked + programme.betting(house))


@on(e.RollCalled)
def _(house: House, new: State, event: e.RollCalled) -> None:
    """A round begins with its first roll that counts. The roll is decided by the same rules as `pitboss settle`."""
    if not new.playing:
        new.playing, new.number, new.last_round = True, new.number + 1, None
    new.changes = changes_before_roll(new)
    dice = read_dice(event.dice, "the dice", house.game.shooting.dice, house.jurisdiction)
    before = new.layout
    new.layout, decided = roll(house.rules, before, dice)
    new.rolls, new.thrown = (*new.rolls, event.dice), ""
    new.last_rolls = (*new.last_rolls, (event.dice, event.point))[-MOST_LAST_ROLLS:]
    new.gone = new.gone | {each.bet.placed.id: each for each in decided}
    new.after_last_roll = new.layout.lying
    new.seven_out = before.point != 0 and event.total == house.game.shooting.seven
    new.due, new.moving = _due(new, decided), _moving(house, new, before)
    positions = {*new.due, *new.moving}
    if new.seven_out:
        new.shooter = ""
    after = programme.offering(house) if new.seven_out else programme.betting(house)
    _follow(new, programme.settling(house, positions) + after)
    _end_settling(house, new)


def _due(new: State, decided: list[Gone]) -> dict[int, tuple[Gone, ...]]:
    found: dict[int, tuple[Gone, ...]] = {}
    for each in decided:
        place = new.seat(str(each.bet.placed.player))
        found[place] = (*found.get(place, ()), each)
    return found


def _moving(house: House, new: State, before: Layout) -> dict[int, tuple[str, ...]]:
    """The wagers that travel: they had no point before this roll, and have one now."""
    found: dict[int, tuple[str, ...]] = {}
    for id, bet in new.layout.lying.items():
        if bet.placed.wager in house.travelling_lines and bet.point and not before.lying[id].point:
            place = new.seat(str(bet.placed.player))
            found[place] = (*found.get(place, ()), str(id))
    return found


@on(e.PuckMoved)
def _(house: House, new: State, event: e.PuckMoved) -> None:
    new.puck = event.point
    _settled(house, new)


@on(e.LosersTaken)
def _(house: House, new: State, event: e.LosersTaken) -> None:
    _no_longer_due(new, event.position, event.rows)
    _settled(house, new)


@on(e.ComeMoved)
def _(house: House, new: State, event: e.ComeMoved) -> None:
    new.moving = {place: ids for place, ids in new.moving.items() if place != event.position}
    _settled(house, new)


@on(e.WinnersPaid)
def _(house: House, new: State, event: e.WinnersPaid) -> None:
    _no_longer_due(new, event.position, event.rows)
    give(new, event.player, sum(row.stake + row.pays for row in event.rows))
    _settled(house, new)


def _no_longer_due(new: State, position: int, rows: tuple[e.Decided, ...]) -> None:
    done = {row.id for row in rows}
    left = tuple(each for each in new.due[position] if each.bet.placed.id not in done)
    new.due = {place: each for place, each in (new.due | {position: left}).items() if each}


def _settled(house: House, new: State) -> None:
    _forward(new)
    _end_settling(house, new)


def _end_settling(house: House, new: State) -> None:
    """With the last wager of a seven-out the round is over."""
    if new.betting and new.seven_out:
        _run_over(house, new)


def _run_over(house: House, new: State) -> None:
    """The run is kept as `pitboss settle` takes it; what still lies there belongs to the next one."""
    if new.playing:
        new.last_round, new.playing = record(house, new), False
    new.layout = Layout(lying=carried(new))
    new.rolls, new.gone, new.changes, new.after_last_roll, new.seven_out = (), {}, {}, {}, False


@on(e.TableClosed)
def _(house: House, new: State, event: e.TableClosed) -> None:
    """No wager lies there; a run that nobody plays on is over."""
    _run_over(house, new)
    new.open, new.betting, new.programme, new.at, new.shooter, new.offered = False, False, (), 0, "", 0
