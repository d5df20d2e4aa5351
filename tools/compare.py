"""Compare what this working tree does with what another revision does, byte for byte.

    ./tools/compare [REV]            the default revision is `release` in tools/compare.toml
        --quick                      a quarter of the scripts, and no `analyze`
        --all                        `analyze` of every game; the slow ones take minutes
        --edition N                  open the tables of this tree under edition N of the rules
        --only settle,table,analyze  some parts only

The same seeded corpus goes through both revisions: rounds, valid and broken ones, through `pitboss settle`; scripts of
every game, dealing method and setting through the table, with every event, posting, refusal, view and last line; and
`pitboss analyze --json`. Differences are grouped by their path, such as `events/craps/rail/wagers_paid.rows[*].pays`.
tools/compare.toml explains the intended ones. Any other difference makes the exit status 1.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import IO, Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
DRIVER = ROOT / "tools" / "compare_driver.py"
EXPLAINED = ROOT / "tools" / "compare.toml"

SEED = "1"
STEPS = 110
SCRIPTS, QUICK_SCRIPTS = 480, 120
SCRIPTS_PER_VISIT = 120
"""The number of scripts for each visit to a table of each game on a floor."""
RANDOM_ROUNDS = 60
"""For each game that the oracle of the tests makes rounds of."""
BROKEN = 2
"""Rounds made from each round by breaking something in it."""
ANALYZED = ("three-card-poker", "craps", "high-card-flush", "spanish-21", "double-attack-blackjack")
SLOW = ("four-card-poker", "what-the-flush", "texas-holdem-bonus")
PARTS = ("table", "settle", "analyze")

Json = Any


class Absent:
    """There is no such field."""

    def __repr__(self) -> str:
        return "(absent)"


ABSENT = Absent()


class Difference(NamedTuple):
    """`path` says what differs, `where` in which part of the corpus."""

    path: str
    where: str
    before: Json
    after: Json


def fields(path: str, before: Json, after: Json) -> Iterator[tuple[str, Json, Json]]:
    """Every field in which two JSON values differ."""
    if isinstance(before, dict) and isinstance(after, dict):
        for name in [*before, *(each for each in after if each not in before)]:
            yield from fields(f"{path}.{name}", before.get(name, ABSENT), after.get(name, ABSENT))
    elif isinstance(before, list) and isinstance(after, list) and is_offer(before + after):
        yield from offers(path, before, after)
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for place, (one, other) in enumerate(zip(before, after, strict=True)):
            yield from fields(f"{path}[{place}]", one, other)
    elif before != after or type(before) is not type(after):
        yield path, before, after


def is_offer(items: list[Json]) -> bool:
    """Whether these are commands that somebody can give now."""
    return bool(items) and all(isinstance(each, dict) and "do" in each for each in items)


def offers(path: str, before: list[Json], after: list[Json]) -> Iterator[tuple[str, Json, Json]]:
    """Commands that are no longer offered, then those that are offered now; else their order differs."""
    gone, new = ([each for each in one if each not in other] for one, other in ((before, after), (after, before)))
    for each in gone:
        yield f"{path}[-{named(each)}]", each, ABSENT
    for each in new:
        yield f"{path}[+{named(each)}]", ABSENT, each
    if before != after and not gone and not new:
        yield path, before, after


def named(command: Json) -> str:
    """A command by what it does: `decide.fold`, `call.card_exposed`."""
    return ".".join(str(command[name]) for name in ("do", "action", "what", "wager") if command.get(name))


# Explanations


class Explanation(NamedTuple):
    patterns: tuple[re.Pattern[str], ...]
    text: str
    why: str


def read_explanations(text: str) -> tuple[str, list[Explanation]]:
    """The revision of the last release, and what is explained. `*` in a path stands for anything."""
    held = tomllib.loads(text)
    found = []
    for each in held.get("explained", []):
        paths = [each["paths"]] if isinstance(each["paths"], str) else each["paths"]
        patterns = tuple(re.compile(".*".join(map(re.escape, path.split("*")))) for path in paths)
        found.append(Explanation(patterns, ", ".join(paths), f"({each['item']}) {each['why']}"))
    return held["release"], found


def explanation_of(path: str, explained: list[Explanation]) -> Explanation | None:
    return next((each for each in explained if any(one.fullmatch(path) for one in each.patterns)), None)


# The two trees


class Tree(NamedTuple):
    """A revision's sources and the environment in which they run."""

    src: Path
    environment: dict[str, str]

    def start(
        self, *arguments: str, stdin: IO[bytes] | int = subprocess.DEVNULL, quiet: bool = False
    ) -> "subprocess.Popen[bytes]":
        command, stderr = [sys.executable, "-P", *arguments], subprocess.DEVNULL if quiet else None
        return subprocess.Popen(
            command, stdin=stdin, stdout=subprocess.PIPE, stderr=stderr, env=self.environment, cwd=self.src
        )

    def lines(self, *arguments: str) -> list[str]:
        process = self.start(*arguments)
        out, _ = process.communicate()
        if process.returncode:
            sys.exit(f"compare: {' '.join(arguments)} failed with the sources in {self.src}.")
        return out.decode().splitlines()


