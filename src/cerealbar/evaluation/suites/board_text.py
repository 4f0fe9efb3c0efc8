"""A board in words for those who write and read instructions: all as the follower sees it."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from cerealbar.agents.pathfinding import avoided_cells
from cerealbar.agents.tours import shortest_tour
from cerealbar.game import (
    DISTANCE_FROM,
    TILES,
    Action,
    Player,
    Pose,
    Prop,
    StateArray,
    ahead_of,
    bearing,
    cards_on,
    coordinates,
    next_pose,
    pose_of,
)
from cerealbar.language.board.land import GROVE, HILL, PAIR, POND, VILLAGE, Landmark, land_of
from cerealbar.views.text import card_words, direction_words

_NEAR = 2
_FAR = 14
"""Cells beyond which landmarks are not listed."""
_IN_LINE = 14
_GROUPS = {POND: "water", HILL: "hill", GROVE: "group of trees", PAIR: "two trees side by side"}
_SIDES = (
    *("straight ahead", "ahead to the right", "behind to the right"),
    *("straight behind", "behind to the left", "ahead to the left"),
)


def labels(states: StateArray) -> dict[str, int]:
    """A letter for each card, the nearest first, with the card's cell."""
    away = DISTANCE_FROM[pose_of(states, Player.FOLLOWER).cell]
    cells = sorted((away[each.cell], each.cell) for each in cards_on(states))
    return {chr(ord("A") + i): cell for i, (_, cell) in enumerate(cells)}


def describe_board(states: StateArray) -> str:
    """What lies where, from the follower's eyes; cards have letters, places have coordinates."""
    return "\n".join(_lines(states)) + "\n"


def _lines(states: StateArray) -> Iterator[str]:
    pose = pose_of(states, Player.FOLLOWER)
    leader = pose_of(states, Player.LEADER)
    tiles = states["tile"][0]
    yield "All directions are the follower's: 12 o'clock is straight ahead of it, 3 o'clock is"
    yield "right, 6 o'clock behind, 9 o'clock left. One turn left or right is 60 degrees, so"
    yield "turning around is three turns. Distances are in cells."
    yield ""
    yield f"The follower stands at {_at(pose.cell)} on {TILES[tiles[pose.cell]].words}."
    around = [
        f"{side} {'the edge of the map' if near is None else TILES[tiles[near]].words}"
        for side, near in zip(_SIDES, (ahead_of(pose, turn) for turn in range(6)), strict=True)
    ]
    yield f"Next to it: {', '.join(around)}."
    yield f"The leader: {_where(pose, leader.cell)}."
    yield ""
    yield "Cards, nearest first (SELECTED: chosen already; stepping on it again unselects it):"
    yield from _card_lines(states, pose)
    yield ""
    yield f"Landmarks within {_FAR} cells, nearest first:"
    land = land_of(tiles.tobytes())
    marks = sorted(land.landmarks, key=lambda mark: mark.distance(pose.cell))
    for mark in marks:
        words = _mark_words(states, mark) if mark.distance(pose.cell) <= _FAR else ""
        if words:
            near = min(mark.cells, key=lambda cell: DISTANCE_FROM[pose.cell][cell])
            yield f"- {words}: {_where(pose, near)}"
    path = sorted(land.path, key=lambda cell: DISTANCE_FROM[pose.cell][cell])
    if path:
        yield f"- the path ({len(path)} cells), nearest: {_where(pose, path[0])}"


def _card_lines(states: StateArray, pose: Pose) -> Iterator[str]:
    cards = {each.cell: each for each in cards_on(states)}
    avoided = avoided_cells(states)
    for letter, cell in labels(states).items():
        tour = shortest_tour(avoided, pose, (cell,))
        selected = " SELECTED" if cards[cell].is_selected else ""
        walk = "cannot be reached" if tour is None else f"{len(tour.steps)} steps with turns"
        ground = TILES[states["tile"][0, cell]].words
        yield (
            f"{letter}. {card_words(cards[cell].card)}{selected}: "
            f"{_where(pose, cell)}; {walk}; lies on {ground}; {_surroundings(states, pose, cell)}"
        )


def _surroundings(states: StateArray, pose: Pose, cell: int) -> str:
    """What stands near a cell, and on which side of it as the follower sees them from afar."""
    land = land_of(states["tile"][0].tobytes())
    found = []
    for away, mark in land.near(cell):
        words = _mark_words(states, mark)
        if away and words:
            thing = min(mark.cells, key=lambda part: DISTANCE_FROM[cell][part])
            found.append(f"{words} {away} {_beside(pose, cell, thing)}")
    for letter, other in labels(states).items():
        if 0 < DISTANCE_FROM[cell][other] <= _NEAR:
            found.append(f"card {letter} {DISTANCE_FROM[cell][other]} {_beside(pose, cell, other)}")
    return "near it: " + (", ".join(found) if found else "nothing")


def _beside(pose: Pose, cell: int, thing: int) -> str:
    """Where a thing is, beside a cell that one looks at."""
    if pose.cell in (cell, thing):
        return "off"
    gap = (bearing(pose, thing) - bearing(pose, cell) + 180) % 360 - 180
    row = DISTANCE_FROM[pose.cell]
    if abs(gap) <= _IN_LINE and row[thing] != row[cell]:
        return "behind it" if row[thing] > row[cell] else "in front of it"
    return f"to the {'right' if gap > 0 else 'left'} of it"


def _mark_words(states: StateArray, mark: Landmark) -> str:
    """What a landmark is called; nothing for those that go by their parts."""
    if mark.sort in (VILLAGE, Prop.GRASS):
        return ""
    size = f" ({len(mark.cells)} cells)" if len(mark.cells) > 2 else ""
    name: str = TILES[states["tile"][0, mark.cells[0]]].words
    return _GROUPS.get(mark.sort, name) + size


def _where(pose: Pose, cell: int) -> str:
    if cell == pose.cell:
        return f"right where the follower stands {_at(cell)}"
    side = bearing(pose, cell)
    words, hour = direction_words(side), round(side / 30) % 12 or 12
    clock = "" if words.startswith("straight") else f", {hour} o'clock"
    return f"{DISTANCE_FROM[pose.cell][cell]} away, {words}{clock} {_at(cell)}"


def _at(cell: int) -> str:
    x, z = coordinates(cell)
    return f"[{x},{z}]"


def describe_way(states: StateArray, steps: Iterable[Action]) -> str:
    """Steps in words, with the cards that they touch: `left, forward 3, forward onto card B`."""
    pose = pose_of(states, Player.FOLLOWER)
    cards = {cell: letter for letter, cell in labels(states).items()}
    told = []
    for step in steps:
        before, pose = pose, next_pose(pose, step)
        is_touching = pose.cell != before.cell and pose.cell in cards
        told.append(f"{step.word} onto card {cards[pose.cell]}" if is_touching else step.word)
    runs = [(word, len(list(same))) for word, same in groupby(told)]
    return ", ".join(word if count == 1 else f"{word} {count}" for word, count in runs)
