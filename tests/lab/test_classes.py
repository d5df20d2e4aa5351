"""Issue item B1: the lab prints an exact figure or refuses, whatever the classes of a side wager depend on.

Toy wagers are added to the games of every family: on colours, on one suit, on a single card, on the cards of player and
dealer together, on the board. Each is compared with dealing out every hand, or refused.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

import msgspec
import pytest

from pitboss import games
from pitboss.cards import CARDS, DECK, Suits, hand, suits
from pitboss.coach.families import expected
from pitboss.lab.analysis import Analysis
from pitboss.lab.classes import code_of
from pitboss.lab.counting import Lab, family_of, house_of
from pitboss.lab.kernels import flush, four_card, holdem, three_card
from pitboss.lab.strategy import strategies, worths
from pitboss.lab.tally import terms_of
from pitboss.ranking.flush import STRAIGHT_FLUSH_RANKING, flush_length, longest_flush, longest_straight_flush
from pitboss.ranking.wild_flush import wild_straight_flush
from pitboss.refusal import Refusal
from pitboss.regulations.citation import reading
from pitboss.regulations.paytables import Block, PayTables, Row
from pitboss.showdown.declaration import (
    EVEN,
    LOSE,
    PUSH,
    AnteBonus,
    AnteMinimum,
    Bonus,
    ByMeasure,
    ByValue,
    Classify,
    Deal,
    Limit,
    Outcome,
    Pays,
    Progressive,
    Qualification,
)
from pitboss.showdown.rules import Rules
from tests.lab.definition import defined, grouped, ranks_of

CLAUSE = reading(28)
TABLE = PayTables("toy", (Block(("A", "B"), (Row("hit", 1, (3, 4), CLAUSE), Row("both", 2, (9, 9), CLAUSE))),), CLAUSE)

TWICE = PayTables(
    "ante_bonus", (Block(("1-4-5",), (Row("one", 5, (5,), CLAUSE), Row("two", 5, (4,), CLAUSE))),), CLAUSE
)

# Classes that depend on cards, not on the hand's value


def one_colour(own: Suits, value: int) -> int:
    clubs, diamonds, hearts, spades = own
    return int(not (diamonds or hearts) or not (clubs or spades))


def all_hearts(own: Suits, value: int) -> int:
    clubs, diamonds, _, spades = own
    return int(not (clubs or diamonds or spades))


def ace_of_spades(own: Suits, value: int) -> int:
    return own[3] >> 12 & 1


def four_suits(own: Suits, value: int) -> int:
    """As many suits as can be: the same however suits are renamed, and yet no matter of value."""
    return int(sum(map(bool, own)) == min(4, sum(map(int.bit_count, own))))


def colour_and_value(own: Suits, value: int) -> int:
    return one_colour(own, value) and value & 1


CARD_CLASSES = (one_colour, all_hearts, ace_of_spades, four_suits, colour_and_value)


def toy(game: str, classify: Classify, both: Mapping[int, int] | None = None, **changed: Any) -> Rules:
    """A game with one more side wager, which pays class 1; declared otherwise where something is `changed`."""
    wager = Bonus(
        "toy", "a toy", TABLE, lambda options: classify, CLAUSE, CLAUSE, CLAUSE, both=both or {}, survives_fold=True
    )
    wager = msgspec.structs.replace(wager, survives_fold=changed.pop("survives_fold", True))
    declared = games.showdown(game)
    options = changed.pop("options", {})
    bonuses = (*declared.bonuses, wager)
    return msgspec.structs.replace(declared, procedure=None, **{"bonuses": bonuses, **changed}).rules(options=options)


def analyzed(rules: Rules) -> Analysis:
    return Analysis(rules, Lab(use_kept=False))


def refused(rules: Rules) -> Refusal:
    """All that the lab prints begins with the same refusal."""
    answers: list[Refusal] = []
    for ask in (analyzed, family_of, lambda rules: expected(rules, Lab(use_kept=False)), _choices):
        with pytest.raises(Refusal) as caught:
            ask(rules)
        answers.append(caught.value)
    assert len({(each.code, str(each)) for each in answers}) == 1
    return answers[0]


def _choices(rules: Rules) -> Any:
    own = " ".join(name for name, _ in zip(CARDS, range(rules.game.deal.player), strict=False))
    return worths(rules, own, lab=Lab(use_kept=False))


# Three cards: every hand of the full deck


@cache
def three_cards() -> list[int]:
    return [sum(cards) for cards in combinations(DECK, 3)]


def test_one_colour_in_three_card_poker_hits_23_53_percent_and_not_52_47() -> None:
    side = analyzed(toy("three-card-poker", one_colour)).sides["toy"]
    assert side.hit_frequency == Fraction(2 * comb(26, 3), comb(52, 3)) == Fraction(5200, 22100)
    assert round(100 * float(side.hit_frequency), 2) == 23.53
    assert side.hands[0].combinations == 5200


@pytest.mark.parametrize("classify", CARD_CLASSES)
@pytest.mark.parametrize("survives_fold", [True, False])
def test_classes_of_three_cards_are_those_of_all_22100_hands(classify: Classify, survives_fold: bool) -> None:
    rules = toy("three-card-poker", classify, survives_fold=survives_fold)
    found, least = analyzed(rules), rules.ranking.of(hand("Qc 6d 4h"))
    in_class = [own for own in three_cards() if classify(suits(own), rules.ranking.of(own)) == 1]
    paid = [own for own in in_class if survives_fold or rules.ranking.of(own) >= least]
    side = found.sides["toy"]
    assert side.hands[0].combinations == len(in_class)
    assert side.hit_frequency == Fraction(len(paid), 22100)
    assert side.gains.mean == Fraction(4 * len(paid), 22100) - 1
    plain = analyzed(games.showdown("three-card-poker").rules())
    assert found.main == plain.main and found.sides["pair_plus"] == plain.sides["pair_plus"]


@pytest.mark.parametrize("classify", CARD_CLASSES)
@pytest.mark.parametrize("ranks", ["TJQK", "3JQKA"])
def test_rows_of_three_cards_are_what_dealing_everything_gives(classify: Classify, ranks: str) -> None:
    """With every other class, the decision and the outcome: what covariances are made of."""
    rules = toy("three-card-poker", classify)
    terms = terms_of(rules)
    assert grouped(rules, three_card.tally(rules, terms, ranks_of(ranks))) == defined(rules, terms, ranks, False)
    earns = terms._replace(extra=lambda own: Fraction(classify(suits(own), rules.ranking.of(own))))
    assert grouped(rules, three_card.tally(rules, earns, ranks_of(ranks))) == defined(rules, earns, ranks, False)


def test_a_progressive_in_three_card_poker_is_counted_by_its_own_classes() -> None:
    """Rows were told apart by the bonuses alone."""
    declared = games.showdown("high-card-flush").progressive
    assert declared
    tables = {"nj": PayTables("progressive", (Block(("A",), (Row("hit", 1, (3,), CLAUSE),)),), CLAUSE)}
    choices = games.showdown("high-card-flush").choices[:2]
    progressive = msgspec.structs.replace(declared, tables=tables, on=lambda options, jurisdiction: one_colour)
    game = games.showdown("three-card-poker")
    rules = msgspec.structs.replace(
        game, procedure=None, progressive=progressive, choices=(*game.choices, *choices)
    ).rules(options={"progressive_survives_fold": True})
    assert analyzed(rules).sides["progressive"].hit_frequency == Fraction(5200, 22100)


def test_another_table_of_a_wager_is_counted_by_its_own_classes() -> None:
    """A progressive may class hands by the table chosen; every printed table is priced with its own classes."""
    declared = games.showdown("high-card-flush").progressive
    assert declared
    block = Block(("A", "B"), (Row("hit", 1, (3, 3), CLAUSE),))
    by_table: Callable[[Any, str], Classify] = lambda options, jurisdiction: (  # noqa: E731
        one_colour if options["progressive"] == "A" else all_hearts
    )
    progressive: Progressive = msgspec.structs.replace(
        declared, tables={"nj": PayTables("progressive", (block,), CLAUSE)}, on=by_table
    )
    game = games.showdown("three-card-poker")
    choices = (*game.choices, *games.showdown("high-card-flush").choices[:2])
    rules = msgspec.structs.replace(game, procedure=None, progressive=progressive, choices=choices).rules(
        options={"progressive_survives_fold": True}
    )
    tables = analyzed(rules).pay_tables["progressive"]
    assert {label: worth.hit_frequency for label, worth in tables.items()} == {  # type: ignore[union-attr]
        "A": Fraction(5200, 22100),
        "B": Fraction(286, 22100),
    }


def test_limits_and_an_ante_bonus_by_the_side_card_are_what_dealing_everything_gives() -> None:
    """Rows of hands that are paid alike were put together, whatever these hands may wager."""
    game = games.showdown("three-card-poker")
    limits = (Limit(1, CLAUSE, up_to=0), Limit(3, CLAUSE))
    step = msgspec.structs.replace(game.decisions[0], limits=limits, measure=lambda value: value >> 10 & 1)
    table = PayTables("ante_bonus", (Block(("1-4-5",), (Row("queen", 1, (2,), CLAUSE),)),), CLAUSE)
    bonus = AnteBonus("a bonus on a queen beside a pair", table, lambda value: value >> 10 & 1)
    rules = msgspec.structs.replace(game, procedure=None, decisions=(step,), ante_bonus=bonus).rules()
    for ranks in ("TJQK", "3JQKA"):
        terms = terms_of(rules)
        assert grouped(rules, three_card.tally(rules, terms, ranks_of(ranks))) == defined(rules, terms, ranks, False)


# Four Card Poker


@pytest.mark.parametrize("classify", CARD_CLASSES)
def test_rows_of_four_card_poker_are_what_dealing_everything_gives(classify: Classify) -> None:
    rules = toy("four-card-poker", classify)
    for ranks in ("QKA", "A234") if classify is one_colour else ("QKA",):
        terms = terms_of(rules)
        earns = terms._replace(extra=lambda own: Fraction(classify(suits(own), rules.ranking.of(own)), 2))
        for each in (terms, earns):
            assert grouped(rules, four_card.tally(rules, each, ranks_of(ranks))) == defined(rules, each, ranks, True)


def test_one_colour_in_four_card_poker_on_the_full_deck() -> None:
    side = analyzed(toy("four-card-poker", one_colour)).sides["toy"]
    assert side.hit_frequency == Fraction(2 * comb(26, 5), comb(52, 5))


# Hold 'em: two cards


def test_classes_of_two_cards_on_the_full_deck() -> None:
    rules = toy("texas-holdem-bonus", one_colour)
    found = analyzed(rules)
    assert found.sides["toy"].hit_frequency == Fraction(2 * comb(26, 2), comb(52, 2))
    plain = analyzed(games.showdown("texas-holdem-bonus").rules())
    assert found.main == plain.main and found.sides["bonus"] == plain.sides["bonus"]


@pytest.mark.parametrize("classify", [one_colour, all_hearts, ace_of_spades, four_suits])
@pytest.mark.parametrize("earned", [0, 3])
def test_every_two_cards_have_the_deals_of_their_hole_class(classify: Classify, earned: int) -> None:
    """Hand by hand on a short deck; a hand that earns something by staying in is played for it, and its twin is not."""
    rules, ranks = toy("texas-holdem-bonus", classify), ranks_of("79K")
    terms = terms_of(rules)._replace(extra=lambda own: Fraction(earned * classify(suits(own), 0)))
    deck = [card for number, card in enumerate(DECK) if ranks >> number % 13 & 1]
    hole = dict(zip(holdem.BITS_OF_HANDS, holdem.HOLE_CLASS.tolist(), strict=True))
    deals: Counter[tuple[int, int, bool]] = Counter()
    for own in map(sum, combinations(deck, 2)):
        choices = holdem.choices(rules, terms, own, 0, ranks)
        deals[hole[own], classify(suits(own), 0), choices[2,] > terms.fold] += per_hand(len(deck))
    found: Counter[tuple[int, int, bool]] = Counter()
    for row in holdem.tally(rules, terms, ranks).rows:
        found[hole[row.hand], classify(suits(row.hand), 0), row.stakes is not None] += row.deals
    assert found == deals


def per_hand(cards: int) -> int:
    """The deals that two cards meet: boards in their order of flop, turn and river, each with every dealer's hand."""
    return comb(cards - 2, 5) * 20 * comb(cards - 7, 2)


