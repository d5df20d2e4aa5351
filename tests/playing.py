"""A person at a table in the terminal: lines typed into a process or into a stay, and what is read off the screen."""

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from pitboss.table import events as table
from pitboss.table.files import decode_event

SIGNS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}
CARD = re.compile(r"(10|[2-9JQKA])([♣♦♥♠])")
ROW = re.compile(r"^ ([a-z][a-z0-9:' -]+?) {2,}(?:([0-9,.]+)  )? *(wins|loses|pushes) +([+-]?[0-9,.]+)(?:  (.*))?$")


def play(
    *arguments: str, typed: Sequence[str] | bytes = (), columns: int = 96, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    given = typed if isinstance(typed, bytes) else "".join(f"{line}\n" for line in typed).encode()
    done = subprocess.run(
        [sys.executable, "-m", "pitboss", "play", *arguments],
        input=given,
        capture_output=True,
        timeout=300,
        env=os.environ | {"COLUMNS": str(columns), "PYTHONIOENCODING": "utf-8"} | environment,
    )
    assert b"Traceback" not in done.stderr + done.stdout, (done.stderr + done.stdout).decode()
    return done


def page(*arguments: str, typed: Sequence[str] | bytes = (), columns: int = 96) -> str:
    """What a stay that ends well prints."""
    done = play(*arguments, typed=typed, columns=columns)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode()


def money(amount: int) -> str:
    return f"{amount // 100}.{amount % 100:02d}"


def cents(text: str) -> int:
    return int(text.replace(",", "").replace(".", ""))


def cards_on(text: str) -> set[str]:
    return {rank.replace("10", "T") + SIGNS[sign] for rank, sign in CARD.findall(text)}


def results_on(text: str) -> list[tuple[str, str, str, str]]:
    found = [ROW.match(line.rstrip()) for line in text.splitlines()]
    return [(row[1], row[2] or "", row[3], row[4]) for row in found if row]


def events_of(log: Path) -> list[table.Event]:
    *events, balances = log.read_bytes().splitlines()
    assert json.loads(balances).keys() >= {"balances", "rounds"}
    return [decode_event(line) for line in events]


class Script:
    """A person who types these lines and then no more; `pages` is what was on the screen at each prompt."""

    def __init__(self, screen: io.StringIO, lines: Sequence[str]) -> None:
        self.screen, self.lines, self.pages = screen, iter(lines), list[str]()

    def __call__(self, prompt: str) -> str:
        self.pages.append(self.screen.getvalue())
        for line in self.lines:
            return line
        raise EOFError


class Known:
    """A shuffle that comes out as given."""

    def __init__(self, order: Sequence[int]) -> None:
        self.order = order

    def permutation(self, cards: int) -> Sequence[int]:
        return self.order

    def between(self, least: int, most: int) -> int:
        return least
