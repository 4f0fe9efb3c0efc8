"""A view in words, for people in a terminal and for language models."""

from collections.abc import Iterator

import numpy as np

from cerealbar.game import (
    HILLS,
    TILES,
    WATERS,
    WIDTH,
    Card,
    Player,
    Pose,
    Shape,
    Status,
    Terrain,
    ahead_of,
    bearing,
    cell_at,
    coordinates,
    distance,
    format_card,
)
from cerealbar.views.view import UNSEEN, View

_SHAPE_WORDS = {
    Shape.CUBE: "square",
    Shape.DIAMOND: "diamond",
    Shape.HEART: "heart",
    Shape.PLUS: "plus sign",
    Shape.STAR: "star",
    Shape.TRIANGLE: "triangle",
    Shape.TORUS: "ring",
}
_HEADING_WORDS = ("north-east", "east", "south-east", "south-west", "west", "north-west")
_PLACES = (
    *("ahead", "ahead to the right", "behind to the right"),
    *("behind", "behind to the left", "ahead to the left"),
)
_SIDES = (
    *((5, "straight ahead"), (35, "ahead, slightly {}"), (75, "ahead to the {}")),
    *((105, "to the {}"), (145, "behind to the {}"), (174, "behind, slightly {}")),
    (180, "straight behind"),
)
"""How a place is told, by the most degrees from straight ahead."""
_COUNT_WORDS = ("one", "two", "three")
_SIGNS = tuple(tile.sign for tile in TILES)
_EYE_CATCHING = 2.0  # the salience from which on each prop in view is told of
_LANDMARKS = [
    i for i, tile in enumerate(TILES) if tile.prop and tile.prop.salience >= _EYE_CATCHING
]
_LANDS = {
    kinds[0]: [i for i, tile in enumerate(TILES) if tile.terrain in kinds]
    for kinds in (WATERS, HILLS, (Terrain.PATH,))
}
"""The tile codes of what is told of by its nearest cell."""


def _legend() -> str:
    """What stands for what; things that share a sign go by the word that they share."""
    named: dict[str, dict[str, None]] = {}
    for tile in TILES:
        named.setdefault(tile.sign, {})[tile.words] = None
    lines = ["L, F leader and follower with heading   2po card (capitals: selected)", ""]
    for sign, (first, *others) in named.items():
        thing = f"{sign} {first.split()[-1] if others else first}"
        if len(lines[-1]) + len(thing) > _LEGEND_WIDTH:
            lines.append("")
        lines[-1] = f"{lines[-1]}   {thing}".lstrip()
    return "\n".join(lines)


_LEGEND_WIDTH = 90
_LEGEND = _legend()


def card_words(card: Card) -> str:
    """A card as people say it: `two pink rings`."""
    noun = _SHAPE_WORDS[card.shape]
    return f"{_COUNT_WORDS[card.count - 1]} {card.colour} {noun}" + "s" * (card.count > 1)


def ascii_board(view: View) -> str:
    """The board as text, north up, odd rows shifted; what is not seen is blank."""
    signs = ["" if code == UNSEEN else _SIGNS[code] for code in view.tiles]
    for card in view.cards:
        sign = format_card(card.card)
        signs[card.cell] = sign.upper() if card.is_selected else sign
    for player, pose in zip(Player, view.poses, strict=True):
        if pose is not None:
            signs[pose.cell] = player.name[0] + pose.heading.word
    rows = []
    for z in reversed(range(WIDTH)):
        cells = "".join(f"{signs[cell_at(x, z)]:<4}" for x in range(WIDTH))
        rows.append(f"{z:>2} {'  ' * (z % 2)}{cells}".rstrip())
    scale = "   " + "".join(f"{x:<4}" for x in range(WIDTH)).rstrip()
    return "\n".join([*rows, scale, "", _LEGEND])


def describe(view: View) -> str:
    """The view as short lines: who, when, the instructions, and what is where.

    Examples:
        >>> from cerealbar.game import Game
        >>> from cerealbar.views import view
        >>> print(describe(view(Game(seed=5), Player.FOLLOWER)).splitlines()[0])
        You are the follower at (8, 13), facing north-east.
    """
    return "\n".join(_lines(view))


def _lines(view: View) -> Iterator[str]:
    pose = view.pose
    x, z = coordinates(pose.cell)
    left = view.half_turns_left
    yield f"You are the {view.player.word} at ({x}, {z}), facing {_HEADING_WORDS[pose.heading]}."
    whose = "your" if view.turn is view.player else f"the {view.turn.word}'s"
    yield (
        f"It is {whose} turn: {view.steps_left} steps left, "
        f"{'unlimited' if left is None else left} half-turns left, score {view.score}."
    )
    for instruction in view.instructions:
        yield f'Instruction ({instruction.status}): "{instruction.text}"'
    is_idle = all(each.status is not Status.CURRENT for each in view.instructions)
    if view.player is Player.FOLLOWER and is_idle:
        yield "There is no instruction to follow."
    if view.is_invalid:
        yield "The selected cards clash: no set can come of them."
    yield f"Around you: {_around(view)}."
    yield from _things(view)


def _around(view: View) -> str:
    parts = []
    for turn, place in enumerate(_PLACES):
        near = ahead_of(view.pose, turn)
        if near is None:
            parts.append(f"{place} the edge of the map")
        elif view.tiles[near] != UNSEEN:
            parts.append(f"{place} {TILES[view.tiles[near]].words}")
    return ", ".join(parts)


def _things(view: View) -> Iterator[str]:
    partner = view.poses[view.player.partner]
    if partner is not None:
        yield (
            f"- {view.player.partner.word}, facing {_HEADING_WORDS[partner.heading]}: "
            f"{_where(view.pose, partner.cell)}"
        )
    cards = sorted(view.cards, key=lambda card: distance(view.pose.cell, card.cell))
    for card in cards:
        mark = ", selected" if card.is_selected else ""
        yield f"- card {card_words(card.card)}{mark}: {_where(view.pose, card.cell)}"
    for cell in _nearest(view, _LANDMARKS):
        yield f"- {TILES[view.tiles[cell]].words}: {_where(view.pose, cell)}"
    for terrain, codes in _LANDS.items():
        cells = _nearest(view, codes)
        if cells:
            yield f"- {terrain}, nearest of {len(cells)} cells: {_where(view.pose, cells[0])}"


def _nearest(view: View, codes: list[int]) -> list[int]:
    """The cells in view with some tiles, nearest first."""
    cells = np.flatnonzero(np.isin(view.tiles, codes)).tolist()
    return sorted(cells, key=lambda cell: (distance(view.pose.cell, cell), cell))


def _where(pose: Pose, cell: int) -> str:
    """A place as seen from a pose: how far, and how many degrees to which side."""
    x, z = coordinates(cell)
    if cell == pose.cell:
        return f"on your cell ({x}, {z})"
    return f"({x}, {z}), {distance(pose.cell, cell)} away, {direction_words(bearing(pose, cell))}"


def direction_words(side: int) -> str:
    """A bearing as a player says it: `straight ahead`, `60 degrees to the left`."""
    if abs(side) <= 5:
        return "straight ahead"
    if abs(side) >= 175:
        return "straight behind"
    return f"{abs(side)} degrees to the {'right' if side > 0 else 'left'}"


def place_words(away: int, side: int) -> str:
    """A place as seen by a player: `3 cells ahead, slightly left`."""
    if away == 0:
        return "here"
    cells = "1 cell" if away == 1 else f"{away} cells"
    words = next(words for limit, words in _SIDES if abs(side) <= limit)
    return f"{cells} {words.format('right' if side > 0 else 'left')}"