def test_what_player_and_dealer_hold_together_is_counted_in_holdem_only() -> None:
    """A pair of kings or queens in both hands."""
    pair: Classify = lambda own, value: int((own[0] | own[1] | own[2] | own[3]) in (1 << 11, 1 << 10))  # noqa: E731
    side = analyzed(toy("texas-holdem-bonus", pair, {1: 2}, bonuses=(_bonus(pair, {1: 2}),))).sides["toy"]
    pairs = 2 * comb(4, 2)
    assert side.hands[1].combinations == pairs * (comb(4, 2) + 1)
    assert side.hands[0].combinations == pairs * comb(50, 2) - side.hands[1].combinations
    for name in ("three-card-poker", "four-card-poker", "high-card-flush", "what-the-flush"):
        refusal = refused(toy(name, ByValue(lambda value: 0), {1: 2}))
        assert refusal.code == "classes_not_counted" and "the dealer's cards" in str(refusal)


def _bonus(classify: Classify, both: Mapping[int, int]) -> Bonus:
    return Bonus("toy", "a toy", TABLE, lambda options: classify, CLAUSE, CLAUSE, CLAUSE, both=both)


# Flushes


class Length(msgspec.Struct, frozen=True):
    """The length of a straight flush, counted as one less outside of the suit named."""

    less: int

    def __call__(self, run: int) -> int:
        return (run >> 4) - (self.less if run >> 4 >= 2 else 0)


