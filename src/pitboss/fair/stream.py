"""From keys to numbers: uniform by rejection, shuffled by Fisher and Yates, never more outcomes than the keys hold.

A key is expanded by HMAC-SHA-256 in counter mode, 16 words of 16 bits a block. A word is scaled to a number below n by
dropping the words that would favour some values. A key decides at most 2^256 outcomes: before a choice that would pass
that, the next key takes over. So whatever is drawn could, as far as counting goes, come out in every possible way.

    docs/fairness.md gives the same as a specification; verify_round.py is a second implementation of it.
"""

import hmac
import struct
from collections.abc import Iterable, Sequence

from pitboss.refusal import Refusal

WORDS = 1 << 16
"""A word is one of so many; nothing is drawn from a larger range."""

OUTCOMES_OF_A_KEY = 1 << 256

_BLOCK = struct.Struct(">16H")


def framed(*fields: bytes) -> bytes:
    """Fields joined so that no two lists of fields look alike: each behind its length in 8 bytes."""
    return b"".join([len(field).to_bytes(8, "big") + field for field in fields])


def scaled(word: int, outcomes: int) -> int | None:
    """The outcome a word stands for; None for a word too many, which is dropped."""
    return word % outcomes if word < WORDS - WORDS % outcomes else None


class Stream:
    """Numbers from keys, in order. The same keys give the same numbers."""

    def __init__(self, keys: Sequence[bytes]) -> None:
        self._keys = keys
        self._words: list[int] = []
        self._block = 0
        self._decided = 1
        self.begun = 1
        """How many keys have been begun: 256 fresh bits each."""

    def below(self, outcomes: int) -> int:
        """A number from 0 to outcomes - 1, each as likely."""
        self._spend(outcomes)
        while (number := scaled(self._word(), outcomes)) is None:
            pass
        return number

    def _spend(self, outcomes: int) -> None:
        """One more choice of the present key, or the first of the next."""
        if not 0 < outcomes <= WORDS:
            raise Refusal("range_too_wide", f"Draw from 1 to {WORDS} outcomes; not from {outcomes}.")
        if self._decided * outcomes > OUTCOMES_OF_A_KEY:
            if self.begun == len(self._keys):
                raise Refusal(
                    "keys_used_up",
                    f"Open the next epoch with more keys: the {self.begun} of this one cannot decide any more.",
                )
            self.begun += 1
            self._decided, self._block, self._words = 1, 0, []
        self._decided *= outcomes
        assert self._decided <= OUTCOMES_OF_A_KEY

    def _word(self) -> int:
        if not self._words:
            block = hmac.digest(self._keys[self.begun - 1], self._block.to_bytes(8, "big"), "sha256")
            self._block += 1
            self._words = list(_BLOCK.unpack(block))
            self._words.reverse()
        return self._words.pop()

    def permutation(self, cards: int) -> list[int]:
        """The numbers 0 to cards - 1, every order as likely: each place from the last takes one of those left."""
        numbers = list(range(cards))
        for last in range(cards - 1, 0, -1):
            chosen = self.below(last + 1)
            numbers[last], numbers[chosen] = numbers[chosen], numbers[last]
        return numbers

    def between(self, least: int, most: int) -> int:
        """A whole number from least to most, both included."""
        return least + self.below(most - least + 1)


def shuffle_choices(cards: int) -> Iterable[int]:
    """Out of how many each choice of a shuffle is made."""
    return range(cards, 1, -1)


def keys_for(choices: Iterable[int]) -> int:
    """How many keys these choices take, one after the other."""
    keys, decided = 1, 1
    for outcomes in choices:
        decided *= outcomes
        if decided > OUTCOMES_OF_A_KEY:
            keys, decided = keys + 1, outcomes
    return keys