def tree(src: Path, bytecode: Path) -> Tree:
    own = {"PYTHONPATH": str(src), "PYTHONHASHSEED": "0", "PYTHONPYCACHEPREFIX": str(bytecode)}
    return Tree(src, os.environ | own)


def check_out(revision: str, folder: Path) -> Path:
    """The sources of a revision."""
    known = subprocess.run(["git", "cat-file", "-e", f"{revision}^{{commit}}"], cwd=ROOT, capture_output=True)
    if known.returncode:
        sys.exit(
            f"compare: fetch commit {revision} first (git fetch --unshallow): this clone does not have it, so there is "
            "nothing to compare with."
        )
    with subprocess.Popen(["git", "archive", revision, "src"], cwd=ROOT, stdout=subprocess.PIPE) as archive:
        assert archive.stdout
        with tarfile.open(fileobj=archive.stdout, mode="r|") as files:
            files.extractall(folder)
    return folder / "src"


# The table


def kinds(events: list[Json]) -> list[str]:
    return [str(event["event"]) for event in events]


def step_differences(place: str, before: Json, after: Json) -> Iterator[tuple[str, Json, Json]]:
    """What differs in one step of a script; `place` is its game and dealing method."""
    do = before.get("do") or after.get("do")
    if "last" in before or "last" in after:
        yield from fields(f"last/{place}", before.get("last", ABSENT), after.get("last", ABSENT))
        return
    if how(before) != how(after):
        yield f"steps/{place}/{do}", how(before), how(after)
        return
    if "frames" in before or "frames" in after:
        yield from frame_differences(place, before.get("frames", {}), after.get("frames", {}))
    if "events" not in before:
        yield from fields(f"refusals/{place}/{do}", before.get("refused"), after.get("refused"))
        return
    for number, (one, other) in enumerate(zip(before["events"], after["events"], strict=True)):
        kind = one["event"]
        yield from fields(f"events/{place}/{kind}", one, other)
        yield from fields(f"postings/{place}/{kind}", before["postings"][number], after["postings"][number])
        for eyes in before["seen"].keys() & after["seen"].keys():
            pair = before["seen"][eyes][number], after["seen"][eyes][number]
            yield from fields(f"seen/{place}/{eyes.split()[0]}/{kind}", *pair)
    for eyes in sorted(before["views"].keys() | after["views"].keys()):
        pair = before["views"].get(eyes, ABSENT), after["views"].get(eyes, ABSENT)
        yield from fields(f"views/{place}/{eyes.split()[0]}", *pair)
    yield from fields(f"rounds/{place}", before.get("round", ABSENT), after.get("round", ABSENT))


def frame_differences(place: str, before: Json, after: Json) -> Iterator[tuple[str, Json, Json]]:
    """The differences in the frames that people on a floor get; only the types, if these differ."""
    for eyes in sorted(before.keys() | after.keys()):
        path, one, other = f"frames/{place}/{eyes.split()[0]}", before.get(eyes, []), after.get(eyes, [])
        if [each["type"] for each in one] != [each["type"] for each in other]:
            yield path, [each["type"] for each in one], [each["type"] for each in other]
            continue
        for frame, another in zip(one, other, strict=True):
            yield from fields(f"{path}/{frame['type']}", frame, another)


