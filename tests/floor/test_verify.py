"""A store is verified before anything is served from it, and audited while it is served from (16.C2, LED-02)."""

import asyncio
import shutil
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest

from pitboss.audit import checkpoint
from pitboss.fair import Entropy
from pitboss.fair.sealing import Seal
from pitboss.floor import app, standing
from pitboss.floor.auditing import Auditing
from pitboss.floor.gate import Gate, local_origins
from pitboss.floor.logs import Log
from pitboss.floor.people import People
from pitboss.floor.person import Person
from pitboss.floor.start_check import Verified, verify
from pitboss.refusal import Refusal
from pitboss.store import Batch, Record, Store, open_store
from tests.floor.floor import KEY, Floor, a_floor, bet_of
from tests.floor.people.place import a_place
from tests.floor.people.test_beside import TAMPERED, live
from tests.floor.test_serve import get, running, started
from tests.store.conftest import postgresql, server  # noqa: F401

PLAYERS = {"ann": 1, "bob": 2}
GAMES = ("three-card-poker", "spanish-21", "craps")


async def play(floor: Floor, game: str = "three-card-poker", rounds: int = 2) -> None:
    """Rounds of two players, then wagers that wait for the next one."""
    table = await floor.open(game)
    for name, position in PLAYERS.items():
        await floor.seated(table, name, position)
    for number in range(rounds + 1):
        for name, position in PLAYERS.items():
            await table.do(_player(name), wager(table, position))
        if number < rounds:
            await floor.after(60)
            await floor.play_on(table)


def _player(name: str) -> Any:

    return Person(name, "player")


def wager(table: Any, position: int) -> dict[str, Any]:
    if table.house.setup.game == "craps":
        return {"do": "bet", "wager": "field", "amount": "10.00"}
    name = "bet" if table.house.setup.game == "spanish-21" else next(iter(bet_of(table)))
    return {"do": "bet", "position": position, "wagers": {name: "10.00"}}


def made(folder: Path, game: str = "three-card-poker", rounds: int = 2) -> Path:
    """A folder with a store that a floor was closed in good order with."""

    async def go() -> None:
        async with a_floor(folder / "floor.db", heads=folder / "heads") as floor:
            await play(floor, game, rounds)

    folder.mkdir(exist_ok=True)
    asyncio.run(go())
    return folder


@contextmanager
def opened(folder: Path, program: str = "tests", database: str = "") -> Iterator[Store]:
    seal = Seal(KEY, Entropy())
    name = database or str(folder / "floor.db")
    store = open_store(name, program=program, seal=seal.seal, unseal=seal.unseal, heads=folder / "heads")
    try:
        yield store
    finally:
        store.close()


def verified(folder: Path, **more: str) -> Verified:
    """By a start that takes no store for a small one."""
    with opened(folder, **more) as store:
        return verify(store, small=0)


@contextmanager
def without_guards(database: Path) -> Iterator[sqlite3.Connection]:
    """Somebody with full power over the file, who leaves the guards as they were. A server may go on meanwhile."""
    raw = sqlite3.connect(database, isolation_level=None, timeout=60)
    raw.execute("BEGIN IMMEDIATE")
    guards = raw.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for name, _ in guards:
        raw.execute(f'DROP TRIGGER "{name}"')
    yield raw
    for _, text in guards:
        raw.execute(text)
    raw.execute("COMMIT")
    raw.close()


def changed(folder: Path, to: Path, *statements: str) -> Path:
    """A copy of a folder in which somebody has changed the database."""
    shutil.copytree(folder, to)
    with without_guards(to / "floor.db") as raw:
        for statement in statements:
            assert raw.execute(statement).rowcount, f"nothing was changed by {statement}"
    return to


