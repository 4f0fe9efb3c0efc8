import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cerealbar.agents import FollowTask
from cerealbar.game import (
    CELLS,
    IS_PASSABLE,
    MAX_CARDS,
    NEIGHBOURS,
    OUTSIDE,
    TILES,
    UNLIMITED,
    Action,
    Game,
    Heading,
    Outcome,
    Player,
    StateArray,
    is_selected,
    new_state,
    step_many,
)
from cerealbar.language import Intention, Purpose
from cerealbar.views import (
    SIGHTS,
    UNKNOWN_TILE,
    BoardMemory,
    FeatureGroup,
    Sight,
    feature_maps,
    remember_game,
    seen_cells,
    view,
)
from tests.strategies import map_seeds

FOLLOWER, LEADER = Player.FOLLOWER, Player.LEADER
BEHIND = Sight(degrees=60, range_cells=1.5)
sights = st.sampled_from([*SIGHTS.values(), BEHIND])


def alone(seed: int) -> StateArray:
    """A game in which only the follower acts."""
    states = new_state(seed)
    states["turn"], states["waiting"] = FOLLOWER, 1
    states["steps_left"], states["half_turns_left"] = 1000, UNLIMITED
    return states


def cards_of(states: StateArray) -> dict[int, tuple[int, bool]]:
    state = states[0]
    return {
        int(state["card_cell"][slot]): (int(state["card_kind"][slot]), is_selected(state, slot))
        for slot in range(state["cards"])
    }


def task(memory: BoardMemory) -> tuple[bytes, ...]:
    """Every byte that a follower is given."""
    made = FollowTask(0, np.zeros(1, memory.states.dtype), "go", 0, 0).within(memory)
    assert made.known is not None
    return made.states.tobytes(), made.known.tobytes()


def walk(
    states: StateArray, steps: list[int], sight: Sight
) -> tuple[list[tuple[bytes, ...]], set[int]]:
    """Walk until a set is made; what the follower is given each time, and the cells it touched."""
    states = states.copy()
    memory = BoardMemory(sight)
    memory.look(states)
    given, touched = [task(memory)], set()
    for step in steps:
        (outcome,) = step_many(states, np.array([step], np.uint8))
        if outcome & Outcome.SET_MADE:
            break
        memory.look(states)
        given.append(task(memory))
        cell = int(states["player_cell"][0, FOLLOWER])
        touched |= {cell, *(int(near) for near in NEIGHBOURS[cell])}
    touched |= set(np.flatnonzero(memory.known[0]).tolist())
    return given, touched


def changed_elsewhere(states: StateArray, touched: set[int], rng: random.Random) -> StateArray:
    """Another world that is the same on the cells that were touched or seen."""
    other = states.copy()
    state = other[0]
    hidden = [cell for cell in range(CELLS) if cell not in touched]
    for cell in hidden:
        state["tile"][cell] = rng.randrange(len(TILES))
    kept = {cell: kind for cell, (kind, _) in cards_of(states).items() if cell in touched}
    room = min(len(hidden), MAX_CARDS - len(kept))
    kept |= {cell: rng.randrange(147) for cell in rng.sample(hidden, rng.randint(0, room))}
    order = rng.sample(list(kept), len(kept))
    state["cards"] = len(order)
    for slot, cell in enumerate(order):
        state["card_cell"][slot], state["card_kind"][slot] = cell, kept[cell]
    if int(state["player_cell"][LEADER]) not in touched and hidden:
        state["player_cell"][LEADER] = rng.choice(hidden)
        state["player_heading"][LEADER] = rng.randrange(6)
    state["seed"], state["waiting"] = rng.randrange(1000), rng.randint(1, 9)
    state["rng"] = [rng.getrandbits(32) for _ in range(4)]
    state["taken"] = [rng.getrandbits(8) for _ in range(len(state["taken"]))]
    return other


@settings(deadline=None)
@given(
    map_seeds, st.lists(st.integers(0, 3), max_size=40), sights, st.randoms(use_true_random=False)
)
def test_what_was_never_in_sight_changes_not_one_byte_of_what_the_follower_is_given(
    seed: int, steps: list[int], sight: Sight, rng: random.Random
) -> None:
    states = alone(seed)
    given, touched = walk(states, steps, sight)
    other = changed_elsewhere(states, touched, rng)
    assert walk(other, steps, sight)[0] == given


