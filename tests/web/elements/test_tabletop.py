"""tabletop.js: every zone of a table is drawn from the view, and a click there makes happen what it is for."""

from typing import Any

from tests.web.elements.bench import Bench

ZONES = ["dealer", "rack", "shoe", "places", "board", "own", "tabs", "spots", "hands", "results", "money", "meter"]
ZONES += ["moment", "actions", "waits", "early", "tray", "choices", "clock"]
AREAS = [
    {"name": "ante", "title": "Ante", "when": "before", "row": "line", "least": "5.00", "most": "500.00"},
    {"name": "play", "title": "Play", "when": "later", "row": "front"},
]
LAYOUT = {
    "family": "showdown", "positions": 3, "per_player": 1, "per_box": 1, "adjacent": True, "house": "Pitboss",
    "areas": AREAS, "pays": [], "reasons": {}, "inscriptions": [], "chips": ["1.00", "5.00"],
}  # fmt: skip
VIEW = {
    "seats": {}, "positions": {}, "choices": [], "open": True, "betting": True, "status": "betting", "playing": False,
    "dealer": {}, "chips": "0.00", "meters": None,
}  # fmt: skip
DRAW = """async ({ Tabletop }, { zones, layout, view, played }) => {
  const [{ Visitor }, { Round }, { Staged }] = await Promise.all(
    ["visitor", "round", "staged"].map((name) => import(`/pages/${name}.js`)));
  for (const id of zones.filter((id) => !document.getElementById(id))) {
    document.querySelector("#main").append(Object.assign(document.createElement("div"), { id }));
  }
  const round = Object.assign(new Round(), played);
  const known = { layout, view, me: "ann", plays: true, chosen: 500, wallet: 1000 };
  const visitor = Object.assign(new Visitor(round, new Staged("t1"), { all: [] }), known);
  const names = ["sit", "buy", "leave", "act", "put", "pick", "choose", "place", "clear", "undo", "betOnDice"];
  const does = Object.fromEntries(names.map((name) => [name, tell(name)]));
  new Tabletop(visitor, { of: () => ({ counts: null, says: "ace high" }) }, does, () => []).draw();
}"""


def drawn(bench: Bench, view: dict[str, Any] | None, played: dict[str, Any] | None = None) -> None:
    seen = VIEW | view if view is not None else None
    bench.run("tabletop.js", DRAW, {"zones": ZONES, "layout": LAYOUT, "view": seen, "played": played or {}})


SEATED = {"seats": {"2": "ann", "3": "bob"}, "chips": "100.00"}


def test_before_the_first_view_nothing_is_drawn(bench: Bench) -> None:
    drawn(bench, None)
    assert [bench.page.locator(f"#{zone}").inner_html() for zone in ZONES] == [""] * len(ZONES)


def test_a_watcher_sees_every_place_and_no_own_one(bench: Bench) -> None:
    drawn(bench, {"seats": {"3": "bob"}, "meters": {"main": "10000.25"}})
    assert bench.page.locator("#places .place").count() == LAYOUT["positions"]
    assert not bench.page.locator("#own").is_visible() and not bench.page.locator("#money").is_visible()
    assert bench.page.locator("#meter").inner_text() == "Progressive 10,000.25"
    bench.page.locator("[data-key='sit 1']").click()
    assert bench.told() == [["sit", 1]]
    assert bench.page.locator("[data-key='sit 3']").count() == 0


def test_whoever_sits_puts_chips_on_open_spots(bench: Bench) -> None:
    drawn(bench, SEATED)
    assert bench.page.locator("#chips").inner_text() == "100.00"
    assert bench.page.locator("#hands").inner_text() == "Choose a chip, then put it on a spot."
    bench.page.locator("#spots button[data-area=ante]").click()
    assert bench.told() == [["put", 2, AREAS[0], "add"]]
    assert bench.page.locator("#spots button[data-area=play]").count() == 0, "it comes later"
    assert bench.page.locator("#tray .pick").count() == 2
    bench.page.locator("#tray .pick").first.click()
    assert bench.told() == [["choose", 100]]


def test_a_hand_is_called_by_its_name_and_a_decision_is_asked(bench: Bench) -> None:
    fold = {"do": "decide", "action": "fold", "position": 2}
    held = {"player": "ann", "wagers": {"ante": "5.00"}, "on_layout": {"ante": "5.00"}}
    view = SEATED | {
        "betting": False,
        "playing": True,
        "status": "playing",
        "choices": [fold],
        "positions": {"2": held},
    }
    hand = {"cards": ["As", "Kd", "2c"], "order": [1, 2, 3], "words": "", "number": 0}
    drawn(bench, view, {"hands": {"2": hand}, "number": 7})
    assert bench.page.locator("#hands playing-card").count() == 3
    assert bench.page.locator("#hands .words").inner_text() == "ace high"
    assert bench.page.locator("#tray .pick").count() == 0
    bench.page.locator("#choices button").click()
    assert bench.told() == [["act", fold]]


def test_16_d3_old_results_do_not_cover_the_next_bet(bench: Bench) -> None:
    """Rebet places at once: the badges of the round before go, the list of its results stays."""
    lost = {"position": 2, "player": "ann", "hand": 0, "wager": "ante", "outcome": "lose", "stake": 500, "pays": 0}
    played = {"over": True, "results": [lost | {"clause": "X 1", "why": "fold"}], "number": 7}
    drawn(bench, SEATED, played)
    assert bench.texts("#spots .tag > :first-child") == ["loses"]
    assert bench.page.locator("#places .net").count() == 1
    bet = {"player": "ann", "wagers": {"ante": "5.00"}, "on_layout": {"ante": "5.00"}}
    drawn(bench, SEATED | {"positions": {"2": bet}}, played)
    assert bench.page.locator("#spots .tag").count() == 0 and bench.page.locator("#spots .stack").count() == 1
    assert bench.page.locator("#places .net").count() == 0
    assert bench.texts("#results li > :first-child") == ["Ante loses."]
