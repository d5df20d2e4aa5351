"""WEB-13 and PRG-04 in short form: many at once for one seat, several wins of one progressive in the same moment."""

from pathlib import Path

import pytest

from drills.races import Meters, played_again, races_for_a_meter, races_for_a_seat
from pitboss.store import open_store


def test_web_13_a_seat_has_one_holder(tmp_path: Path) -> None:
    assert races_for_a_seat(tmp_path, 12) == []


def test_prg_04_the_first_gets_what_was_shown_and_the_rest_what_was_left(tmp_path: Path) -> None:
    assert races_for_a_meter(tmp_path, 40) == []


def test_prg_04_the_check_finds_a_win_that_took_another_amount(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A control: whoever does not look again is paid what was there before, and both checks say so."""
    with open_store(str(tmp_path / "a.db"), program="tests") as store:
        meters = Meters(store)
        meters.add(500_00, 500_00)
        meters.win("t1", (500_00, 500_00))
        with monkeypatch.context() as blind:
            blind.setattr(Meters, "_keep", lambda self, table, line, meters=None: blind_keep(self, table, line))
            meters.win("t2", (400_00, 0))
        assert played_again(store) != []


def blind_keep(meters: Meters, table: str, line: object) -> int:
    from pitboss.store import Batch, Line

    assert isinstance(line, Line)
    receipt = meters.store.commit(Batch(at=1, table=table, expected=meters.sequences[table], lines=(line,)))
    return receipt.number
