"""terms.js: limits and pay tables of a table as a form; its edge is shown before it can be taken."""

from typing import Any

from playwright.sync_api import expect

from tests.web.elements.bench import Bench

GAME = {
    "options": {
        "nj": [
            {"name": "pair_plus", "says": "Which table.", "default": "A", "values": ["A", "B", None]},
            {"name": "push_on_22", "says": "", "default": True, "values": [True, False]},
            {"name": "free", "says": "", "default": "x", "values": None},
        ]
    }
}


def options(bench: Bench, chosen: dict[str, Any]) -> list[list[str]]:
    bench.show("terms.js", "({ optionFields }, [game, chosen]) => optionFields(game, 'nj', chosen)", [GAME, chosen])
    return bench.each("select", "[it.name, it.selectedOptions[0].textContent, it.options.length]")


def test_options_are_fields_with_what_is_chosen_or_usual(bench: Bench) -> None:
    assert options(bench, {}) == [["option pair_plus", "A", 3], ["option push_on_22", "yes", 2]]
    assert bench.texts("option") == ["A", "B", "not offered", "yes", "no"]
    assert bench.texts("small") == ["Which table."]
    assert options(bench, {"pair_plus": None, "push_on_22": False}) == [
        ["option pair_plus", "not offered", 3],
        ["option push_on_22", "no", 2],
    ]
    assert options(bench, {"pair_plus": "own_table"})[0] == ["option pair_plus", "own table", 4], (
        "one of the house's own"
    )


def test_limits_are_fields_least_and_most(bench: Bench) -> None:
    bench.show("terms.js", "({ limitFields }) => limitFields(['ante', 'pair_plus'], { ante: ['5.00', '100.00'] })")
    assert bench.each("input", "[it.name, it.value]") == [
        *(["least ante", "5.00"], ["most ante", "100.00"], ["least pair_plus", ""], ["most pair_plus", ""])
    ]
    assert bench.page.get_by_role("group", name="pair plus, least and most").count() == 1


def read(bench: Bench, given: dict[str, str], before: Any = None) -> Any:
    call = "read(given, before)" if before else "read(given)"
    return bench.run("terms.js", f"({{ read }}, [given, before]) => {call}", [given, before])


def test_only_what_differs_is_read(bench: Bench) -> None:
    given = {
        "option pair_plus": '"B"',
        "option push_on_22": "true",
        "least ante": "5.00",
        "most ante": "100.00",
        "reason": "x",
    }
    limits = {"ante": ["5.00", "100.00"]}
    assert read(bench, given) == {"options": {"pair_plus": "B", "push_on_22": True}, "limits": limits}
    same = {"options": {"pair_plus": "A", "push_on_22": True}, "limits": limits}
    assert read(bench, given, same) == {"options": {"pair_plus": "B"}, "limits": {}}
    assert read(bench, {"least ante": "", "most ante": ""}) == {"options": {}, "limits": {}}
    assert read(bench, {"least ante": "", "most ante": "9.00"}) == {"options": {}, "limits": {"ante": ["", "9.00"]}}
    assert read(bench, {"option pair_plus": "null"}) == {"options": {"pair_plus": None}, "limits": {}}


def test_edges_are_asked_for_until_they_are_counted(bench: Bench) -> None:
    bench.hurry()
    bench.answers("/api/admin/edge", {"edges": None}, {"edges": [1]})
    assert bench.run("terms.js", "({ edgesOf }) => edgesOf('some-game', 'nj', { a: 'B' }, tell('told'))") == [1]
    assert (
        bench.asked
        == [("GET", "/api/admin/edge?game=some-game&jurisdiction=nj&options=%7B%22a%22%3A%22B%22%7D", None)] * 2
    )
    assert bench.told() == [["told", "The lab is counting every deal. The first time this can take a minute."]]


def edges(**found: str) -> list[dict[str, Any]]:
    return [{"wager": wager, "edge": edge, "favours_player": edge.startswith("-")} for wager, edge in found.items()]


def test_edges_stand_beside_those_of_now(bench: Bench) -> None:
    now, then = edges(ante="3 %", pair_plus="2 %"), edges(ante="3 %", pair_plus="-1 %", bonus="5 %")
    bench.show("terms.js", "({ compared }, [now, then]) => compared(now, then)", [now, then])
    assert [each.locator("td").all_text_contents() for each in bench.main.locator("tbody tr").all()] == [
        ["ante", "3 %", "3 %", "the same"],
        ["pair plus", "2 %", "-1 % the player's", "changes"],
        ["bonus", "not offered", "5 %", "changes"],
    ]
    bench.show("terms.js", "({ compared }, then) => compared(null, then)", then)
    assert bench.texts("th") == ["wager", "edge then"] and bench.texts("tr:last-child td") == ["bonus", "5 %"]


FILL = """({ shownFirst }) => {
  const form = document.createElement("form");
  form.innerHTML = `<input name="least ante"><input name="reason"><div></div><button id="take">Take it</button>`;
  const edges = () => new Promise((resolve, reject) => {
    window.come = () => resolve(document.createTextNode("3 %"));
    window.fail = () => reject(new Error("Not known."));
  });
  form.append(shownFirst(form, form.querySelector("div"), form.querySelector("#take"), edges));
  return form;
}"""


def test_nothing_is_taken_before_its_edge_was_shown(bench: Bench) -> None:
    bench.show("terms.js", FILL)
    take, look = bench.page.locator("#take"), bench.page.get_by_role("button", name="Show the edge")
    expect(take).to_be_disabled()
    look.click()
    expect(look).to_be_disabled()
    bench.page.evaluate("come()")
    expect(take).to_be_enabled()
    expect(bench.main.locator("form > div")).to_have_text("3 %")
    bench.page.locator("[name=reason]").fill("why")
    expect(take).to_be_enabled()
    bench.page.locator("[name='least ante']").fill("6.00")
    expect(take).to_be_disabled()
    expect(bench.main.locator("form > div")).to_be_empty()


def test_an_edge_that_comes_after_another_change_is_not_that_of_the_new_terms(bench: Bench) -> None:
    bench.show("terms.js", FILL)
    look = bench.page.get_by_role("button", name="Show the edge")
    look.click()
    bench.page.locator("[name='least ante']").fill("6.00")
    bench.page.evaluate("come()")
    expect(look).to_be_enabled()
    expect(bench.page.locator("#take")).to_be_disabled()
    expect(bench.main.locator("form > div")).to_be_empty()


def test_an_edge_that_is_refused_is_said(bench: Bench) -> None:
    bench.show("terms.js", FILL)
    look = bench.page.get_by_role("button", name="Show the edge")
    look.click()
    bench.page.evaluate("fail()")
    expect(bench.page.get_by_role("alert")).to_have_text("Not known.")
    expect(look).to_be_enabled()
    expect(bench.page.locator("#take")).to_be_disabled()
