"""Keys from the operating system's kernel, and from nowhere else.

It fails closed. What cannot be good randomness (an error, too few bytes, nothing but zeros, a block seen before) is
refused, and so is everything after it: a source that was wrong once is not trusted again before a person has looked.
"""

import os
from collections import deque
from collections.abc import Callable
from hashlib import sha256

from pitboss.refusal import Refusal

KEY_BYTES = 32
MOST_KEYS = 1_024
"""What one call may ask for; ten shoes of eight decks would not need so many."""

REMEMBERED = 4 * MOST_KEYS
"""So many keys back a repetition is noticed."""


class Entropy:
    """Fresh keys of 256 bits. `read` is the kernel's generator; only tests pass another.

    Tables ask for seeds while the store's writer asks for nonces, so whatever is remembered is changed by steps that no
    other thread can come between.
    """

    def __init__(self, read: Callable[[int], bytes] = os.urandom) -> None:
        self._read = read
        self._seen: dict[bytes, object] = {}
        self._order: deque[bytes] = deque()
        self._failed = ""

    def keys(self, number: int) -> tuple[bytes, ...]:
        """So many keys, or a refusal: then nothing may be dealt."""
        assert 0 < number <= MOST_KEYS
        if not self._failed:
            keys, wrong = self._try(number)
            if wrong:  # never set back: another thread's good keys do not mend the source
                self._failed = wrong
        if self._failed:
            raise Refusal(
                "entropy_failed",
                f"Stop dealing and restart pitboss when the machine is sound: {self._failed}.",
            )
        return keys

    def _try(self, number: int) -> tuple[tuple[bytes, ...], str]:
        """The keys, and what is wrong with them, if anything."""
        try:
            block = self._read(number * KEY_BYTES)
        except OSError as error:
            return (), f"the system's random generator gave an error ({error.strerror or error})"
        if not isinstance(block, bytes) or len(block) != number * KEY_BYTES:
            return (), "the system's random generator gave fewer bytes than were asked for"
        keys = tuple(block[at : at + KEY_BYTES] for at in range(0, len(block), KEY_BYTES))
        if not all(map(any, keys)):
            return (), "the system's random generator gave nothing but zeros"
        return keys, self._remember(keys)

    def _remember(self, keys: tuple[bytes, ...]) -> str:
        """Only hashes are kept: whoever reads this memory learns no key."""
        for key in keys:
            trace, own = sha256(b"pitboss seen" + key).digest(), object()
            if self._seen.setdefault(trace, own) is not own:
                return "the system's random generator gave the same block twice"
            self._order.append(trace)
            if len(self._order) > REMEMBERED:
                del self._seen[self._order.popleft()]
        return ""
