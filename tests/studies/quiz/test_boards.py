"""The boards of questions are played, so that what is called right is what the rules do."""

import random

import pytest

from cerealbar.game import Action, Game, Outcome, Player, ahead_of, distance
from cerealbar.studies.quiz.boards import (
    QuizBoard,
    clashing_pair,
    marked_card,
    obstacle_ahead,
    selected_card_ahead,
)
from cerealbar.views import CAMERA_SIGHT, SIGHTS, Sight, view

SEEDS = range(40)


def game_of(board: QuizBoard, player: Player) -> Game:
    board.states["turn"] = player
    return Game.from_states(board.states)


@pytest.mark.parametrize("player", Player)
def test_stepping_onto_the_selected_card_ahead_only_deselects_it(player: Player) -> None:
    for seed in SEEDS:
        game = game_of(selected_card_ahead(random.Random(seed), player), player)
        (chosen,) = (card for card in game.cards if card.is_selected)
        assert game.pose(player).cell != chosen.cell
        assert game.step(Action.FORWARD) == Outcome.MOVED | Outcome.TOGGLED
        assert game.pose(player).cell == chosen.cell
        assert not any(card.is_selected for card in game.cards)
        assert chosen.card in [card.card for card in game.cards]


@pytest.mark.parametrize("player", Player)
def test_moving_against_what_stands_ahead_does_nothing_and_costs_nothing(player: Player) -> None:
    for seed in SEEDS:
        board = obstacle_ahead(random.Random(seed), player)
        game = game_of(board, player)
        before = game.states.copy()
        assert (ahead_of(game.pose(player)),) == board.marked
        assert game.step(Action.FORWARD) == Outcome.BUMPED
        assert game.states == before


def test_the_two_selected_cards_clash_and_stay_selected_when_a_turn_ends() -> None:
    for seed in SEEDS:
        game = Game.from_states(clashing_pair(random.Random(seed)).states)
        assert game.has_invalid_selection
        assert sum(card.is_selected for card in game.cards) == 2
        game.step(Action.TIME_OUT)
        assert game.has_invalid_selection
        assert game.score == 0


@pytest.mark.parametrize("sight", SIGHTS.values(), ids=SIGHTS)
@pytest.mark.parametrize("in_view", [True, False])
def test_the_marked_card_is_in_view_or_not_as_asked_for(sight: Sight, in_view: bool) -> None:
    for seed in SEEDS:
        board = marked_card(random.Random(seed), sight, in_view)
        (marked,) = board.marked
        seen = view(Game.from_states(board.states), Player.FOLLOWER, sight)
        assert (marked in [card.cell for card in seen.cards]) is in_view
        assert 2 <= distance(seen.pose.cell, marked) <= 3


def test_with_eyes_all_around_every_card_is_in_view() -> None:
    board = marked_card(random.Random(1), Sight(degrees=360), in_view=False)
    seen = view(Game.from_states(board.states), Player.FOLLOWER, Sight(degrees=360))
    assert board.marked[0] in [card.cell for card in seen.cards]


def test_the_same_chance_gives_the_same_board_and_another_gives_another() -> None:
    boards = [marked_card(random.Random(seed), CAMERA_SIGHT, True) for seed in (5, 5, 6)]
    assert boards[0].states == boards[1].states
    assert boards[0].states != boards[2].states
