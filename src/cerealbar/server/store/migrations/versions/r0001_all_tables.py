"""All tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the server's row, the games, their entries, and the errors."""
    op.create_table(
        "server",
        sa.Column("id", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("last_beat", sa.Double),
        sa.PrimaryKeyConstraint("id", name="pk_server"),
    )
    op.create_table(
        "games",
        sa.Column("game_id", sa.String(64), nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("ended", sa.String(20)),
        sa.Column("game", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game_id", name="pk_games"),
    )
    op.create_index("ix_games_created", "games", ["created"])
    op.create_index("ix_games_ended", "games", ["ended"])
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


def downgrade() -> None:
    """Drop everything."""
    for table in ("errors", "entries", "games", "server"):
        op.drop_table(table)
