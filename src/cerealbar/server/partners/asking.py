"""What an agent is asked in a process of its own, and what comes back."""

from dataclasses import dataclass
from typing import TypeAlias

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


class Answer(msgspec.Struct, frozen=True):
    """What an agent does in one game, or why it failed."""

    choice: Choice | None = None
    plan: Plan | None = None
    failure: str = ""


pack_answers = msgspec.json.Encoder().encode
"""Answers as JSON: what agents put into them need not be picklable."""
read_answers = msgspec.json.Decoder(tuple[Answer, ...]).decode
"""The answers, of our own types and nothing else.

Raises:
    msgspec.MsgspecError: what an agent put into them is of other types.
"""
