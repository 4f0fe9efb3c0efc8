"""What a follower learns from: instructions with what was done from a start, recorded or recovered.

Steps of all demonstrations lie in one long log, as the deeds of `Examples` do; leaders' deeds are
left out.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cerealbar.evaluation.recorded import recollect
from cerealbar.evaluation.rollouts import finished_before
from cerealbar.evaluation.suites import SuiteItem
from cerealbar.game import (
    STATE,
    Action,
    Array,
    Player,
    Pose,
    StateArray,
    kernel,
    next_pose,
    pose_of,
)
from cerealbar.records import Examples
from cerealbar.views import BoardMemory, Sight

_OF_EACH = ("start", "touched", "is_implicit", "source")
_FOLLOWER, _TIME_OUT = int(Player.FOLLOWER), int(Action.TIME_OUT)


@dataclass(frozen=True, slots=True)
class Demonstrations:
    """N instructions with S actions in all."""

    texts: tuple[str, ...]
    """(N,)."""
    pasts: tuple[tuple[str, ...], ...]
    """(N,): the instructions finished before in the same game, oldest first."""
    start: StateArray
    """(N,): when the follower begins."""
    first: NDArray[np.int64]
    """(N + 1,): where the actions of each begin in the log."""
    actions: NDArray[np.uint8]
    """(S,): the follower's, each instruction ending with `Action.DONE`."""
    cells: NDArray[np.int16]
    """(S,): where the follower is before the action."""
    headings: NDArray[np.uint8]
    """(S,): where it looks."""
    touched: NDArray[np.uint32]
    """(N,): bit per card slot of `start`: the follower steps onto the card."""
    is_implicit: NDArray[np.bool_]
    """(N,): whether words and way disagree, since the follower begins far from where it should."""
    source: NDArray[np.int64]
    """(N,): the example that each is of, an index into the `Examples` that they were made of."""
    known: NDArray[np.bool_] | None = None
    """(N, 625): the cells that were ever in sight, for a follower with a sight; then `start` holds
    no more than that."""

    def __len__(self) -> int:
        return len(self.texts)

    @property
    def lengths(self) -> NDArray[np.int64]:
        """(N,): how many actions each has, the last included."""
        return np.diff(self.first)

    def steps(self, i: int) -> slice:
        """Where the actions of one lie in the log."""
        return slice(int(self.first[i]), int(self.first[i + 1]))

    def take(self, chosen: Sequence[int] | NDArray[np.integer]) -> "Demonstrations":
        """Some of them, in the given order."""
        indices = np.asarray(chosen, np.int64)
        lengths = self.lengths[indices]
        first = np.concatenate([[0], np.cumsum(lengths)])
        log = np.repeat(self.first[indices] - first[:-1], lengths) + np.arange(first[-1])
        known = None if self.known is None else self.known[indices]
        return Demonstrations(
            texts=tuple([self.texts[i] for i in indices.tolist()]),
            pasts=tuple([self.pasts[i] for i in indices.tolist()]),
            first=first,
            known=known,
            **{name: getattr(self, name)[log] for name in ("actions", "cells", "headings")},
            **{name: getattr(self, name)[indices] for name in _OF_EACH},
        )


def join(parts: Sequence[Demonstrations]) -> Demonstrations:
    """All of several, which know their whole boards, or all as much as they have seen."""
    sizes = np.cumsum([0, *(len(part.actions) for part in parts)])
    first = [part.first[:-1] + size for part, size in zip(parts, sizes, strict=False)]
    joined = {
        field.name: np.concatenate([getattr(part, field.name) for part in parts])
        for field in fields(Demonstrations)
        if field.name not in ("texts", "pasts", "first", "known", "start")
    }
    known = [part.known for part in parts if part.known is not None]
    assert len(known) in (0, len(parts)), "some of these demonstrations have a sight"
    return Demonstrations(
        texts=tuple([text for part in parts for text in part.texts]),
        pasts=tuple([past for part in parts for past in part.pasts]),
        start=_join_states([part.start for part in parts]),
        first=np.append(np.concatenate(first), sizes[-1]),
        known=np.concatenate(known) if known else None,
        **joined,
    )


def _join_states(parts: Sequence[StateArray]) -> StateArray:
    """States one after the other, as bytes: NumPy would compare all fields of all parts."""
    count = sum(len(part) for part in parts)
    return np.frombuffer(bytearray(b"".join(part.tobytes() for part in parts)), STATE, count)


