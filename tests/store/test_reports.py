"""What the store says: reports that add up, in every form, and the commands that print them."""

import csv
import io
import json
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from drills.play import Table, play, seal
from pitboss.audit import reports
from pitboss.audit.manifest import check, dependencies, differences, digest_of, manifest
from pitboss.bank.ledger import balances_of
from pitboss.cli import main
from pitboss.refusal import Refusal
from pitboss.store import Batch, Books, Record, Store, open_store
from pitboss.store import schema as s
from pitboss.store.reading import first_of, links, within
from pitboss.table.files import decode_event
from tests.store.test_store import funded, moved

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def played(store: Store) -> Store:
    play(store, Table("t1", "high-card-flush", 1), 4)
    play(store, Table("t2", "three-card-poker", 2), 3)
    return store


def cells(report: reports.Report, column: str) -> list[Any]:
    return [row[report.columns.index(column)] for row in report.rows]


def test_led_15_the_trial_balance_is_nothing_and_liability_agrees_at_every_moment(store: Store) -> None:
    table = Table("t1", "high-card-flush")
    batches = [table.opening(), *table.seating(), *table.round()]
    for batch in batches:
        store.commit(batch)
        balance = reports.trial_balance(store.books)
        assert balance.rows[-1][-1] == 0
        owed = dict(reports.liability(store.books).rows)
        assert owed["difference"] == 0
        held = store.books.balances()
        assert owed["held in open rounds"] == held.get("layout:t1", 0)
        assert owed["players' money"] == sum(c for name, c in held.items() if name.startswith("wallet:"))
        assert owed["progressive meters"] == sum(store.books.meters("t1"))


def test_met_03_a_meter_rolls_over_no_number_of_digits(store: Store) -> None:
    """Driven over every power of ten that 64 bits hold: two reports still differ by what was added in between."""
    store.commit(Table("t1", "high-card-flush", 1, "linked").opening())

    def told() -> list[dict[str, Any]]:
        (row,) = reports.progressives(store.books).as_json()["rows"]
        (exported,) = csv.DictReader(io.StringIO(reports.progressives(store.books).as_csv()))
        trial = {each["account"]: each["balance"] for each in reports.trial_balance(store.books).as_json()["rows"]}
        assert [trial.get(f"{meter}:linked", "0.00") for meter in METERS] == [row[meter] for meter in METERS]
        return [row, exported]

    for digits in range(1, 19):
        for meter in METERS:
            held, below = store.books.balance(f"{meter}:linked"), 10**digits - 1
            giver, taker = ("house", f"{meter}:linked") if held < below else (f"{meter}:linked", "house")
            if held != below:
                store.commit(moved(giver, taker, abs(below - held)))
            before = told()
            store.commit(moved("house", f"{meter}:linked", 2))
            for then, now in zip(before, told(), strict=True):
                assert (cents(then[meter]), cents(now[meter])) == (below, below + 2)
    assert dict(reports.liability(store.books).rows)["difference"] == 0


METERS = ("main", "secondary")


def cents(text: str) -> int:
    """Read by hand, whatever its size."""
    dollars, _, rest = text.partition(".")
    return int(dollars) * 100 + int(rest)


def test_drop_and_hold_are_what_the_tables_own_books_say(played: Store) -> None:
    report = reports.tables(played.books)
    assert cells(report, "table") == ["t1", "t2"] and cells(report, "rounds") == [4, 3]
    for table, drop, win in zip(*(cells(report, name) for name in ("table", "drop", "win")), strict=True):
        events = [decode_event(each.body) for each in played.books.events(table)]
        local = balances_of(events)
        opened = events[0].inventory  # type: ignore[attr-defined]
        assert drop == local["drop_box"]
        assert win == local["drop_box"] + local["tray"] - opened
    assert reports.tables(played.books, (10**15, 10**16)).rows == []


