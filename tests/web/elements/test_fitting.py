"""fitting.js: words are as large as the room lets them be, and never too small to be read."""

from tests.web.elements.bench import Bench


def test_words_fit_the_room(bench: Bench) -> None:
    found = bench.run(
        "fitting.js",
        """({ fitting }) => [[300, 24], [120, 24], [60, 24], [20, 24]].map(([room, most]) => {
          const size = fitting("place to lose", room, most);
          const span = Object.assign(document.createElement("span"), { textContent: "place to lose" });
          span.style.cssText = `font-size: ${size}px; font-weight: 700; white-space: nowrap`;
          document.body.append(span);
          return [room, size, span.getBoundingClientRect().width];
        })""",
    )
    sizes = [size for _, size, _ in found]
    assert sizes[0] == 24 and sizes[0] > sizes[1] >= 12 and sizes[2:] == [0, 0]
    assert all(wide * 1.15 <= room for room, size, wide in found if size), "with room for a font that is wider"


def test_letters_are_never_under_12_pixels(bench: Bench) -> None:
    assert bench.run("fitting.js", "({ fitting }) => fitting('six', 200, 8)") == 12


def test_the_fullest_way_that_fits_is_said(bench: Bench) -> None:
    ways = ["15 to 1; 30 to 1 on a double", "15 to 1", "15"]
    said = bench.run("fitting.js", "({ fullest }, ways) => [400, 90, 30, 3].map((room) => fullest(ways, room))", ways)
    assert said == [*ways, None]
    wide = bench.run("fitting.js", "({ breadth }) => [breadth('iii'), breadth('WWW')]")
    assert wide[0] * 2 < wide[1], "measured, not counted"
