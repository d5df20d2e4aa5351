"""`pitboss strategy`: what a hand is worth by each choice, and the rules that a person can remember."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

from pitboss.cards import DECK, read_cards, suits
from pitboss.lab.analysis import Analysis
from pitboss.lab.charts import Chart, chart
from pitboss.lab.counting import FAR, Lab, family_of, kernel_of
from pitboss.lab.figures import decimal, exact, number, percent
from pitboss.lab.search import search
from pitboss.lab.strategies import Curve
from pitboss.lab.tally import ALL_RANKS, NET, terms_of
from pitboss.refusal import Refusal, shown
from pitboss.showdown.describe import Page, Table
from pitboss.showdown.rules import Rules


class Choice(NamedTuple):
    """One thing a player can do with a hand, and what it gains on average, in antes."""

    name: str
    worth: Fraction
    best: bool


def choices(
    rules: Rules, hand: str, dealer_up: str | None = None, community: str | None = None, lab: Lab | None = None
) -> tuple[Choice, ...]:
    """What each choice is worth with these cards, and the best: of equal ones that with the smaller wager."""
    found = worths(rules, hand, dealer_up, community, lab)
    best, family = best_of(found), family_of(rules)
    seen = len(cards_seen(rules, dealer_up, community))
    wager = rules.game.decisions[family.seen.index(seen)].name if len(rules.game.decisions) > 1 else ""
    return tuple(Choice(name_of(stakes, wager), worth, stakes == best) for stakes, worth in found.items())


Worths = dict[tuple[int, ...] | None, Fraction]
"""What a round gains in antes by what is done now: the antes placed, none for a check, None for a fold."""


def worths(
    rules: Rules,
    hand: str,
    dealer_up: str | None = None,
    community: str | None = None,
    lab: Lab | None = None,
    gone: int = 0,
) -> Worths:
    """What each choice is worth with these cards; those `gone` lie elsewhere, where the family can count them out."""
    own, others = read_cards_of(rules, hand, dealer_up, community)
    if rules.game.deal.community and not others:
        return worths_before_the_board(rules, sum(own), lab or Lab())
    return kernel_of(rules).choices(rules, terms_of(rules), sum(own), sum(others), ALL_RANKS, gone)


def read_cards_of(
    rules: Rules, hand: str, dealer_up: str | None, community: str | None
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The own cards and the others seen. Raises `Refusal` for what cannot have been dealt where a choice is made."""
    family = family_of(rules)
    own, others = cards_of(hand, "hand"), cards_seen(rules, dealer_up, community)
    if len(own) != rules.game.deal.player:
        raise Refusal("wrong_number_of_cards", f"Give a hand of {rules.game.deal.player} cards; got {len(own)}.")
    if len(others) not in family.seen:
        wanted = " or ".join(map(str, family.seen))
        raise Refusal("wrong_number_of_cards", f"Give {wanted} cards {family.seen_as}; got {len(others)}.")
    if len({*own, *others}) < len(own) + len(others):
        raise Refusal("card_twice", "Give every card only once.")
    return own, others


def worths_before_the_board(rules: Rules, hand: int, lab: Lab) -> Worths:
    """What a fold and the first wager are worth with these cards, when the whole board is still to come.

    That takes every deal, so it is read from a count that is kept. Where a fold would forgo more than a round can lose
    nobody folds: in a count on such terms every hand is played on, as well as it can be.
    """
    terms = terms_of(rules)
    tally = lab.tally(rules, lambda every: Fraction(FAR))
    rows = [row for row in tally.rows if sorted(suits(row.hand)) == sorted(suits(hand))]
    hands = [sum(cards) for cards in combinations(DECK, rules.game.deal.player)]
    alike = sum(sorted(suits(each)) == sorted(suits(hand)) for each in hands)
    met = sum(row.deals for row in rows)
    assert met * len(hands) == tally.deals * alike
    gained = sum(
        row.deals * (terms.ante[row.outcome] + sum(row.stakes) * terms.later[row.outcome])
        for row in rows
        if row.stakes is not None
    )
    first = rules.game.decisions[0].least
    return {None: Fraction(terms.fold), (first,): Fraction(gained, met) + terms.extra(hand)}


def best_of(found: Mapping[tuple[int, ...] | None, Fraction]) -> tuple[int, ...] | None:
    """The choice worth the most; of equal ones that with the smaller wager, and a fold before any."""
    return max(found, key=lambda stakes: (found[stakes], 1 if stakes is None else -sum(stakes)))


def cards_seen(rules: Rules, dealer_up: str | None, community: str | None) -> tuple[int, ...]:
    """The cards besides the hand: the board where the game has one, a card of the dealer's where one is shown."""
    has_board, shows_one = rules.game.deal.community > 0, family_of(rules).seen == (1, 0)
    if dealer_up is not None and not shows_one:
        raise Refusal("no_such_cards", f"Leave the dealer's card out: in {rules.game.title} none lies face up.")
    if community is not None and not has_board:
        raise Refusal("no_such_cards", f"Leave the community cards out: {rules.game.title} has none.")
    return cards_of(dealer_up or "", "dealer's card") or cards_of(community or "", "community cards")


