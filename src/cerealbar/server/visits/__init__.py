"""Visits of participants to a study: who they are, the step they are at, and their games.

Read `visiting.py` first.
"""
