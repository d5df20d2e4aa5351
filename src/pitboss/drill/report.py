"""A drill on the terminal: its progress, what it reached, and what it should have reached more often."""

import sys
import time

from pitboss.drill.families import LEAST, missing, places, wanted
from pitboss.drill.family import Place, Reached
from pitboss.drill.run import Broken, drill
from pitboss.terminal import console, print_tables

KINDS = {"command": "commands", "refusal": "refusals", "irregularity": "irregularities"}


def run_drill(sequences: int, rounds: int, seed: int, workers: int) -> int:
    """Run it, print it; 1 if something did not hold or was not reached."""
    reached, done, played, started = Reached(), 0, 0, time.monotonic_ns()
    try:
        for number, more, found in drill(sequences, seed, rounds, workers):
            done, played = done + number, played + more
            reached.update(found)
            _progress(done, sequences, time.monotonic_ns() - started)
    except Broken as broken:
        sys.stderr.write(f"\npitboss: drill_broken: {broken}\n")
        return 1
    _print(reached)
    lacking = missing(reached)
    out = console()
    out.print(
        f"{done:,} sequences, {played:,} rounds, seed {seed}: after every step postings summed to zero, all cards were "
        "there, no wager changed after the close, meters and replay agreed; every round settled as pitboss settle does."
    )
    things = sum(len(wanted(place)) for place in places())
    out.print(f"{len(lacking)} of {things} things were reached less than {LEAST} times.")
    return 1 if lacking else 0


def _progress(done: int, sequences: int, nanoseconds: int) -> None:
    if sys.stderr.isatty():
        left = nanoseconds * (sequences - done) // (done * 1_000_000_000)
        sys.stderr.write(f"\r{done:,} of {sequences:,} sequences, {left:,} s left   ")
        if done == sequences:
            sys.stderr.write("\n")


def _print(reached: Reached) -> None:
    """One table a kind: a row for each thing, a column for each game, text and method; a dot where it cannot be."""
    columns = [str(number) for number in range(1, len(places()) + 1)]
    tables = [
        ("tables drilled", ["", "game", "text", "dealt by"], [[n, *p] for n, p in zip(columns, places(), strict=True)])
    ]
    for kind, title in KINDS.items():
        expected = {place: {name for of, name in wanted(place) if of == kind} for place in places()}
        names = sorted({name for _, of, name in reached if of == kind} | set().union(*expected.values()))
        rows = [
            [name.replace("_", " "), *(_cell(reached, place, kind, name, expected) for place in places())]
            for name in names
        ]
        tables.append((f"{title} reached", ["", *columns], rows))
    print_tables(tables)


def _cell(reached: Reached, place: Place, kind: str, name: str, expected: dict[Place, set[str]]) -> str:
    """How often, in thousands from a thousand on; a mark where it should be more."""
    number = reached[place, kind, name]
    if name in expected[place] and number < LEAST:
        return f"{number}!"
    if not number:
        return "·"
    return str(number) if number < 1000 else f"{number // 1000}k"
