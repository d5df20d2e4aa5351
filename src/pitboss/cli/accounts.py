"""The command `pitboss accounts`: staff made from the command line, the first supervisor above all."""

import sys
from typing import TYPE_CHECKING

from pitboss.cli.asking import Arguments, Commands, say
from pitboss.refusal import Refusal

if TYPE_CHECKING:
    from pitboss.floor.people import People

BY = "command line"
"""Who did it, in the record: whoever can write to the floor's database."""


def add_accounts(commands: Commands) -> None:
    accounts = commands.add_parser(
        "accounts",
        help="add staff, list accounts, set passwords, unlock accounts",
        description="Manage the accounts of a server, whether it is running or not. Passwords are typed at a "
        "prompt or read "
        "from standard input, one line each. They are never arguments. Every change is recorded. See docs/api.md.",
    )
    parts = accounts.add_subparsers(title="commands", metavar="COMMAND", required=True)

    add = parts.add_parser("add", help="add a member of staff")
    add.add_argument("name", metavar="NAME")
    add.add_argument("--role", required=True, choices=("dealer", "supervisor", "auditor"))
    listing = parts.add_parser("list", help="list all accounts and their roles")
    password = parts.add_parser("password", help="set a password and end all sessions of the account")
    password.add_argument("name", metavar="NAME")
    unlock = parts.add_parser("unlock", help="forget the failed sign-ins of an account")
    unlock.add_argument("name", metavar="NAME")
    for part, run in ((add, run_add), (listing, run_list), (password, run_password), (unlock, run_unlock)):
        part.add_argument("--config", metavar="FILE", help="the configuration file of the server")
        part.add_argument("--data", metavar="FOLDER", help="the data folder of the server")
        part.add_argument(
            "--database", metavar="DB", help="the database of the server, if it is not in the data folder"
        )
        part.set_defaults(run=run)


def run_add(wanted: Arguments) -> int:
    with Opened(wanted, make=True) as people:
        people.register.add_staff(wanted.name, wanted.role, asked_password(), by=BY)
    say(f"Added {wanted.name} as {'an' if wanted.role[0] in 'aeiou' else 'a'} {wanted.role}.")
    return 0


def run_list(wanted: Arguments) -> int:
    with Opened(wanted) as people:
        after = ""
        while found := people.register.people(after):
            for entry in found:
                kind = "guest" if entry.person.guest else entry.person.role
                say(
                    f"{entry.person.name:24} {kind}"
                    + (" (locked)" if people.signing_in.locked(entry.person.name) else "")
                )
            after = found[-1].person.name
    return 0


def run_password(wanted: Arguments) -> int:
    with Opened(wanted) as people:
        people.register.person(wanted.name)
        people.register.set_password(wanted.name, asked_password(), by=BY)
        people.sessions.end_all(wanted.name)
    say(f"Changed the password of {wanted.name}.")
    return 0


def run_unlock(wanted: Arguments) -> int:
    with Opened(wanted) as people:
        people.signing_in.unlock(wanted.name, BY, "unlocked from the command line")
    say(f"Unlocked {wanted.name}. To end the wait at a running server, unlock the name in the pit.")
    return 0


def asked_password() -> str:
    """Typed twice where somebody types; one line where a program writes."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    from getpass import getpass

    password = getpass("password: ")
    if getpass("repeat password: ") != password:
        raise Refusal("passwords_differ", "Type the same password twice.")
    return password


class Opened:
    """The people of a floor, for as long as the command runs.

    `make`: a floor may have its first supervisor before it was ever opened. Nobody else is looked for where there is
    none: a mistyped folder would be a new floor.
    """

    def __init__(self, wanted: Arguments, make: bool = False) -> None:
        from pitboss.floor.config import read_settings

        self.make = make
        given = {name: getattr(wanted, name) for name in ("config", "data", "database")}
        self.config = read_settings(given).config

    def __enter__(self) -> "People":
        import pitboss
        from pitboss.floor.clock import SystemClock
        from pitboss.floor.people import People
        from pitboss.store import open_store
        from pitboss.store.where import address, file_of

        if self.make:
            try:
                self.config.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            except OSError as error:
                raise Refusal("bad_folder", f"Choose another folder with --data: {error.strerror}.") from None
        else:
            file = file_of(address(self.config.store))
            if file is not None and not file.is_file():
                raise Refusal("store_not_found", f"Check --data or --database: there is no store {file}.")
        self.store = open_store(self.config.store, program=pitboss.__version__)
        return People(self.store, SystemClock())

    def __exit__(self, *_: object) -> None:
        self.store.close()
