"""Tables of what participants answered, wrote and carried out; what was redacted is not in them."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from cerealbar.studies.entries import LedgerEntry, QuizTaken, Redacted, StepAnswered, TaskDone
from cerealbar.studies.export.people import PARTICIPANT, STEP, VISIT
from cerealbar.studies.participations import Participation
from cerealbar.studies.questionnaires import AnswerValue, PartnerGuess
from cerealbar.studies.tables import StudyTable, TableColumn, TableRow, make_table, moment

TASK_TEXT = "text"
"""The item by which the text of a task is redacted."""
_AT = TableColumn("at", "time", "when it was handed in")
_REDACTED = TableColumn("is_redacted", "truth", "whether an admin replaced the text")
Told = TypeVar("Told", StepAnswered, QuizTaken, TaskDone)


def answers_table(participations: Iterable[Participation]) -> StudyTable:
    """One row for each answer to an item of a questionnaire."""
    columns = (
        PARTICIPANT,
        VISIT,
        STEP,
        TableColumn("game", "text", "the game that was asked about; empty for none"),
        TableColumn("item", "text", "the item by its id; guesses are ID.guess and ID.sure"),
        TableColumn("value", "text", "the answer; several options as a JSON list"),
        _REDACTED,
        _AT,
    )
    rows = (row for each in participations for row in _answer_rows(each))
    return make_table("answers", "One row for each answer to a questionnaire.", columns, rows)


def quiz_table(participations: Iterable[Participation]) -> StudyTable:
    """One row for each try of a quiz."""
    columns = (
        PARTICIPANT,
        VISIT,
        STEP,
        TableColumn("try", "whole", "which try in this visit, from 1"),
        TableColumn("seed", "whole", "of which the questions follow"),
        TableColumn("answers", "text", "the options chosen, from 0, as a JSON list"),
        TableColumn("right", "whole", "how many answers were right"),
        TableColumn("is_passed", "truth", "whether these were enough"),
        _AT,
    )
    rows = (row for each in participations for row in _quiz_rows(each))
    return make_table("quiz", "One row for each try of a quiz.", columns, rows)


def tasks_table(participations: Iterable[Participation]) -> StudyTable:
    """One row for each task of writing or carrying out."""
    columns = (
        PARTICIPANT,
        VISIT,
        STEP,
        TableColumn("task", "text", "the task by its id"),
        TableColumn("text", "text", "the instruction that was written"),
        TableColumn("cards", "text", "the cells of the cards toggled, as a JSON list"),
        TableColumn("cell", "whole", "the cell on which the follower stands in the end"),
        TableColumn("seconds", "number", "how long it took"),
        _REDACTED,
        _AT,
    )
    rows = (row for each in participations for row in _task_rows(each))
    return make_table("tasks", "One row for each single task.", columns, rows)


def redactions(participation: Participation) -> dict[tuple[int, str], str]:
    """What stands instead of which text, by the number of its entry and its item."""
    return {
        (line.entry.number, line.entry.item): line.entry.text
        for line in participation.ledger
        if isinstance(line.entry, Redacted)
    }


def _told(
    participation: Participation, kind: type[Told]
) -> Iterator[tuple[dict[str, str | int], Told, LedgerEntry]]:
    """Entries of a kind, with what all their rows begin with."""
    for visit in participation.visits:
        for line in visit.entries:
            if isinstance(line.entry, kind):
                row: dict[str, str | int] = {
                    "participant": participation.participant_id,
                    "visit": visit.number,
                    "step": line.entry.step,
                    "at": moment(line.wall),
                }
                yield row, line.entry, line


def _answer_rows(participation: Participation) -> Iterator[TableRow]:
    instead = redactions(participation)
    for row, entry, line in _told(participation, StepAnswered):
        for item, answer in entry.answers.items():
            redacted = instead.get((line.number, item))
            shown = answer if redacted is None else redacted
            for name, value in _values(item, shown):
                yield row | {
                    "game": entry.game_id or "",
                    "item": name,
                    "value": value,
                    "is_redacted": redacted is not None,
                }


def _values(item: str, answer: AnswerValue) -> Iterator[tuple[str, str]]:
    match answer:
        case PartnerGuess(guess=guess, sure=sure):
            yield f"{item}.guess", guess
            if sure is not None:
                yield f"{item}.sure", str(sure)
        case tuple():
            yield item, _json(answer)
        case _:
            yield item, str(answer)


def _quiz_rows(participation: Participation) -> Iterator[TableRow]:
    tries: dict[tuple[object, str], int] = {}
    for row, entry, _ in _told(participation, QuizTaken):
        place = (row["visit"], entry.step)
        tries[place] = tries.get(place, 0) + 1
        yield row | {
            "try": tries[place],
            "seed": entry.seed,
            "answers": _json(entry.answers),
            "right": entry.right,
            "is_passed": entry.is_passed,
        }


def tasks_done(participation: Participation, step: str) -> Iterator[tuple[str, TaskDone]]:
    """The single tasks of a step with redactions applied, each under a name of its own."""
    instead = redactions(participation)
    for line in participation.ledger:
        if isinstance(line.entry, TaskDone) and line.entry.step == step:
            text = instead.get((line.number, TASK_TEXT), line.entry.text)
            name = f"{participation.participant_id}-{line.number}"
            yield name, replace(line.entry, text=text)


def _task_rows(participation: Participation) -> Iterator[TableRow]:
    instead = redactions(participation)
    for row, entry, line in _told(participation, TaskDone):
        redacted = instead.get((line.number, TASK_TEXT))
        shown: dict[str, str | int | float | None] = {
            "task": entry.task,
            "text": entry.text if redacted is None else redacted,
            "cards": _json(entry.cards),
            "cell": entry.cell,
            "seconds": round(entry.seconds, 3),
            "is_redacted": redacted is not None,
        }
        yield row | shown


def _json(values: tuple[object, ...]) -> str:
    return msgspec.json.encode(values).decode()
