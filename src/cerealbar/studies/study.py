"""A study, whole: its parts and its steps.

A study is a folder with `study.toml`, which `reading.py` turns into this, and the texts it names.
"""

from cerealbar.studies.parts import StudyParts
from cerealbar.studies.steps import Step


class Study(StudyParts, frozen=True, kw_only=True):
    """A study without mistakes."""

    steps: tuple[Step, ...]

    def step(self, name: str) -> Step | None:
        """The step of a name."""
        return next((step for step in self.steps if step.id == name), None)
