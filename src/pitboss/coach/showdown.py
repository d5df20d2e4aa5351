"""A hand against the dealer's: what a fold, a check and every wager are worth.

What is known are the own hand, the board, a card of the dealer's where one lies face up, and the player's other hands:
they are counted out where the lab can. Side wagers that are paid
alike whatever is done are left out; those that a fold loses are counted, with the meter as it stands.
"""

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from math import comb

from pitboss.cards import CARDS, DECK, suits
from pitboss.coach.advice import Advice, Expected, Offered, no_figures, ranked
from pitboss.coach.situations import ShowdownSituation
from pitboss.lab.analysis import Analysis
from pitboss.lab.counting import Lab, family_of
from pitboss.lab.pricing import award_in_units
from pitboss.lab.strategy import Worths, worths
from pitboss.showdown.declaration import Later
from pitboss.showdown.rules import Rules, SideRules


def reckon(rules: Rules, at: ShowdownSituation, lab: Lab) -> Advice:
    """What each choice gains over the whole round, in antes, played as well as can be from there on."""
    step = asked(rules, at)
    wagers = dict(at.wagers)
    ante = wagers[rules.ante]
    known = family_of(rules).counts_out
    gone = sum(CARDS[card] for card in at.beside) if known else 0
    found = worths(rules, " ".join(at.hand), at.up or None, " ".join(at.board) or None, lab, gone)
    found = with_wagers_placed(rules, found, wagers, step)
    if None in found:
        found = with_sides(rules, found, at, wagers)
    keys = [(each, stakes_of(each, step, ante)) for each in at.offered]
    choices = ranked((each, found.get(stakes)) for each, stakes in keys)
    seen = (*at.hand, *([at.up] if at.up else ()), *at.board, *(at.beside if known else ()))
    return Advice(step.name, rules.ante, ante, choices, seen, SAYS if known or not at.beside else f"{SAYS} {ALONE}")


SAYS = "What the round gains on average by each choice, ante included, if it is played as well as can be from there on."

ALONE = "Your other hand is not counted out."


def asked(rules: Rules, at: ShowdownSituation) -> Later:
    """The decision that these cards lead to."""
    family = family_of(rules)
    cards = len(at.board) + len(at.up.split())
    if len(at.hand) != rules.game.deal.player or cards not in family.seen:
        raise no_figures("cards lie open that are usually hidden, or some are missing")
    return rules.game.decisions[family.seen.index(cards) if len(rules.game.decisions) > 1 else 0]


def stakes_of(offered: Offered, step: Later, ante: int) -> tuple[int, ...] | None:
    """As the lab names it: the antes placed, none for a check; None is a fold."""
    if offered.action == step.name:
        times, rest = divmod(offered.amount, ante)
        return (-1,) if rest else (times,)
    return None if offered.action == "fold" else (0,)


def with_wagers_placed(rules: Rules, found: Worths, wagers: Mapping[str, int], step: Later) -> Worths:
    """With what wagers of earlier decisions bring that the lab leaves out, because they bring it by either choice.

    A wager of one ante more brings what the next one would: all later wagers end alike.
    """
    names = [each.name for each in rules.game.decisions]
    earlier = names[1 : names.index(step.name)]
    placed = Fraction(sum(wagers.get(name, 0) for name in earlier), wagers[rules.ante])
    if not placed:
        return found
    (less, without), (more, with_it) = sorted((stakes, worth) for stakes, worth in found.items() if stakes is not None)
    slope = (with_it - without) * Fraction(1, more[0] - less[0])
    return {stakes: worth + placed * slope for stakes, worth in found.items()}


def with_sides(rules: Rules, found: Worths, at: ShowdownSituation, wagers: Mapping[str, int]) -> Worths:
    """With the side wagers that a fold loses."""
    at_stake = [side for side in rules.sides if side.name in wagers and not side.survives_fold]
    antes = {side.name: Fraction(wagers[side.name], wagers[rules.ante]) for side in at_stake}
    kept = sum((antes[side.name] * side_gain(rules, side, at) for side in at_stake), Fraction(0))
    return {
        stakes: worth + (kept if stakes is not None else -sum(antes.values(), Fraction(0)))
        for stakes, worth in found.items()
    }


def side_gain(rules: Rules, side: SideRules, at: ShowdownSituation) -> Fraction:
    """What one unit on a side wager gains if the hand is played, over all that the dealer may hold."""
    hand = sum(CARDS[card] for card in at.hand)
    held = side.classify(suits(hand), rules.ranking.of(hand))
    matched = chance_of_match(rules, side, hand, held) if held in side.both else Fraction(0)
    alone = unit_gain(rules, side, held, at.meter)
    return alone + matched * (unit_gain(rules, side, side.both[held], at.meter) - alone) if matched else alone


def unit_gain(rules: Rules, side: SideRules, held: int, meter: int) -> Fraction:
    won = side.wins.get(held)
    if won is None:
        return Fraction(-1)
    return award_in_units(rules, won.award, meter) - 1 if won.award else Fraction(won.odds)


def chance_of_match(rules: Rules, side: SideRules, hand: int, held: int) -> Fraction:
    """How often the dealer's own cards are of the same class."""
    unseen = [card for card in DECK if not card & hand]
    size = rules.game.deal.dealer
    alike = sum(side.classify(suits(sum(cards)), 0) == held for cards in combinations(unseen, size))
    return Fraction(alike, comb(len(unseen), size))


def expected(rules: Rules, lab: Lab) -> dict[str, Expected]:
    """The ante with all that follows it, then every side wager; what the ante loses by folds is lost by theirs too."""
    found = Analysis(rules, lab)
    gains = {name: Expected(each.mean) for name, each in found.gains.items()}
    if rules.progressive and found.progressive:
        worth, stake = found.progressive, rules.progressive.stake
        gains[rules.progressive.name] = Expected(worth.fixed - 1, worth.per_unit * Fraction(1, stake))
    return gains
