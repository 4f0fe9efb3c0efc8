"""All games that are over as one file: a corpus folder in a ZIP archive."""

import tempfile
import zipfile
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import IO

from cerealbar.records import About, Corpus, GameRecord

FOLDER = "cerealbar-games"
_ABOUT = About(
    name="games of a server",
    description="Games that were played in the browser.",
    command="downloaded from the admin pages",
)
_PIECE_BYTES = 1 << 18


def corpus_archive(records: Iterator[GameRecord]) -> IO[bytes]:
    """A file, gone when it is closed, with a corpus of the games; blocks."""
    with tempfile.TemporaryDirectory(prefix="cerealbar-") as scratch:
        folder = Path(scratch) / FOLDER
        with Corpus.create(folder, _ABOUT).writer(durable=False) as writer:
            for record in records:
                writer.append(record)
        return _packed(folder)


def _packed(folder: Path) -> IO[bytes]:
    file = tempfile.TemporaryFile(prefix="cerealbar-")  # noqa: SIM115  # whoever sends it closes it
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:  # the games are compressed
        for path in sorted(folder.iterdir()):
            archive.write(path, f"{FOLDER}/{path.name}")
    file.seek(0)
    return file


def pieces(file: IO[bytes]) -> Iterator[bytes]:
    """The file piece by piece; it is closed in the end, also if nobody wants the rest."""
    rest = _pieces(file)
    return chain([next(rest, b"")], rest)  # begun, so that it closes the file when it is dropped


def _pieces(file: IO[bytes]) -> Iterator[bytes]:
    with file:
        while piece := file.read(_PIECE_BYTES):
            yield piece
