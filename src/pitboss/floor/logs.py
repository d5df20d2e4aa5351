"""The floor's log: a JSON object a line, made only from what is named here or by the caller; never a request's body.

No password, token, seed or hidden card is ever handed to it. What happened at the tables stands in the store.
"""

import json
import sys
import time
from typing import IO, Any


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
        line = json.dumps({"at": at, "level": level, "event": event} | said, ensure_ascii=False, default=str)
        try:
            self.out.write(line + "\n")
            self.out.flush()
        except (OSError, ValueError):  # a log that cannot be written holds up no table
            self.out = None


def to_stderr() -> Log:
    return Log(sys.stderr)
