"""places.js: a position around the table: who is there, their wagers and cards, and what is offered there."""

from typing import Any

import pytest

from tests.web.elements.bench import Bench

AREAS = [{"name": "ante", "title": "ante", "row": "line", "when": "before"}]
HAND = {"name": "1 2 0", "cards": ["Ah", "Kh"], "counts": None, "order": [0, 1]}
PLACE = {
    "position": 2,
    "players": ["bot-simple-1"],
    "wagers": {"ante": 1500},
    "hands": [HAND],
    "net": None,
    "asked": None,
    "own": False,
    "main": False,
    "free": False,
    "folded": False,
    "can": None,
    "at": {"side": "left", "row": 1, "rows": 3},
}
DRAW = """({ drawPlace }, [place, areas]) => {
  const does = Object.fromEntries(["sit", "bet", "join"].map((name) => [name, (position) => tell(name)(position)]));
  return drawPlace(place, areas, does);
}"""


def place(bench: Bench, areas: list[Any] = AREAS, **more: Any) -> str:
    bench.show("places.js", DRAW, [PLACE | more, areas])
    return bench.texts(".who")[0]


def test_it_lies_along_the_rail_with_its_wagers_and_cards(bench: Bench) -> None:
    assert place(bench) == "2 simple bot"
    assert bench.each(".place", "[it.className, it.dataset.position, it.getAttribute('style')]") == [
        ["place left", "2", "--position: 2; --row: 1; --rows: 3;"]
    ]
    assert bench.page.get_by_role("img", name="ante, 15.00").count() == 1
    assert bench.each("playing-card", "it.ariaLabel") == ["ace of hearts", "king of hearts"]
    assert bench.texts(".amount") == ["15.00"]
    place(bench, [])
    assert bench.main.locator(".layout").count() == 0, "a table of dice has its wagers elsewhere"


@pytest.mark.parametrize(
    ("more", "who"),
    [
        ({"own": True, "players": ["me"]}, "2 you"),
        ({"free": True, "players": []}, "2 free"),
        ({"players": ["ann", "ben", "cid"]}, "2 ann and 2 more"),
        ({"players": ["guest-abcdefgh"]}, "2 guest abcd"),
    ],
)
def test_who_is_there(bench: Bench, more: dict[str, Any], who: str) -> None:
    assert place(bench, **more) == who


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"net": 500}, ["+5.00"]),
        ({"net": 0}, ["0.00"]),
        ({"net": -1500, "folded": True}, ["−15.00"]),
        ({"folded": True}, ["folded"]),
        ({"wagers": {}}, []),
    ],
)
def test_what_it_came_to(bench: Bench, more: dict[str, Any], says: list[str]) -> None:
    place(bench, **more)
    assert bench.texts(".amount") == says


def test_17_where_many_sit_at_one_side_their_cards_give_way(bench: Bench) -> None:
    place(bench, at={"side": "right", "row": 3, "rows": 5})
    assert bench.each(".place", "it.className") == ["place right dense"]


def test_what_is_asked_and_folded_is_seen(bench: Bench) -> None:
    place(bench, asked=0, folded=True, own=True)
    assert bench.each(".place", "it.className") == ["place own folded asked left"], "the first hand has number 0"
    assert bench.main.locator("card-hand.dim").count() == 1
    place(bench, main=True)
    assert bench.main.locator("card-hand").count() == 0, "its cards lie large before the visitor"


@pytest.mark.parametrize(
    ("can", "word", "says"),
    [
        ("sit", "Sit", "Sit at position 2"),
        ("bet", "Bet here", "Bet at position 2 too"),
        ("join", "Join", "Bet on the box at position 2 with its player"),
    ],
)
def test_what_is_offered_there_is_one_button(bench: Bench, can: str, word: str, says: str) -> None:
    place(bench, can=can)
    button = bench.page.get_by_role("button", name=says, exact=True)
    assert button.text_content() == word
    button.press("Enter")
    assert bench.told() == [[can, 2]]
