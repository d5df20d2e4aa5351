"""The floor's log: a JSON object a line, made only from what is named here or by the caller; never a request's body.

No password, token, seed or hidden card is ever handed to it. What happened at the tables stands in the store. While a
server runs, what libraries log goes the same way: an event `library`, and of an error its kind and where it was raised.
"""

import json
import logging
import sys
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from pitboss.refusal import printable_json


class Log:
    def __init__(self, out: IO[str] | None = None) -> None:
        self.out = out

    def info(self, event: str, **said: Any) -> None:
        self._write("info", event, said)

    def error(self, event: str, **said: Any) -> None:
        self._write("error", event, said)

    def _write(self, level: str, event: str, said: dict[str, Any]) -> None:
        if self.out is None:
            return
        at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        line = printable_json(
            json.dumps({"at": at, "level": level, "event": event} | said, ensure_ascii=False, default=str)
        )
        try:
            self.out.write(line + "\n")
            self.out.flush()
        except (OSError, ValueError):  # a log that cannot be written holds up no table
            self.out = None


def to_stderr() -> Log:
    return Log(sys.stderr)


class Lines(logging.Handler):
    """What libraries log, as lines of ours. The values in a traceback are left out: they may be anything."""

    def __init__(self, log: Log) -> None:
        super().__init__()
        self.log = log

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        write = self.log.error if record.levelno >= logging.WARNING else self.log.info
        try:
            message = record.getMessage()
        except Exception:  # its arguments do not fit: the library's mistake, and no reason to lose the line
            message = str(record.msg)
        write("library", logger=record.name, message=message, **described(error))


def described(error: BaseException | None) -> dict[str, Any]:
    """The kind of an error, and through which lines of code it came."""
    if error is None:
        return {}
    frames = traceback.extract_tb(error.__traceback__)
    lines = [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames]
    return {"error": type(error).__name__, "traceback": lines}


@contextmanager
def every_line_to(log: Log) -> Iterator[None]:
    """As long as it lasts, all that Python and its libraries would print on standard error goes to the log.

    So do warnings, threads that end in an error, and errors that nobody can catch.
    """
    root, lines = logging.getLogger(), Lines(log)
    before = root.handlers[:], threading.excepthook, sys.unraisablehook

    def in_a_thread(given: threading.ExceptHookArgs) -> None:
        log.error("thread_failed", **described(given.exc_value))

    def unraisable(given: Any) -> None:
        log.error("error_ignored", **described(given.exc_value))

    root.handlers[:] = [lines]
    threading.excepthook, sys.unraisablehook = in_a_thread, unraisable
    logging.captureWarnings(True)
    try:
        yield
    finally:
        logging.captureWarnings(False)
        root.handlers[:], threading.excepthook, sys.unraisablehook = before
