"""The strategy part of a report: what `pitboss strategy` finds, where the lab has a game's decisions."""

from pitboss.lab.analysis import Analysis
from pitboss.lab.counting import kernel_of
from pitboss.lab.strategy import Strategy, strategies


def strategy_of(found: Analysis) -> tuple[Strategy, ...]:
    """The decisions of a game with their rules and charts; nothing where the lab has no cells for it yet."""
    if not hasattr(kernel_of(found.rules), "decisions"):
        return ()
    return tuple(strategies(found))
