"""Dice games: the exact worth of every wager, of line wagers with odds behind them, and how long a shooter lasts.

Everything is a closed form over the 36 ways two dice can fall, in fractions. The money comes from the same rulings that
settle rounds, per unit staked; what settlement rounds down to the cent is not rounded here.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cached_property
from itertools import count, islice
from typing import Any, NamedTuple

from pitboss.dice.declaration import LOSE, PUSH, WIN, Behind, Combined, Hop, Line, Wager
from pitboss.dice.rules import NO_POINT, Rules, Ruling, Stage
from pitboss.dice.throws import ALL_WAYS, WAYS, hard, totals, ways
from pitboss.lab.figures import decimal, exact, number, percent, root
from pitboss.lab.results import Record, Result
from pitboss.lab.worth import Moments
from pitboss.refusal import Refusal, spoken
from pitboss.regulations.options import written
from pitboss.regulations.pages import Page, Table

Chances = dict[Ruling, Fraction]
"""How a wager can end, with which chance; the chances add up to one."""

MULTIPLES = ("1x", "2x", "3-4-5x", "5x", "10x", "20x", "100x")
"""Odds that houses offer, for the combined edges."""

ROLLS_SHOWN = (*range(1, 51), 100, 154)
"""Lengths of a run; 154 is the longest on record."""

LENGTHS = f"How long it lasts; {ROLLS_SHOWN[-1]} rolls are the longest run on record"


POINTS_SHOWN = 12
"""Of the points that a shooter makes."""


class Worth(NamedTuple):
    """A wager per unit staked, left on the layout until it is decided.

    `resolved`: the chance that it does not push. `rolls`: how many it takes on average. `commission`: what is charged
    besides the stake, won or lost.
    """

    gains: Moments
    resolved: Fraction
    rolls: Fraction
    commission: Fraction
    chances: Chances

    @property
    def edge(self) -> Fraction:
        return -self.gains.mean

    @property
    def edge_resolved(self) -> Fraction:
        return self.edge / self.resolved

    @property
    def edge_of_outlay(self) -> Fraction:
        """Per unit handed over, commission included."""
        return self.edge / (1 + self.commission)

    @property
    def wins(self) -> Fraction:
        return sum((chance for ruling, chance in self.chances.items() if ruling.result is WIN), Fraction(0))


class WithOdds(NamedTuple):
    """A line wager of one unit with all the odds allowed behind it."""

    line: str
    multiples: str  # as the option is written
    gains: Moments
    average_wager: Fraction
    resolved_wager: Fraction

    @property
    def edge(self) -> Fraction:
        """Per unit wagered, odds included."""
        return -self.gains.mean / self.average_wager

    @property
    def edge_resolved(self) -> Fraction:
        return -self.gains.mean / self.resolved_wager


def gain(ruling: Ruling) -> Fraction:
    """What a unit staked gains by a ruling."""
    staked = Fraction(1) if ruling.result is LOSE else Fraction(0)
    return ruling.pays - staked - ruling.commission


def chances_at(stage: Stage) -> Chances:
    """How a wager ends that waits until a throw of its stage decides it."""
    found: dict[Ruling, int] = {}
    for dice, ruling in stage.items():
        found[ruling] = found.get(ruling, 0) + WAYS[dice]
    deciding = sum(found.values())
    return {ruling: Fraction(number_of, deciding) for ruling, number_of in found.items()}


def rolls_at(stage: Stage) -> Fraction:
    """How many rolls it waits on average."""
    return Fraction(ALL_WAYS, sum(WAYS[dice] for dice in stage))


def mixed(parts: Iterable[tuple[Fraction, Chances]]) -> Chances:
    """Ends that are reached by different ways, each with its chance."""
    found: Chances = {}
    for weight, chances in parts:
        for ruling, chance in chances.items():
            found[ruling] = found.get(ruling, Fraction(0)) + weight * chance
    return found


def moments_of(gains: Iterable[tuple[Fraction, Fraction]]) -> Moments:
    """Mean and variance of gains, each given with its chance."""
    found: dict[Fraction, Fraction] = {}
    for value, chance in gains:
        found[value] = found.get(value, Fraction(0)) + chance
    assert sum(found.values()) == 1
    mean = sum((value * chance for value, chance in found.items()), Fraction(0))
    square = sum((value * value * chance for value, chance in found.items()), Fraction(0))
    return Moments(mean, square - mean * mean, tuple(sorted(found.items())))


def worth_of(rules: Rules, wager: Wager) -> Worth:
    stages = rules.stages_of(wager.name, None) if not isinstance(wager, Hop) else {}
    if isinstance(wager, Line):
        return _worth(*line_chances(rules, wager))
    if isinstance(wager, Behind):
        # By how often each point is thrown.
        points = point_chances(rules)
        weights = [(points[point] / sum(points.values()), stage) for point, stage in stages.items()]
        rolls = sum((weight * rolls_at(stage) for weight, stage in weights), Fraction(0))
        return _worth(mixed((weight, chances_at(stage)) for weight, stage in weights), rolls)
    if isinstance(wager, Hop):
        return hop_worth(rules, wager, double=False)
    found = _worth(chances_at(stages[NO_POINT]), rolls_at(stages[NO_POINT]))
    # Of several wagers in one each part is won or lost, even where they come to nothing together.
    return found._replace(resolved=Fraction(1)) if isinstance(wager, Combined) else found


def hop_worth(rules: Rules, hop: Hop, double: bool) -> Worth:
    """All hops on two different dice are alike, and all on a double."""
    named = next(dice for dice in WAYS if (dice in hard(sum(dice))) == double)
    return _worth(chances_at(rules.stages_of(hop.name, named)[NO_POINT]), Fraction(1))


def line_chances(rules: Rules, line: Line) -> tuple[Chances, Fraction]:
    """The first roll decides it, or makes a point that is then waited for."""
    stages = rules.stages[line.name]
    first = {ruling: Fraction(0) for ruling in stages[NO_POINT].values()}
    for dice, ruling in stages[NO_POINT].items():
        first[ruling] += Fraction(WAYS[dice], ALL_WAYS)
    points = point_chances(rules)
    parts = [(Fraction(1), first), *((chance, chances_at(stages[point])) for point, chance in points.items())]
    rolls = 1 + sum((chance * rolls_at(stages[point]) for point, chance in points.items()), Fraction(0))
    return mixed(parts), rolls


def point_chances(rules: Rules) -> dict[int, Fraction]:
    """How often a come-out roll makes each point."""
    return {point: Fraction(ways(totals(point)), ALL_WAYS) for point in rules.game.shooting.points}


def _worth(chances: Chances, rolls: Fraction) -> Worth:
    gains = moments_of((gain(ruling), chance) for ruling, chance in chances.items())
    pushes = sum((chance for ruling, chance in chances.items() if ruling.result is PUSH), Fraction(0))
    return Worth(gains, 1 - pushes, rolls, max(ruling.commission for ruling in chances), chances)


def with_odds(rules: Rules, line: Line, behind: Behind) -> WithOdds:
    """The line wager with the most odds the house allows on each point, all of them working."""
    stages, points = rules.stages[line.name], point_chances(rules)
    gains: list[tuple[Fraction, Fraction]] = []
    pushed, average = Fraction(0), Fraction(1)
    for dice, ruling in stages[NO_POINT].items():
        chance = Fraction(WAYS[dice], ALL_WAYS)
        gains.append((gain(ruling), chance))
        pushed += chance if ruling.result is PUSH else 0
    for point, chance in points.items():
        units = rules.most_per_unit(behind, line.name, point)
        average += chance * units
        odds = {ruling.result: gain(ruling) for ruling in rules.stages[behind.name][point].values()}
        for ruling, decided in chances_at(stages[point]).items():
            gains.append((gain(ruling) + units * odds[ruling.result], chance * decided))
    return WithOdds(line.name, written(rules.options[behind.limit]), moments_of(gains), average, average - pushed)


class Shooter:
    """A shooter's run of rolls, from the first come-out roll to the seven-out: a chain of come-out and points."""

    def __init__(self, rules: Rules) -> None:
        shooting = rules.game.shooting
        self.points = {point: ways(totals(point)) for point in shooting.points}
        self.sevens = ways(totals(shooting.seven))

    def runs(self) -> "Iterator[tuple[int, Fraction, Fraction]]":
        """For 1, 2, 3 … rolls: the chance that the run has exactly so many, and that it has so many or more."""
        come_out, on, rolls = 1, dict.fromkeys(self.points, 0), 0  # in 36ths to the power of the rolls
        while True:
            lasting = Fraction(come_out + sum(on.values()), ALL_WAYS**rolls)
            ended = self.sevens * sum(on.values())
            neither = ALL_WAYS - sum(self.points.values())
            made = sum(on[point] * made_by for point, made_by in self.points.items())
            on = {
                point: on[point] * (ALL_WAYS - self.sevens - thrown_by) + come_out * thrown_by
                for point, thrown_by in self.points.items()
            }
            come_out = come_out * neither + made
            rolls += 1
            yield rolls, Fraction(ended, ALL_WAYS**rolls), lasting

    def _from_come_out(
        self, at_come_out: Fraction, at_point: dict[int, Fraction]
    ) -> tuple[Fraction, dict[int, Fraction]]:
        """Expected sums until the end, where each roll adds what is given for the state it is made in.

        From a point one gets to the come-out, to the end or nowhere; so all is told by the sum from the come-out.
        """
        leaves = {point: made_by + self.sevens for point, made_by in self.points.items()}
        fixed = {point: at_point[point] * Fraction(ALL_WAYS, leaves[point]) for point in self.points}
        back = {point: Fraction(made_by, leaves[point]) for point, made_by in self.points.items()}
        goes = {point: Fraction(thrown_by, ALL_WAYS) for point, thrown_by in self.points.items()}
        stays = 1 - sum(goes.values())
        whole = at_come_out + sum((goes[point] * fixed[point] for point in goes), Fraction(0))
        start = whole / (1 - stays - sum((goes[point] * back[point] for point in goes), Fraction(0)))
        return start, {point: fixed[point] + back[point] * start for point in goes}

    @cached_property
    def rolls(self) -> Moments:
        """Mean and variance of the number of rolls; of its chances see `runs`."""
        mean, from_point = self._from_come_out(Fraction(1), dict.fromkeys(self.points, Fraction(1)))
        # Of T rolls left, T² = 1 + 2 (T - 1) + (T - 1)²: each roll adds 2 E(T) - 1 for the state it is made in.
        square, _ = self._from_come_out(2 * mean - 1, {point: 2 * left - 1 for point, left in from_point.items()})
        return Moments(mean, square - mean * mean, ())

    @cached_property
    def makes_point(self) -> Fraction:
        """The chance that a point is made before the seven."""
        made = sum((by * Fraction(by, by + self.sevens) for by in self.points.values()), Fraction(0))
        return made / sum(self.points.values())

    @property
    def points_made(self) -> Fraction:
        """How many points a shooter makes on average."""
        return self.makes_point / (1 - self.makes_point)

    @property
    def points_variance(self) -> Fraction:
        return self.points_made / (1 - self.makes_point)

    def points_runs(self) -> "Iterator[tuple[int, Fraction, Fraction]]":
        """For 0, 1, 2 … points: the chance that a shooter makes exactly so many, and that many or more.

        After a point made all is as at the start, and a run ends with the first point missed.
        """
        for made in count():
            lasting = self.makes_point**made
            yield made, lasting * (1 - self.makes_point), lasting


