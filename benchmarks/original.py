"""Importing the published format: games a second, and peak memory with a file of 300 MB."""

import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.figure import Figure, median_seconds
from cerealbar.records.importers import import_original
from tests.records.importers.export import format_original
from tests.records.random_games import random_game

GAMES = 60
FILE_BYTES = 300_000_000

_IMPORT = """
import resource, sys
from pathlib import Path
from cerealbar.records import About, Corpus
from cerealbar.records.importers import import_original
corpus = Corpus.create(Path(sys.argv[2]), About(name="benchmark"))
with corpus.writer(durable=False) as writer:
    summary = import_original([sys.argv[1]], lambda record, split: writer.append(record))
assert summary.is_clean, summary.rejected[:1]
print(summary.imported, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)
"""


def _write_file(path: Path, games: list[tuple[str, bytes]], least_bytes: int) -> int:
    """Write games again and again, each time with other ids; returns how many."""
    written = count = 0
    with path.open("wb") as file:
        file.write(b"{")
        while written < least_bytes or count < len(games):
            game_id, value = games[count % len(games)]
            new_id = f"{count:032x}"
            text = value.replace(game_id.encode(), new_id.encode())
            file.write((b", " if count else b"") + json.dumps(new_id).encode() + b": " + text)
            written += len(text)
            count += 1
        file.write(b"}")
    return count


def measure() -> list[Figure]:
    records = [random_game(1, index) for index in range(GAMES)]
    games = [(record.game_id, format_original(record, "train")) for record in records]
    with TemporaryDirectory() as name:
        folder = Path(name)
        small, large = folder / "train.json", folder / "large.json"
        _write_file(small, games, 0)
        seconds = median_seconds(lambda: import_original([small], lambda record, split: None), 5)
        plain = median_seconds(lambda: json.loads(small.read_bytes()), 5)
        count = _write_file(large, games, FILE_BYTES)
        command = [sys.executable, "-c", _IMPORT, str(large), str(folder / "corpus")]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        imported, peak = (int(number) for number in done.stdout.split())
        assert imported == count
        size = large.stat().st_size
    return [
        Figure("import original games", GAMES / seconds, "games/s", GAMES / plain, ">= 200"),
        Figure("peak memory, 300 MB file", peak, "bytes", size, "<= 1,000,000,000"),
    ]
