"""All tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create all tables."""
    op.create_table(
        "server",
        sa.Column("id", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_server"),
    )
    op.create_table(
        "games",
        sa.Column("game_id", sa.String(64), nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("ended", sa.String(20)),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("owner", sa.String(32)),
        sa.Column("seeking", sa.String(100)),
        sa.PrimaryKeyConstraint("game_id", name="pk_games"),
    )
    for column in ("created", "ended", "owner"):
        op.create_index(f"ix_games_{column}", "games", [column])
    op.create_table(
        "entries",
        sa.Column("game_id", sa.String(64), nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("wall", sa.Double, nullable=False),
        sa.Column("entry", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "number", name="pk_entries"),
        sa.ForeignKeyConstraint(["game_id"], ["games.game_id"], name="fk_entries_game_id"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "errors",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("wall", sa.Double, nullable=False),
        sa.Column("place", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_errors"),
    )
    op.create_table(
        "owners",
        sa.Column("owner_id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("wall", sa.Double),
        sa.Column("told", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("owner_id", name="pk_owners"),
    )
    op.create_table(
        "sessions",
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("ends", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_sessions"),
    )
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
