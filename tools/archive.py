"""Make the golden archive of a version: what it wrote, for later versions to open, replay, verify and audit.

    git worktree add --detach ../v030 349f7f0        (349f7f0 is version 0.3.0)
    cd ../v030
    ./pitboss games                                  (makes .venv)
    PYTHONPATH=. .venv/bin/python ../archive/tools/archive.py ../archive/tests/archive/0.3.0 [PART ...]

Run it with the Python and in the folder of a checkout of the version to keep, not of the working tree: it refuses
another version than the name of the folder it writes to. PostgreSQL's programs must be installed. Parts: `events`,
`proofs`, `settled`, `analyze`, `stores`; all of them if none is named. Stores are played by chance and come out
different each time; everything else comes out the same.
"""

# mypy: ignore-errors
# Written for the code of version 0.3.0, not for the code it lies next to.

import asyncio
import io
import json
import lzma
import os
import random
import signal
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import psycopg

import pitboss
from pitboss import games
from pitboss.cards.chance import Shuffles
from pitboss.drill.families import drilled, places, wanted
from pitboss.floor import app, bots, standing
from pitboss.floor.config import Config, Settings, usual_tables
from pitboss.floor.live import LiveTable, Plan
from pitboss.floor.serve import serve
from pitboss.floor.timing import Timing
from pitboss.refusal import Refusal
from pitboss.script import Script, replay_answer
from pitboss.session import Session
from pitboss.settling import settle_lines
from pitboss.showdown.declaration import Showdown
from pitboss.store import heads
from pitboss.table.families import house_of
from pitboss.table.setup import House
from pitboss.table.showdown.setup import STEPS
from pitboss.table.state import State
from pitboss.web import pages
from tests.oracle import craps, rounds, shoe
from tests.store.postgresql import Cluster, program, throw_away

Data = dict[str, Any]
Files = dict[str, bytes]

ROUNDS = 5
"""Of every event file."""
MOST_STEPS = 6_000
MOST_TRIES = 100

DEALER_SHORT: list[dict[str, Any]] = [
    {"table": {"game": "three-card-poker", "automatic": [do for do in STEPS if do != "rack_stub"]}, "seed": 7},
    {"do": "sit", "by": "player", "who": "p1", "position": 3},
    {"do": "buy_in", "by": "player", "who": "p1", "amount": "100.00"},
    {"do": "bet", "by": "player", "who": "p1", "position": 3, "wagers": {"ante": "10.00"}},
    {"do": "no_more_bets", "by": "dealer"},
    {"do": "count_stub", "by": "dealer", "counted": 47, "whose": "dealer", "cards": 2},
]
"""The table played this, and `table replay` of version 0.3.0 rejected the honest file."""


def pack(file: Path, files: Files) -> None:
    """The same files make the same archive."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w") as tar:
        for name, held in sorted(files.items()):
            member = tarfile.TarInfo(name)
            member.size = len(held)
            tar.addfile(member, io.BytesIO(held))
    file.write_bytes(lzma.compress(made.getvalue(), preset=9 | lzma.PRESET_EXTREME))
    print(f"{file.name}: {len(files)} files, {file.stat().st_size:,} bytes", flush=True)


# Event files


def kinds() -> Iterator[tuple[str, tuple[str, str, str], Data]]:
    """Every game, text and way to deal, with each way to shuffle and one and two decks where the game has them."""
    for place in places():
        name, jurisdiction, dealing = place
        stem = f"{name}.{jurisdiction}.{dealing}"
        game = games.game(name)
        if isinstance(game, Showdown):
            assert game.procedure
            by_hand = [] if game.procedure.methods[dealing].needs_shuffler else [("none", 1)]
            ways = [*by_hand, *((each, decks) for each in ("device", "counting_device") for decks in (1, 2))]
            for shuffler, decks in ways:
                yield f"{stem}.{shuffler}.{decks}", place, {"shuffler": shuffler, "decks": decks}
        elif dealing == "shoe":
            for shuffler in ("none", "device"):
                for number in range(1, 4):
                    yield f"{stem}.{shuffler}.{number}", place, {"shuffler": shuffler}
        else:
            for number in range(1, 10):
                yield f"{stem}.{number}", place, {}


def script_of(name: str, place: tuple[str, str, str], fixed: Data) -> list[Data]:
    """Commands of the drill's people, mistakes and irregularities among them; of refusals one of each code."""
    source = random.Random(name)
    family = drilled(place)
    setup = family.setup_for(place, source) | fixed
    seed = source.randrange(1 << 32)
    session: Session[House, State] = Session(house_of(setup), Shuffles(seed))
    given: list[Data] = [{"table": setup, "seed": seed}]
    refused: set[str] = set()
    for _ in range(MOST_STEPS):
        if session.state.number - session.state.playing >= ROUNDS * family.times:
            return given
        command = family.next(source, session)
        if command.get("do") == "close":
            continue
        try:
            session.do(command)
        except Refusal as refusal:
            if refusal.code in refused:
                continue
            refused.add(refusal.code)
        given.append(command)
    raise AssertionError(f"{name} got stuck")


