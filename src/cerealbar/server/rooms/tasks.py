"""What agents are asked: the tasks that a game holds for its players."""

from cerealbar.agents import FollowTask, LeadTask
from cerealbar.game import Deed, Game, Outcome, Player, Status
from cerealbar.views import Sight, remember_game

_UNDER_WAY = (Status.CURRENT, Status.WAITING)
_DONE_WITH = (Status.FINISHED, Status.GIVEN_UP)
_BETWEEN = Outcome.FINISHED | Outcome.CANCELLED


def follow_task(number: int, game: Game, sight: Sight | None = None) -> FollowTask | None:
    """What the follower is to do now; None without an instruction.

    With a sight it knows only what it has seen.
    """
    current = game.current_instruction
    if current is None:
        return None
    task = FollowTask(
        game=number,
        states=game.states.copy(),
        instruction=current,
        number=game.current_number,
        steps_taken=_steps_taken(game),
        past=_texts(game, _DONE_WITH),
    )
    return task if sight is None else task.within(remember_game(game, sight))


def lead_task(number: int, game: Game) -> LeadTask:
    """What the leader is to do now."""
    return LeadTask(number, game.states.copy(), _texts(game, _UNDER_WAY), _texts(game, _DONE_WITH))


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
