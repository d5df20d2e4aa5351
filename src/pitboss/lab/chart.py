"""The chart a player would carry: what to do by total, softness, number of cards and up card.

Each cell takes the choice that is best over the hands in it, as often as each is met under the best play. In a cell
that the best play never meets, hands of fewer cards count more. Two cards that may become a bonus by their suits have
lines of their own.
"""

from typing import Any, NamedTuple

import numpy

from pitboss.lab.drawing import GivenUp, Played, Terms, hand_of, whole_numbers, without
from pitboss.lab.kernels.shoe import CLASSES, DOUBLE, GAIN, HIT, STAND, SURRENDER, Array, hands
from pitboss.regulations.pages import Table

SPLIT = 4
LETTERS = {STAND: "S", HIT: "H", DOUBLE: "D", SURRENDER: "R", SPLIT: "P"}
MOST_CARDS = 6
"""Hands of so many cards or more share a cell."""

FINE = 1 << 100
"""Weights and worths are compared as whole numbers of this part of one."""

RARE = 60
"""How much less, in bits, a hand counts that the best play never meets."""

Cell = tuple[int, bool, int, int]
"""Up card, soft or hard, total, number of cards."""


ANY_SUITS, ONE_SUIT, BEST_SUIT = range(3)
"""How much of the suits of two cards has to fit for them to be hit."""

FITS = {ANY_SUITS: "H", ONE_SUIT: "H1", BEST_SUIT: "Hs"}


class Chart(NamedTuple):
    """Choices by cell, those of doubled hands without the number of cards, and the pairs to split by up card.

    `bonus`: by up card and two cards, the suits with which they are hit for a bonus, whatever their cell says; none
    where they never are. `instead`: what is done with split hands that the cells would surrender, where that is not
    allowed after a split; by total, whatever the number of cards.
    """

    cells: dict[Cell, int]
    doubled: dict[Cell, int]
    splits: frozenset[tuple[int, int]]
    bonus: dict[tuple[int, int, int], int | None]
    instead: dict[Cell, int]
    given_up: GivenUp
    split_given_up: GivenUp

    def hits_for_bonus(self, up: int, a: int, b: int, fit: int) -> bool:
        """Whether two cards whose suits fit so well are hit for a bonus."""
        needs = self.bonus.get((up, min(a, b), max(a, b)))
        return needs is not None and fit >= needs

    def later_choice(self, up: int, soft: bool, total: int, cards: int, is_split: bool = False) -> int:
        """What is done with a hand that is not the first two cards."""
        choice = self.cells[up, soft, total, min(cards, MOST_CARDS)]
        if choice != SURRENDER or self._may_give_up(cards, is_split):
            return choice
        return self.too_late(up, soft, total)

    def too_late(self, up: int, soft: bool, total: int) -> int:
        """What is done where a hand would be surrendered and it is too late for that: as with three cards, unless the
        chart has a line for it."""
        return self.instead.get((up, soft, total, 0), self.cells.get((up, soft, total, 3), HIT))

    def _may_give_up(self, cards: int, is_split: bool) -> bool:
        may = self.split_given_up if is_split else self.given_up
        return may.later or (is_split and cards == 2 and may.two_cards)

    def doubled_choice(self, up: int, soft: bool, total: int, again: bool, is_split: bool = False) -> int:
        """What is done with a doubled hand; where the chart is silent, or what it says is not allowed, it stands."""
        choice = self.doubled.get((up, soft, total, 0), STAND)
        may = self.split_given_up if is_split else self.given_up
        allowed = again if choice == DOUBLE else may.doubled or choice != SURRENDER
        return choice if allowed else STAND

    def first_choice(self, up: int, a: int, b: int) -> int:
        if a == b and (up, a) in self.splits:
            return SPLIT
        every = hands()
        hand = every.numbers[hand_of(a, b)]
        return self.cells[up, every.soft[hand], every.totals[hand], 2]

    def written(self, up: int, soft: bool, total: int) -> str:
        """A letter, and with "D4H": doubles with up to three cards, hits with four or more."""
        found = [(cards, self.cells.get((up, soft, total, cards))) for cards in range(2, MOST_CARDS + 1)]
        known = [(cards, choice) for cards, choice in found if choice is not None]
        if not known:
            return "-"
        text, last = LETTERS[known[0][1]], known[0][1]
        for cards, choice in known[1:]:
            if choice != last:
                text, last = f"{text}{cards}{LETTERS[choice]}", choice
        return text

    @property
    def doubles_again(self) -> bool:
        return DOUBLE in self.doubled.values()

    @property
    def rescues(self) -> bool:
        """Whether a doubled hand is given up though it is too late to surrender it."""
        return SURRENDER in self.doubled.values() and not self.given_up.later

    @property
    def legend(self) -> str:
        """What the letters mean. Where a hand may be surrendered at any time, a doubled one needs no rescue."""
        give_up = "surrender or rescue" if self.rescues else "surrender"
        again = "; after a double D is to double again" if self.doubles_again else ""
        return f"S stand, H hit, D double, R {give_up}, P split; D4H: double, but hit with four or more cards{again}"

    def _title(self, part: str) -> str:
        if part != "after_a_double":
            return PARTS[part]
        give_up = ", R be rescued" if self.rescues else ", R surrender"
        if not self.split_given_up.doubled:
            give_up += ", but split hands stand"
        return PARTS[part] + give_up + (", D double again" if self.doubles_again else "")

    def rows(self, soft: bool) -> list[int]:
        return sorted({total for _, is_soft, total, _ in self.cells if is_soft == soft})

    def as_json(self, ups: tuple[str, ...]) -> dict[str, Any]:
        order = _order()
        return {
            "legend": self.legend,
            "up_cards": [ups[up] for up in order],
            **{
                name: {str(total): [self.written(up, soft, total) for up in order] for total in self.rows(soft)}
                for name, soft in (("hard", False), ("soft", True))
            },
            "pairs": {
                ups[pair]: ["P" if (up, pair) in self.splits else "-" for up in order] for pair in range(CLASSES)
            },
            "bonus_hands": {
                f"{ups[a]}-{ups[b]}": [self._bonus_at(up, a, b) for up in order]
                for a, b in sorted({(a, b) for _, a, b in self.bonus})
            },
            "after_a_double": self._by_total(self.doubled if {*self.doubled.values()} != {STAND} else {}),
            "after_a_split": self._by_total(self.instead),
        }

    def _by_total(self, cells: dict[Cell, int]) -> dict[str, list[str]]:
        """Cells without a number of cards, a row a total."""
        return {
            f"{'soft' if soft else 'hard'} {total}": [
                LETTERS[cells[up, soft, total, 0]] if (up, soft, total, 0) in cells else "-" for up in _order()
            ]
            for soft in (False, True)
            for total in sorted({each for _, is_soft, each, _ in cells if is_soft == soft})
        }

    def _bonus_at(self, up: int, a: int, b: int) -> str:
        needs = self.bonus[up, a, b]
        return "-" if needs is None or self.first_choice(up, a, b) == HIT else FITS[needs]

    def tables(self, ups: tuple[str, ...]) -> list[Table]:
        """For people, a table a part; parts that a game does not have are left out."""
        shown = self.as_json(ups)
        return [
            Table(self._title(part), ["", *shown["up_cards"]], joined(shown[part])) for part in PARTS if shown[part]
        ]


