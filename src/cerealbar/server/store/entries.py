"""What is stored of a game: what its room is for, and one entry for everything that happened.

Only the server makes a room's spec: how its game is played, by whom, on which map. Entries are the
events of records, without what the rules compute.
"""

from typing import Annotated, TypeAlias

import msgspec

from cerealbar import __version__
from cerealbar.game import PlayerWord
from cerealbar.records import RULES_VERSION, DeedEvent, GameEnded, RecordedRules
from cerealbar.records.events import GameId, NoteEvent, Seconds, ShortText
from cerealbar.server.settings import Grace, Pause, StepLimit
from cerealbar.studies.tutorials import Tutorial
from cerealbar.views import VIEWS, Sight, SightName, ViewName
from cerealbar.wire.lobby import Mode

Wall = Annotated[float, msgspec.Meta(ge=0, le=1e11)]
"""Seconds since 1970, by the clock on the wall."""
JournalEntry: TypeAlias = DeedEvent | NoteEvent | GameEnded
TreatmentValue: TypeAlias = ShortText | int | float | bool


class Treatment(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many games are played alike: what an operator decides."""

    name: ShortText = ""
    """Empty for the server's settings."""
    values: dict[ShortText, TreatmentValue] = {}
    """What an experimenter notes of these games, by name."""
    rules: RecordedRules = RecordedRules()
    sight: SightName = "camera"
    """What the follower sees, if it is a person."""
    agent_sight: ViewName = "full"
    """What an agent sees that follows."""
    pace_seconds: tuple[Pause, Pause] = (0.2, 0.8)
    """The least and the most seconds that agents wait before an action."""
    reading_seconds: Pause = 0.0
    """That agents take for each word of an instruction before they begin it, give or take half."""
    typing_seconds: Pause = 0.0
    """That agents take for each letter of an instruction before they send it, give or take half."""
    steps_per_instruction: StepLimit = 60
    """After which an agent gives an instruction up."""
    follower: ShortText = ""
    """The agent that follows, whomever visitors ask for; empty to let them choose."""
    leader: ShortText = ""
    """The agent that leads, likewise."""
    grace_seconds: Grace = 15.0
    """For which a person can be away before an agent may take the seat."""
    offers_agents: bool = True
    """Whether an agent may take the seat of a partner who is away or has failed."""
    shows_plans: bool = True
    """Whether the leader and watchers see the plans that followers publish."""
    stores_plans: bool = True
    """Whether these plans are stored, and exported."""

    @property
    def agents_see(self) -> Sight | None:
        """What an agent sees that follows; None for everything."""
        return VIEWS[self.agent_sight]

    def agent(self, role: PlayerWord) -> str:
        """The agent that plays a role in all games; empty to let visitors choose."""
        return self.leader if role == "leader" else self.follower


class StudyPlace(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """For which part of a study a room is, and how people come to a partner there."""

    study: ShortText
    step: ShortText
    pool: ShortText = ""
    """Whose members meet here; empty for everyone else."""
    is_blind: bool = False
    """Whether nobody is to know if the partner is a person."""
    seeks_people: bool = True
    """Whether others who wait for a partner may be sent here."""
    agent: ShortText = ""
    """Who takes the other seat if nobody has when the wait is over; empty for no one."""
    wait_seconds: Seconds = 0.0
    """After which the agent comes; without one, after which the room is closed."""


class RoomSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One room, as it was opened; it never changes."""

    mode: Mode
    """How people come to its seats."""
    seed: int
    is_seed_known: bool = False
    """Whether the players know the seed, and with it the whole board: one of them chose it."""
    agents: dict[PlayerWord, ShortText] = {}
    """Which agents have seats from the start; the others are people's."""
    treatment: Treatment = Treatment()
    tutorial: Tutorial | None = None
    """What is learned in it, whole, so that the room stays as it was opened when files change."""
    study: StudyPlace | None = None
    """What a game of a study is for."""

    @property
    def is_blind(self) -> bool:
        """Whether nobody is to know if the partner is a person."""
        return self.study is not None and self.study.is_blind


class StoredGame(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a game began."""

    game_id: GameId
    created: Wall
    spec: RoomSpec
    package: ShortText = __version__
    """The version of this package that the game was played with."""
    rules_version: int = RULES_VERSION


class StoredEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry with its place in the game: 0, 1, 2, ..."""

    number: Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
    wall: Wall
    entry: JournalEntry