class DiceAnalysis(Result):
    """The worth of every wager of a dice game under one house's rules. Everything is exact."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.shooter = Shooter(rules)

    @cached_property
    def wagers(self) -> dict[str, Worth]:
        """By name; a hop on a double is an entry of its own."""
        found = {}
        for wager in self.rules.game.all_wagers():
            if not self.rules.offers(wager):
                continue
            found[wager.name] = worth_of(self.rules, wager)
            if isinstance(wager, Hop):
                found[f"{wager.name}_hard"] = hop_worth(self.rules, wager, double=True)
        return found

    @property
    def gains(self) -> dict[str, Moments]:
        return {name: worth.gains for name, worth in self.wagers.items()}

    @cached_property
    def with_odds(self) -> tuple[WithOdds, ...]:
        """Every line wager with the house's odds, then with others that houses offer.

        A house that takes no odds is listed with those that it cannot refuse.
        """
        found = []
        for behind in self.rules.game.behind:
            here = self.rules.options[behind.limit]
            for multiples in dict.fromkeys((here, *MULTIPLES, None)):
                other = {**self.rules.options, behind.limit: multiples}
                house = self.rules.game.rules(self.rules.jurisdiction, other)
                taking = house.lines_for(behind)
                found += [with_odds(house, line, behind) for line in self.rules.game.lines if line.name in taking]
        return tuple(found)

    def runs(self) -> list[tuple[int, Fraction, Fraction]]:
        """The lengths of a shooter's run that are printed."""
        all_runs = islice(self.shooter.runs(), max(ROLLS_SHOWN))
        return [run for run in all_runs if run[0] in ROLLS_SHOWN]

    def points_runs(self) -> list[tuple[int, Fraction, Fraction]]:
        """The numbers of points made that are printed."""
        return list(islice(self.shooter.points_runs(), POINTS_SHOWN + 1))

    def records(self) -> list[Record]:
        return [
            {
                "wager": name,
                "house_edge": number(worth.edge),
                "house_edge_resolved": worth.edge_resolved,
                "house_edge_of_outlay": worth.edge_of_outlay,
                "standard_deviation": root(worth.gains.variance),
                "hit_frequency": worth.wins,
                "rolls": worth.rolls,
                "commission": worth.commission,
                "ev": worth.gains.mean,
                "variance": worth.gains.variance,
            }
            for name, worth in self.wagers.items()
        ]

    def records_of(self, part: str) -> list[Record]:
        if part == "outcomes":
            return [
                {"wager": name, "outcome": ruling.outcome, "probability": chance, "net": gain(ruling)}
                | {"clause": ruling.clause}
                for name, worth in self.wagers.items()
                for ruling, chance in worth.chances.items()
            ]
        if part == "pay_tables":
            from pitboss.lab.offers import offer_record, offers

            return [offer_record(each) for each in offers(self)]
        if part == "strategy":
            from pitboss.lab.dice_strategy import wager_records

            return wager_records(self)
        raise Refusal("no_chart", f"Ask for the strategy instead: {self.rules.game.title} has no chart of hands.")

    def to_dict(self) -> dict[str, Any]:
        """As `pitboss analyze --json` prints it."""
        return {
            "game": self.rules.game.name,
            "jurisdiction": self.rules.jurisdiction,
            "options": self.rules.options,
            "method": "exact",
            "wagers": {name: _worth_json(worth) for name, worth in self.wagers.items()},
            "with_odds": [_with_odds_json(each) for each in self.with_odds],
            "shooter": self._shooter_json(),
            "pay_tables": {},
        }

    def _shooter_json(self) -> dict[str, Any]:
        shooter = self.shooter
        return {
            "mean_rolls": number(shooter.rolls.mean),
            "standard_deviation": root(shooter.rolls.variance),
            "makes_point": number(shooter.makes_point),
            "points_made": number(shooter.points_made),
            "exact": {
                "mean_rolls": exact(shooter.rolls.mean),
                "variance": exact(shooter.rolls.variance),
                "makes_point": exact(shooter.makes_point),
                "points_made": exact(shooter.points_made),
                "points_variance": exact(shooter.points_variance),
            },
            "points": [
                {
                    "points": made,
                    "probability": number(ends),
                    "at_least": number(lasts),
                    "exact": {"probability": exact(ends), "at_least": exact(lasts)},
                }
                for made, ends, lasts in self.points_runs()
            ],
            "rolls": [
                {
                    "rolls": rolls,
                    "probability": number(ends),
                    "at_least": number(lasts),
                    "exact": {"probability": exact(ends), "at_least": exact(lasts)},
                }
                for rolls, ends, lasts in self.runs()
            ],
        }

    def page(self) -> Page:
        """For people: titled tables."""
        return Page(
            f"{self.rules.game.title}: the worth of every wager",
            f"{self.rules.game.jurisdictions[self.rules.jurisdiction]}. Exact, per unit staked and left until it is "
            "decided; resolved means without pushes.",
            [self._wagers_table(), self._odds_table(), *self._shooter_tables()],
        )

    def _wagers_table(self) -> Table:
        rows = [
            [
                spoken(name),
                percent(worth.edge),
                f"{worth.edge.numerator}/{worth.edge.denominator}",
                percent(worth.edge_resolved),
                percent(worth.edge_of_outlay) if worth.commission else "-",
                percent(worth.edge / worth.rolls),
                percent(worth.wins, 2),
                decimal(worth.rolls, 2),
                f"{root(worth.gains.variance):.4f}",
            ]
            for name, worth in self.wagers.items()
        ]
        heads = ["wager", "house edge", "exactly", "resolved", "with commission", "per roll", "wins", "rolls"]
        return Table("Wagers, per unit staked", [*heads, "std. deviation"], rows)

    def _odds_table(self) -> Table:
        rows = [
            [
                spoken(each.line),
                each.multiples,
                percent(each.edge),
                f"{each.edge.numerator}/{each.edge.denominator}",
                percent(each.edge_resolved),
                decimal(each.average_wager),
                f"{root(each.gains.variance):.4f}",
            ]
            for each in self.with_odds
        ]
        heads = ["wager", "odds", "house edge", "exactly", "resolved", "average wager", "std. deviation"]
        return Table("Line wagers with all the odds allowed, per unit wagered in all", heads, rows)

    def _shooter_tables(self) -> list[Table]:
        shooter = self.shooter
        mean = shooter.rolls.mean
        figures = [
            ["rolls on average", decimal(mean), f"{mean.numerator}/{mean.denominator}"],
            ["their standard deviation", f"{root(shooter.rolls.variance):.4f}", ""],
            ["a point is made", percent(shooter.makes_point), str(shooter.makes_point)],
            ["points made on average", decimal(shooter.points_made), str(shooter.points_made)],
            ["their standard deviation", f"{root(shooter.points_variance):.4f}", ""],
        ]
        points = [
            [str(made), percent(ends, 6), percent(lasts, 6), f"1 in {decimal(1 / lasts, 1)}"]
            for made, ends, lasts in self.points_runs()
        ]
        rows = [
            [str(rolls), percent(ends, 6), percent(lasts, 6), f"1 in {decimal(1 / lasts, 1)}"]
            for rolls, ends, lasts in self.runs()
        ]
        return [
            Table("A shooter's run", ["", "figure", "exactly"], figures),
            Table("How many points it makes", ["points", "exactly", "or more", "that is"], points),
            Table(LENGTHS, ["rolls", "exactly", "or more", "that is"], rows),
        ]

    def __repr__(self) -> str:
        edges = ", ".join(f"{name} {percent(worth.edge)}" for name, worth in self.wagers.items())
        return f"<{self.rules.game.name} ({self.rules.jurisdiction}): {edges}>"


