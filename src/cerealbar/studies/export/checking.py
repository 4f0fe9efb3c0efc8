"""Checking an export: that nothing is missing, that games are games, that payments add up."""

import csv
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pyarrow as pa
from pyarrow import parquet

from cerealbar.records import Corpus, RecordError, lives, replay, verify
from cerealbar.records.summary import final_score
from cerealbar.studies.export.earnings import PAID
from cerealbar.studies.export.manifest import Manifest, file_digests, read_manifest
from cerealbar.studies.export.writing import CORPUS
from cerealbar.studies.tables import read_rows

CsvRow = Mapping[str, str]


def verify_export(folder: Path) -> tuple[str, ...]:
    """All that is wrong with an export; nothing if it is as it was written.

    Raises:
        StudyError: the folder is no export.
    """
    manifest = read_manifest(folder)
    if missing := tuple(_missing_files(folder, manifest)):
        return missing
    problems = [*_changed_files(folder, manifest)]
    try:
        problems += _content_problems(folder, manifest)
    except (csv.Error, pa.ArrowException, KeyError, TypeError, ValueError) as error:
        problems.append(f"a table cannot be read: {error!r}")
    return tuple(problems)


def _content_problems(folder: Path, manifest: Manifest) -> Iterator[str]:
    tables = {name: read_rows(folder / f"{name}.csv") for name in manifest.rows}
    yield from _row_problems(folder, manifest, tables)
    yield from _participant_problems(tables)
    yield from _game_problems(folder, manifest, tables["games"])
    yield from _payment_problems(tables)


def _missing_files(folder: Path, manifest: Manifest) -> Iterator[str]:
    for name in sorted(manifest.files):
        if not (folder / name).is_file():
            yield f"{name} is missing"


def _changed_files(folder: Path, manifest: Manifest) -> Iterator[str]:
    found = file_digests(folder)
    for name, digest in sorted(found.items()):
        if name not in manifest.files:
            yield f"{name} is not of this export"
        elif digest != manifest.files[name]:
            yield f"{name} is not as it was written"


def _row_problems(
    folder: Path, manifest: Manifest, tables: Mapping[str, list[dict[str, str]]]
) -> Iterator[str]:
    for name, count in manifest.rows.items():
        stored = parquet.read_metadata(folder / f"{name}.parquet").num_rows
        for file, rows in ((f"{name}.csv", len(tables[name])), (f"{name}.parquet", stored)):
            if rows != count:
                yield f"{file} has {rows} rows, expected {count}"


def _participant_problems(tables: Mapping[str, list[dict[str, str]]]) -> Iterator[str]:
    known = Counter(row["participant"] for row in tables["participants"])
    for who, count in known.items():
        if count > 1:
            yield f"participants has {who} {count} times"
    for name, rows in tables.items():
        for who in sorted({row["participant"] for row in rows} - set(known)):
            yield f"{name} has {who}, who is no participant"


def _game_problems(folder: Path, manifest: Manifest, rows: Iterable[CsvRow]) -> Iterator[str]:
    try:
        corpus = Corpus(folder / CORPUS)
        if len(corpus) != manifest.games:
            yield f"the corpus has {len(corpus)} games, expected {manifest.games}"
        for row in rows:
            yield from _problems_of_game(corpus, row)
    except RecordError as error:
        yield f"the corpus cannot be read: {error}"


def _problems_of_game(corpus: Corpus, row: CsvRow) -> Iterator[str]:
    game = row["game"]
    if game not in corpus:
        yield f"game {game} of {row['participant']} is not in the corpus"
        return
    record = corpus.game(game)
    divergence = verify(record)
    if divergence is not None:
        yield f"game {game} is not by the rules: {divergence.reason}"
        return
    if row["how"] == "played" and int(row["score"]) != final_score(record):
        yield f"game {game} has a score of {final_score(record)}, games says {row['score']}"
    if int(row["instructions"]) != (sent := len(lives(replay(record)))):
        yield f"game {game} has {sent} instructions, games says {row['instructions']}"


def _payment_problems(tables: Mapping[str, list[dict[str, str]]]) -> Iterator[str]:
    earned, paid = Counter[str](), Counter[str]()
    for row in tables["payments"]:
        (paid if row["kind"] == PAID else earned)[row["participant"]] += int(row["cents"])
    for row in tables["participants"]:
        who = row["participant"]
        due = max(0, earned[who] - paid[who])
        for name, cents in (("total", earned[who]), ("paid", paid[who]), ("due", due)):
            if int(row[f"{name}_cents"]) != cents:
                told = row[f"{name}_cents"]
                yield f"payments of {who} add up to {cents} cents {name}, participants says {told}"
