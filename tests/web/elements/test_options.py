"""options.js: what a visitor has chosen for this browser, and finds again."""

from tests.web.elements.bench import Bench


def test_nothing_is_chosen_before_somebody_does(bench: Bench) -> None:
    bench.show("options.js", "({ options, apply }) => (apply(), options())")
    assert bench.main.get_by_role("checkbox").count() == 2
    assert bench.main.get_by_role("checkbox", checked=True).count() == 0
    assert bench.page.evaluate("document.body.className") == ""


def test_a_choice_holds_at_once_and_after_the_page_is_loaded_anew(bench: Bench) -> None:
    bench.show("options.js", "({ options }) => options()")
    bench.page.get_by_label("Four-colour deck").check()
    assert bench.page.evaluate("document.body.className") == "four_colours"
    bench.page.reload()
    bench.show("options.js", "({ options, apply }) => (apply(), options())")
    assert bench.page.evaluate("document.body.className") == "four_colours"
    assert bench.page.get_by_label("Four-colour deck").is_checked()
    assert not bench.page.get_by_label("Sound of cards and chips").is_checked()
    assert bench.run("options.js", "({ option }) => ['four_colours', 'sound'].map(option)") == [True, False]


def test_a_choice_is_taken_back_by_keyboard(bench: Bench) -> None:
    bench.show("options.js", "({ options }) => options()")
    bench.page.get_by_label("Sound").focus()
    bench.page.keyboard.press("Space")
    assert bench.run("options.js", "({ option }) => option('sound')") is True
    bench.page.keyboard.press("Space")
    assert bench.run("options.js", "({ option }) => option('sound')") is False
    assert bench.page.evaluate("document.body.className") == ""


def test_17_9_longer_clocks_are_chosen_told_and_found_again(bench: Bench) -> None:
    bench.show("options.js", "({ options }) => options()")
    assert bench.run("options.js", "({ clocks }) => clocks()") == 1
    bench.page.evaluate("document.addEventListener('clocks', tell('clocks'))")
    bench.page.get_by_label("Clocks").select_option("2")
    assert [name for name, *_ in bench.told()] == ["clocks"]
    bench.page.reload()
    bench.show("options.js", "({ options }) => options()")
    assert bench.run("options.js", "({ clocks }) => clocks()") == 2
    assert bench.page.get_by_label("Clocks").input_value() == "2"


def test_17_3_sound_is_offered_once_and_off_until_accepted(bench: Bench) -> None:
    offer = "({ offerSound }) => offerSound(document.querySelector('#main'))"
    bench.run("options.js", offer)
    assert bench.run("options.js", "({ option }) => option('sound')") is False
    bench.main.get_by_role("button", name="Sound on").click()
    assert bench.main.inner_text() == "" and bench.run("options.js", "({ option }) => option('sound')") is True
    bench.run("options.js", offer)
    assert bench.main.inner_text() == "", "who has answered is not asked again"


def test_17_3_an_offer_of_sound_can_be_declined(bench: Bench) -> None:
    bench.run("options.js", "({ offerSound }) => offerSound(document.querySelector('#main'))")
    bench.main.get_by_role("button", name="No sound").click()
    assert bench.run("options.js", "({ option }) => option('sound')") is False
    bench.run("options.js", "({ offerSound }) => offerSound(document.querySelector('#main'))")
    assert bench.main.inner_text() == ""
