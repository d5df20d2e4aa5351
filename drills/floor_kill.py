"""The floor killed with -9 amid play, again and again: nothing acknowledged is missing, no cent lost or doubled.

    .venv/bin/python -m drills.floor_kill [--kills 200] [--way server|server-postgresql|database|all] [--seed 1]

A child process is the server that `pitboss serve` runs, with a table of every game, and of some two or three, full of
bots that do not stop to think; it writes a line for every command that was acknowledged. Three ways:

    server              the server is killed, on SQLite
    server-postgresql   the server is killed, on PostgreSQL
    database            PostgreSQL is killed, whole or one process of it. The server must say so, open its store again
                        by itself when the database is back, play on, and end in good order when it is asked to

Then the store must hold every line that came out, every account what was posted to it, and the chain must be whole.
How soon it is back is measured from the call for the next server (and for PostgreSQL, where that was killed) until it
is ready, which must be within 5 seconds, and until it has acknowledged its first command. A store is given up for a new
one every 25 kills, so that the audit of the whole stays short. INT-01, LED-06, PRG-12.
"""

import argparse
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import msgspec
import psycopg

from pitboss.audit.verify import audit
from pitboss.floor import app, bots
from pitboss.floor.config import Config, Settings, usual_tables
from pitboss.floor.live import Answer, LiveTable, Plan
from pitboss.floor.person import Person
from pitboss.floor.serve import serve
from pitboss.floor.timing import Timing
from pitboss.store import open_books
from pitboss.store.watch import Watch
from pitboss.web import pages
from tests.store.postgresql import Cluster

ROOT = Path(__file__).resolve().parents[1]
WAYS = ("server", "server-postgresql", "database")
TABLES, BOTS = 17, ("simple", "random", "simple")
QUICK = Timing(betting=50, all_have_bet=0, decision=50, pace=0)
PROGRESSIVE = "high-card-flush"
NEW_STORE_EVERY = 25
GOAL_MS = 5_000
PATIENCE_MS = 300_000
"""How long the drill waits for a server before it gives up: longer than the goal, to say by how much it failed."""


class Outcome(msgspec.Struct):
    """`not_said`: times that the server did not say that its database was gone, or did not end in good order later.

    `reopened`: times that the same server played on after that; `slowest_reopening_ms`: from the moment that PostgreSQL
    answered again until the server was ready. `slowest_return_ms`: until a new server was ready, `slowest_command_ms`
    until it had acknowledged a command, which every fourth is killed too early for; `commands` is how often that was
    measured. `processor_ms`: the most that a start took of a processor.
    """

    kills: int = 0
    acknowledged: int = 0
    missing: int = 0
    cents_out_of_balance: int = 0
    faults: int = 0
    not_said: int = 0
    reopened: int = 0
    slowest_reopening_ms: int = 0
    slowest_return_ms: int = 0
    slowest_command_ms: int = 0
    commands: int = 0
    processor_ms: int = 0
    entries: int = 0

    @property
    def holds(self) -> bool:
        wrong = self.missing or self.cents_out_of_balance or self.faults or self.not_said
        return not wrong and self.slowest_return_ms <= GOAL_MS


# The child


def plans() -> tuple[Plan, ...]:
    """Tables of every game in turn; those with a progressive share its meters."""
    games = [plan.table["game"] for plan in usual_tables(())]
    return tuple(
        Plan(
            id=f"t{number}",
            table={"game": game},
            group="jackpot" if game == PROGRESSIVE else "",
            timing=QUICK,
            bots=BOTS,
        )
        for number in range(TABLES)
        for game in (games[number % len(games)],)
    )


def play(folder: Path, database: str) -> int:
    """The server, with bots in a hurry, until somebody ends it."""
    app.BOTS_ACT = app.TICK = 1
    bots.QUICKEST, bots.SLOWEST, bots.SULK = 0, 1, 20
    LiveTable.do = acknowledged(LiveTable.do)  # type: ignore[method-assign]
    signal.signal(signal.SIGUSR1, take_memory)
    config = Config(port=0, data=str(folder), database=database, grace=0, requests=0, audit_every=0, tables=plans())
    return serve(Settings(config, {}), pages)


