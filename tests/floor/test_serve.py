"""`pitboss serve` as a process: opened with no set-up, closed in good order, a clear word where it cannot open."""

import asyncio
import errno
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from pitboss.audit.reports import significant
from pitboss.floor import serve
from pitboss.floor.config import read_settings, usual_tables, without_password
from pitboss.floor.gate import local_origins
from pitboss.floor.serve import listen, open_all
from pitboss.refusal import Refusal
from pitboss.store import open_books, open_store
from pitboss.store.heads import read_heads
from pitboss.table.families import FAMILIES

COMMAND = [sys.executable, "-P", "-m", "pitboss", "serve", "--port", "0"]


def started(folder: Path, *more: str) -> tuple["subprocess.Popen[str]", str]:
    """A server that is open, and what it has said until then."""
    environment = {"PITBOSS_AUDIT_EVERY": "0"} | os.environ | {"PITBOSS_GRACE": "0", "PITBOSS_BOTS": "simple,random"}
    server = subprocess.Popen(
        [*COMMAND, "--data", str(folder), *more],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )
    assert server.stdout is not None and server.stderr is not None
    lines = []
    for line in server.stdout:
        lines.append(line)
        if line.startswith("open on "):
            return server, "".join(lines)
    raise AssertionError("".join(lines) + server.stderr.read())


def ended(server: "subprocess.Popen[str]") -> str:
    """Asked to end; what it has logged."""
    server.send_signal(signal.SIGTERM)
    _, errors = server.communicate(timeout=180)
    assert server.returncode == 0, errors
    return errors


@contextmanager
def running(folder: Path, *more: str) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """A server and its address; ended by the test, or here."""
    server, said = started(folder, *more)
    try:
        yield server, said.rpartition("open on ")[2].partition(" ")[0]
    finally:
        server.kill()
        server.communicate()


