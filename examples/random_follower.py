"""A follower that walks at random; it follows an agent, or people who match or invite it.

Usage: python examples/random_follower.py [URL [agent | match]]    or    ... 'LINK/join#INVITE'
"""

import random
import sys
from typing import Literal

from cerealbar.remote import Known, RemoteChoice, join, open_room, play


def choose(known: Known) -> RemoteChoice:
    """A random step, or done once in a while."""
    steps = [word for word in known.legal if word != "done"]
    return random.choice(steps) if steps and random.random() < 0.85 else "done"


url = sys.argv[1] if len(sys.argv) > 1 else "http://localhost:8080"
if "#" in url:
    seat = join(url, name="random follower")
else:
    mode: Literal["agent", "match"] = "match" if "match" in sys.argv[2:] else "agent"
    seat = open_room(url, mode, role="follower", name="random follower")
end = play(seat, choose)
print(f"The game is over ({end.room.end}): {end.score} sets.")
