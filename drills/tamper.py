"""Tampering with a store, and whether the audit finds it.

    .venv/bin/python -m drills.tamper [--times 10000] [--seed 1]

A store is played and copied as a crash leaves it; then, each time on a fresh copy, somebody with full power over the
database changes one thing: a cell, a row dropped, added, doubled, swapped with another, the tail cut off, or only the
last entries, which no signed head covers yet, an old copy put back, everything after a change hashed again, a balance
moved, a guard taken away. What stands next to the journal is struck like the journal itself: persons, their passwords,
locks and sessions, parameters, switches, limits, requests, hand pays. Guards are switched off first and put back, as a
thief would. Only the folder of signed heads, with the record of the last entry, is out of reach. Every manipulation
must be found; the others are printed.
"""

import argparse
import random
import shutil
import sqlite3
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from argon2 import PasswordHasher

from drills.play import Table, play, seal
from pitboss.audit.verify import audit
from pitboss.floor.clock import SystemClock
from pitboss.floor.people import People
from pitboss.floor.people.large import HAND_PAY_DUE
from pitboss.floor.people.passwords import Passwords
from pitboss.floor.people.requests import Change
from pitboss.refusal import Refusal
from pitboss.store import Batch, Record, Store, chain, open_books, open_store
from pitboss.store.batch import as_text
from pitboss.store.heads import read_heads
from pitboss.store.where import address, reading

CHAINED = ("journal", "events", "postings", "records", "reveals", "tables", "accounts", "programs")
BESIDE = ("persons", "locks", "parameters", "switches", "limits", "spending", "requests", "hand_pays")
KEPT = CHAINED + BESIDE
UNSIGNED = 2
"""Entries at the end that no signed head covers."""
CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
Raw = sqlite3.Connection


def build(folder: Path) -> tuple[Path, Path, Path]:
    """A store with two linked tables and people, as a crash leaves it: its last entries are under no signed head yet,
    only in the record of the last entry. Then an old copy of it, and the folder of heads and that record."""
    file, old, heads = folder / "store.db", folder / "old.db", folder / "heads"
    crashed, heads_then = folder / "crashed.db", folder / "heads of the crash"
    with open_store(str(file), program="drill", seal=seal, unseal=seal, heads=heads) as store:
        play(store, Table("t1", "high-card-flush", 1, "linked"), 2)
    _one_file(file)
    shutil.copy(file, old)
    with open_store(str(file), program="drill", seal=seal, unseal=seal, heads=heads) as store:
        store.begin_tail()
        table = Table("t2", "high-card-flush", 2, "linked")
        play(store, table, 2)
        keep_house(store, ("t2-p1", "t2-p2"))
        for batch in table.whole_round():
            store.commit(batch)
        _copy(file, crashed)
        shutil.copytree(heads, heads_then)
        signed, last = read_heads(heads_then)[-1].number, store.books.head().number
    assert signed + UNSIGNED <= last, f"entries up to {signed} of {last} are signed: none is left to cut off unsigned"
    return crashed, old, heads_then


def _copy(file: Path, to: Path) -> None:
    """A database that is in use, as one file."""
    source, target = sqlite3.connect(file), sqlite3.connect(to)
    source.backup(target)
    for each in (source, target):
        each.close()


