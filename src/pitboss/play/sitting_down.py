"""From the command line to a table: its setup, the keyboard, the log, and a person who sits down."""

import io
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import IO, Any

from pitboss.cards.chance import Shuffles
from pitboss.dice import rules as dice
from pitboss.dice.declaration import Combined, DiceGame, Hop, Line, Number, OneRoll
from pitboss.games import HouseRules
from pitboss.play.dice import Dice
from pitboss.play.screen import Screen
from pitboss.play.shoe import Shoe
from pitboss.play.showdown import Showdown
from pitboss.play.stay import Ask, Stay
from pitboss.play.typed import Data, read_amount
from pitboss.play.words import printable
from pitboss.refusal import Refusal, shown
from pitboss.script.lines import encode, final_line
from pitboss.session import Session
from pitboss.shoe import rules as shoe
from pitboss.shoe.declaration import ShoeGame
from pitboss.showdown import rules as showdown
from pitboss.showdown.declaration import Showdown as ShowdownGame
from pitboss.table.events import Event
from pitboss.table.families import house_of
from pitboss.table.files import encode_event
from pitboss.table.setup import House
from pitboss.table.state import State

LINE, NUMBER, SIDE = ["5.00", "500.00"], ["1.00", "500.00"], ["1.00", "100.00"]
"""The limits this table posts: on what every player bets, on a number of the layout, and on each wager beside them."""


def table_for(rules: HouseRules, positions: int = 1, dealing: str = "") -> House:
    """A table that runs without help, set up as this family's tables are."""
    game = rules.game
    if type(game) not in TABLES:
        raise Refusal("no_procedure", f"{game.title} declares no procedure, so no table can deal it.")
    own, _ = TABLES[type(game)]
    return house_of(
        {
            "game": game.name,
            "jurisdiction": rules.jurisdiction,
            "options": dict(rules.options),
            **own(rules, positions, dealing),
        }
    )


def _comparing(rules: showdown.Rules, positions: int, dealing: str) -> Data:
    """Dealt as wished, with a shuffling device where that way of dealing needs one."""
    game, where = rules.game, rules.jurisdiction
    methods = game.procedure.methods if game.procedure else {}
    chosen = [method for name, method in methods.items() if dealing in ("", name) and method.allowed_in(where)]
    return {
        "dealing": dealing,
        "shuffler": "device" if chosen and chosen[0].needs_shuffler else "none",
        "positions_per_player": positions,
        "limits": {rules.ante: LINE, **{bonus.name: SIDE for bonus in rules.bonuses}},
    }


def _with_shoe(rules: shoe.Rules, positions: int, dealing: str) -> Data:
    _one_way_only(rules, dealing)
    game = rules.game
    sides = [side for side in game.sides() if side in rules.offered]
    return {"boxes_per_player": positions, "limits": {game.bet.name: LINE, **dict.fromkeys(sides, SIDE)}}


def _with_dice(rules: dice.Rules, positions: int, dealing: str) -> Data:
    _one_way_only(rules, dealing)
    game = rules.game
    if positions != 1:
        message = "Leave --positions out: at the rail a player stands at one, and wagers on the whole layout."
        raise Refusal("too_many_positions", message, rules.cite(game.positions_clause))
    limits = {Line: LINE, Number: NUMBER, OneRoll: SIDE, Combined: SIDE, Hop: SIDE}
    return {"limits": {each.name: limits[type(each)] for each in game.all_wagers() if type(each) in limits}}


def _one_way_only(rules: HouseRules, dealing: str) -> None:
    if dealing:
        message = f"Leave --dealing out: {rules.game.title} knows one way only; got {shown(dealing)}."
        raise Refusal("unknown_dealing", message)


TABLES: dict[type, tuple[Callable[[Any, int, str], Data], type[Stay[Any, Any]]]] = {
    ShowdownGame: (_comparing, Showdown),
    ShoeGame: (_with_shoe, Shoe),
    DiceGame: (_with_dice, Dice),
}
"""By the kind of declaration: what its family adds to the setup, and how a person stays at such a table."""


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


def play(
    house: House,
    bankroll: str,
    seed: int | None = None,
    four_colours: bool = False,
    log: str | None = None,
    coach: bool = False,
    speed: str = "normal",
) -> int:
    """Sit a person at a table of this house until the person leaves."""
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "look_alikes")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)
    ask = keyboard()
    screen = Screen(house.game.name, four_colours, speed=speed)
    session: Session[House, State] = Session(house, Shuffles(seed))
    _, stay = TABLES[type(house.game)]
    if log is None:
        return stay(session, screen, ask, bankroll, coach=coach).run()
    with open(log, "wb", buffering=0) as file:

        def write(events: list[Event]) -> None:
            _write(file, map(encode_event, events))

        status = stay(session, screen, ask, bankroll, write, coach).run()
        _write(file, [encode(final_line(session.state, session.balances))])
    return status


def _write(file: IO[bytes], lines: Iterable[bytes]) -> None:
    file.write(b"".join(line + b"\n" for line in lines))
