"""The policy: any text on any board, ways that are made anew, sights, plans and giving up."""

import numpy as np
import pytest

from cerealbar.agents import FollowTask
from cerealbar.agents.policy import Assignments, Policy, PolicyFollower, Situations
from cerealbar.follower.pointer import PointerPolicy
from cerealbar.follower.pointer.decoding import NOWHERE, DecodedGoals
from cerealbar.follower.pointer.policy import NOT_UNDERSTOOD, PointerMemory
from cerealbar.follower.pointer.weights import ARRIVAL
from cerealbar.game import Action, StateArray, cell_at, new_state, new_states
from cerealbar.views import PAPER_SIGHT, BoardMemory
from tests.agents.following import carry_out, follower_alone
from tests.boards import WATER, board
from tests.follower.pointer.worlds import untrained, untrained_policy, village

CARDS = ("1bc@13,12", "2gd@15,12")
ISLAND = {(x, z): WATER for x in range(4, 9) for z in range(4, 9) if (x, z) != (6, 6)}
ODD_TEXTS = ("", " ", "xyzzy plugh", "get " * 10_000, "红色的卡片", "كرت", "🟥🟥", "\ud800", "?!.,")


def assigned(states: StateArray, *texts: str) -> Assignments:
    count = len(texts)
    return Assignments(states, texts, [()] * count, [None] * count)


def situation(states: StateArray, steps: int = 0) -> Situations:
    return Situations(states, np.full(len(states), steps))


def pointing(
    monkeypatch: pytest.MonkeyPatch,
    states: StateArray,
    slots: tuple[int, ...],
    place: int = NOWHERE,
    heading: int = ARRIVAL,
) -> tuple[PointerPolicy, PointerMemory]:
    """A policy that has read an instruction and points at these goals."""
    policy = untrained_policy()
    goals = np.full((1, policy.net.config.max_goals), -1)
    goals[0, : len(slots)] = slots
    chances = np.full((1, max(1, int(states["cards"][0]))), 0.25)
    found = DecodedGoals(goals, np.array([place]), np.array([heading]), chances, np.array([0.5]))
    monkeypatch.setattr("cerealbar.follower.pointer.policy.decode_goals", lambda *_: found)
    memory = policy.new_memory(2)
    policy.begin(memory, np.array([1]), assigned(states, "do it"))
    return policy, memory


def walk(policy: PointerPolicy, memory: PointerMemory, states: StateArray) -> list[Action]:
    """What the policy does in row 1 until it is done; the board is changed."""
    game, taken = follower_alone(states), list[Action]()
    while True:
        now = situation(game.states, len(taken))
        (action,) = policy.choose(memory, np.array([1]), now).tolist()
        if action == Action.DONE:
            states[:] = game.states
            return taken
        game.step(Action(action))
        taken.append(Action(action))


def test_it_is_a_policy() -> None:
    assert isinstance(untrained_policy(), Policy)


@pytest.mark.parametrize("text", ODD_TEXTS, ids=range(len(ODD_TEXTS)))
def test_any_text_can_be_carried_out(text: str) -> None:
    for states in (new_state(3), board(follower="12,12,e"), village()):
        carry_out(PolicyFollower(untrained_policy()), follower_alone(states), None, text)


def test_asked_twice_it_answers_the_same() -> None:
    policy, states = untrained_policy(), new_states(np.arange(5))
    memory, rows = policy.new_memory(8), np.array([6, 0, 3, 1, 7])
    policy.begin(memory, rows, assigned(states, "get the card", "", "a b c d e f", "blue", "the"))
    first, again = (policy.choose(memory, rows, situation(states)) for _ in range(2))
    assert first.tolist() == again.tolist()


def test_rows_do_not_know_of_each_other() -> None:
    policy, states = untrained_policy(), new_states(np.arange(70))
    texts = [f"get {'the ' * (i % 7)}card" for i in range(70)]
    memory, rows = policy.new_memory(70), np.arange(70)[::-1].copy()
    policy.begin(memory, rows, assigned(states, *texts))
    chosen = policy.choose(memory, rows, situation(states))
    for i in (0, 13, 69):
        one = policy.new_memory(1)
        policy.begin(one, np.array([0]), assigned(states[i : i + 1], texts[i]))
        alone = policy.choose(one, np.array([0]), situation(states[i : i + 1]))
        assert alone[0] == chosen[i]


def test_it_walks_to_its_goals_and_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    states = board(follower="12,12,e", cards=CARDS)
    policy, memory = pointing(monkeypatch, states, (0, 1))
    assert walk(policy, memory, states) == [Action.FORWARD] * 3
    assert states["selected"][0] == 0b11


def test_it_goes_to_a_place_and_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    states = board(follower="12,12,e")
    policy, memory = pointing(monkeypatch, states, (), cell_at(14, 12), 1)
    assert walk(policy, memory, states) == [Action.FORWARD, Action.FORWARD, Action.RIGHT]


def test_a_card_that_cannot_be_reached_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    states = board(follower="12,12,e", cards=("1bc@6,6", *CARDS), tiles=ISLAND)
    policy, memory = pointing(monkeypatch, states, (0, 1))
    assert walk(policy, memory, states) == [Action.FORWARD]
    assert states["selected"][0] == 0b010