def refused(folder: Path) -> str:
    with pytest.raises(Refusal) as found:
        verified(folder)
    assert "pitboss audit" in found.value.message
    if found.value.code != "books_differ":  # found by the sums alone, when the store is opened
        assert found.value.code == "store_differs" and "restore a backup" in found.value.message
    return found.value.message


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store that no start has verified."""
    return made(tmp_path_factory.mktemp("first"))


@pytest.fixture(scope="module")
def later(tmp_path_factory: pytest.TempPathFactory, first: Path) -> Path:
    """The same store after a start that has verified it."""
    folder = tmp_path_factory.mktemp("later") / "floor"
    shutil.copytree(first, folder)
    found = verified(folder)
    assert found.after == 0 and found.entries > 0
    return folder


@pytest.fixture(params=["first", "later"])
def folder(request: pytest.FixtureRequest) -> Path:
    found: Path = request.getfixturevalue(request.param)
    return found


def test_16_c2_a_start_goes_on_from_what_the_last_one_verified(later: Path, tmp_path: Path) -> None:
    again = tmp_path / "again"
    shutil.copytree(later, again)
    before = verified(again)
    assert before.after == before.entries, "nothing was kept since"
    with opened(again) as store:
        store.commit(Batch(at=1, records=(Record(kind="test", component="test", who="tests"),)))
    assert verified(again) == Verified(before.entries + 1, before.entries)
    assert verified(again, program="another").after == 0, "another program verifies everything"


def test_16_c2_a_small_store_is_verified_from_its_first_entry_at_every_start(later: Path, tmp_path: Path) -> None:
    """An old entry that no table is rebuilt from is left to the audit in the background in a large store only."""
    copy = changed(later, tmp_path / "copy", "UPDATE journal SET at = at + 1 WHERE number = 2")
    assert verified(copy).after
    with opened(copy) as store, pytest.raises(Refusal, match="Entry 2 is not what was hashed"):
        verify(store)


def test_16_c2_a_checkpoint_that_is_not_genuine_is_not_believed(later: Path, tmp_path: Path) -> None:
    again = tmp_path / "again"
    shutil.copytree(later, again)
    file = again / "heads" / "verified.json"
    signed = msgspec.json.decode(file.read_bytes())
    for text in (
        msgspec.json.encode(signed | {"checkpoint": signed["checkpoint"].replace("chips:t1:ann", "chips:t1:eve")}),
        b"{}",
        b"\xff",
    ):
        file.write_bytes(text)
        assert verified(again).after == 0


def test_16_c9_a_checkpoint_that_cannot_be_written_keeps_no_server_from_starting(
    first: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(first, copy)

    def full(*_: object) -> None:
        raise OSError("no space")

    with monkeypatch.context() as patched:
        patched.setattr(checkpoint, "write", full)
        assert verified(copy).after == 0
    assert verified(copy).after == 0, "the next one verifies as much"


def test_16_c2_every_flipped_bit_of_a_stored_event_is_refused_at_the_start(folder: Path, tmp_path: Path) -> None:
    """In events of every kind, at many places, the file's own bytes: no guard of the database can see that."""
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    whole = (copy / "floor.db").read_bytes()
    raw = sqlite3.connect(copy / "floor.db")
    bodies = raw.execute("SELECT kind, body FROM events WHERE length(body) < 400 ORDER BY sequence").fetchall()
    raw.close()
    tried = 0
    for kind, body in bodies:
        at = whole.find(body)
        if at < 0 or whole.find(body, at + 1) >= 0:
            continue  # it lies on two pages, or there are two of them
        place, bit = (7 * tried) % len(body), 1 << tried % 8
        flipped = bytearray(whole)
        flipped[at + place] ^= bit
        (copy / "floor.db").write_bytes(flipped)
        assert "Entry " in refused(copy), (kind, place, bit)
        tried += 1
    assert tried > 20


