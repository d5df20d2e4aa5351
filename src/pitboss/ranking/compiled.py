"""The rankings as machine code, from the very functions that plain Python runs.

`compiled(best_five)` clones the function with its tables turned into arrays and its helpers compiled, so there is one
implementation and two ways to run it. Numba must be installed.

Numba's disk cache does not notice a changed table or a changed helper in another module. The cache therefore
lives in a folder named by the hash of every source that can reach a kernel and of Numba's version.
"""

import hashlib
import os
from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from pathlib import Path
from types import FunctionType
from typing import Any

ROOMS_THAT_REACH_KERNELS = ("cards", "ranking", "lab/kernels")


def home() -> Path:
    """The cache folder: `PITBOSS_CACHE`, or `pitboss` below `XDG_CACHE_HOME`, or `~/.cache/pitboss`."""
    if own := os.environ.get("PITBOSS_CACHE"):
        return Path(own)
    shared = os.environ.get("XDG_CACHE_HOME") or ""
    # The standard asks for an absolute path; a relative one is ignored.
    return (Path(shared) if os.path.isabs(shared) else Path.home() / ".cache") / "pitboss"


PACKAGE = Path(__file__).resolve().parents[1]


def sources_digest(rooms: tuple[str, ...], kinds: tuple[str, ...] = ("*.py",)) -> str:
    """The hash of every source in these rooms. Raises `FileNotFoundError` for a room without sources.

    A room that was moved would else leave the hash, and what was made from its old sources would be found again.
    """
    digest = hashlib.sha256()
    for room in rooms:
        sources = sorted(found for kind in kinds for found in (PACKAGE / room).rglob(kind))
        if not sources:
            raise FileNotFoundError(f"There is no source in {PACKAGE / room}: nothing can be cached by its hash.")
        for source in sources:
            digest.update(source.relative_to(PACKAGE).as_posix().encode() + b"\0" + source.read_bytes() + b"\0")
    return digest.hexdigest()


def cache_folder() -> Path:
    """Where the machine code of exactly these sources is kept."""
    made_of = f"{version('numba')} {sources_digest(ROOMS_THAT_REACH_KERNELS)}"
    return home() / "numba" / hashlib.sha256(made_of.encode()).hexdigest()[:32]


@cache
def compiled(function: Callable[..., int]) -> Callable[..., Any]:
    """The same function as serial machine code that other kernels can call."""
    assert isinstance(function, FunctionType)
    needs = {name: _for_kernel(function.__globals__[name]) for name in _global_names(function)}
    clone = FunctionType(function.__code__, {"__name__": function.__module__, **needs}, function.__name__)
    clone.__qualname__ = function.__qualname__
    clone.__module__ = function.__module__
    return kernel(clone)


@cache
def _numba() -> tuple[Any, bool]:
    """Numba, told where to keep its machine code, and whether it can be kept there.

    Left to itself Numba would file it beside the sources, where old answers come back: so it is told even where someone
    has imported it before, and where there is no such folder nothing is kept.
    """
    folder = cache_folder()
    os.environ["NUMBA_CACHE_DIR"] = str(folder)
    import numba

    vars(numba.config)["CACHE_DIR"] = str(folder)
    return numba, _is_writable(folder)


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


def kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """Marks a counting kernel: serial machine code, kept on disk, that lets go of the interpreter's lock."""
    numba, kept = _numba()
    made: Callable[..., Any] = numba.njit(cache=kept and _is_hashed(function), nogil=True)(function)
    return made


def _is_hashed(function: Callable[..., Any]) -> bool:
    """Whether a function's source is among those that name the cache; machine code of any other is not kept."""
    source = Path(function.__code__.co_filename).resolve()
    return any(source.is_relative_to(PACKAGE / room) for room in ROOMS_THAT_REACH_KERNELS)


def _global_names(function: FunctionType) -> list[str]:
    return [name for name in function.__code__.co_names if name in function.__globals__]


def _for_kernel(value: Any) -> Any:
    """A table becomes an array, a helper is compiled, a number stays."""
    if isinstance(value, list):
        import numpy

        return numpy.array(value, dtype=numpy.int64)
    if isinstance(value, FunctionType):
        return compiled(value)
    return value
