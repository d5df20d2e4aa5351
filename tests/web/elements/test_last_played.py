"""last-played.js: the game that was played last in this browser."""

from tests.web.elements.bench import Bench


def test_the_last_game_is_remembered(bench: Bench) -> None:
    assert bench.run("last-played.js", "({ lastPlayed }) => lastPlayed()") is None
    bench.run("last-played.js", "({ played }) => { played('one'); played('other'); }")
    bench.page.reload()
    assert bench.run("last-played.js", "({ lastPlayed }) => lastPlayed()") == "other"
