"""What the server asks an agent's process, and what it answers."""

import pickle
import struct
from dataclasses import dataclass
from typing import BinaryIO

from cerealbar.agents import Choice, FollowTask, LeadTask
from cerealbar.game import CerealBarError
from cerealbar.views import Plan


class AgentFailedError(CerealBarError, RuntimeError):
    """An agent raised an error, answered nonsense, took too long, or its process ended."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is one agent to do next in one game? No task means that the game is over."""

    number: int
    name: str
    """The agent's name on the roster."""
    source: str
    """What the registry makes it of: a name, or `module:factory`."""
    is_leader: bool
    game: int
    task: FollowTask | LeadTask | None


@dataclass(frozen=True, slots=True)
class Answer:
    """What the agent does, or why it failed."""

    number: int
    choice: Choice | None = None
    plan: Plan | None = None
    failure: str = ""


READY = Answer(-1)
"""What a process says first, when its agents can be asked."""
_LENGTH = struct.Struct("<I")
HEADER_BYTES = _LENGTH.size


def pack(message: Question | Answer) -> bytes:
    """A message as a frame; both ends are ours, so pickle is safe."""
    body = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
    return _LENGTH.pack(len(body)) + body


def body_length(header: bytes) -> int:
    """How many bytes follow the header of a frame."""
    (length,) = _LENGTH.unpack(header)
    assert isinstance(length, int)
    return length


def read(stream: BinaryIO) -> Question | None:
    """The next question, or None when the stream has ended."""
    header = stream.read(HEADER_BYTES)
    if len(header) < HEADER_BYTES:
        return None
    found = pickle.loads(stream.read(body_length(header)))
    assert isinstance(found, Question)
    return found
