"""Tables of shoe games with everything drawn, and what somebody does next there."""

from random import Random
from typing import Any

from pitboss import games
from pitboss.drill.family import Data, Place, likely
from pitboss.drill.options import some_options
from pitboss.drill.shoe import people
from pitboss.drill.shoe.moments import MOMENTS
from pitboss.drill.trouble import tempting
from pitboss.session import Session
from pitboss.table.shoe.setup import READERS, STEPS, House
from pitboss.table.shoe.state import State


def places(name: str) -> list[Place]:
    return [(name, jurisdiction, "shoe") for jurisdiction in games.game(name).jurisdictions]


def setup_for(place: Place, random: Random) -> dict[str, Any]:
    """A table of this kind with everything else drawn. Often the cut card lies deep, so that the shoe runs out."""
    name, jurisdiction, _ = place
    shared = games.shoe(name).shared
    return {
        "game": name,
        "jurisdiction": jurisdiction,
        "options": some_options(name, jurisdiction, random),
        "shuffler": random.choice(("none", "device")),
        "card_reader": random.choice(tuple(READERS)),
        "cut_card": random.choice((0, 10, 10, 10, 10, 100)),
        "boxes_per_player": random.choice((1, 2, 6)),
        "players_per_box": random.randint(1, shared.most) if shared else 1,
        **({"shared_boxes": random.choice((0, 1, 1, 2, 6))} if shared and likely(random, 30) else {}),
        "limits": {"bet": ["5.00", "300.00"]},
        "automatic": random.choice(("all", "none", "none", [step for step in STEPS if likely(random, 50)])),
        "given_orders": likely(random, 50),
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
    if state.shuffler_removed and state.next and state.next.do == "shuffle":
        shuffler = random.choice(("none", "device"))
        return {"do": "change_method", "by": "supervisor", "who": "supervisor", "shuffler": shuffler}
    return people.proper(random, house, state)


ANY_TIME: dict[str, tuple[Data, Data]] = {
    "player": ({"do": "leave"}, {"do": "view"}),
    "dealer": ({"do": "wash"}, {"do": "stack"}),
    "floorperson": ({"do": "verify"}, {"do": "call", "what": "drawn_in_error"}),
    "supervisor": ({"do": "order_recut"}, {"do": "close"}),
}
