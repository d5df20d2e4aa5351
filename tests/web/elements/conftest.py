from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.web.browser import a_browser
from tests.web.elements.bench import Bench


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One for the whole folder; none is open beside it, since there can be only one at a time."""
    with a_browser() as found:
        yield found


@pytest.fixture(scope="package")
def only_bench(browser: Browser) -> Bench:
    return Bench(browser)


@pytest.fixture
def bench(only_bench: Bench) -> Iterator[Bench]:
    """The bench, cleared. Nothing may go wrong on it."""
    only_bench.clear()
    yield only_bench
    assert only_bench.wrong == []
