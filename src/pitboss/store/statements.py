"""Statements in a database's own words, made once. The writer says the same few at every commit.

SQLAlchemy compiles a statement once, but binds, types and checks its parameters by name and dresses up a result at
every execution, which took more of a processor than all of SQLite's work. Here a statement is its text, a row the tuple
of its values, and the driver is asked itself; what it refuses is told as SQLAlchemy tells it.
"""

from typing import Any

from sqlalchemy import Connection, Dialect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.expression import ClauseElement

Row = tuple[Any, ...]


class Statement:
    """One statement for one kind of database; `order` names its parameters in the order in which a row has them."""

    def __init__(self, statement: ClauseElement, dialect: Dialect) -> None:
        kind: Any = type(dialect)
        by_place = kind(paramstyle="qmark" if dialect.name == "sqlite" else "format")
        compiled: Any = statement.compile(dialect=by_place)
        self.text: str = compiled.string
        self.order: tuple[str, ...] = tuple(compiled.positiontup)
        self.dialect = dialect
        self.errors: Any = dialect.loaded_dbapi.Error

    def one(self, connection: Connection, row: Row) -> Any:
        """The driver's cursor, from which rows are fetched."""
        try:
            cursor = connection.connection.cursor()
            cursor.execute(self.text, row)
        except self.errors as error:
            raise self._told(error) from error
        return cursor

    def each(self, connection: Connection, rows: list[Row]) -> None:
        if len(rows) == 1:
            self.one(connection, rows[0])
        elif rows:
            try:
                connection.connection.cursor().executemany(self.text, rows)
            except self.errors as error:
                raise self._told(error) from error

    def _told(self, error: Exception) -> BaseException:
        return DBAPIError.instance(self.text, None, error, self.errors, hide_parameters=True, dialect=self.dialect)
