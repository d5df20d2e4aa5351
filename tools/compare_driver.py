"""What `tools/compare.py` runs in each of the two trees, with `PYTHONPATH` set to the tree's `src`.

    python compare_driver.py generate SEED SCRIPTS STEPS    table scripts that the drill's people make up, a line each
    python compare_driver.py visit SEED VISITS              the same for tables on a floor, with people and a clock
    python compare_driver.py play EDITION < SCRIPTS         every step of every script, a line each

The same file runs against both revisions, so it uses what is stable between them: commands and setups of docs/table.md,
and the few functions imported here, which make events, postings and views. If a revision moves one of them, this is the
only place to adapt.
"""

import asyncio
import inspect
import json
import sys
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import suppress
from hashlib import shake_256
from random import Random
from typing import Any, cast

from pitboss.bank.ledger import entries
from pitboss.cards.chance import Shuffles
from pitboss.refusal import Refusal
from pitboss.script.lines import final_line
from pitboss.session import Session
from pitboss.table.evolve import evolve, new_state
from pitboss.table.families import house_of
from pitboss.table.files import event_as_json
from pitboss.table.state import finished_round
from pitboss.table.views import seen, table, view

Json = dict[str, Any]
ROLES = ("dealer", "floorperson", "supervisor")
CANDIDATES = 24
"""Setups drawn for each script; the one that brings the most new settings is played."""


def generate(seed: str, scripts: int, steps: int) -> Iterator[Json]:
    """Scripts for every game, text and dealing method in turn: people who mostly do what is right."""
    from pitboss.drill.families import drilled, places

    covered: set[str] = set()
    for number in range(scripts):
        place = places()[number % len(places())]
        random = Random(f"{seed}:{number}")
        family = drilled(place)
        setups = [family.setup_for(place, random) for _ in range(CANDIDATES)]
        setup = max(setups, key=lambda each: len(settings(place, each) - covered))
        covered |= settings(place, setup)
        commands = list(made_up(family, setup, number, random, steps))
        yield {"id": f"drill {seed}:{number}", "method": place[2], "table": setup, "seed": number, "commands": commands}


def settings(place: tuple[str, ...], setup: Json) -> set[str]:
    """What a setup is the first to have: each setting of its own, and how cards are shuffled, dealt and settled."""
    each = {f"{place} {name} {value}" for name, value in setup.items() if name != "options"}
    together = [setup.get(name) for name in ("shuffler", "decks", "settling", "card_reader")]
    return each | {f"{place} {together}"}


def made_up(family: Any, setup: Json, seed: int, random: Random, steps: int) -> Iterator[Json]:
    """Commands, refused ones too. The table is closed only near the end."""
    session: Any = Session(house_of(setup), Shuffles(seed))
    for step in range(steps):
        if session.state.next is None:
            return
        command = family.next(random, session)
        if command.get("do") == "close" and step < steps * 9 // 10:
            continue
        if random.randrange(100) < 3:
            command = command | {"key": f"k{step}"}
        for _ in range(1 + ("key" in command)):  # sent again it must have no second effect
            yield command
            with suppress(Refusal):
                session.do(command)


def play(script: Json, edition: int) -> Iterator[Json]:
    """A line for the opening, one for each command, and the last line of the table."""
    try:
        house = opened(script["table"], edition)
        session: Any = Session(house, Shuffles(script["seed"]))
    except Refusal as refusal:
        yield {"do": "open", "refused": refusal.as_json()}
        return
    yield {"do": "open"} | step(house, new_state(house), session, 0)
    for command in script["commands"]:
        before, known = session.state, len(session.log)
        yield {"do": str(command.get("do"))} | outcome(house, before, session, known, command)
    yield {"last": final_line(session.state, session.balances)}


def opened(setup: Json, edition: int) -> Any:
    """The house of a setup; `edition` 0 is the current one, and an older program knows only its own."""
    if edition and "edition" in inspect.signature(house_of).parameters:
        return house_of(setup, edition)
    return house_of(setup)


def outcome(house: Any, before: Any, session: Any, known: int, command: Json) -> Json:
    try:
        session.do(command)
    except Refusal as refusal:
        return {"refused": refusal.as_json()}
    except Exception as error:
        return {"crashed": f"{type(error).__name__}: {error}"}
    return step(house, before, session, known)


def step(house: Any, before: Any, session: Any, known: int) -> Json:
    """What happened, what it posted, and how everybody saw it and sees the table now."""
    events, state = session.log[known:], session.state
    watchers = {"player": "nobody", **{f"player {who}": who for who in sorted({*state.seats.values()})}}
    eyes = [(name, "player", who) for name, who in watchers.items()] + [(role, role, "") for role in ROLES]
    happened: dict[str, list[Json]] = {name: [] for name, _, _ in eyes}
    at = before
    for event in events:
        for name, role, who in eyes:
            happened[name].append(seen(house, at, event, role, who))
        at = evolve(house, at, event)
    found: Json = {
        "events": [event_as_json(event) for event in events],
        "postings": [[list(each) for each in entries(event)] for event in events],
        "seen": happened,
        "views": {name: view(house, state, role, who) for name, role, who in eyes}
        | {"auditor": table(house, state, "auditor")},
    }
    if state.last_round is not None and state.last_round is not before.last_round:
        found["round"] = finished_round(state)
    return found


