"""The process in which agents live: reads questions, writes answers, until its input ends."""

import os
import signal
import sys
from typing import BinaryIO

from cerealbar.agents import (
    PARTIAL,
    WITHOUT_INTENTION,
    Choice,
    Follower,
    FollowTask,
    Leader,
    LeadTask,
    Planning,
    ask_follower,
    ask_leader,
    make_follower,
    make_leader,
)
from cerealbar.game import CerealBarError
from cerealbar.server.partners.asking import READY, Answer, Question, pack, read
from cerealbar.server.partners.warming import warm_up_agents
from cerealbar.views import Plan


def main() -> None:
    """Answer questions on standard input; what agents print goes to standard error."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server decides when this process ends
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    warm_up_agents()
    answers.write(pack(READY))
    answers.flush()
    agents = Agents()
    questions: BinaryIO = sys.stdin.buffer
    while (question := read(questions)) is not None:
        answers.write(pack(agents.answer(question)))
        answers.flush()


class Agents:
    """The agents of this process, one of each name and role."""

    def __init__(self) -> None:
        self._followers: dict[str, Follower] = {}
        self._leaders: dict[str, Leader] = {}

    def answer(self, question: Question) -> Answer:
        """What the agent does; a failure is an answer too."""
        try:
            choice, plan = None, None
            if question.is_leader:
                choice = self._lead(question)
            else:
                choice, plan = self._follow(question)
            return Answer(question.number, choice, plan)
        except CerealBarError as error:
            return Answer(question.number, failure=str(error))
        except Exception as error:  # an agent's mistake must not end the others
            return Answer(question.number, failure=f"{type(error).__name__}: {error}")

    def _follow(self, question: Question) -> tuple[Choice | None, Plan | None]:
        follower = self._followers.get(question.name)
        if not isinstance(question.task, FollowTask):
            if follower is not None:
                follower.forget(question.game)
            return None, None
        if follower is None:
            given = PARTIAL if question.task.known is not None else WITHOUT_INTENTION
            follower = make_follower(question.source, given=given)
            self._followers[question.name] = follower
        (choice,) = ask_follower(follower, [question.task])
        plan = follower.plan(question.game) if isinstance(follower, Planning) else None
        return choice, plan

    def _lead(self, question: Question) -> Choice | None:
        leader = self._leaders.get(question.name)
        if not isinstance(question.task, LeadTask):
            if leader is not None:
                leader.forget(question.game)
            return None
        if leader is None:
            leader = self._leaders[question.name] = make_leader(question.source)
        (choice,) = ask_leader(leader, [question.task])
        return choice


if __name__ == "__main__":
    main()
