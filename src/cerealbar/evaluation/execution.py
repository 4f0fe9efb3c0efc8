"""One instruction on its own, carried out by any follower.

The follower has ten steps a turn; between its turns the leader acts as recorded, or does nothing.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from cerealbar.agents import Choice, Follower, FollowTask, PlayerError, ask_follower
from cerealbar.game import (
    Action,
    Outcome,
    Player,
    Refusal,
    StateArray,
    deed_words,
    refusal_reason,
    step_many,
)
from cerealbar.language.intention import Intention
from cerealbar.views import BoardMemory


@dataclass(slots=True, eq=False)
class Execution:
    """One instruction that is being carried out."""

    number: int
    """What tells it from others; for the follower, each instruction is a game of its own."""
    states: StateArray
    """The board, as an array of one; it is changed."""
    text: str
    limit: int
    """How often the follower may choose."""
    past: tuple[str, ...] = ()
    """The instructions that were finished before."""
    intention: Intention | None = None
    leader_turns: list[list[int]] = field(default_factory=list)
    """What the leader does between the follower's turns."""
    memory: BoardMemory | None = None
    """What a follower with a sight has seen."""
    steps: list[int] = field(default_factory=list)
    """The follower's steps; a bump is none."""
    touched: Counter[int] = field(default_factory=Counter)
    """How often it stepped onto the card of a cell."""
    trail: list[int] = field(default_factory=list)
    """The cells it was on."""
    ending: Choice | None = None
    """With what it ended the instruction."""
    _choices: int = 0

    def __post_init__(self) -> None:
        self.trail.append(self.cell)

    @property
    def cell(self) -> int:
        """Where the follower is."""
        return int(self.states["player_cell"][0, Player.FOLLOWER])

    def task(self) -> FollowTask:
        """What the follower knows."""
        task = FollowTask(
            self.number,
            self.states,
            self.text,
            len(self.past),
            len(self.steps),
            self.past,
            self.intention,
        )
        return task if self.memory is None else task.within(self.memory)

    def take(self, follower: str, choice: Choice) -> bool:
        """Let the follower act; returns whether it goes on.

        Raises:
            PlayerError: the rules refuse the action.
        """
        self._choices += 1
        outcome = self._act(choice.action, Player.FOLLOWER)
        if outcome < 0:
            reason = refusal_reason(Refusal(outcome))
            raise PlayerError(f"follower {follower!r} cannot {deed_words(choice.action)}: {reason}")
        if not choice.action.is_step:
            self.ending = choice
        if outcome & Outcome.MOVED:
            self.steps.append(int(choice.action))
            self.trail.append(self.cell)
        if outcome & Outcome.TOGGLED:
            self.touched[self.cell] += 1
        if self.states["turn"][0] == Player.LEADER:
            self._lead()
        is_over = self.states["half_turns_left"][0] == 0
        return self.ending is None and not is_over and self._choices < self.limit

    def _act(self, action: int, player: Player) -> int:
        """Apply an action; a follower's being done changes nothing that is compared."""
        is_step = player is Player.LEADER or action < Action.DONE
        states = self.states if is_step else self.states.copy()
        (outcome,) = step_many(states, np.array([action], np.uint8)).tolist()
        if self.memory is not None:
            self.memory.look(self.states)
        return int(outcome)

    def _lead(self) -> None:
        """The leader's next turn; then the follower has all its steps again."""
        for action in self.leader_turns.pop(0) if self.leader_turns else ():
            self._act(action, Player.LEADER)
        self.states["turn"] = Player.FOLLOWER
        self.states["steps_left"] = self.states["step_limits"][0, Player.FOLLOWER]
        if self.memory is not None:
            self.memory.look(self.states)

    def finish(self) -> None:
        """Let the leader take the turns that are left to it."""
        while self.leader_turns:
            self.states["turn"] = Player.LEADER
            self.states["steps_left"] = self.states["step_limits"][0, Player.LEADER]
            self._lead()


def carry_out(
    executions: Sequence[Execution],
    follower: Follower,
    progress: Callable[[float], None] | None = None,
) -> None:
    """Let a follower carry out instructions, all side by side.

    `progress` is told which share is done.

    Raises:
        PlayerError: the follower answers with what it cannot do.
    """
    active = list(executions)
    while active:
        choices = ask_follower(follower, [execution.task() for execution in active])
        active = [
            execution
            for execution, choice in zip(active, choices, strict=True)
            if execution.take(follower.name, choice)
        ]
        if progress is not None:
            progress(1 - len(active) / len(executions))
    for execution in executions:
        execution.finish()
        follower.forget(execution.number)
