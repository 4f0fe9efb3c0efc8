"""Moving, toggling cards, making sets, and the cards that replace them."""

from itertools import combinations

import pytest

from cerealbar.game import (
    NEIGHBOURS,
    OUTSIDE,
    TILE_CODES,
    TILES,
    UNLIMITED,
    Action,
    Game,
    Heading,
    Outcome,
    Player,
    Pose,
    Prop,
    StateArray,
    Terrain,
    Tile,
    cell_at,
    coordinates,
    is_set,
    new_state,
)
from tests.boards import (
    EVERY_CELL,
    INNER_CELLS,
    PATH,
    SET_FACES,
    act,
    board,
    cells_of_cards,
    game_on,
    is_selected_at,
    kinds_of_cards,
    make_a_set,
    row_of_cards,
    set_in_a_row,
    set_one_step_away,
    taken_cells,
)

LEADER, FOLLOWER = Player.LEADER, Player.FOLLOWER
MOVED, BUMPED, TOGGLED, SET_MADE = (
    Outcome.MOVED,
    Outcome.BUMPED,
    Outcome.TOGGLED,
    Outcome.SET_MADE,
)
FORWARD, BACKWARD, LEFT, RIGHT = Action.FORWARD, Action.BACKWARD, Action.LEFT, Action.RIGHT
OBSTACLES = (
    *(Tile(terrain) for terrain in Terrain if terrain not in (Terrain.GRASS, Terrain.PATH)),
    *(Tile(Terrain.GRASS, prop) for prop in (Prop.TREE, Prop.GRASS, Prop.STREET_LAMP)),
    Tile(Terrain.GRASS, Prop.TOWER, Heading.W),
)


def pose(x: int, z: int, heading: Heading) -> Pose:
    return Pose(cell_at(x, z), heading)


def selected_count(game: Game) -> int:
    return sum(card.is_selected for card in game.cards)


# Moving

# From (12, 12), an even row, and from (12, 13), an odd one, which lies half a cell further east.
AHEAD = {
    "ne": ((12, 13), (13, 14)),
    "e": ((13, 12), (13, 13)),
    "se": ((12, 11), (13, 12)),
    "sw": ((11, 11), (12, 12)),
    "w": ((11, 12), (11, 13)),
    "nw": ((11, 13), (12, 14)),
}


@pytest.mark.parametrize(("word", "ahead"), AHEAD.items())
def test_forward_leads_to_the_cell_ahead(
    word: str, ahead: tuple[tuple[int, int], tuple[int, int]]
) -> None:
    for z, (x_ahead, z_ahead) in zip((12, 13), ahead, strict=True):
        game = game_on(board(leader=f"12,{z},{word}"))
        assert game.step(FORWARD) == MOVED
        assert game.pose(LEADER) == pose(x_ahead, z_ahead, Heading[word.upper()])


@pytest.mark.parametrize("heading", Heading)
def test_backward_leads_to_the_cell_behind_and_keeps_the_heading(heading: Heading) -> None:
    behind = Heading((heading + 3) % 6)
    x, z = AHEAD[behind.word][0]
    game = game_on(board(leader=f"12,12,{heading.word}"))
    assert game.step(BACKWARD) == MOVED
    assert game.pose(LEADER) == pose(x, z, heading)


@pytest.mark.parametrize("heading", Heading)
def test_right_turns_clockwise_and_left_turns_back(heading: Heading) -> None:
    game = game_on(board(leader=f"12,12,{heading.word}"))
    assert game.step(RIGHT) == MOVED
    assert game.pose(LEADER) == pose(12, 12, Heading((heading + 1) % 6))
    assert game.step(LEFT) == MOVED
    assert game.step(LEFT) == MOVED
    assert game.pose(LEADER) == pose(12, 12, Heading((heading + 5) % 6))


def test_only_the_player_whose_turn_it_is_moves() -> None:
    game = game_on(board(leader="12,12,e", follower="4,4,e", turn=FOLLOWER, queue=1))
    game.step(FORWARD)
    assert game.pose(LEADER) == pose(12, 12, Heading.E)
    assert game.pose(FOLLOWER) == pose(5, 4, Heading.E)


def test_paths_and_grass_are_walked_on_alike() -> None:
    game = game_on(board(leader="12,12,e", tiles={(13, 12): PATH}))
    assert game.step(FORWARD) == MOVED
    assert game.step(FORWARD) == MOVED
    assert game.pose(LEADER).cell == cell_at(14, 12)


