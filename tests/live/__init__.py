"""A real server in a process of its own, and programs that play on it: for tests and benchmarks.

Read `hosted.py` first (the server), then `player.py` (one seat) and `pair.py` (a game of two).
"""
