"""The worth of each choice of a hand against all of the dealer's hands, and what a player cannot have asked."""

from fractions import Fraction
from itertools import combinations

import pytest

from pitboss import games
from pitboss.cards import DECK, hand
from pitboss.lab import analyze, counting, strategy
from pitboss.lab.counting import Lab
from pitboss.lab.strategy import Choice, best_of, choices, name_of, strategies
from pitboss.refusal import Refusal
from pitboss.showdown.rules import Rules

THREE = games.showdown("three-card-poker").rules()
FOUR = games.showdown("four-card-poker").rules()
FLUSH = games.showdown("high-card-flush").rules()
WILD = games.showdown("what-the-flush").rules()
HOLDEM = games.showdown("texas-holdem-bonus").rules()


@pytest.mark.parametrize("cards", ["Qc 6d 4h", "Qc 6d 3h", "9h 9s Jc", "2c 3d 5h", "Ah Kh Qh"])
def test_choices_against_every_hand_of_the_dealer(cards: str) -> None:
    """Three card poker by its rules: the dealer plays with a queen; the play wager is one ante."""
    own = hand(cards)
    mine, left = THREE.ranking.of(own), [card for card in DECK if not card & own]
    won = met = 0
    for dealt in combinations(left, 3):
        value = THREE.ranking.of(sum(dealt))
        met += 1
        won += 1 if value < THREE.dealer_needs else 2 * ((mine > value) - (mine < value))
    bonus = 5 if cards == "Ah Kh Qh" else 0
    play = Fraction(won, met) + bonus
    assert choices(THREE, cards) == (Choice("fold", Fraction(-1), play <= -1), Choice("1x", play, play > -1))


def test_the_size_of_the_raise_follows_the_hand() -> None:
    """With a five card flush up to two antes; what is won by more is more, as long as it is won."""
    found = choices(FLUSH, "Ah Kh 9h 4h 2h 3c Jd")
    assert [(each.name, each.best) for each in found] == [("fold", False), ("1x", False), ("2x", True)]
    weak = choices(FLUSH, "2h 4c 6d 8s 3h 5c 7d")
    assert [(each.name, each.best) for each in weak] == [("fold", True), ("1x", False)]


def test_of_equal_choices_the_smaller_wager_is_best() -> None:
    one, more = Fraction(1), Fraction(2)
    assert best_of({None: one, (1,): one, (3,): one}) is None
    assert best_of({(3,): one, (1,): one, None: one}) is None
    assert best_of({None: -one, (3,): one, (1,): one}) == (1,)
    assert best_of({(1,): one, (0,): one}) == (0,)
    assert best_of({(0,): one, (1,): more}) == (1,)


def test_names_of_choices() -> None:
    assert [name_of(stakes, "") for stakes in (None, (1,), (3,))] == ["fold", "1x", "3x"]
    assert [name_of(stakes, "turn") for stakes in (None, (0,), (1,))] == ["fold", "check", "turn 1x"]


@pytest.mark.parametrize(
    ("board", "names"), [("2c 3c 4c", ["check", "turn 1x"]), ("2c 3c 4c 9s", ["check", "river 1x"])]
)
def test_with_several_later_wagers_a_choice_names_the_next(board: str, names: list[str]) -> None:
    found = choices(HOLDEM, "Ac 5c", community=board)
    assert [each.name for each in found] == names
    assert [each.best for each in found] == [False, True]


