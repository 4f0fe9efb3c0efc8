"""Pages for whoever runs the server: live and past games, who waits, what went wrong.

Read `routes.py` first; without a password in the environment none of it exists.
"""
