"""Whatever is fed in, one line comes out for each, settled or refused: no traceback, nothing lost."""

import copy
import io
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as any_of

import pitboss
from pitboss.money import read_money, write_money
from pitboss.settling import settle_lines
from tests.test_refusals import CRAPS, HCF, TCP, THB

JSON = any_of.recursive(
    any_of.none() | any_of.booleans() | any_of.integers() | any_of.floats() | any_of.text(max_size=20),
    lambda inner: any_of.lists(inner, max_size=4) | any_of.dictionaries(any_of.text(max_size=10), inner, max_size=4),
    max_leaves=12,
)


def paths(value: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to every part of a round."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [here, *(path for key, held in inner for path in paths(held, (*here, key)))]


def replaced(value: Any, path: tuple[Any, ...], other: Any) -> Any:
    if not path:
        return other
    changed = copy.deepcopy(value)
    place = changed
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = other
    return changed


@settings(max_examples=300, deadline=None)
@given(any_of.lists(any_of.binary(max_size=60).map(lambda line: line.replace(b"\n", b" ")), max_size=5))
def test_any_bytes_give_one_answer_a_line(given_lines: list[bytes]) -> None:
    answers = list(settle_lines(io.BytesIO(b"".join(line + b"\n" for line in given_lines))))
    assert len(answers) == len(given_lines)
    assert all(json.loads(line)["error"]["message"] for line, fine in answers if not fine)


@settings(max_examples=1500, deadline=None)
@given(any_of.data())
def test_any_part_of_a_round_may_be_anything(data: any_of.DataObject) -> None:
    round_ = data.draw(any_of.sampled_from([TCP, HCF, THB, CRAPS]))
    whole = {"jurisdiction": "nj", "options": {}, "id": 1} | round_
    if round_ is not CRAPS:
        whole = {"void": [], "community": None, "meters": None} | whole
    broken = replaced(whole, data.draw(any_of.sampled_from(paths(whole))), data.draw(JSON))
    before = copy.deepcopy(broken)
    try:
        settled: Any = pitboss.settle(broken).as_json()
    except pitboss.Refusal as refusal:
        settled = refusal.as_json()
        assert refusal.message.endswith((".", "…"))
    assert repr(broken) == repr(before)
    assert json.loads(json.dumps(settled)) == settled
    written = json.dumps(broken).encode()
    ((line, _),) = settle_lines(io.BytesIO(written))
    assert b"\n" not in line[:-1]


@given(any_of.integers(0, 10**14))
def test_money_reads_back_as_written(cents: int) -> None:
    assert read_money(write_money(cents), "amount") == cents


@pytest.mark.parametrize("cents", [0, 1, 99, 100, 2**31 - 1, 2**31, 2**32 - 20, 2**32, 10**14])
def test_money_at_its_boundaries(cents: int) -> None:
    assert write_money(cents) == f"{cents // 100}.{cents % 100:02d}"
    assert read_money(write_money(cents), "amount") == cents


def test_a_round_leaves_nothing_behind() -> None:
    """The same rounds in any order and number give the same answers."""
    first = [pitboss.settle(round_).to_json() for round_ in (TCP, HCF, THB, CRAPS)]
    again = [pitboss.settle(round_).to_json() for round_ in (THB, CRAPS, TCP, HCF, TCP, CRAPS)]
    assert again == [first[2], first[3], first[0], first[1], first[0], first[3]]
