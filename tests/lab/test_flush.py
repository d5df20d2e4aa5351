"""High Card Flush: the count equals a plain definition on small decks; features add up to it."""

from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import pytest

from pitboss.cards import hand
from pitboss.games.high_card_flush import GAME
from pitboss.lab.crew import silent
from pitboss.lab.kernels import flush
from pitboss.lab.tally import Terms, terms_of
from pitboss.ranking.flush import RUNS
from pitboss.showdown.declaration import Outcome
from tests.lab.definition import all_met, deck_of, defined, grouped, met_by, ranks_of, stakes_allowed, worth

SMALL_DECKS = ("289A", "37TK", "5678")
RULES = GAME.rules()


def some_terms() -> list[Terms]:
    """The printed terms, and some that no house offers."""
    printed = terms_of(RULES)
    run = [RULES.sides[-1].classify]

    def by_run(own: int) -> Fraction:
        c, d, h, s = (own >> 13 * suit & 8191 for suit in range(4))
        return Fraction(run[0]((c, d, h, s), 0) - 2, 7)

    ties = {Outcome.TIE: -1, Outcome.DEALER_FAILS: 0}
    return [
        printed,
        printed._replace(fold=0),
        printed._replace(extra=by_run),
        printed._replace(extra=lambda own: by_run(own) * 10**30),
        printed._replace(ante={**printed.ante, **ties}, later={**printed.later, **ties}),
    ]


@pytest.mark.parametrize("ranks", SMALL_DECKS)
@pytest.mark.parametrize("number", range(5))
def test_the_tally_is_what_dealing_everything_gives(ranks: str, number: int) -> None:
    terms = some_terms()[number]
    tally = flush.tally(RULES, terms, ranks_of(ranks), silent)
    assert grouped(RULES, tally) == defined(RULES, terms, ranks, shows=False)


@pytest.mark.parametrize("ranks", SMALL_DECKS)
def test_choices_are_worth_what_dealing_everything_gives(ranks: str) -> None:
    for terms in some_terms():
        for (*_, met), (own, *_) in list(all_met(RULES, ranks, shows=False).items())[::7]:
            given = flush.choices(RULES, terms, own, 0, ranks_of(ranks))
            assert given == {
                None if stake is None else (stake,): worth(terms, own, stake, met)
                for stake in stakes_allowed(RULES, own)
            }


@pytest.mark.parametrize("ranks", ["2389A", "57TQKA"])
def test_cards_that_lie_elsewhere_are_counted_out(ranks: str) -> None:
    chance, deck = Random(7), deck_of(ranks)
    terms = terms_of(RULES)
    for _ in range(8):
        cards = chance.sample(deck, RULES.game.deal.player + 3)
        own, gone = sum(cards[3:]), sum(cards[:3])
        (met,) = met_by(RULES, own, [card for card in deck if not card & gone], shows=False).values()
        given = flush.choices(RULES, terms, own, 0, ranks_of(ranks), gone)
        stakes = stakes_allowed(RULES, own)
        assert given == {None if stake is None else (stake,): worth(terms, own, stake, met) for stake in stakes}


def test_all_deals_of_the_full_deck_are_counted_once() -> None:
    tally = flush.tally(RULES, terms_of(RULES))
    assert tally.deals == sum(row.deals for row in tally.rows) == comb(52, 7) * comb(45, 7)
    assert all(row.hand.bit_count() == 7 for row in tally.rows)


@pytest.mark.parametrize(
    ("cards", "plays"),
    [("Jc 8c 6c 4d 3d Kh 9s", True), ("Tc 5c 4c 7d 6d Ks 9s", False), ("Kc 9c 7d 4d 5h 6h 2s", False)],
)
def test_some_hands_are_played_and_some_not(cards: str, plays: bool) -> None:
    worths = flush.choices(RULES, terms_of(RULES), hand(cards))
    assert (worths[1,] > worths[None]) is plays


def test_cells_hold_all_deals_and_what_every_action_wins() -> None:
    terms, ranks = terms_of(RULES), "289A"
    (decision,) = flush.decisions(RULES, terms, ranks_of(ranks))
    assert decision.weights.sum() == decision.deals == comb(16, 7) * comb(9, 7)
    everything = all_met(RULES, ranks, shows=False).items()
    assert decision.actions == ("fold", "1x"), "no flush of five cards"
    for action, stake in enumerate((None, 1)):
        total = sum(
            worth(terms, own, stake if stake in stakes_allowed(RULES, own) else stakes_allowed(RULES, own)[-1], met)
            * sum(met)
            * len(hands)
            for (*_, met), hands in everything
            for own in hands[:1]
        )
        assert total == decision.values[:, action].sum()


def test_a_flush_is_named_by_all_its_ranks() -> None:
    assert flush.in_words(3 << 13 | 0b0000101010000) == "3 card flush, ten-eight-six"
    assert flush.in_words(5 << 13) == "5 card flush"


def test_flushes_played_alike_are_one() -> None:
    (decision,) = flush.decisions(RULES, terms_of(RULES))
    words = [decision.features[0].words(place) for place in range(int(decision.cells[:, 0].max()) + 1)]
    assert words[-5:] == ["3 card flush, ace-king-queen", *(f"{length} card flush" for length in (4, 5, 6, 7))]
    assert decision.actions == ("fold", "1x", "2x", "3x")
    assert decision.weights.sum() == decision.deals == comb(52, 7) * comb(45, 7)
    for length, most in ((4, 1), (5, 2), (6, 3)):
        values = decision.values[decision.cells[:, 0] == words.index(f"{length} card flush")]
        assert (values.argmax(axis=1) == most).all()


def test_some_cards_stand_for_every_length_and_run() -> None:
    """Whatever a seven card hand can hold, `some_hands` has cards with that length of flush and that run."""
    kinds = flush.some_hands()
    for ranks in combinations(range(13), 3):
        mask = sum(1 << rank for rank in ranks)
        assert (3, RUNS[mask]) in kinds
    for (length, run), own in kinds.items():
        suits = [own >> 13 * suit & 8191 for suit in range(4)]
        assert max(mask.bit_count() for mask in suits) == length and max(RUNS[mask] for mask in suits) == run
