"""How long `pitboss analyze` takes to count a game afresh, beside a plain C program for the same figure.

    .venv/bin/python bench/lab.py [GAME ...] [--runs 3] [--no-baseline]

A first run of each command, not timed, leaves the kernels compiled. Every timed run is printed: from the start of the
command to its end, with all cores, and the processor time it took. Another pay table from kept counts is timed too.
The C programs in `bench/baseline` are compiled with `cc -O2` where there is a compiler; they run on one core, right
after, and must print the same expected gain: whole numbers of it, or a decimal with as many digits as doubles hold.
"""

import argparse
import json
import os
import platform
import resource
import shutil
import subprocess
import tempfile
import time
from fractions import Fraction
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]

GAMES = {
    "three-card-poker": ("three_card", "pair_plus=B"),
    "high-card-flush": ("flush", "flush_bonus=B"),
    "what-the-flush": ("wild_flush", "flush_rush=300,60,5"),
    "four-card-poker": ("four_card", "aces_up=V"),
    "texas-holdem-bonus": ("holdem", "bonus=none"),
    "spanish-21": ("spanish_21", ""),
}
"""For each game its plain C program, and an option that asks for another pay table, where counts are kept."""

AS_DOUBLES = Fraction(1, 10**12)
"""How near a figure reckoned in doubles has to come."""


def timed(command: list[str]) -> tuple[float, float, str]:
    """Seconds on the clock, seconds of processor time, and what was printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    clock = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return clock, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime, out


def analyze(game: str, *more: str) -> list[str]:
    return [str(HERE / "pitboss"), "analyze", game, "--json", *more]


def baseline(program: str, folder: str) -> str | None:
    """The C program, compiled; none where there is no compiler or no such program."""
    source = HERE / "bench" / "baseline" / f"{program}.c"
    compiler = shutil.which("cc")
    if not compiler or not source.exists():
        return None
    made = str(Path(folder) / program)
    subprocess.run([compiler, "-O2", "-o", made, str(source), "-lm"], check=True)
    return made


def is_same(found: dict[str, str], printed: str) -> bool:
    """Whether a C program's figure is ours."""
    ours = Fraction(int(found["numerator"]), int(found["denominator"]))
    if "." in printed:
        return abs(Fraction(printed.split()[0]) - ours) < AS_DOUBLES
    numerator, denominator = map(int, printed.split()[:2])
    return Fraction(numerator, denominator) == ours


def main() -> None:
    wanted = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    wanted.add_argument("games", nargs="*", default=list(GAMES), metavar="GAME")
    wanted.add_argument("--runs", type=int, default=3)
    wanted.add_argument("--no-baseline", action="store_true")
    given = wanted.parse_args()
    print(f"{platform.platform()}, Python {platform.python_version()}, {os.cpu_count()} cores")
    print(f"load {os.getloadavg()[0]:.2f} at the start")
    with tempfile.TemporaryDirectory() as folder:
        for game in given.games:
            program, other_table = GAMES[game]
            timed(analyze(game, "--no-cache"))
            runs = [timed(analyze(game, "--no-cache")) for _ in range(given.runs)]
            best = min(clock for clock, _, _ in runs)
            wagers = json.loads(runs[0][2])["wagers"]
            found = next(iter(wagers.values()))["ev"]
            afresh = ", ".join(f"{clock:.2f} s ({used:.2f} s of processor)" for clock, used, _ in runs)
            print(f"{game}: afresh {afresh}; load {os.getloadavg()[0]:.2f}")
            if other_table:
                timed(analyze(game))
                kept = [timed(analyze(game, "--option", other_table))[0] for _ in range(given.runs)]
                print(f"  another pay table from kept counts: {', '.join(f'{clock:.2f} s' for clock in kept)}")
            made = None if given.no_baseline else baseline(program, folder)
            if made:
                clock, _, printed = timed([made])
                same = "the same figure" if is_same(found, printed) else "ANOTHER FIGURE"
                print(f"  plain C on one core: {clock:.2f} s, {same}")
                print(f"  ratio of the best run to plain C: {best / clock:.3f}", flush=True)
    print(f"load {os.getloadavg()[0]:.2f} at the end")
    largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    print(f"most memory of any command: {largest // 1024} MB")


if __name__ == "__main__":
    main()
