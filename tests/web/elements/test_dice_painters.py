"""dice-painters.js: each area is a button with its name, what it pays and what lies there."""

from typing import Any

from tests.web.elements.bench import Bench

PAINT = """({ paint }, { boxes, open = {}, pieces = [], results = [], slots = [] }) => {
  const may = new Map(Object.entries(open));
  const hasSlot = (choice) => slots.includes(choice.behind);
  const does = { place: tell("place"), look: tell("look") };
  const scene = { pieces, results, slots, me: "me", puck: null, open: may, hasSlot, ...does };
  const laid = document.createElement("div");
  laid.className = "dice-layout";
  laid.append(...paint(scene, { boxes, unit: 1, height: 300 }, 400).filter(Boolean));
  return laid;
}"""


def area(name: str, region: str = "line", **more: Any) -> dict[str, Any]:
    usual = {"title": name, "says": "says", "clause": "X 1", "kind": "", "number": "", "pays": "1 to 1"}
    return (
        {"name": name} | usual | more | {"on_layout": {"region": region, "dice": "", "totals": []} | more.pop("on", {})}
    )


def box(look: str, spot: dict[str, Any], w: int = 300, h: int = 60, **more: Any) -> dict[str, Any]:
    return {"look": look, "area": spot, "x": 0, "y": 0, "w": w, "h": h, "size": 24} | more


def piece(name: str, cents: int, player: str = "me", **more: Any) -> dict[str, Any]:
    return {"id": f"{name} {player}", "player": player, "wager": name, "cents": cents, "place": name} | more


def test_an_area_says_what_it_pays_and_what_lies_there(bench: Bench) -> None:
    spots = [area("pass"), area("field", pays=""), area("hop", "hop", pays="15 to 1; 30 to 1 on a double")]
    boxes = [box("word", spots[0]), box("strip", spots[1]), box("hop", spots[2], 40, 30, dice="6-2")]
    pieces = [piece("pass", 1500), piece("field", 200, "ann"), piece("hop", 500, place="hop 6-2")]
    bench.show("dice-painters.js", PAINT, {"boxes": boxes, "pieces": pieces})
    assert bench.each(".put", "it.ariaLabel") == [
        "Bet on pass, pays 1 to 1, 15.00 lies there",
        "Bet on field, others have 2.00 there",
        "Bet on hop 6-2, pays 15 to 1; 30 to 1 on a double, 5.00 lies there",
    ]
    assert bench.texts(".put .amount") == ["15.00", "5"]
    assert bench.main.locator("[data-area=field] .others .stack").count() == 1
    assert bench.main.locator(".put:enabled").count() == 0, "nothing is open"
    assert bench.each(".rail-area", "it.title")[0] == "says (X 1)"


def test_every_look_names_its_area_and_its_odds(bench: Bench) -> None:
    totals = [[2, "2 to 1"], [3, "1 to 1"], [4, "1 to 1"], [9, "1 to 1"], [12, "3 to 1"]]
    boxes = [
        box("tall", area("dont_come", title="don't come", on={"dice": "6-6"}), 100, 200),
        box("odds", area("odds", "odds", on={"behind": ["dont_pass"]})),
        box("half", area("place_to_lose_4", kind="place to lose", number="4", pays="5 to 11"), 60, 34),
        box("some", area("big_6", kind="big", number="6"), 70, 90),
        box("field", area("field", "field", on={"totals": totals}), 500, 90),
        box("strip", area("horn", pays="27 to 4 on 2 or 12; 3 to 1 on 3 or 11")),
        box("dice", area("hard_8", title="hard 8", pays="9 to 1", on={"dice": "4-4"}), 160, 70),
        box("dice", area("two", pays="30 to 1", on={"dice": "1-1"}), 60, 60, small=True),
        box("dice", area("hard_4", title="hard 4", pays="7 to 1", on={"dice": "2-2"}), 160, 140, large=True),
        box("heading", area("hop", "hop", pays="15 to 1; 30 to 1 on a double"), 200, 24),
    ]
    bench.show("dice-painters.js", PAINT, {"boxes": boxes})
    texts = [text.replace("\\xa0", " ") for text in bench.texts(".put, .heading")]
    assert texts == [
        "DON'TCOMEBAR", "Oddsbehind the dont pass".replace("dont", "don’t"), "To lose5 to 11", "BIG61 to 1",
        "234912FIELD1 to 1, 2 pays 2 to 1, 12 pays 3 to 1", "Horn27 to 4 on 2 or 12", "Hard 89 to 1", "30 to 1",
        "Hard 47 to 1",
        "Hop15 to 1",
    ]  # fmt: skip
    assert bench.each(".special", "it.textContent") == ["2", "12"], "totals that pay otherwise are marked"
    assert bench.each("[data-area=hard_8] .face", "it.querySelectorAll('.pip').length") == [4, 4]