def how(step: Json) -> str:
    """The result of a command. If it differs, the rest of the script is not compared."""
    if "crashed" in step:
        return f"crashed: {step['crashed']}"
    return "refused" if "refused" in step else " ".join(kinds(step.get("events", [])))


class Tables:
    """Scripts through both tables, side by side."""

    def __init__(self) -> None:
        self.scripts = self.steps = self.parted = self.left = 0
        self.counted: Counter[str] = Counter()
        self.rounds: list[str] = []
        self.games: set[tuple[str, str]] = set()

    def compare(self, script: Json, before: Iterator[bytes], after: Iterator[bytes]) -> Iterator[Difference]:
        table = script["table"]
        place = f"{table['game']}/{script['method']}"
        self.scripts += 1
        self.games.add((table["game"], script["method"]))
        parted = False
        for number, one, other in numbered(before, after):
            if parted:
                self.left += 1
                continue
            self.steps += 1
            step = json.loads(one) if one else {}
            self._count(step)
            if one == other:
                continue
            another = json.loads(other) if other else {}
            for path, *values in step_differences(place, step, another):
                parted = parted or path.startswith("steps/")
                yield Difference(path, f"{script['id']}, step {number}", *values)
            self.parted += parted

    def _count(self, step: Json) -> None:
        self.counted["events"] += len(step.get("events", ()))
        self.counted["postings"] += sum(map(len, step.get("postings", ())))
        self.counted["views"] += len(step.get("views", ()))
        self.counted["event views"] += sum(map(len, step.get("seen", {}).values()))
        self.counted["frames"] += sum(map(len, step.get("frames", {}).values()))
        self.counted["refusals"] += "refused" in step
        self.counted["irregularities"] += sum(each["event"] == "irregularity_called" for each in step.get("events", ()))
        if "round" in step:
            self.rounds.append(json.dumps(step["round"]))


def numbered(before: Iterator[bytes], after: Iterator[bytes]) -> Iterator[tuple[int, bytes, bytes]]:
    """The lines of one script from both, up to the empty line that ends it."""
    number, one, other = 0, next(before, b"\n"), next(after, b"\n")
    while one != b"\n" or other != b"\n":
        yield number, b"" if one == b"\n" else one, b"" if other == b"\n" else other
        number += 1
        one = one if one == b"\n" else next(before, b"\n")
        other = other if other == b"\n" else next(after, b"\n")


def example_scripts() -> Iterator[Json]:
    for file in sorted((ROOT / "examples" / "table").glob("*.jsonl")):
        first, *rest = [json.loads(line) for line in file.read_text().splitlines() if line.strip()]
        commands = [{name: held for name, held in each.items() if name != "note"} for each in rest]
        yield {
            "id": f"examples/table/{file.name}",
            "method": first["table"].get("dealing", "as usual"),
            "table": first["table"],
            "seed": first.get("seed", 7),
            "commands": [each for each in commands if each],
        }


