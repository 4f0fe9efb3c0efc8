"""Followers over arrays: many instructions at once, each in a row of a memory.

Learned followers are policies, and evaluation runs policies. `policy_of` makes a policy of any
follower, `PolicyFollower` a follower of any policy.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from cerealbar.agents.answers import ask_follower, ask_plan, ask_to_forget
from cerealbar.agents.protocol import Choice, Follower, FollowTask
from cerealbar.game import ACTIONS, CELLS, STATE, Action, Player, StateArray
from cerealbar.language.intention import Intention
from cerealbar.views import Plan

MemoryRows = NDArray[np.intp]
"""Which rows of a memory."""
_ROOM = 64
"""Rows of each memory of a `PolicyFollower`."""


@dataclass(frozen=True, slots=True)
class Assignments:
    """Instructions that are about to be carried out, N of them."""

    states: StateArray
    """(N,): the games as far as the follower knows them, on its turn."""
    texts: Sequence[str]
    pasts: Sequence[tuple[str, ...]]
    """(N,): the instructions finished before in the same game, oldest first."""
    intentions: Sequence[Intention | None]
    """(N,): what is meant, for those who are told."""
    known: NDArray[np.bool_] | None = None
    """(N, 625): the cells that were ever in sight, for a follower with a sight."""
    examples: NDArray[np.int64] | None = None
    """(N,): which recorded example each is, for those who do as was recorded."""

    def __len__(self) -> int:
        return len(self.texts)


@dataclass(frozen=True, slots=True)
class Situations:
    """How N instructions that are being carried out stand."""

    states: StateArray
    """(N,): the games as far as the follower knows them, on its turn."""
    steps: NDArray[np.int64]
    """(N,): steps taken under the instruction so far; what was chosen was done if this rises."""
    known: NDArray[np.bool_] | None = None
    """(N, 625): the cells that were ever in sight, for a follower with a sight."""


@runtime_checkable
class Policy(Protocol):
    """Who carries out instructions side by side.

    What it does in a row depends on nothing but what it was told of that row since `begin`.
    """

    name: str
    is_deterministic: bool
    """Whether the same instruction in the same state is always carried out alike."""

    def new_memory(self, rows: int) -> Any:  # each policy has a memory of its own kind
        """Room for what it keeps of so many instructions."""
        ...

    def begin(self, memory: Any, rows: MemoryRows, given: Assignments) -> None:
        """Read an instruction for each of the rows, in place of what they held."""
        ...

    def choose(self, memory: Any, rows: MemoryRows, now: Situations) -> NDArray[np.uint8]:
        """(N,): an `Action` for each of the rows, a step or the end of the instruction.

        Asked again in the same situation, it answers the same.
        """
        ...

    def plan(self, memory: Any, row: int) -> Plan | None:
        """What it means to do in a row, if it can tell."""
        ...

    def reason(self, memory: Any, row: int) -> str | None:
        """Why it gave up in a row, if it did."""
        ...


@runtime_checkable
class Forgetting(Protocol):
    """A policy that keeps more of a row than fits into its memory."""

    def forget(self, memory: Any, rows: MemoryRows) -> None:  # of the policy's own kind
        """The rows are not asked about any more."""
        ...


class TaskPolicy:
    """Any follower as a policy; to the follower, each instruction is a game of its own.

    These games are numbered from `first` on.
    """

    def __init__(self, follower: Follower, first: int = 0) -> None:
        self.name = follower.name
        self.is_deterministic = bool(getattr(follower, "is_deterministic", False))
        self._follower = follower
        self._begun = first
        self._reasons: dict[int, str] = {}

    def new_memory(self, rows: int) -> list[FollowTask | None]:
        """The first task of each row."""
        return [None] * rows

    def begin(self, memory: list[FollowTask | None], rows: MemoryRows, given: Assignments) -> None:
        """The follower forgets what the rows held."""
        self.forget(memory, rows)
        for i, row in enumerate(rows.tolist()):
            text, past, meant = given.texts[i], given.pasts[i], given.intentions[i]
            state = given.states[i : i + 1]
            memory[row] = FollowTask(self._begun, state, text, len(past), 0, past, meant)
            self._begun += 1

    def choose(
        self, memory: list[FollowTask | None], rows: MemoryRows, now: Situations
    ) -> NDArray[np.uint8]:
        """What the follower chooses.

        Raises:
            PlayerError: it answers with what it cannot do.
        """
        tasks = []
        for i, (row, steps) in enumerate(zip(rows.tolist(), now.steps.tolist(), strict=True)):
            first = memory[row]
            assert first is not None
            known = None if now.known is None else now.known[i]
            tasks.append(
                replace(first, states=now.states[i : i + 1], steps_taken=steps, known=known)
            )
        choices = ask_follower(self._follower, tasks)
        for task, choice in zip(tasks, choices, strict=True):
            if choice.action is Action.GIVE_UP and choice.text:
                self._reasons[task.game] = choice.text
        return np.array([int(choice.action) for choice in choices], np.uint8)

    def forget(self, memory: list[FollowTask | None], rows: MemoryRows) -> None:
        """The follower forgets what the rows held."""
        for row in rows.tolist():
            if (task := memory[row]) is not None:
                ask_to_forget(self._follower, Player.FOLLOWER, task.game)
                self._reasons.pop(task.game, None)
                memory[row] = None

    def plan(self, memory: list[FollowTask | None], row: int) -> Plan | None:
        """What the follower shows of its plan."""
        task = memory[row]
        return None if task is None else ask_plan(self._follower, task.game)

    def reason(self, memory: list[FollowTask | None], row: int) -> str | None:
        """What the follower said when it gave up."""
        task = memory[row]
        return None if task is None else self._reasons.get(task.game)


def policy_of(follower: Follower, first: int = 0) -> Policy:
    """A follower as a policy: the one that it is made of, or one that asks it.

    To one that is asked, instructions are games with numbers from `first` on.
    """
    return follower.policy if isinstance(follower, PolicyFollower) else TaskPolicy(follower, first)


class PolicyFollower:
    """A policy as a follower of many games, each with a row of some memory."""

    def __init__(self, policy: Policy) -> None:
        self.name = policy.name
        self.is_deterministic = policy.is_deterministic
        self.policy = policy
        self._memories: list[Any] = []
        self._places: dict[int, int] = {}
        self._numbers: dict[int, int] = {}
        self._free: list[int] = []

    def follow(self, tasks: Sequence[FollowTask]) -> list[Action | Choice]:
        """What the policy chooses."""
        for task in tasks:
            self._make_room(task.game)
        by_memory: dict[int, list[int]] = {}
        for i, task in enumerate(tasks):
            by_memory.setdefault(self._places[task.game] // _ROOM, []).append(i)
        answers: list[Action | Choice] = [Action.DONE] * len(tasks)
        for which, chosen in by_memory.items():
            found = self._follow(self._memories[which], [tasks[i] for i in chosen])
            for i, answer in zip(chosen, found, strict=True):
                answers[i] = answer
        return answers

    def forget(self, game: int) -> None:
        """The game is over."""
        if game in self._places:
            which, row = divmod(self._places[game], _ROOM)
            if isinstance(self.policy, Forgetting):
                self.policy.forget(self._memories[which], np.array([row]))
            self._free.append(self._places.pop(game))
            self._numbers.pop(game, None)

    def plan(self, game: int) -> Plan | None:
        """The plan for the current instruction of a game, if there is one."""
        if game not in self._numbers:
            return None
        which, row = divmod(self._places[game], _ROOM)
        return self.policy.plan(self._memories[which], row)

    def _make_room(self, game: int) -> None:
        if game in self._places:
            return
        if not self._free:
            first = _ROOM * len(self._memories)
            self._memories.append(self.policy.new_memory(_ROOM))
            self._free = list(range(first + _ROOM - 1, first - 1, -1))
        self._places[game] = self._free.pop()

    def _follow(self, memory: Any, tasks: list[FollowTask]) -> list[Action | Choice]:
        new = [task for task in tasks if self._numbers.get(task.game) != task.number]
        if new:
            given = Assignments(
                _states(new),
                [task.instruction for task in new],
                [task.past for task in new],
                [task.intention for task in new],
                _known(new),
            )
            self.policy.begin(memory, self._rows(new), given)
            self._numbers.update((task.game, task.number) for task in new)
        rows = self._rows(tasks)
        steps = np.array([task.steps_taken for task in tasks], np.int64)
        now = Situations(_states(tasks), steps, _known(tasks))
        actions = [ACTIONS[action] for action in self.policy.choose(memory, rows, now).tolist()]
        return [
            Choice(action, self.policy.reason(memory, int(row)))
            if action is Action.GIVE_UP
            else action
            for row, action in zip(rows, actions, strict=True)
        ]

    def _rows(self, tasks: list[FollowTask]) -> MemoryRows:
        return np.array([self._places[task.game] % _ROOM for task in tasks], np.intp)


def _states(tasks: Sequence[FollowTask]) -> StateArray:
    states = np.empty(len(tasks), STATE)
    for i, task in enumerate(tasks):
        states[i] = task.states[0]
    return states


def _known(tasks: Sequence[FollowTask]) -> NDArray[np.bool_] | None:
    """What of the boards is known, if not all of all."""
    if all(task.known is None for task in tasks):
        return None
    everything = np.ones(CELLS, np.bool_)
    return np.stack([everything if task.known is None else task.known for task in tasks])
