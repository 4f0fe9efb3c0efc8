"""`cerealbar map` and `cerealbar picture`."""

from typing import Literal

from cerealbar.cli.arguments import OutputFile, WholeNumber
from cerealbar.game import (
    CARDS,
    CerealBarError,
    Game,
    Player,
    Rules,
    coordinates,
)
from cerealbar.views import SIGHTS, SightName, ascii_board, seen_cells, view
from cerealbar.views.picture import PictureOptions, legend
from cerealbar.views.picture import picture as draw_picture


class FileKindError(CerealBarError, ValueError):
    """A file name that says nothing, or something else, about the kind of picture."""


def map_(
    seed: WholeNumber,
    *,
    solvable: bool = False,
) -> None:
    """Print the map that a seed yields.

    Parameters
    ----------
    seed
        Which map: an integer from 0 to 2147483647.
    solvable
        Redraw until the players can reach each other and every card.
    """
    game = Game(seed, Rules(solvable=solvable))
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
    solvable
        Redraw until the players can reach each other and every card.
    """
    kind = output.suffix.lower()
    if kind not in (".png", ".svg"):
        raise FileKindError(f"{output.name!r} is no picture file: expected a name in .png or .svg")
    if seed == "legend":
        drawn = legend()
    else:
        game = Game(seed, Rules(solvable=solvable))
        viewer = Player.LEADER if view == "leader" else Player.FOLLOWER
        seen = None if view == "leader" else seen_cells(game.states, viewer, SIGHTS[view])[0]
        options = PictureOptions(viewer=viewer, seen=seen, coordinates=coordinates)
        drawn = draw_picture(game.states[0], options=options)
    if kind == ".svg":
        output.write_text(drawn.svg(), encoding="utf-8")
    else:
        output.write_bytes(drawn.png(width))
