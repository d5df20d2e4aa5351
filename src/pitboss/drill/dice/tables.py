"""Tables of dice for a drill, and what somebody does there next."""

from random import Random

from pitboss import games
from pitboss.drill.dice import people
from pitboss.drill.dice.moments import MOMENTS
from pitboss.drill.family import Data, Place, likely
from pitboss.drill.options import some_options
from pitboss.drill.trouble import tempting
from pitboss.session import Session
from pitboss.table.dice.setup import STEPS, House
from pitboss.table.dice.state import State


def places(name: str) -> list[Place]:
    return [(name, jurisdiction, "rail") for jurisdiction in games.game(name).jurisdictions]


def setup_for(place: Place, random: Random) -> Data:
    """A table with everything drawn."""
    name, jurisdiction, _ = place
    return {
        "game": name,
        "jurisdiction": jurisdiction,
        "options": some_options(name, jurisdiction, random),
        "limits": {"pass": ["5.00", "300.00"], "field": ["1.00", "50.00"], "place_6": ["6.00", "120.00"]},
        "automatic": random.choice(("all", "none", "none", [step for step in STEPS if likely(random, 50)])),
        "given_orders": likely(random, 50),
        "positions": random.choice((8, 16)),
    }


def next_command(random: Random, session: Session[House, State]) -> Data:
    """What somebody does next: mostly what should be done."""
    house, state = session.house, session.state
    mood = random.randrange(100)
    if mood < 8:
        return people.mischief(random, house, state)
    if mood < 11:
        return people.fault(random, house, state)
    if mood < 26 and (data := tempting(MOMENTS, random, house, state)):
        return data
    return people.proper(random, house, state)


ANY_TIME: dict[str, tuple[Data, Data]] = {
    "player": ({"do": "leave"}, {"do": "take_dice"}),
    "dealer": ({"do": "inspect"}, {"do": "call_roll"}),
    "floorperson": ({"do": "verify"}, {"do": "change_dice"}),
    "supervisor": ({"do": "change_dice"}, {"do": "close"}),
}
