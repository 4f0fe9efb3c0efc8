"""Games in the published format of the original, with every redundant field as the rules have it.

What the format has no place for goes under one key of its own, so that a game that is exported and
imported is the same again.
"""

import gzip
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import BufferedIOBase
from pathlib import Path
from typing import TypeAlias, cast

import msgspec
from msgspec import UNSET

from cerealbar.records.errors import DuplicateGameError
from cerealbar.records.events import (
    NOTES,
    Cancelled,
    Event,
    GameEnded,
    GameRecord,
    GaveUp,
    Instructed,
)
from cerealbar.records.files import whole_file
from cerealbar.records.importers.opening import FilePath
from cerealbar.records.importers.original_course import Course
from cerealbar.records.importers.original_spelling import format_split
from cerealbar.records.importers.original_types import Extra, WrittenGame
from cerealbar.records.replay import complete, replay

GamesWithSplits: TypeAlias = Iterable[tuple[GameRecord, str | None]]

_encoder = msgspec.json.Encoder()


def format_original(record: GameRecord, split: str | None = None) -> bytes:
    """The game as a JSON object in the published format.

    Raises:
        ReplayError: the rules refuse an event of the game.
    """
    played = replay(record)
    record = complete(record, played)
    end, header = cast(GameEnded, record.end), record.header
    extra = Extra(
        header=header,
        end=end.how,
        ended_at=end.at,
        events=None if all(map(_has_place, record.events)) else record.events,
    )
    game = WrittenGame(
        game_id=header.game_id,
        seed=header.seed,
        num_cards=header.rules.cards,
        leader_id=header.leader.id or header.leader.name,
        follower_id=header.follower.id or header.follower.name,
        split=UNSET if split is None else format_split(split),
        score=end.score,
        cerealbar=extra,
        actions=Course(record, played).actions,
    )
    return _encoder.encode(game)


_WITHOUT_PLACE = {*NOTES, Cancelled, GaveUp}


def _has_place(event: Event) -> bool:
    """Whether the published format can tell the event."""
    is_plain = type(event) is not Instructed or event.meant is None
    return is_plain and type(event) not in _WITHOUT_PLACE


def original_games(games: GamesWithSplits) -> Iterator[tuple[str, bytes]]:
    """Each game's id, and the game as a JSON object in the published format.

    Raises:
        DuplicateGameError: two games have the same id.
    """
    seen: set[str] = set()
    for record, split in games:
        if record.game_id in seen:
            raise DuplicateGameError(f"cannot export game {record.game_id!r} twice")
        seen.add(record.game_id)
        yield record.game_id, format_original(record, split)


def write_original(games: GamesWithSplits, path: FilePath) -> int:
    """Write games to a file in the published format; returns how many.

    A name that ends in `.gz` makes it a gzip file. The file is either whole or not there.
    """
    count = 0
    with whole_file(Path(path)) as temporary, _open_to_write(temporary, path) as file:
        file.write(b"{")
        for game_id, game in original_games(games):
            file.write(b",\n" if count else b"\n")
            file.write(_encoder.encode(game_id) + b": " + game)
            count += 1
        file.write(b"\n}\n")
    return count


@contextmanager
def _open_to_write(temporary: Path, path: FilePath) -> Iterator[BufferedIOBase]:
    with temporary.open("wb") as file:
        if not str(path).endswith(".gz"):
            yield file
            return
        # Without a name and a time: the same games give the same bytes.
        with gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
            yield packed
