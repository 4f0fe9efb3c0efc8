"""How databases of older versions are brought to the shape of `tables.py`, by Alembic."""
