"""The shape of a command and the order of a shuffle, each against its plain definition, for all there are."""

from random import Random
from typing import Any

import pytest

from pitboss.cards.chance import Shuffles
from pitboss.refusal import Refusal
from pitboss.table.showdown.commands import FORMS, SHAPES, Command

OPTIONAL = [name for name in Command.__struct_fields__ if name not in ("do", "by", "who", "key")]
HELD: dict[str, Any] = {"position": 0, "wagers": {}, "automatic": False, "depth": 0, "counted": 0, "cards": 0}
"""What a field may hold that counts as nothing in an `if`; it is given all the same."""


def refused(do: str, given: set[str]) -> Refusal | None:
    fields = {name: HELD.get(name, "") for name in given}
    try:
        FORMS.check(Command(do=do, by=SHAPES[do].by[0], who="p1", **fields))
    except Refusal as refusal:
        return refusal
    return None


@pytest.mark.parametrize("do", SHAPES)
def test_a_command_has_the_fields_it_needs_and_none_but_those_it_may_have(do: str) -> None:
    needs, may = {*SHAPES[do].needs}, {*SHAPES[do].may}
    assert refused(do, needs) is None
    assert refused(do, needs | may) is None
    for name in OPTIONAL:
        if name in needs:
            found = refused(do, needs - {name})
            assert found and found.code == "field_missing" and f"'{name}'" in found.message
        elif name not in may:
            found = refused(do, needs | may | {name})
            assert found and found.code == "unknown_field" and f"'{name}'" in found.message


@pytest.mark.parametrize("cards", range(131))
def test_a_permutation_is_the_shuffle_of_its_source(cards: int) -> None:
    """To the same order, with as many numbers drawn: what is kept under a seed comes out the same for good."""
    for seed in range(5):
        source, chance = Random(seed), Shuffles(seed)
        order = list(range(cards))
        source.shuffle(order)
        assert chance.permutation(cards) == order
        assert chance.source.getstate() == source.getstate()
