"""The audit of pay tables: every printed table with its edge; and a search for tables with a wanted edge."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from heapq import nsmallest
from typing import Any, NamedTuple

from pitboss.lab.analysis import Analysis
from pitboss.lab.figures import FAVOURS, exact, number, percent, root
from pitboss.lab.pricing import has_maximum
from pitboss.lab.worth import MainGame, Met, SideWager, side_met
from pitboss.money import write_money
from pitboss.refusal import Refusal, shown, spoken
from pitboss.regulations.paytables import PayTables, Share
from pitboss.showdown.describe import Table
from pitboss.showdown.rules import Rules, SideRules


class Audited(NamedTuple):
    """A printed table of a wager. `at`: the amounts in cents that its worth depends on, the "meter" or the "bet"."""

    wager: str
    label: str
    odds: tuple[int, ...]
    worth: SideWager | MainGame
    in_force: bool
    at: dict[str, int]

    @property
    def favours_player(self) -> bool:
        return self.worth.gains.mean > 0


def audit(found: Analysis, wager: str | None = None) -> list[Audited]:
    """All tables, wager by wager, the best for the player first."""
    rules = found.rules
    wagers = audited_wagers(rules, wager)
    listed = []
    for name in wagers:
        tables = rules.tables()[name]
        chosen = rules.table(name)
        at = {what: found.meter if what == "meter" else found.bet for what in amounts_that_count(rules, name)}
        for label, worth in found.pay_tables[name].items():
            odds = tuple(tables.odds(label if label in tables.labels() else ""))
            posted = tuple(line.odds for line in chosen.lines) if chosen and chosen.label in (label, "") else None
            listed.append(Audited(name, label, odds, worth, posted == odds, at))
    return sorted(listed, key=lambda each: (wagers.index(each.wager), -each.worth.gains.mean))


def audited_wagers(rules: Rules, wager: str | None) -> list[str]:
    """The wagers that this house pays by a table; with `wager` that one."""
    known = [name for name in rules.tables() if rules.options[name] is not None]
    if wager is not None and wager not in known:
        raise Refusal(
            "unknown_wager", f"Ask for a wager that is paid by a table ({', '.join(known)}); got {shown(wager)}."
        )
    return known if wager is None else [wager]


def amounts_that_count(rules: Rules, wager: str) -> list[str]:
    """Which amounts the worth of a wager depends on: the progressive's meter, the bet where a maximum cuts its pay."""
    if rules.progressive and wager == rules.progressive.name:
        return ["meter"]
    return ["bet"] if is_cut(rules, wager) else []


def is_cut(rules: Rules, wager: str) -> bool:
    """Whether a posted maximum cuts what the wager pays."""
    return has_maximum(rules) and rules.game.maximum is not None and wager in rules.game.maximum.wagers


def audit_tables(listed: Sequence[Audited]) -> list[Table]:
    """For people, a table a wager; one that favours the player is marked loudly."""
    pages: dict[str, list[list[str]]] = {}
    for each in listed:
        title = "".join([spoken(each.wager), *(f", {what} {write_money(cents)}" for what, cents in each.at.items())])
        pages.setdefault(title, []).append(
            [
                each.label + (" *" if each.in_force else ""),
                percent(-each.worth.gains.mean),
                percent(each.worth.hit_frequency, 3) if isinstance(each.worth, SideWager) else "",
                f"{root(each.worth.gains.variance):.4f}",
                " ".join(f"{odds}%" if isinstance(odds, Share) else str(odds) for odds in each.odds),
                f"<<< {FAVOURS}" if each.favours_player else "",
            ]
        )
    heads = ["table", "house edge", "hits", "std. deviation", "pays, highest hand first", ""]
    return [Table(f"Pay tables: {title} (* in force)", heads, rows) for title, rows in pages.items()]


