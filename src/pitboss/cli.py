"""The `pitboss` command. Heavy imports are inside the commands, so that each starts at once.

The parser is the standard library's: a larger one cost a third of the start-up time of `pitboss settle`.
"""

import argparse
import io
import os
import sys
from collections.abc import Iterable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, BinaryIO, NoReturn

from pitboss.accounts import add_accounts
from pitboss.auditing import add_audit, add_store
from pitboss.refusal import Refusal

if TYPE_CHECKING:
    from pitboss.dice.rules import Rules as DiceRules
    from pitboss.games import HouseRules
    from pitboss.lab.counting import Lab
    from pitboss.lab.readings import Cost
    from pitboss.showdown.rules import Rules

Arguments = argparse.Namespace
Commands = Any
"""What `add_subparsers` gives; argparse has no public name for it."""

BUFFER = 1 << 18


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


def fail(code: str, sentence: str) -> NoReturn:
    if sys.stderr is not None:
        sys.stderr.write(f"pitboss: {code}: {sentence}\n")
    sys.exit(2)


def parser() -> argparse.ArgumentParser:
    whole = argparse.ArgumentParser(
        prog="pitboss",
        description="Casino table games taken from the gaming regulations: settlement, rules and clauses.",
        epilog="From a checkout, `./pitboss test` runs the tests and `./pitboss lint` checks the code.",
    )
    commands = whole.add_subparsers(title="commands", metavar="COMMAND", required=True)

    settle = commands.add_parser(
        "settle",
        help="settle finished rounds: what every wager is owed, and by which clause",
        description="Settle finished rounds. One settlement a line comes out, in order. A round that breaks a rule "
        "gets an error on its line, the others are still settled, and the exit status is 1.",
    )
    settle.add_argument("file", metavar="FILE", help="rounds as JSON Lines, a round a line; - for standard input")
    settle.set_defaults(run=run_settle)

    games = commands.add_parser("games", help="list the games")
    games.set_defaults(run=run_games)

    rules = commands.add_parser(
        "rules", help="print a game for a person: wagers, limits, hands, outcomes, pay tables, the clause beside each"
    )
    add_house(rules)
    rules.set_defaults(run=run_rules)

    clauses = commands.add_parser(
        "clauses", help="print the matrix of clauses: what each says, which code carries it out, which tests check it"
    )
    clauses.add_argument("-g", "--game", metavar="GAME", help="only this game's clauses")
    clauses.add_argument("-s", "--status", metavar="STATUS", help="only implemented, planned or out_of_scope")
    clauses.add_argument("-f", "--find", default="", metavar="TEXT", help="only clauses whose id or words hold this")
    clauses.set_defaults(run=run_clauses)

    readings = commands.add_parser(
        "readings",
        help="print what is taken where the texts are silent or disagree, and what each reading costs",
        description="Print the readings taken. With a game, every other value of its options is priced against the one "
        "taken: the edge of each wager then, and the change.",
    )
    add_house(readings, game_is_optional=True)
    add_counting(readings)
    readings.set_defaults(run=run_readings)

    add_table(commands)
    add_play(commands)
    add_serve(commands)
    add_verify(commands)
    add_store(commands)
    add_audit(commands)
    add_accounts(commands)
    lab = add_lab(commands)

    for command in (games, rules, clauses, readings, *lab):
        command.add_argument("--json", action="store_true", help="print JSON instead of tables")
    return whole


