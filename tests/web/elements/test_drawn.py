"""drawn.js: a felt to look at: the dealer's side, and every position with its wagers and hands."""

from typing import Any

from tests.web.elements.bench import Bench

ROUND: dict[str, Any] = {"dealer": {"cards": ["Kc"], "words": ""}, "community": [], "dice": None}


def felt(bench: Bench, *places: dict[str, Any], **more: Any) -> None:
    usual = {"player": "ann", "total": 0, "hands": [], "folded": False, "net": None}
    given = {"round": ROUND, "dice": False, "puck": None, "positions": 5, "places": [usual | each for each in places]}
    bench.show("drawn.js", "({ felt }, given) => felt(given)", given | more)


def test_the_dealers_side_has_cards_words_and_a_board(bench: Bench) -> None:
    felt(bench)
    assert bench.page.get_by_role("group", name="Dealer").locator("p").all_text_contents() == ["Dealer"]
    shown = {
        "dealer": {"cards": ["Kc", "Kd"], "words": "a pair"},
        "community": ["2c"],
        "board": {"cards": ["2c", "3c"]},
    }
    felt(bench, round=ROUND | shown)
    assert bench.texts(".drawn-hand p") == ["Dealer: a pair", "Board"]
    assert bench.each("playing-card", "it.getAttribute('code')") == ["Kc", "Kd", "2c", "3c"]
    felt(bench, round=ROUND | {"community": ["2c"]})
    assert bench.texts(".drawn-hand p") == ["Dealer", "Board"]


def test_a_table_of_dice_has_them_and_its_puck(bench: Bench) -> None:
    felt(bench, dice=True, puck=6, round=ROUND | {"dice": "4-2"})
    assert bench.page.get_by_role("img", name="The dice show 4 and 2").count() == 1
    assert bench.texts(".puck") == ["On 6"] and bench.main.locator("card-hand").count() == 0
    assert bench.page.get_by_role("region", name="The felt").get_attribute("class") == "drawn of-dice"


def test_places_lie_on_the_arc_from_the_right(bench: Bench) -> None:
    felt(bench, {"position": 1}, {"position": 3}, {"position": 5})
    assert bench.each(".drawn-place", "['--across', '--down'].map((name) => it.style.getPropertyValue(name))") == [
        ["0.9000", "0.3600"],
        ["0.5000", "1.0000"],
        ["0.1000", "0.3600"],
    ]


def test_each_place_says_who_what_and_how_it_came_out(bench: Bench) -> None:
    hand = {"cards": ["Ah"], "words": "ace high"}
    felt(
        bench,
        {"position": 1, "player": "player-1", "total": 1500, "hands": [hand, {"cards": [], "words": "none"}]},
        {"position": 2, "player": "bot-random-4", "total": 500, "net": 0},
        {"position": 3, "net": -500, "folded": True, "hands": [hand | {"words": ""}]},
        {"position": 4},
    )
    places = bench.page.get_by_role("list", name="Positions").locator("> li").all()
    assert [each.locator("> :not(card-hand)").all_text_contents() for each in places] == [
        ["Position 1", "ace high", "15.00"],
        ["2 random bot", "0.00"],
        ["3 ann", "−5.00", "folded"],
        ["4 ann"],
    ]
    assert bench.main.locator(".drawn-place card-hand").count() == 2
    assert bench.main.locator(".drawn-place card-hand.dim").count() == 1


def test_wagers_are_added(bench: Bench) -> None:
    assert bench.run("drawn.js", "({ totalOf }) => [totalOf({}), totalOf({ ante: 500, bonus: 100 })]") == [0, 600]
