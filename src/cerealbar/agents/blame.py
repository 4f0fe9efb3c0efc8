"""Who did what where, in the words of every error about a player."""

import inspect
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias
from weakref import WeakKeyDictionary

from cerealbar.agents.protocol import Follower, FollowTask, Leader, LeadTask, PlayerError
from cerealbar.game import Action, Player, Refusal, deed_words, refusal_reason

AnyPlayer: TypeAlias = Follower | Leader
Tasks: TypeAlias = Sequence[FollowTask | LeadTask]
_SHOWN_LENGTH = 120
"""Characters of an answer that an error repeats."""
_TOLD_LENGTH = 300
"""Characters of another's error that an error repeats."""
_TEXT_LENGTH = 60
"""Characters of an instruction that an error repeats."""
_SOURCES: "WeakKeyDictionary[object, str]" = WeakKeyDictionary()


def remember_source(player: object, source: str) -> None:
    """Let errors call a player what whoever asked for it called it, such as `module:factory`."""
    try:
        _SOURCES[player] = source
    except TypeError:  # it cannot be a key, and goes by its own name
        return


def called(player: object) -> str:
    """What a player was asked for as, or its own name."""
    try:
        source = _SOURCES.get(player)
    except TypeError:  # as above
        source = None
    return str(source or getattr(player, "name", type(player).__name__))


def who(player: AnyPlayer, role: Player) -> str:
    """A player with its role, as the subject of a sentence."""
    return f"{role.word} {called(player)!r}"


def refused(
    player: AnyPlayer, role: Player, action: Action, game: int, outcome: int
) -> PlayerError:
    """What to raise when the rules refused a player's action."""
    reason = refusal_reason(Refusal(outcome))
    return PlayerError(f"{who(player, role)} cannot {deed_words(action)} in game {game}: {reason}")


def in_task(task: FollowTask | LeadTask) -> str:
    """In which game, and at which instruction."""
    if isinstance(task, LeadTask):
        return f"in game {task.game}"
    return f"in game {task.game}, at the instruction {_shortened(task.instruction)!r}"


def in_tasks(tasks: Tasks) -> str:
    """In which games a player was asked."""
    if len(tasks) == 1:
        return in_task(tasks[0])
    return f"in {len(tasks)} games" + (f", the first {in_task(tasks[0])}" if tasks else "")


def _shortened(text: str) -> str:
    return text if len(text) <= _TEXT_LENGTH else f"{text[:_TEXT_LENGTH]}..."


def shown(value: object) -> str:
    """A value in an error, however long or odd it is."""
    try:
        text = repr(value)
    except Exception:  # its repr may raise anything
        text = f"<{type(value).__name__}>"
    return text if len(text) <= _SHOWN_LENGTH else f"{text[:_SHOWN_LENGTH]}..."


def told(error: Exception) -> str:
    """An error with its kind, in one line."""
    try:
        words = " ".join(str(error).split())
    except Exception:  # so may its text
        words = "..."
    return f"{type(error).__name__}: {words}"[:_TOLD_LENGTH]


def raised_at(error: Exception, player: object) -> str:
    """The last line of a player's own file by which an error came, to be put behind it."""
    frames = traceback.extract_tb(error.__traceback__)
    try:
        home = inspect.getfile(player if inspect.isroutine(player) else type(player))
    except (OSError, TypeError):  # it was not made in a file
        home = ""
    own = [frame for frame in frames if frame.filename == home]
    if not own:
        return ""
    return f" ({Path(home).name}, line {own[-1].lineno})"
