"""The worth of every wager, as exact fractions, from a priced tally."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from math import comb
from typing import NamedTuple

from pitboss.lab.pricing import Priced, award_in_units, is_lost_by_fold, side_class
from pitboss.lab.qualifying import dealer_qualifies
from pitboss.lab.tally import Row, Tally
from pitboss.regulations.paytables import PayTable, Share
from pitboss.showdown.describe import award_in_words, odds_in_words
from pitboss.showdown.rules import Rules, SideRules

Gain = Callable[[Priced], Fraction]


class Moments(NamedTuple):
    """Mean and variance of what a wager gains per unit, and what it can gain with which chance."""

    mean: Fraction
    variance: Fraction
    distribution: tuple[tuple[Fraction, Fraction], ...]


class MainGame(NamedTuple):
    """The ante with everything that follows it, per unit of ante."""

    gains: Moments
    average_wager: Fraction
    actions: dict[str, Fraction]
    bonus_hands: tuple["Hand", ...]
    dealer_qualifies: Fraction | None

    @property
    def element_of_risk(self) -> Fraction:
        return -self.gains.mean / self.average_wager


class Hand(NamedTuple):
    """A paying hand of a table. `folded`: how often it is met and lost by a fold."""

    name: str
    combinations: int
    probability: Fraction
    pays: int
    share: bool
    words: str
    clause: str
    folded: Fraction


class SideWager(NamedTuple):
    """A side wager, per unit staked, with the paying hands of its table."""

    gains: Moments
    hit_frequency: Fraction
    hands: tuple[Hand, ...]


class Met(NamedTuple):
    """How many deals bring each class of hand, played and folded. Combinations are out of so many `hands`."""

    played: Counter[int]
    folded: Counter[int]
    deals: int
    hands: int


def of_distribution(counts: Mapping[Fraction, int], deals: int) -> Moments:
    mean = sum((value * n for value, n in counts.items()), Fraction(0)) / deals
    square = sum((value * value * n for value, n in counts.items()), Fraction(0)) / deals
    chances = tuple((value, Fraction(n, deals)) for value, n in sorted(counts.items()) if n)
    return Moments(mean, square - mean * mean, chances)


def moments(rows: Iterable[Priced], gain: Gain, deals: int) -> Moments:
    counts: Counter[Fraction] = Counter()
    for each in rows:
        counts[gain(each)] += each.row.deals
    return of_distribution(counts, deals)


def covariance(rows: tuple[Priced, ...], one: Gain, other: Gain, deals: int) -> Fraction:
    pairs: Counter[tuple[Fraction, Fraction]] = Counter()
    for each in rows:
        pairs[one(each), other(each)] += each.row.deals
    both = sum((a * b * n for (a, b), n in pairs.items()), Fraction(0))
    sums = [sum((pair[place] * n for pair, n in pairs.items()), Fraction(0)) for place in range(2)]
    return both / deals - sums[0] * sums[1] / deals**2


def main_game(rules: Rules, rows: tuple[Priced, ...], deals: int) -> MainGame:
    average = Fraction(sum(each.wagered * each.row.deals for each in rows), deals)
    declared = rules.game.ante_bonus
    hands: tuple[Hand, ...] = ()
    if declared:
        table = rules.table(declared.name)
        assert table
        on, dealt = declared.on, (each.row for each in rows)
        met = met_by(dealt, lambda row: on(rules.ranking.of(row.hand)), has_folded, deals, player_hands(rules))
        hands = paying_hands(table, met)
    gains = moments(rows, lambda each: each.main, deals)
    return MainGame(gains, average, actions(rules, rows, deals), hands, dealer_qualifies(rules))


def actions(rules: Rules, rows: tuple[Priced, ...], deals: int) -> dict[str, Fraction]:
    """How often each action is right: by the size of the later wager, or by wager where there are several."""
    counts: Counter[str] = Counter(fold=0)
    for each in rows:
        stakes = each.row.stakes
        if stakes is None:
            counts["fold"] += each.row.deals
        elif len(stakes) == 1:
            counts[f"{stakes[0]}x"] += each.row.deals
        else:
            for step, stake in zip(rules.game.decisions, stakes, strict=True):
                counts[step.name] += each.row.deals if stake else 0
    order = {name: place for place, name in enumerate(("fold", *(step.name for step in rules.game.decisions)))}
    names = sorted(counts, key=lambda name: (order.get(name, len(order)), len(name), name))
    return {name: Fraction(counts[name], deals) for name in names}


def has_folded(row: Row) -> bool:
    return row.stakes is None


def side_met(rules: Rules, side: SideRules, tally: Tally) -> Met:
    """The classes of hand that a side wager asks for."""
    hands = player_hands(rules) * (dealer_hands(rules) if side.both else 1)
    return met_by(
        tally.rows,
        lambda row: side_class(rules, side, row.hand, row.matched),
        lambda row: is_lost_by_fold(side, row),
        tally.deals,
        hands,
    )


def met_by(
    rows: Iterable[Row], class_of: Callable[[Row], int], lost: Callable[[Row], bool], deals: int, hands: int
) -> Met:
    met = Met(Counter(), Counter(), deals, hands)
    for row in rows:
        (met.folded if lost(row) else met.played)[class_of(row)] += row.deals
    return met


def side_wager(rules: Rules, name: str, table: PayTable, met: Met, meter: int) -> SideWager:
    """The side wager of this name under one of its tables. `meter`: the progressive's main meter in cents."""
    awards = rules.progressive is not None and rules.progressive.name == name
    counts: Counter[Fraction] = Counter()
    for line in table.lines:
        # The stake of a progressive stays with the house.
        gain = award_in_units(rules, line.odds, meter) - 1 if awards else Fraction(line.odds)
        counts[gain] += met.played[line.hand_class]
    hit = sum(counts.values())
    counts[Fraction(-1)] += met.deals - hit
    hands = paying_hands(table, met, award_in_words if awards else odds_in_words)
    return SideWager(of_distribution(counts, met.deals), Fraction(hit, met.deals), hands)


def paying_hands(table: PayTable, met: Met, in_words: Callable[[int], str] = odds_in_words) -> tuple[Hand, ...]:
    """The lines of a table with how often each is met."""
    return tuple(
        Hand(
            line.hand,
            whole((met.played[line.hand_class] + met.folded[line.hand_class]) * met.hands, met.deals),
            Fraction(met.played[line.hand_class], met.deals),
            int(line.odds),
            isinstance(line.odds, Share),
            in_words(line.odds),
            line.clause,
            Fraction(met.folded[line.hand_class], met.deals),
        )
        for line in table.lines
    )


def whole(product: int, deals: int) -> int:
    quotient, rest = divmod(product, deals)
    assert rest == 0
    return quotient


def player_hands(rules: Rules) -> int:
    return comb(52, rules.game.deal.player)


def dealer_hands(rules: Rules) -> int:
    return comb(52 - rules.game.deal.player, rules.game.deal.dealer)