def get(address: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(address, timeout=300) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def test_a_floor_opens_plays_closes_in_good_order_and_opens_again(tmp_path: Path) -> None:
    for start in range(2):
        with running(tmp_path) as (server, address):
            assert get(f"{address}/healthz") == (200, "ok\n")
            assert get(f"{address}/readyz") == (200, "ready\n")
            assert get(f"{address}/docs")[0] == 404, "that page would load from the internet"
            assert '"/healthz"' in get(f"{address}/openapi.json")[1]
            figures = get(f"{address}/metrics")[1]
            assert "pitboss_commit_seconds_count" in figures
            assert '"event": "closed"' in ended(server)
        books = open_books(str(tmp_path / "floor.db"))
        assert len(books.tables()) == len(usual_tables(())), start
        held = books.balances()
        assert sum(held.values()) == 0
        assert not any(cents for name, cents in held.items() if name.startswith("layout:")), "no wager is left lying"
        books.engine.dispose()
    assert (tmp_path / "seal.key").stat().st_mode & 0o077 == 0


def configured(folder: Path, *tables: str) -> str:
    file = folder / "floor.toml"
    file.write_text("".join(f"[[tables]]\n{table}\n" for table in tables))
    return str(file)


LINKED = 'id = "%s"\ngroup = "g"\n[tables.table]\ngame = "high-card-flush"\noptions = {progressive = "%s"}'


def test_a_configuration_that_cannot_be_opened_whole_opens_nothing(tmp_path: Path) -> None:
    """The first table of two stayed when the second was refused, and then the file was not believed any more."""
    data = tmp_path / "data"
    file = configured(tmp_path, LINKED % ("a", "A"), LINKED % ("b", "C"))
    assert "other_terms: Give the table the progressive of group" in refused(data, "--config", file)
    books = open_books(str(data / "floor.db"))
    assert books.tables() == {}
    books.engine.dispose()


def test_a_table_that_the_file_has_otherwise_now_is_named(tmp_path: Path) -> None:
    one = 'id = "a"\ntitle = "%s"\n[tables.table]\ngame = "three-card-poker"'
    for title, told in (("One", False), ("One", False), ("Two", True)):
        server, said = started(tmp_path / "data", "--config", configured(tmp_path, one % title))
        ended(server)
        assert ("table a goes on as it was opened, not as the file has it now" in said) == told
        assert "with 1 table;" in said


def test_a_backup_that_is_put_back_is_said_to_be_one(tmp_path: Path) -> None:
    """By commands alone, as an operator does it."""

    def pitboss(*given: str) -> str:
        command = [sys.executable, "-P", "-m", "pitboss", *given, "--data", str(data)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=180)
        assert done.returncode in (0, 2) and "Traceback" not in done.stderr, done.stderr
        return done.stdout + done.stderr

    data, backup = tmp_path / "data", tmp_path / "backup.db"
    one = 'id = "a"\n[tables.table]\ngame = "three-card-poker"'
    file = configured(tmp_path, one)
    ended(started(data, "--config", file)[0])
    pitboss("store", "backup", str(backup))
    server, _ = started(data, "--config", file)
    assert "store_locked: End the other server" in pitboss("store", "restored", "--reason", "too early")
    ended(server)
    for each in data.glob("floor.db*"):
        each.unlink()
    assert "store_not_found" in pitboss("store", "restored", "--reason", "nothing there")
    copied = subprocess.run([*COMMAND[:4], "store", "copy", str(backup), str(data / "floor.db")], timeout=180)
    assert copied.returncode == 0
    why = refused(data, "--config", file)
    assert "store_rolled_back: Put the newer database back" in why
    assert "`pitboss store restored --reason REASON`" in why  # the command as it has to be typed
    assert "the store goes on after entry" in pitboss("store", "restored", "--reason", "the disk died")
    ended(started(data, "--config", file)[0])
    books = open_books(str(data / "floor.db"))
    assert {*books.tables()} == {"a", "a~2"}
    books.engine.dispose()
    assert "nothing was changed" in pitboss("audit")


@pytest.mark.parametrize("gone", ["heads", "heads/heads.jsonl"])
def test_a_floor_that_lost_its_keys_says_so(tmp_path: Path, gone: str) -> None:
    """Without its seal nothing opens; without its heads it goes on, and the journal says that nobody had signed it.

    It may be a backup then, so other tables take the place of those that are there.
    """
    ended(started(tmp_path)[0])
    (tmp_path / "seal.key").rename(tmp_path / "elsewhere")
    (tmp_path / gone).rename(tmp_path / "gone")
    assert "key_missing: Put " in refused(tmp_path)
    assert not (tmp_path / "seal.key").exists() and read_heads(tmp_path / "heads") == [], "refused, it signs nothing"
    (tmp_path / "elsewhere").rename(tmp_path / "seal.key")
    for _ in range(2):
        ended(started(tmp_path)[0])
    books = open_books(str(tmp_path / "floor.db"))
    (told,) = significant(books, kind="heads_begun").as_json()["rows"]
    assert (tmp_path / "heads" / "public.key").read_text().strip() in told["after"]
    assert len(books.tables()) == 2 * len(usual_tables(()))
    books.engine.dispose()


def test_a_floor_whose_first_supervisor_was_there_before_it_opens(tmp_path: Path) -> None:
    """Nothing of that is under seal: the floor asked for a key that had never been."""
    command = [*COMMAND[:4], "accounts", "add", "sue", "--role", "supervisor", "--data", str(tmp_path)]
    subprocess.run(command, input="correct horse battery\n", text=True, check=True, timeout=180)
    ended(started(tmp_path)[0])


def test_whoever_is_kept_out_takes_nobody_the_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two that start at once both find no key; the one that is kept out took the other's away."""
    config = read_settings({"data": str(tmp_path)}, {}).config
    others: list[Any] = []

    def late(*given: Any, **more: Any) -> Any:
        if not others:
            others.append(None)
            others[0] = open_all(config)
        return open_store(*given, **more)

    monkeypatch.setattr(serve, "open_store", late)
    with pytest.raises(Refusal) as refusal:
        open_all(config)
    assert refusal.value.code == "store_locked"
    store, seal, _ = others[0]
    store.close()
    again, key = open_all(config)[:2]
    again.close()
    assert key.unseal(seal.seal(b"kept")) == b"kept"


def refused(folder: Path, *more: str) -> str:
    done = subprocess.run([*COMMAND, "--data", str(folder), *more], capture_output=True, text=True, timeout=180)
    assert done.returncode == 2 and "Traceback" not in done.stderr, done.stderr
    return done.stderr


def test_a_port_in_use_is_said(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert "port_in_use: Choose another port" in refused(tmp_path, "--port", str(taken.getsockname()[1]))


@pytest.mark.parametrize("host", ["300.1.1.1", "192.0.2.77", "no.such.name.invalid"])
def test_an_address_of_another_machine_is_no_port_in_use(host: str) -> None:
    with pytest.raises(Refusal) as refusal:
        listen(host, 0)
    assert refusal.value.code == "bad_config" and "--host" in refusal.value.message


def test_a_folder_that_cannot_be_written_to_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(*_: object) -> bytes:
        raise PermissionError(errno.EACCES, "Permission denied", str(tmp_path / "seal.key"))

    (tmp_path / "seal.key").touch()
    monkeypatch.setattr("pitboss.floor.serve.read_key_file", denied)
    with pytest.raises(Refusal) as refusal:
        open_all(read_settings({"data": str(tmp_path)}, {}).config)
    assert refusal.value.code == "bad_folder" and "write to" in refusal.value.message


def test_a_disk_that_is_full_at_the_first_start_leaves_no_half_a_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    config = read_settings({"data": str(tmp_path)}, {}).config
    with monkeypatch.context() as patched, pytest.raises(Refusal) as refusal:
        patched.setattr(os, "fsync", full)
        open_all(config)
    assert refusal.value.code == "bad_folder" and refusal.value.message.startswith("Free some space")
    store, _, _ = open_all(config)
    store.close()


def test_whoever_asks_at_the_address_that_is_printed_gets_in(tmp_path: Path) -> None:
    with running(tmp_path, "--host", "127.0.0.2") as (_, address):
        assert address.startswith("http://127.0.0.2:")
        assert get(f"{address}/api/lobby")[0] == 200
        asked = urllib.request.Request(
            f"{address}/api/session/guest", b"{}", {"Origin": address, "Content-Type": "application/json"}
        )
        with urllib.request.urlopen(asked, timeout=300) as answer:
            assert answer.status == 201


def test_origins_are_written_as_browsers_write_them() -> None:
    assert local_origins(80) == {"http://127.0.0.1", "http://localhost", "http://[::1]"}
    assert "http://[fd00::2]:8000" in local_origins(8000, "fd00::2")
    assert "http://floor.lan:8000" in local_origins(8000, "Floor.lan")
    for everywhere in ("0.0.0.0", "::", ""):
        assert local_origins(8000, everywhere) == local_origins(8000)


def test_the_summary_names_the_house() -> None:
    assert "house     Pitboss  (default)" in read_settings({}, {}).summary()
    named = read_settings({}, {"PITBOSS_HOUSE_NAME": "The Golden Palace"})
    assert named.config.house_name == "The Golden Palace" and "The Golden Palace  (environment)" in named.summary()


def test_the_summary_says_where_pages_may_come_from() -> None:
    assert "origins   this machine's own  (default)" in read_settings({}, {}).summary()
    assert "PITBOSS_ORIGINS adds others" in read_settings({"host": "0.0.0.0"}, {}).summary()
    named = read_settings({}, {"PITBOSS_ORIGINS": "https://floor.example, http://10.0.0.5:8000"})
    assert "https://floor.example, http://10.0.0.5:8000  (environment)" in named.summary()


def test_a_server_does_not_wait_for_the_labs_kernels() -> None:
    """They take seconds to load, and it must be back within five; whoever counts is a process of its own."""
    loaded = "import sys, pitboss.floor.serve, pitboss.web.routes; print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-P", "-c", loaded], capture_output=True, text=True, check=True, timeout=120)
    assert done.stdout == "False\n"


