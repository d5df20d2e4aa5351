"""16.C1: cards that were shown are never dealt again, whatever the database has lost since."""

import asyncio
import shutil
import sqlite3
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from pitboss.audit.verify import audit
from pitboss.floor.live import LiveTable
from pitboss.refusal import Refusal
from pitboss.store import open_books, open_store
from pitboss.store.heads import read_heads
from pitboss.store.restoring import say_restored
from tests.floor import test_serve
from tests.floor.floor import Floor, a_floor, balances, bet_of


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(test())


def promised(table: LiveTable) -> set[str]:
    return {each["commitment"] for each in table.promises.public()["alive"]}


def image(here: Path, there: Path) -> Path:
    """The files as a crash would leave them now."""
    return Path(shutil.copytree(here, there))


async def crashed(folder: Path) -> tuple[set[str], int]:
    """A floor that ends in the middle of a round, in `now`, and what it was some commands before, in `before`.

    What was promised until its end, and the entry it ended with. Nothing between the two was signed.
    """
    here = folder / "here"
    here.mkdir()
    async with a_floor(here / "a.db", here / "heads") as floor:
        table = await floor.open()
        ann = await floor.seated(table, "ann", 1)
        floor.store.tick(floor.clock.wall() + 60_000_000)
        alive, signed = promised(table), read_heads(here / "heads")
        raw = sqlite3.connect(here / "a.db")
        raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # what follows lies in the log, and only there
        raw.close()
        await table.do(ann, {"do": "bet", "position": 1, "wagers": bet_of(table)})
        image(here, folder / "before")
        await floor.after(16)
        assert table.state.playing, "cards are dealt"
        alive |= promised(table)
        assert read_heads(here / "heads") == signed
        image(here, folder / "now")
        return alive, floor.store.books.head().number


def refused(folder: Path) -> str:
    with pytest.raises(Refusal) as caught:
        open_store(str(folder / "a.db"), heads=folder / "heads")
    assert caught.value.code == "store_rolled_back"
    return caught.value.message


def check_replaced(floor: Floor, alive: set[str]) -> None:
    old, new = floor.pit.live["t1"], floor.pit.live["t1~2"]
    assert not old.state.open and new.state.open and not new.state.playing
    assert alive.isdisjoint(promised(new)), "its chance is another"
    held = balances(floor)
    assert (held["wallet:ann"], held.get("layout:t1", 0), sum(held.values())) == (10**6, 0, 0), "the wager went back"


def test_16_c1_a_round_goes_on_where_the_record_says_so(tmp_path: Path) -> None:
    async def test() -> None:
        alive, _ = await crashed(tmp_path)
        here = tmp_path / "now"
        async with a_floor(here / "a.db", here / "heads") as floor:
            table = floor.pit.live["t1"]
            assert [*floor.pit.live] == ["t1"] and table.state.playing and promised(table) <= alive
            await floor.play_on(table)

    run(test)


@pytest.mark.parametrize("how", ["the log is deleted", "the log is damaged", "an older copy", "an older log"])
def test_16_c1_a_lost_tail_is_not_dealt_again(tmp_path: Path, how: str) -> None:
    """Seconds older than what was shown, and all of it unsigned: the same cards were dealt, and the audit was clean."""

    async def test() -> None:
        alive, ends = await crashed(tmp_path)
        here, before = tmp_path / "now", tmp_path / "before"
        log = here / "a.db-wal"
        (here / "a.db-shm").unlink()
        if how == "the log is deleted":
            log.unlink()
        elif how == "the log is damaged":
            whole = bytearray(log.read_bytes())
            whole[len(whole) // 2] ^= 1
            log.write_bytes(whole)
        elif how == "an older log":
            shutil.copy(before / "a.db-wal", log)
        else:
            for end in ("", "-wal"):
                shutil.copy(before / f"a.db{end}", here / f"a.db{end}")
        assert f"entry {ends} was acknowledged, and this one ends at" in refused(here)
        with open_store(str(here / "a.db"), program="tests") as store:
            say_restored(store, here / "heads", 7, "the tail was lost")
        async with a_floor(here / "a.db", here / "heads") as floor:
            check_replaced(floor, alive)
        books = open_books(str(here / "a.db"))
        assert audit(books, here / "heads").faults == []
        books.engine.dispose()

    run(test)


@pytest.mark.parametrize("lost", ["deleted", "damaged"])
@pytest.mark.parametrize("older", [False, True])
def test_16_c1_without_a_record_open_rounds_are_void_and_chance_is_renewed(
    tmp_path: Path, lost: str, older: bool
) -> None:
    """An older copy cannot be told from the store itself then, so both begin with new cards."""

    async def test() -> None:
        alive, _ = await crashed(tmp_path)
        here = tmp_path / ("before" if older else "now")
        if lost == "deleted":
            (here / "heads" / "tail").unlink()
        else:
            whole = bytearray((here / "heads" / "tail").read_bytes())
            whole[40] ^= 1
            (here / "heads" / "tail").write_bytes(whole)
        async with a_floor(here / "a.db", here / "heads") as floor:
            check_replaced(floor, alive)
        async with a_floor(here / "a.db", here / "heads") as floor:
            assert {*floor.pit.live} == {"t1", "t1~2"}, "replaced once"
        books = open_books(str(here / "a.db"))
        assert audit(books, here / "heads").faults == []
        books.engine.dispose()

    run(test)


def test_16_c1_a_server_that_was_killed_and_lost_its_log_does_not_start(tmp_path: Path) -> None:
    """`pitboss serve` itself. With its log it goes on; without a record it goes on with other tables."""
    one = 'id = "a"\nbots = ["simple"]\n[tables.table]\ngame = "three-card-poker"'
    given, data = ("--config", test_serve.configured(tmp_path, one)), tmp_path / "data"
    with test_serve.running(data, *given) as (server, _):
        server.kill()
        server.wait()
    lost = image(data, tmp_path / "lost")
    for file in lost.glob("floor.db-*"):
        file.unlink()
    assert "store_rolled_back: Put the newer database back" in test_serve.refused(lost, *given)
    test_serve.ended(test_serve.started(data, *given)[0])
    (data / "heads" / "tail").unlink()
    test_serve.ended(test_serve.started(data, *given)[0])
    books = open_books(str(data / "floor.db"))
    assert {*books.tables()} == {"a", "a~2"}
    books.engine.dispose()
