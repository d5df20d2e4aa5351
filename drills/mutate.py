"""Mutation tests of the clauses: remove or change the rule of each implemented clause and run only its tests.

    python -m drills.mutate [GAME …] [--clause TEXT] [--again] [--results FILE] [--minutes N]

A mutation that no test of the clause notices survives. Results are JSON Lines; what is there already, and was found
with the same tests and the same declaration, is not tried again, so a run that was stopped goes on. `--again` tries
survivors again, and nothing else. Survivors that are no fault are explained in drills/survivors.toml. Every mutation is
tried in a process of its own, forked after everything was imported.
"""

import argparse
import gc
import hashlib
import json
import os
import signal
import sys
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from fnmatch import fnmatchcase
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from drills.mutations import Mutation, mutations
from pitboss import games
from pitboss.clauses import Clause, folder_of, matrix

HERE = Path(__file__).resolve().parents[1]
EXPLAINED = Path(__file__).with_name("survivors.toml")
APART = ("tests/web/", "tests/floor/", "tests/lab/")
"""Tests that run in other processes, where no mutation is, or that count for long."""

PATIENCE = 90
"""Seconds after which a mutation counts as noticed: some make a table wait forever."""

OPTIONS = ("-x", "-q", "-p", "no:cacheprovider", "-p", "no:doctest", "--no-header", "-o", "addopts=", "--assert=plain")
"""In this process, and of plugins only what the tests need: each costs a part of a second."""


class Failures:
    """Which tests failed, for the process that asked."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed:
            self.names.append(report.nodeid)

    def pytest_collectreport(self, report: Any) -> None:
        if report.failed:
            self.names.append(report.nodeid)


def run_apart(tests: list[str], mutation: Mutation | None, options: tuple[str, ...] = OPTIONS) -> tuple[int, list[str]]:
    """pytest's exit status and the failures, from a separate process; -1 if it took too long."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        status, failures = 70, Failures()
        try:
            os.close(reading)
            nowhere = os.open(os.devnull, os.O_RDWR)
            for number in (0, 1, 2):
                os.dup2(nowhere, number)
            signal.alarm(PATIENCE)
            if mutation:
                mutation.apply()
            status = int(pytest.main([*options, *tests], plugins=[failures]))
        except BaseException as error:
            failures.names.append(f"{type(error).__name__}: {error}")
        finally:
            os.write(writing, json.dumps(failures.names[:40]).encode())
            os._exit(status)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        said = pipe.read()
    _, ended = os.waitpid(child, 0)
    return (os.WEXITSTATUS(ended), json.loads(said)) if os.WIFEXITED(ended) and said else (-1, [])


def tests_of(clause: Clause) -> list[str]:
    return [test for test in clause.tests if not test.startswith(APART)]


def load(tests: set[str]) -> None:
    """Import everything once, before the processes part."""
    for file in sorted({test.split("::")[0] for test in tests}):
        import_module(file.removesuffix(".py").replace("/", "."))
    gc.collect()
    gc.freeze()


class Results:
    """The results, one per line, and which of them are still valid."""

    def __init__(self, file: Path, again: bool) -> None:
        self.file, self.again = file, again
        self.known: dict[tuple[str, str, str], dict[str, Any]] = {}
        for line in file.read_text().splitlines() if file.exists() else ():
            found = json.loads(line)
            key = found["clause"], found["mutation"], "" if again else found["sources"]
            if again and found["result"] == "survived":
                self.known.pop(key, None)
            else:
                self.known[key] = found

    def add(self, **found: Any) -> None:
        self.known[found["clause"], found["mutation"], "" if self.again else found["sources"]] = found
        with self.file.open("a") as out:
            out.write(json.dumps(found) + "\n")


def sources_of(clause: Clause) -> str:
    """A digest of the game's folder and of the clause's tests."""
    files = [*sorted(folder_of(clause.game).glob("*.py"))]
    files += [HERE / name for name in sorted({test.split("::")[0] for test in clause.tests})]
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]


def try_clause(clause: Clause, sound: list[str], results: Results) -> Iterator[dict[str, Any]]:
    """The result of each mutation of a clause."""
    sources = sources_of(clause)
    under = "" if results.again else sources

    def known(mutation: str) -> dict[str, Any] | None:
        return results.known.get((clause.id, mutation, under))

    if not sound:
        if not known("none"):
            results.add(
                clause=clause.id, mutation="none", sources=sources, result="not mutable", why="no test in-process"
            )
        yield results.known[clause.id, "none", under]
        return
    found = mutations(clause.game, clause.id)
    if not found:
        if not known("none"):
            why = "its code is a constant, a closure or the whole declaration"
            results.add(clause=clause.id, mutation="none", sources=sources, result="not mutable", why=why)
        yield results.known[clause.id, "none", under]
    for mutation in found:
        if not known(mutation.what):
            status, failed = run_apart(sound, mutation)
            result = "survived" if status == 0 else "killed"
            by = failed[0] if failed else f"status {status}"
            results.add(
                clause=clause.id, mutation=mutation.what, kind=mutation.kind, sources=sources, result=result, by=by
            )
        yield results.known[clause.id, mutation.what, under]


