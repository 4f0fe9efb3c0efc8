"""Every learned follower with every odd text and board: an answer, never a traceback."""

from functools import cache

import msgspec
import numpy as np
import pytest
import torch

from cerealbar.agents.policy import Assignments, Policy, PolicyFollower, Situations
from cerealbar.agents.protocol import FollowTask
from cerealbar.evaluation import roll_out
from cerealbar.follower.action_generator import ActionGenerator, State
from cerealbar.follower.checkpoint import build_model, policy_for
from cerealbar.follower.config import DISTRIBUTIONS, PlanConfig
from cerealbar.follower.plan_policy import as_plan
from cerealbar.follower.plan_predictor import AVOID, GOAL, NOPASS, TRAJECTORY, plan_distributions
from cerealbar.follower.stored import ModelKind
from cerealbar.follower.vocabulary import MAX_WORDS, PADDING, UNKNOWN, Vocabulary, build_vocabulary
from cerealbar.follower.world import world_inputs
from cerealbar.game import (
    CELLS,
    HEADINGS,
    NEIGHBOURS,
    Action,
    Player,
    StateArray,
    legal_many,
    new_states,
)
from cerealbar.views import PAPER_SIGHT, BoardMemory
from tests.boards import board
from tests.follower.test_checkpoint import card
from tests.learning.lessons import SMALL, examples, small_model

KINDS: list[ModelKind] = ["plan", "seq2seq", "pointer"]
TEXTS = {
    "empty": "",
    "spaces": "   ",
    "unknown words": "xyzzy plugh frobnicate",
    "ten thousand words": "go get the red card " * 2000,
    "one endless word": "a" * 50_000,
    "other scripts": "возьми красную карту 拿红色的卡片 خذ البطاقة 🙂🙂",
    "control characters": "get\x00the\x1bcard\u202e",
    "marks": "!!! ... ??? -- '' ``",
}


@cache
def policy(kind: ModelKind) -> Policy:
    torch.manual_seed(0)
    return policy_for(build_model(card(kind)), kind)


def follower_turn(states: StateArray) -> StateArray:
    states["turn"], states["waiting"], states["steps_left"] = Player.FOLLOWER, 1, 10
    return states


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_any_text_is_answered(kind: ModelKind, text: str) -> None:
    follower = PolicyFollower(policy(kind))
    states = follower_turn(new_states([5]))
    (action,) = follower.follow([FollowTask(0, states, text, 0, 0)])
    assert isinstance(action, Action)
    assert legal_many(states)[0, action]
    follower.forget(0)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "states",
    [
        board(follower="4,4,e"),
        board(follower="0,0,sw", floor=[(0, 0)]),
        board(follower="24,24,ne", leader="24,24,ne", cards=("1bc@24,24", "2gd@23,24")),
    ],
    ids=["no cards", "walled in", "in a corner on a card"],
)
def test_any_board_is_answered(kind: ModelKind, states: StateArray) -> None:
    follower = PolicyFollower(policy(kind))
    states = follower_turn(states.copy())
    (action,) = follower.follow([FollowTask(0, states, "get the red card", 0, 0)])
    assert isinstance(action, Action)
    assert action is Action.DONE or legal_many(states)[0, action]


@pytest.mark.parametrize("kind", KINDS)
def test_a_follower_with_a_sight_uses_nothing_that_it_has_not_seen(kind: ModelKind) -> None:
    one, other = follower_turn(new_states([7])), follower_turn(new_states([7]))
    memory = BoardMemory(PAPER_SIGHT)
    memory.look(one)
    hidden = ~memory.known[0]
    other["tile"][0, hidden] = 0
    again = BoardMemory(PAPER_SIGHT)
    again.look(other)
    assert memory.states.tobytes() == again.states.tobytes()
    follower = PolicyFollower(policy(kind))
    task = FollowTask(0, one, "go ahead and get the card", 0, 0).within(memory)
    (action,) = follower.follow([task])
    assert isinstance(action, Action)


def test_illegal_actions_are_never_chosen() -> None:
    done = roll_out(examples(), policy("plan"), np.arange(30))
    assert (done.choices >= done.steps).all()
    ended = done.ending != 255
    assert (done.choices[ended] == done.steps[ended] + 1).all()  # there was no bump


def test_a_plan_has_goals_on_cards_only() -> None:
    states = new_states([1, 2, 3])
    world = world_inputs(states)
    plan = plan_distributions(torch.randn(3, CELLS, 4), world.cards)
    assert torch.allclose(plan[..., TRAJECTORY].sum(1), torch.ones(3))
    for channel in (GOAL, AVOID):
        assert not plan[..., channel][~world.cards].any()
        assert (plan[..., channel][world.cards] > 0).all()
    assert (plan[..., NOPASS] > 0).all()
    shown = as_plan(plan[0])
    assert set(shown.goals) <= set(states["card_cell"][0].tolist())


