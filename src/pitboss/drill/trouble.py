"""What the people of every drilled family may try: what tempts at a moment, and what nobody should do at all.

Everything is drawn from the seeded source that is passed in, always in the same order.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from pitboss.drill.family import NAMES, Data
from pitboss.table.commands import ROLES, Shape
from pitboss.table.state import State

OFTEN, SELDOM, RARELY = 1, 4, 16
"""How much a temptation weighs by how often its moment comes."""

Temptation = tuple[int, Data]

Moment = Callable[[Random, Any, Any], Iterator[Temptation]]
"""From the source, the house and the state to what somebody might try just then."""


def tempting(moments: Sequence[Moment], random: Random, house: Any, state: State) -> Data | None:
    """One of the things somebody might try now, by weight; None if nothing fits."""
    found = [each for moment in moments for each in moment(random, house, state)]
    if not found:
        return None
    return random.choices([data for _, data in found], [weight for weight, _ in found])[0]


def by(role: str, do: str, **fields: object) -> Data:
    """A command of the staff."""
    return {"do": do, "by": role, "who": role, **fields}


def next_step(state: State) -> str:
    return state.next.do if state.next else ""


def any_command(random: Random, shapes: Mapping[str, Shape], fill: Callable[[], Data]) -> Data:
    """Any command by any role, with its needed fields filled in somehow."""
    do = random.choice(list(shapes))
    shape = shapes[do]
    role = random.choice(shape.by)
    data: Data = {"do": do, "by": role, "who": random.choice(NAMES) if role == "player" else role}
    filled = fill()
    return data | {name: filled[name] for name in shape.needs}


def next_by_wrong_role(random: Random, shapes: Mapping[str, Shape], state: State, otherwise: str) -> Data:
    """The next step by somebody whose it is not; `otherwise` the step where none is next."""
    do = next_step(state) or otherwise
    role = random.choice([role for role in (*ROLES, "ghost") if role not in shapes[do].by])
    return {"do": do, "by": role, "who": "p1"} | ({"position": 1} if "position" in shapes[do].needs else {})


def coming_and_going(random: Random, who: str, place: int, taken: Sequence[int], *more: Data) -> Data:
    """People who sit, leave, tip and cash out when they should not; `taken` are the positions with wagers."""
    player = {"by": "player", "who": who}
    return random.choice(
        (
            {**player, "do": "sit", "position": random.randint(1, 6)},
            {"do": "sit", "by": "player", "who": "newcomer", "position": place},
            {"do": "sit", "by": "player", "who": "newcomer", "position": random.choice(taken or [1])},
            {**player, "do": "leave"},
            {"do": "leave", "by": "player", "who": "nobody"},
            {**player, "do": "cash_out"},
            {"do": "cash_out", "by": "player", "who": "nobody"},
            {"do": "cash_out", "by": "player", "who": random.choice(NAMES)},
            {"do": "buy_in", "by": "player", "who": "nobody", "amount": "100.00"},
            {**player, "do": "tip", "amount": "1.00"},
            {**player, "do": "tip", "amount": "99999999.00"},
            {**player, "do": "clear", "position": place},
            *more,
            {"do": "close", "by": "supervisor"},
        )
    )


def shapeless(random: Random, step: str, *more: Data) -> Data:
    """What is no command at all; `step` is some step of the dealer's."""
    return random.choice(
        (
            {"do": "dance", "by": "player", "who": "p1"},
            {"do": step, "by": "ghost"},
            {"do": step},
            {"do": 7, "by": "dealer"},
            {"do": "sit", "by": "player", "who": "p1"},
            {"do": "sit", "by": "player", "position": 1},
            {"do": "sit", "by": "player", "who": "p1", "position": "one"},
            {"do": step, "by": "dealer", "colour": "red"},
            *more,
        )
    )
