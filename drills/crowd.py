"""A crowd at a floor: a server in a process of its own, and hundreds of players on sockets in another.

For the benchmark and the soak. The players' side does as little as can be: frames are taken apart by hand, and only the
few fields that a player acts on are read, so that what is measured is the server.
"""

import asyncio
import base64
import multiprocessing
import os
import random
import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from pitboss.fair import Entropy
from pitboss.fair.sealing import Seal
from pitboss.floor.app import Floor, make_app
from pitboss.floor.clock import SystemClock
from pitboss.floor.gate import COOKIE, Gate, local_origins
from pitboss.floor.means import Means
from pitboss.floor.person import Person
from pitboss.floor.serve import Server, listen, settle_in, uvicorn_config
from pitboss.store import Batch, Record, open_store

GAMES = (
    *("three-card-poker", "four-card-poker", "high-card-flush", "what-the-flush", "texas-holdem-bonus"),
    *("spanish-21", "double-attack-blackjack"),
)
"""At each a player bets, waits and decides; at dice a round has no such end."""
BOXES = ("spanish-21", "double-attack-blackjack")
SEATS = 6
CENTS = 1_000_000_00
SOONEST, LATEST = 0.3, 2.5
"""Seconds that a player thinks."""

Look = Callable[[Floor], None]


# The server


class Names:
    """Sessions whose token is the person's name."""

    def person(self, token: str) -> Person | None:
        return Person(token, "player")

    def lives(self, token: str) -> bool:
        return self.person(token) is not None


def game_of(table: int) -> str:
    return GAMES[table % len(GAMES)]


async def serve(ports: Any, tables: int, clients: int, folder: Path, database: str, look: Look | None) -> None:
    entropy = Entropy()
    seal = Seal(bytes(range(32)), entropy)
    store = open_store(database, program="crowd", seal=seal.seal, unseal=seal.unseal, heads=folder / "heads")
    listening = listen("127.0.0.1", 0)
    number = listening.getsockname()[1]
    floor = Floor(Means(store, SystemClock(), entropy, seal), Gate(Names(), local_origins(number)))
    funded = tuple(
        Record(kind="funded", component="crowd", who=f"c{n}", entries=(("house", f"wallet:c{n}", CENTS),))
        for n in range(clients)
    )
    await floor.means.commit(Batch(at=1, records=funded))
    for n in range(tables):
        await floor.pit.open({"id": f"t{n}", "table": {"game": game_of(n)}}, "crowd")
    running = Server(uvicorn_config(make_app(floor)))
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGTERM, lambda: setattr(running, "should_exit", True))
    if look is not None:
        loop.add_signal_handler(signal.SIGUSR1, look, floor)
    settle_in()
    ports.put(number)
    await running.serve([listening])
    await floor.stop(0)


def _server(ports: Any, tables: int, clients: int, folder: str, database: str, look: Look | None) -> None:
    asyncio.run(serve(ports, tables, clients, Path(folder), database, look))


@contextmanager
def a_server(tables: int, clients: int, database: str = "", look: Look | None = None) -> Iterator[tuple[int, int]]:
    """The process and the port of a floor with so many tables. `look` is called there on SIGUSR1."""
    with tempfile.TemporaryDirectory() as folder:
        ports: multiprocessing.Queue[int] = multiprocessing.Queue()
        kept = database or str(Path(folder) / "floor.db")
        child = multiprocessing.Process(target=_server, args=(ports, tables, clients, folder, kept, look))
        child.start()
        assert child.pid is not None
        try:
            yield child.pid, ports.get(timeout=120)
        finally:
            os.kill(child.pid, signal.SIGTERM)
            child.join(60)
            if child.is_alive():
                child.kill()
                child.join()


