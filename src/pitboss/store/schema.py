"""The tables of the store. `migrations/` makes them, with the guards of money and history; a test holds both equal.

- `journal`: one row a command, the chain of hashes, the answer given to its key
- `events`, `postings`, `records`, `reveals`: what was kept with it; rows are only ever added
- `accounts`: the balances, moved by the database itself whenever a posting is added
- `tables`, `programs`: what tables there are, and which program wrote an entry
- `relays`: how far each reader of the journal has come; the journal itself is the outbox

Another room adds its tables to `metadata` and a migration after the last one here; `store copy` then takes them along.
"""

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    text,
)

metadata = MetaData()

WHOLE = BigInteger().with_variant(Integer(), "sqlite")
"""A whole number of 64 bits in either database."""

KINDS_THAT_HOLD = "'wallet', 'chips', 'layout', 'main', 'secondary', 'drop_box', 'tip_box'"

programs = Table(
    "programs",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("digest", Text, nullable=False, unique=True),
    sqlite_strict=True,
)

journal = Table(
    "journal",
    metadata,
    Column("number", WHOLE, primary_key=True, autoincrement=False),
    Column("at", WHOLE, nullable=False),
    Column("program", Integer, ForeignKey("programs.id"), nullable=False),
    Column("table_name", Text, nullable=False),
    Column("who", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("digest", LargeBinary, nullable=False),
    Column("answer", LargeBinary, nullable=False),
    Column("previous", LargeBinary, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    CheckConstraint("number > 0", name="journal_counts_from_one"),
    sqlite_strict=True,
)
Index(
    "journal_keys",
    journal.c.who,
    journal.c.key,
    unique=True,
    sqlite_where=text("key <> ''"),
    postgresql_where=text("key <> ''"),
)

tables = Table(
    "tables",
    metadata,
    Column("name", Text, primary_key=True),
    Column("meter_group", Text, nullable=False),
    Column("opened_by", WHOLE, ForeignKey("journal.number"), nullable=False, unique=True),
    Column("sequence", WHOLE, nullable=False),
    sqlite_strict=True,
)

events = Table(
    "events",
    metadata,
    Column("table_name", Text, ForeignKey("tables.name"), nullable=False),
    Column("sequence", WHOLE, nullable=False),
    Column("number", WHOLE, ForeignKey("journal.number"), nullable=False),
    Column("round", WHOLE, nullable=False),
    Column("kind", Text, nullable=False),
    Column("player", Text, nullable=False),
    Column("sealed", Integer, nullable=False),
    Column("commitment", LargeBinary, nullable=False),
    Column("body", LargeBinary, nullable=False),
    PrimaryKeyConstraint("table_name", "sequence"),
    CheckConstraint("sequence > 0", name="events_count_from_one"),
    sqlite_strict=True,
)
Index("events_of_an_entry", events.c.number, events.c.sequence)
Index(
    "events_of_a_player",
    events.c.player,
    events.c.table_name,
    events.c.round,
    sqlite_where=text("player <> ''"),
    postgresql_where=text("player <> ''"),
)

accounts = Table(
    "accounts",
    metadata,
    Column("name", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("owner", Text, nullable=False),
    Column("cents", WHOLE, nullable=False),
    CheckConstraint(f"kind NOT IN ({KINDS_THAT_HOLD}) OR cents >= 0", name="accounts_never_below_zero"),
    CheckConstraint("(kind IN ('wallet', 'chips')) = (owner <> '')", name="accounts_owned_by_persons"),
    sqlite_strict=True,
)

postings = Table(
    "postings",
    metadata,
    Column("number", WHOLE, ForeignKey("journal.number"), nullable=False),
    Column("line", Integer, nullable=False),
    Column("giver", Text, ForeignKey("accounts.name"), nullable=False),
    Column("taker", Text, ForeignKey("accounts.name"), nullable=False),
    Column("cents", WHOLE, nullable=False),
    PrimaryKeyConstraint("number", "line"),
    CheckConstraint("cents > 0", name="postings_move_something"),
    CheckConstraint("giver <> taker", name="postings_move_somewhere"),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)

records = Table(
    "records",
    metadata,
    Column("number", WHOLE, ForeignKey("journal.number"), nullable=False),
    Column("line", Integer, nullable=False),
    *(
        Column(name, Text, nullable=False)
        for name in ("kind", "component", "who", "second", "reason", "before", "after")
    ),
    PrimaryKeyConstraint("number", "line"),
    sqlite_strict=True,
)

Index("records_of_a_component", records.c.component, records.c.kind, records.c.number)

reveals = Table(
    "reveals",
    metadata,
    Column("table_name", Text, nullable=False),
    Column("sequence", WHOLE, nullable=False),
    Column("number", WHOLE, ForeignKey("journal.number"), nullable=False),
    Column("opened", LargeBinary, nullable=False),
    PrimaryKeyConstraint("table_name", "sequence"),
    ForeignKeyConstraint(["table_name", "sequence"], ["events.table_name", "events.sequence"]),
    sqlite_strict=True,
)
Index("reveals_of_an_entry", reveals.c.number, reveals.c.sequence)

relays = Table(
    "relays",
    metadata,
    Column("name", Text, primary_key=True),
    Column("number", WHOLE, nullable=False),
    sqlite_strict=True,
)

ONLY_ADDED = ("programs", "journal", "events", "postings", "records", "reveals")
"""Tables whose rows are never changed or taken away; the database refuses it, whoever asks."""
