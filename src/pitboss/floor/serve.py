"""`pitboss serve`: the floor opened with one command, and closed in good order when it is asked to end."""

import asyncio
import errno
import gc
import signal
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import uvicorn
from fastapi import APIRouter

import pitboss
from pitboss.audit.manifest import digest_of, manifest
from pitboss.fair import Entropy
from pitboss.fair.sealing import Seal, make_key_file, read_key_file
from pitboss.floor.api import install, routers
from pitboss.floor.api.administration import close_again
from pitboss.floor.app import Floor, make_app
from pitboss.floor.clock import SystemClock
from pitboss.floor.config import Config, Settings, usual_tables
from pitboss.floor.gate import Gate, local_origins, origin_of
from pitboss.floor.logs import to_stderr
from pitboss.floor.means import Means
from pitboss.floor.people import People
from pitboss.floor.pit import Pit
from pitboss.floor.socket import CONNECTIONS, LONGEST_FRAME
from pitboss.floor.wire import Line, Wire
from pitboss.refusal import Refusal
from pitboss.store import Record, Store, open_store
from pitboss.store.batch import as_text
from pitboss.store.reading import HEADS_BEGUN

Opened = tuple[Store, Seal, Entropy]

Pages = Callable[[Pit], APIRouter]
"""What a browser shows of the floor; the room above this one makes it."""


def serve(settings: Settings, pages: Pages | None = None) -> int:
    """Until a signal ends it."""
    config = settings.config
    listening = listen(config.host, config.port)
    port: int = listening.getsockname()[1]
    store, seal, entropy = open_all(config)
    say(f"pitboss {pitboss.__version__}: a floor of play money\n{settings.summary()}")
    try:
        asyncio.run(_run(config, listening, port, (store, seal, entropy), pages))
    finally:
        listening.close()
        if not store.closed:
            store.close()
    return 0


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def listen(host: str, port: int) -> socket.socket:
    """The address taken before anything else is opened; a clear word if it is not to be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named as TCP, so that asyncio sends at once what it has: else an answer's body waits 40 ms for its head's receipt.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(1024)
    except (OSError, OverflowError) as error:
        listening.close()
        raise _cannot_listen(host, port, error) from None
    return listening


def _cannot_listen(host: str, port: int, error: OSError | OverflowError) -> Refusal:
    why = getattr(error, "strerror", None) or str(error)
    if isinstance(error, socket.gaierror) or getattr(error, "errno", None) == errno.EADDRNOTAVAIL:
        return Refusal("bad_config", f"Give --host an address of this machine: {host} is none ({why}).")
    if isinstance(error, PermissionError):
        return Refusal("bad_config", f"Choose a port from 1024 on with --port: {port} is not open to you ({why}).")
    words = f"Choose another port with --port, or end what uses it: {host}:{port} is not free ({why})."
    return Refusal("port_in_use", words)


def open_all(config: Config) -> Opened:
    """The folder, the keys and the store; each refuses with a word of its own."""
    folder = config.folder
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise Refusal(
            "bad_folder", f"Choose another folder with --data: {folder} cannot be made ({error.strerror})."
        ) from None
    entropy, file = Entropy(), folder.joinpath("seal.key")
    try:
        is_new = not file.exists()
        key = entropy.keys(1)[0] if is_new else read_key_file(file)
        seal = Seal(key, entropy)
        return _opened(config, seal, file, key if is_new else b""), seal, entropy
    except OSError as error:
        raise Refusal("bad_folder", _what_to_do(error, folder)) from None


def _opened(config: Config, seal: Seal, file: Path, new_key: bytes) -> Store:
    """The store, claimed, and then a new key in its file: of two that start at once one alone gets so far.

    What was sealed opens with its own key alone: a new one in its place would only look like it.
    """
    store = open_store(
        config.store,
        program=digest_of(manifest()),
        seal=seal.seal,
        unseal=seal.unseal,
        heads=config.folder.joinpath("heads"),
        claim=True,
    )
    try:
        if new_key and store.books.tables():  # who was added on the machine before the first start is under no seal
            raise Refusal(
                "key_missing", f"Put {file} back: what is kept was sealed with it, and no other key opens it."
            )
        if new_key:
            make_key_file(file, new_key)
    except BaseException:
        store.close(sign=False)
        raise
    return store


def _what_to_do(error: OSError, folder: Path) -> str:
    file = error.filename or folder
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return f"Free some space on the disk of {folder}, or choose another folder with --data: {error.strerror}."
    return f"See that whoever runs the floor can write to {file}, or choose another folder: {error.strerror}."


class Server(uvicorn.Server):
    """Signals are for us: the floor is closed in good order before the server is."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


