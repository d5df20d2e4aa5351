"""MET-04: an amount that no hand could win is never kept nor shown; the table is locked and the event written."""

import asyncio
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from pitboss import games
from pitboss.floor import live
from pitboss.floor.bots import Crew
from pitboss.floor.ceiling import IMPOSSIBLE, Ceiling
from pitboss.floor.config import usual_tables
from pitboss.floor.hub import Outbox
from pitboss.refusal import Refusal
from pitboss.table.decide import step
from pitboss.table.dice.events import Decided, WinnersPaid
from pitboss.table.events import Event, Paid, WagersPaid
from pitboss.table.families import house_of
from pitboss.table.shoe.events import Back, HandPaid
from pitboss.table.showdown.events import ProgressiveCollected, ProgressivePaid
from tests.floor.floor import HOUSE, a_floor, balances

NAMES = [str(plan.table["game"]) for plan in usual_tables(())]
STAKES = (1, 99, 500, 10_00, 123_45)

BY_HAND = {
    "three-card-poker": {"ante": 1, "play": 1},
    "four-card-poker": {"ante": 1, "play": 1},
    "texas-holdem-bonus": {"flop": 1, "turn": 1, "river": 1},
    "spanish-21": {"bet": 3, "doubled": 3, "insurance": 2},
    "double-attack-blackjack": {"attack": 1, "bust_it": 200},
    "craps": {"pass": 1, "odds": 2, "field": 2, "hop": 30},
}
"""Some of the highest odds as the texts print them."""


def ceiling_of(game: str, **more: Any) -> Ceiling:
    return Ceiling(house_of({"game": game} | more))


def paid(game: str, wager: str, stake: int, pays: int, coupon: int = 0) -> Event:
    """A payment of a wager as that family writes it."""
    if hasattr(games.game(game), "ante"):
        return WagersPaid(1, "ann", (Paid(wager, "win", stake, pays, coupon, ""),), "")
    if game == "craps":
        return WinnersPaid(1, "ann", (Decided("w1", wager, "win", stake, pays, 0, ""),), "")
    return HandPaid(1, 1, "ann", (Back(wager, "win", stake, pays, ""),), "")


def allows(ceiling: Ceiling, state: Any, event: Event) -> bool:
    try:
        ceiling.check(state, event)
    except Refusal as refusal:
        assert refusal.code == IMPOSSIBLE
        return False
    return True


@pytest.mark.parametrize("game", sorted(BY_HAND))
def test_met_04_the_most_is_what_the_text_prints(game: str) -> None:
    times = ceiling_of(game).times
    assert {wager: times[wager] for wager in BY_HAND[game]} == BY_HAND[game]


@pytest.mark.parametrize("game", NAMES)
def test_met_04_at_below_and_above_the_most_of_every_wager(game: str) -> None:
    ceiling = ceiling_of(game)
    rules: Any = games.game(game).rules()
    planted = 0
    for wager, times in ceiling.times.items():
        for stake in STAKES:
            on = ceiling.paid_on.get(wager)
            state = SimpleNamespace(bets={1: SimpleNamespace(stakes={on: stake} if on else {}, coupon=0)})
            own = 0 if on else stake
            most = int(Fraction(stake) * times)
            assert allows(ceiling, state, paid(game, wager, own, most))
            assert allows(ceiling, state, paid(game, wager, own, max(most - 1, 0)))
            assert not allows(ceiling, state, paid(game, wager, own, most + 1))
            assert not allows(ceiling, state, paid(game, wager, own, -1))
            assert not allows(ceiling, state, inflated(ceiling, state, paid(game, wager, own, 0)))
            planted += 2
    for what, most in ceiling.sums.items():
        assert allows(ceiling, None, paid(game, what, 0, most))
        assert not allows(ceiling, None, paid(game, what, 0, most + 1))
        assert not allows(ceiling, None, inflated(ceiling, None, paid(game, what, 0, 0)))
    nothing = SimpleNamespace(bets={1: SimpleNamespace(stakes={}, coupon=0)})
    assert not allows(ceiling, nothing, paid(game, "no such wager", 10_00, 1))
    assert planted >= 2 * len(STAKES) and rules.game.name == game


