"""VER-01: a changed file of the program, of a dependency or of Python, and forged bytecode, are found (16.C3)."""

import asyncio
import marshal
import os
import py_compile
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss.audit.manifest import ROOT, digest_of
from pitboss.audit.program import (
    Folders,
    Module,
    check_bytecode,
    check_files,
    check_places,
    forged,
    here,
    loaded,
    read_signed,
    sign,
    whole,
)
from pitboss.floor import app
from pitboss.floor.config import read_settings
from pitboss.floor.gate import Gate, local_origins
from pitboss.floor.people import People
from pitboss.refusal import Refusal
from tests.floor.floor import a_floor

KEY = Ed25519PrivateKey.from_private_bytes(bytes(32))
PUBLIC = KEY.public_key().public_bytes_raw().hex()
FILES = (
    "src/pitboss/money.py",
    "requirements.lock",
    "packages/dep/__init__.py",
    "packages/dep/fast.so",
    "python/os.py",
    "python/interpreter",
)


@pytest.fixture
def small(tmp_path: Path) -> Folders:
    """A small program with a dependency and a Python."""
    root = tmp_path / "program"
    folders = Folders(root / "src" / "pitboss", root, tmp_path / "packages", tmp_path / "library", tmp_path / "python3")
    for name in FILES:
        file = _file(folders, name)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("VALUE = 1\n")
    return folders


def _file(folders: Folders, name: str) -> Path:
    if name == "python/interpreter":
        return folders.interpreter
    where = {"packages": folders.packages, "python": folders.library}.get(name.split("/")[0])
    return where / name.partition("/")[2] if where else folders.root / name


@pytest.mark.parametrize("name", FILES)
def test_ver_01_a_changed_file_of_the_program_a_dependency_or_python_is_found(small: Folders, name: str) -> None:
    wanted = whole(small)
    assert {*wanted} == {*FILES}
    check_files(whole(small), wanted)
    _file(small, name).write_text("VALUE = 2\n")
    with pytest.raises(Refusal) as found:
        check_files(whole(small), wanted)
    assert found.value.code == "program_changed" and name in found.value.message


def test_ver_01_a_file_that_was_added_to_the_packages_is_found(small: Folders) -> None:
    """A path file runs code at every start, and no distribution lists it."""
    wanted = whole(small)
    (small.packages / "evil.pth").write_text("import evil\n")
    with pytest.raises(Refusal, match=r"packages/evil\.pth differ"):
        check_files(whole(small), wanted)


class Audits:
    """An audit whose program is a small one."""

    every = 1

    def __init__(self, folders: Folders, modules: list[Module]) -> None:
        self.folders, self.modules = folders, modules

    async def program(self) -> dict[str, str]:
        check_bytecode(self.modules)
        return whole(self.folders)


@pytest.mark.parametrize("what", ["src/pitboss/money.py", "packages/dep/__init__.py", "bytecode"])
def test_ver_01_a_program_that_was_changed_while_serving_closes_the_tables(
    tmp_path: Path, small: Folders, what: str
) -> None:
    module = cached(small.packages / "dep" / "__init__.py")

    async def go() -> None:
        async with a_floor(tmp_path / "floor.db") as floor:
            people = People(floor.means.store, floor.means.clock)
            audits: Any = Audits(small, [module])
            whole_floor = app.Floor(floor.means, Gate(people.sessions, tuple(local_origins(8000))), auditing=audits)
            await whole_floor._look_at_the_program()
            await whole_floor._look_at_the_program()
            assert whole_floor.ready() == ""
            if what == "bytecode":
                forge(module)
            else:
                _file(small, what).write_text("VALUE = 2\n")
            await whole_floor._look_at_the_program()
            assert whole_floor.ready() == "Not ready: the check of the program failed (program_changed)."
            with floor.store.books.moment() as connection:
                kinds = connection.exec_driver_sql("SELECT kind FROM records").scalars().all()
            assert "program_changed" in kinds

    asyncio.run(go())


def cached(source: Path, mode: Any = py_compile.PycInvalidationMode.TIMESTAMP) -> Module:
    """A module with its bytecode."""
    found = source.with_suffix(".cached.pyc")
    py_compile.compile(str(source), cfile=str(found), invalidation_mode=mode, doraise=True)
    return Module(source.stem, str(source), str(found))


def forge(module: Module) -> None:
    """Bytecode of other code under the same header: Python runs it in place of the source."""
    file = Path(module.cached)
    code = compile("VALUE = 666\n", module.source, "exec")
    file.write_bytes(file.read_bytes()[:16] + marshal.dumps(code))


@pytest.mark.parametrize("mode", py_compile.PycInvalidationMode)
def test_ver_01_forged_bytecode_is_found(tmp_path: Path, mode: Any) -> None:
    source = tmp_path / "held.py"
    source.write_text("VALUE = 1\n\n\ndef f(a, *, b=(1, 1.0, True)):\n    return [lambda: (a, each) for each in b]\n")
    module = cached(source, mode)
    assert [*forged([module])] == []
    forge(module)
    assert [*forged([module])] == ["held"]
    with pytest.raises(Refusal, match="the bytecode of held differ"):
        check_bytecode([module])
    Path(module.cached).write_bytes(Path(module.cached).read_bytes()[:20])
    assert [*forged([module])] == ["held"]


