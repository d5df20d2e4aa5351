"""Settled rounds and proofs of version 0.3.0 under the current code (issue 15, safety net, item 2).

Its event files are in `test_editions`.
"""

import io
from pathlib import Path

import pytest

from pitboss.settling import settle_lines
from tests.archive.support import differences, files, names
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
    """Byte for byte, but for the lines that `differences.toml` lists with a reason; every line listed must differ."""
    listed = {(each["file"], line): each["now"] for each in differences("settled") for line in each["lines"]}
    other: list[str] = []
    for name in names(part, ".rounds"):
        held = files(part)
        answers = (line for line, _ in settle_lines(io.BytesIO(held[f"{name}.rounds"])))
        before = held[f"{name}.settled"].splitlines(keepends=True)
        for number, (now, then) in enumerate(zip(answers, before, strict=True), 1):
            wanted = listed.get((name, number))
            if (now != then) != (wanted is not None) or (wanted is not None and wanted.encode() not in now):
                other.append(f"{name} line {number}:\n  before {then.decode()}  now    {now.decode()}")
    assert not other, "\n".join(other)
