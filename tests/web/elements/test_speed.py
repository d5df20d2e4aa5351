"""speed.js: how fast the table shows what happens, remembered in the browser."""

from tests.web.elements.bench import Bench


def test_normal_is_the_default_and_a_choice_is_remembered(bench: Bench) -> None:
    assert bench.run("speed.js", "({ SPEEDS, speed, factor }) => [SPEEDS, speed(), factor()]") == [
        ["slow", "normal", "fast"],
        "normal",
        1,
    ]
    bench.run("speed.js", "({ choose }) => choose('fast')")
    bench.page.reload()
    assert bench.run("speed.js", "({ speed, factor }) => [speed(), factor()]") == ["fast", 0.4]
    assert bench.page.evaluate("localStorage.getItem('pitboss speed')") == "fast"


def test_an_unknown_speed_is_the_default(bench: Bench) -> None:
    bench.page.evaluate("localStorage.setItem('pitboss speed', 'warp')")
    assert bench.run("speed.js", "({ speed, factor }) => [speed(), factor()]") == ["normal", 1]
