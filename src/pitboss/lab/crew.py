"""Work spread over the machine's cores. Kernels let go of the interpreter's lock, so threads are enough."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from typing import TypeVar

Part = TypeVar("Part")
Done = TypeVar("Done")

Progress = Callable[[int, int], None]
"""Told after each part how many of how many are done."""


def silent(done: int, parts: int) -> None:
    """Nobody watches."""


def share(progress: Progress, start: int, end: int) -> Progress:
    """The progress of one stage, as percent of the whole."""
    return lambda done, parts: progress(start + (end - start) * done // parts, 100)


def spread(task: Callable[[Part], Done], parts: Sequence[Part], progress: Progress = silent) -> Iterator[Done]:
    """`task` of every part, in no particular order. Parts should be short: a part begun is finished, even on Ctrl-C."""
    with ThreadPoolExecutor(os.cpu_count() or 1) as crew:
        waiting = {crew.submit(task, part) for part in parts}
        try:
            while waiting:
                finished, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for each in finished:
                    yield each.result()
                progress(len(parts) - len(waiting), len(parts))
        finally:
            for each in waiting:
                each.cancel()
