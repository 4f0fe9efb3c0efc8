"""Games and tutorials as steps of a visit: whom a participant plays with, and what comes of it.

Nothing is kept here: what is drawn and played is in ledgers, and what happens in a game in its
journal, so that every process can tell it, after any restart.
"""

import asyncio
import random

from cerealbar.game import CerealBarError, PlayerWord
from cerealbar.records import GameEnd, GameEnded, Participant, SeatTaken
from cerealbar.server.partners.roster import needs_met
from cerealbar.server.rooms import RoomRouter, StudySeatRequest
from cerealbar.server.rooms.seats import SeatPlace
from cerealbar.server.store import StudyPlace, Treatment, UnavailableError
from cerealbar.server.treatments import arm_treatment
from cerealbar.server.visits.ledgers import decided_now, kind_of
from cerealbar.server.visits.outcomes import ROUNDING_SECONDS, PlaceHistory, broken
from cerealbar.server.visits.people import VisitError
from cerealbar.server.visits.standings import ParticipantCache
from cerealbar.studies.drawing import (
    SEATING_SECONDS,
    DrawTally,
    draw,
    free_roles,
    is_full,
    tally,
)
from cerealbar.studies.entries import (
    Drawn,
    Ended,
    GamePlayed,
    PlaceTaken,
    StudyEntry,
    TutorialDone,
    TutorialOpened,
)
from cerealbar.studies.parts import Arm
from cerealbar.studies.steps import AtStep, GamesStep, Step, StepSeat, TutorialStep
from cerealbar.studies.story import ParticipantStory
from cerealbar.studies.study import Study
from cerealbar.wire.lobby import SeatGiven
from cerealbar.wire.messages import OTHER
from cerealbar.wire.visits import GoOn, Reply, StopWaiting

STAND_IN = (0.6, 1.0)
"""The part of the waiting time after which an agent comes to a blind game to which nobody did."""


