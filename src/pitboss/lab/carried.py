"""The chart of a shoe game as a player carries it: made once, kept on disk like the counts, and read hand by hand."""

from collections.abc import Sequence

import msgspec

from pitboss.lab import kept
from pitboss.lab.chart import ANY_SUITS, BEST_SUIT, ONE_SUIT, SPLIT, Cell, Chart
from pitboss.lab.counting import Lab
from pitboss.lab.drawing import GivenUp
from pitboss.lab.kernels.shoe import DOUBLE, HIT, STAND, SURRENDER
from pitboss.lab.shoe import ShoeAnalysis
from pitboss.lab.shoe_strategy import class_of
from pitboss.lab.sources import game_sources
from pitboss.shoe.hands import of_one_suit, total_of
from pitboss.shoe.rules import Rules

GIVE_UP = ("surrender", "rescue")


class Carried(msgspec.Struct, frozen=True):
    """What to do with each hand, and against which up cards to attack."""

    chart: Chart
    attacked: tuple[bool, ...]

    def attacks(self, up: str) -> bool:
        return self.attacked[class_of(up)]

    def actions(self, cards: Sequence[str], up: str, doubles: int = 0, may_double: bool = True) -> tuple[str, ...]:
        """What to do with a hand, the best first; what the table does not allow is passed over."""
        own, (total, soft) = [class_of(card) for card in cards], total_of(cards)
        against = class_of(up)
        if doubles:
            choice = self.chart.doubled_choice(against, soft, total, may_double)
            return ("double", "stand") if choice == DOUBLE else GIVE_UP if choice == SURRENDER else ("stand",)
        if len(cards) != 2:
            return self._in_words(self.chart.later_choice(against, soft, total, len(cards)), against, soft, total)
        if self.chart.hits_for_bonus(against, own[0], own[1], _fit(cards)):
            return ("hit",)
        choice = self.chart.first_choice(against, own[0], own[1])
        if choice == SPLIT:
            return ("split", *self._in_words(self.chart.cells[against, soft, total, 2], against, soft, total))
        return self._in_words(choice, against, soft, total)

    def _in_words(self, choice: int, up: int, soft: bool, total: int) -> tuple[str, ...]:
        """Where a hand cannot be given up, what the chart says of that; where it cannot be doubled, a hit."""
        if choice == SURRENDER:
            return (*GIVE_UP, "stand" if self.chart.too_late(up, soft, total) == STAND else "hit")
        return {STAND: ("stand",), HIT: ("hit",), DOUBLE: ("double", "hit")}[choice]


def _fit(cards: Sequence[str]) -> int:
    """How well the suits of two cards go with a bonus. Spades are the best of them."""
    if not of_one_suit(cards):
        return ANY_SUITS
    return BEST_SUIT if cards[0][1] == "s" else ONE_SUIT


class KeptChart(msgspec.Struct):
    """As written, with the hash of its key and of all that is in it."""

    cells: list[tuple[int, bool, int, int, int]]
    doubled: list[tuple[int, bool, int, int, int]]
    splits: list[tuple[int, int]]
    bonus: list[tuple[int, int, int, int | None]]
    instead: list[tuple[int, bool, int, int, int]]
    given_up: GivenUp
    split_given_up: GivenUp
    attacked: list[bool]
    digest: str = ""


def carried(rules: Rules, lab: Lab | None = None) -> Carried:
    """The chart of this house; made in seconds if it is not on the disk. Only a declared game is cached."""
    lab = lab or Lab()
    sources = game_sources(rules.game)
    if sources is None:
        return _made(rules, lab)
    key = kept.key_of(["chart", rules.game.name, rules.jurisdiction, rules.options, sources])
    file = kept.folder().joinpath(f"{key}.chart.json")
    try:
        found = msgspec.json.decode(file.read_bytes(), type=KeptChart)
        if found.digest == _digest(key, found):
            return _read(found)
    except (OSError, msgspec.MsgspecError):
        pass  # not there, or damaged: it is made again
    made = _made(rules, lab)
    try:
        kept.write_whole(file, msgspec.json.encode(_written(key, made)))
    except OSError as error:
        lab.remark(f"The chart could not be kept in {file.parent} ({error.strerror}); it stands.")
    return made


def _made(rules: Rules, lab: Lab) -> Carried:
    analysis = ShoeAnalysis(rules, lab)
    attacked = analysis.main.attacked if rules.game.attack else ()
    return Carried(analysis.chart, tuple(map(bool, attacked)))


def _written(key: str, made: Carried) -> KeptChart:
    chart = made.chart
    found = KeptChart(
        [(*cell, choice) for cell, choice in chart.cells.items()],
        [(*cell, choice) for cell, choice in chart.doubled.items()],
        sorted(chart.splits),
        [(*cell, needs) for cell, needs in chart.bonus.items()],
        [(*cell, choice) for cell, choice in chart.instead.items()],
        chart.given_up,
        chart.split_given_up,
        list(made.attacked),
    )
    found.digest = _digest(key, found)
    return found


def _read(found: KeptChart) -> Carried:
    def cells(rows: list[tuple[int, bool, int, int, int]]) -> dict[Cell, int]:
        return {(up, soft, total, cards): choice for up, soft, total, cards, choice in rows}

    bonus = {(up, a, b): needs for up, a, b, needs in found.bonus}
    splits = frozenset(found.splits)
    given_up = found.given_up, found.split_given_up
    chart = Chart(cells(found.cells), cells(found.doubled), splits, bonus, cells(found.instead), *given_up)
    return Carried(chart, tuple(found.attacked))


def _digest(key: str, found: KeptChart) -> str:
    return kept.digest_of(key.encode() + msgspec.json.encode(msgspec.structs.replace(found, digest="")))
