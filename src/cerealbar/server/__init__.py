"""The game in the browser: rooms where people and agents play, over HTTP and WebSockets.

Read `rooms/room.py` first: it owns one game; `app.py` puts everything together.
"""
