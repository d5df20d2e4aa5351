"""A public battery of tests, dieharder, on the raw stream and on shuffles: `python -m drills.battery`.

    nice -n 19 .venv/bin/python -m drills.battery --folder /tmp/battery --raw 1024 --deck 256 --shoe 256

The streams are files of --raw, --deck and --shoe MiB in the folder, each from fresh keys of the kernel:

    raw      the blocks that the keys of epochs are expanded to, 4 blocks a key, about as many as a shuffle takes
    deck     shuffles of 52 cards, each in an epoch of its own, card by card as unbiased bits
    shoe     shuffles of 384 cards, the same
    randu    a control: a generator with a known fault
    naive    a control: a shuffle that favours some orders, turned into bits like the others

Every test of dieharder that a file is long enough for runs on it; values of a test that had to read the file twice do
not count. All values of one stream are judged together by Holm at 1 %; the controls must be
rejected. A stopped run goes on where it was with the same command: files and values found so far stay in the folder.
The report is written to FOLDER/report.md. It installs nothing. RNG-11.
"""

import argparse
import hmac
import json
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from drills.goodness import LEVEL, Found, rejected
from pitboss.fair.entropy import MOST_KEYS, Entropy
from pitboss.fair.epochs import Drawing, chain_start, open_epoch
from pitboss.fair.stream import keys_for, shuffle_choices

PROGRAM = "dieharder"
INSTALL = "Install dieharder first, for instance with `apt-get install dieharder`: it is not on this machine."
BLOCKS_OF_A_KEY = 4
MIB = 1 << 20
CONTROL_MIB = 128
NEEDED, WRONG = 2, 1
"""Exit status: a program that is not there; something that was rejected, or a control that was not."""


# Streams


def raw() -> Iterator[bytes]:
    """The blocks of key after key, as `Stream` makes them."""
    source, start, epoch = Entropy(), chain_start("battery"), 0
    counters = [block.to_bytes(8, "big") for block in range(BLOCKS_OF_A_KEY)]
    while True:
        epoch += 1
        keys = open_epoch("battery", epoch, start, source.keys(MOST_KEYS)).keys()
        yield b"".join([hmac.digest(key, counter, "sha256") for key in keys for counter in counters])


def shuffles(cards: int) -> Iterator[Sequence[int]]:
    source, start, epoch = Entropy(), chain_start("battery"), 0
    keys = keys_for(shuffle_choices(cards))
    while True:
        epoch += 1
        yield Drawing(open_epoch("battery", epoch, start, source.keys(keys))).permutation(cards)


def naive_shuffles(cards: int, seed: int) -> Iterator[Sequence[int]]:
    """A control: every place changes with any other, which favours some orders."""
    rng, places = random.Random(seed), range(cards)
    while True:
        order = list(places)
        for place in places:
            other = rng.randrange(cards)
            order[place], order[other] = order[other], order[place]
        yield order


def randu(seed: int = 1) -> Iterator[bytes]:
    """A control: RANDU, whose numbers lie on fifteen planes."""
    number = seed
    while True:
        found = np.empty(1 << 16, np.uint32)
        for at in range(len(found)):
            number = number * 65_539 & 0x7FFFFFFF
            found[at] = number << 1
        yield found.tobytes()


def unbiased_bits(number: int, outcomes: int) -> str:
    """A number below `outcomes` as bits: if every number is as likely, so are all bits of one length.

    `outcomes` is a sum of powers of two. From the largest on, the number lies in one of them; where in it, is told by
    as many bits as its exponent. No number is dropped, so one that is too likely cannot hide. (Elias, 1972.)
    """
    assert 0 <= number < outcomes
    for exponent in range(outcomes.bit_length() - 1, -1, -1):
        size = outcomes & 1 << exponent
        if number < size:
            return f"{number:0{exponent}b}" if exponent else ""
        number -= size
    raise AssertionError("a number is below the sum of the powers")


@cache
def bits_of(outcomes: int) -> list[str]:
    return [unbiased_bits(number, outcomes) for number in range(outcomes)]


def order_as_bits(order: Sequence[int]) -> str:
    """Of each card from the first: which it is of those that are left. Card by card, so that no fault is smoothed."""
    left, found = list(range(len(order))), list[str]()
    for card in order:
        at = left.index(card)
        found.append(bits_of(len(left))[at])
        del left[at]
    return "".join(found)


