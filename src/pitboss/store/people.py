"""The tables of those who are on a floor. What they may do and how they sign in is the floor's affair.

- `persons`: names, roles, hashed passwords; `locks`: failed sign-ins; `sessions`: who is signed in, by hashed token
- `requests`: what one person asked for and another must approve
- `switches`: what is closed on the floor, and by whom; `parameters`: what the house has decided for the whole floor
- `hand_pays`: wins that wait for two signatures, and those that have them
- `limits`, `spending`: what players have set for themselves, and what it has been used up by

The journal tells who changed any of these and when; that a session is still alive or has ended it does not. The audit
holds all of them to what it tells.
"""

import hashlib
import unicodedata

from sqlalchemy import (
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    Table,
    Text,
)

from pitboss.store.schema import WHOLE, metadata

DAY = 24 * 60 * 60 * 1_000_000
"""The microseconds that spending is counted for."""

LONGEST_SESSION = DAY // 2
"""Whatever happens in it, a session is over then."""

NO_LIMIT = 1 << 62
"""The cents of a limit that was lifted."""


def folded(name: str) -> str:
    """What two names that look alike have in common."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def password_digest(kept: str) -> str:
    """What the journal may tell of a password as it is kept: enough to know it again, too little to try others on."""
    return hashlib.sha256(kept.encode()).hexdigest()


persons = Table(
    "persons",
    metadata,
    Column("name", Text, primary_key=True),
    Column("folded", Text, nullable=False, unique=True),
    Column("role", Text, nullable=False),
    Column("guest", Integer, nullable=False),
    Column("password", Text, nullable=False),
    Column("made_at", WHOLE, nullable=False),
    CheckConstraint("role IN ('player', 'dealer', 'supervisor', 'auditor')", name="persons_have_a_role"),
    CheckConstraint("guest = 0 OR role = 'player'", name="persons_guests_play"),
    CheckConstraint("(password = '') = (guest = 1)", name="persons_sign_in"),
    sqlite_strict=True,
)

locks = Table(
    "locks",
    metadata,
    Column("person", Text, primary_key=True),
    Column("failures", Text, nullable=False),
    Column("until", WHOLE, nullable=False),
    sqlite_strict=True,
)

sessions = Table(
    "sessions",
    metadata,
    Column("token", LargeBinary, primary_key=True),
    Column("person", Text, ForeignKey("persons.name"), nullable=False),
    Column("begun", WHOLE, nullable=False),
    Column("seen", WHOLE, nullable=False),
    sqlite_strict=True,
)
Index("sessions_of_a_person", sessions.c.person)

requests = Table(
    "requests",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", WHOLE, nullable=False),
    Column("kind", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("asked_by", Text, ForeignKey("persons.name"), nullable=False),
    Column("state", Text, nullable=False),
    Column("settled_by", Text, nullable=False),
    Column("settled_at", WHOLE, nullable=False),
    CheckConstraint("state IN ('open', 'approved', 'rejected')", name="requests_have_a_state"),
    CheckConstraint("state <> 'approved' OR settled_by <> asked_by", name="requests_need_two_persons"),
    sqlite_strict=True,
)

switches = Table(
    "switches",
    metadata,
    Column("what", Text, primary_key=True),
    Column("at", WHOLE, nullable=False),
    Column("who", Text, nullable=False),
    Column("reason", Text, nullable=False),
    sqlite_strict=True,
)

parameters = Table(
    "parameters",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
    sqlite_strict=True,
)

limits = Table(
    "limits",
    metadata,
    Column("person", Text, ForeignKey("persons.name"), nullable=False),
    Column("setter", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("cents", WHOLE, nullable=False),
    Column("later", WHOLE, nullable=False),
    Column("later_from", WHOLE, nullable=False),
    PrimaryKeyConstraint("person", "setter", "kind"),
    CheckConstraint("setter IN ('player', 'house')", name="limits_have_a_setter"),
    CheckConstraint("kind IN ('stake', 'loss')", name="limits_of_a_kind"),
    sqlite_strict=True,
)

spending = Table(
    "spending",
    metadata,
    Column("person", Text, ForeignKey("persons.name"), nullable=False),
    Column("day", Integer, nullable=False),
    Column("staked", WHOLE, nullable=False),
    Column("returned", WHOLE, nullable=False),
    PrimaryKeyConstraint("person", "day"),
    CheckConstraint("staked >= 0 AND returned >= 0", name="spending_counts_up"),
    sqlite_strict=True,
)

hand_pays = Table(
    "hand_pays",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", WHOLE, nullable=False),
    Column("cents", WHOLE, nullable=False),
    Column("person", Text, nullable=False),
    Column("table_name", Text, nullable=False),
    Column("document", Text, nullable=False),
    Column("first_by", Text, nullable=False),
    Column("second_by", Text, nullable=False),
    Column("paid_at", WHOLE, nullable=False),
    CheckConstraint("second_by = '' OR first_by <> ''", name="hand_pays_in_order"),
    CheckConstraint("second_by = '' OR second_by <> first_by", name="hand_pays_need_two_persons"),
    sqlite_strict=True,
)
Index("hand_pays_of_a_person", hand_pays.c.person)