@pytest.mark.parametrize("obstacle", OBSTACLES, ids=str)
@pytest.mark.parametrize(("heading", "action"), [("e", FORWARD), ("w", BACKWARD)])
def test_bumping_into_an_obstacle_is_free_and_changes_nothing(
    obstacle: Tile, heading: str, action: Action
) -> None:
    game = game_on(board(leader=f"12,12,{heading}", tiles={(13, 12): obstacle}))
    before = game.states.tobytes()
    assert game.step(action) == BUMPED
    assert game.states.tobytes() == before


@pytest.mark.parametrize("turn", Player)
def test_bumping_with_the_last_step_does_not_end_the_turn(turn: Player) -> None:
    both = "24,12,e"
    game = game_on(board(leader=both, follower=both, turn=turn, queue=1, steps=1))
    assert game.step(FORWARD) == BUMPED
    assert game.turn is turn
    assert game.steps_left == 1


@pytest.mark.parametrize(
    "start", ["0,0,w", "0,0,sw", "24,24,ne", "24,24,e", "12,0,se", "12,24,nw", "0,12,w", "24,13,e"]
)
def test_the_edge_of_the_board_is_bumped_into(start: str) -> None:
    game = game_on(board(leader=start))
    assert game.step(FORWARD) == BUMPED


def test_every_cell_of_the_border_can_be_walked_on() -> None:
    border = set(EVERY_CELL) - set(INNER_CELLS)
    assert len(border) == 96
    for x, z in border:
        heading = next(h for h in Heading if NEIGHBOURS[cell_at(x, z), h] != OUTSIDE)
        from_x, from_z = coordinates(NEIGHBOURS[cell_at(x, z), heading])
        back = Heading((heading + 3) % 6)
        game = game_on(board(leader=f"{from_x},{from_z},{back.word}"))
        assert game.step(FORWARD) == MOVED
        assert game.pose(LEADER) == pose(x, z, back)


def test_the_players_can_share_a_cell_and_part_again() -> None:
    game = game_on(board(leader="12,12,e", follower="13,12,w", queue=1))
    assert game.step(FORWARD) == MOVED
    assert game.pose(LEADER).cell == game.pose(FOLLOWER).cell
    game.step(Action.DONE)
    assert game.step(BACKWARD) == MOVED
    assert game.pose(FOLLOWER).cell == cell_at(14, 12)
    assert game.pose(LEADER).cell == cell_at(13, 12)


# Toggling


@pytest.mark.parametrize("turn", Player)
@pytest.mark.parametrize(("heading", "action"), [("e", FORWARD), ("w", BACKWARD)])
def test_entering_a_cell_toggles_its_card_for_both_players_both_ways(
    turn: Player, heading: str, action: Action
) -> None:
    start = f"10,12,{heading}"
    poses = (start, "4,4,ne") if turn is LEADER else ("4,4,ne", start)
    cards = ("2po@11,12", "1bc@12,12+", "3ko@20,20")
    game = game_on(board(leader=poses[0], follower=poses[1], cards=cards, turn=turn, queue=1))
    assert game.step(action) == MOVED | TOGGLED
    assert is_selected_at(game, 11, 12)
    assert game.step(action) == MOVED | TOGGLED
    assert not is_selected_at(game, 12, 12)
    assert not is_selected_at(game, 20, 20)


@pytest.mark.parametrize("mark", ["", "+"])
def test_standing_turning_and_leaving_toggle_nothing(mark: str) -> None:
    game = game_on(board(leader="11,12,e", cards=[f"2po@11,12{mark}"]))
    for action in (LEFT, RIGHT, FORWARD):
        assert game.step(action) == MOVED
        assert is_selected_at(game, 11, 12) == bool(mark)


def test_a_card_toggles_again_when_its_cell_is_entered_again() -> None:
    game = game_on(board(leader="11,12,e", cards=["2po@11,12"]))
    expected = [False, True, True, False]
    for action, is_selected in zip((FORWARD, BACKWARD) * 2, expected, strict=True):
        game.step(action)
        assert is_selected_at(game, 11, 12) is is_selected


def test_a_card_selected_by_one_player_is_deselected_by_the_other() -> None:
    game = game_on(board(leader="11,12,e", follower="13,12,w", cards=["2po@12,12"], queue=1))
    game.step(FORWARD)
    assert is_selected_at(game, 12, 12)
    game.step(Action.DONE)
    game.step(FORWARD)
    assert not is_selected_at(game, 12, 12)


def test_bumping_toggles_nothing_under_the_player() -> None:
    game = game_on(board(leader="24,12,e", cards=["2po@24,12+"]))
    assert game.step(FORWARD) == BUMPED
    assert is_selected_at(game, 24, 12)


