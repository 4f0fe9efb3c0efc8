"""Steps that are played: tutorials, and games with partners. A server gives their seats."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Self

from msgspec.structs import replace

from cerealbar.game import PlayerWord
from cerealbar.studies.entries import StudyEntry
from cerealbar.studies.lines import Key
from cerealbar.studies.parts import (
    Arm,
    Count,
    Fallback,
    FileName,
    FileUse,
    Minutes,
    ShortName,
    StudySection,
)
from cerealbar.studies.pay import money
from cerealbar.studies.questionnaires import QuestionnaireItem
from cerealbar.studies.steps.asking import answered, asking
from cerealbar.studies.steps.step import AtStep, StepSeat, VisitStep
from cerealbar.studies.story import ParticipantStory
from cerealbar.studies.tutorials import Tutorial, load_tutorial
from cerealbar.wire import visits as wire

if TYPE_CHECKING:
    from cerealbar.studies.reading import StudyFolder
    from cerealbar.studies.study import Study


class TutorialStep(VisitStep, frozen=True, kw_only=True, tag="tutorial"):
    """A tutorial of a role, to be played to its end."""

    id: ShortName = "tutorial"
    role: PlayerWord
    file: FileName | None = None
    """An own one of the study; None for the one that comes with the package."""

    files: ClassVar[Mapping[str, FileUse]] = {"file": "tutorials"}

    def check(self, folder: "StudyFolder", way: Key) -> None:
        """Likewise, and it teaches the role."""
        super().check(folder, way)
        own = folder.tutorials.get(self.file or "")
        if own is not None and own.role != self.role:
            folder.note((*way, "role"), f"{self.file} is a tutorial of the {own.role}")

    def tutorial(self, study: "Study") -> Tutorial:
        """What is played."""
        return load_tutorial(self.role) if self.file is None else study.tutorials[self.file]

    def seat_in(self, story: ParticipantStory) -> StepSeat | None:
        """The tutorial's only seat."""
        game_id = story.tutorials.get(self.id)
        return None if game_id is None else StepSeat(game_id, self.role)

    def shown(self, at: AtStep) -> wire.Shown:
        """The seat."""
        assert at.seat is not None, "a tutorial is opened before it is shown"
        return wire.PlayShown(seat=at.seat, is_tutorial=True)


LEAST_WAIT_MINUTES = 0.05
"""At any speed: a server may be busy."""


class WaitLimit(StudySection, frozen=True, kw_only=True):
    """How long people wait for a partner, and what then."""

    minutes: Minutes = 5.0
    otherwise: Fallback = "agent"
    """An agent takes the partner's seat, or the games are over for this participant."""


class GamesStep(VisitStep, frozen=True, kw_only=True, tag="games"):
    """Games with partners."""

    id: ShortName = "games"
    games: Count = 1
    treatments: tuple[ShortName, ...] = ()
    """Among which one is drawn for each participant; empty for all."""
    pool: ShortName | None = None
    """Whose members are matched with each other; None for everyone in the study."""
    waiting: WaitLimit = WaitLimit()
    after_each: FileName | None = None
    """A questionnaire after each game."""

    files: ClassVar[Mapping[str, FileUse]] = {"after_each": "questionnaires"}

    def check(self, folder: "StudyFolder", way: Key) -> None:
        """Likewise, and the treatments and the pool are there."""
        super().check(folder, way)
        for name in self.treatments:
            folder.check_name("treatment", name, folder.treatments, (*way, "treatments"))
        if not folder.treatments:
            folder.note(way, "games need a treatment, such as [treatments.usual]")
        if self.pool is not None:
            folder.check_name("pool", self.pool, folder.pools, (*way, "pool"))

    def hurried(self, speed: float) -> Self:
        """With shorter waits for partners."""
        minutes = max(LEAST_WAIT_MINUTES, self.waiting.minutes / speed)
        return replace(self, waiting=replace(self.waiting, minutes=minutes))

    def arms(self, study: "Study") -> dict[str, Arm]:
        """The treatments among which one is drawn."""
        return {name: study.treatments[name] for name in self.treatments or study.treatments}

    def game_to_ask_about(self, story: ParticipantStory) -> str | None:
        """The game about which a participant is to be asked first."""
        games = (game.game_id for game in story.games_in(self.id) if self.after_each is not None)
        return next((game_id for game_id in games if game_id not in story.asked_about), None)

    def is_behind(self, story: ParticipantStory) -> bool:
        """Whether all games are played and asked about; broken ones are played again."""
        played = sum(game.how != "broken" for game in story.games_in(self.id))
        return played >= self.games and self.game_to_ask_about(story) is None

    def round_of(self, story: ParticipantStory) -> int:
        """Games, and questionnaires about them."""
        games = story.games_in(self.id)
        return 2 * len(games) + sum(game.game_id in story.asked_about for game in games)

    def seat_in(self, story: ParticipantStory) -> StepSeat | None:
        """The seat that was given."""
        seat = story.place.seat if story.place is not None else None
        return None if seat is None else StepSeat(seat.game_id, seat.role, seat.holder)

    def items(self, study: "Study") -> tuple[QuestionnaireItem, ...]:
        """What is asked after each game."""
        return () if self.after_each is None else study.questionnaires[self.after_each].items

    def shown(self, at: AtStep) -> wire.Shown:
        """A questionnaire about the last game, the seat, or what the next game is like."""
        place = at.story.place
        if self.after_each is not None and self.game_to_ask_about(at.story) is not None:
            return asking(at.study.questionnaires[self.after_each], is_about_game=True)
        if place is not None and at.seat is not None:
            wait = max(0.0, 60 * self.waiting.minutes - (at.wall - place.seated_at))
            pay = at.study.pay
            paid = f"{money(pay.game + pay.partner_left)} {pay.currency}"
            return wire.PlayShown(seat=at.seat, wait_seconds=wait, partner_left=paid)
        arms = self.arms(at.study).values()
        return wire.BeforeGameShown(
            number=len(at.story.games_in(self.id)) + 1,
            of=self.games,
            language=" ".join(sorted({arm.language for arm in arms if arm.language})),
            wait_minutes=self.waiting.minutes,
            is_blind=any(arm.partner == "blind" for arm in arms),
        )

    def taken(self, at: AtStep, reply: wire.Reply) -> list[StudyEntry]:
        """Answers about a game."""
        game_id = self.game_to_ask_about(at.story)
        if self.after_each is None or game_id is None:
            self.refuse(reply)
        return [answered(self.id, at.study.questionnaires[self.after_each], reply, game_id)]
