"""Games in which every turn is used up, so that doing the same again comes out the same."""

from functools import lru_cache

from cerealbar.agents import Simulation, map_seeds
from cerealbar.agents.scripted_leader import ScriptedLeader
from cerealbar.agents.simulated_follower import SimulatedFollower
from cerealbar.game import Action, Player
from cerealbar.records import GameRecord, lives, replay


@lru_cache(maxsize=1)
def unhurried_games() -> tuple[GameRecord, ...]:
    """Games without a clock, so that no turn ends before it is used up."""
    simulation = Simulation(ScriptedLeader(3), SimulatedFollower(3))
    return tuple(played.record() for played in simulation.play(map_seeds(8, 3)))


def has_early_end(record: GameRecord) -> bool:
    """Whether a follower's turn timed out."""
    played = replay(record)
    return bool(((played.players == Player.FOLLOWER) & (played.actions == Action.TIME_OUT)).any())


def made_sets_unfinished(record: GameRecord) -> bool:
    """Whether sets were made after the last instruction that was finished."""
    played = replay(record)
    last = max(int(life.deeds[-1]) for life in lives(played) if life.is_finished)
    return bool(played.states["score"][last] < played.states["score"][-1])
