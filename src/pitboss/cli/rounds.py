"""The commands over files of rounds and events: `settle`, `table`, `verify`."""

import os
import sys
from collections.abc import Iterable

from pitboss.cli.asking import BUFFER, Arguments, Commands, Once, bytes_out, fail, source_of
from pitboss.refusal import Refusal


def add_settle(commands: Commands) -> None:
    settle = commands.add_parser(
        "settle",
        help="settle finished rounds: what every wager pays, and by which clause",
        description="Settle finished rounds. Prints one settlement per line, in the same order. A round that "
        "breaks a rule "
        "gets an error on its line. The other rounds are still settled, and the exit status is 1.",
    )
    settle.add_argument("file", metavar="FILE", help="rounds as JSON Lines, one round per line; - for standard input")
    settle.set_defaults(run=run_settle)


def add_table(commands: Commands) -> None:
    table = commands.add_parser("table", help="play a table from a script of commands, or replay its events")
    parts = table.add_subparsers(title="commands", metavar="COMMAND", required=True)

    script = parts.add_parser(
        "run",
        help="play a script and print events, refusals and final balances",
        description="Play a table from a script: its setup on the first line, then one command per line. Prints "
        "the events "
        "of each command, one per line. A command that the rules do not allow gets an error. The other commands are "
        "still played, and the exit status is 1. See docs/table.md.",
    )
    script.add_argument("file", metavar="FILE", help="the script, one JSON object per line; - for standard input")
    script.add_argument(
        "--role", metavar="ROLE", help="print only what this role sees: player, dealer, floorperson or supervisor"
    )
    script.add_argument("--who", default="", metavar="NAME", help="the person in that role; required for a player")
    script.add_argument(
        "--rounds", action=Once, metavar="FILE", help="also write every finished round to FILE, for `pitboss settle`"
    )
    script.set_defaults(run=run_table_run)

    replay = parts.add_parser(
        "replay",
        help="replay an event file and check it",
        description="Replay the events that `pitboss table run` printed. Every event is compared with what the "
        "table would "
        "do. If they differ, the first such line is printed and the exit status is 1.",
    )
    replay.add_argument("file", metavar="FILE", help="the event file; - for standard input")
    replay.set_defaults(run=run_table_replay)

    drill = parts.add_parser(
        "drill",
        help="play random tables with mistakes and faults, and check every step",
        description="Play random sequences of commands for every game, regulation and dealing method. After each step, "
        "check money, cards, meters, wagers and the replay of the event file. Compare every finished round with "
        "`pitboss settle`. Print which situations occurred, and which occurred too seldom.",
    )
    drill.add_argument(
        "-n", "--sequences", type=int, default=10_000, metavar="N", help="number of sequences (default 10,000)"
    )
    drill.add_argument("-r", "--rounds", type=int, default=10, metavar="N", help="rounds in each sequence (default 10)")
    drill.add_argument("--seed", type=int, default=1, metavar="N", help="the random seed (default 1)")
    drill.add_argument(
        "-w",
        "--workers",
        type=int,
        default=os.cpu_count() or 1,
        metavar="N",
        help="number of processes (default: one per core)",
    )
    drill.set_defaults(run=run_table_drill)


def add_verify(commands: Commands) -> None:
    verify = commands.add_parser(
        "verify",
        help="verify that rounds were dealt from the randomness committed to before",
        description="Run the separate verifier (src/pitboss/fair/verify_round.py, a single file that needs nothing but "
        "Python) on proofs. It recalculates commitment, chain, keys and every draw. See docs/fairness.md.",
    )
    verify.add_argument("proofs", metavar="PROOF", nargs="+", help="a file with one proof, or one proof per line")
    verify.add_argument(
        "--events", metavar="FILE", help="the event file of the table; its cards must be those of the proof"
    )
    verify.add_argument("--so-far", action="store_true", help="allow events after the last proved epoch")
    verify.add_argument(
        "--cuts-by-hand", action="store_true", help="the cards were cut by hand; drawn cuts are still checked"
    )
    for noted, metavar in (("commitment", "HEX"), ("share", "PLAYER=HEX"), ("digest", "HEX")):
        verify.add_argument(
            f"--{noted}",
            action="append",
            default=[],
            metavar=metavar,
            help=f"a {noted} that must occur; can be repeated",
        )
    verify.set_defaults(run=run_verify)


