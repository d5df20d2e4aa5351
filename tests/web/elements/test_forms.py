"""forms.js: fields with labels, one button, and a refusal shown as what it is."""

from typing import Any

from playwright.sync_api import expect

from tests.web.elements.bench import Bench

FORM = """({ form, field, pick }) => form("go", "A form", [
  field("name", "Name", { value: "ann", hint: "Three letters", required: true }),
  pick("kind", "Kind", [["a", "First"], ["b", "Second"]], "b", "Either"),
], "Go", async (given) => { tell("act")(given); await new Promise((done) => { window.finish = done; }); })"""


def test_fields_have_labels_values_and_hints(bench: Bench) -> None:
    bench.show("forms.js", FORM)
    assert bench.page.get_by_label("Name").input_value() == "ann"
    assert bench.page.get_by_label("Kind").input_value() == "b"
    assert bench.texts("small") == ["Three letters", "Either"]
    assert bench.each("button[data-key=go]", "it.className") == ["act"]
    bench.show("forms.js", "({ field }) => field('x', 'X')")
    assert bench.main.locator("small").count() == 0
    assert bench.main.locator("input").get_attribute("autocomplete") == "off"


def test_what_was_filled_in_is_given_once_however_often_it_is_sent(bench: Bench) -> None:
    bench.show("forms.js", FORM)
    bench.page.get_by_label("Name").fill("ben")
    bench.page.get_by_label("Name").press("Enter")
    expect(bench.page.get_by_role("button", name="Go")).to_be_disabled()
    bench.page.get_by_label("Name").press("Enter")
    assert bench.told() == [["act", {"name": "ben", "kind": "b"}]]
    bench.page.evaluate("finish()")
    expect(bench.page.get_by_role("button", name="Go")).to_be_enabled()


def test_a_field_that_must_be_filled_holds_it_back(bench: Bench) -> None:
    bench.show("forms.js", FORM)
    bench.page.get_by_label("Name").fill("")
    bench.page.get_by_label("Name").press("Enter")
    assert bench.told() == []


def attempt(bench: Bench, does: str) -> Any:
    return bench.run("forms.js", f"({{ trying, say }}) => trying({does})")


def test_16_d3_a_refusal_is_a_sentence_and_its_clause_without_its_code(bench: Bench) -> None:
    error = "Object.assign(new Error('Not now.'), { clause: 'X 1', code: 'not_now' })"
    assert attempt(bench, f"() => {{ throw {error}; }}") is None
    assert bench.page.get_by_role("alert").text_content() == "Not now. X 1"
    assert bench.page.get_by_role("alert").get_attribute("data-code") == "not_now"
    assert attempt(bench, "async () => { say('Done.'); return 7; }") == 7
    assert bench.page.locator("#refused").inner_html() == ""
    assert bench.page.get_by_role("status").text_content() == "Done."
    attempt(bench, "() => { throw new Error('Lost.'); }")
    assert bench.page.locator("#refused").inner_html() == "Lost."
    assert bench.page.locator("#done").text_content() == "", "what was done before is no longer said"


def test_a_refusal_opens_the_form_again(bench: Bench) -> None:
    bench.show("forms.js", "({ form }) => form('go', '', [], 'Go', () => { throw new Error('No.'); }, { quiet: true })")
    bench.page.get_by_role("button", name="Go").click()
    expect(bench.page.get_by_role("alert")).to_have_text("No.")
    expect(bench.page.get_by_role("button", name="Go")).to_be_enabled()
    assert bench.each("button[data-key=go]", "it.className") == [""] and bench.main.locator("h2").count() == 0
