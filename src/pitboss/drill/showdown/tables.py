"""Tables of games that compare hands: every text and dealing method, everything else drawn."""

from random import Random
from typing import Any

from pitboss import games
from pitboss.drill.family import Data, Place, likely
from pitboss.drill.options import some_options
from pitboss.drill.showdown import people
from pitboss.drill.showdown.moments import MOMENTS
from pitboss.drill.trouble import tempting
from pitboss.session import Session
from pitboss.showdown.procedure import Procedure
from pitboss.table.showdown.setup import STEPS, House
from pitboss.table.showdown.state import State


def _procedure(name: str) -> Procedure:
    procedure = games.showdown(name).procedure
    assert procedure
    return procedure


def places(name: str) -> list[Place]:
    return [
        (name, jurisdiction, dealing)
        for jurisdiction in games.game(name).jurisdictions
        for dealing, method in _procedure(name).methods.items()
        if method.allowed_in(jurisdiction)
    ]


def setup_for(place: Place, random: Random) -> dict[str, Any]:
    """A table of this kind with everything else drawn."""
    name, jurisdiction, dealing = place
    procedure = _procedure(name)
    device_needed = procedure.methods[dealing].needs_shuffler
    shuffler = random.choice(["device", "counting_device"] if device_needed else ["none", "device", "counting_device"])
    steps = random.choice(("all", "none", "none", [step for step in STEPS if likely(random, 50)]))
    return {
        "game": name,
        "jurisdiction": jurisdiction,
        "options": some_options(name, jurisdiction, random),
        "dealing": dealing,
        "shuffler": shuffler,
        "decks": 1 if shuffler == "none" else random.choice((1, 2)),
        "preshuffled": likely(random, 15),
        "settling": random.choice(list(procedure.completion.alternatives)),
        "positions_per_player": random.randint(1, procedure.wagers.most_positions),
        "limits": {"ante": ["5.00", "300.00"]},
        "match_play": likely(random, 50),
        "idle_face_up": likely(random, 50),
        "automatic": steps,
        "given_orders": likely(random, 30),
        "strict_order": likely(random, 30),
    }


def next_command(random: Random, session: Session[House, State]) -> Data:
    """What somebody does next: mostly what should be done."""
    house, state = session.house, session.state
    mood = random.randrange(100)
    if mood < 8:
        return people.mischief(random, house, state)
    if mood < 10:
        return people.fault(random, house, state)
    if mood < 25 and (data := tempting(MOMENTS, random, house, state)):
        return data
    if state.devices_removed:
        return _replace_devices(random, session)
    return people.proper(random, house, state)


def _replace_devices(random: Random, session: Session[House, State]) -> Data:
    """After a device was taken away, the same kind of device comes back, once the layout is clear."""
    state = session.state
    if state.playing or not state.next or state.next.do not in ("shuffle", "load", "cut", "no_more_bets"):
        return people.proper(random, session.house, state)
    for position, bet in state.bets.items():
        return {"do": "clear", "by": "player", "who": bet.player, "position": position}
    return {"do": "change_method", "by": "supervisor", "dealing": state.dealing, "shuffler": state.shuffler}


ANY_TIME: dict[str, tuple[Data, Data]] = {
    "player": ({"do": "leave"}, {"do": "view"}),
    "dealer": ({"do": "wash"}, {"do": "stack"}),
    "floorperson": ({"do": "verify"}, {"do": "call", "what": "drawn_in_error"}),
    "supervisor": ({"do": "order_recut"}, {"do": "close"}),
}