def test_the_action_generator_sees_what_lies_around_it() -> None:
    """A plan that is turned and moved with the follower leads to the same actions."""
    torch.manual_seed(0)
    generator = ActionGenerator(PlanConfig()).eval()

    def logits(cell: int, heading: int) -> torch.Tensor:
        plan = torch.zeros(1, CELLS, 4)
        ahead = int(NEIGHBOURS[cell, heading])
        beside = int(NEIGHBOURS[ahead, (heading + 1) % HEADINGS])
        plan[0, ahead, TRAJECTORY], plan[0, beside, GOAL] = 0.7, 0.9
        pose = torch.tensor([[cell * HEADINGS + heading]])
        with torch.no_grad():
            found: torch.Tensor = generator(plan, pose, torch.tensor([[5]]))
        return found

    first = logits(312, 0)
    for cell, heading in ((312, 3), (200 + 12, 5), (437, 1)):
        assert torch.allclose(logits(cell, heading), first, atol=1e-5)


@pytest.mark.parametrize("name", DISTRIBUTIONS)
def test_a_distribution_that_is_not_given_is_not_seen(name: str) -> None:
    torch.manual_seed(0)
    used = tuple(other for other in DISTRIBUTIONS if other != name)
    generator = ActionGenerator(PlanConfig(distributions=used))
    plan, channel = torch.rand(1, CELLS, 4), DISTRIBUTIONS.index(name)
    poses, before = torch.tensor([[100, 101]]), torch.tensor([[5, 0]])
    with torch.no_grad():
        found = generator(plan, poses, before)
        plan[..., channel] = 0
        assert torch.equal(generator(plan, poses, before), found)
        plan[..., (channel + 1) % 4] = 0
        assert not torch.equal(generator(plan, poses, before), found)


def test_without_recurrence_nothing_is_remembered() -> None:
    torch.manual_seed(0)
    plan, poses = torch.rand(1, CELLS, 4), torch.tensor([[100, 101, 100]])
    before = torch.tensor([[0, 2, 0]])
    for is_recurrent in (True, False):
        generator = ActionGenerator(PlanConfig(is_recurrent=is_recurrent))
        with torch.no_grad():
            found = generator(plan, poses, before)[0]
        assert torch.allclose(found[0], found[2], atol=1e-6) != is_recurrent


def test_steps_one_by_one_are_those_of_teacher_forcing() -> None:
    torch.manual_seed(0)
    generator = ActionGenerator(PlanConfig())
    plan = torch.rand(2, CELLS, 4)
    poses = torch.randint(0, CELLS * HEADINGS, (2, 5))
    before = torch.randint(0, 6, (2, 5))
    with torch.no_grad():
        whole = generator(plan, poses, before)
        state: State = (torch.zeros(2, 128), torch.zeros(2, 128))
        for t in range(5):
            logits, state = generator.step(plan, torch.arange(2), poses[:, t], before[:, t], state)
            assert torch.allclose(logits, whole[:, t], atol=1e-5)


def test_a_model_without_text_reads_nothing() -> None:
    model = small_model(msgspec.structs.replace(SMALL, reads_text=False))
    assert model.read(["get the red card", "wait"]).tolist() == [[UNKNOWN], [UNKNOWN]]


def test_words_that_occur_once_are_unknown() -> None:
    vocabulary = build_vocabulary(["get the card", "the card now", "Card!"])
    assert vocabulary.words == ("card", "the")
    read = vocabulary.read(["the blue CARD", "card", ""])
    assert read.tolist() == [[3, UNKNOWN, 2], [2, PADDING, PADDING], [UNKNOWN, PADDING, PADDING]]
    assert Vocabulary(vocabulary.words) == vocabulary
    assert vocabulary.read(["card " * 500]).shape == (1, MAX_WORDS)


def test_a_policy_shows_its_plan() -> None:
    games = examples()
    plan_policy = policy("plan")
    memory = plan_policy.new_memory(2)
    given = Assignments(np.array(games.start[:2]), games.texts[:2], [(), ()], [None, None])
    plan_policy.begin(memory, np.arange(2), given)
    plan_policy.choose(memory, np.arange(2), Situations(given.states, np.zeros(2, np.int64)))
    plan = plan_policy.plan(memory, 0)
    assert plan is not None
    assert plan.trajectory
    assert set(plan.goals) <= set(games.start["card_cell"][0].tolist())
