"""Writing the export of a study: the same bytes for the same study, ledgers and records.

README.md        what is in each table, column by column
*.csv *.parquet  the tables, without what was redacted; `tables.toml` has their columns
corpus/          the games, as `cerealbar corpus` reads them
study/           the study as it was run: `study.toml`, and the files it names
"""

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from cerealbar.game import Status
from cerealbar.language import tokenize
from cerealbar.records import About, Corpus, GameRecord
from cerealbar.records.pages import templates
from cerealbar.records.report.card import plain_markdown
from cerealbar.studies.entries import LedgerEntry, Paid, QuizTaken, StepAnswered, TaskDone
from cerealbar.studies.material import Material, StudiedGame, gather
from cerealbar.studies.participations import TASK_TEXT, Participation, PlayedPart, redactions
from cerealbar.studies.pay import account
from cerealbar.studies.questionnaires import AnswerValue, PartnerGuess
from cerealbar.studies.spreadsheets import TableValue
from cerealbar.studies.study import Study
from cerealbar.studies.tables import StudyTable, TableColumn, TableRow, moment, whole_folder

CORPUS, STUDY, CARD = "corpus", "study", "README.md"
_PERSONAL = ("platform_id", "submission_id")
_card = templates(plain_markdown, autoescape=False).get_template("studies/export/card.md")


def write_export(
    study: Study,
    participations: Iterable[Participation],
    records: Iterable[GameRecord],
    out: Path,
    *,
    with_platform_ids: bool = False,
) -> tuple[StudyTable, ...]:
    """Write all data of a study into a new folder, which appears when it is whole; its tables.

    Of the records, such as a `Corpus`, those are taken that somebody in the study played.

    Raises:
        StudyError: the folder is not empty, or a game has no record.
        ReplayError: the rules refuse a game.
    """
    material = gather(study, participations, records)
    tables = _tables(material, with_platform_ids=with_platform_ids)
    with whole_folder(out) as folder:
        for table in tables:
            table.write(folder)
        _write_corpus(folder / CORPUS, study, (game.record for game in material.games))
        _write_study(folder / STUDY, study)
        games = len(material.games)
        card = _card.render(
            study=study, tables=tables, games=games, has_platform_ids=with_platform_ids
        )
        (folder / CARD).write_bytes(card.encode())
    return tables


def _tables(material: Material, *, with_platform_ids: bool) -> tuple[StudyTable, ...]:
    study, people = material.study, material.people
    games = {game.record.game_id: game for game in material.games}
    rows: dict[str, Iterable[TableRow]] = {
        "participants": (participant_row(study, each) for each in people),
        "steps": (row for each in people for row in step_rows(each)),
        "games": (game_row(it, games[it.game.game_id]) for each in people for it in each.parts),
        "answers": (row for each in people for row in answer_rows(each)),
        "quiz": (row for each in people for row in quiz_rows(each)),
        "tasks": (row for each in people for row in task_rows(each)),
        "payments": (row for each in people for row in payment_rows(study, each)),
    }
    found = []
    for name, (about, columns) in _specs().items():
        shown = [each for each in columns if with_platform_ids or each.name not in _PERSONAL]
        if name == "participants":
            shown += [
                TableColumn(f"reached_{step.id}", "time", f"when {step.id} was first shown")
                for step in study.steps
            ]
        about = about.format(currency=study.pay.currency)
        found.append(StudyTable(name, about, tuple(shown), tuple(rows[name])))
    return tuple(found)


@cache
def _specs() -> dict[str, tuple[str, list[TableColumn]]]:
    """What each table is, and its columns."""
    text = files("cerealbar.studies.export").joinpath("tables.toml").read_text(encoding="utf-8")
    return {
        name: (table["about"], [TableColumn(*column) for column in table["columns"]])
        for name, table in tomllib.loads(text).items()
    }


def _write_corpus(folder: Path, study: Study, records: Iterable[GameRecord]) -> None:
    corpus = Corpus.create(folder, About(name=study.name, description=study.title))
    with corpus.writer(durable=False) as writer:
        for record in records:
            writer.append(record)


def _write_study(folder: Path, study: Study) -> None:
    folder.mkdir()
    for name, text in study.texts.items():
        (folder / name).write_bytes(text.encode())


PAID = "paid"
Told = TypeVar("Told", StepAnswered, QuizTaken, TaskDone)


