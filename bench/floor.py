"""How soon every client sees what happened: 300 clients play at 50 tables over their sockets, on one server.

    .venv/bin/python bench/floor.py [--tables 50] [--clients 300] [--seconds 60] [--database FILE or URL]

For every event message: the time from its commit (stamped in the writer's thread when the disk has it) until the
slowest of the clients that watch the table has it. Printed are the 50th, 90th, 99th and 100th percentile, messages a
second, what a message costs of a processor in the server and in the players' process, and the server's memory at the
start and at the end. On a machine with other work only the processor's time says something.
"""

import argparse
import asyncio
import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from drills.crowd import Crowd, a_server, memory, processor

WARM_UP = 5
"""Seconds in which everybody sits down; they do not count."""


async def measured(crowd: Crowd, pid: int, port: int, seconds: int) -> dict[str, float]:
    playing = asyncio.create_task(crowd.play(port, WARM_UP + seconds))
    await asyncio.sleep(WARM_UP)
    crowd.late.clear()
    crowd.frames = 0
    server, players, began = processor(pid), time.process_time(), time.monotonic()
    await playing
    return {
        "server": processor(pid) - server,
        "players": time.process_time() - players,
        "seconds": time.monotonic() - began,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--clients", type=int, default=300)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--database", default="")
    wanted = parser.parse_args()
    crowd = Crowd(wanted.clients, wanted.tables)
    with a_server(wanted.tables, wanted.clients, wanted.database) as (pid, port):
        before = memory(pid)
        used = asyncio.run(measured(crowd, pid, port, wanted.seconds))
        after = memory(pid)
    if crowd.lost:
        print(f"{len(crowd.lost)} clients were lost: {crowd.lost[0]}")
    found, frames = sorted(crowd.late.values()), max(crowd.frames, 1)
    load, share_of_core = round(os.getloadavg()[0], 1), 100 * used["server"] / used["seconds"]
    cores = os.cpu_count()
    print(f"{wanted.clients} clients at {wanted.tables} tables for {wanted.seconds} s; {cores} cores, load {load}")
    print(f"{len(found)} event messages, {len(found) / used['seconds']:.0f} a second, to the slowest client of each:")
    for share in (50, 90, 99, 100):
        print(f"  p{share:<4} {found[min(len(found) * share // 100, len(found) - 1)] / 1000:8.1f} ms")
    print(f"{frames:,} frames delivered: {1e6 * used['server'] / frames:.0f} us of a processor each in the server,")
    print(f"  {1e6 * used['players'] / frames:.0f} in the players'; the server took {share_of_core:.0f} % of a core")
    print(f"server's memory: {before // 1024} MB before, {after // 1024} MB after")


if __name__ == "__main__":
    main()
