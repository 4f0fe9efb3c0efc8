"""Steps without a partner: writing an instruction for a goal, and carrying one out.

What people write and read so becomes a suite (`evaluation.suites`), as `suite build` does with what
anybody else wrote and read.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from msgspec.structs import replace

from cerealbar.evaluation.suites import SuiteItem, write_lines
from cerealbar.evaluation.suites.tasks import (
    READINGS,
    TASKS,
    TEXTS,
    BlindReading,
    BuiltSuite,
    WrittenText,
    build_suite,
    labels,
)
from cerealbar.game import (
    InstructionError,
    Player,
    cards_on,
    check_instruction,
    coordinates,
    pose_of,
)
from cerealbar.studies import entries as told
from cerealbar.studies.entries import StudyEntry, TaskDone
from cerealbar.studies.errors import AnswerError
from cerealbar.studies.lines import Key
from cerealbar.studies.parts import Count, FileName, FileUse, ShortName
from cerealbar.studies.steps.step import AtStep, VisitStep
from cerealbar.studies.story import ParticipantStory
from cerealbar.wire import visits as wire
from cerealbar.wire.scene import show_card, show_pose

if TYPE_CHECKING:
    from cerealbar.studies.reading import StudyFolder
    from cerealbar.studies.study import Study


UNCLEAR = "unclear"
"""What stands as the text of a task whose instruction nobody could understand."""
DoneBy: TypeAlias = tuple[str, TaskDone]
"""A task that was done, under a name of its own."""


def written_items(items: Iterable[SuiteItem], people: Iterable[DoneBy]) -> list[SuiteItem]:
    """What people wrote, each text with its board and goal, to be given to readers."""
    boards = {item.id: item for item in items}
    return [
        replace(boards[done.task], id=f"{done.task}-{who}", text=done.text, tags=())
        for who, done in people
        if done.task in boards and done.text
    ]


def blind_readings(items: Iterable[SuiteItem], people: Iterable[DoneBy]) -> list[BlindReading]:
    """What people made of texts, as blind readers of a suite do."""
    letters = {
        item.id: {cell: letter for letter, cell in labels(item.states()).items()} for item in items
    }
    return [
        BlindReading(
            id=done.task,
            cards=tuple(letters[done.task][cell] for cell in done.cards),
            end=None if done.cell is None else coordinates(done.cell),
            reader=who,
        )
        for who, done in people
        if done.task in letters and done.text != UNCLEAR
    ]


def write_collection(
    folder: Path, items: Sequence[SuiteItem], people: Iterable[DoneBy]
) -> BuiltSuite:
    """Write texts and what people made of them as `suite build` takes them; what it would build."""
    write_lines(folder / TASKS, items)
    texts = [WrittenText(item.id, item.text) for item in items]
    write_lines(folder / TEXTS / "study.jsonl", texts)
    write_lines(folder / READINGS / "study.jsonl", blind_readings(items, people))
    return build_suite(folder)


class _TaskStep(VisitStep, frozen=True, kw_only=True):
    """Tasks of a suite, without a partner."""

    tasks: Count = 5
    """How many each participant gets."""
    suite: FileName
    """The boards and goals or texts, as JSON lines."""

    files: ClassVar[Mapping[str, FileUse]] = {"suite": "suites"}

    def check(self, folder: "StudyFolder", way: Key) -> None:
        """Likewise, and the suite has enough tasks."""
        super().check(folder, way)
        found = len(folder.suites.get(self.suite, ()))
        if 0 < found < self.tasks:
            text = f"{self.suite} has {found} tasks: nobody can be given {self.tasks}"
            folder.note((*way, "tasks"), text)

    def is_behind(self, story: ParticipantStory) -> bool:
        """Whether all tasks are done."""
        return self.round_of(story) >= self.tasks

    def round_of(self, story: ParticipantStory) -> int:
        """Tasks."""
        return len(story.tasks.get(self.id, ()))

    def task(self, at: AtStep) -> SuiteItem:
        """The task that a participant is given; each participant has an order of its own."""

        def place(item: SuiteItem) -> bytes:
            return hashlib.sha256(f"{at.participant_id} {self.id} {item.id}".encode()).digest()

        return sorted(at.study.suites[self.suite], key=place)[self.round_of(at.story)]

    def done(self, at: AtStep, **what: Any) -> list[StudyEntry]:  # as its kind says
        """The entry of a task."""
        seconds = at.wall - at.story.last
        return [told.TaskDone(step=self.id, task=self.task(at).id, seconds=seconds, **what)]


class WriteStep(_TaskStep, frozen=True, kw_only=True, tag="write"):
    """Boards with marked goals, for which instructions are to be written."""

    id: ShortName = "write"

    def collect(self, study: "Study", done: Sequence[DoneBy], out: Path) -> str:
        """The texts, as a suite for a carry-out step."""
        texts = written_items(study.suites[self.suite], done)
        write_lines(out / f"{self.id}.jsonl", texts)
        return f"{len(texts)} instructions were written"

    def shown(self, at: AtStep) -> wire.Shown:
        """The board and the goal."""
        item, number = self.task(at), self.round_of(at.story) + 1
        return wire.WriteShown(
            board=_board(item), cards=item.cards, cell=item.end, number=number, of=self.tasks
        )

    def taken(self, at: AtStep, reply: wire.Reply) -> list[StudyEntry]:
        """The instruction."""
        if not isinstance(reply, wire.WriteReply):
            self.refuse(reply)
        try:
            return self.done(at, text=check_instruction(reply.text))
        except InstructionError as error:
            raise AnswerError(str(error)) from None


class CarryOutStep(_TaskStep, frozen=True, kw_only=True, tag="carry-out"):
    """Instructions of a suite that are to be carried out, each on its board."""

    id: ShortName = "carry-out"

    def collect(self, study: "Study", done: Sequence[DoneBy], out: Path) -> str:
        """The texts with what people made of them, as a folder for `suite build`."""
        agreed = write_collection(out / self.id, study.suites[self.suite], done).agreement
        return f"{agreed.right} of {agreed.count} readings were as meant"

    def shown(self, at: AtStep) -> wire.Shown:
        """The board and the text."""
        item, number = self.task(at), self.round_of(at.story) + 1
        return wire.CarryOutShown(board=_board(item), text=item.text, number=number, of=self.tasks)

    def taken(self, at: AtStep, reply: wire.Reply) -> list[StudyEntry]:
        """What was marked."""
        if not isinstance(reply, wire.CarryOutReply):
            self.refuse(reply)
        faces = self.task(at).faces()
        if bare := [cell for cell in reply.cards if cell not in faces]:
            raise AnswerError(f"there is no card on cell {bare[0]}")
        if not reply.cards and reply.cell is None and not reply.is_unclear:
            raise AnswerError("nothing is marked: expected cards, a cell, or that it is unclear")
        text = UNCLEAR if reply.is_unclear else ""
        return self.done(at, text=text, cards=reply.cards, cell=reply.cell)


def _board(item: SuiteItem) -> wire.BoardShown:
    states = item.states()
    leader, follower = (show_pose(pose_of(states, player)) for player in Player)
    cards = tuple(map(show_card, cards_on(states)))
    tiles = tuple(map(int, states["tile"][0]))
    return wire.BoardShown(tiles=tiles, cards=cards, leader=leader, follower=follower)
