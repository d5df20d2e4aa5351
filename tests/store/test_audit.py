"""The audit finds what is not as it was kept, and says nothing where everything is."""

import random
import shutil
import sqlite3
from pathlib import Path

import msgspec
import pytest

from drills import kill, power, tamper
from drills.play import Table, play, seal
from pitboss.audit.verify import audit
from pitboss.refusal import Refusal
from pitboss.store import Store, open_books, open_store
from pitboss.store.copying import back_up, copy_store
from pitboss.store.heads import read_heads
from pitboss.store.where import address, writing
from tests.store.test_store import funded


def test_a_store_as_it_was_kept_has_no_fault(store: Store, tmp_path: Path) -> None:
    for n, game in enumerate(("three-card-poker", "high-card-flush", "texas-holdem-bonus"), 1):
        play(store, Table(f"t{n}", game, n, "linked" if n < 3 else ""), 2)
    found = audit(store.books)
    assert found.faults == []
    assert found.entries == store.books.head().number and found.hash == store.books.head().hash.hex()
    assert found.events == sum(last for _, last in store.books.tables().values())
    store.tick(10**15)
    signed = audit(store.books, tmp_path / "heads")
    assert signed.faults == [] and signed.unsigned == 0 and signed.heads >= 1


def test_aud_01_a_hundred_manipulations_are_found(tmp_path: Path) -> None:
    """The short form of `drills/tamper.py`, which does ten thousand."""
    tried, missed = tamper.run(100, 7, tmp_path)
    assert missed == []
    assert len(tried) > 15 and sum(tried.values()) == 100


