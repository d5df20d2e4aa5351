"""Craps equals its independent oracle, row by row and cent by cent, on random runs of rolls.

`PITBOSS_ORACLE_ROUNDS=100000 ./pitboss test tests/test_craps_oracle.py` goes through more of them.
"""

import io
import json
import os
import random
from collections import Counter
from typing import Any

import pytest

import pitboss
import pitboss.clauses
from pitboss.drill.families import places
from pitboss.drill.family import Reached
from pitboss.drill.run import sequence
from pitboss.settling import settle, settle_lines
from tests.oracle.craps import random_round
from tests.oracle.craps import settle as slow_settle

ROUNDS = int(os.environ.get("PITBOSS_ORACLE_ROUNDS", "4000"))
CLAUSES = frozenset(pitboss.clauses.all_ids())


def comparable(settled: dict[str, Any]) -> dict[str, Any]:
    """A settlement without its clauses, which the oracle does not have."""
    names = ("id", "outcome", "pays", "roll")
    rows = [
        {name: row[name] for name in names} | {"commission": row.get("commission", "0.00")} for row in settled["wagers"]
    ]
    return {"wagers": rows, "players": settled["players"]}


@pytest.mark.parametrize("part", range(4))
def test_settlement_equals_the_oracle(part: int) -> None:
    rng = random.Random(f"craps {part}")
    met: Counter[tuple[str, str]] = Counter()
    for _ in range(ROUNDS // 4):
        round_ = random_round(rng)
        settled = pitboss.settle(round_).as_json()
        assert comparable(settled) == slow_settle(round_), round_
        for row in settled["wagers"]:
            met[row["wager"], row["outcome"]] += 1
            assert row["clause"] in CLAUSES or row["clause"].startswith("reading "), row
    for wager in pitboss.game("craps").wagers():
        assert ROUNDS < 4000 or (met[wager, "win"] and met[wager, "lose"]), wager
    assert ROUNDS < 4000 or len([wager for wager, outcome in met if outcome == "void"]) > 20


def test_a_line_of_a_file_is_settled_as_the_same_round_in_python() -> None:
    rng = random.Random("lines")
    rounds = [random_round(rng) | {"id": number} for number in range(300)]
    lines = b"".join(json.dumps(round_).encode() + b"\n" for round_ in rounds)
    answers = list(settle_lines(io.BytesIO(lines)))
    assert all(fine for _, fine in answers)
    assert [json.loads(line) for line, _ in answers] == [pitboss.settle(round_).as_json() for round_ in rounds]


@pytest.mark.parametrize("part", range(4))
def test_every_run_of_a_drilled_table_is_settled_as_the_oracle_does(part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the table writes down comes to the same by the texts alone; the drill's witness compares the money."""
    finished: list[dict[str, Any]] = []

    def kept(round_: dict[str, Any]) -> Any:
        finished.append(round_)
        return settle(round_)

    monkeypatch.setattr(pitboss, "settle", kept)
    numbers = [number for number, place in enumerate(places()) if place[0] == "craps"]
    for each in range(6):
        sequence(numbers[0] + (6 * part + each) * len(places()), 11, 10, Reached())
    assert len(finished) == 60
    for round_ in finished:
        assert comparable(settle(round_).as_json()) == slow_settle(round_), round_
