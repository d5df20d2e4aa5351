"""`pitboss serve`: the floor opened with one command, and closed in good order when it is asked to end."""

import asyncio
import errno
import gc
import os
import signal
import socket
import stat
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from fractions import Fraction
from pathlib import Path
from typing import Any

import uvicorn
from fastapi import APIRouter

import pitboss
from pitboss.audit.manifest import digest_of, manifest
from pitboss.audit.program import check_bytecode, check_files, check_places, here, loaded, read_signed, whole
from pitboss.fair import Entropy
from pitboss.fair.sealing import Seal, make_key_file, read_key_file
from pitboss.floor.acceptor import Acceptor
from pitboss.floor.api import install, routers
from pitboss.floor.api.administration import close_again
from pitboss.floor.app import Floor, make_app
from pitboss.floor.auditing import Auditing
from pitboss.floor.clock import SystemClock
from pitboss.floor.config import Config, Settings, usual_tables
from pitboss.floor.gate import Gate, local_origins, origin_of
from pitboss.floor.hashing import Hashing
from pitboss.floor.logs import described, every_line_to, to_stderr
from pitboss.floor.means import Means
from pitboss.floor.people import People
from pitboss.floor.people.passwords import Passwords
from pitboss.floor.pit import Pit
from pitboss.floor.reopening import Front, Made, Reopening, store_closes
from pitboss.floor.room import IN_ALL, Room
from pitboss.floor.socket import CONNECTIONS, LONGEST_FRAME
from pitboss.floor.start_check import verify
from pitboss.floor.wire import Line, Wire, WireConfig
from pitboss.floor.work_queue import WorkQueue
from pitboss.refusal import Refusal, printable
from pitboss.store import Record, Store, open_books, open_store
from pitboss.store.batch import as_text
from pitboss.store.reading import HEADS_BEGUN

Opened = tuple[Store, Seal, Entropy]

Pages = Callable[[Pit], APIRouter]
"""What a browser shows of the floor; the room above this one makes it."""


def serve(settings: Settings, pages: Pages | None = None) -> int:
    """Until a signal ends it. From here on every line on standard error is one of the log, but for the sentence that
    says why a server does not start."""
    log = to_stderr()
    with every_line_to(log):
        try:
            return _serve(settings, pages)
        except (Refusal, OSError):
            raise
        except Exception as error:
            log.error("crashed", **described(error))
            return 1


def _serve(settings: Settings, pages: Pages | None) -> int:
    config = settings.config
    os.umask(0o077)  # only the owner can read the files that this program writes
    listening = listen(config.host, config.port)
    port: int = listening.getsockname()[1]
    store, seal, entropy = open_all(config)
    say(f"pitboss {pitboss.__version__}: play-money casino server\n{settings.summary()}")
    try:
        asyncio.run(_run(config, listening, port, (store, seal, entropy), pages))
    finally:
        listening.close()
        if not store.closed:
            store.close()
    return 0


def say(text: str) -> None:
    sys.stdout.write(printable(text) + "\n")
    sys.stdout.flush()


def listen(host: str, port: int) -> socket.socket:
    """The address taken before anything else is opened; a clear word if it is not to be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named as TCP, so that asyncio sends at once what it has: else an answer's body waits 40 ms for its head's receipt.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(BACKLOG)
    except (OSError, OverflowError) as error:
        listening.close()
        raise _cannot_listen(host, port, error) from None
    return listening


def _cannot_listen(host: str, port: int, error: OSError | OverflowError) -> Refusal:
    why = getattr(error, "strerror", None) or str(error)
    if isinstance(error, socket.gaierror) or getattr(error, "errno", None) == errno.EADDRNOTAVAIL:
        return Refusal("bad_config", f"Give --host an address of this machine: {host} is not one ({why}).")
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
    _narrow_folder(folder)
    entropy, file = Entropy(), folder.joinpath("seal.key")
    try:
        is_new = not file.exists()
        key = entropy.keys(1)[0] if is_new else read_key_file(file)
        seal = Seal(key, entropy)
        return _opened(config, seal, file, key if is_new else b""), seal, entropy
    except OSError as error:
        raise Refusal("bad_folder", _what_to_do(error, folder)) from None


def _narrow_folder(folder: Path) -> None:
    """For the owner alone, where nothing else is in it. A folder that has other things in it, or that is somebody
    else's, is left as it is, unless others could put files of their own in the place of ours."""
    mode = folder.stat().st_mode
    if os.name != "posix" or not mode & 0o077:
        return
    with suppress(PermissionError):
        if not mode & stat.S_ISVTX and {each.name for each in folder.iterdir()} <= OWN_FILES:
            folder.chmod(0o700)
            return
    if mode & 0o022 and not mode & stat.S_ISVTX:
        message = f"Run `chmod 700 {folder}`, or choose another folder with --data: others could replace what is in it."
        raise Refusal("bad_folder", message)


