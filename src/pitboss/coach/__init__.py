"""The coach: what each choice of a player is worth, exactly, from what that player sees and nothing more.

    view ── situation ──▶ Situation ── reckon ──▶ Advice

`situation` reads a player's own view, the one that the table sends, and keeps what bears on the choice. `reckon` asks
the lab. Nothing else goes in, so what a player may not see cannot come out; and equal situations have equal advice.
"""

from pitboss.coach.advice import Advice, Choice, Expected, NothingAsked, Offered
from pitboss.coach.families import expected, reckon, typed
from pitboss.coach.situations import Situation, situation

__all__ = [
    "Advice",
    "Choice",
    "Expected",
    "NothingAsked",
    "Offered",
    "Situation",
    "expected",
    "reckon",
    "situation",
    "typed",
]
