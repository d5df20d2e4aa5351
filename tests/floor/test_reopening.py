"""16.C9: a store that failed is opened again by the running server, or the server ends, as it was configured."""

import asyncio
import json
import shutil
import subprocess
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from drills.floor_kill import wait_until
from pitboss.audit.verify import audit
from pitboss.floor import reopening, serve
from pitboss.floor.config import Config, read_settings
from pitboss.floor.live import Plan
from pitboss.floor.people.passwords import Passwords
from pitboss.floor.person import Person
from pitboss.floor.reopening import Front, Reopening
from pitboss.floor.serve import open_all, open_floor
from pitboss.floor.timing import Timing
from pitboss.refusal import Refusal
from pitboss.store import Batch, Record, open_books
from tests.floor.people.place import CHEAP
from tests.floor.test_serve import ended, get, running
from tests.store.postgresql import Cluster, throw_away, why_missing

GONE = Refusal("store_unreachable", "Start the database server.")
PATIENT = Timing(betting=600_000, all_have_bet=600_000)
"""By a real clock: how busy a machine is must not close the betting while a store is opened again."""
TABLES = (Plan(id="a", table={"game": "three-card-poker"}, timing=PATIENT),)


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(test())


class Served:
    """A floor as the server has it, without the server."""

    def __init__(self, folder: Path) -> None:
        self.config = Config(data=str(folder), tables=TABLES)
        self.passwords = Passwords(CHEAP)
        self.stop = asyncio.Event()
        self.may_open = asyncio.Event()
        self.may_open.set()
        self.tries = 0
        self.refusals: list[Refusal] = []

    async def open(self) -> "Served":
        self.front = Front(*await open_floor(self.config, open_all(self.config), 8000, None, self.passwords))
        self.watching = asyncio.create_task(Reopening(self.front, self.open_again, self.stop).run())
        return self

    async def open_again(self) -> reopening.Made:
        await self.may_open.wait()
        self.tries += 1
        if self.refusals:
            raise self.refusals.pop(0)
        return await serve.reopen(self.config, 8000, None, self.passwords, self.front.floor.means)

    async def fails(self, why: Refusal = GONE) -> None:
        """The store closes itself, as it does where its database is gone."""
        store = self.front.floor.means.store
        await asyncio.to_thread(store._in_turn, store._shut, why)

    async def until(self, so: Callable[[], bool]) -> None:
        async with asyncio.timeout(300):
            while not so():
                await asyncio.sleep(0)

    async def close(self) -> None:
        self.stop.set()
        await self.watching
        await self.front.floor.stop(0)


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LOOK", "FIRST_PAUSE", "LONGEST_PAUSE"):
        monkeypatch.setattr(reopening, name, 0)


async def seated(served: Served) -> Person:
    """Ann at table a, with a wager that lies."""
    means, ann = served.front.floor.means, Person("ann", "player")
    entries = (("house", "wallet:ann", 100_000),)
    funded = Record(kind="wallet_funded", component="accounts", who="ann", entries=entries)
    await means.commit(Batch(at=means.clock.wall(), records=(funded,)))
    table = served.front.floor.pit.live["a"]
    await table.do(ann, {"do": "sit", "position": 1})
    await table.do(ann, {"do": "buy_in", "amount": "100.00"})
    await table.do(ann, {"do": "bet", "position": 1, "wagers": {"ante": "10.00"}})
    return ann


def test_16_c9_a_store_that_is_back_is_opened_again_and_play_goes_on(tmp_path: Path) -> None:
    async def test() -> None:
        served = await Served(tmp_path).open()
        ann = await seated(served)
        old = served.front.floor
        before = old.pit.live["a"].sequence
        served.refusals = [GONE, Refusal("disk_full", "Free some space.")]
        await served.fails()
        await served.until(lambda: served.front.floor is not old)
        floor = served.front.floor
        assert served.tries == 3 and floor.ready() == "" and floor.means.counts is old.means.counts
        assert "the store failed (disk_full)" in old.ready() and reopening.TRIES_AGAIN in old.ready()
        table = floor.pit.live["a"]
        assert table.sequence == before and table.state.has_wagers("ann"), "as the store has it"
        await table.do(ann, {"do": "clear", "position": 1})
        assert table.sequence > before
        assert all(task.done() for task in old._tasks)
        with pytest.raises(Refusal):
            await old.pit.live["a"].do(ann, {"do": "leave"})
        await served.close()
        books = open_books(str(tmp_path / "floor.db"))
        assert audit(books, tmp_path / "heads").faults == []
        books.engine.dispose()

    run(test)