# On a floor: the frames that everybody who watches gets, with nothing left out but the disk


SECOND = 1_000_000
ACTS = 60
PLAYERS = ("p1", "p2")
LEAVING = ("sit", "leave", "cash_out")
STAFF: dict[str, Any] = {"looker": "player", "dan": "dealer", "boss": "supervisor", "eve": "auditor"}


class NoDisk:
    """A store that accepts everything and stores nothing."""

    closed = False
    number = 0

    def submit(self, batch: Any) -> Any:
        from pitboss.store import Receipt

        self.number += 1
        done: Future[Any] = Future()
        done.set_result(Receipt(self.number, batch.expected + len(batch.lines), b"", batch.answer))
        return done


class Floor:
    """One table with chance of a seed and a clock that is set, and everybody who watches it."""

    def __init__(self, seed: str) -> None:
        from pitboss.fair import Entropy
        from pitboss.fair.sealing import Seal
        from pitboss.floor.hub import Outbox
        from pitboss.floor.means import Means
        from pitboss.floor.person import Person
        from pitboss.floor.pit import Pit

        self.now, self.drawn, self.seed = 1_000 * SECOND, 0, seed
        entropy, store = Entropy(self.read), cast(Any, NoDisk())
        self.pit = Pit(Means(store, self, entropy, Seal(bytes(range(32)), entropy)))
        self.people = {name: Person(name, role) for name, role in (dict.fromkeys(PLAYERS, "player") | STAFF).items()}
        self.outboxes = {name: Outbox(most=1_000_000) for name in self.people}

    def read(self, number: int) -> bytes:
        self.drawn += 1
        return shake_256(f"{self.seed} {self.drawn}".encode()).digest(number)

    def wall(self) -> int:
        return self.now

    def steady(self) -> int:
        return self.now

    async def open(self, game: str) -> None:
        self.table = await self.pit.open({"id": "t1", "table": {"game": game}}, "boss")
        for name, outbox in self.outboxes.items():
            self.table.watch(outbox, self.people[name])

    async def act(self, act: Any) -> Json:
        """Somebody's command, or the number of seconds in which nobody gives one; the frames that came of it."""
        done: Json = {"do": "wait" if isinstance(act, int) else act[1]["do"]}
        try:
            if isinstance(act, int):
                self.now += act * SECOND
                await self.pit.tick()
            else:
                await self.table.do(self.people[act[0]], act[1])
        except Refusal as refusal:
            done["refused"] = refusal.as_json()
        frames = {name: [json.loads(frame) for frame in outbox.frames] for name, outbox in self.outboxes.items()}
        for outbox in self.outboxes.values():
            outbox.frames.clear()
        return done | {"frames": {f"{self.people[name].role} {name}": each for name, each in frames.items()}}


def visit(seed: str, visits: int) -> Iterator[Json]:
    """What people do at tables of every game: they sit, bet and take one of the choices, or let the clock decide."""
    from pitboss import games

    for number in range(visits):
        for game in games.names():
            acts = asyncio.run(visited(game, f"{seed}:{number}"))
            yield {"id": f"floor {seed}:{number}", "method": "floor", "table": {"game": game}, "acts": acts}


async def visited(game: str, seed: str) -> list[Any]:
    from pitboss.floor.bots import first_bet
    from pitboss.table.views import choices

    floor, random, acts = Floor(seed), Random(seed), list[Any]()
    await floor.open(game)

    async def act(what: Any) -> None:
        acts.append(what)
        await floor.act(what)

    for place, who in enumerate(PLAYERS, 1):
        await act((who, {"do": "sit", "position": place}))
        await act((who, {"do": "buy_in", "amount": "1000.00"}))
    while len(acts) < ACTS:
        state, house = floor.table.state, floor.table.house
        who = random.choice(PLAYERS)
        offered = [each for each in choices(house, state, "player", who) if each["do"] not in LEAVING]
        if state.betting and not state.has_wagers(who):
            await act((who, first_bet(floor.table, who)))
        elif offered and random.randrange(4):
            command = random.choice(offered)
            await act((who, {name: held for name, held in command.items() if name not in ("by", "who")}))
        else:
            await act(random.choice((1, 4, 30)))
    return acts


async def watched(script: Json) -> list[Json]:
    floor = Floor(script["id"].removeprefix("floor "))
    await floor.open(script["table"]["game"])
    return [await floor.act(act) for act in script["acts"]]


def write(lines: Iterator[Json]) -> None:
    for line in lines:
        sys.stdout.write(json.dumps(line, separators=(",", ":")) + "\n")
    sys.stdout.flush()


def main(what: str, *given: str) -> None:
    if what == "generate":
        write(generate(given[0], int(given[1]), int(given[2])))
    elif what == "visit":
        write(visit(given[0], int(given[1])))
    else:
        for line in sys.stdin:
            script = json.loads(line)
            write(iter(asyncio.run(watched(script))) if "acts" in script else play(script, int(given[0])))
            sys.stdout.write("\n")  # the end of a script


if __name__ == "__main__":
    main(*sys.argv[1:])
