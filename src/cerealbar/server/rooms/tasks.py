"""Whether what agents were asked is still what their games hold for them."""

from cerealbar.agents import FollowTask, LeadTask
from cerealbar.game import Game


def is_current(task: FollowTask | LeadTask, game: Game) -> bool:
    """Whether a task is still the game's: the same instruction and as many steps; for a leader,
    the same state."""
    if isinstance(task, LeadTask):
        return task.states.tobytes() == game.states.tobytes()
    return (task.number, task.steps_taken) == (game.number_followed, game.steps_taken)
