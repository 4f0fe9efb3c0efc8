"""Recovery examples end where the recorded ones do (paper, Appendix E.2)."""

from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest
from numpy.typing import NDArray

from cerealbar.agents.policy import Assignments, MemoryRows, Situations
from cerealbar.evaluation import Rollouts, roll_out
from cerealbar.follower.stored import CheckpointError
from cerealbar.game import Action, Player, distance, legal_many, step_many
from cerealbar.learning.demonstrations import Demonstrations, demonstrations
from cerealbar.learning.experiment import Aggregation
from cerealbar.learning.recovery import (
    load_recoveries,
    lost_poses,
    next_examples,
    recover,
    save_recoveries,
)
from cerealbar.records import Examples
from tests.learning.lessons import examples

GAMES: Examples = examples(0, 6)
FOLLOWER = int(Player.FOLLOWER)


class Wanderer:
    """Does what was recorded, then turns and walks on for a while without touching cards."""

    name = "wanderer"
    is_deterministic = True

    def __init__(self, recorded: Examples, seed: int) -> None:
        self.recorded = recorded
        self.rng = np.random.default_rng(seed)

    def new_memory(self, rows: int) -> list[list[int]]:
        return [[] for _ in range(rows)]

    def begin(self, memory: list[list[int]], rows: MemoryRows, given: Assignments) -> None:
        assert given.examples is not None
        for row, example in zip(rows.tolist(), given.examples.tolist(), strict=True):
            steps = [int(a) for a in self.recorded.follower_actions(example) if a != Action.DONE]
            more = self.rng.integers(0, 4, self.rng.integers(0, 6)).tolist()
            memory[row] = steps + more

    def choose(
        self, memory: list[list[int]], rows: MemoryRows, now: Situations
    ) -> NDArray[np.uint8]:
        legal = legal_many(now.states)
        found = []
        for i, (row, steps) in enumerate(zip(rows.tolist(), now.steps.tolist(), strict=True)):
            action = memory[row][steps] if steps < len(memory[row]) else int(Action.DONE)
            found.append(action if legal[i, action] else int(Action.DONE))
        return np.array(found, np.uint8)

    def plan(self, memory: Any, row: int) -> None: ...

    def reason(self, memory: Any, row: int) -> None: ...


class Idler(Wanderer):
    """Leaves undone what asks for no card, so that the leader has turns left."""

    def begin(self, memory: list[list[int]], rows: MemoryRows, given: Assignments) -> None:
        super().begin(memory, rows, given)
        assert given.examples is not None
        for row, example in zip(rows.tolist(), given.examples.tolist(), strict=True):
            if not self.recorded.touched[example]:
                memory[row] = []


def rolled(seed: int, who: type[Wanderer] = Wanderer) -> Rollouts:
    return roll_out(GAMES, who(GAMES, seed), limit=60)


def play(given: Demonstrations, i: int) -> tuple[int, int, set[int]]:
    """Where the actions of a demonstration lead by the rules, and which cards they change."""
    states = given.start[i : i + 1].copy()
    states["half_turns_left"] = 99
    cards = set(states["card_cell"][0, : states["cards"][0]].tolist())
    changed: set[int] = set()
    for action in given.actions[given.steps(i)][:-1]:
        states["steps_left"], states["turn"] = 9, FOLLOWER
        before = int(states["player_cell"][0, FOLLOWER])
        assert step_many(states, np.array([action], np.uint8))[0] > 0
        cell = int(states["player_cell"][0, FOLLOWER])
        if cell != before and cell in cards:
            changed ^= {cell}
    return cell_of(states), int(states["player_heading"][0, FOLLOWER]), changed


def cards_of(given: Demonstrations, i: int) -> set[tuple[int, int, bool]]:
    """The cells and kinds of the cards with which one begins, and which of them it steps onto."""
    state, touched = given.start[i], int(given.touched[i])
    cards = zip(state["card_cell"].tolist(), state["card_kind"].tolist(), strict=True)
    return {
        (cell, kind, bool(touched >> slot & 1))
        for slot, (cell, kind) in enumerate(list(cards)[: state["cards"]])
    }


def cell_of(states: Any) -> int:
    return int(states["player_cell"][0, FOLLOWER])


@pytest.mark.parametrize("who", [Wanderer, Idler])
@pytest.mark.parametrize("seed", range(3))
def test_recovery_examples_end_where_the_recorded_ones_do(seed: int, who: type[Wanderer]) -> None:
    """On the same cards, also where the leader made a set in the turns that it had left."""
    found = recover(GAMES, rolled(seed, who))
    gold = demonstrations(GAMES, found.source)
    assert len(found) > 20
    for i in range(len(found)):
        cell, heading, changed = play(found, i)
        end = gold.first[i + 1] - 1
        if len(gold.actions[gold.steps(i)]) == 1:
            assert found.actions[found.steps(i)].tolist() == [Action.DONE]
            continue
        assert (cell, heading) == (gold.cells[end], gold.headings[end])
        assert changed == play(gold, i)[2]
        assert cards_of(found, i) == cards_of(gold, i)


