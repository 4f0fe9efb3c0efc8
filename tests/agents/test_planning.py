from itertools import permutations, product

import numpy as np
import pytest

from cerealbar.agents import shortest_tour
from cerealbar.agents.fetching import ALL, SHARES, FetchBoard, fill_tours
from cerealbar.agents.planning import LATER, WORK, Planner, SetPlan, TurnClock, Walker
from cerealbar.game import NEIGHBOURS, Game, Player, Pose, Rules, cell_at, coordinates
from tests.boards import WATER, board

CLOCK = TurnClock(5, 5, 10, 12, 10)


def best_plan(
    measured: FetchBoard, game: Game, clock: TurnClock = CLOCK, selected: int = 0
) -> SetPlan | None:
    """The best plan that makes a set in time."""
    leader, follower = map(Walker, measured.rows(*map(game.pose, Player)))
    noise = np.zeros(len(measured.costs.sets))
    planner = Planner(measured, clock, leader, follower, noise, selected)
    return planner.best_within(clock.half_turns_left)


def shortest(measured: FetchBoard, pose: Pose, cells: list[int]) -> int | None:
    """The steps to fetch cards in the best order."""
    tours = (shortest_tour(measured.blocked, pose, order) for order in permutations(cells))
    return min((len(tour.steps) for tour in tours if tour is not None), default=None)


@pytest.mark.parametrize("seed", [1, 2])
def test_fetching_costs_are_the_lengths_of_shortest_tours(seed: int) -> None:
    game = Game(seed, Rules(cards=12))
    measured = FetchBoard(game.states)
    pose = game.pose(Player.FOLLOWER)
    (row,) = measured.rows(pose)
    sets = measured.costs.sets
    tours = np.empty((len(sets), SHARES), np.int16)
    fill_tours(row, measured.costs, tours, np.empty_like(tours))
    for number, share in product(range(len(sets)), range(1, SHARES)):
        cards = [sets[number, i] for i in range(3) if share >> i & 1]
        cells = [int(measured.cells[i]) for i in cards]
        assert tours[number, share] == shortest(measured, pose, cells)


def plain_price(measured: FetchBoard, game: Game, share: int) -> float:
    """What a way to share the only set costs, step by step."""
    half_turn, work = 0, 0.0
    for player in Player:
        bits = ALL ^ share if player else share
        cells = [measured.places[measured.costs.sets[0, i]] for i in range(3) if bits >> i & 1]
        pose = game.pose(player)
        steps, per_turn = shortest(measured, pose, cells), (5, 10)[player]
        if steps is None:
            return float("inf")
        if cells:
            half_turn = max(half_turn, 2 * ((steps - 1) // per_turn) + player)
        work += steps / per_turn
    return half_turn + LATER * (22 - half_turn) + WORK * work


@pytest.mark.parametrize("seed", [3, 4, 5])
def test_the_best_plan_for_the_only_set_is_the_cheapest_of_all(seed: int) -> None:
    game = Game(seed, Rules(cards=3, solvable=True))
    measured = FetchBoard(game.states)
    plan = best_plan(measured, game)
    prices = [plain_price(measured, game, share) for share in range(SHARES)]
    assert plan is not None
    assert plan.next is None
    assert plan.price == pytest.approx(min(prices))
    share = sum(1 << i for i, slot in enumerate(measured.costs.sets[0]) if slot in plan.this.leader)
    assert prices[share] == pytest.approx(plan.price)
    assert sorted(plan.this.leader + plan.this.follower) == [0, 1, 2]


def test_selected_cards_are_kept_and_need_not_be_fetched() -> None:
    states = board(
        leader="2,2,e",
        follower="4,4,e",
        cards=("1rc@3,2+", "2gd@6,4", "3bh@10,10", "2gs@12,2"),
    )
    measured = FetchBoard(states)
    game = Game.from_states(states)
    plan = best_plan(measured, game, selected=1)
    assert plan is not None
    assert plan.this.leader == ()
    assert plan.this.follower == (1, 2)


def test_a_set_that_cannot_be_made_in_time_is_no_plan() -> None:
    game = Game(3)
    measured = FetchBoard(game.states)
    assert best_plan(measured, game, TurnClock(1, 5, 10, 1, 10)) is None


@pytest.mark.parametrize(("x", "half_turn"), [(7, 0), (8, 2), (12, 2), (13, 4)])
def test_a_leader_of_five_steps_a_turn_arrives_in_this_half_turn(x: int, half_turn: int) -> None:
    floor = [(2 + i, 2) for i in range(12)] + [(2, 20)]
    cards = ("1rc@0,2+", "2gd@1,2+", f"3bh@{x},2")
    states = board(leader="2,2,e", follower="2,20,e", cards=cards, floor=floor)
    measured = FetchBoard(states)
    game = Game.from_states(states)
    plan = best_plan(measured, game, selected=0b11)
    assert plan is not None
    assert plan.this.leader == (2,)
    assert plan.price == pytest.approx(half_turn + LATER * (22 - half_turn) + WORK * (x - 2) / 5)


def test_what_is_walled_in_is_never_planned() -> None:
    walls = {coordinates(near): WATER for near in NEIGHBOURS[cell_at(8, 8)].tolist()}
    states = board(
        leader="2,2,e",
        follower="4,4,e",
        cards=("1rc@4,2", "2gd@6,4", "3bh@8,8", "3yh@20,20"),
        tiles=walls,
    )
    measured = FetchBoard(states)
    game = Game.from_states(states)
    plan = best_plan(measured, game)
    assert plan is not None
    assert 2 not in plan.this.leader + plan.this.follower
