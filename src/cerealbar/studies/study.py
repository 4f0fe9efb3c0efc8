"""What a study is: who may come, what a visit consists of, and how games are played in it.

A study is a folder with `study.toml`, which `reading.py` turns into this, and the texts it names.
"""

from typing import Annotated, Any, Literal, Self, TypeAlias

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from cerealbar.evaluation.suites import SuiteItem
from cerealbar.game import PlayerWord
from cerealbar.studies.questionnaires import Questionnaire
from cerealbar.studies.quiz import QuestionSet, shipped_questions
from cerealbar.studies.tutorials import Tutorial, load_tutorial
from cerealbar.studies.tutorials.reading import parse_tutorial

ShortName = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$(?!\n)")]
"""Of a study, a step, a treatment or a pool: lower-case letters, digits and dashes."""
FileName = Annotated[str, Meta(pattern=r"^[A-Za-z0-9][\w.-]{0,79}$(?!\n)")]
"""Of a file in the study's folder."""
OneLine = Annotated[str, Meta(max_length=200)]
Cents = Annotated[int, Meta(ge=0, le=100_000)]
Count = Annotated[int, Meta(ge=1, le=1000)]
Minutes = Annotated[float, Meta(gt=0, le=10_000)]

LEAST_WAIT_MINUTES = 0.05
"""At any speed: a server may be busy."""
Via: TypeAlias = Literal["open", "links", "prolific", "mturk"]
Again: TypeAlias = Literal["never", "again", "other-role"]
RoleWish: TypeAlias = Literal["leader", "follower", "any", "alternating"]
Fallback: TypeAlias = Literal["agent", "end"]
PartnerKind: TypeAlias = Literal["person", "agent"]