def test_16_c2_a_wager_that_was_changed_so_that_it_pays_more_is_refused_at_the_start(
    folder: Path, tmp_path: Path
) -> None:
    """The wager lies on the layout: the next settlement would pay on it."""
    copy = changed(
        folder,
        tmp_path / "copy",
        "UPDATE events SET body = CAST(replace(body, '\"10.00\"', '\"90.00\"') AS BLOB) WHERE sequence = "
        "(SELECT max(sequence) FROM events WHERE kind = 'bet_placed')",
    )
    raw = sqlite3.connect(copy / "floor.db")
    number, body = raw.execute(
        "SELECT number, body FROM events WHERE kind = 'bet_placed' ORDER BY sequence"
    ).fetchall()[-1]
    raw.close()
    assert b'"90.00"' in body
    assert f"Entry {number} is not what was hashed" in refused(copy)


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM events WHERE sequence = (SELECT max(sequence) FROM events)",
        "UPDATE events SET table_name = 't2' WHERE sequence = 3",
        "UPDATE tables SET sequence = sequence - 1",
        "UPDATE records SET after = replace(after, 'sealed', 'sealing') WHERE kind = 'fair_standing'",
        "DELETE FROM records WHERE number = (SELECT max(number) FROM records WHERE kind = 'fair_standing')",
        "INSERT INTO records SELECT number + 1, 9, kind, component, who, second, reason, before, after FROM records "
        "WHERE kind = 'table_opened'",
        "UPDATE journal SET hash = zeroblob(32) WHERE number = 3",
        "UPDATE postings SET giver = 'chips:t1:bob' WHERE giver = 'chips:t1:ann'",
        "DELETE FROM reveals WHERE sequence = (SELECT max(sequence) FROM reveals)",
    ],
)
def test_16_c2_rows_that_were_changed_are_refused_at_the_start(folder: Path, tmp_path: Path, statement: str) -> None:
    assert refused(changed(folder, tmp_path / "copy", statement))


def test_16_c2_a_balance_and_its_postings_changed_alike_are_refused(folder: Path, tmp_path: Path) -> None:
    """Balances equal the sums of their postings, so that only the events tell."""
    copy = changed(
        folder,
        tmp_path / "copy",
        "UPDATE postings SET cents = cents + 100 WHERE giver = 'tray:t1' AND taker = 'chips:t1:ann' AND number = "
        "(SELECT min(number) FROM postings WHERE giver = 'tray:t1' AND taker = 'chips:t1:ann')",
        "UPDATE accounts SET cents = cents - 100 WHERE name = 'tray:t1'",
        "UPDATE accounts SET cents = cents + 100 WHERE name = 'chips:t1:ann'",
    )
    assert "does not hold what was kept" in refused(copy)


@pytest.fixture(scope="module")
def lived_in(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with something in every table of persons, verified by a start."""
    folder = tmp_path_factory.mktemp("lived-in")
    with a_place(folder / "floor.db") as place:
        live(place)
    assert verified(folder).entries
    return folder


@pytest.mark.parametrize(("change", "what", "where"), TAMPERED)
def test_16_c2_a_role_a_password_or_another_row_that_no_record_tells_of_is_refused(
    lived_in: Path, tmp_path: Path, change: str, what: str, where: str
) -> None:
    found = refused(changed(lived_in, tmp_path / "copy", change))
    assert f"{what} {where}" in found or f"the {what}" in found


def test_16_c2_a_snapshot_that_was_changed_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table is rebuilt from its snapshot; events before it are not read, and are for the audit in the background."""
    monkeypatch.setattr(standing, "EVERY", 40)
    folder = made(tmp_path / "floor", rounds=4)
    verified(folder)
    latest = "(SELECT max(number) FROM records WHERE kind = 'table_standing')"
    other = changed(
        folder,
        tmp_path / "other",
        f"UPDATE records SET after = after || ' ' WHERE kind = 'table_standing' AND number = {latest}",
    )
    assert "is not what was hashed" in refused(other)
    for number, statement in enumerate(
        (
            f"UPDATE records SET after = substr(after, 2) WHERE kind = 'table_standing' AND number = {latest}",
            "UPDATE events SET body = CAST(substr(body, 2) AS BLOB) WHERE sequence = 1",
            "DELETE FROM events WHERE sequence = 1",
        )
    ):
        assert refused(changed(folder, tmp_path / f"unreadable{number}", statement))
    gone = changed(
        folder, tmp_path / "gone", f"DELETE FROM records WHERE kind = 'table_standing' AND number = {latest}"
    )
    assert "The last records of t1 are not those that were verified." in refused(gone)


def test_16_c2_a_fault_before_a_snapshot_is_found_by_the_audit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standing, "EVERY", 40)
    folder = made(tmp_path / "floor", rounds=4)
    verified(folder)
    old = changed(
        folder,
        tmp_path / "old",
        "UPDATE events SET body = CAST(replace(body, 'ann', 'eve') AS BLOB) WHERE sequence = "
        "(SELECT min(sequence) FROM events WHERE kind = 'bet_placed')",
    )
    verified(old)
    found, log = asyncio.run(audited(old))
    assert found == "Not ready: the audit of the store failed (store_differs)."
    assert '"event": "audit_failed"' in log


