"""The `pitboss` command. Heavy imports are inside the commands, so that each starts at once."""

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any, BinaryIO

import typer

from pitboss.refusal import Refusal

app = typer.Typer(
    help="Casino table games taken from the gaming regulations: settlement, rules and clauses.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game's name, as `pitboss games` lists them.")]
Jurisdiction = Annotated[str, typer.Option("--jurisdiction", "-j", help="Whose text: nj, ma or card.")]
OptionTexts = Annotated[
    list[str] | None,
    typer.Option(
        "--option", "-o", metavar="NAME=VALUE", help="An option of the house, such as flush_bonus=C; repeatable."
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")]


def main() -> None:
    """Run the command; whatever goes wrong ends in a sentence and an exit status, never in a traceback."""
    try:
        app()
    except Refusal as refusal:
        clause = f" ({refusal.clause})" if refusal.clause else ""
        fail(f"{refusal.message}{clause}", refusal.code)
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        fail(f"{error.strerror or error}: {error.filename or 'input or output'}", "file_error")


def fail(sentence: str, code: str) -> None:
    sys.stderr.write(f"pitboss: {code}: {sentence}\n")
    sys.exit(2)


@app.command()
def settle(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="Rounds as JSON Lines, a round a line; - for standard input.")
    ],
) -> None:
    """Settle finished rounds: what every wager is owed, and by which clause.

    One settlement a line comes out, in order. A round that breaks a rule gets an error on its line, the others are
    still settled, and the exit status is 1.
    """
    import gc

    from pitboss.settling import settle_lines

    gc.freeze()
    gc.disable()  # rounds make no cycles; collecting would only look at what is freed anyway
    if file == "-":
        refused, number = _settle_stream(settle_lines(sys.stdin.buffer))
    else:
        if Path(file).is_dir():
            raise IsADirectoryError(21, "This is a folder, not a file of rounds", file)
        with open(file, "rb") as source:
            refused, number = _settle_stream(settle_lines(source))
    if refused:
        sys.stderr.write(f"pitboss: {refused} of {number} rounds refused; each says why on its line.\n")
        raise typer.Exit(1)


def _settle_stream(settled: Iterable[tuple[bytes, bool]]) -> tuple[int, int]:
    """Write every line at once, so that whoever feeds rounds one by one has each answer before the next."""
    out: BinaryIO = sys.stdout.buffer
    refused = number = 0
    for number, (line, fine) in enumerate(settled, 1):
        refused += not fine
        out.write(line)
        out.flush()
        if number % 20_000 == 0 and sys.stderr.isatty() and not sys.stdout.isatty():
            sys.stderr.write(f"\r{number:,} rounds")
    return refused, number


@app.command()
def games(as_json: AsJson = False) -> None:
    """List the games."""
    from pitboss.games import game, names
    from pitboss.terminal import print_json, print_tables

    found = [game(name) for name in names()]
    if as_json:
        print_json(
            [
                {
                    "game": each.name,
                    "title": each.title,
                    "jurisdictions": list(each.jurisdictions),
                    "wagers": list(each.wagers()),
                }
                for each in found
            ]
        )
        return
    rows = [[each.name, each.title, ", ".join(each.jurisdictions), " ".join(each.wagers())] for each in found]
    print_tables([("Games", ["name", "game", "texts", "wagers"], rows)])


@app.command()
def rules(
    game: GameName, jurisdiction: Jurisdiction = "nj", option: OptionTexts = None, as_json: AsJson = False
) -> None:
    """Print a game for a person: wagers, limits, hands, outcomes and pay tables, the clause beside each."""
    from pitboss.showdown.describe import describe
    from pitboss.terminal import print_json, print_page

    page = describe(house_rules(game, jurisdiction, option))
    if as_json:
        print_json(page)
    else:
        print_page(page)


def house_rules(name: str, jurisdiction: str, texts: list[str] | None) -> Any:
    """The rules of a game with options as written on the command line."""
    from pitboss.games import game

    declared = game(name)
    if jurisdiction not in declared.jurisdictions:
        return declared.rules(jurisdiction)
    known = declared.options(jurisdiction)
    given = {}
    for text in texts or []:
        option, equals, value = text.partition("=")
        if not equals:
            raise Refusal("bad_option", f"Write options as NAME=VALUE; got '{text}'.")
        given[option] = known[option].parse(value) if option in known else value
    return declared.rules(jurisdiction, given)


@app.command()
def clauses(
    game: Annotated[str | None, typer.Option("--game", "-g", help="Only this game's clauses.")] = None,
    status: Annotated[
        str | None, typer.Option("--status", "-s", help="Only implemented, planned or out_of_scope.")
    ] = None,
    search: Annotated[
        str | None, typer.Option("--search", "-f", help="Only clauses whose id or words hold this.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Print the matrix of clauses: what each says, which code carries it out, which tests check it."""
    from pitboss.clauses import STATUSES, matrix
    from pitboss.terminal import print_clauses, print_json

    if status is not None and status not in STATUSES:
        raise Refusal("unknown_status", f"Ask for one of {', '.join(STATUSES)}; got '{status}'.")
    found = [
        clause
        for clause in matrix(game)
        if status in (None, clause.status) and (search or "").lower() in f"{clause.id} {clause.paraphrase}".lower()
    ]
    if as_json:
        print_json({"clauses": found})
    else:
        print_clauses(found)