def keep_house(store: Store, limited: Sequence[str]) -> None:
    """People, and what they do to a floor: rows in every table beside the journal, settled and not."""
    people = People(store, SystemClock(), Passwords(CHEAP))
    for name in ("sue", "tom"):
        people.register.add_staff(name, "supervisor", "a password of the drill", by="house")
    people.register.add_player("ann", "a password of the drill")
    people.register.set_password("tom", "another of the drill", "tom")
    people.sessions.begin(people.register.add_guest())
    people.sessions.begin(people.register.person("sue"))
    for name in ("tom", "tom", "nobody"):
        with suppress(Refusal):
            people.signing_in.sign_in(name, "a wrong password", "here")
    for what in ("game:craps", "player:ann"):
        people.switches.turn_off(what, "sue", "a drill")
    for value in ("500.00", "600.00", "700.00"):
        people.requests.ask(Change("starting_bankroll", value), "a drill", "sue")
    people.requests.approve(1, "tom")
    people.requests.reject(2, "tom", "enough")
    for name in limited:
        people.register.add_player(name, "a password of the drill")
        people.limits.set(name, "player", "stake", 100_000_000, name)
    people.limits.set("ann", "player", "loss", 5_000, "ann")
    people.limits.set("ann", "player", "loss", 9_000, "ann")
    people.limits.set("ann", "house", "stake", None, "sue")
    for round_ in (1, 2, 3):
        win = as_text({"amount": "1500.00", "round": round_})
        due = Record(kind=HAND_PAY_DUE, component="t1", who="ann", after=win)
        store.commit(Batch(at=people.journal.clock.wall(), records=(due,)))
    for number, by in ((1, "sue"), (1, "tom"), (2, "tom")):
        people.hand_pays.sign(number, by)


def _one_file(file: Path) -> None:
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA journal_mode=DELETE")
    connection.close()


def columns_of(raw: Raw, table: str) -> list[str]:
    return [row[1] for row in raw.execute(f"PRAGMA table_info({table})")]


def keys_of(raw: Raw, table: str) -> list[str]:
    return [row[1] for row in raw.execute(f"PRAGMA table_info({table})") if row[5]]


def some_row(raw: Raw, table: str, rng: random.Random) -> dict[str, Any]:
    names = columns_of(raw, table)
    rows = raw.execute(f"SELECT * FROM {table}").fetchall()
    return dict(zip(names, rng.choice(rows), strict=True))


def where(raw: Raw, table: str, row: dict[str, Any]) -> tuple[str, list[Any]]:
    keys = keys_of(raw, table)
    return " AND ".join(f"{key} = ?" for key in keys), [row[key] for key in keys]


def another(value: Any, rng: random.Random) -> Any:
    """Something else of the same kind."""
    if isinstance(value, int):
        return value + rng.choice([-1000, -1, 1, 2, 100, 12345])
    if isinstance(value, bytes):
        if not value:
            return b"\x00"
        at = rng.randrange(len(value))
        return value[:at] + bytes([value[at] ^ 1 << rng.randrange(8)]) + value[at + 1 :]
    return value + "x" if rng.random() < 0.5 or not value else value[:-1]


def edit(raw: Raw, rng: random.Random, tables: Sequence[str] = KEPT) -> str:
    table = rng.choice(tables)
    row = some_row(raw, table, rng)
    column = rng.choice(columns_of(raw, table))
    condition, values = where(raw, table, row)
    raw.execute(f"UPDATE {table} SET {column} = ? WHERE {condition}", [another(row[column], rng), *values])
    return f"edit {table}.{column}"


def delete(raw: Raw, rng: random.Random, tables: Sequence[str] = KEPT) -> str:
    table = rng.choice(tables)
    condition, values = where(raw, table, some_row(raw, table, rng))
    raw.execute(f"DELETE FROM {table} WHERE {condition}", values)
    return f"delete {table}"


def add(raw: Raw, rng: random.Random, tables: Sequence[str] = KEPT) -> str:
    """A row like another one, under a key that is free."""
    table = rng.choice([name for name in tables if name != "programs"])
    row = some_row(raw, table, rng)
    key = keys_of(raw, table)[-1]
    row[key] = row[key] + 10_000 if isinstance(row[key], int) else f"{row[key]}x"
    if table == "tables":
        row["opened_by"] += 10_000
    if table == "journal":
        row["key"] += "x"
    if table == "persons":
        row["folded"] += "x"
    marks = ", ".join("?" * len(row))
    raw.execute(f"INSERT INTO {table} VALUES ({marks})", list(row.values()))
    return f"add {table}"


