"""How soon every client sees what happened: 300 clients play at 50 tables over their sockets, on one server.

    .venv/bin/python bench/floor.py [--tables 50] [--clients 300] [--seconds 60] [--database FILE or URL]

For every event message: the time from its commit (stamped in the writer's thread when the disk has it) until the
slowest of the clients that watch the table has it. Printed are the 50th, 90th, 99th and 100th percentile, messages a
second, and the server's memory at the start and at the end.
"""

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import signal
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from pitboss.fair import Entropy
from pitboss.fair.sealing import Seal
from pitboss.floor.app import Floor, make_app
from pitboss.floor.clock import SystemClock
from pitboss.floor.gate import COOKIE, Gate, local_origins
from pitboss.floor.means import Means
from pitboss.floor.person import Person
from pitboss.floor.serve import Server, listen, uvicorn_config
from pitboss.store import Batch, Record, open_store

GAMES = ("three-card-poker", "four-card-poker", "high-card-flush", "what-the-flush", "texas-holdem-bonus")
SEATS = 6
CENTS = 1_000_000_00


class Names:
    """Sessions whose token is the person's name."""

    def person(self, token: str) -> Person | None:
        return Person(token, "player")


def server(port: "multiprocessing.Queue[int]", tables: int, clients: int, folder: str, database: str) -> None:
    asyncio.run(serve(port, tables, clients, Path(folder), database))


async def serve(port: "multiprocessing.Queue[int]", tables: int, clients: int, folder: Path, database: str) -> None:
    entropy = Entropy()
    seal = Seal(bytes(range(32)), entropy)
    store = open_store(database, program="bench", seal=seal.seal, unseal=seal.unseal, heads=folder / "heads")
    listening = listen("127.0.0.1", 0)
    number = listening.getsockname()[1]
    floor = Floor(Means(store, SystemClock(), entropy, seal), Gate(Names(), local_origins(number)))
    funded = tuple(
        Record(kind="funded", component="bench", who=f"c{n}", entries=(("house", f"wallet:c{n}", CENTS),))
        for n in range(clients)
    )
    await floor.means.commit(Batch(at=1, records=funded))
    for n in range(tables):
        await floor.pit.open({"id": f"t{n}", "table": {"game": GAMES[n % len(GAMES)]}}, "bench")
    running = Server(uvicorn_config(make_app(floor)))
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, lambda: setattr(running, "should_exit", True))
    port.put(number)
    await running.serve([listening])
    await floor.stop(0)


class Client:
    """A player who sits down, bets and decides, each after a moment's thought."""

    def __init__(self, number: int, tables: int, late: dict[tuple[str, int], int], until: int) -> None:
        self.name, self.table = f"c{number}", f"t{number % tables}"
        self.place = number // tables % SEATS + 1
        self.late, self.until = late, until
        self.answered: set[Any] = set()

    async def play(self, port: int) -> None:
        headers, origin = {"Cookie": f"{COOKIE}={self.name}"}, f"http://127.0.0.1:{port}"
        async with connect(
            f"ws://127.0.0.1:{port}/ws",
            origin=Origin(origin),
            additional_headers=headers,
            max_size=None,
        ) as socket:
            await socket.send(json.dumps({"type": "watch", "table": self.table}))
            await self.do(socket, {"do": "sit", "position": self.place})
            await self.do(socket, {"do": "buy_in", "amount": "100000.00"})
            while time.time_ns() // 1000 < self.until:
                async with asyncio.timeout(30):
                    frame = await socket.recv()
                now = time.time_ns() // 1000
                message = json.loads(frame)
                if message["type"] == "events":
                    known = (self.table, message["sequence"])
                    self.late[known] = max(self.late.get(known, 0), now - message["at"])
                if "view" in message:
                    self.react(socket, message["view"])

    def react(self, socket: ClientConnection, view: dict[str, Any]) -> None:
        command: dict[str, Any] | None = None
        if (
            view["betting"]
            and view["seats"].get(str(self.place)) == self.name
            and str(self.place) not in view["positions"]
        ):
            command = {"do": "bet", "position": self.place, "wagers": {"ante": "10.00"}}
            about: Any = ("bet", view["round"])
        else:
            found = [each for each in view["choices"] if each["do"] == "decide"]
            if found:
                command = {name: found[-1][name] for name in found[-1] if name not in ("by", "who")}
                about = ("decide", view["round"], view["next"]["says"], len(view["community"]))
        if command is not None and about not in self.answered:
            self.answered.add(about)
            _background(self.later(socket, command))

    async def later(self, socket: ClientConnection, command: dict[str, Any]) -> None:
        await asyncio.sleep(random.uniform(0.3, 2.5))
        with suppress(ConnectionClosed):
            await self.do(socket, command)

    async def do(self, socket: ClientConnection, command: dict[str, Any]) -> None:
        await socket.send(json.dumps({"type": "do", "table": self.table, "command": command}))


_tasks: set[asyncio.Task[None]] = set()


def _background(act: Any) -> None:
    task = asyncio.create_task(act)
    _tasks.add(task)
    task.add_done_callback(_tasks.discard)


def memory(pid: int) -> int:
    """Resident megabytes."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) // 1024
    return 0


async def crowd(port: int, clients: int, tables: int, seconds: int) -> dict[tuple[str, int], int]:
    late: dict[tuple[str, int], int] = {}
    until = time.time_ns() // 1000 + seconds * 1_000_000
    everybody = [Client(number, tables, late, until).play(port) for number in range(clients)]
    ended = await asyncio.gather(*everybody, return_exceptions=True)
    lost = [each for each in ended if isinstance(each, BaseException)]
    if lost:
        print(f"{len(lost)} clients were lost: {lost[0]!r}")
    return late


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--clients", type=int, default=300)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--database", default="")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        ports: multiprocessing.Queue[int] = multiprocessing.Queue()
        database = wanted.database or str(Path(folder) / "floor.db")
        child = multiprocessing.Process(target=server, args=(ports, wanted.tables, wanted.clients, folder, database))
        child.start()
        port = ports.get(timeout=120)
        assert child.pid is not None
        before = memory(child.pid)
        late = asyncio.run(crowd(port, wanted.clients, wanted.tables, wanted.seconds))
        after = memory(child.pid)
        os.kill(child.pid, signal.SIGTERM)
        child.join(60)
    found = sorted(late.values())
    cores, rate = os.cpu_count(), len(found) / wanted.seconds
    print(f"{wanted.clients} clients at {wanted.tables} tables for {wanted.seconds} s; {cores} cores for all of it")
    print(f"{len(found)} event messages, {rate:.0f} a second; from the commit to the slowest client of each:")
    for share in (50, 90, 99, 100):
        print(f"  p{share:<4} {found[min(len(found) * share // 100, len(found) - 1)] / 1000:8.1f} ms")
    print(f"server's memory: {before} MB before, {after} MB after")


if __name__ == "__main__":
    main()
