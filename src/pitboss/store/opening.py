"""Opening a store: tables made or brought up to date, settings and books checked, before anything is kept."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import Connection, Engine, event, text

from pitboss.refusal import Refusal
from pitboss.store.guards import missing_guards
from pitboss.store.heads import Heads
from pitboss.store.reading import Books, Unseal
from pitboss.store.restoring import begin_tail, check_signed
from pitboss.store.safety import check_python, check_settings
from pitboss.store.store import Seal, Store
from pitboss.store.tail import Tail, check_tail
from pitboss.store.troubles import CORRUPT, LOCKED, UNREACHABLE, told
from pitboss.store.watch import Watch
from pitboss.store.where import Connect, address, file_of, reading, writing

CLAIM = 0x7069_7462
"""The number of the lock by which one program claims a PostgreSQL store for itself."""


def open_store(
    database: str,
    *,
    program: str = "",
    seal: Seal | None = None,
    unseal: Unseal | None = None,
    heads: Path | None = None,
    claim: bool = False,
    connect: Connect = sqlite3.connect,
) -> Store:
    """A store ready to keep things; made if it is not there. Raises `Refusal` where it would not be safe.

    `program` is the digest of the program, kept with every entry; `claim` keeps other programs that claim it out.
    """
    check_python()
    url = address(database)
    file = file_of(url)
    release = _claim_file(file) if claim and file is not None else _nothing
    writer = writing(url, connect)
    try:
        with told():
            if claim and file is None:
                _claim_server(writer)
            with writer.begin() as connection:
                migrate(connection)
            check_settings(writer, connect)
        signed, tail = (Heads(heads), Tail(heads)) if heads else (None, None)
        with told(), writer.begin() as connection:
            if signed is not None:
                check_signed(connection, signed.last)
            if tail is not None and tail.found is not None:
                check_tail(connection, tail.found)
        books, desk = (Books(reading(url, connect), unseal) for _ in range(2))
        store = Store(writer, books, desk, program, seal, signed, tail, release)
        _never_again(writer, store)
    except BaseException:
        writer.dispose()
        release()
        raise
    try:
        begin_tail(store)
    except BaseException:
        store.close(sign=False)
        raise
    return store


def open_books(database: str, unseal: Unseal | None = None) -> Books:
    """A store to be read only. It must be there and be of this program's form."""
    url = address(database)
    file = file_of(url)
    if file is not None and not file.is_file():
        raise Refusal("store_not_found", f"Check the name: there is no store {file}.")
    engine = reading(url)
    with told(), engine.begin() as connection:
        check_revision(connection)
    return Books(engine, unseal)


def check_store(database: str) -> list[str]:
    """What is wrong with a store, in sentences; nothing if it is safe to use. It must be there."""
    books = open_books(database)
    check_python()
    writer = writing(address(database))
    try:
        with told():
            check_settings(writer)
    finally:
        writer.dispose()
    with books.moment() as connection:
        missing = missing_guards(connection)
    faults = [f"The database's own guard '{guard}' is missing or is not what it was." for guard in missing]
    differ = Watch(books).differences().items()
    return faults + [f"{name} holds {held} cents, but {posted} were posted to it." for name, (held, posted) in differ]


def newest_revision() -> str:
    """The last step in `migrations/`."""
    names = sorted(file.name for file in MIGRATIONS.joinpath("versions").glob("[0-9]*.py"))
    return names[-1].partition("_")[0]


def check_revision(connection: Connection) -> None:
    """Refuse a store that this program cannot read."""
    found = revision(connection)
    if found is None:
        raise Refusal(CORRUPT.code, "Check the name: this is no store of pitboss, or an empty one.")
    if found > newest_revision():
        raise Refusal(
            "store_newer", f"Use a newer pitboss: the store is of form {found}, this one knows {newest_revision()}."
        )
    if found < newest_revision():
        raise Refusal(
            "store_older", "Start the server once, which brings the store up to date: it is of an older form."
        )


def revision(connection: Connection) -> str | None:
    """The form of the store's tables; none if it has no tables yet."""
    if not connection.dialect.has_table(connection, "alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def migrate(connection: Connection) -> None:
    """Make the tables, or bring them up to date, in the transaction of this connection."""
    found = revision(connection)
    if found == newest_revision():
        return
    if found is not None:
        with_newer_ones_refused(connection)
    elif connection.dialect.get_table_names(connection):
        raise Refusal("store_foreign", "Choose another database: this one holds somebody else's tables.")
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def with_newer_ones_refused(connection: Connection) -> None:
    try:
        check_revision(connection)
    except Refusal as refusal:
        if refusal.code != "store_older":
            raise


def _nothing() -> None:
    """Nothing was claimed."""


def _claim_file(file: Path) -> Callable[[], None]:
    try:
        import fcntl
    except ImportError:  # a system without such locks: SQLite's own still keep writers apart
        return _nothing
    # Lock the real file: through a symbolic link a second server would get another lock on the same store.
    held = Path(f"{file.resolve()}.claim").open("a")  # noqa: SIM115
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        held.close()
        raise Refusal(LOCKED.code, "End the other server first: it has this store open.") from None
    return held.close


def _claim_server(writer: Engine) -> None:
    """Claimed by the writer's own connection: the claim lasts as long as it can write, and no longer."""
    with writer.connect() as connection:
        if not connection.execute(text(f"SELECT pg_try_advisory_lock({CLAIM})")).scalar():
            raise Refusal(LOCKED.code, "End the other server first: it has this store open.")
        connection.commit()


def _never_again(writer: Engine, store: Store) -> None:
    """A writer whose connection is lost gets no other: with it went the claim, and what was checked when it opened."""

    @event.listens_for(writer, "do_connect")
    def lost(*_: object) -> None:
        why = Refusal(UNREACHABLE.code, UNREACHABLE.message)
        store._shut(why)
        raise why


MIGRATIONS = Path(__file__).with_name("migrations")
