"""Simulated participants of a study: they walk through it over the network, as people's pages do.

Read `person.py` first, which takes part once, then `crowd.py`; `diary.py` is what each tells of it.
"""
