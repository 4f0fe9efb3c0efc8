"""Who chooses actions: path finding, players that need no learning, and games between any players.

Read `protocol.py` (what players are) first, then `simulation.py`; `scripted_leader.py` plans.
"""

from cerealbar.agents.oracle import Oracle, recovery_steps
from cerealbar.agents.pathfinding import avoided_cells, distances, ground_of, shortest_path
from cerealbar.agents.play_off import PlayOff, play_off
from cerealbar.agents.playing import PlayedGame, PlayLimits
from cerealbar.agents.protocol import (
    Choice,
    Follower,
    FollowTask,
    Leader,
    LeadTask,
    Planning,
    as_choice,
)
from cerealbar.agents.random_games import random_game
from cerealbar.agents.registry import (
    FOLLOWERS,
    LEADERS,
    TEXT_FOLLOWERS,
    UnknownPlayerError,
    make_follower,
    make_leader,
)
from cerealbar.agents.scripted_leader import ScriptedLeader
from cerealbar.agents.simulated_follower import SimulatedFollower
from cerealbar.agents.simulation import PlayerError, Simulation, map_seeds, play_games
from cerealbar.agents.tours import Tour, shortest_tour

__all__ = [
    "FOLLOWERS",
    "LEADERS",
    "TEXT_FOLLOWERS",
    "Choice",
    "FollowTask",
    "Follower",
    "LeadTask",
    "Leader",
    "Oracle",
    "Planning",
    "PlayLimits",
    "PlayOff",
    "PlayedGame",
    "PlayerError",
    "ScriptedLeader",
    "SimulatedFollower",
    "Simulation",
    "Tour",
    "UnknownPlayerError",
    "as_choice",
    "avoided_cells",
    "distances",
    "ground_of",
    "make_follower",
    "make_leader",
    "map_seeds",
    "play_games",
    "play_off",
    "random_game",
    "recovery_steps",
    "shortest_path",
    "shortest_tour",
]