def test_a_way_is_made_anew_around_a_new_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """As when the leader makes a set meanwhile and a card appears in the way."""
    states = board(follower="12,12,e", cards=CARDS[1:])
    policy, memory = pointing(monkeypatch, states, (0,))
    states = board(follower="12,12,e", cards=CARDS[::-1], score=1)
    walk(policy, memory, states)
    assert states["selected"][0] == 0b01
    assert states["player_cell"][0, 1] == cell_at(15, 12)


def test_a_goal_that_is_gone_after_a_set_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    policy, memory = pointing(monkeypatch, board(follower="12,12,e", cards=CARDS), (0, 1))
    states = board(follower="12,12,e", cards=CARDS[:1], score=1)
    assert walk(policy, memory, states) == [Action.FORWARD]


def test_a_set_that_leaves_nothing_to_do_is_not_told_as_what_was_understood(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    states = board(follower="12,12,e", cards=CARDS)
    policy, memory = pointing(monkeypatch, states, (0,))
    policy.choose(memory, np.array([1]), situation(states))
    plan = policy.plan(memory, 1)
    assert plan is not None
    assert plan.understood.startswith("takes ")
    policy.choose(memory, np.array([1]), situation(board(follower="13,12,e", score=1), 1))
    plan = policy.plan(memory, 1)
    assert plan is not None
    assert plan.understood == ""


def test_it_can_take_over_in_the_middle_of_an_instruction(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a server does that was started anew: steps were taken before it reads."""
    states = board(follower="12,12,e", cards=CARDS)
    policy, memory = pointing(monkeypatch, states, (0,))
    for steps, action in ((7, Action.FORWARD), (8, Action.DONE)):
        assert policy.choose(memory, np.array([1]), situation(states, steps)) == action


def test_an_obstacle_that_comes_in_sight_is_walked_around(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    policy, memory = pointing(monkeypatch, board(follower="12,12,e", cards=CARDS), (0, 1))
    policy.choose(memory, np.array([1]), situation(board(follower="12,12,e", cards=CARDS)))
    states = board(follower="13,12,e", cards=("1bc@13,12+", CARDS[1]), tiles={(14, 12): WATER})
    first = policy.choose(memory, np.array([1]), situation(states, 1))
    assert first[0] != Action.FORWARD
    assert policy.choose(memory, np.array([1]), situation(states, 1)) == first
    assert memory.goals[1].tolist() == [cell_at(15, 12), *[-1] * 5]


def test_a_follower_with_a_sight_uses_nothing_unknown() -> None:
    """Two worlds that look alike from where the follower is, and are not."""
    seen, plans = [], []
    for cards in (("1bc@13,12", "3ph@2,2"), ("1bc@13,12", "2gd@4,20")):
        states = board(leader="1,23,ne", follower="12,12,e", cards=cards)
        states["tile"][0, 30 if "2gd@4,20" in cards else 31] = 2
        sight = BoardMemory(PAPER_SIGHT)
        sight.look(states)
        follower = PolicyFollower(untrained_policy())
        task = FollowTask(0, states, "get the blue card", 0, 0).within(sight)
        seen.append(follower.follow([task]))
        plans.append(follower.plan(0))
        assert sight.known.sum() < 400
    assert seen[0] == seen[1]
    assert plans[0] == plans[1]
    assert plans[0] is not None
    assert set(plans[0].goals) == {cell_at(13, 12)}


def test_a_plan_tells_the_way_the_cards_and_the_obstacles(monkeypatch: pytest.MonkeyPatch) -> None:
    states = board(follower="12,12,e", cards=CARDS, tiles={(3, 3): WATER})
    policy, memory = pointing(monkeypatch, states, (0,))
    plan = policy.plan(memory, 1)
    assert plan is not None
    assert plan.trajectory == {cell_at(12, 12): 0.5, cell_at(13, 12): 0.5}
    assert plan.goals == {cell_at(13, 12): 0.25, cell_at(15, 12): 0.25}
    assert plan.avoid == {cell_at(13, 12): 0.75, cell_at(15, 12): 0.75}
    assert plan.blocked == {cell_at(3, 3): 1.0}
    assert policy.plan(memory, 0) is None


def test_plans_of_an_untrained_network_are_distributions() -> None:
    policy, states = untrained_policy(), new_states(np.arange(6))
    memory, rows = policy.new_memory(6), np.arange(6)
    policy.begin(memory, rows, assigned(states, *["get the blue card"] * 6))
    for row in range(6):
        plan = policy.plan(memory, row)
        assert plan is not None
        assert sum(plan.trajectory.values()) == pytest.approx(1)
        assert set(plan.goals) == set(plan.avoid) == set(states["card_cell"][row, :21].tolist())
        assert not set(plan.trajectory) & set(plan.blocked)


def test_it_says_that_it_does_not_understand_below_a_likelihood() -> None:
    states = new_state(1)
    for bound, action, reason in ((0.0, None, None), (1.0, Action.GIVE_UP, NOT_UNDERSTOOD)):
        policy = PointerPolicy(untrained().arrays(), give_up_below=bound)
        memory = policy.new_memory(1)
        assert policy.reason(memory, 0) is None
        policy.begin(memory, np.array([0]), assigned(states, "blorp"))
        (chosen,) = policy.choose(memory, np.array([0]), situation(states)).tolist()
        assert (chosen == Action.GIVE_UP) == (action is Action.GIVE_UP)
        assert policy.reason(memory, 0) == reason