def add_table(commands: Commands) -> None:
    table = commands.add_parser("table", help="play a table from a script of commands, or play its events back")
    parts = table.add_subparsers(title="commands", metavar="COMMAND", required=True)

    script = parts.add_parser(
        "run",
        help="play a script: events, refusals and final balances come out",
        description="Play a table from a script: its setup on the first line, a command on each line after it. The "
        "events of each command come out, a line each; a command that the rules do not allow gets an error, the rest "
        "are still played, and the exit status is 1. docs/table.md describes scripts and events.",
    )
    script.add_argument("file", metavar="FILE", help="the script, a JSON object a line; - for standard input")
    script.add_argument("--role", metavar="ROLE", help="print what a player, dealer, floorperson or supervisor sees")
    script.add_argument("--who", default="", metavar="NAME", help="which person in that role; a player must be named")
    script.add_argument("--rounds", metavar="FILE", help="also write every finished round, for `pitboss settle`")
    script.set_defaults(run=run_table_run)

    replay = parts.add_parser(
        "replay",
        help="play an event file back into the same state, and check that a table could have written it",
        description="Play back what `pitboss table run` wrote. Every event is checked against what the table itself "
        "would do; where they first differ is told with its line, and the exit status is 1.",
    )
    replay.add_argument("file", metavar="FILE", help="the event file; - for standard input")
    replay.set_defaults(run=run_table_replay)

    drill = parts.add_parser(
        "drill",
        help="play seeded tables full of mistakes and faults, and check everything after every step",
        description="Play random sequences over every game, text and dealing method. After each step money, cards, "
        "meters, wagers and the replay of the event file are checked; every finished round is compared with "
        "`pitboss settle`. What was reached is printed, and what should have been reached more often.",
    )
    drill.add_argument("-n", "--sequences", type=int, default=10_000, metavar="N", help="how many (default 10,000)")
    drill.add_argument("-r", "--rounds", type=int, default=10, metavar="N", help="rounds in each (default 10)")
    drill.add_argument("--seed", type=int, default=1, metavar="N", help="another seed, other sequences (default 1)")
    drill.add_argument("-w", "--workers", type=int, default=os.cpu_count() or 1, metavar="N", help="processes")
    drill.set_defaults(run=run_table_drill)


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


def add_verify(commands: Commands) -> None:
    verify = commands.add_parser(
        "verify",
        help="check that rounds were dealt by the chance that was promised",
        description="Run the separate verifier (src/pitboss/fair/verify_round.py, a single file that needs nothing but "
        "Python) over proofs: commitment, chain, keys and every draw are computed again. docs/fairness.md has more.",
    )
    verify.add_argument("proofs", metavar="PROOF", nargs="+", help="a file with a proof, or with one a line")
    verify.add_argument("--events", metavar="FILE", help="the table's event file: its cards must be those drawn")
    verify.add_argument("--so-far", action="store_true", help="the events may go on after the last epoch proved")
    verify.add_argument("--cuts-by-hand", action="store_true", help="persons cut the cards; drawn cuts still count")
    for noted, metavar in (("commitment", "HEX"), ("share", "PLAYER=HEX"), ("digest", "HEX")):
        verify.add_argument(
            f"--{noted}", action="append", default=[], metavar=metavar, help=f"a {noted} of yours that must be there"
        )
    verify.set_defaults(run=run_verify)


def add_lab(commands: Commands) -> list[argparse.ArgumentParser]:
    analyze = commands.add_parser(
        "analyze",
        help="the exact worth of every wager under optimal play",
        description="Count every deal and price every wager exactly: house edge, standard deviation, how often each "
        "action is right, every paying hand. Counts are kept on disk, so that another pay table is priced at once.",
    )
    add_house(analyze)
    add_counting(analyze)
    add_amounts(analyze)
    analyze.set_defaults(run=run_analyze)

    paytables = commands.add_parser(
        "paytables",
        help="every pay table of the texts with its edge, and a search for tables with a wanted one",
        description="Audit the printed pay tables: edge, hit frequency, standard deviation, the best for the player "
        "first, with a mark on those that favour the player. With --target, search tables of whole odds instead. Shoe "
        "games and craps have no lettered tables: there every choice of the house that changes an edge is listed.",
    )
    add_house(paytables)
    add_counting(paytables)
    add_meter(paytables)
    add_bet(paytables)
    paytables.add_argument("--wager", metavar="WAGER", help="only this wager's tables, such as flush_bonus")
    paytables.add_argument(
        "--target", metavar="LOW..HIGH", help="search tables whose edge is in this range: 0.05..0.10, or =-0.02..0"
    )
    paytables.add_argument("--hits", metavar="LOW..HIGH", help="and whose hit frequency is in this one: 0.20..0.30")
    paytables.set_defaults(run=run_paytables, ante=None)
    strategy = commands.add_parser(
        "strategy",
        help="the best play: of a hand, as a chart, and as rules a person can remember with what each costs",
        description="Without a hand: a chart, and rules from one condition up, found by search, with what each costs "
        "against the optimum; in shoe games a chart by totals, in craps the wagers from the cheapest up. With "
        "--hand: the exact worth of each choice.",
    )
    add_house(strategy)
    add_counting(strategy)
    strategy.add_argument("--hand", metavar="CARDS", help='your cards, such as "Ah Kh 9h 4h 2h 3c Jd"')
    strategy.add_argument("--dealer-up", metavar="CARD", help="the dealer's card that lies face up")
    strategy.add_argument("--community", metavar="CARDS", help="the community cards seen so far")
    strategy.add_argument("--conditions", type=int, metavar="N", help="rules of up to so many (6)")
    strategy.set_defaults(run=run_strategy)

    report = commands.add_parser(
        "report",
        help="a PAR sheet: every exact figure, the rules with their clauses, strategy, plots, as HTML, PDF or XLSX",
        description="Write a report that a test laboratory can check: every figure as a decimal and as an exact "
        "fraction, the combinations of every paying hand, strategy, plots, rules and readings with their clauses, and "
        "how it was computed. The spreadsheet has live formulas beside the values.",
    )
    report.add_argument(
        "-o",
        "--output",
        required=True,
        metavar="FILE",
        help="what to write: a file that ends in .html, .pdf, .xlsx or .json",
    )
    add_house(report, short_option=False)
    add_counting(report)
    add_amounts(report)
    report.set_defaults(run=run_report)
    return [analyze, paytables, strategy]


