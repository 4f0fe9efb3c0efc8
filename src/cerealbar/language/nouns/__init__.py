"""Noun phrases: cards and landmarks by name, by face and by where they lie.

Read `cards.py` first. A new way to say where something is goes to `places.py`.
"""