def test_a_recovery_example_begins_where_the_policy_ended() -> None:
    done = rolled(1)
    found = recover(GAMES, done)
    ended = {int(e): i for i, e in enumerate(done.examples)}
    following = next_examples(GAMES)
    for i, source in enumerate(found.source.tolist()):
        before = ended[source - 1]
        assert following[source - 1] == source
        for name in ("player_cell", "player_heading"):
            assert found.start[i][name][FOLLOWER] == done.ended[before][name][FOLLOWER]
        assert found.texts[i] == GAMES.texts[source]
        assert found.cells[found.first[i]] == found.start[i]["player_cell"][FOLLOWER]


def test_only_far_starts_need_implicit_reasoning() -> None:
    found = recover(GAMES, rolled(2))
    gold = demonstrations(GAMES, found.source)
    kinds = set()
    for i in range(len(found)):
        apart = distance(int(found.cells[found.first[i]]), int(gold.cells[gold.first[i]]))
        is_idle = len(gold.actions[gold.steps(i)]) == 1
        assert found.is_implicit[i] == (apart > 2 and not is_idle)
        kinds.add(bool(found.is_implicit[i]))
    assert kinds == {True, False}


def test_what_was_done_right_gives_no_recovery_example() -> None:
    done = rolled(3)
    gold = GAMES.final[done.examples]
    right = replace(done, ended=gold, final=gold)
    assert not len(lost_poses(GAMES, right))
    assert not len(recover(GAMES, right))


def test_other_cards_give_no_recovery_example() -> None:
    done = rolled(3)
    final = done.final.copy()
    final["selected"] ^= 1
    assert not len(lost_poses(GAMES, replace(done, final=final)))


def test_a_leader_who_is_behind_is_shown_where_it_was() -> None:
    """Who stops at once leaves turns of the leader undone; the new example begins before them."""
    done = rolled(0)
    found = recover(GAMES, done)
    gold = GAMES.start[found.source]
    ended = done.ended[np.searchsorted(done.examples, found.source - 1)]
    for i in range(len(found)):
        leader = int(found.start[i]["player_cell"][0])
        assert leader in (int(gold[i]["player_cell"][0]), int(ended[i]["player_cell"][0]))


def test_recovery_examples_are_the_same_after_storing(tmp_path: Path) -> None:
    found = recover(GAMES, rolled(0))
    save_recoveries(tmp_path / "a.npz", found)
    again = load_recoveries(tmp_path / "a.npz", GAMES)
    assert again.texts == found.texts
    assert again.pasts == found.pasts
    assert again.start.tobytes() == found.start.tobytes()
    for name in ("first", "actions", "cells", "headings", "touched", "is_implicit", "source"):
        assert (getattr(again, name) == getattr(found, name)).all()
    (tmp_path / "a.npz").write_bytes(b"nothing")
    with pytest.raises(CheckpointError, match="holds no recovery examples"):
        load_recoveries(tmp_path / "a.npz", GAMES)


def test_nothing_lost_is_no_example() -> None:
    empty = roll_out(GAMES, Wanderer(GAMES, 0), [], limit=60)
    assert len(recover(GAMES, empty)) == 0


def strayed(seed: int) -> Rollouts:
    """Roll-outs after which one card more, or less, is selected than recorded."""
    done = rolled(seed)
    ended, final = done.ended.copy(), done.final.copy()
    for states in (ended, final):
        states["selected"] ^= 1 << (np.arange(len(done)) % 5).astype(np.uint32)
    return replace(done, ended=ended, final=final)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("way", ["go-on", "mend"])
def test_wrong_cards_are_gone_on_with_or_mended(seed: int, way: Literal["go-on", "mend"]) -> None:
    done = strayed(seed)
    assert len(recover(GAMES, done)) == 0
    found = recover(GAMES, done, Aggregation(wrong_cards=way))
    gold = demonstrations(GAMES, found.source)
    before = {int(example): i for i, example in enumerate(done.examples)}
    assert len(found) > 20
    for i, source in enumerate(found.source.tolist()):
        i_before = before[source - 1]
        wrong = GAMES.final["selected"][source - 1] ^ done.final["selected"][i_before]
        slots = [slot for slot in range(found.start["cards"][i]) if wrong >> slot & 1]
        cell, heading, changed = play(found, i)
        end = gold.first[i + 1] - 1
        assert (cell, heading) == (gold.cells[end], gold.headings[end])
        others = {int(found.start["card_cell"][i, slot]) for slot in slots}
        asked = play(gold, i)[2]  # what is as it should be already is left alone
        assert changed == (asked ^ others if way == "mend" else asked - others)
