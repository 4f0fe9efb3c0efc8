"""Who chooses actions: path finding and players that need no learning.

Read `pathfinding.py` first.
"""

from cerealbar.agents.pathfinding import avoided_cells, shortest_path
from cerealbar.agents.random_players import random_game

__all__ = ["avoided_cells", "random_game", "shortest_path"]