def test_the_card_in_the_last_slot_toggles_too() -> None:
    cards = [f"1bc@{x},20" for x in range(1, 24)] + [f"1bc@{x},21" for x in range(1, 9)]
    game = game_on(board(leader="10,12,e", cards=[*cards, "2po@11,12"]))
    assert game.step(FORWARD) == MOVED | TOGGLED
    assert [card.is_selected for card in game.cards] == [False] * 31 + [True]


# Sets


def test_stepping_on_the_third_card_of_a_set_scores_and_clears_it() -> None:
    game = game_on(set_in_a_row())
    assert [game.step(FORWARD) for _ in range(3)] == [
        MOVED | TOGGLED,
        MOVED | TOGGLED,
        MOVED | TOGGLED | SET_MADE,
    ]
    assert game.score == 1
    assert selected_count(game) == 0
    assert {card.cell for card in game.cards}.isdisjoint({cell_at(x, 12) for x in (11, 12, 13)})


def test_the_players_make_a_set_together() -> None:
    cards = ["1bc@11,12", "2gd@5,4", "3ph@6,4"]
    game = game_on(board(leader="10,12,e", follower="4,4,e", cards=cards, queue=1))
    game.step(FORWARD)
    game.step(Action.DONE)
    game.step(FORWARD)
    assert game.step(FORWARD) == MOVED | TOGGLED | SET_MADE


def test_deselecting_a_wrong_card_can_complete_a_set() -> None:
    cards = ["1bc@11,12+", "2gd@5,4+", "3ph@6,4+", "3ko@7,7+"]
    game = game_on(board(leader="6,7,e", cards=cards))
    assert game.has_invalid_selection
    assert game.step(FORWARD) == MOVED | TOGGLED | SET_MADE
    assert game.score == 1


@pytest.mark.parametrize(
    "faces",
    [
        ("1bc", "2gd", "2ph"),  # two counts alike
        ("1bc", "2gd", "3gh"),  # two colours alike
        ("1bc", "2gd", "3pd"),  # two shapes alike
        ("1bc", "1bc", "1bc"),  # three cards alike: no set here, unlike in the card game Set
    ],
)
def test_three_cards_that_clash_are_no_set(faces: tuple[str, str, str]) -> None:
    first, second, third = row_of_cards(*faces)
    game = game_on(board(leader="12,12,e", cards=[f"{first}+", f"{second}+", third]))
    assert game.step(FORWARD) == MOVED | TOGGLED
    assert game.score == 0
    assert selected_count(game) == 3
    assert game.has_invalid_selection


def test_a_set_counts_only_if_nothing_else_is_selected() -> None:
    game = game_on(set_one_step_away("3ko@20,20+"))
    assert game.step(FORWARD) == MOVED | TOGGLED
    assert game.score == 0
    assert selected_count(game) == 4


def test_two_selected_cards_are_no_set() -> None:
    first, second, _ = row_of_cards(*SET_FACES)
    game = game_on(board(leader="11,12,e", cards=[f"{first}+", second, "3ph@20,20"]))
    assert game.step(FORWARD) == MOVED | TOGGLED
    assert game.score == 0


@pytest.mark.parametrize(
    ("selected", "is_invalid"),
    [
        ((), False),
        (("1bc",), False),
        (("1bc", "2gd"), False),
        (("1bc", "1gd"), True),  # counts alike
        (("1bc", "2bd"), True),  # colours alike
        (("1bc", "2gc"), True),  # shapes alike
        (("1bc", "2gd", "3gh"), True),
        (("1bc", "2gd", "3ph", "1yo"), True),  # a set and one more
    ],
)
def test_a_selection_is_invalid_as_soon_as_two_of_its_cards_clash(
    selected: tuple[str, ...], is_invalid: bool
) -> None:
    cards = [f"{card}+" for card in row_of_cards(*selected)] + ["1bc@20,20", "1bc@21,20"]
    assert game_on(board(cards=cards)).has_invalid_selection is is_invalid


def test_an_invalid_selection_costs_nothing_and_stays_until_repaired() -> None:
    game = game_on(board(leader="10,12,e", cards=row_of_cards("1bc", "1gd"), steps=4))
    game.step(FORWARD)
    game.step(FORWARD)
    assert game.has_invalid_selection
    assert (game.score, game.half_turns_left, game.steps_left) == (0, 12, 2)
    game.step(BACKWARD)  # deselects the first
    assert not game.has_invalid_selection


# Replacement cards


