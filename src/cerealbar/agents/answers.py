"""What players answer, read in one place: whatever it is, it becomes choices and plans, or one
error that says who answered what, in which game, and what was expected."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from operator import index

from cerealbar.agents.error_words import AnyPlayer, Tasks, in_tasks, raised_at, shown, told, who
from cerealbar.agents.protocol import (
    Choice,
    Follower,
    FollowTask,
    LeadTask,
    PlayerError,
)
from cerealbar.game import (
    ACTIONS,
    CELLS,
    MAX_INSTRUCTION_LENGTH,
    MAX_REMARK_LENGTH,
    Action,
    Heading,
    Player,
    check_action,
    check_instruction,
    check_text,
)
from cerealbar.language.intention import Intention
from cerealbar.views import DISTRIBUTIONS, Plan

MAX_TEXT_LENGTH = 4 * MAX_INSTRUCTION_LENGTH
"""Characters that a choice may have, white space included; the rules say what is too long."""
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
            found = Choice(choice.action, _as_text(text), _as_intention(meant))
            _check_words(found)
            return found
        except (TypeError, ValueError) as error:
            reason = " ".join(str(error).split())
    deed = f"{who(player, role)} cannot choose {shown(answer)} {in_tasks([task])}"
    raise PlayerError(f"{deed}: {reason}")


def _check_words(choice: Choice) -> None:
    """See that a text can be sent.

    Raises:
        InstructionError: it cannot.
    """
    if choice.action is Action.INSTRUCT:
        if choice.text is None:
            raise ValueError('expected a text, as in Choice(Action.INSTRUCT, "get the red card")')
        check_instruction(choice.text)
    elif choice.action is Action.GIVE_UP and choice.text:
        check_text(choice.text, "reason", MAX_REMARK_LENGTH)


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