def swap(raw: Raw, rng: random.Random) -> str:
    """Two rows exchange what is not their key."""
    table = rng.choice(["journal", "events", "postings"])
    keys = keys_of(raw, table)
    one, other = some_row(raw, table, rng), some_row(raw, table, rng)
    rest = [name for name in columns_of(raw, table) if name not in keys and one[name] != other[name] and name != "key"]
    if not rest:
        return edit(raw, rng)
    for mine, theirs in ((one, other), (other, one)):
        condition, values = where(raw, table, mine)
        settings = ", ".join(f"{name} = ?" for name in rest)
        raw.execute(f"UPDATE {table} SET {settings} WHERE {condition}", [theirs[name] for name in rest] + values)
    return f"swap {table}"


def cut_tail(raw: Raw, rng: random.Random) -> str:
    """The last entries with all that belongs to them, balances and sequences put right, as if they had never been."""
    last = raw.execute("SELECT max(number) FROM journal").fetchone()[0]
    _cut_after(raw, last - rng.randint(1, last - 1))
    return "cut tail"


def cut_unsigned_tail(raw: Raw, rng: random.Random) -> str:
    """The same with the very last entries, which no signed head covers yet."""
    last = raw.execute("SELECT max(number) FROM journal").fetchone()[0]
    _cut_after(raw, last - rng.randint(1, UNSIGNED))
    return "cut unsigned tail"


def _cut_after(raw: Raw, number: int) -> None:
    for table in ("reveals", "records", "postings", "events"):
        raw.execute(f"DELETE FROM {table} WHERE number > ?", [number])
    raw.execute("DELETE FROM tables WHERE opened_by > ?", [number])
    raw.execute("DELETE FROM journal WHERE number > ?", [number])
    raw.execute(
        "UPDATE tables SET sequence = (SELECT coalesce(max(sequence), 0) FROM events WHERE table_name = tables.name)"
    )
    _put_balances_right(raw)


def _put_balances_right(raw: Raw) -> None:
    raw.execute(
        "UPDATE accounts SET cents = coalesce((SELECT sum(CASE taker WHEN name THEN cents ELSE -cents END) "
        "FROM postings WHERE name IN (giver, taker)), 0)"
    )


def hash_again(raw: Raw, rng: random.Random) -> str:
    """A change, and the whole chain after it made to fit: the cleverest thief."""
    what = rng.choice(["amount", "answer", "drop an entry's events", "body", "at"])
    if what == "amount":
        row = some_row(raw, "postings", rng)
        raw.execute("UPDATE postings SET cents = cents + 1 WHERE number = ? AND line = ?", [row["number"], row["line"]])
        _put_balances_right(raw)
    elif what == "body":
        row = some_row(raw, "events", rng)
        condition, values = where(raw, "events", row)
        raw.execute(f"UPDATE events SET round = round + 1 WHERE {condition}", values)
    elif what == "drop an entry's events":
        number = some_row(raw, "events", rng)["number"]
        raw.execute("DELETE FROM events WHERE number = ?", [number])
        raw.execute("DELETE FROM postings WHERE number = ?", [number])
        _put_balances_right(raw)
    elif what == "at":
        raw.execute("UPDATE journal SET at = at + 1 WHERE number = ?", [some_row(raw, "journal", rng)["number"]])
    else:
        raw.execute("UPDATE journal SET answer = ? WHERE number = ?", [b"no", some_row(raw, "journal", rng)["number"]])
    raw.commit()
    _chain_anew(raw)
    return f"hash again after: {what}"


def _chain_anew(raw: Raw) -> None:
    from pitboss.store.reading import links

    file = raw.execute("PRAGMA database_list").fetchone()[2]
    engine = reading(address(file))
    with engine.begin() as connection:
        found = list(links(connection))
    engine.dispose()
    previous = chain.START
    for link in found:
        hash_ = chain.link(previous, link.entry)
        values = [previous, hash_, link.entry.number]
        raw.execute("UPDATE journal SET previous = ?, hash = ? WHERE number = ?", values)
        previous = hash_


def move_money(raw: Raw, rng: random.Random) -> str:
    """A cent from one balance to another: the sum stays nothing."""
    one, other = rng.sample([row[0] for row in raw.execute("SELECT name FROM accounts")], 2)
    raw.execute("UPDATE accounts SET cents = cents - 1 WHERE name = ?", [one])
    raw.execute("UPDATE accounts SET cents = cents + 1 WHERE name = ?", [other])
    return "move a cent"