@settings(deadline=None)
@given(map_seeds, st.randoms(use_true_random=False), sights)
def test_what_is_in_view_is_known_as_it_is_and_the_rest_as_it_was_seen(
    seed: int, rng: random.Random, sight: Sight
) -> None:
    game = Game(seed)
    memory = BoardMemory(sight)
    ever: dict[int, tuple[int, bool] | None] = {}
    for _ in range(80):
        memory.look(game.states)
        seen = seen_cells(game.states, FOLLOWER, sight)[0]
        cards, known = cards_of(game.states), memory.known[0]
        ever |= {int(cell): cards.get(int(cell)) for cell in np.flatnonzero(seen)}
        tiles = memory.states["tile"][0]
        assert set(np.flatnonzero(known)) == set(ever)
        assert (tiles[known] == game.states["tile"][0][known]).all()
        assert (tiles[~known] == UNKNOWN_TILE).all()
        assert cards_of(memory.states) == {c: card for c, card in ever.items() if card is not None}
        if seen[game.pose(LEADER).cell]:
            assert memory.states["player_cell"][0, LEADER] == game.pose(LEADER).cell
        if game.is_over:
            break
        legal = [action for action in game.legal_actions() if action is not Action.TIME_OUT]
        action = rng.choice(legal)
        game.step(action, text="go" if action is Action.INSTRUCT else None)
    memory.look(game.states)
    assert task(remember_game(game, sight)) == task(memory)


def test_a_leader_is_remembered_until_its_place_is_seen_empty() -> None:
    states = alone(42)
    pose = Heading.E
    free = [cell for cell in range(CELLS) if IS_PASSABLE[states["tile"][0, cell]]]
    here = next(c for c in free if NEIGHBOURS[c, pose] in free)
    ahead, away = int(NEIGHBOURS[here, pose]), next(c for c in free[::-1])
    memory = BoardMemory(BEHIND)
    states["player_cell"][0], states["player_heading"][0, FOLLOWER] = (ahead, here), pose
    memory.look(states)
    assert memory.states["player_cell"][0, LEADER] == ahead
    states["player_heading"][0, FOLLOWER] = pose + 3
    states["player_cell"][0, LEADER] = away
    memory.look(states)
    assert memory.states["player_cell"][0, LEADER] == ahead
    states["player_heading"][0, FOLLOWER] = pose
    memory.look(states)
    assert memory.states["player_cell"][0, LEADER] == OUTSIDE


def test_more_cards_than_a_record_holds_are_forgotten_but_none_in_view() -> None:
    states, rng = alone(42), random.Random(1)
    memory = BoardMemory(SIGHTS["paper"])
    most = 0
    for _ in range(60):  # all cards move whenever the follower looks elsewhere
        states["cards"] = 30
        states["card_cell"][0, :30] = rng.sample(range(CELLS), 30)
        states["player_heading"][0, FOLLOWER] = rng.randrange(6)
        memory.look(states)
        seen = seen_cells(states, FOLLOWER, SIGHTS["paper"])[0]
        known = cards_of(memory.states)
        in_view = {cell: card for cell, card in cards_of(states).items() if seen[cell]}
        assert {cell: known[cell] for cell in known if seen[cell]} == in_view
        most = max(most, len(known))
    assert most == MAX_CARDS


@pytest.mark.parametrize("name", SIGHTS)
def test_a_forgotten_game_leaves_nothing(name: str) -> None:
    memory = BoardMemory(SIGHTS[name], 2)
    fresh = memory.states.tobytes(), memory.known.tobytes()
    memory.look(np.concatenate([alone(1), alone(2)]))
    memory.forget(0)
    memory.forget(1)
    assert not memory.known.any()
    assert (memory.states.tobytes(), memory.known.tobytes()) == fresh


@pytest.mark.parametrize("seed", range(50, 60))
def test_features_of_a_memory_show_nothing_that_is_not_known(seed: int) -> None:
    memory = BoardMemory(BEHIND)
    memory.look(new_state(seed))
    maps = feature_maps(memory.states, FOLLOWER, known=memory.known)[0]
    assert not maps[:, ~memory.known[0]].any()
    leader = memory.states["player_cell"][0, LEADER]
    assert maps[FeatureGroup.LEADER_HEADING].any() == (leader != OUTSIDE)
    assert not feature_maps(memory.states, FOLLOWER)[0, FeatureGroup.LEADER_HEADING, -1]


def test_a_view_of_a_memory_has_no_leader_who_is_not_remembered() -> None:
    memory = BoardMemory(BEHIND)
    memory.look(new_state(59))
    assert memory.states["player_cell"][0, LEADER] == OUTSIDE
    game = Game.from_states(memory.states)
    assert view(game, FOLLOWER, None).poses[LEADER] is None


def test_what_was_meant_is_not_for_those_who_do_not_see_all() -> None:
    memory = BoardMemory(BEHIND)
    meant = Intention(Purpose.COLLECT, (7,))
    assert FollowTask(0, new_state(1), "go", 0, 0, (), meant).within(memory).intention is None
