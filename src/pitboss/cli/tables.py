"""The commands that people play by: `play` in the terminal, `serve` in the browser."""

from pitboss.cli.asking import Arguments, Commands, add_house, house_rules


def add_play(commands: Commands) -> None:
    play = commands.add_parser(
        "play",
        help="sit down at a table in the terminal, against the dealer",
        description="Play a game against the dealer: place wagers, see your cards, choose what the rules allow. Type ? "
        "at any prompt for what can be done and by which clause, q to leave.",
    )
    add_house(play)
    play.add_argument("--bankroll", default="500.00", metavar="AMOUNT", help="chips to start with (500.00)")
    play.add_argument("--positions", type=int, default=1, metavar="N", help="play on so many positions side by side")
    play.add_argument("--dealing", default="", metavar="METHOD", help="how the cards are dealt, such as automated_shoe")
    play.add_argument("--seed", type=int, metavar="N", help="shuffle from this number, to have the same cards again")
    play.add_argument("--four-colours", action="store_true", help="a colour for each suit")
    play.add_argument("--log", metavar="FILE", help="write the table's events, for `pitboss table replay`")
    play.set_defaults(run=run_play)


def add_serve(commands: Commands) -> None:
    serve = commands.add_parser(
        "serve",
        help="open a floor: tables people sit at, served on this machine",
        description="Open a floor with a table of every game. It is kept in a folder of its own and found again as it "
        "was left. Ctrl-C closes it: rounds are finished first. docs/operating.md has all settings.",
    )
    serve.add_argument("--config", metavar="FILE", help="a TOML file with settings and tables")
    serve.add_argument("--host", metavar="ADDRESS", help="where to listen (default 127.0.0.1)")
    serve.add_argument("--port", type=int, metavar="N", help="the port (default 8000)")
    serve.add_argument("--data", metavar="FOLDER", help="where keys and the database are kept")
    serve.add_argument("--database", metavar="URL", help="another database: a file, or postgresql://…")
    serve.set_defaults(run=run_serve)


def run_play(wanted: Arguments) -> int:
    from pitboss.play import play, read_bankroll, table_for

    rules = house_rules(wanted.game, wanted.jurisdiction, wanted.option)
    house = table_for(rules, wanted.positions, wanted.dealing)
    return play(house, read_bankroll(wanted.bankroll), wanted.seed, wanted.four_colours, wanted.log)


def run_serve(wanted: Arguments) -> int:
    from pitboss.floor.config import read_settings
    from pitboss.floor.serve import serve
    from pitboss.web import pages

    given = {name: getattr(wanted, name) for name in ("config", "host", "port", "data", "database")}
    return serve(read_settings(given), pages)