def test_16_c9_a_store_behind_its_record_stays_closed(tmp_path: Path) -> None:
    """By the check of every start, and in a sentence; nobody puts the server right but a person."""

    async def test() -> None:
        served = await Served(tmp_path).open()
        await served.close()
        shutil.copy(tmp_path / "floor.db", tmp_path / "older.db")
        served = await Served(tmp_path).open()
        await seated(served)
        served.may_open.clear()
        await served.fails()
        await asyncio.to_thread(served.front.floor.means.store.close)
        for file in tmp_path.glob("floor.db*"):
            if not file.name.endswith(".claim"):
                file.unlink()
        shutil.copy(tmp_path / "older.db", tmp_path / "floor.db")
        floor = served.front.floor
        served.may_open.set()
        await served.until(lambda: floor.next_step == reopening.NEEDS_A_PERSON)
        assert floor.ready() == f"Not ready: the store failed (store_rolled_back). {reopening.NEEDS_A_PERSON}"
        assert served.tries == 1 and served.front.floor is floor
        await served.close()

    run(test)


def test_16_c9_where_no_store_is_none_is_made(tmp_path: Path) -> None:
    """Its disk is gone, or somebody is about to put a backup there."""

    async def test() -> None:
        served = await Served(tmp_path).open()
        served.may_open.clear()
        await served.fails()
        await asyncio.to_thread(served.front.floor.means.store.close)
        (tmp_path / "floor.db").rename(tmp_path / "elsewhere")
        served.may_open.set()
        await served.until(lambda: "store_not_found" in served.front.floor.ready())
        served.may_open.clear()
        assert not (tmp_path / "floor.db").exists()
        (tmp_path / "elsewhere").rename(tmp_path / "floor.db")
        old = served.front.floor
        served.may_open.set()
        await served.until(lambda: served.front.floor is not old)
        await served.close()

    run(test)


@pytest.mark.parametrize("code", ["books_differ", "store_corrupt"])
def test_16_c9_what_a_person_must_see_to_is_not_opened_again(tmp_path: Path, code: str) -> None:
    async def test() -> None:
        served = await Served(tmp_path).open()
        await served.fails(Refusal(code, "Stop play."))
        floor = served.front.floor
        await served.until(lambda: floor.next_step == reopening.NEEDS_A_PERSON)
        assert served.tries == 0 and code in floor.ready()
        await served.close()

    run(test)


def test_16_c2_an_alarm_is_not_forgotten_when_the_database_comes_back(tmp_path: Path) -> None:
    async def test() -> None:
        served = await Served(tmp_path).open()
        floor = served.front.floor
        await floor._alarm("audit_failed", Refusal("store_differs", "Entry 1 differs."), "")
        await served.fails()
        await served.until(lambda: floor.next_step == reopening.NEEDS_A_PERSON)
        assert served.tries == 0 and "store_differs" in floor.ready()
        await served.close()

    run(test)


def test_16_c3_a_program_that_was_replaced_meanwhile_opens_no_store(tmp_path: Path) -> None:
    """What runs is still the old one, and every entry would bear the digest of the new one."""

    async def test() -> None:
        served = await Served(tmp_path).open()
        floor = served.front.floor
        floor.program = floor.program | {"src/pitboss/new.py": "0" * 64}
        await served.fails()
        await served.until(lambda: floor.next_step == reopening.NEEDS_A_PERSON)
        assert served.tries == 0 and "program_changed" in floor.ready()
        await served.close()

    run(test)


