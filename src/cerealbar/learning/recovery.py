"""Recovery examples: from where the policy ended one instruction to where the next should end.

The policy carries out recorded instructions. Where it leaves the right cards selected but ends in
another pose than the recorded follower, the next instruction of the game becomes a new example that
begins there (Section 5.2, Appendix E.2). Beyond the paper, examples can also be made where wrong
cards are selected.
"""

import io
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from cerealbar.agents import follower_tour, recovery_steps
from cerealbar.agents.policy import Policy
from cerealbar.evaluation import Rollouts, roll_out
from cerealbar.evaluation.judging import are_equal
from cerealbar.evaluation.recorded import RecordedCourse
from cerealbar.evaluation.rollouts import finished_before
from cerealbar.follower.stored import CheckpointError, store
from cerealbar.game import (
    DISTANCES,
    STATE,
    Action,
    Heading,
    Player,
    Pose,
    StateArray,
)
from cerealbar.learning.demonstrations import (
    DemonstratedWay,
    Demonstrations,
    demonstrations,
    poses_on,
    walked,
)
from cerealbar.learning.experiment import Aggregation
from cerealbar.parallel import WorkerPool
from cerealbar.records import Examples

_FOLLOWER, _LEADER = int(Player.FOLLOWER), int(Player.LEADER)
_BOARD = ("card_cell", "card_kind", "score")
_HEADINGS = tuple(Heading)
_AS_PAPER = Aggregation()
_STORED = ("start", "first", "actions", "cells", "headings", "touched", "is_implicit", "source")


def next_examples(examples: Examples) -> NDArray[np.int64]:
    """(N,): the next instruction of the same game, where the follower went on at once, or -1."""
    after = np.arange(1, len(examples) + 1)
    is_last = np.append(np.diff(examples.game) != 0, True)
    is_next = np.append(np.diff(examples.number) == 1, False)
    return np.where(is_next & ~is_last, after, -1)


def _same_board(examples: Examples, done: Rollouts) -> NDArray[np.bool_]:
    """(N,): whether all is as recorded but for the follower and which cards are selected."""
    gold, found = examples.final[done.examples], done.final
    same = are_equal(gold, found, _BOARD)
    for name in ("player_cell", "player_heading"):
        same &= gold[name][:, _LEADER] == found[name][:, _LEADER]
    return same


def _wrongly_selected(examples: Examples, done: Rollouts) -> NDArray[np.uint32]:
    """(N,): bit per card slot: it is selected or not, other than recorded."""
    wrong: NDArray[np.uint32] = examples.final["selected"][done.examples] ^ done.final["selected"]
    return wrong


def wrong_cards(examples: Examples, done: Rollouts) -> NDArray[np.int64]:
    """Which roll-outs ended with other cards selected than recorded, and no other set made.

    None was made before the next instruction either, which other cards would have changed.
    """
    gold = examples.final[done.examples]
    wrong = _same_board(examples, done) & (_wrongly_selected(examples, done) != 0)
    after = np.minimum(done.examples + 1, len(examples) - 1)
    return np.flatnonzero(wrong & (examples.start["score"][after] == gold["score"]))


def lost_poses(examples: Examples, done: Rollouts) -> NDArray[np.int64]:
    """Which roll-outs ended with all as recorded but the follower's own pose."""
    gold, found = examples.final[done.examples], done.final
    same = _same_board(examples, done) & (gold["selected"] == found["selected"])
    elsewhere = gold["player_cell"][:, _FOLLOWER] != found["player_cell"][:, _FOLLOWER]
    turned = gold["player_heading"][:, _FOLLOWER] != found["player_heading"][:, _FOLLOWER]
    return np.flatnonzero(same & (elsewhere | turned))


def recover(examples: Examples, done: Rollouts, how: Aggregation = _AS_PAPER) -> Demonstrations:
    """The recovery examples that roll-outs give rise to.

    Where the leader had turns left when the follower ended, the new example begins before them: the
    leader is where it was then, and catches up afterwards. If it changes cards in these turns, the
    example begins after them, as way and labels are of the board on which the follower acts.
    """
    following = next_examples(examples)
    lost = [i for i in lost_poses(examples, done).tolist() if following[done.examples[i]] >= 0]
    strayed = [] if how.wrong_cards == "no" else wrong_cards(examples, done).tolist()
    strayed = [i for i in strayed if following[done.examples[i]] >= 0]
    gold = demonstrations(examples, following[done.examples[lost + strayed]])
    wrong, last = _wrongly_selected(examples, done), len(examples) - 1
    script = RecordedCourse(examples).script
    turns = script.turns[script.last] - script.turns[script.first]
    lags = turns[done.examples] > done.leader_turns
    lags &= are_equal(examples.start[np.minimum(done.examples + 1, last)], done.ended, _BOARD)
    made = []
    for n, i in enumerate(lost + strayed):
        start = _wrong_start(examples, done, i, int(lags[i]), wrong[i])
        if n < len(lost):
            made.append(_recover(gold, n, start))
        else:
            mends = how.wrong_cards == "mend"
            made.append(_set_right(examples, gold, n, start, int(wrong[i]), mends))
    kept = [n for n, each in enumerate(made) if each is not None]
    return _joined(
        gold.take(kept), [each for each in made if each is not None], how.implicit_distance
    )


