"""Instruction-level evaluation: each instruction from its recorded start (paper, Section 7).

The follower has ten steps a turn; between its turns the leader acts as recorded.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from cerealbar.agents import (
    EVERYTHING,
    PARTIAL,
    WITHOUT_INTENTION,
    Choice,
    Follower,
    FollowTask,
    Need,
    PlayerError,
    ask_follower,
)
from cerealbar.agents.playing import intention_of
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
from cerealbar.records import Examples
from cerealbar.views import BoardMemory, Sight

MAX_CHOICES = 25
"""Choices of the follower after which an instruction ends (paper, Appendix G)."""
_CARD_FIELDS = ("card_cell", "card_kind", "selected")


@dataclass(frozen=True, slots=True)
class InstructionResult:
    """What became of one instruction."""

    cards: bool
    """Whether the cards are as they were after the recorded execution."""
    environment: bool
    """Whether also the follower is where it was."""
    actions: bool
    """Whether the actions were the recorded ones; bumps are none."""


@dataclass(frozen=True, slots=True)
class Accuracy:
    """Shares of instructions."""

    instructions: int
    cards: float
    environment: float
    actions: float


class _Run:
    """One instruction that is being carried out."""

    def __init__(self, examples: Examples, example: int, memory: BoardMemory | None) -> None:
        self.examples = examples
        self.example = example
        self.states = _start(examples, example)
        self.steps: list[int] = []
        self.is_done = False
        self._memory = memory
        self._choices = 0
        first, last = int(examples.first[example]), int(examples.last[example])
        self._leader_turns = _leader_turns(examples, first, last)
        self._past = examples.texts[examples.first_of_game(example) : example]

    def task(self) -> FollowTask:
        """What the follower knows; each instruction is a game of its own."""
        examples, example = self.examples, self.example
        task = FollowTask(
            example,
            self.states,
            examples.texts[example],
            len(self._past),
            len(self.steps),
            self._past,
            intention_of(examples.meant[example]),
        )
        return task if self._memory is None else task.within(self._memory)

    def take(self, follower: str, choice: Choice) -> bool:
        """Let the follower act; returns whether it goes on."""
        self._choices += 1
        outcome = self._act(choice.action, Player.FOLLOWER)
        if outcome < 0:
            reason = refusal_reason(Refusal(outcome))
            raise PlayerError(f"follower {follower!r} cannot {deed_words(choice.action)}: {reason}")
        self.is_done = not choice.action.is_step
        if outcome & Outcome.MOVED:
            self.steps.append(int(choice.action))
        if self.states["turn"][0] == Player.LEADER:
            self._lead()
        is_over = self.states["half_turns_left"][0] == 0
        return not (self.is_done or is_over) and self._choices < MAX_CHOICES

    def _act(self, action: int, player: Player) -> int:
        """Apply an action; a follower's being done changes nothing that is compared."""
        is_step = player is Player.LEADER or action < Action.DONE
        states = self.states if is_step else self.states.copy()
        (outcome,) = step_many(states, np.array([action], np.uint8)).tolist()
        if self._memory is not None:
            self._memory.look(self.states)
        return int(outcome)

    def _lead(self) -> None:
        """The leader's next recorded turn; then the follower has all its steps again."""
        for action in self._leader_turns.pop(0) if self._leader_turns else ():
            self._act(action, Player.LEADER)
        self.states["turn"] = Player.FOLLOWER
        self.states["steps_left"] = self.states["step_limits"][0, Player.FOLLOWER]
        if self._memory is not None:
            self._memory.look(self.states)

    def result(self) -> InstructionResult:
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
            if Action(action).is_step
        ]
        is_exact = self.is_done and self.steps == recorded
        return InstructionResult(cards, bool(cards and cell), is_exact)


def given_by(examples: Examples, sight: Sight | None = None) -> Need:
    """What recorded games can give a follower: what was meant only if that is recorded of all."""
    if sight is not None:
        return PARTIAL
    return EVERYTHING if None not in examples.meant else WITHOUT_INTENTION


def _start(examples: Examples, example: int) -> StateArray:
    """A copy of the record with which an example begins."""
    return np.array(examples.start[example : example + 1])


def _leader_turns(examples: Examples, first: int, last: int) -> list[list[int]]:
    """The leader's actions between two deeds of the log, turn by turn."""
    players = examples.players[first : last + 1].tolist()
    deeds = zip(players, examples.actions[first : last + 1].tolist(), strict=True)
    return [
        [action for _, action in turn]
        for player, turn in groupby(deeds, key=lambda deed: deed[0])
        if player == Player.LEADER
    ]


def _memories(examples: Examples, chosen: Sequence[int], sight: Sight) -> dict[int, BoardMemory]:
    """What the follower has seen of its game when each example begins.

    Before the first instruction of a game that is what it sees when it begins with it.
    """
    memories: dict[int, BoardMemory] = {}
    of_game, deed = -1, 0
    for example in sorted(set(chosen)):
        begin = examples.first_of_game(example)
        if begin != of_game:
            of_game, deed = begin, int(examples.first[begin])
            states, memory = _start(examples, begin), BoardMemory(sight)
            memory.look(states)
        for action in examples.actions[deed : examples.first[example]]:
            step_many(states, np.array([action], np.uint8))
            memory.look(states)
        deed = int(examples.first[example])
        memories[example] = memory.copy()
    return memories


def evaluate_instructions(
    examples: Examples,
    follower: Follower,
    chosen: Iterable[int] | None = None,
    sight: Sight | None = None,
    progress: Callable[[float], None] | None = None,
) -> tuple[Accuracy, dict[int, InstructionResult]]:
    """How many of the instructions the follower carries out as recorded.

    `chosen` are the indices of the examples to evaluate, by default all. With a `sight` the
    follower knows only what it has seen in the recorded game and since. It is told the earlier
    instructions that were finished, and what was meant where that is recorded and it sees all.
    `progress` is told which share is done.

    Raises:
        PlayerError: the follower answers with what it cannot do.
        IndexError: an index is none of the examples.
    """
    indices = sorted(set(range(len(examples)) if chosen is None else chosen))
    if indices and not 0 <= indices[0] <= indices[-1] < len(examples):
        raise IndexError(f"{len(examples)} examples have no {indices[0]} to {indices[-1]}")
    memories = _memories(examples, indices, sight) if sight is not None else {}
    runs = [_Run(examples, example, memories.get(example)) for example in indices]
    active = runs
    while active:
        choices = ask_follower(follower, [run.task() for run in active])
        active = [
            run
            for run, choice in zip(active, choices, strict=True)
            if run.take(follower.name, choice)
        ]
        if progress is not None:
            progress(1 - len(active) / len(runs))
    results = {run.example: run.result() for run in runs}
    for run in runs:
        follower.forget(run.example)
    count = len(results)
    shares = [
        sum(getattr(result, name) for result in results.values()) / count if count else 0.0
        for name in ("cards", "environment", "actions")
    ]
    return Accuracy(count, *shares), results
