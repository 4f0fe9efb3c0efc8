"""What is done in a process of agents: they are made, asked, and told to forget games."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from cerealbar.agents import (
    PARTIAL,
    WITHOUT_INTENTION,
    Follower,
    FollowTask,
    Leader,
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
from cerealbar.game import PLAYERS
from cerealbar.server.partners.asking import (
    AgentFailedError,
    AgentTask,
    Answer,
    NamedAgent,
    pack_answers,
    read_answers,
)

_SEED = 0
_TOLD_LENGTH = 500
_players: dict[NamedAgent, Follower | Leader] = {}
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
            follower = find_follower(agent.source)
            check_needs(agent.source, follower.needs, WITHOUT_INTENTION)
            _needs[agent] = follower.needs
            player = _players[agent] = follower.make(_SEED)
        else:
            player = _players[agent] = find_leader(agent.source).make(_SEED)
        return bool(getattr(player, "remembers", True))


def answers(agent: NamedAgent, tasks: tuple[AgentTask, ...]) -> bytes:
    """What an agent that was loaded does next in each of some games, packed.

    Raises:
        AgentFailedError: it fails as a whole.
    """
    with _telling_failures():
        player = _players[agent]
        for task in tasks:
            if isinstance(task, FollowTask):
                given = WITHOUT_INTENTION if task.known is None else PARTIAL
                check_needs(agent.source, _needs[agent], given)
        found = answers_of(player, PLAYERS[agent.role], tasks)
        return pack_answers([_judged(player, *pair) for pair in zip(tasks, found, strict=True)])


def forget(agent: NamedAgent, game: int) -> None:
    """Tell an agent that a game is over; if it fails, it will not be asked about it again."""
    if agent not in _players:
        return
    try:
        ask_to_forget(_players[agent], PLAYERS[agent.role], game)
    except PlayerError as error:
        print(_told(error), file=sys.stderr)


def _judged(player: Follower | Leader, task: AgentTask, answer: object) -> Answer:
    """The answer to a task as the server will read it, or why there is none."""
    try:
        choice = as_choice(answer, player, task)
        plan = ask_plan(player, task.game) if isinstance(task, FollowTask) else None
        return read_answers(pack_answers((Answer(choice, plan),)))[0]
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