def add_house(command: argparse.ArgumentParser, game_is_optional: bool = False, short_option: bool = True) -> None:
    """Which game, as which house plays it."""
    named = "a game's name, as `pitboss games` lists them"
    command.add_argument("game", metavar="GAME", help=named, nargs="?" if game_is_optional else None)
    command.add_argument("-j", "--jurisdiction", default="nj", metavar="J", help="whose text: nj (default), ma or card")
    command.add_argument(
        *(("-o",) if short_option else ()),
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the house, such as flush_bonus=C; may be given again",
    )


def add_counting(command: argparse.ArgumentParser) -> None:
    command.add_argument("--no-cache", action="store_true", help="count afresh, and keep nothing")


def add_amounts(command: argparse.ArgumentParser) -> None:
    """What the worth of some wagers depends on."""
    add_meter(command)
    command.add_argument(
        "--ante", metavar="AMOUNT", help="the ante, for the joint optimum with the progressive (10.00)"
    )
    add_bet(command)


def add_meter(command: argparse.ArgumentParser) -> None:
    command.add_argument("--meter", metavar="AMOUNT", help="the progressive's main meter (default: where it opens)")


def add_bet(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--bet", metavar="AMOUNT", help="the stake on each bonus, where a maximum limits their pay (1.00)"
    )


def run_analyze(wanted: Arguments) -> int:
    from pitboss.terminal import counting_lab, print_json, print_page

    with counting_lab(not wanted.no_cache) as lab:
        found = analysis_of(wanted, lab)
        # Built before the bar goes: the progressive is counted once more when it is asked for.
        answer, page = (found.to_dict(), None) if wanted.json else (None, found.page())
    if page is None:
        print_json(answer)
    else:
        print_page(page)
    return 0


def run_report(wanted: Arguments) -> int:
    from pitboss.lab.report import check_path, write_report
    from pitboss.terminal import counting_lab

    check_path(wanted.output)
    with counting_lab(not wanted.no_cache) as lab:
        write_report(analysis_of(wanted, lab), wanted.output)
    return 0


def analysis_of(wanted: Arguments, lab: "Lab") -> Any:
    """The analysis of the house and the amounts on the command line, by the family of the game."""
    from pitboss.lab.analysis import DEFAULT_ANTE, DEFAULT_BET, analysis_of
    from pitboss.lab.pricing import has_maximum
    from pitboss.money import read_money, read_wager
    from pitboss.showdown.rules import Rules

    rules = house_rules(wanted.game, wanted.jurisdiction, wanted.option)
    if not isinstance(rules, Rules) or rules.progressive is None:
        leave_out(wanted, "meter", "it is that of a progressive, and this house has none")
        leave_out(wanted, "ante", "it counts beside a progressive, and this house has none")
    if not isinstance(rules, Rules) or not has_maximum(rules):
        leave_out(wanted, "bet", "it counts where a maximum limits what bonuses pay, and this house posts none")
    meter = None if wanted.meter is None else read_money(wanted.meter, "meter")
    ante = DEFAULT_ANTE if wanted.ante is None else read_wager(wanted.ante, "ante")
    bet = DEFAULT_BET if wanted.bet is None else read_wager(wanted.bet, "bet")
    return analysis_of(rules, lab, meter, ante, bet)


def leave_out(wanted: Arguments, amount: str, because: str) -> None:
    """Refuse an amount that would change nothing."""
    if getattr(wanted, amount) is not None:
        raise Refusal("amount_without_use", f"Leave --{amount} out: {because}.")


