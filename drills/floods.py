"""Whether other players notice a flood: their commands are timed without one and under each flood in turn.

    .venv/bin/python -m drills.floods [--seconds 6] [--rounds 2] [--only registrations ...] [--same-address]

A real `pitboss serve` runs with six players who change their wagers eight times a second each. A flood is a process of
its own at the lowest priority (nice 19), on this machine only. Quiet time and flood take turns, so that other work on
the machine disturbs both alike. For each flood the drill prints p50 and p99 of a command, from sending it until `done`,
without and with the flood, their ratio, and how many commands were refused. The control is a process at the same
priority that only calculates: what it costs is the machine's doing and not the server's.

On a machine that is busy, use `--real-time --nice 0` (as root). It says nothing about `registrations` and `sign_ins`,
because the process that hashes passwords then has the same priority as the server.

The exit status is 1 if the ratio of a p99 is above `--most` both by itself and compared with the control, or if a
player's command was refused. WEB-05.
"""

import argparse
import asyncio
import itertools
import json
import os
import random
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

HOST = "127.0.0.1"
PLAYERS, A_SECOND = 6, 8
FIRST, NICE = -15, 19
"""Priorities: of the players and the server, and of a flood."""
COOKIE = "pitboss_session"
PLAYED, OTHER = "played", "other"
"""The table of the players who are timed, and the one where floods sit."""
TABLES = f"""
[[tables]]
id = "{PLAYED}"
table = {{ game = "three-card-poker", limits = {{ ante = ["5.00", "500.00"] }} }}
timing = {{ betting = 86400000, all_have_bet = 86400000, idle = 86400000 }}

[[tables]]
id = "{OTHER}"
table = {{ game = "four-card-poker", limits = {{ ante = ["5.00", "500.00"] }} }}
timing = {{ betting = 86400000, all_have_bet = 86400000, idle = 86400000 }}
"""
AT_ONCE = 50
"""Connections that a flood of requests has open at once."""
MOST_OPEN = 3_000
"""Connections that a flood which only connects keeps open."""


class Answer(msgspec.Struct):
    status: int
    cookie: str
    body: bytes


# The server


@contextmanager
def a_server(folder: Path) -> Iterator[int]:
    """The port of a `pitboss serve` with two tables."""
    config = folder / "floods.toml"
    config.write_text(TABLES)
    command = [sys.executable, "-m", "pitboss", "serve", "--port", "0", "--data", str(folder), "--config", str(config)]
    log = (folder / "log").open("wb")
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log) as server:
        try:
            yield _port(server)
        finally:
            server.terminate()
            server.wait(60)
            log.close()


def _port(server: "subprocess.Popen[bytes]") -> int:
    assert server.stdout is not None
    for line in server.stdout:
        if line.startswith(b"open on "):
            return int(line.split(b" with ")[0].rpartition(b":")[2])
    raise SystemExit("the server did not start")


# Requests by hand, from any address of this machine


async def ask(port: int, address: str, method: str, path: str, body: Any = None, cookie: str = "") -> Answer:
    """One request on a connection of its own."""
    reader, writer = await asyncio.open_connection(HOST, port, local_addr=(address, 0))
    try:
        writer.write(request(port, method, path, body, cookie, "close"))
        return read_answer(await asyncio.wait_for(reader.read(), 60))
    finally:
        writer.close()


def request(port: int, method: str, path: str, body: Any, cookie: str, connection: str) -> bytes:
    content = b"" if body is None else json.dumps(body).encode()
    lines = [f"{method} {path} HTTP/1.1", f"Host: {HOST}:{port}", f"Origin: http://{HOST}:{port}"]
    lines += [f"Connection: {connection}", f"Content-Length: {len(content)}"]
    lines += ["Content-Type: application/json"] if content else []
    lines += [f"Cookie: {COOKIE}={cookie}"] if cookie else []
    return "".join(f"{line}\r\n" for line in (*lines, "")).encode() + content


def read_answer(raw: bytes) -> Answer:
    head, _, body = raw.partition(b"\r\n\r\n")
    status = int(head.split(b" ")[1]) if head.startswith(b"HTTP/") else 0
    _, _, after = head.partition(f"{COOKIE}=".encode())
    return Answer(status, after.partition(b";")[0].decode(), body)


