"""The felt: what a layout must show by its text, on the felt that the page and the drawing are made from."""

from typing import Any

import msgspec
import pytest

from pitboss import games
from pitboss.refusal import Refusal
from pitboss.regulations.layout import BEHIND, FRONT, LINE, Area, Box, Inscription
from pitboss.table.families import house_of
from pitboss.table.felt import Felt, felt_of, layout_of_game
from tests.support import checks

LAYOUT = "NJ HCF 13:69E-1.13Y"
CARDS = [name for name in games.names() if games.family(name) != "dice"]


def felt(game: str = "high-card-flush", **setup: Any) -> Felt:
    return felt_of(house_of({"game": game, **setup}))


def rows(drawn: Felt) -> dict[str, str]:
    return {spot.name: spot.row for spot in drawn.areas}


@checks("NJ HCF 13:69E-1.13Y(b)1")
def test_1_13y_b_1_the_felt_shows_the_licensees_name() -> None:
    """Issue item A19: the name is a setting, and cannot be blank."""
    assert felt(house_name="Golden Palace").house == "Golden Palace"
    assert felt().house == "Pitboss"
    for blank in ("", "  ", "x" * 41, "a\nb"):
        with pytest.raises(Refusal) as caught:
            felt(house_name=blank)
        assert caught.value.code == "bad_house_name"


@checks("NJ HCF 13:69E-1.13Y(b)2", "NJ HCF 13:69E-1.13Y(b)3", "NJ HCF 13:69E-1.13Y(b)4")
def test_1_13y_b_2_to_4_every_wager_has_its_area_in_its_row() -> None:
    """Issue item A19: the raise in front of the ante, the optional wagers behind it."""
    drawn = felt()
    assert rows(drawn) == {
        "raise": FRONT,
        "ante": LINE,
        "flush_bonus": BEHIND,
        "straight_flush_bonus": BEHIND,
        "progressive": BEHIND,
    }
    assert {spot.name: spot.laid_by for spot in drawn.areas} == {
        "raise": f"{LAYOUT}(b)3",
        "ante": f"{LAYOUT}(b)2",
        "flush_bonus": f"{LAYOUT}(b)4",
        "straight_flush_bonus": f"{LAYOUT}(b)4",
        "progressive": f"{LAYOUT}(b)4",
    }


@checks("NJ HCF 13:69E-1.13Y(b)4", "NJ HCF 13:69E-1.13Y(b)5")
@pytest.mark.parametrize("wager", ["flush_bonus", "straight_flush_bonus", "progressive"])
def test_1_13y_b_4_and_5_a_wager_that_is_not_offered_has_neither_area_nor_odds(wager: str) -> None:
    drawn = felt(options={wager: None})
    assert wager not in rows(drawn) and len(rows(drawn)) == 4
    assert len(drawn.pays) == 2


@checks("NJ HCF 13:69E-1.13Y(b)5")
def test_1_13y_b_5_the_odds_in_force_are_inscribed() -> None:
    drawn = felt(options={"flush_bonus": "E", "straight_flush_bonus": "C", "progressive": "B"})
    assert [table.title for table in drawn.pays] == ["Flush bonus", "Straight flush bonus", "Progressive"]
    assert drawn.pays[0].rows[:2] == [("7 card flush", "200 to 1"), ("6 card flush", "60 to 1")]
    assert drawn.pays[1].rows[-1] == ("3 card straight flush", "7 to 1")
    assert drawn.pays[2].rows[0] == ("7 card straight flush", "100% of meter")


@checks("NJ HCF 13:69E-1.13Y(b)6", "NJ HCF 13:69E-1.13Y(b)7")
def test_1_13y_b_6_and_7_raises_and_the_qualifying_hand_are_inscribed() -> None:
    assert [(each.says, each.laid_by) for each in felt().inscriptions] == [
        ("Dealer qualifies with a 3 card flush, nine high or better", f"{LAYOUT}(b)7"),
        ("Raise equal to the ante with a two, three or four card flush", f"{LAYOUT}(b)6"),
        ("Raise 1 to 2 times the ante with a five card flush", f"{LAYOUT}(b)6"),
        ("Raise 1 to 3 times the ante with a six or seven card flush", f"{LAYOUT}(b)6"),
    ]


@checks("NJ HCF 13:69E-1.13Y(c)")
def test_1_13y_c_drop_box_and_tip_box_are_on_opposite_sides_of_the_dealer() -> None:
    """Issue item A19."""
    boxes = {box.name: box for box in felt().boxes}
    assert boxes.keys() == {"drop box", "tip box"}
    assert {box.side for box in boxes.values()} == {"left", "right"}
    assert {box.laid_by for box in boxes.values()} == {f"{LAYOUT}(c)"}


def _with_layout(change: Any) -> Felt:
    """The felt of High Card Flush with every part of its layout changed, or left out where None comes back."""
    house: Any = house_of({"game": "high-card-flush"})
    parts = tuple(part for each in house.game.layout if (part := change(each)) is not None)
    house.game = msgspec.structs.replace(house.game, layout=parts)
    return felt_of(house)


def test_what_the_declaration_moves_or_leaves_out_is_moved_or_missing_on_the_felt() -> None:
    """Issue item A19: the felt has no layout other than the declared one."""
    moved = _with_layout(
        lambda part: msgspec.structs.replace(part, row=BEHIND) if getattr(part, "row", "") == FRONT else part
    )
    assert rows(moved)["raise"] == BEHIND
    for name, lacks in (
        ("house", lambda drawn: drawn.house == ""),
        ("ante", lambda drawn: "ante" not in rows(drawn)),
        ("odds", lambda drawn: not drawn.pays),
        ("raises", lambda drawn: len(drawn.inscriptions) == 1),
        ("qualifying hand", lambda drawn: "qualifies" not in drawn.inscriptions[0].says),
        ("tip box", lambda drawn: len(drawn.boxes) == 1),
    ):
        assert not lacks(felt()), name
        assert lacks(_with_layout(lambda part, name=name: None if part.name == name else part)), name


@pytest.mark.parametrize("game", CARDS)
def test_every_wager_of_every_card_game_has_one_area(game: str) -> None:
    """Where the text has no section on the layout, reading 170."""
    declared = games.game(game)
    areas = [part for part in layout_of_game(declared) if isinstance(part, Area)]
    placed = [wager for area in areas for wager in area.wagers]
    assert sorted(placed) == sorted({*declared.wagers()} - {"doubled"})
    drawn = felt(game)
    assert drawn.house and {box.side for box in drawn.boxes} == {"left", "right"}
    where = {spot.laid_by for spot in drawn.areas}
    assert where == {"reading 170"} or game == "high-card-flush"


def test_a_text_without_a_layout_borrows_none_of_another_states_clauses() -> None:
    drawn = felt(jurisdiction="ma")
    assert rows(drawn) == rows(felt())
    assert {spot.laid_by for spot in drawn.areas} | {box.laid_by for box in drawn.boxes} == {"reading 170"}


def test_the_layout_names_each_part_once() -> None:
    for name in games.names():
        parts = layout_of_game(games.game(name))
        assert len({part.name for part in parts}) == len(parts)
        assert all(isinstance(part, Area | Box | Inscription) for part in parts)
