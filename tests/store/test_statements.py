"""What the writer says to its database: rows by place, and what the driver refuses told as SQLAlchemy tells it."""

import sqlite3

import pytest
from sqlalchemy import create_engine, insert, select, text
from sqlalchemy.exc import IntegrityError, OperationalError

from pitboss.store import schema as s
from pitboss.store.statements import Statement
from pitboss.store.store import _Statements


@pytest.mark.parametrize("url", ["sqlite://", "postgresql+psycopg://"])
def test_rows_have_their_values_in_the_order_of_the_columns(url: str) -> None:
    say = _Statements(create_engine(url).dialect)
    for statement, table in (
        (say.add_journal, s.journal),
        (say.add_table, s.tables),
        (say.add_events, s.events),
        (say.add_postings, s.postings),
        (say.add_records, s.records),
        (say.add_reveals, s.reveals),
    ):
        assert statement.order == tuple(table.columns.keys())
    assert say.add_accounts.order == ("name", "kind", "owner")
    assert say.move_on.order == ("last", "table", "known")
    assert say.sealed.order == ("table", "sequence")


def test_what_the_driver_refuses_is_told_as_sqlalchemy_tells_it() -> None:
    engine = create_engine("sqlite://")
    add = Statement(insert(s.relays), engine.dialect)
    with engine.connect() as connection:
        s.relays.create(connection)
        add.each(connection, [])
        add.each(connection, [("a", 1)])
        add.each(connection, [("b", 2), ("c", 3)])
        assert connection.execute(select(s.relays)).all() == [("a", 1), ("b", 2), ("c", 3)]
        for rows in ([("a", 4)], [("d", 4), ("a", 5)]):
            with pytest.raises(IntegrityError) as refused:
                add.each(connection, rows)
            assert isinstance(refused.value.orig, sqlite3.IntegrityError)
            assert "relays.name" in str(refused.value.orig)
            assert "4" not in str(refused.value), "what was to be written is not repeated"
        with pytest.raises(OperationalError):
            Statement(text("SELECT nothing FROM nowhere"), engine.dialect).one(connection, ())