async def _run(config: Config, listening: socket.socket, port: int, opened: Opened, pages: Pages | None) -> None:
    store, seal, entropy = opened
    means = Means(store, SystemClock(), entropy, seal, to_stderr())
    try:
        await heads_begun(means)
        floor, app = await put_together(config, means, port, pages)
        await floor.open()
        await open_tables(floor, config)
    except Refusal as refusal:
        with suppress(Refusal):  # why the floor does not open matters more than that it could not be written down
            await means.record(Record(kind="start_refused", component="floor", who="house", reason=refusal.code))
        raise
    server = Server(uvicorn_config(app, config.connections, config.proxies))
    settle_in()
    stop = asyncio.Event()
    stop_on_signals(stop)
    serving = asyncio.create_task(server.serve([listening]))
    tables = len(floor.pit.tables())
    said = f"{tables} table" if tables == 1 else f"{tables} tables"
    say(f"open on {origin_of(config.host, port)} with {said}; Ctrl-C closes it")
    await asyncio.wait({serving, asyncio.create_task(stop.wait())}, return_when=asyncio.FIRST_COMPLETED)
    await floor.stop(config.grace)
    server.should_exit = True
    await serving


def stop_on_signals(stop: asyncio.Event) -> None:
    """Close the server on Ctrl-C and SIGTERM, also where the event loop does not handle signals (Windows)."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, stop.set)
        except NotImplementedError:
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop.set))


async def heads_begun(means: Means) -> None:
    """A journal that nobody has signed, as far as this folder knows: what was cut off it before now nobody can tell.

    So it is taken for a backup: its tables are replaced.
    """
    heads, last = means.store.heads, await means.read(means.store.books.head)
    if heads is not None and heads.is_new and last.number:
        said = as_text({"entries": last.number, "hash": last.hash.hex(), "public_key": heads.public})
        await means.record(Record(kind=HEADS_BEGUN, component="heads", who="house", after=said))


REQUESTS_BESIDE = 1_000
"""Connections with requests, beside the sockets; more are answered 503."""


def settle_in() -> None:
    """What the start has made stays as long as the floor: the collector need not look at all of it again and again.

    A look at everything held up every table for as long as it took, tens of milliseconds.
    """
    gc.collect()
    gc.freeze()


def uvicorn_config(app: object, connections: int = CONNECTIONS, proxies: Sequence[str] = ()) -> uvicorn.Config:
    """Sockets are counted where they are welcomed; here a bound for all that is connected, with the requests beside.

    By default uvicorn believes an `X-Forwarded-For` that comes from this machine, so anybody on it could choose the
    address that limits are counted by.
    """
    return uvicorn.Config(
        app,  # type: ignore[arg-type]
        log_level="error",
        access_log=False,
        server_header=False,
        http=Line,
        ws=Wire,
        ws_max_size=LONGEST_FRAME,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=5,
        limit_concurrency=connections + REQUESTS_BESIDE if connections else None,
        lifespan="on",
        proxy_headers=bool(proxies),
        forwarded_allow_ips=[*proxies],
    )


async def put_together(config: Config, means: Means, port: int, pages: Pages | None = None) -> tuple[Floor, object]:
    """People, pit and application."""
    origins = config.origins or tuple(local_origins(port, config.host))
    people = People(means.store, means.clock, requests=config.requests)
    gate = Gate(people.sessions, origins)
    floor = Floor(means, gate, config.connections, config.per_address, config.shared_tables)
    shown = [pages(floor.pit)] if pages else []
    app = make_app(floor, [*routers(floor.pit, means.store.books, people, gate, floor.sockets.show_out), *shown])
    install(app, gate, people, means.log)
    # Tables and people know each other by now: a table that goes on may pay at once, and what is large is written down.
    await floor.pit.restore()
    await close_again(floor.pit, people)
    return floor, app


async def open_tables(floor: Floor, config: Config) -> None:
    """Tables of the configuration that the store does not know yet: all of them, or none if one cannot be opened."""
    known, wanted = floor.pit.live, config.tables or usual_tables(config.bots)
    new = [plan for plan in wanted if plan.id not in known]
    floor.pit.check(new)
    for plan in config.tables:
        if plan not in new and known[plan.id].state.open and known[plan.id].plan != plan:
            say(f"table {plan.id} goes on as it was opened, not as the file has it now: reopen it in the pit")
    for plan in new:
        await floor.pit.open(plan, "configuration")
