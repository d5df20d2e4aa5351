"""WEB-05, WEB-09: floods are refused early, cost no durable row, and keep nobody out; refusals have the same headers.

How long others wait under a flood is measured by `python -m drills.floods`, and not asserted here.
"""

import asyncio
import gc
import json
import weakref
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from pitboss.floor.api import shell
from pitboss.floor.api.shell import HEADERS, Shell
from pitboss.floor.capacity import Capacity
from pitboss.floor.gate import COOKIE, Gate
from pitboss.floor.people import STRANGERS
from pitboss.floor.person import Person
from pitboss.floor.room import FOR_STAFF, Room
from pitboss.floor.serve import Server, listen, uvicorn_config
from pitboss.floor.socket import AN_ADDRESS, BURST, MOST_CONNECTIONS, PER_SECOND, STRIKES, Client, Sockets
from pitboss.floor.wire import MOST_CONTROL, READ_AT_ONCE, Line, Wire
from pitboss.floor.work_queue import WorkQueue
from pitboss.refusal import Refusal
from tests.floor.floor import HOUSE, SetClock, a_floor
from tests.floor.people.place import PASSWORD, Place, a_place

ANN, EVE = Person("ann", "player"), Person("eve", "auditor")


# Commands


def entries(floor: Any) -> int:
    return int(floor.store.books.head().number)


