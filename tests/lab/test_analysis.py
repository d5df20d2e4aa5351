"""The worth of every wager: the lab's money is settlement's, and what is published and right is met to the digit."""

import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from pitboss import games
from pitboss.cards import DECK, name_cards, suits
from pitboss.lab import analyze
from pitboss.lab.counting import Lab
from pitboss.lab.figures import decimal, number, percent, ratio_of_roots, root
from pitboss.lab.pricing import Priced, main_gain, side_gain, under_maximum
from pitboss.lab.readings import costs
from pitboss.lab.tally import Row
from pitboss.money import write_money
from pitboss.refusal import Refusal
from pitboss.showdown.declaration import Outcome
from pitboss.showdown.rules import Rules

# What a row pays is what settlement pays

HOUSES: list[tuple[str, str, dict[str, Any]]] = [
    ("three-card-poker", "nj", {}),
    ("three-card-poker", "nj", {"version": "ante_covers_pair_plus", "pair_plus": "B", "ante_bonus": "1-5-6"}),
    ("four-card-poker", "nj", {"aces_up": "V"}),
    ("high-card-flush", "nj", {"progressive": "C", "seven_card_suit": "h"}),
    ("high-card-flush", "ma", {"progressive": "B", "progressive_survives_fold": True, "max_per_hand": "9.00"}),
    ("what-the-flush", "nj", {}),
    ("what-the-flush", "card", {"flush_rush_pays_straights": False, "wild_rank": "ace"}),
    ("texas-holdem-bonus", "nj", {}),
    ("texas-holdem-bonus", "nj", {"ante_wins_with": "straight", "bonus_survives_fold": True}),
]

METER = 12_345_67
"""A tenth of it is not whole cents: a share is rounded down to the cent (reading 10)."""


def outcome(rules: Rules, own: int, dealer: int, folded: bool) -> Outcome:
    value, other = rules.ranking.of(own), rules.ranking.of(dealer)
    if folded:
        return Outcome.FOLD
    if other < rules.dealer_needs:
        return Outcome.DEALER_FAILS
    if value > other:
        return Outcome.PLAYER_HIGHER if value >= rules.ante_needs else Outcome.PLAYER_HIGHER_WEAK
    return Outcome.TIE if value == other else Outcome.DEALER_HIGHER


def some_rounds(rules: Rules, seed: int, rounds: int) -> Iterator[tuple[dict[str, Any], Row]]:
    """Rounds of one hand with one unit on every wager, as `pitboss settle` takes them, and their rows."""
    rng, deal = random.Random(seed), rules.game.deal
    for _ in range(rounds):
        cards = rng.sample(DECK if rng.random() < 0.7 else DECK[13:26] + DECK[:3] + DECK[39:42], 19)
        own, dealer = cards[: deal.player], cards[deal.player : deal.player + deal.dealer]
        board = cards[deal.player + deal.dealer :][: deal.community]
        folded = rng.random() < 0.3
        value = rules.ranking.of(sum(own + board))
        stakes = tuple(rng.choice([step.least, step.most(value).most]) for step in rules.game.decisions)
        if deal.community:
            stakes = (stakes[0], *(rng.choice([0, 1]) for _ in stakes[1:]))
        row = Row(
            sum(own),
            _alike(rules, own, dealer),
            None if folded else stakes,
            outcome(rules, sum(own + board), rules.game.dealer_plays(tuple(dealer)) + sum(board), folded),
            1,
        )
        actions = [
            {step.name: write_money(stake * 100)} if stake else step.declined_by
            for step, stake in zip(rules.game.decisions, stakes, strict=True)
        ]
        yield (
            {
                "game": rules.game.name,
                "dealer": name_cards(dealer),
                **({"community": name_cards(board)} if board else {}),
                "meters": {"main": write_money(METER), "secondary": "0.00"} if rules.progressive else {},
                "positions": [
                    {
                        "position": 1,
                        "cards": name_cards(own),
                        "wagers": dict.fromkeys(("ante", *(side.name for side in rules.sides)), "1.00"),
                        "actions": ["fold"] if folded else actions,
                    }
                ],
            },
            row,
        )


