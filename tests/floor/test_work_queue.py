"""WEB-05: requests are started a few at a time, one address after the other, and after the commands of players."""

import asyncio
import gc
import json
import sys
import weakref
from collections.abc import Coroutine, Iterable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect

from pitboss.floor import acceptor, wire, work_queue
from pitboss.floor.app import Floor
from pitboss.floor.capacity import Capacity
from pitboss.floor.gate import COOKIE, Gate
from pitboss.floor.room import Room
from pitboss.floor.serve import NO_FULL_COLLECTION, settle_in
from pitboss.floor.wire import FREE_BYTES, READ_AT_ONCE
from pitboss.floor.work_queue import AT_ONCE, WorkQueue
from tests.floor.floor import SetClock, a_floor
from tests.floor.test_floods import HEALTHZ, ask, served, token_of


class Queue(WorkQueue):
    """A queue that lists what it has started."""

    def __init__(self) -> None:
        self.busy = False
        super().__init__(lambda: self.busy)
        self.started: list[str] = []

    def ask(self, connection: str) -> None:
        """A request from the address that is the first letter of its connection."""
        self.add(connection, connection[0], lambda: self.started.append(connection))


async def passes(number: int = 20) -> None:
    """Let the loop do what is due."""
    for _ in range(number):
        await asyncio.sleep(0)


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(test, 60))


@pytest.fixture(autouse=True)
def slow_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """No time runs out unless a test says so."""
    monkeypatch.setattr(work_queue, "LONGEST", float("inf"))
    monkeypatch.setattr(work_queue, "MOST_WAIT", float("inf"))


def test_web_05_a_few_requests_are_answered_at_once_and_the_next_when_one_is_done() -> None:
    async def test() -> None:
        queue = Queue()
        for n in range(AT_ONCE + 2):
            queue.ask(f"a{n}")
        await passes()
        assert queue.started == [f"a{n}" for n in range(AT_ONCE)]
        assert not queue.has("a0") and queue.has(f"a{AT_ONCE}")
        await asyncio.sleep(0.01)
        assert len(queue.started) == AT_ONCE
        queue.done("a0")
        while len(queue.started) == AT_ONCE:
            await asyncio.sleep(0)
        assert queue.started[-1] == f"a{AT_ONCE}"

    run(test())


def test_web_05_addresses_take_turns() -> None:
    async def test() -> None:
        queue = Queue()
        queue.busy = True
        for connection in ("a1", "a2", "a3", "b1", "b2", "c1"):
            queue.ask(connection)
        queue.busy = False
        for number in range(1, 7):
            while len(queue.started) < number:
                await asyncio.sleep(0)
            queue.done(queue.started[-1])
        assert queue.started == ["a1", "b1", "c1", "a2", "b2", "a3"]

    run(test())


def test_web_05_requests_wait_for_commands_and_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        queue = Queue()
        queue.busy = True
        queue.ask("a1")
        await asyncio.sleep(0.01)
        assert queue.started == [], "a command is being carried out"
        queue.busy = False
        while not queue.started:
            await asyncio.sleep(0)
        queue.done("a1")
        queue.busy = True
        queue.ask("a2")
        await passes()
        assert queue.started == ["a1"]
        monkeypatch.setattr(work_queue, "MOST_WAIT", 0)
        while len(queue.started) == 1:
            await asyncio.sleep(0)
        assert queue.started == ["a1", "a2"], "commands never paused"

    run(test())


def test_web_05_a_request_that_takes_long_holds_up_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        queue = Queue()
        for n in range(AT_ONCE + 1):
            queue.ask(f"a{n}")
        await passes()
        assert len(queue.started) == AT_ONCE
        monkeypatch.setattr(work_queue, "LONGEST", 0)
        while len(queue.started) == AT_ONCE:
            await asyncio.sleep(0)

    run(test())


def test_web_05_a_connection_that_is_gone_leaves_nothing_behind() -> None:
    async def test() -> None:
        queue = Queue()
        for n in range(AT_ONCE + 2):
            queue.ask(f"a{n}")
        await passes()
        for n in range(AT_ONCE + 1):  # also one that waits
            queue.done(f"a{n}")
        while len(queue.started) < AT_ONCE + 1:
            await asyncio.sleep(0)
        assert queue.started[-1] == f"a{AT_ONCE + 1}"
        queue.done(f"a{AT_ONCE + 1}")
        assert not (queue._waiting or queue._addresses or queue._doing)

    run(test())


