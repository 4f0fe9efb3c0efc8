"""How the pointer model learns: goals of demonstrations, its losses, and what it can learn."""

import numpy as np
import pytest
import torch

from cerealbar.follower.pointer.decoding import NOWHERE, decode_goals
from cerealbar.follower.pointer.torch_backend import PointerNet
from cerealbar.follower.pointer.weights import ARRIVAL
from cerealbar.game import Action, Player, StateArray, cell_at, next_pose, pose_of
from cerealbar.learning.demonstrations import Demonstrations, join
from cerealbar.learning.pointer import (
    LOSS_WEIGHTS,
    PointerExamples,
    pointer_loss,
    prepare,
)
from tests.boards import WATER, board
from tests.follower.pointer.worlds import (
    SMALL,
    WORDS,
    recorded,
    recorded_words,
    untrained,
)

CARDS = ("1bc@13,12", "2gd@14,12")
FORWARD, BACKWARD, LEFT, RIGHT = Action.FORWARD, Action.BACKWARD, Action.LEFT, Action.RIGHT


def done_on(states: StateArray, *steps: Action) -> Demonstrations:
    """A demonstration of steps on a board."""
    poses = [pose_of(states, Player.FOLLOWER)]
    for step in steps:
        poses.append(next_pose(poses[-1], step))
    return Demonstrations(
        ("get the blue card",),
        ((),),
        states,
        np.array([0, len(poses)]),
        np.array([*steps, Action.DONE], np.uint8),
        np.array([pose.cell for pose in poses], np.int16),
        np.array([pose.heading for pose in poses], np.uint8),
        np.zeros(1, np.uint32),
        np.zeros(1, np.bool_),
        np.zeros(1, np.int64),
    )


def goals_of(*steps: Action, follower: str = "12,12,e") -> tuple[list[int], int, int]:
    """Slots, place and heading that are learned from steps on a board with two cards."""
    found = prepare(done_on(board(follower=follower, cards=CARDS), *steps), WORDS, SMALL)
    slots = found.goals[0]
    return slots[slots >= 0].tolist(), int(found.places[0]), int(found.headings[0])


def test_goals_are_the_cards_in_the_order_of_touching_them() -> None:
    assert goals_of(FORWARD, FORWARD) == ([0, 1], NOWHERE, ARRIVAL)
    assert goals_of(FORWARD, FORWARD, follower="15,12,w") == ([1, 0], NOWHERE, ARRIVAL)


def test_where_one_ends_is_a_place_unless_it_is_the_last_card() -> None:
    assert goals_of(FORWARD, FORWARD, FORWARD) == ([0, 1], cell_at(15, 12), ARRIVAL)
    assert goals_of() == ([], cell_at(12, 12), ARRIVAL)


def test_turns_at_the_end_are_learned_as_turns_from_the_beginning() -> None:
    assert goals_of(FORWARD, RIGHT) == ([0], NOWHERE, 1)
    assert goals_of(LEFT, LEFT) == ([], cell_at(12, 12), 4)


def test_a_card_that_is_toggled_twice_is_no_goal() -> None:
    assert goals_of(FORWARD, BACKWARD, FORWARD, FORWARD) == ([1], NOWHERE, ARRIVAL)
    assert goals_of(FORWARD, BACKWARD) == ([0], cell_at(12, 12), ARRIVAL)


def test_a_card_under_the_follower_is_a_goal_once_it_is_entered_again() -> None:
    assert goals_of(BACKWARD, FORWARD, follower="13,12,e") == ([0], NOWHERE, ARRIVAL)
    assert goals_of(follower="13,12,e") == ([], cell_at(13, 12), ARRIVAL)


def test_the_losses_of_a_tiny_case_are_those_of_a_hand_calculation() -> None:
    """With all weights zero every option is equally likely: two cards, to stop, or to go."""
    net = untrained()
    with torch.no_grad():
        for weight in net.parameters():
            weight.zero_()
    demonstrations = join(
        [
            done_on(board(follower="12,12,e", cards=CARDS), FORWARD),
            done_on(board(follower="12,12,e", cards=CARDS), LEFT),
        ]
    )
    losses = pointer_loss(net, prepare(demonstrations, WORDS, SMALL).take(np.arange(2)))
    # First: one of 2 cards and 2 ends, then one of 1 card and 2 ends. Second: the end of 4 options,
    # on one of the 623 cells without a card, looking in one of 7 ways.
    assert losses["goals"].item() == pytest.approx(np.log([4, 3, 4]).sum(), rel=1e-5)
    assert losses["place"].item() == pytest.approx(np.log(623), rel=1e-5)
    assert losses["heading"].item() == pytest.approx(
        LOSS_WEIGHTS["heading"] * 2 * np.log(7), rel=1e-5
    )


def test_losses_are_sums_over_examples() -> None:
    net, examples = untrained(), prepare(recorded(), WORDS, SMALL)
    whole = pointer_loss(net, examples.take(np.arange(12)))
    parts = [pointer_loss(net, examples.take(chosen)) for chosen in np.split(np.arange(12), 4)]
    for name, loss in whole.items():
        assert loss.item() == pytest.approx(sum(part[name].item() for part in parts), rel=1e-4)


def test_what_was_not_known_at_the_start_is_no_place_to_learn() -> None:
    states = board(follower="12,12,e", tiles={(13, 12): WATER})
    found = prepare(done_on(states, FORWARD), WORDS, SMALL)
    assert found.places[0] == NOWHERE


def trained(examples: PointerExamples, steps: int, seed: int = 0) -> PointerNet:
    """A network after some steps on all of a few examples."""
    torch.manual_seed(seed)
    net, rng = PointerNet(SMALL, recorded_words()), np.random.default_rng(seed)
    optimiser = torch.optim.AdamW(net.parameters(), lr=4e-3)
    for _ in range(steps):
        losses = pointer_loss(net, examples, rng)
        loss = torch.stack(list(losses.values())).sum() / len(examples)
        optimiser.zero_grad()
        torch.autograd.backward(loss)
        optimiser.step()
    return net.eval()


def test_it_learns_ten_examples_by_heart() -> None:
    examples = prepare(recorded().take(range(10)), recorded_words(), SMALL)
    net = trained(examples, 60)
    found = decode_goals(net.arrays(), examples.inputs())
    assert np.array_equal(found.goals, examples.goals)
    assert np.array_equal(found.places, examples.places)


def test_the_same_seed_learns_the_same() -> None:
    examples = prepare(recorded().take(range(6)), recorded_words(), SMALL)
    one, same, other = (trained(examples, 3, seed).state_dict() for seed in (1, 1, 2))
    assert all(torch.equal(one[name], same[name]) for name in one)
    assert not torch.equal(one["see.weight"], other["see.weight"])
