"""Questions to agents that wait, and which of them are asked together."""

import asyncio
from collections.abc import Collection, Container, Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from cerealbar.server.partners.asking import AgentTask, Answer, NamedAgent

MAX_BATCH = 64
"""Questions that are put to an agent at once."""
_SHARE = 0.75
"""Of the time limit that a batch is to take at most."""

Place = TypeVar("Place", bound=Hashable)


@dataclass(eq=False, slots=True)
class WaitingQuestion:
    """What an agent is to do in one game; without a task, it is only to be loaded."""

    agent: NamedAgent
    game: int
    task: AgentTask | None
    since: float
    """When it was asked."""
    answer: "asyncio.Future[Answer]"
    is_alone: bool = False
    """Whether it must be asked by itself, as it was in a batch that failed."""
    deaths: int = 0
    """How often the process ended while it was asked by itself."""


@dataclass(slots=True)
class WaitingLine(Generic[Place]):
    """Questions in the order in which they came.

    A game stays where an agent was first asked about it, for what the agent remembers, until the
    agent is told to forget it or the place is gone; an agent that says that it remembers nothing is
    asked anywhere.
    """

    seconds: float
    """The time limit of a call."""
    questions: list[WaitingQuestion] = field(default_factory=list)
    _homes: dict[tuple[NamedAgent, int], Place] = field(default_factory=dict)
    _sizes: dict[NamedAgent, int] = field(default_factory=dict)

    def add(self, question: WaitingQuestion) -> None:
        """Someone asks."""
        self.questions.append(question)

    def add_again(self, batch: Collection[WaitingQuestion]) -> None:
        """What failed together is to be asked one by one, before anything else."""
        for question in batch:
            question.is_alone = True
        self.questions[:0] = batch

    def discard(self, question: WaitingQuestion) -> None:
        """Nobody wants to know any more."""
        if question in self.questions:
            self.questions.remove(question)

    def take(
        self, place: Place, among: Container[NamedAgent] | None = None
    ) -> list[WaitingQuestion]:
        """The questions that are to be asked next at a place, all of one agent, if there are any;
        `among` says of which agents."""
        here = [
            question
            for question in self.questions
            if self._homes.get((question.agent, question.game), place) == place
        ]
        first = next(
            (question for question in here if among is None or question.agent in among), None
        )
        if first is None:
            return []
        batch = [first]
        if not first.is_alone and first.task is not None:
            alike = (
                other
                for other in here
                if other.agent == first.agent and not other.is_alone and other.task is not None
            )
            size = self._sizes.get(first.agent, 1)
            batch = [question for question, _ in zip(alike, range(size), strict=False)]
        for question in batch:
            self.questions.remove(question)
        return batch

    def settle(self, batch: Collection[WaitingQuestion], place: Place) -> None:
        """The games of a batch stay at a place from now on."""
        for question in batch:
            if question.task is not None:
                self._homes[question.agent, question.game] = place

    def leave(self, agent: NamedAgent, game: int) -> Place | None:
        """An agent has to do with a game no more; where it was asked about it."""
        return self._homes.pop((agent, game), None)

    def abandon(self, place: Place) -> None:
        """All games of a place can go elsewhere, as what was remembered there is gone."""
        self._homes = {key: home for key, home in self._homes.items() if home != place}

    def learn(self, agent: NamedAgent, count: int, seconds: float) -> None:
        """How long an agent took for a batch tells how many it can be asked at once: as many as fit
        into the limit if each takes as long, and no less than before if that did fit."""
        fitting = int(count * _SHARE * self.seconds / max(seconds, 1e-6))
        if seconds <= _SHARE * self.seconds:
            fitting = max(fitting, self._sizes.get(agent, 1))
        self._sizes[agent] = max(1, min(fitting, MAX_BATCH))

    def distrust(self, agent: NamedAgent) -> None:
        """An agent took too long for a batch."""
        self._sizes[agent] = 1
