"""Writing the export of a study: the same bytes for the same study, ledgers and records.

README.md        what is in each table, column by column
export.json      how many rows and games there are, and the digest of each file
*.csv *.parquet  the tables
corpus/          the games, as `cerealbar corpus` reads them
study/           the study as it was run: `study.toml` with all settings, and the files it names
"""

from collections.abc import Iterable, Sequence
from pathlib import Path

from cerealbar.records import About, Corpus, GameRecord
from cerealbar.studies.export.answers import answers_table, quiz_table, tasks_table
from cerealbar.studies.export.card import export_card
from cerealbar.studies.export.earnings import payments_table
from cerealbar.studies.export.games import games_table
from cerealbar.studies.export.manifest import Manifest, file_digests, write_manifest
from cerealbar.studies.export.people import participants_table, steps_table
from cerealbar.studies.export.study_file import format_study
from cerealbar.studies.folders import whole_folder
from cerealbar.studies.participations import Participation
from cerealbar.studies.reading import FILE
from cerealbar.studies.studied import parts_of, records_of, studied_game
from cerealbar.studies.study import Study
from cerealbar.studies.tables import StudyTable

CORPUS, STUDY, CARD = "corpus", "study", "README.md"


def write_export(
    study: Study,
    participations: Iterable[Participation],
    records: Iterable[GameRecord],
    out: Path,
    *,
    with_platform_ids: bool = False,
) -> Manifest:
    """Write all data of a study into a new folder, which appears when it is whole.

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
        (folder / CARD).write_bytes(export_card(study, tables, len(played)).encode())
        manifest = Manifest(
            study=study.name,
            has_platform_ids=with_platform_ids,
            games=len(played),
            rows={table.name: len(table.rows) for table in tables},
            files=file_digests(folder),
        )
        write_manifest(folder, manifest)
    return manifest


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
    return (
        participants_table(study, people, with_platform_ids=with_platform_ids),
        steps_table(people),
        games_table(parts, games),
        answers_table(people),
        quiz_table(people),
        tasks_table(people),
        payments_table(study, people),
    )


def _write_corpus(folder: Path, study: Study, records: Iterable[GameRecord]) -> None:
    corpus = Corpus.create(folder, About(name=study.name, description=study.title))
    with corpus.writer(durable=False) as writer:
        for record in records:
            writer.append(record)


def _write_study(folder: Path, study: Study) -> None:
    folder.mkdir()
    for name, text in ({FILE: format_study(study)} | study.texts).items():
        (folder / name).write_bytes(text.encode())
