"""moment.js: the strip of the felt that has the house's name, and the result of a round."""

import pytest

from tests.web.elements.bench import Bench


def test_the_house_has_a_name_where_the_layout_asks_for_one(bench: Bench) -> None:
    bench.show("moment.js", "({ house }) => house('Golden Palace')")
    assert bench.texts(".house") == ["Golden Palace"]
    bench.show("moment.js", "({ house }) => house('')")
    assert bench.main.inner_html() == ""


@pytest.mark.parametrize(
    ("net", "kind", "says"),
    [(1900, "win", "You win +19.00"), (-1000, "lose", "You lose −10.00"), (0, "push", "Push 0.00")],
)
def test_a_result_has_word_sign_and_reason(bench: Bench, net: int, kind: str, says: str) -> None:
    bench.show("moment.js", "({ result }, net) => result(net, 'The hands tie.')", net)
    assert bench.each(".net", "[it.className, it.textContent]") == [[f"net {kind}", says]]
    assert bench.texts(".reason") == ["The hands tie."]
    bench.show("moment.js", "({ result }, net) => result(net)", net)
    assert bench.main.locator(".reason").count() == 0