def _alike(rules: Rules, own: list[int], dealer: list[int]) -> bool:
    asked = [side for side in rules.sides if side.both]
    return any(side.classify(suits(sum(own)), 0) == side.classify(suits(sum(dealer)), 0) for side in asked)


@pytest.mark.parametrize(("game", "jurisdiction", "options"), HOUSES)
def test_a_row_gains_what_settlement_pays(game: str, jurisdiction: str, options: dict[str, Any]) -> None:
    rules = games.showdown(game).rules(jurisdiction, options)
    for round_, row in some_rounds(rules, seed=4, rounds=400):
        if not round_["meters"]:
            del round_["meters"]
        (settled,) = rules.settle(round_).positions
        gains = under_maximum(rules, {side.name: side_gain(rules, side, row, METER) for side in rules.sides}, bet=100)
        total = main_gain(rules, row) + sum(gains.values())
        assert settled.net == total * 100, round_


# Figures

PUBLISHED = [
    ("three-card-poker", {}, "ante", "3.3730"),
    ("three-card-poker", {}, "pair_plus", "2.3167"),
    ("three-card-poker", {"pair_plus": "B"}, "pair_plus", "2.6968"),
    ("three-card-poker", {"pair_plus": "C"}, "pair_plus", "7.2760"),
    ("high-card-flush", {}, "flush_bonus", "7.8072"),
    ("high-card-flush", {"flush_bonus": "D"}, "flush_bonus", "7.5292"),
    ("high-card-flush", {"straight_flush_bonus": "B"}, "straight_flush_bonus", "6.3515"),
]


@pytest.mark.parametrize(("game", "options", "wager", "edge"), PUBLISHED)
def test_published_edges(game: str, options: dict[str, Any], wager: str, edge: str) -> None:
    assert decimal(-100 * analyze(game, options=options).gains[wager].mean) == edge


def test_the_larger_ante_bonus_of_three_card_poker() -> None:
    found = analyze("three-card-poker", options={"version": "both_compulsory", "pair_plus": "B", "ante_bonus": "1-5-6"})
    assert percent(-found.main.gains.mean) == "2.9205 %"
    assert found.pay_tables["ante_bonus"]["1-5-6"] == found.main
    assert analyze("three-card-poker").pay_tables["ante_bonus"]["1-5-6"].gains.mean == found.main.gains.mean


def test_high_card_flush() -> None:
    found = analyze("high-card-flush")
    assert found.main.gains.mean == Fraction(-1348050875653, 50592437455560)
    assert decimal(found.main.average_wager, 3) == "1.711"
    assert percent(found.main.actions["fold"], 2) == "32.14 %"
    assert [hand.combinations for hand in found.sides["flush_bonus"].hands] == [6864, 267696, 3814668, 26137540]
    assert f"{root(found.main.gains.variance):.5f}" == "1.63087"
    assert found.main.dealer_qualifies and percent(found.main.dealer_qualifies, 2) == "75.36 %"


def test_how_often_the_dealer_qualifies() -> None:
    """Three card poker: 15,380 of 22,100 hands have a queen or better; a game without qualification has no figure."""
    assert analyze("three-card-poker").main.dealer_qualifies == Fraction(15380, 22100)
    assert analyze("four-card-poker").main.dealer_qualifies is None


def test_both_states_differ_where_their_texts_do() -> None:
    """AKQJT9 suited wins the whole meter in New Jersey's tables C and D, not in Massachusetts (reading 9)."""
    for label, alike in (("A", True), ("B", True), ("C", False), ("D", False)):
        nj, ma = (
            analyze("high-card-flush", state, {"progressive": label}).sides["progressive"] for state in ("nj", "ma")
        )
        assert (nj.gains.mean == ma.gains.mean) is alike
        if not alike:
            assert [nj.hands[0].combinations, ma.hands[0].combinations] == [212, 32]


