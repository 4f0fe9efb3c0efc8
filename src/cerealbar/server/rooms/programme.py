"""The programme: which rooms can be opened here, and the specification of each that is."""

import contextlib
import random
from collections.abc import Mapping, Sequence
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
from cerealbar.records import RecordedRules
from cerealbar.server.partners.roster import Roster, needs_met
from cerealbar.server.rooms.placing import StudyWish
from cerealbar.server.rooms.refusals import HallError
from cerealbar.server.rooms.showing import show_rules, show_sight
from cerealbar.server.store import RoomSpec, Treatment
from cerealbar.studies.tutorials import SHIPPED, Tutorial, load_tutorial
from cerealbar.wire.lobby import LimitsShown, Mode, OpenRoom, TreatmentShown
from cerealbar.wire.messages import OTHER, RulesShown
from cerealbar.wire.words import MAX_NAME_LENGTH

SEED_MODES: tuple[Mode, ...] = ("agent", "friend", "both")
"""In which whoever opens a room may choose its map: nobody plays who did not agree to it."""


@dataclass(frozen=True, slots=True)
class TreatmentOffer:
    """A treatment, and who gets it."""

    treatment: Treatment
    about: str = ""
    """For visitors, in a few words."""
    is_open: bool = False
    """Whether visitors may choose it."""
    share: float = 0.0
    """Of the games for which nobody chose, in proportion to the others' shares."""


