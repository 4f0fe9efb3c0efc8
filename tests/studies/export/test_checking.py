import shutil
from pathlib import Path

import msgspec
import pytest

from cerealbar.records import About, Corpus
from cerealbar.studies.errors import StudyError
from cerealbar.studies.export import verify_export, write_export
from cerealbar.studies.export.manifest import file_digests, read_manifest, write_manifest
from tests.studies.sample import STUDY, sample

PEOPLE, RECORDS = sample()


@pytest.fixture
def export(tmp_path: Path) -> Path:
    write_export(STUDY, PEOPLE[:2], RECORDS, tmp_path / "export")
    return tmp_path / "export"


def change(export: Path, name: str, old: str, new: str) -> None:
    """Edit a file, and make its digest right, so that only what it says is wrong."""
    text = (export / name).read_text()
    assert old in text
    (export / name).write_text(text.replace(old, new, 1))
    sign(export)


def sign(export: Path) -> None:
    manifest = read_manifest(export)
    write_manifest(export, msgspec.structs.replace(manifest, files=file_digests(export)))


def line_of(export: Path, name: str, start: str) -> str:
    lines = (export / name).read_text().splitlines()
    return next(line for line in lines if line.startswith(start))


def test_a_changed_file_is_named(export: Path) -> None:
    (export / "README.md").write_text("other")
    assert verify_export(export) == ("README.md is not as it was written",)


def test_a_missing_file_and_one_too_many_are_named(export: Path) -> None:
    (export / "more.txt").write_text("")
    assert verify_export(export) == ("more.txt is not of this export",)
    (export / "quiz.csv").unlink()
    assert verify_export(export) == ("quiz.csv is missing",)


def test_a_lost_row_is_counted(export: Path) -> None:
    change(export, "steps.csv", line_of(export, "steps.csv", "p000,1,quiz") + "\n", "")
    assert verify_export(export) == ("steps.csv has 11 rows, expected 12",)


def test_who_is_no_participant_is_named(export: Path) -> None:
    change(export, "answers.csv", "p000,", "p999,")
    assert verify_export(export) == ("answers has p999, who is no participant",)


def test_a_participant_who_is_there_twice_is_named(export: Path) -> None:
    first = line_of(export, "participants.csv", "p000") + "\n"
    change(export, "participants.csv", first, first + first)
    assert "participants has p000 2 times" in verify_export(export)


def test_a_game_that_the_corpus_lacks_is_named(export: Path) -> None:
    game = line_of(export, "games.csv", "p000").split(",")[4]
    shutil.rmtree(export / "corpus")
    corpus = Corpus.create(export / "corpus", About(name="c"))
    wanted = [record for record in RECORDS if record.game_id != game]
    for record in wanted:
        corpus.append(record)
    sign(export)
    problems = verify_export(export)
    assert f"game {game} of p000 is not in the corpus" in problems
    assert f"the corpus has {len(wanted)} games, expected 4" in problems


def test_a_game_against_the_rules_is_named(export: Path) -> None:
    game = line_of(export, "games.csv", "p000").split(",")[4]
    corpus = Corpus(export / "corpus")
    records = list(corpus)
    shutil.rmtree(export / "corpus")
    forged = Corpus.create(export / "corpus", About(name="c"))
    for record in records:
        if record.game_id == game:
            header = msgspec.structs.replace(record.header, seed=record.header.seed + 1)
            record = msgspec.structs.replace(record, header=header)
        forged.append(record)
    sign(export)
    assert any(
        problem.startswith(f"game {game} is not by the rules") for problem in verify_export(export)
    )


def test_a_wrong_score_is_named(export: Path) -> None:
    row = line_of(export, "games.csv", "p000")
    values = row.split(",")
    change(export, "games.csv", row, ",".join([*values[:9], "77", *values[10:]]))
    assert verify_export(export) == (f"game {values[4]} has a score of {values[9]}, games says 77",)


def test_a_wrong_number_of_instructions_is_named(export: Path) -> None:
    row = line_of(export, "games.csv", "p000")
    values = row.split(",")
    change(export, "games.csv", row, ",".join([*values[:13], "99", *values[14:]]))
    assert verify_export(export) == (
        f"game {values[4]} has {values[13]} instructions, games says 99",
    )


def test_payments_that_do_not_add_up_are_named(export: Path) -> None:
    change(export, "payments.csv", "visits to the end: 1,200", "visits to the end: 1,201")
    total, due = verify_export(export)
    assert total.startswith("payments of p000 add up to ")
    assert " cents total, participants says " in total
    assert " cents due, " in due


def test_damaged_games_are_told(export: Path) -> None:
    path = export / "corpus" / "games.jsonl.gz"
    data = path.read_bytes()
    path.write_bytes(data[:60] + b"xxxx" + data[64:])
    assert any("the corpus cannot be read" in problem for problem in verify_export(export))


def test_a_table_that_is_none_is_told(export: Path) -> None:
    row = line_of(export, "games.csv", "p000")
    change(export, "games.csv", row, row.replace(",played,", ",played,,"))
    assert any("a table cannot be read" in problem for problem in verify_export(export))
    (export / "quiz.parquet").write_bytes(b"none")
    sign(export)
    assert any("a table cannot be read" in problem for problem in verify_export(export))


def test_another_folder_is_no_export(tmp_path: Path) -> None:
    with pytest.raises(StudyError, match=r"is no export of a study: it has no export\.json"):
        verify_export(tmp_path)
    (tmp_path / "export.json").write_text("{}")
    with pytest.raises(StudyError, match="is no manifest of an export"):
        verify_export(tmp_path)
