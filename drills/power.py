"""Power cuts and failing disks under a store on SQLite.

    .venv/bin/python -m drills.power [--cuts 1000] [--seed 1] [--no-faults]

Each cut: a store plays real rounds on a simulated disk (`drills/disk.py`), the power goes at a random write or sync,
writes that were under way are dropped, torn or kept, and an ordinary store opens what is left. Everything acknowledged
must be there, the chain, the postings and the balances right. The record of the last entry is on the same disk: it must
cover everything acknowledged, and hold exactly where nothing of that was lost. The control with `synchronous=NORMAL`,
whose settings lie, must lose some, and the record must tell every time. Then every write, sync, truncation and deletion
of a session fails in turn: once or from then on, as an error or a full disk.
"""

import argparse
import random
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import apsw
import msgspec
from sqlalchemy import Connection

from drills.disk import Disk, Record
from drills.play import Table, seal
from pitboss.audit.verify import audit
from pitboss.refusal import Refusal
from pitboss.store import Batch, Receipt, open_store, tail
from pitboss.store.tail import check_tail, read_tail


class Outcome(msgspec.Struct):
    """What became of the runs: how many lost something acknowledged, how many commits, and what else went wrong.

    `not_noticed`: runs that lost something that a record of the last entry should have told of, and did not.
    """

    runs: int = 0
    lossy: int = 0
    lost: int = 0
    not_noticed: int = 0
    kept_unacknowledged: int = 0
    wrong: list[str] = []


def session() -> list[Batch]:
    """The same commands every time: a table opened, six players seated, a round played and revealed."""
    table = Table("t1")
    return [table.opening(), *table.seating(), *table.whole_round()]


def template(folder: Path) -> Path:
    """A new store, so that every run starts from one."""
    file = folder / "template.db"
    open_store(str(file)).close()
    return file


def play_on(disk: Disk, file: Path, batches: list[Batch]) -> list[Receipt]:
    """What was acknowledged before the disk gave up."""
    receipts: list[Receipt] = []
    heads = file.parent / "heads"
    with tail_on(disk), suppress(Refusal, OSError):
        store = open_store(str(file), program="drill", seal=seal, unseal=seal, connect=disk.connect, heads=heads)
        for batch in batches:
            receipts.append(store.commit(batch))
        disk.cut()
        store.close()
    return receipts


@contextmanager
def tail_on(disk: Disk) -> Iterator[None]:
    """The record of the last entry lies on the simulated disk too."""
    begin, sync = tail._begin, tail.sync_data
    simulated: Any = tail
    simulated._begin, simulated.sync_data = disk.begin, Record.sync
    try:
        yield
    finally:
        simulated._begin, simulated.sync_data = begin, sync


def look(file: Path, receipts: list[Receipt], outcome: Outcome, run: str) -> None:
    """Open what is left as any store, and compare it with what was acknowledged."""
    outcome.runs += 1
    try:
        with open_store(str(file), program="drill", seal=seal, unseal=seal) as store:
            head = store.books.head()
            found = audit(store.books)
            with store.books.moment() as connection:
                kept = {row[0]: row[1] for row in connection.exec_driver_sql("SELECT number, hash FROM journal")}
                holds = is_recorded(connection, file.parent)
    except Refusal as refusal:
        outcome.wrong.append(f"{run}: {refusal.code}: {refusal.message}")
        return
    missing = sum(kept.get(receipt.number) != receipt.hash for receipt in receipts)
    outcome.lossy += bool(missing)
    outcome.lost += missing
    outcome.not_noticed += bool(missing) and holds
    recorded = read_tail(file.parent)
    if receipts and (recorded is None or recorded.number < receipts[-1].number):
        outcome.wrong.append(f"{run}: entry {receipts[-1].number} was acknowledged before it was recorded")
    if not missing and not holds:
        outcome.wrong.append(f"{run}: nothing was lost, and the record says so")
    outcome.kept_unacknowledged += head.number > len(receipts)
    outcome.wrong += [f"{run}: {fault.sentence}" for fault in found.faults]