def test_the_rounds_of_a_player_add_up_to_the_chips(played: Store) -> None:
    for player in ("t1-p1", "t1-p6", "t2-p3"):
        report = reports.rounds_of(played.books, player)
        assert cells(report, "round") == list(range(1, len(report.rows) + 1))
        chips = played.books.balance(f"chips:{player[:2]}:{player}")
        assert sum(cells(report, "net")) == chips - 500_000_00
        assert all(row[-1] == row[-2] - row[-3] for row in report.rows)
    assert reports.rounds_of(played.books, "nobody").rows == []


def test_rec_01_a_round_is_replayed_from_its_events(played: Store) -> None:
    report = reports.a_round(played.books, "t1", 2)
    kinds = cells(report, "kind")
    assert kinds[0] == "shuffled" and kinds[-1] == "cards_collected"
    assert kinds.count("bets_closed") == 1
    assert reports.a_round(played.books, "t1", 99).rows == []


def test_aud_03_significant_events_carry_who_why_before_and_after(store: Store) -> None:
    done = Record(
        kind="limits_changed", component="t1", who="sue", second="tom", reason="busy", before="5.00", after="10.00"
    )
    store.commit(Batch(at=2_000_000, records=(done,)))
    store.commit(funded("ann", 1, at=1_000_000))
    report = reports.significant(store.books)
    assert report.rows[-1][2:] == ("limits_changed", "t1", "sue", "tom", "busy", "5.00", "10.00")
    assert cells(report, "kind") == ["clock_went_back", "wallet_funded", "limits_changed"]
    assert str(report.rows[-1][1]) == "1970-01-01T00:00:02.000000Z"


def every_page(ask: Callable[..., reports.Report], place: str, most: int, **more: Any) -> list[reports.Report]:
    """A report page by page, until there is no next one."""
    found = [ask(most=most, **more)]
    while found[-1].next is not None:
        found.append(ask(most=most, **more, **{place: found[-1].next}))
    return found


@pytest.mark.parametrize("most", [1, 2, 3, 1000])
def test_pages_of_significant_events_hold_every_line_once(played: Store, most: int) -> None:
    for number in range(7):
        records = tuple(Record(kind=f"kind_{n}", component="t1", who="sue") for n in range(number % 3 + 1))
        played.commit(Batch(at=10**15 - number, records=records))
    whole = reports.significant(played.books)
    assert whole.next is None
    ask = partial(reports.significant, played.books)
    found = every_page(ask, "before", most)
    assert [row for page in found for row in page.rows] == whole.rows
    for page in found:
        assert len({row[0] for row in page.rows}) <= most
    numbers = [row[0] for row in whole.rows]
    assert numbers == sorted(numbers, reverse=True) and len({*numbers}) > 5
    for kind in ("kind_1", "table_opened", "clock_went_back"):
        listed = [row for page in every_page(ask, "before", most, kind=kind) for row in page.rows]
        assert listed == [row for row in whole.rows if row[2] == kind] and listed
    assert reports.significant(played.books, kind="nothing_of_the_kind").rows == []


def test_what_the_floor_keeps_for_itself_is_left_out_before_a_page_is_cut(store: Store) -> None:
    kinds = ["closed", "fair_shown", "table_standing", "fair_committed", "opened", "fairly_other"]
    for number, kind in enumerate(kinds):
        store.commit(Batch(at=10 + number, records=(Record(kind=kind, component="t1", who="sue"),)))
    page = reports.significant(store.books, most=2, for_the_floor=False)
    assert cells(page, "kind") == ["fairly_other", "opened"]
    rest = reports.significant(store.books, before=int(str(page.next)), most=2, for_the_floor=False)
    assert (cells(rest, "kind"), rest.next) == (["closed"], None)


@pytest.mark.parametrize("most", [1, 4, 1000])
def test_every_page_of_a_trial_balance_ends_with_the_sum_of_all(played: Store, most: int) -> None:
    found = every_page(partial(reports.trial_balance, played.books), "after", most)
    assert {page.rows[-1] for page in found} == {("total", "", "", 0)}
    accounts = {row[0]: int(row[3]) for page in found for row in page.rows[:-1]}
    assert accounts == played.books.balances()
    assert all(len(page.rows) <= most + 1 for page in found)