OWN_FILES = {"seal.key", "heads", *(f"floor.db{end}" for end in ("", "-wal", "-shm", ".claim"))}
"""What is in a data folder by default."""


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
    return f"Let the user who runs the server write to {file}, or choose another folder with --data: {error.strerror}."


class Server(uvicorn.Server):
    """Signals are for us: the floor is closed in good order before the server is."""

    config: WireConfig
    _acceptors: tuple[Acceptor, ...] = ()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Connections are taken by us, not by asyncio, so that those of a flood cost little."""
        can_watch = isinstance(asyncio.get_running_loop(), asyncio.SelectorEventLoop)  # on Windows there is another
        await super().startup(sockets=[] if can_watch else sockets)
        if can_watch:
            room, requests = self.config.room, self.config.requests
            self._acceptors = tuple(Acceptor(each, self._protocol, room, requests) for each in sockets or [])

    def _protocol(self) -> asyncio.Protocol:
        state = self.server_state
        return Line(config=self.config, server_state=state, app_state=self.lifespan.state)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for each in self._acceptors:
            each.close()
        await super().shutdown(sockets=sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


async def _run(config: Config, listening: socket.socket, port: int, opened: Opened, pages: Pages | None) -> None:
    """Serve until a signal ends it. Raises `Refusal` where the store failed and the server is to end then."""
    hashing = Hashing()
    passwords = Passwords(hashing, nobodys=hashing.nobodys())
    front = Front(*await open_floor(config, opened, port, pages, passwords))
    room = Room(
        config.idle_per_address,
        IN_ALL,
        config.proxies,
        lambda address: front.floor.gate.is_staff_address(address),  # of the floor that is open now
        lambda address: front.floor.gate.is_known_address(address),
    )
    secure, is_busy = front.floor.gate.secure, lambda: front.floor.means.capacity.is_busy
    server = Server(uvicorn_config(front, config.connections, config.proxies, room, secure, is_busy))
    settle_in()
    stop = asyncio.Event()
    stop_on_signals(stop)
    serving = asyncio.create_task(server.serve([listening]))
    tables = len(front.floor.pit.tables())
    said = f"{tables} table" if tables == 1 else f"{tables} tables"
    say(f"open on {origin_of(config.host, port)} with {said}; Ctrl-C closes it")

    async def open_again() -> Made:
        return await reopen(config, port, pages, passwords, front.floor.means)

    is_reopened = config.on_store_failure == "reopen"
    watching = asyncio.create_task(
        Reopening(front, open_again, stop).run() if is_reopened else store_closes(front.floor, stop)
    )
    await asyncio.wait({serving, watching, asyncio.create_task(stop.wait())}, return_when=asyncio.FIRST_COMPLETED)
    stop.set()
    failed = await watching
    await front.floor.stop(config.grace)
    hashing.close()
    server.should_exit = True
    await serving
    why = front.floor.means.store.closed_by
    if failed and why:
        raise Refusal(why.code, f"The store failed, and the server has ended as it was configured to. {why.message}")


async def open_floor(
    config: Config,
    opened: Opened,
    port: int,
    pages: Pages | None,
    passwords: Passwords,
    before: Means | None = None,
) -> Made:
    """A floor on a store that was opened: its tables found again, and those of the configuration opened.

    `before`: of a floor that this one takes the place of; what was counted goes on.
    """
    store, seal, entropy = opened
    log, counts = (before.log, before.counts) if before else (to_stderr(), None)
    means = Means(store, SystemClock(), entropy, seal, log, counts)
    try:
        signed = await means.read(signed_program, config)
        await verified(means)
        await heads_begun(means)
        floor, app = await put_together(config, means, port, pages, passwords)
        floor.environment = signed
        await floor.open()
        await open_tables(floor, config)
    except Refusal as refusal:
        with suppress(Refusal):  # why the floor does not open matters more than that it could not be written down
            await means.record(Record(kind="start_refused", component="floor", who="house", reason=refusal.code))
        raise
    return floor, app


async def reopen(config: Config, port: int, pages: Pages | None, passwords: Passwords, before: Means) -> Made:
    """The store and a floor on it once more, by all the checks of a start."""
    await asyncio.to_thread(_check_there, config.store)
    opened = await asyncio.to_thread(open_all, config)
    store = opened[0]
    try:
        gc.unfreeze()  # what the former floor has left behind is to be collected
        made = await open_floor(config, opened, port, pages, passwords, before)
        if store.closed_by is not None:
            raise store.closed_by
        settle_in()
        return made
    except BaseException:
        await asyncio.to_thread(store.close)
        raise


def _check_there(database: str) -> None:
    """To open a store for writing would make it, where its disk is gone or it is being put back."""
    open_books(database).engine.dispose()


def stop_on_signals(stop: asyncio.Event) -> None:
    """Close the server on Ctrl-C and SIGTERM, also where the event loop does not handle signals (Windows)."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, stop.set)
        except (NotImplementedError, AttributeError):
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop.set))


