"""The way in words: past, along, around, between, through, towards, until, when."""

import re
from collections.abc import Callable

from cerealbar.game import Heading, Prop, StateArray, Terrain, Tile
from cerealbar.language.board.claims import Phrase
from cerealbar.language.clauses.routes import (
    along_phrase,
    around_phrase,
    between_phrase,
    cross_phrase,
    edge_phrase,
    follow_phrase,
    past_leader_phrase,
    past_phrase,
    through_phrase,
    towards_phrase,
    until_phrase,
    when_phrase,
)
from cerealbar.language.manner.pen import Pen
from tests.boards import PATH, WATER, board
from tests.language.drafts import approach, pens

Way = Callable[[Pen, int, int], Phrase | None]
TREE = Tile(Terrain.GRASS, Prop.PINE_TREE)
TOWER = Tile(Terrain.GRASS, Prop.TOWER, Heading.E)


def said(way: Way, states: StateArray, end: tuple[int, int]) -> set[str]:
    found = set()
    for pen in pens(states, approach(states, end), 300):
        phrase = way(pen, 0, len(pen.scene.poses) - 1)
        if phrase is not None:
            found.add(phrase.text)
    return found


def says(texts: set[str], pattern: str) -> bool:
    return any(re.search(pattern, text) for text in texts)


def test_past_a_landmark_beside_the_way() -> None:
    states = board(follower="5,12,e", tiles={(8, 13): TOWER})
    assert says(said(past_phrase, states, (12, 12)), "(go|walk) past the tower")


def test_a_landmark_at_the_end_of_the_way_is_not_passed() -> None:
    states = board(follower="5,12,e", tiles={(13, 12): TOWER})
    assert not said(past_phrase, states, (12, 12))


def test_past_the_leader() -> None:
    states = board(leader="8,13,e", follower="5,12,e")
    assert says(said(past_leader_phrase, states, (12, 12)), "past me")


def test_along_the_path() -> None:
    states = board(follower="5,12,e", tiles=dict.fromkeys([(x, 12) for x in range(5, 13)], PATH))
    texts = said(follow_phrase, states, (12, 12))
    assert says(texts, "(follow|along|down) the (path|road|trail)")
    assert says(texts, "to the end")


def test_across_the_path() -> None:
    states = board(follower="5,12,e", tiles=dict.fromkeys([(8, 12), (8, 11), (8, 13)], PATH))
    assert says(said(cross_phrase, states, (12, 12)), "(cross|across) the (path|road|trail)")


def test_along_the_edge_of_the_map() -> None:
    states = board(follower="5,0,e")
    assert says(said(edge_phrase, states, (12, 0)), "edge")
    assert not said(edge_phrase, board(follower="5,3,e"), (12, 3))


def test_around_the_water() -> None:
    tiles = dict.fromkeys([(7, 12), (8, 12), (9, 12), (7, 11), (8, 11)], WATER)
    states = board(follower="5,12,e", tiles=tiles)
    assert says(said(around_phrase, states, (11, 12)), "around the (water|lake|pond)")


def test_along_the_water() -> None:
    tiles = dict.fromkeys([(x, 13) for x in range(5, 13)], WATER)
    states = board(follower="5,12,e", tiles=tiles)
    assert says(said(along_phrase, states, (12, 12)), "along the (water|lake|pond)")


def test_between_two_trees() -> None:
    states = board(follower="5,12,e", tiles={(8, 13): TREE, (8, 11): TREE, (7, 11): TOWER})
    assert says(said(between_phrase, states, (12, 12)), "between the")


def test_through_the_trees() -> None:
    places = [(x, z) for x in range(4, 10) for z in (11, 13)]
    states = board(follower="5,12,e", tiles=dict.fromkeys([*places, (4, 12)], TREE))
    assert says(said(through_phrase, states, (12, 12)), "through the")


def test_towards_what_is_ahead() -> None:
    states = board(follower="5,12,e", tiles={(14, 12): TOWER})
    assert says(said(towards_phrase, states, (12, 12)), "(towards?|in the direction of) the tower")


def test_until_the_path() -> None:
    states = board(follower="5,12,e", tiles={(9, 12): PATH})
    assert says(said(until_phrase, states, (9, 12)), "until you (reach|get to|hit) the path")


def test_until_a_landmark() -> None:
    states = board(follower="5,12,e", tiles={(10, 12): TOWER})
    texts = said(until_phrase, states, (9, 12))
    assert says(texts, "until you (reach|get to|hit) the tower")
    assert says(texts, "as far as you can|can't go any further")


def test_until_the_edge_of_the_map() -> None:
    assert says(said(until_phrase, board(follower="18,12,e"), (24, 12)), "edge of the map")


def test_when_a_landmark_is_reached() -> None:
    states = board(follower="5,12,e", tiles={(10, 12): TOWER})
    assert says(said(when_phrase, states, (9, 12)), "when you (get to|reach) the tower")
