"""Recorded games for people to watch: a web page in one file, and animated pictures.

Read `frames.py` first: what is shown, computed by the rules.
"""

from cerealbar.records.show.frames import Film, film
from cerealbar.records.show.gif import replay_gif
from cerealbar.records.show.replay_page import replay_page

__all__ = ["Film", "film", "replay_gif", "replay_page"]
