"""Chance that is the same in every run of a test, so that no test fails on one hand in a hundred.

`PITBOSS_TEST_SEED=random` plays with real chance, any other word with other cards.
"""

import os
from collections import Counter
from hashlib import shake_256
from random import Random

from pitboss.fair import Entropy

SEED = os.environ.get("PITBOSS_TEST_SEED", "1")

_read: Counter[str] = Counter()


def running_test() -> str:
    """The test that is running, or the first one that a fixture is made for; nothing outside of tests."""
    return "" if SEED == "random" else os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]


def dealt_alike() -> Entropy:
    """Keys made of the running test's name. None comes twice in a test, however many floors it opens."""
    name = running_test()

    def read(number: int) -> bytes:  # by the loop's thread alone: the store's writer has its nonces from the kernel
        _read[name] += 1
        return shake_256(f"{SEED} {name} {_read[name]}".encode()).digest(number)

    return Entropy(read) if name else Entropy()


def chosen_alike() -> Random:
    """What bots choose by."""
    return Random(f"{SEED} {running_test()}")
