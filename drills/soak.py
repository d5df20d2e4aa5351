"""A long day on the floor: hundreds of clients for an hour, and nothing that grows.

    .venv/bin/python -m drills.soak [--minutes 60] [--clients 300] [--tables 50]

While the clients play, and one of them hangs up and comes back every second, the server's resident memory, open files,
tasks, objects and waiting frames are noted. After the warm-up (a fifth of the time) a line is laid through each series:
what it rises by until the end must be within what is allowed, or within what chance alone would make of it. No client
may be lost, and the books must balance at the end.
"""

import argparse
import asyncio
import gc
import os
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec

from drills.crowd import Crowd, a_server, memory
from pitboss.floor.app import Floor
from pitboss.store import open_books

EVERY = 5
"""Seconds between two samples."""
CERTAIN = 4
"""A slope of so many times its own uncertainty is no chance."""


class Sample(msgspec.Struct, frozen=True):
    """`waiting`: frames that wait for clients, in all; `longest`: the most for one of them."""

    at: float
    memory_kb: int
    files: int
    tasks: int
    objects: int
    waiting: int
    longest: int


ALLOWED = {"memory_kb": 0.05, "files": 0.02, "tasks": 0.05, "objects": 0.05, "waiting": 0.5}
"""What a series may rise by, as a share of its mean; of one that hardly exists, the number below."""
AT_LEAST = {"memory_kb": 4096, "files": 3, "tasks": 20, "objects": 5000, "waiting": 64}


def look(floor: Floor) -> None:
    """In the server: what only it knows, written to a file."""
    waiting = [len(client.outbox.frames) + len(client.outbox.behind) for client in floor.sockets.clients]
    seen = (len(asyncio.all_tasks()), len(gc.get_objects()), sum(waiting), max(waiting, default=0))
    place = Path(os.environ[LOOKED])
    place.with_suffix(".new").write_text(" ".join(map(str, seen)))
    place.with_suffix(".new").rename(place)


LOOKED = "PITBOSS_SOAK_LOOKED"


async def sampled(pid: int, began: float, looked: Path) -> Sample:
    looked.unlink(missing_ok=True)
    os.kill(pid, signal.SIGUSR1)
    while not looked.exists():
        await asyncio.sleep(0.05)
    tasks, objects, waiting, longest = map(int, looked.read_text().split())
    files = len(list(Path(f"/proc/{pid}/fd").iterdir()))
    return Sample(time.monotonic() - began, memory(pid), files, tasks, objects, waiting, longest)


async def watched(crowd: Crowd, pid: int, port: int, seconds: float, looked: Path, progress: bool) -> list[Sample]:
    began, found = time.monotonic(), list[Sample]()
    playing = asyncio.create_task(crowd.play(port, seconds, restless=True))
    while not playing.done():
        await asyncio.wait({playing}, timeout=min(EVERY, max(seconds / 20, 0.1)))
        if not playing.done():
            found.append(await sampled(pid, began, looked))
            if progress and len(found) % 12 == 0:
                print(f"  {found[-1].at / 60:5.1f} min: {told(found[-1])}, {crowd.frames:,} frames", flush=True)
    await playing
    return found


def told(sample: Sample) -> str:
    return (
        f"{sample.memory_kb / 1024:.1f} MB, {sample.files} files, {sample.tasks} tasks, {sample.objects:,} objects, "
        f"{sample.waiting} frames waiting (at most {sample.longest} for one)"
    )


def rise(times: Sequence[float], values: Sequence[float]) -> tuple[float, float]:
    """What the best line through a series rises by from its first to its last time, and how uncertain that is."""
    number = len(times)
    if number < 3:
        return 0.0, float("inf")
    middle, mean = sum(times) / number, sum(values) / number
    spread = sum((at - middle) ** 2 for at in times)
    slope = sum((at - middle) * (value - mean) for at, value in zip(times, values, strict=True)) / spread
    left = sum((value - mean - slope * (at - middle)) ** 2 for at, value in zip(times, values, strict=True))
    length = times[-1] - times[0]
    return slope * length, (left / (number - 2) / spread) ** 0.5 * length


def leaks(samples: Sequence[Sample]) -> list[str]:
    """What grows, in words."""
    warm = [sample for sample in samples if sample.at >= samples[-1].at / 5]
    found = []
    for name, share in ALLOWED.items():
        values = [getattr(sample, name) for sample in warm]
        more, uncertain = rise([sample.at for sample in warm], values)
        allowed = max(share * sum(values) / len(values), AT_LEAST[name])
        if more > allowed and more > CERTAIN * uncertain:
            found.append(f"{name} rises by {more:,.0f} (allowed {allowed:,.0f}, uncertain by {uncertain:,.0f})")
    return found


def drill(seconds: float, clients: int, tables: int, progress: bool = False) -> tuple[Crowd, list[Sample], list[str]]:
    """The crowd, the samples, and what was wrong."""
    crowd = Crowd(clients, tables)
    with tempfile.TemporaryDirectory() as folder:
        database, looked = str(Path(folder) / "floor.db"), Path(folder) / "looked"
        os.environ[LOOKED] = str(looked)
        with a_server(tables, clients, database, look) as (pid, port):
            samples = asyncio.run(watched(crowd, pid, port, seconds, looked, progress))
        books = open_books(database)
        wrong = leaks(samples)
        if cents := sum(books.balances().values()):
            wrong.append(f"the books are out of balance by {cents} cents")
        books.engine.dispose()
    if crowd.lost:
        wrong.append(f"{len(crowd.lost)} clients were lost: {crowd.lost[0]}")
    return crowd, samples, wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--clients", type=int, default=300)
    parser.add_argument("--tables", type=int, default=50)
    wanted = parser.parse_args()
    crowd, samples, wrong = drill(wanted.minutes * 60, wanted.clients, wanted.tables, progress=True)
    warm = [sample for sample in samples if sample.at >= samples[-1].at / 5]
    print(f"after the warm-up: {told(warm[0])}\nat the end:        {told(warm[-1])}")
    for name in ALLOWED:
        more, uncertain = rise([each.at for each in warm], [getattr(each, name) for each in warm])
        print(f"  {name:10} {more:+12,.1f} ± {uncertain:,.1f} from there to the end")
    print(f"{len(samples)} samples, {crowd.frames:,} frames, {len(crowd.late):,} events, {crowd.refused:,} refusals")
    for what in wrong:
        print(f"wrong: {what}")
    print("something is wrong" if wrong else "nothing grows")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