def demonstrations(
    examples: Examples, chosen: Sequence[int] | NDArray[np.integer] | None = None
) -> Demonstrations:
    """The recorded examples, or some of them, as demonstrations."""
    indices = np.arange(len(examples)) if chosen is None else np.asarray(chosen, np.int64)
    is_deed = (examples.players == _FOLLOWER) & (examples.actions != _TIME_OUT)
    log = [
        examples.first[i] + np.flatnonzero(is_deed[examples.first[i] : examples.last[i] + 1])
        for i in indices
    ]
    lengths = [len(deeds) for deeds in log]
    deeds = np.concatenate(log) if log else np.empty(0, np.int64)
    return Demonstrations(
        tuple([examples.texts[i] for i in indices.tolist()]),
        tuple(finished_before(examples, indices)),
        np.array(examples.start[indices]),
        np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)]),
        examples.actions[deeds],
        examples.cells[deeds],
        examples.headings[deeds],
        examples.touched[indices],
        np.zeros(len(indices), np.bool_),
        indices,
    )


@kernel
def _fill_touched(
    states: Array, first: Array, actions: Array, cells: Array, touched: Array
) -> None:
    for i in range(len(states)):
        state = states[i]
        for step in range(first[i] + 1, first[i + 1]):
            if actions[step - 1] <= Action.BACKWARD:
                for slot in range(state.cards):
                    if state.card_cell[slot] == cells[step]:
                        touched[i] |= np.uint32(1) << np.uint32(slot)


def touched_cards(
    start: StateArray,
    first: NDArray[np.int64],
    actions: NDArray[np.uint8],
    cells: NDArray[np.int16],
) -> NDArray[np.uint32]:
    """(N,): bit per card slot of each start: the follower steps onto the card."""
    touched = np.zeros(len(start), np.uint32)
    _fill_touched(start, first, actions, cells, touched)
    return touched


class DemonstratedWay(NamedTuple):
    """What a follower does in one demonstration."""

    start: StateArray
    actions: Sequence[int]
    poses: Sequence[Pose]
    """Before each action."""


def poses_on(start: StateArray, steps: Iterable[Action]) -> list[Pose]:
    """Where the follower is before each of some steps, and after the last."""
    poses = [pose_of(start, Player.FOLLOWER)]
    for step in steps:
        poses.append(next_pose(poses[-1], step))
    return poses


def walked(ways: Sequence[DemonstratedWay]) -> dict[str, Any]:  # the arrays of some fields
    """The fields of demonstrations that tell of such ways."""
    start = np.empty(len(ways), STATE)
    for i, way in enumerate(ways):
        start[i] = way.start[0]
    poses = [pose for way in ways for pose in way.poses]
    first = np.cumsum([0, *(len(way.actions) for way in ways)], dtype=np.int64)
    actions = np.array([int(action) for way in ways for action in way.actions], np.uint8)
    cells = np.array([pose.cell for pose in poses], np.int16)
    return {
        "start": start,
        "first": first,
        "actions": actions,
        "cells": cells,
        "headings": np.array([int(pose.heading) for pose in poses], np.uint8),
        "touched": touched_cards(start, first, actions, cells),
    }


def recorded_demonstrations(examples: Examples, sight: Sight | None) -> Demonstrations:
    """The recorded examples as the follower knows them when it begins, all or what it has seen."""
    given = demonstrations(examples)
    return given if sight is None else as_known(given, recollect(examples, given.source, sight))


def as_known(given: Demonstrations, memory: BoardMemory) -> Demonstrations:
    """Demonstrations of followers who know of their boards what they remember.

    A card that is seen on the way only is no goal of a plan.
    """
    touched = touched_cards(memory.states, given.first, given.actions, given.cells)
    return replace(given, start=memory.states, known=memory.known, touched=touched)


def written_demonstrations(
    items: Sequence[SuiteItem], sight: Sight | None = None
) -> Demonstrations:
    """The items of suites with their ways, none of which is of a recorded example.

    With a sight, the follower knows what it sees where it begins.
    """
    ways = []
    for item in items:
        start, steps = item.states(), item.steps()
        ways.append(DemonstratedWay(start, [*steps, Action.DONE], poses_on(start, steps)))
    whole = Demonstrations(
        texts=tuple([item.text for item in items]),
        pasts=((),) * len(items),
        is_implicit=np.zeros(len(items), np.bool_),
        source=np.full(len(items), -1, np.int64),
        **walked(ways),
    )
    if sight is None:
        return whole
    memory = BoardMemory(sight, len(items))
    memory.look(whole.start)
    return as_known(whole, memory)