def _worth_json(worth: Worth) -> dict[str, Any]:
    found = {
        "house_edge": number(worth.edge),
        "ev": exact(worth.gains.mean),
        "house_edge_resolved": number(worth.edge_resolved),
        "house_edge_per_roll": number(worth.edge / worth.rolls),
        "standard_deviation": root(worth.gains.variance),
        "hit_frequency": number(worth.wins),
        "rolls": number(worth.rolls),
        "exact": {
            "house_edge": exact(worth.edge),
            "house_edge_resolved": exact(worth.edge_resolved),
            "variance": exact(worth.gains.variance),
            "hit_frequency": exact(worth.wins),
            "resolved": exact(worth.resolved),
            "rolls": exact(worth.rolls),
        },
        "outcomes": [
            {"outcome": ruling.outcome, "probability": number(chance), "exact_probability": exact(chance)}
            | {"net": number(gain(ruling)), "clause": ruling.clause}
            for ruling, chance in worth.chances.items()
        ],
    }
    if worth.commission:
        found["commission"] = number(worth.commission)
        found["house_edge_of_outlay"] = number(worth.edge_of_outlay)
    return found


def _with_odds_json(each: WithOdds) -> dict[str, Any]:
    return {
        "wager": each.line,
        "odds": each.multiples,
        "house_edge": number(each.edge),
        "house_edge_resolved": number(each.edge_resolved),
        "ev": exact(each.gains.mean),
        "average_wager": number(each.average_wager),
        "standard_deviation": root(each.gains.variance),
        "exact": {
            "house_edge": exact(each.edge),
            "house_edge_resolved": exact(each.edge_resolved),
            "average_wager": exact(each.average_wager),
            "variance": exact(each.gains.variance),
        },
    }
