"""What the tests share: the mark that names a clause, and short ways to settle a round or run the command."""

import signal
import subprocess
import sys
from typing import Any

import pytest

import pitboss


def checks(*clauses: str) -> pytest.MarkDecorator:
    """Mark a test with the clauses it checks; the clause matrix reads these marks from the source.

    A clause that ends in * stands for all that start so: a test that goes through every row of a pay table.
    """
    return pytest.mark.clause(*clauses)


def refusal(round_: dict[str, Any]) -> pitboss.Refusal:
    """The refusal a round gets; the test fails if it is settled."""
    with pytest.raises(pitboss.Refusal) as caught:
        pitboss.settle(round_)
    return caught.value


def rows(round_: dict[str, Any], position: int = 1) -> dict[str, tuple[str, str]]:
    """Settle a round: from wager to (outcome, pays) at one position."""
    return {row["wager"]: (row["outcome"], row["pays"]) for row in result(round_, position)["wagers"]}


def clauses(round_: dict[str, Any], position: int = 1) -> dict[str, str]:
    """Settle a round: from wager to the clause that decided it at one position."""
    return {row["wager"]: row["clause"] for row in result(round_, position)["wagers"]}


def net(round_: dict[str, Any], position: int = 1) -> str:
    return str(result(round_, position)["net"])


def result(round_: dict[str, Any], position: int = 1) -> dict[str, Any]:
    settled = pitboss.settle(round_).as_json()
    found: dict[str, Any] = next(each for each in settled["positions"] if each["position"] == position)
    return found


def stops_quietly_when_nobody_reads_on(*arguments: str) -> None:
    """The command, whose reader goes away after one line, says nothing about it and ends with status 1."""
    process = subprocess.Popen([sys.executable, "-m", "pitboss", *arguments], stdout=-1, stderr=-1)
    assert process.stdout and process.stderr
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait(timeout=300) == 1
    process.stderr.close()


def heeds_control_c() -> None:
    """For a process to be interrupted: one started behind a shell's back was told to ignore that."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