def signed_program(config: Config) -> dict[str, str]:
    """The files of the signed list that the operator gives. Refuse to serve with another program."""
    if not config.program_digest:
        return {}
    wanted, folders, modules = read_signed(Path(config.program_digest), config.program_key), here(), loaded()
    check_files(whole(folders), wanted)
    check_places(modules, folders)
    check_bytecode(modules)
    return wanted


async def verified(means: Means) -> None:
    """Refuse to serve from a store that does not hold what was kept. What takes longer shows how far it is."""
    log = means.log
    found = await means.read(verify, means.store, lambda entry, of: log.info("verifying", entry=entry, of=of))
    log.info("verified", entries=found.entries, after=found.after)


async def heads_begun(means: Means) -> None:
    """A journal that nobody has signed, as far as this folder knows: what was cut off it before now nobody can tell.

    So it is taken for a backup: its tables are replaced.
    """
    heads, last = means.store.heads, await means.read(means.store.books.head)
    if heads is not None and heads.is_new and last.number:
        said = as_text({"entries": last.number, "hash": last.hash.hex(), "public_key": heads.public})
        await means.record(Record(kind=HEADS_BEGUN, component="heads", who="house", after=said))


BACKLOG = 1_024
"""Connections that wait to be taken."""
SWITCH: Any = Fraction(1, 2000)
"""Seconds that a thread goes on calculating while another one waits: one that answers requests holds up the tables."""


NO_FULL_COLLECTION = 1_000_000_000
"""A threshold at which the collector never starts a full collection by itself."""


def settle_in() -> None:
    """What the start has made stays as long as the floor: the collector need not look at all of it again and again.

    A look at everything held up every table for as long as it took, tens of milliseconds. Full
    collections run once a minute (`Floor`), not after a number of requests: a flood could trigger them often.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*gc.get_threshold()[:2], NO_FULL_COLLECTION)
    sys.setswitchinterval(SWITCH)
    allow_files()


def allow_files() -> None:
    """As many open files as the system allows: each connection is one, and the store must never be short of them."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def uvicorn_config(
    app: object,
    connections: int = CONNECTIONS,
    proxies: Sequence[str] = (),
    room: Room | None = None,
    secure: bool = False,
    is_busy: Callable[[], bool] = lambda: False,
) -> WireConfig:
    """Sockets are counted where they are admitted, other connections by `room`; here a bound for all together.

    By default uvicorn believes an `X-Forwarded-For` that comes from this machine, so anybody on it could choose the
    address that limits are counted by.
    """
    room = room or Room(proxies=proxies)
    config = WireConfig(
        app,  # type: ignore[arg-type]
        log_config=None,
        log_level="error",
        access_log=False,
        server_header=False,
        http=Line,
        ws=Wire,
        ws_max_size=LONGEST_FRAME,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=5,
        limit_concurrency=connections + 2 * room.in_all if connections and room.in_all else None,
        lifespan="on",
        proxy_headers=bool(proxies),
        forwarded_allow_ips=[*proxies],
    )
    config.room, config.secure = room, secure
    config.requests, config.messages = WorkQueue(is_busy), WorkQueue(is_busy)
    return config


async def put_together(
    config: Config, means: Means, port: int, pages: Pages | None = None, passwords: Passwords | None = None
) -> Made:
    """People, pit and application."""
    origins = config.origins or tuple(local_origins(port, config.host))
    people = People(means.store, means.clock, passwords, requests=config.requests)
    gate = Gate(people.sessions, origins)
    auditing = Auditing(means, config.store, config.audit_every)
    floor = Floor(
        means, gate, config.connections, config.per_address, config.shared_tables, config.extra_tables, auditing
    )
    floor.pit.house_name = config.house_name.strip()
    shown = [pages(floor.pit)] if pages else []
    app = make_app(floor, [*routers(floor.pit, means.store.books, people, gate, floor.sockets.show_out), *shown])
    install(app, gate, people, means.log)
    app.openapi()  # made once, here: no table would be attended to while it is made
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
        if plan not in new and known[plan.id].state.open and known[plan.id].plan != floor.pit.named(plan):
            say(f"table {plan.id} goes on as it was opened, not as the file has it now: reopen it in the pit")
    for plan in new:
        await floor.pit.open(plan, "configuration")
