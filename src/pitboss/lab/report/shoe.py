"""The report of a shoe game: the main game by up card, side wagers, what each choice of the house costs, the chart."""

from collections.abc import Sequence
from fractions import Fraction

from pitboss.lab.figures import FAVOURS
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
    table_of,
)
from pitboss.lab.report.document import (
    FINE_DECIMAL,
    FINE_PERCENT,
    PERCENT,
    Cell,
    Document,
    Figure,
    Plot,
    Section,
    Table,
    count,
    exact_root,
    fraction,
    root_of,
)
from pitboss.lab.shoe import MODEL, UPS, ShoeAnalysis
from pitboss.lab.shoe_shown import outcome_rows
from pitboss.lab.shoe_sides import SideWorth
from pitboss.refusal import spoken

METHOD = (
    "house edges and side wagers exact, by recursion over the compositions of a hand; standard deviation and outcomes "
    "of the main game approximate, by a model of split hands"
)


def document_of_shoe(found: ShoeAnalysis, listed: Sequence[Offer]) -> Document:
    rules = found.rules
    return Document(
        f"{rules.game.title}: PAR sheet",
        f"{found.house()}. The worth of every wager.",
        rules.game.name,
        house_facts(rules, ("Method", METHOD)),
        tuple(favours(found.gains)),
        (
            _summary(found),
            _main(found),
            *(_side(side) for side in found.sides),
            _choices(found, listed),
            _strategy(found),
            rules_section(rules.page()),
            readings_section(rules.game.name),
            method_section(
                rules,
                (found.treatment(), SAYS),
                *house_facts(rules, ("Method", METHOD)),
                ("Class of strategy", "composition-dependent"),
                ("Splits", f"up to {rules.split_hands} hands, each played by its own cards"),
            ),
        ),
    )


SAYS = (
    "Counts are integers, and a figure with a fraction next to it is exact; decimals are rounded from the fractions, "
    "half to even. Side wagers are counted from a full shoe; their standard deviations are square roots of exact "
    "fractions. Variance, standard deviation and outcomes of the main game are approximate."
)


def _summary(found: ShoeAnalysis) -> Section:
    game = found.rules.game
    attack = " and an attack where it gains" if game.attack else ""
    says = (
        f"Per unit staked. The {spoken(game.bet.name)} is the whole main game, with doubles and splits{attack}, per "
        f"unit of the first bet{', without the super bonus' if game.super_bonus else ''}; its standard deviation is "
        "approximate. Insurance is per unit insured, no card of the own hand seen."
    )
    hits = {side.name: side.hits for side in found.sides}
    return Section("summary", "Results", (says,), (every_wager(found.gains, hits),))


def _main(found: ShoeAnalysis) -> Section:
    main, chart = found.main, found.by_chart
    risk = Fraction(-main.gain.numerator * main.wagered.denominator, main.gain.denominator * main.wagered.numerator)
    figures = (
        figure_row("house edge", -main.gain, FINE_PERCENT),
        figure_row("by the chart", -chart.gain, FINE_PERCENT),
        figure_row("chart's cost", main.gain - chart.gain, FINE_PERCENT),
        figure_row("average wager", main.wagered, FINE_DECIMAL),
        figure_row("element of risk", risk, FINE_PERCENT),
        ("variance", Figure(found.variance, FINE_DECIMAL), "approximate"),
        ("standard deviation", root_of(found.variance, FINE_DECIMAL), "approximate"),
    )
    parts: list[Table | Plot] = [
        Table("Figures, per bet", FIGURE_HEADS, figures, FIGURES_NOTE),
        plots.by_up_card(found.rules.game.name, by_up_card(found)),
        _by_up(found),
        Table(
            "How often each action is right with the first two cards",
            ("action", "chance", "exactly"),
            tuple(figure_row(spoken(name), chance, FINE_PERCENT) for name, chance in sorted(main.actions.items())),
        ),
        _outcomes(found),
    ]
    if found.super_bonus:
        rows = tuple(
            figure_row(f"{kind}, on a bet of {bet}", gain, FINE_PERCENT)
            for bet, worth in found.super_bonus.items()
            for kind, gain in (("gross", worth.gross), ("net", worth.net))
        )
        parts.append(Table("Super bonus, per bet", ("bet", "adds", "exactly"), rows, SUPER_BONUS_NOTE))
    return Section("main", f"Main game: {found.rules.game.bet.name}", (), tuple(parts))


FIGURES_NOTE = (
    "The house edge is for composition-dependent play: every card of the hand may decide. By the chart: as it stands "
    f"under Strategy. {MODEL}"
)

SUPER_BONUS_NOTE = (
    "Gross is what the bonus pays its own player on average, if two sevens of one suit are always hit for it. Net is "
    "that less what is given up by hitting them. What others at the table get for it is in neither. The edges leave it"
    " out."
)


SMALLEST = Fraction(1, 10**8)
"""Outcomes that come less often share a row: the last place of a chance that is printed."""


def _outcomes(found: ShoeAnalysis) -> Table:
    rows = tuple((name, Figure(chance, FINE_PERCENT)) for name, chance in outcome_rows(found, SMALLEST))
    return Table("Net results of a round, in bets: approximate", ("net result", "chance, approximate"), rows, MODEL)


