"""A floor with somebody of the house on it, for the tests of the pages beside the tables."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from tests.web.browser import Visitor, a_server

PASSWORD = "correct horse battery"
STAFF = {"sue": "supervisor", "sam": "supervisor", "abe": "auditor"}


@contextmanager
def a_staffed_server(folder: Path) -> Iterator[str]:
    """The staff is added on the machine, as people do it."""
    with a_server(folder) as address:
        for name, role in STAFF.items():
            command = ["-P", "-m", "pitboss", "accounts", "add", name, "--role", role, "--data", str(folder / "data")]
            subprocess.run([sys.executable, *command], input=f"{PASSWORD}\n", text=True, check=True, timeout=120)
        yield address


def signed_in(browser: Browser, address: str, name: str, then: str = "/pit", size: str = "desktop") -> Visitor:
    visitor = Visitor(browser, address, size)
    visitor.page.goto(f"{address}/sign-in?next={then}")
    form = visitor.page.locator("form", has=visitor.page.locator("[data-key=sign-in]"))
    form.locator("[name=name]").fill(name)
    form.locator("[name=password]").fill(PASSWORD)
    form.locator("[data-key=sign-in]").click()
    visitor.page.wait_for_url(f"**{then}")
    visitor.page.locator("#head .who", has_text=name).wait_for()
    return visitor


def send(visitor: Visitor, path: str, body: Any, method: str = "POST") -> Any:
    """What a page would send, as whoever is signed in there."""
    return visitor.page.evaluate(SEND, [path, body, method])


SEND = """async ([path, body, method]) => {
  const { csrf } = await (await fetch("/api/session")).json();
  const headers = { "Content-Type": "application/json", ...(csrf ? { "X-CSRF-Token": csrf } : {}) };
  return (await fetch(path, { method, headers, body: JSON.stringify(body) })).json();
}"""