def run_strategy(wanted: Arguments) -> int:
    from pitboss.showdown.rules import Rules

    rules = house_rules(wanted.game, wanted.jurisdiction, wanted.option)
    return run_showdown_strategy(wanted, rules) if isinstance(rules, Rules) else run_other_strategy(wanted, rules)


def run_showdown_strategy(wanted: Arguments, rules: "Rules") -> int:
    from pitboss.lab import strategy
    from pitboss.lab.analysis import Analysis
    from pitboss.terminal import counting_lab, print_json, print_page, print_some

    if wanted.hand is not None:
        if wanted.conditions is not None:
            raise Refusal("bad_number", "Leave --conditions out: it is for rules to remember, not for one hand.")
        with counting_lab(not wanted.no_cache) as lab:
            choices = strategy.choices(rules, wanted.hand, wanted.dealer_up, wanted.community, lab)
        if wanted.json:
            print_json({"game": wanted.game, "hand": wanted.hand, "choices": strategy.choices_json(choices)})
        else:
            print_some([strategy.choices_table(rules, choices, wanted.dealer_up or "")])
        return 0
    if wanted.dealer_up is not None or wanted.community is not None:
        raise Refusal("hand_missing", "Give the player's cards with --hand too.")
    conditions = strategy.MOST_CONDITIONS if wanted.conditions is None else wanted.conditions
    if conditions < 1:
        raise Refusal("bad_number", "Ask for rules of at least one condition.")
    with counting_lab(not wanted.no_cache) as lab:
        found = list(strategy.strategies(Analysis(rules, lab), conditions))
    if wanted.json:
        print_json({"game": wanted.game, "decisions": strategy.strategy_json(found)})
    else:
        print_page(strategy.strategy_page(rules, found))
    return 0


def run_other_strategy(wanted: Arguments, rules: "HouseRules") -> int:
    """Games that are no comparison of two hands: a chart of totals, or which wagers cost least."""
    from pitboss.dice.rules import Rules as DiceRules

    for name, given in (("conditions", wanted.conditions), ("community", wanted.community)):
        if given is not None:
            raise Refusal("amount_without_use", f"Leave --{name} out: it is for games of a hand against the dealer's.")
    if isinstance(rules, DiceRules):
        return run_dice_strategy(wanted, rules)
    if wanted.hand is None and wanted.dealer_up is not None:
        raise Refusal("hand_missing", "Give the player's cards with --hand too.")
    return run_shoe_strategy(wanted, rules)


def run_dice_strategy(wanted: Arguments, rules: "DiceRules") -> int:
    from pitboss.lab.dice import DiceAnalysis
    from pitboss.lab.dice_strategy import strategy_json, strategy_page
    from pitboss.terminal import print_json, print_page

    if wanted.hand is not None or wanted.dealer_up is not None:
        raise Refusal("no_such_cards", "Leave the cards out: this game is played with dice.")
    found = DiceAnalysis(rules)
    if wanted.json:
        print_json(strategy_json(found))
    else:
        print_page(strategy_page(found))
    return 0


def run_shoe_strategy(wanted: Arguments, rules: Any) -> int:
    from pitboss.lab import shoe_strategy
    from pitboss.lab.shoe import ShoeAnalysis
    from pitboss.lab.strategy import choices_json
    from pitboss.terminal import counting_lab, print_chart, print_json, print_some

    with counting_lab(not wanted.no_cache) as lab:
        found = ShoeAnalysis(rules, lab)
        if wanted.hand is None:
            answer, page = shoe_strategy.strategy_json(found), shoe_strategy.strategy_page(found)
        else:
            choices = shoe_strategy.choices(found, wanted.hand, wanted.dealer_up)
    if wanted.hand is None:
        print_json(answer) if wanted.json else print_chart(page)
    elif wanted.json:
        seen = {"hand": wanted.hand, "dealer_up": wanted.dealer_up}
        print_json({"game": wanted.game, **seen, "choices": choices_json(choices)})
    else:
        print_some([shoe_strategy.choices_table(rules, choices)])
    return 0


def run_paytables(wanted: Arguments) -> int:
    from pitboss.showdown.rules import Rules

    rules = house_rules(wanted.game, wanted.jurisdiction, wanted.option)
    return run_tables(wanted, rules) if isinstance(rules, Rules) else run_offers(wanted)


