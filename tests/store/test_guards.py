"""What the database itself refuses, whoever asks: the guards stand in its own tables and triggers."""

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import msgspec
import psycopg
import pytest
from sqlalchemy import Connection, inspect
from sqlalchemy.exc import DBAPIError

from drills.play import Table, play
from pitboss.refusal import Refusal
from pitboss.store import Batch, Store, open_store
from pitboss.store.schema import ONLY_ADDED, metadata
from pitboss.store.where import address, writing
from tests.store.test_store import funded, moved


@pytest.fixture
def played(store: Store) -> Store:
    play(store, Table("t1", "high-card-flush"), 1)
    return store


@contextmanager
def hand(database: str) -> Iterator[Connection]:
    """Somebody with the application's own rights on the database, and a mind of their own."""
    engine = writing(address(database))
    with engine.connect() as connection:
        yield connection
    engine.dispose()


def says_no(connection: Connection, statement: str) -> str:
    with pytest.raises(DBAPIError) as caught, connection.begin():
        connection.exec_driver_sql(statement)
    return str(caught.value.orig)


BESIDE = {
    *("tables", "relays"),
    *("persons", "locks", "sessions", "requests", "switches", "parameters", "hand_pays", "limits", "spending"),
}
"""What stands beside the ledger and the log and changes with the days: the audit holds it to what they tell."""


def test_led_04_every_table_is_of_the_ledger_or_beside_it() -> None:
    assert {*metadata.tables} == {*ONLY_ADDED, "accounts"} | BESIDE, "a new table: say whether its rows may change"
    assert not {*ONLY_ADDED, "accounts"} & BESIDE


@pytest.mark.parametrize("table", ONLY_ADDED)
def test_led_04_rows_are_never_changed_or_deleted(played: Store, database: str, table: str) -> None:
    with hand(database) as connection:
        for column in metadata.tables[table].columns:
            assert "only added" in says_no(connection, f"UPDATE {table} SET {column.name} = {column.name}")
        assert "only added" in says_no(connection, f"DELETE FROM {table}")
        if connection.dialect.name == "postgresql":
            says_no(connection, f"TRUNCATE {table} CASCADE")


def test_led_04_accounts_stay_and_keep_their_names(played: Store, database: str) -> None:
    with hand(database) as connection:
        says_no(connection, "DELETE FROM accounts")
        for column in ("name", "kind", "owner"):
            says_no(connection, f"UPDATE accounts SET {column} = 'wallet:eve'")
        says_no(connection, "INSERT INTO accounts VALUES ('wallet:eve', 'wallet', 'eve', 1)")
        if connection.dialect.name == "postgresql":
            assert "postings alone" in says_no(connection, "UPDATE accounts SET cents = cents + 1")


def test_led_01_a_hundred_unbalanced_postings_are_refused(played: Store, database: str) -> None:
    """One side missing, nothing moved, both sides one account, an account that is not there."""
    rng = random.Random(1)
    accounts = list(played.books.balances())
    number = played.books.head().number
    with hand(database) as connection:
        for line in range(100):
            giver, taker = rng.sample(accounts, 2)
            cents = rng.randint(1, 10**6)
            wrong = [
                (f"'{giver}'", "NULL", cents),
                ("NULL", f"'{taker}'", cents),
                (f"'{giver}'", f"'{taker}'", 0),
                (f"'{giver}'", f"'{taker}'", -cents),
                (f"'{giver}'", f"'{taker}'", "NULL"),
                (f"'{giver}'", f"'{giver}'", cents),
                (f"'{giver}'", "'wallet:nobody'", cents),
                (f"'{giver}'", f"'{taker}'", "'some'"),
            ][line % 8]
            row = f"({number}, {1000 + line}, {wrong[0]}, {wrong[1]}, {wrong[2]})"
            says_no(connection, f"INSERT INTO postings (number, line, giver, taker, cents) VALUES {row}")
        giver, taker = "house", next(name for name in accounts if name.startswith("wallet"))
        with connection.begin() as transaction:  # a control: what balances is taken, by the same statement
            row = f"({number}, 2000, '{giver}', '{taker}', 5)"
            connection.exec_driver_sql(f"INSERT INTO postings (number, line, giver, taker, cents) VALUES {row}")
            transaction.rollback()
    assert played.watch.differences() == {}
    assert sum(played.books.balances().values()) == 0


