"""Counting in a process of its own: the same answers, an end with the floor, a new one after a death, never a hang."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pitboss import games
from pitboss.coach import expected, reckon, typed
from pitboss.floor import workers
from pitboss.floor.coaching import house
from pitboss.floor.counter import answered, rules_of
from pitboss.floor.edges import counted
from pitboss.floor.workers import FAILED, House, Question, Worker
from pitboss.lab.counting import Lab
from pitboss.refusal import Refusal

CRAPS = Question("edges", House("craps", "nj", {}))
CARDS = ("Qs 6d 4h", "", "", "")


def quiet(done: int, parts: int) -> None:
    pass


@pytest.fixture
def worker() -> Iterator[Worker]:
    worker = Worker()
    yield worker
    worker.close()
    worker._end()


def gone(pid: int) -> bool:
    """Within a minute; a dead process that nobody has looked at yet is dead."""
    for _ in range(600):
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state == "Z":
            return True
        time.sleep(0.1)
    return False


def test_a_process_answers_as_this_one_would(worker: Worker) -> None:
    assert worker.pid is None, "none is begun before it is asked"
    rules, lab = games.game("three-card-poker").rules(), Lab()
    at = typed(rules, *CARDS, wagers={"ante": 10_00})
    for question, wanted in (
        (Question("advice", house(rules), (at,)), reckon(rules, at, lab)),
        (Question("hand", house(rules), (CARDS, (("ante", 10_00),))), reckon(rules, at, lab)),
        (Question("expected", house(rules)), expected(rules, lab)),
        (Question("edges", house(rules)), counted(rules, lab)),
    ):
        assert worker.ask(question, quiet) == wanted
    assert (worker.pid and os.getpriority(os.PRIO_PROCESS, worker.pid) > os.getpriority(os.PRIO_PROCESS, 0)) or NICEST


NICEST = os.getpriority(os.PRIO_PROCESS, 0) >= 19


@pytest.mark.parametrize("game", games.names())
def test_a_houses_choices_make_the_same_house_there(game: str) -> None:
    for place in games.game(game).jurisdictions:
        rules = games.game(game).rules(place)
        again = rules_of(house(rules))
        assert house(again) == house(rules)
        for name, option in games.game(game).options(place).items():
            for value in getattr(option, "values", ()) or ():
                try:
                    other = games.game(game).rules(place, {name: value})
                except Refusal:
                    continue  # not without another choice
                assert house(rules_of(house(other))) == house(other)


def test_what_the_count_refuses_is_told_whole_and_the_process_lives(worker: Worker) -> None:
    rules = games.game("spanish-21").rules()
    with pytest.raises(Refusal) as refusal:
        worker.ask(Question("hand", house(rules), (("Ks As", "5d", "", ""), (("bet", 10_00),))), quiet)
    assert (refusal.value.code, bool(refusal.value.clause)) == ("nothing_to_decide", True)
    pid = worker.pid
    with pytest.raises(Refusal, match="fault of the program"):
        worker.ask(Question("nothing of the kind", house(rules)), quiet)
    assert worker.ask(CRAPS, quiet) and worker.pid == pid
    assert answered(Question("nothing of the kind", house(rules)), Lab()) == (FAILED, "KeyError")


def test_a_house_that_the_rules_refuse_is_reported_with_its_clause(worker: Worker) -> None:
    """Issue item B6."""
    options = {"ante_bonus": "1-5-6"}
    with pytest.raises(Refusal) as wanted:
        games.game("three-card-poker").rules("nj", options)
    with pytest.raises(Refusal) as caught:
        worker.ask(Question("edges", House("three-card-poker", "nj", options)), quiet)
    assert caught.value.as_json() == wanted.value.as_json() and wanted.value.clause


def test_one_that_dies_is_a_refusal_and_the_next_question_has_another(worker: Worker) -> None:
    worker.ask(CRAPS, quiet)
    assert worker.pid
    first = worker.pid
    os.kill(first, signal.SIGKILL)
    with pytest.raises(Refusal, match="Ask again") as refusal:
        worker.ask(CRAPS, quiet)
    assert refusal.value.code == "not_counted"
    assert worker.ask(CRAPS, quiet) and worker.pid != first and gone(first)


def test_one_that_dies_amid_a_count_holds_nobody(worker: Worker) -> None:
    worker.ask(CRAPS, quiet)
    assert worker.pid
    os.kill(worker.pid, signal.SIGSTOP)
    killing = threading.Timer(0.2, os.kill, (worker.pid, signal.SIGKILL))
    killing.start()
    with pytest.raises(Refusal, match="Ask again"):
        worker.ask(CRAPS, quiet)
    assert worker.ask(CRAPS, quiet)


def test_one_that_says_nothing_is_taken_for_dead(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    worker.ask(CRAPS, quiet)
    assert worker.pid
    silent = worker.pid
    os.kill(silent, signal.SIGSTOP)
    monkeypatch.setattr(workers, "SILENCE", 0)
    with pytest.raises(Refusal, match="Ask again"):
        worker.ask(CRAPS, quiet)
    assert gone(silent)


def test_one_that_cannot_be_begun_is_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_room(*given: Any, **more: Any) -> None:
        raise OSError("no room")

    monkeypatch.setattr(subprocess, "Popen", no_room)
    with pytest.raises(Refusal, match="Ask again"):
        Worker().ask(CRAPS, quiet)
    monkeypatch.undo()
    ends_at_once = Worker("pitboss.nothing_there")
    with pytest.raises(Refusal, match="Ask again"):
        ends_at_once.ask(CRAPS, quiet)


def test_closing_leaves_a_count_that_has_begun(worker: Worker) -> None:
    worker.ask(CRAPS, quiet)
    assert worker.pid
    pid = worker.pid
    os.kill(pid, signal.SIGSTOP)  # as if it counted for ever
    threading.Timer(0.2, worker.close).start()
    with pytest.raises(Refusal, match="Ask again"):
        worker.ask(CRAPS, quiet)
    assert gone(pid)
    with pytest.raises(Refusal, match="Ask again"):
        worker.ask(CRAPS, quiet)
    assert worker.pid is None, "none is begun after the end"


FLOOR = """
from pitboss.floor.workers import Worker
from pitboss.floor.workers import House, Question
import sys, time
worker = Worker()
worker.ask(Question("edges", House("craps", "nj", {})), lambda done, parts: None)
print(worker.pid, flush=True)
time.sleep(600)
"""


@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGTERM])
def test_it_ends_with_the_floor_however_that_ends(by: signal.Signals) -> None:
    with subprocess.Popen([sys.executable, "-P", "-c", FLOOR], stdout=subprocess.PIPE, text=True) as floor:
        assert floor.stdout
        pid = int(floor.stdout.readline())
        assert Path(f"/proc/{pid}").exists()
        floor.send_signal(by)
        floor.wait(60)
    assert gone(pid)
