"""speed.js: slow, normal or fast, remembered in the browser and told to the page."""

from tests.web.elements.bench import Bench

DRAW = """({ drawSpeed }) => {
  document.addEventListener("speed", ({ detail }) => tell("speed")(detail));
  drawSpeed(document.querySelector("#main"));
}"""


def test_a_speed_is_chosen_told_and_remembered(bench: Bench) -> None:
    bench.show("speed.js", "() => []")
    bench.run("speed.js", DRAW)
    assert bench.page.get_by_role("radio", checked=True).text_content() == "Normal"
    bench.page.locator("[data-key='speed fast']").click()
    assert bench.told() == [["speed", "fast"]]
    assert bench.page.get_by_role("radio", checked=True).text_content() == "Fast"
    assert bench.run("speed.js", "({ speed }) => [speed(), localStorage.getItem('pitboss speed')]") == ["fast", "fast"]


def test_it_is_one_stop_of_the_tab_key_and_arrows_go_round(bench: Bench) -> None:
    bench.run("speed.js", DRAW)
    assert bench.each("#main button", "it.tabIndex") == [-1, 0, -1]
    bench.page.locator("[data-key='speed normal']").press("ArrowRight")
    bench.page.keyboard.press("ArrowRight")
    assert bench.told() == [["speed", "fast"], ["speed", "slow"]]
    assert bench.focused() == "speed slow"


def test_what_is_no_speed_is_normal(bench: Bench) -> None:
    bench.page.evaluate("localStorage.setItem('pitboss speed', 'warp')")
    assert bench.run("speed.js", "({ speed }) => speed()") == "normal"
