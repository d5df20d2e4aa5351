"""The commands that people play by: `play` in the terminal, `serve` in the browser."""

import os

from pitboss.cli.asking import Arguments, Commands, Once, add_house, house_rules


def add_play(commands: Commands) -> None:
    play = commands.add_parser(
        "play",
        help="play a game in the terminal",
        description="Play a game in the terminal. Type ? at any prompt to see what you can do, v for what each "
        "choice is worth, c for the clauses, q to leave.",
    )
    add_house(play)
    play.add_argument("--bankroll", default="500.00", metavar="AMOUNT", help="your chips at the start (default 500.00)")
    play.add_argument(
        "--positions", type=int, default=1, metavar="N", help="number of positions that you play (default 1)"
    )
    play.add_argument("--dealing", default="", metavar="METHOD", help="the dealing method, such as automated_shoe")
    play.add_argument("--seed", type=int, metavar="N", help="the random seed; the same seed deals the same cards")
    play.add_argument(
        "--coach",
        action="store_true",
        help="show what each choice is worth at each decision, and what a mistake cost; without it v asks the coach",
    )
    play.add_argument(
        "--speed",
        choices=("slow", "normal", "fast"),
        default="normal",
        help="how long the stages of a round are apart on a terminal (default normal)",
    )
    play.add_argument("--four-colours", action="store_true", help="use a different colour for each suit")
    play.add_argument("--no-color", action="store_true", help="print without colours, as with NO_COLOR")
    play.add_argument(
        "--log", action=Once, metavar="FILE", help="write the events of the table to FILE, for `pitboss table replay`"
    )
    play.set_defaults(run=run_play)


def add_serve(commands: Commands) -> None:
    serve = commands.add_parser(
        "serve",
        help="start a play-money casino server with pages for the browser",
        description="Start a play-money casino server with a table of every game. Its state is stored in a "
        "folder, so that "
        "the next start continues from there. Ctrl-C stops it after the current rounds. See docs/operating.md.",
    )
    serve.add_argument("--config", metavar="FILE", help="a TOML file with settings and tables")
    serve.add_argument("--host", metavar="ADDRESS", help="the address to listen on (default 127.0.0.1)")
    serve.add_argument("--port", type=int, metavar="N", help="the port (default 8000)")
    serve.add_argument("--data", metavar="FOLDER", help="the folder of the database and the keys")
    serve.add_argument("--database", metavar="URL", help="another database: a file or postgresql://…")
    serve.set_defaults(run=run_serve)


def run_play(wanted: Arguments) -> int:
    if wanted.no_color:
        os.environ["NO_COLOR"] = "1"  # rich reads it wherever something is printed
    from pitboss.play import play, read_bankroll, table_for

    rules = house_rules(wanted.game, wanted.jurisdiction, wanted.option)
    house = table_for(rules, wanted.positions, wanted.dealing)
    return play(
        house,
        read_bankroll(wanted.bankroll),
        wanted.seed,
        wanted.four_colours,
        wanted.log,
        wanted.coach,
        wanted.speed,
    )


def run_serve(wanted: Arguments) -> int:
    from pitboss.floor.config import read_settings
    from pitboss.floor.serve import serve
    from pitboss.web import pages

    given = {name: getattr(wanted, name) for name in ("config", "host", "port", "data", "database")}
    return serve(read_settings(given), pages)
