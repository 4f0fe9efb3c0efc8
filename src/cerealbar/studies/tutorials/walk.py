"""A newcomer's way through a tutorial."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from cerealbar.game import Action, Deed, Game
from cerealbar.studies.tutorials.tutorial import CountedKind, Experience, LessonStep, Tutorial

_STEPS: Mapping[Action, CountedKind] = {
    Action.FORWARD: "moved",
    Action.BACKWARD: "moved",
    Action.LEFT: "turned",
    Action.RIGHT: "turned",
}


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
        return cls(tutorial, Experience())._after(game)

    def after_deed(self, game: Game) -> "TutorialWalk":
        """The walk after the last deed of a game."""
        done = game.history[-1]
        assert isinstance(done, Deed), "signals are no part of tutorials"
        return self._after(game, _STEPS.get(done.action))

    def after_camera(self) -> "TutorialWalk":
        """The walk after the camera was toggled."""
        return replace(self, so_far=replace(self.so_far, counts=self._counts("camera-toggled")))

    def _counts(self, happened: CountedKind | None) -> dict[CountedKind, int]:
        """The counts after something has happened once more."""
        counts = dict(self.so_far.counts)
        if happened is not None:
            counts[happened] = counts.get(happened, 0) + 1
        return counts

    def _after(self, game: Game, step: CountedKind | None = None) -> "TutorialWalk":
        """The walk with a step, and with all that a game shows by itself."""
        is_clashing, was_clashing = game.has_invalid_selection, self.so_far.is_clashing
        begins_to_clash = is_clashing and not was_clashing
        counts = self._counts(step)
        counts["invalid-selection"] = counts.get("invalid-selection", 0) + begins_to_clash
        counts["instruction-sent"] = len(game.instructions)
        counts["instruction-finished"] = game.current_number
        counts["set-made"] = game.score
        selected = tuple(card.card for card in game.cards if card.is_selected)
        return replace(self, so_far=Experience(counts, is_clashing, selected))

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
