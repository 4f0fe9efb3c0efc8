"""People take part in studies: who, and a ledger of what each did."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the participants and their ledgers."""
    op.create_table(
        "participants",
        sa.Column("participant_id", sa.String(16), nullable=False),
        sa.Column("study", sa.String(40), nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("participant_id", name="pk_participants"),
    )
    op.create_index("ix_participants_study", "participants", ["study", "person"], unique=True)
    op.create_index("ix_participants_person", "participants", ["person"])
    op.create_table(
        "ledger",
        sa.Column("participant_id", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("wall", sa.Double, nullable=False),
        sa.Column("entry", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(
            ["participant_id"],
            ["participants.participant_id"],
            name="fk_ledger_participant_id",
        ),
        sa.PrimaryKeyConstraint("participant_id", "number", name="pk_ledger"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Forget everyone."""
    for table in ("ledger", "participants"):
        op.drop_table(table)
