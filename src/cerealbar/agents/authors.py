"""Simulated people as writers: a style, and what a game allows to refer to."""

import random
from dataclasses import dataclass, field, replace

from cerealbar.agents.writing import WriteRequest
from cerealbar.game import Pose
from cerealbar.language import Fault, Memory, Purpose, Style, write


@dataclass(slots=True)
class _Story:
    """What a game has told its writer."""

    memory: Memory = field(default_factory=Memory)
    score: int = 0
    half_turns_left: int = -1
    """When the last instruction was written: tells turns apart."""


class Author:
    """Writes all instructions of one game in one person's style."""

    def __init__(self, style: Style, seed: str) -> None:
        self.style = style
        self._rng = random.Random(seed)
        self._story = _Story()

    def __call__(self, request: WriteRequest) -> str:
        """The request's intention in this person's words."""
        if request.number == 0:  # perhaps again, as the turn ended before it was sent
            self._story = _Story()
        story = self._story
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
