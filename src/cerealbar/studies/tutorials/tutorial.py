"""A tutorial: a board, what the leader said before, and the steps that a newcomer takes."""

from collections.abc import Iterator
from typing import Annotated

import msgspec
from msgspec import Meta

from cerealbar.game import (
    MAX_CARDS,
    MAX_INSTRUCTION_LENGTH,
    MAX_SEED,
    Action,
    Card,
    Game,
    PlayerWord,
    Rules,
)
from cerealbar.studies.errors import StudyError
from cerealbar.studies.tutorials.goals import CardWords, Experience, StepGoal, named_card
from cerealbar.wire.words import PagePart

ENDLESS_STEPS, ENDLESS_SECONDS = 30_000, 1_000_000.0
"""As many steps as the rules allow, and more time than anyone stays."""
Prompt = Annotated[str, Meta(min_length=1, max_length=400)]


class TutorialError(StudyError):
    """A tutorial that nobody could play to its end."""


class LessonStep(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One thing to do."""

    prompt: Prompt
    points_at: PagePart | None = None
    """A part of the page."""
    card: CardWords | None = None
    """A card on the board that is pointed at, while one with this face is in view."""
    until: Annotated[tuple[StepGoal, ...], Meta(min_length=1)]
    """The step is done as soon, and as long, as one of these is met."""
    is_detour: bool = False
    """Whether it is only there for those who went astray, and not counted."""

    def is_met(self, so_far: Experience) -> bool:
        """Whether there is nothing to do."""
        return any(goal.is_met(so_far) for goal in self.until)

    @property
    def asks_to_finish(self) -> bool:
        """Whether there is nothing to do but to be done with an instruction."""
        return all(goal.kind == "instruction-finished" for goal in self.until)

    @property
    def cards(self) -> Iterator[Card]:
        """The cards that must be on the board."""
        if self.card is not None:
            yield named_card(self.card)
        for goal in self.until:
            if goal.kind == "selected" and goal.named is not None:
                yield goal.named


class Tutorial(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a newcomer to a role plays alone, without clock and turns."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    role: PlayerWord
    """Which one is learned."""
    seed: Annotated[int, Meta(ge=0, le=MAX_SEED)] = 0
    cards: Annotated[int, Meta(ge=3, le=MAX_CARDS)] = 9
    path_objects: Annotated[int, Meta(ge=0, le=200)] = 29
    commands: tuple[Annotated[str, Meta(min_length=1, max_length=MAX_INSTRUCTION_LENGTH)], ...] = ()
    """What the leader has sent, for those who learn to follow."""
    steps: Annotated[tuple[LessonStep, ...], Meta(min_length=1, max_length=100)]
    ending: Prompt = "You have done it all."

    @property
    def rules(self) -> Rules:
        """The usual rules without any limit."""
        return Rules(
            cards=self.cards,
            path_objects=self.path_objects,
            half_turns=None,
            extra_half_turns=(),
            leader_steps=ENDLESS_STEPS,
            follower_steps=ENDLESS_STEPS,
            leader_seconds=ENDLESS_SECONDS,
            follower_seconds=ENDLESS_SECONDS,
        )

    def new_game(self) -> Game:
        """The game as the newcomer finds it: whoever follows finds the leader's turn ended.

        Raises:
            CerealBarError: there is no map of the seed, or a command cannot be sent.
        """
        game = Game(self.seed, self.rules)
        for command in self.commands:
            game.instruct(command)
        if self.commands:
            game.step(Action.DONE)
        return game
