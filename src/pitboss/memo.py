"""Remembering what a pure function answered. `functools.lru_cache` does more and costs several times as much a call."""

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class _Memo(dict[Any, Any]):
    def __init__(self, compute: Callable[[Any], Any], most: int) -> None:
        super().__init__()
        self.compute = compute
        self.most = most

    def __missing__(self, key: Any) -> Any:
        answer = self.compute(key)
        if len(self) < self.most:
            self[key] = answer
        return answer


def remembered(compute: Callable[[K], V], most: int = 65536) -> Callable[[K], V]:
    """The same function of one argument, with the first `most` answers kept."""
    return _Memo(compute, most).__getitem__
