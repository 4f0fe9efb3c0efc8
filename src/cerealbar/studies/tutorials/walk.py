"""A newcomer's way through a tutorial."""

from dataclasses import dataclass, replace

from cerealbar.game import Game
from cerealbar.studies.tutorials.experience import Experience
from cerealbar.studies.tutorials.tutorial import LessonStep, Tutorial


@dataclass(frozen=True, slots=True)
class TutorialWalk:
    """Where someone is: at the first step that is not met, so that what is undone comes back.

    It never changes: whatever happens makes another one.
    """

    tutorial: Tutorial
    so_far: Experience

    @classmethod
    def begin(cls, tutorial: Tutorial, game: Game) -> "TutorialWalk":
        """The walk at the beginning of a game."""
        return cls(tutorial, Experience().looking_at(game))

    def after_deed(self, game: Game) -> "TutorialWalk":
        """The walk after the last deed of a game."""
        return replace(self, so_far=self.so_far.after_deed(game))

    def after_camera(self) -> "TutorialWalk":
        """The walk after the camera was toggled."""
        return replace(self, so_far=self.so_far.after_camera())

    @property
    def step(self) -> LessonStep | None:
        """What is to be done now; None in the end."""
        return next((step for step in self.tutorial.steps if not step.is_met(self.so_far)), None)

    @property
    def is_done(self) -> bool:
        """Whether the tutorial is completed."""
        return self.step is None

    @property
    def may_finish(self) -> bool:
        """Whether the follower may be done with the current instruction: only when it is asked to,
        since commands cannot be had again."""
        step = self.step
        return step is not None and step.asks_to_finish

    @property
    def count(self) -> int:
        """How many steps there are, without detours."""
        return sum(not step.is_detour for step in self.tutorial.steps)

    @property
    def number(self) -> int:
        """Of the current step, from 1 on; a detour has that of the step to which it leads."""
        before = 0
        for step in self.tutorial.steps:
            if not step.is_met(self.so_far):
                break
            before += not step.is_detour
        return min(before + 1, self.count)