def test_ver_01_bytecode_that_python_does_not_use_is_no_fault(tmp_path: Path) -> None:
    source = tmp_path / "held.py"
    source.write_text("VALUE = 1\n")
    module = cached(source)
    forge(module)
    os.utime(source, (1, 1))
    assert [*forged([module])] == [], "older than its source"
    assert [*forged([module._replace(cached=str(tmp_path / "none.pyc"))])] == []
    assert [*forged([module._replace(source="")])] == ["held"], "a module without a source"


def test_ver_01_what_is_loaded_is_the_bytecode_of_its_source() -> None:
    found = [module for module in loaded() if module.name.startswith("pitboss.")]
    assert len(found) > 50
    check_bytecode(found)


def test_ver_01_a_module_from_elsewhere_is_found(small: Folders, tmp_path: Path) -> None:
    own = Module("dep", str(small.packages / "dep" / "__init__.py"), "")
    check_places([own], small)
    with pytest.raises(Refusal, match=r"injected\.py differ"):
        check_places([own, Module("injected", str(tmp_path / "injected.py"), "")], small)


def test_ver_01_a_list_counts_only_with_the_signature_of_the_key(small: Folders, tmp_path: Path) -> None:
    wanted, file = whole(small), tmp_path / "program.json"
    file.write_bytes(sign(wanted, KEY))
    assert read_signed(file, PUBLIC) == wanted
    other = Ed25519PrivateKey.from_private_bytes(bytes([1] * 32)).public_key().public_bytes_raw().hex()
    with pytest.raises(Refusal, match="does not bear the key's signature"):
        read_signed(file, other)
    file.write_bytes(file.read_bytes().replace(wanted["python/os.py"].encode(), b"0" * 64))
    with pytest.raises(Refusal, match="does not bear the key's signature"):
        read_signed(file, PUBLIC)
    with pytest.raises(Refusal, match="cannot be read"):
        read_signed(tmp_path / "none.json", PUBLIC)


@pytest.mark.parametrize(
    "given", [{"program_digest": "x"}, {"program_key": PUBLIC}, {"program_digest": "x", "program_key": "y"}]
)
def test_ver_01_a_list_without_its_key_is_refused(given: dict[str, str]) -> None:
    with pytest.raises(Refusal) as found:
        read_settings(given, {})
    assert found.value.code == "bad_config"


def test_ver_02_a_separate_program_gives_the_same_digests_of_dependencies_and_python() -> None:
    tool = str(ROOT / "tools" / "digests.py")
    listed = subprocess.run([sys.executable, tool, "--all"], capture_output=True, text=True, check=True)
    assert listed.stdout.splitlines()[-1] == f"{digest_of(whole(here()))}  all of it"


def test_16_c3_a_server_starts_with_the_program_that_was_signed_and_with_no_other(tmp_path: Path) -> None:
    """`pitboss serve` with the list that `pitboss audit manifest --sign` made; then its bytecode is forged."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    env |= {"PYTHONPYCACHEPREFIX": str(tmp_path / "bytecode"), "PITBOSS_AUDIT_EVERY": "0", "PITBOSS_BOTS": "none"}
    pitboss = [sys.executable, "-P", "-m", "pitboss"]
    signing = ["audit", "manifest", "--sign", str(tmp_path / "keys"), "-O", str(tmp_path / "program.json")]
    signed = subprocess.run([*pitboss, *signing], env=env, check=True, capture_output=True, text=True)
    assert "all of it" in signed.stdout and len(signed.stdout.splitlines()) < 10  # the list is in the file
    public = (tmp_path / "keys" / "public.key").read_text().strip()
    env |= {"PITBOSS_PROGRAM_DIGEST": str(tmp_path / "program.json"), "PITBOSS_PROGRAM_KEY": public}
    serve = [*pitboss, "serve", "--port", "0", "--data", str(tmp_path / "data")]
    with subprocess.Popen(serve, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        lines = []
        for line in server.stdout:
            lines.append(line)
            if line.startswith("open on "):
                break
        server.terminate()
        assert lines and lines[-1].startswith("open on "), server.stderr.read() if server.stderr else ""
    source = str(ROOT / "src" / "pitboss" / "felts.py")
    held = next((tmp_path / "bytecode").rglob("pitboss/felts.*.pyc"))
    code = compile(Path(source).read_text() + "\nFORGED = True\n", source, "exec")
    held.write_bytes(held.read_bytes()[:16] + marshal.dumps(code))
    refused = subprocess.run(serve, env=env, capture_output=True, text=True)
    assert refused.returncode and "program_changed: The program is not what it should be" in refused.stderr
    assert "the bytecode of pitboss.felts differ" in refused.stderr
