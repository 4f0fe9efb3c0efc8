"""A tutorial: a board, what the leader said before, and the steps that a newcomer takes.

Counts of what a person has done are from the beginning, so that whatever was done early need not
be done again; what is asked of the selection must hold now, so that a step comes back when it is
undone.
"""

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Annotated, Literal, TypeAlias, get_args

import msgspec
from msgspec import Meta

from cerealbar.game import (
    COLOURS,
    COUNTS,
    MAX_CARDS,
    MAX_INSTRUCTION_LENGTH,
    MAX_SEED,
    SHAPES,
    Action,
    Card,
    CerealBarError,
    Colour,
    Game,
    PlayerWord,
    Rules,
    Shape,
)
from cerealbar.studies.errors import StudyError
from cerealbar.wire.words import PagePart

_PATTERN = f"^[{COUNTS[0]}-{COUNTS[-1]}] ({'|'.join(COLOURS)}) ({'|'.join(SHAPES)})$(?!\\n)"
CardWords = Annotated[str, Meta(pattern=_PATTERN)]
"""A card's face: count, colour and shape, such as `2 red torus`."""
CountedKind: TypeAlias = Literal[
    "moved",
    "turned",
    "camera-toggled",
    "instruction-sent",
    "instruction-finished",
    "invalid-selection",
    "set-made",
]
"""What happened so many times."""
CardKind: TypeAlias = Literal["selected", "deselected"]
"""Whether a card with some face is selected now."""
_COUNTED = get_args(CountedKind)


def named_card(words: CardWords) -> Card:
    """The face that words name."""
    count, colour, shape = words.split()
    return Card(int(count), Colour(colour), Shape(shape))


@dataclass(frozen=True, slots=True)
class Experience:
    """What a person has done so far, and how the cards lie."""

    counts: Mapping[CountedKind, int] = field(default_factory=dict)
    is_clashing: bool = False
    selected: tuple[Card, ...] = ()


class StepGoal(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """What a step can wait for."""

    kind: CountedKind | CardKind | Literal["selected-only", "valid-selection"]
    """`selected-only`: nothing but its cards is selected now, each at most once;
    `valid-selection`: the selected cards do not clash now."""
    times: Annotated[int, Meta(ge=1, le=1000)] = 1
    """For what is counted."""
    card: CardWords | None = None
    cards: tuple[CardWords, ...] = ()

    def __post_init__(self) -> None:
        given = (self.times > 1, self.card is not None, bool(self.cards))
        is_counted, is_of_card = self.kind in _COUNTED, self.kind in get_args(CardKind)
        if given != (given[0] and is_counted, is_of_card, self.kind == "selected-only"):
            needs = "times" if is_counted else "a card" if is_of_card else "cards or nothing"
            raise StudyError(f"a goal that is {self.kind!r} takes {needs}, and nothing else")

    def is_met(self, so_far: Experience) -> bool:
        """Whether it is so."""
        match self.kind:
            case "selected":
                return self.named in so_far.selected
            case "deselected":
                return self.named not in so_far.selected
            case "selected-only":
                return Counter(so_far.selected) <= Counter(map(named_card, self.cards))
            case "valid-selection":
                return not so_far.is_clashing
            case counted:
                return so_far.counts.get(counted, 0) >= self.times

    @property
    def named(self) -> Card | None:
        """The card that it is about, if it is about one."""
        return None if self.card is None else named_card(self.card)


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

    def __post_init__(self) -> None:
        if self.points_at is not None and self.card is not None:
            raise TutorialError("expected points_at or card, not both")

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


SHIPPED: tuple[PlayerWord, ...] = ("leader", "follower")
"""The roles for which one comes with the package."""


def load_tutorial(role: PlayerWord) -> Tutorial:
    """The tutorial of a role that comes with the package."""
    text = files(__package__).joinpath(f"{role}.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Tutorial)


def check_tutorial(tutorial: Tutorial) -> None:
    """See that what the steps name is there, and that the commands last until the end.

    Raises:
        TutorialError: nobody could play it to its end.
    """
    if bool(tutorial.commands) != (tutorial.role == "follower"):
        wanted = "one or more" if tutorial.role == "follower" else "no"
        raise TutorialError(f"expected {wanted} commands for a {tutorial.role}")
    try:
        game = tutorial.new_game()
    except CerealBarError as error:
        raise TutorialError(str(error)) from None
    faces = {card.card for card in game.cards}
    for number, step in enumerate(tutorial.steps):
        if told := _mistake(step, faces, len(tutorial.commands), step is tutorial.steps[-1]):
            raise TutorialError(f"{told} - at `$.steps[{number}]`")  # as msgspec tells places


def _mistake(step: LessonStep, faces: set[Card], most: int, is_last: bool) -> str:
    """What is wrong with a step; empty if nothing is."""
    for card in step.cards:
        if card not in faces:
            known = ", ".join(sorted(map(str, faces)))
            return f"{card} are not on the board: expected one of {known}"
    for goal in step.until:
        if goal.kind == "instruction-finished" and goal.times > most:
            return f"{goal.times} instructions cannot be finished: expected at most {most}"
        if goal.kind == "instruction-finished" and goal.times == most and not is_last:
            return "nobody can act after the last command: expected it in the last step"
    return ""