async def guest(port: int, address: str) -> str:
    """The session of a new guest."""
    while True:
        answer = await ask(port, address, "POST", "/api/session/guest", {})
        if answer.status == 201:
            return answer.cookie
        await asyncio.sleep(1)


def socket_of(port: int, address: str, cookie: str, **more: Any) -> Any:
    return connect(
        f"ws://{HOST}:{port}/ws",
        origin=f"http://{HOST}:{port}",  # type: ignore[arg-type]
        additional_headers={"Cookie": f"{COOKIE}={cookie}"},
        local_addr=(address, 0),
        ping_interval=None,
        **more,
    )


async def done(socket: ClientConnection, table: str, command: dict[str, Any]) -> dict[str, Any]:
    """Give a command and wait for its answer."""
    id_ = command.setdefault("key", secrets.token_hex(8))
    await socket.send(json.dumps({"type": "do", "id": id_, "table": table, "command": command}))
    while True:
        message: dict[str, Any] = json.loads(await socket.recv())
        if message.get("id") == id_:
            return message


# The players who are timed


class Timed:
    """Milliseconds of every command, and the codes of those that were refused."""

    def __init__(self) -> None:
        self.took: list[float] = []
        self.refused: list[str] = []


class Player:
    def __init__(self, port: int, position: int) -> None:
        self.port, self.position = port, position
        self.cookie = ""
        self.socket: ClientConnection
        self.amounts = itertools.cycle(("10.00", "15.00"))

    async def sit(self) -> None:
        self.cookie = await guest(self.port, HOST)
        self.socket = await socket_of(self.port, HOST, self.cookie)
        for command in ({"do": "sit", "position": self.position}, {"do": "buy_in", "amount": "500.00"}):
            answer = await done(self.socket, PLAYED, command)
            assert answer["type"] == "done", answer
        await self.socket.send(json.dumps({"type": "watch", "table": PLAYED}))

    async def play(self, until: float, timed: Timed) -> None:
        await asyncio.sleep(random.random() / A_SECOND)
        while time.monotonic() < until:
            began = time.monotonic()
            bet = {"do": "bet", "position": self.position, "wagers": {"ante": next(self.amounts)}}
            answer = await done(self.socket, PLAYED, bet)
            took = time.monotonic() - began
            timed.took.append(1000 * took)
            if answer["type"] != "done":
                timed.refused.append(answer["error"]["code"])
            await asyncio.sleep(max(random.uniform(0.5, 1.5) / A_SECOND - took, 0.01))


async def measured(players: list[Player], seconds: float, timed: Timed) -> None:
    until = time.monotonic() + seconds
    await asyncio.gather(*(player.play(until, timed) for player in players))


# The floods, each in a process of its own


class Flood:
    """Where a flood goes, and from which addresses it comes."""

    def __init__(self, port: int, addresses: list[str], sessions: list[str]) -> None:
        self.port, self.addresses = port, addresses
        self.people = list(zip(addresses, sessions, strict=False))
        """From where, and with which session."""
        self._turn = itertools.cycle(addresses)
        self.sent = 0

    def address(self) -> str:
        return next(self._turn)

    async def over_and_over(self, act: Callable[[], Awaitable[Any]], at_once: int = AT_ONCE) -> None:
        async def again() -> None:
            while True:
                with suppress(OSError, TimeoutError, EOFError, ValueError):
                    await act()
                    self.sent += 1

        await asyncio.gather(*(again() for _ in range(at_once)))

    async def post(self, path: str, body: Callable[[], Any], cookie: str = "") -> None:
        await self.over_and_over(lambda: ask(self.port, self.address(), "POST", path, body(), cookie))


async def registrations(flood: Flood) -> None:
    await flood.post("/api/people", lambda: {"name": f"f{secrets.token_hex(8)}", "password": secrets.token_hex(12)})


async def sign_ins(flood: Flood) -> None:
    await flood.post("/api/session", lambda: {"name": f"f{random.randrange(20)}", "password": secrets.token_hex(12)})