def memory(pid: int) -> int:
    """Resident kilobytes."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1])
    return 0


def processor(pid: int) -> float:
    """Seconds of a processor that a process has used."""
    used = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return sum(map(int, used)) / os.sysconf("SC_CLK_TCK")


# The players


class Choice(msgspec.Struct, omit_defaults=True):
    do: str
    position: int | None = None
    hand: int | None = None
    action: str | None = None
    amount: str | None = None


class View(msgspec.Struct):
    """What a player looks at."""

    round: int
    betting: bool
    seats: dict[str, str]
    choices: list[Choice]


class Told(msgspec.Struct):
    type: str
    sequence: int = 0
    at: int = 0
    view: View | None = None


_told = msgspec.json.Decoder(Told)

Late = dict[tuple[str, int], int]
"""By table and sequence of an event message: microseconds from its commit to the slowest client so far."""


class Crowd:
    """All players, and what they have seen."""

    def __init__(self, clients: int, tables: int) -> None:
        self.clients, self.tables = clients, tables
        self.late: Late = {}
        self.frames = 0
        self.refused = 0
        self.lost: list[str] = []

    async def play(self, port: int, seconds: float, restless: bool = False) -> None:
        """`restless`: every second somebody hangs up and comes back."""
        until = time.monotonic() + seconds
        everybody = [await self._connect(number, port) for number in range(self.clients)]
        while time.monotonic() < until:
            await asyncio.sleep(min(1, max(until - time.monotonic(), 0)))
            if restless:
                number = random.randrange(self.clients)
                everybody[number].hang_up()
                everybody[number] = await self._connect(number, port)
        for player in everybody:
            player.hang_up()

    async def _connect(self, number: int, port: int) -> "Player":
        player = Player(self, number, port)
        await asyncio.get_running_loop().create_connection(lambda: player, "127.0.0.1", port)
        return player


class Player(asyncio.Protocol):
    """Sits down, bets and decides, each after a moment's thought."""

    def __init__(self, crowd: Crowd, number: int, port: int) -> None:
        self.crowd, self.port = crowd, port
        self.name, self.table = f"c{number}", f"t{number % crowd.tables}"
        self.wager = "bet" if game_of(number % crowd.tables) in BOXES else "ante"
        self.place = number // crowd.tables % SEATS + 1
        self.answered: tuple[str, int] = ("", 0)
        self.buffer = b""
        self.open = self.gone = False
        self.transport: asyncio.Transport

    # The socket: a handshake, then frames of a server, which are never masked nor split

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        lines = (
            "GET /ws HTTP/1.1",
            f"Host: 127.0.0.1:{self.port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
            f"Origin: http://127.0.0.1:{self.port}",
            f"Cookie: {COOKIE}={self.name}",
        )
        transport.write("".join(f"{line}\r\n" for line in (*lines, "")).encode())

    def data_received(self, data: bytes) -> None:
        now = time.time_ns() // 1000
        self.buffer += data
        if not self.open:
            head, mark, self.buffer = self.buffer.partition(b"\r\n\r\n")
            if not mark:
                self.buffer = head
                return
            assert head.startswith(b"HTTP/1.1 101"), head
            self.open = True
            self.say({"type": "watch", "table": self.table})
            self.do({"do": "sit", "position": self.place})
            self.do({"do": "buy_in", "amount": "100000.00"})
        while (found := self._frame()) is not None:
            kind, body = found
            if kind == 1:
                self.heard(body, now)
            elif kind == 9:
                self._send(0x8A, body)

    def _frame(self) -> tuple[int, bytes] | None:
        held = self.buffer
        if len(held) < 2:
            return None
        size, at = held[1], 2
        if size >= 126:
            at = 4 if size == 126 else 10
            size = int.from_bytes(held[2:at], "big")
        if len(held) < at + size:
            return None
        self.buffer = held[at + size :]
        return held[0] & 15, held[at : at + size]

    def _send(self, head: int, body: bytes) -> None:
        """Masked with zeros, which changes nothing."""
        size = len(body)
        length = bytes([0x80 | size]) if size < 126 else bytes([0xFE]) + size.to_bytes(2, "big")
        self.transport.write(bytes([head]) + length + b"\0\0\0\0" + body)

    def hang_up(self) -> None:
        self.gone = True
        self.transport.close()

    def connection_lost(self, error: Exception | None) -> None:
        if not self.gone:
            self.crowd.lost.append(f"{self.name}: {error}")

    # The player

    def say(self, said: Any) -> None:
        self._send(0x81, msgspec.json.encode(said))

    def do(self, command: Any) -> None:
        if not self.transport.is_closing():
            self.say({"type": "do", "table": self.table, "command": command})

    def heard(self, body: bytes, now: int) -> None:
        told, crowd = _told.decode(body), self.crowd
        crowd.frames += 1
        if told.type == "events":
            known = (self.table, told.sequence)
            crowd.late[known] = max(crowd.late.get(known, 0), now - told.at)
        elif told.type == "error":
            crowd.refused += 1
        if told.view is not None:
            self.react(told.view, told.sequence)

    def react(self, view: View, sequence: int) -> None:
        deciding = [each for each in view.choices if each.do == "decide"]
        if deciding:
            about: tuple[str, int] = ("decide", sequence)
            command: Any = random.choice(deciding)
        elif view.betting and view.seats.get(str(self.place)) == self.name:
            about = ("bet", view.round)
            command = {"do": "bet", "position": self.place, "wagers": {self.wager: "10.00"}}
        else:
            return
        if about != self.answered:
            self.answered = about
            asyncio.get_running_loop().call_later(random.uniform(SOONEST, LATEST), self.do, command)
