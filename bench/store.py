"""How many durable six-position rounds a second go through the store, beside a bare `sqlite3` loop with the same rows.

    .venv/bin/python bench/store.py [--rounds 200] [--runs 3] [--game three-card-poker] [--no-heads] [--database URL]

Through the store: a real table, every command decided, hashed, sealed and kept in a transaction of its own; a round is
13 commands and a reveal. Beside it, after every few rounds, the standard library writes the rows of those very
transactions into the same tables without guards, with the same settings (WAL, FULL), and moves the balances by plain
updates. Like a server the store signs heads and records its last entry outside the database before it acknowledges a
commit, which costs one more sync; `--no-heads` measures it without. Machines differ and disks are noisy: the ratio of
the two is the figure to compare. Every run is printed.
"""

import argparse
import os
import platform
import sqlite3
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

from drills.play import Table, play, seal
from pitboss.store import Store, open_store

TURN = 5
"""Rounds in a turn: short, so that whatever else the machine does falls on both alike."""

WRITTEN = ("journal", "accounts", "tables", "events", "postings", "records", "reveals")


class Taken(NamedTuple):
    """Nanoseconds by the clock and of the processor."""

    clock: int
    processor: int

    @classmethod
    def since(cls, start: "Taken") -> "Taken":
        now = cls.now()
        return cls(now.clock - start.clock, now.processor - start.processor)

    @classmethod
    def now(cls) -> "Taken":
        return cls(time.perf_counter_ns(), time.process_time_ns())

    def and_then(self, more: "Taken") -> "Taken":
        return Taken(self.clock + more.clock, self.processor + more.processor)


def through_the_store(store: Store, table: Table, rounds: int) -> Taken:
    """What so many rounds took."""
    start = Taken.now()
    for _ in range(rounds):
        for batch in table.whole_round():
            store.commit(batch)
    return Taken.since(start)


def bare(connection: sqlite3.Connection, transactions: list[dict[str, list[Any]]]) -> Taken:
    """What it takes to write the same rows, transaction by transaction."""
    marks = {name: ", ".join("?" * width) for name, width in _widths(connection).items()}
    start = Taken.now()
    for rows in transactions:
        connection.execute("BEGIN IMMEDIATE")
        for name, many in rows.items():
            if name == "moved":
                connection.executemany("UPDATE accounts SET cents = cents + ? WHERE name = ?", many)
            elif name == "reached":
                connection.executemany("UPDATE tables SET sequence = ? WHERE name = ?", many)
            else:
                connection.executemany(f"INSERT INTO {name} VALUES ({marks[name]})", many)
        connection.execute("COMMIT")
    return Taken.since(start)


def _transactions(file: Path, first: int) -> list[dict[str, list[Any]]]:
    raw = sqlite3.connect(file)
    last = raw.execute("SELECT max(number) FROM journal").fetchone()[0]
    found = []
    for number in range(first + 1, last + 1):
        rows: dict[str, list[Any]] = {
            name: raw.execute(f"SELECT * FROM {name} WHERE number = ?", [number]).fetchall()
            for name in ("journal", "events", "postings", "records", "reveals")
        }
        rows["moved"] = [
            each for _, _, giver, taker, cents in rows["postings"] for each in ((-cents, giver), (cents, taker))
        ]
        rows["reached"] = [(row[1], row[0]) for row in rows["events"][-1:]]
        found.append({name: many for name, many in rows.items() if many})
    raw.close()
    return found


def _empty_like(file: Path, copy: Path, first: int) -> sqlite3.Connection:
    """The same tables and indexes with all that was there before, without a guard."""
    raw = sqlite3.connect(file)
    made = sqlite3.connect(copy, isolation_level=None)
    made.execute("PRAGMA journal_mode=WAL")
    made.execute("PRAGMA synchronous=FULL")
    for (sql,) in raw.execute("SELECT sql FROM sqlite_master WHERE type IN ('table', 'index') AND sql IS NOT NULL"):
        made.execute(sql)
    for name in ("programs", "accounts", "tables"):
        rows = raw.execute(f"SELECT * FROM {name}").fetchall()
        made.executemany(f"INSERT INTO {name} VALUES ({', '.join('?' * len(rows[0]))})", rows)
    for name in ("journal", "events", "postings", "records", "reveals"):
        rows = raw.execute(f"SELECT * FROM {name} WHERE number <= ?", [first]).fetchall()
        if rows:
            made.executemany(f"INSERT INTO {name} VALUES ({', '.join('?' * len(rows[0]))})", rows)
    raw.close()
    return made


def _widths(raw: sqlite3.Connection) -> dict[str, int]:
    return {name: len(raw.execute(f"PRAGMA table_info({name})").fetchall()) for name in WRITTEN}


def measure(folder: Path, game: str, rounds: int, heads: bool) -> tuple[Taken, Taken, int]:
    """What it took through the store and bare, in turns of a few rounds each, and how many commits they were."""
    file = folder / "store.db"
    store = open_store(str(file), program="bench", seal=seal, unseal=seal, heads=folder / "heads" if heads else None)
    table = Table("t1", game)
    first = last = play(store, table, 1).number
    connection = _empty_like(file, folder / "bare.db", first)
    through = beside = Taken(0, 0)
    for _ in range(0, rounds, TURN):
        through = through.and_then(through_the_store(store, table, TURN))
        beside = beside.and_then(bare(connection, _transactions(file, last)))
        last = store.books.head().number
    connection.close()
    store.close()
    return through, beside, last - first


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--game", default="three-card-poker", help="one of the five games of two hands")
    parser.add_argument("--no-heads", action="store_true", help="without heads and the record of the last entry")
    parser.add_argument("--database", default="", help="an empty PostgreSQL database to measure, without a comparison")
    wanted = parser.parse_args()
    print(f"{platform.platform()}, Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}")
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.2f} at the start")
    print(f"{wanted.game}, {wanted.rounds} rounds a run")
    if wanted.database:
        with open_store(wanted.database, program="bench", seal=seal, unseal=seal) as store:
            table = Table("t1", wanted.game)
            play(store, table, 1)
            taken = through_the_store(store, table, wanted.rounds)
        print(f"{wanted.rounds * 1e9 / taken.clock:.1f} rounds a second through the store")
        return
    for run in range(1, wanted.runs + 1):
        with tempfile.TemporaryDirectory() as folder:
            taken, beside, commits = measure(Path(folder), wanted.game, wanted.rounds, not wanted.no_heads)
        words = f"{wanted.rounds * 1e9 / taken.clock:.1f} rounds a second through the store"
        each = (
            f"processor {taken.processor / commits / 1000:.0f} and {beside.processor / commits / 1000:.0f} us a commit"
        )
        print(
            f"run {run}: {words}, bare {wanted.rounds * 1e9 / beside.clock:.1f}, {each}; "
            f"ratio {beside.clock / taken.clock:.2f}",
            flush=True,
        )
    print(f"load {os.getloadavg()[0]:.2f} at the end")


if __name__ == "__main__":
    main()