def _is_elsewhere(survivor: dict[str, Any], outcomes: list[dict[str, Any]]) -> bool:
    """A change of code that serves several clauses is theirs, as long as the clause's tests notice another of them."""
    return survivor.get("kind") == "code" and any(
        each["result"] == "killed" and each.get("kind") == "code" for each in outcomes
    )


def noticed(results: Results, clauses: list[Clause]) -> dict[tuple[str, str], str]:
    """From a game and a mutation to a clause whose tests notice it."""
    games_of = {clause.id: clause.game for clause in clauses}
    return {
        (games_of[clause], found["mutation"]): clause
        for (clause, _, _), found in results.known.items()
        if found["result"] == "killed" and clause in games_of
    }


def explanation(clause: str, mutation: str, explained: list[dict[str, str]]) -> str:
    """Why a survivor needs no further test, if that is explained."""
    for each in explained:
        if fnmatchcase(clause, each["clause"]) and each["mutation"] in mutation:
            return each["why"]
    return ""


def run(wanted: argparse.Namespace) -> int:
    started = time.monotonic()
    clauses = [
        clause
        for name in wanted.game or games.names()
        for clause in matrix(name)
        if clause.status == "implemented" and wanted.clause in clause.id
    ]
    results, explained = Results(wanted.results, wanted.again), tomllib.loads(EXPLAINED.read_text())["survivors"]
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    load({test for clause in clauses for test in tests_of(clause)})
    every = sorted({test for clause in clauses for test in tests_of(clause)})
    broken = {name.split("[")[0] for name in run_apart(every, None, OPTIONS[1:])[1]} if wanted.baseline else set()
    if broken:
        print("These tests fail without a mutation and are left out:", *sorted(broken), sep="\n  ")
    tried: list[tuple[Clause, list[dict[str, Any]]]] = []
    for number, clause in enumerate(clauses, 1):
        if wanted.minutes and time.monotonic() - started > 60 * wanted.minutes:
            print(
                f"Stopped after {wanted.minutes} minutes, at clause {number} of {len(clauses)}; start again to go on."
            )
            break
        sound = [test for test in tests_of(clause) if test not in broken]
        tried.append((clause, [*try_clause(clause, sound, results)]))
        if wanted.verbose:
            survived = sum(each["result"] == "survived" for each in tried[-1][1])
            print(f"{number}/{len(clauses)} {clause.id}: {len(tried[-1][1])} tried, {survived} survived", flush=True)
    return summary(tried, noticed(results, clauses), explained)


def summary(
    tried: list[tuple[Clause, list[dict[str, Any]]]],
    elsewhere: dict[tuple[str, str], str],
    explained: list[dict[str, str]],
) -> int:
    """Print the figures of each game, and every survivor that nothing explains."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    left: list[str] = []
    for clause, outcomes in tried:
        count = counts[clause.game]
        real = [each for each in outcomes if each["mutation"] != "none"]
        killed = any(each["result"] == "killed" for each in real)
        count["clauses"] += 1
        count["clauses noticed" if killed else "clauses unnoticed" if real else "clauses not mutable"] += 1
        for each in real:
            word = _word(clause, each, outcomes, elsewhere, explained, killed)
            count[f"mutations {word}"] += 1
            if word == "open":
                left.append(f"{clause.id}: {each['mutation']}" + ("" if killed else " (no mutation of it was noticed)"))
    for game, count in counts.items():
        print(game + ": " + ", ".join(f"{name} {number}" for name, number in sorted(count.items())))
    total = sum(counts.values(), Counter[str]())
    print("all: " + ", ".join(f"{name} {number}" for name, number in sorted(total.items())))
    print(f"{len(left)} survivors open", *left, sep="\n  ")
    return 1 if left else 0


def _word(
    clause: Clause,
    found: dict[str, Any],
    outcomes: list[dict[str, Any]],
    elsewhere: dict[tuple[str, str], str],
    explained: list[dict[str, str]],
    killed: bool,
) -> str:
    """What became of a mutation. A value that two clauses share is the one's whose tests notice it, if the other has
    tests that notice something else of it."""
    if found["result"] == "killed":
        return "noticed"
    if explanation(clause.id, found["mutation"], explained):
        return "explained"
    shared = (clause.game, found["mutation"]) in elsewhere or _is_elsewhere(found, outcomes)
    return "noticed by another clause's tests" if shared and killed else "open"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("game", nargs="*", help="only these games")
    parser.add_argument("--clause", default="", help="only clauses whose id contains this")
    parser.add_argument("--again", action="store_true", help="try survivors again")
    parser.add_argument("--results", type=Path, default=HERE / ".mutations.jsonl", help="the file of results")
    parser.add_argument("--minutes", type=int, default=0, help="stop after this number of minutes")
    parser.add_argument(
        "--no-baseline", dest="baseline", action="store_false", help="do not run the tests unchanged first"
    )
    parser.add_argument("--verbose", action="store_true", help="a line for each clause")
    sys.exit(run(parser.parse_args()))


if __name__ == "__main__":
    main()
