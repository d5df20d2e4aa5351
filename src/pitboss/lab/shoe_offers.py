"""The choices of a house in a shoe game: decks, soft 17 and redoubling, and the odds that come with them."""

from collections.abc import Iterator, Sequence
from itertools import product

from pitboss.lab.offers import Offer, odds_words, values_of
from pitboss.lab.shoe import ShoeAnalysis
from pitboss.lab.shoe_sides import SideWorth
from pitboss.shoe.rules import Rules as ShoeRules


def shoe_offers(found: ShoeAnalysis, wanted: Sequence[str]) -> Iterator[Offer]:
    rules, bet = found.rules, found.rules.game.bet.name
    if bet in wanted:
        yield from main_offers(found)
    seen: set[tuple[str, SideWorth]] = set()
    for house in shoe_houses(rules):
        for side in ShoeAnalysis(house, found.lab).sides:
            if side.name in wanted and (side.name, side) not in seen:
                seen.add((side.name, side))
                yield Offer(
                    side.name,
                    {rules.game.shoe.option: house.decks} if rules.game.shoe.option in rules.options else {},
                    side.gain,
                    side.variance,
                    side.hits,
                    tuple(f"{hand.name} {odds_words(hand.pays)}" for hand in side.hands),
                    house.decks == rules.decks,
                )


def main_offers(found: ShoeAnalysis) -> Iterator[Offer]:
    """The main game under every choice of the house that it depends on."""
    rules, bet = found.rules, found.rules.game.bet.name
    names = [name for name, _ in values_of(rules.game.choices)]
    for house in shoe_houses(rules):
        own = house.options == rules.options
        gains = (found if own else ShoeAnalysis(house, found.lab)).gains[bet]
        yield Offer(bet, {name: house.options[name] for name in names}, gains.mean, gains.variance, None, (), own)


def shoe_houses(rules: ShoeRules) -> Iterator[ShoeRules]:
    """The same house with every choice made in every way."""
    values = values_of(rules.game.choices)
    for chosen in product(*(each for _, each in values)):
        changed = dict(zip((name for name, _ in values), chosen, strict=True))
        yield rules.game.rules(rules.jurisdiction, {**rules.options, **changed})
