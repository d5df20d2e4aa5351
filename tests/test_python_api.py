"""The package as a library: what pickles, prints and refuses (16.E3)."""

import multiprocessing
import pickle
from typing import Any

import pytest

import pitboss
from pitboss import Refusal, games
from pitboss.lab import analyze

HOUSES: list[tuple[str, str, dict[str, Any]]] = [
    *((name, "nj", {}) for name in games.names()),
    ("high-card-flush", "ma", {}),
    ("what-the-flush", "card", {}),
    ("high-card-flush", "nj", {"flush_bonus": "K", "straight_flush_bonus": {"G": [500, 200, 100, 50, 8]}}),
    ("craps", "nj", {"field_12": 3}),
    ("spanish-21", "nj", {"dealer_hits_soft_17": True}),
]
ROUND = {
    "game": "three-card-poker",
    "dealer": "Qc 8d 4s",
    "positions": [
        {"position": 1, "cards": "9h 9s Jc", "wagers": {"ante": "10.00"}, "actions": [{"play": "10.00"}]},
        {"position": 2, "cards": "2h 5s Kc", "wagers": {"ante": "10.00"}, "actions": ["fold"]},
    ],
}
SHOE = {
    "game": "spanish-21",
    "dealer": "9c 8d",
    "positions": [{"position": 1, "wagers": {"bet": "10.00"}, "hands": [{"cards": "Kh Qs"}]}],
}
DICE = {
    "game": "craps",
    "rolls": ["6-5"],
    "wagers": [{"id": "a", "player": "p1", "wager": "pass", "amount": "10.00", "before": 1}],
}


@pytest.mark.parametrize(("game", "text", "options"), HOUSES)
def test_16_e3_rules_pickle(game: str, text: str, options: dict[str, Any]) -> None:
    rules = pitboss.game(game).rules(text, options)
    again = pickle.loads(pickle.dumps(rules))
    assert again == rules and hash(again) == hash(rules) and again is not rules
    assert again.game is rules.game and again.options == rules.options
    assert again.page() == rules.page()


def test_16_e3_rules_of_other_houses_are_not_equal() -> None:
    rules = [pitboss.game(game).rules(text, options) for game, text, options in HOUSES]
    assert len({*rules}) == len(rules)


def _settled(rules: Any) -> Any:
    try:
        return rules.settle(ROUND).to_json()
    except Refusal as refusal:
        return refusal


def test_16_e3_rules_and_refusals_cross_processes() -> None:
    rules = [pitboss.game(name).rules() for name in ("three-card-poker", "craps")]
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        settled, refused = pool.map(_settled, rules)
    assert settled == rules[0].settle(ROUND).to_json()
    assert isinstance(refused, Refusal)
    assert refused.as_json() == _settled(rules[1]).as_json()


def test_16_e3_a_game_that_is_not_in_the_house_says_so_when_it_is_pickled() -> None:
    import msgspec

    other = msgspec.structs.replace(games.showdown("three-card-poker"), title="Another Game")
    with pytest.raises(pickle.PicklingError, match="Another Game"):
        pickle.dumps(other.rules())


def test_16_e3_a_refusal_pickles_whole() -> None:
    refusal = Refusal("raise_over_limit", "Raise less.", "NJ HCF 13:69F-38.6(a)5", 3)
    again = pickle.loads(pickle.dumps(refusal))
    assert again.as_json() == refusal.as_json() and str(again) == str(refusal) and again.args == refusal.args
    assert pickle.loads(pickle.dumps(Refusal("a", "B."))).as_json() == Refusal("a", "B.").as_json()


@pytest.mark.parametrize("game", ["craps", "spanish-21", "three-card-poker"])
@pytest.mark.parametrize("amount", ["meter", "ante", "bet"])
def test_16_e3_an_amount_that_changes_nothing_is_refused(game: str, amount: str) -> None:
    with pytest.raises(Refusal) as refused:
        analyze(game, options=None, **{amount: "10.00"})
    assert refused.value.code == "amount_without_use"
    assert refused.value.message.startswith(f"Leave {amount} out: ")


@pytest.mark.parametrize(
    ("round_", "lines"),
    [
        (
            ROUND,
            [
                "three-card-poker: dealer queen high",
                "position 1: +20.00, pair of nines (ante win, play win)",
                "position 2: -10.00, king high (ante lose)",
            ],
        ),
        (SHOE, ["spanish-21: dealer hard 17", "position 1: +10.00, hard 20 (bet win)"]),
        (DICE, ["craps:", "p1: +10.00 (pass win)"]),
    ],
)
def test_16_e3_a_settlement_prints_a_line_a_position(round_: dict[str, Any], lines: list[str]) -> None:
    settled = pitboss.settle(round_)
    assert str(settled).splitlines() == lines
    assert repr(settled) == str(settled)
