"""A short drill: seeded tables with everything checked after every step. `pitboss table drill` is the long one."""

import os

import msgspec
import pytest

from pitboss.cards.chance import Shuffles
from pitboss.dice.layout import Gone
from pitboss.drill import families, run
from pitboss.drill.dice.checks import DiceWitness
from pitboss.drill.families import places
from pitboss.drill.family import Reached
from pitboss.drill.run import Broken, batch, drill, sequence
from pitboss.drill.showdown import checks, coverage
from pitboss.refusal import Refusal
from pitboss.session import Session
from pitboss.table.dice import events as d
from pitboss.table.dice import tasks as dice_tasks
from pitboss.table.dice import wagers as dice_wagers
from pitboss.table.dice.setup import House as DiceHouse
from pitboss.table.dice.state import State as DiceState
from pitboss.table.families import house_of as any_house
from pitboss.table.families import showdown_house as house_of
from pitboss.table.showdown import events as e
from pitboss.table.showdown.commands import Command
from pitboss.table.showdown.setup import House
from pitboss.table.showdown.standing import paid
from pitboss.table.showdown.state import State

SEQUENCES = int(os.environ.get("PITBOSS_DRILL_SEQUENCES", "210"))


@pytest.mark.parametrize("number", range(len(places())), ids=["-".join(place) for place in places()])
def test_everything_holds_after_every_step(number: int) -> None:
    """Ten rounds and more at each game, text and dealing method, several times."""
    reached, step = Reached(), len(places())
    for each in range(number, max(SEQUENCES, step), step):
        assert sequence(each, 2026, 10, reached) == 10 * families.drilled(places()[number]).times
    assert {kind for _, kind, _ in reached} >= {"command", "refusal"}


def test_a_long_sequence_is_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    """Issue item B6: the limit of steps detects a table without progress, however many rounds are requested."""
    monkeypatch.setattr(run, "MOST_STEPS", 300)
    place = next(number for number, place in enumerate(places()) if place[0] == "three-card-poker")
    assert sequence(place, 1, 20, Reached()) == 20


def test_a_table_that_makes_no_progress_is_reported_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "MOST_STEPS", 2)
    with pytest.raises(Broken, match="sequence 0 of seed 1: AssertionError: no round ended in 2 steps; next comes "):
        batch((0, 1, 1, 1))


def test_the_same_seed_gives_the_same_drill() -> None:
    first, second = batch((0, 4, 7, 3)), batch((0, 4, 7, 3))
    assert first == second


def test_work_split_otherwise_reaches_the_same() -> None:
    def total(sequences: int, workers: int) -> Reached:
        reached = Reached()
        for _, _, more in drill(sequences, 3, 2, workers):
            reached.update(more)
        return reached

    assert total(6, 1) == total(6, 2)


def a_session() -> Session[House, State]:
    session: Session[House, State] = Session(house_of({"game": "high-card-flush", "automatic": "all"}), Shuffles(1))
    session.do({"do": "sit", "by": "player", "who": "p1", "position": 1})
    session.do({"do": "buy_in", "by": "player", "who": "p1", "amount": "100.00"})
    return session


@pytest.mark.parametrize("account", ["player:p1", "layout", "tray", "progressive_main"])
def test_a_cent_too_many_is_found(account: str) -> None:
    """The checks can fail: one cent in any account is noticed."""
    session = a_session()
    witness = checks.ShowdownWitness(session)
    session.balances[account] = session.balances.get(account, 0) + 1
    with pytest.raises(AssertionError):
        witness.look()


def test_a_missing_card_is_found() -> None:
    session = a_session()
    witness = checks.ShowdownWitness(session)
    session.state.stock = session.state.stock[:-1]
    with pytest.raises(AssertionError):
        witness.look()


def test_an_event_that_is_not_in_the_log_is_found() -> None:
    session = a_session()
    witness = checks.ShowdownWitness(session)
    session.log.append(e.Tipped("p1", 100))
    with pytest.raises(AssertionError):
        witness.look()


