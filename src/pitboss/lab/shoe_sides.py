"""The side wagers of a shoe game, counted from a full shoe."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any, NamedTuple

from pitboss.lab.figures import exact, number, percent, root
from pitboss.refusal import spoken
from pitboss.regulations.pages import Table
from pitboss.shoe.declaration import BustIt, Insurance, Match
from pitboss.shoe.hands import BEST, VALUES, total_of
from pitboss.shoe.rules import Rules

RANKS = "23456789JQKA"
PICTURES = "JQK"
SUITS = "cdhs"


class Hand(NamedTuple):
    """One way for a side wager to win."""

    name: str
    combinations: int
    pays: Fraction
    clause: str


class SideWorth(NamedTuple):
    """A side wager: the ways to win out of all, the others lose."""

    name: str
    hands: tuple[Hand, ...]
    of: int

    @property
    def hits(self) -> Fraction:
        return Fraction(sum(hand.combinations for hand in self.hands), self.of)

    @property
    def gain(self) -> Fraction:
        return sum((Fraction(hand.combinations, self.of) * (hand.pays + 1) for hand in self.hands), Fraction(-1))

    @property
    def variance(self) -> Fraction:
        square = sum((Fraction(hand.combinations, self.of) * hand.pays**2 for hand in self.hands), 1 - self.hits)
        return square - self.gain**2

    def records(self) -> list[dict[str, Any]]:
        """A record for each way to win."""
        return [
            {
                "wager": self.name,
                "hand": hand.name,
                "combinations": hand.combinations,
                "net": hand.pays,
                "probability": number(Fraction(hand.combinations, self.of)),
                "clause": hand.clause,
            }
            for hand in self.hands
        ]

    def as_json(self) -> dict[str, Any]:
        return {
            "house_edge": number(-self.gain),
            "ev": exact(self.gain),
            "standard_deviation": root(self.variance),
            "hit_frequency": number(self.hits),
            "method": "exact",
            "exact": {"hit_frequency": exact(self.hits), "variance": exact(self.variance)},
            "outcomes": [
                {
                    "hand": hand.name,
                    "combinations": hand.combinations,
                    "probability": number(Fraction(hand.combinations, self.of)),
                    "pays": number(hand.pays) if hand.pays.denominator > 1 else int(hand.pays),
                    "clause": hand.clause,
                }
                for hand in self.hands
            ],
        }

    def table(self) -> Table:
        rows = [
            [
                hand.name,
                f"{hand.combinations:,}",
                percent(Fraction(hand.combinations, self.of), 6),
                f"{hand.pays.numerator} to {hand.pays.denominator}",
                hand.clause,
            ]
            for hand in self.hands
        ]
        return Table(spoken(self.name).capitalize(), ["hand", "combinations", "chance", "pays", "clause"], rows)


def side_worths(rules: Rules) -> tuple[SideWorth, ...]:
    """All side wagers that the house offers, insurance last."""
    game, found = rules.game, list[SideWorth]()
    if game.match and game.match.name in rules.offered:
        found.append(match_worth(rules, game.match, rules.decks))
    if game.bust_it and game.bust_it.name in rules.offered:
        found.append(bust_it_worth(rules, game.bust_it))
    found.append(insurance_worth(rules, game.insurance))
    return tuple(found)


def match_tables(rules: Rules) -> dict[str, Any]:
    """The odds of each number of decks, for comparison."""
    match = rules.game.match
    if match is None or match.name not in rules.offered:
        return {}
    worths = {f"{decks} decks": match_worth(rules, match, decks) for decks in match.rank}
    return {
        match.name: {
            label: {"house_edge": number(-worth.gain), "ev": exact(worth.gain)} for label, worth in worths.items()
        }
    }


def match_worth(rules: Rules, match: Match, decks: int) -> SideWorth:
    """Two cards against one up card, which may be any: the shoe is the same for each."""
    suited, rank = match.suited[decks], match.rank[decks]
    same, alike = decks - 1, (len(SUITS) - 1) * decks
    cards = len(RANKS) * len(SUITS) * decks - 1
    others = cards - same - alike
    hands = []
    for cards_suited, cards_alike in ((2, 0), (1, 1), (0, 2), (1, 0), (0, 1)):
        ways = comb(same, cards_suited) * comb(alike, cards_alike) * comb(others, 2 - cards_suited - cards_alike)
        words = [f"{many} {what}" for many, what in ((cards_suited, "suited"), (cards_alike, "by rank")) if many]
        pays = cards_suited * suited.odds.fraction() + cards_alike * rank.odds.fraction()
        clause = rules.cite(suited.clause if cards_suited else rank.clause)
        hands.append(Hand(" and ".join(words), ways, pays, clause))
    return SideWorth(match.name, tuple(hands), comb(cards, 2))


def insurance_worth(rules: Rules, insurance: Insurance) -> SideWorth:
    """The hole card under an ace, nothing else seen."""
    pictures = len(PICTURES) * len(SUITS) * rules.decks
    cards = len(RANKS) * len(SUITS) * rules.decks - 1
    hand = Hand("dealer's blackjack", pictures, insurance.odds.fraction(), rules.cite(insurance.clause))
    return SideWorth(insurance.name, (hand,), cards)


def bust_it_worth(rules: Rules, bust_it: BustIt) -> SideWorth:
    """The dealer's first three cards in order: by rank, and by suit where all are of one rank."""
    decks = rules.decks
    cards = len(RANKS) * len(SUITS) * decks
    ways: Counter[int] = Counter()
    for ranks in product(RANKS, repeat=3):
        hard = sum(VALUES[rank] for rank in ranks)
        two = [rank + SUITS[0] for rank in ranks[:2]]
        if hard <= BEST or total_of(two)[0] > 16:
            continue
        if len({*ranks}) > 1:
            held = [rank + suit for rank, suit in zip(ranks, SUITS, strict=False)]
            ways[_row(bust_it, held)] += _orders(Counter(ranks), decks * len(SUITS))
        else:
            for suits in product(SUITS, repeat=3):
                held = [rank + suit for rank, suit in zip(ranks, suits, strict=True)]
                ways[_row(bust_it, held)] += _orders(Counter(held), decks)
    hands = tuple(
        Hand(row.name, ways[place], row.odds.fraction(), rules.cite(row.clause))
        for place, row in enumerate(bust_it.rows)
    )
    return SideWorth(bust_it.name, hands, cards * (cards - 1) * (cards - 2))


def _row(bust_it: BustIt, held: list[str]) -> int:
    return next(place for place, row in enumerate(bust_it.rows) if row.is_held(held))


def _orders(counts: Counter[str], of_each: int) -> int:
    """Ways to draw these cards one after the other, so many of each being in the shoe."""
    ways = 1
    for many in counts.values():
        for drawn in range(many):
            ways *= of_each - drawn
    return ways
