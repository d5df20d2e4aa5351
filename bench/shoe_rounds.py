"""Deal rounds of a shoe game card by card, by the lab's strategy, and compare them with the lab's figures.

    .venv/bin/python bench/shoe_rounds.py GAME [--rounds 1e8] [--seed 1] [-o NAME=VALUE ...]

One player, a full shoe each round, the super bonus left out. Prints mean and standard deviation with their standard
errors next to the lab's, and how far the counts of the net results are from the lab's chances (chi square). Only the
choices are taken from the lab; cards, hands and payments are not. About ten seconds for each hundred million rounds.
"""

import argparse
import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy
from numba import njit

from pitboss import games
from pitboss.lab.drawing import hand_of
from pitboss.lab.figures import root
from pitboss.lab.kernels.shoe import CLASSES, hands
from pitboss.lab.shoe import ShoeAnalysis
from pitboss.shoe.rules import Rules

Array = Any

FITS = 3  # any suits, one suit, spades
WIDEST = 200  # half bets that a round can win or lose at most
SPADES = 3


def quick(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same function as machine code."""
    made: Callable[..., Any] = njit(function)
    return made


@quick
def draw(shoe: Array, taken: int) -> int:
    other = taken + int(numpy.random.random() * (len(shoe) - taken))
    shoe[taken], shoe[other] = shoe[other], shoe[taken]
    card: int = shoe[taken]
    return card


@quick
def fit_of(needs: Array, a: int, b: int, suit: int, other: int) -> int:
    if needs[a, b] < 0 or suit != other:
        return 0
    return 2 if suit == SPADES else 1


@quick
def deal(
    rounds: int,
    seed: int,
    shoe: Array,
    first: Array,
    second: Array,
    chosen: Array,
    needs: Array,
    more: Array,
    two: Array,
    children: Array,
    totals: Array,
    pays: Array,
    attack: Array,
    house: tuple[bool, int, bool, int, bool],
    counts: Array,
) -> None:
    """Count the rounds by their net result in half bets. A card is its class times four, and its suit."""
    once, blackjack, beats, most, hits_soft_17 = house
    numpy.random.seed(seed)
    total, stake, suits = numpy.zeros(8, numpy.int64), numpy.zeros(8, numpy.int64), numpy.zeros(8, numpy.int64)
    for _ in range(rounds):
        cards = [draw(shoe, taken) for taken in range(4)]
        up, a, b, hole = cards[0] >> 2, cards[1] >> 2, cards[2] >> 2, cards[3] >> 2
        suit, other = cards[1] & 3, cards[2] & 3
        taken, gain, standing = 4, 0, 0
        mine = a + b == 9 and a * b == 0
        if up + hole == 9 and up * hole == 0:
            gain = (blackjack if beats else 0) if mine else -2
        elif mine:
            gain = blackjack
        else:
            choice = first[up, a, b, fit_of(needs, a, b, suit, other)]
            is_split = choice == 4
            made, done = 1 + is_split, 0
            suits[0], suits[1] = suit, other
            while done < made:
                if is_split:
                    suit = suits[done]
                    while True:
                        card = draw(shoe, taken)
                        taken += 1
                        b, other = card >> 2, card & 3
                        if b != a or made == most or (once and a == 0):
                            break
                        suits[made] = other
                        made += 1
                    choice = second[up, a, b, fit_of(needs, a, b, suit, other)]
                done += 1
                fit = fit_of(needs, a, b, suit, other)
                hand, level, held, is_bonus = two[a, b], 0, 2, False
                while True:
                    if choice == 0:
                        if pays[hand] > 0:
                            gain += 2 << level if level else pays[hand] + (more[a, b, fit] if is_bonus else 0)
                        else:
                            total[standing], stake[standing] = totals[hand], 2 << level
                            standing += 1
                        break
                    if choice == 3:
                        gain -= 1 << level
                        break
                    level += choice == 2
                    card = draw(shoe, taken)
                    taken += 1
                    held += 1
                    is_bonus = held == 3 and fit > 0 and card >> 2 == needs[a, b] and card & 3 == suit
                    hand = children[hand, card >> 2]
                    if hand < 0:
                        gain -= 2 << level
                        break
                    choice = chosen[up, a if is_split else CLASSES, level, hand]
            if standing:
                hard, aces = up + hole + 2, (up == 0) + (hole == 0)
                while True:
                    theirs = hard + 10 if aces and hard <= 11 else hard
                    if theirs > 17 or (theirs == 17 and not (hits_soft_17 and theirs > hard)):
                        break
                    card = draw(shoe, taken) >> 2
                    taken += 1
                    hard, aces = hard + card + 1, aces + (card == 0)
                for each in range(standing):
                    if theirs > 21 or theirs < total[each]:
                        gain += stake[each]
                    elif theirs > total[each]:
                        gain -= stake[each]
        counts[WIDEST + gain * attack[up]] += 1


def strategy(found: ShoeAnalysis) -> tuple[Any, ...]:
    """The lab's choices as tables: first two cards, second card of a split hand, and every hand after that."""
    every, played = hands(), found.at_best
    first, second = (numpy.zeros((CLASSES, CLASSES, CLASSES, FITS), numpy.int64) for _ in range(2))
    chosen = numpy.zeros((CLASSES, CLASSES + 1, found.rules.doubles + 1, len(every.counts)), numpy.int64)
    needs, more = numpy.full((CLASSES, CLASSES), -1), numpy.zeros((CLASSES, CLASSES, FITS), numpy.int64)
    two = numpy.array([[every.numbers[hand_of(a, b)] for b in range(CLASSES)] for a in range(CLASSES)])
    for a in range(CLASSES):
        for b in range(CLASSES):
            if suits := found.suited.get(hand_of(a, b)):
                needs[a, b], more[a, b, 1:] = suits.needs, [extra for _, extra in suits.more]
            for up in range(CLASSES):
                chosen[up, CLASSES], chosen[up, a] = played[up, None].chosen, played[up, a].chosen
                low, high = sorted((a, b))
                first[up, a, b] = [choice for _, choice, _ in found._choose(played, up, low, high, None)]
                second[up, a, b] = [choice for _, choice, _ in found._second_card(played[up, a], a, b, None)]
    return first, second, chosen, needs, more, two


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--rounds", type=float, default=1e8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-o", "--option", action="append", default=[], metavar="NAME=VALUE")
    wanted = parser.parse_args()
    game = games.game(wanted.game)
    words = {"true": True, "false": False}
    pairs = (each.split("=", 1) for each in wanted.option)
    options = {name: words.get(value, int(value) if value.isdigit() else value) for name, value in pairs}
    rules = game.rules("nj", options)
    assert isinstance(rules, Rules)
    found, rounds, every = ShoeAnalysis(rules), int(wanted.rounds), hands()
    attack = numpy.array([2 if attacked else 1 for attacked in found.main.attacked])
    shoe = numpy.array([min(rank, 9) * 4 + suit for rank in range(12) for suit in range(4)] * rules.decks)
    blackjack = rules.game.blackjack
    house = (
        rules.game.split.aces_once is not None,
        int(2 * blackjack.odds.fraction()),
        bool(blackjack.beats_dealers),
        rules.split_hands,
        rules.hits_soft_17,
    )
    counts = numpy.zeros(2 * WIDEST + 1, numpy.int64)
    tables = (numpy.array(each) for each in (every.children, every.totals, found.terms.pays))
    deal(rounds, wanted.seed, shoe, *strategy(found), *tables, attack, house, counts)

    net = numpy.arange(-WIDEST, WIDEST + 1) / 2
    mean = (net * counts).sum() / rounds
    variance = (net**2 * counts).sum() / rounds - mean**2
    fourth = ((net - mean) ** 4 * counts).sum() / rounds
    deviation = math.sqrt(variance)
    error = math.sqrt((fourth - variance**2) / rounds) / (2 * deviation)
    lab_mean, lab_deviation = float(found.main.gain), root(found.variance)
    print(f"mean       {mean:.6f} +- {deviation / math.sqrt(rounds):.6f}   lab {lab_mean:.6f}")
    print(f"deviation  {deviation:.6f} +- {error:.6f}   lab {lab_deviation:.6f}")
    expected = [rounds * float(found.outcomes.get(Fraction(gain - WIDEST, 2), 0)) for gain in range(len(counts))]
    often = [(count, mean) for count, mean in zip(counts.tolist(), expected, strict=True) if mean > 50]
    print(f"chi square {sum((count - mean) ** 2 / mean for count, mean in often):.1f} over {len(often)} net results")


if __name__ == "__main__":
    main()
