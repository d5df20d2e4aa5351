"""Running a drill: many sequences over every game, text and dealing method, and the table of what they reached."""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing import get_context
from random import Random
from typing import Any

from pitboss import games
from pitboss.cards.chance import Shuffles
from pitboss.drill import people
from pitboss.drill.checks import Witness, no_secret_told
from pitboss.drill.moments import tempting
from pitboss.drill.people import likely
from pitboss.refusal import Refusal
from pitboss.regulations.options import Choice, Option, PayTableChoice
from pitboss.session import Session
from pitboss.table import events as e
from pitboss.table.setup import STEPS, house_of

MOST_STEPS = 6000
"""A sequence that needs more has stopped getting anywhere."""

Place = tuple[str, str, str]
"""A game, a text and a dealing method."""


class Reached(Counter[tuple[Place, str, str]]):
    """How often each command, refusal and irregularity was reached at each place."""


def places() -> list[Place]:
    """Every game, text and dealing method."""
    found = []
    for name in games.names():
        game = games.game(name)
        if game.procedure is None:
            continue  # no table can deal it
        for jurisdiction in game.jurisdictions:
            for dealing, method in game.procedure.methods.items():
                if method.allowed_in(jurisdiction):
                    found.append((name, jurisdiction, dealing))
    return found


def setup_for(place: Place, random: Random) -> dict[str, Any]:
    """A table of this kind with everything else drawn."""
    name, jurisdiction, dealing = place
    game = games.game(name)
    assert game.procedure
    method = game.procedure.methods[dealing]
    shufflers = ["device", "counting_device"] if method.needs_shuffler else ["none", "device", "counting_device"]
    shuffler = random.choice(shufflers)
    steps = random.choice(("all", "none", "none", [step for step in STEPS if likely(random, 50)]))
    return {
        "game": name,
        "jurisdiction": jurisdiction,
        "options": _options(name, jurisdiction, random),
        "dealing": dealing,
        "shuffler": shuffler,
        "decks": 1 if shuffler == "none" else random.choice((1, 2)),
        "preshuffled": likely(random, 15),
        "settling": random.choice(list(game.procedure.completion.alternatives)),
        "positions_per_player": random.randint(1, game.procedure.wagers.most_positions),
        "limits": {"ante": ["5.00", "300.00"]},
        "match_play": likely(random, 50),
        "idle_face_up": likely(random, 50),
        "automatic": steps,
        "given_orders": likely(random, 30),
    }


def _options(name: str, jurisdiction: str, random: Random) -> dict[str, Any]:
    """Some of the house's choices drawn from what each option has, as long as they go together."""
    game, chosen = games.game(name), dict[str, Any]()
    for option in game.options(jurisdiction).values():
        if likely(random, 50):
            drawn = chosen | {option.name: random.choice(_values(option))}
            with suppress(Refusal):
                game.rules(jurisdiction, drawn)
                chosen = drawn
    return chosen


def _values(option: Option) -> list[Any]:
    """Values an option may have; a pay table is never left out, so that every wager is offered."""
    if isinstance(option, Choice):
        return list(option.values)
    if isinstance(option, PayTableChoice):
        return [label for label in option.tables.labels() if label] or [option.default]
    return [None, "50.00"]


def sequence(number: int, seed: int, rounds: int, reached: Reached) -> int:
    """One table from its opening over so many rounds; everything is checked after every step. The rounds played."""
    place = places()[number % len(places())]
    random = Random(f"{seed}:{number}")
    session = Session(house_of(setup_for(place, random)), Shuffles(f"{seed}:{number}"))
    witness = Witness(session)
    for step in range(MOST_STEPS):
        if witness.rounds >= rounds:
            _after_the_close(session, witness, place, reached, random)
            return witness.rounds
        data = _next(random, session)
        if data.get("do") == "close" and not session.state.playing and not session.state.bets:
            continue  # there are rounds to play
        if likely(random, 5):
            data = data | {"key": f"k{step}"}
        _try(session, witness, place, data, reached, random)
    raise AssertionError(f"sequence {number} of seed {seed} got stuck at {session.state.next}")


def _next(random: Random, session: Session) -> dict[str, Any]:
    house, state = session.house, session.state
    mood = random.randrange(100)
    if mood < 8:
        return people.mischief(random, house, state)
    if mood < 10:
        return people.fault(random, house, state)
    if mood < 25 and (data := tempting(random, house, state)):
        return data
    if state.devices_removed:
        return _replace_devices(random, session)
    return people.proper(random, house, state)


def _after_the_close(session: Session, witness: Witness, place: Place, reached: Reached, random: Random) -> None:
    """A closed table lets people leave and take their chips; it does nothing else."""
    if session.state.playing or session.state.bets:
        return
    for data in ({"do": "close", "by": "supervisor"}, {"do": "deal", "by": "dealer"}):
        if likely(random, 30) or not session.state.open:
            _try(session, witness, place, data, reached, random)
    for player in list(session.state.seats.values()):
        if not session.state.open and likely(random, 50):
            for do in ("leave", "cash_out"):
                _try(session, witness, place, {"do": do, "by": "player", "who": player}, reached, random)


def _replace_devices(random: Random, session: Session) -> dict[str, Any]:
    """After a device was taken away, the same kind of device comes back, once the layout is clear."""
    state = session.state
    if state.playing or not state.next or state.next.do not in ("shuffle", "load", "cut", "no_more_bets"):
        return people.proper(random, session.house, state)
    for position, bet in state.bets.items():
        return {"do": "clear", "by": "player", "who": bet.player, "position": position}
    return {"do": "change_method", "by": "supervisor", "dealing": state.dealing, "shuffler": state.shuffler}


ANY_TIME: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "player": ({"do": "leave"}, {"do": "view"}),
    "dealer": ({"do": "wash"}, {"do": "stack"}),
    "floorperson": ({"do": "verify"}, {"do": "call", "what": "drawn_in_error"}),
    "supervisor": ({"do": "order_recut"}, {"do": "close"}),
}
"""Two commands of each role, well shaped whenever they are given."""


def _again(session: Session, data: dict[str, Any], events: list[e.Event]) -> None:
    """The same key: the same answer and no second effect; with another body: refused."""
    after, length = session.state, len(session.log)
    assert session.do(data) == events
    one, other = ANY_TIME[data["by"]]
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
    session: Session, witness: Witness, place: Place, data: dict[str, Any], reached: Reached, random: Random
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
        _again(session, data, events)
        reached[place, "command", "the same key again"] += 1
    if likely(random, 5):
        role = random.choice(("player", "dealer", "floorperson", "supervisor"))
        no_secret_told(session, before, events, role, random.choice(people.NAMES))


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