def test_16_c2_an_audit_and_a_look_at_the_program_do_not_get_each_others_answers(tmp_path: Path) -> None:
    """The daily look may come during an audit, and one process answers both."""

    async def test() -> None:
        async with a_floor(tmp_path / "floor.db") as floor:
            auditing = Auditing(floor.means, str(tmp_path / "floor.db"))
            asked: list[str] = []
            may_answer = threading.Event()

            def ask(question: tuple[Any, ...], progress: object) -> Any:
                asked.append(question[0])
                may_answer.wait(60)
                return {"a": "b"}

            auditing.worker.ask = ask  # type: ignore[method-assign]
            both = [asyncio.create_task(auditing._asked(what)) for what in ("audit", "program")]
            while not asked:
                await asyncio.sleep(0)
            for _ in range(100):
                await asyncio.sleep(0)
            assert asked == ["audit"]
            may_answer.set()
            await asyncio.gather(*both)
            assert asked == ["audit", "program"]

    asyncio.run(test())


class Lines:
    def __init__(self) -> None:
        self.text = ""

    def write(self, text: str) -> int:
        self.text += text
        return len(text)

    def flush(self) -> None:
        pass


async def audited(folder: Path) -> tuple[str, str]:
    """What an audit in the background makes of a store that is served from: whether it is ready, and the log."""
    lines: Any = Lines()
    async with a_floor(folder / "floor.db", heads=folder / "heads") as floor:
        means = floor.means
        means.log = Log(lines)
        people = People(means.store, means.clock)
        whole = app.Floor(means, Gate(people.sessions, tuple(local_origins(8000))))
        auditing = Auditing(means, str(folder / "floor.db"))
        try:
            await whole.audit(auditing)
        finally:
            auditing.close()
            whole.pit.coach.close()
        records = [row for row in _records(folder) if row[0] == "audit_failed"]
        assert len(records) == ('"audit_failed"' in lines.text)
        assert means.counts.text().decode().count("pitboss_audit_faults 0.0") == (not records)
        return whole.ready(), lines.text


def _records(folder: Path) -> list[Any]:
    raw = sqlite3.connect(folder / "floor.db")
    try:
        return raw.execute("SELECT kind, component, reason, after FROM records").fetchall()
    finally:
        raw.close()


