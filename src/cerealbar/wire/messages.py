"""The two closed unions of the socket: what clients may say, and what the server says.

A client opens `/socket/GAME`, says `Hello` with the token of its seat, which begins with the game's
id, and is answered with `Welcome`. From then on it asks for actions; every request has an `id` of
the client's choice, and the answer, an `Update`, a `Done` or a `Refused`, repeats it. Each message
is one JSON object with its kind in `type`.
"""

from typing import Literal, TypeAlias

import msgspec

from cerealbar.game import Cancelling, PlayerWord, SignalKind
from cerealbar.views import Plan
from cerealbar.wire.scene import Happening, SignalTold, Situation
from cerealbar.wire.words import (
    ActionWord,
    AgentName,
    CameraWord,
    ColourWord,
    CommentSent,
    GameEndWord,
    InstructionText,
    Numbered,
    PagePart,
    RemarkText,
    Said,
    SeatWord,
    ShapeWord,
    Token,
)

RefusalWord = Literal[
    "malformed", "too-fast", "not-allowed", "not-your-turn", "blocked", "illegal", "not-stored"
]
NO_FAULT: tuple[RefusalWord, ...] = ("not-your-turn", "not-allowed", "blocked")
"""Refusals after which one chooses again: the turn ended before, or nobody could see it."""
GoodbyeWord = Literal[
    "no-hello",
    "other-version",
    "unknown-token",
    "replaced",
    "too-fast",
    "too-slow",
    "stopping",
    "elsewhere",
]
RoomStatus = Literal["waiting", "playing", "paused", "over"]


class Hello(Said, frozen=True, kw_only=True, tag="hello"):
    """Take or take up again the seat of a token; always the first message."""

    version: int
    token: Token
    is_ready: bool = True
    """Whether the game may begin; if not, its clock waits for `Ready`, though not for ever."""


class Ready(Numbered, frozen=True, kw_only=True, tag="ready"):
    """Let the game begin; whoever is here and has not said so holds its clock for a while."""


class ReadHelp(Numbered, frozen=True, kw_only=True, tag="help"):
    """Open or close the help; meanwhile the clock of a game without other people stands still."""

    is_open: bool


class Act(Numbered, frozen=True, kw_only=True, tag="act"):
    """Take a step, or be done: with the turn (leader) or the current instruction (follower)."""

    action: ActionWord


class Instruct(Numbered, frozen=True, kw_only=True, tag="instruct"):
    """Send an instruction to the follower."""

    text: InstructionText


class Cancel(Numbered, frozen=True, kw_only=True, tag="cancel"):
    """Withdraw all instructions that wait, the current one included."""


class GiveUp(Numbered, frozen=True, kw_only=True, tag="give-up"):
    """Be done with the current instruction, which cannot be carried out."""

    reason: RemarkText = ""


class SendSignal(Numbered, frozen=True, kw_only=True, tag="signal"):
    """Tell the partner something that changes nothing: one of the situation's `signals`."""

    kind: SignalKind
    text: RemarkText = ""


class PublishPlan(Numbered, frozen=True, kw_only=True, tag="plan"):
    """Show the leader what the follower means to do."""

    plan: Plan


class ToggleCamera(Numbered, frozen=True, kw_only=True, tag="camera"):
    """Tell that the leader looks from elsewhere; in tutorials only."""

    camera: CameraWord
    """From where now."""


class Replace(Numbered, frozen=True, kw_only=True, tag="replace"):
    """Let an agent take the partner's seat, when the partner is away or has failed."""

    agent: AgentName


class Comment(Numbered, frozen=True, kw_only=True, tag="comment"):
    """Tell the experimenters something about the game."""

    text: CommentSent


class Leave(Numbered, frozen=True, kw_only=True, tag="leave"):
    """Leave the game for good."""


class Ping(Numbered, frozen=True, kw_only=True, tag="ping"):
    """Ask whether the server is there."""


Request: TypeAlias = (
    Ready
    | ReadHelp
    | Act
    | Instruct
    | Cancel
    | GiveUp
    | SendSignal
    | PublishPlan
    | ToggleCamera
    | Replace
    | Comment
    | Leave
    | Ping
)
"""What a client may ask for after its hello."""
FromClient: TypeAlias = Hello | Request


class RulesShown(Said, frozen=True, kw_only=True):
    """The rules of this game, as far as players need them."""

    leader_steps: int
    follower_steps: int
    leader_seconds: float
    follower_seconds: float
    half_turns: int | None = None
    cards: int
    cancelling: Cancelling = Cancelling.NEVER
    thumbs: bool = False
    remarks: bool = False


class SightShown(Said, frozen=True, kw_only=True):
    """How the follower sees, centred on the heading."""

    degrees: float
    range_cells: float | None = None
    """None without limit."""
    sees_beside: bool = False


