"""16.C1: what the database has lost since an acknowledged command is found when it is opened, not dealt again."""

import random
import shutil
import sqlite3
import threading
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from drills.play import MINUTE, Table, play, seal
from pitboss.audit.reports import significant
from pitboss.audit.verify import audit
from pitboss.refusal import Refusal
from pitboss.store import Receipt, Store, open_books, open_store, tail
from pitboss.store.heads import read_heads
from pitboss.store.restoring import say_restored
from pitboss.store.tail import NAME, read_tail
from tests.store.test_store import funded

FLIPS = 60


def opened(database: str | Path, folder: Path) -> Store:
    return open_store(str(database), program="tests", seal=seal, unseal=seal, heads=folder)


def refused(database: str | Path, folder: Path) -> str:
    with pytest.raises(Refusal) as caught:
        opened(database, folder).close()
    assert caught.value.code == "store_rolled_back"
    assert "`pitboss store restored --reason REASON`" in caught.value.message
    return caught.value.message


def last_of(database: str | Path) -> int:
    books = open_books(str(database))
    try:
        return books.head().number
    finally:
        books.engine.dispose()


class Crash:
    """A store as a crash left it: its files copied while it was open, with everything in the write-ahead log."""

    def __init__(self, folder: Path) -> None:
        self.left = folder / "left"
        here = folder / "here"
        here.mkdir()
        with opened(here / "s.db", here / "heads") as store:
            for n in range(3):
                self.last: Receipt = store.commit(funded("ann", 1 + n, at=MINUTE))
            with sqlite3.connect(here / "s.db") as raw:  # what follows lies in the log, and only there
                raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            raw.close()
            self.checkpointed = self.last.number
            for n in range(6):
                self.last = store.commit(funded("ann", 1 + n, at=MINUTE + n))
            shutil.copytree(here, self.left)
        self.folder, self.count = folder, 0

    def again(self) -> Path:
        """One more copy, to be damaged."""
        self.count += 1
        return Path(shutil.copytree(self.left, self.folder / f"copy{self.count}"))


@pytest.fixture(scope="module")
def crash(tmp_path_factory: pytest.TempPathFactory) -> Crash:
    return Crash(tmp_path_factory.mktemp("crash"))


def test_16_c1_a_store_that_a_crash_left_goes_on(crash: Crash) -> None:
    here = crash.again()
    assert [head.number for head in read_heads(here / "heads")] == [1], "all that follows is not signed"
    record = read_tail(here / "heads")
    assert record and (record.number, record.hash) == (crash.last.number, crash.last.hash.hex())
    with opened(here / "s.db", here / "heads") as store:
        assert store.books.head().number == crash.last.number
        assert store.books.begun_anew() == 0


def test_16_c1_no_flipped_bit_of_the_log_brings_older_entries_back(crash: Crash) -> None:
    """SQLite drops the log from the first frame on whose checksum is wrong, and says nothing."""
    log = (crash.left / "s.db-wal").read_bytes()
    chance, behind = random.Random(16), 0
    places = [0, 8, 16, 24, 31, 32, 33, 40, 48, 55, 56, *(chance.randrange(len(log)) for _ in range(FLIPS))]
    for place in places:
        here = crash.again()
        damaged = bytearray(log)
        damaged[place] ^= 1 << chance.randrange(8)
        (here / "s.db-wal").write_bytes(damaged)
        (here / "s.db-shm").unlink()
        try:
            with opened(here / "s.db", here / "heads") as store:
                assert store.books.head().number == crash.last.number, f"bit of byte {place}"
        except Refusal as refusal:
            assert refusal.code == "store_rolled_back", (place, refusal.message)
            behind += 1
        shutil.rmtree(here)
    assert behind > FLIPS // 2