@pytest.mark.parametrize("suit", [None, "c", "h"])
def test_straight_flushes_of_one_suit_are_what_dealing_everything_gives(suit: str | None) -> None:
    classify = ByMeasure(longest_straight_flush, Length(0), suit, Length(1) if suit else None)
    rules = toy("high-card-flush", classify, deal=Deal(3, 3, CLAUSE))
    terms = terms_of(rules)
    for ranks in ("5678", "289A"):
        assert grouped(rules, flush.tally(rules, terms, ranks_of(ranks))) == defined(rules, terms, ranks, False)


def test_a_suit_that_decides_whether_to_fold_is_refused() -> None:
    classify = ByMeasure(longest_straight_flush, Length(0), "h", Length(1))
    rules = toy("high-card-flush", classify, deal=Deal(3, 3, CLAUSE))
    earns = terms_of(rules)._replace(extra=lambda own: Fraction(classify(suits(own), 0) == 3, 4))
    ranks = ranks_of("5678A")
    assert flush.tally(rules, earns, ranks).deals
    with pytest.raises(Refusal):
        flush.tally(rules, earns._replace(fold=0, extra=lambda own: Fraction(classify(suits(own), 0) - 3, 2)), ranks)


@pytest.mark.parametrize("suit", "cdhs")
def test_every_named_suit_has_a_quarter_of_the_seven_card_straight_flushes(suit: str) -> None:
    """8 runs in each suit; in the other suits they are paid as six cards (38.5(c)2)."""
    rules = games.showdown("high-card-flush").rules(options={"seven_card_suit": suit})
    other = games.showdown("high-card-flush").rules()
    found, plain = (analyzed(each).sides["straight_flush_bonus"].hands for each in (rules, other))
    assert (plain[0].name, plain[0].combinations) == ("7 card straight flush", 32)
    assert found[0].combinations == 8
    assert found[1].combinations == plain[1].combinations + 24
    assert found[2:] == plain[2:]


