"""What stands in a report: from an analysis to a document."""

from collections.abc import Callable, Iterable
from fractions import Fraction

from pitboss.lab.analysis import Analysis
from pitboss.lab.figures import FAVOURS, ratio_of_roots
from pitboss.lab.meters import MeterWorth
from pitboss.lab.pricing import has_maximum
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
    MONEY,
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
from pitboss.lab.report.sessions import LEVELS, Session
from pitboss.lab.strategy import Strategy
from pitboss.lab.worth import Hand, MainGame, SideWager, dealer_hands, player_hands
from pitboss.refusal import spoken
from pitboss.showdown.describe import describe

SESSIONS_SHOWN = (1, 10, 50, 100, 200, 500, 1000)


def document_of(found: Analysis, played: tuple[Strategy, ...], purse: tuple[Session, ...]) -> Document:
    rules = found.rules
    return Document(
        f"{rules.game.title}: PAR sheet",
        f"{rules.game.jurisdictions[rules.jurisdiction]}. The exact worth of every wager.",
        rules.game.name,
        facts(found),
        tuple(warnings(found)),
        (
            _summary(found),
            _main(found),
            *(_side(found, name, side) for name, side in found.sides.items()),
            *([_together(found)] if found.covariances else []),
            *_progressive(found),
            *([_pay_tables(found)] if found.pay_tables else []),
            _strategy(found, played),
            _sessions(found, purse),
            rules_section(describe(rules)),
            readings_section(rules.game.name),
            _method(found),
        ),
    )


def facts(found: Analysis) -> tuple[tuple[str, str], ...]:
    """What was examined, by which code."""
    rules = found.rules
    meter = (("Progressive meter", f"${money(found.meter)}"),) if rules.progressive else ()
    return house_facts(rules, *meter, ("Method", f"exact: all {found.deals:,} deals"))


def money(cents: int) -> str:
    return Figure(Fraction(cents, 100), MONEY).text


def warnings(found: Analysis) -> Iterable[str]:
    """What nobody may overlook: wagers in force, and tables to choose from, that favour the player."""
    yield from favours(found.gains)
    for name, worths in found.pay_tables.items():
        loud = [label for label, worth in worths.items() if worth.gains.mean > 0]
        if loud:
            tables, favour = ("table", FAVOURS) if len(loud) == 1 else ("tables", FAVOURS.replace("FAVOURS", "FAVOUR"))
            yield f"Of the tables to choose from, {spoken(name)} {tables} {', '.join(loud)} {favour}."


def _summary(found: Analysis) -> Section:
    says = (
        f"Per unit staked. The {spoken(found.rules.ante)} is the whole main game, with the later wagers and the ante "
        "bonus, per unit of ante. The house edge is the expected loss: the expected gain with its sign turned.",
    )
    hits = {name: side.hit_frequency for name, side in found.sides.items()}
    return Section("summary", "Results", says, (every_wager(found.gains, hits),))


def _main(found: Analysis) -> Section:
    main, rules = found.main, found.rules
    figures = (
        figure_row("house edge, per ante", -main.gains.mean, FINE_PERCENT),
        figure_row("return, per ante", 1 + main.gains.mean, FINE_PERCENT),
        figure_row("average wager, in antes", main.average_wager, FINE_DECIMAL),
        figure_row("element of risk", main.element_of_risk, FINE_PERCENT),
        figure_row("variance, per ante", main.gains.variance, FINE_DECIMAL),
        ("standard deviation, per ante", root_of(main.gains.variance, FINE_DECIMAL), exact_root(main.gains.variance)),
        *(
            (figure_row("the dealer qualifies", main.dealer_qualifies, FINE_PERCENT),)
            if main.dealer_qualifies is not None
            else ()
        ),
    )
    chosen = tuple(figure_row(name, chance, FINE_PERCENT) for name, chance in main.actions.items())
    spread = tuple(
        (plots.signed(net), count(int(chance * found.deals)), Figure(chance, FINE_PERCENT), fraction(chance))
        for net, chance in main.gains.distribution
    )
    parts: list[Table | Plot] = [
        Table("Figures", FIGURE_HEADS, figures),
        Table("How often each action is right", ("action", "chance", "exactly"), chosen),
        plots.outcomes(rules.game.name, main.gains),
        Table("Outcome distribution", ("gain, in antes", "deals", "chance", "exactly"), spread),
    ]
    if main.bonus_hands:
        parts.append(_hands("Ante bonus", main.bonus_hands, player_hands(rules)))
    return Section("main", f"Main game: {spoken(rules.ante)}", (), tuple(parts))


