"""Writing the export of a study: the same bytes for the same study, ledgers and records.

README.md        what is in each table, column by column
*.csv *.parquet  the tables
corpus/          the games, as `cerealbar corpus` reads them
study/           the study as it was run: `study.toml`, and the files it names
"""

import tomllib
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path

from cerealbar.records import About, Corpus, GameRecord
from cerealbar.records.pages import templates
from cerealbar.records.report.card import plain_markdown
from cerealbar.studies.export.rows import (
    answer_rows,
    game_row,
    participant_row,
    payment_rows,
    quiz_rows,
    step_rows,
    task_rows,
)
from cerealbar.studies.folders import whole_folder
from cerealbar.studies.participations import Participation
from cerealbar.studies.studied import parts_of, records_of, studied_game
from cerealbar.studies.study import Study
from cerealbar.studies.tables import StudyTable, TableColumn, TableRow

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
    people = sorted(participations, key=lambda each: each.participant_id)
    played = records_of((part for each in people for part in parts_of(each)), records)
    tables = export_tables(study, people, played.values(), with_platform_ids=with_platform_ids)
    with whole_folder(out) as folder:
        for table in tables:
            table.write(folder)
        _write_corpus(folder / CORPUS, study, played.values())
        _write_study(folder / STUDY, study)
        card = _card.render(
            study=study, tables=tables, games=len(played), has_platform_ids=with_platform_ids
        )
        (folder / CARD).write_bytes(card.encode())
    return tables


def export_tables(
    study: Study,
    people: Sequence[Participation],
    records: Iterable[GameRecord],
    *,
    with_platform_ids: bool = False,
) -> tuple[StudyTable, ...]:
    """All tables of an export; the records are those of all games that were played."""
    games = {record.game_id: studied_game(record) for record in records}
    parts = [part for each in people for part in parts_of(each)]
    rows: dict[str, Iterable[TableRow]] = {
        "participants": (participant_row(study, each) for each in people),
        "steps": (row for each in people for row in step_rows(each)),
        "games": (game_row(part, games[part.game.game_id]) for part in parts),
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