def test_16_c2_an_audit_without_a_fault_changes_nothing_and_is_a_checkpoint(first: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(first, copy)
    found, log = asyncio.run(audited(copy))
    assert found == "" and '"event": "audited"' in log
    after = verified(copy)
    assert 0 < after.after <= after.entries


def test_16_c2_a_fault_planted_while_serving_stops_play_and_raises_the_alarm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By `pitboss serve` itself; the next start is refused with a sentence."""
    monkeypatch.setenv("PITBOSS_AUDIT_EVERY", "1")
    with running(tmp_path) as (process, address):
        assert process.stderr is not None
        next(line for line in process.stderr if '"event": "audited"' in line)
        assert get(f"{address}/readyz") == (200, "ready\n")
        with without_guards(tmp_path / "floor.db") as raw:
            raw.execute("UPDATE events SET body = CAST(replace(body, '5', '6') AS BLOB) WHERE sequence = 1")
        log = next(line for line in process.stderr if '"event": "audit_failed"' in line)
        assert "is not what was hashed" in log
        status, text = get(f"{address}/readyz")
        assert status == 503 and "the audit of the store failed (store_differs)" in text
        assert "pitboss_audit_faults 0.0" not in get(f"{address}/metrics")[1]
    assert [row[1:3] for row in _records(tmp_path) if row[0] == "audit_failed"] == [("floor", "store_differs")]
    with pytest.raises(AssertionError, match=r"does not hold what was kept: Entry \d+ is not what was hashed"):
        started(tmp_path)


# LED-02: tables against accounts

CENTS = [
    ("tray:t1", "chips:t1:ann"),
    ("chips:t1:ann", "tray:t1"),
    ("tray:t1", "layout:t1"),
    ("layout:t1", "tray:t1"),
    ("tray:t1", "chips:t1:eve"),
]


def planted(giver: str, taker: str) -> Batch:
    """A cent that a record moves and no event: postings and balances agree, and the audit has no fault."""
    return Batch(at=2, records=(Record(kind="planted", component="t1", who="eve", entries=((giver, taker, 1),)),))


@pytest.fixture(scope="module", params=GAMES)
def waiting(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A verified store of a game of each family, with wagers on the layout."""
    folder = made(tmp_path_factory.mktemp(request.param), request.param, rounds=1)
    verified(folder)
    return folder


@pytest.mark.parametrize(("giver", "taker"), CENTS)
def test_led_02_a_cent_between_a_table_and_its_accounts_is_refused_at_the_start(
    tmp_path: Path, waiting: Path, giver: str, taker: str
) -> None:
    folder = tmp_path / "floor"
    shutil.copytree(waiting, folder)
    with opened(folder) as store:
        held = store.books.balances()
        assert held["layout:t1"] >= 2_000
        store.commit(planted(giver, taker))
        assert store.watch.differences() == {}
    assert verified(folder).entries, "the store holds what was kept"

    async def start() -> None:
        async with a_floor(folder / "floor.db", heads=folder / "heads"):
            raise AssertionError("it was opened")

    with pytest.raises(Refusal) as found:
        asyncio.run(start())
    assert found.value.code == "table_differs"
    account = next(name for name in (giver, taker) if not name.startswith("tray"))
    assert f"{account} holds {held.get(account, 0) + (1 if account == taker else -1)} cents" in found.value.message
    assert "Table t1" in found.value.message and "pitboss audit" in found.value.message


@pytest.mark.parametrize(("giver", "taker"), CENTS[:4])
def test_led_02_a_cent_between_a_table_and_its_accounts_stops_play(
    tmp_path: Path, waiting: Path, giver: str, taker: str
) -> None:
    folder = tmp_path / "floor"
    shutil.copytree(waiting, folder)

    async def go() -> None:
        async with a_floor(folder / "floor.db", heads=folder / "heads") as floor:
            people = People(floor.means.store, floor.means.clock)
            whole = app.Floor(floor.means, Gate(people.sessions, tuple(local_origins(8000))))
            whole.pit = floor.pit
            await whole._look_at_the_books()
            assert whole.ready() == ""
            await floor.means.commit(planted(giver, taker))
            floor.pit.table("t1").compared = None
            await whole._look_at_the_books()
            assert whole.ready() == "Not ready: the check of tables against accounts failed (table_differs)."
            with pytest.raises(Refusal, match="Wait until the floor is open again"):
                await floor.pit.table("t1").do(_player("ann"), {"do": "tip", "amount": "1.00"})
            assert any(row[0] == "table_differs" for row in _records(folder))

    asyncio.run(go())


def test_16_c2_postgresql_too(tmp_path: Path, postgresql: str) -> None:  # noqa: F811
    async def go() -> None:
        async with a_floor(postgresql, heads=tmp_path / "heads") as floor:
            await play(floor)

    asyncio.run(go())
    for _ in range(2):
        verified(tmp_path, database=postgresql)
    with psycopg.connect(postgresql) as raw:
        raw.execute("SET session_replication_role = replica")
        raw.execute("UPDATE events SET player = 'eve' WHERE sequence = 3")
    with pytest.raises(Refusal, match="is not what was hashed"):
        verified(tmp_path, database=postgresql)
