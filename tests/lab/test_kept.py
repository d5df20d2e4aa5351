"""Counts on disk: found again, counted again when damaged, never half written, no failure where there is no room."""

import importlib
import os
import shutil
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss import games
from pitboss.lab import kept, sources
from pitboss.lab.counting import Lab, house_of
from pitboss.lab.meters import forgone_by_fold
from pitboss.lab.tally import Row, Tally
from pitboss.ranking import compiled
from pitboss.ranking.three_card import three_card as best_three
from pitboss.refusal import Refusal
from pitboss.regulations.citation import reading
from pitboss.showdown.declaration import AnteMinimum, Deal, Limit, Outcome
from pitboss.showdown.rules import Rules

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


def test_another_pay_table_needs_no_new_count_and_another_reading_does() -> None:
    def facts(options: dict[str, object], game: str = "what-the-flush", jurisdiction: str = "nj") -> str:
        return str(house_of(games.showdown(game).rules(jurisdiction, options)))

    assert facts({}) == facts({"flush_rush": [300, 60, 5]}) == facts({"super_flush_rush": None})
    different = [facts({}), facts({"wild_rank": "ace"}), facts({"straight_flush_outranks": True})]
    assert len(set(different)) == 3
    assert facts({}, "texas-holdem-bonus") != facts({"ante_wins_with": "straight"}, "texas-holdem-bonus")


def clone(**changed: Any) -> Rules:
    """Three card poker with something declared otherwise, by the same name."""
    return msgspec.structs.replace(games.showdown("three-card-poker"), **changed).rules()


def test_a_game_written_otherwise_shares_no_count() -> None:
    """Other bonuses, another measure, another ante bonus: each has its own count, in whatever order they come."""
    game = games.showdown("three-card-poker")
    limits = (Limit(3, reading(28)),)
    (step,) = game.decisions
    assert game.ante_bonus
    houses = [
        game.rules(),
        clone(name="without-bonuses", bonuses=(), ante_bonus=None, check_options=lambda options, jurisdiction: None),
        clone(decisions=(msgspec.structs.replace(step, limits=limits),)),
    ]
    afresh = [Lab(use_kept=False).tally(rules) for rules in houses]
    for order in (houses, houses[::-1]):
        kept_counts = {id(rules): Lab().tally(rules) for rules in order}
        assert [kept_counts[id(rules)] for rules in houses] == afresh
    assert len({str(tally) for tally in afresh}) == 3


def test_a_count_is_the_same_every_time() -> None:
    """Parts are counted in any order by several threads."""
    rules = games.showdown("high-card-flush").rules()
    assert Lab(use_kept=False).tally(rules) == Lab(use_kept=False).tally(rules)


def test_a_meter_needs_no_new_count_where_it_decides_no_play() -> None:
    rules = games.showdown("high-card-flush").rules()
    for meter in (10_000_00, 150_000_00):
        Lab().tally(rules, forgone_by_fold(rules, 10_00, meter))
    assert len(list(kept.folder().iterdir())) == 2
    Lab().tally(rules, forgone_by_fold(rules, 20_00, 10_000_00))
    assert len(list(kept.folder().iterdir())) == 3