# Refused


REFUSED: dict[str, tuple[str, Callable[[], Rules]]] = {
    "colours of seven cards": ("toy", lambda: toy("high-card-flush", one_colour)),
    "one suit of seven cards": ("toy", lambda: toy("high-card-flush", all_hearts)),
    "a single card of seven": ("toy", lambda: toy("high-card-flush", ace_of_spades)),
    "suits of seven cards": ("toy", lambda: toy("high-card-flush", four_suits)),
    "ranks of a flush": ("toy", lambda: toy("high-card-flush", ByValue(lambda value: value & 1))),
    "another measure": ("toy", lambda: toy("high-card-flush", ByMeasure(longest_flush, lambda measured: 1))),
    "a suit of short runs": (
        "toy",
        lambda: toy("high-card-flush", ByMeasure(longest_straight_flush, Length(0), "h", Length(1))),
    ),
    "colours beside wild cards": ("toy", lambda: toy("what-the-flush", one_colour)),
    "a single card beside wild cards": ("toy", lambda: toy("what-the-flush", ace_of_spades)),
    "one suit of wild runs": (
        "toy",
        lambda: toy("what-the-flush", ByMeasure(wild_straight_flush, Length(0), "h", Length(1))),
    ),
    "the top of a wild run": ("toy", lambda: toy("what-the-flush", ByMeasure(wild_straight_flush, lambda run: run))),
    "ranks of a wild flush": ("toy", lambda: toy("what-the-flush", ByValue(lambda value: value >> 3 & 1))),
    "the board": ("toy", lambda: toy("texas-holdem-bonus", lambda own, value: int(value > 1 << 28))),
    "the board by its value": ("toy", lambda: toy("texas-holdem-bonus", ByValue(lambda value: value >> 26))),
    "whether there is a board": ("toy", lambda: toy("texas-holdem-bonus", lambda own, value: 1 if value else 0)),
    "colours of both hands": (
        "toy",
        lambda: toy("texas-holdem-bonus", one_colour, bonuses=(_bonus(one_colour, {1: 2}),)),
    ),
    "two wagers on both hands": ("bonus", lambda: toy("texas-holdem-bonus", four_suits, {1: 2})),
}


