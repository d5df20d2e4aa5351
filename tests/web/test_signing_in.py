"""Registering, signing in and out, a new password: by hand, with refusals as sentences."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.web.browser import SIZES, Visitor
from tests.web.house import PASSWORD, a_staffed_server, signed_in
from tests.web.pictures import picture


@pytest.fixture(scope="module")
def staffed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("staffed")
    with a_staffed_server(folder) as found:
        yield found


def fill(visitor: Visitor, key: str, **given: str) -> None:
    form = visitor.page.locator("form", has=visitor.page.locator(f"[data-key={key}]"))
    for name, value in given.items():
        form.locator(f"[name={name}]").fill(value)
    form.locator(f"[data-key={key}]").click()


@pytest.mark.parametrize("size", SIZES)
def test_register_change_the_password_sign_out_and_in_again(browser: Browser, staffed: str, size: str) -> None:
    visitor, name, new = Visitor(browser, staffed, size), f"ann-{size}", "another long password"
    page = visitor.page
    page.goto(f"{staffed}/sign-in")
    page.locator("[data-key=register]").wait_for()
    visitor.nothing_is_cut()
    picture(visitor, "sign-in")
    fill(visitor, "register", name=name, password="short")
    assert "10" in page.locator("#refused[data-code=bad_password]").inner_text()
    fill(visitor, "register", name=name, password=PASSWORD)
    page.wait_for_url(f"{staffed}/")
    page.locator("#head .who", has_text=name).click()
    fill(visitor, "password", password="not the one it is", new_password=new)
    page.locator("#refused[data-code=sign_in_failed]").wait_for()
    fill(visitor, "password", password=PASSWORD, new_password=new)
    page.locator("#done", has_text="Your password is changed").wait_for()
    assert page.locator("#refused").inner_text() == ""
    page.click("[data-key=sign-out]")
    page.locator("#head .who", has_text="Sign in").wait_for()
    fill(visitor, "sign-in", name=name, password=PASSWORD)
    page.locator("#refused[data-code=sign_in_failed]").wait_for()
    fill(visitor, "sign-in", name=name, password=new)
    page.wait_for_url(f"{staffed}/")
    page.locator("#head .who", has_text=name).wait_for()
    assert [each for each in visitor.wrong if "status of 4" not in each] == []
    visitor.context.close()


def test_the_pit_is_shown_to_whom_it_is_for(browser: Browser, staffed: str) -> None:
    guest = Visitor(browser, staffed, "desktop")
    guest.page.goto(f"{staffed}/pit")
    guest.page.locator("h2", has_text="For supervisors and auditors").wait_for()
    assert guest.page.locator("#head nav", has_text="Pit").count() == 0
    guest.context.close()
    auditor = signed_in(browser, staffed, "abe")
    auditor.page.locator("#head nav a", has_text="Pit").wait_for()
    auditor.page.goto(f"{staffed}/")
    auditor.page.locator("#head .who").click()
    auditor.page.click("[data-key=sign-out]")
    fill(auditor, "sign-in", name="abe", password=PASSWORD)
    auditor.page.wait_for_url(f"{staffed}/pit")
    auditor.context.close()


@pytest.mark.parametrize(
    "elsewhere", ["//evil.example", "https://evil.example/", "/\\evil.example", "javascript:alert(1)"]
)
def test_a_link_to_sign_in_leads_nowhere_else(browser: Browser, staffed: str, elsewhere: str) -> None:
    visitor = Visitor(browser, staffed, "desktop")
    visitor.page.goto(f"{staffed}/sign-in?next={elsewhere}")
    fill(visitor, "sign-in", name="abe", password=PASSWORD)
    visitor.page.wait_for_url(f"{staffed}/")
    assert visitor.wrong == []
    visitor.context.close()