def holds_a_set(states: StateArray) -> bool:
    return any(is_set(a, b, c) for a, b, c in combinations(kinds_of_cards(states), 3))


@pytest.mark.parametrize("seed", [1, 7, 42])
def test_after_every_set_21_cards_lie_on_the_board_and_hold_a_set(seed: int) -> None:
    states = new_state(seed)
    for score in range(1, 41):
        make_a_set(states)
        assert states[0]["score"] == score
        assert states[0]["cards"] == 21
        assert len(set(cells_of_cards(states))) == 21
        assert holds_a_set(states)


def test_a_set_replaces_its_own_three_cards_and_no_other() -> None:
    states = set_one_step_away("1kc@20,20", "2rd@21,20", "3oh@22,20")
    before = states.copy()
    act(states, FORWARD)
    for slot in range(6):
        stays = states[0]["card_cell"][slot] == before[0]["card_cell"][slot]
        assert stays == (slot >= 3)
    assert (states[0]["card_kind"][3:6] == before[0]["card_kind"][3:6]).all()


def test_a_board_of_three_cards_is_always_a_set() -> None:
    states = set_one_step_away()
    for _ in range(30):
        assert holds_a_set(states)
        make_a_set(states)


@pytest.mark.parametrize("seed", [1, 7, 42])
def test_new_cards_lie_on_free_ground_off_the_border(seed: int) -> None:
    states = new_state(seed)
    start = taken_cells(states)
    for _ in range(60):
        before = taken_cells(states)
        old = set(cells_of_cards(states))
        make_a_set(states)
        new = set(cells_of_cards(states)) - old
        assert len(new) == 3
        assert new <= set(INNER_CELLS)
        assert new.isdisjoint(before)
        assert all(_tile(states, *cell) in ("grass", "path") for cell in new)
        assert taken_cells(states) == before | new
    assert len(taken_cells(states)) == len(start) + 180


def _tile(states: StateArray, x: int, z: int) -> str:
    """The terrain, or the prop that stands on it."""
    tile = TILES[states[0]["tile"][cell_at(x, z)]]
    return str(tile.terrain) if tile.prop is None else f"prop {tile.prop}"


def test_no_card_appears_where_one_lay_before_or_where_a_player_began() -> None:
    """Of all ground only three cells are neither: so it is known where the new cards go."""
    free = {(3, 3), (20, 7), (9, 21)}
    states = set_one_step_away(taken=set(INNER_CELLS) - free)
    act(states, FORWARD)
    assert set(cells_of_cards(states)) == free


def test_new_cards_appear_on_paths_as_well_as_on_grass() -> None:
    free = {(3, 3), (20, 7), (9, 21)}
    states = set_one_step_away(taken=set(INNER_CELLS) - free)
    for x, z in free:
        states[0]["tile"][cell_at(x, z)] = TILE_CODES[PATH]
    act(states, FORWARD)
    assert set(cells_of_cards(states)) == free


