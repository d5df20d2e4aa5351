"""Every line on a server's standard error is a JSON object (16.C11): its own, its libraries', Python's."""

import asyncio
import gc
import json
import logging
import os
import threading
import warnings
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from pitboss.floor import serve
from pitboss.floor.config import read_settings
from pitboss.floor.logs import Log, every_line_to
from pitboss.floor.serve import uvicorn_config
from tests.floor.test_serve import ended, get, running

SECRET = "hunter2 hunter2"


def lines_of(out: StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.getvalue().splitlines()]


def fails() -> None:
    raise ValueError(SECRET)


def test_16_c11_what_libraries_log_is_a_line_of_ours(capsys: pytest.CaptureFixture[str]) -> None:
    """Of an error the kind and the place, and nothing of what was in its hands."""
    out = StringIO()
    with every_line_to(Log(out)):
        uvicorn_config(lambda: None)  # what sets up the server's own loggers
        try:
            fails()
        except ValueError:
            logging.getLogger("uvicorn.error").exception("Exception in ASGI application\n")
        logging.getLogger("asyncio").error("Task was destroyed but it is pending")
        logging.getLogger("alembic.runtime.migration").warning("strange %s", "form")
        logging.getLogger("x").error("not %d", "a number")
        with warnings.catch_warnings():
            warnings.simplefilter("always")
            warnings.warn("old ways", DeprecationWarning, stacklevel=1)
    first, second, third, fourth, fifth = lines_of(out)
    assert first["event"] == "library" and first["logger"] == "uvicorn.error" and first["level"] == "error"
    assert first["error"] == "ValueError" and first["traceback"][-1].endswith(" fails")
    assert second["message"].startswith("Task was destroyed") and third["message"] == "strange form"
    assert fourth["logger"] == "x" and "old ways" in fifth["message"] and fifth["logger"] == "py.warnings"
    assert SECRET not in out.getvalue()
    assert capsys.readouterr().err == ""


def test_16_c11_errors_that_nobody_catches(capsys: pytest.CaptureFixture[str]) -> None:
    class Broken:
        def __del__(self) -> None:
            fails()

    async def forgotten() -> None:
        asyncio.get_running_loop().call_soon(fails)
        await asyncio.sleep(0)

    out = StringIO()
    with every_line_to(Log(out)):
        thread = threading.Thread(target=fails)
        thread.start()
        thread.join()
        broken = Broken()
        del broken
        gc.collect()
        asyncio.run(forgotten())
    found = {each["event"]: each for each in lines_of(out)}
    assert {*found} == {"thread_failed", "error_ignored", "library"}
    assert all(each["error"] == "ValueError" for each in found.values())
    assert SECRET not in out.getvalue() and capsys.readouterr().err == ""


def test_16_c11_a_server_that_crashes_says_so_in_its_log(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve, "open_all", lambda config: fails())
    monkeypatch.setattr(os, "umask", lambda mode: mode)  # the rights of other tests' files are left as they are
    settings = read_settings({"data": str(tmp_path), "port": 0}, {})
    assert serve.serve(settings) == 1
    line = json.loads(capsys.readouterr().err)
    assert line["event"] == "crashed" and line["error"] == "ValueError" and SECRET not in str(line)


def test_16_c11_every_line_of_a_server_that_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python in its development mode, which warns of much and has asyncio log what is slow."""
    monkeypatch.setenv("PYTHONASYNCIODEBUG", "1")
    with running(tmp_path) as (server, address):
        assert get(f"{address}/api/lobby")[0] == 200
        errors = ended(server)
    events = [json.loads(line)["event"] for line in errors.splitlines()]
    assert {"table_opened", "closing", "closed"} <= {*events}
