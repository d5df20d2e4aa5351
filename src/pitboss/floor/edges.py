"""The house edge of a game under a house's choices, asked of the lab. Counting takes a while and holds nobody up."""

from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from pitboss.lab.counting import Lab


class Edge(msgspec.Struct, frozen=True):
    """What a wager costs: the house edge as the lab prints it, and whether it is the player's."""

    wager: str
    edge: str
    favours_player: bool


def counted(rules: Any, lab: "Lab") -> list[Edge]:
    """The edge of every wager, exact until it is written."""
    from pitboss.lab.analysis import analysis_of
    from pitboss.lab.figures import percent

    gains: Any = analysis_of(rules, lab).gains
    return [Edge(wager, percent(-each.mean), each.mean > 0) for wager, each in gains.items()]