def test_a_round_is_found_by_halves_and_is_the_same_as_by_looking_at_every_event(played: Store) -> None:
    with played.books.moment() as connection:
        listed = select(s.events.c.sequence, s.events.c.round).order_by(s.events.c.sequence)
        for table in ("t1", "t2", "nowhere"):
            all_ = [(row[0], row[1]) for row in connection.execute(listed.where(s.events.c.table_name == table))]
            rounds = [round_ for _, round_ in all_]
            assert rounds == sorted(rounds), "rounds rise with the sequence"
            for round_ in range(-1, 7):
                wanted = next((order for order, number in all_ if number >= round_), len(all_) + 1)
                assert first_of(connection, table, round_) == wanted
                found = connection.execute(
                    listed.where(s.events.c.table_name == table, *within(connection, table, round_, round_ + 2))
                )
                assert [tuple(row) for row in found] == [each for each in all_ if each[1] in (round_, round_ + 1)]


@pytest.mark.parametrize("ask", [reports.tables, reports.progressives])
def test_pages_by_name_hold_every_line_once(played: Store, ask: Any) -> None:
    whole = ask(played.books)
    for most in (1, 2, 1000):
        found = every_page(partial(ask, played.books), "after", most)
        assert [row for page in found for row in page.rows] == whole.rows
        assert all(len(page.rows) <= most for page in found)


def test_aud_06_the_sequence_rises_whatever_the_clock_does(store: Store) -> None:
    second, hour, year = 10**6, 3600 * 10**6, 365 * 86400 * 10**6
    at = 50 * year
    times = [at + step for size in (second, hour, year) for step in (size, -size)]
    numbers = [store.commit(funded("ann", 1, at=time)).number for time in times]
    assert numbers == list(range(1, 7))
    assert cells(reports.significant(store.books), "kind").count("clock_went_back") == 3


def test_reports_as_csv_and_json_say_the_same(played: Store) -> None:
    found = [
        reports.trial_balance(played.books),
        reports.liability(played.books),
        reports.tables(played.books),
        reports.rounds_of(played.books, "t1-p1"),
        reports.significant(played.books),
    ]
    for report in found:
        rows = list(csv.DictReader(io.StringIO(report.as_csv())))
        assert rows and [dict(row) for row in rows] == [
            {name: str(cell) for name, cell in row.items()} for row in report.as_json()["rows"]
        ]


