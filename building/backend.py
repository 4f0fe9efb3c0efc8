"""The build backend: setuptools, after the pages of the game were built.

A wheel and an sdist hold the built pages. An editable install builds none, so that it needs no
Node.js; there `make` builds them. Everything that is not here is setuptools' own.
"""

import shutil
from collections.abc import Mapping
from typing import Any

from pages import ROOT, build_pages
from setuptools import build_meta
from setuptools.build_meta import (
    build_editable,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

Settings = Mapping[str, Any] | None  # whatever the frontend passes on


def build_wheel(
    wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None
) -> str:
    """The name of the wheel that was made, with the pages."""
    build_pages()
    shutil.rmtree(ROOT / "build" / "lib", ignore_errors=True)  # else pages of before come along
    name: str = build_meta.build_wheel(wheel_directory, config_settings, metadata_directory)
    return name


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    """The name of the sdist that was made, with the pages instead of their sources."""
    build_pages()
    name: str = build_meta.build_sdist(sdist_directory, config_settings)
    return name
