"""Settlement equals the independent oracle, row by row and cent by cent, on random rounds rich in rare hands."""

import os
import random
from collections import Counter
from itertools import product
from typing import Any

import pytest

import pitboss
from pitboss.clauses import all_ids
from tests.oracle.shoe import cents, play, settle

ROUNDS = int(os.environ.get("PITBOSS_ORACLE_ROUNDS", "6000"))
CLAUSES = frozenset(all_ids())


@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("game", ["spanish-21", "double-attack-blackjack"])
def test_settlement_equals_the_oracle(game: str, part: int) -> None:
    met = agrees(game, random.Random(f"{game} {part}"), ROUNDS // 4)
    assert len(met) > 15, met


def test_settlement_equals_the_oracle_in_every_house_of_double_attack() -> None:
    """Readings 116 to 118: what a house may vary changes which rounds there are, and none of what they pay."""
    for chosen in product((4, 3, 2), ("any_time", "not_after_a_double", "first_two_cards"), (True, False)):
        house = dict(zip(("split_hands", "surrender", "surrender_split_hands"), chosen, strict=True))
        met = agrees("double-attack-blackjack", random.Random(repr(chosen)), max(ROUNDS // 36, 50), house)
        assert "rules DAB surrender" in met


def agrees(game: str, rng: random.Random, rounds: int, house: dict[str, Any] | None = None) -> Counter[str]:
    """Every row of so many rounds; the clauses that were met."""
    met = Counter[str]()
    for _ in range(rounds):
        round_ = play(game, rng, house)
        settled, wanted = pitboss.settle(round_).as_json(), settle(round_)
        for each in settled["positions"]:
            net, rows = wanted[each["position"]]
            found = [
                (
                    row["wager"],
                    row.get("hand"),
                    cents(row["stake"]),
                    row["outcome"],
                    cents(row["pays"]),
                    cents(row.get("returned", "0.00")),
                )
                for row in each["wagers"]
            ]
            assert sorted(found, key=repr) == sorted(rows, key=repr), round_
            sign = -1 if each["net"].startswith("-") else 1
            assert sign * cents(each["net"].lstrip("-")) == net, round_
            met.update(row["clause"] for row in each["wagers"])
    assert {*met} <= CLAUSES | {clause for clause in met if clause.startswith("reading ")}
    return met