def test_a_coupon_that_wins_too_much_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def generous(house: House, state: State, position: int) -> tuple[e.Paid, ...]:
        rows = paid(house, state, position)
        return tuple(msgspec.structs.replace(row, coupon=row.coupon + 1) for row in rows)

    monkeypatch.setattr("pitboss.table.showdown.tasks.paid", generous)
    with pytest.raises(Broken, match="a coupon wins what its ante wins"):
        batch((0, len(places()), 1, 3))


def test_a_repeated_command_with_a_second_effect_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def twice(session: Session[House, State], command: Command, key: tuple[str, str, str]) -> list[e.Event] | Refusal:
        first, _ = session.answers.pop(key)
        assert first
        return session.do(command)

    monkeypatch.setattr(Session, "_again", twice)
    with pytest.raises(Broken):
        batch((0, len(places()), 1, 10))


def test_a_broken_sequence_names_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(self: checks.ShowdownWitness) -> None:
        raise AssertionError("planted")

    monkeypatch.setattr(checks.ShowdownWitness, "after", lambda self, before: fails(self))
    first = next(number for number, place in enumerate(places()) if place[0] == "four-card-poker")
    with pytest.raises(Broken, match=f"sequence {first} of seed 1: AssertionError: planted"):
        batch((first, first + 1, 1, 1))


def test_what_a_drill_should_reach_is_read_from_the_code() -> None:
    codes = coverage.refusal_codes()
    assert {"bets_closed", "must_stay_seated", "count_due", "device_on_table", "not_next"} <= set(codes)
    assert families.missing(Reached())


def a_table_of_dice() -> Session[DiceHouse, DiceState]:
    house = any_house({"game": "craps"})
    assert isinstance(house, DiceHouse)
    session: Session[DiceHouse, DiceState] = Session(house, Shuffles(1))
    session.do({"do": "sit", "by": "player", "who": "p1", "position": 1})
    session.do({"do": "buy_in", "by": "player", "who": "p1", "amount": "100.00"})
    session.do({"do": "take_dice", "by": "player", "who": "p1"})
    session.do({"do": "bet", "by": "player", "who": "p1", "wager": "pass", "amount": "10.00"})
    return session


@pytest.mark.parametrize("account", ["player:p1", "layout", "tray", "tip_box"])
def test_a_cent_too_many_at_a_table_of_dice_is_found(account: str) -> None:
    session = a_table_of_dice()
    witness = DiceWitness(session)
    session.balances[account] = session.balances.get(account, 0) + 1
    with pytest.raises(AssertionError):
        witness.look()


def test_a_wager_that_is_nobodys_is_found() -> None:
    session = a_table_of_dice()
    witness = DiceWitness(session)
    for state in (session.state, witness.replayed):
        state.seats = {}
    with pytest.raises(AssertionError, match="nobody's"):
        witness.look()


DICE_PLACE = next(number for number, place in enumerate(places()) if place[0] == "craps")


@pytest.mark.parametrize("field", ["pays", "commission"])
def test_a_roll_that_pays_too_much_is_found(monkeypatch: pytest.MonkeyPatch, field: str) -> None:
    def generous(left: Gone) -> d.Decided:
        row = honest(left)
        return msgspec.structs.replace(row, **{field: getattr(row, field) + 1}) if row.outcome == "win" else row

    honest = dice_tasks._row
    monkeypatch.setattr(dice_tasks, "_row", generous)
    with pytest.raises(Broken):
        batch((DICE_PLACE, DICE_PLACE + 1, 1, 10))


def test_a_wager_changed_while_the_dice_are_out_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dice_wagers, "_check_open", lambda house, state, position: None)
    with pytest.raises(Broken):
        for number in range(DICE_PLACE, DICE_PLACE + 20 * len(places()), len(places())):
            batch((number, number + 1, 1, 10))
