"""Where sheets are made: one at a time, in a process of its own, and kept, on the disk where it can be written.

The server's loop only waits. Who asks again meanwhile is told how far it is.
"""

import asyncio
import hashlib
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import msgspec

from pitboss import games
from pitboss.lab.kept import code_digest, write_whole
from pitboss.lab.sources import game_sources
from pitboss.ranking.compiled import home
from pitboss.refusal import Refusal

MODULE = "pitboss.web.sheets"


class Key(NamedTuple):
    """A part of the sheet of a game under a text; what belongs to no game is not kept on the disk."""

    game: str
    text: str
    part: str


class Progress(msgspec.Struct):
    """How far a part is: so many of so many steps; none known before the first. `ahead`: others that are made first."""

    done: int = 0
    parts: int = 0
    ahead: int = 0


class Workbench:
    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._made: dict[Key, bytes] = {}
        self._waiting: dict[Key, Progress] = {}
        self._failed: dict[Key, Refusal] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._one = asyncio.Lock()

    async def ask(self, key: Key) -> bytes | Progress:
        """The part, or how far it is; whoever asks first sets it going. One that failed says so once, and may be tried
        again."""
        if key in self._made:
            return self._made[key]
        if key in self._failed:
            raise self._failed.pop(key)
        if key not in self._waiting:
            self._waiting[key] = Progress()
            task = asyncio.create_task(self._make(key))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        waiting = self._waiting[key]
        return msgspec.structs.replace(waiting, ahead=[*self._waiting].index(key))

    async def _make(self, key: Key) -> None:
        try:
            kept = await asyncio.to_thread(self._kept, key) if key.game else None
            self._made[key] = kept if kept is not None else await self._count(key)
        except Refusal as refusal:
            self._failed[key] = refusal
        finally:
            self._waiting.pop(key, None)

    async def _count(self, key: Key) -> bytes:
        async with self._one:
            made = await self._run(key)
        if key.game:
            await asyncio.to_thread(self._keep, key, made)
        return made

    async def _run(self, key: Key) -> bytes:
        try:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-P", "-m", MODULE, *key, stdin=PIPE, stdout=PIPE, stderr=DEVNULL
            )
        except OSError:
            raise Refusal("not_counted", "Try again later: this machine has no room for the lab now.") from None
        try:
            return await self._read(process, self._waiting[key])
        except (OSError, ValueError, asyncio.IncompleteReadError):
            raise Refusal("not_counted", "Try again: the lab was interrupted while it counted this.") from None
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def _read(self, process: Process, progress: Progress) -> bytes:
        """Each progress step, then the whole sheet. Raises the refusal of the process."""
        assert process.stdout
        while True:
            first, second = (await process.stdout.readline()).split()
            if first == b"refused":
                raise Refusal(**msgspec.json.decode(await process.stdout.readexactly(int(second))))
            if first == b"whole":
                return await process.stdout.readexactly(int(second))
            progress.done, progress.parts = int(first), int(second)

    def _kept(self, key: Key) -> bytes | None:
        file = self._file(key)
        if file is None:
            return None
        with suppress(OSError):
            digest, _, made = file.read_bytes().partition(b"\n")
            if digest.decode("ascii", "replace") == hashlib.sha256(made).hexdigest():
                return made
        return None

    def _keep(self, key: Key, made: bytes) -> None:
        """With its hash, so that half a file is no sheet. Not being able to is no failure: it stays in memory."""
        file = self._file(key)
        with suppress(OSError):
            if file is not None:
                write_whole(file, hashlib.sha256(made).hexdigest().encode() + b"\n" + made)

    def _file(self, key: Key) -> Path | None:
        """The cache file, named by the hash of all code and rules. None for a game without sources."""
        sources = game_sources(games.game(key.game))
        if sources is None:
            return None
        folder = self._folder or home().joinpath("sheets")
        return folder.joinpath(hashlib.sha256(repr([code_digest(), sources, *key]).encode()).hexdigest())
