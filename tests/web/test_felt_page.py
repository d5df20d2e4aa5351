"""What the law asks of a layout, on the felt in a real browser: the name, and where each betting area lies."""

import pytest
from playwright.sync_api import Browser

from tests.support import checks
from tests.web.browser import Visitor, a_server

TABLES = """
[[tables]]
id = "palace"
table = { game = "high-card-flush", limits = { ante = ["5.00", "500.00"] }, house_name = "Golden Palace" }
timing = { betting = 300000, all_have_bet = 300000, decision = 300000, pace = 50 }
"""


@checks("NJ HCF 13:69E-1.13Y(b)1", "NJ HCF 13:69E-1.13Y(b)2", "NJ HCF 13:69E-1.13Y(b)3", "NJ HCF 13:69E-1.13Y(b)4")
@checks("NJ HCF 13:69E-1.13Y(b)7")
def test_1_13y_b_the_name_and_the_areas_on_the_real_felt(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Issue item A19: the raise lies right in front of the ante, the optional wagers behind it."""
    with a_server(tmp_path_factory.mktemp("floor"), plan=TABLES) as address:
        visitor = Visitor(browser, address, "desktop")
        visitor.sit("palace")
        page = visitor.page
        assert page.locator("#moment .house").inner_text().lower() == "golden palace"
        assert page.locator(".arcs .ruling").inner_html().count("Dealer qualifies with a 3 card flush") == 1
        middle = {}
        for wager in ("raise", "ante", "flush_bonus", "straight_flush_bonus", "progressive"):
            box = page.locator(f"#spots [data-area={wager}] .ring").bounding_box()
            assert box is not None, wager
            middle[wager] = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        x, y = middle.pop("raise")
        across, down = middle.pop("ante")
        assert y < down and abs(x - across) < 5, "towards the dealer, right in front"
        assert all(behind > down for _, behind in middle.values())
