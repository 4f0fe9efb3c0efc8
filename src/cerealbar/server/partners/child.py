"""The process in which agents live: reads questions, writes answers, until its input ends."""

import os
import signal
import sys
from collections.abc import Callable
from importlib import import_module
from typing import BinaryIO, TypeVar

from cerealbar.agents import (
    Choice,
    Follower,
    FollowTask,
    Leader,
    LeadTask,
    Planning,
    as_choice,
    make_follower,
    make_leader,
)
from cerealbar.server.partners.asking import READY, Answer, Question, pack, read
from cerealbar.server.partners.warming import warm_up_agents
from cerealbar.views import Plan

Made = TypeVar("Made")


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
        except Exception as error:  # an agent's mistake must not end the others
            return Answer(question.number, failure=f"{type(error).__name__}: {error}")

    def _follow(self, question: Question) -> tuple[Choice | None, Plan | None]:
        follower = self._followers.get(question.name)
        if follower is None:
            follower = _made(question, make_follower)
            self._followers[question.name] = follower
        if not isinstance(question.task, FollowTask):
            follower.forget(question.game)
            return None, None
        (answer,) = follower.follow([question.task])
        plan = follower.plan(question.game) if isinstance(follower, Planning) else None
        return as_choice(answer), plan

    def _lead(self, question: Question) -> Choice | None:
        leader = self._leaders.get(question.name)
        if leader is None:
            leader = _made(question, make_leader)
            self._leaders[question.name] = leader
        if not isinstance(question.task, LeadTask):
            leader.forget(question.game)
            return None
        (choice,) = leader.lead([question.task])
        return choice


def _made(question: Question, registered: Callable[[str, int], Made]) -> Made:
    if question.source is None:
        return registered(question.name, 0)
    module, _, name = question.source.partition(":")
    found: Made = getattr(import_module(module), name)()
    return found


if __name__ == "__main__":
    main()
