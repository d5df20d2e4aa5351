"""Hold 'em bonus counted, against a plain definition on small decks and against published figures."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK, hand, suits
from pitboss.games.texas_holdem_bonus import GAME, LOW_PAIR, PAIR_OF_ACES, hole_class
from pitboss.lab.kernels import holdem
from pitboss.lab.tally import Row, Tally, Terms, terms_of
from pitboss.ranking.five_card import best_five
from pitboss.showdown.declaration import Outcome
from pitboss.showdown.rules import Rules

STRAIGHT, FLUSH = (GAME.rules(options={"ante_wins_with": least}) for least in ("straight", "flush"))
ACE_TO_FIVE, NO_STRAIGHT = 0b1000000001111, 0b1100001001001

OUTCOMES = (Outcome.PLAYER_HIGHER, Outcome.PLAYER_HIGHER_WEAK, Outcome.TIE, Outcome.DEALER_HIGHER)
PRINTED = (1, 0, -1)
"""What a later wager pays when the player is higher, tied and lower."""

Numbers = NDArray[Any]


@cache
def deck_of(ranks: int) -> list[int]:
    return [card for number, card in enumerate(DECK) if ranks >> number % 13 & 1]


class Board(NamedTuple):
    """A whole board: the hands that can be held (by number), each one's value, and how many dealer's hands are lower,
    tied and higher (rows), in all and among those that match it (last axis)."""

    cards: tuple[int, ...]
    held: Numbers
    values: Numbers
    against: Numbers


@cache
def hands_of(ranks: int) -> list[int]:
    return [sum(two) for two in combinations(deck_of(ranks), 2)]


@cache
def boards(ranks: int) -> list[Board]:
    """Every board, every hand on it against every other."""
    hands = hands_of(ranks)
    number = {two: at for at, two in enumerate(hands)}
    value = cache(lambda cards: best_five(*suits(cards)))
    aces = np.array([hole_class(suits(two), 0) == PAIR_OF_ACES for two in hands])
    meet = np.array([[not one & other for other in hands] for one in hands])
    found = []
    for cards in combinations(deck_of(ranks), 5):
        board = sum(cards)
        held = np.array([number[sum(two)] for two in combinations([c for c in deck_of(ranks) if not c & board], 2)])
        values = np.array([value(hands[at] + board) for at in held])
        pairs = meet[held][:, held]
        against = np.zeros((len(held), 3, 2), np.int64)
        for end, ends in enumerate((values[:, None] > values, values[:, None] == values, values[:, None] < values)):
            ends &= pairs
            against[:, end, 0] = ends.sum(axis=1)
            against[aces[held], end, 1] = ends[aces[held]][:, aces[held]].sum(axis=1)
        found.append(Board(cards, held, values, against))
    return found


class Plain(NamedTuple):
    """The game by its definition: what wagers on turn and river earn by the cards seen, and for every two cards the
    deals by wagers placed, kind of hand, ending, and all or matched."""

    turn: dict[int, Numbers]
    river: dict[int, Numbers]
    deals: Numbers


@cache
def plain(ranks: int, pays: tuple[int, int, int]) -> Plain:
    """Each wager is placed if it earns something over all that can come; every order of the board's cards is a deal."""
    deck, hands = deck_of(ranks), hands_of(ranks)
    turn = {sum(flop): np.zeros(len(hands), np.int64) for flop in combinations(deck, 3)}
    river = {sum(four): np.zeros(len(hands), np.int64) for four in combinations(deck, 4)}
    for cards, held, _, against in boards(ranks):
        net = against[:, :, 0] @ np.array(pays)
        for card in cards:
            river[sum(cards) - card][held] += net
        for two in combinations(cards, 2):
            turn[sum(cards) - sum(two)][held] += net
    deals = np.zeros((len(hands), 4, 9, 3, 2), np.int64)
    for cards, held, values, against in boards(ranks):
        orders = np.zeros((4, len(held)), np.int64)
        for last, fourth in permutations(cards, 2):
            on_turn = turn[sum(cards) - last - fourth][held] > 0
            on_river = river[sum(cards) - last][held] > 0
            orders += np.arange(4)[:, None] == 2 * on_turn + on_river
        for placed in range(4):
            deals[held, placed, values >> 26] += orders[placed][:, None, None] * against
    return Plain(turn, river, deals)


