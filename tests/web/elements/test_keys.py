"""keys.js: which key presses which choice, and the sheet that lists them."""

import pytest

from tests.web.elements.bench import Bench

CHOICES = """({ watchKeys }) => {
  const choices = Object.assign(document.createElement("div"), { id: "choices" });
  for (const [label, letter, main] of [["Raise 10.00", "", true], ["Fold", "f", false]]) {
    const button = document.createElement("button");
    Object.assign(button, { textContent: label, className: main ? "act" : "" });
    if (letter) button.dataset.letter = letter;
    button.onclick = () => tell("pressed")(label);
    choices.append(button);
  }
  document.querySelector("#main").replaceChildren(choices, document.createElement("input"));
  watchKeys(() => tell("sheet")());
}"""


@pytest.mark.parametrize(
    ("labels", "letters"),
    [(["Fold", "Flop"], ["f", "l"]), (["", "Stand", "Surrender"], ["", "s", "u"]), (["5", "A", "A"], ["", "a", ""])],
)
def test_each_choice_has_a_letter_of_its_own(bench: Bench, labels: list[str], letters: list[str]) -> None:
    assert bench.run("keys.js", "({ letters }, labels) => letters(labels)", labels) == letters


def test_space_is_the_main_choice_and_letters_are_the_others(bench: Bench) -> None:
    bench.run("keys.js", CHOICES)
    for key in (" ", "f", "F", "x", "?"):
        bench.page.keyboard.press(key)
    assert bench.told() == [["pressed", "Raise 10.00"], ["pressed", "Fold"], ["pressed", "Fold"], ["sheet"]]


def test_who_writes_or_has_another_control_presses_nothing_else(bench: Bench) -> None:
    bench.run("keys.js", CHOICES)
    bench.page.locator("#main input").press("f")
    bench.page.keyboard.press(" ")
    bench.page.locator("[data-letter=f]").press(" ")
    assert bench.told() == [["pressed", "Fold"]], "the button that has the focus, once"
    bench.page.keyboard.press("Control+f")
    assert bench.told() == []


def test_the_sheet_lists_every_key(bench: Bench) -> None:
    bench.run("keys.js", CHOICES)
    bench.page.evaluate(
        "import('/pages/keys.js').then(({ sheet }) => document.querySelector('#panel').replaceChildren(...sheet()))"
    )
    bench.page.locator("#panel dt").first.wait_for(state="attached")
    assert bench.texts("#panel dt")[0] == "F" and bench.texts("#panel dd")[0] == "Fold"
    assert {"Space", "Escape", "?"} <= {*bench.texts("#panel dt")}
