"""The journal, the events, the books, and what guards them."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

ONLY_ADDED = ("programs", "journal", "events", "postings", "records", "reveals")
WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
HOLD = "'wallet', 'chips', 'layout', 'main', 'secondary', 'drop_box', 'tip_box'"


def upgrade() -> None:
    _tables()
    for statement in guards_of_postgresql() if op.get_bind().dialect.name == "postgresql" else guards_of_sqlite():
        op.execute(statement)


def _text(*names: str) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.Text, nullable=False) for name in names]


def _whole(*names: str) -> list[sa.Column[int]]:
    return [sa.Column(name, WHOLE, nullable=False) for name in names]


def _bytes(*names: str) -> list[sa.Column[bytes]]:
    return [sa.Column(name, sa.LargeBinary, nullable=False) for name in names]


def _entry() -> sa.Column[int]:
    return sa.Column("number", WHOLE, sa.ForeignKey("journal.number"), nullable=False)


def _tables() -> None:
    op.create_table(
        "programs",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("digest", sa.Text, nullable=False, unique=True),
        sqlite_strict=True,
    )
    op.create_table(
        "journal",
        sa.Column("number", WHOLE, primary_key=True, autoincrement=False),
        *_whole("at"),
        sa.Column("program", sa.Integer, sa.ForeignKey("programs.id"), nullable=False),
        *_text("table_name", "who", "key"),
        *_bytes("digest", "answer", "previous", "hash"),
        sa.CheckConstraint("number > 0", name="journal_counts_from_one"),
        sqlite_strict=True,
    )
    some_key = sa.text("key <> ''")
    op.create_index(
        "journal_keys", "journal", ["who", "key"], unique=True, sqlite_where=some_key, postgresql_where=some_key
    )
    op.create_table(
        "tables",
        sa.Column("name", sa.Text, primary_key=True),
        *_text("meter_group"),
        sa.Column("opened_by", WHOLE, sa.ForeignKey("journal.number"), nullable=False, unique=True),
        *_whole("sequence"),
        sqlite_strict=True,
    )
    op.create_table(
        "events",
        sa.Column("table_name", sa.Text, sa.ForeignKey("tables.name"), nullable=False),
        *_whole("sequence"),
        _entry(),
        *_whole("round"),
        *_text("kind", "player"),
        sa.Column("sealed", sa.Integer, nullable=False),
        *_bytes("commitment", "body"),
        sa.PrimaryKeyConstraint("table_name", "sequence"),
        sa.CheckConstraint("sequence > 0", name="events_count_from_one"),
        sqlite_strict=True,
    )
    op.create_index("events_of_an_entry", "events", ["number", "sequence"])
    some_player = sa.text("player <> ''")
    op.create_index(
        "events_of_a_player",
        "events",
        ["player", "table_name", "round"],
        sqlite_where=some_player,
        postgresql_where=some_player,
    )
    op.create_table(
        "accounts",
        sa.Column("name", sa.Text, primary_key=True),
        *_text("kind", "owner"),
        *_whole("cents"),
        sa.CheckConstraint(f"kind NOT IN ({HOLD}) OR cents >= 0", name="accounts_never_below_zero"),
        sa.CheckConstraint("(kind IN ('wallet', 'chips')) = (owner <> '')", name="accounts_owned_by_persons"),
        sqlite_strict=True,
    )
    op.create_table(
        "postings",
        _entry(),
        sa.Column("line", sa.Integer, nullable=False),
        sa.Column("giver", sa.Text, sa.ForeignKey("accounts.name"), nullable=False),
        sa.Column("taker", sa.Text, sa.ForeignKey("accounts.name"), nullable=False),
        *_whole("cents"),
        sa.PrimaryKeyConstraint("number", "line"),
        sa.CheckConstraint("cents > 0", name="postings_move_something"),
        sa.CheckConstraint("giver <> taker", name="postings_move_somewhere"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_table(
        "records",
        _entry(),
        sa.Column("line", sa.Integer, nullable=False),
        *_text("kind", "component", "who", "second", "reason", "before", "after"),
        sa.PrimaryKeyConstraint("number", "line"),
        sqlite_strict=True,
    )
    op.create_table(
        "reveals",
        *_text("table_name"),
        *_whole("sequence"),
        _entry(),
        *_bytes("opened"),
        sa.PrimaryKeyConstraint("table_name", "sequence"),
        sa.ForeignKeyConstraint(["table_name", "sequence"], ["events.table_name", "events.sequence"]),
        sqlite_strict=True,
    )
    op.create_index("reveals_of_an_entry", "reveals", ["number", "sequence"])
    op.create_table("relays", sa.Column("name", sa.Text, primary_key=True), *_whole("number"), sqlite_strict=True)


def guards_of_sqlite() -> list[str]:
    """Rows are only added; a posting moves both balances; an account starts empty and keeps its name and owner."""
    only_added = [
        f"CREATE TRIGGER {table}_no_{what} BEFORE {what} ON {table} "
        f"BEGIN SELECT RAISE(ABORT, 'pitboss: rows of {table} are only added'); END"
        for table in ONLY_ADDED
        for what in ("UPDATE", "DELETE")
    ]
    return [
        *only_added,
        """CREATE TRIGGER journal_is_a_chain BEFORE INSERT ON journal
        WHEN CASE WHEN NEW.number = 1 THEN NEW.previous <> zeroblob(32)
            ELSE NOT EXISTS (SELECT 1 FROM journal WHERE number = NEW.number - 1 AND hash = NEW.previous) END
        BEGIN SELECT RAISE(ABORT, 'pitboss: the journal is a chain'); END""",
        """CREATE TRIGGER postings_between_persons BEFORE INSERT ON postings WHEN EXISTS (
            SELECT 1 FROM accounts AS gives, accounts AS takes
            WHERE gives.name = NEW.giver AND takes.name = NEW.taker
            AND gives.owner <> '' AND takes.owner <> '' AND gives.owner <> takes.owner)
        BEGIN SELECT RAISE(ABORT, 'pitboss: no transfer between persons'); END""",
        """CREATE TRIGGER postings_move AFTER INSERT ON postings BEGIN
            UPDATE accounts SET cents = cents - NEW.cents WHERE name = NEW.giver;
            UPDATE accounts SET cents = cents + NEW.cents WHERE name = NEW.taker;
        END""",
        """CREATE TRIGGER accounts_start_empty BEFORE INSERT ON accounts WHEN NEW.cents <> 0
        BEGIN SELECT RAISE(ABORT, 'pitboss: an account starts empty'); END""",
        """CREATE TRIGGER accounts_keep_names BEFORE UPDATE ON accounts
        WHEN NEW.name <> OLD.name OR NEW.kind <> OLD.kind OR NEW.owner <> OLD.owner
        BEGIN SELECT RAISE(ABORT, 'pitboss: an account keeps its name'); END""",
        """CREATE TRIGGER accounts_no_DELETE BEFORE DELETE ON accounts
        BEGIN SELECT RAISE(ABORT, 'pitboss: accounts stay'); END""",
    ]


def guards_of_postgresql() -> list[str]:
    """The same, and balances that move by postings alone."""
    only_added = [
        statement
        for table in (*ONLY_ADDED, "accounts")
        for statement in (
            f"CREATE TRIGGER {table}_only_added BEFORE {'DELETE' if table == 'accounts' else 'UPDATE OR DELETE'} "
            f"ON {table} FOR EACH ROW EXECUTE FUNCTION pitboss_only_added()",
            f"CREATE TRIGGER {table}_not_emptied BEFORE TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION pitboss_only_added()",
        )
    ]
    return [
        """CREATE FUNCTION pitboss_only_added() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'pitboss: rows of % are only added', TG_TABLE_NAME; END $$""",
        *only_added,
        """CREATE FUNCTION pitboss_chain() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF NEW.previous IS DISTINCT FROM (CASE WHEN NEW.number = 1 THEN decode(repeat('00', 32), 'hex')
                ELSE (SELECT hash FROM journal WHERE number = NEW.number - 1) END) THEN
                RAISE EXCEPTION 'pitboss: the journal is a chain';
            END IF;
            RETURN NEW;
        END $$""",
        "CREATE TRIGGER journal_is_a_chain BEFORE INSERT ON journal FOR EACH ROW EXECUTE FUNCTION pitboss_chain()",
        """CREATE FUNCTION pitboss_move() RETURNS trigger LANGUAGE plpgsql AS $$
        DECLARE gives text; takes text;
        BEGIN
            UPDATE accounts SET cents = cents - NEW.cents WHERE name = NEW.giver RETURNING owner INTO gives;
            UPDATE accounts SET cents = cents + NEW.cents WHERE name = NEW.taker RETURNING owner INTO takes;
            IF gives <> '' AND takes <> '' AND gives <> takes THEN
                RAISE EXCEPTION 'pitboss: no transfer between persons';
            END IF;
            RETURN NULL;
        END $$""",
        "CREATE TRIGGER postings_move AFTER INSERT ON postings FOR EACH ROW EXECUTE FUNCTION pitboss_move()",
        """CREATE FUNCTION pitboss_account() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF TG_OP = 'INSERT' AND NEW.cents <> 0 THEN
                RAISE EXCEPTION 'pitboss: an account starts empty';
            END IF;
            IF TG_OP = 'UPDATE' AND (pg_trigger_depth() < 2 OR
                (NEW.name, NEW.kind, NEW.owner) IS DISTINCT FROM (OLD.name, OLD.kind, OLD.owner)) THEN
                RAISE EXCEPTION 'pitboss: an account moves by postings alone, and keeps its name';
            END IF;
            RETURN NEW;
        END $$""",
        "CREATE TRIGGER accounts_guarded BEFORE INSERT OR UPDATE ON accounts "
        "FOR EACH ROW EXECUTE FUNCTION pitboss_account()",
    ]
