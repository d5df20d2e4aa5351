"""Settlement equals the independent oracle, row by row and cent by cent, on random rounds rich in rare hands.

`PITBOSS_ORACLE_ROUNDS=100000 ./pitboss test tests/test_oracle_agrees.py` goes through more of them.
"""

import os
import random
from typing import Any

import pytest

import pitboss
import pitboss.clauses
from tests.oracle.rounds import random_round
from tests.oracle.settlement import settle as slow_settle

ROUNDS = int(os.environ.get("PITBOSS_ORACLE_ROUNDS", "6000"))
CLAUSES = frozenset(pitboss.clauses.all_ids())


def comparable(settled: dict[str, Any]) -> dict[str, Any]:
    """A settlement without its words and clauses, which the oracle does not have."""
    kept = {"game": settled["game"], "dealer": {"qualifies": settled["dealer"]["qualifies"]}}
    kept["positions"] = [
        {
            "position": each["position"],
            "net": each["net"],
            "wagers": [{name: row[name] for name in ("wager", "stake", "outcome", "pays")} for row in each["wagers"]],
        }
        for each in settled["positions"]
    ]
    return kept | ({"meters": settled["meters"]} if "meters" in settled else {})


@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("game", pitboss.games.showdown_names())
def test_settlement_equals_the_oracle(game: str, part: int) -> None:
    rng = random.Random(f"{game} {part}")
    for _ in range(ROUNDS // 4):
        round_ = random_round(game, rng)
        settled = pitboss.settle(round_).as_json()
        assert comparable(settled) == slow_settle(round_), round_
        for each in settled["positions"]:
            assert each["hand"] is not None
            for row in each["wagers"]:
                assert row["clause"] in CLAUSES or row["clause"].startswith("reading "), row
