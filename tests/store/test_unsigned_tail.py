"""AUD-01, AUD-02: entries that no signed head covers yet, cut off without a trace in the database."""

import shutil
import sqlite3
from pathlib import Path

import pytest

from drills import tamper


def test_16_c12_aud_01_an_unsigned_tail_that_is_cut_off_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tamper, "MEANS", [tamper.cut_unsigned_tail])
    tried, missed = tamper.run(10, 3, tmp_path)
    assert tried["cut unsigned tail"] == 9 and missed == []


def test_16_c12_aud_01_only_the_record_of_the_last_entry_finds_it(tmp_path: Path) -> None:
    """The control: the signed heads alone know nothing of what was cut off, so the test above tests the record."""
    file, _, heads = tamper.build(tmp_path)
    cut = tmp_path / "cut.db"
    shutil.copy(file, cut)
    raw = sqlite3.connect(cut)
    guards = raw.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for name, _ in guards:
        raw.execute(f"DROP TRIGGER {name}")
    tamper._cut_after(raw, raw.execute("SELECT max(number) FROM journal").fetchone()[0] - 1)
    for _, sql in guards:
        raw.execute(sql)
    raw.commit()
    raw.close()
    assert tamper.is_found(cut, heads)
    (heads / "tail").unlink()
    assert not tamper.is_found(cut, heads)
