"""How long the floor stands still while the coach is asked for the first time: a table is played meanwhile.

    .venv/bin/python bench/coach.py [--game spanish-21] [--kept]

Two tables: at one, bots play; at the other a player is asked, and asks the coach. Printed are how long the answer took,
how many rounds the bots played meanwhile, and the longest time in which the event loop did nothing else, which is how
long every table and every socket waited. With `--kept` what earlier runs have compiled and counted is used.
"""

import argparse
import asyncio
import os
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from pitboss.coach import situation
from pitboss.fair import Entropy
from pitboss.fair.sealing import Seal
from pitboss.floor.bots import Crew
from pitboss.floor.clock import SystemClock
from pitboss.floor.live import LiveTable
from pitboss.floor.means import Means
from pitboss.floor.person import Person
from pitboss.floor.pit import Pit
from pitboss.store import Batch, Record, open_store

QUICK = {"betting": 100, "all_have_bet": 50, "decision": 50, "pace": 5}
SLOW = {"betting": 100, "all_have_bet": 50, "decision": 3_600_000}
LOOK = 2
"""Milliseconds between two looks at the loop."""


class Watch:
    """How late the loop comes back, at the worst, and how long it was late in all; without the time in which it was
    ready to run and other programs had the processors, as far as the system tells it."""

    def __init__(self) -> None:
        self.longest = self.late = 0
        self._queue = Path(f"/proc/self/task/{threading.get_native_id()}/schedstat")

    def _queued(self) -> int:
        return int(self._queue.read_text().split()[1]) if self._queue.exists() else 0

    async def look(self) -> None:
        while True:
            began, queued = time.monotonic_ns(), self._queued()
            await asyncio.sleep(LOOK / 1000)
            waited = time.monotonic_ns() - began - (self._queued() - queued)
            late = max(0, waited // 1_000_000 - LOOK)
            self.longest = max(self.longest, late)
            self.late += late


async def over_and_over(act: Any) -> None:
    while True:
        await act()
        await asyncio.sleep(0.02)


async def asked(pit: Pit, game: str) -> tuple[LiveTable, Person]:
    """A player before a decision; dealt again until there is one."""
    table = await pit.open({"id": "asked", "table": {"game": game}, "timing": SLOW}, "bench")
    ann = Person("ann", "player")
    funded = Record(kind="wallet_funded", component="accounts", who="ann", entries=(("house", "wallet:ann", 10**8),))
    await pit.means.commit(Batch(at=pit.means.clock.wall(), records=(funded,)))
    await table.do(ann, {"do": "sit", "position": 2})
    await table.do(ann, {"do": "buy_in", "amount": "10000.00"})
    main = str(getattr(table.house.rules, "ante", "bet"))
    while not any(each["do"] == "decide" for each in table.view(ann)["choices"]):
        if table.state.betting and not table.state.has_wagers("ann"):
            await table.do(ann, {"do": "bet", "position": 2, "wagers": {main: "10.00"}})
        await asyncio.sleep(0.02)
    return table, ann


async def measured(folder: Path, game: str) -> None:
    clock, entropy = SystemClock(), Entropy()
    seal = Seal(bytes(32), entropy)
    store = open_store(str(folder / "floor.db"), program="bench", seal=seal.seal, unseal=seal.unseal)
    pit = Pit(Means(store, clock, entropy, seal))
    crew, watch = Crew(pit), Watch()
    bots = await pit.open(
        {"id": "bots", "table": {"game": "three-card-poker"}, "timing": QUICK, "bots": ["simple", "random"]}, "bench"
    )
    running = [asyncio.create_task(over_and_over(each)) for each in (pit.tick, crew.act)]
    table, ann = await asked(pit, game)
    at = situation(table.house.rules, table.view(ann))
    running.append(asyncio.create_task(watch.look()))
    await asyncio.sleep(2)
    quiet, rounds, began = watch.longest, bots.state.number, time.monotonic()
    watch.longest = watch.late = 0
    while (found := await pit.coach.advise(table.house.rules, at)) is None:
        pass
    took = time.monotonic() - began
    print(f"{game}: {len(found.choices)} choices after {took:.1f} s; load {os.getloadavg()[0]:.1f}")
    print(f"  rounds of the other table meanwhile: {bots.state.number - rounds}")
    print(f"  longest the loop waited: {watch.longest} ms; before the question {quiet} ms")
    print(f"  late in all: {watch.late} ms, {watch.late / took / 10:.1f} % of the time")
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
    pit.coach.close()
    store.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="spanish-21")
    parser.add_argument("--kept", action="store_true")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if not wanted.kept:
            os.environ["PITBOSS_CACHE"] = folder
        asyncio.run(measured(Path(folder), wanted.game))


if __name__ == "__main__":
    main()
