"""scenes.js: small pictures of games, drawn with the cards, chips and dice of the tables."""

from typing import Any

from tests.web.elements.bench import Bench

EMPTY: dict[str, Any] = {"dealer": [], "board": [], "player": [], "rest": [], "dice": "", "numbers": [], "lines": []}
EMPTY |= {"chips": [], "wild": ""}
CODES = "it.getAttribute('code')"


def test_cards_are_those_of_the_declaration(bench: Bench) -> None:
    given = EMPTY | {"dealer": ["??", "7c"], "player": ["Ah", "Kh"], "rest": ["2s"], "chips": [25, 25], "wild": "Wild"}
    bench.show("scenes.js", "({ scene }, given) => scene(given)", given)
    assert bench.each(".far playing-card", CODES) == ["??", "7c"]
    assert bench.each(".near playing-card", CODES) == ["Ah", "Kh"]
    assert bench.each(".rest playing-card", CODES) == ["2s"]
    assert len(bench.each(".stack", "it.tagName")) == 2 and bench.texts(".wild") == ["Wild"]


def test_a_board_lies_where_the_dealers_cards_would(bench: Bench) -> None:
    given = EMPTY | {"dealer": ["??"], "board": ["Th", "Jd", "??"], "player": ["Ah"]}
    bench.show("scenes.js", "({ scene }, given) => scene(given)", given)
    assert bench.each(".far playing-card", CODES) == ["Th", "Jd", "??"]


def test_dice_lie_on_their_layout(bench: Bench) -> None:
    given = EMPTY | {"dice": "4-5", "numbers": ["4", "5", "6", "8", "9", "10"]}
    bench.show("scenes.js", "({ scene }, given) => scene(given)", given | {"lines": ["pass", "don't pass", "come"]})
    assert bench.texts(".numbers span") == ["ON6", "8", "9"]
    assert bench.texts(".line") == ["come", "pass"] and len(bench.each(".die", "it.tagName")) == 2


def test_a_picture_is_not_read_out(bench: Bench) -> None:
    bench.show("scenes.js", "({ scene }, given) => scene(given)", EMPTY | {"player": ["Ah"]})
    assert bench.main.get_by_role("img").count() == 0
