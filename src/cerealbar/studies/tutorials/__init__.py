"""Tutorials: what a newcomer is asked to do, step by step, on a board of its own.

Read `tutorial.py` first, then `walk.py`; `leader.toml` and `follower.toml` come with the package.
"""

from cerealbar.studies.tutorials.tutorial import (
    SHIPPED,
    Experience,
    LessonStep,
    Tutorial,
    TutorialError,
    check_tutorial,
    load_tutorial,
)
from cerealbar.studies.tutorials.walk import TutorialWalk

__all__ = [
    "SHIPPED",
    "Experience",
    "LessonStep",
    "Tutorial",
    "TutorialError",
    "TutorialWalk",
    "check_tutorial",
    "load_tutorial",
]
