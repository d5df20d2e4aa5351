"""The lab's commands as people run them: processes of their own, JSON as promised, exit statuses, Ctrl-C."""

import json
import os
import signal
import subprocess
import sys
import time
from fractions import Fraction
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from pitboss import terminal
from pitboss.ranking.compiled import home
from tests.support import heeds_control_c

COMMAND = [sys.executable, "-m", "pitboss"]


def run(*arguments: str, cache: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = os.environ | ({"PITBOSS_CACHE": str(cache)} if cache else {})
    done = subprocess.run([*COMMAND, *arguments], capture_output=True, timeout=300, text=True, env=environment)
    assert "Traceback" not in done.stderr, done.stderr
    return done


def answer(*arguments: str) -> Any:
    done = run(*arguments, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def fraction(exact: dict[str, str]) -> Fraction:
    assert exact.keys() == {"numerator", "denominator"}
    return Fraction(int(exact["numerator"]), int(exact["denominator"]))


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    """A folder for counts of its own; machine code is shared with everyone's, as it takes long to make."""
    (home() / "numba").mkdir(parents=True, exist_ok=True)
    (tmp_path / "numba").symlink_to(home() / "numba")
    return tmp_path


# What comes out


def test_analyze() -> None:
    found = answer("analyze", "three-card-poker", "-o", "pair_plus=B")
    assert (found["game"], found["jurisdiction"], found["method"]) == ("three-card-poker", "nj", "exact")
    assert found["options"]["pair_plus"] == "B"
    ante, pair_plus = found["wagers"]["ante"], found["wagers"]["pair_plus"]
    assert fraction(ante["ev"]) == Fraction(-686689, 20358520)
    assert ante["house_edge"] == 686689 / 20358520
    assert {"average_wager", "element_of_risk", "standard_deviation", "actions"} <= ante.keys()
    assert ante["actions"].keys() == {"fold", "1x"} and sum(ante["actions"].values()) == pytest.approx(1)
    assert {"house_edge", "ev", "standard_deviation", "hit_frequency", "outcomes"} <= pair_plus.keys()
    assert [each["combinations"] for each in pair_plus["outcomes"]] == [48, 52, 720, 1096, 3744]
    assert all({"hand", "probability", "pays"} <= each.keys() for each in pair_plus["outcomes"])
    assert found["pay_tables"]["pair_plus"].keys() == {*"ABCD"}
    assert found["pay_tables"]["pair_plus"]["B"]["ev"] == pair_plus["ev"]


def test_analyze_for_people() -> None:
    done = run("analyze", "three-card-poker")
    assert (done.returncode, done.stderr) == (0, "")
    assert "3.3730 %" in done.stdout and "-686689/20358520" in done.stdout


def test_strategy_of_a_hand() -> None:
    found = answer("strategy", "three-card-poker", "--hand", "Qc 6d 4h", "--no-cache")
    assert (found["game"], found["hand"]) == ("three-card-poker", "Qc 6d 4h")
    assert [each["choice"] for each in found["choices"] if each["best"]] == ["1x"]
    assert all(each["worth"] == float(fraction(each["ev"])) for each in found["choices"])
    done = run("strategy", "three-card-poker", "--hand", "Qc 6d 3h")
    assert done.returncode == 0 and "best" in next(line for line in done.stdout.splitlines() if "fold" in line)


def test_strategy_as_rules() -> None:
    (found,) = answer("strategy", "three-card-poker", "--conditions", "1")["decisions"]
    assert found["decision"] == "play" and fraction(found["optimum"]) == Fraction(-686689, 20358520)
    assert [rule["words"] for rule in found["rules"]][-1] == "Play queen-six-four or better; fold the rest"
    assert {"rows_by", "columns_by", "rows", "columns", "actions", "cost"} == found["chart"].keys()


def test_paytables() -> None:
    found = answer("paytables", "high-card-flush", "--wager", "flush_bonus")["pay_tables"]
    assert [each["table"] for each in found if each["favours_player"]] == ["K", "E"]
    assert [each["table"] for each in found if each["in_force"]] == ["A"]
    assert all(each["house_edge"] == -float(fraction(each["ev"])) for each in found)
    done = run("paytables", "high-card-flush", "--meter", "360000.00")
    assert done.stdout.count("<<< FAVOURS THE PLAYER") > 2
    assert "Pay tables: progressive, meter 360000.00 (* in force)" in done.stdout


def test_paytables_are_designed() -> None:
    asked = ("--wager", "flush_bonus", "--target=-0.05..0", "--hits", "0.20..0.30")
    found = answer("paytables", "high-card-flush", *asked)["pay_tables"]
    assert found and all(-0.05 <= each["house_edge"] <= 0 for each in found)
    assert found[0].keys() >= {"pays", "house_edge", "ev", "hit_frequency", "standard_deviation", "allowed"}


def test_strategy_of_a_shoe_game() -> None:
    found = answer("strategy", "spanish-21", "-o", "dealer_hits_soft_17=true")
    assert found["options"]["dealer_hits_soft_17"] is True
    chart, optimum = found["chart"], found["optimum"]
    assert (
        optimum["strategy"] == "composition-dependent"
        and "House edge: exact for the strategy stated" in optimum["treatment"]
    )
    assert chart["strategy"].startswith("by total, softness, number of cards and up card")
    assert fraction(chart["cost_exact"]) == fraction(optimum["ev"]) - fraction(chart["ev"])
    assert chart["cost"] == float(fraction(chart["cost_exact"]))
    assert {"hard", "soft", "pairs", "bonus_hands", "after_a_double", "up_cards", "legend"} <= chart.keys()
    analyzed = answer("analyze", "spanish-21", "-o", "dealer_hits_soft_17=true")["wagers"]["bet"]
    assert analyzed["ev"] == optimum["ev"] and analyzed["chart"]["ev"] == chart["ev"]


def test_the_chart_for_people() -> None:
    done = run("strategy", "double-attack-blackjack")
    assert (done.returncode, done.stderr) == (0, "")
    assert "attack against" in done.stdout and "2, 3, 4, 5, 6, 7, 8" in done.stdout
    assert "0.48043 %" in done.stdout and "15 to 16" in done.stdout
    assert "\x1b" not in done.stdout


def test_strategy_of_a_hand_from_the_shoe() -> None:
    def worths(*cards: str) -> dict[str, Fraction]:
        found = answer("strategy", "spanish-21", "--hand", cards[0], "--dealer-up", cards[1])
        assert (found["hand"], found["dealer_up"]) == cards
        (best,) = (each for each in found["choices"] if each["best"])
        assert fraction(best["ev"]) == max(fraction(each["ev"]) for each in found["choices"])
        return {each["choice"]: fraction(each["ev"]) for each in found["choices"]}

    mixed, suited, spades = (worths(hand, "4c") for hand in ("7c 8d", "7c 8c", "7s 8s"))
    assert mixed["stand"] == suited["stand"] == spades["stand"]
    sixes, cards = Fraction(24, 285), Fraction(1, 4)
    assert suited["hit"] - mixed["hit"] == sixes * cards * Fraction(1, 2)
    assert spades["hit"] - mixed["hit"] == sixes * cards * Fraction(3, 2)
    assert mixed["hit"] < mixed["stand"] < spades["hit"]
    assert worths("8s 8d", "Ah").keys() == {"stand", "hit", "double", "surrender", "split"}
    assert worths("2s 3d 4c", "Ah").keys() == {"stand", "hit", "double"}
    assert worths("6s 7s 8s", "Ah")["stand"] == 3 and worths("6s 7d 8s", "Kh")["stand"] == Fraction(3, 2)


def test_strategy_of_craps() -> None:
    assert answer("strategy", "craps", "-o", "odds=10x")["with_odds"][0]["odds"] == "10x"
    done = run("strategy", "craps")
    assert "Nothing is decided once a wager lies" in done.stdout and "0.3743 %" in done.stdout


def test_paytables_without_letters() -> None:
    found = answer("paytables", "craps", "--wager", "field")["pay_tables"]
    assert [(each["options"], each["in_force"]) for each in found] == [
        ({"field_12": 3}, False),
        ({"field_12": 2}, True),
    ]
    done = run("paytables", "spanish-21", "--wager", "match_the_dealer")
    assert "3.0555 %" in done.stdout and "2.9855 %" in done.stdout


def test_what_the_readings_of_spanish_21_cost() -> None:
    costs = {(each["option"], each["value"]): each["wagers"] for each in answer("readings", "spanish-21")["costs"]}
    assert {("decks", 8), ("dealer_hits_soft_17", True), ("redouble", True)} <= costs.keys()
    assert round(costs["redouble", True]["bet"]["change"] * 100, 4) == -0.3419


def test_readings() -> None:
    found = answer("readings", "high-card-flush")
    assert all(each["game"] in (None, "high-card-flush") for each in found["readings"])
    costs = found["costs"]
    assert {"jurisdiction", "progressive_survives_fold"} <= {each["option"] for each in costs}
    for wager in (wager for each in costs for wager in each["wagers"].values()):
        assert wager["house_edge"] == -float(fraction(wager["ev"]))
        assert wager["change"] == float(fraction(wager["change_exact"]))


# What is refused


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("analyze baccarat", "unknown_game"),
        ("analyze three-card-poker --meter 20000.00", "Leave --meter out"),
        ("analyze three-card-poker --ante 5.00", "Leave --ante out"),
        ("analyze high-card-flush -o progressive=none --meter 20000.00", "Leave --meter out"),
        ("analyze high-card-flush --bet 5.00", "Leave --bet out"),
        ("analyze high-card-flush --ante 0.00", "wager_zero"),
        ("analyze high-card-flush --meter many", "money_malformed"),
        ("report three-card-poker --output x.json --bet 5.00", "Leave --bet out"),
        ("paytables three-card-poker --meter 20000.00", "Leave --meter out"),
        ("paytables high-card-flush --wager flush_bonus --meter 20000.00", "Leave --meter out"),
        ("paytables high-card-flush --bet 5.00", "Leave --bet out"),
        ("paytables high-card-flush --wager progressive --bet 5.00 -o max_per_hand=9.00", "Leave --bet out"),
        ("paytables high-card-flush --wager ante", "unknown_wager"),
        ("paytables high-card-flush --target 0.05..0.10", "Name the wager"),
        ("paytables high-card-flush --wager flush_bonus --hits 0.05..0.10", "Name the wager and the target"),
        ("paytables high-card-flush --wager flush_bonus --target=", "bad_range"),
        ("paytables high-card-flush --wager flush_bonus --target 0.1..0.2 --hits=", "bad_range"),
        ("paytables high-card-flush --wager flush_bonus --target 0..1e-30000000", "bad_range"),
        ("paytables high-card-flush --wager flush_bonus --target 0.10..0.05", "bad_range"),
        ("paytables high-card-flush --wager flush_bonus --target 0..1 -o max_per_hand=500.00", "maximum_posted"),
        ("strategy three-card-poker --conditions 0", "at least one condition"),
        ("strategy three-card-poker --conditions 2 --hand 2c", "Leave --conditions out"),
        ("strategy four-card-poker --dealer-up Kh", "hand_missing"),
        ("strategy three-card-poker --hand 2c", "wrong_number_of_cards"),
        ("strategy texas-holdem-bonus --hand 2c --dealer-up Kh", "none lies face up"),
        ("strategy four-card-poker --hand 2c --community Kh", "has none"),
        ("strategy spanish-21 --dealer-up Kh", "hand_missing"),
        ("strategy spanish-21 --conditions 2", "Leave --conditions out"),
        ("strategy spanish-21 --hand 2c --community Kh", "Leave --community out"),
        ("strategy spanish-21 --hand 2c", "Name the dealer's up card too"),
        ("strategy spanish-21 --hand 2c --dealer-up Kh", "two cards or more; got 1"),
        ("strategy spanish-21 --hand= --dealer-up Kh", "two cards or more; got 0"),
        ("strategy spanish-21 --hand 2c --dealer-up=", "one card as the dealer's up card; got 0"),
        ("strategy spanish-21 --hand Tc --dealer-up Kh", "card_not_in_shoe"),
        ("strategy spanish-21 --hand 1c --dealer-up Kh", "unknown_card"),
        ("strategy craps --hand 2c", "played with dice"),
        ("strategy craps -o odds=0x", "bad_option"),
        ("paytables craps --wager ante", "unknown_wager"),
        ("paytables craps --wager field --target 0..1", "Leave --target out"),
        ("paytables spanish-21 --hits 0..1", "Leave --hits out"),
        ("paytables spanish-21 --meter 20000.00", "Leave --meter out"),
        ("report spanish-21 --output x.json --bet 5.00", "Leave --bet out"),
        ("report craps --output x.doc", "unknown_format"),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_sentence(
    arguments: str, says: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before anything is counted."""
    from pitboss.cli import main
    from pitboss.lab.counting import Lab

    monkeypatch.setattr(Lab, "tally", lambda *given: pytest.fail("counted"))
    with pytest.raises(SystemExit) as left:
        main(arguments.split())
    printed = capsys.readouterr()
    assert left.value.code == 2 and printed.out == ""
    assert says in printed.err and printed.err.startswith("pitboss: ") and printed.err.count("\n") == 1


def test_a_refusal_as_a_process() -> None:
    done = run("strategy", "texas-holdem-bonus", "--hand", "Ac 5c", "--dealer-up", "Kh")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "pitboss: no_such_cards: Leave the dealer's card out: in Texas Hold 'Em Bonus none lies face up.\n"
    )


# Counts on disk, and Ctrl-C


def test_a_damaged_count_is_counted_again_with_a_word_about_it(cache: Path) -> None:
    first = run("analyze", "three-card-poker", "--json", cache=cache)
    kept = sorted((cache / "counts").iterdir())
    assert kept and first.stderr == ""
    whole = [file.read_bytes() for file in kept]
    for file, data in zip(kept, whole, strict=True):
        file.write_bytes(data[: len(data) // 2])
    again = run("analyze", "three-card-poker", "--json", cache=cache)
    assert (again.returncode, again.stdout) == (0, first.stdout)
    lines = again.stderr.splitlines()
    assert len(lines) == len(kept)
    assert all(line.startswith("pitboss: ") and "damaged; counting again" in line for line in lines)
    assert [file.read_bytes() for file in kept] == whole
    assert run("analyze", "three-card-poker", "--json", cache=cache).stderr == ""


def test_without_the_cache_nothing_is_kept(cache: Path) -> None:
    done = run("analyze", "three-card-poker", "--json", "--no-cache", cache=cache)
    assert (done.returncode, done.stderr) == (0, "") and not (cache / "counts").exists()


@pytest.mark.parametrize("arguments", [("--no-cache",), ()])
def test_control_c_while_counting_leaves_nothing_behind(arguments: tuple[str, ...], cache: Path) -> None:
    process = subprocess.Popen(
        [*COMMAND, "analyze", "what-the-flush", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"PITBOSS_CACHE": str(cache), "OPENBLAS_NUM_THREADS": "1"},
        preexec_fn=heeds_control_c,
    )
    try:
        _wait_for_the_crew(process)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=240)  # a part begun is finished, compiling too
    finally:
        process.kill()
        process.wait()
    assert (process.returncode, out, err) == (130, b"", b"")
    assert list(cache.iterdir()) == [cache / "numba"]


def _wait_for_the_crew(process: subprocess.Popen[bytes]) -> None:
    """Until the threads that count are there."""
    tasks = Path(f"/proc/{process.pid}/task")
    if not tasks.exists():
        pytest.skip("run on Linux: the threads of a process are read from /proc")
    late = time.monotonic() + 240
    while len(list(tasks.iterdir())) < 2:
        assert process.poll() is None and time.monotonic() < late
        time.sleep(0.02)
    time.sleep(0.3)


# The bar


class Screen(StringIO):
    def isatty(self) -> bool:
        return True


def test_a_bar_comes_by_the_clock_and_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(terminal, "PATIENCE", 0)
    with terminal.counting_lab(use_kept=False) as lab:
        late = time.monotonic() + 300
        while "counting" not in screen.getvalue() and time.monotonic() < late:
            time.sleep(0.01)
        assert "counting" in screen.getvalue()
        lab.progress(1, 2)
        while "50%" not in screen.getvalue() and time.monotonic() < late:
            time.sleep(0.01)
    assert "50%" in screen.getvalue()
    shown = len(screen.getvalue())
    time.sleep(0.2)
    assert len(screen.getvalue()) == shown


@pytest.mark.parametrize("patience", [0, 60])
def test_no_bar_in_a_file_and_none_on_what_is_quick(patience: int, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen() if patience else StringIO()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(terminal, "PATIENCE", patience)
    with terminal.counting_lab(use_kept=False) as lab:
        lab.progress(1, 2)
        time.sleep(0.05)
    assert screen.getvalue() == ""