class StudyGames:
    """Gives participants their places in games, and sees what becomes of them."""

    def __init__(
        self, router: RoomRouter, usual: Treatment, rng: random.Random | None = None
    ) -> None:
        self._router, self._usual = router, usual
        self._rng = rng or random.SystemRandom()
        self.people = ParticipantCache(router.services.store)

    async def news(self, at: AtStep, step: Step) -> list[StudyEntry]:
        """What has happened at a step by itself: seats that are given, and what became of them.

        Raises:
            NoSeatError: there is no room just now.
            StoreError: nobody can know.
        """
        match step:
            case TutorialStep():
                return await self._tutorial(at, step)
            case GamesStep() if at.story.place and step.game_to_ask_about(at.story) is None:
                if at.story.place.seat is not None:
                    return await self.look(at.story, step)
                if at.story.place.waits and step.waiting.otherwise == "end":
                    return [Ended(how="no-partner")]
                if at.wall - at.story.place.since >= SEATING_SECONDS:  # it counts no more
                    return [await self.draw(at, step) or Ended(how="no-partner")]
                return [await self.begin(at, step)]
            case _:
                return step.news(at)

    async def taken(self, at: AtStep, step: Step, reply: Reply) -> list[StudyEntry]:
        """What a reply means: at a games step, a game to be begun or no more waiting.

        Raises:
            AnswerError: it is no answer to what was asked.
            VisitError: no games are begun now.
            StoreError: nobody can know.
        """
        if isinstance(step, GamesStep) and step.game_to_ask_about(at.story) is None:
            if isinstance(reply, StopWaiting):
                return await self._stop_waiting(at, step)
            if isinstance(reply, GoOn):
                is_drawn = at.story.place is not None
                return [] if is_drawn else [await self.draw(at, step) or Ended(how="no-partner")]
        return step.taken(at, reply)

    async def _stop_waiting(self, at: AtStep, step: GamesStep) -> list[StudyEntry]:
        """The end of a visit in which nobody came for as long as the study asks to wait; one person
        has it once.

        Raises:
            AnswerError: nobody is waited for.
            VisitError: it is too early, the game has begun, or it was so in another visit.
        """
        place, limit = at.story.place, step.waiting.minutes
        if place is None or place.seat is None:
            step.refuse(StopWaiting())
        history = await self._history(place.drawn, place.seat)
        if history is None or history.has_begun:
            raise VisitError(409, "the game has begun: nobody is waited for any more")
        if at.wall - place.seated_at < 60 * limit - ROUNDING_SECONDS:
            raise VisitError(403, f"a partner is waited for until {limit:g} minutes are over")
        if "no-partner" in at.story.past_ends:
            raise VisitError(403, "waiting can be stopped once, and was in an earlier visit")
        left = await self.leave(at.story)
        has_begun = any(isinstance(entry, GamePlayed) for entry in left)  # meanwhile
        return left if has_begun else [*left, Ended(how="no-partner")]

    async def _tutorial(self, at: AtStep, step: TutorialStep) -> list[StudyEntry]:
        """What has become of a participant's tutorial: opened, done, or opened anew."""
        game_id = at.story.tutorials.get(step.id)
        whole = await self._router.services.store.game(game_id) if game_id is not None else None
        if game_id is not None and whole is not None:
            ends = [it.entry for it in whole[1] if isinstance(it.entry, GameEnded)]
            if not ends:
                return []
            if ends[-1].how is GameEnd.TUTORIAL_DONE:
                return [TutorialDone(step=step.id, game_id=game_id)]
        someone = Participant(kind=kind_of(at.story), id=at.participant_id)
        game_id, _ = await self._router.open_tutorial(step.tutorial(at.study), someone)
        return [TutorialOpened(step=step.id, game_id=game_id)]

    async def draw(self, at: AtStep, step: GamesStep) -> Drawn | None:
        """How a participant's next game is played; None if the study has all games it needs."""
        store = self._router.services.store
        if step.pool in (await decided_now(store, at.study)).closed_pools:
            raise VisitError(410, "no games are begun here for now: come back later")
        return draw(at.study, step, at.story, await self._tally(at.study), self._rng)

    async def is_full(self, study: Study) -> bool:
        """Whether a study has the games that it needs, so that nobody new could play."""
        if all(arm.games is None for arm in study.treatments.values()):
            return False
        return is_full(study, await self._tally(study))

    async def _tally(self, study: Study) -> DrawTally:
        everyone, live = await self.people.of(study.name), self._router.peers.live_games()
        with_agent = {it.game_id for it in live if "agent" in (it.leader.kind, it.follower.kind)}
        wall = self._router.services.wall()
        return await asyncio.to_thread(tally, everyone, wall, with_agent)  # thousands take a while

    async def begin(self, at: AtStep, step: GamesStep) -> PlaceTaken:
        """The seat of a participant in the game that it is drawn for: with whoever waits for it, or
        in a new room.

        Raises:
            NoSeatError: there is no room just now.
        """
        asked = self._request(at.study, step, at.participant_id, at.story)
        game_id, seat = await self._router.open_study(asked)
        return PlaceTaken(step=step.id, game_id=game_id, role=seat.role, holder=seat.holder)

    def _request(
        self, study: Study, step: GamesStep, participant_id: str, story: ParticipantStory
    ) -> StudySeatRequest:
        assert story.place is not None, "whoever begins a game is drawn for one"
        drawn = story.place.drawn
        arm = study.treatments[drawn.treatment]
        name = f"{study.name}: {drawn.treatment}"
        treatment = arm_treatment(
            drawn.treatment, arm, self._usual, self._router.services.roster, name
        )
        agent = self._agent(arm, treatment, OTHER[drawn.role])
        place = self._place(study, step, story, drawn, agent)
        is_there = drawn.partner == "agent" and not place.agent
        return StudySeatRequest(
            place=place,
            treatment=treatment,
            someone=Participant(kind=kind_of(story), id=participant_id),
            roles=_roles(study, story, drawn),
            seed=drawn.seed,
            agent=agent if is_there else "",
        )

    def _place(
        self, study: Study, step: GamesStep, story: ParticipantStory, drawn: Drawn, agent: str
    ) -> StudyPlace:
        is_blind = study.treatments[drawn.treatment].partner == "blind"
        limit, wait, comes = 60 * step.waiting.minutes, drawn.wait_seconds, ""
        if drawn.partner == "person":
            wait = limit
            if is_blind and step.waiting.otherwise == "agent":
                wait, comes = limit * self._rng.uniform(*STAND_IN), agent
        elif is_blind and wait > 0:
            wait, comes = min(wait, limit), agent
        return StudyPlace(
            study=study.name,
            step=step.id,
            pool=step.pool if step.pool is not None and step.pool in story.pools else "",
            is_blind=is_blind,
            seeks_people=drawn.partner == "person",
            agent=comes,
            wait_seconds=round(wait, 3),
        )

    def _agent(self, arm: Arm, treatment: Treatment, role: PlayerWord) -> str:
        """The agent that plays a role in a treatment."""
        roster = self._router.services.roster
        known = roster.names(role, needs_met(treatment.agents_see))
        named = (arm.agent, treatment.agent(role))
        return next((name for name in named if name in known), roster.default(role))

    async def ended(self) -> set[str]:
        """Who had seats in the next game that ends here.

        Raises:
            StoreError: nobody can know.
        """
        services = self._router.services
        whole = await services.store.game(await services.ended.get())
        entries = (it.entry for it in whole[1]) if whole is not None else ()
        return {it.participant.id for it in entries if isinstance(it, SeatTaken)}

    async def look(self, story: ParticipantStory, step: GamesStep) -> list[StudyEntry]:
        """What has become of a participant's place since it was seated; nothing else changes.

        Raises:
            UnavailableError: nobody can know now.
        """
        place = story.place
        if place is None or place.seat is None:
            return []
        history = await self._history(place.drawn, place.seat)
        if history is None:
            return [broken(place.drawn, place.seat)]
        return history.news(60 * step.waiting.minutes, step.waiting.otherwise)

    async def leave(self, story: ParticipantStory) -> list[StudyEntry]:
        """Give up a participant's place, if it has one.

        Raises:
            UnavailableError: nothing can be stored now.
        """
        place = story.place
        if place is None or place.seat is None:
            return []
        seat = place.seat
        await self._router.peers.leave_seat(seat.game_id, SeatPlace(seat.role, seat.holder))
        history = await self._history(place.drawn, seat)
        if history is None:
            return [broken(place.drawn, seat)]
        if history.has_begun:
            return [history.left()]
        return [history.wait_ended(self._router.services.wall())]

    async def _history(self, drawn: Drawn, seat: PlaceTaken) -> PlaceHistory | None:
        """What has become of a place; None if its game cannot be gone on with."""
        try:
            whole = await self._router.services.store.game(seat.game_id)
            if whole is None:
                return None
            if not any(isinstance(stored.entry, GameEnded) for stored in whole[1]):
                # Or nobody would see that it cannot be restored.
                await self._router.registry.find(seat.game_id)
        except UnavailableError:
            raise
        except CerealBarError:
            return None
        return PlaceHistory(drawn, seat, whole[1])

    def seat(self, taken: StepSeat) -> SeatGiven:
        """A seat as the participant's page is given it."""
        return SeatGiven(role=taken.role, token=self._router.services.tokens.make(*taken))


def _roles(study: Study, story: ParticipantStory, drawn: Drawn) -> tuple[PlayerWord, ...]:
    """The roles that somebody can have: the drawn one first, and whichever people may swap."""
    if drawn.partner == "agent":
        return (drawn.role,)
    free = free_roles(study, drawn.treatment, story)
    return (drawn.role, *(role for role in free if role != drawn.role))
