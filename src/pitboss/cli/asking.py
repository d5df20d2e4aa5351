"""What the commands share: how a house is named on the command line, where lines come from and go."""

import argparse
import io
import sys
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any, BinaryIO, NoReturn

from pitboss.refusal import Refusal, printable

if TYPE_CHECKING:
    from pitboss.games import HouseRules

Arguments = argparse.Namespace
Commands = Any
"""What `add_subparsers` gives; argparse has no public name for it."""

BUFFER = 1 << 18


def fail(code: str, sentence: str) -> NoReturn:
    if sys.stderr is not None:
        sys.stderr.write(f"pitboss: {code}: {printable(sentence)}\n")
    sys.exit(2)


def say(text: object) -> None:
    """Print a line. Names, reasons and file names may hold anything, and a terminal obeys control characters."""
    print(printable(str(text)))


class Once(argparse.Action):
    """Stores a value and refuses a second one: the first of two output files would be ignored silently."""

    def __call__(self, parser: Any, namespace: Any, values: Any, option_string: str | None = None) -> None:
        if getattr(namespace, self.dest) is not None:
            parser.error(f"give {option_string} only once")
        setattr(namespace, self.dest, values)


def add_output(command: argparse.ArgumentParser, help: str) -> None:
    """Add `-O FILE`, which every command that writes a file has."""
    command.add_argument("-O", "--output", required=True, action=Once, metavar="FILE", help=help)


def add_house(command: argparse.ArgumentParser, game_is_optional: bool = False) -> None:
    """Which game, as which house plays it."""
    named = "the name of a game; `pitboss games` lists them"
    command.add_argument("game", metavar="GAME", help=named, nargs="?" if game_is_optional else None)
    command.add_argument(
        "-j", "--jurisdiction", default="nj", metavar="J", help="which regulation: nj (default), ma or card"
    )
    command.add_argument(
        "-o",
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the house, such as flush_bonus=C; can be repeated",
    )


def add_counting(command: argparse.ArgumentParser) -> None:
    command.add_argument("--no-cache", action="store_true", help="calculate everything again, without the cache")


def house_rules(name: str, jurisdiction: str, texts: list[str]) -> "HouseRules":
    """The rules of a game with options as written on the command line."""
    from pitboss.games import game

    return game(name).rules(jurisdiction, read_options(name, jurisdiction, texts))


def read_options(name: str, jurisdiction: str, texts: list[str]) -> dict[str, Any]:
    """Options as written on the command line."""
    from pitboss.games import game

    declared = game(name)
    known = declared.options(jurisdiction) if jurisdiction in declared.jurisdictions else {}
    given: dict[str, Any] = {}
    for text in texts:
        option, equals, value = text.partition("=")
        if not equals:
            message = f"Write options as NAME=VALUE; got '{text}'. A file to write is given with -O."
            raise Refusal("bad_option", message)
        if option in given:
            raise Refusal("bad_option", f"Give the option '{option}' only once.")
        given[option] = known[option].parse(value) if option in known else value
    return given


def source_of(file: str) -> "AbstractContextManager[BinaryIO]":
    if file != "-":
        return open(file, "rb", buffering=BUFFER)
    if sys.stdin is None:
        fail("file_error", "Open standard input, or name a file: pitboss was started with it closed.")
    return nullcontext(sys.stdin.buffer)


def bytes_out() -> io.BufferedWriter:
    """Standard output for lines of bytes, buffered even where Python was told not to be."""
    return io.BufferedWriter(io.FileIO(sys.stdout.fileno(), "wb", closefd=False), BUFFER)
