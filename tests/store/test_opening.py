"""A store opens where it is safe, and says what to do where it is not."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from drills.play import Table, play, seal
from pitboss.audit.verify import audit
from pitboss.refusal import Refusal
from pitboss.store import open_books, open_store, opening, where
from pitboss.store.copying import copy_store
from pitboss.store.opening import newest_revision
from tests.store.postgresql import Cluster, throw_away, why_missing
from tests.store.test_store import funded


def refused(database: str, **more: Any) -> Refusal:
    with pytest.raises(Refusal) as caught:
        open_store(database, **more)
    return caught.value


@pytest.mark.parametrize(
    ("setting", "named"),
    [("journal_mode=DELETE", "WAL"), ("synchronous=NORMAL", "FULL"), ("foreign_keys=OFF", "foreign_keys")],
)
def test_led_07_sqlite_with_a_setting_that_loses_commits(tmp_path: Path, setting: str, named: str) -> None:
    """The last word is somebody else's, as where a build or a file system does not do what it was asked."""
    file = str(tmp_path / "pitboss.db")
    open_store(file).close()

    def connect(*arguments: Any, **more: Any) -> sqlite3.Connection:
        class Stubborn(sqlite3.Connection):
            def execute(self, statement: str, *rest: Any) -> sqlite3.Cursor:
                name = setting.partition("=")[0]
                return super().execute(
                    f"PRAGMA {setting}" if statement.startswith(f"PRAGMA {name}=") else statement, *rest
                )

        return sqlite3.connect(*arguments, **more, factory=Stubborn)

    refusal = refused(file, connect=connect)
    assert refusal.code == "unsafe_settings" and named in refusal.message


def test_led_07_tables_that_are_not_strict(tmp_path: Path) -> None:
    file = str(tmp_path / "pitboss.db")
    open_store(file).close()
    with sqlite3.connect(file) as raw:
        raw.execute("DROP TABLE relays")
        raw.execute("CREATE TABLE relays (name TEXT PRIMARY KEY, number INTEGER NOT NULL)")
    raw.close()
    refusal = refused(file)
    assert refusal.code == "unsafe_settings" and "STRICT" in refusal.message


def test_led_07_transactions_that_do_not_ask_for_the_pen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = str(tmp_path / "pitboss.db")
    open_store(file).close()
    meant = where._beginning_with
    monkeypatch.setattr(where, "_beginning_with", lambda engine, _: meant(engine, "BEGIN"))
    refusal = refused(file)
    assert refusal.code == "unsafe_settings" and "BEGIN IMMEDIATE" in refusal.message


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """A server of its own, to set up badly."""
    if missing := why_missing():
        assert not os.environ.get("CI"), missing
        pytest.skip(missing)
    if os.environ.get("PITBOSS_TEST_PG_URL"):
        pytest.skip("unset PITBOSS_TEST_PG_URL: these tests give a server wrong settings, so they make their own")
    with throw_away("-k") as made:
        yield made


@pytest.mark.parametrize("setting", ["fsync", "full_page_writes", "synchronous_commit"])
def test_led_07_postgresql_with_a_setting_that_loses_commits(cluster: Cluster, setting: str) -> None:
    cluster.start(f"{setting}=off")
    try:
        refusal = refused(cluster.url)
        assert refusal.code == "unsafe_settings" and f"{setting} is on" in refusal.message
    finally:
        cluster.stop()


def test_led_07_postgresql_without_checksums(cluster: Cluster) -> None:
    cluster.checksums(False)
    cluster.start()
    try:
        refusal = refused(cluster.url)
        assert refusal.code == "unsafe_settings" and "data_checksums" in refusal.message
    finally:
        cluster.stop()
        cluster.checksums(True)


def test_led_07_nothing_is_copied_to_where_it_is_not_safe(cluster: Cluster, tmp_path: Path) -> None:
    """Else it would be there, refused and whole, and stand in the way of the next try."""
    with open_store(str(tmp_path / "s.db"), seal=seal, unseal=seal) as store:
        play(store, Table("t1"), 1)
    books = open_books(str(tmp_path / "s.db"))
    of_its_own = cluster.url.replace("/postgres", "/copied")
    cluster.checksums(False)
    cluster.start()
    try:
        with psycopg.connect(cluster.url, autocommit=True) as connection:
            connection.execute("CREATE DATABASE copied")
        with pytest.raises(Refusal) as refusal:
            copy_store(books, of_its_own)
        assert refusal.value.code == "unsafe_settings"
    finally:
        cluster.stop()
        cluster.checksums(True)
    cluster.start()
    try:
        assert copy_store(books, of_its_own).number == books.head().number
    finally:
        cluster.stop()
        books.engine.dispose()


def test_a_server_that_does_not_answer(tmp_path: Path) -> None:
    assert refused(f"postgresql://nobody@/nothing?host={tmp_path}").code == "store_unreachable"