def audit_record(each: Audited) -> dict[str, Any]:
    """A table as a record of a data frame."""
    paid = (f"{int(odds)}% of the meter" if isinstance(odds, Share) else str(odds) for odds in each.odds)
    return {
        "wager": each.wager,
        "table": each.label,
        "in_force": each.in_force,
        "pays": ", ".join(paid),
        "house_edge": number(-each.worth.gains.mean),
        "ev": each.worth.gains.mean,
        "standard_deviation": root(each.worth.gains.variance),
        "hit_frequency": number(each.worth.hit_frequency) if isinstance(each.worth, SideWager) else None,
        "favours_player": each.favours_player,
    }


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
            **{what: write_money(cents) for what, cents in each.at.items()},
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
    side = designed_wager(found.rules, wager)
    tables = found.rules.tables()[wager]
    met = side_met(found.rules, side, found.tally)
    made = [
        each._replace(allowed=is_allowed(tables, each.odds, found.rules.jurisdiction))
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


def designed_wager(rules: Rules, wager: str) -> SideRules:
    """The wager to design tables for. The search knows odds alone, no meter and no maximum."""
    side = next((side for side in rules.bonuses if side.name == wager), None)
    if side is None:
        known = ", ".join(side.name for side in rules.bonuses)
        raise Refusal("unknown_wager", f"Design tables for a bonus wager ({known}); got {shown(wager)}.")
    if is_cut(rules, wager):
        raise Refusal(
            "maximum_posted",
            f"Leave the maximum out to design tables for the {spoken(wager)}: with one posted, the edge depends on the "
            "stakes.",
        )
    return side


def is_allowed(tables: PayTables, odds: Sequence[int], jurisdiction: str) -> bool:
    """Whether the text lets a house post these odds: as a list, as its own amounts, or as a table printed so."""
    posted = list(odds)
    printed = [label for block in tables.blocks for label in block.labels]
    ways = [posted, *({label: posted} for label in tables.labels())]
    return any(map(posted.__eq__, map(tables.odds, printed))) or any(_stands(tables, way, jurisdiction) for way in ways)


def _stands(tables: PayTables, value: Any, jurisdiction: str) -> bool:
    try:
        tables.choose(value, jurisdiction)
    except Refusal:
        return False
    return True


def _with_rows(
    tables: PayTables, met: Met, rows: int, edge: Wanted, hits: Wanted | None, most: int
) -> Iterator[Designed]:
    """Tables that pay the so many highest hands; whether the text allows them is not asked yet."""
    block = tables.blocks[0]
    lines = block.rows[:rows]
    counts = [met.played[line.hand_class] for line in lines]
    hit = Fraction(sum(counts), met.deals)
    if (hits is None and rows < len(block.rows)) or (hits is not None and not hits.holds(hit)):
        return
    # A hit returns its odds and the unit itself; what all hits return is one less the edge, over all deals.
    low = met.deals * (1 - edge.most) - sum(counts)
    high = met.deals * (1 - edge.least) - sum(counts)
    ladders = [_ladder(tables, place) for place in range(rows)]
    cut = (rows + 1) // 2
    tops = _falling(ladders[:cut], counts[:cut])
    ends = sorted((paid, odds) for odds, paid in _falling(ladders[cut:], counts[cut:]))
    for _, odds in nsmallest(most * 4, _joined(tops, ends, low, high)):
        paid = sum(map(int.__mul__, odds, counts))
        mean = Fraction(paid + sum(counts), met.deals) - 1
        square = Fraction(sum(n * each * each for n, each in zip(counts, odds, strict=True)), met.deals) + 1 - hit
        yield Designed(tuple(line.hand for line in lines), odds, -mean, hit, square - mean * mean, allowed=False)


def _joined(
    tops: list[tuple[tuple[int, ...], int]], ends: list[tuple[int, tuple[int, ...]]], low: Fraction, high: Fraction
) -> Iterator[tuple[Fraction, tuple[int, ...]]]:
    """Upper and lower halves that together pay from `low` to `high`; for each upper one those nearest the middle."""
    middle = (low + high) / 2

    @cache
    def below(last: int) -> tuple[list[int], list[tuple[int, ...]]]:
        """The lower halves that go under these odds, from the least that they pay."""
        fitting = [(paid, odds) for paid, odds in ends if not odds or odds[0] < last]
        return [paid for paid, _ in fitting], [odds for _, odds in fitting]

    for top, paid in tops:
        sums, odds = below(top[-1])
        near = bisect_left(sums, middle - paid)
        for place in range(max(near - 4, 0), min(near + 4, len(sums))):
            total = paid + sums[place]
            if low <= total <= high:
                yield abs(total - middle), top + odds[place]


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


_DECIMAL = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)").fullmatch
_LONGEST = 20
"""Characters of a decimal: more places than any edge is given with."""


def read_range(text: str, what: str) -> Wanted:
    """`0.05..0.10`: two plain decimals from -1 to 1, the lower first."""
    ends = text.split("..", 1)
    if len(ends) == 2 and all(len(end) <= _LONGEST and _DECIMAL(end) for end in ends):
        wanted = Wanted(*map(Fraction, ends))
        if -1 <= wanted.least <= wanted.most <= 1:
            return wanted
    raise Refusal(
        "bad_range", f"Write the {what} as two shares, the lower first, such as 0.05..0.10; got {shown(text)}."
    )
