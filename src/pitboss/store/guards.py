"""Whether the database's own guards still stand: triggers, constraints and indexes, as the migrations make them."""

import re
import sqlite3
from functools import cache
from importlib import import_module

from sqlalchemy import (
    CheckConstraint,
    Connection,
    Constraint,
    Dialect,
    ForeignKeyConstraint,
    PrimaryKeyConstraint,
    Table,
    create_engine,
    text,
)
from sqlalchemy.schema import ColumnCollectionConstraint, CreateIndex

from pitboss.store.schema import metadata

_OF_POSTGRESQL = """
SELECT 'trigger ' || t.tgname, pg_get_triggerdef(t.oid) || ' ' || t.tgenabled::text
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE NOT t.tgisinternal AND c.relnamespace = current_schema()::regnamespace
UNION ALL SELECT 'constraint ' || conname, pg_get_constraintdef(oid)
    FROM pg_constraint WHERE connamespace = current_schema()::regnamespace AND contype <> 'n'
UNION ALL SELECT 'index ' || indexname, indexdef FROM pg_indexes WHERE schemaname = current_schema()
UNION ALL SELECT 'function ' || proname, prosrc
    FROM pg_proc WHERE pronamespace = current_schema()::regnamespace AND proname LIKE 'pitboss%'
"""


def guards(connection: Connection) -> dict[str, str]:
    """Everything that guards the store, with its definition."""
    if connection.dialect.name == "sqlite":
        found = connection.exec_driver_sql("SELECT type || ' ' || name, coalesce(sql, '') FROM sqlite_master")
    else:
        found = connection.execute(text(_OF_POSTGRESQL))
    return {row[0]: row[1] for row in found}


def missing_guards(connection: Connection) -> list[str]:
    """Guards that are gone, or say something else than the migrations do."""
    found = guards(connection)
    if connection.dialect.name == "sqlite":
        made = made_afresh()
        changed = [name for name, definition in made.items() if found.get(name) != definition]
        return sorted(changed) + sorted(name for name in found.keys() - made.keys() if name.startswith("trigger"))
    made = _made_on_postgresql(connection.dialect)
    changed = [name for name, definition in made.items() if _plain(found.get(name, "")) != definition]
    bodies = _functions_on_postgresql()
    changed += [name for name, body in bodies.items() if found.get(name) != body]
    return sorted(changed) + sorted(name for name in found.keys() - made.keys() if name.startswith("trigger"))


@cache
def made_afresh() -> dict[str, str]:
    """What the migrations make in a new SQLite database."""
    from pitboss.store.opening import migrate

    engine = create_engine("sqlite://", creator=lambda: sqlite3.connect(":memory:"))
    with engine.begin() as connection:
        migrate(connection)
        return guards(connection)


def _made_on_postgresql(dialect: Dialect) -> dict[str, str]:
    """The same of PostgreSQL, in plain form: no second server is at hand in which to make them afresh."""
    triggers = [each for each in _statements_on_postgresql() if each.startswith("CREATE TRIGGER")]
    made = {f"trigger {each.split()[2]}": _plain(f"{each} O") for each in triggers}
    for table in metadata.tables.values():
        for index in table.indexes:
            made[f"index {index.name}"] = _plain(str(CreateIndex(index).compile(dialect=dialect)))
        for constraint in table.constraints:
            name, definition = _constraint(table, constraint)
            made[f"constraint {name}"] = _plain(definition)
    return made


def _constraint(table: Table, constraint: Constraint) -> tuple[str, str]:
    """A constraint's name, or the one that PostgreSQL gives it, and what it says."""
    if isinstance(constraint, CheckConstraint):
        return str(constraint.name), f"CHECK {constraint.sqltext}"
    assert isinstance(constraint, ColumnCollectionConstraint)
    columns = [column.name for column in constraint.columns]
    named, listed = "_".join([table.name, *columns]), ", ".join(columns)
    if isinstance(constraint, ForeignKeyConstraint):
        there = ", ".join(each.column.name for each in constraint.elements)
        return f"{named}_fkey", f"FOREIGN KEY {listed} REFERENCES {constraint.referred_table.name} {there}"
    if isinstance(constraint, PrimaryKeyConstraint):
        return f"{table.name}_pkey", f"PRIMARY KEY {listed}"
    return f"{named}_key", f"UNIQUE {listed}"


def _plain(definition: str) -> str:
    """A definition without what PostgreSQL adds of its own when it is asked for it: brackets, types, the schema."""
    for said, told in (("NOT IN", "<> ALL ARRAY"), (" IN ", " = ANY ARRAY "), (" USING btree", ""), ("::text", "")):
        definition = definition.replace(said, told)
    definition = re.sub(r" ON \w+\.", " ON ", definition)
    definition = re.sub(
        r"(BEFORE|AFTER) (.*?) ON ", lambda told: f"{told[1]} {sorted(told[2].split(' OR '))} ON ", definition
    )
    return re.sub(r"[\s()\[\]]", "", definition)


def _statements_on_postgresql() -> list[str]:
    made: list[str] = import_module("pitboss.store.migrations.versions.0001_the_first_store").guards_of_postgresql()
    return made


@cache
def _functions_on_postgresql() -> dict[str, str]:
    """What the functions behind the triggers say, from the migration that makes them."""
    made = _statements_on_postgresql()
    functions = [re.match(r"CREATE FUNCTION (\w+).*?\$\$(.*)\$\$", each, re.DOTALL) for each in made]
    return {f"function {each[1]}": each[2] for each in functions if each}
