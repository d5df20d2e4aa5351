"""Database, keys, backups and copies are for their owner alone (16.C11)."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from drills.play import seal
from pitboss.floor.config import Config
from pitboss.floor.serve import open_all
from pitboss.refusal import Refusal
from pitboss.store import open_books, open_store
from pitboss.store.copying import back_up, copy_store
from tests.store.test_store import funded

pytestmark = pytest.mark.skipif(os.name != "posix", reason="rights of files as POSIX has them")


@pytest.fixture(autouse=True)
def generous() -> Iterator[None]:
    """A machine on which new files are for everybody to read and write."""
    before = os.umask(0)
    yield
    os.umask(before)


def rights(folder: Path) -> dict[str, str]:
    return {str(each.relative_to(folder)): oct(stat.S_IMODE(each.stat().st_mode)) for each in folder.rglob("*")}


def test_16_c11_a_store_its_log_its_backups_and_its_copies_are_for_the_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "a.db"
    with open_store(str(file), program="tests", seal=seal, unseal=seal) as store:
        store.commit(funded("ann", 100))
        assert rights(tmp_path) == dict.fromkeys(("a.db", "a.db-wal", "a.db-shm"), "0o600")
        back_up(str(file), tmp_path / "backup.db")
        copy_store(open_books(str(file)), str(tmp_path / "copy.db"))
    found = rights(tmp_path)
    assert {"a.db", "backup.db", "copy.db"} <= found.keys() and {*found.values()} == {"0o600"}


def test_16_c11_a_store_that_others_could_read_is_narrowed(tmp_path: Path) -> None:
    file = tmp_path / "a.db"
    with open_store(str(file), program="tests") as store:
        store.commit(funded("ann", 100))
        for each in tmp_path.iterdir():
            each.chmod(0o666)
        copied = {each.name: each.read_bytes() for each in tmp_path.iterdir()}
    for name, content in copied.items():  # as a crash leaves it, with its log
        tmp_path.joinpath(name).write_bytes(content)
        tmp_path.joinpath(name).chmod(0o644)
    with open_store(str(file), program="tests"):
        assert rights(tmp_path) == dict.fromkeys(("a.db", "a.db-wal", "a.db-shm"), "0o600")


def test_16_c11_a_store_of_somebody_elses_that_others_could_read_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "a.db"
    open_store(str(file), program="tests").close()
    file.chmod(0o664)

    def refused(*_: Any, **__: Any) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "chmod", refused)
    with pytest.raises(Refusal, match=r"chmod 600 .*a\.db") as caught:
        open_store(str(file), program="tests")
    assert caught.value.code == "store_open_to_others"


def opened(folder: Path) -> dict[str, str]:
    store, _, _ = open_all(Config(data=str(folder)))
    try:
        return rights(folder)
    finally:
        store.close()


def test_16_c11_everything_in_a_new_data_folder_is_for_the_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    found = opened(folder)
    assert oct(stat.S_IMODE(folder.stat().st_mode)) == "0o700"
    secret = ("floor.db", "floor.db-wal", "floor.db-shm", "seal.key", "heads/signing.key")
    assert {found[name] for name in secret} == {"0o600"} and found["heads"] == "0o700"


@pytest.mark.parametrize("mode", [0o755, 0o777])
def test_16_c11_a_data_folder_with_wider_rights_is_narrowed(tmp_path: Path, mode: int) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    for _ in range(2):  # empty, and with what is in it after the first start
        folder.chmod(mode)
        opened(folder)
        assert oct(stat.S_IMODE(folder.stat().st_mode)) == "0o700"


@pytest.mark.parametrize(("mode", "starts"), [(0o755, True), (0o1777, True), (0o775, False), (0o777, False)])
def test_16_c11_a_folder_with_other_things_in_it_is_left_alone(tmp_path: Path, mode: int, starts: bool) -> None:
    """Who names a folder that others use must not take it from them."""
    folder = tmp_path / "data"
    folder.mkdir()
    folder.joinpath("letters").mkdir()
    folder.chmod(mode)
    if starts:
        assert opened(folder)["floor.db"] == "0o600"
    else:
        with pytest.raises(Refusal, match=r"Run `chmod 700") as caught:
            opened(folder)
        assert caught.value.code == "bad_folder"
    assert stat.S_IMODE(folder.stat().st_mode) == mode


@pytest.mark.parametrize("key", ["seal.key", "heads/signing.key"])
def test_16_c11_a_key_that_others_could_read_is_refused(tmp_path: Path, key: str) -> None:
    opened(tmp_path / "data")
    tmp_path.joinpath("data", key).chmod(0o640)
    with pytest.raises(Refusal, match="chmod 600") as caught:
        opened(tmp_path / "data")
    assert caught.value.code == "key_file_open"
