"""moment.js: the net of a round counts up, its reason follows; it is spoken once, whole."""

import pytest

from tests.web.elements.bench import Bench

SHOW = """async ({ showNet }, given) => {
  const zone = document.querySelector("#main"), figures = [];
  const read = () => figures.push(zone.querySelector(".net b")?.textContent);
  new MutationObserver(read).observe(zone, { subtree: true, childList: true });
  await showNet(zone, given);
  return [...new Set(figures)];
}"""


@pytest.mark.parametrize(
    ("net", "kind", "last"), [(2000, "win", "+20.00"), (-500, "lose", "−5.00"), (0, "push", "0.00")]
)
def test_the_net_counts_up_and_the_reason_follows(bench: Bench, net: int, kind: str, last: str) -> None:
    figures = bench.run(
        "moment.js", SHOW, {"net": net, "reason": "The hands tie.", "spoken": "Ante pushes.", "rare": False}
    )
    amounts = [float(each.replace("−", "-")) for each in figures]
    assert figures[-1] == last and amounts == sorted(amounts, reverse=net < 0)
    word = {"win": "You win", "lose": "You lose", "push": "Push"}[kind]
    assert bench.page.locator(f"#main .net.{kind}").text_content() == f"{word} {last}"
    assert bench.page.locator("#main [role=status]").text_content() == f"{word} {last}. Ante pushes."
    assert bench.page.locator("#main .reason").text_content() == "The hands tie."
    assert bench.page.locator("#main .net").get_attribute("aria-hidden") == "true", "the steps are not read out"


def test_a_rare_win_is_marked(bench: Bench) -> None:
    bench.run("moment.js", SHOW, {"net": 50000, "reason": "A royal flush.", "spoken": "", "rare": True})
    assert bench.page.locator("#main .net.rare").count() == 1


def test_the_next_round_begins_with_the_name_of_the_house(bench: Bench) -> None:
    bench.run("moment.js", SHOW, {"net": 100, "reason": "The hands tie.", "spoken": "Ante pushes.", "rare": False})
    bench.run("moment.js", "({ clearNet }) => clearNet(document.querySelector('#main'), 'Pitboss')")
    assert bench.main.inner_text() == "Pitboss"


def test_the_house_has_a_name_where_the_layout_asks_for_one(bench: Bench) -> None:
    bench.show("moment.js", "({ house }) => house('Golden Palace')")
    assert bench.texts(".house") == ["Golden Palace"]
    bench.show("moment.js", "({ house }) => house('')")
    assert bench.main.inner_html() == ""