def as_bytes(orders: Iterator[Sequence[int]]) -> Iterator[bytes]:
    """Orders of cards as a stream of bits, about a MiB at a time."""
    while True:
        text, length = list[str](), 0
        while length < 8 * MIB:
            text.append(order_as_bits(next(orders)))
            length += len(text[-1])
        whole = "".join(text)[: length // 8 * 8]  # fewer than eight bits of a MiB are left out, whatever they are
        yield int(whole, 2).to_bytes(len(whole) // 8, "big")


STREAMS: dict[str, Callable[[], Iterator[bytes]]] = {
    "raw": raw,
    "deck": lambda: as_bytes(shuffles(52)),
    "shoe": lambda: as_bytes(shuffles(384)),
    "randu": randu,
    "naive": lambda: as_bytes(naive_shuffles(52, 1)),
}
CONTROLS = ("randu", "naive")


def make(stream: str, path: Path, mib: int) -> None:
    """The file, as long as wanted. One that a stopped run left goes on: every piece is from fresh keys.

    A control goes on from its seed, which makes it no better.
    """
    pieces, wanted, began, shown = STREAMS[stream](), mib * MIB, time.monotonic(), 0.0
    with path.open("ab") as file:
        while (length := file.tell()) < wanted:
            file.write(next(pieces)[: wanted - length])
            if time.monotonic() - shown > 30:
                shown = time.monotonic()
                print(f"  {stream}: {length / MIB:,.0f} of {mib:,} MiB, {shown - began:,.0f} s", flush=True)


# Tests


@dataclass(frozen=True)
class Test:
    """A test by its number, its width where it has one, its samples where not the default, and MiB that it reads."""

    number: int
    mib: int
    width: int = 0
    samples: int = 0


DIEHARD = dict(enumerate((20, 400, 510, 240, 110, 830, 560, 270, 30, 510, 15, 10, 10, 910)))
OTHERS = {15: 45, 16: 540, 100: 42, 101: 42, 102: 42, 204: 45, 205: 600, 206: 55, 207: 450, 208: 120, 209: 260}
"""MiB that a test reads, somewhat rounded up."""


def tests() -> Iterator[Test]:
    """Those of `dieharder -a`. The sums test is left out: dieharder itself says not to use it. Lagged sums and common
    divisors have a tenth of their samples, since all of them would read more than 200 GB."""
    yield from (Test(number, mib) for number, mib in (DIEHARD | OTHERS).items())
    yield Test(17, 800, samples=1_000_000)
    yield from (Test(200, 80 * width, width) for width in range(1, 13))
    yield from (Test(201, 100, width) for width in (2, 3, 4, 5))
    yield from (Test(202, 40 * width, width) for width in (2, 3, 4, 5))
    yield from (Test(203, 40 * (width + 1), width, samples=100_000) for width in range(33))


FIELDS = ("test_name", "ntuple", "tsamples", "psamples", "pvalues")
"""Asked for one by one: with its usual heading dieharder measures its own speed, and drops numbers by that."""


def run_test(test: Test, path: Path) -> list[dict[str, object]]:
    """What the test found, a value a line; nothing if it read the file more than once, which makes values worthless."""
    command = [PROGRAM, "-g", "201", "-f", str(path), "-d", str(test.number), "-n", str(test.width), "-c", ","]
    command += [word for field in FIELDS for word in ("-D", field)]
    command += ["-t", str(test.samples)] if test.samples else []
    answer = subprocess.run(command, capture_output=True, text=True, check=True)
    return [] if "rewound" in answer.stdout + answer.stderr else list(values(answer.stdout))


def values(text: str) -> Iterator[dict[str, object]]:
    """The lines of a result: name, width, samples, repetitions, value."""
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.split(",")]
        if len(cells) == len(FIELDS):
            name, width, samples, times, value = cells
            yield {"test": name, "width": int(width), "samples": int(samples), "times": int(times), "p": float(value)}


def judged(lines: Iterable[dict[str, object]]) -> list[Found]:
    """Each value as a chance on both sides: one too near to 1 is as unlikely as one too near to 0.

    Values are printed with eight digits; a printed 0 or 1 is within half of the last one.
    """
    family = list[Found]()
    for line in lines:
        value = float(str(line["p"]))
        name = f"{line['test']} {line['width']}" if line["width"] else str(line["test"])
        family.append(Found(name, min(1.0, max(2 * min(value, 1 - value), 1e-8))))
    return family


# The run


class Results:
    """Values found so far, a line a test in a file, so that a stopped run goes on."""

    def __init__(self, path: Path) -> None:
        self.path = path
        lines = path.read_text().splitlines() if path.exists() else []
        self.found: dict[str, dict[str, list[dict[str, object]]]] = {}
        for each in map(json.loads, lines):
            self.found.setdefault(each["stream"], {})[each["key"]] = each["values"]

    def add(self, stream: str, key: str, found: list[dict[str, object]]) -> None:
        self.found.setdefault(stream, {})[key] = found
        with self.path.open("a") as file:
            file.write(json.dumps({"stream": stream, "key": key, "values": found}) + "\n")

    def of(self, stream: str) -> list[dict[str, object]]:
        return [value for values in self.found.get(stream, {}).values() for value in values]


def examine(stream: str, path: Path, mib: int, results: Results) -> None:
    wanted = [test for test in tests() if test.mib <= mib]
    for count, test in enumerate(wanted, 1):
        key = f"{test.number} {test.width} {test.samples} of {mib} MiB"
        if key not in results.found.get(stream, {}):
            found = run_test(test, path)
            results.add(stream, key, found)
            short = ", ".join(f"{value['test']} {value['p']:.4f}" for value in found[:4]) or "the file is too short"
            print(f"  {stream}: {count} of {len(wanted)}, test {test.number} {test.width}: {short}", flush=True)


def verdict(stream: str, results: Results) -> bool:
    """Whether the stream is as it must be: nothing rejected, or for a control something."""
    return bool(rejected(judged(results.of(stream)))) == (stream in CONTROLS)


def report(sizes: dict[str, int], results: Results) -> str:
    version = subprocess.run([PROGRAM, "-V"], capture_output=True, text=True).stdout.split()
    lines = [
        f"dieharder {version[-1] if version else ''}".strip() + f", {time.strftime('%Y-%m-%d', time.gmtime())}",
        "",
    ]
    lines += [
        "| stream | MiB | tests | values | below 1 % | smallest | rejected by Holm at 1 % |",
        "|---|---|---|---|---|---|---|",
    ]
    for stream, mib in sizes.items():
        family = judged(results.of(stream))
        out, least = rejected(family), min(family, key=lambda found: found.chance)
        low = sum(found.chance < LEVEL for found in family)
        number = sum(map(bool, results.found[stream].values()))
        cells = stream, f"{mib:,}", number, len(family), low, f"{least.chance:.2g} ({least.name})", len(out)
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    lines += ["", "| test | width | samples | times | " + " | ".join(sizes) + " |", "|---" * (4 + len(sizes)) + "|"]
    return "\n".join([*lines, *every_value(sizes, results)]) + "\n"


def every_value(streams: Iterable[str], results: Results) -> Iterator[str]:
    """A line a value, with the streams next to each other; a dash where a file was too short for the test."""
    table: dict[tuple[object, ...], dict[str, object]] = {}
    for stream in streams:
        count: dict[tuple[object, ...], int] = {}
        for value in results.of(stream):
            what = (value["test"], value["width"], value["samples"], value["times"])
            count[what] = count.get(what, 0) + 1
            table.setdefault((*what, count[what]), {})[stream] = value["p"]
    for (*line, _), found in table.items():
        cells = [f"{found[stream]:.4f}" if stream in found else "-" for stream in streams]
        yield "| " + " | ".join([*map(str, line), *cells]) + " |"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, default=Path("/tmp/battery"), help="for streams, values and report")
    for stream in STREAMS:
        size = CONTROL_MIB if stream in CONTROLS else 1_024
        parser.add_argument(f"--{stream}", type=int, default=size, metavar="MiB", help=f"default {size}; 0: not at all")
    wanted = parser.parse_args()
    if shutil.which(PROGRAM) is None:
        print(INSTALL, file=sys.stderr)
        return NEEDED
    wanted.folder.mkdir(parents=True, exist_ok=True)
    results, fine = Results(wanted.folder / "values.jsonl"), True
    sizes = {stream: getattr(wanted, stream) for stream in STREAMS if getattr(wanted, stream)}
    for stream, mib in sizes.items():
        path = wanted.folder / f"{stream}.bin"
        make(stream, path, mib)
        examine(stream, path, mib, results)
        good = verdict(stream, results)
        fine &= good
        print(f"{stream}: {'fine' if good else 'NOT AS IT MUST BE'}", flush=True)
    (wanted.folder / "report.md").write_text(report(sizes, results))
    print(f"{'fine' if fine else 'FAILED'}; the report is in {wanted.folder / 'report.md'}")
    return 0 if fine else WRONG


if __name__ == "__main__":
    sys.exit(main())
