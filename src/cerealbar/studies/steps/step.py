"""What all kinds of steps share: what a step may look at, and what it can be asked."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, NamedTuple, NoReturn, Self

from cerealbar.game import PlayerWord, Rules
from cerealbar.studies.entries import StudyEntry
from cerealbar.studies.errors import AnswerError
from cerealbar.studies.lines import Key
from cerealbar.studies.parts import FileUse, OneLine, ShortName, StudySection
from cerealbar.studies.questionnaires import QuestionnaireItem
from cerealbar.studies.quiz import Question
from cerealbar.studies.story import ParticipantStory
from cerealbar.studies.tutorials import Tutorial
from cerealbar.wire import visits as wire
from cerealbar.wire.lobby import SeatGiven

if TYPE_CHECKING:
    from cerealbar.studies.reading import StudyFolder
    from cerealbar.studies.steps.tasks import DoneBy
    from cerealbar.studies.study import Study


class StepSeat(NamedTuple):
    """A seat that a step has given to a participant."""

    game_id: str
    role: PlayerWord
    holder: int = 0


@dataclass(frozen=True, slots=True)
class AtStep:
    """A participant at a step, with all that the step may look at."""

    study: "Study"
    story: ParticipantStory
    participant_id: str
    wall: float
    rules: Rules
    """About which quizzes ask."""
    secret: bytes
    """The server's."""
    seat: SeatGiven | None = None
    """The seat in which the participant plays now, as its page is given it."""


class VisitStep(StudySection, frozen=True, kw_only=True, tag_field="kind"):
    """What all kinds of steps have, and what most do."""

    id: ShortName
    only_if: OneLine = ""
    """A condition on a participant's history under which the step is there, when its turn comes."""

    is_last: ClassVar[bool] = False
    """Whether a visit ends with it."""

    files: ClassVar[Mapping[str, FileUse]] = {}
    """Which of its keys name a file of the folder, and what that holds."""

    def check(self, folder: "StudyFolder", way: Key) -> None:
        """Keep its files, and note what is wrong with it in its folder."""
        for key, use in self.files.items():
            if (name := getattr(self, key)) is not None:
                folder.keep(name, use, (*way, key))

    def hurried(self, speed: float) -> Self:
        """The same for those who are so many times quicker than people."""
        return self

    def check_rules(self, study: "Study", rules: Rules) -> None:
        """See that it makes sense under the rules of the study's games.

        Raises:
            StudyError: it does not.
        """

    @property
    def kind(self) -> str:
        """The word for its kind in a study's file."""
        return str(self.__struct_config__.tag)

    def tutorial(self, study: "Study") -> Tutorial | None:
        """What is played in it alone."""
        return None

    def every_question(self, study: "Study", rules: Rules) -> Iterator[Question]:
        """All that can be asked in it, of which there are right answers."""
        return iter(())

    def collect(self, study: "Study", done: Sequence["DoneBy"], out: Path) -> str:
        """Write what single tasks of it came to into a folder; what that is, or nothing."""
        return ""

    def is_behind(self, story: ParticipantStory) -> bool:
        """Whether a participant has done all of it."""
        return self.id in story.done

    def round_of(self, story: ParticipantStory) -> int:
        """How many tries, games or tasks of it are behind a participant."""
        return 0

    def seat_in(self, story: ParticipantStory) -> StepSeat | None:
        """The seat in which a participant plays now."""
        return None

    def items(self, study: "Study") -> tuple[QuestionnaireItem, ...]:
        """What is asked in it."""
        return ()

    def news(self, at: AtStep) -> list[StudyEntry]:
        """What has happened by itself."""
        return []

    def shown(self, at: AtStep) -> wire.Shown:
        """What the page shows."""
        raise NotImplementedError(f"{self.id} is never shown")

    def taken(self, at: AtStep, reply: wire.Reply) -> list[StudyEntry]:
        """What a reply means.

        Raises:
            AnswerError: it is no answer to what was asked.
        """
        self.refuse(reply)

    def refuse(self, reply: wire.Reply) -> NoReturn:
        """Say that a reply is none."""
        raise AnswerError(f"{type(reply).__name__} is no answer to step {self.id!r}")
