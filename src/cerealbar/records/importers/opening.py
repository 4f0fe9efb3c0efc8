"""Opening a file of games: plain or gzip, and what else it may turn out to be."""

import gzip
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedIOBase, BufferedReader
from os import PathLike
from typing import TypeAlias

from cerealbar.records.errors import FormatError

FilePath: TypeAlias = str | PathLike[str]

_GZIP = b"\x1f\x8b"
_LOOKALIKES = {
    b"PK\x03\x04": "a zip archive: unpack it first",
    b"BZh": "bzip2 data: unpack it first",
    b"\xfd7zXZ\x00": "xz data: unpack it first",
    b"\x28\xb5\x2f\xfd": "zstd data: unpack it first",
    b"\xff\xfe": "UTF-16 text: expected UTF-8",
    b"\xfe\xff": "UTF-16 text: expected UTF-8",
    b"version https://git-lfs": "a Git LFS pointer: fetch the data itself with `git lfs pull`",
}
"""How files begin that people take for a file of games, and what to do about them."""


class Source:
    """An open file of games: the unpacked bytes, and how much of the file they took."""

    def __init__(self, path: FilePath, file: BufferedReader, stream: BufferedIOBase) -> None:
        self.path = path
        self._file = file
        self._stream = stream

    def read_into(self, room: memoryview) -> int:
        """Fill some of `room`; returns how many bytes there were, 0 at the end.

        Raises:
            FormatError: the file cannot be read or unpacked.
        """
        try:
            return self._stream.readinto(room)
        except EOFError:
            raise FormatError(f"{self.path} is truncated: the gzip data stops early") from None
        except (zlib.error, gzip.BadGzipFile) as error:
            raise FormatError(f"{self.path} is damaged: {error}") from None
        except OSError as error:
            raise FormatError(f"{self.path} cannot be read: {error}") from None

    @property
    def position(self) -> int:
        """How many bytes of the file have been read, packed as they are on disk."""
        return self._file.tell()


@contextmanager
def open_source(path: FilePath) -> Iterator[Source]:
    """A file of games, unpacked if its name ends in `.gz`.

    Raises:
        FormatError: the file cannot be read, or its bytes are not what its name says.
    """
    try:
        file = open(path, "rb")  # noqa: SIM115  # closed below, where OSError means another thing
    except OSError as error:
        raise FormatError(f"{path} cannot be read: {error.strerror}") from None
    with file:
        if _is_packed(path, _first_bytes(path, file)):
            with gzip.GzipFile(fileobj=file) as unpacked:
                yield Source(path, file, unpacked)
        else:
            yield Source(path, file, file)


def _first_bytes(path: FilePath, file: BufferedReader) -> bytes:
    try:
        head = file.read(32)
        file.seek(0)
    except OSError as error:
        raise FormatError(f"{path} cannot be read: {error.strerror}") from None
    return head


def _is_packed(path: FilePath, head: bytes) -> bool:
    is_named_packed = str(path).endswith(".gz")
    if head.startswith(_GZIP):
        if not is_named_packed:
            raise FormatError(f"{path} is gzip data: give it a name that ends in .gz")
        return True
    for magic, what in _LOOKALIKES.items():
        if head.startswith(magic):
            raise FormatError(f"{path} is {what}")
    if is_named_packed and head:
        raise FormatError(f"{path} is no gzip data: give it a name that does not end in .gz")
    return False
