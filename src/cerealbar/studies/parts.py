"""The parts of a study beside its steps and pay: who may come, how games are played, pools."""

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

ShortName = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$(?!\n)")]
"""Of a study, a step, a treatment or a pool: lower-case letters, digits and dashes."""
FileName = Annotated[str, Meta(pattern=r"^[A-Za-z0-9][\w.-]{0,79}$(?!\n)")]
"""Of a file in the study's folder."""
OneLine = Annotated[str, Meta(max_length=200)]
Cents = Annotated[int, Meta(ge=0, le=100_000)]
Count = Annotated[int, Meta(ge=1, le=1000)]
Minutes = Annotated[float, Meta(gt=0, le=10_000)]

Via: TypeAlias = Literal["open", "links", "prolific", "mturk"]
Again: TypeAlias = Literal["never", "again", "other-role"]
RoleWish: TypeAlias = Literal["leader", "follower", "any", "alternating"]
Fallback: TypeAlias = Literal["agent", "end"]
FileUse: TypeAlias = Literal["texts", "questionnaires", "quizzes", "tutorials", "suites"]
"""What a file of the folder is kept as, in the study."""
PartnerKind: TypeAlias = Literal["person", "agent"]


class StudySection(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What all parts of a study file share: strict, and never changed."""


class Recruiting(StudySection, frozen=True, kw_only=True):
    """Who may come, and what becomes of those who were here before."""

    via: Via = "open"
    again: Again = "never"
    """`other-role` lets a person come once more, in the role that it did not have."""
    participants: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None
    """The most who may begin; None without limit. Who declines has not."""
    completion_code: OneLine = ""
    """Shown in the end; empty for a code of each participant's own."""
    no_partner_code: OneLine = ""
    """Shown instead to those to whom nobody came; empty for a code of each one's own."""
    completion_url: OneLine = ""
    """Where the page of the end sends people; `{code}` stands for the code."""


class Arm(StudySection, frozen=True, kw_only=True):
    """One way in which games are played: a treatment of the study."""

    weight: Annotated[float, Meta(ge=0, le=1_000_000)] = 1.0
    """How often it is drawn, in proportion to the others."""
    games: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None
    """Played to their end, after which nobody is drawn for it any more."""
    partner: Literal["person", "agent", "blind"] = "person"
    """`blind`: a person or the agent, and nobody is told which."""
    agent: OneLine = ""
    """Its name; empty for the server's default."""
    agent_share: Annotated[float, Meta(gt=0, lt=1)] = 0.5
    """Of the blind games that are played with the agent."""
    role: RoleWish = "any"
    """Which people have; `alternating`: the other one in each further game."""
    seeds: tuple[Annotated[int, Meta(ge=0)], ...] = ()
    """Maps, used in turn; empty for any."""
    language: OneLine = ""
    """What leaders are told about how to write."""
    play: dict[str, Any] = {}  # a treatment's table, which `server.treatments` checks
    """How the game is played: rules, sights, pace, as in a file of treatments."""


class Pool(StudySection, frozen=True, kw_only=True):
    """Participants with something in common, kept across the studies of a server."""

    joins_if: OneLine = ""
    """The condition on a participant's history under which it joins; empty for by hand only."""
    is_closed: bool = False
