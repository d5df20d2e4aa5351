"""drawing.js: bars from a zero line and lines with their words; exact figures come in as fractions."""

from typing import Any

import pytest

from tests.web.elements.bench import Bench


def bar(label: str, exact: str, mark: str = "", **more: Any) -> dict[str, Any]:
    return {"label": label, "exact": exact, "text": f"{label} %", "mark": mark, "chosen": False} | more


def draw(bench: Bench, **chart: Any) -> None:
    bench.show("drawing.js", "({ draw }, chart) => draw(chart)", {"title": "Edges", "says": "By table"} | chart)


def lies(bench: Bench) -> list[list[str]]:
    """Where zero is, where each bar begins, and how long it is."""
    read = "(one, ...names) => names.map((name) => one.style.getPropertyValue(name))"
    return bench.each(
        ".track", f"((read) => [...read(it, '--zero'), ...read(it.firstChild, '--from', '--size')])({read})"
    )


def test_bars_lie_on_their_side_of_zero(bench: Bench) -> None:
    draw(
        bench,
        type="bars",
        bars=[bar("A", "3/100"), bar("B", "-1/100", "FAVOURS THE PLAYER"), bar("C", "0", chosen=True)],
    )
    assert lies(bench) == [["25%", "25%", "75%"], ["25%", "0%", "25%"], ["25%", "25%", "0%"]]
    assert bench.texts("li") == ["AA %", "BB % favours the player", "C in forceC %"]
    assert bench.each("li", "[it.className, it.title]")[1] == ["loud", "exactly -1/100"]
    assert bench.page.get_by_role("list", name="Edges").count() == 1
    assert bench.texts("figcaption > *") == ["Edges", "By table"]


def test_bars_of_nothing_have_no_length(bench: Bench) -> None:
    draw(bench, type="bars", bars=[bar("A", "0")])
    assert lies(bench) == [["0%", "0%", "0%"]]
    draw(bench, type="bars", bars=[])
    assert bench.main.locator("li").count() == 0


LINE: dict[str, Any] = {
    "type": "line",
    "across": "dollars",
    "upwards": "return",
    "level": "1",
    "level_says": "100 %",
    "steps": False,
    "points": [{"x": "0", "y": "1/2", "label": ""}, {"x": "1000", "y": "3/2", "label": ""}],
    "marked": [{"x": "500", "y": "1", "label": "break-even 500.00"}],
}


def plotted(bench: Bench, width: int = 800, **more: Any) -> None:
    bench.main.evaluate("(it, width) => { it.style.width = `${width}px`; }", width)
    draw(bench, **(LINE | more))
    bench.page.locator(".plot svg").wait_for()


def test_a_line_is_drawn_as_wide_as_there_is_room_and_again_when_there_is_less(bench: Bench) -> None:
    plotted(bench)
    wide = bench.page.locator(".plot svg").evaluate("it => it.viewBox.baseVal.width")
    assert 600 < wide <= 800
    bench.main.evaluate("it => { it.style.width = '400px'; }")
    bench.page.wait_for_function(f"document.querySelector('.plot svg').viewBox.baseVal.width === {wide} - 400")
    assert bench.main.locator(".plot svg").count() == 1


def test_a_line_speaks_and_has_its_level_and_axes(bench: Bench) -> None:
    plotted(bench)
    assert bench.page.get_by_role("img", name="Edges. 500 dollars: break-even 500.00", exact=True).count() == 1
    assert bench.texts(".axis") == ["dollars", "return"] and bench.texts(".said") == ["break-even 500.00"]
    texts = bench.texts(".plot text")
    assert "100 %" in texts and "1,000" in texts and "0" in texts
    level, point = bench.each(".level", "it.y1.baseVal.value")[0], bench.each(".point", "it.cy.baseVal.value")[0]
    assert level == pytest.approx(point), "what breaks even lies on the level"
    plotted(bench, level="", marked=[])
    assert bench.main.locator(".level").count() == 0


INSIDE = """((box, all) => [it.getAttribute("text-anchor"), box.x >= 0, box.x + box.width <= all.width])(
  it.getBBox(), it.ownerSVGElement.viewBox.baseVal)"""


@pytest.mark.parametrize(("x", "anchor"), [("0", "start"), ("1000", "end")])
def test_a_label_stays_inside_the_drawing(bench: Bench, x: str, anchor: str) -> None:
    plotted(bench, marked=[{"x": x, "y": "1", "label": "a label of some length"}])
    assert bench.each(".said", INSIDE) == [[anchor, True, True]]


def test_steps_go_across_then_up_and_count_whole(bench: Bench) -> None:
    points = [{"x": str(at), "y": f"{3 - at}/1000", "label": ""} for at in range(4)]
    plotted(bench, steps=True, level="", points=points, marked=[{"x": "1/2", "y": "0", "label": "half"}])
    path = bench.each(".drawn", "it.getAttribute('d')")[0]
    assert path.count("H") == 4 and path.count("V") == 3 and "L" not in path
    assert [each for each in bench.texts(".plot text") if each in "0123"] == ["0", "1", "2", "3"]
    assert "0.10 %" in bench.texts(".plot text"), "small shares have their places"
    assert bench.page.get_by_role("img", name="Edges. half", exact=True).count() == 1
