"""Whether the time that a failed sign-in takes tells if there is such a person, or if somebody failed before.

    .venv/bin/python -m drills.sign_in [--tries 10000] [--seed 1] [--most 4]

The same number of tries each for known names, for unknown names and for names that failed once before, in random
order, each known name once and each try from another address: an attacker looks for names in this way. Hashes are
cheap and the store lies in memory where the system has a folder for that, so that neither hides what little could
tell. Printed are the mean and the middle of each, by the clock and of the processor, which other programs disturb
less; the differences of the means and z, the difference in its own standard errors. The exit status is 1 if any |z|
is above `--most`, or if a control is not found: the processor's times of known names with a tenth of their mean
added. WEB-07.
"""

import argparse
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from itertools import combinations
from math import sqrt
from pathlib import Path

from argon2 import PasswordHasher

from pitboss.floor.clock import SystemClock
from pitboss.floor.people import People
from pitboss.floor.people.passwords import Passwords
from pitboss.refusal import Refusal
from pitboss.store import open_store

CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
MEMORY = Path("/dev/shm")
KINDS = ("known", "unknown", "failed")
WRONG = "not the password of anybody"

Taken = tuple[int, int]
"""Nanoseconds by the clock and of the processor."""


def failed(people: People, name: str, address: str) -> Taken:
    """What it takes until a try is refused."""
    clock, processor = time.perf_counter_ns(), time.process_time_ns()
    try:
        people.signing_in.sign_in(name, WRONG, address)
    except Refusal as refusal:
        taken = time.perf_counter_ns() - clock, time.process_time_ns() - processor
        assert refusal.code == "sign_in_failed", refusal.code
        return taken
    raise AssertionError("nobody has this password")


def tried(folder: Path, tries: int, chance: random.Random) -> dict[str, list[Taken]]:
    """What each try took, by the kind of its name."""
    many = 1 << 30
    with open_store(str(folder / "drill.db"), program="drill") as store:
        people = People(
            store, SystemClock(), Passwords(CHEAP), sign_ins=many, arrivals=many, strangers=many, requests=0
        )
        names = {kind: [f"{kind}{n:06}" for n in range(tries)] for kind in KINDS}
        for n in range(tries):
            people.register.add_player(names["known"][n], "a word that is long enough")
            people.register.add_player(names["failed"][n], "a word that is long enough")
            failed(people, names["failed"][n], f"before {n}")
        order = [kind for kind in KINDS for _ in range(tries)]
        chance.shuffle(order)
        found: dict[str, list[Taken]] = {kind: [] for kind in KINDS}
        for number, kind in enumerate(order):
            found[kind].append(failed(people, names[kind][len(found[kind])], f"address {number}"))
    return found


def compared(one: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """The difference of the means, and the same in its standard errors."""
    difference = statistics.fmean(one) - statistics.fmean(other)
    return difference, difference / sqrt(statistics.variance(one) / len(one) + statistics.variance(other) / len(other))


def judged(what: str, found: dict[str, list[float]], most: float) -> bool:
    """Whether no kind of name can be told from another."""
    for kind, times in found.items():
        print(f"{what}, {kind}: mean {statistics.fmean(times):.1f} us, middle {statistics.median(times):.1f} us")
    alike = True
    for one, other in combinations(KINDS, 2):
        difference, z = compared(found[one], found[other])
        alike &= abs(z) <= most
        print(f"{what}, {one} less {other}: {difference:+.1f} us, z = {z:+.2f}")
    return alike


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tries", type=int, default=10_000, help="of each kind of name")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=float, default=4.0, help="standard errors that chance may make")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        found = tried(Path(folder), wanted.tries, random.Random(wanted.seed))
    clock, processor = (
        {kind: [each[which] / 1000 for each in times] for kind, times in found.items()} for which in range(2)
    )
    print(f"{wanted.tries:,} tries of each")
    fine = judged("clock", clock, wanted.most) & judged("processor", processor, wanted.most)
    longer = [1.1 * each for each in processor["known"]]
    _, control = compared(longer, processor["unknown"])
    print(f"control, a tenth more: z = {control:+.2f}")
    fine &= abs(control) > wanted.most
    print("fine" if fine else "FAILED")
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
