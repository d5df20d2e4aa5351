"""WEB-12: what the product is made of. test_house.py holds the locks' hashes; pip-audit's data cannot be had here."""

import importlib.metadata
import json
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

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


def test_16_c11_the_environment_holds_what_the_bill_lists_and_nothing_else() -> None:
    """No pip, no setuptools of the Python it was made with: neither has a hash in a lock."""
    venv = HERE / ".venv"
    if Path(sys.prefix) != venv:
        pytest.skip("run the tests with `./pitboss test`: this Python is not that of .venv")
    dev = (venv / "pitboss-stamp").read_text().splitlines()[2].startswith("requirements-dev.lock")
    lock = HERE / ("requirements-dev.lock" if dev else "requirements.lock")
    command = [sys.executable, "-I", str(HERE / "tools" / "sbom.py"), str(lock)]
    done = subprocess.run(command, capture_output=True, check=True, timeout=300)
    listed = {(_plain(each["name"]), each["version"]) for each in json.loads(done.stdout)["components"]}
    folders = [path for path in sys.path if path.startswith(str(venv))]
    installed = {(_plain(each.name), each.version) for each in importlib.metadata.distributions(path=folders)}
    elsewhere = {_plain(line.partition("==")[0]) for line in lock.read_text().splitlines() if ";" in line}
    assert installed - listed == set(), "what no lock pins"
    assert {each for each in listed - installed if each[0] not in elsewhere} == set()


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower().partition("[")[0]


def test_16_c11_the_launcher_takes_away_what_installed_the_rest() -> None:
    """The commands of a set-up with pip, in their order; with uv there is nothing to take away."""
    launcher = runpy.run_path(str(HERE / "pitboss"))
    *_, install, remove = launcher["with_pip"]("requirements.lock")
    assert "--require-hashes" in install and remove[1:4] == ["-m", "pip", "uninstall"]
    assert {"pip", "setuptools"} <= {*remove[4:]} and "--seed" not in launcher["with_uv"]("requirements.lock")[0]
