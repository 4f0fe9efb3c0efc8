"""Clauses: what to do, how clauses are joined, and what is said around them.

Read `goals.py` first. A new way to tell the way goes to `routes.py`.
"""