def take_a_guard(raw: Raw, rng: random.Random) -> str:
    """For good: it is not put back."""
    names = [row[0] for row in raw.execute("SELECT name FROM sqlite_master WHERE type = 'trigger' ORDER BY name")]
    raw.execute("CREATE TABLE taken (name TEXT) STRICT")
    raw.execute("INSERT INTO taken VALUES (?)", [rng.choice(names)])
    return "take a guard"


def beside(raw: Raw, rng: random.Random) -> str:
    """A cell, a row less or a row more in what stands beside the journal."""
    return rng.choice((edit, delete, add))(raw, rng, BESIDE)


def come_in(raw: Raw, rng: random.Random) -> str:
    """A session that nobody began: one more, somebody else's, or one that lasts longer."""
    what = rng.choice(["add", "person", "begun"])
    row = some_row(raw, "sessions", rng)
    if what == "add":
        begun = row["begun"] - rng.choice([0, 1, 10**9])
        raw.execute("INSERT INTO sessions VALUES (?, 'sue', ?, ?)", [rng.randbytes(32), begun, begun])
    else:
        value = row["begun"] + rng.choice([-1, 1]) * rng.randint(1, 10**9) if what == "begun" else "tom"
        raw.execute(f"UPDATE sessions SET {what} = ? WHERE token = ?", [value, row["token"]])
    return f"session: {what}"


MEANS: list[Callable[[Raw, random.Random], str]] = [
    *(edit, edit, edit, delete, add, swap, cut_tail, cut_unsigned_tail),
    *(hash_again, move_money, take_a_guard, beside, come_in),
]


def tamper(file: Path, rng: random.Random) -> str:
    """One manipulation, with the guards out of the way and back in place afterwards."""
    raw = sqlite3.connect(file)
    raw.execute("PRAGMA synchronous=OFF")
    raw.execute("PRAGMA ignore_check_constraints=ON")
    guards = raw.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name").fetchall()
    means = rng.choice(MEANS)
    taken = ""
    if means is take_a_guard:
        what = means(raw, rng)
        taken = raw.execute("SELECT name FROM taken").fetchone()[0]
        raw.execute("DROP TABLE taken")
    for name, _ in guards:
        raw.execute(f"DROP TRIGGER {name}")
    if means is not take_a_guard:
        what = _until_it_works(raw, rng, means)
    for name, sql in guards:
        if name != taken:
            raw.execute(sql)
    raw.commit()
    raw.close()
    return what


def _until_it_works(raw: Raw, rng: random.Random, means: Callable[[Raw, random.Random], str]) -> str:
    """A STRICT table or a unique index may still say no; then something else is tried."""
    while True:
        raw.execute("SAVEPOINT before")
        try:
            return means(raw, rng)
        except sqlite3.Error:
            raw.execute("ROLLBACK TO before")


def is_found(file: Path, heads: Path) -> bool:
    try:
        return bool(audit(open_books(str(file)), heads).faults)
    except Refusal:
        return True  # a database that cannot even be read


def run(times: int, seed: int, folder: Path) -> tuple[Counter[str], list[str]]:
    """How often each manipulation was tried, and those that were not found."""
    file, old, heads = build(folder)
    assert not is_found(file, heads), "an untouched store has no fault"
    assert is_found(old, heads), "an old copy put back"
    tried, missed = Counter({"old copy put back": 1}), []
    copy = folder / "copy.db"
    for n in range(times - 1):
        rng = random.Random(f"{seed} {n}")
        shutil.copy(file, copy)
        what = tamper(copy, rng)
        tried[what.partition(":")[0].partition(".")[0]] += 1
        if not is_found(copy, heads):
            missed.append(f"{n}: {what}")
        for left in folder.glob("copy.db*"):
            left.unlink()
    return tried, missed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        tried, missed = run(wanted.times, wanted.seed, Path(folder))
    for what, times in sorted(tried.items()):
        print(f"{times:7,} {what}")
    for what in missed:
        print(f"not found: {what}")
    print(f"{wanted.times - len(missed):,} of {wanted.times:,} manipulations found")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
