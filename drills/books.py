"""Balances against postings, through a million rounds: compared before every payment, every minute, at every start.

    .venv/bin/python -m drills.books [--rounds 1000000] [--workers 2] [--folder /dev/shm] [--seed 1]

The store compares by itself, in the transaction of each payment, and closes itself over a cent (`store/watch.py`). Here
tables of the five games of two hands play a position each in stores that hold a few thousand rounds; a minute goes by
every hundred rounds. At the end of each store a cent is planted in one of its accounts, past all postings: the next
payment or the next minute must find it, nothing of that command may be kept, and the store must keep nothing more but
why. Where the disk is does not matter here, power cuts are another drill: memory is quicker. LED-02.
"""

import argparse
import random
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path

import msgspec

from drills.play import MINUTE, Table, play, seal
from pitboss.refusal import Refusal
from pitboss.store import Store, open_books, open_store
from pitboss.store.watch import DIFFER

GAMES = ("three-card-poker", "four-card-poker", "high-card-flush", "what-the-flush", "texas-holdem-bonus")
A_STORE = 4_000
"""Rounds in one store."""

A_MINUTE = 100
"""Rounds in a minute."""

ONE = range(1, 2)
CENTS = (("tray:t1", 1), ("tray:t1", -1), ("layout:t1", 1), ("chips:t1:t1-p1", 1), ("chips:t1:t1-p1", -1))


class Outcome(msgspec.Struct):
    """`payments` and `minutes`: how often the books were compared; a wager that goes back is a payment too.

    `differences`: what nobody planted.
    """

    rounds: int = 0
    payments: int = 0
    minutes: int = 0
    differences: list[str] = []
    planted: int = 0
    found: int = 0

    def and_also(self, more: "Outcome") -> "Outcome":
        fields = msgspec.structs.asdict(self)
        return Outcome(**{name: fields[name] + getattr(more, name) for name in fields})

    @property
    def holds(self) -> bool:
        return not self.differences and self.found == self.planted


def one_store(folder: Path, rounds: int, seed: int) -> Outcome:
    """Rounds at a table in a store of their own, then a cent that is not its account's."""
    rng, game = random.Random(seed), GAMES[seed % len(GAMES)]
    outcome = Outcome()
    with tempfile.TemporaryDirectory(dir=folder) as inside:
        database = str(Path(inside) / "books.db")
        table = Table("t1", game, seed, positions=ONE)
        with open_store(database, seal=seal, unseal=seal) as store:
            play(store, table, 0)
        with open_store(database, seal=seal, unseal=seal) as store:
            try:
                for _ in played(store, table, rounds, outcome):
                    pass
            except Refusal as refusal:
                outcome.differences.append(f"{game}, seed {seed}, round {outcome.rounds + 1}: {refusal.message}")
                return outcome
            plant(database, *rng.choice(CENTS))
            outcome.planted += 1
            outcome.found += is_found(store, table, database)
    return outcome


def played(store: Store, table: Table, rounds: int, outcome: Outcome) -> Iterator[int]:
    for _ in range(rounds):
        for batch in table.whole_round():
            outcome.payments += any(taker.startswith("player:") for line in batch.lines for _, taker, _ in line.entries)
            yield store.commit(batch).number
        outcome.rounds += 1
        if outcome.rounds % A_MINUTE == 0:
            outcome.minutes += 1
            store.tick(table.at + MINUTE)


def plant(database: str, account: str, cent: int) -> None:
    raw = sqlite3.connect(database)
    raw.execute("UPDATE accounts SET cents = cents + ? WHERE name = ?", (cent, account))
    raw.commit()
    raw.close()


def is_found(store: Store, table: Table, database: str) -> bool:
    """Within a minute of play, and then nothing more is kept but why."""
    last = store.books.head().number
    try:
        for number in played(store, table, A_MINUTE, Outcome()):
            last = number
    except Refusal as refusal:
        return refusal.code == DIFFER and store.closed and head_of(database) == last + 1
    return False


def head_of(database: str) -> int:
    """The last entry of a store that has closed itself, and its connections with it."""
    books = open_books(database)
    last = books.head().number
    books.engine.dispose()
    return last


def run(rounds: int, workers: int, folder: Path, seed: int) -> Outcome:
    portions = [min(A_STORE, rounds - done) for done in range(0, rounds, A_STORE)]
    total, began, told = Outcome(), time.monotonic(), 0
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        running = [pool.submit(one_store, folder, portion, seed + n) for n, portion in enumerate(portions)]
        for done in as_completed(running):
            total = total.and_also(done.result())
            if total.rounds - told >= 50_000:
                told = total.rounds
                print(f"  {told:,} rounds, {time.monotonic() - began:,.0f} s", flush=True)
    return total


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=1_000_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--folder", type=Path, default=Path("/dev/shm" if Path("/dev/shm").is_dir() else "/tmp"))
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    outcome = run(wanted.rounds, wanted.workers, wanted.folder, wanted.seed)
    print(
        f"{outcome.rounds:,} rounds; compared before {outcome.payments:,} payments and in {outcome.minutes:,} minutes:"
    )
    print(f"{len(outcome.differences):,} differences; of {outcome.planted:,} planted cents {outcome.found:,} found")
    for difference in outcome.differences[:10]:
        print(f"  {difference}")
    return 0 if outcome.holds else 1


if __name__ == "__main__":
    sys.exit(main())