def test_web_05_a_command_counts_until_it_is_carried_out() -> None:
    capacity = Capacity(SetClock())
    assert not capacity.is_busy
    with capacity.place():
        assert capacity.is_busy
    assert not capacity.is_busy


@pytest.mark.parametrize("at_once", [1, 2])
def test_web_05_requests_in_one_piece_in_many_and_several_on_one_connection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    """The queue loses no request, whichever way it arrives."""
    monkeypatch.setattr(work_queue, "AT_ONCE", at_once)
    stays = HEALTHZ.replace(b"Connection: close\r\n", b"")

    async def test() -> None:
        async with served(tmp_path, Room()) as (_, port):
            answers = await asyncio.gather(*(ask(port, HEALTHZ) for _ in range(20)))
            assert [status for status, _, _ in answers] == [200] * 20
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(stays + stays + HEALTHZ)  # the second and the third wait for the answer before them
            assert (await reader.read()).count(b"HTTP/1.1 200 OK") == 3
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            for byte in HEALTHZ:
                writer.write(bytes([byte]))
                await asyncio.sleep(0)
            assert (await reader.read()).startswith(b"HTTP/1.1 200 OK")
            lost = [await asyncio.open_connection("127.0.0.1", port) for _ in range(10)]
            for _, writer in lost:
                writer.write(stays)
                writer.transport.abort()
            assert (await ask(port, HEALTHZ))[0] == 200

    run(test())


def test_web_05_connections_are_accepted_a_few_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acceptor, "AT_ONCE", 1)
    rests: list[float] = []

    def counted(self: Any, seconds: float) -> None:
        rests.append(seconds)
        rest(self, seconds)

    rest = acceptor.Acceptor._pause
    monkeypatch.setattr(acceptor.Acceptor, "_pause", counted)

    async def test() -> None:
        async with served(tmp_path, Room()) as (_, port):
            answers = await asyncio.gather(*(ask(port, HEALTHZ) for _ in range(20)))
            assert [status for status, _, _ in answers] == [200] * 20
            assert rests.count(acceptor.INTERVAL) >= 20, "after each of them the loop does other work"

    run(test())


def test_web_05_connections_wait_for_commands_and_a_refused_one_gets_its_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Room, "admits", lambda self, address: False)

    async def test() -> None:
        queue = Queue()
        queue.busy = True
        async with served(tmp_path, Room(), queue) as (_, port):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(HEALTHZ)
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(reader.read(), 0.05)
            queue.busy = False
            assert (await reader.read()).startswith(b"HTTP/1.1 503 "), "its request was there, and nobody read it"

    run(test())


def test_web_05_one_piece_of_work_is_done_in_each_pass_of_the_loop() -> None:
    """Also work that is done as soon as it is started: others have their turn in between."""

    async def test() -> None:
        queue = Queue()
        count: list[int] = []

        def start(connection: str) -> None:
            queue.started.append(connection)
            queue.done(connection)

        for n in range(100):
            queue.add(f"a{n}", "a", partial(start, f"a{n}"))
        while len(queue.started) < 100:
            before = len(queue.started)
            await asyncio.sleep(0)
            count.append(len(queue.started) - before)
        assert max(count) == 1

    run(test())


def test_web_05_work_that_fails_holds_up_no_other() -> None:
    async def test() -> None:
        queue, faults = Queue(), list[Any]()
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: faults.append(context["exception"]))

        def fails() -> None:
            queue.done("a1")
            raise ValueError

        queue.add("a1", "a", fails)
        queue.ask("a2")
        while not queue.started:
            await asyncio.sleep(0)
        assert [type(each) for each in faults] == [ValueError]

    run(test())


def test_web_05_while_the_queue_is_full_connections_are_accepted_slowly_and_none_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A school behind one address comes back after a restart: more at once than one address may have open."""
    monkeypatch.setattr(work_queue, "MOST_QUEUED", 5)
    monkeypatch.setattr(acceptor, "INTERVAL", 0)

    async def test() -> None:
        async with served(tmp_path, Room(per_address=20)) as (_, port):
            answers = await asyncio.gather(*(ask(port, HEALTHZ) for _ in range(100)))
            assert [status for status, _, _ in answers] == [200] * 100

    run(test())


def test_web_05_one_address_keeps_no_other_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Connections that ask again after each answer keep the queue full. Somebody else still comes in."""
    monkeypatch.setattr(work_queue, "MOST_QUEUED", 5)
    stays = HEALTHZ.replace(b"Connection: close\r\n", b"")

    async def test() -> None:
        queue = WorkQueue()
        async with served(tmp_path, Room(), queue) as (_, port):
            flood = [asyncio.create_task(ask_on(port, stays)) for _ in range(20)]
            while not queue.is_full:
                await asyncio.sleep(0)
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=("127.0.0.2", 0))
            writer.write(HEALTHZ)
            assert (await reader.read()).startswith(b"HTTP/1.1 200 OK") and queue.is_full
            for each in flood:
                each.cancel()
            await asyncio.gather(*flood, return_exceptions=True)

    run(test())


