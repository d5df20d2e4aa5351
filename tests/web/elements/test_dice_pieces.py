"""dice-pieces.js: a wager lies on its area, on the number it has travelled to, or on the dice it names."""

from typing import Any

from tests.web.elements.bench import Bench

AREAS = [
    {"name": name, "on_layout": {"region": region}}
    for name, region in (
        ("pass", "line"),
        ("come", "come"),
        ("dont_come", "dont_come"),
        ("odds", "odds"),
        ("hop", "hop"),
    )
]


def wager(id: str, name: str, **more: Any) -> dict[str, Any]:
    return {
        "id": id,
        "player": "me",
        "wager": name,
        "amount": "5.00",
        "point": None,
        "behind": None,
        "dice": None,
    } | more


WAGERS = [
    wager("1", "pass", point=8),
    wager("2", "come", point=6),
    wager("3", "come"),
    wager("4", "odds", behind="1", point=8),
    wager("5", "odds", behind="2", point=6),
    wager("6", "hop", dice="6-2"),
    wager("7", "dont_come", point=4),
    wager("8", "ghost"),
]


def test_each_wager_has_its_place(bench: Bench) -> None:
    found = bench.run(
        "dice-pieces.js",
        "({ Pieces }, [areas, wagers]) => new Pieces(areas).lay(wagers).map((each) => [each.place, each.cents])",
        [AREAS, WAGERS],
    )
    assert [place for place, _ in found] == [
        *("pass", "number 6", "come", "odds", "number 6", "hop 6-2", "number 4", "ghost")
    ], "odds lie with the wager they stand behind"
    assert {cents for _, cents in found} == {500}


def test_a_result_stands_where_its_wager_lay(bench: Bench) -> None:
    found = bench.run(
        "dice-pieces.js",
        """({ Pieces, totalOf, nameOf, capital }, [areas, wagers]) => {
          const pieces = new Pieces(areas);
          pieces.lay(wagers);
          pieces.lay([]);
          return [
            ["2", "5", "6", "9"].map((id) => pieces.placeOfResult({ id, wager: "field" })),
            pieces.line("2"), pieces.line("9"),
            totalOf([{ cents: 5 }, { cents: 7 }]), capital(nameOf(wagers[5])),
          ];
        }""",
        [AREAS, WAGERS],
    )
    assert found == [["number 6", "number 6", "hop 6-2", "field"], "come on 6", "", 12, "Hop 6-2"]
