"""The plots of a report, as Vega-Lite: labels stand beside what they name, and a zero line where the sign matters."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from pitboss.felts import felt
from pitboss.lab.analysis import Analysis
from pitboss.lab.figures import FAVOURS, decimal, number, percent
from pitboss.lab.meters import MeterWorth
from pitboss.lab.report.document import Plot
from pitboss.lab.report.look import INK, LINES, LOUD, MUTED
from pitboss.lab.report.sessions import Session
from pitboss.lab.strategies import Curve
from pitboss.lab.worth import MainGame, Moments, SideWager
from pitboss.refusal import spoken

Spec = dict[str, Any]

WIDTH, ROW, HEIGHT = 600, 26, 300
FONT = "Liberation Sans, Arial, Helvetica, sans-serif"
SIZE = 14


def outcomes(game: str, gains: Moments) -> Plot:
    """What the main game gains and how often."""
    rows = [
        {"net": signed(net), "chance": number(chance * 100), "label": short_percent(chance)}
        for net, chance in reversed(gains.distribution)
    ]
    spec = _bars(rows, "net", "chance, in percent", felt(game))
    return Plot(
        "outcomes",
        "Outcome distribution of the main game",
        "How often a round of the main game gains this number of antes: ante, later wagers and ante bonus together.",
        spec,
    )


def edges(found: Analysis, name: str, worths: dict[str, SideWager | MainGame], in_force: str) -> Plot:
    """House edge by pay table. What favours the player is marked so that nobody overlooks it."""
    rows = []
    for label, worth in worths.items():
        edge = -worth.gains.mean
        rows.append(
            {
                "table": label + (" (in force)" if label == in_force else ""),
                "chance": number(edge * 100),
                "label": percent(edge, 2) + (f"  {FAVOURS}" if edge < 0 else ""),
                "loud": edge < 0,
                "at": max(number(edge * 100), 0),
            }
        )
    spec = _bars(rows, "table", "house edge, in percent", felt(found.rules.game.name))
    title = "the main game by its ante bonus" if name not in found.sides else f"the {spoken(name)}"
    return Plot(
        f"edge-{name}",
        f"House edge of {title}, by pay table",
        "Every table that the texts print, as if this house had chosen it."
        + (" Bars left of zero favour the player." if any(row["loud"] for row in rows) else ""),
        spec,
    )


def by_up_card(game: str, gains: dict[str, Fraction]) -> Plot:
    """What a bet gains against each up card."""
    rows = [
        {
            "up": up,
            "chance": number(gain * 100),
            "label": f"{'+' if gain > 0 else '−'}{percent(abs(gain), 2)}",
            "at": max(number(gain * 100), 0),
        }
        for up, gain in gains.items()
    ]
    spec = _bars(rows, "up", "gain, in percent of the bet", felt(game))
    return Plot("up-cards", "Gain by the dealer's up card", "One bet, played at its best.", spec)


def costs_of(game: str, name: str, title: str, says: str, edges: Sequence[tuple[str, Fraction]]) -> Plot:
    """House edges as bars, each with its label."""
    rows = [
        {
            "what": what,
            "chance": number(edge * 100),
            "label": short_percent(edge) + (f"  {FAVOURS}" if edge < 0 else ""),
            "loud": edge < 0,
            "at": max(number(edge * 100), 0),
        }
        for what, edge in edges
    ]
    return Plot(name, title, says, _bars(rows, "what", "house edge, in percent", felt(game)))


def runs(game: str, found: Sequence[tuple[int, Fraction, Fraction]]) -> Plot:
    """How likely a shooter's run has exactly so many rolls."""
    rows = [{"rolls": rolls, "chance": number(ends * 100)} for rolls, ends, _ in found]
    x = _axis("rolls", "rolls", domain=[0, rows[-1]["rolls"] + 1])
    y = _axis("chance", "chance, in percent", zero=True)
    bars = {"mark": {"type": "bar", "color": felt(game), "size": WIDTH // len(rows) - 3}, **_at(rows, x, y)}
    says = "The chance that a shooter throws exactly this number of rolls, including the seven-out."
    return Plot("runs", "How long a shooter lasts", says, _plot(bars))


def by_meter(found: Analysis, worth: MeterWorth) -> Plot:
    """The progressive's return by its main meter: a straight line, and where it comes to 100 %."""
    assert found.rules.progressive
    unit = Fraction(found.rules.progressive.stake, 100)
    even, now = worth.break_even_meter * unit, Fraction(found.meter, 100)
    most = max(even * Fraction(5, 4), now * Fraction(5, 4), unit)

    def point(meter: Fraction, label: str = "") -> Spec:
        returned = worth.returns(Fraction(meter, unit))
        return {"meter": number(meter), "return": number(returned * 100), "label": label}

    marks = [point(even, f"break-even {decimal(even, 2)}")]
    shown = [point(now, f"at {decimal(now, 2)}: {percent(worth.returns(Fraction(now, unit)), 2)}")]
    below = {"type": "text", "align": "left", "dx": 10, "dy": 16, "color": INK}
    x = _axis("meter", "main meter", domain=[0, number(most)])
    y = _axis("return", "return, in percent", zero=True)
    line = [point(Fraction(0)), point(most)]
    colour = felt(found.rules.game.name)
    spec = _plot(
        {
            "mark": {"type": "line", "color": colour, "strokeWidth": 2},
            "data": _data(line),
            "encoding": {"x": x, "y": y},
        },
        {"mark": {"type": "rule", "color": INK, "strokeDash": [4, 4]}, **_level(100)},
        {"mark": {"type": "point", "filled": True, "size": 80, "color": colour}, **_at(marks + shown, x, y)},
        {"mark": below, **_at(shown, x, y, "label")},
        {"mark": {"type": "text", "align": "right", "dx": -10, "dy": -10, "color": INK}, **_at(marks, x, y, "label")},
    )
    return Plot(
        "meter",
        "Return of the progressive, by its main meter",
        "The ante is played for itself here. The dashed line is 100 %: above it the wager favours the player.",
        spec,
    )


def purse(game: str, found: Sequence[Session]) -> Plot:
    """Percentiles of the result by number of rounds."""
    rows = [
        {
            "rounds": each.rounds,
            "mean": number(each.mean),
            **{f"p{level}": number(result) for level, result in each.results.items()},
        }
        for each in found
    ]
    last, colour = rows[-1], felt(game)
    x = _axis("rounds", "rounds", domain=[0, last["rounds"]])
    ends = [
        {
            "rounds": last["rounds"],
            "result": last[f"p{level}"],
            "label": f"{level} %: {signed(found[-1].results[level])}",
        }
        for level in (5, 25, 50, 75, 95)
    ]

    def band(low: int, high: int, opacity: Fraction) -> Spec:
        area = {"type": "area", "color": colour, "opacity": number(opacity)}
        return {
            "mark": area,
            "encoding": {"x": x, "y": _axis(f"p{low}", "result, in antes"), "y2": {"field": f"p{high}"}},
        }

    y = _axis("result", "result, in antes")
    spec = _plot(
        band(5, 95, Fraction(1, 5)),
        band(25, 75, Fraction(7, 20)),
        {"mark": {"type": "rule", "color": INK}, **_level(0)},
        {
            "mark": {"type": "line", "color": colour, "strokeWidth": 2},
            "encoding": {"x": x, "y": _axis("p50", "result, in antes")},
        },
        {"mark": {"type": "text", "align": "left", "dx": 6, "color": INK}, **_at(ends, x, y, "label")},
    )
    return Plot(
        "sessions",
        "Session results, by number of rounds",
        "One ante a round, no other wager: the median, and bands with the middle 50 and 90 percent of results. "
        "Labels: N % of sessions end at or below the line.",
        {**spec, "data": _data(rows)},
    )


def costs(game: str, curve: Curve) -> Plot:
    """What the best rule of so many conditions costs."""
    rows = [
        {"conditions": rule.conditions, "cost": number(rule.cost * 100), "label": short_percent(rule.cost)}
        for rule in curve.rules
    ]
    most = max(rule.conditions for rule in curve.rules)
    x = _axis("conditions", "conditions to remember", domain=[0, max(most, 1)])
    x["axis"] |= {"tickMinStep": 1, "format": "d"}
    y = _axis("cost", "cost, in percent of the ante", zero=True)
    if all(rule.cost > 0 for rule in curve.rules) and curve.rules[0].cost > 20 * curve.rules[-1].cost:
        y["scale"] = {"type": "log"}
    colour = felt(game)
    spec = _plot(
        {"mark": {"type": "line", "color": colour, "strokeWidth": 2, "interpolate": "step-after"}, **_at(rows, x, y)},
        {"mark": {"type": "point", "filled": True, "size": 80, "color": colour}, **_at(rows, x, y)},
        {"mark": {"type": "text", "align": "left", "dx": 6, "dy": -10, "color": INK}, **_at(rows, x, y, "label")},
    )
    return Plot(
        f"cost-{curve.decision}",
        f"What simple rules for the {curve.decision} cost",
        "The best rule found for every number of conditions, against perfect play.",
        spec,
    )


def _bars(rows: list[Spec], field: str, measure: str, colour: str) -> Spec:
    """Bars from zero with their labels beside them; those marked loud in the loud colour."""
    y = {"field": field, "type": "nominal", "sort": None, "title": None}
    x = _axis("chance", measure, zero=True)
    tint = {"condition": {"test": "datum.loud", "value": LOUD}}
    at = {"field": "at" if any("at" in row for row in rows) else "chance", "type": "quantitative"}
    spec = _plot(
        {"mark": {"type": "bar", "size": ROW - 8}, "encoding": {"x": x, "color": {**tint, "value": colour}}},
        {
            "mark": {"type": "text", "align": "left", "dx": 6},
            "encoding": {"x": at, "text": {"field": "label"}, "color": {**tint, "value": INK}},
        },
        {"mark": {"type": "rule", "color": INK}, "encoding": {"x": {"datum": 0}}},
    )
    return {**spec, "data": _data(rows), "height": {"step": ROW}, "encoding": {"y": y}}


def _plot(*layers: Spec) -> Spec:
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "background": None,
        "layer": list(layers),
        "config": {
            "font": FONT,
            "view": {"stroke": None},
            "axis": {
                "labelColor": MUTED,
                "titleColor": MUTED,
                "gridColor": LINES,
                "domainColor": LINES,
                "tickColor": LINES,
                "labelFontSize": SIZE,
                "titleFontSize": SIZE,
                "titleFontWeight": "normal",
                "labelLimit": 400,
                "tickCount": 6,
            },
            "axisX": {"titlePadding": 8},
            "axisY": {"titlePadding": 14},
            "text": {"fontSize": SIZE},
            "point": {"opacity": 1},
            "padding": {"left": 5, "top": 5, "bottom": 5, "right": 20},
        },
    }


def _axis(field: str, title: str, zero: bool = False, domain: list[Any] | None = None) -> Spec:
    scale: Spec = {"zero": zero}
    if domain is not None:
        scale = {"domain": domain, "nice": False}
    return {"field": field, "type": "quantitative", "title": title, "scale": scale, "axis": {}}


def _data(rows: Iterable[Spec]) -> Spec:
    return {"values": list(rows)}


def _at(rows: list[Spec], x: Spec, y: Spec, text: str = "") -> Spec:
    return {"data": _data(rows), "encoding": {"x": x, "y": y, **({"text": {"field": text}} if text else {})}}


def _level(value: int) -> Spec:
    """A line across at this height."""
    return {"data": _data([{}]), "encoding": {"y": {"datum": value}}}


def signed(value: Fraction) -> str:
    """`+1`, `−2`, `0`."""
    text = decimal(abs(value), 0 if value.denominator == 1 else 2)
    return text if value == 0 else f"{'+' if value > 0 else '−'}{text}"


def short_percent(value: Fraction) -> str:
    """A percentage with as many places as show three digits of it, at least two."""
    places = 2
    while value and abs(value) * 100 * 10**places < 100 and places < 12:
        places += 1
    return percent(value, places)


def drawn(plot: Plot) -> str:
    """The plot as SVG."""
    import vl_convert

    return str(vl_convert.vegalite_to_svg(plot.spec, vl_version="5.20"))


def printed(plot: Plot) -> bytes:
    """The plot as a page of PDF that brings its fonts."""
    import vl_convert

    return bytes(vl_convert.vegalite_to_pdf(plot.spec, vl_version="5.20"))


def pictured(plot: Plot) -> tuple[bytes, int]:
    """The plot as PNG, twice as fine as it is shown, and its height as shown."""
    import vl_convert

    spec = {**plot.spec, "background": "white"}
    data = bytes(vl_convert.vegalite_to_png(spec, vl_version="5.20", scale=2, ppi=72))
    return data, int.from_bytes(data[20:24], "big") // 2