def test_a_band_belongs_to_its_area(bench: Bench) -> None:
    spot = area("pass")
    boxes = [
        {"look": "band", "area": spot, "d": "M0 0H50V250H0Z", "at": [25, 120], "long": 200, "across": 44},
        box("word", spot),
    ]
    bench.show("dice-painters.js", PAINT, {"boxes": boxes, "open": {"pass": [{"do": "bet", "wager": "pass"}]}})
    assert bench.texts(".along") == ["PASS"]
    bench.main.locator("path.band").dispatch_event("click")
    assert bench.told() == [["place", {"do": "bet", "wager": "pass"}]]


def test_a_wager_lies_at_once_and_a_double_click_is_one(bench: Bench) -> None:
    choice = {"do": "bet", "wager": "pass", "amount": "5.00"}
    bench.show("dice-painters.js", PAINT, {"boxes": [box("word", area("pass"))], "open": {"pass": [choice]}})
    put = bench.main.locator("[data-area=pass]")
    put.dblclick()
    put.press("Enter")
    assert bench.told() == [["place", choice]] * 2


def test_a_wager_on_named_dice_says_which(bench: Bench) -> None:
    boxes = [box("hop", area("hop", "hop"), 40, 30, dice=dice) for dice in ("6-2", "3-3")]
    bench.show(
        "dice-painters.js", PAINT, {"boxes": boxes, "open": {"hop": [{"do": "bet", "wager": "hop", "dice": "1-1"}]}}
    )
    bench.main.locator("[data-dice='3-3']").click()
    assert bench.told() == [["place", {"do": "bet", "wager": "hop", "dice": "3-3"}]]


def test_odds_of_a_wager_that_has_travelled_are_not_added_here(bench: Bench) -> None:
    may = [{"do": "bet", "wager": "odds", "behind": each} for each in ("come", "pass")]
    bench.show(
        "dice-painters.js",
        PAINT,
        {"boxes": [box("odds", area("odds", "odds"))], "open": {"odds": may}, "slots": ["come"]},
    )
    bench.main.locator("[data-area=odds]").click()
    assert bench.told() == [["place", may[1]]]
    bench.show(
        "dice-painters.js",
        PAINT,
        {"boxes": [box("odds", area("odds", "odds"))], "open": {"odds": may[:1]}, "slots": ["come"]},
    )
    assert bench.main.locator("[data-area=odds]").is_disabled()


def test_a_result_stands_on_its_area_until_a_new_wager_lies_there(bench: Bench) -> None:
    won = {"place": "pass", "outcome": "win", "moved": 500, "sentence": "Pass wins.", "clause": "X 2"}
    bench.show("dice-painters.js", PAINT, {"boxes": [box("word", area("pass"))], "results": [won]})
    assert bench.each("[data-area=pass] .came", "[it.className, it.textContent, it.title]") == [
        ["came win", "wins +5.00", "Pass wins. X 2"]
    ]
    bench.show(
        "dice-painters.js",
        PAINT,
        {"boxes": [box("word", area("pass"))], "results": [won], "pieces": [piece("pass", 500)]},
    )
    assert bench.main.locator(".came").count() == 0 and bench.texts(".amount") == ["5.00"]


def test_a_long_press_shows_what_can_be_done_with_a_wager(bench: Bench) -> None:
    bench.show("dice-painters.js", PAINT, {"boxes": [box("word", area("pass"))], "pieces": [piece("pass", 500)]})
    bench.main.locator("[data-area=pass]").dispatch_event("contextmenu")
    assert bench.told() == [["look", "pass me"]]
