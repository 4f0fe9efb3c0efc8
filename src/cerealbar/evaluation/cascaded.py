"""Cascaded evaluation: games from the start of each instruction on (paper, Section 6).

They are counted by two rules. `stop`: to the first instruction that is not followed, or the first
set that the recording did not make. `go_on`: to the end of the recorded game. The games of a group
are played side by side, instruction by instruction, to their end. Runs that come to the same
instruction on the same board are one from there on, if the policy would do the same in them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from cerealbar.agents.policy import Policy
from cerealbar.evaluation.following import Procedure, carry_out
from cerealbar.evaluation.judging import judge_cards
from cerealbar.evaluation.recorded import RecordedCourse, recollect
from cerealbar.evaluation.rollouts import assignments
from cerealbar.evaluation.runs import Runs
from cerealbar.game import UNLIMITED, Array, Player
from cerealbar.views import BoardMemory


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


_NODE = np.dtype([(name, np.int64) for name in (*_FIELDS, "successor")])


def arrivals(
    came_from: Array, examples: Array, place: Array, states: Array, memory: BoardMemory | None
) -> Array:
    """(n,): games that have come to an instruction, each a record.

    First the node before, or -1 for a recorded start; then all that the future depends on: which
    instruction, the leader's next deed, the board, and what the follower knows of it.
    """
    kept = {"came_from": came_from, "example": examples, "place": place, "state": states}
    if memory is not None:
        kept |= {"memory": memory.states, "known": memory.known}
    layout = [(name, each.dtype, each.shape[1:]) for name, each in kept.items()]
    found: Array = np.empty(len(states), layout)
    for name, each in kept.items():
        found[name] = each
    return found


def futures(come: Array) -> list[bytes]:
    """All that the future of each arrival depends on."""
    rows = come.view(np.uint8).reshape(len(come), -1)[:, come.dtype["came_from"].itemsize :]
    return [row.tobytes() for row in rows]


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
        self.policy, self.how = policy, how
        self.is_stopped = how.cascaded == "stop"
        self.start = np.empty(group.stop - group.start, np.int64)
        """(group,): the node with which each example begins."""
        self.nodes: Array = np.zeros(0, _NODE)
        self.bounds = [0]
        waves = recorded.index[group].max(initial=-1) + 1
        self.waves: list[list[Array]] = [[] for _ in range(waves)]
        self._arrive(self._starts())

    def _starts(self) -> Array:
        chosen, sight = np.arange(self.group.start, self.group.stop), self.how.sight
        states = np.array(self.examples.start[self.group])
        states["half_turns_left"] = UNLIMITED
        memory = None if sight is None else recollect(self.examples, chosen, sight)
        if memory is not None:
            memory.look(states)
        place = self.recorded.script.first[self.group]
        return arrivals(np.full(len(chosen), -1), chosen, place, states, memory)

    def _arrive(self, come: Array) -> None:
        """Let games wait for the wave of their instruction."""
        index = self.recorded.index[come["example"]]
        for wave in np.unique(index).tolist():
            self.waves[wave].append(come[index == wave])

    def play(self, wave: int) -> None:
        """Carry out the instructions of a wave."""
        waiting = self.waves[wave]  # as plain bytes: NumPy would join records field by field
        come = np.concatenate([part.view(np.uint8) for part in waiting]).view(waiting[0].dtype)
        waiting.clear()
        first, node = self._number(come)
        is_start = come["came_from"] < 0
        self.start[come["example"][is_start] - self.group.start] = node[is_start]
        self.nodes["successor"][come["came_from"][~is_start]] = node[~is_start]
        self.nodes = np.concatenate([self.nodes, self._carry_out(come[first])])
        self.bounds.append(len(self.nodes))

    def _number(self, come: Array) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
        """Which arrivals are carried out, and the node of each arrival."""
        base = len(self.nodes)
        if not self.policy.is_deterministic:
            rows = np.arange(len(come))
            return rows, base + rows
        seen: dict[bytes, int] = {}
        node = np.array([seen.setdefault(key, len(seen)) for key in futures(come)])
        _, first = np.unique(node, return_index=True)
        return first, base + node

    def _carry_out(self, come: Array) -> Array:
        """What came of some arrivals, each of which becomes a node."""
        examples, script, sets = self.examples, self.recorded.script, self.recorded.sets
        which, starts, sight = come["example"], come["state"].copy(), self.how.sight
        score = starts["score"].astype(np.int64)
        memory = None
        if sight is not None:
            memory = BoardMemory(sight, 0)
            memory.states, memory.known = come["memory"].copy(), come["known"].copy()
        runs = Runs(
            starts.copy(),
            script,
            come["place"],
            script.end[which],
            memory,
            sets.keys,
            sets.first[which] + score - examples.start["score"][which],
            sets.end[which],
        )
        begun = runs.instructions()
        carry_out(runs, self.policy, assignments(examples, which, runs), self.how.limit)
        is_withdrawn = runs.instructions() != begun
        runs.proceed(begun)
        judged = judge_cards(examples, which, self.recorded.meant, starts, runs.each["changed"])
        nodes: Array = np.empty(len(runs), _NODE)
        nodes["followed"], nodes["as_meant"] = (found & ~is_withdrawn for found in judged)
        nodes["gained"] = runs.states["score"] - score
        odd_score = runs.each["odd_score"]
        is_odd = odd_score >= 0
        nodes["expected"] = np.where(is_odd, odd_score - score, nodes["gained"])
        nodes["continues"] = nodes["followed"] & ~is_odd
        nodes["successor"] = -1
        self._proceed(runs, (nodes["continues"] > 0) | (not self.is_stopped))
        return nodes

    def _proceed(self, runs: Runs, continues: NDArray[np.bool_]) -> None:
        """The runs that continue come to their next instructions, if their games are not over."""
        is_turn = runs.states["turn"] == Player.FOLLOWER
        rows = np.flatnonzero(is_turn & (runs.states["waiting"] > 0) & continues)
        following = np.full(len(runs), -1)
        following[rows] = self.recorded.script.example[runs.instructions()[rows]]
        nodes = len(self.nodes) + np.arange(len(runs))
        come = arrivals(nodes, following, runs.each["place"], runs.states, runs.memory)
        self._arrive(come[rows])

    def cascades(self) -> Cascades:
        """What became of the games, when all waves are played."""
        n = len(self.nodes)
        total = {name: np.zeros(n + 1, np.int64) for name in _SUMS}
        for first, end in reversed([*pairwise(self.bounds)]):
            nodes = self.nodes[first:end]
            then = nodes["successor"]  # -1 is the last, where nothing is added
            for name, sums in total.items():
                continues = nodes["continues"] if name.startswith("stop") else 1
                sums[first:end] = nodes[_SUMS[name]] + continues * sums[then]
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
