"""The commands `pitboss store` and `pitboss audit`. Databases are imported only where one is asked."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss.cli.asking import Arguments, Commands, Once, say
from pitboss.refusal import Refusal, printable

if TYPE_CHECKING:
    from pitboss.audit.reports import Period, Report
    from pitboss.audit.verify import Findings
    from pitboss.floor.config import Config

NAMED = "a file, sqlite:///FILE or postgresql://HOST/NAME"


def add_store(commands: Commands) -> None:
    store = commands.add_parser("store", help="copy, back up, restore or check the database of a server")
    parts = store.add_subparsers(title="commands", metavar="COMMAND", required=True)

    copy = parts.add_parser(
        "copy",
        help="copy a store to an empty database, such as SQLite to PostgreSQL",
        description="Copy a complete store. It can be in use: the copy is a snapshot. All rows are compared "
        "afterwards.",
    )
    copy.add_argument("source", metavar="FROM", help=NAMED)
    copy.add_argument("target", metavar="TO", help="the same; it must be empty or must not exist")
    copy.set_defaults(run=run_copy)

    backup = parts.add_parser(
        "backup",
        help="write a backup; the store can be in use",
        description="Write a snapshot of the store to a new SQLite file. To restore it, copy it back and run "
        "`store restored`.",
    )
    backup.add_argument("file", metavar="FILE", help="the backup file; it must not exist")
    add_database(backup)
    backup.set_defaults(run=run_backup)

    check = parts.add_parser(
        "check",
        help="check that a store is safe to use: settings, schema, triggers, balances",
        description="Check the settings, schema, triggers and balances of a store. Nothing is changed.",
    )
    add_database(check)
    check.set_defaults(run=run_check)

    restored = parts.add_parser(
        "restored",
        help="record that a backup replaced the database of a server",
        description="Run this after you copied a backup back, while the server is stopped. It adds a record to "
        "the journal "
        "and sets newer signed heads aside. The server then starts with new tables. Open rounds are void and their "
        "wagers are returned.",
    )
    restored.add_argument("--reason", required=True, help="the reason, for the record")
    add_database(restored)
    restored.set_defaults(run=run_restored)


def add_audit(commands: Commands) -> None:
    audit = commands.add_parser(
        "audit",
        help="verify a store, or print a report: balances, liability, tables, players, rounds",
        description="Without REPORT: verify the hash chain, the signed heads, and all postings, balances and "
        "sequences. The "
        "exit status is 1 if something was changed. With REPORT: print that report. See docs/store.md.",
    )
    audit.add_argument(
        "report",
        nargs="*",
        metavar="REPORT",
        help="verify (default), trial-balance, liability, tables, player NAME, round TABLE NUMBER, significant, "
        "progressives, drift, manifest",
    )
    add_database(audit)
    audit.add_argument(
        "--heads",
        metavar="DIR",
        help="the folder of signed heads, which show whether entries were cut off (default: the server's)",
    )
    audit.add_argument("--since", metavar="TIME", help="only from this time on, such as 2026-01-31 or 2026-01-31T18:00")
    audit.add_argument("--until", metavar="TIME", help="only before this time (times are UTC)")
    audit.add_argument("--most", metavar="N", help="lines on a page (default and maximum: 1000)")
    audit.add_argument("--before", metavar="ENTRY", help="significant: the page before this entry of the journal")
    audit.add_argument("--kind", metavar="KIND", help="significant: only events of this kind, such as sign_in_failed")
    audit.add_argument("--after", metavar="NAME", help="trial-balance, tables, progressives: the page after this name")
    audit.add_argument("--all", action="store_true", help="manifest: the installed packages and Python as well")
    audit.add_argument(
        "--sign", metavar="FOLDER", help="manifest: sign the list with the key in this folder, made if there is none"
    )
    audit.add_argument("-O", "--output", action=Once, metavar="FILE", help="manifest: the signed list to write")
    forms = audit.add_mutually_exclusive_group()
    forms.add_argument("--json", action="store_true", help="print JSON instead of tables")
    forms.add_argument("--csv", action="store_true", help="print CSV instead of tables")
    audit.set_defaults(run=run_audit)


def add_database(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--data", metavar="FOLDER", help="the data folder of the server (default: the one that `serve` uses)"
    )
    command.add_argument("--database", metavar="DB", help=f"{NAMED} (default: the server's)")


def store_of(wanted: Arguments) -> str:
    """The store that is named, else the floor's, found as `pitboss serve` finds it."""
    return wanted.database or floor_of(wanted).store


def heads_of(wanted: Arguments) -> Path | None:
    """The folder of heads that is named; else the one in the floor's folder, unless only another store is named."""
    if wanted.heads is not None:
        named = Path(wanted.heads)
        if not named.is_dir():
            raise Refusal("heads_not_found", f"Check --heads: there is no folder {named}.")
        return named
    beside = floor_of(wanted).folder.joinpath("heads")
    return beside if (wanted.data or not wanted.database) and beside.is_dir() else None


