"""What is said over HTTP: opening rooms, taking seats, and replays of games that are over.

Tokens travel in bodies and in the fragments of addresses, which no log shows.
"""

from typing import Annotated, Literal

from msgspec import Meta

from cerealbar.game import MAX_SEED, PlayerWord, Status
from cerealbar.wire.messages import RulesShown
from cerealbar.wire.scene import CardShown, Happening, InstructionShown, PoseShown
from cerealbar.wire.words import AgentName, PersonKey, PersonName, Said, Token

Mode = Literal["agent", "friend", "match", "both", "tutorial"]


class LimitsShown(Said, frozen=True, kw_only=True):
    """What the lobby's form and the players may ask for, at most."""

    name_length: int
    """Characters, as all lengths."""
    instruction_length: int
    remark_length: int
    comment_length: int
    seed: int
    seed_modes: tuple[Mode, ...]
    """In which a seed can be chosen; it is told to both players."""


class Lobby(Said, frozen=True, kw_only=True):
    """GET /api/lobby: what can be played here."""

    version: int
    followers: tuple[str, ...]
    """Agents that can follow, the default first."""
    leaders: tuple[str, ...]
    waiting_leaders: int
    """People who wait to lead anyone who comes."""
    waiting_followers: int
    games: int
    """Being played now."""
    is_full: bool = False
    """Whether no room can be opened now."""
    limits: LimitsShown
    rules: RulesShown
    """Of all games but those of studies."""


class OpenRoom(Said, frozen=True, kw_only=True):
    """POST /api/rooms: play."""

    mode: Mode
    """With an agent, with a friend by a link, with whoever waits, alone in both roles, or in a
    tutorial, to learn a role."""
    role: Literal["leader", "follower", "any"] = "leader"
    agent: AgentName | None = None
    """The partner's name, for `agent`; None for the default."""
    name: PersonName = ""
    """What the partner is to call the person."""
    person: PersonKey = ""
    """What only this person's browser says, the same in all games; never stored as it is."""
    is_program: bool = False
    """Whether a program plays, and no person."""
    seed: Annotated[int, Meta(ge=0, le=MAX_SEED)] | None = None
    """Which map; None for any. Not for `match`: whoever knows the seed knows the whole board."""


class TakeSeat(Said, frozen=True, kw_only=True):
    """POST /api/seats: accept an invitation."""

    invite: Token
    name: PersonName = ""
    person: PersonKey = ""
    is_program: bool = False


class SeatGiven(Said, frozen=True, kw_only=True):
    """A seat that was given to whoever asked."""

    role: PlayerWord
    token: str


class Seated(Said, frozen=True, kw_only=True):
    """The answer: one seat, or two for a person in both roles."""

    seats: tuple[SeatGiven, ...]


class AskReplay(Said, frozen=True, kw_only=True):
    """POST /api/replay: see a game that is over. A recorded game, as one line of a corpus, can be
    posted to /api/replay/record instead."""

    token: Token


class FrameShown(Said, frozen=True, kw_only=True):
    """The game after an event; as a situation, but cards and statuses only if they changed."""

    at: float
    """Seconds since the game began."""
    leader: PoseShown
    follower: PoseShown
    turn: PlayerWord
    steps_left: int
    half_turns_left: int | None = None
    score: int
    seconds_left: float
    is_invalid: bool = False
    changes: tuple[tuple[int, Status], ...] = ()
    """The numbers of the instructions whose status is another now, each with the new one."""
    cards: tuple[CardShown, ...] | None = None
    """None if they are as in the frame before."""
    happenings: tuple[Happening, ...] = ()


class ReplayShown(Said, frozen=True, kw_only=True):
    """A whole game, for the replay page."""

    game_id: str
    started: str
    leader: str
    follower: str
    score: int
    seconds: float
    rules: RulesShown
    tiles: tuple[int, ...]
    instructions: tuple[InstructionShown, ...]
    """All of the game, as they were in the end."""
    frames: tuple[FrameShown, ...]
    """The first is the start."""


class Problem(Said, frozen=True, kw_only=True):
    """The answer to a request that was refused."""

    reason: str
