"""From the command line to a table: its setup, the keyboard, the log, and a person who sits down."""

import io
import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import IO

from pitboss.cards.chance import Shuffles
from pitboss.play.screen import Screen
from pitboss.play.showdown import Showdown
from pitboss.play.stay import Ask
from pitboss.play.typed import read_amount
from pitboss.play.words import printable
from pitboss.refusal import Refusal, shown
from pitboss.script.lines import encode, final_line
from pitboss.session import Session
from pitboss.showdown.rules import Rules
from pitboss.table.families import showdown_house
from pitboss.table.files import encode_event
from pitboss.table.showdown.setup import House
from pitboss.table.showdown.state import State

POSTED = {"ante": ["5.00", "500.00"], "side": ["1.00", "100.00"]}
"""The limits this table posts on the ante and on each side wager."""


def table_for(rules: Rules, positions: int = 1, dealing: str = "") -> House:
    """A table that runs without help, dealt as wished, with a shuffling device where that way of dealing needs one."""
    game, where = rules.game, rules.jurisdiction
    methods = game.procedure.methods if game.procedure else {}
    chosen = [method for name, method in methods.items() if dealing in ("", name) and method.allowed_in(where)]
    side = [bonus.name for bonus in rules.bonuses]
    return showdown_house(
        {
            "game": game.name,
            "jurisdiction": where,
            "options": rules.options,
            "dealing": dealing,
            "shuffler": "device" if chosen and chosen[0].needs_shuffler else "none",
            "positions_per_player": positions,
            "limits": {rules.ante: POSTED["ante"], **dict.fromkeys(side, POSTED["side"])},
        }
    )


def read_bankroll(text: str) -> str:
    amount = read_amount(text)
    if amount is None or amount == "0.00":
        raise Refusal("money_malformed", f"Give a bankroll such as 500.00; got {shown(text)}.")
    return amount


def keyboard() -> Ask:
    """Lines from standard input: with editing at a terminal, and repeated on the page where a file is read."""
    if sys.stdin is None:
        raise Refusal("file_error", "Open standard input: pitboss was started with it closed.")
    typed = sys.stdin.isatty()
    if typed and sys.stdout.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401  gives input() its editing and its history

    def ask(prompt: str) -> str:
        try:
            line = input(prompt)
        except EOFError:
            print()
            raise
        if not typed:
            print(printable(line[:200]))
        return line

    return ask


def play(house: House, bankroll: str, seed: int | None, four_colours: bool, log: str | None) -> int:
    """Sit a person at a table of this house until the person leaves."""
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "look_alikes")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)
    ask = keyboard()
    screen = Screen(house.game.name, four_colours)
    session: Session[House, State] = Session(house, Shuffles(seed))
    if log is None:
        return Showdown(session, screen, ask, bankroll).run()
    with open(log, "wb", buffering=0) as file:
        status = Showdown(session, screen, ask, bankroll, lambda events: _write(file, map(encode_event, events))).run()
        _write(file, [encode(final_line(session.state, session.balances))])
    return status


def _write(file: IO[bytes], lines: Iterable[bytes]) -> None:
    file.write(b"".join(line + b"\n" for line in lines))
