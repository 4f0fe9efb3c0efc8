"""No table of errors: the log and the metrics tell them."""

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Drop it; the newest databases of the first revision are without it."""
    op.drop_table("errors", if_exists=True)
