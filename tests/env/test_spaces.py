import numpy as np
import pytest

from cerealbar.env import cerealbar_v0
from cerealbar.env.actions import InstructionSpace, SpokenActions, action_space
from cerealbar.game import MAX_INSTRUCTION_LENGTH, Action, Player


@pytest.mark.parametrize(
    "text", ["go", "Turn left, then grab 2 red hearts!", "läuft über 3 Brücken", "x" * 1000]
)
def test_every_instruction_that_can_be_sent_is_in_the_space(text: str) -> None:
    assert text in InstructionSpace()


@pytest.mark.parametrize("text", ["", " ", "a\tb", "x" * (MAX_INSTRUCTION_LENGTH + 1), 4, None])
def test_what_cannot_be_sent_is_not_in_the_space(text: object) -> None:
    assert text not in InstructionSpace()


def test_sampled_actions_of_the_leader_are_in_its_space() -> None:
    space = SpokenActions()
    space.seed(1)
    samples = [space.sample() for _ in range(100)]
    assert all(space.contains(sample) for sample in samples)
    assert {int(sample["action"]) for sample in samples} == set(range(6))
    assert {bool(sample["text"]) for sample in samples} == {False, True}


def test_a_seeded_space_samples_the_same_again() -> None:
    space = SpokenActions()
    space.seed(1)
    first = [space.sample() for _ in range(20)]
    space.seed(1)
    assert first == [space.sample() for _ in range(20)]


@pytest.mark.parametrize("action", range(6))
def test_a_mask_decides_what_is_sampled(action: int) -> None:
    mask = np.zeros(6, np.int8)
    mask[action] = 1
    space = SpokenActions()
    assert space.sample(mask)["action"] == action
    assert space.sample({"action": mask, "text": None})["action"] == action
    assert space.sample(probability=mask.astype(np.float64))["action"] == action


def test_each_role_has_its_own_actions() -> None:
    assert {"action": int(Action.INSTRUCT), "text": "go"} in action_space(Player.LEADER)
    assert int(Action.DONE) in action_space(Player.FOLLOWER)
    assert int(Action.INSTRUCT) not in action_space(Player.FOLLOWER)


# Gymnasium samples a number without dimensions as a scalar, and warns when it sees one again
@pytest.mark.filterwarnings("ignore:.*Casting input x to numpy array")
@pytest.mark.parametrize("player", Player)
def test_observation_spaces_contain_their_samples(player: Player) -> None:
    space = cerealbar_v0.env().observation_space(cerealbar_v0.AGENTS[player])
    space.seed(1)
    assert space.contains(space.sample())