async def administration(flood: Flood) -> None:
    """Refused, and each try that counts is a record."""
    session = flood.people[0][1]
    await flood.post("/api/admin/switches/off", lambda: {"what": "floor", "reason": "x"}, session)


async def pages(flood: Flood) -> None:
    sessions = [session for _, session in flood.people]
    paths = ["/", "/api/lobby", f"/api/tables/{PLAYED}", f"/layouts/{PLAYED}", "/api/me/rounds", "/metrics", "/lab"]
    paths += [f"/api/tables/{PLAYED}/proofs", "/openapi.json", "/pages/table.js", "/nothing"]

    async def get() -> None:
        await ask(flood.port, flood.address(), "GET", random.choice(paths), cookie=random.choice(sessions))

    await flood.over_and_over(get)


async def kept_alive(flood: Flood) -> None:
    """Requests on connections that stay open, as fast as they are answered."""
    session = flood.people[0][1]

    async def many() -> None:
        reader, writer = await asyncio.open_connection(HOST, flood.port, local_addr=(flood.address(), 0))
        try:
            while True:
                writer.write(request(flood.port, "GET", "/api/lobby", None, session, "keep-alive"))
                if not await asyncio.wait_for(reader.read(1 << 20), 60):
                    return
                flood.sent += 1
        finally:
            writer.close()

    await flood.over_and_over(many, 20)


async def _messages(flood: Flood, frames: Callable[[], str], seated: bool = False) -> None:
    """Twenty sockets of each person, and as many messages as go out; who is disconnected comes back."""
    if seated:
        for position, (address, session) in enumerate(flood.people, 1):
            with suppress(Exception):
                async with socket_of(flood.port, address, session) as socket:
                    await done(socket, OTHER, {"do": "sit", "position": position})
                    await done(socket, OTHER, {"do": "buy_in", "amount": "100.00"})
    turn = itertools.cycle(flood.people)

    async def send() -> None:
        address, session = next(turn)
        with suppress(Exception):
            async with socket_of(flood.port, address, session) as socket:
                reading = asyncio.create_task(_drain(socket))
                try:
                    while True:
                        await socket.send(frames())
                        flood.sent += 1
                finally:
                    reading.cancel()
        await asyncio.sleep(0)

    await flood.over_and_over(send, 20 * len(flood.people))


async def _drain(socket: ClientConnection) -> None:
    with suppress(Exception):
        while True:
            await socket.recv()


def _said(**said: Any) -> str:
    return json.dumps(said)


def _keyed(**command: Any) -> dict[str, Any]:
    return command | {"key": secrets.token_hex(8)}


async def messages(flood: Flood) -> None:
    await _messages(flood, lambda: random.choice((_said(type="ping"), _said(type="again", table=PLAYED), "{nonsense")))


async def not_seated(flood: Flood) -> None:
    """Commands with keys at a table where they have no seat."""
    bet = {"do": "bet", "position": 6, "wagers": {"ante": "10.00"}}
    await _messages(flood, lambda: _said(type="do", table=PLAYED, command=_keyed(**bet)))


async def no_table(flood: Flood) -> None:
    await _messages(flood, lambda: _said(type="do", table="nowhere", command=_keyed(do="sit", position=1)))


async def seated(flood: Flood) -> None:
    """Commands with keys that are refused, by people who have a seat."""
    await _messages(flood, lambda: _said(type="do", table=OTHER, command=_keyed(do="leave", position=9)), seated=True)


async def seated_bets(flood: Flood) -> None:
    """Commands that are carried out, by people who have a seat."""
    await _messages(
        flood, lambda: _said(type="do", table=OTHER, command=_keyed(do="buy_in", amount="0.05")), seated=True
    )


async def big_frames(flood: Flood) -> None:
    await _messages(flood, lambda: _said(type="ping", id="x" * random.choice((60_000, 70_000, 1_000_000))))


async def handshakes(flood: Flood) -> None:
    """Sockets that are refused, over and over."""

    async def shake() -> None:
        async with socket_of(flood.port, flood.address(), "made-up"):
            pass

    async def refused() -> None:
        with suppress(Exception):
            await shake()

    await flood.over_and_over(refused)


