"""Automated partners: agents that play in rooms, in processes of their own, at a human pace.

Read `pool.py` first: how agents are asked without blocking anyone. Nothing is imported here, so
that an agent's process loads no more than it needs.
"""