def test_what_is_answered_is_sent_at_once() -> None:
    """A connection that gathers small pieces first made every answer 40 ms late."""

    async def connected() -> list[int]:
        found: list[int] = []

        def met(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            of = writer.get_extra_info("socket")
            found.append(of.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        async with await asyncio.start_server(met, sock=listen("127.0.0.1", 0)) as server:
            reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname()[:2])
            await reader.read()
            writer.close()
        return found

    assert asyncio.run(connected()) == [1]


def test_a_database_that_cannot_be_used_is_said(tmp_path: Path) -> None:
    with running(tmp_path):
        assert "store_locked: End the other server first" in refused(tmp_path)
    newer = tmp_path / "newer"
    newer.mkdir()
    with sqlite3.connect(tmp_path / "floor.db") as kept, sqlite3.connect(newer / "floor.db") as copy:
        kept.backup(copy)  # what still lies in the write-ahead log too
    with sqlite3.connect(newer / "floor.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    assert "store_newer" in refused(newer)
    corrupt = tmp_path / "corrupt"
    corrupt.mkdir()
    (corrupt / "floor.db").write_bytes(b"no database at all" * 1000)
    assert "store_corrupt" in refused(corrupt)
    assert "store_unreachable" in refused(tmp_path / "pg", "--database", "postgresql://127.0.0.1:1/none")
    assert "bad_database" in refused(tmp_path / "x", "--database", "mysql://host/none")
    (tmp_path / "file").write_text("")
    assert "bad_folder" in refused(tmp_path / "file" / "inside")


def test_settings_come_from_the_command_line_before_the_environment_before_a_file(tmp_path: Path) -> None:
    file = tmp_path / "floor.toml"
    file.write_text(
        'port = 1\nhost = "0.0.0.0"\ngrace = 3\n[[tables]]\nid = "a"\ntable = {game = "three-card-poker"}\n'
    )
    environment = {"PITBOSS_CONFIG": str(file), "PITBOSS_PORT": "2", "PITBOSS_GRACE": "4"}
    found = read_settings({"port": 5, "data": None}, environment)
    assert (found.config.port, found.config.grace, found.config.host) == (5, 4, "0.0.0.0")
    assert [plan.id for plan in found.config.tables] == ["a"]
    summary = found.summary()
    assert "http://0.0.0.0:5" in summary and "command line" in summary and "environment" in summary
    assert "grace" in summary and str(file) in summary


@pytest.mark.parametrize(
    "text",
    [
        *(
            "port = 'x'",
            "port = 70000",
            "grace = -1",
            "requests = -1",
            "requests = 10001",
            "connections = -1",
            "connections = 99",
            "connections = 100001",
            "per_address = -1",
            "per_address = 19",
            "per_address = 100001",
            "shared_tables = -1",
            "house_name = ' '",
            f"house_name = '{41 * 'x'}'",
            "unknown = 1",
            "origins = ['floor.example']",
            "origins = ['https://floor.example/']",
            "origins = ['https://Floor.example']",
            "port =",
            "[[tables]]\nid = 'a'",
            "tables = 3",
            "[[tables]]\nid = 'a'\ntable = {}\ntiming = {betting = -5}",
        ),
        "[[tables]]\nid='a'\ntable={}\n[[tables]]\nid='a'\ntable={}",
    ],
)
def test_a_wrong_setting_is_refused_with_a_sentence(tmp_path: Path, text: str) -> None:
    file = tmp_path / "floor.toml"
    file.write_text(text)
    with pytest.raises(Refusal) as refusal:
        read_settings({"config": str(file)}, {})
    assert refusal.value.code == "bad_config"
    wrong = [{name: "x"} for name in ("PITBOSS_PORT", "PITBOSS_REQUESTS", "PITBOSS_CONNECTIONS", "PITBOSS_PER_ADDRESS")]
    for environment in (*wrong, {"PITBOSS_CONFIG": str(tmp_path / "none")}):
        with pytest.raises(Refusal):
            read_settings({}, environment)


def test_c5_proxies_are_addresses_or_networks() -> None:
    """Issue 16, C5."""
    found = read_settings({}, {"PITBOSS_PROXIES": "10.0.0.7, 10.1.0.0/16"})
    assert found.config.proxies == ("10.0.0.7", "10.1.0.0/16") and "10.0.0.7, 10.1.0.0/16" in found.summary()
    assert "X-Forwarded-For is ignored" in read_settings({}, {}).summary()
    for wrong in ("proxy.example", "*", "10.0.0.1/40"):
        with pytest.raises(Refusal) as refused:
            read_settings({}, {"PITBOSS_PROXIES": wrong})
        assert refused.value.code == "bad_config" and "10.0.0.7" in refused.value.message


@pytest.mark.parametrize("most", [0, 100, 100_000])
def test_the_summary_says_how_many_may_be_connected(most: int) -> None:
    told = read_settings({}, {"PITBOSS_CONNECTIONS": str(most)}).summary()
    assert (f"{most} at once, the last 20 for staff  (environment)" if most else "sockets   any number") in told
    assert "2000 at once" in read_settings({}, {}).summary()
    one = read_settings({}, {"PITBOSS_PER_ADDRESS": str(most)}).summary()
    assert (f"{most} sockets from one address" if most else "from one  any number") in one
    assert "500 sockets from one address" in read_settings({}, {}).summary()


def test_the_summary_says_at_how_many_tables_boxes_may_be_shared(tmp_path: Path) -> None:
    file = tmp_path / "floor.toml"
    file.write_text("shared_tables = 2")
    found = read_settings({"config": str(file)}, {})
    assert found.config.shared_tables == 2
    assert "boxes shared at 2 tables" in found.summary()
    assert "boxes shared at any number of tables" in read_settings({}, {}).summary()


def test_a_password_is_never_printed() -> None:
    assert without_password("postgresql://ann:secret@host/db") == "postgresql://ann@host/db"
    among_others = "postgresql://ann@/db?host=/run&password=secret&port=5432"
    assert without_password(among_others) == "postgresql://ann@/db?host=/run&password=…&port=5432"
    assert "secret" not in without_password("postgresql:///db?password=p@secret")
    assert without_password("/a/file@home:x.db") == "/a/file@home:x.db"


def test_the_usual_floor_has_a_table_of_every_game_that_can_be_dealt() -> None:
    from pitboss import games

    playable = {name for name in games.names() if type(games.game(name)) in FAMILIES}
    assert {plan.table["game"] for plan in usual_tables(("simple",))} == playable
    for plan in usual_tables(()):
        assert plan.table["limits"], "every table says in the lobby what may be bet"