def run_tables(wanted: Arguments, rules: "Rules") -> int:
    from pitboss.lab import paytables as tables
    from pitboss.terminal import counting_lab, print_json, print_some

    target = None if wanted.target is None else tables.read_range(wanted.target, "target")
    hits = None if wanted.hits is None else tables.read_range(wanted.hits, "hit frequency")
    if (target or hits) and not (target and wanted.wager):
        raise Refusal(
            "bad_range", "Name the wager and the target of a search: --wager flush_bonus --target 0.05..0.10."
        )
    asked = [tables.designed_wager(rules, wanted.wager).name] if target else tables.audited_wagers(rules, wanted.wager)
    count = {amount for wager in asked for amount in tables.amounts_that_count(rules, wager)}
    for amount in ("meter", "bet"):
        if amount not in count:
            leave_out(wanted, amount, f"no table asked for depends on it ({', '.join(asked)})")
    with counting_lab(not wanted.no_cache) as lab:
        found = analysis_of(wanted, lab)
        if target:
            made = tables.design(found, wanted.wager, target, hits)
            answer = tables.designed_json(made), [tables.designed_table(wanted.wager, made)]
        else:
            listed = tables.audit(found, wanted.wager)
            answer = tables.audit_json(listed), tables.audit_tables(listed)
    if wanted.json:
        print_json({"game": wanted.game, "jurisdiction": wanted.jurisdiction, "pay_tables": answer[0]})
    else:
        print_some(answer[1])
    return 0


def run_serve(wanted: Arguments) -> int:
    from pitboss.floor.config import read_settings
    from pitboss.floor.serve import serve
    from pitboss.web import pages

    given = {name: getattr(wanted, name) for name in ("config", "host", "port", "data", "database")}
    return serve(read_settings(given), pages)


def run_offers(wanted: Arguments) -> int:
    """Games without lettered tables: every wager under each choice of the house that changes its worth."""
    from pitboss.lab.offers import offers, offers_json, offers_tables
    from pitboss.terminal import counting_lab, print_json, print_some

    if wanted.target is not None or wanted.hits is not None:
        given = "hits" if wanted.target is None else "target"
        raise Refusal(
            "no_own_tables",
            f"Leave --{given} out: the rules of {wanted.game} print the odds of every wager and leave a house no table "
            "of its own. Without it every choice that a house has is listed with its edge.",
        )
    with counting_lab(not wanted.no_cache) as lab:
        listed = offers(analysis_of(wanted, lab), wanted.wager)
    if wanted.json:
        print_json({"game": wanted.game, "jurisdiction": wanted.jurisdiction, "pay_tables": offers_json(listed)})
    else:
        print_some(offers_tables(listed))
    return 0


def run_play(wanted: Arguments) -> int:
    from pitboss.play import play, read_bankroll, table_for

    rules = house_rules(wanted.game, wanted.jurisdiction, wanted.option)
    house = table_for(rules, wanted.positions, wanted.dealing)
    return play(house, read_bankroll(wanted.bankroll), wanted.seed, wanted.four_colours, wanted.log)


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
        sys.stderr.write(f"pitboss: {refused} of {number} rounds refused; each says why on its line.\n")
    return 1 if refused else 0


def _settle_stream(settled: Iterable[tuple[bytes, bool]], line_by_line: bool) -> tuple[int, int]:
    """Line by line, whoever feeds rounds one by one has each answer before the next."""
    out = _bytes_out()
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


def _bytes_out() -> io.BufferedWriter:
    """Standard output for lines of bytes, buffered even where Python was told not to be."""
    return io.BufferedWriter(io.FileIO(sys.stdout.fileno(), "wb", closefd=False), BUFFER)


def run_table_run(wanted: Arguments) -> int:
    from contextlib import ExitStack

    from pitboss.script import Eyes, Script

    if wanted.who and not wanted.role:
        raise Refusal("unknown_role", "Say with --role what the person named by --who is at the table.")
    eyes = Eyes(wanted.role, wanted.who) if wanted.role else None
    with ExitStack() as opened:
        source = opened.enter_context(_source(wanted.file))
        keep = None
        if wanted.rounds:
            _check_not_itself(wanted.file, wanted.rounds)
            keep = opened.enter_context(open(wanted.rounds, "wb")).write
        script = Script(eyes, keep)
        out = _bytes_out()
        for answer in script.answers(source):
            out.write(answer)
            if wanted.file == "-":
                out.flush()
        out.flush()
    if script.refused:
        sys.stderr.write(f"pitboss: {script.refused} of {script.lines} lines refused; each error says why.\n")
    return 1 if script.refused else 0


