"""The first tables; no upgrade makes them, as new databases are made of `tables.py`."""

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Change nothing: no database is older."""
