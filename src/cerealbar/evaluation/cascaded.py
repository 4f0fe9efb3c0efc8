"""Cascaded evaluation: games from the start of each instruction on (paper, Section 6).

They are counted by two rules. `stop`: to the first instruction that is not followed, or the first
set that the recording did not make. `go_on`: to the end of the recorded game. The games of a group
are played side by side, instruction by instruction, to their end. Runs that come to the same
instruction on the same board are one from there on, if the policy would do the same in them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from cerealbar.agents.policy import Policy
from cerealbar.evaluation.following import (
    Procedure,
    carry_out,
    chunks,
)
from cerealbar.evaluation.judging import judge_cards
from cerealbar.evaluation.recorded import (
    RecordedCourse,
    join_memories,
    recollect,
    some_memories,
)
from cerealbar.evaluation.rollouts import assignments
from cerealbar.evaluation.runs import Runs
from cerealbar.game import UNLIMITED, Player, StateArray
from cerealbar.views import BoardMemory, Sight


@dataclass(frozen=True, slots=True)
class Cascades:
    """What became of games that began with each of N examples."""

    left: NDArray[np.int64]
    """(N,): how many instructions the recorded follower finished from there on."""
    stop_followed: NDArray[np.int64]
    """(N,): how many of them were followed up to the first that was not."""
    stop_gained: NDArray[np.int64]
    """(N,): points up to there, those of the first that was not followed included."""
    go_on_followed: NDArray[np.int64]
    """(N,): how many of all of them were followed."""
    go_on_as_meant: NDArray[np.int64]
    """(N,): how many of all of them were followed as meant."""
    go_on_gained: NDArray[np.int64]
    """(N,): points to the end of the game."""
    executions: int
    """How many instructions were carried out for all that."""
    is_stopped: bool = False
    """Whether nothing was played on after a failure; then what `go_on` counts means nothing."""


_FIELDS = ("followed", "as_meant", "gained", "expected", "continues")
"""What is noted of each node; `expected` is gained up to the first set that was not recorded."""
_SUMS = {
    "stop_followed": "followed",
    "stop_gained": "expected",
    "go_on_followed": "followed",
    "go_on_as_meant": "as_meant",
    "go_on_gained": "gained",
}


@dataclass(slots=True, eq=False)
class Arrivals:
    """Games that have come to an instruction; n of them."""

    came_from: NDArray[np.int64]
    """(n,): the node before, or -1 for a recorded start."""
    examples: NDArray[np.int64]
    """(n,): which instruction."""
    states: StateArray
    place: NDArray[np.int64]
    """(n,): the leader's next deed."""
    memory: BoardMemory | None

    def some(self, rows: NDArray[np.intp]) -> "Arrivals":
        """Some of them."""
        memory = None if self.memory is None else some_memories(self.memory, rows)
        return Arrivals(
            self.came_from[rows], self.examples[rows], self.states[rows], self.place[rows], memory
        )

    def futures(self) -> list[bytes]:
        """All that the future depends on."""
        parts = [self.examples, self.place, self.states]
        if self.memory is not None:
            parts += [self.memory.states, self.memory.known]
        n = len(self.examples)
        rows = np.concatenate([part.view(np.uint8).reshape(n, -1) for part in parts], axis=1)
        return [row.tobytes() for row in rows]


def join_arrivals(parts: list[Arrivals]) -> Arrivals:
    """All of several."""
    dtype = parts[0].states.dtype
    memories = [part.memory for part in parts if part.memory is not None]
    return Arrivals(
        np.concatenate([part.came_from for part in parts]),
        np.concatenate([part.examples for part in parts]),
        np.concatenate([part.states.view(np.uint8) for part in parts]).view(dtype),
        np.concatenate([part.place for part in parts]),
        join_memories(memories) if memories else None,
    )


