"""Simulated people as writers: a style, and what each of its games allows to refer to."""

import random
from dataclasses import dataclass, field, replace

from cerealbar.agents.writing import WriteRequest
from cerealbar.game import Pose
from cerealbar.language import Fault, Memory, Purpose, Style, population, write


@dataclass(slots=True)
class _Story:
    """What one game has told its writer."""

    memory: Memory = field(default_factory=Memory)
    score: int = 0
    half_turns_left: int = -1
    """When the last instruction was written: tells turns apart."""


class Author:
    """Writes all instructions of some games in one person's style."""

    def __init__(self, style: Style, seed: str) -> None:
        self.style = style
        self._rng = random.Random(seed)
        self._stories: dict[int, _Story] = {}

    def __call__(self, request: WriteRequest) -> str:
        """The request's intention in this person's words."""
        story = self._stories.get(request.game)
        if story is None or request.number == 0:
            story = self._stories[request.game] = _Story()
        state = request.states[0]
        score, left = int(state["score"]), int(state["half_turns_left"])
        named = story.memory.named
        memory = replace(
            story.memory,
            named=named if named in state["card_cell"][: state["cards"]] else None,
            touched=request.touched,
            fault=self._fault(request),
            has_scored=score > story.score,
            is_pleased=request.was_obeyed,
            is_queued=left == story.half_turns_left or bool(state["waiting"]),
        )
        draft = write(
            request.states,
            request.intention,
            self.style,
            self._rng,
            memory,
            start=Pose(request.cell, request.heading),
            selected=request.selected,
        )
        story.memory = memory.after(draft, request.intention.cards)
        story.score, story.half_turns_left = score, left
        return draft.text

    def _fault(self, request: WriteRequest) -> Fault | None:
        if request.intention.purpose is not Purpose.CORRECT:
            return None
        if request.was_obeyed:
            return Fault.LEADER
        return Fault.FOLLOWER


class PooledAuthors:
    """Lets another person of a population write in each game."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._people = population(seed)
        self._authors: dict[int, Author] = {}

    def __call__(self, request: WriteRequest) -> str:
        """The request's intention in the words of its game's person."""
        author = self._authors.get(request.game)
        if author is None or request.number == 0:
            key = f"{self._seed} {request.game}"
            person = random.Random(f"person {key}").choice(self._people)
            author = self._authors[request.game] = Author(person, f"words {key}")
        return author(request)
