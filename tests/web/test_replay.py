"""A round played back on the felt, its proof checked in the page."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.web.browser import GAMES, SIZES, Visitor
from tests.web.house import a_staffed_server, signed_in
from tests.web.pictures import picture
from tests.web.test_playing import ask, bet, play_on


@pytest.fixture(scope="module")
def staffed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("replay")
    with a_staffed_server(folder) as found:
        yield found


def verified(proof: Any, folder: Path) -> bool:
    file = folder / "proof.json"
    file.write_text(json.dumps(proof))
    command = [sys.executable, "-P", "-m", "pitboss", "verify", str(file)]
    return subprocess.run(command, capture_output=True, timeout=120).returncode == 0


@pytest.mark.parametrize("size", SIZES)
def test_a_round_played_back_with_its_proof_checked(browser: Browser, staffed: str, size: str, tmp_path: Path) -> None:
    table = f"high-card-flush-{1 + (size == 'phone')}"
    visitor = Visitor(browser, staffed, size)
    visitor.sit(table)
    bet(visitor, "ante")
    play_on(visitor)
    number = ask(visitor, "/api/me/rounds")["rounds"][0]["round"]
    stored = ask(visitor, f"/api/tables/{table}/rounds/{number}")
    page = visitor.page
    page.goto(f"{staffed}/rounds/{table}/{number}")
    page.locator(".holds h3", has_text="holds").first.wait_for()
    page.click("[data-key=last]")
    page.locator("#now", has_text=re.compile(rf"^{len(stored['steps'])} of ")).wait_for()
    dealt = [each["event"] for each in stored["steps"] if each["event"]["event"] == "cards_dealt"]
    last = next(each["event"] for each in stored["steps"] if each["event"]["event"] == "dealer_revealed")
    shown = page.locator(".drawn-dealer playing-card").evaluate_all(
        "all => all.map((each) => each.getAttribute('code'))"
    )
    assert shown == last["cards"] and dealt
    visitor.nothing_is_cut()
    picture(visitor, "round")
    page.click("[data-key=first]")
    for place, step in enumerate(stored["steps"], 1):
        now = page.locator("#now", has_text=re.compile(rf"^{place} of "))  # and not 21 of 21, where it was before
        now.wait_for()
        assert (step["event"].get("clause") or "") in now.inner_text()
        page.keyboard.press("ArrowRight")
    for epoch in stored["proofs"]:
        assert verified(ask(visitor, f"/api/tables/{table}/proofs/{epoch}"), tmp_path)
    assert visitor.wrong == []
    visitor.context.close()


@pytest.mark.parametrize("game", [game for game in GAMES if game not in ("high-card-flush", "craps")])
def test_any_round_from_the_pit(browser: Browser, staffed: str, game: str) -> None:
    player = Visitor(browser, staffed, "desktop")
    player.sit(f"{game}-1")
    bet(player, GAMES[game])
    play_on(player)
    player.context.close()
    auditor = signed_in(browser, staffed, "abe")
    auditor.page.goto(f"{staffed}/pit#tables/{game}-1")
    auditor.page.locator(".links a").first.press("Enter")
    auditor.page.wait_for_url(f"**/rounds/{game}-1/*")
    auditor.page.locator("#proof h3, #proof p").first.wait_for()
    auditor.page.click("[data-key=last]")
    auditor.nothing_is_cut()
    picture(auditor, f"round-{game}", keep=False)
    assert auditor.page.locator(".fails").count() == 0
    assert [each for each in auditor.wrong if "409" not in each] == [], "a proof may have to wait for a shuffle"
    auditor.context.close()


def test_rounds_of_others_and_rounds_that_never_were_are_refused(browser: Browser, staffed: str) -> None:
    visitor = Visitor(browser, staffed, "desktop")
    visitor.page.goto(f"{staffed}/rounds/three-card-poker-1/1")
    visitor.page.locator("#shown", has_text="Sign in").wait_for()
    visitor.sit("three-card-poker-1")
    visitor.page.goto(f"{staffed}/rounds/three-card-poker-1/77")
    visitor.page.locator("#refused[data-code=unknown_round]").wait_for()
    visitor.context.close()
