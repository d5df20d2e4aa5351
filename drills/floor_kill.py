"""The floor killed with -9 amid play, again and again: nothing acknowledged is missing, no cent lost or doubled.

    .venv/bin/python -m drills.floor_kill [--kills 50] [--database postgresql://…] [--seed 1]

A child process runs a floor full of bots in a hurry and writes a line for every command that was acknowledged. It is
killed at a random moment; then the store must hold every line that came out, books and chain must agree, and the next
child must be ready soon. INT-01, LED-06, PRG-12.
"""

import argparse
import asyncio
import os
import random
import select
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec

from pitboss.audit.verify import audit
from pitboss.fair import Entropy
from pitboss.fair.sealing import Seal
from pitboss.floor.bots import Crew
from pitboss.floor.clock import SystemClock
from pitboss.floor.live import Answer, LiveTable
from pitboss.floor.means import Means
from pitboss.floor.person import Person
from pitboss.floor.pit import Pit
from pitboss.store import open_books, open_store

GAMES = ("three-card-poker", "four-card-poker", "high-card-flush", "what-the-flush", "texas-holdem-bonus")
TABLES, BOTS = 17, ("simple", "random", "simple")
KEY = bytes(range(32))
QUICK = {"betting": 50, "all_have_bet": 0, "decision": 50, "pace": 0}
PROGRESSIVE = "high-card-flush"


class Outcome(msgspec.Struct):
    kills: int = 0
    acknowledged: int = 0
    missing: int = 0
    out_of_balance: int = 0
    faults: int = 0
    slowest_start_ms: int = 0
    entries: int = 0


async def play(folder: Path, database: str) -> None:
    """The child: a floor until somebody kills it."""
    began = time.monotonic_ns()
    entropy = Entropy()
    seal = Seal(KEY, entropy)
    heads = folder / "heads"
    store = open_store(database, program="drill", seal=seal.seal, unseal=seal.unseal, heads=heads, claim=True)
    pit = Pit(Means(store, SystemClock(), entropy, seal))
    await pit.restore()
    say("ready", (time.monotonic_ns() - began) // 1_000_000)
    for number in range(TABLES):
        game = GAMES[number % len(GAMES)]
        group = "jackpot" if game == PROGRESSIVE else ""
        plan = {"id": f"t{number}", "table": {"game": game}, "group": group, "timing": QUICK, "bots": BOTS}
        if plan["id"] not in pit.live:
            await pit.open(plan, "drill")
    LiveTable.do = acknowledged(LiveTable.do)  # type: ignore[method-assign]
    crew = Crew(pit)
    while True:
        await crew.act(hurry=True)
        await pit.tick()


def acknowledged(do: Any) -> Any:
    """The same with a key of its own for every command, and a line for every answer."""
    run, count = os.urandom(8).hex(), iter(range(1 << 62))

    async def wrapped(table: LiveTable, person: Person, given: dict[str, Any]) -> Answer:
        key = f"{run}-{next(count)}"
        answer: Answer = await do(table, person, given | {"key": key})
        say("done", table.id, answer.sequence, person.name, key)
        return answer

    return wrapped


def say(*words: object) -> None:
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


def kill_once(folder: Path, database: str, outcome: Outcome, random_: random.Random) -> list[list[str]]:
    """Let a child play for a moment, kill it; the lines it has acknowledged."""
    command = [sys.executable, "-m", "drills.floor_kill", "--child", str(folder), "--database", database]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert child.stdout is not None
    heard = b""
    try:
        first = child.stdout.readline().split()
        assert first[:1] == [b"ready"], "the floor did not come back"
        outcome.slowest_start_ms = max(outcome.slowest_start_ms, int(first[1]))
        until = time.monotonic_ns() + random_.randrange(50, 3000) * 1_000_000
        while (left := until - time.monotonic_ns()) > 0:
            if select.select([child.stdout], [], [], left / 1e9)[0]:
                heard += os.read(child.stdout.fileno(), 1 << 16)
    finally:
        child.send_signal(signal.SIGKILL)
        heard += child.stdout.read()
        child.wait()
    outcome.kills += 1
    return [line.decode().split() for line in heard.split(b"\n")[:-1]]


def check(folder: Path, database: str, done: list[list[str]], outcome: Outcome, thoroughly: bool) -> None:
    """What was acknowledged is there, once; every account is the sum of what was posted; the chain is whole."""
    books = open_books(database)
    try:
        last = {name: sequence for name, (_, sequence) in books.tables().items()}
        with books.moment() as connection:
            wanted = [key for _, _, _, _, key in done]
            found: set[str] = set()
            for at in range(0, len(wanted), 500):
                named = ", ".join(f"'{key}'" for key in wanted[at : at + 500])
                found |= {*connection.exec_driver_sql(f"SELECT key FROM journal WHERE key IN ({named})").scalars()}
        outcome.acknowledged += len(done)
        outcome.missing += sum(key not in found or last[table] < int(at) for _, table, at, _, key in done)
        outcome.out_of_balance += sum(books.balances().values()) != 0
        if thoroughly:
            findings = audit(books, folder / "heads")
            outcome.faults += len(findings.faults)
            outcome.entries = findings.entries
            for fault in findings.faults[:5]:
                sys.stderr.write(f"{fault}\n")
    finally:
        books.engine.dispose()


def drill(kills: int, database: str, folder: Path, seed: int = 1, thorough_every: int = 10) -> Outcome:
    outcome, random_ = Outcome(), random.Random(seed)
    for number in range(1, kills + 1):
        done = kill_once(folder, database, outcome, random_)
        check(folder, database, done, outcome, number % thorough_every == 0 or number == kills)
    return outcome


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--database", default="")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--child", default="")
    wanted = parser.parse_args()
    if wanted.child:
        asyncio.run(play(Path(wanted.child), wanted.database))
    with tempfile.TemporaryDirectory() as folder:
        database = wanted.database or str(Path(folder) / "floor.db")
        outcome = drill(wanted.kills, database, Path(folder), wanted.seed)
    print(msgspec.json.format(msgspec.json.encode(outcome)).decode())
    return 1 if outcome.missing or outcome.out_of_balance or outcome.faults else 0


if __name__ == "__main__":
    sys.exit(main())