def floor_of(wanted: Arguments) -> "Config":
    from pitboss.floor.config import read_settings

    return read_settings({"data": wanted.data}).config


def run_copy(wanted: Arguments) -> int:
    from pitboss.store.copying import copy_store
    from pitboss.store.opening import open_books

    copied = copy_store(open_books(wanted.source), wanted.target)
    say(f"copied {copied.rows:,} rows; the journal ends with entry {copied.number:,}, hash {copied.hash}")
    return 0


def run_backup(wanted: Arguments) -> int:
    from pitboss.store.copying import back_up

    copied = back_up(store_of(wanted), Path(wanted.file))
    say(f"wrote {wanted.file}: {copied.rows:,} rows up to entry {copied.number:,}, hash {copied.hash}")
    return 0


def run_restored(wanted: Arguments) -> int:
    import time

    from pitboss.audit.manifest import digest_of, manifest
    from pitboss.store.opening import open_books, open_store
    from pitboss.store.restoring import say_restored

    open_books(store_of(wanted)).engine.dispose()  # it must be there: opening it for writing would make it
    with open_store(store_of(wanted), program=digest_of(manifest()), claim=True) as store:
        now = time.time_ns() // 1000
        done = say_restored(store, floor_of(wanted).folder.joinpath("heads"), now, wanted.reason)
    say(
        f"the store goes on after entry {done.number:,}; it had been signed up to entry {done.signed:,} "
        f"and acknowledged up to entry {done.acknowledged:,}"
    )
    say(f"all heads until now: {done.aside or 'none'}")
    return 0


def run_check(wanted: Arguments) -> int:
    from pitboss.store.opening import check_store

    faults = check_store(store_of(wanted))
    for fault in faults:
        say(fault)
    if not faults:
        say("The store is safe to use: settings, schema, triggers and balances are correct.")
    return 1 if faults else 0


def run_audit(wanted: Arguments) -> int:
    name, *more = wanted.report or ["verify"]
    where = page(wanted, name)
    if name == "verify" and not more:
        return run_verify(wanted)
    report = OWN[name](wanted) if name in OWN and not more else report_of(wanted, name, more, where)
    from pitboss.terminal import print_json, print_tables

    if wanted.json:
        print_json(report.as_json())
    elif wanted.csv:
        sys.stdout.write(csv_for(report))
    elif report.rows:
        print_tables([(report.title, list(report.columns), report.as_texts())])
    else:
        say(f"{report.title}: no activity")
    if report.next is not None and not wanted.json:
        option = "before" if isinstance(report.next, int) else "after"
        sys.stderr.write(f"pitboss: there are more lines. For the next page add --{option} {report.next}\n")
    return 0


def csv_for(report: "Report") -> str:
    """As it is for a file or another program; on a terminal control characters are written out."""
    return printable(report.as_csv()) if sys.stdout.isatty() else report.as_csv()


def run_verify(wanted: Arguments) -> int:
    from pitboss.audit.verify import audit
    from pitboss.store.opening import open_books

    folder = heads_of(wanted)
    found = audit(open_books(store_of(wanted)), folder)
    print_findings(found, wanted)
    return 1 if found.faults else 0


def print_findings(found: "Findings", wanted: Arguments) -> None:
    from pitboss.audit.reports import Report
    from pitboss.terminal import print_json

    if wanted.json:
        import msgspec

        print_json(msgspec.to_builtins(found))
        return
    if wanted.csv:
        rows = [(fault.what, fault.where, fault.sentence) for fault in found.faults]
        sys.stdout.write(csv_for(Report("faults", ("what", "where", "sentence"), rows)))
        return
    for fault in found.faults:
        say(f"{fault.what}: {fault.sentence}")
    counted = f"{found.entries:,} entries, {found.events:,} events, {found.postings:,} postings, {found.heads:,} heads"
    unseen = "only --heads DIR shows whether entries were cut off at the end"
    say(f"{counted}; {f'{found.unsigned:,} entries are not signed yet' if found.heads else unseen}")
    if found.recorded is not None:
        say(f"the last entry recorded outside the database is {found.recorded:,}")
    elif found.heads:
        say("no record of the last entry in the folder of heads: entries cut off after the last head are not found")
    if found.not_held:
        less = ", ".join(f"{what} {times:,}" for what, times in found.not_held.items())
        say(f"not checked in every column, because an older version recorded less: {less}")
    if found.older:
        tables = "1 table is" if found.older == 1 else f"{found.older:,} tables are"
        say(f"{tables} of an older edition of the rules: postings were checked, rounds were not decided again")
    say(f"{len(found.faults)} faults" if found.faults else f"nothing was changed; the chain ends in {found.hash}")