@pytest.mark.parametrize(
    "changed",
    [
        {"ante_minimum": AnteMinimum(lambda options: 5, "a pair", reading(28))},
        {"dealer_plays": lambda cards: sum(cards[1:])},
        {"deal": Deal(player=4, dealer=3, clause=reading(28))},
        {"decisions": ()},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_what_a_kernel_does_not_count_is_refused(changed: dict[str, Any]) -> None:
    with pytest.raises(Refusal) as caught:
        Lab(use_kept=False).tally(clone(**changed))
    assert caught.value.code == "no_kernel"


def test_folded_hands_that_would_earn_something_are_counted_again() -> None:
    """An ante bonus on hands that nobody folds leaves the count as it is; an earning on folded ones does not."""
    rules = games.showdown("three-card-poker").rules()
    plain, more = Lab().tally(rules), Lab().tally(rules, lambda hand: Fraction(1, 10))
    assert len(list(kept.folder().iterdir())) == 2
    folds = [sum(row.deals for row in tally.rows if row.stakes is None) for tally in (plain, more)]
    assert folds[1] < folds[0] == 7200 * 18424


# Issue 15, safety net 5: what is cached is found by everything it was made from


@pytest.mark.parametrize("room", ["lab/kernels", "gone"])
def test_a_room_without_sources_raises(room: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels that were moved would leave the hash: changed helpers would run as they were, under the word exact."""
    (tmp_path / "lab" / "kernels").mkdir(parents=True)
    monkeypatch.setattr(compiled, "PACKAGE", tmp_path)
    with pytest.raises(FileNotFoundError, match=room):
        compiled.sources_digest((room,))


def test_every_room_that_reaches_a_kernel_is_there() -> None:
    for room in compiled.ROOMS_THAT_REACH_KERNELS:
        assert compiled.sources_digest((room,)) != compiled.sources_digest(("lab",))


def test_machine_code_of_a_function_from_elsewhere_is_not_cached() -> None:
    def elsewhere(a: int) -> int:
        return a + 1

    code: Any = compiled.kernel(elsewhere)
    assert type(code._cache).__name__ == "NullCache"
    ours: Any = compiled.compiled(best_three)
    assert type(ours._cache).__name__ != "NullCache"


OUTSIDE = """
import msgspec
from pitboss import games
from three_card_outside.helper import deal

GAME = msgspec.structs.replace(games.showdown("three-card-poker"), name="three-card-outside", ranking=deal)
"""
HELPER = "from pitboss.ranking import three_card\n\n\ndef deal(options):\n    return three_card.RANKING\n"


def outside(folder: Path, monkeypatch: pytest.MonkeyPatch, **files: str) -> Any:
    """The facts that a count of a game from outside depends on."""
    package = folder / "three_card_outside"
    package.mkdir(parents=True)
    for name, text in ({"__init__": OUTSIDE, "helper": HELPER} | files).items():
        (package / f"{name}.py").write_text(text)
    for module in [each for each in sys.modules if each.startswith("three_card_outside")]:
        monkeypatch.delitem(sys.modules, module)
    sources.source_hash.cache_clear()
    monkeypatch.syspath_prepend(folder)
    found = importlib.import_module("three_card_outside")
    monkeypatch.setitem(sys.modules, "pitboss.games.three_card_outside", found)
    return house_of(found.GAME.rules())


def test_a_game_from_outside_is_known_by_all_its_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = outside(tmp_path / "a", monkeypatch)
    same = outside(tmp_path / "b", monkeypatch)
    helper = outside(tmp_path / "c", monkeypatch, helper=HELPER + "\n\ndef more():\n    return 1\n")
    declared = outside(tmp_path / "d", monkeypatch, __init__=OUTSIDE + "\nMORE = 1\n")
    another = outside(tmp_path / "e", monkeypatch, tables="PAYS = {}\n")
    assert first["source"] == same["source"], "wherever it lies"
    assert len({str(each["source"]) for each in (first, helper, declared, another)}) == 4


def test_a_game_without_a_readable_source_is_never_cached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    outside(tmp_path / "a", monkeypatch)
    shutil.rmtree(tmp_path / "a")
    sources.source_hash.cache_clear()
    rules = sys.modules["three_card_outside"].GAME.rules()
    assert house_of(rules)["source"] is None
    remarks: list[str] = []
    lab = Lab(remark=remarks.append)
    assert lab.tally(rules) == Lab(use_kept=False).tally(games.showdown("three-card-poker").rules())
    assert not kept.folder().exists() and "not cached" in remarks[0]
    assert house_of(clone(ranking=without_a_file()))["source"] is None


def without_a_file() -> Any:
    """A function of a module that was typed in."""
    namespace: dict[str, Any] = {"__name__": "typed_in"}
    exec(HELPER, namespace)
    return namespace["deal"]


def test_only_a_declared_game_has_sources_to_be_cached_by() -> None:
    """A chart of a game with other rules under the same name would be found for it."""
    declared: Any = games.game("spanish-21")
    assert sources.game_sources(declared)
    assert sources.game_sources(msgspec.structs.replace(declared, title="Spanish 21, changed")) is None
    assert sources.game_sources(msgspec.structs.replace(declared, name="spanish-22")) is None
