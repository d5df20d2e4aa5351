"""A writer killed without warning, again and again, in the middle of play.

    .venv/bin/python -m drills.kill [--kills 200] [--seed 1] [--database URL]

A process gives a store commands and prints a line for every one it is told is kept; it is killed after a random time.
The next one opens the same store and gives the first command that was not acknowledged, again under the same key:
whether it had been kept or not, it counts once. After every kill the store is audited: everything acknowledged is
there, nothing is doubled, the chain holds.
"""

import argparse
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import msgspec

from drills.play import seal
from pitboss.audit.verify import audit
from pitboss.store import Batch, Record, Store, open_books, open_store

ROOT = Path(__file__).resolve().parents[1]


class Outcome(msgspec.Struct):
    kills: int = 0
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    in_doubt: int = 0
    slowest_restart: int = 0
    faults: list[str] = []


def command(n: int) -> Batch:
    """The n-th command ever given: one cent for the player, under its own key."""
    record = Record(kind="bonus", component="drill", who="drill", entries=(("house", "wallet:ann", 1),))
    return Batch(at=n, records=(record,), who="ann", key=f"k{n}", digest=b"%d" % n, answer=b"%d" % n)


def write(store: Store, first: int) -> None:
    """Command after command, a line for each that is kept, until somebody ends it."""
    n = first
    while True:
        store.commit(command(n))
        sys.stdout.write(f"{n}\n")
        sys.stdout.flush()
        n += 1


def run(kills: int, seed: int, database: str, heads: Path) -> Outcome:
    rng, outcome, last = random.Random(seed), Outcome(), 0
    for _ in range(kills):
        given = [
            sys.executable,
            "-m",
            "drills.kill",
            "--write",
            str(last + 1),
            "--database",
            database,
            "--heads",
            heads,
        ]
        writer = subprocess.Popen([str(each) for each in given], stdout=subprocess.PIPE, text=True, cwd=ROOT)
        assert writer.stdout
        begun = time.monotonic_ns()
        first = writer.stdout.readline()
        outcome.slowest_restart = max(outcome.slowest_restart, (time.monotonic_ns() - begun) // 1_000_000)
        assert first.strip() == str(last + 1), f"the writer said {first!r}"
        time.sleep(rng.uniform(0, 0.3))
        writer.kill()
        told = [int(line) for line in writer.stdout.read().split("\n")[:-1]]
        writer.wait()
        writer.stdout.close()
        last = told[-1] if told else last + 1
        outcome.kills += 1
        outcome.acknowledged = last
        check(database, heads, last, outcome)
    return outcome


def check(database: str, heads: Path, last: int, outcome: Outcome) -> None:
    """Every acknowledged command has its cent once; at most one more was kept that nobody was told of."""
    books = open_books(database, seal)
    outcome.faults += [fault.sentence for fault in audit(books, heads).faults if fault.where != "0"]
    for n in range(max(1, last - 2), last + 1):
        outcome.lost += books.answer("ann", f"k{n}", b"%d" % n) != b"%d" % n
    extra = books.answer("ann", f"k{last + 1}", b"%d" % (last + 1)) is not None
    outcome.in_doubt += extra
    outcome.doubled += books.balance("wallet:ann") != last + extra
    books.engine.dispose()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", default="")
    parser.add_argument("--heads", default="")
    parser.add_argument("--write", type=int, default=0, help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    if wanted.write:
        write(open_store(wanted.database, heads=Path(wanted.heads)), wanted.write)
    with tempfile.TemporaryDirectory() as folder:
        database = wanted.database or str(Path(folder) / "store.db")
        outcome = run(wanted.kills, wanted.seed, database, Path(folder) / "heads")
    print(f"{outcome.kills:,} kills, {outcome.acknowledged:,} acknowledged commands: {outcome.lost:,} lost,")
    print(f"{outcome.doubled:,} times a cent too many or too few, {outcome.in_doubt:,} kept that nobody was told of,")
    print(f"{len(outcome.faults):,} faults found by the audit; slowest start {outcome.slowest_restart:,} ms")
    return 1 if outcome.lost or outcome.doubled or outcome.faults else 0


if __name__ == "__main__":
    sys.exit(main())
