"""Who did what where, in the words of every error about a player."""

import inspect
import traceback
from collections.abc import Sequence
from contextlib import suppress
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
    with suppress(TypeError):  # what cannot be a key goes by its own name
        _SOURCES[player] = source


def who(player: AnyPlayer, role: Player) -> str:
    """A player with its role, as the subject of a sentence."""
    source = None
    with suppress(TypeError):  # as above
        source = _SOURCES.get(player)
    return f"{role.word} {source or getattr(player, 'name', type(player).__name__)!r}"


def refused(
    player: AnyPlayer, role: Player, action: Action, game: int, outcome: int
) -> PlayerError:
    """What to raise when the rules refused a player's action."""
    reason = refusal_reason(Refusal(outcome))
    return PlayerError(f"{who(player, role)} cannot {deed_words(action)} in game {game}: {reason}")


def in_tasks(tasks: Tasks) -> str:
    """In which games a player was asked, and at which instruction of the first."""
    if not tasks:
        return "in 0 games"
    where = f"in game {tasks[0].game}"
    if isinstance(tasks[0], FollowTask):
        where += f", at the instruction {_cut(tasks[0].instruction, _TEXT_LENGTH)!r}"
    return where if len(tasks) == 1 else f"in {len(tasks)} games, the first {where}"


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[:length]}..."


def shown(value: object) -> str:
    """A value in an error, however long or odd it is."""
    try:
        return _cut(repr(value), _SHOWN_LENGTH)
    except Exception:  # its repr may raise anything
        return f"<{type(value).__name__}>"


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
