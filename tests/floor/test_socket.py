"""The one WebSocket of a client, over a real server: what it is told, what it is refused, when it is shown out."""

import asyncio
import io
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import uvicorn
import websockets
from websockets.asyncio.client import ClientConnection, connect

from pitboss.fair import Entropy
from pitboss.fair.sealing import Seal
from pitboss.floor.app import Floor as Served
from pitboss.floor.app import make_app
from pitboss.floor.clock import SystemClock
from pitboss.floor.gate import COOKIE, Gate, local_origins
from pitboss.floor.hub import Outbox
from pitboss.floor.means import Means
from pitboss.floor.person import Person
from pitboss.floor.serve import Server, listen, uvicorn_config
from pitboss.floor.socket import BURST, FOR_STAFF, MOST_CONNECTIONS, STRIKES, Bucket, Client, Sockets, read_message
from pitboss.floor.timing import Timing, waiting
from pitboss.floor.wire import MOST_CONTROL
from pitboss.refusal import Refusal
from pitboss.store import Batch, Record, open_store
from pitboss.store.opening import open_books
from tests.floor.floor import KEY, a_floor


class Names:
    """Sessions whose token is the person's name."""

    def __init__(self) -> None:
        self.people = {name: Person(name, "player") for name in ("ann", "ben")}
        self.people |= {"boss": Person("boss", "supervisor"), "eve": Person("eve", "auditor")}

    def person(self, token: str) -> Person | None:
        return self.people.get(token)

    def lives(self, token: str) -> bool:
        return self.person(token) is not None


PROXIES = ("127.0.0.1",)
"""So that a test can come from any address, as a proxy on this machine reports it."""


class Running:
    def __init__(self, floor: Served, port: int, names: Names, server: uvicorn.Server) -> None:
        self.floor, self.port, self.names, self.server = floor, port, names, server

    def connect(self, name: str, origin: str | None = "own", address: str = "", **more: Any) -> Any:
        """`address`: from where, as a proxy on this machine tells it."""
        origin = f"http://127.0.0.1:{self.port}" if origin == "own" else origin
        headers = {"Cookie": f"{COOKIE}={name}"} if name else {}
        headers |= {"X-Forwarded-For": address} if address else {}
        return connect(f"ws://127.0.0.1:{self.port}/ws", origin=origin, additional_headers=headers, **more)  # type: ignore[arg-type]


@asynccontextmanager
async def served(folder: Path, proxies: tuple[str, ...] = PROXIES) -> AsyncIterator[Running]:
    entropy = Entropy()
    seal = Seal(KEY, entropy)
    store = open_store(str(folder / "a.db"), program="tests", seal=seal.seal, unseal=seal.unseal)
    listening = listen("127.0.0.1", 0)
    port = listening.getsockname()[1]
    names = Names()
    floor = Served(Means(store, SystemClock(), entropy, seal), Gate(names, local_origins(port)))
    for name in ("ann", "ben"):
        funded = Record(kind="funded", component="accounts", who=name, entries=(("house", f"wallet:{name}", 100_000),))
        await floor.means.commit(Batch(at=1, records=(funded,)))
    await floor.pit.open({"id": "t1", "table": {"game": "three-card-poker"}}, "boss")
    server: uvicorn.Server = Server(uvicorn_config(make_app(floor), proxies=proxies))
    serving = asyncio.create_task(server.serve([listening]))
    try:
        yield Running(floor, port, names, server)
    finally:
        await floor.stop(0)
        server.should_exit = True
        await serving
        listening.close()


def run(folder: Path, test: Callable[[Running], Awaitable[None]], proxies: tuple[str, ...] = PROXIES) -> None:
    async def all_of_it() -> None:
        async with served(folder, proxies) as running:
            await test(running)

    asyncio.run(all_of_it())


async def told(socket: ClientConnection, type_: str) -> dict[str, Any]:
    """The next message of a kind."""
    while True:
        message: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), 300))
        if message["type"] == type_:
            return message


async def say(socket: ClientConnection, **said: Any) -> None:
    await socket.send(json.dumps(said))