def test_16_c3_the_files_of_the_start_stay_those_to_compare_with(tmp_path: Path) -> None:
    async def test() -> None:
        served = await Served(tmp_path).open()
        old = served.front.floor
        old.environment = {"packages/a.py": "0" * 64}
        await served.fails()
        await served.until(lambda: served.front.floor is not old)
        assert served.front.floor.environment == old.environment
        await served.close()

    run(test)


def test_16_c9_pauses_grow_and_begin_again_only_after_a_calm_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[int] = []

    async def noted(stop: asyncio.Event, milliseconds: int) -> bool:
        if milliseconds:
            pauses.append(milliseconds)
        await asyncio.sleep(0)
        return stop.is_set()

    async def test() -> None:
        monkeypatch.setattr(reopening, "FIRST_PAUSE", 500)
        monkeypatch.setattr(reopening, "LONGEST_PAUSE", 4_000)
        monkeypatch.setattr(reopening, "stopped", noted)
        served = await Served(tmp_path).open()
        served.refusals = [GONE] * 4
        for _ in range(2):
            old = served.front.floor
            await served.fails()
            await served.until(lambda old=old: served.front.floor is not old)  # type: ignore[misc]
        assert pauses == [500, 1_000, 2_000, 4_000, 4_000, 4_000]
        await served.close()

    run(test)


def test_16_c9_the_setting_is_one_of_two() -> None:
    assert read_settings({"data": "x"}, {}).config.on_store_failure == "reopen"
    found = read_settings({"data": "x"}, {"PITBOSS_ON_STORE_FAILURE": "exit"})
    assert found.config.on_store_failure == "exit" and "ends the server" in found.summary()
    with pytest.raises(Refusal) as caught:
        read_settings({"data": "x"}, {"PITBOSS_ON_STORE_FAILURE": "sleep"})
    assert caught.value.code == "bad_config"
    assert caught.value.message == "Give PITBOSS_ON_STORE_FAILURE as reopen or exit; got 'sleep'."


# The whole server, on a PostgreSQL that is restarted under it.


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    if missing := why_missing():
        pytest.skip(missing)
    with throw_away("-k") as made:
        made.start()
        yield made


def logged(server: "subprocess.Popen[str]", event: str) -> dict[str, Any]:
    """The next line of the log with this event, when it comes."""
    assert server.stderr is not None
    for line in server.stderr:
        said: dict[str, Any] = json.loads(line) if line.startswith("{") else {"event": ""}
        if said["event"] == event:
            return said
    raise AssertionError(f"the server ended without {event}")


def entries(database: str) -> int:
    books = open_books(database)
    try:
        return books.head().number
    finally:
        books.engine.dispose()


def test_16_c9_postgresql_restarted_under_a_server_that_plays(tmp_path: Path, cluster: Cluster) -> None:
    with running(tmp_path, "--database", cluster.url) as (server, address):
        cluster.stop("immediate")
        assert logged(server, "store_failed")
        status, why = get(f"{address}/readyz")
        assert status == 503 and why.startswith("Not ready: the store failed")
        assert get(f"{address}/healthz")[0] == 200
        cluster.start()
        assert logged(server, "reopened")["tables"] > 0
        assert get(f"{address}/readyz") == (200, "ready\n")
        before = entries(cluster.url)
        wait_until(lambda: entries(cluster.url) > before, "bots that play on")
        assert '"event": "closed"' in ended(server)
    books = open_books(cluster.url)
    assert audit(books, tmp_path / "heads").faults == []
    books.engine.dispose()


def test_16_c9_a_server_that_is_to_exit_does_so_with_a_status(
    tmp_path: Path, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PITBOSS_ON_STORE_FAILURE", "exit")
    with psycopg.connect(cluster.url, autocommit=True) as connection:
        connection.execute("CREATE DATABASE exits")
    with running(tmp_path, "--database", cluster.url.replace("/postgres?", "/exits?")) as (server, _):
        cluster.stop("immediate")
        _, errors = server.communicate(timeout=180)
        cluster.start()
    assert server.returncode == 2 and "Traceback" not in errors
    assert "The store failed, and the server has ended as it was configured to." in errors
