"""`cerealbar study` with all its commands, which are in several files."""

from cerealbar.cli import study_bots, study_data  # noqa: F401  # they add commands
from cerealbar.cli.study import study_app

__all__ = ["study_app"]
