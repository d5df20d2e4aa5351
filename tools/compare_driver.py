"""What `tools/compare.py` runs in each of the two trees, with `PYTHONPATH` set to the tree's `src`.

    python compare_driver.py generate SEED SCRIPTS STEPS    table scripts that the drill's people make up, a line each
    python compare_driver.py play EDITION < SCRIPTS         every step of every script, a line each

The same file runs against both revisions, so it uses what is stable between them: commands and setups of docs/table.md,
and the few functions imported here, which make events, postings and views. If a revision moves one of them, this is the
only place to adapt.
"""

import inspect
import json
import sys
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

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


def write(lines: Iterator[Json]) -> None:
    for line in lines:
        sys.stdout.write(json.dumps(line, separators=(",", ":")) + "\n")
    sys.stdout.flush()


def main(what: str, *given: str) -> None:
    if what == "generate":
        write(generate(given[0], int(given[1]), int(given[2])))
    else:
        for line in sys.stdin:
            write(play(json.loads(line), int(given[0])))
            sys.stdout.write("\n")  # the end of a script


if __name__ == "__main__":
    main(*sys.argv[1:])