class _Section(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What all parts of a study file share: strict, and never changed."""

    def hurried(self, speed: float) -> Self:
        """The same for those who are so many times quicker than people."""
        return self


class Recruiting(_Section, frozen=True, kw_only=True):
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


class Consent(_Section, frozen=True, kw_only=True, tag="consent", tag_field="kind"):
    """A text to agree to; whoever does not has reached the end."""

    id: ShortName = "consent"
    text: FileName
    agree: OneLine = "I have read this and want to take part"
    only_if: OneLine = ""
    """A condition on the participant's history under which the step is there; so below."""


class Information(_Section, frozen=True, kw_only=True, tag="information", tag_field="kind"):
    """A text to read."""

    id: ShortName = "information"
    text: FileName
    least_seconds: Annotated[float, Meta(ge=0, le=3600)] = 0
    """Before which nobody can go on."""
    only_if: OneLine = ""

    def hurried(self, speed: float) -> Self:
        """With less time to read."""
        return replace(self, least_seconds=self.least_seconds / speed)


class TutorialStep(_Section, frozen=True, kw_only=True, tag="tutorial", tag_field="kind"):
    """A tutorial of a role, to be played to its end."""

    id: ShortName = "tutorial"
    role: PlayerWord
    file: FileName | None = None
    """An own one of the study; None for the one that comes with the package."""
    only_if: OneLine = ""


class QuizStep(_Section, frozen=True, kw_only=True, tag="quiz", tag_field="kind"):
    """Questions about the game; whoever fails all tries has reached the end."""

    id: ShortName = "quiz"
    questions: Annotated[int, Meta(ge=1, le=30)] = 8
    right_needed: Annotated[int, Meta(ge=0, le=30)] = 7
    tries: Annotated[int, Meta(ge=1, le=20)] = 3
    file: FileName | None = None
    """The questions; None for those that come with the package."""
    only_if: OneLine = ""


class WaitLimit(_Section, frozen=True, kw_only=True):
    """How long people wait for a partner, and what then."""

    minutes: Minutes = 5.0
    otherwise: Fallback = "agent"
    """An agent takes the partner's seat, or the games are over for this participant."""


class GamesStep(_Section, frozen=True, kw_only=True, tag="games", tag_field="kind"):
    """Games with partners."""

    id: ShortName = "games"
    games: Count = 1
    treatments: tuple[ShortName, ...] = ()
    """Among which one is drawn for each participant; empty for all."""
    pool: ShortName | None = None
    """Whose members are matched with each other; None for everyone in the study."""
    waiting: WaitLimit = WaitLimit()
    after_each: FileName | None = None
    """A questionnaire after each game."""
    only_if: OneLine = ""

    def hurried(self, speed: float) -> Self:
        """With shorter waits for partners."""
        minutes = max(LEAST_WAIT_MINUTES, self.waiting.minutes / speed)
        return replace(self, waiting=replace(self.waiting, minutes=minutes))


class QuestionnaireStep(_Section, frozen=True, kw_only=True, tag="questionnaire", tag_field="kind"):
    """Questions about the participant or the games."""

    id: ShortName = "questionnaire"
    file: FileName
    only_if: OneLine = ""


class WriteStep(_Section, frozen=True, kw_only=True, tag="write", tag_field="kind"):
    """Boards with marked goals, for which instructions are to be written."""

    id: ShortName = "write"
    tasks: Count = 5
    """How many each participant gets."""
    suite: FileName
    """The boards and goals: `tasks.jsonl` of `cerealbar suite tasks`."""
    only_if: OneLine = ""


class CarryOutStep(_Section, frozen=True, kw_only=True, tag="carry-out", tag_field="kind"):
    """Instructions of a suite that are to be carried out, each on its board."""

    id: ShortName = "carry-out"
    tasks: Count = 5
    suite: FileName
    """The boards and texts, as JSON lines."""
    only_if: OneLine = ""


class EndStep(_Section, frozen=True, kw_only=True, tag="end", tag_field="kind"):
    """The last page, with the code."""

    id: ShortName = "end"
    text: FileName | None = None
    only_if: OneLine = ""


Step: TypeAlias = (
    Consent
    | Information
    | TutorialStep
    | QuizStep
    | GamesStep
    | QuestionnaireStep
    | WriteStep
    | CarryOutStep
    | EndStep
)


class Arm(_Section, frozen=True, kw_only=True):
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


class Bonus(_Section, frozen=True, kw_only=True):
    """What each point earns: the original's scheme by default, in cents by the set's number."""

    cents: tuple[Cents, ...] = (15, 25, 25, 30, 30, 35, 35, 40, 40, 40, 40, 50, 50, 60)
    """For the first set, the second, ...; the last holds for all further ones."""


class Pay(_Section, frozen=True, kw_only=True):
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


class Pool(_Section, frozen=True, kw_only=True):
    """Participants with something in common, kept across the studies of a server."""

    joins_if: OneLine = ""
    """The condition on a participant's history under which it joins; empty for by hand only."""
    is_closed: bool = False


class Study(_Section, frozen=True, kw_only=True):
    """A study, whole and without mistakes."""

    name: ShortName
    title: OneLine
    contact: OneLine = ""
    """Whom participants can write to."""
    recruiting: Recruiting = Recruiting()
    steps: tuple[Step, ...]
    treatments: dict[ShortName, Arm] = {}
    pools: dict[ShortName, Pool] = {}
    pay: Pay = Pay()
    texts: dict[FileName, str] = {}
    """The files that it names, as they are."""
    questionnaires: dict[FileName, Questionnaire] = {}
    quizzes: dict[FileName, QuestionSet] = {}
    suites: dict[FileName, tuple[SuiteItem, ...]] = {}

    def step(self, name: str) -> Step | None:
        """The step of a name."""
        return next((step for step in self.steps if step.id == name), None)

    def questions(self, step: QuizStep) -> QuestionSet:
        """All that a quiz can ask."""
        return shipped_questions() if step.file is None else self.quizzes[step.file]

    def tutorial(self, step: TutorialStep) -> Tutorial:
        """The tutorial of a step: the study's own, or the one that comes with the package."""
        if step.file is None:
            return load_tutorial(step.role)
        return parse_tutorial(self.texts[step.file], step.file)

    def arms(self, step: GamesStep) -> dict[str, Arm]:
        """The treatments among which one is drawn in a step."""
        return {name: self.treatments[name] for name in step.treatments or self.treatments}
