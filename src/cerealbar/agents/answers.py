"""What players answer, read in one place: whatever it is, it becomes choices and plans, or one
error that says who answered what."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from cerealbar.agents.protocol import (
    Choice,
    Follower,
    FollowTask,
    Leader,
    LeadTask,
    Planning,
    PlayerError,
)
from cerealbar.game import (
    ACTIONS,
    CELLS,
    MAX_INSTRUCTION_LENGTH,
    Action,
    Heading,
    check_action,
)
from cerealbar.language.intention import Intention
from cerealbar.views import DISTRIBUTIONS, Plan

MAX_TEXT_LENGTH = 4 * MAX_INSTRUCTION_LENGTH
"""Characters that a choice may have, white space included; the rules say what is too long."""
_SHOWN_LENGTH = 200
"""Characters of an answer that an error repeats."""
_Choices = Mapping[Action, Choice]
_CHOICES: _Choices = {action: Choice(action) for action in ACTIONS if action is not Action.TIME_OUT}
_LEADER_ONLY = (Action.INSTRUCT, Action.CANCEL)
_FOLLOWER_CHOICES: _Choices = {
    action: choice for action, choice in _CHOICES.items() if action not in _LEADER_ONLY
}


def ask_follower(follower: Follower, tasks: Sequence[FollowTask]) -> list[Choice]:
    """What a follower chooses, one choice for each task.

    Raises:
        PlayerError: it answers with anything else.
    """
    answers = follower_answers(follower, tasks)
    return [as_follower_choice(answer, follower.name) for answer in answers]


def ask_leader(leader: Leader, tasks: Sequence[LeadTask]) -> list[Choice]:
    """What a leader chooses, one choice for each task.

    Raises:
        PlayerError: it answers with anything else.
    """
    return [as_choice(answer, leader.name) for answer in leader_answers(leader, tasks)]


def ask_plan(follower: Follower, game: int) -> Plan | None:
    """What a follower means to do, if it is one that tells.

    Raises:
        PlayerError: it tells anything else than a plan.
    """
    if not isinstance(follower, Planning):
        return None
    try:
        return as_plan(follower.plan(game), follower.name)
    except PlayerError:
        raise
    except Exception as error:  # a player may raise anything
        raise PlayerError(f"{follower.name!r} cannot tell its plan: {_told(error)}") from error


def follower_answers(follower: Follower, tasks: Sequence[FollowTask]) -> list[object]:
    """As many answers as tasks, whatever each may be.

    Raises:
        PlayerError: it fails, or answers with more or less.
    """
    return _answers(lambda: follower.follow(tasks), follower.name, len(tasks))


def leader_answers(leader: Leader, tasks: Sequence[LeadTask]) -> list[object]:
    """As many answers as tasks, whatever each may be.

    Raises:
        PlayerError: it fails, or answers with more or less.
    """
    return _answers(lambda: leader.lead(tasks), leader.name, len(tasks))


def _answers(ask: Callable[[], Iterable[object]], player: str, count: int) -> list[object]:
    try:
        found = list(ask())
    except Exception as error:  # a player may raise anything, or answer with no sequence
        raise PlayerError(f"{player!r} cannot answer: {_told(error)}") from error
    if len(found) != count:
        raise PlayerError(f"{player!r} made {len(found)} choices: expected {count}, one a task")
    return found


def as_choice(answer: object, player: str) -> Choice:
    """What a player answered, as a choice.

    Raises:
        PlayerError: it is none.
    """
    return _as_choice(answer, player, _CHOICES)


def as_follower_choice(answer: object, player: str) -> Choice:
    """What a follower answered, as a choice of what followers do.

    Raises:
        PlayerError: it is none.
    """
    return _as_choice(answer, player, _FOLLOWER_CHOICES)


def _as_choice(answer: object, player: str, choices: _Choices) -> Choice:
    action = answer.action if isinstance(answer, Choice) else answer
    try:
        choice = choices[action if isinstance(action, Action) else check_action(action)]
    except Exception:  # it is none of these, or so odd that even an error about it fails
        words = ", ".join(known.word for known in choices)
        raise PlayerError(
            f"{player!r} cannot choose {_shown(answer)}: expected an Action or a Choice of {words}"
        ) from None
    if not isinstance(answer, Choice) or (answer.text is None and answer.intention is None):
        return choice
    try:
        return replace(
            choice, text=_as_text(answer.text), intention=_as_intention(answer.intention)
        )
    except (TypeError, ValueError) as error:
        raise PlayerError(f"{player!r} cannot choose {_shown(answer)}: {error}") from None


def _as_text(text: object) -> str | None:
    if text is None:
        return None
    if not isinstance(text, str):
        raise TypeError("expected a text and an Intention")
    if len(text) > MAX_TEXT_LENGTH:
        raise ValueError(f"its text has {len(text)} characters, the most is {MAX_TEXT_LENGTH}")
    if not text.isprintable():  # seldom, so that most texts are not encoded
        text.encode()  # half a character is none
    return str.__str__(text)


def _as_intention(intention: object) -> Intention | None:
    if intention is None:
        return None
    if not isinstance(intention, Intention) or not isinstance(intention.cards, tuple):
        raise TypeError("expected a text and an Intention")
    end, heading = intention.end, intention.heading
    return replace(
        intention,
        cards=tuple(map(_as_cell, intention.cards)),
        end=None if end is None else _as_cell(end),
        heading=None if heading is None else Heading(heading),
    )


def as_plan(plan: object, player: str) -> Plan | None:
    """What a player told of its plan, in plain numbers; None if it has no plan.

    Raises:
        PlayerError: it is no plan, or holds what is no cell or no weight from 0 to 1.
    """
    if plan is None:
        return None
    if not isinstance(plan, Plan):
        raise PlayerError(f"{player!r} cannot plan {_shown(plan)}: expected a Plan")
    parts: dict[str, dict[int, float]] = {}
    try:
        for part in DISTRIBUTIONS:
            weights = getattr(plan, part).items()
            parts[part] = {_as_cell(cell): _as_weight(weight) for cell, weight in weights}
        return Plan(**parts, understood=str(plan.understood))
    except Exception as error:  # its parts may be anything that looks like a mapping
        raise PlayerError(f"{player!r} cannot plan {_shown(plan)}: {_told(error)}") from None


def _as_cell(cell: object) -> int:
    is_number = isinstance(cell, int | np.integer) and not isinstance(cell, bool)
    if not is_number or not 0 <= int(cell) < CELLS:  # type: ignore[call-overload]  # seen above
        raise ValueError(f"{_shown(cell)} is no cell: expected a number below {CELLS}")
    return int(cell)  # type: ignore[call-overload]  # seen above


def _as_weight(weight: object) -> float:
    is_number = isinstance(weight, float | int | np.floating) and not isinstance(weight, bool)
    number = float(weight) if is_number else math.nan  # type: ignore[arg-type]  # seen above
    if not 0 <= number <= 1:
        raise ValueError(f"{_shown(weight)} is no weight: expected a number from 0 to 1")
    return number


def _shown(answer: object) -> str:
    """An answer in an error, however long or odd it is."""
    try:
        shown = repr(answer)
    except Exception:  # its repr may raise anything
        shown = f"<{type(answer).__name__}>"
    return shown if len(shown) <= _SHOWN_LENGTH else f"{shown[:_SHOWN_LENGTH]}..."


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {' '.join(str(error).split())}"[: 2 * _SHOWN_LENGTH]
