"""An analysis for people: titled tables, the clause beside each paying hand."""

from collections.abc import Callable
from fractions import Fraction
from html import escape

from pitboss.lab.analysis import Analysis
from pitboss.lab.figures import FAVOURS, decimal, percent, ratio_of_roots, root
from pitboss.lab.meters import MeterWorth
from pitboss.lab.worth import Hand, SideWager
from pitboss.money import write_money
from pitboss.refusal import spoken
from pitboss.showdown.describe import Page, Table


def page_of(found: Analysis) -> Page:
    """Everything `pitboss analyze` prints."""
    rules = found.rules
    return Page(
        f"{rules.game.title}: the worth of every wager",
        f"{rules.game.jurisdictions[rules.jurisdiction]}. Exact: all {found.deals:,} deals, each played at its best.",
        [
            _wagers(found),
            _main(found),
            *([_hands("Ante bonus", found.main.bonus_hands)] if found.main.bonus_hands else []),
            *(_hands(spoken(name).capitalize(), side.hands) for name, side in found.sides.items()),
            *([_together(found)] if found.covariances else []),
            *_progressive(found),
            *_pay_tables(found),
        ],
    )


def _wagers(found: Analysis) -> Table:
    rows = [
        [
            spoken(name),
            percent(-gains.mean),
            decimal_root(gains.variance),
            percent(found.sides[name].hit_frequency, 2) if name in found.sides else "-",
            f"{gains.mean.numerator}/{gains.mean.denominator}",
            FAVOURS if gains.mean > 0 else "",
        ]
        for name, gains in found.gains.items()
    ]
    heads = ["wager", "house edge", "std. deviation", "hits", "expected gain, exactly", ""]
    return Table("Wagers, per unit staked", heads, rows)


def _main(found: Analysis) -> Table:
    main = found.main
    rows = [
        ["average wager", f"{decimal(main.average_wager)} antes"],
        ["element of risk", percent(main.element_of_risk)],
        *([name, percent(chance)] for name, chance in main.actions.items()),
        *([] if main.dealer_qualifies is None else [["dealer qualifies", percent(main.dealer_qualifies)]]),
    ]
    return Table("The main game, per ante, and how often each action is right", ["", "figure"], rows)


def _hands(title: str, hands: tuple[Hand, ...]) -> Table:
    rows = [
        [
            hand.name,
            f"{hand.combinations:,}",
            percent(hand.probability, 6) + (f" (+ {percent(hand.folded, 4)} folded)" if hand.folded else ""),
            hand.words,
            hand.clause,
        ]
        for hand in hands
    ]
    return Table(title, ["hand", "combinations", "chance", "pays", "clause"], rows)


def _together(found: Analysis) -> Table:
    rows = []
    for (one, other), both in found.covariances.items():
        correlation = ratio_of_roots(both, found.gains[one].variance, found.gains[other].variance)
        deviation = found.joint_variance({one: 1, other: 1})
        rows.append(
            [
                f"{spoken(one)} and {spoken(other)}",
                "" if correlation is None else f"{correlation:.4f}",
                decimal_root(deviation),
            ]
        )
    if len(found.gains) > 2:
        rows.append(["one unit on each wager", "", decimal_root(found.joint_variance(dict.fromkeys(found.gains, 1)))])
    return Table("Wagers together", ["wagers", "correlation", "std. deviation of one unit on each"], rows)


def _progressive(found: Analysis) -> list[Table]:
    own, joint, declared = found.progressive, found.joint, found.rules.progressive
    if own is None or joint is None or declared is None:
        return []
    unit = Fraction(declared.stake, 100)
    heads = ["", "ante played for itself", f"joint optimum, ante {write_money(joint.ante)}"]
    meter = Fraction(found.meter, 100) / unit
    figures: list[tuple[str, Callable[[MeterWorth], str]]] = [
        (f"return at a meter of {write_money(found.meter)}", lambda each: percent(each.returns(meter))),
        ("of that, fixed awards", lambda each: percent(each.fixed)),
        ("each 1,000.00 on the meter adds", lambda each: percent(each.per_unit * 1000 / unit)),
        ("break-even meter", lambda each: f"{decimal(each.break_even_meter * unit, 2)}"),
        ("return in the long run, with contributions", lambda each: percent(each.long_run_return)),
        ("meter a wager meets in the long run", lambda each: f"{decimal(each.average_meter * unit, 2)}"),
        ("rounds to a full award", lambda each: decimal(1 / each.top, 1)),
        ("rounds to any award", lambda each: decimal(1 / each.any_award, 2)),
        ("what it costs the ante, per round", lambda each: decimal(each.cost * unit, 6)),
    ]
    lines = [[name, figure(own), figure(joint.meter)] for name, figure in figures]
    lines.append(["folds", percent(found.main.actions["fold"]), percent(joint.main.actions["fold"])])
    return [Table("Progressive", heads, lines)]


def _pay_tables(found: Analysis) -> list[Table]:
    tables = []
    for name, worths in found.pay_tables.items():
        rows = [
            [
                label,
                percent(-worth.gains.mean),
                percent(worth.hit_frequency, 2) if isinstance(worth, SideWager) else "-",
                decimal_root(worth.gains.variance),
                FAVOURS if worth.gains.mean > 0 else "",
            ]
            for label, worth in worths.items()
        ]
        of = "main game by ante bonus" if name not in found.sides else spoken(name)
        tables.append(Table(f"Pay tables: {of}", ["table", "house edge", "hits", "std. deviation", ""], rows))
    return tables


def decimal_root(variance: Fraction, places: int = 4) -> str:
    return f"{root(variance):.{places}f}"


def page_as_html(page: Page) -> str:
    """For a notebook: headings and tables, no style of its own but the alignment of figures."""
    parts = [f"<h3>{escape(page.title)}</h3><p>{escape(page.subtitle)}</p>"]
    for table in page.tables:
        heads = "".join(f"<th>{escape(head)}</th>" for head in table.columns)
        rows = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in table.rows)
        parts.append(f"<table><caption>{escape(table.title)}</caption><tr>{heads}</tr>{rows}</table>")
    return "".join(parts)