def _side(found: Analysis, name: str, side: SideWager) -> Section:
    rules = found.rules
    figures = (
        figure_row("house edge", -side.gains.mean, FINE_PERCENT),
        figure_row("return", 1 + side.gains.mean, FINE_PERCENT),
        figure_row("hit frequency", side.hit_frequency, FINE_PERCENT),
        figure_row("variance", side.gains.variance, FINE_DECIMAL),
        ("standard deviation", root_of(side.gains.variance, FINE_DECIMAL), exact_root(side.gains.variance)),
    )
    table = rules.table(name)
    label = f", table {table.label}" if table and table.label else ""
    says = f"Per unit staked{label}."
    if rules.progressive and name == rules.progressive.name:
        says += (
            f" The stake is exactly {money(rules.progressive.stake)} and stays with the house; "
            f"the main meter stands at {money(found.meter)}."
        )
    parts = (Table("Figures", FIGURE_HEADS, figures), _hands("Paying hands", side.hands, hands_of(found, name)))
    return Section(name, spoken(name).capitalize(), (says,), parts)


def hands_of(found: Analysis, name: str) -> int:
    """Out of how many the combinations of a side wager are counted."""
    side = next(side for side in found.rules.sides if side.name == name)
    return player_hands(found.rules) * (dealer_hands(found.rules) if side.both else 1)


def _hands(title: str, hands: tuple[Hand, ...], total: int) -> Table:
    """Every paying hand, then the rest."""
    folds = any(hand.folded for hand in hands)
    rows: list[tuple[Cell, ...]] = [
        (
            hand.name,
            count(hand.combinations),
            Figure(hand.probability, FINE_PERCENT),
            fraction(hand.probability),
            *((Figure(hand.folded, FINE_PERCENT), fraction(hand.folded)) if folds else ()),
            hand.words,
            hand.clause,
        )
        for hand in hands
    ]
    paid = sum((hand.probability for hand in hands), Fraction(0))
    lost = sum((hand.folded for hand in hands), Fraction(0))
    others = total - sum(hand.combinations for hand in hands)
    blanks: tuple[Cell, ...] = (Figure(lost, FINE_PERCENT), fraction(lost)) if folds else ()
    rest = 1 - paid - lost
    rows.append(
        ("all other hands", count(others), Figure(rest, FINE_PERCENT), fraction(rest), *("" for _ in blanks), "", "")
    )
    rows.append(("together", count(total), Figure(paid + rest, FINE_PERCENT), fraction(paid + rest), *blanks, "", ""))
    extra = ("lost by a fold", "exactly") if folds else ()
    return Table(
        title,
        ("hand", "combinations", "chance paid" if folds else "chance", "exactly", *extra, "pays", "clause"),
        tuple(rows),
    )


def _together(found: Analysis) -> Section:
    rows: list[tuple[Cell, ...]] = []
    for (one, other), both in found.covariances.items():
        correlation = ratio_of_roots(both, found.gains[one].variance, found.gains[other].variance)
        rows.append(
            (
                f"{spoken(one)} and {spoken(other)}",
                "-" if correlation is None else Figure(Fraction(correlation), FINE_DECIMAL),
                root_of(found.joint_variance({one: 1, other: 1})),
                fraction(both),
            )
        )
    if len(found.gains) > 2:
        everything = found.joint_variance(dict.fromkeys(found.gains, 1))
        rows.append(("one unit on each wager", "", root_of(everything), ""))
    heads = ("wagers", "correlation", "std. deviation of one unit on each", "covariance, exactly")
    return Section("together", "Wagers together", (), (Table("Correlations", heads, tuple(rows)),))