def in_order() -> list[int]:
    """Up cards as people list them: two to nine, pictures, ace."""
    return [*range(1, len(UPS)), 0]


def by_up_card(found: ShoeAnalysis) -> dict[str, Fraction]:
    return {UPS[up]: found.main.by_up[up] for up in in_order()}


def chance_of(found: ShoeAnalysis, up: int) -> Fraction:
    return Fraction(found.shoe[up], sum(found.shoe))


def _by_up(found: ShoeAnalysis) -> Table:
    has_attack = found.rules.game.attack is not None
    rows: list[tuple[Cell, ...]] = [
        (
            UPS[up],
            Figure(chance_of(found, up), FINE_PERCENT),
            Figure(found.main.by_up[up], FINE_PERCENT),
            *(("yes" if found.main.attacked[up] else "no",) if has_attack else ()),
            fraction(found.main.by_up[up]),
        )
        for up in in_order()
    ]
    attack = ("attack",) if has_attack else ()
    return Table(
        "By the dealer's up card", ("up card", "chance", "gain, per bet", *attack, "gain, exactly"), tuple(rows)
    )


def _side(side: SideWorth) -> Section:
    figures = (
        figure_row("house edge", -side.gain, FINE_PERCENT),
        figure_row("return", 1 + side.gain, FINE_PERCENT),
        figure_row("hit frequency", side.hits, FINE_PERCENT),
        figure_row("variance", side.variance, FINE_DECIMAL),
        ("standard deviation", root_of(side.variance, FINE_DECIMAL), exact_root(side.variance)),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            hand.name,
            *_chance(hand.combinations, side.of),
            f"{hand.pays.numerator} to {hand.pays.denominator}",
            hand.clause,
        )
        for hand in side.hands
    ]
    paid = sum(hand.combinations for hand in side.hands)
    rows.append(("all other", *_chance(side.of - paid, side.of), "", ""))
    rows.append(("together", *_chance(side.of, side.of), "", ""))
    heads = ("hand", "combinations", "chance", "exactly", "pays", "clause")
    parts = (Table("Figures", FIGURE_HEADS, figures), Table("Paying hands", heads, tuple(rows)))
    return Section(side.name, spoken(side.name).capitalize(), ("Per unit staked.",), parts)


def _chance(combinations: int, of: int) -> tuple[Cell, ...]:
    chance = Fraction(combinations, of)
    return count(combinations), Figure(chance, FINE_PERCENT), fraction(chance)


def _choices(found: ShoeAnalysis, listed: Sequence[Offer]) -> Section:
    """The main game and the side wagers under every choice of the house."""
    by_wager: dict[str, list[Offer]] = {}
    for each in listed:
        by_wager.setdefault(each.wager, []).append(each)
    parts: list[Table | Plot] = []
    for wager, made in by_wager.items():
        if len(made) > 1:
            if wager == found.rules.game.bet.name:
                edges = [(each.brief + (" (in force)" if each.in_force else ""), -each.gain) for each in made]
                says = "Every choice of decks, soft 17 and redoubling, each played at its best."
                parts.append(plots.costs_of(found.rules.game.name, "houses", "House edge of the bet", says, edges))
            note = "The standard deviations are approximate." if wager == found.rules.game.bet.name else ""
            parts.append(offers_table(spoken(wager), made, note))
    says = "Every choice that this text leaves a house, priced as if it had been made, all else as it is."
    if not parts:
        says = "This text leaves a house no choice that changes the worth of a wager."
    return Section("choices", "Choices of the house", (says,), tuple(parts))


def offers_table(title: str, made: Sequence[Offer], note: str = "") -> Table:
    loud = frozenset(place for place, each in enumerate(made) if each.gain > 0)
    hits = any(each.hits is not None for each in made)
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            each.brief + (" (in force)" if each.in_force else "") + (f"  {FAVOURS}" if each.gain > 0 else ""),
            Figure(-each.gain, PERCENT),
            *(("" if each.hits is None else Figure(each.hits, PERCENT),) if hits else ()),
            root_of(each.variance),
            fraction(each.gain),
        )
        for each in made
    )
    heads = ("choice", "house edge", *(("hits",) if hits else ()), "std. deviation", "expected gain, exactly")
    return Table(f"Choices: {title}", heads, rows, note, loud)


def _strategy(found: ShoeAnalysis) -> Section:
    cost = found.main.gain - found.by_chart.gain
    says = [
        "All figures of the main game are for the best play by composition: at every decision the choice with the "
        "greatest expected gain, every card of the hand and the up card taken into account.",
        f"The chart below is one that a player would carry: {found.chart_class()}. Played by it alone, a bet costs "
        f"{Figure(-found.by_chart.gain, FINE_PERCENT).text}, {Figure(cost, FINE_PERCENT).text} more than at its best.",
        f"{found.chart.legend}. Up cards are across.",
    ]
    if found.rules.game.attack:
        says.append(f"Attack against {', '.join(found.attack_against())}, by the whole bet.")
    tables = tuple(table_of(each.title, each, is_chart=True) for each in found.chart.tables(UPS))
    return Section("strategy", "Strategy", tuple(says), tables)
