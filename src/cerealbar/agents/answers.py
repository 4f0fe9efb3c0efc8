"""What players answer, read in one place: whatever it is, it becomes choices and plans, or one
error that says who answered what, in which game, and what was expected."""

import inspect
import traceback
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from operator import index
from pathlib import Path
from typing import TypeAlias
from weakref import WeakKeyDictionary

from cerealbar.agents.protocol import Choice, Follower, FollowTask, Leader, LeadTask, PlayerError
from cerealbar.game import (
    ACTIONS,
    CELLS,
    MAX_REMARK_LENGTH,
    Action,
    Heading,
    Player,
    Refusal,
    check_action,
    check_instruction,
    check_text,
    deed_words,
    refusal_reason,
)
from cerealbar.language.intention import Intention
from cerealbar.views import DISTRIBUTIONS, Plan

AnyPlayer: TypeAlias = Follower | Leader
Tasks: TypeAlias = Sequence[FollowTask | LeadTask]
_LEADER, _FOLLOWER = Player
_STEPS_AND_DONE = [action for action in ACTIONS if action.is_step or action is Action.DONE]
_CHOICES = {
    _LEADER: {
        action: Choice(action) for action in (*_STEPS_AND_DONE, Action.INSTRUCT, Action.CANCEL)
    },
    _FOLLOWER: {action: Choice(action) for action in (*_STEPS_AND_DONE, Action.GIVE_UP)},
}
_ASKED = {_LEADER: "lead", _FOLLOWER: "follow"}
_UNORDERED = (str, bytes, set, frozenset, Mapping)
"""What can be iterated over and is no list of answers."""
_SHOWN_LENGTH = 120
"""Characters of an answer that an error repeats."""
_TOLD_LENGTH = 300
"""Characters of another's error that an error repeats."""
_TEXT_LENGTH = 60
"""Characters of an instruction that an error repeats."""
_SOURCES: "WeakKeyDictionary[object, str]" = WeakKeyDictionary()


def ask_follower(follower: Follower, tasks: Sequence[FollowTask]) -> list[Choice]:
    """What a follower chooses, one choice for each task.

    Raises:
        PlayerError: it answers with anything else.
    """
    return ask(follower, _FOLLOWER, tasks)


def ask(player: AnyPlayer, role: Player, tasks: Tasks) -> list[Choice]:
    """What a player chooses in its role, one choice for each task.

    Raises:
        PlayerError: it answers with anything else.
    """
    answers = answers_of(player, role, tasks)
    return [as_choice(answer, player, task) for answer, task in zip(answers, tasks, strict=True)]


def ask_plan(follower: AnyPlayer, game: int) -> Plan | None:
    """What a follower means to do, if it is one that tells.

    Raises:
        PlayerError: it tells anything else than a plan.
    """
    tell = getattr(follower, "plan", None)
    if tell is None:
        return None
    try:
        plan = tell(game)
    except Exception as error:  # a player may raise anything
        raise _failure(follower, _FOLLOWER, f"tell its plan in game {game}", error) from error
    return as_plan(plan, follower, game)


def ask_to_forget(player: AnyPlayer, role: Player, game: int) -> None:
    """Tell a player that a game is over.

    Raises:
        PlayerError: it fails.
    """
    try:
        player.forget(game)
    except Exception as error:  # as above
        raise _failure(player, role, f"forget game {game}", error) from error


def answers_of(player: AnyPlayer, role: Player, tasks: Tasks) -> list[object]:
    """As many answers as tasks, whatever each may be.

    Raises:
        PlayerError: it fails, or answers with more or less.
    """
    if isinstance(player, type):
        raise PlayerError(f"{who(player, role)} is a class: expected a player, {player.__name__}()")
    try:
        answer: object = getattr(player, _ASKED[role])(tasks)
        if isinstance(answer, list):
            found = answer
        elif isinstance(answer, Iterable) and not isinstance(answer, _UNORDERED):
            found = list(islice(answer, len(tasks) + 1))  # a generator runs, and fails, here
        else:
            raise _no_list(player, role, tasks, answer)
    except PlayerError:
        raise
    except Exception as error:  # as above
        raise _failure(player, role, f"answer {in_tasks(tasks)}", error) from error
    if len(found) != len(tasks):
        raise _no_list(player, role, tasks, found)
    return found


