"""Whether the database's own guards still stand: triggers, constraints and indexes, as the migrations make them."""

import re
import sqlite3
from functools import cache
from importlib import import_module

from sqlalchemy import CheckConstraint, Connection, create_engine, text

from pitboss.store.schema import ONLY_ADDED, metadata

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
    changed = [name for name in _names_on_postgresql() if name not in found or found[name].endswith((" D", " R"))]
    bodies = _functions_on_postgresql()
    return sorted(changed) + sorted(name for name, body in bodies.items() if found.get(name) != body)


@cache
def made_afresh() -> dict[str, str]:
    """What the migrations make in a new SQLite database."""
    from pitboss.store.opening import migrate

    engine = create_engine("sqlite://", creator=lambda: sqlite3.connect(":memory:"))
    with engine.begin() as connection:
        migrate(connection)
        return guards(connection)


def _names_on_postgresql() -> list[str]:
    """The same tables' guards by name; no second server is at hand in which to make them afresh."""
    triggers = [f"{table}_{what}" for table in (*ONLY_ADDED, "accounts") for what in ("only_added", "not_emptied")]
    triggers += ["journal_is_a_chain", "postings_move", "accounts_guarded"]
    checks = [
        str(constraint.name)
        for table in metadata.tables.values()
        for constraint in table.constraints
        if isinstance(constraint, CheckConstraint)
    ]
    return [*(f"trigger {name}" for name in triggers), *(f"constraint {name}" for name in checks)]


@cache
def _functions_on_postgresql() -> dict[str, str]:
    """What the functions behind the triggers say, from the migration that makes them."""
    made = import_module("pitboss.store.migrations.versions.0001_the_first_store").guards_of_postgresql()
    functions = [re.match(r"CREATE FUNCTION (\w+).*?\$\$(.*)\$\$", each, re.DOTALL) for each in made]
    return {f"function {each[1]}": each[2] for each in functions if each}
