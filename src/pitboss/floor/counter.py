"""A process that counts for coach, pit and bots: `python -m pitboss.floor.counter`, begun by `pitboss.floor.workers`.

Questions come over standard input, answers leave over standard output; both ends are this program. All that it ever
gets to know is a house's choices and what somebody sees or has typed: no table, no key, no store.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from pitboss import games
from pitboss.coach import expected, reckon, typed
from pitboss.floor.edges import counted
from pitboss.floor.workers import FAILED, FOUND, REFUSED, House, Question, work
from pitboss.games import HouseRules
from pitboss.lab.carried import carried
from pitboss.lab.counting import Lab
from pitboss.lab.strategy import choices
from pitboss.refusal import Refusal

WORK: dict[str, Callable[..., Any]] = {
    "advice": lambda rules, lab, at: reckon(rules, at, lab),
    "hand": lambda rules, lab, cards, wagers: reckon(rules, typed(rules, *(*cards, dict(wagers))), lab),
    "expected": lambda rules, lab: expected(rules, lab),
    "edges": lambda rules, lab: counted(rules, lab),
    "chart": lambda rules, lab: carried(rules, lab),
    "times": lambda rules, lab, hand, seen, board: best_times(rules, hand, seen, board),
}


def best_times(rules: Any, hand: str, seen: str, board: str) -> int:
    """How many antes the best choice places; none for a fold or a check."""
    best = next(each.name for each in choices(rules, hand, seen or None, board or None) if each.best)
    times = best.split()[-1].removesuffix("x")
    return int(times) if times.isdigit() else 0


def answered(question: Question, lab: Lab) -> tuple[Any, ...]:
    """The answer, or why there is none; whatever goes wrong with one question, the next is another."""
    try:
        return FOUND, WORK[question.what](rules_of(question.house), lab, *question.given)
    except Refusal as refusal:
        return REFUSED, refusal.code, refusal.message, refusal.clause, refusal.position
    except Exception as error:
        return FAILED, type(error).__name__


def rules_of(house: House) -> HouseRules:
    return games.game(house.game).rules(house.jurisdiction, house.options)


def main() -> None:
    work(lambda progress: partial(answered, lab=Lab(progress=progress)))


if __name__ == "__main__":
    main()
