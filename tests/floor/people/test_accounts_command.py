"""`pitboss accounts`: the first supervisor, from the command line; also while a floor is open."""

import io
from pathlib import Path

import pytest

from pitboss.cli import main
from pitboss.refusal import Refusal
from tests.floor.people.place import PASSWORD, a_place


def accounts(monkeypatch: pytest.MonkeyPatch, typed: str, *arguments: str) -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    with pytest.raises(SystemExit) as ended:
        main(["accounts", *arguments])
    return int(ended.value.code or 0)


def test_the_first_supervisor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    where = ("--database", str(tmp_path / "floor.db"), "--data", str(tmp_path))
    assert accounts(monkeypatch, f"{PASSWORD}\n", "add", "sue", "--role", "supervisor", *where) == 0
    assert accounts(monkeypatch, f"{PASSWORD}\n", "add", "Sue", "--role", "dealer", *where) == 2
    assert "name_taken" in capsys.readouterr().err
    assert accounts(monkeypatch, "short\n", "add", "bob", "--role", "dealer", *where) == 2
    assert "bad_password" in capsys.readouterr().err
    assert accounts(monkeypatch, "", "list", *where) == 0
    assert capsys.readouterr().out.split() == ["sue", "supervisor"]
    with a_place(tmp_path / "floor.db") as place:
        sue = place.sign_in("sue")
        assert sue.get("/api/admin/people").status_code == 200
        # The floor is open: others can be added meanwhile, passwords changed, and the floor sees it at once.
        assert accounts(monkeypatch, f"{PASSWORD}\n", "add", "dan", "--role", "dealer", *where) == 0
        assert capsys.readouterr().out == "Added dan as a dealer.\n"
        assert place.sign_in("dan").name == "dan"
        assert accounts(monkeypatch, f"{PASSWORD}\n", "add", "abe", "--role", "auditor", *where) == 0
        assert capsys.readouterr().out == "Added abe as an auditor.\n"
        assert accounts(monkeypatch, "a wholly new one\n", "password", "sue", *where) == 0
        assert sue.get("/api/admin/people").status_code == 401
        for number in range(40):
            with pytest.raises(Refusal):
                place.people.signing_in.sign_in("dan", "wrong password", f"198.51.100.{number}")
        assert place.people.signing_in.locked("dan")
        assert accounts(monkeypatch, "", "unlock", "dan", *where) == 0
        assert not place.people.signing_in.locked("dan")
        assert place.sign_in("dan").name == "dan"
        assert place.guest().name  # and the floor's own writer goes on
    assert accounts(monkeypatch, "", "unlock", "nobody", *where) == 2
    assert "unknown_person" in capsys.readouterr().err


@pytest.mark.parametrize("command", [("list",), ("password", "sue"), ("unlock", "sue")])
def test_nobody_is_looked_for_where_there_is_no_floor(
    tmp_path: Path, command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert accounts(monkeypatch, f"{PASSWORD}\n", *command, "--data", str(tmp_path / "mistyped")) == 2
    assert "store_not_found" in capsys.readouterr().err
    assert not (tmp_path / "mistyped").exists()
