"""What is said over HTTP in a study: coming, seeing the step one is at, and going on.

A visit's token is as a seat's: it travels in bodies and in the fragments of addresses.
"""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, field

from cerealbar.game import WIDTH, PlayerWord
from cerealbar.wire.lobby import SeatGiven
from cerealbar.wire.scene import CardShown, PoseShown
from cerealbar.wire.words import InstructionText, Said, Token

MAX_LINK_VALUES = 20
MAX_MARKS = 50
Cell = Annotated[int, Meta(ge=0, lt=WIDTH * WIDTH)]
StudyName = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$(?!\n)")]
StepName = StudyName
LinkKey = Annotated[str, Meta(max_length=40)]
LinkValue = Annotated[str, Meta(max_length=300)]
ItemKind = Literal["free-text", "choice", "scale", "partner"]
EndWord = Literal["finished", "declined", "failed-quiz", "no-partner", "excluded"]


class EnterStudy(Said, frozen=True, kw_only=True):
    """POST /api/study/enter: come to a study."""

    study: StudyName
    link: Annotated[dict[LinkKey, LinkValue], Meta(max_length=MAX_LINK_VALUES)] = field(
        default_factory=dict
    )
    """What the address said after its question mark."""
    person: Annotated[str, Meta(max_length=64)] = ""
    """What only this person's browser says, for studies with an open link."""
    is_program: bool = False
    """Whether a program takes part, to try the study, and no person."""


class VisitGiven(Said, frozen=True, kw_only=True):
    """The answer: what to say from now on."""

    token: str
    is_preview: bool = False
    """Whether the platform only shows the study, and nobody takes part yet."""
    title: str = ""
    """Of the study, for those who only look."""


class Agree(Said, frozen=True, kw_only=True, tag="agree"):
    """Take part, or not."""

    is_agreed: bool


class GoOn(Said, frozen=True, kw_only=True, tag="go-on"):
    """Go on from a text, or begin the next game."""


class StopWaiting(Said, frozen=True, kw_only=True, tag="stop-waiting"):
    """Wait no longer for a partner who did not come in the study's time; the visit ends."""


class QuizReply(Said, frozen=True, kw_only=True, tag="quiz"):
    """The numbers of the chosen answers, in the order of the questions."""

    answers: Annotated[tuple[int, ...], Meta(max_length=50)]


class QuestionnaireReply(Said, frozen=True, kw_only=True, tag="questionnaire"):
    """Answers by the ids of their items."""

    answers: dict[str, Any]  # checked by the questionnaire, which says of which kind each is


class WriteReply(Said, frozen=True, kw_only=True, tag="write"):
    """The instruction for a board."""

    text: InstructionText


class CarryOutReply(Said, frozen=True, kw_only=True, tag="carry-out"):
    """What somebody takes an instruction to mean, as marks on the board."""

    cards: Annotated[tuple[Cell, ...], Meta(max_length=MAX_MARKS)] = ()
    """The cells of the cards to be taken or put back, in order."""
    cell: Cell | None = None
    """Where the follower stands in the end, if that was marked."""
    is_unclear: bool = False
    """Whether the text cannot be understood."""


Reply: TypeAlias = (
    Agree | GoOn | StopWaiting | QuizReply | QuestionnaireReply | WriteReply | CarryOutReply
)


class AskVisit(Said, frozen=True, kw_only=True):
    """POST /api/study/visit: see the step that one is at."""

    token: Token


class AnswerStep(Said, frozen=True, kw_only=True):
    """POST /api/study/answer: go on from a step."""

    token: Token
    step: StepName
    round: int = 0
    """Which try, game or task of the step it is, as shown; an old one is refused."""
    reply: Reply


class ConsentShown(Said, frozen=True, kw_only=True, tag="consent"):
    """A text to agree to."""

    html: str
    agree: str


class TextShown(Said, frozen=True, kw_only=True, tag="text"):
    """A text to read."""

    html: str
    wait_seconds: float = 0.0
    """Until one can go on."""


class PlayShown(Said, frozen=True, kw_only=True, tag="play"):
    """A seat that is waited for: in a tutorial or in a game."""

    seat: SeatGiven
    is_tutorial: bool = False
    wait_seconds: float | None = None
    """For which a partner is waited for at most; None if the partner is there."""
    partner_left: str = ""
    """What is paid for the game if the partner leaves it, besides its points, as `0.65 USD`."""


class BeforeGameShown(Said, frozen=True, kw_only=True, tag="before-game"):
    """The next game, before it is begun."""

    role: PlayerWord | None = None
    number: int
    of: int
    language: str = ""
    wait_minutes: float = 0.0
    is_blind: bool = False
    """Whether the partner may be a person or a program, and nobody says which."""


class QuestionAsked(Said, frozen=True, kw_only=True):
    """A question of the quiz."""

    text: str
    answers: tuple[str, ...]
    picture: str = ""
    """As SVG."""


class QuizShown(Said, frozen=True, kw_only=True, tag="quiz"):
    """A try of the quiz."""

    questions: tuple[QuestionAsked, ...]
    right_needed: int
    tries_left: int
    """This one included."""
    explanations: tuple[str, ...] = ()
    """Of what was wrong in the try before."""
    right_before: int | None = None


class ItemAsked(Said, frozen=True, kw_only=True):
    """One question of a questionnaire."""

    id: str
    kind: ItemKind
    text: str
    is_required: bool = False
    max_length: int = 0
    """Characters of a free text."""
    options: tuple[str, ...] = ()
    """Of a choice."""
    is_several: bool = False
    """Whether several of them may be chosen."""
    points: int = 0
    """Of a scale, whose ends are called as follows."""
    low: str = ""
    high: str = ""


class QuestionnaireShown(Said, frozen=True, kw_only=True, tag="questionnaire"):
    """Questions about a person or a game."""

    title: str
    items: tuple[ItemAsked, ...]
    is_about_game: bool = False


class BoardShown(Said, frozen=True, kw_only=True):
    """A board without a game."""

    tiles: tuple[int, ...]
    cards: tuple[CardShown, ...]
    leader: PoseShown
    follower: PoseShown


class WriteShown(Said, frozen=True, kw_only=True, tag="write"):
    """A board with a goal, for which an instruction is to be written."""

    board: BoardShown
    cards: tuple[int, ...] = ()
    """The cells of the cards to be taken or put back, in order."""
    cell: int | None = None
    """Where the follower is to stand in the end, if that matters."""
    number: int
    of: int


class CarryOutShown(Said, frozen=True, kw_only=True, tag="carry-out"):
    """An instruction to carry out."""

    board: BoardShown
    text: str
    number: int
    of: int


class EndShown(Said, frozen=True, kw_only=True, tag="end"):
    """The end of a visit."""

    how: EndWord
    html: str = ""
    code: str = ""
    url: str = ""
    """Where to go with the code."""
    is_mturk: bool = False
    """Whether the code is handed in as Mechanical Turk wants it, to where its link said."""
    points: int = 0
    earned: str = ""
    """Such as `4.35 USD`."""


Shown: TypeAlias = (
    ConsentShown
    | TextShown
    | PlayShown
    | BeforeGameShown
    | QuizShown
    | QuestionnaireShown
    | WriteShown
    | CarryOutShown
    | EndShown
)


class VisitShown(Said, frozen=True, kw_only=True):
    """Where a participant is."""

    study: str
    title: str
    contact: str = ""
    step: str
    round: int = 0
    number: int
    of: int
    shown: Shown
    messages: tuple[str, ...] = ()
    """From the experimenters."""