def called_in(game: str, events: bytes) -> set[tuple[str, str]]:
    """The irregularities of an event file, with their effects."""
    lines = [json.loads(line) for line in events.splitlines()]
    return {(game, f"{each['what']}: {each['effect']}") for each in lines if each.get("event") == "irregularity_called"}


def rare_scripts(files: Files) -> Iterator[tuple[str, bytes]]:
    """Further tables for irregularities that no file has yet."""
    events = [(name, held) for name, held in files.items() if name.endswith(".events")]
    reached = {each for name, held in events for each in called_in(name.partition(".")[0], held)}
    for place in places():
        for number in range(1, MOST_TRIES):
            missing = {(place[0], name) for kind, name in wanted(place) if kind == "irregularity"} - reached
            if not missing:
                break
            name = ".".join((*place, f"rare-{number}"))
            script = jsonl(script_of(name, place, {}))
            found = called_in(place[0], played(script)[0])
            if found & missing:
                reached |= found
                yield name, script


def jsonl(objects: list[Any]) -> bytes:
    return b"".join(json.dumps(each).encode() + b"\n" for each in objects)


def played(script: bytes) -> tuple[bytes, bytes]:
    """The event file and the finished rounds."""
    finished: list[bytes] = []
    events = b"".join(Script(keep_round=finished.append).answers(io.BytesIO(script)))
    return events, b"".join(finished)


def add_played(files: Files, name: str, script: bytes) -> None:
    events, finished = played(script)
    said, remark, _ = replay_answer(io.BytesIO(events))
    files |= {f"{name}.events": events, f"{name}.replayed": said + remark.encode()}
    files |= {f"{name}.rounds": finished, f"{name}.settled": settled(finished)}


def make_events(folder: Path) -> None:
    """`NAME.events` from `table run`, `NAME.replayed` what `table replay` said, and the finished rounds, settled."""
    files: Files = {}
    for name, place, fixed in kinds():
        add_played(files, name, jsonl(script_of(name, place, fixed)))
    for name, script in rare_scripts(files):
        add_played(files, name, script)
    for file in sorted(Path("examples/table").glob("*.jsonl")):
        add_played(files, f"example.{file.stem}", file.read_bytes())
    add_played(files, "three-card-poker.nj.dealer-short", jsonl(DEALER_SHORT))
    pack(folder / "events.tar.xz", files)


# Fairness proofs


def make_proofs(folder: Path) -> None:
    """A table of each kind on chance that can be proved: `NAME.proofs` for `pitboss verify --events NAME.events`."""
    from tests.fair.support import PlainTable, PlayedTable, planted

    files: Files = {}
    for number in range(len(places())):
        table = PlayedTable(number, 3, planted(number))
        name = ".".join(table.place)
        files |= {f"{name}.events": jsonl(table.events), f"{name}.proofs": jsonl(table.proofs)}
    plain = PlainTable(5, planted(7))
    files |= {"plain.events": jsonl(plain.events), "plain.proofs": jsonl(plain.proofs)}
    example = Path("examples/fair")
    files |= {f"example.{kind}": (example / f"{kind}.jsonl").read_bytes() for kind in ("events", "proofs")}
    pack(folder / "proofs.tar.xz", files)


# Settled rounds

OF_EACH_GAME = 250
JUNK = (None, True, -1, 0, 7, "", "As", "10.00", "0.01", "-5.00", [], {}, ["As", "As"], "no such thing")


def rounds_of(name: str) -> Iterator[Data]:
    source = random.Random(f"archive {name}")
    for _ in range(OF_EACH_GAME):
        if isinstance(games.game(name), Showdown):
            yield rounds.random_round(name, source)
        elif name == "craps":
            yield craps.random_round(source)
        else:
            yield shoe.play(name, source)


def broken(round_: Data, source: random.Random) -> Data:
    """The same round with one part taken out or replaced."""
    changed = json.loads(json.dumps(round_))
    place: Any = changed
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = source.choice(keys)
        if isinstance(place[key], dict | list) and place[key] and source.randrange(3):
            place = place[key]
            continue
        if source.randrange(4):
            place[key] = source.choice(JUNK)
        else:
            del place[key]
        return dict(changed)


