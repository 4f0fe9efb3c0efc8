from cerealbar.agents import Oracle
from cerealbar.agents.corpus_games import corpus_game
from cerealbar.agents.pathfinding import shortest_tour
from cerealbar.agents.sighted_follower import ATTENTION, SightedFollower
from cerealbar.agents.simulated_follower import NO_SLIPS, SlipRates
from cerealbar.game import (
    DISTANCES,
    TILE_CODES,
    Action,
    Game,
    Player,
    Pose,
    Rules,
    StateArray,
    Terrain,
    Tile,
    bearing,
    cell_at,
    next_pose,
    pose_of,
)
from cerealbar.language import Intention, Purpose
from cerealbar.language.references import difficulty_groups
from cerealbar.records.summary import summarize
from cerealbar.views import BoardMemory
from tests.agents.following import carry_out, changed_cards, follower_alone
from tests.boards import board

SLIPS = tuple(SlipRates.__dataclass_fields__)
WATER = TILE_CODES[Tile(Terrain.WATER)]


def only(name: str) -> SlipRates:
    return SlipRates(**{other: float(other == name) for other in SLIPS})


def tasks() -> list[tuple[StateArray, Intention]]:
    found = []
    for seed in range(25):
        states = Game(seed, Rules(solvable=True)).states
        cells = tuple(int(cell) for cell in states["card_cell"][0, :2])
        found.append((states, Intention(Purpose.COLLECT, cells)))
    return found


def walked(states: StateArray, steps: list[Action]) -> list[int]:
    """The cells of a way, the first included."""
    pose = pose_of(states, Player.FOLLOWER)
    cells = [pose.cell]
    for step in steps:
        pose = next_pose(pose, step)
        cells.append(pose.cell)
    return cells


def test_without_slips_it_changes_what_the_oracle_changes_in_more_steps() -> None:
    more = 0
    for states, intention in tasks():
        exact, game = follower_alone(states), follower_alone(states)
        least = len(carry_out(Oracle(), exact, intention))
        more += len(carry_out(SightedFollower(1, NO_SLIPS), game, intention)) - least
        assert changed_cards(states, game.states) == changed_cards(states, exact.states)
    assert more > 25


def test_what_it_has_not_made_out_changes_nothing_of_what_it_does() -> None:
    differ = 0
    for states, intention in tasks():
        memory = BoardMemory(ATTENTION)
        memory.look(states)
        goal = intention.cards[0]
        if not memory.known[0, goal]:
            continue
        other = states.copy()
        at_props = (other["tile"][0] != 0) & ~memory.known[0]
        other["tile"][0, at_props] = WATER
        differ += int(at_props.sum())
        one = Intention(Purpose.COLLECT, (goal,))
        game, changed = follower_alone(states), follower_alone(other)
        follower, again = SightedFollower(1, NO_SLIPS), SightedFollower(1, NO_SLIPS)
        taken, then = carry_out(follower, game, one), carry_out(again, changed, one)
        known = BoardMemory(ATTENTION)
        for i, (step, same) in enumerate(zip(taken, then, strict=False)):
            known.look(states if i == 0 else _after(states, taken[:i]))
            if (known.known[0] & at_props).any():
                break
            assert step == same
    assert differ > 100


def _after(states: StateArray, steps: list[Action]) -> StateArray:
    game = follower_alone(states)
    for step in steps:
        game.step(step)
    return game.states


def test_it_turns_to_a_goal_that_is_behind_it_before_it_goes_there() -> None:
    turned = 0
    for states, intention in tasks():
        pose = pose_of(states, Player.FOLLOWER)
        goal = intention.cards[0]
        if abs(bearing(pose, goal)) > 60:
            first = carry_out(
                SightedFollower(1, NO_SLIPS),
                follower_alone(states),
                Intention(Purpose.COLLECT, (goal,)),
            )[0]
            assert first in (Action.LEFT, Action.RIGHT)
            turned += 1
    assert turned > 10


def roundabout(states: StateArray, goal: int) -> tuple[Action, ...]:
    """A way to a goal that takes more steps than the shortest."""
    pose = pose_of(states, Player.FOLLOWER)
    first = (Action.LEFT, Action.FORWARD, Action.RIGHT)
    by = next_pose(next_pose(pose, Action.LEFT), Action.FORWARD)
    blocked = DISTANCES[0] < 0
    tour = shortest_tour(blocked, Pose(by.cell, pose.heading), (goal,))
    assert tour is not None
    return first + tour.steps


def test_a_way_that_is_told_is_walked_as_told() -> None:
    states = board(follower="12,12,ne", leader="1,1,ne", cards=("1rh@14,4",))
    goal = cell_at(14, 4)
    route = roundabout(states, goal)
    intention = Intention(Purpose.COLLECT, (goal,), route=route)
    told = [
        carry_out(SightedFollower(seed, NO_SLIPS), follower_alone(states), intention, text)
        for text in ("go around the lake and get the heart", "get the heart")
        for seed in range(20)
    ]
    assert sum(tuple(way) == route for way in told[:20]) > 12
    assert not any(tuple(way) == route for way in told[20:])


def test_who_overshoots_comes_back_and_changes_the_same_cards() -> None:
    revisits = 0
    for states, intention in tasks():
        exact, game = follower_alone(states), follower_alone(states)
        carry_out(Oracle(), exact, intention)
        way = walked(states, carry_out(SightedFollower(1, only("overshoot")), game, intention))
        moved = [cell for i, cell in enumerate(way) if i == 0 or cell != way[i - 1]]
        revisits += len(set(moved)) < len(moved)
        assert changed_cards(states, game.states) == changed_cards(states, exact.states)
    assert revisits > 10


def test_who_is_done_too_early_misses_the_last_card() -> None:
    for states, intention in tasks():
        game = follower_alone(states)
        carry_out(SightedFollower(1, only("early")), game, intention)
        assert intention.cards[-1] not in changed_cards(states, game.states)


def test_ways_meet_themselves_twice_as_often_as_those_of_who_sees_all() -> None:
    sighted, all_seeing = (
        summarize((corpus_game(3, index, sees_all) for index in range(16)), str.split)
        for sees_all in (False, True)
    )
    assert sighted.ways.revisits > 2 * all_seeing.ways.revisits
    assert sighted.ways.touches_itself > 1.7 * all_seeing.ways.touches_itself
    assert abs(sighted.actions.spread.mean - 8.5) <= 1.5


def test_its_instructions_are_mostly_carried_out_as_meant() -> None:
    games = (corpus_game(3, index) for index in range(12))
    groups = summarize(games, str.split, difficulty_groups).difficulty["cards asked for"]
    assert sum(each.as_meant for each in groups) > 0.92 * sum(each.instructions for each in groups)
