"""Issue 15, safety net 1: what was skipped, and why, stands at the end of a run."""

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent


def test_every_reason_is_listed_once_with_its_number() -> None:
    """A machine without Chromium: the pages' tests say so at the end."""
    environment = {name: value for name, value in os.environ.items() if name not in ("CI", "PYTEST_ADDOPTS")}
    command = [sys.executable, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", "tests/web/elements/test_menu.py"]
    done = subprocess.run(
        command, cwd=HERE, capture_output=True, text=True, timeout=300, env=environment | {"PATH": "/nowhere"}
    )
    lines = done.stdout.splitlines()
    [listed] = [line for line in lines if "skipped: install Chromium (Debian: apt-get install chromium)" in line]
    assert int(listed.split()[0]) > 1
    assert "README.md, Tests, says what they need." in lines
    assert "apt-get install chromium" in (HERE / "README.md").read_text()