def test_a_named_suit_takes_three_of_four_seven_card_straight_flushes() -> None:
    plain, named = (
        analyze("high-card-flush", options={"seven_card_suit": suit}).sides["straight_flush_bonus"]
        for suit in (None, "d")
    )
    assert [hand.combinations for hand in plain.hands[:2]] == [32, 1592]
    assert [hand.combinations for hand in named.hands[:2]] == [8, 1616]


@pytest.mark.parametrize("suit", [None, "h"])
@pytest.mark.parametrize("bonuses", [{}, {"flush_bonus": None, "straight_flush_bonus": None}])
def test_a_table_not_in_force_is_priced_as_if_it_were(suit: str | None, bonuses: dict[str, None]) -> None:
    options = {"progressive": "C", "seven_card_suit": suit, **bonuses}
    found = analyze("high-card-flush", options=options)
    for label in "ABCD":
        chosen = analyze("high-card-flush", options={**options, "progressive": label})
        assert found.pay_tables["progressive"][label] == chosen.sides["progressive"]


def test_pay_tables_that_favour_the_player() -> None:
    tables = analyze("high-card-flush").pay_tables["flush_bonus"]
    assert {label for label, worth in tables.items() if worth.gains.mean > 0} == {"E", "K"}


def test_the_maximum_cuts_what_the_bonuses_pay() -> None:
    """At a maximum of 500.00 and a bet of 1.00 the 8000 to 1 is cut; at a bet of a cent nothing is."""
    options = {"max_per_hand": "500.00"}
    cut, small, free = (
        analyze("high-card-flush", options=chosen, bet=bet).sides["straight_flush_bonus"].gains.mean
        for chosen, bet in ((options, "1.00"), (options, "0.01"), ({}, "1.00"))
    )
    assert cut < small == free


# Moments and correlations


def test_moments_by_hand() -> None:
    """Pair plus C: the variance from its lines, written out."""
    found = analyze("three-card-poker", options={"pair_plus": "C"})
    lines = [(40, 48), (30, 52), (6, 720), (3, 1096), (1, 3744), (-1, 22100 - 48 - 52 - 720 - 1096 - 3744)]
    mean = Fraction(sum(pays * n for pays, n in lines), 22100)
    variance = Fraction(sum(pays * pays * n for pays, n in lines), 22100) - mean * mean
    side = found.sides["pair_plus"]
    assert (side.gains.mean, side.gains.variance) == (mean, variance)
    assert side.hit_frequency == Fraction(48 + 52 + 720 + 1096 + 3744, 22100)
    assert sum(chance for _, chance in side.gains.distribution) == 1


def test_the_joint_variance_is_that_of_the_sum() -> None:
    found = analyze("high-card-flush")
    stakes = {"ante": 2, "flush_bonus": 1, "progressive": 3}

    def gain(each: Priced) -> Fraction:
        return 2 * each.main + each.sides["flush_bonus"] + 3 * each.sides["progressive"]

    mean = sum(gain(each) * each.row.deals for each in found.rows) / found.deals
    square = sum(gain(each) ** 2 * each.row.deals for each in found.rows) / found.deals
    assert found.joint_variance(stakes) == square - mean * mean


def test_correlations_lie_between_minus_one_and_one() -> None:
    found = analyze("three-card-poker").to_dict()
    assert all(0 < each["correlation"] < 1 for each in found["correlations"])
    assert ratio_of_roots(Fraction(-2), Fraction(1), Fraction(4)) == -1
    assert ratio_of_roots(Fraction(0), Fraction(0), Fraction(4)) is None


def test_figures_are_rounded_exactly() -> None:
    assert number(Fraction(1, 3)) == 1 / 3
    assert root(Fraction(2)) == 2**0.5
    assert [decimal(Fraction(25, 1000), 2), decimal(Fraction(-1, 3), 3), decimal(Fraction(1234567), 0)] == [
        "0.02",
        "-0.333",
        "1,234,567",
    ]