def report_of(wanted: Arguments, name: str, more: list[str], where: dict[str, Any]) -> "Report":
    from pitboss.audit import reports
    from pitboss.store.opening import open_books

    if wanted.all or wanted.sign or wanted.output:
        raise Refusal("option_without_use", "Leave --all, --sign and --output out: they are for the report manifest.")
    needs = {"player": ["NAME"], "round": ["TABLE", "NUMBER"]}.get(name, [])
    if name not in reports.REPORTS or len(more) != len(needs):
        words = " ".join([name, *needs]) if name in reports.REPORTS else ", ".join(["verify", *reports.REPORTS, *OWN])
        raise Refusal("unknown_report", f"Ask for: {words}.")
    given: list[Any] = list(more)
    if name == "round":
        if not more[1].isascii() or not more[1].isdecimal() or len(more[1]) > 18:
            raise Refusal("bad_number", "Give the round's number after the table's name.")
        given[1] = int(more[1])
    if name == "significant":  # what the floor keeps for its own sake, hundreds a minute, only where it is asked for
        where = where | {"for_the_floor": "kind" in where}
    if name in DATED:
        given.append(period(wanted))
    elif wanted.since or wanted.until:
        raise Refusal("period_without_use", f"Leave --since and --until out: {name} is always the current state.")
    books = open_books(store_of(wanted))
    report = reports.REPORTS[name](books, *given, **where)
    if not report.rows and name == "player":
        reports.check_player(books, more[0])
    elif not report.rows and name == "round":
        reports.check_round(books, *given)
    return report


DATED = ("tables", "player", "significant", "progressives")
PAGED = {"significant": "before", "trial-balance": "after", "tables": "after", "progressives": "after"}
"""Reports that come in pages, and how one says where the next page begins."""


def page(wanted: Arguments, name: str) -> dict[str, Any]:
    """Which page of a report. Raises `Refusal` for what says nothing about this one."""
    own = PAGED.get(name)
    words = ("most", "before", "after", "kind")
    given = {word: value for word in words if (value := getattr(wanted, word)) is not None}
    known = ("most", own, "kind") if name == "significant" else ("most", own)
    useless = [word for word in given if not own or word not in known]
    if useless:
        raise Refusal("page_without_use", f"Leave --{useless[0]} out: it does not apply to {name}.")
    return {word: _whole(word, value) if word in ("most", "before") else value for word, value in given.items()}


def _whole(word: str, text: str) -> int:
    from pitboss.audit.reports import LATEST, MOST_LINES

    most = MOST_LINES if word == "most" else LATEST
    if not text.isascii() or not text.isdecimal() or len(text) > 19 or not 1 <= int(text) <= most:
        raise Refusal("bad_number", f"Give --{word} a whole number from 1 to {most}.")
    return int(text)


def period(wanted: Arguments) -> "Period":
    from pitboss.audit.reports import FOREVER

    since = microseconds(wanted.since) if wanted.since else FOREVER[0]
    until = microseconds(wanted.until) if wanted.until else FOREVER[1]
    return since, until


def microseconds(text: str) -> int:
    """A time as people write it, UTC where they do not say."""
    from datetime import UTC, datetime, timedelta

    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        raise Refusal("bad_time", "Write a time as 2026-01-31 or 2026-01-31T18:00.") from None
    aware = time if time.tzinfo else time.replace(tzinfo=UTC)
    return (aware - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1)


def drift_report(wanted: Arguments) -> "Report":
    """What was paid beside what the lab expects. Games it has not counted yet take it some seconds each."""
    from pitboss.drifting import drift
    from pitboss.store.opening import open_books

    if wanted.since or wanted.until:
        raise Refusal("period_without_use", "Leave --since and --until out: drift covers all rounds.")
    return drift(open_books(store_of(wanted)))


def manifest_report(wanted: Arguments) -> "Report":
    """What the program is made of, file by file; `tools/digests.py` prints the same without any of our code."""
    from pitboss.audit.manifest import digest_of, manifest
    from pitboss.audit.program import here, whole
    from pitboss.audit.reports import Report

    if bool(wanted.sign) != bool(wanted.output):
        raise Refusal("output_missing", "Give --sign FOLDER and -O FILE together: the key, and the list to write.")
    found = whole(here()) if wanted.all or wanted.sign else manifest()
    if wanted.sign:
        _sign_manifest(found, Path(wanted.sign), Path(wanted.output))
    is_short = wanted.sign and not wanted.json and not wanted.csv  # thousands of files, and they are in the file
    rows: list[tuple[Any, ...]] = [*(() if is_short else found.items()), ("all of it", digest_of(found))]
    return Report("manifest", ("file", "sha256"), rows)


def _sign_manifest(found: dict[str, str], folder: Path, file: Path) -> None:
    from pitboss.audit.program import sign
    from pitboss.store.heads import signing_key

    try:
        folder.mkdir(parents=True, exist_ok=True)
        file.write_bytes(sign(found, signing_key(folder)))
        public = folder.joinpath("public.key").read_text().strip()
    except OSError as error:
        raise Refusal("not_written", f"Check --sign and -O: {error.filename} ({error.strerror}).") from None
    sys.stderr.write(f"wrote {file}; serve with program_digest = {str(file)!r} and program_key = {public!r}\n")


OWN = {"drift": drift_report, "manifest": manifest_report}
"""Reports that are not of the books alone."""