async def ask_on(port: int, request: bytes) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        while True:
            writer.write(request)
            await reader.read(1 << 16)
    finally:
        writer.close()


@pytest.mark.parametrize("size", [100, 1_000, 60_000])
def test_web_05_messages_above_the_byte_limit_wait_and_none_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    """What a page sends is read at once. What comes beyond that is read after commands, in its order."""
    monkeypatch.setattr(wire, "FREE_PERIOD", float("inf"))

    async def test() -> None:
        queue = Queue()
        async with served(tmp_path, Room(), messages=queue) as (place, port):
            token = await asyncio.to_thread(token_of, place, "ann")
            given: Any = {"origin": f"http://127.0.0.1:{port}", "ping_interval": None}
            given["additional_headers"] = {"Cookie": f"{COOKIE}={token}"}
            async with connect(f"ws://127.0.0.1:{port}/ws", **given) as socket:
                assert json.loads(await socket.recv())["type"] == "hello"
                await socket.send(json.dumps({"type": "ping", "id": 0}))
                assert json.loads(await socket.recv())["id"] == 0, "a page is not loud"
                queue.busy = True
                numbers = range(1, 1 + max(3, min(50, 3 * FREE_BYTES // size)))
                sending = asyncio.create_task(send_all(socket, numbers, size))
                while not queue._waiting:
                    await asyncio.sleep(0)
                late: Any = next(iter(queue._addresses))
                for _ in range(100):
                    await asyncio.sleep(0)
                    assert len(late._delayed) <= 2 * READ_AT_ONCE, "no more is read before these"
                queue.busy = False
                answers = [json.loads(await socket.recv()) for _ in numbers]
                assert [each["id"][:6] for each in answers] == [f"{number:06}" for number in numbers]
                await sending
            while queue._waiting or queue._doing:
                await asyncio.sleep(0)

    run(test())


async def send_all(socket: Any, numbers: Iterable[int], size: int) -> None:
    for number in numbers:
        await socket.send(json.dumps({"type": "ping", "id": f"{number:06}{'x' * size}"}))


def test_web_05_a_body_that_goes_on_after_its_answer_waits_in_the_queue(tmp_path: Path) -> None:
    async def test() -> None:
        queue, room, length = Queue(), Room(), 100_000
        async with served(tmp_path, room, queue) as (_, port):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(f"POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Length: {length}\r\n\r\n".encode())
            head = await reader.readuntil(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 413 "), "it says itself that it is too long"
            [line] = room.held
            assert isinstance(line, wire.Line)
            queue.busy = True
            writer.write(b"x" * length + HEALTHZ)
            while not queue.has(line.transport):
                await asyncio.sleep(0)
            await passes()
            assert not line.transport.is_reading(), "no more of it is read while a command runs"
            assert line.waits, "it can be cut for another connection"
            queue.busy = False
            assert b"HTTP/1.1 200 OK" in await reader.read(), "the request after it is answered"
            assert not queue._waiting and not queue._doing

    run(test())


class Knot:
    """Refers to itself: only the collector can free it."""

    def __init__(self) -> None:
        self.itself = self


def test_web_05_garbage_is_collected_at_set_times_between_commands(tmp_path: Path) -> None:
    """A flood does not decide how often the server looks through everything it holds."""
    thresholds, switch = gc.get_threshold(), sys.getswitchinterval()

    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as own:
            floor = Floor(own.means, Gate(None, []))  # type: ignore[arg-type]
            gc.disable()
            knot = weakref.ref(Knot())
            with own.means.capacity.place():
                collecting = asyncio.create_task(floor._collect_garbage())
                await asyncio.sleep(0.01)
                assert not collecting.done() and knot() is not None
            await collecting
            assert knot() is None
            floor.pit.coach.close()

    try:
        settle_in()
        assert gc.get_threshold() == (*thresholds[:2], NO_FULL_COLLECTION)
        run(test())
    finally:
        gc.enable()
        gc.set_threshold(*thresholds)
        gc.unfreeze()
        sys.setswitchinterval(switch)
