"""What browsers, agents and the server say to each other, as closed unions of messages.

Read `messages.py` first; `lobby.py` is what is said over HTTP before and after a game.
"""
