import numpy as np
import pytest

from cerealbar.agents import FollowTask, LeadTask, TaskView
from cerealbar.agents.playing import follow_task, lead_task
from cerealbar.agents.task_view import CellError
from cerealbar.game import (
    Action,
    Colour,
    Game,
    Heading,
    Player,
    Rules,
    Shape,
    cards_on,
    coordinates,
    next_pose,
)
from cerealbar.views import PAPER_SIGHT, describe, remember_game, seen_cells, view
from cerealbar.views.text import place_words

NUMBER = 3


def instructed() -> Game:
    game = Game(42, Rules(half_turns=None))
    game.instruct("turn around and get the blue star")
    game.instruct("wait for me")
    game.step(Action.DONE)
    return game


def follower_view(sight: bool = False) -> TaskView:
    game = instructed()
    return follow_task(NUMBER, game, remember_game(game, PAPER_SIGHT) if sight else None).view


def test_a_follower_reads_cards_by_distance_with_face_and_place() -> None:
    nearest = follower_view().cards[0]
    assert (nearest.count, nearest.colour, nearest.shape) == (1, Colour.BLUE, Shape.STAR)
    assert (str(nearest), nearest.is_selected) == ("one blue star", False)
    assert (nearest.distance, nearest.bearing) == (2, 150)
    assert nearest.where == "2 cells behind, slightly right"
    distances = [card.distance for card in follower_view().cards]
    assert distances == sorted(distances)
    assert len(distances) == len(instructed().cards)


def test_a_view_tells_poses_props_terrain_and_what_can_be_done() -> None:
    game, seen = instructed(), follower_view()
    assert (seen.pose, seen.partner) == (game.pose(Player.FOLLOWER), game.pose(Player.LEADER))
    assert (seen.score, seen.steps_left, seen.half_turns_left) == (0, 10, None)
    assert Action.BACKWARD not in seen.legal_actions  # a tuft of grass is behind
    assert {Action.FORWARD, Action.DONE} < set(seen.legal_actions)
    assert Action.TIME_OUT not in seen.legal_actions
    behind = seen.props[1]
    assert (str(behind), behind.where) == ("tuft of grass", "1 cell straight behind")
    tile = seen.tile(behind.cell)
    assert tile is not None
    assert tile.prop is behind.prop


def test_the_leader_is_told_where_things_lie_to_it() -> None:
    game = instructed()
    game.step(Action.DONE)
    game.step(Action.DONE)
    led = lead_task(NUMBER, game).view
    star = next(card for card in led.cards if str(card) == "one blue star")
    assert star.where == "9 cells behind to the left"


def test_a_follower_with_a_sight_reads_no_more_than_it_has_seen() -> None:
    game, seen = instructed(), follower_view(sight=True)
    known = seen_cells(game.states, Player.FOLLOWER, PAPER_SIGHT)[0]
    assert {card.cell for card in seen.cards} == {
        card.cell for card in game.cards if known[card.cell]
    }
    assert all(known[prop.cell] for prop in seen.props)
    assert seen.props
    assert seen.partner is None
    hidden = int(np.flatnonzero(~known)[0])
    assert (seen.knows(hidden), seen.tile(hidden)) == (False, None)
    assert str(seen) == describe(view(game, Player.FOLLOWER, PAPER_SIGHT))


def test_the_text_tells_the_follower_its_own_instructions_only() -> None:
    assert '"turn around and get the blue star"' in str(follower_view())
    assert "wait for me" not in str(follower_view())
    task = FollowTask(NUMBER, instructed().states, "go on", 1, 0, past=("go",))
    assert 'Instruction (finished): "go"' in str(task.view)
    led = LeadTask(NUMBER, Game(42).states, (), ()).view
    assert str(led).startswith("You are the leader at (15, 17), facing north-east.")


def test_steps_lead_to_a_cell_by_the_shortest_way_and_touch_no_other_card() -> None:
    game = instructed()
    seen = follower_view()
    star = seen.cards[0]
    steps = seen.steps_to(star.cell)
    assert steps is not None
    for step in steps:
        game.step(step)
    assert game.pose(Player.FOLLOWER).cell == star.cell
    (selected,) = (card for card in game.cards if card.is_selected)
    assert selected.cell == star.cell
    arrived = FollowTask(NUMBER, game.states, "get it", 0, len(steps)).view
    assert arrived.steps_to(star.cell) == ()
    here = arrived.cards[0]
    assert (here.is_selected, here.where, here.bearing) == (True, "here", 0)
    turned = seen.steps_to(seen.pose.cell, Heading((seen.pose.heading + 1) % 6))
    assert turned == (Action.RIGHT,)
    assert seen.steps_to(seen.props[0].cell) is None


def test_a_view_stays_as_it_was_when_the_game_goes_on() -> None:
    game = instructed()
    task = FollowTask(NUMBER, game.states, "x", 0, 0)
    kept = task.view
    before = cards_on(game.states)
    game.step(Action.FORWARD)
    assert kept.pose != task.view.pose == next_pose(kept.pose, Action.FORWARD)
    assert len(kept.cards) == len(before)
    assert f"at {coordinates(kept.pose.cell)}" in repr(kept)


@pytest.mark.parametrize("cell", [-1, 625, 1.5, "12"])
def test_what_is_no_cell_is_told(cell: int) -> None:
    for ask in (follower_view().steps_to, follower_view().tile):
        with pytest.raises(CellError, match="is no cell: expected a number from 0 to 624"):
            ask(cell)


@pytest.mark.parametrize(
    ("away", "side", "words"),
    [
        (0, 0, "here"),
        (1, 5, "1 cell straight ahead"),
        (3, -20, "3 cells ahead, slightly left"),
        (4, 60, "4 cells ahead to the right"),
        (4, -90, "4 cells to the left"),
        (2, 120, "2 cells behind to the right"),
        (2, -160, "2 cells behind, slightly left"),
        (2, -180, "2 cells straight behind"),
    ],
)
def test_places_are_told_as_players_say_them(away: int, side: int, words: str) -> None:
    assert place_words(away, side) == words
