"""Maps from seeds: the very maps of the original game, and which seeds have none."""

import json
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings

from cerealbar.game import (
    CARDS,
    CELLS,
    IS_BORDER,
    NEIGHBOURS,
    OUTSIDE,
    TILE_HEIGHT,
    TILES,
    Heading,
    MapError,
    Player,
    Prop,
    Rules,
    SeedError,
    StateArray,
    Terrain,
    blank_states,
    cell_at,
    coordinates,
    draw_states,
    is_set,
    new_state,
    new_states,
)
from cerealbar.game.maps import is_solvable
from tests.boards import EVERY_CELL, INNER_CELLS, board, cells_of_cards, make_a_set, taken_cells
from tests.strategies import map_seeds, rules, seeds

GOLDEN = Path(__file__).parents[1] / "golden" / "maps.json"
"""Maps of the original game, by seed: terrain, heights, props in drawing order, cards, players."""
MAPS = json.loads(GOLDEN.read_text())
TUTORIAL = Rules(cards=9, path_objects=29)
LETTERS = {
    Terrain.GRASS: "G",
    Terrain.PATH: "P",
    Terrain.WATER: "W",
    Terrain.DEEP_WATER: "W",
    Terrain.HILL: "H",
    Terrain.SHORT_HILL: "H",
    Terrain.LOW_HILL: "H",
}


class Map(NamedTuple):
    """A map as the golden file holds it."""

    seed: int
    rules: Rules
    golden: Any  # JSON


ALL_MAPS = [Map(int(seed), Rules(**m.get("rules", {})), m) for seed, m in MAPS.items()]
each_map = pytest.mark.parametrize("a_map", ALL_MAPS, ids=[f"seed {m.seed}" for m in ALL_MAPS])


def cards_of(states: StateArray) -> list[list[object]]:
    state = states[0]
    faces = (CARDS[kind] for kind in state["card_kind"][: state["cards"]])
    places = (coordinates(cell) for cell in state["card_cell"][: state["cards"]])
    return [[c.count, c.colour, c.shape, *place] for c, place in zip(faces, places, strict=True)]


def reachable(states: StateArray) -> set[int]:
    """The cells that the leader can walk to, found without compiled code."""
    found = {int(states[0]["player_cell"][0])}
    todo = list(found)
    while todo:
        for near in NEIGHBOURS[todo.pop()].tolist():
            if near != OUTSIDE and near not in found and TILES[states[0]["tile"][near]].is_passable:
                found.add(near)
                todo.append(near)
    return found


# The original's maps


def test_the_golden_file_holds_17_maps() -> None:
    assert len(ALL_MAPS) == 17
    assert sum("props" in m.golden for m in ALL_MAPS) == 16


def test_the_tutorial_board_is_the_one_that_its_texts_describe() -> None:
    """Seed 0: the original's tutorial names these cards in these places."""
    states = new_state(0, TUTORIAL)
    assert cards_of(states) == [
        [1, "orange", "torus", 21, 2],
        [3, "black", "torus", 14, 22],
        [2, "black", "plus", 13, 19],
        [3, "black", "torus", 1, 3],
        [3, "blue", "diamond", 22, 2],
        [2, "red", "torus", 9, 3],
        [3, "black", "cube", 23, 5],
        [1, "blue", "triangle", 3, 12],
        [2, "green", "diamond", 17, 12],
    ]
    leader, follower = (coordinates(cell) for cell in states[0]["player_cell"])
    assert (leader, follower) == ((17, 5), (1, 5))
    beside = [TILES[states[0]["tile"][near]].prop for near in NEIGHBOURS[cell_at(23, 5)]]
    assert Prop.OAK_TREE_LM in beside
    assert Prop.STREET_LAMP in beside


@each_map
def test_the_terrain_is_that_of_the_original_cell_by_cell(a_map: Map) -> None:
    tiles = new_state(a_map.seed, a_map.rules)[0]["tile"]
    letters = "".join(LETTERS[TILES[code].terrain] for code in tiles)
    assert [letters[row : row + 25] for row in range(0, CELLS, 25)] == a_map.golden["terrain"]


@each_map
def test_the_heights_are_those_of_the_original_cell_by_cell(a_map: Map) -> None:
    if "heights" not in a_map.golden:
        assert a_map.seed == 0
        return
    heights = TILE_HEIGHT[new_state(a_map.seed, a_map.rules)[0]["tile"]]
    raised = [[*coordinates(cell), heights[cell]] for cell in np.flatnonzero(heights).tolist()]
    assert raised == a_map.golden["heights"]


@each_map
def test_the_props_are_those_of_the_original(a_map: Map) -> None:
    if "props" not in a_map.golden:
        assert a_map.seed == 0
        return
    tiles = new_state(a_map.seed, a_map.rules)[0]["tile"]
    props = []
    for cell, tile in enumerate(TILES[code] for code in tiles):
        if tile.prop is not None:
            turned = [] if tile.heading is None else [tile.heading.degrees]
            props.append([*coordinates(cell), tile.prop, *turned])
    assert sorted(props) == sorted(a_map.golden["props"])


