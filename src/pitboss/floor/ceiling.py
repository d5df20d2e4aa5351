"""The most that a table can pay. An amount above it is no luck but a fault, and is never kept.

Settlement looks up what a hand is paid; here nothing is settled: for every wager the best that its declaration holds
for anybody. So a wrong amount is found whatever made it wrong, as long as no hand at all could have won it.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from pitboss.dice.rules import Rules as DiceRules
from pitboss.money import write_money
from pitboss.refusal import Refusal
from pitboss.regulations.paytables import Share
from pitboss.shoe.rules import Rules as ShoeRules
from pitboss.showdown.progressive import Meters, ProgressiveRules
from pitboss.showdown.rules import Rules as ShowdownRules
from pitboss.table.dice.events import WinnersPaid
from pitboss.table.events import Event, WagersPaid
from pitboss.table.setup import House
from pitboss.table.shoe.events import HandPaid
from pitboss.table.showdown.events import ProgressiveCollected, ProgressivePaid

IMPOSSIBLE = "impossible_amount"

Claim = tuple[str, int, int]
"""What is paid or added, how many cents, and the most that it can be."""


class Impossible(Refusal):
    """Whoever is refused learns no amount: it is for the record and for whoever looks into it (`detail`)."""

    def __init__(self, detail: str) -> None:
        super().__init__(
            IMPOSSIBLE,
            "Wait for a supervisor: this table was about to pay more than its rules can give, so it stopped; "
            "its round is void and every wager was returned.",
        )
        self.detail = detail


class Ceiling:
    """Of one table. `times`: the most a wager pays to 1; `sums`: the most cents of what has no stake; `paid_on`: the
    wager on whose stake a bonus is paid."""

    def __init__(self, house: House) -> None:
        rules: Any = house.rules
        self.progressive: ProgressiveRules | None = getattr(rules, "progressive", None)
        self.times, self.sums = _of_family(rules)
        bonus = getattr(rules.game, "ante_bonus", None)
        self.paid_on = {bonus.name: rules.ante} if bonus else {}

    def check(self, state: Any, event: Event) -> None:
        """Raises `Impossible` for an event that pays or adds more than can be; `state` is the table before it."""
        for what, cents, most in self._claims(state, event):
            if not 0 <= cents <= most:
                raise Impossible(f"{what}: {write_money(cents)}, at most {write_money(most)}")

    def _claims(self, state: Any, event: Event) -> Iterator[Claim]:
        if isinstance(event, WagersPaid):
            bet = state.bets[event.position]
            for row in event.rows:
                on = self.paid_on.get(row.wager)
                most = self._most(row.wager, bet.stakes[on] if on else row.stake)
                yield row.wager, row.pays, most
                yield f"coupon on {row.wager}", row.coupon, most if bet.coupon else 0
        elif isinstance(event, HandPaid | WinnersPaid):
            for each in event.rows:
                yield each.wager, each.pays, self._most(each.wager, each.stake)
        elif isinstance(event, ProgressivePaid):
            yield self._progressive_paid(state, event)
        elif isinstance(event, ProgressiveCollected):
            yield from self._progressive_added(event)

    def _most(self, wager: str, stake: int) -> int:
        if wager in self.sums:
            return self.sums[wager]
        times = self.times.get(wager, Fraction(0))
        return stake * times.numerator // times.denominator

    def _progressive_paid(self, state: Any, event: ProgressivePaid) -> Claim:
        assert self.progressive is not None
        if event.source == "meter":
            return self.progressive.name, event.amount, state.main
        fixed = [line.odds * 100 for line in self.progressive.table.lines if not isinstance(line.odds, Share)]
        return self.progressive.name, event.amount, max(fixed, default=0)

    def _progressive_added(self, event: ProgressiveCollected) -> Iterator[Claim]:
        assert self.progressive is not None
        added = self.progressive.contribute(Meters(0, 0), len(event.stakes))
        yield "main meter", event.main, added.main
        yield "secondary meter", event.secondary, added.secondary


Most = tuple[dict[str, Fraction], dict[str, int]]


def _of_family(rules: Any) -> Most:
    if isinstance(rules, ShowdownRules):
        return _highest(_showdown(rules)), {}
    if isinstance(rules, ShoeRules):
        return _highest(_shoe(rules)), _shoe_sums(rules)
    assert isinstance(rules, DiceRules)
    return _highest(_dice(rules)), {}


def _highest(found: Iterable[tuple[str, Fraction]]) -> dict[str, Fraction]:
    highest: dict[str, Fraction] = {}
    for wager, times in found:
        highest[wager] = max(times, highest.get(wager, Fraction(0)))
    return highest


def _showdown(rules: ShowdownRules) -> Iterator[tuple[str, Fraction]]:
    for contest in rules.verdicts:
        for made in contest:
            yield made.wager, Fraction(made.odds)
    for each in (rules.ante_bonus or {}).values():
        yield each.wager, Fraction(each.odds)
    for side in rules.bonuses:
        for each in side.wins.values():
            yield each.wager, Fraction(each.odds)


def _shoe(rules: ShoeRules) -> Iterator[tuple[str, Fraction]]:
    game = rules.game
    on_a_hand = [Fraction(1), game.blackjack.odds.fraction(), *(bonus.odds.fraction() for bonus in game.bonuses)]
    for wager in (game.bet.name, game.attack.name if game.attack else "", "doubled"):
        yield wager, max(on_a_hand)
    yield game.insurance.name, game.insurance.odds.fraction()
    if game.match:
        suited, rank = game.match.suited[rules.decks].odds, game.match.rank[rules.decks].odds
        yield game.match.name, 2 * max(suited.fraction(), rank.fraction())
    if game.bust_it:
        yield game.bust_it.name, max(row.odds.fraction() for row in game.bust_it.rows)


def _shoe_sums(rules: ShoeRules) -> dict[str, int]:
    """What a rare hand is paid, and what each other player is paid for it."""
    bonus = rules.game.super_bonus
    if bonus is None:
        return {}
    most = max(award.pays for award in bonus.awards)
    return {bonus.name: most, bonus.envy_name: bonus.envy}


def _dice(rules: DiceRules) -> Iterator[tuple[str, Fraction]]:
    for wager, stages in rules.stages.items():
        for stage in stages.values():
            for ruling in stage.values():
                yield wager, ruling.pays
    for hop in rules.game.hops:
        for each in (hop.easy, hop.hard):
            yield hop.name, Fraction(each.odds.pays, each.odds.to)