def joined(rows: dict[str, list[str]]) -> list[list[str]]:
    """The rows of a table, neighbours that say the same as one: "4 to 8"."""
    found: list[list[str]] = []
    for name, cells in rows.items():
        kind, _, value = name.rpartition(" ")
        if found and value.isdecimal() and found[-1][1:] == cells and found[-1][0].startswith(kind):
            found[-1][0] = f"{found[-1][0].partition(' to ')[0]} to {value}"
        else:
            found.append([name, *cells])
    return found


PARTS = {
    "hard": "Hard totals",
    "soft": "Soft totals",
    "pairs": "Pairs: P split, else as the total",
    "bonus_hands": "Two cards that may become a bonus: H hit, H1 if of one suit, Hs if of spades, else as above",
    "after_a_double": "After a double: S stand",
    "after_a_split": "After a split: instead of R",
}


def _order() -> list[int]:
    """Up cards as people list them: two to nine, pictures, ace."""
    return [*range(1, CLASSES), 0]


def chart_of(
    played: dict[int, Played],
    terms: Terms,
    split_given_up: GivenUp,
    splits: set[tuple[int, int]],
    bonus: dict[tuple[int, int, int], int | None],
) -> Chart:
    """The chart nearest to the best play of every up card."""
    cells: dict[Cell, int] = {}
    doubled: dict[Cell, int] = {}
    instead: dict[Cell, int] = {}
    for up, each in played.items():
        met = _met(each, terms, {pair for card, pair in splits if card == up})
        worths = _cell_worths(up, each, met[0], terms.given_up)
        own = _lines(worths)
        cells |= own
        doubled |= _doubled_cells(up, each, met[1:])
        if terms.given_up.later and not split_given_up.later:
            instead |= _instead(worths, own)
    return Chart(cells, doubled, frozenset(splits), bonus, instead, terms.given_up, split_given_up)


def _instead(worths: dict[Cell, dict[int, int]], cells: dict[Cell, int]) -> dict[Cell, int]:
    """Of the totals that are surrendered, what is best when that is not allowed."""
    sums: dict[Cell, dict[int, int]] = {}
    for cell, choice in cells.items():
        if choice == SURRENDER:
            into = sums.setdefault((*cell[:3], 0), {})
            for other, worth in worths[cell].items():
                if other != SURRENDER:
                    into[other] = into.get(other, 0) + worth
    return {total: _best(each) for total, each in sums.items()}


def _lines(worths: dict[Cell, dict[int, int]]) -> dict[Cell, int]:
    """The best choices by number of cards that a person can remember: of a total, one choice, and another from so many
    cards on. Where two cards may be surrendered and more may not, those two stand by themselves."""
    totals: dict[tuple[int, bool, int], list[Cell]] = {}
    for cell in sorted(worths):
        totals.setdefault(cell[:3], []).append(cell)
    found: dict[Cell, int] = {}
    for line in totals.values():
        first = line[0]
        if _best(worths[first]) == SURRENDER and any(SURRENDER not in worths[cell] for cell in line):
            found[first] = SURRENDER
            line = line[1:]
        found |= _line([(cell, worths[cell]) for cell in line])
    return found


