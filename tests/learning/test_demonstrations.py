from itertools import pairwise

import numpy as np
import pytest

from cerealbar.follower.action_generator import START
from cerealbar.game import HEADINGS, Action, Player, step_many
from cerealbar.learning.batches import action_batch, epoch_batches, plan_labels
from cerealbar.learning.demonstrations import (
    Demonstrations,
    demonstrations,
    join,
    recorded_demonstrations,
)
from cerealbar.views import CB2_SIGHT, UNKNOWN_TILE
from tests.learning.lessons import examples

GIVEN: Demonstrations = demonstrations(examples())


def walked(given: Demonstrations, i: int) -> list[tuple[int, int]]:
    """The poses in which the actions of a demonstration are chosen, by the rules alone."""
    states = given.start[i : i + 1].copy()
    states["half_turns_left"], states["steps_left"] = 99, 99
    poses = []
    for action in given.actions[given.steps(i)]:
        cell = int(states["player_cell"][0, Player.FOLLOWER])
        poses.append((cell, int(states["player_heading"][0, Player.FOLLOWER])))
        if action != Action.DONE:
            step_many(states, np.array([action], np.uint8))
    return poses


def test_a_demonstration_is_what_the_follower_did_until_it_was_done() -> None:
    assert len(GIVEN) == len(examples())
    for i in range(len(GIVEN)):
        log = GIVEN.steps(i)
        assert GIVEN.actions[log][-1] == Action.DONE
        assert (GIVEN.actions[log][:-1] <= Action.RIGHT).all()
        told = zip(GIVEN.cells[log].tolist(), GIVEN.headings[log].tolist(), strict=True)
        assert list(told) == walked(GIVEN, i)


def test_some_demonstrations_are_those() -> None:
    some = GIVEN.take([5, 2, 5])
    assert some.texts == (GIVEN.texts[5], GIVEN.texts[2], GIVEN.texts[5])
    for n, i in enumerate((5, 2, 5)):
        assert (some.actions[some.steps(n)] == GIVEN.actions[GIVEN.steps(i)]).all()
        assert some.start[n].tobytes() == GIVEN.start[i].tobytes()
    both = join([GIVEN.take([0, 1]), some])
    assert len(both) == 5
    assert (both.cells[both.steps(3)] == GIVEN.cells[GIVEN.steps(2)]).all()
    assert both.start[4].tobytes() == GIVEN.start[5].tobytes()
    assert len(GIVEN.take([])) == 0


def test_gold_plans_tell_the_way_and_the_cards() -> None:
    labels = plan_labels(GIVEN)
    assert labels.plan[..., 0].sum(1).numpy() == pytest.approx(1)
    seen = 0
    for i in range(len(GIVEN)):
        state, log = GIVEN.start[i], GIVEN.steps(i)
        cards = state["card_cell"][: state["cards"]].tolist()
        path = GIVEN.cells[log].tolist()
        for cell in set(path):
            assert labels.plan[i, cell, 0] == pytest.approx(path.count(cell) / len(path))
        left = [after for before, after in pairwise(path) if before != after]
        goals = {cell for cell in cards if cell in left}
        found = labels.plan[i, :, 1].nonzero().flatten().tolist()
        assert set(found) == goals
        avoided = set(labels.plan[i, :, 2].nonzero().flatten().tolist())
        assert avoided == set(cards) - goals - {path[0]}
        assert labels.cards[i].nonzero().flatten().tolist() == sorted(cards)
        assert not labels.plan[i, path, 3].any()
        seen += len(goals)
    assert seen > 20


def test_an_action_batch_tells_what_came_before() -> None:
    batch = action_batch(GIVEN)
    for i in (0, 3, 7):
        log = GIVEN.steps(i)
        n = log.stop - log.start
        assert batch.actions[i, :n].tolist() == GIVEN.actions[log].tolist()
        assert (batch.actions[i, n:] == -1).all()
        assert batch.before[i, :n].tolist() == [START, *GIVEN.actions[log][:-1].tolist()]
        poses = GIVEN.cells[log].astype(int) * HEADINGS + GIVEN.headings[log]
        assert batch.poses[i, :n].tolist() == poses.tolist()


def test_an_epoch_has_every_example_once_in_an_order_of_its_own() -> None:
    lengths = GIVEN.lengths
    batches = epoch_batches(lengths, 4, (1, 2, 3))
    assert sorted(np.concatenate(batches).tolist()) == list(range(len(lengths)))
    again, other = epoch_batches(lengths, 4, (1, 2, 3)), epoch_batches(lengths, 4, (1, 2, 4))
    assert all((a == b).all() for a, b in zip(batches, again, strict=True))
    assert any(len(a) != len(b) or (a != b).any() for a, b in zip(batches, other, strict=True))
    spread = [np.ptp(lengths[batch]) for batch in batches]
    assert np.mean(spread) < np.ptp(lengths) / 2


def test_with_a_sight_only_what_was_seen_is_told_and_asked_for() -> None:
    given = recorded_demonstrations(examples(), CB2_SIGHT)
    assert given.known is not None
    hidden = 0
    for i in range(len(given)):
        state, full = given.start[i], GIVEN.start[i]
        unseen = ~given.known[i]
        assert (state["tile"][unseen] == UNKNOWN_TILE).all()
        assert (state["tile"][~unseen] == full["tile"][~unseen]).all()
        cells = state["card_cell"][: state["cards"]].tolist()
        touched = {cell for slot, cell in enumerate(cells) if given.touched[i] >> slot & 1}
        all_cells = full["card_cell"][: full["cards"]].tolist()
        everything = {c for slot, c in enumerate(all_cells) if GIVEN.touched[i] >> slot & 1}
        assert touched <= everything | set(cells)
        hidden += len(everything - touched)
    assert hidden > 0
    labels = plan_labels(given)
    assert labels.cards.sum() < plan_labels(GIVEN).cards.sum()
