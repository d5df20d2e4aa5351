"""WEB-12: what the product is made of. test_house.py holds the locks' hashes; pip-audit's data cannot be had here."""

import json
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]


def test_web_12_bandit_finds_nothing_grave() -> None:
    command = [sys.executable, "-m", "bandit", "-q", "-r", "src", "-lll", "-f", "json"]
    done = subprocess.run(command, cwd=HERE, capture_output=True, text=True, timeout=300)
    found = json.loads(done.stdout)
    assert found["results"] == []
    assert found["errors"] == []
    assert found["metrics"]["_totals"]["loc"] > 10_000  # it has looked


def test_web_12_bandit_would_find_something(tmp_path: Path) -> None:
    tmp_path.joinpath("bad.py").write_text("import subprocess\nsubprocess.call(input(), shell=True)\n")
    command = [sys.executable, "-m", "bandit", "-q", "-r", str(tmp_path), "-lll"]
    assert subprocess.run(command, capture_output=True, timeout=300).returncode == 1


def test_web_12_the_bill_of_materials_has_every_pinned_package() -> None:
    command = [sys.executable, "-I", str(HERE / "tools" / "sbom.py")]
    made = [subprocess.run(command, capture_output=True, check=True, timeout=300).stdout for _ in range(2)]
    assert made[0] == made[1]
    listed = json.loads(made[0])["components"]
    pins = [line for line in (HERE / "requirements.lock").read_text().splitlines() if "==" in line]
    assert [f"{each['name']}=={each['version']}" for each in listed] == [
        pin.split(" ")[0].split("[")[0] for pin in pins
    ]
    assert all(each["hashes"] for each in listed)
