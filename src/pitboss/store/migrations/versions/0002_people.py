"""Those who are on the floor: persons, sessions, requests for a second person, switches, limits of players."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    _persons()
    _sessions()
    _requests()
    _limits()
    op.create_index("records_of_a_component", "records", ["component", "kind", "number"])


def _text(*names: str) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.Text, nullable=False) for name in names]


def _whole(*names: str) -> list[sa.Column[int]]:
    return [sa.Column(name, WHOLE, nullable=False) for name in names]


def _person(name: str = "person") -> sa.Column[str]:
    return sa.Column(name, sa.Text, sa.ForeignKey("persons.name"), nullable=False)


def _persons() -> None:
    op.create_table(
        "persons",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("folded", sa.Text, nullable=False, unique=True),
        *_text("role"),
        sa.Column("guest", sa.Integer, nullable=False),
        *_text("password"),
        *_whole("made_at"),
        sa.CheckConstraint("role IN ('player', 'dealer', 'supervisor', 'auditor')", name="persons_have_a_role"),
        sa.CheckConstraint("guest = 0 OR role = 'player'", name="persons_guests_play"),
        sa.CheckConstraint("(password = '') = (guest = 1)", name="persons_sign_in"),
        sqlite_strict=True,
    )
    op.create_table(
        "locks",
        sa.Column("person", sa.Text, primary_key=True),
        *_text("failures"),
        *_whole("until"),
        sqlite_strict=True,
    )


def _sessions() -> None:
    op.create_table(
        "sessions",
        sa.Column("token", sa.LargeBinary, primary_key=True),
        _person(),
        *_whole("begun", "seen"),
        sqlite_strict=True,
    )
    op.create_index("sessions_of_a_person", "sessions", ["person"])


def _requests() -> None:
    op.create_table(
        "requests",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        *_whole("at"),
        *_text("kind", "body", "reason"),
        _person("asked_by"),
        *_text("state", "settled_by"),
        *_whole("settled_at"),
        sa.CheckConstraint("state IN ('open', 'approved', 'rejected')", name="requests_have_a_state"),
        sa.CheckConstraint("state <> 'approved' OR settled_by <> asked_by", name="requests_need_two_persons"),
        sqlite_strict=True,
    )
    op.create_table(
        "switches",
        sa.Column("what", sa.Text, primary_key=True),
        *_whole("at"),
        *_text("who", "reason"),
        sqlite_strict=True,
    )
    op.create_table("parameters", sa.Column("name", sa.Text, primary_key=True), *_text("value"), sqlite_strict=True)


def _limits() -> None:
    op.create_table(
        "limits",
        _person(),
        *_text("setter", "kind"),
        *_whole("cents", "later", "later_from"),
        sa.PrimaryKeyConstraint("person", "setter", "kind"),
        sa.CheckConstraint("setter IN ('player', 'house')", name="limits_have_a_setter"),
        sa.CheckConstraint("kind IN ('stake', 'loss')", name="limits_of_a_kind"),
        sqlite_strict=True,
    )
    op.create_table(
        "spending",
        _person(),
        sa.Column("day", sa.Integer, nullable=False),
        *_whole("staked", "returned"),
        sa.PrimaryKeyConstraint("person", "day"),
        sa.CheckConstraint("staked >= 0 AND returned >= 0", name="spending_counts_up"),
        sqlite_strict=True,
    )