class _Cascade:
    """Games that are played on from each of their instructions.

    A node is an instruction that is carried out on a board; it has a successor unless its game is
    over then. The nodes of a wave are at the same instruction of their games, counted from the
    first, so that the successor of a node has a higher number.
    """

    def __init__(
        self, recorded: RecordedCourse, group: slice, policy: Policy, how: Procedure
    ) -> None:
        self.recorded, self.examples, self.group = recorded, recorded.examples, group
        self.policy, self.limit = policy, how.limit
        self.is_stopped = how.cascaded == "stop"
        self.script, self.sets = recorded.script, recorded.sets
        waves = recorded.index[group].max(initial=-1) + 1
        self.waves: list[list[Arrivals]] = [[] for _ in range(waves)]
        self.start = np.empty(group.stop - group.start, np.int64)
        """(group,): the node with which each example begins."""
        self.successor: list[int] = []
        self.results: dict[str, list[int]] = {name: [] for name in _FIELDS}
        self.bounds = [0]
        self._arrive(self._starts(how.sight))

    def _starts(self, sight: Sight | None) -> Arrivals:
        chosen = np.arange(self.group.start, self.group.stop)
        states = np.array(self.examples.start[self.group])
        states["half_turns_left"] = UNLIMITED
        memory = None if sight is None else recollect(self.examples, chosen, sight)
        if memory is not None:
            memory.look(states)
        place = self.script.first[self.group].copy()
        return Arrivals(np.full(len(chosen), -1), chosen, states, place, memory)

    def _arrive(self, come: Arrivals) -> None:
        """Let games wait for the wave of their instruction."""
        index = self.recorded.index[come.examples]
        for wave in np.unique(index).tolist():
            self.waves[wave].append(come.some(np.flatnonzero(index == wave)))

    def play(self, wave: int) -> None:
        """Carry out the instructions of a wave."""
        come = join_arrivals(self.waves[wave])
        self.waves[wave] = []
        first, node = self._nodes(come)
        is_start = come.came_from < 0
        self.start[come.examples[is_start] - self.group.start] = node[is_start]
        for before, after in zip(come.came_from[~is_start], node[~is_start], strict=True):
            self.successor[before] = int(after)
        for part in chunks(len(first)):
            self._carry_out(come.some(first[part]))
        self.bounds.append(len(self.successor))

    def _nodes(self, come: Arrivals) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
        """Which arrivals are carried out, and the node of each arrival."""
        base = len(self.successor)
        if not self.policy.is_deterministic:
            rows = np.arange(len(come.examples))
            return rows, base + rows
        seen: dict[bytes, int] = {}
        node = np.array([seen.setdefault(key, len(seen)) for key in come.futures()])
        _, first = np.unique(node, return_index=True)
        return first, base + node

    def _carry_out(self, come: Arrivals) -> None:
        examples, script, sets, which = self.examples, self.script, self.sets, come.examples
        starts, score = come.states.copy(), come.states["score"].astype(np.int64)
        runs = Runs(
            come.states,
            script,
            come.place,
            script.end[which],
            come.memory,
            sets.keys,
            sets.first[which] + score - examples.start["score"][which],
            sets.end[which],
        )
        begun = runs.instructions()
        given = assignments(examples, which, runs)
        carry_out(runs, self.policy, given, self.limit)
        is_withdrawn = runs.instructions() != begun
        runs.proceed(begun)
        judged = judge_cards(examples, which, self.recorded.meant, starts, runs.each["changed"])
        followed, as_meant = (found & ~is_withdrawn for found in judged)
        gained = runs.states["score"] - score
        odd_score = runs.each["odd_score"]
        is_odd = odd_score >= 0
        expected = np.where(is_odd, odd_score - score, gained)
        continues = followed & ~is_odd
        self._note(followed, as_meant, gained, expected, continues)
        self._proceed(runs, continues | (not self.is_stopped))

    def _note(self, *found: NDArray[np.int64] | NDArray[np.bool_]) -> None:
        for name, values in zip(_FIELDS, found, strict=True):
            self.results[name] += values.astype(np.int64).tolist()

    def _proceed(self, runs: Runs, continues: NDArray[np.bool_]) -> None:
        """The runs that continue come to their next instructions, if their games are not over."""
        base = len(self.successor)
        self.successor += [-1] * len(runs)
        is_turn = runs.states["turn"] == Player.FOLLOWER
        rows = np.flatnonzero(is_turn & (runs.states["waiting"] > 0) & continues)
        following = self.script.example[runs.instructions()[rows]]
        memory = None if runs.memory is None else some_memories(runs.memory, rows)
        states, place = runs.states[rows], runs.each["place"][rows]
        self._arrive(Arrivals(base + rows, following, states, place, memory))

    def cascades(self) -> Cascades:
        """What became of the games, when all waves are played."""
        own = {name: np.array(values, np.int64) for name, values in self.results.items()}
        successor = np.array(self.successor, np.int64)
        n = len(successor)
        total = {name: np.zeros(n + 1, np.int64) for name in _SUMS}
        for wave in reversed(range(len(self.waves))):
            nodes = slice(self.bounds[wave], self.bounds[wave + 1])
            then = successor[nodes]  # -1 is the last, where nothing is added
            for name, sums in total.items():
                continues = own["continues"][nodes] if name.startswith("stop") else 1
                sums[nodes] = own[_SUMS[name]][nodes] + continues * sums[then]
        return Cascades(
            self.recorded.left[self.group],
            **{name: sums[self.start] for name, sums in total.items()},
            executions=n,
            is_stopped=self.is_stopped,
        )


def cascade_group(
    recorded: RecordedCourse, group: slice, policy: Policy, how: Procedure
) -> Cascades:
    """What becomes of games that begin with each example of a group of whole games.

    Instructions are carried out to the end of the recorded game, also after one was not followed.
    One that the recorded follower never finished is skipped at once and not counted; one that the
    leader withdraws is not followed. The number of turns is not limited. What a deterministic
    policy would do twice it does once. By rule `stop` alone nothing is played on after a failure,
    which takes a fraction of the time.

    Raises:
        PlayerError: the follower answers with what it cannot do.
    """
    cascade = _Cascade(recorded, group, policy, how)
    for wave in range(len(cascade.waves)):
        cascade.play(wave)
    return cascade.cascades()


def join_cascades(parts: Sequence[Cascades]) -> Cascades:
    """All of several, one at least."""
    counted = ("executions", "is_stopped")
    names = [each.name for each in fields(Cascades) if each.name not in counted]
    arrays = {name: np.concatenate([getattr(part, name) for part in parts]) for name in names}
    executions = sum(part.executions for part in parts)
    return Cascades(**arrays, executions=executions, is_stopped=parts[0].is_stopped)
