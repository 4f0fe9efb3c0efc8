"""The first tables, with which a database is made: those of `tables.py`."""

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Change nothing: no database is older."""
