"""`cerealbar replay`: a recorded game as a page or an animation for people."""

from cerealbar.cli.arguments import CorpusFolder, OutputFile, WholeNumber
from cerealbar.cli.maps import FileKindError
from cerealbar.cli.progress import share_bar
from cerealbar.records import Corpus
from cerealbar.records.files import write_whole
from cerealbar.records.show import replay_gif, replay_page


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
    kind = output.suffix.lower()
    if kind not in (".html", ".gif"):
        raise FileKindError(f"{output.name!r} is no replay file: expected a name in .html or .gif")
    record = Corpus(folder).game(game)
    if kind == ".html":
        write_whole(output, replay_page(record).encode())
        return
    with share_bar("frames") as move:
        data = replay_gif(
            record,
            width=width,
            progress=lambda done, total: move(done / total),
        )
    write_whole(output, data)
