"""A corpus: a folder of recorded games that grows game by game and is never damaged by a crash.

corpus.json      what the corpus is
games.jsonl.gz   the games, one line each, every line a gzip member of its own (zcat reads it)
index.jsonl      where each game lies, and its digest; made again from the games if it is lost
splits.json      which games are for training, development and test
README.md        the data card
"""

import hashlib
import logging
import os
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import msgspec

from cerealbar.records.codec import MAX_LINE_BYTES, MIGRATIONS, decode_game, encode_game
from cerealbar.records.errors import (
    DuplicateGameError,
    FormatError,
    RecordError,
    SchemaError,
    UnknownGameError,
)
from cerealbar.records.events import SCHEMA, GameRecord
from cerealbar.records.files import write_whole

try:
    import fcntl
except ImportError:  # Windows: there, nothing keeps two processes from writing one corpus
    fcntl = None  # type: ignore[assignment]  # None where there is none

GAMES, INDEX, ABOUT, SPLITS = "games.jsonl.gz", "index.jsonl", "corpus.json", "splits.json"
_COMPRESSION_LEVEL = 6
_GZIP = 16 + zlib.MAX_WBITS


class About(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a corpus is."""

    schema: int = SCHEMA
    name: str
    description: str = ""
    command: str = ""
    """How it was made."""


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a game lies in the file of games."""

    game_id: str
    offset: int
    length: int
    digest: str
    """Of the game's line: the same games have the same digests."""

    @property
    def end(self) -> int:
        """The offset after it."""
        return self.offset + self.length


_entry_decoder = msgspec.json.Decoder(Entry)
_logger = logging.getLogger(__name__)
"""Shown on standard error wherever nobody has said otherwise."""


def _end(entries: dict[str, Entry]) -> int:
    """The offset after the last game."""
    return next(reversed(entries.values())).end if entries else 0


def _digest(line: bytes) -> str:
    return hashlib.blake2b(line, digest_size=16).hexdigest()


def _pack(line: bytes) -> bytes:
    packer = zlib.compressobj(_COMPRESSION_LEVEL, zlib.DEFLATED, _GZIP)  # no time: same bytes
    return packer.compress(line) + packer.flush()


def _unpack(member: bytes, place: str) -> bytes:
    """The one line that a gzip member holds."""
    unpacker = zlib.decompressobj(_GZIP)
    try:
        line = unpacker.decompress(member, MAX_LINE_BYTES + 1)
    except zlib.error as error:
        raise FormatError(f"{place}: no gzip data: {error}") from None
    if len(line) > MAX_LINE_BYTES:
        raise FormatError(f"{place}: a line longer than {MAX_LINE_BYTES} bytes")
    if not unpacker.eof or unpacker.unused_data:
        raise FormatError(f"{place}: a gzip member that ends too early or too late")
    if line.count(b"\n") != 1 or not line.endswith(b"\n"):
        raise FormatError(f"{place}: expected one game, in one line, in a gzip member")
    return line


def _decode(line: bytes, place: str) -> GameRecord:
    try:
        return decode_game(line)
    except RecordError as error:
        raise type(error)(f"{place}: {error}") from None


class Corpus:
    """A folder of recorded games. Reading needs memory for one game at a time."""

    def __init__(self, folder: Path | str) -> None:
        self.folder = Path(folder)
        about = self.folder / ABOUT
        if not about.is_file():
            raise RecordError(f"{self.folder} is no corpus: it has no {ABOUT}")
        self.about = _read_about(about)
        self._entries = self._read_index()

    @classmethod
    def create(cls, folder: Path | str, about: About) -> "Corpus":
        """A new, empty corpus.

        Raises:
            RecordError: the folder holds something already.
        """
        folder = Path(folder)
        check_new_folder(folder)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / GAMES).touch()
        (folder / INDEX).touch()
        _write_about(folder / ABOUT, about)
        return cls(folder)

    # Reading.

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, game_id: str) -> bool:
        return game_id in self._entries

    @property
    def game_ids(self) -> tuple[str, ...]:
        """The ids of all games, in the order in which they were added."""
        return tuple(self._entries)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Where all games lie, in the order in which they were added."""
        return tuple(self._entries.values())

    def digest(self) -> str:
        """A digest of all games: the same for the same games in the same order."""
        total = hashlib.blake2b(digest_size=16)
        for entry in self._entries.values():
            total.update(entry.digest.encode())
        return total.hexdigest()

    def __iter__(self) -> Iterator[GameRecord]:
        return self.games(self.game_ids)

    def games(self, game_ids: Iterable[str]) -> Iterator[GameRecord]:
        """The games with these ids, one after the other.

        Raises:
            UnknownGameError: the corpus has no such game.
            FormatError: a game's bytes are damaged.
        """
        with (self.folder / GAMES).open("rb") as file:
            for game_id in game_ids:
                yield self._read_game(file, self._entry(game_id))

    def game(self, game_id: str) -> GameRecord:
        """The game with this id, or whose id alone begins so."""
        if game_id not in self._entries:
            matches = [known for known in self._entries if known.startswith(game_id)]
            if len(matches) == 1:
                game_id = matches[0]
        return next(self.games([game_id]))

    def _entry(self, game_id: str) -> Entry:
        try:
            return self._entries[game_id]
        except KeyError:
            raise UnknownGameError(f"{self.folder} has no game {game_id!r}") from None

    def _read_game(self, file: IO[bytes], entry: Entry) -> GameRecord:
        place = f"{self.folder / GAMES}, game {entry.game_id}, byte {entry.offset}"
        file.seek(entry.offset)
        line = _unpack(file.read(entry.length), place)
        if _digest(line) != entry.digest:
            raise FormatError(f"{place}: the game is not the one that was written")
        record = _decode(line, place)
        if record.game_id != entry.game_id:
            told = f"{INDEX} has another game's place: delete it, and it is made again"
            raise FormatError(f"{place}: the game is {record.game_id!r}: {told}")
        return record

    # The index.

    def _read_index(self) -> dict[str, Entry]:
        """All entries; those of games that the index misses are made from the games."""
        games = self.folder / GAMES
        if not games.is_file():
            raise RecordError(f"{self.folder} is no corpus: it has no {GAMES}")
        entries = self._stored_entries(games.stat().st_size)
        for entry in _scan(games, _end(entries)):
            if entry.game_id in entries:
                raise DuplicateGameError(f"{games}: game {entry.game_id!r} is there twice")
            entries[entry.game_id] = entry
        return entries

    def _stored_entries(self, size: int) -> dict[str, Entry]:
        """What the index holds; nothing, said with a word, if it is damaged or of other games."""
        path = self.folder / INDEX
        data = path.read_bytes() if path.is_file() else b""
        entries: dict[str, Entry] = {}
        try:  # a crash may have cut off the last line, which is not worth a word
            for entry in _entry_decoder.decode_lines(data[: data.rfind(b"\n") + 1]):
                end = _end(entries)
                if entry.offset != end or not end < entry.end <= size or entry.game_id in entries:
                    raise FormatError(f"game {entry.game_id!r} does not lie there")
                entries[entry.game_id] = entry
        except (msgspec.DecodeError, UnicodeDecodeError, FormatError) as error:
            _logger.warning("%s is not used, as it is damaged: %s", path, error)
            return {}
        return entries

    # Writing.

    @contextmanager
    def writer(self, *, durable: bool = True) -> Iterator["Writer"]:
        """A way to append games; only one process at a time has it.

        With `durable` each game is on disk before `append` returns, without it when the writer
        closes. Either way, a process that is killed loses at most the game that it was writing.
        """
        with self._locked() as games, (self.folder / INDEX).open("ab") as index:
            self._entries = self._read_index()
            games.seek(_end(self._entries))
            games.truncate()  # what a crash left unfinished
            self._rewrite_index_if_stale()
            if self.about.schema != SCHEMA:  # as that of the games which will be added
                self.about = msgspec.structs.replace(self.about, schema=SCHEMA)
                _write_about(self.folder / ABOUT, self.about)
            index.seek(0, os.SEEK_END)
            yield Writer(self._entries, games, index, durable)
            for file in (games, index):
                file.flush()
                os.fsync(file.fileno())

    @contextmanager
    def _locked(self) -> Iterator[IO[bytes]]:
        """The file of games, which no other process writes meanwhile."""
        with (self.folder / GAMES).open("r+b") as games:
            try:
                if fcntl is not None:
                    fcntl.flock(games, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise RecordError(f"{self.folder} is being written by another process") from None
            yield games

    def _rewrite_index_if_stale(self) -> None:
        data = b"".join(msgspec.json.encode(entry) + b"\n" for entry in self._entries.values())
        path = self.folder / INDEX
        if path.read_bytes() != data:
            with path.open("r+b") as file:
                file.write(data)
                file.truncate()

    def append(self, record: GameRecord) -> None:
        """Add one game, durably."""
        with self.writer() as writer:
            writer.append(record)


class Writer:
    """Appends games to a corpus, see `Corpus.writer`."""

    def __init__(
        self, entries: dict[str, Entry], games: IO[bytes], index: IO[bytes], durable: bool
    ) -> None:
        self._entries = entries
        self._games = games
        self._index = index
        self._durable = durable
        self._end = games.tell()

    def append(self, record: GameRecord) -> None:
        """Add a game.

        Raises:
            DuplicateGameError: the corpus has a game with this id.
        """
        self.append_line(encode_game(record), record.game_id)

    def append_line(self, line: bytes, game_id: str) -> None:
        """Add a game that is encoded already."""
        if game_id in self._entries:
            raise DuplicateGameError(f"the corpus has a game {game_id!r} already")
        member = _pack(line)
        entry = Entry(game_id, self._end, len(member), _digest(line))
        self._write(self._games, member)
        self._write(self._index, msgspec.json.encode(entry) + b"\n")
        self._entries[game_id] = entry
        self._end = entry.end

    def _write(self, file: IO[bytes], data: bytes) -> None:
        file.write(data)
        file.flush()
        if self._durable:
            os.fsync(file.fileno())


def check_new_folder(folder: Path) -> None:
    """See that a corpus can be made in a folder.

    Raises:
        RecordError: the folder holds something already.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise RecordError(f"{folder} is not empty: a new corpus needs a new folder")


