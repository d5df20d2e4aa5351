"""menu.js: the head of a table's page, behind one button where there is no room."""

from playwright.sync_api import Locator, expect

from tests.web.elements.bench import Bench


def menu(bench: Bench) -> Locator:
    bench.run("menu.js", "({ menu }) => menu({ person: { name: 'ann', role: 'auditor' } })")
    return bench.page.locator("#menu-door")


def test_it_has_the_places_of_every_head(bench: Bench) -> None:
    menu(bench)
    assert bench.texts("#pages a") == ["Lobby", "Lab", "Rules", "School", "Pit", "ann"]
    menu(bench)
    assert bench.page.locator("#pages a").count() == 6, "another session takes the place of the first"


def test_it_opens_by_keyboard_and_escape_leads_back(bench: Bench) -> None:
    door = menu(bench)
    expect(door).to_have_attribute("aria-expanded", "false")
    door.press("Enter")
    expect(door).to_have_attribute("aria-expanded", "true")
    expect(bench.page.locator("#pages a").first).to_be_focused()
    bench.page.keyboard.press("a")
    expect(door).to_have_attribute("aria-expanded", "true")
    bench.page.keyboard.press("Escape")
    expect(door).to_have_attribute("aria-expanded", "false")
    expect(door).to_be_focused()


def test_a_second_click_or_one_beside_it_closes_it(bench: Bench) -> None:
    door = menu(bench)
    door.click()
    door.click()
    expect(door).to_have_attribute("aria-expanded", "false")
    door.click()
    bench.page.locator("#pages").dispatch_event("pointerdown")
    expect(door).to_have_attribute("aria-expanded", "true")
    bench.page.mouse.click(600, 700)
    expect(door).to_have_attribute("aria-expanded", "false")