def test_led_14_and_led_03_hold_in_the_database_too(played: Store, database: str) -> None:
    number = played.books.head().number
    with hand(database) as connection:

        def post(giver: str, taker: str, cents: int) -> str:
            return says_no(connection, f"INSERT INTO postings VALUES ({number}, 900, '{giver}', '{taker}', {cents})")

        owned = [name for name in played.books.balances() if name.startswith(("wallet", "chips"))]
        for giver in owned:
            for taker in owned:
                if giver.split(":")[-1] != taker.split(":")[-1]:
                    assert "between persons" in post(giver, taker, 1)
        for name, cents in played.books.balances().items():
            if name.split(":")[0] in ("wallet", "chips", "layout", "main", "secondary", "drop_box"):
                assert "accounts_never_below_zero" in post(name, "house", cents + 1)
    assert played.watch.differences() == {}


def test_the_journal_only_grows_by_links_of_its_chain(played: Store, database: str) -> None:
    blob = {"sqlite": "x'{}'", "postgresql": r"'\x{}'"}
    head = played.books.head()
    with hand(database) as connection:
        form = blob[connection.dialect.name]
        for number, previous in (
            (head.number + 1, "00" * 32),
            (head.number + 2, head.hash.hex()),
            (head.number + 1, ""),
        ):
            row = f"{number}, 1, 1, '', '', '', {form.format('')}, {form.format('')}, {form.format(previous)}"
            words = says_no(connection, f"INSERT INTO journal VALUES ({row}, {form.format('ab' * 32)})")
            assert "chain" in words


def test_the_migrations_make_what_the_schema_says(store: Store) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    with store.books.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
        found = inspect(connection)
        for name, table in metadata.tables.items():
            checks = {str(each["name"]): _bare(str(each["sqltext"])) for each in found.get_check_constraints(name)}
            wanted = {str(c.name) for c in table.constraints if type(c).__name__ == "CheckConstraint"}
            assert set(checks) == wanted, name
            keys = {tuple(each["constrained_columns"]) for each in found.get_foreign_keys(name)}
            assert keys == {tuple(c.name for c in key.columns) for key in table.foreign_key_constraints}, name


def _bare(sql: str) -> str:
    return sql.strip("() ")


def test_led_03_many_clients_at_once_spend_no_more_than_there_is(store: Store) -> None:
    """Twenty clients, two hundred commands on an account that can afford exactly 37."""
    store.commit(funded("ann", 37))
    bets = [msgspec.structs.replace(moved("wallet:ann", "house", 1), who="ann", key=f"k{n}") for n in range(200)]

    def bet(batch: Batch) -> bool:
        try:
            store.commit(batch)
        except Refusal as refusal:
            assert refusal.code == "insufficient_funds"
            return False
        return True

    with ThreadPoolExecutor(20) as clients:
        accepted = sum(clients.map(bet, bets))
    assert accepted == 37 and store.books.balance("wallet:ann") == 0
    assert store.watch.differences() == {}


def test_led_10_the_guards_hold_without_the_store_and_at_read_committed(postgresql: str) -> None:
    """Eight connections post straight into the database, past the one writer: the row locks do the work."""
    with open_store(postgresql) as store:
        store.commit(funded("ann", 25))

    def post(client: int) -> int:
        done = 0
        with psycopg.connect(postgresql, autocommit=True) as connection:
            for line in range(10):
                values = f"(1, {100 + 10 * client + line}, 'wallet:ann', 'house', 1)"
                try:
                    connection.execute(f"INSERT INTO postings VALUES {values}")
                    done += 1
                except psycopg.errors.CheckViolation:
                    pass
        return done

    with ThreadPoolExecutor(8) as clients:
        accepted = sum(clients.map(post, range(8)))
    assert accepted == 25
    with open_store(postgresql) as store:
        assert store.books.balance("wallet:ann") == 0