def test_met_04_a_coupon_wins_what_its_wager_wins_and_nothing_without_one() -> None:
    ceiling = ceiling_of("three-card-poker")
    for coupon, most in ((0, 0), (5_00, 5_00)):
        state = SimpleNamespace(bets={1: SimpleNamespace(stakes={"ante": 5_00}, coupon=coupon)})
        assert allows(ceiling, state, paid("three-card-poker", "ante", 5_00, 5_00, most))
        assert not allows(ceiling, state, paid("three-card-poker", "ante", 5_00, 5_00, most + 1))


def test_met_04_a_progressive_pays_no_more_than_its_meter_and_grows_by_its_shares() -> None:
    ceiling = ceiling_of("high-card-flush", options={"progressive": "A"})
    assert ceiling.progressive is not None
    state = SimpleNamespace(main=5_000_00)

    def pays(cents: int, source: str) -> Event:
        return ProgressivePaid(1, "ann", "a hand", cents, source, 0, 0, 0, "")

    fixed = max(line.odds * 100 for line in ceiling.progressive.table.lines if type(line.odds) is int)
    for most, source in ((5_000_00, "meter"), (fixed, "house")):
        assert allows(ceiling, state, pays(most, source)) and allows(ceiling, state, pays(most - 1, source))
        assert not allows(ceiling, state, pays(most + 1, source))
    for players in (1, 2, 6):
        stakes = dict.fromkeys(range(1, players + 1), 100)
        percent = ceiling.progressive.percent
        main, secondary = (100 * players * percent[meter] // 100 for meter in ("main", "secondary"))
        assert allows(ceiling, state, ProgressiveCollected((), stakes, main, secondary, ""))
        for more in ((1, 0), (0, 1)):
            too_much = ProgressiveCollected((), stakes, main + more[0], secondary + more[1], "")
            assert not allows(ceiling, state, too_much)


PAYING = (WagersPaid, HandPaid, WinnersPaid)


PLANTED = 13


def inflated(ceiling: Ceiling, state: Any, event: Any) -> Any:
    """The payment with a first row that is a cent above the most. A bonus without a stake is paid on another wager."""
    first, *others = event.rows
    on = ceiling.paid_on.get(first.wager)
    stake = state.bets[event.position].stakes[on] if on else first.stake
    most = ceiling.sums.get(first.wager, int(stake * ceiling.times.get(first.wager, Fraction(0))))
    return msgspec.structs.replace(event, rows=(msgspec.structs.replace(first, pays=most + 1), *others))


@pytest.mark.parametrize("game", NAMES)
def test_met_04_a_planted_amount_locks_the_table(tmp_path: Path, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cent above what the best hand is paid, planted behind settlement: not kept, not shown, wagers back, written."""
    plan = next(plan for plan in usual_tables(("simple", "simple")) if plan.table["game"] == game)
    honest = step

    def wrong(house: Any, state: Any, command: Any, chance: Any) -> Any:
        events, after = honest(house, state, command, chance)
        ceiling = Ceiling(house)
        return [inflated(ceiling, state, event) if isinstance(event, PAYING) else event for event in events], after

    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            table = await floor.pit.open(plan, "boss")
            crew, outbox = Crew(floor.pit), Outbox(1 << 20)
            table.watch(outbox, HOUSE)
            for times in range(1, PLANTED + 1):
                monkeypatch.setattr(live, "step", wrong)
                for number in range(600):
                    await crew.act(hurry=True)
                    await floor.after(21 if number % 5 == 4 else 2)
                    if table.stopped:
                        break
                assert table.stopped and table.stopped.code == IMPOSSIBLE and table.status == "stopped"
                held = balances(floor)
                assert held[f"layout:{table.id}"] == 0 and sum(held.values()) == 0
                assert not any(
                    event.kind in ("wagers_paid", "hand_paid", "winners_paid") for event in kept(floor, table.id)
                )
                assert not any(b"s_paid" in frame or b"hand_paid" in frame for frame in outbox.frames)
                assert not any(b"at most" in frame for frame in outbox.frames), "nobody is told the amount"
                with floor.store.books.moment() as connection:
                    ask = "SELECT reason, after FROM records WHERE kind = 'table_stopped'"
                    told = connection.exec_driver_sql(ask).all()
                assert len(told) == times and all(why == IMPOSSIBLE and "at most" in said for why, said in told)
                monkeypatch.setattr(live, "step", honest)
                await floor.pit.resume([table.id], "boss")
                assert table.status != "stopped"

    asyncio.run(test())


def kept(floor: Any, table: str) -> Any:
    return floor.store.books.events(table)