def cards_of(text: str, what: str) -> tuple[int, ...]:
    try:
        return read_cards(text)
    except KeyError as error:
        raise Refusal(
            "unknown_card",
            f"Write the {what} as cards such as Ah, Td or 2c, with spaces between; got {shown(error.args[0])}.",
        ) from None


def name_of(stakes: tuple[int, ...] | None, wager: str) -> str:
    """What is done with the next wager, named where a game has several: "fold", "3x", "check", "turn 1x"."""
    if stakes is None:
        return "fold"
    (stake,) = stakes
    return f"{wager} {stake}x".strip() if stake else "check"


class Strategy(NamedTuple):
    """One decision of a game: its chart, and the rules from one condition up with what each costs."""

    decision: str
    chart: Chart
    curve: Curve


MOST_CONDITIONS = 6
"""Of the longest rules looked for, unless more are wanted."""


def strategies(found: Analysis, most: int = MOST_CONDITIONS) -> Iterator[Strategy]:
    """The decisions of a game in their order. Costs are against the optimum over the exact cards."""
    rules, lab = found.rules, found.lab
    for place, decision in enumerate(kernel_of(rules).decisions(rules, terms_of(rules), ALL_RANKS, lab.progress)):
        optimum = found.main.gains.mean if place == 0 else later_gain(found, place)
        curve = search(decision, optimum, most, lab.progress).worth_their_length()
        yield Strategy(decision.name, chart(decision, optimum), curve)


def later_gain(found: Analysis, place: int) -> Fraction:
    """What one of the later wagers gains by itself under optimal play, in antes a deal."""
    name, outcomes = found.rules.game.decisions[place].name, found.rules.game.outcomes
    gained = sum(
        row.stakes[place] * NET[outcomes[row.outcome].results[name]] * row.deals
        for row in found.tally.rows
        if row.stakes is not None
    )
    return Fraction(gained, found.deals)


def choices_table(rules: Rules, found: tuple[Choice, ...], seen: str) -> Table:
    rows = [
        [
            each.name,
            decimal(each.worth, 6),
            f"{each.worth.numerator}/{each.worth.denominator}",
            "best" if each.best else "",
        ]
        for each in found
    ]
    blind = 1 in family_of(rules).seen and not seen
    over = ", over all cards the dealer may show (--dealer-up names the one)" if blind else ""
    title = f"{rules.game.title}: what each choice is worth, in antes{over}"
    return Table(title, ["choice", "worth", "exactly", ""], rows)


def strategy_page(rules: Rules, found: list[Strategy]) -> Page:
    tables = [table for each in found for table in (chart_table(each), rules_table(each))]
    return Page(f"{rules.game.title}: how to play", "Found by search over every situation, counted exactly.", tables)


def chart_table(found: Strategy) -> Table:
    chart = found.chart
    heads = [chart.row_feature, *(chart.columns if chart.column_feature else ["best"])]
    by = f" and {chart.column_feature}" if chart.column_feature else ""
    rows = [[name, *actions] for name, actions in zip(chart.rows, chart.actions, strict=True)]
    cost = f"played so it costs {percent(chart.cost, 5)} of the ante"
    return Table(f"The {found.decision} wager by {chart.row_feature}{by}; {cost}", heads, rows)


def rules_table(found: Strategy) -> Table:
    rows = [
        [str(rule.conditions), percent(rule.cost, 5), percent(rule.misplayed, 3), rule.words]
        for rule in found.curve.rules
    ]
    heads = ["conditions", "costs", "misplayed", "rule"]
    return Table(f"Rules to remember for the {found.decision} wager; costs are shares of the ante", heads, rows)


def choices_json(found: tuple[Choice, ...]) -> list[dict[str, Any]]:
    return [
        {"choice": each.name, "worth": number(each.worth), "ev": exact(each.worth), "best": each.best} for each in found
    ]


def rule_records(found: list[Strategy]) -> list[dict[str, Any]]:
    """Every rule to remember as a record of a data frame."""
    return [
        {
            "decision": each.decision,
            "conditions": rule.conditions,
            "rule": rule.words,
            "cost": rule.cost,
            "misplayed": rule.misplayed,
        }
        for each in found
        for rule in each.curve.rules
    ]


def strategy_json(found: list[Strategy]) -> list[dict[str, Any]]:
    return [
        {
            "decision": each.decision,
            "optimum": exact(each.curve.optimum),
            "chart": {
                "rows_by": each.chart.row_feature,
                "columns_by": each.chart.column_feature,
                "rows": each.chart.rows,
                "columns": each.chart.columns,
                "actions": each.chart.actions,
                "cost": number(each.chart.cost),
            },
            "rules": [
                {
                    "conditions": rule.conditions,
                    "words": rule.words,
                    "cost": number(rule.cost),
                    "cost_exact": exact(rule.cost),
                    "misplayed": number(rule.misplayed),
                }
                for rule in each.curve.rules
            ],
        }
        for each in found
    ]
