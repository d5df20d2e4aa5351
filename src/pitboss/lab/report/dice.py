"""The report of a dice game: every wager with its outcomes, line wagers with odds, choices, the shooter."""

from collections.abc import Sequence
from fractions import Fraction

from pitboss.dice.rules import Ruling
from pitboss.lab.dice import ROLLS_SHOWN, DiceAnalysis, Worth, gain
from pitboss.lab.dice_strategy import ranked
from pitboss.lab.offers import Offer
from pitboss.lab.report import plots
from pitboss.lab.report.common import (
    FIGURE_HEADS,
    every_wager,
    favours,
    figure_row,
    house_facts,
    method_section,
    readings_section,
    rules_section,
)
from pitboss.lab.report.document import (
    DECIMAL,
    FINE_DECIMAL,
    FINE_PERCENT,
    PERCENT,
    Cell,
    Document,
    Figure,
    Form,
    Plot,
    Section,
    Table,
    count,
    exact_root,
    fraction,
    root_of,
)
from pitboss.lab.report.shoe import offers_table
from pitboss.refusal import spoken

METHOD = "exact: closed forms over the 36 ways two dice fall"
ROLLS_DRAWN = 50


def document_of_dice(found: DiceAnalysis, listed: Sequence[Offer]) -> Document:
    rules = found.rules
    return Document(
        f"{rules.game.title}: PAR sheet",
        f"{rules.game.jurisdictions[rules.jurisdiction]}. The exact worth of every wager.",
        rules.game.name,
        house_facts(rules, ("Method", METHOD)),
        tuple(favours(found.gains)),
        (
            _summary(found),
            _resolved(found),
            _outcomes(found),
            *([_with_odds(found)] if found.with_odds else []),
            _choices(listed),
            _shooter(found),
            rules_section(rules.page()),
            readings_section(rules.game.name),
            method_section(rules, SAYS, *house_facts(rules, ("Method", METHOD))),
        ),
    )


SAYS = (
    "Every wager is a table of throws, so that its worth is a sum over the 36 ways two dice fall; a line wager goes "
    "through its points, and a wager that waits is decided by the throws that decide it. Nothing is sampled.",
    "Class of strategy: a wager is left on the layout until it is decided; no wager leaves anything else to decide.",
    "Every figure is an exact fraction, made from the rulings that also settle rounds. Decimals are rounded from the "
    "fractions, half to even. Standard deviations are square roots of exact fractions.",
)


def _summary(found: DiceAnalysis) -> Section:
    says = (
        "Per unit staked and left until it is decided. The house edge is the expected loss, pushes counted in; per "
        "wager resolved it stands in the next section.",
    )
    hits = {name: worth.wins for name, worth in found.wagers.items()}
    edges = [(", ".join(map(spoken, each.wagers)), each.worth.edge_of_outlay) for each in ranked(found)]
    drawn = plots.costs_of(
        found.rules.game.name,
        "wagers",
        "House edge, the cheapest first",
        "Per unit handed over, commission included. Odds stand only behind a line wager.",
        edges,
    )
    return Section("summary", "Results", says, (every_wager(found.gains, hits), drawn))


def _resolved(found: DiceAnalysis) -> Section:
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            spoken(name),
            Figure(worth.edge, PERCENT),
            fraction(worth.edge),
            Figure(worth.edge_resolved, PERCENT),
            fraction(worth.edge_resolved),
            Figure(Fraction(worth.edge, worth.rolls), PERCENT),
            Figure(worth.rolls, Form("decimal", 2)),
            Figure(worth.edge_of_outlay, PERCENT) if worth.commission else "-",
        )
        for name, worth in found.wagers.items()
    )
    heads = ("wager", "per wager made", "exactly", "per wager resolved", "resolved, exactly", "per roll", "rolls")
    note = "Resolved: pushes left out. Rolls: how many decide it on average. With commission: per unit handed over."
    table = Table("House edge, by how it is calculated", (*heads, "with commission"), rows, note)
    return Section("resolved", "Made, resolved and per roll", (), (table,))