@each_map
def test_the_cards_are_those_of_the_original_in_its_order(a_map: Map) -> None:
    assert cards_of(new_state(a_map.seed, a_map.rules)) == a_map.golden["cards"]


@each_map
def test_the_players_begin_where_those_of_the_original_do(a_map: Map) -> None:
    state = new_state(a_map.seed, a_map.rules)[0]
    poses = [list(coordinates(cell)) for cell in state["player_cell"]]
    assert poses == [a_map.golden["leader"], a_map.golden["follower"]]
    assert state["player_heading"].tolist() == [Heading.NE, Heading.NE]


# Every map


@given(map_seeds)
def test_a_new_game_is_at_its_start(seed: int) -> None:
    state = new_state(seed)[0]
    assert state["seed"] == seed
    assert state["turn"] == Player.LEADER
    assert (state["steps_left"], state["half_turns_left"]) == (5, 12)
    assert (state["waiting"], state["score"], state["selected"]) == (0, 0, 0)
    assert state["step_limits"].tolist() == [5, 10]
    assert state["rng"].any()


@given(map_seeds, rules())
def test_cards_and_players_begin_on_free_ground_off_the_border(seed: int, rules: Rules) -> None:
    try:
        states = new_state(seed, rules)
    except MapError:
        return
    state = states[0]
    cards = state["card_cell"][: state["cards"]].tolist()
    players = state["player_cell"].tolist()
    assert len(cards) == rules.cards
    assert len({*cards, *players}) == rules.cards + 2, "none shares a cell"
    assert not IS_BORDER[cards + players].any()
    assert all(TILES[state["tile"][cell]].is_passable for cell in cards)
    assert all(str(TILES[state["tile"][cell]]) == "path" for cell in players)


@given(map_seeds)
def test_a_new_board_holds_a_set(seed: int) -> None:
    state = new_state(seed)[0]
    kinds = state["card_kind"][:21].tolist()
    assert any(is_set(a, b, c) for a in kinds for b in kinds for c in kinds)


@given(map_seeds)
def test_at_the_start_cells_of_cards_and_players_are_taken_and_no_others(seed: int) -> None:
    states = new_state(seed)
    state = states[0]
    held = [*state["card_cell"][:21], *state["player_cell"]]
    assert taken_cells(states) == {coordinates(cell) for cell in held}


@given(map_seeds, rules())
def test_the_same_seed_gives_the_same_map(seed: int, rules: Rules) -> None:
    try:
        first = new_state(seed, rules)
    except MapError:
        return
    assert first.tobytes() == new_state(seed, rules).tobytes()


def test_other_seeds_give_other_maps() -> None:
    states = new_states(range(200))
    assert len({state["tile"].tobytes() for state in states}) == 200


def test_maps_made_together_are_those_made_alone() -> None:
    wanted = [5, 3, 3, 2**31 - 1, 0]
    states = new_states(wanted)
    assert states["seed"].tolist() == wanted
    for i, seed in enumerate(wanted):
        assert states[i].tobytes() == new_state(seed)[0].tobytes()


def test_seeds_can_come_from_any_iterable() -> None:
    expected = new_states([1, 2]).tobytes()
    assert new_states(seed for seed in (1, 2)).tobytes() == expected
    assert new_states(np.array([1, 2])).tobytes() == expected
    assert new_states(range(1, 3)).tobytes() == expected
    assert len(new_states([])) == 0


def test_a_blank_record_has_the_rules_but_no_map() -> None:
    states = blank_states(2, Rules(leader_steps=3, follower_steps=4, half_turns=None, cards=9))
    assert len(states) == 2
    assert states["seed"].tolist() == [-1, -1]
    assert states["step_limits"].tolist() == [[3, 4], [3, 4]]
    assert states["steps_left"].tolist() == [3, 3]
    assert states["half_turns_left"].tolist() == [-1, -1]
    assert states["cards"].tolist() == [9, 9]
    assert not states["tile"].any()


# Seeds without a map


def test_a_seed_that_the_original_never_finishes_has_no_map() -> None:
    with pytest.raises(MapError) as caught:
        new_state(3420)
    assert str(caught.value) == ("seed 3420 has no map: a path has to split where no cell is free")


def test_one_seed_without_a_map_is_named_among_many() -> None:
    with pytest.raises(MapError, match="seed 3420 has no map"):
        new_states([1, 2, 3420, 4])


def test_maps_can_be_drawn_with_gaps_where_a_seed_has_none() -> None:
    states, failures = draw_states(np.array([1, 3420, 2]))
    assert (failures == 0).tolist() == [True, False, True]
    assert states[[0, 2]].tobytes() == new_states([1, 2]).tobytes()
    states, failures = draw_states(np.array([3420]), Rules(solvable=True))
    assert not failures.any()