def test_every_figure_is_a_fraction() -> None:
    found = analyze("high-card-flush")
    assert found.progressive and found.joint and found.main.dealer_qualifies
    figures = [*found.covariances.values(), *found.progressive, *found.joint.meter, found.joint.total]
    for gains in found.gains.values():
        figures += [gains.mean, gains.variance, *(each for pair in gains.distribution for each in pair)]
    figures += [
        found.main.average_wager,
        found.main.element_of_risk,
        *found.main.actions.values(),
        found.main.dealer_qualifies,
    ]
    figures += [found.joint_variance(dict.fromkeys(found.gains, 1)), found.progressive.break_even_meter]
    assert {type(each) for each in figures} == {Fraction}


# The progressive


def test_the_return_of_the_progressive_is_linear_in_its_meter() -> None:
    low, high = (analyze("high-card-flush", meter=meter) for meter in ("10000.00", "360166.30"))
    assert low.progressive and high.progressive
    assert low.progressive == high.progressive
    for found in (low, high):
        assert found.progressive
        assert found.progressive.returns(Fraction(found.meter, 100)) == 1 + found.sides["progressive"].gains.mean
    assert decimal(low.progressive.break_even_meter, 2) == "360,166.32"
    assert low.sides["progressive"].gains.mean < 0
    assert abs(high.sides["progressive"].gains.mean) < Fraction(1, 10**6)


def test_in_the_long_run_all_that_is_contributed_is_paid() -> None:
    """Table A gives 24% to the main and 2% to the secondary meter."""
    found = analyze("high-card-flush")
    assert found.progressive
    assert found.progressive.long_run_return - found.progressive.fixed == Fraction(26, 100)
    assert found.progressive.returns(found.progressive.average_meter) == found.progressive.long_run_return
    assert found.progressive.top == Fraction(32, 133784560)


def test_the_joint_optimum_is_the_best_of_both() -> None:
    """Hands are kept for the progressive's sake: the ante loses a little, both together win more."""
    for ante in (1_00, 5_00, 100_00):
        found = analyze("high-card-flush", ante=write_money(ante))
        assert found.joint and found.progressive
        apart = found.sides["progressive"].gains.mean + found.main.gains.mean * Fraction(ante, 100)
        assert found.joint.total >= apart
        assert found.joint.main.gains.mean <= found.main.gains.mean
        assert found.joint.main.actions["fold"] <= found.main.actions["fold"]
        assert found.joint.meter.cost == (found.main.gains.mean - found.joint.main.gains.mean) * Fraction(ante, 100)


def test_a_progressive_that_survives_a_fold_changes_no_play() -> None:
    found = analyze("high-card-flush", options={"progressive_survives_fold": True})
    assert found.joint and found.joint.main == found.main
    assert found.sides["progressive"].hands[-1].folded == 0


def test_a_bet_or_a_meter_below_zero_is_refused() -> None:
    for wrong in ({"ante": "0.00"}, {"bet": "0.00"}, {"meter": "-1.00"}, {"meter": 150000}, {"ante": "5"}):
        with pytest.raises(Refusal):
            analyze("high-card-flush", **wrong)


# Readings


def test_what_the_readings_of_high_card_flush_cost() -> None:
    found = {
        (cost.option, cost.value): cost.changes for cost in costs(games.showdown("high-card-flush").rules(), Lab())
    }
    assert found["progressive_survives_fold", True]["progressive"] == 3 * Fraction(8642932, 133784560) - 3 * (
        Fraction(8642932, 133784560) - analyze("high-card-flush").sides["progressive"].hands[-1].folded
    )
    assert set(found["progressive_order", "dealer_left_first"].values()) == {0}
    assert found["seven_card_suit", "c"] == found["seven_card_suit", "s"]
    assert found["jurisdiction", "ma"]["ante"] == 0


def test_an_analysis_prints_and_goes_to_a_data_frame() -> None:
    found = analyze("three-card-poker")
    assert repr(found) == "<three-card-poker (nj): ante 3.3730 %, pair_plus 2.3167 %>"
    assert "3.3730 %" in str(found) and "\x1b" not in str(found)
    assert "<td>3.3730 %</td>" in found._repr_html_()
    frame = found.to_frame()
    assert list(frame["wager"]) == ["ante", "pair_plus"]
    assert found.to_frame(hands=True)["combinations"].sum() == 48 + 52 + 720 + 1096 + 3744