def test_16_c6_refused_commands_of_those_who_may_not_act_write_nothing(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            table = await floor.open()
            ben = await floor.seated(table, "ben", 1)
            await floor.player("ann")
            commands: list[dict[str, Any]] = [
                {"do": "bet", "position": 1, "wagers": {"ante": "10.00"}},
                {"do": "sit", "position": 1},
                {"do": "leave"},
                {"do": "cash_out"},
                {"do": "no_more_bets"},
            ]
            before = entries(floor)
            for person in (ANN, EVE):
                for number, command in enumerate(commands):
                    for _ in range(2):
                        with pytest.raises(Refusal):
                            await table.do(person, command | {"key": f"{person.name}{number}"})
            with pytest.raises(Refusal):
                floor.pit.table("nowhere")
            assert entries(floor) == before, "nothing that was refused is on the disk"
            assert (await table.do(ANN, {"do": "sit", "position": 2, "key": "ann1"})).sequence, "the key is free still"
            before = entries(floor)
            refusals = []
            for _ in range(2):
                with pytest.raises(Refusal) as refused:
                    await table.do(ben, {"do": "bet", "position": 2, "wagers": {"ante": "10.00"}, "key": "b"})
                refusals.append(refused.value.code)
            with pytest.raises(Refusal):
                await table.do(HOUSE, {"do": "void_round", "by": "supervisor", "key": "h"})
            assert entries(floor) == before + 2, "those who may act get the first answer again"
            assert refusals[0] == refusals[1]

    asyncio.run(test())


def test_16_c6_a_command_that_would_wait_too_long_is_refused_before_any_work(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            table = await floor.open()
            people = [await floor.player(f"p{n}") for n in range(6)]
            floor.means.capacity.most = 4
            before = entries(floor)
            async with table._turn:  # the table is busy: nothing can be carried out
                waiting = [
                    asyncio.create_task(table.do(person, {"do": "sit", "position": n, "key": "k"}))
                    for n, person in enumerate(people[:4], 1)
                ]
                await asyncio.sleep(0)
                with pytest.raises(Refusal) as refused:
                    await table.do(people[4], {"do": "sit", "position": 5, "key": "k"})
                assert refused.value.code == "too_busy" and refused.value.message.startswith("Try again")
                assert entries(floor) == before
            assert len({answer.sequence for answer in await asyncio.gather(*waiting)}) == 4
            assert (await table.do(people[4], {"do": "sit", "position": 5, "key": "k"})).sequence
            await floor.after(1)

    asyncio.run(test())


def test_16_c6_where_the_first_has_waited_long_nobody_else_begins_to() -> None:
    clock = SetClock()
    capacity = Capacity(clock, most=10, longest=2_000_000)
    with capacity.place():
        clock.pass_(2)
        with capacity.place():
            clock.now += 1
            with pytest.raises(Refusal, match="Try again"), capacity.place():
                pass
    with capacity.place():
        pass


def test_16_c6_requests_that_would_wait_too_long_are_refused_before_any_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with a_place(tmp_path / "a.db") as place:
        monkeypatch.setattr(shell, "MOST_WAITING", 0)
        place.people.sessions.find = None  # type: ignore[assignment, method-assign]
        answer = place.visitor().get("/api/lobby")
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "too_busy")
        assert answer.headers["retry-after"] == "1" and answer.json()["error"]["message"].startswith("Try again")
        assert {*HEADERS} <= {*answer.headers}
        assert place.visitor().get("/healthz").status_code == 200


def test_16_c6_tries_to_administer_by_players_have_a_bound_too(tmp_path: Path) -> None:
    with a_place(tmp_path / "a.db", throttled=True) as place:
        guest = place.guest()
        codes = [
            guest.post("/api/admin/switches/off", {"what": "floor", "reason": "x"}).status_code for _ in range(150)
        ]
        assert codes == [403] * STRANGERS + [429] * (150 - STRANGERS)
        assert len(place.records("refused")) == STRANGERS


# Messages


def client(sockets: Sockets, person: Person, address: str = "192.0.2.1") -> Client:
    socket: Any = SimpleNamespace(client=SimpleNamespace(host=address))
    return Client(socket, person, sockets.pit, sockets.gate, sockets)


def passed(clients: list[Client], messages: int, now: int) -> int:
    return sum(each._in_time(now) for _ in range(messages) for each in clients)


def test_16_c6_twenty_sockets_of_one_person_have_one_pace(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            gate: Any = None
            sockets, now = Sockets(floor.pit, gate), floor.clock.steady
            clients = [client(sockets, ANN) for _ in range(MOST_CONNECTIONS)]
            assert passed(clients, BURST, now()) == BURST
            assert passed([client(sockets, ANN)], BURST, now()) == 0, "who hangs up and comes back has no other"
            assert passed([client(sockets, ANN, "198.51.100.1")], BURST, now()) == 0, "nor from another address"
            assert passed([client(sockets, Person("ben", "player"))], BURST, now()) == BURST
            assert sockets.bucket_of(ANN).strikes > STRIKES and sockets.bucket_of(ANN).is_flooding(now())
            floor.clock.pass_(1)
            assert passed(clients, BURST, now()) == PER_SECOND
            floor.clock.pass_(60)
            assert not sockets.bucket_of(ANN).is_flooding(now())

    asyncio.run(test())


def test_16_c6_many_persons_at_one_address_have_one_pace_and_the_quiet_ones_pass(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            gate: Any = None
            sockets, now = Sockets(floor.pit, gate), floor.clock.steady
            quiet, boss = client(sockets, ANN), client(sockets, Person("sue", "supervisor"))
            elsewhere = client(sockets, Person("zoe", "player"), "198.51.100.1")
            flood = [client(sockets, Person(f"p{n}", "player")) for n in range(100)]
            for _ in range(30):
                passed(flood, PER_SECOND, now())
                floor.clock.pass_(1)
                assert passed([quiet], 2, now()) == 2, "who asks little is not stopped by the others"
                assert passed([boss], 2, now()) == 2 and passed([elsewhere], 2, now()) == 2
            for each in flood:  # nobody of the flood has used little
                each.bucket.filled_at = now() - each.bucket.each
            while sockets._addresses.allows("192.0.2.1"):
                pass
            floor.clock.now += 1_000_000 // PER_SECOND
            assert passed(flood, 1, now()) <= AN_ADDRESS, "a twentieth of a second's worth of the address"
            off = Sockets(floor.pit, gate, per_address=0)
            assert passed([client(off, Person(f"q{n}", "player")) for n in range(100)], BURST, now()) == 100 * BURST

    asyncio.run(test())


# Connections


class Caller:
    """A connection, as the room sees it."""

    def __init__(self, waits: bool = True) -> None:
        self.waits, self.is_cut = waits, False

    def cut(self) -> None:
        self.is_cut = True


def test_16_c7_one_more_from_an_address_takes_the_place_of_the_one_that_waited_longest() -> None:
    room = Room(per_address=3, in_all=100)
    asking, first, second = Caller(waits=False), Caller(), Caller()
    assert all(room.enter(each, "a") for each in (asking, first, second))
    others = [Caller() for _ in range(5)]
    assert all(room.enter(each, "b") for each in others[:3]), "another address has room of its own"
    assert room.enter(third := Caller(), "a") and first.is_cut and not (asking.is_cut or second.is_cut)
    assert room.enter(Caller(waits=False), "a") and second.is_cut
    assert room.enter(Caller(waits=False), "a") and third.is_cut
    assert not room.enter(Caller(), "a"), "where all are being answered, one more is refused"
    room.leave(asking)
    assert room.enter(Caller(), "a") and len(room.held) == 6


def test_16_c7_in_all_too_and_staff_keep_a_share() -> None:
    room = Room(per_address=5, in_all=10, proxies=["192.0.2.0/24"], is_staff=lambda address: address == "staff")
    busy = [Caller(waits=False) for _ in range(10)]
    assert all(room.enter(each, f"a{n}") for n, each in enumerate(busy))
    assert not room.enter(Caller(), "new")
    staff = [Caller(waits=False) for _ in range(FOR_STAFF)]
    assert [room.enter(each, "staff") for each in staff] == [True] * FOR_STAFF
    assert not room.enter(Caller(), "staff")
    for each in (*busy, *staff):
        room.leave(each)
    assert not room.held and not room._from, "nothing is remembered of those who are gone"
    proxied = [Caller() for _ in range(12)]
    assert all(room.enter(each, "192.0.2.7") for each in proxied)
    assert [each.is_cut for each in proxied] == [True] * 2 + [False] * 10, "of a proxy only the number in all counts"


def test_16_c7_new_connections_have_a_pace_by_address_and_for_strangers() -> None:
    """Counted before a connection is set up; staff and proxies are not counted, and whom we know comes first."""
    clock = SetClock()
    proxies, staff, known = ["192.0.2.7"], "staff".__eq__, "known".__eq__
    room = Room(per_address=10, in_all=100, proxies=proxies, is_staff=staff, is_known=known, clock=clock)
    assert sum(room.admits("a") for _ in range(500)) == 150, "75 seconds' worth at once"
    assert sum(room.admits(f"b{n}") for n in range(500)) == 50, "of all strangers, ten seconds' worth"
    assert room.admits("known") and all(room.admits(each) for each in ("staff", "192.0.2.7") for _ in range(500))
    clock.pass_(1)
    assert sum(room.admits("a") for _ in range(500)) == 2
    assert sum(room.admits(f"c{n}") for n in range(500)) == 18


@asynccontextmanager
async def served(
    folder: Path, room: Room | None = None, requests: WorkQueue | None = None, messages: WorkQueue | None = None
) -> AsyncIterator[tuple[Place, int]]:
    """A whole server with its application."""
    listening = listen("127.0.0.1", 0)
    port = listening.getsockname()[1]
    with a_place(folder / "floor.db", port=port) as place:
        config = uvicorn_config(place.app, room=room)
        config.requests, config.messages = requests or config.requests, messages or config.messages
        server = Server(config)
        server.config.lifespan = "off"
        serving = asyncio.create_task(server.serve([listening]))
        try:
            yield place, port
        finally:
            server.should_exit = True
            await serving
            listening.close()


async def ask(port: int, request: bytes) -> tuple[int, dict[str, str], bytes]:
    """The status, the headers and the body of an answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    head, _, body = (await asyncio.wait_for(reader.read(), 60)).partition(b"\r\n\r\n")
    writer.close()
    status, *lines = head.decode().split("\r\n")
    headers = dict(line.split(": ", 1) for line in lines)
    return int(status.split()[1]), {name.lower(): value for name, value in headers.items()}, body


def token_of(place: Place, name: str) -> str:
    """The session of a new player."""
    return place.people.sessions.begin(place.people.register.add_player(name, PASSWORD))


HEALTHZ = b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"


@pytest.mark.parametrize(
    "first", [b"", b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ", b"POST / HTTP/1.1\r\nHost: x\r\nContent-"]
)
def test_16_c7_connections_that_say_little_are_capped_and_keep_nobody_out(tmp_path: Path, first: bytes) -> None:
    async def test() -> None:
        room = Room(per_address=10)
        async with served(tmp_path, room) as (_, port):
            held = []
            for _ in range(50):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(first)
                held.append((reader, writer))
            assert (await ask(port, HEALTHZ))[0] == 200, "from the same address"
            assert len(room.held) <= 10
            for reader, _ in held[:40]:  # those that came first are cut
                with pytest.raises((ConnectionError, EOFError, asyncio.IncompleteReadError)):
                    assert await asyncio.wait_for(reader.readexactly(1), 60)
            for _, writer in held:
                writer.close()

    asyncio.run(test())


def test_16_c7_few_connections_are_taken_and_few_bytes_are_read_at_once(tmp_path: Path) -> None:
    """What the loop does before it attends to anybody else has a bound."""

    async def test() -> None:
        room = Room()
        async with served(tmp_path, room) as (_, port):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            assert (await ask(port, HEALTHZ))[0] == 200
            line: Any = next(iter(room.held))
            assert line.transport.max_size == READ_AT_ONCE
            writer.close()

    asyncio.run(test())


def test_web_05_pings_without_end_are_cut_off(tmp_path: Path) -> None:
    async def test() -> None:
        async with served(tmp_path) as (place, port):
            token = await asyncio.to_thread(token_of, place, "ann")
            headers = {"Cookie": f"{COOKIE}={token}"}
            origin: Any = f"http://127.0.0.1:{port}"
            given: Any = {"origin": origin, "additional_headers": headers, "ping_interval": None}
            async with connect(f"ws://127.0.0.1:{port}/ws", **given) as socket:
                assert json.loads(await socket.recv())["type"] == "hello"
                pongs = [await socket.ping() for _ in range(MOST_CONTROL)]
                await asyncio.gather(*pongs)
                with pytest.raises(ConnectionClosed):
                    async with asyncio.timeout(300):  # a machine that stands still for a moment begins to count again
                        while True:
                            await (
                                socket.ping()
                            )  # do not wait for the answer: more than the limit must arrive within three seconds

    asyncio.run(test())


# Garbage


@pytest.fixture
def connections(monkeypatch: pytest.MonkeyPatch) -> list[weakref.ref[Any]]:
    """All protocols and transports of a server, as far as they are still in memory."""
    found: list[weakref.ref[Any]] = []

    def noted(kind: Any) -> None:
        connected = kind.connection_made

        def connection_made(self: Any, transport: Any) -> None:
            found.extend(map(weakref.ref, (self, transport)))
            connected(self, transport)

        monkeypatch.setattr(kind, "connection_made", connection_made)

    noted(Line)
    noted(Wire)
    return found


KEPT = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
SOME_BODY = b"POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{"


@pytest.mark.parametrize(
    "said", [b"", KEPT[:-2], KEPT, SOME_BODY, b"socket"], ids=["nothing", "head", "answered", "body", "socket"]
)
@pytest.mark.parametrize("by", ["client", "server"])
def test_web_05_a_closed_connection_is_freed_without_the_garbage_collector(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, connections: list[weakref.ref[Any]], said: bytes, by: str
) -> None:
    """Full collections take long if closed connections stay in memory until then."""
    monkeypatch.setattr("pitboss.floor.wire.LINGER", 0)

    async def test() -> None:
        async with served(tmp_path, Room()) as (place, port):
            mine = f"Cookie: {COOKIE}={await asyncio.to_thread(token_of, place, 'ann')}"
            request = upgrade(port, mine) if said == b"socket" else said
            gc.collect()
            for _ in range(3):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(request)
                if said in (KEPT, b"socket"):
                    await reader.readuntil(b"\r\n\r\n")
                assert (await ask(port, HEALTHZ))[0] == 200, "what was sent before is read"
                if by == "server":
                    for each in filter(None, (found() for found in connections)):
                        if isinstance(each, asyncio.Transport):
                            each.abort()
                    del each
                writer.close()
            while any(found() for found in connections):
                await asyncio.sleep(0.01)

    gc.disable()
    try:
        asyncio.run(asyncio.wait_for(test(), 60))
    finally:
        gc.enable()


def test_web_05_the_application_starts_when_the_body_is_whole() -> None:
    """A request that waits for its body holds little, and one whose client has left is not carried out."""
    heard: list[Any] = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        heard.extend([await receive(), await receive()])

    async def given(*messages: dict[str, Any]) -> list[Any]:
        left = [*messages]

        async def receive() -> dict[str, Any]:
            return left.pop(0)

        async def send(message: Any) -> None:
            raise AssertionError(message)

        heard.clear()
        scope = {"type": "http", "path": "/", "headers": [(b"content-length", b"2")], "client": None}
        await Shell(application)(scope, receive, send)
        return heard

    async def test() -> None:
        first = {"type": "http.request", "body": b"{", "more_body": True}
        last, gone = {"type": "http.request", "body": b"}"}, {"type": "http.disconnect"}
        assert await given(first, gone) == []
        assert await given(first, last, gone) == [{"type": "http.request", "body": b"{}", "more_body": False}, gone]

    asyncio.run(test())


# Headers


def upgrade(port: int, *lines: str) -> bytes:
    given = {
        "Host": f"127.0.0.1:{port}",
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version": "13",
        "Origin": f"http://127.0.0.1:{port}",
    } | dict(line.split(": ", 1) for line in lines)
    return "\r\n".join(["GET /ws HTTP/1.1", *(f"{name}: {value}" for name, value in given.items()), "", ""]).encode()


def test_web_09_the_servers_own_refusals_have_the_same_headers(tmp_path: Path) -> None:
    """(16.C12) Sockets that are refused, by us or by the library, and what is no HTTP at all."""

    async def test() -> None:
        async with served(tmp_path) as (place, port):
            token = await asyncio.to_thread(token_of, place, "ann")
            mine = f"Cookie: {COOKIE}={token}"
            found = {
                "no HTTP": await ask(port, b"\x00\xff nonsense\r\n\r\n"),
                "two lengths": await ask(port, b"GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n"),
                "foreign origin": await ask(port, upgrade(port, mine, "Origin: http://evil.example")),
                "nobody": await ask(port, upgrade(port)),
                "another version": await ask(port, upgrade(port, mine, "Sec-WebSocket-Version: 8")),
                "no key": await ask(port, upgrade(port, mine, "Sec-WebSocket-Key: short")),
                "no page": await ask(port, upgrade(port, mine).replace(b"/ws", b"/nowhere")),
            }
            place.floor.sockets.most = 1
            found["full"] = await ask(port, upgrade(port, mine))
            place.floor.sockets.bucket_of(ANN).strikes = STRIKES + 1
            place.floor.sockets.bucket_of(ANN).filled_at = place.clock.steady()
            found["too fast"] = await ask(port, upgrade(port, mine))
            statuses = {what: status for what, (status, _, _) in found.items()}
            assert statuses == {
                "no HTTP": 400,
                "two lengths": 400,
                "foreign origin": 403,
                "nobody": 401,
                "another version": 400,
                "no key": 400,
                "no page": 403,
                "full": 503,
                "too fast": 429,
            }
            for what, (_, headers, body) in found.items():
                assert HEADERS.items() <= headers.items(), what
                assert headers["connection"].lower() == "close" or what == "another version", what
                if what not in ("another version", "no key", "no page"):
                    assert json.loads(body)["error"]["message"], what

    asyncio.run(test())


def test_web_09_a_flooding_address_is_refused_with_the_same_headers(tmp_path: Path) -> None:
    async def test() -> None:
        async with served(tmp_path) as (place, port):
            place.people.addresses._each = 3_600_000_000  # one request takes an hour's worth
            for request in (upgrade(port), HEALTHZ):
                status, headers, body = await ask(port, request)
                assert status == 429 and HEADERS.items() <= headers.items()
                assert json.loads(body)["error"]["code"] == "too_many" and int(headers["retry-after"]) > 1

    asyncio.run(test())


def test_web_09_behind_tls_they_say_so_too() -> None:
    config = uvicorn_config(None, secure=True)
    assert HEADERS.items() <= config.shell_headers.items()
    assert "strict-transport-security" in config.shell_headers
    assert Gate(None, ["https://floor.example"]).secure  # type: ignore[arg-type]
