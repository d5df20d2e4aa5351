"""Two dice: what they can show, and the sets of throws that wagers are decided by."""

from typing import Any

from pitboss.refusal import Refusal, shown
from pitboss.regulations.citation import Citation

Dice = tuple[int, int]
"""What two dice show, the higher first: which die is which decides nothing."""

FACES = range(1, 7)

WAYS: dict[Dice, int] = {(high, low): 1 if high == low else 2 for high in FACES for low in range(1, high + 1)}
"""Every throw with the number of ways, of 36, in which it falls: one for a double, two for the rest."""

ALL_WAYS = 36

Throws = frozenset[Dice]

_AS_WRITTEN = {f"{one}-{other}": (max(one, other), min(one, other)) for one in FACES for other in FACES}


def totals(*wanted: int) -> Throws:
    """Every throw whose dice add up to one of these."""
    return frozenset(dice for dice in WAYS if sum(dice) in wanted)


def hard(total: int) -> Throws:
    """The total thrown as a double."""
    return frozenset(dice for dice in totals(total) if dice[0] == dice[1])


def easy(total: int) -> Throws:
    """The total thrown any other way."""
    return totals(total) - hard(total)


def ways(throws: Throws) -> int:
    """In how many of the 36 ways one of these falls."""
    return sum(WAYS[dice] for dice in throws)


def read_dice(text: Any, what: str, clause: Citation, jurisdiction: str) -> Dice:
    """The dice of "5-1"."""
    found = _AS_WRITTEN.get(text) if isinstance(text, str) else None
    if found is None:
        raise Refusal(
            "bad_dice",
            f'Write {what} as two dice that each show 1 to 6, such as "5-1"; got {shown(text)}.',
            clause.at(jurisdiction),
        )
    return found


def write_dice(dice: Dice) -> str:
    return f"{dice[0]}-{dice[1]}"