def _forget_taken(states: StateArray, cell: tuple[int, int]) -> None:
    """Let a new card appear on a cell, even if a card lies there now."""
    number = cell_at(*cell)
    states[0]["taken"][number // 8] &= ~(1 << number % 8) & 0xFF


@pytest.mark.parametrize("who", Player)
def test_a_card_that_appears_under_a_player_is_selected(who: Player) -> None:
    under = (13, 12) if who is LEADER else (4, 4)
    free = {under, (20, 7), (9, 21)}
    states = set_one_step_away(taken=set(INNER_CELLS) - free)
    _forget_taken(states, under)
    game = game_on(states)
    assert game.step(FORWARD) == MOVED | TOGGLED | SET_MADE
    assert {coordinates(card.cell) for card in game.cards} == free
    assert is_selected_at(game, *under)
    assert selected_count(game) == 1


def test_cards_that_appear_under_both_players_are_both_selected() -> None:
    free = {(13, 12), (4, 4), (9, 21)}
    states = set_one_step_away(taken=set(INNER_CELLS) - free)
    _forget_taken(states, (13, 12))
    game = game_on(states)
    game.step(FORWARD)
    assert is_selected_at(game, 13, 12)
    assert is_selected_at(game, 4, 4)
    assert not is_selected_at(game, 9, 21)


def test_a_card_under_two_players_on_one_cell_is_selected() -> None:
    free = {(13, 12), (20, 7), (9, 21)}
    states = set_one_step_away(follower="13,12,w", taken=set(INNER_CELLS) - free)
    _forget_taken(states, (13, 12))
    game = game_on(states)
    game.step(FORWARD)
    assert is_selected_at(game, 13, 12)


def test_a_card_under_a_player_does_not_make_a_second_set_by_itself() -> None:
    game = game_on(set_one_step_away(taken=set(INNER_CELLS) - {(4, 4), (20, 7), (9, 21)}))
    game.step(FORWARD)
    assert game.score == 1
    assert selected_count(game) == 1


# Running out of free cells


def test_when_every_cell_has_held_a_card_only_those_that_hold_one_now_stay_taken() -> None:
    floor = [(x, 12) for x in range(10, 17)]
    others = ("1kc@14,12", "2rd@15,12")
    states = set_one_step_away(*others, follower="10,12,e", floor=floor, taken=floor)
    act(states, FORWARD)
    cells = cells_of_cards(states)
    assert cells[3:] == [(14, 12), (15, 12)]
    assert set(cells[:3]) <= {(10, 12), (11, 12), (12, 12), (13, 12), (16, 12)}
    assert len(set(cells)) == 5
    assert taken_cells(states) == set(cells)


def test_a_board_with_no_cell_to_spare_gets_its_cards_back_where_they_were() -> None:
    floor = [(11, 12), (12, 12), (13, 12)]
    states = set_one_step_away(follower="11,12,e", floor=floor)
    game = game_on(states)
    assert game.step(FORWARD) & SET_MADE
    assert {coordinates(card.cell) for card in game.cards} == set(floor)
    assert is_selected_at(game, 13, 12)
    assert is_selected_at(game, 11, 12)
    assert not is_selected_at(game, 12, 12)


def test_when_cells_run_out_those_out_of_reach_stay_taken() -> None:
    island = [(20, 20), (21, 20), (22, 20)]
    floor = [(x, 12) for x in range(10, 15)]
    states = set_one_step_away(follower="10,12,e", floor=[*floor, *island], taken=[*floor, *island])
    for _ in range(20):
        make_a_set(states)
        assert set(cells_of_cards(states)) <= set(floor)
        assert taken_cells(states) == {*cells_of_cards(states), *island}
        states["taken"] = 0xFF


def test_when_cells_in_reach_run_out_too_any_other_becomes_free() -> None:
    """Two cards of the set lie on an island: their cells are all that is free."""
    island, reach = [(20, 20), (21, 20)], [(11, 12), (12, 12)]
    cards = ["1bc@20,20+", "2gd@21,20+", "3ph@12,12", "1bc@11,12"]
    floor = [*island, *reach]
    states = board(leader="11,12,e", follower="11,12,e", cards=cards, floor=floor)
    assert act(states, FORWARD) & SET_MADE
    assert set(cells_of_cards(states)) == set(floor)
    assert cells_of_cards(states)[0] == (12, 12), "cells in reach go first"


def test_cells_run_out_in_the_middle_of_a_replacement() -> None:
    floor = [(x, 12) for x in range(11, 16)]
    taken = [(11, 12), (12, 12), (13, 12), (14, 12)]
    seen = set()
    for seed in range(20):
        states = set_one_step_away(follower="11,12,e", floor=floor, taken=taken, rng_seed=seed + 1)
        act(states, FORWARD)
        cells = cells_of_cards(states)
        assert cells[0] == (15, 12), "the one free cell goes first"
        assert len(set(cells)) == 3
        assert taken_cells(states) == set(cells)
        seen.update(cells[1:])
    assert seen == {(11, 12), (12, 12), (13, 12), (14, 12)}


def test_a_small_board_goes_on_for_a_thousand_sets() -> None:
    floor = [(x, z) for x in range(10, 15) for z in (11, 12, 13)]
    states = set_one_step_away("1kc@14,12", "2rd@14,13", floor=floor, follower="12,11,e")
    for _ in range(1000):
        make_a_set(states)
        cells = cells_of_cards(states)
        assert len(set(cells)) == 5
        assert set(cells) <= set(floor)
    assert states[0]["score"] == 1000


@pytest.mark.parametrize("rng_seed", range(5))
def test_replacement_cards_are_drawn_from_the_games_own_generator(rng_seed: int) -> None:
    one, same, other = (
        set_one_step_away(rng_seed=seed) for seed in (rng_seed, rng_seed, rng_seed + 1)
    )
    for states in (one, same, other):
        act(states, FORWARD)
    assert one.tobytes() == same.tobytes()
    assert cells_of_cards(one) != cells_of_cards(other)


def test_the_turn_counter_of_a_set_is_left_alone_when_turns_never_run_out() -> None:
    states = set_one_step_away(half_turns=UNLIMITED)
    act(states, FORWARD)
    assert states[0]["half_turns_left"] == UNLIMITED
