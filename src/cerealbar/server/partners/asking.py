"""What the server asks a process of agents, and what the process says.

Requests are pickled, as the server makes them itself. What comes back was made by agents: it is
decoded into the types below and nothing else.
"""

import pickle
import struct
from dataclasses import dataclass
from typing import BinaryIO, TypeAlias

import msgspec

from cerealbar.agents import Choice, FollowTask, LeadTask
from cerealbar.game import CerealBarError, PlayerWord
from cerealbar.views import Plan

AgentTask: TypeAlias = FollowTask | LeadTask


class AgentFailedError(CerealBarError, RuntimeError):
    """An agent raised an error, answered nonsense, took too long, or its process ended."""


@dataclass(frozen=True, slots=True)
class NamedAgent:
    """An agent as a server knows it."""

    role: PlayerWord
    name: str
    """On the roster."""
    source: str
    """What the registry makes it of: a name, or `module:factory`."""


@dataclass(frozen=True, slots=True)
class Load:
    """Make an agent."""

    agent: NamedAgent


@dataclass(frozen=True, slots=True)
class Call:
    """What does an agent that was loaded do next in each of these games?"""

    agent: NamedAgent
    tasks: tuple[AgentTask, ...]


@dataclass(frozen=True, slots=True)
class Forget:
    """A game is over for an agent; there is no answer."""

    agent: NamedAgent
    game: int


AgentRequest: TypeAlias = Load | Call | Forget


class Answer(msgspec.Struct, frozen=True):
    """What an agent does in one game, or why it failed."""

    choice: Choice | None = None
    plan: Plan | None = None
    failure: str = ""


class Answered(msgspec.Struct, frozen=True, tag="answered"):
    """The answers to a call, one for each task; none if the whole call failed."""

    answers: tuple[Answer, ...] = ()
    failure: str = ""


class Loaded(msgspec.Struct, frozen=True, tag="loaded"):
    """An agent was made, or why not."""

    failure: str = ""
    remembers: bool = True
    """Whether a game should stay where it was asked about first."""


class Warmed(msgspec.Struct, frozen=True, tag="warmed"):
    """How much of the compiling is done that comes before the first request."""

    what: str
    """`rules` or `agents`."""
    done: int
    total: int


class AgentsReady(msgspec.Struct, frozen=True, tag="ready"):
    """The process takes requests."""


WARM = "warm"
"""Says to a process that starts to have all compiled before the first request."""
AgentReply: TypeAlias = Answered | Loaded | Warmed | AgentsReady
_DECODER = msgspec.msgpack.Decoder(AgentReply)
_ANSWERS = msgspec.msgpack.Decoder(Answer)
_LENGTH = struct.Struct("<I")
HEADER_BYTES = _LENGTH.size
MAX_REPLY_BYTES = 16_000_000


def plain(answer: Answer) -> Answer:
    """The answer as the server will read it.

    Raises:
        msgspec.MsgspecError: it cannot be read, as what an agent put into it is of other types.
    """
    return _ANSWERS.decode(msgspec.msgpack.encode(answer))


def pack_request(request: AgentRequest) -> bytes:
    """A request as a frame."""
    return _framed(pickle.dumps(request, protocol=pickle.HIGHEST_PROTOCOL))


def pack_reply(reply: AgentReply) -> bytes:
    """A reply as a frame."""
    return _framed(msgspec.msgpack.encode(reply))


def _framed(body: bytes) -> bytes:
    return _LENGTH.pack(len(body)) + body


def body_length(header: bytes) -> int:
    """How many bytes follow the header of a frame."""
    (length,) = _LENGTH.unpack(header)
    assert isinstance(length, int)
    return length


def read_request(stream: BinaryIO) -> AgentRequest | None:
    """The next request, or None when the stream has ended."""
    header = stream.read(HEADER_BYTES)
    if len(header) < HEADER_BYTES:
        return None
    body = stream.read(body_length(header))
    found = pickle.loads(body)  # noqa: S301  # from the server itself
    assert isinstance(found, Load | Call | Forget)
    return found


def read_reply(body: bytes) -> AgentReply:
    """A reply without its header.

    Raises:
        msgspec.MsgspecError: it is none.
    """
    reply: AgentReply = _DECODER.decode(body)
    return reply