def _progressive(found: Analysis) -> list[Section]:
    own, joint, declared = found.progressive, found.joint, found.rules.progressive
    if own is None or joint is None or declared is None:
        return []
    unit = Fraction(declared.stake, 100)
    meter = in_units(found, found.meter)
    lines: list[tuple[str, Callable[[MeterWorth], Fraction], Form]] = [
        (f"return at a meter of {money(found.meter)}", lambda each: each.returns(meter), FINE_PERCENT),
        ("of that, fixed awards", lambda each: each.fixed, FINE_PERCENT),
        ("each 1,000.00 on the meter adds", lambda each: Fraction(each.per_unit * 1000, unit), FINE_PERCENT),
        ("break-even meter", lambda each: each.break_even_meter * unit, MONEY),
        ("return in the long run, with contributions", lambda each: each.long_run_return, FINE_PERCENT),
        ("meter a wager meets in the long run", lambda each: each.average_meter * unit, MONEY),
        ("rounds to a full award", lambda each: Fraction(1, each.top), DECIMAL),
        ("rounds to any award", lambda each: Fraction(1, each.any_award), DECIMAL),
        ("what it costs the main game, per round", lambda each: each.cost * unit, FINE_DECIMAL),
    ]
    tables = tuple(
        Table(title, FIGURE_HEADS, tuple(figure_row(name, of(worth), form) for name, of, form in lines))
        for title, worth in (
            ("The ante played for itself: a fold loses the wager", own),
            (f"The joint optimum, at an ante of {money(joint.ante)}: hands are kept for the award", joint.meter),
        )
    )
    meters = sorted({found.meter, *(declared.opening_meter * step for step in (1, 2, 5, 10, 20, 50))})
    by_meter = tuple(
        (Figure(Fraction(each, 100), MONEY), Figure(returned, PERCENT), fraction(returned))
        for each in meters
        for returned in [own.returns(in_units(found, each))]
    )
    loud = frozenset(place for place, each in enumerate(meters) if own.returns(in_units(found, each)) > 1)
    parts: tuple[Table | Plot, ...] = (
        *tables,
        plots.by_meter(found, own),
        Table("Return by meter, the ante played for itself", ("main meter", "return", "exactly"), by_meter, "", loud),
    )
    return [Section("meter", "Progressive by its meter", (), parts)]


def in_units(found: Analysis, meter: int) -> Fraction:
    """A meter in cents, in units of the progressive's stake."""
    assert found.rules.progressive
    return Fraction(meter, found.rules.progressive.stake)


def _pay_tables(found: Analysis) -> Section:
    parts: list[Table | Plot] = []
    for name, worths in found.pay_tables.items():
        of = "main game by ante bonus" if name not in found.sides else spoken(name)
        chosen = in_force(found, name)
        if len(worths) > 1:
            parts.append(plots.edges(found, name, worths, chosen))
        parts.append(_edges(of, worths, chosen))
    says = "Every table the texts print, priced as if this house had chosen it, all else as it is."
    return Section("tables", "Pay tables", (says,), tuple(parts))


def in_force(found: Analysis, name: str) -> str:
    """The label of the printed table this house has chosen, if it is one."""
    table = found.rules.table(name)
    assert table
    return table.label or "-".join(str(line.odds) for line in table.lines)


def _edges(of: str, worths: dict[str, SideWager | MainGame], chosen: str) -> Table:
    loud = frozenset(place for place, worth in enumerate(worths.values()) if worth.gains.mean > 0)
    rows = tuple(
        (
            label + (" (in force)" if label == chosen else ""),
            Figure(-worth.gains.mean, PERCENT),
            *((Figure(worth.hit_frequency, PERCENT),) if isinstance(worth, SideWager) else ()),
            root_of(worth.gains.variance),
            fraction(worth.gains.mean),
            *((FAVOURS if worth.gains.mean > 0 else "",) if loud else ()),
        )
        for label, worth in worths.items()
    )
    hits = ("hits",) if all(isinstance(worth, SideWager) for worth in worths.values()) else ()
    heads = ("table", "house edge", *hits, "std. deviation", "expected gain, exactly", *(("",) if loud else ()))
    return Table(f"Pay tables: {of}", heads, rows, "", loud)