async def _held(flood: Flood, first: bytes, later: bytes = b"") -> None:
    """Connections that say little or nothing; where one is closed, another is opened."""
    held: set[asyncio.StreamWriter] = set()

    async def hold() -> None:
        reader, writer = await asyncio.open_connection(HOST, flood.port, local_addr=(flood.address(), 0))
        held.add(writer)
        try:
            writer.write(first)
            while True:
                try:
                    if not await asyncio.wait_for(reader.read(1 << 16), 1):
                        return
                except TimeoutError:
                    writer.write(later)
        finally:
            held.discard(writer)
            writer.close()

    await flood.over_and_over(hold, MOST_OPEN)


async def half_open(flood: Flood) -> None:
    await _held(flood, b"")


async def slow_headers(flood: Flood) -> None:
    await _held(flood, b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ", b"x")


async def slow_bodies(flood: Flood) -> None:
    """Requests whose bodies never end, a byte a second."""
    head = request(flood.port, "POST", "/api/session", None, "", "keep-alive")
    more = b"Content-Type: application/json\r\nContent-Length: 60000"
    await _held(flood, head.replace(b"Content-Length: 0", more), b" ")


async def idle(flood: Flood) -> None:
    await _held(flood, request(flood.port, "GET", "/healthz", None, "", "keep-alive"))


async def malformed(flood: Flood) -> None:
    """What is no HTTP at all."""

    async def send() -> None:
        reader, writer = await asyncio.open_connection(HOST, flood.port, local_addr=(flood.address(), 0))
        try:
            writer.write(b"\x00\xff nonsense\r\n\r\n")
            await asyncio.wait_for(reader.read(), 60)
        finally:
            writer.close()

    await flood.over_and_over(send)


async def slow_readers(flood: Flood) -> None:
    """Sockets that ask for whole tables and never read them."""
    turn = itertools.cycle(flood.people)

    async def send() -> None:
        address, session = next(turn)
        with suppress(Exception):
            async with socket_of(flood.port, address, session, max_queue=1) as socket:
                while True:
                    await socket.send(_said(type="watch", table=PLAYED))
                    flood.sent += 1
                    await asyncio.sleep(0.06)

    await flood.over_and_over(send, 60)


async def control(flood: Flood) -> None:
    """No flood: a process that calculates, with the loop of a flood."""
    while True:
        sum(range(10_000))
        flood.sent += 1
        await asyncio.sleep(0)


FLOODS: dict[str, Callable[[Flood], Awaitable[None]]] = {
    each.__name__: each
    for each in (
        *(control, registrations, sign_ins, administration, pages, kept_alive, messages, not_seated, no_table, seated),
        *(seated_bets, big_frames, handshakes, half_open, slow_headers, slow_bodies, idle, malformed),
        slow_readers,
    )
}


async def _flood(name: str, port: int, addresses: list[str], sessions: list[str]) -> None:
    flood = Flood(port, addresses, sessions)
    running = asyncio.ensure_future(FLOODS[name](flood))
    print("ready", flush=True)
    await asyncio.wait(
        {running, asyncio.ensure_future(asyncio.to_thread(sys.stdin.readline))}, return_when="FIRST_COMPLETED"
    )
    print(flood.sent, flush=True)
    os._exit(0)


@asynccontextmanager
async def a_flood(
    name: str, port: int, addresses: list[str], sessions: list[str], nice: int, sent: dict[str, int]
) -> AsyncIterator[None]:
    where = ["--port", str(port), "--nice", str(nice), "--from", *addresses, "--sessions", *sessions]
    command = ["-m", "drills.floods", "--flood", name, *where]
    pipe, nowhere = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
    process = await asyncio.create_subprocess_exec(sys.executable, *command, stdin=pipe, stdout=pipe, stderr=nowhere)
    assert process.stdin is not None and process.stdout is not None
    await process.stdout.readline()
    try:
        yield
    finally:
        process.stdin.write(b"\n")
        with suppress(ValueError, TimeoutError):
            sent[name] = sent.get(name, 0) + int(await asyncio.wait_for(process.stdout.readline(), 5))
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


# The drill


class Found(msgspec.Struct):
    quiet: Timed
    flooded: Timed

    @property
    def ratio(self) -> float:
        return percentile(self.flooded.took, 99) / percentile(self.quiet.took, 99)


def percentile(took: list[float], share: int) -> float:
    found = sorted(took)
    return found[min(len(found) * share // 100, len(found) - 1)] if found else float("nan")


async def drill(
    port: int, names: list[str], seconds: float, rounds: int, addresses: list[str], nice: int
) -> dict[str, Found]:
    players = [Player(port, position) for position in range(1, PLAYERS + 1)]
    for player in players:
        await player.sit()
    sessions = [await guest(port, address) for address in addresses[:3]]
    await measured(players, 2, Timed())
    found = {name: Found(Timed(), Timed()) for name in names}
    sent: dict[str, int] = {}
    for turn in range(rounds):
        for name in names:
            await measured(players, seconds / 2, found[name].quiet)
            async with a_flood(name, port, addresses, sessions, nice, sent):
                await asyncio.sleep(1)
                await measured(players, seconds, found[name].flooded)
            await asyncio.sleep(1)
            if turn == rounds - 1:
                show(name, found[name], sent.get(name, 0))
    return found


def show(name: str, found: Found, sent: int) -> None:
    quiet, flooded = found.quiet.took, found.flooded.took
    print(
        f"{name:15} p50 {statistics.median(quiet):6.1f} -> {statistics.median(flooded):6.1f} ms   "
        f"p99 {percentile(quiet, 99):6.1f} -> {percentile(flooded, 99):7.1f} ms   ratio {found.ratio:5.2f}   "
        f"{len(flooded):5} commands, {len(found.flooded.refused)} refused; the flood sent {sent:,}",
        flush=True,
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=6, help="of each flood, and half as long without it")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--most", type=float, default=2.0, help="the highest ratio of p99 that is accepted")
    parser.add_argument("--only", nargs="*", choices=FLOODS, default=[*FLOODS])
    parser.add_argument("--folder", help="where the store is, such as /dev/shm to leave out a disk that others use")
    parser.add_argument("--nice", type=int, default=NICE, help="priority of a flood")
    parser.add_argument("--real-time", action="store_true", help="run server and players before all other work")
    parser.add_argument("--same-address", action="store_true", help="flood from the players' own address")
    parser.add_argument("--flood", choices=FLOODS, help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--sessions", nargs="*", help=argparse.SUPPRESS)
    parser.add_argument("--from", nargs="*", dest="addresses", help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    if wanted.flood:
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
        os.setpriority(os.PRIO_PROCESS, 0, wanted.nice)
        asyncio.run(_flood(wanted.flood, wanted.port, wanted.addresses, wanted.sessions))
        return 0
    if wanted.real_time:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
        os.environ["PITBOSS_AUDIT_EVERY"] = "0"  # the process of the audit would have the same priority
    with suppress(OSError):  # where it is allowed, other work on the machine disturbs players and server less
        os.nice(FIRST)
    addresses = [HOST] * 3 if wanted.same_address else [f"127.0.1.{n}" for n in range(1, 11)]
    print(f"{PLAYERS} players, {A_SECOND} commands a second each; floods from {len({*addresses})} addresses", end=" ")
    print(f"at nice {wanted.nice};")
    priority = os.getpriority(os.PRIO_PROCESS, 0)
    print(
        f"server and players at nice {priority}; {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before",
        flush=True,
    )
    names = list(dict.fromkeys(["control", *wanted.only]))
    with tempfile.TemporaryDirectory(dir=wanted.folder) as folder, a_server(Path(folder)) as port:
        found = asyncio.run(drill(port, names, wanted.seconds, wanted.rounds, addresses, wanted.nice))
        faults = [line for line in Path(folder, "log").read_text().splitlines() if '"fault"' in line]
    print(f"load {os.getloadavg()[0]:.1f} after; {len(faults)} faults in the server's log")
    machine = max(found["control"].ratio, 1)
    slow = [name for name, each in found.items() if each.ratio > wanted.most * machine]
    refused = [name for name, each in found.items() if each.flooded.refused]
    for what, names in (("too slow under", slow), ("refused under", refused)):
        if names:
            print(f"{what}: {', '.join(names)}")
    return 1 if slow or refused or faults else 0


if __name__ == "__main__":
    sys.exit(main())
