"""The clause matrix: every clause has code and tests, or says why not; nothing points at what is not there."""

import re
import tomllib
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import pytest

import pitboss
from pitboss import games
from pitboss.clauses import READINGS, SHARED, STATUSES, all_ids, matrix, readings, symbols_by_clause, unsupported

MATRIX = matrix()


def test_every_implemented_clause_has_code_and_a_test() -> None:
    assert [lack for clause in MATRIX if (lack := unsupported(clause))] == []


def test_every_clause_has_one_id_and_words_of_its_own() -> None:
    assert len(MATRIX) == len({clause.id for clause in MATRIX}) > 700
    for clause in MATRIX:
        assert clause.status in STATUSES
        assert len(clause.paraphrase.split()) >= 6, clause.id
        assert not re.search(r"\b\d+ for \d+\b", clause.paraphrase), clause.id


def test_only_the_table_is_planned_and_only_what_software_cannot_do_is_out_of_scope() -> None:
    for clause in MATRIX:
        if clause.status == "planned":
            assert clause.reason == "table", clause.id
        elif clause.status == "out_of_scope":
            assert clause.reason and len(clause.reason.split()) > 5, clause.id
            assert clause.reason[0].isupper() and clause.reason.endswith("."), clause.id
        else:
            assert clause.reason is None


def test_what_a_clause_leaves_out_is_a_sentence_and_only_an_implemented_clause_does() -> None:
    """Issue item A19."""
    found = [clause for clause in MATRIX if clause.leaves_out]
    assert len(found) > 40
    for clause in found:
        assert clause.leaves_out and len(clause.leaves_out.split()) > 5, clause.id
        assert clause.leaves_out[0].isupper() and clause.leaves_out.endswith("."), clause.id
        assert clause.status == "implemented", clause.id


def test_which_hand_the_dealer_uses_is_left_out_in_every_text_alike() -> None:
    """Issue item A19: software neither makes nor sees a movement of the dealer's hands, whatever the text."""
    about = re.compile(
        "hand nearer|other hand lays|other takes each|with the other takes|layout with the other|free hand"
        "|with one hand|chosen hand"
    )
    texts = {"NJ HCF", "MA HCF", "NJ TCP", "NJ FCP", "NJ WTF"}
    found = [clause for clause in MATRIX if clause.id[:6] in texts and about.search(clause.paraphrase)]
    assert {clause.id[:6] for clause in found} == texts
    for clause in found:
        said = clause.leaves_out or clause.reason
        assert said and said.startswith("Which hand of the dealer "), clause.id
        assert said.endswith("a movement of the body that software neither makes nor sees."), clause.id


@pytest.mark.parametrize("game", games.names())
def test_every_clause_cited_by_a_game_exists(game: str) -> None:
    numbers = {f"reading {each.number}" for each in readings(game)}
    assert set(symbols_by_clause(game)) <= set(all_ids()) | numbers


@pytest.mark.parametrize("game", games.names())
def test_every_symbol_exists(game: str) -> None:
    for symbol in {symbol for symbols in symbols_by_clause(game).values() for symbol in symbols}:
        module, _, path = symbol.partition(":")
        name = re.split(r"[.\[]", path)[0]
        assert hasattr(import_module(module), name), symbol


@pytest.mark.parametrize(
    "clause",
    [
        "NJ HCF 13:69F-38.4(c)1ii",
        "NJ HCF 13:69E-1.13Y(b)6",
        "NJ HCF 13:69F-38.10(e)1(ii)(A)",
        "NJ HCF 13:69F-38.6(a)5",
        "NJ WTF 13:69F-38.10(c)2",
        "NJ WTF 13:69F-38.6(d)[2]",
        "MA HCF 11(e)",
        "WTF card 6(b)",
        "NJ TCP 19:47-20.10(b)",
        "NJ FCP 19:47-27.3(b)",
        "NJ THB 19:47-28.1",
        "rules THB",
    ],
)
def test_ids_that_other_programs_rely_on(clause: str) -> None:
    assert clause in all_ids()


def _orders(marker: str) -> list[str]:
    """The kinds of numbering a marker may belong to, by the marker that would come before it."""
    romans = ["i", "ii", "iii", "iv", "v", "vi", "vii"]
    before = []
    if marker.isdecimal():
        before.append(str(int(marker) - 1))
    if marker in romans:
        before.append(romans[romans.index(marker) - 1] if marker != "i" else "")
    if len(marker) == 1 and marker.isalpha():
        before.append(chr(ord(marker) - 1))
    return before


def test_no_letter_or_number_is_passed_over() -> None:
    """In every text each marker follows the one before it on its level; a gap would be a clause left out.

    High Card Flush of New Jersey itself has no 38.11(g).
    """
    gaps = []
    by_parent: dict[str, list[str]] = {}
    for clause in all_ids():
        plain = re.sub(r"\[\d+\]$", "", clause)
        parts = re.fullmatch(r"(.*?)(?:\((\w+)\)|(?<=\))(\d+|[ivx]+|[a-c])|(?<=\d)([ivx]+))", plain)
        if parts and " " not in clause.split("-")[-1].strip("0123456789.()abcdefghivx"):
            by_parent.setdefault(parts[1], []).append(parts[2] or parts[3] or parts[4])
    for parent, markers in by_parent.items():
        for earlier, later in pairwise(dict.fromkeys(markers)):
            if earlier not in _orders(later):
                gaps.append(f"{parent}: {earlier} then {later}")
    assert len(by_parent) > 60
    assert gaps == ["NJ HCF 13:69F-38.11: f then h"]


@pytest.mark.parametrize("name", games.names())
def test_every_reading_a_game_cites_is_listed_with_it(name: str) -> None:
    """In its declaration and its procedure; and none that only another family has."""
    listed = {f"reading {each.number}" for each in readings(name)}
    cited = {clause for clause in symbols_by_clause(name) if clause.startswith("reading ")}
    assert cited <= listed
    shared = {each.number for each in readings(name) if each.game is None}
    coupons, the_cut, the_shoe = {29, 45}, {46}, {*range(52, 60)}
    expected = {"showdown": coupons | the_cut, "shoe": the_shoe, "dice": set[int]()}[games.family(name)]
    assert shared & (coupons | the_cut | the_shoe) == expected
    assert (16 in shared) == (games.family(name) != "dice")


def test_every_part_of_the_shared_readings_is_read() -> None:
    file = Path(pitboss.__file__).parent / "regulations" / READINGS
    parts = tomllib.loads(file.read_text(encoding="utf-8"))
    assert parts.keys() == SHARED.keys()
    assert {each.number for each in readings() if each.game is None} == {
        int(n) for part in parts.values() for n in part
    }


def test_readings_are_numbered_once_and_name_real_options() -> None:
    found = readings()
    assert [each.number for each in found] == sorted({each.number for each in found})
    assert {*range(1, 30)} <= {each.number for each in found}
    for each in found:
        if each.option:
            sharing = [each.game] if each.game else [name for name in games.names() if each in readings(name)]
            assert sharing
            for name in sharing:
                assert each.option in games.game(name).options("nj"), each.number