def run_settle(wanted: Arguments) -> int:
    import gc

    from pitboss.settling import settle_lines

    gc.freeze()
    gc.disable()  # rounds make no cycles; collecting would only look at what is freed anyway
    if wanted.file == "-":
        if sys.stdin is None:
            fail("file_error", "Open standard input, or name a file: pitboss was started with it closed.")
        refused, number = _settle_stream(settle_lines(sys.stdin.buffer), line_by_line=True)
    else:
        with open(wanted.file, "rb", buffering=BUFFER) as source:
            refused, number = _settle_stream(settle_lines(source), line_by_line=False)
    if refused:
        sys.stderr.write(f"pitboss: {refused} of {number} rounds were refused; see the error on each line.\n")
    return 1 if refused else 0


def _settle_stream(settled: Iterable[tuple[bytes, bool]], line_by_line: bool) -> tuple[int, int]:
    """Line by line, whoever feeds rounds one by one has each answer before the next."""
    out = bytes_out()
    show_progress = sys.stderr.isatty() and not sys.stdout.isatty()
    refused = number = 0
    for number, (line, fine) in enumerate(settled, 1):
        refused += not fine
        out.write(line)
        if line_by_line:
            out.flush()
        if show_progress and number % 10_000 == 0:
            sys.stderr.write(f"\r{number:,} rounds")
    if show_progress and number >= 10_000:
        sys.stderr.write(f"\r{number:,} rounds\n")
    out.flush()
    return refused, number


def run_table_run(wanted: Arguments) -> int:
    from contextlib import ExitStack

    from pitboss.script import Eyes, Script

    if wanted.who and not wanted.role:
        raise Refusal("unknown_role", "Add --role: --who names a person in that role.")
    eyes = Eyes(wanted.role, wanted.who) if wanted.role else None
    with ExitStack() as opened:
        source = opened.enter_context(source_of(wanted.file))
        keep = None
        if wanted.rounds:
            _check_not_itself(wanted.file, wanted.rounds)
            keep = opened.enter_context(open(wanted.rounds, "wb")).write
        script = Script(eyes, keep)
        out = bytes_out()
        for answer in script.answers(source):
            out.write(answer)
            if wanted.file == "-":
                out.flush()
        out.flush()
    if script.refused:
        sys.stderr.write(
            f"pitboss: {script.refused} of {script.lines} lines were refused; see the error on each line.\n"
        )
    return 1 if script.refused else 0


def _check_not_itself(script: str, rounds: str) -> None:
    if script != "-" and os.path.exists(rounds) and os.path.samefile(script, rounds):
        raise Refusal("file_error", "Write the rounds to another file: this one is the script.")


def run_table_replay(wanted: Arguments) -> int:
    from pitboss.script import replay_answer

    with source_of(wanted.file) as source, bytes_out() as out:
        answer, remark, fine = replay_answer(source)
        out.write(answer)
    sys.stderr.write(f"pitboss: {remark}\n" if remark else "")
    return 0 if fine else 1


def run_table_drill(wanted: Arguments) -> int:
    from pitboss.drill.report import run_drill

    if min(wanted.sequences, wanted.rounds, wanted.workers) < 1:
        raise Refusal("bad_number", "Ask for at least one sequence, one round and one worker.")
    return run_drill(wanted.sequences, wanted.rounds, wanted.seed, wanted.workers)


def run_verify(wanted: Arguments) -> int:
    """In a Python of its own that sees no package of ours: what it says does not rest on what it checks."""
    import subprocess
    from pathlib import Path

    import pitboss.fair

    program = Path(pitboss.fair.__file__).with_name("verify_round.py")
    given = [f"--events={wanted.events}"] if wanted.events else []
    given += [f"--{flag}" for flag in ("so-far", "cuts-by-hand") if getattr(wanted, flag.replace("-", "_"))]
    given += [f"--{noted}={value}" for noted in ("commitment", "share", "digest") for value in getattr(wanted, noted)]
    return subprocess.run([sys.executable, "-I", "-S", program, *given, "--", *wanted.proofs]).returncode
