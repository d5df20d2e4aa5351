"""speed.js: how fast the table shows what happens, remembered in the browser."""

from tests.web.elements.bench import Bench

READ = "({ speed, factor }) => [speed(), factor()]"
DRAW = "({ drawSpeed }) => drawSpeed(document.querySelector('#main'))"


def test_normal_is_the_default_and_a_choice_is_remembered(bench: Bench) -> None:
    assert bench.run("speed.js", READ) == ["normal", 1]
    bench.run("speed.js", DRAW)
    assert bench.texts("#main [role=radio]") == ["Slow", "Normal", "Fast"]
    bench.page.click("[data-key='speed fast']")
    assert bench.each("#main [aria-checked=true]", "it.textContent") == ["Fast"]
    bench.page.reload()
    assert bench.run("speed.js", READ) == ["fast", 0.4]


def test_the_speeds_are_one_stop_of_the_tab_key_and_arrows_change_them(bench: Bench) -> None:
    bench.run("speed.js", DRAW)
    assert bench.each("#main [role=radio]", "it.tabIndex") == [-1, 0, -1]
    bench.page.focus("[data-key='speed normal']")
    bench.page.keyboard.press("ArrowLeft")
    assert bench.run("speed.js", READ) == ["slow", 1.6]
    assert bench.page.evaluate("document.activeElement.dataset.key") == "speed slow"
    bench.page.keyboard.press("ArrowLeft")
    assert bench.run("speed.js", READ) == ["fast", 0.4], "after the first comes the last"


def test_an_unknown_speed_is_the_default(bench: Bench) -> None:
    bench.page.evaluate("localStorage.setItem('pitboss speed', 'warp')")
    assert bench.run("speed.js", READ) == ["normal", 1]
