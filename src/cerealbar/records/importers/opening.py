"""A file of games in memory: plain or gzip, and what else it may turn out to be."""

import gzip
import os
import zlib
from os import PathLike
from typing import NamedTuple, TypeAlias

from cerealbar.records.errors import FormatError

FilePath: TypeAlias = str | PathLike[str]

CHUNK_BYTES = 1 << 20
MAX_BYTES = 1_000_000_000
"""The most that is read: more is no file of games, but fills the memory."""
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


class Unpacked(NamedTuple):
    """What could be read of a file."""

    data: bytearray
    file_bytes: int
    """How long the file is, packed as it is."""
    fault: FormatError | None
    """Why there is no more data, unless it is the whole file."""


def read_unpacked(path: FilePath) -> Unpacked:
    """A file of games in memory, unpacked if its name ends in `.gz`.

    Raises:
        FormatError: its bytes are not what its name says.
    """
    data, size, fault = bytearray(), 0, None
    try:
        with open(path, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            is_packed = _is_packed(path, file.peek(32))
            stream = gzip.GzipFile(fileobj=file) if is_packed else file
            while chunk := stream.read1(CHUNK_BYTES):  # `read` loses what comes before an error
                data += chunk
                if len(data) > MAX_BYTES:
                    raise FormatError(f"{path} holds more than {MAX_BYTES:,} bytes: split it first")
    except EOFError:
        fault = f"{path} is truncated: the gzip data stops early"
    except (zlib.error, gzip.BadGzipFile) as error:
        fault = f"{path} is damaged: {error}"
    except OSError as error:
        fault = f"{path} cannot be read: {error.strerror or error}"
    return Unpacked(data, size, FormatError(fault) if fault else None)


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