def test_a_server_that_goes_away_closes_the_store(cluster: Cluster) -> None:
    """What was acknowledged is there when it comes back; what was not can be asked by its key."""
    cluster.start()
    try:
        store = open_store(cluster.url)
        store.commit(funded("ann", 5, who="ann", key="k", digest=b"d", answer=b"yes"))
        cluster.stop("immediate")
        with pytest.raises(Refusal) as caught:
            store.commit(funded("ann", 7))
        assert caught.value.code == "store_unreachable"
        with pytest.raises(Refusal) as caught:
            store.commit(funded("ann", 7))
        assert caught.value.code == "store_closed"
        store.close()
        cluster.start()
        with open_store(cluster.url) as store:
            assert store.books.answer("ann", "k", b"d") == b"yes"
            assert store.books.balance("wallet:ann") == 5
    finally:
        cluster.stop()


@pytest.mark.parametrize("switch", [["-O"], ["-OO"]])
def test_led_13_a_python_without_assertions_is_refused(tmp_path: Path, switch: list[str]) -> None:
    code = f"from pitboss.store import open_store\nopen_store({str(tmp_path / 'x.db')!r})"
    done = subprocess.run([sys.executable, *switch, "-c", code], capture_output=True, text=True, timeout=300)
    assert done.returncode == 1 and "without -O" in done.stderr
    assert not (tmp_path / "x.db").exists()


@pytest.mark.parametrize(("switch", "environment"), [(["-O"], {}), ([], {"PYTHONOPTIMIZE": "1"})])
def test_led_13_a_floor_without_assertions_does_not_open(
    tmp_path: Path, switch: list[str], environment: dict[str, str]
) -> None:
    command = [sys.executable, *switch, "-m", "pitboss", "serve", "--data", str(tmp_path / "floor"), "--port", "0"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, env=os.environ | environment)
    assert done.returncode != 0 and "without -O" in done.stderr, done.stderr
    assert not [*tmp_path.rglob("*.db")]


def test_a_newer_store_is_refused(database: str) -> None:
    open_store(database).close()
    engine = where.writing(where.address(database))
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    engine.dispose()
    assert refused(database).code == "store_newer"
    with pytest.raises(Refusal, match="newer pitboss"):
        open_books(database)


def test_somebody_elses_database_is_left_alone(database: str) -> None:
    engine = where.writing(where.address(database))
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE theirs (a TEXT)")
    engine.dispose()
    assert refused(database).code == "store_foreign"
    with pytest.raises(Refusal) as caught:
        open_books(database)
    assert caught.value.code == "store_corrupt"


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    file = tmp_path / "pitboss.db"
    file.write_bytes(b"not a database, but long enough to look at" * 100)
    assert refused(str(file)).code == "store_corrupt"


@pytest.mark.parametrize("page", range(1, 12))
def test_a_damaged_file_is_never_read_as_something_else(tmp_path: Path, page: int) -> None:
    """Any page overwritten: opening or auditing refuses, or what was on it did not matter and everything agrees."""
    from pitboss.audit.verify import audit

    file = tmp_path / "pitboss.db"
    with open_store(str(file), seal=seal, unseal=seal) as store:
        play(store, Table("t1"), 1)
        held = store.books.balances()
    with sqlite3.connect(file) as raw:
        raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    raw.close()
    whole = bytearray(file.read_bytes())
    whole[page * 4096 : (page + 1) * 4096] = os.urandom(4096)
    file.write_bytes(whole)
    try:
        with open_store(str(file)) as store:
            assert audit(store.books).faults or store.books.balances() == held
    except Refusal as refusal:
        assert refusal.code in ("store_corrupt", "books_differ", "unsafe_settings", "store_failed"), refusal.code


def test_a_folder_that_is_not_there_or_cannot_be_written(tmp_path: Path) -> None:
    assert refused(str(tmp_path / "nowhere" / "pitboss.db")).code == "store_not_found"
    with pytest.raises(Refusal) as caught:
        open_books(str(tmp_path / "nothing.db"))
    assert caught.value.code == "store_not_found"


@pytest.mark.parametrize(
    "name", ["", "mysql://x/y", "sqlite://", "sqlite:///x?mode=ro", "http://x", "postgresql:///x?%zz=1:://"]
)
def test_an_address_that_is_none(name: str) -> None:
    try:
        url = where.address(name)
    except Refusal as refusal:
        assert refusal.code == "bad_database"
    else:
        assert url.drivername == "postgresql+psycopg"


def test_a_password_is_not_repeated() -> None:
    with pytest.raises(Refusal) as caught:
        where.address("mysql://ann:s3cret@host/db")
    assert "s3cret" not in caught.value.message


def test_in_memory_is_refused() -> None:
    assert refused(":memory:").code == "bad_database"


def test_a_database_that_somebody_else_is_writing_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(where, "PATIENCE", 0)
    file = str(tmp_path / "pitboss.db")
    store = open_store(file)
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Refusal) as caught:
        store.commit(funded("ann", 1))
    assert caught.value.code == "store_locked"
    assert refused(file).code == "store_locked"
    other.execute("ROLLBACK")
    store.commit(funded("ann", 1))
    store.close()
    other.close()


