"""next-roll.js: what the next roll would do by total, from amounts of the server, on both sides of a line at zero."""

from typing import Any

from tests.web.elements.bench import Bench

NETS = {
    "1-1": "30.00",
    "4-3": "-55.50",
    "5-2": "-55.50",
    "6-1": "-55.50",
    "4-4": "45.00",
    "5-3": "-5.00",
    "6-2": "-5.00",
}


def drawn(bench: Bench, nets: dict[str, str]) -> list[Any]:
    bench.show("next-roll.js", "({ nextRoll }, nets) => nextRoll(nets)", nets)
    return bench.each(".next-roll li", "[it.children[0].textContent, it.querySelector('.net').textContent]")


def test_each_total_says_what_it_would_move(bench: Bench) -> None:
    found = dict(drawn(bench, NETS))
    assert list(found) == [str(total) for total in range(2, 13)]
    assert found["2"] == "+30" and found["7"] == "−55.50" and found["3"] == "0"
    assert found["8"] == "−5 to +45", "of throws that do different things the least and the most"


def test_bars_lie_on_their_side_of_zero(bench: Bench) -> None:
    drawn(bench, NETS)
    bench.page.add_style_tag(
        content="""ol { width: 400px; } li { display: flex; } .track { position: relative; width: 200px; height: 9px; }
        .track i { position: absolute; left: var(--from); width: var(--long); height: 9px; }"""
    )
    bars = bench.each(
        ".next-roll i",
        "[it.className, it.getBoundingClientRect().left - it.parentElement.getBoundingClientRect().left, "
        "it.getBoundingClientRect().width]",
    )
    zero = 200 * 55.5 / 100.5
    for kind, left, wide in bars:
        end = left + wide if kind == "lose" else left
        assert abs(end - zero) < 1, "every bar begins at zero"
    longest = max(wide for kind, _, wide in bars if kind == "lose")
    assert abs(longest - zero) < 1 and sorted({kind for kind, *_ in bars}) == ["lose", "win"]
    assert len(bars) == 4, "2, 7, and both sides of 8"


def test_without_wagers_nothing_would_move(bench: Bench) -> None:
    assert {net for _, net in drawn(bench, {})} == {"0"}
    assert bench.main.locator("i").count() == 0
