"""`cerealbar map` and `cerealbar picture`."""

import json
from typing import Annotated, Literal

from cerealbar.cli.arguments import JSON, OutputFile, WholeNumber
from cerealbar.game import (
    CARDS,
    TILES,
    CerealBarError,
    Game,
    Player,
    Rules,
    coordinates,
)
from cerealbar.views import SIGHTS, SightName, ascii_board, seen_cells, view
from cerealbar.views.picture import PictureOptions, legend
from cerealbar.views.picture import picture as draw_picture

MapJson = dict[str, object]


class FileKindError(CerealBarError, ValueError):
    """A file name that says nothing, or something else, about the kind of picture."""


def map_json(game: Game) -> MapJson:
    """The map of a new game, as `cerealbar map --json` prints it."""
    state = game.states[0]
    tiles = [TILES[code] for code in state["tile"]]
    cards = [
        [card.card.count, str(card.card.colour), str(card.card.shape), *coordinates(card.cell)]
        for card in game.cards
    ]
    props = [
        [*coordinates(cell), str(tile.prop), None if tile.heading is None else tile.heading.degrees]
        for cell, tile in enumerate(tiles)
        if tile.prop is not None
    ]
    poses: dict[str, object] = {
        player.word: [*coordinates(game.pose(player).cell), game.pose(player).heading.degrees]
        for player in Player
    }
    return {
        "seed": int(state["seed"]),
        "terrain": "".join(_TERRAIN_LETTERS[tile.terrain.split()[-1]] for tile in tiles),
        "height": [tile.height for tile in tiles],
        "props": props,
        "cards": cards,
        **poses,
    }


_TERRAIN_LETTERS = {"grass": "G", "path": "P", "water": "W", "hill": "H"}


def map_(
    seed: WholeNumber,
    *,
    cards: WholeNumber = 21,
    path_objects: WholeNumber = 25,
    solvable: bool = False,
    json_: Annotated[bool, JSON] = False,
) -> None:
    """Print the map that a seed yields, as text or as JSON.

    Parameters
    ----------
    seed
        Which map: an integer from 0 to 2147483647.
    cards
        Cards on the board.
    path_objects
        Bushes, flowers and lamps beside paths.
    solvable
        Redraw until the players can reach each other and every card.
    json_
        Print one JSON object: terrain, height, props, cards, leader, follower.
    """
    game = Game(seed, Rules(cards=cards, path_objects=path_objects, solvable=solvable))
    if json_:
        print(json.dumps(map_json(game)))
        return
    print(ascii_board(view(game, Player.LEADER)))
    state = game.states[0]
    print("\nCards, by slot:")
    for slot in range(state["cards"]):
        x, z = coordinates(state["card_cell"][slot])
        print(f"  {slot:>2}  ({x}, {z})  {CARDS[state['card_kind'][slot]]}")


def picture(
    seed: WholeNumber | Literal["legend"],
    *,
    output: OutputFile,
    width: WholeNumber = 1200,
    view: Literal["leader", SightName] = "leader",
    coordinates: bool = False,
    cards: WholeNumber = 21,
    path_objects: WholeNumber = 25,
    solvable: bool = False,
) -> None:
    """Draw the map of a seed into a PNG or SVG file.

    Parameters
    ----------
    seed
        Which map: an integer from 0 to 2147483647, or `legend` for all things with their names.
    output
        The file to write; its name ends in .png or .svg.
    width
        Pixels across, for PNG.
    view
        All that the leader sees, or what the follower sees in the original game or in CB2.
    coordinates
        Number the columns and rows.
    cards
        Cards on the board.
    path_objects
        Bushes, flowers and lamps beside paths.
    solvable
        Redraw until the players can reach each other and every card.
    """
    kind = output.suffix.lower()
    if kind not in (".png", ".svg"):
        raise FileKindError(f"{output.name!r} is no picture file: expected a name in .png or .svg")
    if seed == "legend":
        drawn = legend()
    else:
        game = Game(seed, Rules(cards=cards, path_objects=path_objects, solvable=solvable))
        viewer = Player.LEADER if view == "leader" else Player.FOLLOWER
        seen = None if view == "leader" else seen_cells(game.states, viewer, SIGHTS[view])[0]
        options = PictureOptions(viewer=viewer, seen=seen, coordinates=coordinates)
        drawn = draw_picture(game.states[0], options=options)
    if kind == ".svg":
        output.write_text(drawn.svg(), encoding="utf-8")
    else:
        output.write_bytes(drawn.png(width))
