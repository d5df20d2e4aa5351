"""Whatever stands in any part of a round from the shoe, it is settled or refused with a sentence."""

import copy
import io
import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as any_of

import pitboss
from pitboss.settling import settle_lines
from tests.test_nothing_breaks import JSON, paths, replaced

SPANISH: dict[str, Any] = {
    "game": "spanish-21",
    "jurisdiction": "nj",
    "options": {"decks": 6, "redouble": True},
    "id": 1,
    "void": ["match_the_dealer"],
    "card_reader": True,
    "dealer": "Ac 8s",
    "positions": [
        {
            "position": 1,
            "player": "ann",
            "wagers": {"bet": "25.00", "match_the_dealer": "5.00", "insurance": "2.00"},
            "dealt": "8s 8d",
            "hands": [
                {"cards": "8s 2d 2h Kh", "doubled": ["25.00", "50.00"], "rescued": False},
                {"cards": "8d Kc", "void": True},
                {"cards": "8h 4c 2d", "doubled": "25.00", "rescued": True},
            ],
            "others": [{"player": "bo", "wagers": {"bet": "5.00"}, "hands": [{"doubled": "5.00"}, {}, None]}],
        },
        {"position": 2, "wagers": {"bet": "5.00"}, "hands": [{"cards": "9h 7s", "surrendered": True}]},
        {"position": 3, "wagers": {"bet": "5.00"}, "hands": [], "void": True},
    ],
}
ATTACK: dict[str, Any] = {
    "game": "double-attack-blackjack",
    "options": {"bust_it": "offered"},
    "dealer": "8c 5s Kd",
    "positions": [
        {
            "position": 1,
            "wagers": {"bet": "25.00", "attack": "5.00", "bust_it": "2.00"},
            "hands": [{"cards": "8s 2d Kh", "doubled": "30.00"}, {"cards": "8d Kc 2c", "surrendered": True}],
        }
    ],
}
ANY = JSON | any_of.sampled_from(["", "8h", "8h 8h", "Th", "0.01", "25.00", [], [None], {}, 10**30, True])


@settings(max_examples=1500, deadline=None)
@given(any_of.data())
def test_any_part_of_a_round_may_be_anything(data: any_of.DataObject) -> None:
    whole = data.draw(any_of.sampled_from([SPANISH, ATTACK]))
    broken = replaced(whole, data.draw(any_of.sampled_from(paths(whole))), data.draw(ANY))
    before = copy.deepcopy(broken)
    try:
        settled: Any = pitboss.settle(broken).as_json()
    except pitboss.Refusal as refusal:
        settled = refusal.as_json()
        assert refusal.message.endswith((".", "…"))
    assert repr(broken) == repr(before)
    assert repr(json.loads(json.dumps(settled))) == repr(settled)  # an id may be a number that equals nothing
    ((line, _),) = settle_lines(io.BytesIO(json.dumps(broken).encode()))
    assert b"\n" not in line[:-1]


def test_both_rounds_are_settled_as_they_are() -> None:
    for round_ in (SPANISH, ATTACK):
        ((line, fine),) = settle_lines(io.BytesIO(json.dumps(round_).encode()))
        assert fine, line
