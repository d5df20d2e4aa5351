"""Readers hold up no table: however many read the books, what play waits for has connections and threads of its own."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from threading import Event

from pitboss.refusal import Refusal
from pitboss.store import Store
from tests.floor.floor import Floor, a_floor, bet_of
from tests.floor.people.place import a_place
from tests.store.conftest import database, postgresql, server  # noqa: F401


@contextmanager
def every_reader_busy(store: Store) -> Iterator[None]:
    """Reports that take every connection for readers; one more is told so at once, and not after half a minute."""
    pool = store.books.engine.pool
    pool._timeout = 0  # type: ignore[attr-defined]
    with ExitStack() as reports:
        try:
            while True:
                reports.enter_context(store.books.moment())
        except Refusal as refusal:
            assert refusal.code == "store_busy"
        yield


@contextmanager
def every_thread_busy() -> Iterator[None]:
    """The loop's own threads wait as well: there is one, and it has something else to do."""
    over = Event()
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
    asyncio.get_running_loop().run_in_executor(None, over.wait)
    try:
        yield
    finally:
        over.set()


async def a_keyed_round(floor: Floor) -> None:
    table = floor.pit.table("t1")
    person = await floor.player("ann")
    commands = (
        {"do": "sit", "position": 1, "key": "a"},
        {"do": "buy_in", "amount": "100.00", "key": "b"},
        {"do": "bet", "position": 1, "wagers": bet_of(table), "key": "c"},
    )
    for command in commands:
        first = await table.do(person, command)
        again = await table.do(person, command)
        assert (first.again, again.again, again.sequence) == (False, True, first.sequence)
    await floor.after(60)
    await floor.play_on(table)
    assert table.state.number == 1


def test_keyed_commands_are_carried_out_while_reports_take_every_reader(database: str) -> None:  # noqa: F811
    async def test() -> None:
        async with a_floor(database) as floor:
            await floor.open()
            with every_reader_busy(floor.store), every_thread_busy():
                async with asyncio.timeout(300):
                    await a_keyed_round(floor)

    asyncio.run(test())


def test_meters_that_were_corrected_are_read_while_reports_take_every_reader(database: str) -> None:  # noqa: F811
    """They are read while the group's lock is held, for which its tables wait."""

    async def test() -> None:
        async with a_floor(database) as floor:
            await floor.open("high-card-flush", group="jackpot")
            before = floor.store.books.meters("jackpot")
            with every_reader_busy(floor.store), every_thread_busy():
                async with asyncio.timeout(300):
                    await floor.pit.meters_corrected("jackpot")
            link = floor.pit.table("t1").link
            assert link is not None and link.reading == before

    asyncio.run(test())


def test_reports_that_take_every_reader_neither_sign_anybody_out_nor_close_the_store(database: str) -> None:  # noqa: F811
    """The check of the books took the readers' refusal for a fault of the books, and closed the store."""
    with a_place(database) as place:
        ann = place.player("ann")
        with every_reader_busy(place.store):
            place.store.tick(place.clock.wall())
            assert place.people.sessions.lives(ann.token)
        assert not place.store.closed
