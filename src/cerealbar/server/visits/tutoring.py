"""Tutorials as steps of a visit."""

from cerealbar.records import GameEnd, GameEnded, Participant
from cerealbar.server.rooms import Hall
from cerealbar.server.visits.ledgers import kind_of
from cerealbar.studies import entries as told
from cerealbar.studies.entries import StudyEntry
from cerealbar.studies.story import ParticipantStory
from cerealbar.studies.study import Study, TutorialStep
from cerealbar.wire.lobby import SeatGiven


class Tutoring:
    """Opens tutorials for participants, and sees when they are done."""

    def __init__(self, hall: Hall) -> None:
        self._hall, self._tokens = hall, hall.house.tokens

    async def look(
        self, study: Study, step: TutorialStep, participant_id: str, story: ParticipantStory
    ) -> list[StudyEntry]:
        """What has become of a participant's tutorial: opened, done, or opened anew.

        Raises:
            HallError: none can be opened now.
            StoreError: nobody can know.
        """
        game_id = story.tutorials.get(step.id)
        if game_id is None:
            return [await self._open(study, step, participant_id, story)]
        whole = await self._hall.house.store.game(game_id)
        ends = [it.entry for it in whole[1] if isinstance(it.entry, GameEnded)] if whole else []
        if whole is not None and not ends:
            return []
        if ends and ends[-1].how is GameEnd.TUTORIAL_DONE:
            return [told.TutorialDone(step=step.id, game_id=game_id)]
        return [await self._open(study, step, participant_id, story)]  # it was left, or is lost

    async def _open(
        self, study: Study, step: TutorialStep, participant_id: str, story: ParticipantStory
    ) -> told.TutorialOpened:
        someone = Participant(kind=kind_of(story), id=participant_id)
        seated = await self._hall.open_tutorial(study.tutorial(step), someone)
        read = self._tokens.read(seated.seats[0].token)
        assert read is not None, "the hall gives tokens that can be read"
        return told.TutorialOpened(step=step.id, game_id=read.game_id)

    def seat(self, step: TutorialStep, game_id: str) -> SeatGiven:
        """The participant's seat."""
        return SeatGiven(role=step.role, token=self._tokens.make(game_id, step.role))