def settled(lines: bytes) -> bytes:
    return b"".join(line for line, _ in settle_lines(io.BytesIO(lines)))


def make_settled(folder: Path) -> None:
    """`GAME.rounds` for `pitboss settle`, `GAME.settled` what it printed, a line for each line."""
    files: Files = {}
    for name in games.names():
        source = random.Random(f"broken {name}")
        sound = list(rounds_of(name))
        lines = jsonl([*sound, *(broken(source.choice(sound), source) for _ in range(OF_EACH_GAME))])
        files[f"{name}.rounds"] = lines
    for file in sorted(Path("examples").glob("*.jsonl")):
        files[f"example.{file.stem}.rounds"] = file.read_bytes()
    for name, held in [*files.items()]:
        files[name.replace(".rounds", ".settled")] = settled(held)
    pack(folder / "settled.tar.xz", files)


# Analyses


def make_analyze(folder: Path) -> None:
    """`GAME.JURISDICTION.json`: what `pitboss analyze GAME -j JURISDICTION --json` printed."""
    files: Files = {}
    for name in games.names():
        for jurisdiction in games.game(name).jurisdictions:
            command = [sys.executable, "-m", "pitboss", "analyze", name, "-j", jurisdiction, "--json"]
            files[f"{name}.{jurisdiction}.json"] = subprocess.run(command, capture_output=True, check=True).stdout
    pack(folder / "analyze.tar.xz", files)


# Stores

SCENES = ("closed", "deal", "settlement", "snapshots")
BONUSES = {
    "three-card-poker": {"pair_plus": "5.00"},
    "four-card-poker": {"aces_up": "5.00"},
    "high-card-flush": {"progressive": "1.00", "flush_bonus": "5.00"},
    "what-the-flush": {"flush_rush": "5.00"},
    "texas-holdem-bonus": {"bonus": "5.00"},
}
DEALT = frozenset({"cards_dealt", "dice_thrown"})
SETTLED = frozenset({"wagers_taken", "wagers_paid", "hand_taken", "hand_paid", "losers_taken", "winners_paid"})


def plans(scene: str) -> tuple[Plan, ...]:
    """A table of every game, and a second one that shares its progressive."""
    steps = "none" if scene in ("deal", "settlement") else "all"
    made = [
        Plan(
            id=plan.id,
            table=plan.table | {"automatic": steps},
            group="jackpot" if plan.table["game"] == "high-card-flush" else "",
            timing=Timing(betting=50, all_have_bet=0, decision=50, pace=0),
            bots=("simple", "random"),
        )
        for plan in usual_tables(())
    ]
    linked = [plan for plan in made if plan.group]
    return (*made, *(Plan(id="high-card-flush-2", **_rest(plan)) for plan in linked))


def _rest(plan: Plan) -> Data:
    return {name: getattr(plan, name) for name in ("table", "group", "timing", "bots")}


def play(folder: Path, database: str, scene: str) -> int:
    """The server with bots in a hurry, until the scene is reached: then it is killed, or closes in good order."""
    app.BOTS_ACT = app.TICK = 1
    bots.QUICKEST, bots.SLOWEST, bots.SULK = 0, 1, 20
    bots.first_bet = with_bonuses(bots.first_bet)
    heads.EVERY_ENTRIES = 50  # a store whose journal nobody signed is taken for a backup
    standing.EVERY = 80 if scene == "snapshots" else 1_000
    LiveTable._keep = watched(LiveTable._keep, scene)
    config = Config(port=0, data=str(folder), database=database, grace=5, requests=0, tables=plans(scene))
    return serve(Settings(config, {}), pages)


def with_bonuses(first_bet: Callable[..., Data]) -> Callable[..., Data]:
    def wrapped(table: Any, name: str, wager: str = "") -> Data:
        bet = first_bet(table, name, wager)
        more = BONUSES.get(table.house.setup.game, {})
        return bet | {"wagers": bet["wagers"] | more} if more else bet

    return wrapped


def watched(keep: Any, scene: str) -> Any:
    """The same; each table that has reached the scene stands still, and with the last of them all is over."""
    wanted = {plan.id for plan in plans(scene)}
    reached: set[str] = set()

    async def wrapped(table: LiveTable, person: Any, made: Any, *more: Any) -> Any:
        answer = await keep(table, person, made, *more)
        if table.id not in reached and REACHED[scene](table, {str(e.__struct_config__.tag) for e in made.events}):
            reached.add(table.id)
            if scene in ("deal", "settlement"):
                stand_still(table)
            if reached == wanted:
                end(table, scene)
        return answer

    return wrapped