def test_aud_01_a_hundred_manipulations_beside_the_journal_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same of persons, parameters, switches, limits, requests and hand pays alone: each edited, dropped, added."""
    monkeypatch.setattr(tamper, "MEANS", [tamper.beside])
    tried, missed = tamper.run(100, 5, tmp_path)
    assert missed == []
    assert {*tried} == {"old copy put back"} | {
        f"{means} {table}" for means in ("edit", "delete", "add") for table in tamper.BESIDE
    }


@pytest.mark.parametrize("means", sorted({each.__name__ for each in tamper.MEANS}))
def test_aud_01_each_kind_of_manipulation_is_found(tmp_path: Path, means: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tamper, "MEANS", [getattr(tamper, means)])
    _, missed = tamper.run(6, 3, tmp_path)
    assert missed == []


def test_aud_01_a_change_in_either_database_is_found(database: str, tmp_path: Path) -> None:
    """One change of each kind by somebody who can switch the guards off."""
    heads = tmp_path / "heads"
    with open_store(database, seal=seal, unseal=seal, heads=heads) as store:
        play(store, Table("t1", "high-card-flush"), 1)
    assert audit(open_books(database), heads).faults == []
    last = open_books(database).head().number
    for statement, what in (
        (f"UPDATE journal SET at = at + 1 WHERE number = {last // 2}", "hash"),
        (f"UPDATE postings SET cents = cents + 1 WHERE number = {last - 1}", "hash"),
        ("UPDATE accounts SET cents = cents + 1 WHERE name = 'house'", "balance"),
        (f"DELETE FROM reveals WHERE number = {last}", "hash"),
        ("UPDATE events SET round = 9 WHERE sequence = 3", "hash"),
        (f"INSERT INTO records VALUES ({last}, 1, 'a', 'b', 'c', '', '', '', '')", "hash"),
        ("UPDATE tables SET sequence = sequence - 1", "table"),
        ("DELETE FROM accounts WHERE name = 'layout:t1'", "account"),
    ):
        copy = tmp_path / f"{what}{len(statement)}.db"
        copy_store(open_books(database), str(copy))
        raw = sqlite3.connect(copy, isolation_level=None)
        for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            raw.execute(f"DROP TRIGGER {name}")
        raw.execute(statement)
        raw.close()
        kinds = {fault.what for fault in audit(open_books(str(copy)), heads).faults}
        assert what in kinds and "guard" in kinds, statement


@pytest.mark.parametrize(
    ("statement", "guard"),
    [
        ("ALTER TABLE journal DISABLE TRIGGER journal_only_added", "trigger journal_only_added"),
        ("DROP TRIGGER postings_not_emptied ON postings", "trigger postings_not_emptied"),
        (
            "ALTER TABLE accounts DROP CONSTRAINT accounts_never_below_zero",
            "constraint accounts_never_below_zero",
        ),
        (
            "CREATE OR REPLACE FUNCTION pitboss_move() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
            "function pitboss_move",
        ),
        (
            "ALTER TABLE accounts DROP CONSTRAINT accounts_never_below_zero, "
            "ADD CONSTRAINT accounts_never_below_zero CHECK (true)",
            "constraint accounts_never_below_zero",
        ),
        (
            "DROP TRIGGER postings_only_added ON postings; CREATE TRIGGER postings_only_added BEFORE UPDATE OR DELETE "
            "ON postings FOR EACH ROW WHEN (false) EXECUTE FUNCTION pitboss_only_added()",
            "trigger postings_only_added",
        ),
        (
            "DROP TRIGGER events_only_added ON events; CREATE TRIGGER events_only_added BEFORE UPDATE OR DELETE "
            "ON relays FOR EACH ROW EXECUTE FUNCTION pitboss_only_added()",
            "trigger events_only_added",
        ),
        (
            "CREATE TRIGGER another AFTER INSERT ON postings FOR EACH ROW EXECUTE FUNCTION pitboss_move()",
            "trigger another",
        ),
        ("DROP INDEX journal_keys; CREATE INDEX journal_keys ON journal (who, key)", "index journal_keys"),
        ("ALTER TABLE postings DROP CONSTRAINT postings_giver_fkey", "constraint postings_giver_fkey"),
        ("ALTER TABLE reveals DROP CONSTRAINT reveals_pkey", "constraint reveals_pkey"),
    ],
)
def test_a_guard_taken_from_postgresql_is_missed(postgresql: str, statement: str, guard: str) -> None:
    open_store(postgresql).close()
    assert audit(open_books(postgresql)).faults == []
    engine = writing(address(postgresql))
    with engine.begin() as connection:
        connection.exec_driver_sql(statement)
    engine.dispose()
    assert [fault.where for fault in audit(open_books(postgresql)).faults] == [guard]


def test_aud_02_heads_forged_reordered_or_emptied_are_found(tmp_path: Path) -> None:
    file, heads = str(tmp_path / "s.db"), tmp_path / "heads"
    for _ in range(3):
        with open_store(file, heads=heads) as store:
            store.commit(funded("ann", 1))
    good = (heads / "heads.jsonl").read_bytes()
    assert audit(open_books(file), heads).faults == []
    lines = good.splitlines(keepends=True)
    first = read_heads(heads)[0]
    forged = msgspec.json.encode(msgspec.structs.replace(first, hash="00" * 32)) + b"\n"
    for wrong in (forged + lines[1], lines[1] + lines[0] + lines[2], b"", lines[0] * 2):
        (heads / "heads.jsonl").write_bytes(wrong)
        assert audit(open_books(file), heads).faults
    (heads / "heads.jsonl").write_bytes(b"nonsense\n")
    with pytest.raises(Refusal) as caught:
        audit(open_books(file), heads)
    assert caught.value.code == "heads_damaged"
    (heads / "heads.jsonl").write_bytes(good)
    other = tmp_path / "other"
    with open_store(str(tmp_path / "o.db"), heads=other) as store:
        store.commit(funded("ben", 1))
    shutil.copy(other / "public.key", heads / "public.key")
    assert {fault.what for fault in audit(open_books(file), heads).faults} == {"head"}


def test_half_a_head_that_a_crash_left_is_taken_away(tmp_path: Path) -> None:
    file, heads = str(tmp_path / "s.db"), tmp_path / "heads"
    with open_store(file, heads=heads) as store:
        store.commit(funded("ann", 1))
    with (heads / "heads.jsonl").open("ab") as cut_short:
        cut_short.write(b'{"number":2,"at"')
    with open_store(file, heads=heads) as store:
        store.commit(funded("ann", 1))
    assert [head.number for head in read_heads(heads)] == [1, 2]
    assert audit(open_books(file), heads).faults == []
    (heads / "signing.key").unlink()
    with pytest.raises(Refusal) as caught:
        open_store(file, heads=heads)
    assert caught.value.code == "key_missing"


def test_led_09_a_copy_to_the_other_database_and_back_is_the_same(postgresql: str, tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "here.db"), program="tests", seal=seal, unseal=seal)
    play(store, Table("t1", "high-card-flush"), 2)
    there = copy_store(store.books, postgresql)
    back = copy_store(open_books(postgresql), str(tmp_path / "back.db"))
    assert (there.digest, there.hash, there.rows) == (back.digest, back.hash, back.rows)
    assert there.hash == store.books.head().hash.hex()
    for name in (postgresql, str(tmp_path / "back.db")):
        books = open_books(name, seal)
        assert audit(books).faults == []
        assert books.balances() == store.books.balances()
        assert books.events("t1") == store.books.events("t1")
    with pytest.raises(Refusal) as caught:
        copy_store(store.books, postgresql)
    assert caught.value.code == "store_not_empty"
    store.close()


def test_led_09_the_same_commands_leave_the_same_rows_on_both(postgresql: str, tmp_path: Path) -> None:
    """All but the salts, which are chance."""
    kept = []
    for database in (postgresql, str(tmp_path / "s.db")):
        with open_store(database, seal=seal, unseal=seal) as store:
            play(store, Table("t1", "high-card-flush"), 2)
            events = [(e.sequence, e.number, e.round, e.kind, e.player, e.body) for e in store.books.events("t1")]
            kept.append((store.books.balances(), events, store.books.tables()))
    assert kept[0] == kept[1]


def test_bak_01_a_backup_while_the_store_is_written_to(database: str, tmp_path: Path) -> None:
    with open_store(database, seal=seal, unseal=seal) as store:
        table = Table("t1")
        play(store, table, 1)
        pending = [store.submit(batch) for batch in table.round()]
        copied = back_up(database, tmp_path / "backup.db")
        for each in pending:
            each.result()
        play(store, Table("t2"), 1)
    assert [each.name for each in tmp_path.glob("backup.db*")] == ["backup.db"]
    found = audit(open_books(str(tmp_path / "backup.db")))
    assert found.faults == [] and found.entries == copied.number
    with pytest.raises(Refusal) as caught:
        back_up(database, tmp_path / "backup.db")
    assert caught.value.code == "file_exists"
    with open_store(str(tmp_path / "backup.db"), seal=seal, unseal=seal) as restored:
        assert restored.books.tables()["t1"][1] > 0
        restored.commit(funded("ann", 1))


def test_int_02_power_cuts_lose_nothing_and_the_control_does(tmp_path: Path) -> None:
    """The short form of `drills/power.py`, which cuts a thousand times."""
    full = power.cuts(25, 11, "FULL", tmp_path)
    assert (full.runs, full.lost, full.wrong) == (25, 0, [])
    control = power.cuts(12, 11, "NORMAL", tmp_path)
    assert control.lost > 0
    assert (control.not_noticed, control.wrong) == (0, []), "16.C1: the record of the last entry tells every loss"


def test_int_08_a_disk_that_fails_anywhere_leaves_nothing_half_done(tmp_path: Path) -> None:
    """The short form of the drill, which fails at every operation in turn."""
    outcome = power.faults(tmp_path, every=random.Random(1).choice([37, 41]))
    assert outcome.runs > 20
    assert (outcome.lost, outcome.wrong) == (0, [])


def test_int_01_a_writer_killed_in_the_middle_loses_and_doubles_nothing(database: str, tmp_path: Path) -> None:
    """The short form of `drills/kill.py`. LED-06: the first unacknowledged command is given again, and counts once."""
    outcome = kill.run(3, 5, database, tmp_path / "heads")
    assert (outcome.kills, outcome.lost, outcome.doubled, outcome.faults) == (3, 0, 0, [])
