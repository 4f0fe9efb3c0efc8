"""`cerealbar corpus` with all its commands, which are in several files."""

from cerealbar.cli import (  # noqa: F401  # they add commands
    corpus_from_server,
    corpus_make,
    corpus_original,
    corpus_reports,
)
from cerealbar.cli.corpus import corpus_app

__all__ = ["corpus_app"]