def _write_about(path: Path, about: About) -> None:
    write_whole(path, msgspec.json.format(msgspec.json.encode(about)) + b"\n")


def _read_about(path: Path) -> About:
    try:
        about = msgspec.json.decode(path.read_bytes(), type=About)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise FormatError(f"{path}: {error}") from None
    if about.schema not in (known := (*MIGRATIONS, SCHEMA)):
        words = ", ".join(map(str, known))
        raise SchemaError(f"{path}: schema version {about.schema} is unknown: expected {words}")
    return about


def _scan(games: Path, start: int) -> Iterator[Entry]:
    """The entries of the whole gzip members from an offset on; an unfinished one ends the scan."""
    with games.open("rb") as file:
        file.seek(start)
        offset = start
        while True:
            place = f"{games}, byte {offset}"
            member = _next_member(file, place)
            if member is None:
                return
            line = _unpack(member, place)
            yield Entry(_decode(line, place).game_id, offset, len(member), _digest(line))
            offset += len(member)
            file.seek(offset)


def _next_member(file: IO[bytes], place: str) -> bytes | None:
    """The gzip member at the file's position; None at its end, or if the member is unfinished."""
    unpacker = zlib.decompressobj(_GZIP)
    member = b""
    while chunk := file.read(1 << 16):  # which unpacks to 64 MB at most
        member += chunk
        try:
            unpacker.decompress(chunk)
        except zlib.error as error:
            raise FormatError(f"{place}: no gzip data: {error}") from None
        if unpacker.eof:
            return member[: len(member) - len(unpacker.unused_data)]
    return None
