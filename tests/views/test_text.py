import pytest

from cerealbar.game import (
    CARDS,
    HILLS,
    NEIGHBOURS,
    PROPS,
    TILE_CODES,
    WATERS,
    WIDTH,
    Action,
    Game,
    Player,
    Terrain,
    Tile,
)
from cerealbar.views import PAPER_SIGHT, ascii_board, describe, view
from cerealbar.views.text import card_words


def test_every_prop_has_a_word_of_its_own() -> None:
    assert len({prop.words for prop in PROPS}) == len(PROPS)


def test_every_card_has_words_of_its_own() -> None:
    assert len({card_words(card) for card in CARDS}) == len(CARDS)


def test_the_board_is_ascii_and_has_north_up() -> None:
    board = ascii_board(view(Game(42), Player.LEADER))
    lines = board.splitlines()
    assert board.isascii()
    assert [int(line[:2]) for line in lines[:WIDTH]] == list(range(WIDTH - 1, -1, -1))


def test_the_board_shows_both_players_and_each_card_once() -> None:
    game = Game(42)
    words = ascii_board(view(game, Player.LEADER)).split()
    assert words.count("Lne") == 1
    assert words.count("Fne") == 1
    assert "1os" in words


def test_the_board_explains_every_sign() -> None:
    legend = ascii_board(view(Game(42), Player.LEADER)).partition("\n\n")[2]
    entries = [entry for line in legend.splitlines() for entry in line.split("   ")]
    signs = dict(entry.split(" ", 1) for entry in entries)
    assert {thing.sign for thing in (*PROPS, *Terrain)} <= set(signs)
    told = [signs[sign] for sign in ("T", "Hg", "^", "*")]
    assert told == ["tree", "green hut", "hill", "flowers"]


@pytest.mark.parametrize(("kinds", "count"), [(WATERS, 2), (HILLS, 3)])
def test_all_kinds_of_water_and_of_hill_are_counted_together(
    kinds: tuple[Terrain, ...], count: int
) -> None:
    game = Game(42)
    game.states["tile"] = TILE_CODES[Tile(Terrain.GRASS)]
    for cell, terrain in enumerate(kinds):
        game.states["tile"][0, cell] = TILE_CODES[Tile(terrain)]
    assert f"- {kinds[0]}, nearest of {count} cells: (" in describe(view(game, Player.LEADER))


def test_a_selected_card_is_in_capitals() -> None:
    game = Game(42)
    game.states["selected"] = 1
    assert "1OS" in ascii_board(view(game, Player.LEADER)).split()


def test_the_follower_is_told_only_of_cards_in_view() -> None:
    for seed in range(40, 50):
        game = Game(seed)
        text = describe(view(game, Player.FOLLOWER, PAPER_SIGHT))
        shown = view(game, Player.FOLLOWER, PAPER_SIGHT).cards
        assert text.count("- card ") == len(shown)


def test_the_description_names_role_turn_and_instruction() -> None:
    game = Game(42)
    assert "no instruction" in describe(view(game, Player.FOLLOWER))
    game.instruct("walk to the tower")
    game.step(Action.DONE)
    text = describe(view(game, Player.FOLLOWER))
    assert text.startswith("You are the follower at (7, 21), facing north-east.")
    assert "It is your turn: 10 steps left, 11 half-turns left, score 0." in text
    assert 'Instruction (current): "walk to the tower"' in text


@pytest.mark.parametrize("turns", range(6))
def test_a_thing_straight_ahead_is_said_to_be_straight_ahead(turns: int) -> None:
    game = Game(42)
    state = game.states[0]
    state["player_heading"][Player.LEADER] = turns
    x, z = 12, 12
    state["player_cell"][Player.LEADER] = x + WIDTH * z
    cell = state["player_cell"][Player.LEADER]
    for _ in range(3):
        cell = NEIGHBOURS[cell, turns]
    state["card_cell"][0] = cell
    assert ", 3 away, straight ahead" in describe(view(game, Player.LEADER))