def take_memory(*_: object) -> None:
    """For `drills.starved`: hold all that can still be had of a limited memory, to the last small piece."""
    for size in (1 << 20, 1 << 16, 1 << 12, 1 << 9, 1 << 6):
        with suppress(MemoryError):
            while True:
                _held.append(bytearray(size))


_held: list[bytearray] = []


def acknowledged(do: Any) -> Any:
    """The same with a key of its own for every command, and a line for every answer."""
    run, count = os.urandom(8).hex(), iter(range(1 << 62))

    async def wrapped(table: LiveTable, person: Person, given: dict[str, Any], early: str = "") -> Answer:
        key = f"{run}-{next(count)}"
        answer: Answer = await do(table, person, given | {"key": key}, early)
        os.write(1, f"done {table.id} {answer.sequence} {key}\n".encode())
        return answer

    return wrapped


# Who kills


def environment() -> dict[str, str]:
    """As `./pitboss` has it: without bytecode the start would compile every source anew."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"} | {
        "PYTHONPYCACHEPREFIX": str(ROOT / ".venv" / "bytecode")
    }


class Started:
    """A child started as `./pitboss` starts it: a Python that has read nothing yet."""

    def __init__(self, folder: Path, database: str, said: Path, logged: Path) -> None:
        command = [sys.executable, "-m", "drills.floor_kill", "--child", str(folder), "--database", database]
        with said.open("wb") as out, logged.open("wb") as log:
            self.process = subprocess.Popen(command, stdout=out, stderr=log, cwd=ROOT, env=environment())
        self.pid = self.process.pid

    def ended(self) -> int | None:
        return self.process.poll()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def wait(self, seconds: int) -> int:
        return self.process.wait(seconds)


class Forked:
    """The same child out of a process that has read the program once: a start takes a third of the processor."""

    def __init__(self, folder: Path, database: str, said: Path, logged: Path) -> None:
        context = get_context("forkserver")
        context.set_forkserver_preload(["drills.floor_kill"])
        for file in (said, logged):
            file.write_bytes(b"")
        self.process = context.Process(target=play_into, args=(folder, database, said, logged))
        self.process.start()
        self.pid = int(self.process.pid or 0)

    def ended(self) -> int | None:
        return self.process.exitcode

    def kill(self) -> None:
        self.process.kill()
        self.process.join()

    def wait(self, seconds: int) -> int | None:
        self.process.join(seconds)
        return self.process.exitcode


def play_into(folder: Path, database: str, said: Path, logged: Path) -> None:
    for number, file in ((1, said), (2, logged)):
        with file.open("wb") as out:
            os.dup2(out.fileno(), number)
    sys.stdout, sys.stderr = open(1, "w", closefd=False), open(2, "w", closefd=False)  # noqa: SIM115
    sys.exit(play(folder, database))


class Server:
    """A child, what it says in a file (which outlives it), and its address once it is open.

    `output`: the folder of its output files, where the disk of the store may be full or read-only.
    """

    def __init__(
        self, folder: Path, database: str, start: type[Started] | type[Forked] = Started, output: Path | None = None
    ) -> None:
        self.said, self.logged = (output or folder) / "said", (output or folder) / "logged"
        self.process = start(folder, database, self.said, self.logged)
        try:
            wait_until(lambda: self.process.ended() is not None or b"open on" in self.said.read_bytes(), "an address")
            found = re.search(rb"open on (http\S+) ", self.said.read_bytes())
            assert found, f"the floor did not come back: {self.logged.read_text()}"
            self.address = found[1].decode()
            wait_until(lambda: self.readiness() == 200, "readiness")
        except BaseException:
            self.kill()
            raise

    def readiness(self) -> int:
        try:
            with urllib.request.urlopen(f"{self.address}/readyz", timeout=10) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            return error.code
        except OSError:
            return 0

    def processor_ms(self) -> int:
        """What it has used of a processor so far; a machine with other work makes a start longer, but not this."""
        used = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()[11:13]
        return sum(map(int, used)) * 1000 // os.sysconf("SC_CLK_TCK")

    def kill(self) -> None:
        self.process.kill()

    def says_so(self) -> None:
        """Wait until it has said that its database is gone."""
        wait_until(lambda: '"store_failed"' in self.logged.read_text(), "word of the loss")

    def plays_on(self) -> None:
        """Wait until it is ready again, without a restart."""
        wait_until(lambda: '"reopened"' in self.logged.read_text() and self.readiness() == 200, "the store again")

    def ends(self) -> bool:
        """Whether it ends in good order when it is asked to."""
        os.kill(self.process.pid, signal.SIGTERM)
        ended = self.process.wait(PATIENCE_MS // 1000)
        logged = self.logged.read_text()
        well = ended == 0 and '"closed"' in logged and "Traceback" not in logged
        if not well:
            sys.stderr.write(f"ended with {ended}:\n{logged[-2000:]}\n")
        return well

    def done(self) -> list[tuple[str, int, str]]:
        """Table, sequence and key of every command that was acknowledged."""
        lines = self.said.read_bytes().split(b"\n")[:-1]
        words = [line.decode().split() for line in lines if line.startswith(b"done ")]
        return [(table, int(sequence), key) for _, table, sequence, key in words]


class Database:
    """A PostgreSQL server of our own."""

    def __init__(self, folder: Path) -> None:
        self.cluster = Cluster(folder, "-k")
        self.process = self.cluster.run()
        self.wait()

    def wait(self) -> None:
        def answers() -> bool:
            if self.process.poll() is not None:  # what is left of the one before may still be going
                self.process = self.cluster.run()
            with suppress(psycopg.OperationalError):
                psycopg.connect(self.cluster.url).close()
                return True
            return False

        wait_until(answers, "PostgreSQL")

    def new(self) -> str:
        name = f"floor_{uuid.uuid4().hex[:12]}"
        with psycopg.connect(self.cluster.url, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.cluster.url.replace("/postgres?", f"/{name}?")

    def kill(self, random_: random.Random) -> None:
        """All of it at once, or one of its processes, as when memory runs out."""
        processes = [self.process.pid, *children(self.process.pid)]
        for pid in processes if random_.randrange(2) else [random_.choice(processes)]:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def close(self) -> None:
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait(30)


def children(parent: int) -> list[int]:
    found = []
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            if int(entry.read_text().rpartition(")")[2].split()[1]) == parent:
                found.append(int(entry.parent.name))
    return found


def wait_until(so: Callable[[], bool], what: str) -> None:
    until = time.monotonic_ns() + PATIENCE_MS * 1_000_000
    while not so():
        assert time.monotonic_ns() < until, f"waited in vain for {what}"
        time.sleep(0.005)


@contextmanager
def databases(way: str) -> Iterator[Database | None]:
    if way == "server":
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="pitboss-pg-", ignore_cleanup_errors=True) as folder:
        database = Database(Path(folder))
        try:
            yield database
        finally:
            database.close()


class Life:
    """One store through some kills, and all that was ever acknowledged of it."""

    def __init__(
        self, way: str, folder: Path, postgresql: Database | None, outcome: Outcome, short: bool = False
    ) -> None:
        self.way, self.folder, self.postgresql, self.outcome = way, folder, postgresql, outcome
        self.start: type[Started] | type[Forked] = Forked if short else Started
        self.longest = 0.4 if short else 1.5
        self.database = postgresql.new() if postgresql else str(folder / "floor.db")
        self.done: list[tuple[str, int, str]] = []
        self.missing: set[str] = set()
        Server(folder, self.database, self.start).kill()  # the first start opens the tables and is none that comes back

    def kill_once(self, random_: random.Random) -> None:
        began = time.monotonic_ns()
        if self.postgresql:
            self.postgresql.wait()
        server = Server(self.folder, self.database, self.start)
        took = (time.monotonic_ns() - began) // 1_000_000
        self.outcome.slowest_return_ms = max(self.outcome.slowest_return_ms, took)
        self.outcome.processor_ms = max(self.outcome.processor_ms, server.processor_ms())
        try:
            if self.outcome.kills % 4 != 3:  # some are killed before anybody has played
                wait_until(lambda: bool(server.done()), "an answer to a command")
                took = (time.monotonic_ns() - began) // 1_000_000
                self.outcome.slowest_command_ms = max(self.outcome.slowest_command_ms, took)
                self.outcome.commands += 1
            time.sleep(random_.uniform(0.05, self.longest))
            if self.way == "database":
                assert self.postgresql is not None
                self.postgresql.kill(random_)
                self._reopened(server, self.postgresql)
                self.outcome.not_said += not server.ends()
        finally:
            server.kill()
        self.outcome.kills += 1
        new = server.done()
        self.done += new
        self.outcome.acknowledged += len(new)

    def _reopened(self, server: Server, postgresql: Database) -> None:
        """The database comes back, and the server with it: further commands are acknowledged."""
        server.says_so()
        postgresql.wait()
        began = time.monotonic_ns()
        server.plays_on()
        took = (time.monotonic_ns() - began) // 1_000_000
        self.outcome.slowest_reopening_ms = max(self.outcome.slowest_reopening_ms, took)
        before = len(server.done())
        wait_until(lambda: len(server.done()) > before, "an answer after the database is back")
        self.outcome.reopened += 1

    def check(self, thoroughly: bool) -> None:
        """What was acknowledged is there; every account holds what was posted to it; the chain is whole."""
        if self.postgresql:
            self.postgresql.wait()
        books = open_books(self.database)
        try:
            last = {name: sequence for name, (_, sequence) in books.tables().items()}
            with books.moment() as connection:
                found = {*connection.exec_driver_sql("SELECT key FROM journal WHERE key <> ''").scalars()}
            missing = {key for table, sequence, key in self.done if key not in found or last[table] < sequence}
            self.outcome.missing += len(missing - self.missing)
            self.missing |= missing
            self.outcome.cents_out_of_balance += abs(sum(books.balances().values()))
            differ = Watch(books).differences().values()
            self.outcome.cents_out_of_balance += sum(abs(held - posted) for held, posted in differ)
            if thoroughly:
                findings = audit(books, self.folder / "heads")
                self.outcome.faults += len(findings.faults)
                self.outcome.entries += findings.entries
                for fault in findings.faults[:5]:
                    sys.stderr.write(f"{fault}\n")
        finally:
            books.engine.dispose()


def drill(
    kills: int, way: str, seed: int = 1, progress: Callable[[Outcome], None] | None = None, short: bool = False
) -> Outcome:
    """`short`: servers are forked and killed sooner, which takes a third of the time and measures no start."""
    outcome, random_ = Outcome(), random.Random(seed)
    with databases(way) as postgresql:
        while outcome.kills < kills:
            with tempfile.TemporaryDirectory(prefix="pitboss-kill-") as folder:
                life = Life(way, Path(folder), postgresql, outcome, short)
                for number in range(1, NEW_STORE_EVERY + 1):
                    life.kill_once(random_)
                    is_last = number == NEW_STORE_EVERY or outcome.kills == kills
                    life.check(thoroughly=is_last)
                    if progress and (is_last or outcome.kills % 5 == 0):
                        progress(outcome)
                    if is_last:
                        break
    return outcome


def told(outcome: Outcome) -> str:
    return (
        f"{outcome.kills} kills, {outcome.acknowledged:,} acknowledged, {outcome.missing} missing, "
        f"{outcome.cents_out_of_balance} cents out of balance, {outcome.faults} chain faults in {outcome.entries:,} "
        f"entries, {outcome.not_said} times not said, ready after {outcome.slowest_return_ms:,} ms at most "
        f"({outcome.processor_ms:,} of a processor), first command acknowledged after "
        f"{outcome.slowest_command_ms:,} ms at most ({outcome.commands} measured), store reopened {outcome.reopened} "
        f"times, {outcome.slowest_reopening_ms:,} ms at most"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--way", choices=[*WAYS, "all"], default="all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--child", default="", help=argparse.SUPPRESS)
    parser.add_argument("--database", default="", help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    if wanted.child:
        return play(Path(wanted.child), wanted.database)
    failed = False
    for way in WAYS if wanted.way == "all" else [wanted.way]:
        outcome = drill(wanted.kills, way, wanted.seed, lambda now: print(f"  {told(now)}", flush=True))
        print(f"{way}: {told(outcome)}", flush=True)
        failed |= not outcome.holds
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
