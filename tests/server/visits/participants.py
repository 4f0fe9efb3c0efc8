"""Participants of a study in games, whose ledgers are only remembered, on servers that may die."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from cerealbar.game import Action, PlayerWord, Rules
from cerealbar.server.rooms import Room, RoomRouter
from cerealbar.server.rooms.seats import AGAIN
from cerealbar.server.store import Treatment
from cerealbar.server.visits.playing import StudyGames
from cerealbar.studies.entries import Drawn, GamePart, GamePlayed, PlaceTaken, StudyEntry
from cerealbar.studies.parts import Arm, PartnerKind
from cerealbar.studies.steps import AtStep, EndStep, GamesStep, StepSeat, WaitLimit
from cerealbar.studies.story import ParticipantStory
from cerealbar.studies.study import Study
from tests.server.rooms.playing import Ear, Time, connected, opened_router

SHORT = {"rules": {"half_turns": 2}, "pace_seconds": [0.0, 0.0]}
"""Games of one turn each, with agents that take no time."""
AT_ONCE = {**SHORT, "reading_seconds": 0.0, "typing_seconds": 0.0}
"""Likewise, for blind games."""
MINUTES = 5.0
LIMIT = 60 * MINUTES
Scene = Callable[[RoomRouter, Time], Awaitable[None]]


def study(
    name: str = "walks",
    waiting: WaitLimit | None = None,
    pool: str | None = None,
    arms: dict[str, Arm] | None = None,
) -> Study:
    """A study of games in some arms."""
    step = GamesStep(waiting=waiting or WaitLimit(minutes=MINUTES), pool=pool, games=3)
    treatments = arms or {"plain": Arm(play=SHORT)}
    return Study(name=name, title="Walks", steps=(step, EndStep()), treatments=treatments)


IN_THE_DARK = study(arms={"blind": Arm(partner="blind", play=AT_ONCE)})


class Taker:
    """Someone who takes part in a study."""

    def __init__(
        self, router: RoomRouter, of: Study, number: int = 0, pools: tuple[str, ...] = ()
    ) -> None:
        self.router, self.study, self.participant_id = router, of, f"{number:016x}"
        self.story = ParticipantStory(visit=1, window=1, pools=frozenset(pools))
        self.ear = Ear()

    @property
    def games(self) -> StudyGames:
        return StudyGames(self.router, Treatment())

    @property
    def step(self) -> GamesStep:
        step = self.study.steps[0]
        assert isinstance(step, GamesStep)
        return step

    @property
    def seat(self) -> PlaceTaken:
        assert self.story.place is not None
        assert self.story.place.seat is not None
        return self.story.place.seat

    @property
    def token(self) -> str:
        return self.games.seat(StepSeat(self.seat.game_id, self.seat.role, self.seat.holder)).token

    def at(self, of: Study | None = None) -> AtStep:
        """Where it is, in its own study or in another."""
        services = self.router.services
        return AtStep(
            study=of or self.study,
            story=self.story,
            participant_id=self.participant_id,
            wall=services.wall(),
            rules=Rules(),
            secret=b"",
        )

    def note(self, *entries: StudyEntry) -> None:
        for entry in entries:
            self.story = self.story.then(entry, self.router.services.wall())

    async def begin(
        self,
        role: PlayerWord = "leader",
        partner: PartnerKind = "person",
        treatment: str = "",
        wait: float = 0.0,
    ) -> "Taker":
        """Draw a game, unless one is drawn, and get a seat."""
        if self.story.place is None:
            arm = treatment or next(iter(self.study.treatments))
            step = self.step.id
            self.note(
                Drawn(step=step, treatment=arm, role=role, partner=partner, wait_seconds=wait)
            )
        self.note(await self.games.begin(self.at(), self.step))
        return self

    async def come(self) -> Room:
        """Take up the seat."""
        room, self.ear = await connected(self.router, self.token)
        return room

    async def look(self) -> list[StudyEntry]:
        """See what has become of the place, and note it."""
        found = await self.games.look(self.story, self.step)
        assert await self.games.look(self.story, self.step) == found
        self.note(*found)
        return found

    async def leave(self) -> list[StudyEntry]:
        found = await self.games.leave(self.story)
        self.note(*found)
        return found


async def pair(router: RoomRouter, of: Study) -> tuple[Taker, Taker, Room]:
    """A leader and a follower who were matched, in a game that has begun."""
    leads = await Taker(router, of, 1).begin("leader")
    await leads.come()
    follows = await Taker(router, of, 2).begin("follower")
    return leads, follows, await follows.come()


async def play_out(room: Room, by: PlayerWord | None = None) -> None:
    """Play a short game to its end, or only one player's part of it."""
    if by in (None, "leader"):
        await room.act("leader", Action.INSTRUCT, "stay where you are")
        await room.act("leader", Action.DONE)
    if by in (None, "follower"):
        await room.act("follower", Action.DONE)


def play(folder: Path, *scenes: Scene, **options: dict[str, str]) -> None:
    """Play scenes in routers on one database; between them the server dies without a word."""

    async def act() -> None:
        time = Time()
        for number, scene in enumerate(scenes):
            async with opened_router(folder, time, **options) as router:  # type: ignore[arg-type]
                if number:
                    await router.registry.recover()
                await scene(router, time)
                router.registry.close = _nothing  # type: ignore[method-assign]
                for room in router.registry.rooms.values():
                    room.move(AGAIN)

    asyncio.run(act())


async def _nothing() -> None: ...


def how(found: object) -> GamePart:
    assert isinstance(found, GamePlayed)
    return found.how


def again(taker: Taker, router: RoomRouter) -> Taker:
    """The same participant, whose ledger another server has read."""
    taker.router = router
    return taker


async def blind_wait(router: RoomRouter, time: Time, wait: float = 12.0) -> tuple[Taker, Room]:
    """Someone who waits in a blind game for an agent that is due."""
    leads = await Taker(router, IN_THE_DARK, 1).begin("leader", "agent", wait=wait)
    room = await leads.come()
    time.seconds += wait - 1
    await room.presence.let_agents_come()
    assert room.open_role == "follower"
    time.seconds += 1
    return leads, room


async def until_ready(room: Room, time: Time) -> None:
    """Let an agent that sits come, and all be ready."""
    for _ in range(2):
        time.seconds += 40
        await room.presence.let_agents_come()
        await room.presence.settle()
    assert room.status == "playing"
