"""ENV-01: what tests and scripts use to bring about an outcome is not to be had where people play."""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pitboss.floor.config import Config, read_settings
from pitboss.refusal import Refusal

SRC = Path(__file__).resolve().parents[1] / "src"
PACKAGE = SRC / "pitboss"

MEANS_OF_TESTS = ("pitboss.drill", "pitboss.script", "pitboss.session", "pitboss.play", "pitboss.cards.chance")
"""Rooms in which orders are given or seeded."""

FORBIDDEN_MODULES = {"random", "unittest", "pytest", "hypothesis", "pdb", "doctest", "code", "faker"}
SUSPECT = re.compile(
    r"(^|_)(test|tests|mock|fake|debug|backdoor|cheat|force[ds]?|rig|rigged|god|master_key)(_|$)", re.I
)


def modules() -> dict[str, Path]:
    found = {}
    for file in PACKAGE.rglob("*.py"):
        parts = file.relative_to(SRC).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file
    return found


def imports(file: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
    return found


def reached(*starts: str) -> dict[str, Path]:
    """Every module of ours that a start can import, also where the import stands inside a function."""
    known, found, waiting = modules(), dict[str, Path](), [*starts]
    while waiting:
        name = waiting.pop()
        if name in known and name not in found:
            found[name] = known[name]
            waiting += [*imports(known[name]), name.rpartition(".")[0]]
    return found


SERVED = reached("pitboss.floor.serve", "pitboss.web", "pitboss.web.routes")


def test_env_01_the_scan_sees_what_it_should() -> None:
    """A control: the rooms of the floor are reached, and from a script the given orders are."""
    assert {"pitboss.floor.live", "pitboss.table.decide", "pitboss.fair.entropy", "pitboss.store.store"} <= {*SERVED}
    assert "pitboss.cards.chance" in reached("pitboss.script.running")
    assert SUSPECT.search("force_outcome") and SUSPECT.search("test_mode") and not SUSPECT.search("latest")


def test_env_01_no_means_of_tests_is_reached_from_the_floor() -> None:
    for name, file in SERVED.items():
        assert not name.startswith(MEANS_OF_TESTS), name
        roots = {each.partition(".")[0] for each in imports(file)}
        assert not roots & FORBIDDEN_MODULES, (name, roots & FORBIDDEN_MODULES)
        assert "tests" not in roots and "drills" not in roots, name


def test_env_01_no_hook_is_named_like_one() -> None:
    for name, file in SERVED.items():
        if name.startswith(("pitboss.lab", "pitboss.clauses")):
            continue  # statistics, and the matrix of which test checks which clause; they have no part in an outcome
        for node in ast.walk(ast.parse(file.read_text())):
            named = getattr(node, "name", None) if isinstance(node, ast.FunctionDef | ast.ClassDef) else None
            if isinstance(node, ast.arg):
                named = node.arg
            assert not (named and SUSPECT.search(named)), (name, named)


def test_env_01_nobody_sets_a_seed() -> None:
    """No generator with a seed is made or set, and only the kernel's is asked, in one place."""
    for name, file in SERVED.items():
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call):
                called = ast.unparse(node.func)
                assert not re.search(r"(^|\.)(seed|Random|SystemRandom|default_rng|RandomState)$", called), (
                    name,
                    called,
                )
            if isinstance(node, ast.Attribute) and ast.unparse(node) == "os.urandom":
                assert name == "pitboss.fair.entropy", name


READ_FROM_OUTSIDE = {
    *("PITBOSS_HOST", "PITBOSS_PORT", "PITBOSS_DATA", "PITBOSS_DATABASE", "PITBOSS_BOTS", "PITBOSS_ORIGINS"),
    *("PITBOSS_GRACE", "PITBOSS_CONFIG", "PITBOSS_CACHE", "PITBOSS_REQUESTS", "PITBOSS_CONNECTIONS"),
    *("PITBOSS_PER_ADDRESS", "PITBOSS_PROXIES", "PITBOSS_AUDIT_EVERY", "PITBOSS_PROGRAM_DIGEST"),
    *("PITBOSS_PROGRAM_KEY", "PITBOSS_ON_STORE_FAILURE", "PITBOSS_IDLE_PER_ADDRESS"),
    "PITBOSS_HOUSE_NAME",
}


def test_env_01_no_variable_of_the_environment_is_a_test_flag() -> None:
    named = {each for file in SERVED.values() for each in re.findall(r"PITBOSS_[A-Z_]+", file.read_text())}
    assert named <= READ_FROM_OUTSIDE, named - READ_FROM_OUTSIDE


@pytest.mark.parametrize("flag", ["--seed=1", "--debug", "--test", "--given-orders", "--reload"])
def test_env_01_a_start_with_a_test_flag_is_refused(tmp_path: Path, flag: str) -> None:
    command = [sys.executable, "-m", "pitboss", "serve", "--data", str(tmp_path), "--port", "0", flag]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=300, env=os.environ | {"PYTHONPATH": str(SRC)}
    )
    assert done.returncode == 2, done.stdout + done.stderr
    assert "Traceback" not in done.stderr and not [*tmp_path.iterdir()]


@pytest.mark.parametrize("line", ["seed = 1", "debug = true", "test = true", "given_orders = true"])
def test_env_01_a_configuration_with_a_test_flag_is_refused(tmp_path: Path, line: str) -> None:
    file = tmp_path / "pitboss.toml"
    file.write_text(line)
    with pytest.raises(Refusal) as refused:
        read_settings({"config": str(file)}, {})
    assert refused.value.code == "bad_config"
    assert not {"seed", "debug", "test", "given_orders"} & {*Config.__struct_fields__}


def test_env_01_no_route_is_for_tests() -> None:
    paths = re.findall(r'@router\.\w+\(\s*"([^"]+)"', "".join(f.read_text() for f in (PACKAGE / "floor").rglob("*.py")))
    assert len(paths) > 30
    for path in paths:
        assert not any(SUSPECT.search(part) or "seed" in part for part in path.split("/")), path


def given_order(place: Any) -> str:
    try:
        place.open_table("three-card-poker", "forced", given_orders=True)
    except Refusal as refusal:
        return refusal.code
    return ""


def test_env_01_no_live_table_takes_an_order(tmp_path: Path) -> None:
    from tests.floor.people.place import a_place

    with a_place(tmp_path / "floor.db") as place:
        assert given_order(place) == "order_not_allowed"
        sue = place.staff("sue", "supervisor")
        plan = {"id": "forced", "table": {"game": "craps", "given_orders": True}}
        answer = sue.post("/api/admin/tables", plan)
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "order_not_allowed")