def _wrong_start(
    examples: Examples, done: Rollouts, i: int, lags: int, wrong: np.uint32
) -> StateArray:
    """The state in which the next instruction begins after a roll-out."""
    example = int(done.examples[i])
    states = np.array(done.ended[i : i + 1] if lags else examples.start[example + 1 : example + 2])
    for name in ("player_cell", "player_heading"):
        states[name][0, _FOLLOWER] = done.ended[name][i, _FOLLOWER]
    if not lags:
        states["selected"] ^= wrong
    states["half_turns_left"] = examples.start["half_turns_left"][example + 1]
    return states


def _recover(gold: Demonstrations, n: int, start: StateArray) -> DemonstratedWay | None:
    """The shortest way back to a recorded way, then the rest of it; None if there is none."""
    log = gold.steps(n)
    actions, cells = gold.actions[log].tolist(), gold.cells[log].tolist()
    headings = gold.headings[log].tolist()
    if len(actions) == 1:  # nothing was done, and nothing is
        return DemonstratedWay(start, actions, poses_on(start, ()))
    meets, toggles = _first_card(gold.start[n], actions, cells)
    target = Pose(cells[meets], _HEADINGS[headings[meets]])
    way = recovery_steps(start, target, toggles)
    if way is None:
        return None
    rest = [
        Pose(cell, _HEADINGS[heading])
        for cell, heading in zip(cells[meets + 1 :], headings[meets + 1 :], strict=True)
    ]
    return DemonstratedWay(start, [*way, *actions[meets:]], poses_on(start, way) + rest)


def _set_right(
    examples: Examples, gold: Demonstrations, n: int, start: StateArray, wrong: int, mends: bool
) -> DemonstratedWay | None:
    """The shortest way to what the next instruction asks for, where wrong cards are selected.

    What it asks for and is done already is left alone. With `mends`, all other cards are first
    put right too. None if there is no such way.
    """
    source = int(gold.source[n])
    cards = [slot for slot in _touched_in_order(gold, n) if examples.changed[source] >> slot & 1]
    asked = [slot for slot in cards if not wrong >> slot & 1]
    others = [slot for slot in range(int(start["cards"][0])) if wrong >> slot & 1]
    mended = [slot for slot in others if slot not in cards] if mends else []
    cells = start["card_cell"][0]
    end = gold.first[n + 1] - 1
    way = follower_tour(
        start,
        [int(cells[slot]) for slot in mended + asked],
        int(gold.cells[end]),
        _HEADINGS[gold.headings[end]],
    )
    if way is None:
        return None
    return DemonstratedWay(start, [*way.steps, Action.DONE], poses_on(start, way.steps))


def _touched_in_order(gold: Demonstrations, n: int) -> list[int]:
    """The slots of the cards that a demonstration steps onto, in the order of the first time."""
    state = gold.start[n]
    slots = {int(cell): slot for slot, cell in enumerate(state["card_cell"][: state["cards"]])}
    cells = gold.cells[gold.steps(n)].tolist()
    steps = [b for a, b in pairwise(cells) if a != b and b in slots]
    return [slots[cell] for cell in dict.fromkeys(steps)]


def _first_card(state: np.void, actions: list[int], cells: list[int]) -> tuple[int, bool]:
    """The step after which the first card is changed, or else the last one; and which it is."""
    cards = set(state["card_cell"][: state["cards"]].tolist())
    for step, action in enumerate(actions[:-1]):
        if action <= Action.BACKWARD and cells[step + 1] in cards:
            return step + 1, True
    return len(actions) - 1, False


def _joined(
    gold: Demonstrations, made: list[DemonstratedWay], implicit_distance: int
) -> Demonstrations:
    """New examples in place of the recorded ones that they are variants of."""
    ways = walked(made)
    here, there = (states["player_cell"][:, _FOLLOWER] for states in (ways["start"], gold.start))
    is_idle = np.diff(ways["first"]) == 1
    is_implicit = (DISTANCES[here, there] > implicit_distance) & ~is_idle
    return replace(gold, **ways, is_implicit=is_implicit)


def aggregate(
    examples: Examples,
    policy: Policy,
    chosen: NDArray[np.int64],
    how: Aggregation = _AS_PAPER,
    progress: Callable[[float], None] | None = None,
    pool: WorkerPool | None = None,
) -> Demonstrations:
    """Recovery examples for a policy as it is now, from the chosen examples but games' last.

    The examples are chosen in their order. A pool, by default this process, rolls them out.
    """
    has_next = next_examples(examples)[chosen] >= 0
    done = roll_out(examples, policy, chosen[has_next], progress=progress, pool=pool)
    return recover(examples, done, how)


def save_recoveries(path: Path, found: Demonstrations) -> None:
    """Store recovery examples; their texts are known by their source."""
    content = io.BytesIO()
    np.savez_compressed(content, **{name: getattr(found, name) for name in _STORED})
    store(path, content.getvalue())


def load_recoveries(path: Path, examples: Examples) -> Demonstrations:
    """Stored recovery examples of some examples.

    Raises:
        CheckpointError: they cannot be read.
    """
    try:
        with np.load(path) as stored:
            arrays = {name: stored[name] for name in _STORED}
    except (OSError, ValueError, KeyError, BadZipFile) as error:
        raise CheckpointError(f"{path} holds no recovery examples: {error}") from None
    arrays["start"] = arrays["start"].view(STATE)
    source = arrays["source"]
    texts = tuple([examples.texts[i] for i in source.tolist()])
    return Demonstrations(texts=texts, pasts=tuple(finished_before(examples, source)), **arrays)
