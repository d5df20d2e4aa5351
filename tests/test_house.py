"""The house as it is built: a new game touches no other room, arrows point one way, kernels are never stale."""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import pitboss
from pitboss import games

HERE = Path(__file__).resolve().parents[1]
ROOMS = [
    "refusal",
    "extras",
    "memo",
    "money",
    "fair",
    "felts",
    "cards",
    "ranking",
    "regulations",
    "showdown",
    "dice",
    "shoe",
    "games",
    "table",
    "bank",
    "store",
    "audit",
    "floor",
    "web",
]
"""A room may use those before it and itself. What stands beside them (settling, clauses, cli) may use all."""

BESIDE = {"floor": ("lab", "coach"), "web": ("lab", "clauses")}
"""What a room may use besides: the floor's best bots ask the lab how to play, and its people the coach; pages show the
lab and the clauses."""


def test_arrows_between_rooms_point_one_way() -> None:
    for file in (HERE / "src" / "pitboss").rglob("*.py"):
        room = file.relative_to(HERE / "src" / "pitboss").parts[0].removesuffix(".py")
        if room in ROOMS:
            allowed = [*ROOMS[: ROOMS.index(room) + 1], *BESIDE.get(room, ())]
            for used in _rooms_used_by(file):
                assert used in allowed, f"{file} uses {used}"


def test_the_lab_reads_games_and_rankings_only() -> None:
    """Neither the table nor the bank; of what stands beside, what a report prints: the readings, the version, text."""
    allowed = {*ROOMS[: ROOMS.index("games") + 1], "lab", "terminal", "clauses", "__version__"}
    for file in (HERE / "src" / "pitboss" / "lab").rglob("*.py"):
        assert _rooms_used_by(file) <= allowed, file


def test_the_coach_reads_the_lab_and_never_a_table() -> None:
    """What lies hidden is in a table's state; the coach gets views, and cannot get at more."""
    allowed = {*ROOMS[: ROOMS.index("games") + 1], "lab", "coach"}
    for file in (HERE / "src" / "pitboss" / "coach").rglob("*.py"):
        assert _rooms_used_by(file) <= allowed, file


def _rooms_used_by(file: Path) -> set[str]:
    used = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("pitboss"):
            inside = node.module.split(".")[1:2]
            used |= set(inside) if inside else {name.name for name in node.names}
    return used


def test_no_float_in_the_product() -> None:
    for file in (HERE / "src").rglob("*.py"):
        if file.name in WITH_FLOATS:
            continue
        for node in ast.walk(ast.parse(file.read_text())):
            assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), file
            assert not (isinstance(node, ast.Name) and node.id == "float"), file
            divides = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div)
            assert not divides or file.name in WITH_PATHS | WITH_FRACTIONS, file


WITH_PATHS = {"clauses.py", "compiled.py", "kept.py"}
"""Files in which a slash joins paths; they handle no money."""


WITH_FRACTIONS = {
    *("meters.py", "pricing.py", "worth.py", "analysis.py", "shown.py", "paytables.py", "strategy.py", "dice.py"),
}
"""Files of the lab that divide fractions, which stays exact; the lab's tests see that what comes out are fractions."""

WITH_FLOATS = {"figures.py", "geometry.py", "sheet.py"}
"""Where exact figures become doubles for people and plots, and where a layout is drawn. Nothing comes back of it."""


SIXTH = """
from pitboss.ranking import three_card
from pitboss.regulations.citation import Law, reading
from pitboss.showdown.declaration import (
    EVEN, LOSE, PUSH, Ante, Deal, Entry, Irregular, Later, Limit, Outcome, Pays, Showdown,
)
from pitboss.showdown.preconditions import Needs

LAW = Law(nj="house rules ")
GAME = Showdown(
    name="three-card-duel",
    title="Three Card Duel",
    jurisdictions={"nj": "the house"},
    positions=4,
    positions_clause=LAW(nj="1"),
    deal=Deal(player=3, dealer=3, clause=LAW(nj="1")),
    ranking=lambda options: three_card.RANKING,
    ante=Ante("placed before the deal", LAW(nj="2")),
    decisions=(Later("call", "twice the ante", LAW(nj="3"), LAW(nj="3"), least=2, limits=(Limit(2, LAW(nj="3")),)),),
    outcomes={
        Outcome.FOLD: Pays(LAW(nj="4"), {"ante": LOSE}),
        Outcome.PLAYER_HIGHER: Pays(LAW(nj="4"), {"ante": EVEN, "call": EVEN}),
        Outcome.DEALER_HIGHER: Pays(LAW(nj="4"), {"ante": LOSE, "call": LOSE}),
        Outcome.TIE: Pays(LAW(nj="4"), {"ante": PUSH, "call": PUSH}),
    },
    entry=Entry.always(Needs("ante", LAW(nj="2"))),
    irregular=Irregular(LAW(nj="5"), LAW(nj="5"), reading(31)),
    hands=(),
)
"""


