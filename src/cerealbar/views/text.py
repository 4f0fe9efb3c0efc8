"""A view in words, for people in a terminal and for language models."""

from collections.abc import Iterator

from cerealbar.game import (
    STRUCTURES,
    TILES,
    WIDTH,
    Card,
    Player,
    Pose,
    Prop,
    Shape,
    Status,
    Terrain,
    Tile,
    ahead_of,
    bearing,
    cell_at,
    coordinates,
    distance,
    format_card,
)
from cerealbar.views.view import UNSEEN, View

PROP_WORDS = {
    Prop.BUSH_TREE: "bushy tree",
    Prop.BUSH_TREE_BR: "brown bushy tree",
    Prop.BUSH_TREE_RD: "red bushy tree",
    Prop.OAK_TREE_LM: "short yellow tree",
    Prop.TREE: "round green tree",
    Prop.TREE_RD: "round red tree",
    Prop.CLEAN_TREE: "pointed green tree",
    Prop.CLEAN_TREE_BR: "pointed brown tree",
    Prop.CLEAN_TREE_RD: "pointed red tree",
    Prop.PALM_TREE: "palm tree",
    Prop.TALL_TREE: "tall green tree",
    Prop.TALL_TREE_RD: "tall red tree",
    Prop.MULTI_TREE: "yellow and red tree",
    Prop.PINE_TREE: "pine tree",
    Prop.PINE_TREE_CRV: "bent pine tree",
    Prop.PT_TREE: "layered green tree",
    Prop.PT_TREE_LM: "layered yellow tree",
    Prop.BUSH: "bush",
    Prop.BUSH_YW: "yellow bush",
    Prop.FLOW_BL: "blue flowers",
    Prop.FLOW_RD: "red flowers",
    Prop.FLOW_PRP: "purple flowers",
    Prop.GRASS: "tuft of grass",
    Prop.STREET_LAMP: "street lamp",
    Prop.TOWER: "tower",
    Prop.WINDMILL: "windmill",
    Prop.HUT_GREEN: "green hut",
    Prop.HUT_RED: "red hut",
    Prop.HUT_YELLOW: "yellow hut",
    Prop.HUT_BLUE: "blue hut",
    Prop.HUT_BLACK: "black hut",
    Prop.HOUSE_LVL1: "tent",
}
"""What people call each prop."""

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
_COUNT_WORDS = ("one", "two", "three")
_TERRAIN_SIGNS = {
    Terrain.GRASS: ".",
    Terrain.PATH: "=",
    Terrain.WATER: "~",
    Terrain.DEEP_WATER: "~~",
    Terrain.HILL: "^",
    Terrain.SHORT_HILL: "^",
    Terrain.LOW_HILL: "^",
}
_SIGNS = {
    Prop.TOWER: "To",
    Prop.WINDMILL: "Wi",
    Prop.HUT_GREEN: "Hg",
    Prop.HUT_RED: "Hr",
    Prop.HUT_YELLOW: "Hy",
    Prop.HUT_BLUE: "Hb",
    Prop.HUT_BLACK: "Hk",
    Prop.HOUSE_LVL1: "Te",
    Prop.STREET_LAMP: "!",
    Prop.BUSH: "%",
    Prop.BUSH_YW: "%",
    Prop.GRASS: '"',
    Prop.FLOW_BL: "*",
    Prop.FLOW_RD: "*",
    Prop.FLOW_PRP: "*",
}
_LEGEND = """\
L, F leader and follower with heading   2po card (capitals: selected)   . grass   = path
~ water   ^ hill   T tree   H. hut   Wi windmill   To tower   Te tent
! lamp   % bush   " tuft   * flowers"""
_LANDMARKS = (*STRUCTURES, Prop.STREET_LAMP, Prop.PALM_TREE)


def card_words(card: Card) -> str:
    """A card as people say it: `two pink rings`."""
    noun = _SHAPE_WORDS[card.shape]
    return f"{_COUNT_WORDS[card.count - 1]} {card.colour} {noun}" + "s" * (card.count > 1)


def _sign(tile: Tile) -> str:
    if tile.prop is None:
        return _TERRAIN_SIGNS[tile.terrain]
    return _SIGNS.get(tile.prop, "T")


def ascii_board(view: View) -> str:
    """The board as text, north up, odd rows shifted; what is not seen is blank."""
    signs = ["" if code == UNSEEN else _sign(TILES[code]) for code in view.tiles]
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
    """The view as short lines: who, when, the instructions, and what is where."""
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
    if view.player is Player.FOLLOWER and not _has_current(view):
        yield "There is no instruction to follow."
    if view.is_invalid:
        yield "The selected cards clash: no set can come of them."
    yield f"Around you: {_around(view)}."
    yield from _things(view)


def _has_current(view: View) -> bool:
    return any(i.status is Status.CURRENT for i in view.instructions)


def _around(view: View) -> str:
    parts = []
    for turn, place in enumerate(_PLACES):
        near = ahead_of(view.pose, turn)
        if near is None:
            parts.append(f"{place} the edge of the map")
        elif view.tiles[near] != UNSEEN:
            tile = TILES[view.tiles[near]]
            word = PROP_WORDS[tile.prop] if tile.prop is not None else str(tile.terrain)
            parts.append(f"{place} {word}")
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
    landmarks = [
        (distance(view.pose.cell, cell), cell, prop)
        for cell, code in enumerate(view.tiles)
        if code != UNSEEN and (prop := TILES[code].prop) in _LANDMARKS
    ]
    for _, cell, prop in sorted(landmarks):
        yield f"- {PROP_WORDS[prop]}: {_where(view.pose, cell)}"
    for terrain in (Terrain.WATER, Terrain.HILL, Terrain.PATH):
        cells = [
            (distance(view.pose.cell, cell), cell)
            for cell, code in enumerate(view.tiles)
            if code != UNSEEN and TILES[code].terrain is terrain
        ]
        if cells:
            yield f"- {terrain}, nearest of {len(cells)} cells: {_where(view.pose, min(cells)[1])}"


def _where(pose: Pose, cell: int) -> str:
    """A place as seen from a pose: how far, and how many degrees to which side."""
    x, z = coordinates(cell)
    if cell == pose.cell:
        return f"on your cell ({x}, {z})"
    side = bearing(pose, cell)
    if abs(side) <= 5:
        direction = "straight ahead"
    elif abs(side) >= 175:
        direction = "straight behind"
    else:
        direction = f"{abs(side)} degrees to the {'right' if side > 0 else 'left'}"
    return f"({x}, {z}), {distance(pose.cell, cell)} away, {direction}"