def compare_tables(
    base: Tree, work: Tree, folder: Path, scripts: int, edition: int, found: Tables
) -> Iterator[Difference]:
    made = base.lines(str(DRIVER), "generate", SEED, str(scripts), str(STEPS))
    if not edition:  # a floor opens tables of the current edition only
        made += base.lines(str(DRIVER), "visit", SEED, str(max(1, scripts // SCRIPTS_PER_VISIT)))
    corpus = [*example_scripts(), *map(json.loads, made)]
    file = folder / "scripts.jsonl"
    file.write_text("".join(json.dumps(script) + "\n" for script in corpus))
    with ExitStack() as stack:
        reading = [stack.enter_context(file.open("rb")) for _ in range(2)]
        one = stack.enter_context(base.start(str(DRIVER), "play", "0", stdin=reading[0]))
        other = stack.enter_context(work.start(str(DRIVER), "play", str(edition), stdin=reading[1]))
        assert one.stdout and other.stdout
        for script in corpus:
            yield from found.compare(script, iter(one.stdout.readline, b""), iter(other.stdout.readline, b""))
    if one.returncode or other.returncode:
        sys.exit("compare: the driver failed; its message is above.")


# Settlement


def corpus_of_rounds(played: list[str]) -> list[str]:
    """Examples, the rounds of the tests' oracle, what the tables have played, and broken ones of all of them."""
    sys.path.insert(0, str(ROOT))
    from tests.oracle import craps, rounds

    random = Random(SEED)
    whole = [line for file in sorted((ROOT / "examples").glob("*.jsonl")) for line in file.read_text().splitlines()]
    for game in rounds.JURISDICTIONS:
        whole += [json.dumps(rounds.random_round(game, random)) for _ in range(RANDOM_ROUNDS)]
    whole += [json.dumps(craps.random_round(random)) for _ in range(RANDOM_ROUNDS)] + played
    return whole + [broken(line, random) for line in whole for _ in range(BROKEN)]


ODD: tuple[Json, ...] = (
    None,
    "",
    "x",
    0,
    -1,
    7,
    True,
    [],
    {},
    "0.00",
    "-5.00",
    "10.005",
    "7.00",
    "Ah",
    "Ah Ah",
    "fold",
)


def broken(line: str, random: Random) -> str:
    """A round with one of its parts left out, doubled or replaced."""
    round_ = json.loads(line)
    holders = [held for held in parts(round_) if held]
    held = random.choice(holders)
    key = random.choice([*held] if isinstance(held, dict) else range(len(held)))
    way = random.randrange(3)
    if way == 0:
        del held[key]
    elif way == 1 and isinstance(held, list):
        held.append(held[key])
    else:
        held[key] = random.choice(ODD)
    return json.dumps(round_)


def parts(value: Json) -> Iterator[Json]:
    """Every object and list in a round, the round itself first."""
    if isinstance(value, dict | list):
        yield value
        for each in value.values() if isinstance(value, dict) else value:
            yield from parts(each)


def settled(src: Tree, file: Path) -> list[bytes]:
    """A settlement or a refusal for each line."""
    process = src.start("-m", "pitboss", "settle", str(file), quiet=True)
    out, _ = process.communicate()
    return out.splitlines()


def compare_settlements(base: Tree, work: Tree, corpus: list[str], folder: Path) -> Iterator[Difference]:
    file = folder / "rounds.jsonl"
    file.write_text("".join(f"{line}\n" for line in corpus))
    with ThreadPoolExecutor(2) as pool:
        before, after = pool.map(lambda each: settled(each, file), (base, work))
    if not len(before) == len(after) == len(corpus):
        sys.exit("compare: pitboss settle did not answer every line.")
    for number, (line, one, other) in enumerate(zip(corpus, before, after, strict=True), 1):
        if one != other:
            place = place_of_round(line)
            for path, *values in settlement_differences(f"settle/{place}", json.loads(one), json.loads(other)):
                yield Difference(path, f"round {number}: {line[:200]}", *values)


def place_of_round(line: str) -> str:
    held = json.loads(line)
    named = [held.get(name) for name in ("game", "jurisdiction")] if isinstance(held, dict) else [None, None]
    return "/".join(
        each if isinstance(each, str) and each else usual for each, usual in zip(named, ("?", "nj"), strict=True)
    )


def settlement_differences(path: str, before: Json, after: Json) -> Iterator[tuple[str, Json, Json]]:
    if ("error" in before) != ("error" in after):
        yield f"{path}.error", before.get("error", "settled"), after.get("error", "settled")
    else:
        yield from fields(path, before, after)


# The lab


def compare_analyses(base: Tree, work: Tree, games: Iterable[str]) -> Iterator[Difference]:
    for game in games:
        with ThreadPoolExecutor(2) as pool:
            before, after = pool.map(analysis, (base, work), (game, game))
        for path, *values in fields(f"analyze/{game}", before, after):
            yield Difference(path, f"pitboss analyze {game} --json", *values)


def analysis(src: Tree, game: str) -> Json:
    process = src.start("-m", "pitboss", "analyze", game, "--json", "--no-cache")
    out, _ = process.communicate()
    return json.loads(out) if process.returncode == 0 else {"error": out.decode() or process.returncode}


# The report


class Group:
    """Differences of one path."""

    def __init__(self, first: Difference) -> None:
        self.first, self.number = first, 0


def grouped(differences: Iterable[Difference]) -> dict[str, Group]:
    found: dict[str, Group] = {}
    for each in differences:
        group = found.setdefault(general(each.path), Group(each))
        group.number += 1
    return found


def general(path: str) -> str:
    """A path without the numbers of rows and positions and the names of players."""
    return re.sub(r"player:\w+", "player:*", re.sub(r"\.\d+(?=[.\[]|$)", ".*", re.sub(r"\[\d+\]", "[*]", path)))


def short(value: Json) -> str:
    text = repr(value) if isinstance(value, Absent) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 300 else text[:297] + "..."


def report(groups: dict[str, Group], explained: list[Explanation], release: bool) -> int:
    """Print the differences. Returns 1 if one is not explained."""
    used: Counter[Explanation] = Counter()
    unexplained: dict[str, Group] = {}
    for path, group in groups.items():
        if found := explanation_of(path, explained):
            used[found] += group.number
        else:
            unexplained[path] = group
    for each in explained:
        if used[each]:
            print(f"explained, {used[each]:,} times: {each.text}\n    {each.why}")
        elif release:
            print(f"explained and not found in this corpus: {each.text}\n    {each.why}")
    for path, group in sorted(unexplained.items()):
        first = group.first
        print(f"NOT EXPLAINED, {group.number:,} times: {path}\n    first in {first.where}")
        print(f"    before: {short(first.before)}\n    after:  {short(first.after)}")
    total = sum(group.number for group in unexplained.values())
    print(f"{total:,} differences are not explained." if total else "Every difference is explained.")
    return 1 if total else 0


def arguments(given: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tools/compare", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("revision", nargs="?", default="", metavar="REV", help="compare with this commit")
    parser.add_argument("--quick", action="store_true", help="a quarter of the scripts, and no analyze")
    parser.add_argument("--all", action="store_true", help="analyze every game")
    parser.add_argument("--edition", type=int, default=0, metavar="N", help="open this tree's tables under edition N")
    parser.add_argument("--only", default=",".join(PARTS), help=f"some of {', '.join(PARTS)}")
    return parser.parse_args(given)


def main(given: list[str]) -> int:
    wanted = arguments(given)
    parts_ = [*wanted.only.split(",")]
    if not {*parts_} <= {*PARTS}:
        sys.exit(f"compare: name some of {', '.join(PARTS)} after --only.")
    release, explained = read_explanations(EXPLAINED.read_text())
    revision = wanted.revision or release
    with tempfile.TemporaryDirectory(prefix="pitboss-compare-") as name:
        folder = Path(name)
        base = tree(check_out(revision, folder), folder / "bytecode")
        work = tree(ROOT / "src", folder / "bytecode")
        groups = grouped(all_differences(wanted, parts_, base, work, folder))
    return report(groups, explained, not wanted.revision)


def all_differences(
    wanted: argparse.Namespace, parts_: list[str], base: Tree, work: Tree, folder: Path
) -> Iterator[Difference]:
    print(f"compare: this tree with {wanted.revision or 'the last release'}", flush=True)
    tables = Tables()
    if "table" in parts_:
        scripts = QUICK_SCRIPTS if wanted.quick else SCRIPTS
        yield from compare_tables(base, work, folder, scripts, wanted.edition, tables)
        counted = {"scripts": tables.scripts, "steps": tables.steps, **tables.counted}
        said = ", ".join(f"{number:,} {what}" for what, number in counted.items())
        print(f"table: {len(tables.games)} games and dealing methods, {said}", flush=True)
        if tables.parted:
            print(f"table: {tables.parted:,} scripts parted; {tables.left:,} steps after that were not compared")
    if "settle" in parts_:
        corpus = corpus_of_rounds(tables.rounds)
        yield from compare_settlements(base, work, corpus, folder)
        print(f"settle: {len(corpus):,} rounds, of which {len(corpus) * BROKEN // (BROKEN + 1):,} were broken")
    if "analyze" in parts_ and not wanted.quick:
        games = (*ANALYZED, *SLOW) if wanted.all else ANALYZED
        yield from compare_analyses(base, work, games)
        print(f"analyze: {', '.join(games)}", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
