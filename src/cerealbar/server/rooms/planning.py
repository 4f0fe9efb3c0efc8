"""Which rooms can be opened here, and the specification of each that is."""

import contextlib
import random
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import msgspec

from cerealbar.agents import UnknownPlayerError
from cerealbar.game import (
    MAX_COMMENT_LENGTH,
    MAX_INSTRUCTION_LENGTH,
    MAX_REMARK_LENGTH,
    MAX_SEED,
    Game,
    MapError,
    PlayerWord,
)
from cerealbar.records import Participant, RecordedRules
from cerealbar.server.partners.roster import Roster, needs_met
from cerealbar.server.rooms.checks import NoSeatError
from cerealbar.server.rooms.seat_views import show_rules
from cerealbar.server.store import RoomSpec, StudyPlace, Treatment
from cerealbar.studies.tutorials import SHIPPED, Tutorial, load_tutorial
from cerealbar.wire.lobby import LimitsShown, Mode, OpenRoom
from cerealbar.wire.messages import OTHER, RulesShown
from cerealbar.wire.words import MAX_NAME_LENGTH

SEED_MODES: tuple[Mode, ...] = ("agent", "friend", "both")
"""In which whoever opens a room may choose its map: nobody plays who did not agree to it."""


@dataclass(frozen=True, slots=True)
class StudySeatRequest:
    """How a participant is to play."""

    place: StudyPlace
    treatment: Treatment
    someone: Participant
    roles: tuple[PlayerWord, ...]
    """Which it can have; the first unless it is for another that somebody waits."""
    seed: int | None = None
    """Of a new room; None for any."""
    agent: str = ""
    """Who has the other seat of a new room from the start."""


class RoomPlanner:
    """Which rooms can be opened; whatever is not a visitor's to choose is chosen here."""

    def __init__(self, roster: Roster, usual: Treatment) -> None:
        self._roster, self._usual = roster, usual
        self._rng = random.SystemRandom()

    # What visitors are told

    limits = LimitsShown(
        name_length=MAX_NAME_LENGTH,
        instruction_length=MAX_INSTRUCTION_LENGTH,
        remark_length=MAX_REMARK_LENGTH,
        comment_length=MAX_COMMENT_LENGTH,
        seed=MAX_SEED,
        seed_modes=SEED_MODES,
    )
    """What visitors may ask for."""

    @cached_property
    def rules(self) -> RulesShown:
        """Of all games but those of studies."""
        return show_rules(self._usual.rules.to_rules())

    @cached_property
    def tutorials(self) -> Mapping[PlayerWord, Tutorial]:
        """What newcomers can learn here, by role."""
        return {role: load_tutorial(role) for role in SHIPPED}

    # Opening

    def check(self, asked: OpenRoom) -> None:
        """See that a visitor may ask for that.

        Raises:
            NoSeatError: not so.
        """
        if asked.mode == "tutorial" and asked.seed is not None:
            raise NoSeatError(400, "nothing but the role can be chosen for a tutorial")
        if asked.seed is not None and asked.mode not in SEED_MODES:
            told = "whoever knows the seed knows the whole board"
            raise NoSeatError(400, f"no seed can be chosen for a match: {told}")

    def plan(self, asked: OpenRoom, role: PlayerWord) -> tuple[RoomSpec, Game]:
        """The spec and the game of a new room, in which whoever asks for it has a role.

        Raises:
            NoSeatError: there is no such agent, or no map of the seed.
        """
        agents: dict[PlayerWord, str] = {}
        if asked.mode == "agent":
            name = asked.agent or self._roster.default(OTHER[role])
            self._check_agent(OTHER[role], name, self._usual)
            agents[OTHER[role]] = name
        seed, game = self._new_game(asked.seed, self._usual)
        spec = RoomSpec(
            mode=asked.mode,
            seed=seed,
            is_seed_known=asked.seed is not None,
            agents=agents,
            treatment=self._usual,
        )
        return spec, game

    def plan_tutorial(self, tutorial: Tutorial) -> RoomSpec:
        """The spec of a room in which a tutorial is played; the follower sees as usual."""
        treatment = msgspec.structs.replace(
            self._usual,
            rules=RecordedRules.from_rules(tutorial.rules),
        )
        return RoomSpec(mode="tutorial", seed=tutorial.seed, treatment=treatment, tutorial=tutorial)

    def plan_study(self, asked: StudySeatRequest) -> tuple[RoomSpec, Game]:
        """The spec and the game of a new room for a participant of a study.

        Raises:
            NoSeatError: there is no such agent, or no map of the seed.
        """
        place, treatment, other = asked.place, asked.treatment, OTHER[asked.roles[0]]
        for name in filter(None, (asked.agent, place.agent)):
            self._check_agent(other, name, treatment)
        seed, game = self._new_game(asked.seed, treatment)
        spec = RoomSpec(
            mode="match" if place.seeks_people or place.is_blind else "agent",
            seed=seed,
            agents={other: asked.agent} if asked.agent else {},
            treatment=treatment,
            study=place,
        )
        return spec, game

    def _check_agent(self, role: PlayerWord, name: str, treatment: Treatment) -> None:
        try:
            self._roster.check(role, name, needs_met(treatment.agents_see))
        except UnknownPlayerError as error:
            raise NoSeatError(400, str(error)) from None

    def _new_game(self, seed: int | None, treatment: Treatment) -> tuple[int, Game]:
        rules = treatment.rules.to_rules()
        if seed is not None:
            try:
                return seed, Game(seed, rules)
            except MapError as error:
                raise NoSeatError(400, str(error)) from None
        while True:
            with contextlib.suppress(MapError):  # a few seeds have no map
                drawn = self._rng.randrange(MAX_SEED + 1)
                return drawn, Game(drawn, rules)
