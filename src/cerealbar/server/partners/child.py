"""What is done in a process of agents: they are made, asked, and told to forget games."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TypeVar

from cerealbar.agents import (
    PARTIAL,
    WITHOUT_INTENTION,
    Follower,
    FollowTask,
    Leader,
    LeadTask,
    PlayerError,
    answers_of,
    as_choice,
    ask_plan,
    ask_to_forget,
    check_needs,
    find_follower,
    find_leader,
)
from cerealbar.agents.protocol import Need
from cerealbar.game import PLAYERS, Player
from cerealbar.server.partners.asking import (
    AgentFailedError,
    AgentTask,
    Answer,
    NamedAgent,
    pack_answers,
    read_answers,
)

Task = TypeVar("Task", FollowTask, LeadTask)
_SEED = 0
_TOLD_LENGTH = 500
_followers: dict[NamedAgent, Follower] = {}
_leaders: dict[NamedAgent, Leader] = {}
_needs: dict[NamedAgent, Need] = {}
"""What each follower cannot do without."""


def begin() -> None:
    """Send what agents print to standard error."""
    os.dup2(2, 1)


def load(agent: NamedAgent) -> bool:
    """Make an agent; whether a game should stay where it was asked about first.

    Raises:
        AgentFailedError: it cannot be made.
    """
    player: Follower | Leader
    with _telling_failures():
        if agent.role == "follower":
            found = find_follower(agent.source)
            check_needs(agent.source, found.needs, WITHOUT_INTENTION)
            player = _followers[agent] = found.make(_SEED)
            _needs[agent] = found.needs
        else:
            player = _leaders[agent] = find_leader(agent.source).make(_SEED)
        return bool(getattr(player, "remembers", True))


def answers(agent: NamedAgent, tasks: tuple[AgentTask, ...]) -> bytes:
    """What an agent that was loaded does next in each of some games, packed.

    Raises:
        AgentFailedError: it fails as a whole.
    """
    with _telling_failures():
        if agent.role == "follower":
            return pack_answers(
                _followed(agent, [it for it in tasks if isinstance(it, FollowTask)])
            )
        return pack_answers(_led(_leaders[agent], [it for it in tasks if isinstance(it, LeadTask)]))


def forget(agent: NamedAgent, game: int) -> None:
    """Tell an agent that a game is over; if it fails, it will not be asked about it again."""
    player = (_followers if agent.role == "follower" else _leaders).get(agent)
    if player is None:
        return
    try:
        ask_to_forget(player, PLAYERS[agent.role], game)
    except PlayerError as error:
        print(_told(error), file=sys.stderr)


def _followed(agent: NamedAgent, tasks: list[FollowTask]) -> list[Answer]:
    follower = _followers[agent]
    for task in tasks:
        given = WITHOUT_INTENTION if task.known is None else PARTIAL
        check_needs(agent.source, _needs[agent], given)

    def judge(task: FollowTask, answer: object) -> Answer:
        return Answer(as_choice(answer, follower, task), ask_plan(follower, task.game))

    return list(map(partial(_judged, judge), tasks, answers_of(follower, Player.FOLLOWER, tasks)))


def _led(leader: Leader, tasks: list[LeadTask]) -> list[Answer]:
    def judge(task: LeadTask, answer: object) -> Answer:
        return Answer(as_choice(answer, leader, task))

    return list(map(partial(_judged, judge), tasks, answers_of(leader, Player.LEADER, tasks)))


def _judged(judge: Callable[[Task, object], Answer], task: Task, answer: object) -> Answer:
    """The answer to a task as the server will read it, or why there is none."""
    try:
        return read_answers(pack_answers((judge(task, answer),)))[0]
    except Exception as error:  # what an agent answers may raise anything when it is looked at
        return Answer(failure=_told(error))


@contextmanager
def _telling_failures() -> Iterator[None]:
    """Within, whatever an agent raises is a failure in words, which can be sent."""
    try:
        yield
    except BaseException as error:  # also what would end the server that waits for an answer
        raise AgentFailedError(_told(error)) from None


def _told(error: BaseException) -> str:
    """A failure in a few words that can be sent, whatever is in them."""
    told = str(error) if isinstance(error, PlayerError) else f"{type(error).__name__}: {error}"
    return told[:_TOLD_LENGTH].encode(errors="replace").decode()
