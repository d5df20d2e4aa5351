"""What a coach says, in whatever family of games."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from pitboss.money import read_money
from pitboss.refusal import Refusal


class Offered(NamedTuple):
    """Something that may be done now: as the command names it, with the cents it places."""

    action: str
    amount: int = 0


class Choice(NamedTuple):
    """What doing it gains on average, in units of the bet; None where the lab has no figure for it."""

    offered: Offered
    worth: Fraction | None
    best: bool


class Advice(NamedTuple):
    """Every choice offered. `stake`: the cents of one unit. `seen`: the cards that are known and counted out."""

    asks: str
    unit: str
    stake: int
    choices: tuple[Choice, ...]
    seen: tuple[str, ...]
    says: str


class Expected(NamedTuple):
    """What a wager gains per unit before anything is dealt; `per_cent`: what each cent on the meter adds to it."""

    gain: Fraction
    per_cent: Fraction = Fraction(0)

    def at(self, meter: int) -> Fraction:
        return self.gain + self.per_cent * meter


def ranked(worths: Iterable[tuple[Offered, Fraction | None]]) -> tuple[Choice, ...]:
    """The best is marked; of equal ones that which places less, as the lab has it."""
    given = [*worths]
    known = [(worth, -offered.amount, -place) for place, (offered, worth) in enumerate(given) if worth is not None]
    best = -max(known)[2] if known else None
    return tuple(Choice(offered, worth, place == best) for place, (offered, worth) in enumerate(given))


def decisions_in(view: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The decisions that the view offers to whoever sees it."""
    found = [each for each in view["choices"] if each["do"] == "decide"]
    if not found:
        raise NothingAsked
    return found


def offered_by(commands: Iterable[Mapping[str, Any]]) -> tuple[Offered, ...]:
    return tuple(Offered(each["action"], cents(each.get("amount"))) for each in commands)


def cents(amount: str | None) -> int:
    return read_money(amount, "amount") if amount else 0


class NothingAsked(Refusal):
    """Whoever sees this view has nothing to decide now."""

    def __init__(self) -> None:
        super().__init__("nothing_to_decide", "Wait until you are asked: nothing is to be decided by you now.")


def no_figures(why: str) -> Refusal:
    return Refusal("no_figures", f"Decide without the coach: {why}.")
