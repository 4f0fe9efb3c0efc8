"""The network: sizes of batches, seeds, and goals that are never pointed at twice."""

import msgspec
import numpy as np
import pytest
import torch

from cerealbar.follower.pointer.decoding import decode_goals
from cerealbar.follower.pointer.network import PointerInputs
from cerealbar.follower.pointer.words import read_words
from cerealbar.game import IS_PASSABLE, StateArray, new_states
from tests.follower.pointer.worlds import (
    MIDDLES,
    SMALL,
    WORDS,
    make_inputs,
    turned,
    untrained,
    village,
)

TEXTS = ("get the blue card", "", "turn left and stop next to the tower, please", "rigth")


def inputs_of(states: StateArray, texts: tuple[str, ...]) -> PointerInputs:
    words = read_words(texts, [()] * len(texts), WORDS, SMALL)
    return make_inputs(states, words, SMALL.props)


def test_a_batch_of_one_equals_a_batch_of_many() -> None:
    net, states = untrained(), new_states(np.arange(len(TEXTS)))
    together = decode_goals(net.arrays(), inputs_of(states, TEXTS))
    for i, text in enumerate(TEXTS):
        alone = decode_goals(net.arrays(), inputs_of(states[i : i + 1], (text,)))
        assert np.allclose(alone.chances[0], together.chances[i], atol=1e-5)
        assert np.allclose(alone.log_likelihood[0], together.log_likelihood[i], rtol=1e-3)
        assert alone.goals[0].tolist() == together.goals[i].tolist()
        assert alone.places[0] == together.places[i]


@pytest.mark.parametrize("history", [0, 1])
def test_earlier_instructions_matter_if_they_are_read(history: int) -> None:
    config = msgspec.structs.replace(SMALL, history=history)
    net, states = untrained(config), new_states(np.arange(1))
    alone, after = (
        decode_goals(
            net.arrays(), make_inputs(states, read_words(["get it"], [past], WORDS, config), 8)
        ).chances
        for past in ((), ("the blue card",))
    )
    assert np.array_equal(alone, after) == (history == 0)


def test_the_same_seed_makes_the_same_network() -> None:
    one, same, other = (untrained(seed=seed).state_dict() for seed in (1, 1, 2))
    assert all(torch.equal(one[name], same[name]) for name in one)
    assert not all(torch.equal(one[name], other[name]) for name in one)


def test_no_card_is_pointed_at_twice_and_ends_are_free() -> None:
    for seed in range(6):
        net, states = untrained(seed=seed), new_states(np.arange(8))
        with torch.no_grad():
            net.get_parameter("end.bias").fill_(-3.0)  # so that goals come before the end
        found = decode_goals(net.arrays(), inputs_of(states, TEXTS * 2))
        for i, goals in enumerate(found.goals):
            chosen = goals[goals >= 0].tolist()
            assert len(chosen) > 1
            assert len(set(chosen)) == len(chosen)
            assert all(slot < states["cards"][i] for slot in chosen)
            if found.places[i] >= 0:
                assert IS_PASSABLE[states["tile"][i, found.places[i]]]
        assert ((found.chances >= 0) & (found.chances <= 1)).all()
        assert (found.log_likelihood <= 0).all()


def test_a_turned_and_moved_world_has_the_same_goals() -> None:
    net = untrained()
    worlds = [village(), turned(village(), 2, MIDDLES[1]), turned(village(), 5, MIDDLES[2])]
    found = [decode_goals(net.arrays(), inputs_of(states, TEXTS[:1])) for states in worlds]
    for other in found[1:]:
        assert np.array_equal(other.goals, found[0].goals)
        assert np.allclose(other.chances, found[0].chances, atol=1e-5)
        assert np.array_equal(other.headings, found[0].headings)