def stand_still(table: Any) -> None:
    async def nothing(*_: Any) -> None:
        return None

    async def refused(*_: Any) -> None:
        raise Refusal("not_now", "Wait.")

    table.tick, table.see_off, table.do = nothing, nothing, refused


def is_dealing(table: Any, kinds: set[str]) -> bool:
    """Some cards are dealt and others are to come; dice lie there and nobody has called the roll."""
    state = table.state
    return bool(state.number >= 2 and kinds & DEALT and state.next and state.next.do in ("deal", "call_roll"))


def is_settling(table: Any, kinds: set[str]) -> bool:
    """Some wagers are settled and others are not."""
    left = any(map(table.state.has_wagers, table.state.seats.values()))
    return bool(table.state.number >= 2 and kinds & SETTLED and left and table._is_settling())


REACHED: dict[str, Callable[[Any, set[str]], bool]] = {
    "closed": lambda table, kinds: table.state.number >= 3,
    "deal": is_dealing,
    "settlement": is_settling,
    "snapshots": lambda table, kinds: table.stood_at > 0 and table.sequence > table.stood_at + 20,
}


def end(table: LiveTable, scene: str) -> None:
    if scene == "closed":
        closing.append(asyncio.create_task(change_terms_and_close(table.means.linked.__self__)))
    else:
        os.kill(os.getpid(), signal.SIGKILL)


closing: list[Any] = []


async def change_terms_and_close(pit: Any) -> None:
    """One table goes on under other limits, and the floor closes in good order."""
    while True:
        with suppress(Refusal):
            await pit.reopen("three-card-poker-1", "boss", {"ante": ["10.00", "500.00"]}, {}, "Higher limits.")
            break
        await asyncio.sleep(0.02)
    await asyncio.sleep(0.2)
    os.kill(os.getpid(), signal.SIGTERM)


def child(folder: Path, database: str, scene: str) -> None:
    command = [sys.executable, __file__, str(folder), "--child", database, scene]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, timeout=300)
    assert done.returncode == (0 if scene == "closed" else -signal.SIGKILL), f"{scene}: {done.returncode}"


def left_in(folder: Path) -> Files:
    """What the server left there; not SQLite's index of the log, which it makes again."""
    return {
        file.relative_to(folder).as_posix(): file.read_bytes()
        for file in folder.rglob("*")
        if file.is_file() and not file.name.endswith("-shm")
    }


def make_stores(folder: Path) -> None:
    """`sqlite-SCENE` is the server's folder; `postgresql-SCENE` has `dump.sql` in it in place of the database."""
    with throw_away("-k") as cluster:
        cluster.start()
        for scene in SCENES:
            with tempfile.TemporaryDirectory(prefix="pitboss-archive-") as made:
                child(Path(made), str(Path(made) / "floor.db"), scene)
                pack(folder / f"sqlite-{scene}.tar.xz", left_in(Path(made)))
            with tempfile.TemporaryDirectory(prefix="pitboss-archive-") as made:
                child(Path(made), _new_database(cluster, scene), scene)
                pack(folder / f"postgresql-{scene}.tar.xz", left_in(Path(made)) | {"dump.sql": _dump(cluster, scene)})


def _new_database(cluster: Cluster, scene: str) -> str:
    with psycopg.connect(cluster.url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {scene}")
    return cluster.url.replace("/postgres?", f"/{scene}?")


def _dump(cluster: Cluster, scene: str) -> bytes:
    """Plain statements that any client can execute."""
    dump = program("pg_dump")
    assert dump, "pg_dump is missing"
    command = [
        dump,
        "--no-owner",
        "--no-privileges",
        "--rows-per-insert=100",
        cluster.url.replace("/postgres?", f"/{scene}?"),
    ]
    said = subprocess.run(command, capture_output=True, check=True).stdout
    return b"".join(line for line in said.splitlines(True) if not line.startswith(b"\\"))


PARTS: dict[str, Callable[[Path], None]] = {
    "events": make_events,
    "proofs": make_proofs,
    "settled": make_settled,
    "analyze": make_analyze,
    "stores": make_stores,
}


def main() -> int:
    folder, *named = sys.argv[1:]
    if named[:1] == ["--child"]:
        return play(Path(folder), *named[1:])
    target = Path(folder)
    if target.name != pitboss.__version__:
        sys.exit(f"Run this in a checkout of version {target.name}: this one is {pitboss.__version__}.")
    target.mkdir(parents=True, exist_ok=True)
    for part in named or PARTS:
        PARTS[part](target)
    return 0


if __name__ == "__main__":
    sys.exit(main())
