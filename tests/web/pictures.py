"""Pictures of pages as a visitor sees them. `PITBOSS_PICTURES=1` puts those that are kept into docs/pictures."""

import os
from pathlib import Path

from tests.web.browser import Visitor

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "pictures"


def picture(visitor: Visitor, name: str, keep: bool = True, full: bool = False) -> None:
    """`PITBOSS_LOOK=FOLDER` keeps all of them there, to be looked at."""
    file = f"{name}-{visitor.size}.png"
    if os.environ.get("PITBOSS_PICTURES") and keep:
        visitor.page.screenshot(path=PICTURES / file, full_page=full)
    if folder := os.environ.get("PITBOSS_LOOK"):
        visitor.page.screenshot(path=Path(folder) / file, full_page=full)