class PlayerShown(Said, frozen=True, kw_only=True):
    """Who has a player's seat."""

    name: str = ""
    kind: Literal["nobody", "person", "agent", "somebody"] = "nobody"
    """`somebody` in games in which nobody is told whether it is a person or an agent."""
    is_here: bool = False
    """Whether a person is connected; an agent is here unless it has failed."""
    is_ready: bool = False
    """Whether the game may begin, for this player."""


class AwayShown(Said, frozen=True, kw_only=True):
    """A partner who is away from a game that has begun."""

    seconds: float
    """For how long, when this was sent."""
    limit_seconds: float
    """After which it is the partner who has left, if whoever stays leaves."""


class RoomShown(Said, frozen=True, kw_only=True, tag="room"):
    """How the room stands; sent whenever it changes."""

    status: RoomStatus
    """`paused` while a person is away: the clock stands still."""
    leader: PlayerShown
    follower: PlayerShown
    problem: str = ""
    """What is wrong, in a sentence, such as that an agent has failed."""
    offers: tuple[str, ...] = ()
    """Agents that can take the partner's seat now."""
    invite: str | None = None
    """The token with which a friend takes the open seat."""
    watch: str | None = None
    """The token with which others watch; told to the leader and to watchers only."""
    replay: str | None = None
    """The token of the replay, when the game is over."""
    end: GameEndWord | None = None
    away: AwayShown | None = None
    """The partner, if it is away."""


class FaceShown(Said, frozen=True, kw_only=True):
    """What a card looks like, wherever it lies."""

    count: int
    colour: ColourWord
    shape: ShapeWord


class TutorialShown(Said, frozen=True, kw_only=True, tag="tutorial"):
    """What a tutorial asks for now; sent whenever that changes."""

    text: str
    number: int
    """Of the step, from 1 on."""
    of: int
    """How many steps there are."""
    points_at: PagePart | None = None
    card: FaceShown | None = None
    """A card that is pointed at instead, where one with this face is in view."""
    is_detour: bool = False
    """Whether it leads back from what was not asked for."""
    is_done: bool = False


class Welcome(Said, frozen=True, kw_only=True, tag="welcome"):
    """All that a seat may know, on joining."""

    version: int
    seat: SeatWord
    game_id: str
    rules: RulesShown
    sight: SightShown
    tiles: tuple[int, ...]
    """625 tile codes, `UNSEEN` for those out of view."""
    situation: Situation
    room: RoomShown
    plan: Plan | None = None
    said: tuple[SignalTold, ...] = ()
    """The last that the other player told this seat, or that the follower told, for watchers."""
    seed: int | None = None
    """Of the map, if a player chose it: whoever has it can know the whole board."""
    tutorial: TutorialShown | None = None
    """What is to be done, in a tutorial."""


class Update(Said, frozen=True, kw_only=True, tag="update"):
    """Something happened; sent after it was stored."""

    id: int | None = None
    """Of the request that this answers."""
    happenings: tuple[Happening, ...] = ()
    tiles: tuple[tuple[int, int], ...] = ()
    """Cells that came into view for the first time, with their tile codes."""
    situation: Situation


class PlanShown(Said, frozen=True, kw_only=True, tag="plan"):
    """What the follower means to do; for leaders and watchers.

    The server says when that is out of date: after the instruction, a set or the game.
    """

    plan: Plan | None = None
    """None if there is none any more."""


class Done(Said, frozen=True, kw_only=True, tag="ok"):
    """A request without visible effect was carried out; also answers a `Ping`."""

    id: int


class Refused(Said, frozen=True, kw_only=True, tag="refused"):
    """A request changed nothing."""

    id: int | None = None
    """None if the message could not be read."""
    code: RefusalWord
    reason: str


class Goodbye(Said, frozen=True, kw_only=True, tag="goodbye"):
    """The server closes this connection; coming back helps unless the token or version is wrong."""

    code: GoodbyeWord
    reason: str
    address: str = ""
    """With `elsewhere`: where to connect instead, on the same site; empty for the usual address."""


FromServer: TypeAlias = (
    Welcome | Update | RoomShown | PlanShown | TutorialShown | Done | Refused | Goodbye
)

encode = msgspec.json.Encoder().encode
"""A message as the bytes of one frame."""
decode_from_client = msgspec.json.Decoder(FromClient).decode
"""A message of a client.

Raises:
    msgspec.MsgspecError: it is none.
"""
decode_from_server = msgspec.json.Decoder(FromServer).decode
"""A message of the server."""

OTHER: dict[PlayerWord, PlayerWord] = {"leader": "follower", "follower": "leader"}
