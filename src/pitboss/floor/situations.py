"""What can go wrong at a table, read off its procedure: the situation, what it does, and by which clause."""

from collections.abc import Iterator
from typing import Any

import msgspec

from pitboss.table.setup import House


class Situation(msgspec.Struct, frozen=True):
    """`what` is the name it is called by; `effect` and `does` say what follows from it."""

    what: str
    says: str
    effect: str
    does: str
    clause: str


def situations(house: House) -> list[Situation]:
    """Every irregularity the game's text knows, each case it tells apart as a situation of its own."""
    declared: Any = house
    found: list[Situation] = []
    for what, rule in declared.procedure.irregularities.items():
        for says, effect, citation in _cases(rule):
            found.append(Situation(what, says, effect.name.lower(), effect.value, house.cite(citation)))
    return found


def _cases(rule: Any) -> Iterator[tuple[str, Any, Any]]:
    """The plain case first, then those with another effect: the dealer's cards, a later time, a second one."""
    yield rule.says, rule.effect, rule.clause
    dealer, later, other = (getattr(rule, name, None) for name in ("at_dealer", "after_the_deal", "other"))
    if dealer and dealer is not rule.effect:
        yield f"{rule.says}, and it is the dealer's", dealer, rule.at_dealer_clause or rule.clause
    if later:
        yield f"{rule.says}, a second time, when all cards are dealt", later, rule.clause
    if other:
        yield f"{rule.says}, and {rule.other_when}", other, rule.other_clause or rule.clause
