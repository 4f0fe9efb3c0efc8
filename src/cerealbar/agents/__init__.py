"""Who chooses actions: path finding, players that need no learning, and games between any players.

Read `protocol.py` (what players are) first, then `simulation.py`; `scripted_leader.py` plans.
"""

from cerealbar.agents.answers import (
    answers_of,
    as_choice,
    ask_follower,
    ask_plan,
    ask_to_forget,
)
from cerealbar.agents.oracle import Oracle, follower_tour, recovery_steps
from cerealbar.agents.pathfinding import (
    Tour,
    avoided_cells,
    distances,
    shortest_path,
    shortest_tour,
)
from cerealbar.agents.playing import PlayedGame
from cerealbar.agents.protocol import (
    EVERYTHING,
    Choice,
    Follower,
    FollowTask,
    Leader,
    LeadTask,
    Need,
    PlayerError,
)
from cerealbar.agents.registry import (
    FOLLOWERS,
    LEADERS,
    PARTIAL,
    WITHOUT_INTENTION,
    UnknownPlayerError,
    check_name,
    check_needs,
    describe_players,
    find_follower,
    find_leader,
    is_trained,
    make_follower,
    make_leader,
    player_names,
)
from cerealbar.agents.scripted_leader import ScriptedLeader
from cerealbar.agents.simulated_follower import SimulatedFollower
from cerealbar.agents.simulation import PlayOff, Simulation, map_seeds, play_games, play_off
from cerealbar.agents.task_view import SpottedCard, TaskView

__all__ = [
    "EVERYTHING",
    "FOLLOWERS",
    "LEADERS",
    "PARTIAL",
    "WITHOUT_INTENTION",
    "Choice",
    "FollowTask",
    "Follower",
    "LeadTask",
    "Leader",
    "Need",
    "Oracle",
    "PlayOff",
    "PlayedGame",
    "PlayerError",
    "ScriptedLeader",
    "SimulatedFollower",
    "Simulation",
    "SpottedCard",
    "TaskView",
    "Tour",
    "UnknownPlayerError",
    "answers_of",
    "as_choice",
    "ask_follower",
    "ask_plan",
    "ask_to_forget",
    "avoided_cells",
    "check_name",
    "check_needs",
    "describe_players",
    "distances",
    "find_follower",
    "find_leader",
    "follower_tour",
    "is_trained",
    "make_follower",
    "make_leader",
    "map_seeds",
    "play_games",
    "play_off",
    "player_names",
    "recovery_steps",
    "shortest_path",
    "shortest_tour",
]