@pytest.mark.parametrize("share", [None, 0, 1, 3])
def test_16_c1_a_log_deleted_or_cut_short_is_not_gone_on_from(crash: Crash, share: int | None) -> None:
    here = crash.again()
    log = here / "s.db-wal"
    (here / "s.db-shm").unlink()
    if share is None:
        log.unlink()
    else:
        log.write_bytes(log.read_bytes()[: log.stat().st_size * share // 4])
    assert f"entry {crash.last.number} was acknowledged, and this one ends at" in refused(here / "s.db", here / "heads")


# On either database: an older copy put in the place of the newer one, within the minute that nobody had signed.


@pytest.fixture
def copies(database: str, request: pytest.FixtureRequest) -> Iterator[Callable[[], str]]:
    """Makes a copy of the database as it is, which nobody has open, and names it."""
    made = []

    def copy() -> str:
        if not database.startswith("postgresql"):
            return str(shutil.copy(database, f"{database}.older"))
        name = f"pitboss_older_{uuid.uuid4().hex[:12]}"
        source = database.partition("?")[0].rpartition("/")[2]
        with psycopg.connect(request.getfixturevalue("server"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {source}")
        made.append(name)
        return database.replace(f"/{source}", f"/{name}")

    yield copy
    for name in made:
        with psycopg.connect(request.getfixturevalue("server"), autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def play_on(database: str, folder: Path, copies: Callable[[], str]) -> tuple[str, int]:
    """Some entries, a copy, and more entries that are not signed. The copy, and where it ends."""
    with opened(database, folder) as store:
        play(store, Table("t1"), 1)
    ends, older = last_of(database), copies()
    store = opened(database, folder)
    store.commit(funded("ann", 5, at=store.books.left()["at"] + 1))
    store.commit(funded("ann", 6, at=store.books.left()["at"] + 1))
    store.close(sign=False)
    assert read_heads(folder)[-1].number == ends, "what came after the copy is not signed"
    return older, ends


def test_16_c1_an_older_copy_within_the_unsigned_minute_is_refused(
    database: str, tmp_path: Path, copies: Callable[[], str]
) -> None:
    folder = tmp_path / "heads"
    older, ends = play_on(database, folder, copies)
    assert f"entry {ends + 2} was acknowledged, and this one ends at {ends}." in refused(older, folder)
    books = open_books(older)
    (fault,) = audit(books, folder).faults
    books.engine.dispose()
    assert (fault.what, fault.where) == ("cut", str(ends + 2)), "the audit was clean"
    assert refused(older, folder), "also the second time"


def test_16_c1_restored_is_gone_on_from_and_no_second_time(
    database: str, tmp_path: Path, copies: Callable[[], str]
) -> None:
    folder = tmp_path / "heads"
    older, ends = play_on(database, folder, copies)
    with open_store(older, program="tests") as store:
        done = say_restored(store, folder, 2**40, "the disk died")
    assert (done.signed, done.acknowledged, done.number) == (ends, ends + 2, ends)
    with opened(older, folder) as store:
        assert store.books.begun_anew() == ends + 1
        (told,) = significant(store.books, kind="store_restored").as_json()["rows"]
        assert f'"number":{ends + 2}' in told["before"]
        assert audit(store.books, folder).faults == []
    assert f"entry {ends + 1} was" in refused(database, folder), "the newer one has other entries in their place"


def test_16_c1_another_entry_in_the_place_of_the_last_one_is_refused(
    database: str, tmp_path: Path, copies: Callable[[], str]
) -> None:
    folder = tmp_path / "heads"
    older, ends = play_on(database, folder, copies)
    with open_store(older, program="tests") as store:
        for _ in range(3):
            store.commit(funded("ben", 1, at=2**40))
    assert f"entry {ends + 2} was acknowledged, and this one has another in its place." in refused(older, folder)
    books = open_books(older)
    assert [fault.what for fault in audit(books, folder).faults] == ["tail"]
    books.engine.dispose()


def test_16_c1_a_commit_that_nobody_was_told_of_is_gone_on_from(database: str, tmp_path: Path) -> None:
    """The process ended between the database and the record, or another program has written meanwhile."""
    folder = tmp_path / "heads"
    with opened(database, folder) as store:
        store.commit(funded("ann", 5))
        before = (folder / NAME).read_bytes()
        store.commit(funded("ann", 6))
    (folder / NAME).write_bytes(before)
    with opened(database, folder) as store:
        assert (store.books.head().number, store.books.begun_anew()) == (2, 0)
        record = read_tail(folder)
        assert record and record.number == 2, "it is recorded before anything of it is shown"


def cut_short(folder: Path) -> None:
    whole = (folder / NAME).read_bytes()
    (folder / NAME).write_bytes(whole[: len(whole) // 2])


def one_digit_wrong(folder: Path) -> None:
    line = (folder / NAME).read_bytes()
    (folder / NAME).write_bytes(line.replace(b" 0000", b" 0001", 1))


LOST = {
    "deleted": lambda folder: (folder / NAME).unlink(),
    "emptied": lambda folder: (folder / NAME).write_bytes(b""),
    "torn": cut_short,
    "changed": one_digit_wrong,
    "not text": lambda folder: (folder / NAME).write_bytes(b"\xff" * 164),
}


@pytest.mark.parametrize("lose", LOST.values(), ids=LOST.keys())
def test_16_c1_a_record_that_is_lost_or_damaged_is_never_taken_for_good(
    tmp_path: Path, lose: Callable[[Path], None]
) -> None:
    """Whether the end of the journal is still there nobody can tell: the tables are replaced as after a restore."""
    database, folder = str(tmp_path / "s.db"), tmp_path / "heads"
    with opened(database, folder) as store:
        play(store, Table("t1"), 1)
        ends = store.books.head()
    lose(folder)
    books = open_books(database)
    found = audit(books, folder)
    assert found.recorded is None
    assert [fault.what for fault in found.faults] == (["tail"] if (folder / NAME).exists() else [])
    for _ in range(2):
        with opened(database, folder) as store:
            assert store.books.begun_anew() == ends.number + 1
            (told,) = significant(store.books, kind="tail_begun").as_json()["rows"]
            assert ends.hash.hex() in told["after"]
    found = audit(books, folder)
    assert (found.faults, found.recorded) == ([], ends.number + 1)
    books.engine.dispose()


def test_16_c1_the_record_of_another_store_is_refused(tmp_path: Path) -> None:
    for name in ("one", "two"):
        with opened(tmp_path / f"{name}.db", tmp_path / name) as store:
            store.commit(funded(name, 1))
    shutil.copy(tmp_path / "one" / NAME, tmp_path / "two" / NAME)
    assert "has another in its place" in refused(tmp_path / "two.db", tmp_path / "two")


def test_16_c1_an_emptied_database_is_refused(tmp_path: Path) -> None:
    with opened(tmp_path / "s.db", tmp_path / "heads") as store:
        store.commit(funded("ann", 1))
    assert read_heads(tmp_path / "heads"), "signed at the close"
    (tmp_path / "heads" / "heads.jsonl").unlink()
    (tmp_path / "s.db").unlink()
    assert "ends at 0" in refused(tmp_path / "s.db", tmp_path / "heads")


def test_16_c1_a_record_that_cannot_be_begun_is_begun_at_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The entry that says so comes first: a start that fails between the two leaves no record that looks whole."""
    database, folder = str(tmp_path / "s.db"), tmp_path / "heads"
    with opened(database, folder) as store:
        store.commit(funded("ann", 1))
    (folder / NAME).unlink()

    def full(*_: object) -> None:
        raise OSError("no space")

    with monkeypatch.context() as patched:
        patched.setattr(tail, "_begin", full)
        with pytest.raises(OSError, match="no space"):
            opened(database, folder)
    assert read_tail(folder) is None
    with opened(database, folder) as store:
        assert store.books.begun_anew() == store.books.head().number == 3


def test_16_c1_where_the_last_entry_cannot_be_recorded_nobody_is_told(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "heads"
    store = opened(database, folder)
    store.commit(funded("ann", 1))

    def failing(_: int) -> None:
        raise OSError("the disk fails")

    with monkeypatch.context() as patched:
        patched.setattr(tail, "sync_data", failing)
        with pytest.raises(Refusal) as caught:
            store.commit(funded("ann", 2, who="ann", key="k", digest=b"d", answer=b"a"))
    assert caught.value.code == "store_closed" and "the disk fails" in caught.value.message
    assert store.closed_by and store.closed_by.code == "heads_failed"
    store.close()
    with opened(database, folder) as again:
        assert again.commit(funded("ann", 2, who="ann", key="k", digest=b"d", answer=b"a")).again
        assert again.books.balance("wallet:ann") == 3, "it is there, and counts once"


def test_16_c1_those_who_wait_are_told_even_if_the_store_cannot_be_closed_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: object) -> None:
        raise OSError("the disk fails")

    store = opened(tmp_path / "s.db", tmp_path / "heads")
    with monkeypatch.context() as patched:
        patched.setattr(tail, "sync_data", failing)
        patched.setattr(store, "_release", failing)
        with pytest.raises(Refusal) as caught:
            store.submit(funded("ann", 1)).result(20)
    assert caught.value.code == "store_closed"
    store.close()


def test_16_c1_commits_that_wait_together_share_a_record(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """None is acknowledged before a record that covers it is on the disk."""
    folder, syncs, gate = tmp_path / "heads", list[int](), threading.Event()
    real = tail.sync_data

    def slow(file: int) -> None:
        if not syncs:
            gate.wait(60)  # the first sync lasts until all others are committed
        real(file)
        record = read_tail(folder)
        assert record
        syncs.append(record.number)

    with opened(database, folder) as store:
        first = store.commit(funded("ann", 1)).number
        monkeypatch.setattr(tail, "sync_data", slow)
        waiting = [store.submit(funded("ann", 1)) for _ in range(10)]
        store._in_turn(lambda: None)  # all of them are in the database
        assert not any(each.done() for each in waiting)
        gate.set()
        assert [each.result().number for each in waiting] == list(range(first + 1, first + 11))
    assert len(syncs) <= 2 and syncs[-1] == first + 10


def test_16_c1_a_clean_stop_leaves_the_record_at_the_head(database: str, tmp_path: Path) -> None:
    with opened(database, tmp_path / "heads") as store:
        play(store, Table("t1"), 1)
        head = store.books.head()
    record = read_tail(tmp_path / "heads")
    assert record and (record.number, record.hash) == (head.number, head.hash.hex())


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is always full is a device of Linux")
def test_16_c9_a_store_whose_heads_cannot_be_written_lets_go_of_everything(tmp_path: Path) -> None:
    """What is left in the file's buffer fails once more when it is closed; the next opening must find nothing held."""
    database, folder = str(tmp_path / "s.db"), tmp_path / "heads"
    store = open_store(database, heads=folder, claim=True)
    store.commit(funded("ann", 1, at=MINUTE))
    assert store.heads
    store.heads.file.close()
    store.heads.file = Path("/dev/full").open("ab")  # noqa: SIM115
    with pytest.raises(Refusal) as caught:
        store.commit(funded("ann", 2, at=3 * MINUTE))
    assert caught.value.code == "heads_failed" and store.closed
    store.close()
    with open_store(database, heads=folder, claim=True) as again:
        assert again.books.balance("wallet:ann") == 3
