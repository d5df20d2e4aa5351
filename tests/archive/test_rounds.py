"""Settled rounds and proofs of version 0.3.0 under the current code (issue 15, safety net, item 2).

Its event files are in `test_editions`.
"""

from pathlib import Path

import pytest

from tests.archive.differences import not_explained
from tests.archive.support import files, names
from tests.fair.support import verifier


def test_the_archive_has_every_game_and_way_to_deal() -> None:
    from pitboss.drill.families import places

    assert {".".join(place) for place in places()} <= {
        ".".join(name.split(".")[:3]) for name in names("events", ".events")
    }


@pytest.mark.parametrize("name", names("proofs", ".proofs"))
def test_every_proof_is_accepted(name: str, tmp_path: Path) -> None:
    """By the verifier of today, with the events of its table."""
    for kind in ("events", "proofs"):
        (tmp_path / kind).write_bytes(files("proofs")[f"{name}.{kind}"])
    done = verifier(tmp_path / "proofs", "--events", tmp_path / "events", "--so-far", "--cuts-by-hand")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("part", ["settled", "events"])
def test_rounds_settle_as_before(part: str) -> None:
    """Byte for byte but for `why`, and for the lines that `differences.toml` lists; every line listed must differ."""
    other = [
        f"{name} line {number}:\n  before {then.decode()}  now    {now.decode()}"
        for name, number, then, now in not_explained(part)
    ]
    assert not other, f"{len(other)} differ; `python -m tests.archive.differences` lists them.\n" + "".join(other[:5])