def test_a_spreadsheet_takes_no_text_for_a_formula() -> None:
    report = reports.Report("r", ("a", "b"), [("=1+1", reports.Money(-5)), ("@x", "+1"), ("-x", "plain")])
    assert report.as_csv() == "a,b\n'=1+1,-0.05\n'@x,'+1\n'-x,plain\n"


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("kept")
    with open_store(str(folder / "s.db"), seal=seal, unseal=seal, heads=folder / "heads") as store:
        play(store, Table("t1", "high-card-flush", 1), 2)
    yield folder


Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """The command in a folder, within this process: what it answers and prints."""

    def command(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
        monkeypatch.chdir(folder)
        with pytest.raises(SystemExit) as ended:
            main(list(arguments))
        said = capsys.readouterr()
        return subprocess.CompletedProcess(arguments, int(str(ended.value.code)), said.out, said.err)

    return command


def test_the_command_in_a_process_of_its_own(kept: Path) -> None:
    command = [sys.executable, "-m", "pitboss", "audit", "--database", "s.db"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, cwd=kept)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_commands_of_the_audit(kept: Path, run: Run) -> None:
    done = run(kept, "audit", "--database", "s.db", "--heads", "heads")
    assert done.returncode == 0 and "nothing was changed" in done.stdout, done.stderr
    found = json.loads(run(kept, "audit", "verify", "--database", "sqlite:///s.db", "--json").stdout)
    assert found["faults"] == [] and found["events"] > 100
    for words in (
        ["trial-balance"],
        ["liability"],
        ["tables"],
        ["player", "t1-p1"],
        ["round", "t1", "1"],
        ["significant"],
        ["progressives"],
    ):
        as_json = json.loads(run(kept, "audit", *words, "--database", "s.db", "--json").stdout)
        assert as_json["rows"]
    assert run(kept, "audit", "round", "t1", "1", "--database", "s.db", "--csv").stdout.startswith("sequence,at,kind")
    dated = run(kept, "audit", "tables", "--database", "s.db", "--since", "2026-01-01", "--until", "2026-02-01T12:00")
    assert (dated.returncode, dated.stdout) == (0, "tables: no activity\n")
    idle = run(kept, "audit", "player", "t1-p1", "--database", "s.db", "--since", "2100-01-01")
    assert (idle.returncode, idle.stdout) == (0, "rounds of t1-p1: no activity\n")


def test_the_command_for_significant_events_is_not_buried_in_what_the_floor_keeps(tmp_path: Path, run: Run) -> None:
    with open_store(str(tmp_path / "s.db")) as store:
        for number, kind in enumerate(["sign_in_failed", *["fair_committed"] * 3, "unlocked"]):
            store.commit(Batch(at=10 + number, records=(Record(kind=kind, component="floor", who="ann"),)))

    def kinds(*more: str) -> list[str]:
        done = run(tmp_path, "audit", "significant", "--json", "--database", "s.db", *more)
        return [row["kind"] for row in json.loads(done.stdout)["rows"]]

    assert kinds() == ["unlocked", "sign_in_failed"]
    assert kinds("--kind", "sign_in_failed") == ["sign_in_failed"]
    assert kinds("--kind", "fair_committed") == ["fair_committed"] * 3


def test_the_heads_of_a_floor_are_looked_at_also_where_its_database_is_named(
    kept: Path, tmp_path: Path, run: Run
) -> None:
    folder = Path(shutil.copytree(kept, tmp_path / "floor"))
    run(folder, "store", "backup", "older.db", "--database", "s.db")
    with open_store(str(folder / "s.db"), seal=seal, unseal=seal, heads=folder / "heads") as store:
        store.commit(Batch(at=1, records=(Record(kind="noted", component="floor", who="ann"),)))
    here = run(folder, "audit", "--database", "s.db", "--data", ".")
    assert here.returncode == 0 and "0 entries are not signed yet" in here.stdout
    older = run(folder, "audit", "--database", "older.db", "--data", ".")
    assert older.returncode == 1 and "the end was cut off" in older.stdout
    assert "; 0 entries are not signed yet" in older.stdout, "none is, where the heads go further than the journal"
    alone = run(folder, "audit", "--database", "older.db")
    assert alone.returncode == 0 and "only --heads DIR shows whether entries were cut off" in alone.stdout


def test_the_commands_of_the_audit_come_in_pages(kept: Path, run: Run) -> None:
    first = run(kept, "audit", "significant", "--most", "1", "--csv", "--database", "s.db")
    (said,) = first.stderr.splitlines()
    assert said.startswith("pitboss: there are more lines. For the next page add --before ")
    page = json.loads(run(kept, "audit", "significant", "--most", "1", "--json", "--database", "s.db").stdout)
    assert str(page["next"]) == said.rpartition(" ")[2]
    after = run(kept, "audit", "significant", "--before", str(page["next"]), "--json", "--database", "s.db")
    assert all(row["number"] < page["next"] for row in json.loads(after.stdout)["rows"])
    held = json.loads(run(kept, "audit", "trial-balance", "--most", "2", "--json", "--database", "s.db").stdout)
    more = run(kept, "audit", "trial-balance", "--after", held["next"], "--json", "--database", "s.db")
    assert json.loads(more.stdout)["rows"][0]["account"] > held["next"] == held["rows"][1]["account"]


def test_the_commands_of_the_store(kept: Path, tmp_path: Path, run: Run) -> None:
    assert "safe to use" in run(kept, "store", "check", "--database", "s.db").stdout
    backup = tmp_path / "b.db"
    done = run(kept, "store", "backup", str(backup), "--database", "s.db")
    assert done.returncode == 0 and "hash" in done.stdout, done.stderr
    copied = run(kept, "store", "copy", str(backup), str(tmp_path / "c.db"))
    assert done.stdout.split()[-1] == copied.stdout.split()[-1]
    again = run(kept, "store", "copy", str(backup), str(tmp_path / "c.db"))
    assert again.returncode == 2 and "store_not_empty" in again.stderr


def test_tampering_ends_in_status_one(kept: Path, tmp_path: Path, run: Run) -> None:
    shutil.copy(kept / "s.db", tmp_path / "s.db")
    with sqlite3.connect(tmp_path / "s.db") as raw:
        raw.execute("UPDATE accounts SET cents = cents + 1 WHERE name = 'tray:t1'")
    raw.close()
    done = run(tmp_path, "audit", "--database", "s.db")
    assert done.returncode == 1 and "balance: tray:t1 holds" in done.stdout
    checked = run(tmp_path, "store", "check", "--database", "s.db")
    assert checked.returncode == 1 and "tray:t1" in checked.stdout
    assert run(tmp_path, "audit", "--database", "s.db", "--csv").stdout.startswith(
        "what,where,sentence\nbalance,tray:t1"
    )


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["audit"], "store_not_found"),
        (["audit", "nonsense", "--database", "s.db"], "unknown_report"),
        (["audit", "player", "--database", "s.db"], "unknown_report"),
        (["audit", "verify", "more", "--database", "s.db"], "unknown_report"),
        (["audit", "round", "t1", "x", "--database", "s.db"], "bad_number"),
        (["audit", "round", "t1", "9" * 30, "--database", "s.db"], "bad_number"),
        (["audit", "round", "t99", "1", "--database", "s.db"], "unknown_table"),
        (["audit", "round", "t1", "99", "--database", "s.db", "--json"], "unknown_round"),
        (["audit", "player", "nobody", "--database", "s.db"], "unknown_person"),
        (["audit", "player", "t1-P1", "--database", "s.db", "--csv"], "unknown_person"),
        (["audit", "tables", "--since", "yesterday", "--database", "s.db"], "bad_time"),
        (["audit", "liability", "--since", "2026-01-01", "--database", "s.db"], "period_without_use"),
        (["audit", "significant", "--most", "0", "--database", "s.db"], "bad_number"),
        (["audit", "significant", "--most", "1001", "--database", "s.db"], "bad_number"),
        (["audit", "significant", "--before", "x", "--database", "s.db"], "bad_number"),
        (["audit", "significant", "--after", "t1", "--database", "s.db"], "page_without_use"),
        (["audit", "tables", "--kind", "unlocked", "--database", "s.db"], "page_without_use"),
        (["audit", "tables", "--before", "5", "--database", "s.db"], "page_without_use"),
        (["audit", "manifest", "--most", "5"], "page_without_use"),
        (["audit", "--most", "5"], "page_without_use"),
        (["audit", "--heads", "nowhere", "--database", "s.db"], "heads_not_found"),
        (["audit", "--database", "mysql://a/b"], "bad_database"),
        (["audit", "--database", "postgresql://u@/x?host=/nowhere"], "store_unreachable"),
        (["audit", "round", "t1", "3", "--database", "s.db"], "sealed"),
        (["store", "check"], "store_not_found"),
        (["store", "backup", "x.db"], "store_not_found"),
        (["store", "copy", "nothing.db", "x.db"], "store_not_found"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_sentence(kept: Path, arguments: list[str], code: str, run: Run) -> None:
    done = run(kept, *arguments)
    assert done.returncode == 2 and done.stderr.startswith(f"pitboss: {code}: "), done.stderr
    assert done.stderr.count("\n") == 1


def test_ver_02_a_separate_program_gives_the_same_digests() -> None:
    listed = subprocess.run(
        [sys.executable, "-I", str(ROOT / "tools" / "digests.py"), str(ROOT)],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    found = manifest()
    assert listed[:-1] == [f"{digest}  {name}" for name, digest in found.items()]
    assert listed[-1] == f"{digest_of(found)}  all of it"
    source = (ROOT / "tools" / "digests.py").read_text()
    assert "pitboss" not in {line.split()[1] for line in source.splitlines() if line.startswith(("import ", "from "))}


def test_ver_01_one_byte_in_any_file_is_found(tmp_path: Path) -> None:
    package = tmp_path / "src" / "pitboss"
    for room in ("store", "regulations", "games/high_card_flush"):  # some rooms: each change hashes all of them again
        shutil.copytree(ROOT / "src" / "pitboss" / room, package / room, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "requirements.lock", tmp_path)
    wanted = manifest(package, tmp_path)
    assert "requirements.lock" in wanted and any(name.endswith("readings.toml") for name in wanted)
    assert any("migrations/versions/0001" in name for name in wanted), "the schema is part of it"
    for name in wanted:
        file = tmp_path / name
        whole = file.read_bytes()
        file.write_bytes(bytes([whole[0] ^ 1]) + whole[1:] if whole else b"x")
        assert differences(manifest(package, tmp_path), wanted) == [name]
        file.write_bytes(whole)
    check(wanted, package, tmp_path)
    (package / "added.py").write_text("")
    with pytest.raises(Refusal, match=r"added\.py"):
        check(wanted, package, tmp_path)


def test_ver_01_dependencies_are_part_of_it(tmp_path: Path) -> None:
    (tmp_path / "a" / "__pycache__").mkdir(parents=True)
    (tmp_path / "a" / "x.py").write_text("1")
    (tmp_path / "a" / "__pycache__" / "x.pyc").write_text("2")
    before = dependencies(tmp_path)
    assert list(before) == ["a/x.py"]
    (tmp_path / "a" / "x.py").write_text("2")
    assert differences(dependencies(tmp_path), before) == ["a/x.py"]


def test_ver_04_every_entry_says_which_program_wrote_it(database: str) -> None:
    for program in ("first", "second", "first"):
        with open_store(database, program=program) as store:
            store.commit(funded("ann", 1))
    with open_store(database) as store, store.books.moment() as connection:
        assert [link.entry.program for link in links(connection)] == ["first", "second", "first"]


def test_led_04_a_correction_is_a_new_entry_with_its_reasons(store: Store) -> None:
    store.commit(funded("ann", 500))
    wrong = moved("wallet:ann", "house", 100)
    store.commit(wrong)
    right = Record(
        kind="correction",
        component="wallet:ann",
        who="sue",
        second="tom",
        reason="taken twice",
        before="4.00",
        after="5.00",
        entries=(("house", "wallet:ann", 100),),
    )
    store.commit(Batch(at=3, records=(right,)))
    assert store.books.balance("wallet:ann") == 500
    assert store.books.head().number == 3
    last = reports.significant(store.books).rows[0]
    assert last[2:] == ("correction", "wallet:ann", "sue", "tom", "taken twice", "4.00", "5.00")


def test_books_read_while_the_writer_writes(store: Store) -> None:
    books: Books = store.books
    table = Table("t1")
    pending = [store.submit(batch) for batch in [table.opening(), *table.seating(), *table.round()]]
    while not pending[-1].done():
        assert reports.trial_balance(books).rows[-1][-1] == 0
        assert dict(reports.liability(books).rows)["difference"] == 0
    for each in pending:
        each.result()


def test_the_floors_own_store_needs_no_name(kept: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """`pitboss audit` and `pitboss store` look where `pitboss serve` keeps it, signed heads and all."""
    folder = kept / "pitboss"
    folder.mkdir()
    shutil.copy(kept / "s.db", folder / "floor.db")
    shutil.copytree(kept / "heads", folder / "heads")
    assert "heads" in run(kept, "audit", "--data", "pitboss").stdout
    monkeypatch.setenv("XDG_DATA_HOME", str(kept))
    found = json.loads(run(kept, "audit", "--json").stdout)
    assert found["faults"] == [] and found["heads"] > 0
    assert json.loads(run(kept, "audit", "--database", "s.db", "--json").stdout)["heads"] == 0, "another one's are not"
    assert run(kept, "store", "check").returncode == 0
    assert run(kept, "store", "backup", "copy.db").stdout.startswith("wrote copy.db")
    shutil.rmtree(folder)
    assert str(folder / "floor.db") in run(kept, "audit").stderr