def test_a_writer_whose_connection_is_lost_does_not_write_on_by_another(postgresql: str) -> None:
    """Noticed by what no journal tells, it went on unclaimed beside the server that had claimed the store since."""
    one = open_store(postgresql, claim=True)
    one.commit(funded("ann", 1))
    with psycopg.connect(postgresql, autocommit=True) as other:
        ask = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
        other.execute(f"{ask} AND pid <> pg_backend_pid()")
    with pytest.raises(Refusal) as caught:
        one.aside(lambda connection: connection.exec_driver_sql("UPDATE sessions SET seen = 1"))
    assert caught.value.code == "store_unreachable" and one.closed
    with open_store(postgresql, claim=True) as two:
        two.commit(funded("ann", 1))
        with pytest.raises(Refusal) as caught:
            one.commit(funded("ann", 1))
        assert caught.value.code == "store_closed"
        assert two.books.balance("wallet:ann") == 2
    one.close()


def test_a_store_that_cannot_be_written_to_can_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An auditor's copy on a read-only medium; nothing is made beside it, and nothing of it is left out."""
    file = tmp_path / "copy #1?.db"
    with open_store(str(file), heads=tmp_path / "heads") as store:
        store.commit(funded("ann", 100))
    there = {each.name for each in tmp_path.iterdir()}
    with monkeypatch.context() as patched:
        patched.setattr(os, "access", lambda folder, mode: folder != tmp_path)
        assert where.is_at_rest(where.address(str(file)))
        books = open_books(str(file))
        assert audit(books, tmp_path / "heads").faults == [] and books.balance("wallet:ann") == 100
        books.engine.dispose()
        assert {each.name for each in tmp_path.iterdir()} == there
        with open_store(str(file)) as store:
            assert not Path(f"{file}-wal").stat().st_size
            assert not where.is_at_rest(where.address(str(file))), "somebody may write at any time"
            store.commit(funded("ann", 1))
            assert not where.is_at_rest(where.address(str(file))), "the last entry lies in the log"
    assert not where.is_at_rest(where.address(str(file)))


def test_a_writer_gets_no_other_connection(postgresql: str) -> None:
    """Whoever notices the loss first, and whatever that makes of it."""
    one = open_store(postgresql, claim=True)
    one._connection.invalidate()
    with pytest.raises(Refusal) as caught:
        one.relayed("reader", 1)
    assert caught.value.code == "store_unreachable" and one.closed
    with open_store(postgresql, claim=True) as two:
        two.commit(funded("ann", 1))


def test_a_server_on_which_somebody_else_holds_a_lock(postgresql: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """PostgreSQL would wait for ever, and with the one writer every table."""
    monkeypatch.setattr(where, "PATIENCE", 1)
    with open_store(postgresql) as store, psycopg.connect(postgresql) as other:
        for mode, act in (
            ("EXCLUSIVE", lambda: store.submit(funded("ann", 1))),
            ("ACCESS EXCLUSIVE", lambda: store.ask(store.desk.balance, "wallet:ann")),
        ):
            other.execute(f"LOCK TABLE journal, accounts IN {mode} MODE")
            with pytest.raises(Refusal) as caught:
                act().result(timeout=300)
            assert caught.value.code == "store_locked"
            other.rollback()
        assert not store.closed
        store.commit(funded("ann", 1))
        assert store.books.balance("wallet:ann") == 1


def test_a_full_disk_closes_the_store_and_loses_nothing(tmp_path: Path) -> None:
    """A limit on the size of files stands for the disk. Such a limit is a whole process's, so it has one of its own."""
    code = f"""
import resource, signal, sys
from drills.play import Table, play, seal
from pitboss.audit.verify import audit
from pitboss.refusal import Refusal
from pitboss.store import open_store
from tests.store.test_store import funded
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
store = open_store({str(tmp_path / "pitboss.db")!r}, seal=seal, unseal=seal)
resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, resource.RLIM_INFINITY))
kept = 0
try:
    while True:
        store.commit(funded("ann", 1))
        kept += 1
except Refusal as refusal:
    print(kept, refusal.code)
try:
    store.commit(funded("ann", 1))
except Refusal as refusal:
    print(refusal.code)
"""
    root = str(Path(__file__).resolve().parents[2])
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, cwd=root)
    first, second = done.stdout.split("\n")[:2]
    kept, why = first.split()
    assert why in ("disk_full", "disk_error") and second == "store_closed", done.stderr
    with open_store(str(tmp_path / "pitboss.db")) as store:
        assert store.books.balance("wallet:ann") == int(kept) > 0


def test_a_step_that_was_released_is_the_only_one_needed_from_the_start(database: str) -> None:
    open_store(database).close()
    with open_books(database).moment() as connection:
        assert opening.revision(connection) == newest_revision()


def test_c10_a_store_is_claimed_through_a_symbolic_link_too(tmp_path: Path) -> None:
    """Issue 16, C10: two servers were ready on one store, one of them through a link."""
    link = tmp_path / "elsewhere" / "link.db"
    link.parent.mkdir()
    with open_store(str(tmp_path / "a.db"), claim=True):
        link.symlink_to(tmp_path / "a.db")
        with pytest.raises(Refusal) as refused:
            open_store(str(link), claim=True)
        assert refused.value.code == "store_locked"
    open_store(str(link), claim=True).close()
