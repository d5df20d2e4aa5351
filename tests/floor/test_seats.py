"""Who keeps a seat and whom a round waits for; bots make room, and full games get another table (16.D2, 16.C11)."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.audit.verify import audit
from pitboss.floor.bots import Crew
from pitboss.floor.extra_tables import EMPTY, TRY_AGAIN
from pitboss.floor.hub import Outbox
from pitboss.floor.live import LiveTable
from pitboss.floor.person import Person
from pitboss.floor.pit import Pit
from pitboss.refusal import Refusal
from tests.floor.floor import SECOND, Floor, a_floor, balances

SIX = 6
WINDOW, CUT = 15, 3
"""Seconds of a betting window, and what is left of it when everybody who is waited for has bet."""


def frames(outbox: Outbox, type_: str = "notice") -> list[dict[str, Any]]:
    found = [msgspec.json.decode(frame) for frame in outbox.frames]
    outbox.frames.clear()
    return [each for each in found if each["type"] == type_]


def watches(table: LiveTable, person: Person) -> Outbox:
    outbox = Outbox(most=100_000)
    table.watch(outbox, person)
    return outbox


async def bets(table: LiveTable, person: Person) -> int:
    """Places a bet; the seconds that are left until no more bets."""
    position = next(place for place, who in table.state.seats.items() if who == person.name)
    wager = str(getattr(table.house.rules, "ante", "bet"))
    await table.do(person, {"do": "bet", "position": position, "wagers": {wager: "10.00"}})
    return (table.ends - table.means.clock.steady()) // SECOND


async def a_round(floor: Floor, table: LiveTable, person: Person) -> int:
    """One bets, the clock does the rest. The seconds that the betting window was open for."""
    left, number = await bets(table, person), table.state.number
    await floor.after(left)
    assert table.state.number == number + 1
    await play_out(floor, table)
    return left


async def play_out(floor: Floor, table: LiveTable) -> None:
    """The clock decides at once, so that nobody is away for longer because of the round."""
    table.hurry()
    while table.state.unfinished:
        await floor.pit.tick()
        table.hurry()
    table.hurried = False
    await floor.after(1)


@pytest.mark.parametrize("game", ["three-card-poker", "spanish-21"])
def test_16_d2_17_2_no_window_waits_for_a_seat_without_a_connection(tmp_path: Path, game: str) -> None:
    """Nor for a program that says nothing for a whole window; it waits again for who came back or spoke."""

    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            table = await floor.open(game, timing={"rounds_without_bet": 0})
            ann, ben = [await floor.seated(table, name, place) for place, name in enumerate(("ann", "ben"), 1)]
            watches(table, ann)
            page = watches(table, ben)
            assert await a_round(floor, table, ann) == WINDOW, "ben is there"
            floor.means.hub.gone(page)
            assert await a_round(floor, table, ann) == CUT, "ben is not there"
            assert await a_round(floor, table, ann) == CUT
            page = watches(table, ben)
            assert await a_round(floor, table, ann) == WINDOW, "ben is back"
            floor.means.hub.gone(page)
            assert await a_round(floor, table, ann) == CUT
            await table.do(ben, {"do": "tip", "amount": "1.00"})
            assert await a_round(floor, table, ann) == WINDOW, "a command counts as well as a connection"
            assert await a_round(floor, table, ann) == WINDOW, "it was given since the bets were closed"
            assert await a_round(floor, table, ann) == CUT
            assert [*table.state.seats.values()] == ["ann", "ben"]

    asyncio.run(test())


def test_16_d2_a_round_in_progress_is_decided_by_the_clock_and_the_seat_is_free_after_it(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            table = await floor.open()
            ann = await floor.seated(table, "ann", 1, "400.00")
            page = watches(table, ann)
            await floor.after(1)
            await bets(table, ann)
            floor.means.hub.gone(page)
            await floor.after(CUT)
            assert table.state.playing
            await floor.after(20)  # the clock decides for her
            while table.state.playing:
                await floor.after(1)
            assert table.state.seats == {1: "ann"}
            await floor.after(60)
            assert table.state.seats == {} and balances(floor)["wallet:ann"] == 1_000_000 - 1_000

    asyncio.run(test())


def test_16_d2_a_page_loaded_again_or_a_short_loss_keeps_the_seat(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            table = await floor.open()
            ann = await floor.seated(table, "ann", 1)
            for _ in range(5):
                page = watches(table, ann)
                await floor.after(1)
                floor.means.hub.gone(page)
                await floor.after(1)
                await floor.after(59)
                assert table.state.seats == {1: "ann"}
            await floor.after(1)
            assert table.state.seats == {}

    asyncio.run(test())


@pytest.mark.parametrize("rounds", [1, 3, 5, 0])
def test_16_c11_a_seat_without_a_bet_is_released_and_its_player_is_asked_first(tmp_path: Path, rounds: int) -> None:
    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            timing = {"betting": 15_000, "decision": 20_000, "rounds_without_bet": rounds}
            table = await floor.open(timing=timing if rounds != 5 else {})
            ann, ben = [await floor.seated(table, name, place) for place, name in enumerate(("ann", "ben"), 1)]
            page, other = watches(table, ben), watches(table, ann)
            codes: list[str] = []
            for _ in range(rounds or 8):
                assert "ben" in table.state.seats.values()
                await a_round(floor, table, ann)
                codes += [each["code"] for each in frames(page)]
            assert ("ben" in table.state.seats.values()) == (rounds == 0)
            assert codes == (["seat_idle"] * (rounds > 1) + ["seat_released"] if rounds else [])
            assert balances(floor)["wallet:ben"] == (900_000 if rounds == 0 else 1_000_000)
            assert frames(other) == [], "nobody else is told"
            assert audit(floor.store.books).faults == []

    asyncio.run(test())


def test_16_c11_a_bet_in_time_keeps_the_seat(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            table = await floor.open(timing={"betting": 15_000, "decision": 20_000, "rounds_without_bet": 3})
            ann, ben = [await floor.seated(table, name, place) for place, name in enumerate(("ann", "ben"), 1)]
            watches(table, ben)
            for number in range(7):
                if number % 3 == 2:
                    await bets(table, ben)
                await a_round(floor, table, ann)
            assert table.attendance.skipped == {"ben": 1}
            assert [*table.state.seats.values()] == ["ann", "ben"]

    asyncio.run(test())


async def with_bots(floor: Floor, persons: int, bots: int = 3) -> tuple[LiveTable, Crew, list[Person]]:
    """A table with bots, at which persons have sat down since."""
    table = await floor.open(bots=["simple"] * bots)
    crew = Crew(floor.pit)
    while len(table.state.seats) < bots:  # two may have wanted the same seat, and try again later
        await crew.act(hurry=True)
        await floor.after(WINDOW)
    await no_wagers(floor, table)
    free = [place for place in range(1, SIX + 1) if place not in table.state.seats]
    found = [await floor.seated(table, f"p{place}", place) for place in free[:persons]]
    return table, crew, found


async def no_wagers(floor: Floor, table: LiveTable) -> None:
    """Until the round of the bots is over, and their wagers are settled."""
    while any(table.state.has_wagers(who) for who in table.state.seats.values()):
        await floor.after(WINDOW)


def of_bots(table: LiveTable) -> list[int]:
    return [place for place, who in table.state.seats.items() if who.startswith("bot-")]


def test_16_d2_bots_leave_a_seat_free_for_the_next_person_until_all_are_persons(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            table, crew, _ = await with_bots(floor, 3)
            assert len(table.state.seats) == SIX
            for left in (2, 1, 0):
                await no_wagers(floor, table)
                await crew.act(hurry=True)
                assert len(of_bots(table)) == left and len(table.state.seats) == SIX - 1
                await crew.act(hurry=True)
                assert len(of_bots(table)) == left, "nor does it come back"
                place = next(each for each in range(1, SIX + 1) if each not in table.state.seats)
                await floor.seated(table, f"q{left}", place)
            assert floor.pit.tables()[0].bots == 0 and floor.pit.tables()[0].taken == SIX
            assert audit(floor.store.books).faults == []

    asyncio.run(test())


def test_16_d2_a_bot_gives_up_its_seat_at_once_or_after_the_round(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            table, _, (first, *_) = await with_bots(floor, 3)
            here, there = of_bots(table)[:2]
            eve, fay = await floor.player("eve"), await floor.player("fay")
            await table.do(eve, {"do": "sit", "position": here})
            assert table.state.seats[here] == "eve", "the bot had no wager"
            bot = table.state.seats[there]
            await floor.player(bot)
            await table.do(Person(bot, "player"), {"do": "buy_in", "amount": "500.00"})
            await bets(table, Person(bot, "player"))
            with pytest.raises(Refusal, match="when this round is over") as refused:
                await table.do(fay, {"do": "sit", "position": there})
            assert refused.value.code == "bot_leaves" and table.state.seats[there] == bot
            with pytest.raises(Refusal):
                await table.do(first, {"do": "sit", "position": there})  # who has a seat cannot take another's
            assert table.state.seats[there] == bot
            await no_wagers(floor, table)
            await table.do(fay, {"do": "sit", "position": there})
            assert table.state.seats[there] == "fay"
            with pytest.raises(Refusal):
                await table.do(await floor.player("gil"), {"do": "sit", "position": there})
            assert table.state.seats[there] == "fay", "a person's seat is nobody else's"

    asyncio.run(test())


async def fill(floor: Floor, table: LiveTable, prefix: str) -> list[Person]:
    """Persons in every seat, each with a page."""
    found = [await floor.player(f"{prefix}{place}") for place in range(1, SIX + 1)]
    for place, person in enumerate(found, 1):
        await table.do(person, {"do": "sit", "position": place})
        watches(table, person)
    return found


def ids(pit: Pit) -> list[str]:
    return [card.id for card in pit.tables()]


def test_16_d2_when_a_games_tables_are_full_another_opens_and_closes_when_nobody_is_there(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            limits = {"ante": ["10.00", "200.00"]}
            first = await floor.open(id_="poker-1", setup={"limits": limits}, bots=["simple"], title="Poker")
            await floor.open("craps", "craps-1")
            people = await fill(floor, first, "a")
            await floor.after(1)
            assert ids(floor.pit) == ["poker-1", "craps-1", "poker-2"]
            second = floor.pit.table("poker-2")
            assert second.house.setup.limits == limits and second.plan.extra_of == "poker-1"
            assert second.title == "Poker" and second.plan.bots == ("simple",)
            await floor.after(1)
            assert len(ids(floor.pit)) == 3, "there is room now"
            await fill(floor, second, "b")
            await floor.after(1)
            assert ids(floor.pit)[-1] == "poker-3"
            third = floor.pit.table("poker-3")
            crew = Crew(floor.pit)
            for _ in range(4):
                await crew.act(hurry=True)
            assert third.state.has_wagers("bot-simple-1-poker-3"), "bots play on alone"
            for _ in range(2 * EMPTY // SECOND):
                await floor.after(1)
            assert third.state.open, "the others are full"
            floor.means.hub.watchers.clear()
            await first.do(people[0], {"do": "leave"})
            for person in people[1:]:
                watches(first, person)
            for _ in range(EMPTY // SECOND + 200):
                await floor.after(1)
                if third.state.playing:
                    third.hurry()
            assert not third.state.open and not second.state.open, "b has been gone for more than a minute"
            assert first.state.open and ids(floor.pit) == ["poker-1", "craps-1"]
            assert audit(floor.store.books).faults == []
            await first.do(people[0], {"do": "sit", "position": 1})
            watches(first, people[0])
            await floor.after(1)
            assert ids(floor.pit)[-1] == "poker-4", "no name is used twice"

    asyncio.run(test())


def test_16_d2_an_extra_table_is_found_again_and_shares_its_meters(tmp_path: Path) -> None:
    async def before() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            await fill(floor, await floor.open("high-card-flush", "flush"), "a")
            await floor.after(1)
            second = floor.pit.table("flush-2")
            assert second.link is not None and second.link is floor.pit.table("flush").link

    async def after() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            assert ids(floor.pit) == ["flush", "flush-2"]
            for _ in range(EMPTY // SECOND + 100):
                await floor.after(1)
            assert ids(floor.pit) == ["flush"], "its players did not come back"

    asyncio.run(before())
    asyncio.run(after())


def test_16_d2_the_number_of_extra_tables_is_bounded(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_floor(tmp_path / "a.db", extra_tables=1) as floor:
            await fill(floor, await floor.open(), "a")
            await floor.after(1)
            await fill(floor, floor.pit.table("t1-2"), "b")
            await floor.after(1)
            await floor.after(1)
            assert ids(floor.pit) == ["t1", "t1-2"]
        async with a_floor(tmp_path / "b.db", extra_tables=0) as floor:
            await fill(floor, await floor.open(), "a")
            await floor.after(1)
            assert ids(floor.pit) == ["t1"]

    asyncio.run(test())


def test_16_d2_no_extra_table_for_exams_persons_who_deal_and_closed_games(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            exam = await floor.open(exam=True)
            dealt = await floor.open("four-card-poker", "t2", timing={"dealt_by": "person"})
            paused = await floor.open("high-card-flush", "t3")
            for table, prefix in ((exam, "a"), (dealt, "b"), (paused, "c")):
                await fill(floor, table, prefix)
            await paused.pause("boss", "Enough for today.")
            await floor.after(1)
            assert len(ids(floor.pit)) == 3
            await paused.resume("boss")
            await floor.after(1)
            assert ids(floor.pit)[3:] == ["t3-2"]

    asyncio.run(test())


def test_16_d2_what_cannot_be_opened_is_tried_again_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            await fill(floor, await floor.open(), "a")
            monkeypatch.setattr("pitboss.floor.pit.MOST_TABLES", 1)
            await floor.after(1)
            monkeypatch.undo()
            await floor.after(1)
            assert ids(floor.pit) == ["t1"]
            await floor.after(TRY_AGAIN // SECOND)
            assert ids(floor.pit) == ["t1", "t1-2"]

    asyncio.run(test())
