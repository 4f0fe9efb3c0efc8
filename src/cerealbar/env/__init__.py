"""Environments for learning: PettingZoo's for two agents, Gymnasium's for one and for many games.

Importing this registers the ids of `registration.py` with Gymnasium. Read `cerealbar_v0.py` first,
then `learning.py` and `single.py`.
"""

from cerealbar.env.registration import register_all

register_all()
