"""Wins that two persons of the house have to sign before their winner plays on."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "hand_pays",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        *(sa.Column(name, WHOLE, nullable=False) for name in ("at", "cents")),
        *(
            sa.Column(name, sa.Text, nullable=False)
            for name in ("person", "table_name", "document", "first_by", "second_by")
        ),
        sa.Column("paid_at", WHOLE, nullable=False),
        sa.CheckConstraint("second_by = '' OR first_by <> ''", name="hand_pays_in_order"),
        sa.CheckConstraint("second_by = '' OR second_by <> first_by", name="hand_pays_need_two_persons"),
        sqlite_strict=True,
    )
    op.create_index("hand_pays_of_a_person", "hand_pays", ["person"])
