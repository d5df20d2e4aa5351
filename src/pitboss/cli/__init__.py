"""The `pitboss` command: whatever is asked ends in an answer, or in a sentence and an exit status.

Heavy imports are inside the commands, so that each starts at once. The parser is the standard library's: a larger one
cost a third of the start-up time of `pitboss settle`.
"""

import argparse
import os
import sys

from pitboss import __version__
from pitboss.cli.accounts import add_accounts
from pitboss.cli.asking import fail
from pitboss.cli.books import add_audit, add_store
from pitboss.cli.lab import add_lab
from pitboss.cli.law import add_law
from pitboss.cli.rounds import add_settle, add_table, add_verify
from pitboss.cli.tables import add_play, add_serve
from pitboss.refusal import Refusal


def main(arguments: list[str] | None = None) -> None:
    """Run the command; whatever goes wrong ends in a sentence and an exit status, never in a traceback."""
    wanted = parser().parse_args(arguments)
    if sys.stdout is None:
        fail("file_error", "Open standard output: pitboss was started with it closed.")
    try:
        sys.exit(wanted.run(wanted))
    except Refusal as refusal:
        clause = f" ({refusal.clause})" if refusal.clause else ""
        fail(refusal.code, f"{refusal.message}{clause}")
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        fail("file_error", f"{error.strerror or error}: {error.filename or 'standard input or output'}")


def parser() -> argparse.ArgumentParser:
    whole = argparse.ArgumentParser(
        prog="pitboss",
        description="Casino table games taken from the gaming regulations. Play them, settle rounds, calculate "
        "the house edge of "
        "every wager, run a play-money casino server, and read the clause behind each rule.",
        epilog="Run `pitboss COMMAND --help` for the options of a command. In a checkout, `./pitboss test` runs "
        "the tests and "
        "`./pitboss lint` checks the code.",
    )
    whole.add_argument("--version", action="version", version=f"pitboss {__version__}")
    commands = whole.add_subparsers(title="commands", metavar="COMMAND", required=True)
    add_settle(commands)
    law = add_law(commands)
    add_table(commands)
    add_play(commands)
    add_serve(commands)
    add_verify(commands)
    add_store(commands)
    add_audit(commands)
    add_accounts(commands)
    lab = add_lab(commands)
    for command in (*law, *lab):
        command.add_argument("--json", action="store_true", help="print JSON instead of tables")
    return whole
