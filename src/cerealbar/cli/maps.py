"""`cerealbar map`, `cerealbar picture` and `cerealbar replay`: boards and games for people."""

from typing import Literal

from cerealbar.cli.arguments import CorpusFolder, OutputFile, WholeNumber, file_kind
from cerealbar.cli.progress import share_bar
from cerealbar.game import CARDS, Game, Player, Rules, coordinates
from cerealbar.records import Corpus
from cerealbar.records.files import write_whole
from cerealbar.views import SIGHTS, SightName, ascii_board, seen_cells, view
from cerealbar.views.picture import PictureOptions, legend
from cerealbar.views.picture import picture as draw_picture


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
    kind = file_kind(output, "picture", ".png", ".svg")
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


def replay(
    folder: CorpusFolder,
    game: str,
    *,
    output: OutputFile,
    width: WholeNumber = 480,
) -> None:
    """Show a recorded game: a page that plays it in any browser, or an animation for slides.

    Parameters
    ----------
    game
        The game's id, or how it begins; `cerealbar corpus list` lists them.
    output
        The file to write: .html for a page that needs no server, .gif for an animation.
    width
        Pixels across, for .gif.
    """
    from cerealbar.records.show import replay_gif, replay_page  # slow to import

    kind = file_kind(output, "replay", ".html", ".gif")
    record = Corpus(folder).game(game)
    if kind == ".html":
        write_whole(output, replay_page(record).encode())
        return
    with share_bar("frames") as move:
        data = replay_gif(record, width=width, progress=lambda done, total: move(done / total))
    write_whole(output, data)
