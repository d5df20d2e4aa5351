"""The audit of pay tables: every printed table with its edge; and a search for tables with a wanted edge."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from fractions import Fraction
from heapq import nsmallest
from itertools import pairwise
from typing import Any, NamedTuple

from pitboss.lab.analysis import Analysis
from pitboss.lab.figures import exact, number, percent, root
from pitboss.lab.worth import MainGame, Met, SideWager, side_met
from pitboss.refusal import Refusal, spoken
from pitboss.regulations.paytables import PayTables, Share
from pitboss.showdown.describe import Table

FAVOURS = "<<< FAVOURS THE PLAYER"


class Audited(NamedTuple):
    """A printed table of a wager."""

    wager: str
    label: str
    odds: tuple[int, ...]
    worth: SideWager | MainGame
    in_force: bool

    @property
    def favours_player(self) -> bool:
        return self.worth.gains.mean > 0


def audit(found: Analysis, wager: str | None = None) -> list[Audited]:
    """All tables, wager by wager, the best for the player first."""
    rules = found.rules
    if wager is not None and wager not in found.pay_tables:
        known = ", ".join(found.pay_tables)
        raise Refusal("unknown_wager", f"Ask for a wager that is paid by a table ({known}); got '{wager}'.")
    listed = []
    for name, worths in found.pay_tables.items():
        if wager in (None, name):
            tables = rules.tables()[name]
            chosen = rules.table(name)
            for label, worth in worths.items():
                odds = tuple(tables.odds(label if label in tables.labels() else ""))
                posted = tuple(line.odds for line in chosen.lines) if chosen and chosen.label in (label, "") else None
                in_force = posted == odds
                listed.append(Audited(name, label, odds, worth, in_force))
    order = list(found.pay_tables)
    return sorted(listed, key=lambda each: (order.index(each.wager), -each.worth.gains.mean))


def audit_tables(listed: Sequence[Audited]) -> list[Table]:
    """For people, a table a wager; one that favours the player is marked loudly."""
    pages: dict[str, list[list[str]]] = {}
    for each in listed:
        pages.setdefault(each.wager, []).append(
            [
                each.label + (" *" if each.in_force else ""),
                percent(-each.worth.gains.mean),
                percent(each.worth.hit_frequency, 3) if isinstance(each.worth, SideWager) else "",
                f"{root(each.worth.gains.variance):.4f}",
                " ".join(f"{odds}%" if isinstance(odds, Share) else str(odds) for odds in each.odds),
                FAVOURS if each.favours_player else "",
            ]
        )
    heads = ["table", "house edge", "hits", "std. deviation", "pays, highest hand first", ""]
    return [Table(f"Pay tables: {spoken(wager)} (* in force)", heads, rows) for wager, rows in pages.items()]


def audit_json(listed: Sequence[Audited]) -> list[dict[str, Any]]:
    return [
        {
            "wager": each.wager,
            "table": each.label,
            "in_force": each.in_force,
            "pays": [{"percent_of_meter": int(odds)} if isinstance(odds, Share) else odds for odds in each.odds],
            "house_edge": number(-each.worth.gains.mean),
            "ev": exact(each.worth.gains.mean),
            "hit_frequency": number(each.worth.hit_frequency) if isinstance(each.worth, SideWager) else None,
            "standard_deviation": root(each.worth.gains.variance),
            "favours_player": each.favours_player,
        }
        for each in listed
    ]


class Wanted(NamedTuple):
    """The least and the most."""

    least: Fraction
    most: Fraction

    def holds(self, value: Fraction) -> bool:
        return self.least <= value <= self.most


class Designed(NamedTuple):
    """A pay table found by search. `allowed`: the text lets a house post it."""

    hands: tuple[str, ...]
    odds: tuple[int, ...]
    edge: Fraction
    hit_frequency: Fraction
    variance: Fraction
    allowed: bool


ROUND_ODDS = (
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 18, 20, 25, 30, 35, 40, 45, 50, 60, 70, 75, 80, 90, 100, 125, 150, 175,
    200, 250, 300, 350, 400, 500, 600, 700, 750, 800, 900, 1000, 1250, 1500, 2000, 2500, 3000, 4000, 5000, 7500, 8000,
    10000,
)  # fmt: skip
"""Odds that people post."""

SPREAD = 4
"""How many times higher or lower than any printed table a search goes in a row."""

MOST_SHOWN = 20


def design(
    found: Analysis, wager: str, edge: Wanted, hits: Wanted | None = None, most: int = MOST_SHOWN
) -> list[Designed]:
    """Tables of whole odds whose edge and hit frequency are as wanted, those nearest the middle of the edge first.

    Rows are the text's, highest hand first, some left out at the bottom where the hit frequency asks for it; a higher
    hand always pays more. All is counted in whole hands, so an edge at the very end of the range is in it.
    """
    side = next((side for side in found.rules.sides if side.name == wager), None)
    progressive = found.rules.progressive
    if side is None or (progressive and wager == progressive.name):
        known = ", ".join(side.name for side in found.rules.bonuses)
        raise Refusal("unknown_wager", f"Design tables for a bonus wager ({known}); got '{wager}'.")
    tables = found.rules.tables()[wager]
    met = side_met(found.rules, side, found.rows, found.deals)
    made = [
        each
        for rows in range(1, len(tables.blocks[0].rows) + 1)
        for each in _with_rows(tables, met, rows, edge, hits, most)
    ]
    if not made:
        also = f" and hits from {percent(hits.least)} to {percent(hits.most)}" if hits else ""
        raise Refusal(
            "target_not_met",
            f"Widen the target: no table of round odds near the printed ones of the {spoken(wager)} has an edge from "
            f"{percent(edge.least)} to {percent(edge.most)}{also}.",
        )
    middle = (edge.least + edge.most) / 2
    return nsmallest(most, made, key=lambda each: (abs(each.edge - middle), each.variance, each.odds))


def _with_rows(
    tables: PayTables, met: Met, rows: int, edge: Wanted, hits: Wanted | None, most: int
) -> Iterator[Designed]:
    """Tables that pay the so many highest hands."""
    block = tables.blocks[0]
    lines = block.rows[:rows]
    counts = [met.played[line.hand_class] for line in lines]
    hit = Fraction(sum(counts), met.deals)
    if (hits is None and rows < len(block.rows)) or (hits is not None and not hits.holds(hit)):
        return
    # A hit returns its odds and the unit itself; what all hits return is one less the edge, over all deals.
    low = met.deals * (1 - edge.most) - sum(counts)
    high = met.deals * (1 - edge.least) - sum(counts)
    middle = (low + high) / 2
    ladders = [_ladder(tables, place) for place in range(rows)]
    cut = (rows + 1) // 2
    tops = _falling(ladders[:cut], counts[:cut])
    ends = sorted((paid, odds) for odds, paid in _falling(ladders[cut:], counts[cut:]))
    sums = [paid for paid, _ in ends]
    nearest = nsmallest(most * 4, _joined(tops, ends, sums, low, high, middle), key=lambda each: (each[0], each[1]))
    floors = [tables.odds(label) for block in tables.blocks for label in block.labels]
    for _, odds in nearest[: most * 4]:
        paid = sum(map(int.__mul__, odds, counts))
        mean = Fraction(paid + sum(counts), met.deals) - 1
        square = Fraction(sum(n * each * each for n, each in zip(counts, odds, strict=True)), met.deals) + 1 - hit
        allowed = list(odds) in floors or (
            tables.at_least and any(len(floor) == rows and all(map(int.__ge__, odds, floor)) for floor in floors)
        )
        yield Designed(tuple(line.hand for line in lines), odds, -mean, hit, square - mean * mean, allowed)


def _joined(
    tops: list[tuple[tuple[int, ...], int]],
    ends: list[tuple[int, tuple[int, ...]]],
    sums: list[int],
    low: Fraction,
    high: Fraction,
    middle: Fraction,
) -> Iterator[tuple[Fraction, tuple[int, ...]]]:
    """Upper and lower halves that together pay from `low` to `high`; for each upper one those nearest the middle."""
    for top, paid in tops:
        near = bisect_left(sums, middle - paid)
        for place in range(max(near - 4, 0), min(near + 4, len(ends))):
            total = paid + sums[place]
            odds = top + ends[place][1]
            if low <= total <= high and all(a > b for a, b in pairwise(odds)):
                yield abs(total - middle), odds


def _ladder(tables: PayTables, place: int) -> list[int]:
    """Round odds around what the printed tables pay in this row."""
    printed = [pays for block in tables.blocks for pays in block.rows[place].pays if pays]
    return [odds for odds in ROUND_ODDS if min(printed) <= odds * SPREAD and odds <= max(printed) * SPREAD]


def _falling(ladders: list[list[int]], counts: list[int]) -> list[tuple[tuple[int, ...], int]]:
    """All odds that fall from row to row, with what they pay over all deals."""
    found: list[tuple[tuple[int, ...], int]] = [((), 0)]
    for ladder, count in zip(ladders, counts, strict=True):
        found = [
            ((*odds, each), paid + each * count)
            for odds, paid in found
            for each in ladder
            if not odds or each < odds[-1]
        ]
    return found


def designed_table(wager: str, made: Sequence[Designed]) -> Table:
    """For people."""
    hands = max((each.hands for each in made), key=len)
    rows = [
        [
            percent(each.edge),
            percent(each.hit_frequency, 3),
            f"{root(each.variance):.4f}",
            *(str(odds) for odds in each.odds),
            *("-" for _ in hands[len(each.odds) :]),
            "yes" if each.allowed else "no",
        ]
        for each in made
    ]
    heads = ["house edge", "hits", "std. deviation", *hands, "text allows it"]
    return Table(f"Pay tables found for the {spoken(wager)}, odds to 1", heads, rows)


def designed_json(made: Sequence[Designed]) -> list[dict[str, Any]]:
    return [
        {
            "pays": dict(zip(each.hands, each.odds, strict=True)),
            "house_edge": number(each.edge),
            "ev": exact(-each.edge),
            "hit_frequency": number(each.hit_frequency),
            "standard_deviation": root(each.variance),
            "allowed": each.allowed,
        }
        for each in made
    ]


def read_range(text: str, what: str) -> Wanted:
    """`0.05..0.10`: two decimals, the lower first."""
    low, dots, high = text.partition("..")
    try:
        wanted = Wanted(Fraction(low), Fraction(high))
    except (ValueError, ZeroDivisionError):
        dots = ""
    if not dots or wanted.least > wanted.most or max(map(abs, wanted)) > 1:
        raise Refusal(
            "bad_range", f"Write the {what} as two shares, the lower first, such as 0.05..0.10; got '{text}'."
        )
    return wanted