def test_before_the_board_the_worth_is_read_from_a_count_that_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the kernel itself says of these hands; one of them is folded."""
    lab = Lab()
    worths = {
        "Ah Kd": Fraction(20405510227, 20975724000),
        "Ks Ac": Fraction(20405510227, 20975724000),
        "2c 2d": Fraction(-122735213, 873988500),
        "3s 2s": Fraction(-137455993, 148764000),
        "7c 2d": Fraction(-11012848181, 10487862000),
    }
    for cards, worth in worths.items():
        fold, bet = choices(HOLDEM, cards, lab=lab)
        assert (fold.name, bet.name, fold.worth, bet.worth) == ("fold", "flop 2x", Fraction(-1), worth)
        assert (fold.best, bet.best) == (worth < -1, worth > -1)
    monkeypatch.setattr(counting, "kernel_of", lambda rules: pytest.fail("counted again"))
    assert choices(HOLDEM, "As Kd", community=" ")[1].worth == worths["Ah Kd"]


@pytest.mark.parametrize(
    ("rules", "given", "code", "says"),
    [
        (THREE, {"hand": "Qc 6d"}, "wrong_number_of_cards", "a hand of 3 cards; got 2"),
        (THREE, {"hand": "Qc 6d 4h 2s"}, "wrong_number_of_cards", "a hand of 3 cards; got 4"),
        (THREE, {"hand": ""}, "wrong_number_of_cards", "got 0"),
        (THREE, {"hand": "Qc 6d Qc"}, "card_twice", "Give every card only once"),
        (THREE, {"hand": "Qc 6d 1h"}, "unknown_card", 'got "1h"'),
        (THREE, {"hand": "Qc 6d 4H"}, "unknown_card", "as cards such as Ah"),
        (THREE, {"hand": "Qc6d4h"}, "unknown_card", "with spaces between"),
        (THREE, {"hand": "Qc 6d 4h", "dealer_up": "Kh"}, "no_such_cards", "none lies face up"),
        (THREE, {"hand": "Qc 6d 4h", "community": "Kh"}, "no_such_cards", "has none"),
        (FLUSH, {"hand": "Ah Kh 9h 4h 2h 3c Jd", "dealer_up": "Kh"}, "no_such_cards", "none lies face up"),
        (FOUR, {"hand": "Qc 6d 4h 4d 9s", "community": "Kh"}, "no_such_cards", "Four Card Poker has none"),
        (FOUR, {"hand": "Qc 6d 4h 4d 9s", "dealer_up": "Kh Kd"}, "wrong_number_of_cards", "Give 1 or 0 cards"),
        (FOUR, {"hand": "Qc 6d 4h 4d 9s", "dealer_up": "9s"}, "card_twice", "Give every card only once"),
        (FOUR, {"hand": "Qc 6d 4h 4d 9s", "dealer_up": "joker"}, "unknown_card", "Write the dealer's card"),
        (WILD, {"hand": "Ah Kh 9h 4h 2h 3c Jd", "community": "Kh"}, "no_such_cards", "What The Flush has none"),
        (WILD, {"hand": "Ah Kh 9h 4h 2h 3c Jd", "dealer_up": "Jd"}, "card_twice", "Give every card only once"),
        (HOLDEM, {"hand": "Ac 5c", "dealer_up": "Kh"}, "no_such_cards", "none lies face up"),
        (HOLDEM, {"hand": "Ac 5c", "community": "Kh"}, "wrong_number_of_cards", "Give 0 or 3 or 4 cards"),
        (HOLDEM, {"hand": "Ac 5c", "community": "2c 3c 4c 6c 7c"}, "wrong_number_of_cards", "got 5"),
        (HOLDEM, {"hand": "Ac 5c", "community": "2c 3c 5c"}, "card_twice", "Give every card only once"),
        (HOLDEM, {"hand": "Ac 5c", "community": "2c 3c 3c"}, "card_twice", "Give every card only once"),
        (HOLDEM, {"hand": "Ac 5c", "community": "2c 3c xx"}, "unknown_card", "Write the community cards"),
    ],
)
def test_cards_that_nobody_can_hold(rules: Rules, given: dict[str, str], code: str, says: str) -> None:
    with pytest.raises(Refusal) as caught:
        choices(rules, **given)  # type: ignore[arg-type]
    assert caught.value.code == code and says in caught.value.message


def test_the_strategy_of_three_card_poker() -> None:
    """Queen-six-four or better: one condition, and nothing lost by it."""
    (found,) = strategies(analyze("three-card-poker"), most=1)
    assert found.decision == "play" and found.curve.optimum == Fraction(-686689, 20358520)
    simplest, rule = found.curve.rules
    assert (simplest.conditions, simplest.words) == (0, "Play every hand") and simplest.cost > 0
    assert rule.conditions == 1 and not rule.cost and not rule.misplayed
    assert found.chart.cost == 0
    page = strategy.strategy_page(THREE, [found])
    assert "0.00000 %" in page.tables[0].title and page.tables[1].rows[1] == [
        *("1", "0.00000 %", "0.000 %", "Play queen-six-four or better; fold the rest")
    ]
    (told,) = strategy.strategy_json([found])
    assert told["optimum"] == {"numerator": "-686689", "denominator": "20358520"}
    assert told["rules"][1]["cost_exact"] == {"numerator": "0", "denominator": "1"}