def participant_row(study: Study, someone: Participation) -> TableRow:
    """How far a participant came, what it did and what it earned."""
    story, visits = someone.story, someone.visits
    found = account(study, story)
    games = [part.game for part in someone.parts]
    spans = [span for visit in visits for span in visit.steps]
    return {
        "participant": someone.participant_id,
        "platform_id": someone.platform_id,
        "submission_id": someone.submission_id,
        "visits": len(visits),
        "arrived": moment(visits[0].arrived) if visits else None,
        "ended": visits[-1].end if visits else None,
        "is_excluded": story.excluded is not None,
        "pools": " ".join(sorted(story.pools)),
        "treatments": " ".join(dict.fromkeys(game.treatment for game in games)),
        "games": len(games),
        "games_led": sum(game.role == "leader" for game in games),
        "games_followed": sum(game.role == "follower" for game in games),
        "points": sum(game.score for game in games),
        "waited_seconds": round(story.waited + story.past_waited, 3),
        "seconds": round(sum(visit.seconds for visit in visits), 3),
        "total_cents": found.total,
        "paid_cents": found.paid,
        "due_cents": found.due,
        **{f"reached_{span.step}": moment(span.reached) for span in reversed(spans)},
    }


def step_rows(someone: Participation) -> Iterator[TableRow]:
    """The steps that its visits reached."""
    for visit in someone.visits:
        for span in visit.steps:
            yield {
                "participant": someone.participant_id,
                "visit": visit.number,
                "step": span.step,
                "reached": moment(span.reached),
                "seconds": round(span.seconds, 3),
            }


def game_row(part: PlayedPart, game: StudiedGame) -> TableRow:
    """A participant in a game."""
    told = part.game
    return msgspec.structs.asdict(told) | {
        "participant": part.participant_id,
        "visit": part.visit,
        "number": part.number,
        "game": told.game_id,
        "waited_seconds": round(told.waited_seconds, 3),
        "seconds": round(game.record.seconds, 3),
        "instructions": len(game.instructions),
        "finished": game.count(Status.FINISHED),
        "given_up": game.count(Status.GIVEN_UP),
        "cancelled": game.count(Status.CANCELLED),
        "tokens": sum(len(tokenize(each.text)) for each in game.instructions),
        "finished_tokens": sum(map(len, game.finished_tokens)),
        "signals": game.signals.total(),
        "ended": moment(part.wall),
    }


def answer_rows(someone: Participation) -> Iterator[TableRow]:
    """Answers to questionnaires."""
    instead = redactions(someone.ledger)
    for row, entry, line in _told(someone, StepAnswered):
        for item, answer in entry.answers.items():
            redacted = instead.get((line.number, item))
            for name, value in _values(item, answer if redacted is None else redacted):
                yield row | {
                    "game": entry.game_id or "",
                    "item": name,
                    "value": value,
                    "is_redacted": redacted is not None,
                }


def quiz_rows(someone: Participation) -> Iterator[TableRow]:
    """Tries of quizzes."""
    tries: Counter[tuple[object, str]] = Counter()
    for row, entry, _ in _told(someone, QuizTaken):
        place = (row["visit"], entry.step)
        tries[place] += 1
        yield row | {
            "try": tries[place],
            "seed": entry.seed,
            "answers": _json(entry.answers),
            "right": entry.right,
            "is_passed": entry.is_passed,
        }


def task_rows(someone: Participation) -> Iterator[TableRow]:
    """Single tasks."""
    instead = redactions(someone.ledger)
    for row, entry, line in _told(someone, TaskDone):
        redacted = instead.get((line.number, TASK_TEXT))
        yield row | {
            "task": entry.task,
            "text": entry.text if redacted is None else redacted,
            "cards": _json(entry.cards),
            "cell": entry.cell,
            "seconds": round(entry.seconds, 3),
            "is_redacted": redacted is not None,
        }


def payment_rows(study: Study, someone: Participation) -> Iterator[TableRow]:
    """What was earned, and each payment."""
    who = {"participant": someone.participant_id}
    for line in account(study, someone.story).lines:
        yield who | {"kind": line.kind, "about": line.about, "cents": line.cents}
    for told in someone.ledger:
        if isinstance(told.entry, Paid):
            yield who | {"kind": PAID, "about": told.entry.batch, "cents": told.entry.cents}


def tasks_done(someone: Participation, step: str) -> Iterator[tuple[str, TaskDone]]:
    """The single tasks of a step with redactions applied, each under a name of its own."""
    instead = redactions(someone.ledger)
    for line in someone.ledger:
        if isinstance(line.entry, TaskDone) and line.entry.step == step:
            text = instead.get((line.number, TASK_TEXT), line.entry.text)
            yield f"{someone.participant_id}-{line.number}", replace(line.entry, text=text)


def _told(
    someone: Participation, kind: type[Told]
) -> Iterator[tuple[dict[str, TableValue], Told, LedgerEntry]]:
    """Entries of a kind, with what all their rows begin with."""
    for visit in someone.visits:
        for line in visit.entries:
            if isinstance(line.entry, kind):
                row: dict[str, TableValue] = {
                    "participant": someone.participant_id,
                    "visit": visit.number,
                    "step": line.entry.step,
                    "at": moment(line.wall),
                }
                yield row, line.entry, line


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


def _json(values: tuple[object, ...]) -> str:
    return msgspec.json.encode(values).decode()
