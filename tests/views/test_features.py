import numpy as np

from cerealbar.game import (
    CARDS,
    CELLS,
    TILE_CODES,
    TILES,
    Game,
    Player,
    Prop,
    StateArray,
    Terrain,
    new_states,
)
from cerealbar.views import (
    FEATURE_COUNT,
    FEATURE_OFFSETS,
    PAPER_SIGHT,
    FeatureGroup,
    feature_maps,
    seen_cells,
)

STATES = new_states(range(200, 210))


def named(maps: np.ndarray, cell: int) -> dict[str, str]:
    """The names of the values that are not 0 on a cell of one game."""
    return {
        group.word: group.values[maps[group, cell] - 1]
        for group in FeatureGroup
        if maps[group, cell]
    }


def with_two_clashing_cards_selected() -> StateArray:
    states = STATES[:1].copy()
    states["card_kind"][0, :2] = 5
    states["selected"] = 0b11
    return states


def test_the_groups_have_97_values_as_in_the_original_agent() -> None:
    assert sum(len(group.values) for group in FeatureGroup) == 97
    assert 97 + len(FeatureGroup) == FEATURE_COUNT


def test_a_group_is_its_index() -> None:
    assert list(FeatureGroup) == list(range(len(FeatureGroup)))
    assert FeatureGroup.CARD_SELECTION.number("invalid") == 3


def test_no_two_values_share_a_number() -> None:
    numbers = [
        FEATURE_OFFSETS[group] + value
        for group in FeatureGroup
        for value in range(1 + len(group.values))
    ]
    assert numbers == list(range(FEATURE_COUNT))


def test_every_tile_says_what_it_is() -> None:
    states = STATES[:1].copy()
    states["tile"][0, : len(TILES)] = range(len(TILES))
    maps = feature_maps(states)[0]
    static = maps[: FeatureGroup.CARD_COUNT]
    told = [tuple(static[:, code]) for code in range(len(TILES))]
    low, short = (
        TILE_CODES[t] for t in TILES if t.terrain in (Terrain.LOW_HILL, Terrain.SHORT_HILL)
    )
    assert told[low] == told[short]
    assert len(set(told)) == len(TILES) - 1


def test_a_hut_has_its_colour_and_heading_and_nothing_else() -> None:
    states = STATES[:1].copy()
    code = next(c for c, t in enumerate(TILES) if t.prop is Prop.HUT_BLUE and t.heading == 2)
    states["tile"][0, 0] = code
    assert named(feature_maps(states)[0], 0) == {
        "terrain": "grass",
        "prop": "hut",
        "hut_colour": "blue",
        "hut_heading": "se",
    }


def test_cards_and_players_are_where_they_are() -> None:
    game = Game(203)
    maps = feature_maps(game.states)[0]
    for slot, card in enumerate(game.cards):
        kind = CARDS[game.states["card_kind"][0, slot]]
        told = named(maps, card.cell)
        assert told["card_count"] == str(kind.count)
        assert told["card_colour"] == kind.colour
        assert told["card_shape"] == kind.shape
        assert told["card_selection"] == "unselected"
    assert (maps[FeatureGroup.CARD_COUNT] > 0).sum() == 21
    for player in Player:
        layer = maps[FeatureGroup[f"{player.name}_HEADING"]]
        assert np.flatnonzero(layer).tolist() == [game.pose(player).cell]


def test_only_the_leader_learns_that_a_selection_is_invalid() -> None:
    states = with_two_clashing_cards_selected()
    cell = states["card_cell"][0, 0]
    assert named(feature_maps(states)[0], cell)["card_selection"] == "invalid"
    told = named(feature_maps(states, Player.FOLLOWER)[0], cell)
    assert told["card_selection"] == "selected"


def test_the_follower_gets_nothing_from_cells_out_of_view_and_all_from_those_in_view() -> None:
    maps = feature_maps(STATES, Player.FOLLOWER, PAPER_SIGHT)
    seen = seen_cells(STATES, Player.FOLLOWER, PAPER_SIGHT)
    whole = feature_maps(STATES, Player.FOLLOWER)
    assert maps.shape == (len(STATES), len(FeatureGroup), CELLS)
    assert not maps.transpose(0, 2, 1)[~seen].any()
    assert (maps.transpose(0, 2, 1)[seen] == whole.transpose(0, 2, 1)[seen]).all()
