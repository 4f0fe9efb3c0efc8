"""How older databases are brought to the shape of `tables.py`, with which new ones are made."""
