"""The manifest of an export: what it holds, by which it can be checked."""

import hashlib
from pathlib import Path

import msgspec

from cerealbar import __version__
from cerealbar.studies.errors import StudyError

MANIFEST = "export.json"


class Manifest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an export holds."""

    study: str
    package: str = __version__
    """The version of this package that wrote it."""
    has_platform_ids: bool = False
    games: int
    """In the corpus."""
    rows: dict[str, int]
    """Of each table."""
    files: dict[str, str]
    """The digest of each file but this one, by its path."""


def file_digests(folder: Path) -> dict[str, str]:
    """The digest of each file of an export but the manifest, by its path."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    names = {path.relative_to(folder).as_posix(): path for path in paths}
    return {
        name: hashlib.blake2b(path.read_bytes(), digest_size=16).hexdigest()
        for name, path in names.items()
        if name != MANIFEST
    }


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write it beside what it is about."""
    data = msgspec.json.format(msgspec.json.encode(manifest, order="sorted"))
    (folder / MANIFEST).write_bytes(data + b"\n")


def read_manifest(folder: Path) -> Manifest:
    """The manifest of an export.

    Raises:
        StudyError: the folder is no export.
    """
    path = folder / MANIFEST
    if not path.is_file():
        raise StudyError(f"{folder} is no export of a study: it has no {MANIFEST}")
    try:
        return msgspec.json.decode(path.read_bytes(), type=Manifest)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise StudyError(f"{path} is no manifest of an export: {error}") from None