class Programme:
    """Which rooms can be opened; whatever is not a visitor's to choose is chosen here."""

    def __init__(
        self,
        roster: Roster,
        usual: Treatment,
        offers: Sequence[TreatmentOffer] = (),
        *,
        max_watch_delay_seconds: float = 600.0,
    ) -> None:
        self._roster, self._max_watch_delay = roster, max_watch_delay_seconds
        self._usual = usual
        self._open = {offer.treatment.name: offer for offer in offers if offer.is_open}
        drawn = [offer for offer in offers if offer.share > 0] or [TreatmentOffer(usual, share=1)]
        self._drawn = {offer.treatment.name: offer.treatment for offer in drawn}
        self._shares = [offer.share for offer in drawn]
        self._rng = random.SystemRandom()

    # What visitors are told

    @property
    def limits(self) -> LimitsShown:
        """What visitors may ask for."""
        return LimitsShown(
            name_length=MAX_NAME_LENGTH,
            instruction_length=MAX_INSTRUCTION_LENGTH,
            remark_length=MAX_REMARK_LENGTH,
            comment_length=MAX_COMMENT_LENGTH,
            seed=MAX_SEED,
            watch_delay_seconds=self._max_watch_delay,
            seed_modes=SEED_MODES,
        )

    @cached_property
    def rules(self) -> RulesShown:
        """Of games for which nobody chooses a treatment; the first of several."""
        return show_rules(next(iter(self._drawn.values())).rules.to_rules())

    @property
    def treatments(self) -> tuple[TreatmentShown, ...]:
        """Among which visitors may choose."""
        return tuple(
            TreatmentShown(
                name=name,
                about=offer.about,
                rules=show_rules(offer.treatment.rules.to_rules()),
                sight=show_sight(offer.treatment.people_see),
                follower=offer.treatment.follower or None,
                leader=offer.treatment.leader or None,
            )
            for name, offer in self._open.items()
        )

    def suits(self, wish: OpenRoom, name: str) -> bool:
        """Whether a room with a treatment could have been opened for a wish."""
        return name in self._drawn if wish.treatment is None else name == wish.treatment

    @cached_property
    def tutorials(self) -> Mapping[PlayerWord, Tutorial]:
        """What newcomers can learn here, by role."""
        return {role: load_tutorial(role) for role in SHIPPED}

    # Opening

    def check(self, wish: OpenRoom) -> None:
        """See that a visitor may wish for that.

        Raises:
            HallError: not so.
        """
        if wish.treatment is not None and wish.treatment not in self._open:
            known = ", ".join(self._open) or "none"
            raise HallError(400, f"{wish.treatment!r} cannot be chosen: what can: {known}")
        if wish.mode == "tutorial" and (wish.treatment is not None or wish.seed is not None):
            raise HallError(400, "nothing but the role can be chosen for a tutorial")
        if wish.seed is not None and wish.mode not in SEED_MODES:
            told = "whoever knows the seed knows the whole board"
            raise HallError(400, f"no seed can be chosen for a match: {told}")
        if wish.watch_delay_seconds > self._max_watch_delay:
            most = f"{self._max_watch_delay:g} seconds are the most"
            raise HallError(400, f"watchers cannot be {wish.watch_delay_seconds:g} s late: {most}")

    def plan(self, wish: OpenRoom, role: PlayerWord) -> tuple[RoomSpec, Game]:
        """The spec and the game of a new room, in which whoever wishes for it has a role.

        Raises:
            HallError: there is no such agent, or no map of the seed.
        """
        treatment = self._treatment(wish)
        agents = self._agents(wish, OTHER[role], treatment)
        seed, game = self._new_game(wish.seed, treatment)
        spec = RoomSpec(
            mode=wish.mode,
            seed=seed,
            is_seed_known=wish.seed is not None,
            agents=agents,
            watch_delay_seconds=wish.watch_delay_seconds,
            treatment=treatment,
        )
        return spec, game

    def plan_tutorial(self, tutorial: Tutorial) -> RoomSpec:
        """The spec of a room in which a tutorial is played; the follower sees as usual."""
        treatment = msgspec.structs.replace(
            self._usual,
            rules=RecordedRules.from_rules(tutorial.rules),
        )
        return RoomSpec(mode="tutorial", seed=tutorial.seed, treatment=treatment, tutorial=tutorial)

    def plan_study(self, wish: StudyWish) -> tuple[RoomSpec, Game]:
        """The spec and the game of a new room for a participant of a study.

        Raises:
            HallError: there is no such agent, or no map of the seed.
        """
        place, treatment, other = wish.place, wish.treatment, OTHER[wish.roles[0]]
        given = needs_met(treatment.agents_see)
        try:
            for name in filter(None, (wish.agent, place.agent)):
                self._roster.check(other, name, given)
        except UnknownPlayerError as error:
            raise HallError(400, str(error)) from None
        seed, game = self._new_game(wish.seed, treatment)
        spec = RoomSpec(
            mode="match" if place.seeks_people or place.is_blind else "agent",
            seed=seed,
            agents={other: wish.agent} if wish.agent else {},
            treatment=treatment,
            study=place,
        )
        return spec, game

    def _treatment(self, wish: OpenRoom) -> Treatment:
        if wish.treatment is not None:
            return self._open[wish.treatment].treatment
        (drawn,) = self._rng.choices(list(self._drawn.values()), self._shares)
        return drawn

    def _agents(
        self, wish: OpenRoom, role: PlayerWord, treatment: Treatment
    ) -> dict[PlayerWord, str]:
        """Who takes the other seat at once, if it is an agent's."""
        if wish.mode != "agent":
            return {}
        wanted = treatment.agent(role) or wish.agent or self._roster.default(role)
        given = needs_met(treatment.agents_see)
        try:
            return {role: self._roster.check(role, wanted, given)}
        except UnknownPlayerError as error:
            raise HallError(400, str(error)) from None

    def _new_game(self, seed: int | None, treatment: Treatment) -> tuple[int, Game]:
        rules = treatment.rules.to_rules()
        if seed is not None:
            try:
                return seed, Game(seed, rules)
            except MapError as error:
                raise HallError(400, str(error)) from None
        while True:
            with contextlib.suppress(MapError):  # a few seeds have no map
                drawn = self._rng.randrange(MAX_SEED + 1)
                return drawn, Game(drawn, rules)
