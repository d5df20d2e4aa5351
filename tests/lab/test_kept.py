"""Counts on disk: found again, counted again when damaged, never half written, no failure where there is no room."""

import os
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss import games
from pitboss.lab import kept
from pitboss.lab.counting import Lab, facts_counted_by
from pitboss.lab.tally import Row, Tally, terms_of
from pitboss.showdown.declaration import Outcome

ROWS = (Row(7, False, None, Outcome.FOLD, 2), Row(11, True, (2, 0, 1), Outcome.TIE, 3))
TALLY = Tally(5, ROWS)


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))


def counted(times: list[int]) -> Tally:
    times.append(1)
    return TALLY


def keep(times: list[int], remarks: list[str], of: object = "this", use: bool = True) -> Tally:
    return kept.keep(of, lambda: counted(times), remarks.append, use)


def test_a_count_is_made_once_for_what_it_depends_on() -> None:
    times: list[int] = []
    assert keep(times, []) == keep(times, []) == TALLY
    assert len(times) == 1
    keep(times, [], of="that")
    assert len(times) == 2


def test_without_the_disk_nothing_is_read_or_written() -> None:
    times: list[int] = []
    keep(times, [], use=False)
    keep(times, [], use=False)
    assert len(times) == 2 and not kept.folder().exists()


@pytest.mark.parametrize("damage", ["empty", "cut", "digit", "not text", "other outcome"])
def test_a_damaged_count_is_made_again_with_a_word_about_it(damage: str) -> None:
    times: list[int] = []
    keep(times, [])
    (file,) = kept.folder().iterdir()
    whole = file.read_bytes()
    harmed = {
        "empty": b"",
        "cut": whole[:-20],
        "digit": whole.replace(b'"deals":5', b'"deals":6'),
        "not text": b"\xff\xfe" + whole,
        "other outcome": whole.replace(b"FOLD", b"GONE"),
    }[damage]
    assert harmed != whole
    file.write_bytes(harmed)
    remarks: list[str] = []
    assert keep(times, remarks) == TALLY
    assert len(times) == 2 and "damaged" in remarks[0]
    assert keep(times, remarks) == TALLY
    assert len(times) == 2 and len(remarks) == 1


def test_no_room_to_keep_a_count_is_no_failure(tmp_path: Path) -> None:
    (tmp_path / "counts").write_text("a file where the folder should be")
    remarks: list[str] = []
    assert keep([], remarks) == TALLY
    assert "the result stands" in remarks[-1]


def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "report.html"
    file.write_bytes(b"old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="No space"):
        kept.write_whole(file, b"new")
    assert file.read_bytes() == b"old" and list(tmp_path.iterdir()) == [file]


def test_other_code_is_another_count(monkeypatch: pytest.MonkeyPatch) -> None:
    times: list[int] = []
    keep(times, [])
    monkeypatch.setattr(kept, "code_digest", lambda: "another")
    keep(times, [])
    assert len(times) == 2


def test_another_pay_table_needs_no_new_count_and_another_ranking_does() -> None:
    def facts(options: dict[str, object], game: str = "what-the-flush") -> object:
        rules = games.showdown(game).rules("nj", options)
        return facts_counted_by(rules, terms_of(rules))

    assert facts({}) == facts({"flush_rush": [300, 60, 5]}) == facts({"flush_rush_pays_straights": False})
    different = [facts({}), facts({"wild_rank": "ace"}), facts({"straight_flush_outranks": True})]
    assert len({str(each) for each in different}) == 3
    assert facts({}, "texas-holdem-bonus") != facts({"ante_wins_with": "straight"}, "texas-holdem-bonus")


def test_folded_hands_that_would_earn_something_are_counted_again() -> None:
    """An ante bonus on hands that nobody folds leaves the count as it is; an earning on folded ones does not."""
    rules, counts = games.showdown("three-card-poker").rules(), []

    class Watched(Lab):
        def _count(self, *given: object) -> Tally:
            counts.append(given[-1])
            return super()._count(*given)  # type: ignore[arg-type]

    lab = Watched()
    plain = lab.tally(rules)
    assert counts == [None]
    more = lab.tally(rules, lambda hand: Fraction(1, 10), "a tenth on every hand")
    assert len(counts) == 3 and more != plain
    folds = [sum(row.deals for row in tally.rows if row.stakes is None) for tally in (plain, more)]
    assert folds[1] < folds[0] == 7200 * 18424
