"""The drawings of a lab page as data: every figure an exact fraction, with the words that stand beside it.

A report draws the same figures with a library; a page draws them itself. The names are those of the report's drawings.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from pitboss.lab.analysis import Analysis
from pitboss.lab.dice import DiceAnalysis
from pitboss.lab.dice_strategy import ranked
from pitboss.lab.figures import FAVOURS, decimal, percent
from pitboss.lab.meters import MeterWorth
from pitboss.lab.offers import Offer
from pitboss.lab.report.contents import in_force, in_units
from pitboss.lab.report.document import fraction
from pitboss.lab.report.plots import short_percent, signed
from pitboss.lab.strategies import Curve
from pitboss.lab.worth import Moments
from pitboss.refusal import spoken
from pitboss.regulations.options import written

if TYPE_CHECKING:
    from pitboss.lab.shoe import ShoeAnalysis


class Bar(msgspec.Struct, frozen=True):
    """`exact` is drawn, `text` stands beside it; `mark` is the word for what nobody may overlook."""

    label: str
    exact: str
    text: str
    mark: str = ""
    chosen: bool = False


class Bars(msgspec.Struct, frozen=True, tag="bars"):
    title: str
    says: str
    bars: list[Bar]


class Point(msgspec.Struct, frozen=True):
    """A place on a line; one without a label is not marked."""

    x: str
    y: str
    label: str = ""


class Line(msgspec.Struct, frozen=True, tag="line"):
    """`level` is the height of the line across that the sign is read from; `steps`: it falls in steps."""

    title: str
    says: str
    across: str
    upwards: str
    points: list[Point]
    marked: list[Point]
    level: str = ""
    level_says: str = ""
    steps: bool = False


Chart = Bars | Line


def of_edges(title: str, says: str, edges: Iterable[tuple[str, Fraction, bool]]) -> Bars:
    """House edges, each with whether it is the one in force; those below nothing favour the player, and say so."""
    bars = [
        Bar(label, fraction(edge), percent(edge), FAVOURS if edge < 0 else "", chosen) for label, edge, chosen in edges
    ]
    loud = " Bars left of zero favour the player." if any(bar.mark for bar in bars) else ""
    return Bars(title, says + loud, bars)


def of_showdown(found: Analysis) -> dict[str, Chart]:
    charts: dict[str, Chart] = {"outcomes": outcomes(found.main.gains)}
    for name, worths in found.pay_tables.items():
        chosen = in_force(found, name)
        of = f"the {spoken(name)}" if name in found.sides else "the main game by its ante bonus"
        edges = [(label, -worth.gains.mean, label == chosen) for label, worth in worths.items()]
        says = "Every table that the texts print, as if this house had chosen it."
        charts[f"edge-{name}"] = of_edges(f"House edge of {of}, by pay table", says, edges)
    if found.progressive:
        charts["meter"] = by_meter(found, found.progressive)
    return charts


def outcomes(gains: Moments) -> Bars:
    bars = [Bar(signed(net), fraction(chance), short_percent(chance)) for net, chance in reversed(gains.distribution)]
    says = "How often a round of the main game gains this number of antes: ante, later wagers and ante bonus together."
    return Bars("Outcome distribution of the main game", says, bars)


def by_meter(found: Analysis, worth: MeterWorth) -> Line:
    """A straight line, and where it comes to 100 %."""
    assert found.rules.progressive
    unit = Fraction(found.rules.progressive.stake, 100)
    even, now = worth.break_even_meter * unit, Fraction(found.meter, 100)
    most = max(even * Fraction(5, 4), now * Fraction(5, 4), unit)

    def point(meter: Fraction, label: str = "") -> Point:
        return Point(fraction(meter), fraction(worth.returns(Fraction(meter, unit))), label)

    returned = percent(worth.returns(in_units(found, found.meter)), 2)
    return Line(
        "Return of the progressive, by its main meter",
        "The ante is played for itself here. Above 100 % the wager favours the player.",
        "main meter",
        "return",
        [point(Fraction(0)), point(most)],
        [point(even, f"break-even {decimal(even, 2)}"), point(now, f"at {decimal(now, 2)}: {returned}")],
        level="1",
        level_says="100 %",
    )


def of_curve(curve: Curve) -> Line:
    """What the best rule of so many conditions costs."""
    points = [Point(str(rule.conditions), fraction(rule.cost), short_percent(rule.cost)) for rule in curve.rules]
    return Line(
        f"What simple rules for the {curve.decision} cost",
        "The best rule found for every number of conditions, against perfect play, in percent of the ante.",
        "conditions to remember",
        "cost",
        points,
        points,
        level="0",
        level_says="perfect play",
        steps=True,
    )


def of_shoe(found: "ShoeAnalysis", listed: Iterable[Offer]) -> dict[str, Chart]:
    from pitboss.lab.report.shoe import in_order
    from pitboss.lab.shoe import UPS

    gains = found.main.by_up
    bars = [Bar(UPS[up], fraction(gains[up]), _with_sign(gains[up])) for up in in_order()]
    houses = [(each.brief, -each.gain, each.in_force) for each in listed if each.wager == found.rules.game.bet.name]
    return {
        "up-cards": Bars("Gain by the dealer's up card", "One bet, played at its best. Right of zero it gains.", bars),
        "houses": of_edges(
            "House edge of the bet", "Every choice of decks, soft 17 and redoubling, each played at its best.", houses
        ),
    }


def of_dice(found: DiceAnalysis) -> dict[str, Chart]:
    edges = [(", ".join(map(spoken, each.wagers)), each.worth.edge_of_outlay, False) for each in ranked(found)]
    says = "Per unit handed over, commission included. Odds stand only behind a line wager."
    charts: dict[str, Chart] = {"wagers": of_edges("House edge, the cheapest first", says, edges)}
    if found.with_odds:
        first = found.with_odds[0].line
        here = {written(found.rules.options[behind.limit]) for behind in found.rules.game.behind}
        odds = [(each.multiples, each.edge, each.multiples in here) for each in found.with_odds if each.line == first]
        title = f"{spoken(first).capitalize()} with odds"
        charts["odds"] = of_edges(title, "Per unit wagered in all, by how many odds the house takes.", odds)
    bars = [Bar(str(rolls), fraction(ends), short_percent(ends)) for rolls, ends, _ in found.runs() if rolls <= SHOWN]
    charts["runs"] = Bars(
        "How long a shooter lasts",
        "The chance that a run has exactly this number of rolls, including the seven-out.",
        bars,
    )
    return charts


SHOWN = 20
"""Rolls of a run that are drawn; the table beside it goes further."""


def _with_sign(gain: Fraction) -> str:
    return f"{'+' if gain > 0 else ''}{percent(gain)}"


Charts = Mapping[str, Chart]
