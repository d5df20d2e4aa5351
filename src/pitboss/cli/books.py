"""The commands `pitboss store` and `pitboss audit`. Databases are imported only where one is asked."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss.cli.asking import Arguments, Commands
from pitboss.refusal import Refusal

if TYPE_CHECKING:
    from pitboss.audit.reports import Period, Report
    from pitboss.audit.verify import Findings
    from pitboss.floor.config import Config

NAMED = "a file, sqlite:///FILE or postgresql://HOST/NAME"


def add_store(commands: Commands) -> None:
    store = commands.add_parser("store", help="copy a store to another database, back it up, check it")
    parts = store.add_subparsers(title="commands", metavar="COMMAND", required=True)

    copy = parts.add_parser(
        "copy",
        help="copy a store into an empty database: SQLite to PostgreSQL, or back",
        description="Copy a store whole, as it is at one moment; it may be in use. The copy is compared row by row.",
    )
    copy.add_argument("source", metavar="FROM", help=NAMED)
    copy.add_argument("target", metavar="TO", help="the same; it must be empty or not there yet")
    copy.set_defaults(run=run_copy)

    backup = parts.add_parser(
        "backup",
        help="write a backup while the store is in use",
        description="Write the store as it is at one moment into a new SQLite file. To restore, copy it back.",
    )
    backup.add_argument("file", metavar="FILE", help="the backup; it must not be there yet")
    add_database(backup)
    backup.set_defaults(run=run_backup)

    check = parts.add_parser(
        "check",
        help="check that a store is safe to use: settings, form, guards, balances",
        description="Open the store as a server would and look at what could go wrong. Nothing is changed.",
    )
    add_database(check)
    check.set_defaults(run=run_check)

    restored = parts.add_parser(
        "restored",
        help="say that a backup was put in the place of a floor's database",
        description="After a backup was copied back: the journal gets a record of it, the heads signed since are set "
        "aside, and the floor, which must not be running, will start again with new tables. Rounds that were open are "
        "void, wagers go back.",
    )
    restored.add_argument("--reason", required=True, help="why, for the record")
    add_database(restored)
    restored.set_defaults(run=run_restored)


def add_audit(commands: Commands) -> None:
    audit = commands.add_parser(
        "audit",
        help="verify a store from end to end, or print what it says: balances, liability, tables, players, rounds",
        description="Without a report: verify every link of the chain, every signed head, posting, balance and "
        "sequence; the exit status is 1 if anything is not as it was kept. With one: print it. docs/store.md has more.",
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
        "--heads", metavar="DIR", help="the folder of signed heads, which tell what was cut off (default: the floor's)"
    )
    audit.add_argument("--since", metavar="TIME", help="only from this time on, such as 2026-01-31 or 2026-01-31T18:00")
    audit.add_argument("--until", metavar="TIME", help="only before this time (times are UTC)")
    audit.add_argument("--most", metavar="N", help="so many lines on a page (default and most: 1000)")
    audit.add_argument("--before", metavar="ENTRY", help="significant: the page before this entry of the journal")
    audit.add_argument("--kind", metavar="KIND", help="significant: only those of one kind, such as sign_in_failed")
    audit.add_argument("--after", metavar="NAME", help="trial-balance, tables, progressives: the page after this name")
    forms = audit.add_mutually_exclusive_group()
    forms.add_argument("--json", action="store_true", help="print JSON instead of tables")
    forms.add_argument("--csv", action="store_true", help="print CSV instead of tables")
    audit.set_defaults(run=run_audit)


def add_database(command: argparse.ArgumentParser) -> None:
    command.add_argument("--data", metavar="FOLDER", help="the floor's folder, if it is not where `serve` keeps it")
    command.add_argument("--database", metavar="DB", help=f"{NAMED} (default: the floor's)")


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
    print(f"copied {copied.rows:,} rows; the journal ends with entry {copied.number:,}, hash {copied.hash}")
    return 0


def run_backup(wanted: Arguments) -> int:
    from pitboss.store.copying import back_up

    copied = back_up(store_of(wanted), Path(wanted.file))
    print(f"wrote {wanted.file}: {copied.rows:,} rows up to entry {copied.number:,}, hash {copied.hash}")
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
    print(f"the store goes on after entry {done.number:,}; it had been signed up to entry {done.signed:,}")
    print(f"all heads until now: {done.aside or 'none'}")
    return 0


def run_check(wanted: Arguments) -> int:
    from pitboss.store.opening import check_store

    faults = check_store(store_of(wanted))
    for fault in faults:
        print(fault)
    if not faults:
        print("the store is safe to use: settings, form, guards and balances are as they should be")
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
        sys.stdout.write(report.as_csv())
    elif report.rows:
        print_tables([(report.title, list(report.columns), report.as_texts())])
    else:
        print(f"{report.title}: no activity")
    if report.next is not None and not wanted.json:
        option = "before" if isinstance(report.next, int) else "after"
        sys.stderr.write(f"pitboss: there is more: ask again with --{option} {report.next}\n")
    return 0


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
        sys.stdout.write(Report("faults", ("what", "where", "sentence"), rows).as_csv())
        return
    for fault in found.faults:
        print(f"{fault.what}: {fault.sentence}")
    counted = f"{found.entries:,} entries, {found.events:,} events, {found.postings:,} postings, {found.heads:,} heads"
    unseen = "what was cut off the end is found with --heads DIR alone"
    print(f"{counted}; {f'{found.unsigned:,} entries are not signed yet' if found.heads else unseen}")
    if found.not_held:
        less = ", ".join(f"{what} {times:,}" for what, times in found.not_held.items())
        print(f"not held in every column, as the records of an older program tell less: {less}")
    if found.older:
        tables = "1 table is" if found.older == 1 else f"{found.older:,} tables are"
        print(f"{tables} of an older edition of the rules: postings were checked, rounds were not decided again")
    print(f"{len(found.faults)} faults" if found.faults else f"all as it was kept; the chain ends in {found.hash}")


def report_of(wanted: Arguments, name: str, more: list[str], where: dict[str, Any]) -> "Report":
    from pitboss.audit import reports
    from pitboss.store.opening import open_books

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
        raise Refusal("period_without_use", f"Leave --since and --until out: {name} is of one moment.")
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
        raise Refusal("page_without_use", f"Leave --{useless[0]} out: it says nothing about {name}.")
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
        raise Refusal("period_without_use", "Leave --since and --until out: drift is of all that was ever played.")
    return drift(open_books(store_of(wanted)))


def manifest_report(wanted: Arguments) -> "Report":
    """What the program is made of, file by file; `tools/digests.py` prints the same without any of our code."""
    from pitboss.audit.manifest import digest_of, manifest
    from pitboss.audit.reports import Report

    found = manifest()
    rows: list[tuple[Any, ...]] = [*found.items(), ("all of it", digest_of(found))]
    return Report("manifest", ("file", "sha256"), rows)


OWN = {"drift": drift_report, "manifest": manifest_report}
"""Reports that are not of the books alone."""