def _no_list(player: AnyPlayer, role: Player, tasks: Tasks, answer: object) -> PlayerError:
    many = f"with {len(answer)} answers, " if isinstance(answer, list) else ""
    return PlayerError(
        f"{who(player, role)} cannot answer {many}{shown(answer)} {in_tasks(tasks)}: "
        f"expected a list of {len(tasks)}, an answer for each task"
    )


def _failure(player: AnyPlayer, role: Player, deed: str, error: Exception) -> PlayerError:
    place = raised_at(error, player)
    return PlayerError(f"{who(player, role)} cannot {deed}: {told(error)}{place}")


def as_choice(answer: object, player: AnyPlayer, task: FollowTask | LeadTask) -> Choice:
    """What a player answered to a task, as a choice of what its role does.

    Raises:
        PlayerError: it is none.
    """
    role = _LEADER if isinstance(task, LeadTask) else _FOLLOWER
    action = answer.action if isinstance(answer, Choice) else answer
    try:
        choice = _CHOICES[role][action if isinstance(action, Action) else check_action(action)]
    except Exception:  # it is none of these, or so odd that even an error about it fails
        words = ", ".join(known.word for known in _CHOICES[role])
        reason = f"expected an Action, such as Action.FORWARD, or a Choice of one: {words}"
    else:
        text = answer.text if isinstance(answer, Choice) else None
        meant = answer.intention if isinstance(answer, Choice) else None
        if text is None and meant is None and choice.action is not Action.INSTRUCT:
            return choice
        try:
            return Choice(choice.action, _as_words(choice.action, text), _as_intention(meant))
        except (TypeError, ValueError) as error:
            reason = " ".join(str(error).split())
    deed = f"{who(player, role)} cannot choose {shown(answer)} {in_tasks([task])}"
    raise PlayerError(f"{deed}: {reason}")


def _as_words(action: Action, text: object) -> str | None:
    """The text that goes with an action, if one does."""
    if action is Action.INSTRUCT:
        if text is None:
            raise ValueError('expected a text, as in Choice(Action.INSTRUCT, "get the red card")')
        return check_instruction(text)
    if action is Action.GIVE_UP and text:
        return check_text(text, "reason", MAX_REMARK_LENGTH)
    return None


def _as_intention(intention: object) -> Intention | None:
    if intention is None:
        return None
    if not isinstance(intention, Intention) or not isinstance(intention.cards, tuple):
        raise TypeError("expected an Intention, with a tuple of cells")
    end, heading = intention.end, intention.heading
    return replace(
        intention,
        cards=tuple(map(_as_cell, intention.cards)),
        end=None if end is None else _as_cell(end),
        heading=None if heading is None else Heading(heading),
    )


def as_plan(plan: object, player: AnyPlayer, game: int) -> Plan | None:
    """What a player told of its plan, in plain numbers; None if it has no plan.

    Raises:
        PlayerError: it is no plan, or holds what is no cell or no weight from 0 to 1.
    """
    if plan is None:
        return None
    reason = "expected a Plan"
    if isinstance(plan, Plan):
        try:
            parts = {
                part: {index(cell): float(weight) for cell, weight in getattr(plan, part).items()}
                for part in DISTRIBUTIONS
            }
            return Plan(**parts, understood=plan.understood)
        except Exception as error:  # its parts may be anything that looks like a mapping
            reason = told(error)
    deed = f"{who(player, _FOLLOWER)} cannot plan {shown(plan)} in game {game}"
    raise PlayerError(f"{deed}: {reason}")


def _as_cell(cell: int) -> int:
    number = index(cell)
    if not 0 <= number < CELLS:
        raise ValueError(f"{shown(cell)} is no cell: expected a number below {CELLS}")
    return number


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