def test_a_floor_whose_store_goes_while_it_closes_still_closes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    floors: list[Served] = []

    async def gone(*_: object) -> None:
        raise Refusal("store_unreachable", "Wait until the floor is open again.")

    async def test(running: Running) -> None:
        floors.append(running.floor)
        monkeypatch.setattr(Means, "record", gone)

    run(tmp_path, test)
    assert floors[0].means.store.closed


def test_a_floor_with_a_fault_at_its_end_still_closes_in_good_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(running: Running) -> None:
        async def broken(*_: object) -> None:
            raise AssertionError("planted")

        monkeypatch.setattr(running.floor.pit, "drain", broken)
        async with running.connect("ann") as ann:
            await told(ann, "hello")
            await running.floor.stop(0)
            with pytest.raises(websockets.ConnectionClosed) as closed:
                await ann.recv()
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 1012
        assert running.floor.means.store.closed

    run(tmp_path, test)
    with open_books(str(tmp_path / "a.db")).moment() as connection:
        last = connection.exec_driver_sql("SELECT kind FROM records ORDER BY number DESC LIMIT 1").scalar()
    assert last == "floor_closed"


def test_a_client_gets_the_whole_table_then_what_happens(tmp_path: Path) -> None:
    async def test(running: Running) -> None:
        async with running.connect("ann") as ann, running.connect("ben") as ben:
            assert await told(ann, "hello") == {"type": "hello", "protocol": 1, "name": "ann", "role": "player"}
            for socket in (ann, ben):
                await say(socket, type="watch", table="t1", id=1)
            whole = await told(ann, "snapshot")
            assert whole["view"]["seats"] == {}
            await say(ann, type="do", id="x", table="t1", command={"do": "sit", "position": 4, "key": "k"})
            done = await told(ann, "done")
            assert (done["id"], done["again"]) == ("x", False)
            heard = await told(ben, "events")
            assert heard["first"] == whole["sequence"] + 1 and heard["sequence"] == done["sequence"]
            assert heard["events"][0] == {"event": "seated", "player": "ann", "position": 4}
            assert heard["view"]["seats"] == {"4": "ann"}
            await say(ann, type="do", table="t1", command={"do": "sit", "position": 4, "key": "k"})
            again = await told(ann, "done")
            assert again["again"] and again["sequence"] == done["sequence"]
            await say(ben, type="share", table="t1", share="00ff")
            assert (await told(ben, "done"))["table"] == "t1"
            await say(ben, type="again", table="t1")
            assert (await told(ben, "snapshot"))["view"]["promise"]["waiting"]["epoch"] > 0
            await say(ben, type="unwatch", table="t1")
            await told(ben, "done")
            await say(ann, type="do", table="t1", command={"do": "leave"})
            await told(ann, "done")
            await say(ben, type="ping", id=7)
            assert json.loads(await ben.recv()) == {"type": "pong", "id": 7}, "nothing of a table no longer watched"

    run(tmp_path, test)


MALFORMED = [
    "",
    "nothing",
    "[]",
    "null",
    "{}",
    '{"type": "fly"}',
    '{"type": "watch"}',
    '{"type": "watch", "table": 7}',
    '{"type": "watch", "table": "nowhere"}',
    '{"type": "watch", "table": "t1", "more": 1}',
    '{"type": "do", "table": "t1", "command": []}',
    '{"type": "do", "table": "t1", "command": {}}',
    '{"type": "do", "table": "t1", "command": {"do": 7}}',
    '{"type": "do", "table": "t1", "command": {"do": "fly"}}',
    '{"type": "do", "table": "t1", "command": {"do": "sit", "position": 1e99}}',
    '{"type": "do", "table": "t1", "command": {"do": "sit", "position": 2, "key": "\\u0000"}}',
    '{"type": "do", "table": "t1", "command": {"do": "sit", "who": "ben", "position": 2}}',
    '{"type": "share", "table": "t1", "share": "xyz"}',
    '{"type": "share", "table": "t1", "share": ""}',
    "[" * 5000,
    b"\x00\xff",
]