def _source(file: str) -> "AbstractContextManager[BinaryIO]":
    from contextlib import nullcontext

    if file != "-":
        return open(file, "rb", buffering=BUFFER)
    if sys.stdin is None:
        fail("file_error", "Open standard input, or name a file: pitboss was started with it closed.")
    return nullcontext(sys.stdin.buffer)


def _check_not_itself(script: str, rounds: str) -> None:
    if script != "-" and os.path.exists(rounds) and os.path.samefile(script, rounds):
        raise Refusal("file_error", "Write the rounds to another file: this one is the script.")


def run_table_drill(wanted: Arguments) -> int:
    from pitboss.drill.report import run_drill

    if min(wanted.sequences, wanted.rounds, wanted.workers) < 1:
        raise Refusal("bad_number", "Ask for at least one sequence, one round and one worker.")
    return run_drill(wanted.sequences, wanted.rounds, wanted.seed, wanted.workers)


def run_table_replay(wanted: Arguments) -> int:
    from pitboss.script import replay_answer

    with _source(wanted.file) as source, _bytes_out() as out:
        answer, remark, fine = replay_answer(source)
        out.write(answer)
    sys.stderr.write(f"pitboss: {remark}\n" if remark else "")
    return 0 if fine else 1


def run_games(wanted: Arguments) -> int:
    from pitboss.games import game, names
    from pitboss.terminal import print_json, print_tables

    found = [game(name) for name in names()]
    if wanted.json:
        print_json(
            [
                {
                    "game": each.name,
                    "title": each.title,
                    "jurisdictions": list(each.jurisdictions),
                    "wagers": list(each.wagers()),
                    "options": {name: option.choices() for name, option in each.options("nj").items()},
                }
                for each in found
            ]
        )
    else:
        rows = [[each.name, each.title, ", ".join(each.jurisdictions), " ".join(each.wagers())] for each in found]
        print_tables([("Games", ["name", "game", "texts", "wagers"], rows)])
    return 0


def run_rules(wanted: Arguments) -> int:
    from pitboss.terminal import print_json, print_page

    page = house_rules(wanted.game, wanted.jurisdiction, wanted.option).page()
    if wanted.json:
        print_json(page)
    else:
        print_page(page)
    return 0


def house_rules(name: str, jurisdiction: str, texts: list[str]) -> "HouseRules":
    """The rules of a game with options as written on the command line."""
    from pitboss.games import game

    declared = game(name)
    known = declared.options(jurisdiction) if jurisdiction in declared.jurisdictions else {}
    given = {}
    for text in texts:
        option, equals, value = text.partition("=")
        if not equals:
            raise Refusal("bad_option", f"Write options as NAME=VALUE; got '{text}'.")
        if option in given:
            raise Refusal("bad_option", f"Give '{option}' once: it stands twice.")
        given[option] = known[option].parse(value) if option in known else value
    return declared.rules(jurisdiction, given)


def run_clauses(wanted: Arguments) -> int:
    from pitboss.clauses import STATUSES, matrix
    from pitboss.terminal import print_clauses, print_json

    if wanted.status not in (None, *STATUSES):
        raise Refusal("unknown_status", f"Ask for one of {', '.join(STATUSES)}; got '{wanted.status}'.")
    found = [
        clause
        for clause in matrix(wanted.game)
        if wanted.status in (None, clause.status) and wanted.find.lower() in f"{clause.id} {clause.paraphrase}".lower()
    ]
    if wanted.json:
        print_json({"clauses": found})
    else:
        print_clauses(found)
    return 0


def run_readings(wanted: Arguments) -> int:
    from pitboss.clauses import readings
    from pitboss.terminal import print_json, print_some, print_tables

    found = readings(wanted.game)
    costs = _reading_costs(wanted) if wanted.game else ()
    if wanted.json:
        from pitboss.lab.readings import costs_json

        print_json({"readings": found, **({"costs": costs_json(costs)} if wanted.game else {})})
        return 0
    rows = [[str(each.number), each.holds_for, each.where, each.says, each.option or ""] for each in found]
    print_tables([("Readings", ["#", "holds for", "where", "what is taken", "option"], rows)])
    if costs:
        from pitboss.lab.readings import costs_table

        print_some([costs_table(costs)])
    return 0


def _reading_costs(wanted: Arguments) -> "tuple[Cost, ...]":
    """Every other way to read the texts, priced against the one taken."""
    from pitboss.lab.readings import costs
    from pitboss.terminal import counting_lab

    rules = house_rules(wanted.game, wanted.jurisdiction, wanted.option)
    with counting_lab(not wanted.no_cache) as lab:
        return costs(rules, lab)