def is_recorded(connection: Connection, folder: Path) -> bool:
    """Whether the store holds what the record says, as a start would see it."""
    recorded = read_tail(folder)
    try:
        if recorded is not None:
            check_tail(connection, recorded)
    except Refusal:
        return False
    return True


def cuts(times: int, seed: int, sync: str, folder: Path) -> Outcome:
    """So many power cuts, each at its own place."""
    start, batches, outcome = template(folder), session(), Outcome()
    for n in range(times):
        rng = random.Random(f"{seed} {n}")
        here, after = folder / "run", folder / "after"
        for each in (here, after):
            shutil.rmtree(each, ignore_errors=True)
            each.mkdir()
        file = here / "store.db"
        shutil.copy(start, file)
        disk = Disk(stops_at=rng.randint(1, 400))
        disk.sync, disk.checkpoint = sync, rng.choice([4, 20, 1000])
        disk.hold(file)
        receipts = play_on(disk, file, batches[: rng.randint(1, len(batches))])
        disk.after_the_cut(rng, after)
        disk.close()
        look(after / "store.db", receipts, outcome, f"cut {n}")
    return outcome


FAULTS: list[tuple[str, type[Exception], bool]] = [
    ("an error once", apsw.IOError, False),
    ("errors from then on", apsw.IOError, True),
    ("a full disk once", apsw.FullError, False),
    ("a full disk from then on", apsw.FullError, True),
]


def faults(folder: Path, every: int = 1, tell: Callable[[str], None] = lambda _: None) -> Outcome:
    """Each operation of the session fails in turn. `every`: only each so many-th, for a short form."""
    start, batches, outcome = template(folder), session(), Outcome()
    for words, error, for_good in FAULTS:
        k = 0
        while True:
            k += every
            here = folder / "run"
            shutil.rmtree(here, ignore_errors=True)
            here.mkdir()
            file = here / "store.db"
            shutil.copy(start, file)
            disk = Disk(fails_at=k, for_good=for_good, error=error)
            disk.checkpoint = 20
            receipts = play_on(disk, file, batches)
            (here / tail.NAME).write_bytes(disk.safe.get(str(here / "heads" / tail.NAME), b""))
            reached = disk.count >= k
            disk.close()
            if not reached:
                break
            look(file, receipts, outcome, f"{words}, operation {k}")
        tell(f"{words}: {k - every} operations")
    return outcome


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cuts", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-faults", action="store_true", help="only the power cuts")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as named:
        folder = Path(named)
        full = cuts(wanted.cuts, wanted.seed, "FULL", folder)
        tell("FULL", full)
        control = cuts(wanted.cuts, wanted.seed, "NORMAL", folder)
        tell("NORMAL (control)", control)
        failing = Outcome() if wanted.no_faults else faults(folder, tell=print)
        if not wanted.no_faults:
            tell("failing disk", failing)
    unnoticed = control.not_noticed or control.wrong
    bad = full.lost or full.wrong or failing.lost or failing.wrong or unnoticed or not control.lost
    print("NOT AS IT MUST BE" if bad else "nothing acknowledged was lost; the control lost some, as it must")
    return 1 if bad else 0


def tell(name: str, outcome: Outcome) -> None:
    words = f"{outcome.lossy:,} lost something ({outcome.lost:,} acknowledged commits)"
    words += f", {outcome.not_noticed:,} not noticed"
    more = f"{outcome.kept_unacknowledged:,} kept one nobody was told of, {len(outcome.wrong):,} faults"
    print(f"{name}: {outcome.runs:,} runs, {words}, {more}", flush=True)
    for fault in outcome.wrong[:10]:
        print(f"  {fault}")


if __name__ == "__main__":
    sys.exit(main())