def _line(line: list[tuple[Cell, dict[int, int]]]) -> dict[Cell, int]:
    """One choice for the first cells and one for the others, that are worth most together."""
    known = [choice for choice in LETTERS if all(choice in sums for _, sums in line)]

    def worth(turn: int, before: int, after: int) -> int:
        return sum(sums[before if place < turn else after] for place, (_, sums) in enumerate(line))

    # A line that says one thing throughout turns at its end; of equals it comes first.
    turns = ((turn, before, after) for turn in range(len(line), 0, -1) for before in known for after in known)
    turn, before, after = max(turns, key=lambda each: worth(*each))
    return {cell: before if place < turn else after for place, (cell, _) in enumerate(line)}


def _best(sums: dict[int, int]) -> int:
    return max(sums, key=lambda choice: sums[choice])


def _met(played: Played, terms: Terms, splits: set[int]) -> list[dict[int, int]]:
    """How often each hand is met, by the number of doubles."""
    every, left = hands(), played.pack.left
    cards = sum(left)
    met: list[dict[int, int]] = [{} for _ in range(terms.doubles + 1)]
    for a in range(CLASSES):
        for b in range(a, CLASSES):
            ways = left[a] * (left[b] - (a == b)) * (1 if a == b else 2)
            if not (a == b and a in splits):
                met[0][every.numbers[hand_of(a, b)]] = FINE * ways // (cards * (cards - 1))
    chosen = played.chosen.tolist()
    for level in range(terms.doubles + 1):
        # A hand stands after all that it can become, so that going backwards meets it first.
        for hand in range(len(every.counts) - 1, -1, -1):
            weight = met[level].get(hand, 0)
            choice = chosen[level][hand]
            if not weight or choice not in (HIT, DOUBLE):
                continue
            into = met[level + (choice == DOUBLE)]
            rest = without(left, *(card for card, many in enumerate(every.counts[hand]) for _ in range(many)))
            remaining = sum(rest)
            for card, child in enumerate(every.children[hand]):
                if child >= 0:
                    into[child] = into.get(child, 0) + weight * rest[card] // remaining
    return met


def _cell_worths(up: int, played: Played, met: dict[int, int], given_up: GivenUp) -> dict[Cell, dict[int, int]]:
    """What each choice is worth over the hands of every cell that were not doubled."""
    every = hands()
    worths: dict[Cell, dict[int, int]] = {}
    met_cells = {_cell(up, hand) for hand, weight in met.items() if weight > 0}
    gains = whole_numbers(played.choices[:, :, GAIN])
    for hand, cards in enumerate(every.cards):
        cell = _cell(up, hand)
        weight = met.get(hand, 0) if cell in met_cells else FINE >> RARE + 2 * cards
        if cards < 2 or not weight:
            continue
        sums = worths.setdefault(cell, {})
        for choice in (STAND, HIT, DOUBLE, SURRENDER):
            if choice != SURRENDER or given_up.later or (given_up.two_cards and cards == 2):
                sums[choice] = sums.get(choice, 0) + weight * (gains[hand][choice] * FINE // played.scale[cards])
    return worths


def _cell(up: int, hand: int) -> Cell:
    every = hands()
    return up, every.soft[hand], every.totals[hand], min(every.cards[hand], MOST_CARDS)


def _doubled_cells(up: int, played: Played, met: list[dict[int, int]]) -> dict[Cell, int]:
    """What is mostly right for doubled hands of a total; the number of cards does not matter to them."""
    every = hands()
    votes: dict[Cell, dict[int, int]] = {}
    for level, hands_met in enumerate(met, 1):
        for hand, weight in hands_met.items():
            cell = up, every.soft[hand], every.totals[hand], 0
            choice = int(played.chosen[level, hand])
            # What the last double allowed cannot say whether to double again.
            if choice != STAND or level < len(met) or len(met) == 1 or cell not in votes:
                counts = votes.setdefault(cell, {})
                counts[choice] = counts.get(choice, 0) + weight
    return {cell: max(counts, key=lambda choice: counts[choice]) for cell, counts in votes.items()}


def ordered_by(chart: Chart, doubles: int, is_split: bool) -> dict[int, Array]:
    """The chart as orders for every hand, by up card; split hands may have others."""
    every = hands()
    found = {}
    for up in range(CLASSES):
        orders = numpy.full((doubles + 1, len(every.counts)), -1, numpy.int64)
        for hand, cards in enumerate(every.cards):
            if cards < 2:
                continue
            soft, total = every.soft[hand], every.totals[hand]
            # Two cards that were dealt and not split are chosen outside.
            orders[0, hand] = chart.later_choice(up, soft, total, cards, is_split)
            for level in range(1, doubles + 1):
                orders[level, hand] = chart.doubled_choice(up, soft, total, level < doubles, is_split)
        found[up] = orders
    return found
