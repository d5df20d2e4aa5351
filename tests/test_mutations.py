"""`python -m drills.mutate`: rules are removed and changed one by one, results are kept, and survivors are named."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path

from drills.mutate import EXPLAINED, explanation
from drills.mutations import mutations

HERE = Path(__file__).resolve().parents[1]
TIE = "NJ HCF 13:69F-38.10(e)1(ii)(C)"


def mutate(results: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "drills.mutate", "high-card-flush", "--clause", TIE, "--results", str(results)]
    return subprocess.run(command, cwd=HERE, capture_output=True, text=True, timeout=300)


def test_a_clause_is_tried_once_and_a_second_run_goes_on(tmp_path: Path) -> None:
    """Issue item A19: what the file has already is not tried again."""
    file = tmp_path / "results.jsonl"
    first = mutate(file)
    assert first.returncode == 0, first.stdout + first.stderr
    assert "clauses noticed 1, mutations noticed 3" in first.stdout
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert {line["result"] for line in lines} == {"killed"} and {line["clause"] for line in lines} == {TIE}
    assert {line["mutation"] for line in lines} == {
        "GAME.outcomes[TIE].results[ante] = LOSE",
        "GAME.outcomes[TIE].results[raise] = LOSE",
        "GAME.outcomes without TIE",
    }
    assert mutate(file).stdout == first.stdout
    assert len(file.read_text().splitlines()) == 3
    file.write_text("".join(json.dumps(line | {"result": "survived"}) + "\n" for line in lines))
    stale = mutate(file)
    assert stale.returncode == 1 and stale.stdout.count("(no mutation of it was noticed)") == 3


def test_mutations_change_numbers_outcomes_steps_refusals_and_code() -> None:
    kinds = {
        "NJ HCF 13:69F-38.11(c) 7 Card Flush": "value",
        "NJ HCF 13:69F-38.3(b)": "task",
        "NJ HCF 13:69F-38.2(b)": "refusal",
        "NJ HCF 13:69F-38.5(b)": "code",
        "NJ HCF 13:69E-1.13Y(b)3": "value",
    }
    for clause, kind in kinds.items():
        assert kind in {each.kind for each in mutations("high-card-flush", clause)}, clause


def test_every_explanation_says_why() -> None:
    explained = tomllib.loads(EXPLAINED.read_text())["survivors"]
    for each in explained:
        assert each.keys() == {"clause", "mutation", "why"}
        assert len(each["why"].split()) > 5 and each["why"].endswith(".")
    rows = [{"clause": "NJ HCF *", "mutation": "odds + 1", "why": "Because."}]
    assert explanation("NJ HCF 13:69F-38.11(c)", "GAME.x.odds + 1", rows) == "Because."
    assert not explanation("NJ TCP 19:47-20.1", "GAME.x.odds + 1", rows)