def _strategy(found: Analysis, played: tuple[Strategy, ...]) -> Section:
    says = [
        "All figures of this report are for optimal play over the exact cards: at every decision the choice with the "
        "greatest expected gain, all cards that the player sees taken into account. Where two choices are worth "
        "exactly the same, the smaller wager is taken: fold before play, check before bet.",
        "Below: the best rules found that a player can remember. What a rule costs is exact, in percent of the "
        "ante per round, against optimal play. Misplayed are the hands that get a worse action than the best.",
    ]
    parts: list[Table | Plot] = []
    for each in played:
        rows = tuple(
            (
                count(rule.conditions),
                rule.words,
                Figure(rule.cost, FINE_PERCENT),
                Figure(rule.misplayed, PERCENT),
                fraction(rule.cost),
            )
            for rule in each.curve.rules
        )
        heads = ("conditions", "rule", "cost", "misplayed", "cost, exactly")
        parts.append(Table(f"Rules to remember for the {each.decision}", heads, rows))
        if len(rows) > 1:
            parts.append(plots.costs(found.rules.game.name, each.curve))
        parts.append(_chart(each))
    return Section("strategy", "Strategy", tuple(says), tuple(parts))


def _chart(each: Strategy) -> Table:
    chart = each.chart
    by = f" and {chart.column_feature}" if chart.column_feature else ""
    rows = tuple((name, *actions) for name, actions in zip(chart.rows, chart.actions, strict=True))
    heads = (chart.row_feature, *(chart.columns if chart.column_feature else ("best",)))
    cost = f"Played so, it costs {Figure(chart.cost, FINE_PERCENT).text} of the ante, exactly {chart.cost}."
    never = " An empty place is one that no deal leads to." if any("" in actions for actions in chart.actions) else ""
    return Table(f"Chart for the {each.decision}, by {chart.row_feature}{by}", heads, rows, cost + never)


def _sessions(found: Analysis, purse: tuple[Session, ...]) -> Section:
    if not purse:
        says = "The awards of this house are too far apart for percentiles to say anything; see the distribution."
        return Section("sessions", "Session results", (says,), ())
    says = (
        "Results of the main game alone, one ante a round, rounds independent: the distribution of one round convolved "
        "with itself. Computed in double precision from the exact distribution."
    )
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            count(each.rounds),
            *(plots.signed(each.results[level]) for level in LEVELS),
            Figure(each.mean, DECIMAL),
            Figure(each.ahead, Form("percent", 2)),
        )
        for each in purse
        if each.rounds in SESSIONS_SHOWN
    )
    heads = ("rounds", *(f"{level} %" for level in LEVELS), "mean", "ahead")
    note = "In antes: N % of sessions end at or below the result in column N %. Ahead: the chance to end with a win."
    parts = (plots.purse(found.rules.game.name, purse), Table("Percentiles of the result", heads, rows, note))
    return Section("sessions", "Session results", (says,), parts)


def _method(found: Analysis) -> Section:
    rules = found.rules
    says = (
        f"Every deal is counted, none is sampled: {found.deals:,} deals, which is every way in which the cards can "
        "come to one player and the dealer, in the order in which the player sees them. Deals that differ only by "
        "suits are counted together where the rules cannot tell them apart.",
        "Class of strategy: optimal over the exact cards. Each decision is made by the exact expected gain of every "
        "choice, for each hand that can be held, with no knowledge of other players' cards. Tie rule: where choices "
        "are worth exactly the same, the smaller wager.",
        "Counts are integers and every figure is an exact fraction, made from the counts by the rules that also settle "
        "rounds at the table. Decimals are rounded from the fractions, half to even. Standard deviations and "
        "correlations are square roots of exact fractions. Only the percentiles of sessions are in double precision.",
        *_maximum(found),
    )
    return method_section(
        rules,
        says,
        *facts(found),
        ("Tie rule", "the smaller wager"),
        ("Class of strategy", "optimal over the exact cards"),
        ("Deals", f"{found.deals:,}"),
    )


def _maximum(found: Analysis) -> list[str]:
    """What a posted maximum does to the figures."""
    rules = found.rules
    if not has_maximum(rules) or rules.game.maximum is None:
        return []
    names = " and ".join(spoken(wager) for wager in rules.game.maximum.wagers)
    return [
        f"The house posts a maximum on what {names} pay together. It is applied for a hand alone in its round, with "
        f"{money(found.bet)} on each of them."
    ]
