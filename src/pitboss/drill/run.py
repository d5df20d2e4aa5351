"""Running a drill: many sequences over every game, text and dealing method, and the table of what they reached."""

from collections.abc import Iterator
from itertools import count
from multiprocessing import get_context
from random import Random
from typing import Any

from pitboss.cards.chance import Shuffles
from pitboss.drill.families import drilled, places
from pitboss.drill.family import AGAIN, NAMES, Place, Reached, likely
from pitboss.refusal import Refusal
from pitboss.session import Session
from pitboss.table import events as e
from pitboss.table.commands import ROLES
from pitboss.table.families import house_of
from pitboss.table.setup import House
from pitboss.table.state import State
from pitboss.table.views import allowed

AnySession = Session[House, State]

MOST_STEPS = 6000
"""Steps in which a round must end. A sequence of many rounds may take any number of steps."""


def sequence(number: int, seed: int, rounds: int, reached: Reached) -> int:
    """One table from its opening over so many rounds; everything is checked after every step. The rounds played."""
    place = places()[number % len(places())]
    random = Random(f"{seed}:{number}")
    family = drilled(place)
    session: AnySession = Session(house_of(family.setup_for(place, random)), Shuffles(f"{seed}:{number}"))
    witness = family.witness(session)
    ended, at = 0, 0
    for step in count():
        if witness.rounds >= rounds * family.times:
            break
        if witness.rounds > ended:
            ended, at = witness.rounds, step
        if step - at >= MOST_STEPS:
            raise AssertionError(f"no round ended in {MOST_STEPS:,} steps; next comes {session.state.next}")
        data = family.next(random, session)
        if data.get("do") == "close" and _may_close(session):
            continue  # there are rounds to play
        if likely(random, 5):
            data = data | {"key": f"k{step}"}
        _try(session, witness, place, data, reached, random)
    _after_the_close(session, witness, place, reached, random)
    return int(witness.rounds)


def _may_close(session: AnySession) -> bool:
    close = session.house.family.forms.kind(do="close", by="supervisor")
    return allowed(session.house, session.state, close)


def _after_the_close(session: AnySession, witness: Any, place: Place, reached: Reached, random: Random) -> None:
    """A closed table lets people leave and take their chips; it does nothing else."""
    if not _may_close(session):
        return
    too_late = drilled(place).any_time["dealer"][0] | {"by": "dealer"}
    for data in ({"do": "close", "by": "supervisor"}, too_late):
        if likely(random, 90) or not session.state.open:
            _try(session, witness, place, data, reached, random)
    for player in list(session.state.seats.values()):
        if not session.state.open and likely(random, 50):
            for do in ("leave", "cash_out"):
                _try(session, witness, place, {"do": do, "by": "player", "who": player}, reached, random)


def _again(session: AnySession, place: Place, data: dict[str, Any], events: list[e.Event]) -> None:
    """The same key: the same answer and no second effect; with another body: refused."""
    after, length = session.state, len(session.log)
    assert session.do(data) == events
    one, other = drilled(place).any_time[data["by"]]
    try:
        session.do(
            {
                "by": data["by"],
                "who": data.get("who", ""),
                "key": data["key"],
                **(other if one["do"] == data["do"] else one),
            }
        )
    except Refusal as refusal:
        assert refusal.code == "key_reused", refusal.code
    else:
        raise AssertionError("a key was used for two commands")
    assert session.state is after and len(session.log) == length, "a repeated command had an effect"


def _try(
    session: AnySession, witness: Any, place: Place, data: dict[str, Any], reached: Reached, random: Random
) -> None:
    before = session.state
    try:
        events = session.do(data)
    except Refusal as refusal:
        assert session.state is before, "a refused command changed the table"
        assert refusal.code and refusal.message
        reached[place, "refusal", refusal.code] += 1
        return
    reached[place, "command", str(data["do"])] += 1
    for event in events:
        if isinstance(event, e.IrregularityCalled):
            reached[place, "irregularity", f"{event.what}: {event.effect}"] += 1
    witness.look()
    if "key" in data:
        _again(session, place, data, events)
        reached[place, "command", AGAIN] += 1
    if likely(random, 5):
        role = random.choice(ROLES)
        drilled(place).no_secret_told(session, before, events, role, random.choice(NAMES))


class Broken(Exception):
    """A sequence in which something did not hold; it can be played again by its number and seed."""


Batch = tuple[int, int, int, int]
"""First and last number of some sequences, seed, rounds."""


def batch(wanted: Batch) -> tuple[int, int, Reached]:
    """Some sequences one after the other: how many, the rounds they played, and what they reached."""
    first, last, seed, rounds = wanted
    reached, played = Reached(), 0
    for number in range(first, last):
        try:
            played += sequence(number, seed, rounds, reached)
        except Exception as error:
            raise Broken(f"sequence {number} of seed {seed}: {type(error).__name__}: {error}") from error
    return last - first, played, reached


def drill(sequences: int, seed: int, rounds: int, workers: int) -> Iterator[tuple[int, int, Reached]]:
    """Sequences in batches, over so many processes. The result does not depend on how the work is split."""
    size = max(1, min(21, sequences // (4 * workers)))
    batches = [(first, min(first + size, sequences), seed, rounds) for first in range(0, sequences, size)]
    if workers == 1:
        yield from map(batch, batches)
        return
    with get_context("spawn").Pool(workers) as pool:
        yield from pool.imap_unordered(batch, batches)
