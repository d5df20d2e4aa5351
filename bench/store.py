"""How many durable six-position rounds a second go through the store, beside a bare `sqlite3` loop with the same rows.

    .venv/bin/python bench/store.py [--rounds 200] [--runs 3] [--database URL]

Through the store: a real table, every command decided, hashed, sealed and kept in a transaction of its own; a round is
13 commands and a reveal. Beside it, right after each run, the standard library writes the rows of those very
transactions into the same tables without guards, with the same settings (WAL, FULL), and moves the balances by plain
updates. Machines differ and disks are noisy: the ratio of the two is the figure to compare. Every run is printed.
"""

import argparse
import os
import platform
import sqlite3
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

from drills.play import Table, play, seal
from pitboss.store import open_store

WRITTEN = ("journal", "accounts", "tables", "events", "postings", "records", "reveals")


def through_the_store(database: str, rounds: int) -> tuple[int, int]:
    """Nanoseconds that so many rounds took, and how many commits they were."""
    with open_store(database, program="bench", seal=seal, unseal=seal) as store:
        table = Table("t1", "three-card-poker")
        play(store, table, 1)
        before = store.books.head().number
        start = time.perf_counter_ns()
        for _ in range(rounds):
            for batch in table.whole_round():
                store.commit(batch)
        taken = time.perf_counter_ns() - start
        return taken, store.books.head().number - before


def bare(file: Path, copy: Path, first: int) -> int:
    """Nanoseconds to write the same rows, transaction by transaction."""
    transactions = _transactions(file, first)
    connection = _empty_like(file, copy, first)
    marks = {name: ", ".join("?" * width) for name, width in _widths(connection).items()}
    start = time.perf_counter_ns()
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
    taken = time.perf_counter_ns() - start
    connection.close()
    return taken


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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--database", default="", help="a PostgreSQL store to measure instead, without a comparison")
    wanted = parser.parse_args()
    print(f"{platform.platform()}, Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}")
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.2f} at the start; {wanted.rounds} rounds a run")
    for run in range(1, wanted.runs + 1):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "store.db"
            taken, commits = through_the_store(wanted.database or str(file), wanted.rounds)
            rate = wanted.rounds * 1e9 / taken
            words = f"run {run}: {rate:.1f} rounds a second through the store, {taken / commits / 1000:.0f} us a commit"
            if wanted.database:
                print(words)
                break
            beside = bare(file, Path(folder) / "bare.db", _last(file) - commits)
            print(f"{words}; bare sqlite3 {wanted.rounds * 1e9 / beside:.1f}; ratio {beside / taken:.2f}", flush=True)
    print(f"load {os.getloadavg()[0]:.2f} at the end")


def _last(file: Path) -> int:
    raw = sqlite3.connect(file)
    last: int = raw.execute("SELECT max(number) FROM journal").fetchone()[0]
    raw.close()
    return last


if __name__ == "__main__":
    main()
