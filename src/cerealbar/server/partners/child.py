"""The process in which agents live: reads requests, writes replies, until its input ends."""

import os
import signal
import sys
from typing import BinaryIO

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
    WARM,
    AgentReply,
    AgentRequest,
    AgentsReady,
    Answer,
    Answered,
    Call,
    Forget,
    Load,
    Loaded,
    NamedAgent,
    Warmed,
    pack_reply,
    plain,
    read_request,
)
from cerealbar.server.partners.warming import warm_up_agents

_SEED = 0
_TOLD_LENGTH = 500


def main(*flags: str) -> None:
    """Answer requests on standard input; what agents print goes to standard error."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server decides when this process ends
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)

    def say(reply: AgentReply) -> None:
        replies.write(pack_reply(reply))
        replies.flush()

    if WARM in flags:
        warm_up_agents(lambda what, done, total: say(Warmed(what, done, total)))
    say(AgentsReady())
    agents = Agents()
    requests: BinaryIO = sys.stdin.buffer
    while (request := read_request(requests)) is not None:
        if (reply := agents.reply(request)) is not None:
            say(reply)


class Agents:
    """The agents of this process."""

    def __init__(self) -> None:
        self._followers: dict[NamedAgent, Follower] = {}
        self._leaders: dict[NamedAgent, Leader] = {}
        self._needs: dict[NamedAgent, Need] = {}
        """What each follower cannot do without."""

    def reply(self, request: AgentRequest) -> AgentReply | None:
        """What is to be said to a request; a failure is said too."""
        match request:
            case Load(agent):
                return self._load(agent)
            case Call(agent, tasks):
                try:
                    return Answered(self._answers(agent, tasks))
                except PlayerError as error:
                    return Answered(failure=_told(error))
            case Forget(agent, game):
                self._forget(agent, game)
                return None

    def _load(self, agent: NamedAgent) -> Loaded:
        player: Follower | Leader
        try:
            if agent.role == "follower":
                found = find_follower(agent.source)
                check_needs(agent.source, found.needs, WITHOUT_INTENTION)
                player = self._followers[agent] = found.make(_SEED)
                self._needs[agent] = found.needs
            else:
                player = self._leaders[agent] = find_leader(agent.source).make(_SEED)
            return Loaded(remembers=bool(getattr(player, "remembers", True)))
        except Exception as error:  # an agent's mistake must not end the others
            return Loaded(failure=_told(error))

    def _answers(
        self, agent: NamedAgent, tasks: tuple[FollowTask | LeadTask, ...]
    ) -> tuple[Answer, ...]:
        if agent.role == "follower":
            follower = self._followers[agent]
            following = [task for task in tasks if isinstance(task, FollowTask)]
            for task in following:
                given = WITHOUT_INTENTION if task.known is None else PARTIAL
                check_needs(agent.source, self._needs[agent], given)
            found = answers_of(follower, Player.FOLLOWER, following)
            return tuple(
                _followed(follower, task, answer)
                for task, answer in zip(following, found, strict=True)
            )
        leader = self._leaders[agent]
        leading = [task for task in tasks if isinstance(task, LeadTask)]
        said = answers_of(leader, Player.LEADER, leading)
        return tuple(_led(leader, task, answer) for task, answer in zip(leading, said, strict=True))

    def _forget(self, agent: NamedAgent, game: int) -> None:
        players = self._followers if agent.role == "follower" else self._leaders
        if agent not in players:
            return
        try:
            ask_to_forget(players[agent], PLAYERS[agent.role], game)
        except PlayerError as error:  # it will not be asked about this game again
            print(_told(error), file=sys.stderr)


def _followed(follower: Follower, task: FollowTask, answer: object) -> Answer:
    try:
        choice = as_choice(answer, follower, task)
        return plain(Answer(choice, ask_plan(follower, task.game)))
    except Exception as error:  # what an agent answers may raise anything when it is looked at
        return Answer(failure=_told(error))


def _led(leader: Leader, task: LeadTask, answer: object) -> Answer:
    try:
        return plain(Answer(as_choice(answer, leader, task)))
    except Exception as error:  # as above
        return Answer(failure=_told(error))


def _told(error: Exception) -> str:
    """A failure in a few words that can be sent, whatever is in them."""
    told = str(error) if isinstance(error, PlayerError) else f"{type(error).__name__}: {error}"
    return told[:_TOLD_LENGTH].encode(errors="replace").decode()


if __name__ == "__main__":
    main(*sys.argv[1:])