@pytest.mark.parametrize("what", REFUSED)
def test_classes_that_no_kernel_counts_are_refused(what: str) -> None:
    """The refusal names the wager, and without the wager the game is counted."""
    wager, make = REFUSED[what]
    rules = make()
    refusal = refused(rules)
    assert refusal.code == "classes_not_counted"
    assert f"({wager}=none)" in str(refusal)
    options = {name: None for name in ("toy", wager) if name in {side.name for side in rules.sides}}
    assert family_of(rules.game.rules(options=options))


def test_a_table_with_two_lines_for_one_class_is_refused() -> None:
    tables = msgspec.structs.replace(TWICE, name="toy")
    wager = msgspec.structs.replace(_bonus(one_colour, {}), tables=tables)
    refusal = refused(toy("three-card-poker", one_colour, bonuses=(wager,)))
    assert refusal.code == "classes_not_counted" and "two lines" in str(refusal)


def test_charts_and_reports_refuse_alike() -> None:
    rules = toy("high-card-flush", one_colour)
    counted = analyzed(toy("high-card-flush", one_colour, options={"toy": None}))
    counted.rules = rules
    with pytest.raises(Refusal) as caught:
        next(strategies(counted))
    assert caught.value.code == "classes_not_counted"


def changes() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Declarations outside of what the kernels count."""
    by_rank = (Limit(1, CLAUSE, up_to=0), Limit(3, CLAUSE))
    for name in ("high-card-flush", "what-the-flush"):
        game = games.showdown(name)
        (step,) = game.decisions
        odd = msgspec.structs.replace(step, limits=by_rank, measure=lambda value: value >> 3 & 1)
        yield name, "limits by rank", {"decisions": (odd,)}
        bonus = AnteBonus("a bonus", msgspec.structs.replace(TABLE, name="ante_bonus"), flush_length)
        yield name, "ante bonus", {"ante_bonus": bonus}
        yield name, "dealer plays", {"dealer_plays": lambda dealt: sum(card for card in dealt if card != 1)}
        checks = msgspec.structs.replace(step, declined_by="check")
        yield name, "a check", {"decisions": (checks,)}
        yield name, "no limits", {"decisions": (msgspec.structs.replace(step, limits=()),)}
    for name in ("three-card-poker", "four-card-poker", "high-card-flush"):
        (step,) = games.showdown(name).decisions
        yield name, "least over limit", {"decisions": (msgspec.structs.replace(step, least=4),)}
    twice = AnteBonus("a bonus", TWICE, lambda value: value >> 26)
    yield "three-card-poker", "ante bonus paid twice", {"ante_bonus": twice}
    game = games.showdown("high-card-flush")
    outcomes = game.outcomes
    yield game.name, "another ranking", {"ranking": lambda options: STRAIGHT_FLUSH_RANKING}
    yield game.name, "too many cards", {"deal": Deal(7, 9, CLAUSE)}
    yield game.name, "never qualifies", {"qualification": Qualification(8 << 13, "a wonder", CLAUSE)}
    for outcome in (Outcome.FOLD, Outcome.TIE, Outcome.DEALER_FAILS):
        less = {each: pays for each, pays in outcomes.items() if each is not outcome}
        yield game.name, f"without {outcome.name}", {"outcomes": less}
    side = Pays(CLAUSE, {"ante": LOSE, "flush_bonus": LOSE})
    yield game.name, "a fold that settles a bonus", {"outcomes": {**outcomes, Outcome.FOLD: side}}
    tie = Pays(CLAUSE, {"ante": PUSH})
    yield game.name, "a raise without a result", {"outcomes": {**outcomes, Outcome.TIE: tie}}
    game = games.showdown("what-the-flush")
    upside_down = Pays(CLAUSE, {"ante": EVEN, "play": EVEN})
    changed = {**game.outcomes, Outcome.TIE: upside_down, Outcome.PLAYER_HIGHER: game.outcomes[Outcome.TIE]}
    yield game.name, "a lower hand that earns more", {"outcomes": changed}
    yield game.name, "a dealer who qualifies", {"qualification": Qualification(3 << 16, "three", CLAUSE)}
    game = games.showdown("texas-holdem-bonus")
    flop, *others = game.decisions
    larger = msgspec.structs.replace(flop, limits=(Limit(4, CLAUSE),))
    yield game.name, "a larger wager", {"decisions": (larger, *others)}
    yield game.name, "no least hand", {"ante_minimum": None}
    yield game.name, "a least hand by rank", {"ante_minimum": AnteMinimum(lambda options: 5 << 26 | 1, "it", CLAUSE)}
    weak = Pays(CLAUSE, {"ante": PUSH, "flop": PUSH, "turn": PUSH, "river": PUSH})
    yield game.name, "a weak hand", {"outcomes": {**game.outcomes, Outcome.PLAYER_HIGHER_WEAK: weak}}
    bonus = AnteBonus("a bonus", msgspec.structs.replace(TABLE, name="ante_bonus"), lambda value: value >> 26)
    yield game.name, "ante bonus", {"ante_bonus": bonus}


@pytest.mark.parametrize(
    ("name", "what", "changed"), list(changes()), ids=lambda each: each if isinstance(each, str) else ""
)
def test_declarations_that_no_kernel_counts_are_refused(name: str, what: str, changed: dict[str, Any]) -> None:
    refusal = refused(msgspec.structs.replace(games.showdown(name), procedure=None, **changed).rules())
    assert refusal.code == "no_kernel"


def test_four_card_charts_need_limits_that_the_names_of_hands_decide() -> None:
    """A pair of nines with a king may wager more than one with a queen: counted, but in no chart of hands by name."""
    game = games.showdown("four-card-poker")
    (step,) = game.decisions
    odd = msgspec.structs.replace(
        step, limits=(Limit(1, CLAUSE, up_to=0), Limit(3, CLAUSE)), measure=lambda value: value >> 11 & 1
    )
    rules = msgspec.structs.replace(game, procedure=None, decisions=(odd,)).rules()
    ranks = "QKA"
    terms = terms_of(rules)
    assert grouped(rules, four_card.tally(rules, terms, ranks_of(ranks))) == defined(rules, terms, ranks, True)
    with pytest.raises(Refusal) as caught:
        four_card.decisions(rules, terms, ranks_of("89TJQKA"))
    assert caught.value.code == "no_kernel"


# The cache


def test_toys_of_one_name_and_module_share_no_count() -> None:
    houses = [toy("three-card-poker", each) for each in CARD_CLASSES]
    assert len({str(house_of(rules)) for rules in houses}) == len(houses)

    def holds(bit: int) -> Classify:
        return lambda own, value: own[3] >> bit & 1

    assert code_of(holds(12)) != code_of(holds(11))
    assert code_of(holds(12)) == code_of(holds(12))
    assert code_of(ByValue(flush_length)) == code_of(ByValue(flush_length)) != code_of(ByValue(holds(3)))  # type: ignore[arg-type]


def test_limits_of_one_module_share_no_count() -> None:
    def house(bit: int) -> Rules:
        game = games.showdown("three-card-poker")
        limits = (Limit(1, CLAUSE, up_to=0), Limit(3, CLAUSE))
        step = msgspec.structs.replace(game.decisions[0], limits=limits, measure=lambda value: value >> bit & 1)
        return msgspec.structs.replace(game, procedure=None, decisions=(step,)).rules()

    assert str(house_of(house(3))) == str(house_of(house(3))) != str(house_of(house(4)))


LEAST = 3


def least(own: Suits, value: int) -> int:
    return int(sum(map(int.bit_count, own[1:3])) >= LEAST)


def test_a_value_that_a_class_takes_from_elsewhere_is_in_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may come from a module that is hashed nowhere; a stale count would be called exact."""
    before = str(house_of(toy("three-card-poker", least)))
    monkeypatch.setitem(globals(), "LEAST", 1)
    assert str(house_of(toy("three-card-poker", least))) != before


def test_a_function_that_names_itself_has_a_code() -> None:
    def again(own: Suits, value: int) -> int:
        return again(own, value - 1) if value > 1 else value

    assert code_of(again) == code_of(again)


def test_the_count_of_a_flush_serves_every_table() -> None:
    game = games.showdown("high-card-flush")
    facts = [str(house_of(game.rules(options={"progressive": label}))) for label in "ABCD"]
    assert len(set(facts)) == 1
    assert str(house_of(game.rules(options={"seven_card_suit": "h"}))) not in facts