Ends = Counter[tuple[bool, tuple[int, ...], Outcome]]


def ends_of(rules: Rules, deals: Numbers) -> Ends:
    """One hand's deals by match, stakes and outcome if it stays in."""
    found: Ends = Counter()
    for placed, kind, end in np.argwhere(deals[:, :, :, 0]).tolist():
        higher = Outcome.PLAYER_HIGHER if kind << 26 >= rules.ante_needs else Outcome.PLAYER_HIGHER_WEAK
        outcome = (higher, Outcome.TIE, Outcome.DEALER_HIGHER)[end]
        every, matched = deals[placed, kind, end].tolist()
        found[False, (2, placed // 2, placed % 2), outcome] += every - matched
        found[True, (2, placed // 2, placed % 2), outcome] += matched
    return +found


def worth(terms: Terms, ends: Ends, two: int) -> Fraction:
    """What staying in earns, per deal."""
    total = sum(
        deals * (terms.ante[outcome] + sum(stakes) * terms.later[outcome])
        for (_, stakes, outcome), deals in ends.items()
    )
    return Fraction(total, ends.total()) + terms.extra(two)


Key = tuple[int, bool, tuple[int, ...] | None, Outcome]


def plain_tally(rules: Rules, terms: Terms, ranks: int, pays: tuple[int, int, int]) -> Counter[Key]:
    """The deals by bonus class, match, stakes and outcome."""
    found: Counter[Key] = Counter()
    for two, deals in zip(hands_of(ranks), plain(ranks, pays).deals, strict=True):
        ends = ends_of(rules, deals)
        stays = worth(terms, ends, two) > terms.fold
        for (matched, stakes, outcome), many in ends.items():
            ended = (stakes, outcome) if stays else (None, Outcome.FOLD)
            found[(hole_class(suits(two), 0), matched, *ended)] += many
    return found


def by_class(tally: Tally) -> Counter[Key]:
    found: Counter[Key] = Counter()
    for row in tally.rows:
        found[hole_class(suits(row.hand), 0), row.matched, row.stakes, row.outcome] += row.deals
    return found


def low_pairs_pay(two: int) -> Fraction:
    """A price on staying in with a low pair, a gift for a pair of aces, a little less than nothing for the rest."""
    return {LOW_PAIR: Fraction(-9, 2), PAIR_OF_ACES: Fraction(7)}.get(hole_class(suits(two), 0), Fraction(-1, 3))


def check(rules: Rules, terms: Terms, ranks: int, pays: tuple[int, int, int]) -> Tally:
    tally = holdem.tally(rules, terms, ranks)
    assert by_class(tally) == plain_tally(rules, terms, ranks, pays)
    assert tally.deals == sum(row.deals for row in tally.rows) == 190 * 816 * 15 * 14 * 78
    return tally


def test_a_deck_of_ace_to_five_by_definition() -> None:
    ranks = ACE_TO_FIVE
    for rules in (STRAIGHT, FLUSH):
        check(rules, terms_of(rules), ranks, PRINTED)
        tally = check(rules, terms_of(rules, low_pairs_pay), ranks, PRINTED)
        assert {row.stakes is None for row in tally.rows} == {True, False}
    for cards in ("As Ah", "5d 2c", "4c 3c", "3s 2c"):
        check_choices(STRAIGHT, hand(cards), ranks)
    check_decisions(FLUSH, terms_of(FLUSH, low_pairs_pay), ranks)


def test_other_payoffs_by_definition() -> None:
    win, push, lose = pays = (3, 1, -4)
    later = dict(zip(OUTCOMES, (win, win, push, lose), strict=True))
    terms = terms_of(FLUSH)._replace(later=later, extra=low_pairs_pay)
    tally = check(FLUSH, terms, NO_STRAIGHT, pays)
    assert {row.stakes for row in tally.rows} == {None, (2, 0, 0), (2, 0, 1), (2, 1, 0), (2, 1, 1)}


def check_choices(rules: Rules, two: int, ranks: int) -> None:
    """Before the flop, on some flops and on some boards of four."""
    game, terms, at = plain(ranks, PRINTED), terms_of(rules), hands_of(ranks).index(two)
    before = worth(terms, ends_of(rules, game.deals[at]), two)
    assert holdem.choices(rules, terms, two, 0, ranks) == {None: -1, (2,): before}
    left = [card for card in deck_of(ranks) if not card & two]
    for flop in combinations(left, 3):
        seen = sum(flop)
        if hash(flop) % 40 == 0:
            found = holdem.choices(rules, terms, two, seen, ranks)
            assert found[1,] - found[0,] == Fraction(int(game.turn[seen][at]), 105 * 78)
    for four in combinations(left, 4):
        seen = sum(four)
        if hash(four) % 100 == 0:
            found = holdem.choices(rules, terms, two, seen, ranks)
            assert found[1,] - found[0,] == Fraction(int(game.river[seen][at]), 14 * 78)


def check_decisions(rules: Rules, terms: Terms, ranks: int) -> None:
    """The flop's best values are the tally's; on turn and river the deals and what wagers net, by the low card."""
    flop, turn, river = holdem.decisions(rules, terms, ranks)
    game, hands = plain(ranks, PRINTED), hands_of(ranks)
    worths = [worth(terms, ends_of(rules, game.deals[at]), two) for at, two in enumerate(hands)]
    each = flop.deals // len(hands)
    assert sum(flop.weights.tolist()) == flop.deals == 190 * 816 * 15 * 14 * 78
    assert sum(flop.values.max(axis=1).tolist()) == sum(max(Fraction(-1), found) for found in worths) * each
    for decision, sums, times in ((turn, game.turn, 2), (river, game.river, 4)):
        expected: Counter[tuple[int, str]] = Counter()
        for at, two in enumerate(hands):
            if worths[at] > -1:
                low = min(number % 13 for number, card in enumerate(DECK) if card & two)
                expected[low, "deals"] += each
                expected[low, "net"] += times * sum(int(net[at]) for net in sums.values())
        found: Counter[tuple[int, str]] = Counter()
        for cell, value, weight in zip(decision.cells, decision.values, decision.weights, strict=True):
            found[int(cell[2]), "deals"] += int(weight)
            found[int(cell[2]), "net"] += int(value[1])
        assert found == expected
        assert not decision.values[:, 0].any()


SITUATIONS = {
    ("Ah Kd", "Qc 7s 2h"): (
        *("nothing of your own", "no draw", "king", "the top kicker"),
        *("unpaired", "no two of a suit", "no two of a straight"),
    ),
    ("8h 7h", "9h 2h Tc"): (
        *("nothing of your own", "a flush and straight draw", "seven", "the fifth kicker"),
        *("unpaired", "two of a suit", "two of a straight"),
    ),
    ("Qs 4d", "Kc Qd Qh 9h"): (
        *("three of a kind", "no draw", "four", "the second kicker"),
        *("paired", "two of a suit", "three of a straight"),
    ),
    ("Js 5d", "8c 8d 8h 2c"): (
        *("nothing of your own", "no draw", "five", "the fourth kicker"),
        *("paired", "two of a suit", "no two of a straight"),
    ),
    ("6s 6d", "Ac 9c 4c Kc"): (
        *("a low pair", "no draw", "six", "a low kicker"),
        *("unpaired", "four of a suit", "two of a straight"),
    ),
}


def test_situations_in_words() -> None:
    for (two, board), words in SITUATIONS.items():
        cell = np.unravel_index(holdem._cell(hand(board), hand(two)), holdem.RADIX)
        assert tuple(each.words(int(at)) for each, at in zip(holdem.SEEN, cell, strict=True)) == words, (two, board)


def test_two_cards_in_words() -> None:
    (flop, _, _) = holdem.decisions(STRAIGHT, terms_of(STRAIGHT), ACE_TO_FIVE)
    held = {tuple(each.words(int(at)) for each, at in zip(flop.features, cell, strict=True)) for cell in flop.cells}
    low = [("two", high) for high in ("three", "four", "five", "ace")]
    low += [("three", high) for high in ("four", "five", "ace")] + [("four", "five"), ("four", "ace"), ("five", "ace")]
    unsuited = {(f"unsuited cards with a {each}", high) for each, high in low}
    suited = {("suited cards", high) for high in ("three", "four", "five", "ace")}
    assert held == unsuited | suited | {("a pair", high) for high in ("two", "three", "four", "five", "ace")}


def test_published_figures() -> None:
    """The edge and the average wager of both ante rules, the hands to fold, and the bonus."""
    edges = {}
    for rules, folds in ((STRAIGHT, "23 24 25 26 27"), (FLUSH, "23 24 25 26 27 34")):
        terms = terms_of(rules)
        tally = holdem.tally(rules, terms)
        assert tally.deals == sum(row.deals for row in tally.rows) == 1326 * 19600 * 47 * 46 * 990
        net = sum(row.deals * net_of(terms, row) for row in tally.rows)
        wagered = sum(row.deals * (1 + sum(row.stakes or ())) for row in tally.rows)
        edges[rules.options["ante_wins_with"]] = (
            round(-Fraction(100 * net, tally.deals), 4),
            round(Fraction(wagered, tally.deals), 4),
        )
        folded = {row.hand for row in tally.rows if row.stakes is None}
        assert {holdem.hole_words(each) for each in folded} == {f"{two[1]}-{two[0]}" for two in folds.split()}
        assert round(-Fraction(100 * bonus_net(rules, tally), tally.deals), 2) == Fraction("8.54")
    assert edges["straight"] == (Fraction("2.0369"), Fraction("3.8181"))
    assert edges["flush"][0] == Fraction("5.5935")


def net_of(terms: Terms, row: Row) -> int:
    """What a deal earns, in antes."""
    return terms.fold if row.stakes is None else terms.ante[row.outcome] + sum(row.stakes) * terms.later[row.outcome]


def bonus_net(rules: Rules, tally: Tally) -> Fraction:
    """What the bonus earns over all deals where a fold does not lose it."""
    (bonus,) = rules.bonuses
    net = Fraction(0)
    for row in tally.rows:
        found = bonus.classify(suits(row.hand), 0)
        found = bonus.both.get(found, found) if row.matched else found
        net += row.deals * (bonus.wins[found].odds if found in bonus.wins else -1)
    return net


def test_choices_are_the_tally_of_one_hand() -> None:
    """Before the flop what the tally says of the class; on a flop what its turn cards say."""
    terms, two = terms_of(STRAIGHT), hand("8h 7h")
    rows = [row for row in holdem.tally(STRAIGHT, terms).rows if holdem.hole_words(row.hand) == "8-7 suited"]
    mean = Fraction(sum(row.deals * net_of(terms, row) for row in rows), sum(row.deals for row in rows))
    assert holdem.choices(STRAIGHT, terms, two, 0) == {None: -1, (2,): mean}
    flop = hand("9h 2h Kc")
    after = [holdem.choices(STRAIGHT, terms, two, flop | card) for card in DECK if not card & (two | flop)]
    check = sum(max(each.values()) for each in after) / len(after)
    assert holdem.choices(STRAIGHT, terms, two, flop)[0,] == check
