"""Settlement equals the independent oracle, row by row and cent by cent, on random rounds rich in rare hands."""

import os
import random
from collections import Counter

import pytest

import pitboss
from pitboss.clauses import all_ids
from tests.oracle.shoe import cents, play, settle

ROUNDS = int(os.environ.get("PITBOSS_ORACLE_ROUNDS", "6000"))
CLAUSES = frozenset(all_ids())


@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("game", ["spanish-21", "double-attack-blackjack"])
def test_settlement_equals_the_oracle(game: str, part: int) -> None:
    rng, met = random.Random(f"{game} {part}"), Counter[str]()
    for _ in range(ROUNDS // 4):
        round_ = play(game, rng)
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
    assert len(met) > 15, met
