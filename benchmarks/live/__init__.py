"""Attacks over the network on a real server, and what a game beside them notices.

Read `attacks.py` first (what is done), then `siege.py` (what is measured).
"""
