"""What agents are asked: the tasks that a game holds for its players."""

from cerealbar.agents import FollowTask, LeadTask
from cerealbar.game import Game, Outcome, Player, Status
from cerealbar.views import Sight, remember_game


def follow_task(number: int, game: Game, sight: Sight | None = None) -> FollowTask | None:
    """What the follower is to do now; None without an instruction.

    With a sight it knows only what it has seen.
    """
    current = game.current_instruction
    if current is None:
        return None
    past = _texts(game, Status.DONE)
    task = FollowTask(
        game=number,
        states=game.states.copy(),
        instruction=current,
        number=len(past),
        steps_taken=_steps_taken(game),
        past=past,
    )
    return task if sight is None else task.within(remember_game(game, sight))


def lead_task(number: int, game: Game) -> LeadTask:
    """What the leader is to do now."""
    waiting = (*_texts(game, Status.CURRENT), *_texts(game, Status.WAITING))
    return LeadTask(number, game.states.copy(), waiting, _texts(game, Status.DONE))


def _texts(game: Game, status: Status) -> tuple[str, ...]:
    return tuple(known.text for known in game.instructions if known.status is status)


def _steps_taken(game: Game) -> int:
    """The follower's steps since it last finished an instruction."""
    steps = 0
    for event in reversed(game.history):
        if event.player is Player.FOLLOWER:
            if event.outcome & Outcome.FINISHED:
                break
            steps += bool(event.outcome & Outcome.MOVED)
    return steps
