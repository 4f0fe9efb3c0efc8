"""The parts of a study beside its steps: who may come, how games are played, what people get."""

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from cerealbar.evaluation.suites import SuiteItem
from cerealbar.studies.questionnaires import Questionnaire
from cerealbar.studies.quiz import QuestionSet

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
PartnerKind: TypeAlias = Literal["person", "agent"]


class StudySection(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What all parts of a study file share: strict, and never changed."""


class Recruiting(StudySection, frozen=True, kw_only=True):
    """Who may come, and what becomes of those who were here before."""

    via: Via = "open"
    again: Again = "never"
    """`other-role` lets a person come once more, in the role that it did not have."""
    participants: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None
    """The most who may begin; None without limit."""
    completion_code: OneLine = ""
    """Shown in the end; empty for a code of each participant's own."""
    completion_url: OneLine = ""
    """Where the page of the end sends people; `{code}` stands for the code."""


class Arm(StudySection, frozen=True, kw_only=True):
    """One way in which games are played: a treatment of the study."""

    weight: Annotated[float, Meta(ge=0, le=1_000_000)] = 1.0
    """How often it is drawn, in proportion to the others."""
    games: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None
    """After which nobody is drawn for it any more."""
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


class Bonus(StudySection, frozen=True, kw_only=True):
    """What each point earns: the original's scheme by default, in cents by the set's number."""

    cents: tuple[Cents, ...] = (15, 25, 25, 30, 30, 35, 35, 40, 40, 40, 40, 50, 50, 60)
    """For the first set, the second, ...; the last holds for all further ones."""


class Pay(StudySection, frozen=True, kw_only=True):
    """What participants get; amounts are in cents of one currency."""

    currency: Annotated[str, Meta(pattern=r"^[A-Z]{3}$(?!\n)")] = "USD"
    base: Cents = 0
    """For a visit that reached its end."""
    game: Cents = 15
    """For each game that was begun."""
    bonus: Bonus = Bonus()
    waiting_per_minute: Cents = 10
    partner_left: Cents = 50
    """For a game that the partner left, or that the server could not go on with."""
    failed_quiz: Cents = 0
    most: Cents = 5000
    """For one participant altogether."""


class Pool(StudySection, frozen=True, kw_only=True):
    """Participants with something in common, kept across the studies of a server."""

    joins_if: OneLine = ""
    """The condition on a participant's history under which it joins; empty for by hand only."""
    is_closed: bool = False


class StudyParts(StudySection, frozen=True, kw_only=True):
    """A study without its steps, which look at these parts."""

    name: ShortName
    title: OneLine
    contact: OneLine = ""
    """Whom participants can write to."""
    recruiting: Recruiting = Recruiting()
    treatments: dict[ShortName, Arm] = {}
    pools: dict[ShortName, Pool] = {}
    pay: Pay = Pay()
    texts: dict[FileName, str] = {}
    """The files of its folder that it consists of, as they are."""
    questionnaires: dict[FileName, Questionnaire] = {}
    quizzes: dict[FileName, QuestionSet] = {}
    suites: dict[FileName, tuple[SuiteItem, ...]] = {}
