"""The server during play on a disk that becomes read-only or full, and without memory: nothing acknowledged is lost.

    .venv/bin/python -m drills.starved [--times 20] [--way read-only|full|memory|all] [--seed 1]

The server and the bots are those of `drills.floor_kill`. Three ways:

    read-only   its data lie on an ext4 file system of their own that the kernel makes read-only, as it does after an
                error of the disk. Needs root and a loop device
    full        the same file system is filled up to its last block
    memory      the server may take no more memory than it has, or a little more (RLIMIT_AS), and all that is free
                within that is taken from it

The server may refuse or end, but what it acknowledged must be in the store, every account must hold what was posted to
it, the chain must be whole, and with its means back the next server must acknowledge commands. INT-08.
"""

import argparse
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from drills.floor_kill import Life, Outcome, Server, told, wait_until

WAYS = ("read-only", "full", "memory")
MIB = 1 << 20
DISK_MIB = 96
SPARE_MIB = (0, 1, 4, 16)
"""Memory that the server may still take."""


def can_mount() -> bool:
    """Whether this process may mount a file system of its own."""
    programs = all(map(shutil.which, ("mkfs.ext4", "mount", "umount")))
    return programs and os.geteuid() == 0 and Path("/dev/loop-control").exists()


class Mounted:
    """An ext4 file system in a file."""

    def __init__(self, folder: Path) -> None:
        self.image, self.folder = folder / "disk.img", folder / "disk"
        self.folder.mkdir()
        with self.image.open("wb") as file:
            file.truncate(DISK_MIB * MIB)
        run("mkfs.ext4", "-q", "-m", "0", str(self.image))
        self.mount()

    def mount(self) -> None:
        run("mount", "-o", "loop", str(self.image), str(self.folder))

    def unmount(self) -> None:
        run("umount", str(self.folder))

    def make_read_only(self) -> None:
        """What the kernel does when a write of its journal fails."""
        run("mount", "-o", "remount,abort", str(self.folder))

    def fill(self) -> None:
        with suppress(OSError), (self.folder / "filler").open("wb", buffering=0) as file:
            for size in (MIB, 4096, 1):
                with suppress(OSError):
                    while file.write(b"\1" * size):
                        pass

    def mend(self) -> None:
        """Room again, and writable."""
        self.unmount()
        self.mount()
        (self.folder / "filler").unlink(missing_ok=True)


def run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True)


@contextmanager
def place(way: str) -> Iterator[tuple[Path, Mounted | None]]:
    """A folder for a store, on a file system of its own where the way needs one."""
    with tempfile.TemporaryDirectory(prefix="pitboss-starved-") as named:
        if way == "memory":
            yield Path(named), None
            return
        disk = Mounted(Path(named))
        try:
            yield disk.folder, disk
        finally:
            disk.unmount()


def starve(way: str, server: Server, disk: Mounted | None, random_: random.Random) -> None:
    if way == "memory":
        used = int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
        most = used + random_.choice(SPARE_MIB) * MIB
        resource.prlimit(server.process.pid, resource.RLIMIT_AS, (most, most))
        os.kill(server.process.pid, signal.SIGUSR1)  # what is free within the limit goes too
        return
    assert disk is not None
    if way == "read-only":
        disk.make_read_only()
    else:
        disk.fill()


def once(life: Life, way: str, disk: Mounted | None, random_: random.Random) -> None:
    """Play, take its means away, let it try for a while, end it, and give the means back."""
    output = disk.folder.parent if disk else None  # a line that is cut off on a full disk cannot be read
    server = Server(life.folder, life.database, life.start, output)
    try:
        wait_until(lambda: bool(server.done()), "an answer to a command")
        time.sleep(random_.uniform(0.05, 0.4))
        starve(way, server, disk, random_)
        if disk is not None:  # a store that cannot write closes itself, and the server says so
            wait_until(lambda: server.process.ended() is not None or server.readiness() == 503, "word of the loss")
        time.sleep(random_.uniform(0.05, 0.4))
        if server.process.ended() is None:
            os.kill(server.process.pid, signal.SIGTERM)
            time.sleep(0.2)
    finally:
        server.kill()
    new = server.done()
    life.done += new
    life.outcome.acknowledged += len(new)
    life.outcome.kills += 1
    if disk is not None:
        disk.mend()


def drill(
    times: int, way: str, seed: int = 1, progress: Callable[[Outcome], None] | None = None, short: bool = False
) -> Outcome:
    outcome, random_ = Outcome(), random.Random(f"{seed} {way}")
    with place(way) as (folder, disk):
        life = Life("server", folder, None, outcome, short)
        for number in range(1, times + 1):
            once(life, way, disk, random_)
            life.check(thoroughly=number == times)
            if progress and number % 5 == 0:
                progress(outcome)
        life.kill_once(random_)  # with its means back, it plays
        life.check(thoroughly=False)
    return outcome


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--way", choices=[*WAYS, "all"], default="all")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    failed = False
    for way in WAYS if wanted.way == "all" else [wanted.way]:
        if way != "memory" and not can_mount():
            print(f"{way}: not run. Start it as root on a machine with loop devices.")
            failed = True
            continue
        outcome = drill(wanted.times, way, wanted.seed, lambda now: print(f"  {told(now)}", flush=True))
        print(f"{way}: {told(outcome)}", flush=True)
        failed |= bool(outcome.missing or outcome.cents_out_of_balance or outcome.faults)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
