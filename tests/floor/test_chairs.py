"""A seat nobody looks after is free again; whoever comes back in time finds it as it was."""

import asyncio
from pathlib import Path

import pytest

from pitboss.floor.bots import Bot
from pitboss.floor.hub import Outbox
from pitboss.floor.live import LiveTable
from pitboss.floor.person import Person
from tests.floor.floor import Floor, a_floor, balances, bet_of

AWAY = 60
UNSEEN = 60 * 60


async def left(floor: Floor, table: LiveTable, name: str) -> Outbox:
    """Somebody sits with 400 in chips, was seen there, and is gone."""
    person = await floor.seated(table, name, 1, "400.00")
    outbox = Outbox()
    table.watch(outbox, person)
    await floor.after(1)
    floor.means.hub.gone(outbox)
    await floor.after(1)
    return outbox


@pytest.mark.parametrize(("seconds", "stays"), [(AWAY - 1, True), (AWAY, False), (AWAY + 1, False)])
def test_16_d2_after_a_minute_without_a_connection_the_seat_is_free_and_the_chips_are_in_the_wallet(
    tmp_path: Path, seconds: int, stays: bool
) -> None:
    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            table = await floor.open()
            await left(floor, table, "ann")
            await floor.after(seconds)
            assert (table.state.seats == {1: "ann"}) == stays
            held = balances(floor)
            assert held["wallet:ann"] == (960_000 if stays else 1_000_000)
            assert held.get("chips:t1:ann", 0) == (40_000 if stays else 0)

    asyncio.run(test())


def test_whoever_comes_back_begins_anew_and_whoever_never_looked_stays(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            table = await floor.open()
            outbox = await left(floor, table, "ann")
            ben = await floor.seated(table, "ben", 2)
            await floor.after(AWAY - 1)
            table.watch(outbox, ben)  # somebody else's eyes do not hold the seat
            floor.means.hub.gone(outbox)
            table.watch(outbox, Person("ann", "player"))
            await floor.after(1)
            floor.means.hub.gone(outbox)
            await floor.after(1)
            await floor.after(AWAY - 1)
            assert [*table.state.seats.values()] == ["ann", "ben"]
            await floor.after(1)
            assert [*table.state.seats.values()] == ["ben"], "a program that plays without a page"

    asyncio.run(test())


@pytest.mark.parametrize(("seconds", "stays"), [(UNSEEN - 1, True), (UNSEEN, False)])
def test_whoever_never_looked_and_says_nothing_for_an_hour_is_gone_too(
    tmp_path: Path, seconds: int, stays: bool
) -> None:
    """Programs that sat down and never came back filled every table for good."""

    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            table = await floor.open(bots=["simple"])
            ann = await floor.seated(table, "ann", 6, "400.00")
            await Bot(table, 1, "simple", floor.pit.coach).act(floor.clock.steady(), hurry=True)
            await floor.after(1)
            await floor.after(UNSEEN - 1)
            await table.do(ann, {"do": "tip", "amount": "1.00"})
            await floor.after(seconds)
            assert ("ann" in table.state.seats.values()) == stays and len(table.state.seats) == 1 + stays
            assert balances(floor)["wallet:ann"] == (960_000 if stays else 999_900)

    asyncio.run(test())


def test_a_round_is_played_to_its_end_first(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            slow = {"betting": 10_000_000, "all_have_bet": 10_000_000, "decision": 20_000, "pace": 100}
            table = await floor.open(timing=slow)
            await left(floor, table, "ann")
            ann = Person("ann", "player")
            await table.do(ann, {"do": "bet", "position": 1, "wagers": bet_of(table)})
            await floor.after(AWAY)
            assert table.state.seats == {1: "ann"}, "the wager lies"
            await floor.after(10_000)
            await floor.play_on(table)
            await floor.after(11)
            assert table.state.seats == {} and balances(floor).get("layout:t1", 0) == 0

    asyncio.run(test())


def test_a_command_is_a_sign_of_life(tmp_path: Path) -> None:
    """After a restart a program that plays without a page looks like somebody who is gone, until it plays."""

    async def before() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            await floor.seated(await floor.open(), "ann", 6)

    async def after() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            table, ann = floor.pit.table("t1"), Person("ann", "player")
            await floor.after(1)
            for _ in range(3):
                await floor.after(AWAY - 1)
                await table.do(ann, {"do": "tip", "amount": "1.00"})
            await floor.after(UNSEEN - 1)
            assert table.state.seats == {6: "ann"}
            await floor.after(1)
            assert table.state.seats == {}
            await floor.after(1)
            assert table.spoken == {}, "nobody is remembered who does not sit"

    asyncio.run(before())
    asyncio.run(after())


def test_after_a_restart_players_have_their_time_and_bots_stay(tmp_path: Path) -> None:
    async def before() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            table = await floor.open(bots=["simple"])
            await floor.seated(table, "ann", 6)
            await Bot(table, 1, "simple", floor.pit.coach).act(floor.clock.steady(), hurry=True)
            assert len(table.state.seats) == 2

    async def after() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            table = floor.pit.table("t1")
            await floor.after(1)
            await floor.after(AWAY - 1)
            assert len(table.state.seats) == 2
            await floor.after(1)
            assert [who[:4] for who in table.state.seats.values()] == ["bot-"]

    asyncio.run(before())
    asyncio.run(after())


def test_nothing_is_remembered_of_visitors_who_did_not_sit_down(tmp_path: Path) -> None:
    """Else a name for every guest who ever looked on; and one who sits down later without a page has a full turn."""

    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            table = await floor.open()
            await left(floor, table, "ann")
            outbox = Outbox()
            table.watch(outbox, Person("eve", "player"))
            floor.means.hub.gone(outbox)
            assert {*floor.means.hub.left["t1"]} == {"ann", "eve"}
            await floor.after(1)
            assert {*floor.means.hub.left["t1"]} == {"ann"}, "who sits there is waited for from when they left"

    asyncio.run(test())
