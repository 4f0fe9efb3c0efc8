"""Tutorials: what a newcomer is asked to do, step by step, on a board of its own.

Read `tutorial.py` first, then `walk.py`; `leader.toml` and `follower.toml` come with the package.
"""

from cerealbar.studies.tutorials.goals import Experience
from cerealbar.studies.tutorials.reading import SHIPPED, load_tutorial
from cerealbar.studies.tutorials.tutorial import LessonStep, Tutorial, TutorialError
from cerealbar.studies.tutorials.walk import TutorialWalk

__all__ = [
    "SHIPPED",
    "Experience",
    "LessonStep",
    "Tutorial",
    "TutorialError",
    "TutorialWalk",
    "load_tutorial",
]
