"""Spellings and limits that all messages share."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from cerealbar.game import MAX_COMMENT_LENGTH, MAX_INSTRUCTION_LENGTH, MAX_REMARK_LENGTH
from cerealbar.views.view import UNSEEN as UNSEEN

VERSION = 3
"""Of the protocol; a client of another version is sent away with a reason."""
GAME_ID_LENGTH = 16
"""Characters at the beginning of a token that are the id of its game."""
MAX_MESSAGE_BYTES = 65_536

SeatWord = Literal["leader", "follower", "watcher"]
ActionWord = Literal["forward", "backward", "left", "right", "done"]
ColourWord = Literal["blue", "green", "pink", "red", "yellow", "black", "orange"]
ShapeWord = Literal["cube", "diamond", "heart", "plus", "star", "triangle", "torus"]
TurnEndWord = Literal["done", "time-out", "no-steps", "skipped", "cancelled"]
GameEndWord = Literal["no-turns", "leader-left", "follower-left", "abandoned", "tutorial-done"]
CameraWord = Literal["tilted", "overhead"]
PagePart = Literal[
    "arrows",
    "board",
    "camera",
    "current-instruction",
    "done",
    "inset",
    "instruction-box",
    "instructions",
    "score",
    "selected-cards",
]
"""What a tutorial can point at."""

RequestId = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Token = Annotated[str, Meta(max_length=64)]
InstructionText = Annotated[str, Meta(max_length=4 * MAX_INSTRUCTION_LENGTH)]
RemarkText = Annotated[str, Meta(max_length=4 * MAX_REMARK_LENGTH)]
CommentSent = Annotated[str, Meta(max_length=MAX_COMMENT_LENGTH)]
AgentName = Annotated[str, Meta(max_length=60)]
MAX_NAME_LENGTH = 40
PersonName = Annotated[str, Meta(max_length=MAX_NAME_LENGTH)]
PersonKey = Annotated[str, Meta(max_length=64)]


class Said(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What all parts of messages share: nothing unknown is let through, defaults are left out."""


class Numbered(Said, frozen=True, kw_only=True):
    """What all requests of a client share: a number of its choice, which the answer repeats."""

    id: RequestId
