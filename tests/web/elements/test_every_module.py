"""Every module of the pages is small and has a test of its own, and none knows a game."""

import re

import pytest

from pitboss import games
from pitboss.web.files import FOLDER
from tests.web.elements.bench import FILES, HERE

TESTS = HERE.parent
MODULES = sorted(path.name for path in FOLDER.glob("*.js"))
MOST_LINES = 250

PAGES = {
    "table.js": ("/tables/", "test_playing.py"),
    "lobby.js": (".table-card", "test_playing.py"),
    "pit.js": ("/pit", "test_pit.py"),
    "school.js": ("/school", "test_school.py"),
    "replay.js": ("/rounds/", "test_replay.py"),
    "sign-in.js": ("/sign-in", "test_signing_in.py"),
    "lab.js": ('"/lab"', "test_study_pages.py"),
    "game-lab.js": ("/lab/three-card-poker", "test_study_pages.py"),
    "rules.js": ('"/rules"', "test_study_pages.py"),
    "game-rules.js": ("/rules/", "test_study_pages.py"),
    "clauses.js": ("/clauses", "test_study_pages.py"),
    "hand.js": ("/lab/hand", "test_coach.py"),
}
"""Modules that are a page: what a test of it goes to or waits for there, and the test. All others are elements."""


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_opened_by_its_test(page: str) -> None:
    sign, test = PAGES[page]
    html = FILES[page.replace(".js", ".html")].body.decode()
    assert f'<script type="module" src="/pages/{page}">' in html
    assert sign in (TESTS / test).read_text()


@pytest.mark.parametrize("element", [name for name in MODULES if name not in PAGES])
def test_an_element_is_small_and_has_a_test_of_its_own(element: str) -> None:
    test = HERE / f"test_{element.removesuffix('.js').replace('-', '_')}.py"
    assert test.exists(), f"write {test.name}"
    assert f'("{element}"' in "".join(test.read_text().split()), f"{test.name} tests another module"
    assert len((FOLDER / element).read_text().splitlines()) <= MOST_LINES


@pytest.mark.parametrize("module", MODULES)
def test_no_module_knows_a_game(module: str) -> None:
    """Neither its name nor its title: what a page shows of a game comes from its declaration."""
    known = [each for name in games.names() for each in (name, name.replace("-", "_"), games.game(name).title)]
    found = re.findall("|".join(map(re.escape, known)), (FOLDER / module).read_text(), re.IGNORECASE)
    assert not found
