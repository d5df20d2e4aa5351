"""The audit of the printed pay tables, and tables designed for an edge: every figure against plain arithmetic."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from math import comb
from typing import Any

import pytest

from pitboss import games
from pitboss.lab import analyze
from pitboss.lab.analysis import Analysis
from pitboss.lab.paytables import (
    ROUND_ODDS,
    Wanted,
    audit,
    audit_json,
    audit_tables,
    design,
    designed_json,
    designed_table,
    is_allowed,
    read_range,
)
from pitboss.refusal import Refusal

FLUSHES = {"7 card flush": 6864, "6 card flush": 267696, "5 card flush": 3814668, "4 card flush": 26137540}
SEVEN_CARDS = comb(52, 7)
PAIR_PLUS = {"straight flush": 48, "three of a kind": 52, "straight": 720, "flush": 1096, "pair": 3744}
THREE_CARDS = comb(52, 3)


@cache
def flush() -> Analysis:
    return Analysis(games.showdown("high-card-flush").rules())


@cache
def three_card() -> Analysis:
    return Analysis(games.showdown("three-card-poker").rules())


def edge_of(odds: Sequence[int], counts: Sequence[int], hands: int) -> Fraction:
    """What a unit loses: it is lost by all hands that the table does not pay."""
    won = sum(pays * n for pays, n in zip(odds, counts, strict=True))
    return Fraction(hands - sum(counts) - won, hands)


def refused(code: str) -> Any:
    return pytest.raises(Refusal, check=lambda refusal: refusal.code == code)


def shares(low: str, high: str) -> Wanted:
    return Wanted(Fraction(low), Fraction(high))


# The audit


def test_every_printed_table_of_the_flush_bonus_with_its_edge() -> None:
    listed = audit(flush(), "flush_bonus")
    assert {each.label for each in listed} == {*"ABCDEFGHIJKLMN"}
    for each in listed:
        assert -each.worth.gains.mean == edge_of(each.odds, list(FLUSHES.values()), SEVEN_CARDS)


def test_wagers_come_as_in_the_text_and_their_tables_from_the_best_for_the_player_down() -> None:
    listed = audit(flush())
    wagers = [each.wager for each in listed]
    assert list(dict.fromkeys(wagers)) == ["flush_bonus", "straight_flush_bonus", "progressive"]
    assert wagers == sorted(wagers, key=["flush_bonus", "straight_flush_bonus", "progressive"].index)
    for one, other in pairwise(listed):
        assert one.wager != other.wager or one.worth.gains.mean >= other.worth.gains.mean


def test_what_favours_the_player_is_marked() -> None:
    listed = audit(flush(), "flush_bonus")
    assert [each.label for each in listed if each.favours_player] == ["K", "E"]
    (table,) = audit_tables(listed)
    assert [row[0].split()[0] for row in table.rows if row[-1] == "<<< FAVOURS THE PLAYER"] == ["K", "E"]
    assert all(row[-1] == "" for row in table.rows[2:])
    assert [each["table"] for each in audit_json(listed) if each["favours_player"]] == ["K", "E"]
    assert [each["table"] for each in audit_json(listed) if each["house_edge"] < 0] == ["K", "E"]


@pytest.mark.parametrize(
    ("game", "options", "in_force"),
    [
        ("high-card-flush", {}, {"flush_bonus": "A", "straight_flush_bonus": "A", "progressive": "A"}),
        (
            "high-card-flush",
            {"flush_bonus": "C", "progressive": None},
            {"flush_bonus": "C", "straight_flush_bonus": "A"},
        ),
        (
            "high-card-flush",
            {"straight_flush_bonus": {"G": [500, 200, 100, 50, 8]}, "progressive": None},
            {"flush_bonus": "A"},
        ),
        ("three-card-poker", {"pair_plus": "D"}, {"pair_plus": "D", "ante_bonus": "1-4-5"}),
    ],
)
def test_the_table_in_force_is_marked(game: str, options: dict[str, Any], in_force: dict[str, str]) -> None:
    listed = audit(analyze(game, options=options))
    assert {each.wager: each.label for each in listed if each.in_force} == in_force
    assert sum(each.in_force for each in listed) == len(in_force)
    starred = [row[0].removesuffix(" *") for table in audit_tables(listed) for row in table.rows if row[0][-1] == "*"]
    assert sorted(starred) == sorted(in_force.values())


def test_a_wager_that_is_not_offered_has_no_tables() -> None:
    without = analyze("high-card-flush", options={"progressive": None})
    assert {each.wager for each in audit(without)} == {"flush_bonus", "straight_flush_bonus"}
    for wager in ("progressive", "ante", "no such wager", ""):
        with refused("unknown_wager"):
            audit(without, wager)


def test_the_progressive_is_audited_at_a_meter_and_says_at_which() -> None:
    low, high = audit(flush(), "progressive"), audit(analyze("high-card-flush", meter="360000.00"), "progressive")
    assert {each.at["meter"] for each in low} == {10_000_00}
    assert all(each["meter"] == "360000.00" for each in audit_json(high))
    assert audit_tables(high)[0].title == "Pay tables: progressive, meter 360000.00 (* in force)"
    assert not any(each.favours_player for each in low) and any(each.favours_player for each in high)
    assert "meter" not in audit_json(audit(flush(), "flush_bonus"))[0]


def test_a_maximum_cuts_by_the_bet_and_says_by_which() -> None:
    """300 to 1 on 5.00 is 1500.00, and a maximum of 500.00 pays 100 to 1."""
    found = analyze("high-card-flush", options={"max_per_hand": "500.00", "straight_flush_bonus": None}, bet="5.00")
    listed = audit(found, "flush_bonus")
    for each in listed:
        cut = [min(odds, 100) for odds in each.odds]
        assert -each.worth.gains.mean == edge_of(cut, list(FLUSHES.values()), SEVEN_CARDS)
    assert audit_json(listed)[0]["bet"] == "5.00"
    assert audit_tables(listed)[0].title == "Pay tables: flush bonus, bet 5.00 (* in force)"


# Designed tables


@pytest.mark.parametrize(
    ("game", "wager", "counts", "hands"),
    [
        ("high-card-flush", "flush_bonus", FLUSHES, SEVEN_CARDS),
        ("three-card-poker", "pair_plus", PAIR_PLUS, THREE_CARDS),
    ],
)
@pytest.mark.parametrize("wanted", [shares("0.05", "0.10"), shares("-0.03", "0"), shares("0.07", "0.0705")])
def test_a_designed_table_is_as_wanted(
    game: str, wager: str, counts: dict[str, int], hands: int, wanted: Wanted
) -> None:
    made = design(flush() if game == "high-card-flush" else three_card(), wager, wanted)
    assert 0 < len(made) <= 20 and len({each.odds for each in made}) == len(made)
    for each in made:
        assert each.hands == tuple(counts)
        assert each.edge == edge_of(each.odds, list(counts.values()), hands)
        assert wanted.least <= each.edge <= wanted.most
        assert each.hit_frequency == Fraction(sum(counts.values()), hands)
        square = sum(pays**2 * n for pays, n in zip(each.odds, counts.values(), strict=True)) - sum(counts.values())
        assert each.variance == Fraction(square, hands) + 1 - each.edge**2
        assert all(higher > lower for higher, lower in pairwise(each.odds)) and {*each.odds} <= {*ROUND_ODDS}
    middle = (wanted.least + wanted.most) / 2
    assert made == sorted(made, key=lambda each: abs(each.edge - middle))


def test_the_ends_of_the_range_are_in_it() -> None:
    """The edge of a printed table of round odds, to the last hand, as the whole range and as either end of it."""
    printed = (200, 20, 10, 2)
    edge = edge_of(printed, list(FLUSHES.values()), SEVEN_CARDS)
    hand = Fraction(1, SEVEN_CARDS)
    for wanted in (Wanted(edge, edge), Wanted(edge, edge + hand), Wanted(edge - hand, edge)):
        made = design(flush(), "flush_bonus", wanted)
        assert (printed, edge) in [(each.odds, each.edge) for each in made]
    with refused("target_not_met"):
        design(flush(), "flush_bonus", Wanted(edge + hand / 3, edge + hand / 2))


def test_no_table_in_a_narrow_range_is_overlooked() -> None:
    """All falling odds of the pair plus within a quarter and four times of the printed ones, tried one by one."""
    printed = [each.odds for each in audit(three_card(), "pair_plus")]
    counts = list(PAIR_PLUS.values())
    every = {
        odds: edge_of(odds, counts, THREE_CARDS)
        for odds in product(*map(ladder, zip(*printed, strict=True)))
        if all(higher > lower for higher, lower in pairwise(odds))
    }
    wanted = shares("0.0695", "0.0705")
    made = {each.odds for each in design(three_card(), "pair_plus", wanted)}
    assert made == {odds for odds, edge in every.items() if wanted.least <= edge <= wanted.most}
    assert not any(Fraction("0.07") <= edge <= Fraction("0.0701") for edge in every.values())
    with refused("target_not_met"):
        design(three_card(), "pair_plus", shares("0.07", "0.0701"))


def ladder(printed: Sequence[int]) -> list[int]:
    return [each for each in ROUND_ODDS if min(printed) <= 4 * each <= 16 * max(printed)]


def test_rows_are_left_out_where_the_hit_frequency_asks_for_it() -> None:
    """All tables of the two longest flushes, tried one by one."""
    counts = list(FLUSHES.values())[:2]
    wanted, hit = shares("0.75", "0.80"), Fraction(sum(counts), SEVEN_CARDS)
    made = design(flush(), "flush_bonus", wanted, Wanted(hit, hit), most=1000)
    assert {each.hands for each in made} == {("7 card flush", "6 card flush")}
    assert {each.hit_frequency for each in made} == {hit}
    printed = [each.odds for each in audit(flush(), "flush_bonus")]
    every = {
        odds
        for odds in product(*(ladder([odds[place] for odds in printed]) for place in range(2)))
        if odds[0] > odds[1] and wanted.least <= edge_of(odds, counts, SEVEN_CARDS) <= wanted.most
    }
    assert every and {each.odds for each in made} <= every
    nearest = min(abs(edge_of(odds, counts, SEVEN_CARDS) - Fraction(31, 40)) for odds in every)
    assert abs(made[0].edge - Fraction(31, 40)) == nearest


@pytest.mark.parametrize(
    ("edge", "hits"),
    [
        (shares("1", "1"), None),
        (shares("-1", "-1"), None),
        (shares("0.05", "0.10"), shares("0.3", "0.9")),
        (shares("0.05", "0.10"), shares("0", "0.00000001")),
    ],
)
def test_what_no_table_can_do_is_refused(edge: Wanted, hits: Wanted | None) -> None:
    with refused("target_not_met"):
        design(flush(), "flush_bonus", edge, hits)


def test_only_bonuses_without_a_maximum_can_be_designed() -> None:
    for wager in ("progressive", "ante", "ante_bonus", "no such wager"):
        with refused("unknown_wager"):
            design(flush(), wager, shares("0", "1"))
    for option in ("max_per_hand", "max_per_round"):
        with refused("maximum_posted"):
            design(analyze("high-card-flush", options={option: "500.00"}), "flush_bonus", shares("0", "1"))


def test_a_design_for_people_and_for_programs() -> None:
    made = design(three_card(), "pair_plus", shares("0.02", "0.03"))
    table = designed_table("pair_plus", made)
    assert table.columns[3:] == [*PAIR_PLUS, "text allows it"]
    assert [row[3:-1] for row in table.rows] == [[str(odds) for odds in each.odds] for each in made]
    for each, told in zip(made, designed_json(made), strict=True):
        assert told["pays"] == dict(zip(PAIR_PLUS, each.odds, strict=True))
        assert Fraction(int(told["ev"]["numerator"]), int(told["ev"]["denominator"])) == -each.edge
        assert told["allowed"] is each.allowed


# What the text allows


@pytest.mark.parametrize(
    ("game", "wager", "odds", "allowed"),
    [
        ("high-card-flush", "straight_flush_bonus", (500, 200, 100, 50, 8), True),
        ("high-card-flush", "straight_flush_bonus", (5, 4, 3, 2, 1), True),
        ("high-card-flush", "straight_flush_bonus", (500, 200, 100, 50), False),
        ("high-card-flush", "flush_bonus", (200, 20, 10, 2), True),
        ("high-card-flush", "flush_bonus", (201, 20, 10, 2), False),
        ("three-card-poker", "pair_plus", (40, 30, 6, 4, 1), True),
        ("three-card-poker", "pair_plus", (50, 30, 6, 4, 1), False),
        ("what-the-flush", "flush_rush", (10_000, 1000, 100), True),
        ("what-the-flush", "flush_rush", (10_000, 1000, 1), False),
        ("four-card-poker", "aces_up", (50, 40, 8, 5, 4, 3, 1), True),
        ("four-card-poker", "aces_up", (1, 1, 1, 1, 1, 1, 1), False),
        ("texas-holdem-bonus", "bonus", (1000, 30, 25, 20, 15, 10, 5, 4), False),
    ],
)
def test_the_text_itself_is_asked_what_it_allows(game: str, wager: str, odds: tuple[int, ...], allowed: bool) -> None:
    rules = games.showdown(game).rules()
    assert is_allowed(rules.tables()[wager], odds, "nj") is allowed


def test_every_printed_table_is_allowed() -> None:
    for game in ("three-card-poker", "four-card-poker", "high-card-flush", "what-the-flush", "texas-holdem-bonus"):
        for bonus in games.showdown(game).bonuses:
            for label in (label for block in bonus.tables.blocks for label in block.labels):
                assert is_allowed(bonus.tables, bonus.tables.odds(label), "nj")


def test_a_design_says_what_the_text_allows() -> None:
    own = design(flush(), "straight_flush_bonus", shares("0.05", "0.051"))
    assert all(each.allowed for each in own)
    fixed = design(flush(), "flush_bonus", shares("0.05", "0.10"), most=200)
    printed = {each.odds for each in audit(flush(), "flush_bonus")}
    assert {each.odds for each in fixed if each.allowed} == {each.odds for each in fixed} & printed


# Ranges


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("0.05..0.10", "1/20", "1/10"),
        ("-1..1", "-1", "1"),
        ("0.05..0.05", "1/20", "1/20"),
        ("-.5...5", "-1/2", "1/2"),
        ("+0..1", "0", "1"),
        ("0.000000000000000001..0.5", f"1/{10**18}", "1/2"),
    ],
)
def test_ranges(text: str, low: str, high: str) -> None:
    assert read_range(text, "target") == shares(low, high)


@pytest.mark.parametrize(
    "text",
    [
        "", "..", "0.05", "0.05..", "..0.10", "0.05.0.10", "0.10..0.05", "0..1..2", "-1.01..0", "0..1.01", "5..10",
        "0..1e-30000000", "1e400000000..1", "0..1/2", "0..nan", "0..inf", " 0..1", "0 .. 1", "0..1_0", "0..٠", "0x0..1",
        "0..0.0000000000000000001", "0,05..0,10", "0..1\n",
    ],
)  # fmt: skip
def test_what_is_no_range_is_refused_at_once(text: str) -> None:
    with refused("bad_range"):
        read_range(text, "target")
