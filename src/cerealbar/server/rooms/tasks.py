"""Whether what agents were asked is still what their games hold for them."""

from cerealbar.agents import LeadTask
from cerealbar.game import Game
from cerealbar.server.partners.asking import AgentTask


def is_current(task: AgentTask, game: Game) -> bool:
    """Whether a task is still the game's: the same instruction and as many steps; for a leader,
    the same state."""
    if isinstance(task, LeadTask):
        return task.states.tobytes() == game.states.tobytes()
    return (task.number, task.steps_taken) == (game.number_followed, game.steps_taken)