def test_a_sixth_game_is_a_folder_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "three_card_duel"
    folder.mkdir()
    (folder / "__init__.py").write_text(SIXTH)
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    games.names.cache_clear()
    try:
        assert "three-card-duel" in games.names()
        seat = {"position": 4, "cards": "9h 9s Jc", "wagers": {"ante": "10.00"}, "actions": [{"call": "20.00"}]}
        settled = pitboss.settle({"game": "three-card-duel", "dealer": "Qc 8d 4s", "positions": [seat]}).as_json()
        assert settled["positions"][0]["net"] == "30.00"
        assert settled["positions"][0]["wagers"][1]["clause"] == "house rules 4"
    finally:
        monkeypatch.undo()
        games.names.cache_clear()


@pytest.mark.parametrize("trouble", ["", "import numba; ", "no folder"])
def test_a_changed_table_gives_the_new_answer_in_machine_code(tmp_path: Path, trouble: str) -> None:
    """Numba's own cache keeps answering from the old table; ours is filed under the hash of the sources.

    Also where someone has imported Numba before, and where there is no folder to keep anything in.
    """
    shutil.copytree(HERE / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    ask = "from pitboss.ranking import flush, compiled; print(compiled.compiled(flush.longest_flush)(7, 0, 0, 0))"
    environment = os.environ | {"PYTHONPATH": str(tmp_path / "src"), "PITBOSS_CACHE": str(tmp_path / "cache")}
    environment.pop("PYTHONPYCACHEPREFIX", None)
    if trouble == "no folder":
        (tmp_path / "cache").write_text("a file where the folder should be")
    first = trouble if trouble.startswith("import") else ""

    def answer() -> int:
        command = [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(tmp_path / 'src')!r}); {first}{ask}"]
        return int(subprocess.run(command, env=environment, capture_output=True, check=True, text=True).stdout)

    assert answer() == answer() == 3 << 13 | 7
    table = tmp_path / "src" / "pitboss" / "ranking" / "bits.py"
    text = table.read_text()
    assert "ranks.bit_count() for ranks" in text
    table.write_text(text.replace("ranks.bit_count() for ranks", "1 + ranks.bit_count() for ranks"))
    assert answer() == 4 << 13 | 7


def test_lock_files_carry_hashes_and_no_address() -> None:
    for name in ("requirements.lock", "requirements-dev.lock"):
        text = (HERE / name).read_text()
        assert "://" not in text
        packages = [line for line in text.splitlines() if "==" in line]
        assert packages
        assert text.count("--hash=sha256:") >= len(packages)


def test_the_dev_lock_holds_the_run_lock() -> None:
    """An environment made from the dev lock serves both."""

    def pins(name: str) -> set[str]:
        return {line.removesuffix("\\").strip() for line in (HERE / name).read_text().splitlines() if "==" in line}

    assert pins("requirements.lock") <= pins("requirements-dev.lock")


@pytest.mark.parametrize("system", ["fit", "too old", "missing"])
def test_the_first_call_takes_the_systems_python_where_it_will_do(tmp_path: Path, system: str) -> None:
    """The shell's part of the launcher, with a script of one line for a body."""

    def python(folder: str, fits: bool) -> Path:
        (tmp_path / folder).mkdir()
        script = tmp_path / folder / "python3"
        fit = f'exec {sys.executable} "$@"' if fits else "exit 1"
        script.write_text(f'#!/bin/sh\n[ "$3" = -c ] || {{ echo {folder}; exit; }}\n{fit}\n')
        script.chmod(0o755)
        return script

    on_path = python("path", True)
    systems = tmp_path / "nowhere" if system == "missing" else python("system", system == "fit")
    launcher = tmp_path / "pitboss"
    launcher.write_text((HERE / "pitboss").read_text().replace("/usr/bin/python3", str(systems)))
    launcher.chmod(0o755)
    environment = os.environ | {"PATH": f"{on_path.parent}:{os.environ['PATH']}"}
    taken = subprocess.run([launcher], env=environment, capture_output=True, text=True, check=True)
    assert (taken.stdout.strip(), taken.stderr) == ("system" if system == "fit" else "path", "")


@pytest.mark.skipif(
    not os.environ.get("CI"), reason="set CI=true: it makes an environment of its own from the package registry"
)
def test_a_fresh_checkout_sets_itself_up_and_settles(tmp_path: Path) -> None:
    for name in ("pitboss", "requirements.lock", "requirements-dev.lock", "src", "examples"):
        source = HERE / name
        copy = shutil.copytree if source.is_dir() else shutil.copy2
        copy(source, tmp_path / name)
    command = ["python3", str(tmp_path / "pitboss"), "settle", str(tmp_path / "examples" / "high-card-flush.jsonl")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    assert '"net":"79.00"' in done.stdout
    assert "ready" in done.stderr
    again = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert (again.stdout, again.stderr) == (done.stdout, "")
