"""What the server asks a process of agents, and what the process says.

Requests are pickled, as the server makes them itself. What comes back was made by agents: lines of
JSON, which are decoded into the types below and nothing else.
"""

import pickle
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
_DECODER = msgspec.json.Decoder(AgentReply)
_ANSWERS = msgspec.json.Decoder(Answer)
MAX_REPLY_BYTES = 16_000_000


def plain(answer: Answer) -> Answer:
    """The answer as the server will read it.

    Raises:
        msgspec.MsgspecError: it cannot be read, as what an agent put into it is of other types.
    """
    return _ANSWERS.decode(msgspec.json.encode(answer))


def pack_request(request: AgentRequest) -> bytes:
    """A request as it is sent."""
    return pickle.dumps(request, protocol=pickle.HIGHEST_PROTOCOL)


def read_request(stream: BinaryIO) -> AgentRequest | None:
    """The next request, or None when the stream has ended."""
    try:
        found = pickle.load(stream)  # noqa: S301  # from the server itself
    except EOFError:
        return None
    assert isinstance(found, Load | Call | Forget)
    return found


def pack_reply(reply: AgentReply) -> bytes:
    """A reply as a line."""
    return msgspec.json.encode(reply) + b"\n"


def read_reply(line: bytes) -> AgentReply:
    """A reply.

    Raises:
        msgspec.MsgspecError: it is none.
    """
    reply: AgentReply = _DECODER.decode(line)
    return reply