def test_whatever_cannot_be_understood_is_answered_and_the_connection_lives_on(tmp_path: Path) -> None:
    async def test(running: Running) -> None:
        async with running.connect("ann") as socket:
            for frame in MALFORMED:
                await socket.send(frame)
                error = (await told(socket, "error"))["error"]
                assert error["code"] and error["message"].endswith("."), frame
            await say(socket, type="ping")
            await told(socket, "pong")
        assert running.floor.pit.table("t1").state.seats == {}

    run(tmp_path, test)


@pytest.mark.parametrize(
    "frame",
    [
        '{"id": "q7", "type": "fly"}',
        '{"id": "q7", "type": "do", "table": "t1"}',
        '{"id": "q7", "type": "watch", "table": 5}',
        '{"id": "q7", "type": "ping", "more": 1}',
        '{"id": "q7"}',
    ],
)
def test_the_answer_to_what_is_no_message_bears_its_id(tmp_path: Path, frame: str) -> None:
    async def test(running: Running) -> None:
        async with running.connect("ann") as socket:
            await socket.send(frame)
            assert (await told(socket, "error"))["id"] == "q7"

    run(tmp_path, test)


def why(turned_away: websockets.InvalidStatus) -> tuple[int, str]:
    error = json.loads(bytes(turned_away.response.body or b""))["error"]
    assert error["message"].endswith(".")
    return turned_away.response.status_code, error["code"]


def test_web_02_strangers_are_turned_away(tmp_path: Path) -> None:
    """WEB-02: hostile origins, no session, a session that has ended."""

    async def test(running: Running) -> None:
        port = running.port
        hostile = [
            *(None, "null", "http://127.0.0.1", f"https://127.0.0.1:{port}", f"http://127.0.0.1:{port}.evil.example"),
            *(f"http://evil127.0.0.1:{port}", f"http://127.0.0.1:{port + 1}", f"HTTP://127.0.0.1:{port}"),
            *(f"http://127.0.0.1:{port}/", f"http://localhost.evil.example:{port}", "http://xn--localhost-9za"),
            *(f"http://LOCALHOST:{port}", f" http://127.0.0.1:{port}x", f"ws://127.0.0.1:{port}", "file://", "http://"),
            *(
                f"http://user@127.0.0.1:{port}",
                f"http://0.0.0.0:{port}",
                f"http://127.1:{port}",
                "chrome-extension://a",
            ),
        ]
        assert len(hostile) == 20
        for origin in hostile:
            with pytest.raises(websockets.InvalidStatus) as turned_away:
                async with running.connect("ann", origin):
                    pass
            assert why(turned_away.value) == (403, "foreign_origin")
        for name in ("", "nobody"):
            with pytest.raises(websockets.InvalidStatus) as turned_away:
                async with running.connect(name):
                    pass
            assert why(turned_away.value) == (401, "not_signed_in")
        async with running.connect("ann") as socket:
            await told(socket, "hello")
            del running.names.people["ann"]
            client = next(iter(running.floor.sockets.clients))
            client.looked_at -= 10_000_000
            await say(socket, type="ping")
            with pytest.raises(websockets.ConnectionClosed) as closed:
                await told(socket, "pong")
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 4401

    run(tmp_path, test)


def test_web_05_who_floods_is_shown_out_and_nobody_else_notices(tmp_path: Path) -> None:
    async def test(running: Running) -> None:
        async with running.connect("ben") as ben, running.connect("ann") as ann:
            await say(ben, type="watch", table="t1")
            with pytest.raises(websockets.ConnectionClosed):
                for _ in range(5000):
                    await say(ann, type="ping")
                while True:
                    await ann.recv()
            await say(ben, type="do", table="t1", command={"do": "sit", "position": 1})
            await told(ben, "events")
        # To come back at once does not help, and on a slow machine it is not at once.
        running.floor.sockets._buckets["ann"].filled_at = running.floor.means.clock.steady() + 60_000_000
        with pytest.raises(websockets.InvalidStatus) as refused:
            await running.connect("ann")
        assert refused.value.response.status_code == 429
        async with running.connect("eve") as eve:
            with pytest.raises(websockets.ConnectionClosed):
                await eve.send("x" * 1_048_576)
                await told(eve, "error")
        assert len(running.floor.sockets.clients) <= 1

    run(tmp_path, test)


