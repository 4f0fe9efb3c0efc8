"""All games that are over as one file: a corpus folder in a ZIP archive."""

import zipfile
from collections.abc import Awaitable, Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import IO

from cerealbar.records import About, Corpus
from cerealbar.server.jobs import Job
from cerealbar.server.store import Reader

FOLDER = "cerealbar-games"
_ABOUT = About(
    name="games of a server",
    description="Games that were played in the browser.",
    command="downloaded from the admin pages",
)
PACKING_SECONDS = 900.0
_PIECE_BYTES = 1 << 18


Pack = Callable[[str, str], Awaitable[str]]
"""`pack_corpus`, without blocking."""


def pack_corpus(database: str, scratch: str) -> str:
    """The path of an archive of a database's games, in a folder that is there; blocks."""
    folder = Path(scratch) / FOLDER
    reader = Reader.open(database)
    try:
        with Corpus.create(folder, _ABOUT).writer(durable=False) as writer:
            for record in reader.records():
                writer.append(record)
    finally:
        reader.close()
    archive_path = Path(scratch) / f"{FOLDER}.zip"
    with zipfile.ZipFile(archive_path, "w", zipfile.ZIP_STORED) as archive:  # games are compressed
        for path in sorted(folder.iterdir()):
            archive.write(path, f"{FOLDER}/{path.name}")
    return str(archive_path)


PACKING = Job(pack_corpus, PACKING_SECONDS)


def pieces(file: IO[bytes]) -> Iterator[bytes]:
    """The file piece by piece; it is closed in the end, also if nobody wants the rest."""
    rest = _pieces(file)
    return chain([next(rest, b"")], rest)  # begun, so that it closes the file when it is dropped


def _pieces(file: IO[bytes]) -> Iterator[bytes]:
    with file:
        while piece := file.read(_PIECE_BYTES):
            yield piece
