"""MON-01: an alarm that is false once in ten thousand at most, and comes soon where a game is not what it should be."""

import random
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss import games
from pitboss.cli.books import drift_report
from pitboss.drifting import Watched, rules_key
from pitboss.lab.dice import DiceAnalysis
from pitboss.lab.drift import ALARM, ONE, SIZES, Purse, Watch
from pitboss.lab.worth import Moments
from pitboss.refusal import Refusal
from pitboss.table.dice.events import Decided, LosersTaken, WinnersPaid
from pitboss.table.families import house_of


def craps() -> dict[str, Moments]:
    from pitboss.dice.rules import Rules

    rules = games.game("craps").rules()
    assert isinstance(rules, Rules)
    found, watched = DiceAnalysis(rules), Watched(rules)
    return {name: found.wagers[name].gains for name in watched.watches}


CRAPS = craps()


def test_mon_01_the_purse_is_a_fair_game_if_the_wager_is_what_the_lab_says() -> None:
    """Exactly, for every wager of craps that is watched and every size of bet, in both directions."""
    assert {"pass", "come", "field", "any_seven", "hard_8", "place_6"} <= {*CRAPS}
    assert not {"dont_pass", "odds", "hop", "lay_odds"} & {*CRAPS}
    for gains in CRAPS.values():
        watch = Watch(gains.mean, max(value for value, _ in gains.distribution))
        for purse, sign in ((watch.high, 1), (watch.low, -1)):
            for stake in purse.stakes:
                after = [1 + stake * (sign * value - purse.mean) for value, _ in gains.distribution]
                assert min(after) >= 0
                assert sum(p * each for each, (_, p) in zip(after, gains.distribution, strict=True)) == 1


def test_mon_01_rounding_takes_from_the_purse_only() -> None:
    chance = random.Random(5)
    purse, exact = Purse(Fraction(-7, 495), Fraction(-1)), [Fraction(1)] * SIZES
    for _ in range(200):
        gain = Fraction(chance.choice((-1, 1)))
        purse.see(gain)
        exact = [held * (1 + stake * (gain - purse.mean)) for held, stake in zip(exact, purse.stakes, strict=True)]
    for held, wanted in zip(purse.held, exact, strict=True):
        assert wanted * ONE * Fraction(999_999, 1_000_000) < held <= wanted * ONE


@pytest.mark.parametrize("seed", range(20))
def test_mon_01_dice_that_lose_two_of_three_alarm_within_500_bets(seed: int) -> None:
    """As at a casino that was found out so: the pass line won a third of the time."""
    chance, watch = random.Random(seed), Watch(CRAPS["pass"].mean, Fraction(1))
    for _ in range(500):
        watch.see(10_00, 20_00 if chance.random() < 1 / 3 else 0)
    assert watch.alarm() == "pays too little"


@pytest.mark.parametrize("wager", ["pass", "field", "any_seven", "twelve"])
def test_mon_01_an_honest_wager_raises_none(wager: str) -> None:
    """Ten tables of 2,000 bets. By the bound one alarm in ten thousand purses is to be expected at most."""
    gains = CRAPS[wager]
    values, weights = zip(*gains.distribution, strict=True)
    most = max(values)
    for seed in range(10):
        chance, watch = random.Random(seed), Watch(gains.mean, most)
        for value in chance.choices(
            values, [weight.numerator * 10**6 // weight.denominator for weight in weights], k=2_000
        ):
            watch.see(10_00, int(10_00 * (1 + value)))
        assert watch.alarm() == ""


def test_mon_01_the_alarm_is_at_its_number_and_not_below() -> None:
    watch = Watch(Fraction(0), Fraction(1))
    watch.high.most = ALARM * ONE - 1
    assert watch.alarm() == ""
    watch.high.most = ALARM * ONE
    assert watch.alarm() == "pays too much"
    watch.high.most, watch.low.most = ONE, ALARM * ONE
    assert watch.alarm() == "pays too little"


def test_mon_01_what_tables_paid_is_read_from_their_events() -> None:
    watched = Watched(games.game("craps").rules())

    def row(pays: int) -> tuple[Decided, ...]:
        return (Decided("w1", "any_seven", "win" if pays else "lose", 10_00, pays, 0, ""),)

    for number in range(60):
        watched.see(LosersTaken(1, "ann", row(0), "") if number % 3 else WinnersPaid(1, "ann", row(40_00), ""))
    ((game, wager, bets, wagered, returned, expected, found, high, low, alarm),) = watched.rows("craps")
    assert (game, wager, bets, wagered, returned, expected) == ("craps", "any_seven", 60, 600_00, 1000_00, "83.33")
    assert found == "166.67" and high > low
    for _ in range(60):
        watched.see(WinnersPaid(1, "ann", row(40_00), ""))
    *_, alarm = next(watched.rows("craps"))
    assert alarm == "pays too much"


def test_mon_01_tables_of_editions_that_pay_differently_are_watched_apart() -> None:
    """Issue item B4: the commission's default differs; a table that sets it pays as the edition that has it."""
    now, before = house_of({"game": "craps"}), house_of({"game": "craps"}, 1)
    set_so = house_of({"game": "craps", "options": {"vig_of": "as_taken"}})
    assert rules_key(now) != rules_key(before) == rules_key(set_so)


def test_mon_01_the_report_of_a_store(tmp_path: Path) -> None:
    from argparse import Namespace

    from drills.play import Table, play, seal
    from pitboss.store import open_store

    database = str(tmp_path / "a.db")
    with open_store(database, program="tests", seal=seal, unseal=seal) as store:
        play(store, Table("t1", "three-card-poker"), 3)
    wanted = Namespace(database=database, since=None, until=None)
    report = drift_report(wanted)
    assert report.columns[:2] == ("game", "wager")
    assert all(row[-1] == "" and row[2] > 0 for row in report.rows)
    with pytest.raises(Refusal):
        drift_report(Namespace(database=database, since="2026-01-01", until=None))
