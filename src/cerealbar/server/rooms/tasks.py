"""What agents are asked: the tasks that a game holds for its players."""

from cerealbar.agents import FollowTask, LeadTask
from cerealbar.game import Deed, Game, Outcome, Player, Status
from cerealbar.server.partners.asking import AgentTask
from cerealbar.views import BoardMemory

_UNDER_WAY = (Status.CURRENT, Status.WAITING)
_DONE_WITH = (Status.FINISHED, Status.GIVEN_UP)
_BETWEEN = Outcome.FINISHED | Outcome.CANCELLED


def follow_task(number: int, game: Game, memory: BoardMemory | None = None) -> FollowTask:
    """What the follower is to do in its turn; with a memory it knows only what it has seen."""
    current = game.current_instruction
    assert current is not None, "the follower's turn ends when no instruction waits"
    task = FollowTask(
        game=number,
        states=game.states.copy(),
        instruction=current,
        number=game.number_followed,
        steps_taken=_steps_taken(game),
        past=_texts(game, (Status.FINISHED,)),
    )
    return task if memory is None else task.within(memory)


def lead_task(number: int, game: Game) -> LeadTask:
    """What the leader is to do now."""
    return LeadTask(number, game.states.copy(), _texts(game, _UNDER_WAY), _texts(game, _DONE_WITH))


def is_current(task: AgentTask, game: Game) -> bool:
    """Whether a task is still the game's: the same instruction and as many steps; for a leader,
    the same state."""
    if isinstance(task, LeadTask):
        return task.states.tobytes() == game.states.tobytes()
    return (task.number, task.steps_taken) == (game.number_followed, _steps_taken(game))


def _texts(game: Game, statuses: tuple[Status, ...]) -> tuple[str, ...]:
    return tuple(known.text for known in game.instructions if known.status in statuses)


def _steps_taken(game: Game) -> int:
    """The follower's steps since the instruction before was done with or withdrawn."""
    steps = 0
    for deed in reversed(game.history):
        if not isinstance(deed, Deed):
            continue
        if deed.outcome & _BETWEEN:
            break
        steps += deed.player is Player.FOLLOWER and bool(deed.outcome & Outcome.MOVED)
    return steps
