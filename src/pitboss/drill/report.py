"""A drill on the terminal: its progress, what it reached, and what it should have reached more often."""

import sys
import time

from pitboss.drill.families import FAMILIES, LEAST, drilled, missing, places, wanted
from pitboss.drill.family import Place, Reached
from pitboss.drill.run import Broken, drill
from pitboss.terminal import console, print_tables

FEW = 20
"""So many of the things that were not reached are named at the end; in the tables all of them are marked."""

ABREAST = 11
"""Tables side by side: as many as a line has room for."""

Printed = tuple[str, list[str], list[list[str]]]

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
    for place, kind, name, number in lacking[:FEW]:
        out.print(f"  {' '.join(place)}: {kind} {name.replace('_', ' ')}, {number} times")
    return 1 if lacking else 0


def _progress(done: int, sequences: int, nanoseconds: int) -> None:
    if sys.stderr.isatty():
        left = nanoseconds * (sequences - done) // (done * 1_000_000_000)
        sys.stderr.write(f"\r{done:,} of {sequences:,} sequences, {left:,} s left   ")
        if done == sequences:
            sys.stderr.write("\n")


def _print(reached: Reached) -> None:
    """Tables of one family after those of another: their people do different things."""
    numbered = {place: str(number) for number, place in enumerate(places(), 1)}
    rows = [[number, *place] for place, number in numbered.items()]
    print_tables([("tables drilled", ["", "game", "text", "dealt by"], rows)])
    for family in FAMILIES.values():
        its = [place for place in numbered if drilled(place) is family]
        for first in range(0, len(its), ABREAST):
            some = its[first : first + ABREAST]
            print_tables([_reached(reached, kind, title, some, numbered) for kind, title in KINDS.items()])


def _reached(reached: Reached, kind: str, title: str, some: list[Place], numbered: dict[Place, str]) -> Printed:
    """A row for each thing, a column for each game, text and method; a dot where it cannot be."""
    expected = {place: {name for of, name in wanted(place) if of == kind} for place in some}
    seen = {name for place, of, name in reached if of == kind and place in expected}
    rows = [
        [name.replace("_", " "), *(_cell(reached, place, kind, name, expected) for place in some)]
        for name in sorted(seen.union(*expected.values()))
    ]
    return f"{title} reached", ["", *(numbered[place] for place in some)], rows


def _cell(reached: Reached, place: Place, kind: str, name: str, expected: dict[Place, set[str]]) -> str:
    """How often, in thousands from a thousand on; a mark where it should be more."""
    number = reached[place, kind, name]
    if name in expected[place] and number < LEAST:
        return f"{number}!"
    if not number:
        return "·"
    return str(number) if number < 1000 else f"{number // 1000}k"
