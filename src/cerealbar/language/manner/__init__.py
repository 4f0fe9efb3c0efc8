"""How one person writes: tastes, the words to choose from, what is remembered, and typing.

Read `styles.py` first; `pen.py` is what all phrases are written with.
"""