def test_a_bucket_lets_a_burst_pass_and_then_so_many_a_second() -> None:
    bucket = Bucket(0)
    assert [bucket.take(0) for _ in range(BURST + 1)] == [True] * BURST + [False]
    assert not bucket.take(49_999)
    assert bucket.take(50_000)
    assert not bucket.take(50_001)


def test_a_slow_client_gets_the_whole_table_later_and_holds_up_nobody() -> None:
    async def test() -> None:
        outbox = Outbox(most=3)
        for number in range(10):
            outbox.put("t1", b"%d" % number, lambda: b"whole 1")
        outbox.put("t2", b"x", lambda: b"whole 2")
        outbox.answer(b"answer")
        got = [await outbox.next() for _ in range(6)]
        assert got == [b"0", b"1", b"2", b"answer", b"whole 1", b"whole 2"]
        outbox.put("t1", b"10", lambda: b"whole")
        assert await outbox.next() == b"10"

    asyncio.run(test())


@pytest.mark.parametrize("frame", [frame for frame in MALFORMED if frame != b"\x00\xff"])
def test_no_frame_breaks_the_reader(frame: str) -> None:
    try:
        read_message(frame)
    except Refusal as refusal:
        assert refusal.code == "message_malformed"


def test_anybody_is_told_which_part_failed_and_not_the_words_of_the_database(tmp_path: Path) -> None:
    """`/readyz` is open to all: the words, which may name files and tables, are for the log."""

    async def test(running: Running) -> None:
        means, words = running.floor.means, "no such table: /srv/floor.db"
        means.log.out = io.StringIO()
        means.store._shut(Refusal("store_failed", f"Open the store again: the database said '{words}'."))
        player = Person("ann", "player")
        for code in ("store_closed", "floor_stopped"):
            with pytest.raises(Refusal) as refused:
                await running.floor.pit.table("t1").do(player, {"do": "sit", "position": 1})
            assert refused.value.code == code and words not in refused.value.message
        reader, writer = await asyncio.open_connection("127.0.0.1", running.port)
        writer.write(b"GET /readyz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        answer = (await reader.read()).decode()
        writer.close()
        assert " 503 " in answer and answer.endswith("Not ready: the store failed (store_failed).\n")
        assert words in means.log.out.getvalue()

    run(tmp_path, test)


def test_books_that_cannot_be_read_for_now_stop_no_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(running: Running) -> None:
        def busy() -> None:
            raise Refusal("store_busy", "Try again in a moment: too many are reading the store at once.")

        floor = running.floor
        floor.means.log.out = io.StringIO()
        monkeypatch.setattr(floor.means.store.watch, "check", busy)
        await floor._look_at_the_books()
        assert floor.ready() == "" and floor.means.failed is None
        assert '"books_not_read"' in floor.means.log.out.getvalue()

    run(tmp_path, test)


def test_ver_01_a_program_that_was_changed_stops_play(tmp_path: Path) -> None:
    async def test(running: Running) -> None:
        floor = running.floor
        await floor._look_at_the_program()
        assert floor.ready() == ""
        floor.program = floor.program | {"src/pitboss/money.py": "another"}
        await floor._look_at_the_program()
        assert floor.ready() == "Not ready: the check of the program failed (program_changed)."
        assert floor.means.failed is not None and "src/pitboss/money.py" in floor.means.failed.message
        with pytest.raises(Refusal) as refusal:
            await floor.pit.table("t1").do(Person("ann", "player"), {"do": "sit", "position": 1})
        assert refusal.value.code == "floor_stopped"

    run(tmp_path, test)


class Mute:
    """A connection whose other end speaks at the permitted pace and takes no frame."""

    def __init__(self, clock: Callable[[int], None], frame: str, most: int) -> None:
        self.clock, self.frame, self.left = clock, frame, most
        self.closed: int | None = None
        self.application_state = None

    async def receive(self) -> dict[str, Any]:
        await asyncio.sleep(0)
        self.clock(50_000)
        self.left -= 1
        return {"type": "websocket.receive", "text": self.frame} if self.left else {"type": "websocket.disconnect"}

    async def send(self, message: dict[str, Any]) -> None:
        await asyncio.Event().wait()

    async def close(self, code: int, why: str) -> None:
        self.closed = code


def test_who_asks_and_never_reads_is_shown_out(tmp_path: Path) -> None:
    """At a permitted pace too: snapshots that nobody takes must not fill the memory."""

    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            await floor.open()

            def pass_(microseconds: int) -> None:
                floor.clock.now += microseconds

            mute: Any = Mute(pass_, '{"type": "again", "table": "t1"}', 2_000)
            gate: Any = type("Open", (), {"authenticate": lambda self, socket: Person("ann", "player")})()
            client = Client(mute, Person("ann", "player"), floor.pit, gate)
            await client.stay()
            assert mute.closed == 1008
            assert len(client.outbox.frames) <= client.outbox.most + STRIKES + 1

    asyncio.run(test())


class Deaf(Mute):
    """Who takes no frame takes no farewell either."""

    async def close(self, code: int, why: str) -> None:
        await asyncio.Event().wait()


def test_a_floor_closes_however_many_clients_take_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.floor.socket.FAREWELL", 0)

    async def test() -> None:
        async with a_floor(tmp_path / "a.db") as floor:
            gate: Any = type("Shut", (), {"lives": lambda *_: False, "authenticate": lambda *_: None})()
            sockets = Sockets(floor.pit, gate)
            for show_out in (sockets.close, sockets.look_around, lambda: sockets.show_out("ann")):
                deaf: Any = [Deaf(lambda _: None, "", 1) for _ in range(30)]
                sockets.clients = {Client(each, Person("ann", "player"), floor.pit, gate) for each in deaf}
                async with asyncio.timeout(300):
                    await show_out()
                assert all(client.closed.is_set() for client in sockets.clients)

    asyncio.run(test())


A_LOT = b'"' + b"x" * (32 << 20) + b'"'
"""More than any kernel keeps for a connection."""


async def until(so: Callable[[], bool]) -> None:
    async with asyncio.timeout(300):
        while not so():
            await asyncio.sleep(0.01)


def test_the_connection_of_whoever_reads_nothing_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To close it properly would wait until the other end has read everything: one client could hold any number."""
    monkeypatch.setattr("pitboss.floor.socket.PATIENCE", 0)
    monkeypatch.setattr("pitboss.floor.wire.LINGER", 0)

    async def test(running: Running) -> None:
        ann = await running.connect("ann", ping_interval=None)  # it would go by itself when nothing is answered
        await told(ann, "hello")
        ann.transport.pause_reading()
        [client] = running.floor.sockets.clients
        for _ in range(2):
            client.outbox.answer(A_LOT)
        await until(lambda: not running.floor.sockets.clients and not running.server.server_state.connections)
        ann.transport.abort()

    run(tmp_path, test)


HEAD = b"POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"


@pytest.mark.parametrize("said", [b"", HEAD, HEAD + b"Content-Length: 10\r\n\r\n{"], ids=["nothing", "head", "body"])
def test_a_request_that_never_comes_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: bytes
) -> None:
    """Connections are counted: one client that says nothing could have kept everybody else out."""
    monkeypatch.setattr("pitboss.floor.wire.WHOLE_REQUEST", 0.2)

    async def slow(scope: Any, receive: Any, send: Any) -> None:
        """A request that is whole is answered, however long that takes."""
        while (await receive()).get("more_body"):
            pass
        await asyncio.sleep(1)
        await send({"type": "http.response.start", "status": 200, "headers": [(b"connection", b"close")]})
        await send({"type": "http.response.body", "body": b"at last"})

    async def test(running: Running) -> None:
        await until(lambda: running.server.started)
        running.server.config.loaded_app = slow
        reader, writer = await asyncio.open_connection("127.0.0.1", running.port)
        writer.write(said)
        _, other = whole = await asyncio.open_connection("127.0.0.1", running.port)
        other.write(b"GET /x HTTP/1.1\r\nHost: x\r\n\r\n")
        async with asyncio.timeout(300):
            with suppress(ConnectionError):
                assert await reader.read() == b""
            assert b"at last" in await whole[0].read()
        for each in (writer, other):
            each.close()

    run(tmp_path, test)


@pytest.mark.parametrize("more", [False, True], ids=["closing", "answering"])
def test_an_answer_that_nobody_takes_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: bool) -> None:
    monkeypatch.setattr("pitboss.floor.wire.WHOLE_REQUEST", 0.2)

    async def long(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"connection", b"close")]})
        await send({"type": "http.response.body", "body": A_LOT, "more_body": more})

    async def test(running: Running) -> None:
        await until(lambda: running.server.started)
        running.server.config.loaded_app = long
        _, writer = await asyncio.open_connection("127.0.0.1", running.port)
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        writer.write(b"GET /x HTTP/1.1\r\nHost: x\r\n\r\n")
        await until(lambda: bool(running.server.server_state.connections))
        await until(lambda: not running.server.server_state.connections)
        writer.transport.abort()

    run(tmp_path, test)


def test_pings_of_whoever_reads_nothing_fill_no_memory(tmp_path: Path) -> None:
    async def test(running: Running) -> None:
        ann = await running.connect("ann", ping_interval=None)  # it would go by itself when nothing is answered
        await told(ann, "hello")
        ann.transport.pause_reading()
        [client], [wire] = running.floor.sockets.clients, running.server.server_state.connections
        client.outbox.answer(A_LOT)
        await until(lambda: not client.outbox.frames)
        client.outbox.answer(A_LOT)  # the sender waits with this one, so that answers stay where they can be counted
        await until(lambda: not client.outbox.frames)
        waiting = wire.transport.get_write_buffer_size()
        assert waiting > 0
        for _ in range(MOST_CONTROL):  # more are cut off
            await ann.ping()
        await say(ann, type="ping")
        await until(lambda: len(client.outbox.frames) == 1)  # whatever was said before it has been heard
        assert wire.transport.get_write_buffer_size() <= waiting
        ann.transport.abort()

    run(tmp_path, test)


def test_a_message_in_pieces_without_end_is_cut_off(tmp_path: Path) -> None:
    async def pieces() -> AsyncIterator[str]:
        while True:
            yield ""

    async def test(running: Running) -> None:
        async with running.connect("ann") as ann:
            await told(ann, "hello")
            with pytest.raises(websockets.ConnectionClosed):
                async with asyncio.timeout(300):
                    await ann.send(pieces())

    run(tmp_path, test)


def test_a_person_has_so_many_connections_and_no_more(tmp_path: Path) -> None:
    async def test(running: Running) -> None:
        async with AsyncExitStack() as stack:
            for _ in range(MOST_CONNECTIONS):
                socket = await stack.enter_async_context(running.connect("ann"))
                await told(socket, "hello")
            with pytest.raises(websockets.InvalidStatus):
                await stack.enter_async_context(running.connect("ann"))
            await told(await stack.enter_async_context(running.connect("ben")), "hello")
            await socket.close()
            while len(running.floor.sockets.clients) > MOST_CONNECTIONS:
                await asyncio.sleep(0.01)
            await told(await stack.enter_async_context(running.connect("ann")), "hello")

    run(tmp_path, test)


def test_a_client_watches_so_many_tables_each_as_often_as_it_likes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitboss.floor.socket.MOST_WATCHED", 1)

    async def test(running: Running) -> None:
        await running.floor.pit.open({"id": "t2", "table": {"game": "three-card-poker"}}, "boss")
        async with running.connect("ann") as ann:
            for _ in range(2):
                await say(ann, type="watch", table="t1")
                assert (await told(ann, "snapshot"))["table"] == "t1"
            await say(ann, type="watch", table="t2")
            assert (await told(ann, "error"))["error"]["code"] == "too_many_tables"
            await say(ann, type="unwatch", table="t1")
            await say(ann, type="watch", table="t2")
            assert (await told(ann, "snapshot"))["table"] == "t2"

    run(tmp_path, test)


def test_a_full_floor_refuses_with_a_sentence_and_still_lets_staff_in(tmp_path: Path) -> None:
    async def test(running: Running) -> None:
        sockets = running.floor.sockets
        sockets.most = FOR_STAFF + 3
        async with AsyncExitStack() as stack:
            for _ in range(3):
                last = await stack.enter_async_context(running.connect("ann"))
                await told(last, "hello")
            with pytest.raises(websockets.InvalidStatus) as refused:
                await stack.enter_async_context(running.connect("ben"))
            answer = refused.value.response
            error = json.loads(answer.body or b"{}")["error"]
            assert (answer.status_code, error["code"]) == (503, "floor_full") and error["message"]
            for number in range(FOR_STAFF):
                name = ("boss", "eve")[number % 2]
                await told(await stack.enter_async_context(running.connect(name)), "hello")
            with pytest.raises(websockets.InvalidStatus):
                await stack.enter_async_context(running.connect("boss"))
            assert b'pitboss_refusals_total{code="floor_full"} 2.0' in running.floor.means.counts.text()
            sockets.most = 0  # any number
            await told(await stack.enter_async_context(running.connect("ben")), "hello")

    run(tmp_path, test)


@pytest.mark.parametrize("proxies", [(), ("10.0.0.9",)])
def test_c5_x_forwarded_for_is_ignored_unless_a_proxy_sends_it(tmp_path: Path, proxies: tuple[str, ...]) -> None:
    """Issue 16, C5: a client that chooses the address that limits are counted by could fill the server."""

    async def test(running: Running) -> None:
        sockets = running.floor.sockets
        sockets.per_address = 2
        async with AsyncExitStack() as stack:
            for name, address in (("ann", "198.51.100.1"), ("ben", "198.51.100.2")):
                await told(await stack.enter_async_context(running.connect(name, "own", address)), "hello")
            with pytest.raises(websockets.InvalidStatus) as refused:
                await stack.enter_async_context(running.connect("ann", "own", "198.51.100.3"))
            answer = refused.value.response
            assert answer.status_code == 503 and json.loads(answer.body or b"")["error"]["code"] == "address_full"

    run(tmp_path, test, proxies)


def test_one_address_does_not_fill_the_floor_and_staff_come_in_from_it_still(tmp_path: Path) -> None:
    async def test(running: Running) -> None:
        sockets = running.floor.sockets
        sockets.per_address = 2
        async with AsyncExitStack() as stack:

            async def come_in(name: str, address: str = "10.0.0.1") -> ClientConnection:
                there = running.connect(name, "own", address)
                socket: ClientConnection = await stack.enter_async_context(there)
                await told(socket, "hello")
                return socket

            first, *_ = [await come_in(name) for name in ("ann", "boss", "ben")]
            with pytest.raises(websockets.InvalidStatus) as refused:
                await come_in("ann")
            answer = refused.value.response
            assert answer.status_code == 503 and json.loads(answer.body or b"")["error"]["code"] == "address_full"
            await come_in("ann", "10.0.0.2")
            await come_in("boss")
            await first.close()
            await until(lambda: len(sockets.clients) == 4)
            await come_in("ann")
            sockets.per_address = 0  # any number
            await come_in("ann")

    run(tmp_path, test)


def test_of_many_who_come_at_once_no_more_are_let_in_than_there_is_room(tmp_path: Path) -> None:
    async def test(running: Running) -> None:
        running.floor.sockets.most = FOR_STAFF + 3
        found = await asyncio.gather(*(running.connect("ann") for _ in range(15)), return_exceptions=True)
        let_in = [each for each in found if isinstance(each, ClientConnection)]
        assert len(let_in) == 3 and len(found) - len(let_in) == 12
        for each in let_in:
            await each.close()

    run(tmp_path, test)


def test_a_fault_is_answered_counted_and_the_connection_lives_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(running: Running) -> None:
        def broken(*_: Any) -> None:
            raise AssertionError("planted")

        async with running.connect("ann") as socket:
            with monkeypatch.context() as planted:
                planted.setattr(running.floor.pit.table("t1"), "watch", broken)
                await say(socket, type="watch", table="t1", id=3)
                error = await told(socket, "error")
                assert (error["id"], error["error"]["code"]) == (3, "malfunction")
            assert b"pitboss_faults_total 1.0" in running.floor.means.counts.text()
            await say(socket, type="watch", table="t1")
            await told(socket, "snapshot")

    run(tmp_path, test)


@pytest.mark.parametrize("game", ["three-card-poker", "texas-holdem-bonus", "spanish-21"])
def test_a_round_under_a_dealer_is_finished_too_when_the_floor_closes(tmp_path: Path, game: str) -> None:
    """Where a person deals, the house deals on by rule: no round is left for whoever comes tomorrow."""

    async def test(running: Running) -> None:
        pit, ann, dealer = running.floor.pit, Person("ann", "player"), Person("boss", "supervisor")
        setup = {"id": "t2", "table": {"game": game, "automatic": "none"}, "timing": {"dealt_by": "person"}}
        table = await pit.open(setup, "boss")
        wager = "bet" if game == "spanish-21" else str(table.house.rules.ante)
        await table.do(ann, {"do": "sit", "position": 1})
        await table.do(ann, {"do": "buy_in", "amount": "100.00"})
        while not table.state.betting:
            step = waiting(table.house, table.state, Timing())
            assert step is not None
            await table.do(ann if step.command["by"] == "player" else dealer, step.command)
        await table.do(ann, {"do": "bet", "position": 1, "wagers": {wager: "10.00"}})
        await table.do(dealer, {"do": "no_more_bets", "by": "dealer"})
        assert table.state.playing and table.wait is None
        await running.floor._finish_rounds(0)
        assert not pit.playing and not table.state.unfinished
        assert running.floor.means.store.books.balance("layout:t2") == 0

    run(tmp_path, test)


def test_a_store_that_does_not_answer_is_said_to_whoever_connects_or_is_connected(tmp_path: Path) -> None:
    """It may answer in a moment: who is connected stays so, and who comes is told to come back."""

    def nothing(token: str) -> Person | None:
        raise Refusal("store_busy", "Try again in a moment: too many are reading the store at once.")

    async def test(running: Running) -> None:
        async with running.connect("ann") as ann:
            await told(ann, "hello")
            [client] = running.floor.sockets.clients
            client.looked_at -= 60_000_000
            running.names.person = nothing  # type: ignore[method-assign]
            with pytest.raises(websockets.InvalidStatus) as refused:
                await running.connect("ben")
            answer = refused.value.response
            error = json.loads(answer.body or b"{}")["error"]
            assert (answer.status_code, error["code"]) == (503, "store_busy")
            await say(ann, type="ping", id=7)
            assert (await told(ann, "error"))["error"]["code"] == "store_busy"
            del running.names.person
            await say(ann, type="ping", id=8)
            assert (await told(ann, "pong"))["id"] == 8

    run(tmp_path, test)


def test_web_08_a_silent_socket_does_not_outlive_its_session(tmp_path: Path) -> None:
    """Whoever only watches says nothing, and so is never asked again who they are."""

    async def test(running: Running) -> None:
        async with running.connect("ann") as ann, running.connect("ben") as ben:
            await told(ann, "hello")
            await told(ben, "hello")
            await running.floor.sockets.look_around()
            del running.names.people["ann"]
            await running.floor._look_at_the_sessions()
            with pytest.raises(websockets.ConnectionClosed) as closed:
                await ann.recv()
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 4401
            await say(ben, type="ping")
            await told(ben, "pong")

    run(tmp_path, test)
