"""Instruction-level evaluation: each instruction from its recorded start (paper, Section 7).

The follower has ten steps a turn; between its turns the leader acts as recorded.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from cerealbar.agents.protocol import Follower, FollowTask
from cerealbar.game import Action, Player, StateArray, step_many
from cerealbar.records import Examples

MAX_ACTIONS = 25
"""Actions of the follower after which an instruction ends (paper, Appendix G)."""
_CARD_FIELDS = ("card_cell", "card_kind", "selected")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one instruction."""

    cards: bool
    """Whether the cards are as they were after the recorded execution."""
    environment: bool
    """Whether also the follower is where it was."""
    actions: bool
    """Whether the actions were the recorded ones."""


@dataclass(frozen=True, slots=True)
class Accuracy:
    """Shares of instructions."""

    instructions: int
    cards: float
    environment: float
    actions: float


class _Run:
    """One instruction that is being carried out."""

    def __init__(self, examples: Examples, example: int) -> None:
        self.examples = examples
        self.example = example
        self.states: StateArray = examples.start[example : example + 1].copy()
        self.taken: list[int] = []
        first, last = int(examples.first[example]), int(examples.last[example])
        self._leader_turns = _leader_turns(examples, first, last)

    def task(self) -> FollowTask:
        steps = sum(action < Action.DONE for action in self.taken)
        text = self.examples.texts[self.example]
        return FollowTask(self.example, self.states, text, 0, steps)

    def take(self, action: Action) -> bool:
        """Let the follower act; returns whether it goes on."""
        self.taken.append(int(action))
        if action is Action.DONE:
            return False
        self._act(int(action))
        if self.states["turn"][0] == Player.LEADER:
            self._lead()
        return len(self.taken) < MAX_ACTIONS

    def _act(self, action: int) -> None:
        step_many(self.states, np.array([action], np.uint8))

    def _lead(self) -> None:
        """The leader's next recorded turn; then the follower has all its steps again."""
        for action in self._leader_turns.pop(0) if self._leader_turns else ():
            self._act(action)
        self.states["turn"] = Player.FOLLOWER
        self.states["steps_left"] = self.states["step_limits"][0, Player.FOLLOWER]

    def outcome(self) -> Outcome:
        while self._leader_turns:
            self.states["turn"] = Player.LEADER
            self.states["steps_left"] = self.states["step_limits"][0, Player.LEADER]
            self._lead()
        gold = self.examples.final[self.example]
        state = self.states[0]
        cards = all(np.array_equal(state[name], gold[name]) for name in _CARD_FIELDS)
        cell = state["player_cell"][Player.FOLLOWER] == gold["player_cell"][Player.FOLLOWER]
        recorded = [
            int(action)
            for action in self.examples.follower_actions(self.example)
            if action <= Action.DONE
        ]
        return Outcome(cards, bool(cards and cell), self.taken == recorded)


def _leader_turns(examples: Examples, first: int, last: int) -> list[list[int]]:
    """The leader's actions between two deeds of the log, turn by turn."""
    turns: list[list[int]] = []
    led = False
    for i in range(first, last + 1):
        if examples.players[i] == Player.LEADER:
            if not led:
                turns.append([])
            turns[-1].append(int(examples.actions[i]))
        led = bool(examples.players[i] == Player.LEADER)
    return turns


def evaluate_instructions(
    examples: Examples, follower: Follower, chosen: Iterable[int] | None = None
) -> tuple[Accuracy, dict[int, Outcome]]:
    """How many of the instructions the follower carries out as recorded.

    `chosen` are the indices of the examples to evaluate, by default all. The follower is told
    neither the leader's intention nor earlier instructions.
    """
    runs = [_Run(examples, example) for example in chosen or range(len(examples))]
    active = runs
    while active:
        actions = follower.follow([run.task() for run in active])
        active = [
            run for run, action in zip(active, actions, strict=True) if run.take(Action(action))
        ]
    outcomes = {run.example: run.outcome() for run in runs}
    for run in runs:
        follower.forget(run.example)
    count = len(outcomes)
    shares = [
        sum(getattr(outcome, name) for outcome in outcomes.values()) / count if count else 0.0
        for name in ("cards", "environment", "actions")
    ]
    return Accuracy(count, *shares), outcomes