def _outcomes(found: DiceAnalysis) -> Section:
    rows: list[tuple[Cell, ...]] = [
        (
            spoken(name) if place == 0 else "",
            ruling.outcome,
            Figure(gain(ruling), DECIMAL),
            Figure(chance, FINE_PERCENT),
            fraction(chance),
            ruling.clause,
        )
        for name, worth in found.wagers.items()
        for place, (ruling, chance) in enumerate(outcomes_of(worth))
    ]
    heads = ("wager", "outcome", "gain, per unit", "chance", "exactly", "clause")
    return Section("outcomes", "Outcomes of every wager", (), (Table("Outcomes", heads, tuple(rows)),))


def outcomes_of(worth: Worth) -> list[tuple[Ruling, Fraction]]:
    """The best for the player first."""
    return sorted(worth.chances.items(), key=lambda each: (-gain(each[0]), each[0].clause))


def _with_odds(found: DiceAnalysis) -> Section:
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            spoken(each.line),
            each.multiples,
            Figure(each.edge, PERCENT),
            fraction(each.edge),
            Figure(each.edge_resolved, PERCENT),
            Figure(each.average_wager, DECIMAL),
            root_of(each.gains.variance),
        )
        for each in found.with_odds
    )
    heads = ("wager", "odds", "house edge", "exactly", "resolved", "average wager", "std. deviation")
    says = "A line wager of one unit with all the odds allowed on each point, working; per unit wagered in all."
    first = found.rules.game.lines[0]
    edges = [(each.multiples, each.edge) for each in found.with_odds if each.line == first.name]
    drawn = plots.costs_of(
        found.rules.game.name, "odds", f"{spoken(first.name).capitalize()} with odds", "Per unit wagered in all.", edges
    )
    return Section("odds", "Line wagers with odds", (says,), (drawn, Table("With odds", heads, rows)))


def _choices(listed: Sequence[Offer]) -> Section:
    """Wagers alike under every choice share a table."""
    by_wager: dict[str, list[Offer]] = {}
    for each in listed:
        by_wager.setdefault(each.wager, []).append(each)
    alike: dict[tuple[tuple[str, Fraction], ...], list[str]] = {}
    for wager, made in by_wager.items():
        if len(made) > 1:
            alike.setdefault(tuple((each.label, each.gain) for each in made), []).append(wager)
    parts = tuple(offers_table(", ".join(map(spoken, wagers)), by_wager[wagers[0]]) for wagers in alike.values())
    says = "Every choice that changes the worth of a wager, priced as if this house had made it, all else as it is."
    return Section("choices", "Choices of the house", (says,), parts)


def _shooter(found: DiceAnalysis) -> Section:
    shooter = found.shooter
    figures = (
        figure_row("rolls on average", shooter.rolls.mean, FINE_DECIMAL),
        ("their standard deviation", root_of(shooter.rolls.variance, FINE_DECIMAL), exact_root(shooter.rolls.variance)),
        figure_row("a point is made", shooter.makes_point, FINE_PERCENT),
        figure_row("points made on average", shooter.points_made, FINE_DECIMAL),
        (
            "their standard deviation",
            root_of(shooter.points_variance, FINE_DECIMAL),
            exact_root(shooter.points_variance),
        ),
    )
    runs = found.runs()
    parts: tuple[Table | Plot, ...] = (
        Table("Figures", FIGURE_HEADS, figures),
        plots.runs(found.rules.game.name, [run for run in runs if run[0] <= ROLLS_DRAWN]),
        _lengths("Points made", "points", found.points_runs()),
        _lengths("Rolls until the seven-out", "rolls", runs),
    )
    says = (
        "From the first come-out roll to the seven-out that passes the dice on. "
        f"{ROLLS_SHOWN[-1]} rolls are the longest run on record."
    )
    return Section("shooter", "A shooter's run", (says,), parts)


def _lengths(title: str, what: str, found: Sequence[tuple[int, Fraction, Fraction]]) -> Table:
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            count(number_of),
            Figure(ends, FINE_PERCENT),
            Figure(lasts, FINE_PERCENT),
            Figure(Fraction(1, lasts), Form("decimal", 1)),
        )
        for number_of, ends, lasts in found
    )
    note = "As fractions they stand in the JSON form of this report."
    return Table(title, (what, "exactly", "or more", "that is one in"), rows, note)
