"""Several processes share the games: each game has an owner and a fencing number."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the processes and the admins' sessions, and give games their owners."""
    op.create_table(
        "processes",
        sa.Column("process_id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("beat", sa.Double, nullable=False),
        sa.Column("steady", sa.Double, nullable=False),
        sa.Column("wall", sa.Double, nullable=False),
        sa.Column("session", sa.Integer),
        sa.Column("floor", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("process_id", name="pk_processes"),
    )
    op.create_table(
        "sessions",
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("ends", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_sessions"),
    )
    op.add_column("games", sa.Column("owner", sa.String(32)))
    op.add_column("games", sa.Column("fence", sa.Integer, nullable=False, server_default="0"))
    op.add_column("games", sa.Column("seeking", sa.String(100)))
    op.create_index("ix_games_owner", "games", ["owner"])


def downgrade() -> None:
    """Forget who owned what."""
    op.drop_index("ix_games_owner", "games")
    for column in ("owner", "fence", "seeking"):
        op.drop_column("games", column)
    for table in ("sessions", "processes"):
        op.drop_table(table)
