"""WEB-06 in short: what the schema allows and what it does not. `python -m drills.api` sends 20,000 cases."""

from pathlib import Path

from drills.api import run


def test_web_06_no_answer_is_a_fault_and_all_are_as_documented(tmp_path: Path) -> None:
    seen = run(150, 2, tmp_path)
    assert seen.total() >= 150
    assert max(seen) < 500
    assert {200, 403, 422} <= {*seen}
