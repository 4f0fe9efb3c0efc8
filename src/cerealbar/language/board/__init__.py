"""What is true of the board when an instruction is written, and what its words claim of it.

Read `scene.py` first; `relations.py` and `claims.py` are the statements that words can make.
"""
