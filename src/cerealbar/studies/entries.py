"""The ledger of a participant: everything that happened, in order, and never changed.

What a participant has reached is computed from these entries (`story.py`), so nothing else is kept.
"""

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from cerealbar.game import PlayerWord
from cerealbar.studies.parts import PartnerKind, ShortName
from cerealbar.studies.questionnaires import AnswerValue
from cerealbar.wire.visits import EndWord

Id = Annotated[str, Meta(max_length=64)]
Note = Annotated[str, Meta(max_length=2000)]
GivenNote = Annotated[str, Meta(min_length=1, max_length=2000)]
"""What an admin cannot leave empty."""
GamePart = Literal["played", "partner-left", "left", "broken"]
"""How a game went for one of its players: to its end, or who or what ended it before."""


class _Kept(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """What all entries share."""


class Arrived(_Kept, frozen=True, kw_only=True, tag="arrived"):
    """The participant opened the study's link: the first time, again, or in another window."""

    visit: int
    """Which of its visits it is, from 1; one who comes back before the end is still in the same."""
    window: int
    """How often it has come; only the newest window goes on."""
    is_program: bool = False
    """Whether it says itself that it is no person."""


class Reached(_Kept, frozen=True, kw_only=True, tag="reached"):
    """The participant was shown a step for the first time in this visit."""

    step: ShortName


class StepAnswered(_Kept, frozen=True, kw_only=True, tag="answered"):
    """The participant went on from a consent, a text or a questionnaire."""

    step: ShortName
    answers: dict[str, AnswerValue] = {}
    game_id: Id | None = None
    """The game that a questionnaire was about."""


class QuizTaken(_Kept, frozen=True, kw_only=True, tag="quiz-taken"):
    """The participant handed in a try of a quiz."""

    step: ShortName
    seed: int
    answers: tuple[int, ...]
    right: int
    is_passed: bool


class TutorialOpened(_Kept, frozen=True, kw_only=True, tag="tutorial-opened"):
    """A tutorial was opened for the participant."""

    step: ShortName
    game_id: Id


class TutorialDone(_Kept, frozen=True, kw_only=True, tag="tutorial-done"):
    """The participant has completed a tutorial."""

    step: ShortName
    game_id: Id


class Drawn(_Kept, frozen=True, kw_only=True, tag="drawn"):
    """How the participant's next game is to be played was drawn."""

    step: ShortName
    treatment: ShortName
    role: PlayerWord
    partner: PartnerKind
    wait_seconds: float = 0.0
    """For which an agent lets itself be waited for."""
    seed: int | None = None
    """Of the map, if a room is opened for it; None for any."""


class PlaceTaken(_Kept, frozen=True, kw_only=True, tag="seated"):
    """The participant has a seat in a room: it waits for a partner there, or plays at once."""

    step: ShortName
    game_id: Id
    role: PlayerWord
    holder: int = 0


class WaitEnded(_Kept, frozen=True, kw_only=True, tag="wait-ended"):
    """Nobody came; the seat is given up."""

    step: ShortName
    game_id: Id
    seconds: float


class GamePlayed(_Kept, frozen=True, kw_only=True, tag="game-played"):
    """A game of the participant is over."""

    step: ShortName
    game_id: Id
    role: PlayerWord
    treatment: ShortName
    partner: PartnerKind
    agent: Id = ""
    score: int
    how: GamePart
    instructions: int = 0
    waited_seconds: float = 0.0


class TaskDone(_Kept, frozen=True, kw_only=True, tag="task-done"):
    """The participant wrote an instruction for a board, or carried one out."""

    step: ShortName
    task: Id
    text: Note = ""
    """What was written."""
    cards: tuple[int, ...] = ()
    """The cells of the cards that are toggled in the end."""
    cell: int | None = None
    """Where the follower stands in the end."""
    seconds: float = 0.0


class Ended(_Kept, frozen=True, kw_only=True, tag="ended"):
    """The visit is over; the code says so to the platform."""

    how: EndWord
    code: Id = ""


class PoolChanged(_Kept, frozen=True, kw_only=True, tag="pool-changed"):
    """The participant joined or left a pool."""

    pool: ShortName
    is_member: bool
    by: Id = ""
    """Empty if a condition says so."""


class Excluded(_Kept, frozen=True, kw_only=True, tag="excluded"):
    """An admin ended the participant's visit, for good."""

    reason: GivenNote


class Compensated(_Kept, frozen=True, kw_only=True, tag="compensated"):
    """An admin owes the participant something more."""

    cents: int
    reason: GivenNote
    form_id: Id = ""
    """Of the form that was filled in, which counts once however often it is sent."""


class Paid(_Kept, frozen=True, kw_only=True, tag="paid"):
    """An amount was put into a table of payments."""

    cents: int
    batch: Id


class Messaged(_Kept, frozen=True, kw_only=True, tag="messaged"):
    """An admin told the participant something, which stands on its page."""

    text: GivenNote
    form_id: Id = ""


class Redacted(_Kept, frozen=True, kw_only=True, tag="redacted"):
    """What stands in exports instead of a free text."""

    number: int
    """Of the entry."""
    item: Id
    text: Note = ""


class RecruitingPaused(_Kept, frozen=True, kw_only=True, tag="recruiting-paused"):
    """An admin lets nobody new come to the study, or lets them come again."""

    is_paused: bool


class PoolClosed(_Kept, frozen=True, kw_only=True, tag="pool-closed"):
    """An admin closed a pool: nobody joins it, and no game in it begins; or opened it again."""

    pool: ShortName
    is_closed: bool


StudyEntry: TypeAlias = (
    Arrived
    | Reached
    | StepAnswered
    | QuizTaken
    | TutorialOpened
    | TutorialDone
    | Drawn
    | PlaceTaken
    | WaitEnded
    | GamePlayed
    | TaskDone
    | Ended
    | PoolChanged
    | Excluded
    | Compensated
    | Paid
    | Messaged
    | Redacted
    | RecruitingPaused
    | PoolClosed
)


class LedgerEntry(msgspec.Struct, frozen=True):
    """An entry in its place."""

    number: int
    wall: float
    """When, in seconds since 1970."""
    entry: StudyEntry
