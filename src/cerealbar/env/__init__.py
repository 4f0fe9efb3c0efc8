"""Environments for learning: PettingZoo's for two agents, Gymnasium's for many games at once.

Read `cerealbar_v0.py` first, then `vector.py`.
"""