@pytest.mark.parametrize(
    "seed", [-1, 2**31, 2**80, True, np.True_, 1.0, np.float32(1), "1", b"1", None, [1], (), {}]
)
def test_what_is_no_seed_is_refused_before_anything_is_made(seed: object) -> None:
    with pytest.raises(SeedError):
        new_state(seed)  # type: ignore[arg-type]  # what must fail
    with pytest.raises(SeedError):
        new_states([1, seed])  # type: ignore[list-item]  # what must fail


@pytest.mark.parametrize("seed", [np.int8(7), np.uint16(7), np.int64(7), np.uint64(7)])
def test_numpy_integers_are_seeds(seed: int) -> None:
    assert new_state(seed).tobytes() == new_state(7).tobytes()


def test_ten_thousand_random_seeds_have_a_map_or_say_why_not() -> None:
    generator = np.random.default_rng(2019)
    failed = 0
    for seed in generator.integers(0, 2**31, 10_000):
        try:
            state = new_state(seed)[0]
        except MapError:
            failed += 1
        else:
            assert state["cards"] == 21
    assert 0 < failed < 50


# Solvable maps

SOLVABLE = Rules(solvable=True)
MOST_WALLED_IN = 1940
"""Of the seeds below 3000, the one whose solvable map has the most ground out of reach."""


@settings(max_examples=200)
@given(seeds)
def test_on_a_solvable_map_everything_can_be_reached(seed: int) -> None:
    states = new_state(seed, SOLVABLE)
    found = reachable(states)
    assert found.issuperset(states[0]["card_cell"][:21].tolist())
    assert found.issuperset(states[0]["player_cell"].tolist())


def unsolvable_seeds() -> list[int]:
    """Seeds below 1500 on whose ordinary map some card or the follower is walled in."""
    unsolvable = []
    for seed in range(1500):
        states = new_state(seed)
        held = {*states[0]["card_cell"][:21].tolist(), *states[0]["player_cell"].tolist()}
        if not held <= reachable(states):
            unsolvable.append(seed)
    return unsolvable


@pytest.mark.parametrize(
    ("follower", "card", "solvable"),
    [("4,4,ne", "1bc@5,5", True), ("20,4,ne", "1bc@5,5", False), ("4,4,ne", "1bc@20,5", False)],
    ids=["all in reach", "the follower cut off", "a card cut off"],
)
def test_a_board_is_solvable_if_players_reach_each_other_and_every_card(
    follower: str, card: str, solvable: bool
) -> None:
    floor = [(x, z) for x, z in EVERY_CELL if x != 12]  # a river runs from south to north
    states = board(leader="3,3,ne", follower=follower, cards=[card, "2gd@6,6"], floor=floor)
    assert is_solvable(states[0]) == solvable


def test_a_map_that_is_not_solvable_is_drawn_anew() -> None:
    unsolvable = unsolvable_seeds()
    assert len(unsolvable) >= 5
    for seed in unsolvable:
        states = new_state(seed, SOLVABLE)
        assert states[0]["seed"] == seed
        assert reachable(states).issuperset(states[0]["card_cell"][:21].tolist())
        assert states.tobytes() == new_state(seed, SOLVABLE).tobytes()


def test_a_map_that_is_solvable_already_stays_as_it_is() -> None:
    plain, solvable = new_state(1), new_state(1, SOLVABLE)
    for name in ("tile", "card_cell", "card_kind", "player_cell", "rng"):
        assert (plain[name] == solvable[name]).all()


def test_a_seed_without_a_map_has_a_solvable_one() -> None:
    states = new_state(3420, SOLVABLE)
    assert reachable(states).issuperset(states[0]["card_cell"][:21].tolist())


def test_on_a_solvable_map_no_card_will_appear_out_of_reach() -> None:
    walled_in = 0
    for seed in range(300):
        states = new_state(seed, SOLVABLE)
        found = {coordinates(cell) for cell in reachable(states)}
        ground = {
            (x, z) for x, z in EVERY_CELL if TILES[states[0]["tile"][cell_at(x, z)]].is_passable
        }
        assert ground - found <= taken_cells(states)
        walled_in += bool((ground - found) & set(INNER_CELLS))
    assert walled_in >= 3, "otherwise the test says nothing"


def test_on_a_solvable_map_cards_stay_in_reach_when_every_cell_has_held_one() -> None:
    """All cells are taken again and again, as if hundreds of sets had been made."""
    states = new_state(MOST_WALLED_IN, SOLVABLE)
    found = {coordinates(cell) for cell in reachable(states)}
    for _ in range(200):
        states["taken"] = 0xFF
        make_a_set(states)
        assert found.issuperset(cells_of_cards(states))
