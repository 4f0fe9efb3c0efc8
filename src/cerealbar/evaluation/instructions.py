"""Instruction-level evaluation: each instruction from its recorded start (paper, Section 7)."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from cerealbar.agents import (
    EVERYTHING,
    PARTIAL,
    WITHOUT_INTENTION,
    Follower,
    Need,
)
from cerealbar.agents.playing import intention_of
from cerealbar.evaluation.execution import Execution, carry_out
from cerealbar.game import Action, Player, StateArray, step_many
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


def _execution(examples: Examples, example: int, memory: BoardMemory | None) -> Execution:
    """An instruction before it is carried out anew."""
    return Execution(
        example,
        _start(examples, example),
        examples.texts[example],
        MAX_CHOICES,
        examples.texts[examples.first_of_game(example) : example],
        intention_of(examples.meant[example]),
        _leader_turns(examples, int(examples.first[example]), int(examples.last[example])),
        memory,
    )


def _result(examples: Examples, execution: Execution) -> InstructionResult:
    gold = examples.final[execution.number]
    state = execution.states[0]
    cards = all(np.array_equal(state[name], gold[name]) for name in _CARD_FIELDS)
    cell = execution.cell == gold["player_cell"][Player.FOLLOWER]
    recorded = [
        int(action)
        for action in examples.follower_actions(execution.number)
        if Action(action).is_step
    ]
    is_exact = execution.ending is not None and execution.steps == recorded
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
    executions = [_execution(examples, example, memories.get(example)) for example in indices]
    carry_out(executions, follower, progress)
    results = {execution.number: _result(examples, execution) for execution in executions}
    count = len(results)
    shares = [
        sum(getattr(result, name) for result in results.values()) / count if count else 0.0
        for name in ("cards", "environment", "actions")
    ]
    return Accuracy(count, *shares), results
