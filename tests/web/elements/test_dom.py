"""dom.js: elements are built from text that stays text, and a zone is built anew only when it shows something else."""

from tests.web.elements.bench import Bench


def test_text_is_never_markup(bench: Bench) -> None:
    bench.show("dom.js", "({ el }, text) => el('p', { title: text }, text)", "<b onclick=x>&amp;</b>")
    assert bench.texts("#main p") == ["<b onclick=x>&amp;</b>"]
    assert bench.main.locator("b").count() == 0
    assert bench.main.locator("p").get_attribute("title") == "<b onclick=x>&amp;</b>"


def test_attributes_are_set_left_out_heard_or_styled(bench: Bench) -> None:
    bench.show(
        "dom.js",
        """({ el }) => el("button", { id: "it", hidden: false, disabled: null, title: undefined, open: true, size: 0,
          "--wide": 0.5, onclick: tell("clicked") }, "It")""",
    )
    it = bench.page.locator("#it")
    assert it.evaluate("it => it.getAttributeNames().sort()") == ["id", "open", "size", "style"]
    assert it.evaluate("it => [it.getAttribute('open'), it.getAttribute('size')]") == ["", "0"]
    assert it.evaluate("it => it.style.getPropertyValue('--wide')") == "0.5"
    it.evaluate("it => it.click()")
    assert [name for name, _ in bench.told()] == ["clicked"]


def test_children_are_flattened_and_nothing_is_left_out(bench: Bench) -> None:
    bench.show("dom.js", "({ el }) => el('p', {}, 'a', [el('i', {}, 'b'), null, false, undefined], 0, '')")
    assert bench.main.locator("p").inner_html() == "a<i>b</i>0"


def test_a_drawing_is_of_its_own_language(bench: Bench) -> None:
    bench.show("dom.js", "({ svg }) => svg('svg', { viewBox: '0 0 1 1' }, svg('circle', { r: 1 }))")
    assert bench.main.locator("circle").evaluate("it => it instanceof SVGCircleElement")


ZONE = """async ({ show, el }, shown) => show(document.querySelector("#bar"), shown, (names) => {
  told.push(names);
  return names && names.map((name) => name && el("button", { "data-key": name }, name));
})"""


def test_a_zone_is_built_anew_only_for_something_else(bench: Bench) -> None:
    for shown in (["a"], ["a"], ["a", None], None, None, ["a"]):
        bench.run("dom.js", ZONE, shown)
    assert bench.told() == [["a"], ["a", None], None, ["a"]]
    assert bench.texts("#bar button") == ["a"]
    bench.run("dom.js", ZONE, None)
    assert bench.page.locator("#bar").inner_html() == ""


def test_who_had_the_focus_in_a_zone_keeps_it(bench: Bench) -> None:
    bench.run("dom.js", ZONE, ["a", 'b "c"'])
    bench.page.get_by_role("button", name='b "c"').focus()
    bench.run("dom.js", ZONE, ["x", 'b "c"', "y"])
    assert bench.focused() == 'b "c"'
    bench.page.locator("#menu-door").focus()
    bench.run("dom.js", ZONE, ["menu-door"])
    assert bench.focused() == "menu-door", "a focus elsewhere is left alone"
