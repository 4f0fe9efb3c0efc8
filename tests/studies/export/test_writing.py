import csv
from dataclasses import replace
from importlib.resources import as_file
from importlib.resources import files as resources
from pathlib import Path

import pytest
from pyarrow import parquet

from cerealbar.language import tokenize
from cerealbar.records import Corpus, Instructed
from cerealbar.studies import entries as told
from cerealbar.studies.entries import LedgerEntry, StudyEntry
from cerealbar.studies.errors import StudyError
from cerealbar.studies.export import write_export
from cerealbar.studies.participations import Participation
from cerealbar.studies.reading import load_study
from tests.studies.csv_rows import read_rows
from tests.studies.sample import STUDY, sample

PEOPLE, RECORDS = sample()


def with_entries(participation: Participation, *entries: StudyEntry) -> Participation:
    more = [
        LedgerEntry(len(participation.ledger) + i, 1_800_000_000.0, entry)
        for i, entry in enumerate(entries)
    ]
    return replace(participation, ledger=(*participation.ledger, *more))


def files(folder: Path) -> dict[str, bytes]:
    found = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


@pytest.fixture(scope="module")
def export(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("exports") / "export"
    write_export(STUDY, PEOPLE, RECORDS, folder)
    return folder


def test_the_same_input_gives_the_same_bytes_in_whatever_order(
    export: Path, tmp_path: Path
) -> None:
    write_export(STUDY, reversed(PEOPLE), reversed(RECORDS), tmp_path / "again")
    assert files(tmp_path / "again") == files(export)


def test_each_participant_has_a_row_and_each_of_its_games_another(export: Path) -> None:
    rows = {row["participant"]: row for row in read_rows(export / "participants.csv")}
    assert len(rows) == 9
    one = rows["p000"]
    games = [row for row in read_rows(export / "games.csv") if row["participant"] == "p000"]
    assert [game["role"] for game in games] == ["leader", "leader", "follower"]
    assert [game["partner"] for game in games] == ["person", "agent", "person"]
    assert [game["number"] for game in games] == ["1", "2", "3"]
    assert one["points"] == str(sum(int(game["score"]) for game in games))
    assert (one["games"], one["games_led"], one["treatments"]) == ("3", "2", "people agent")
    assert (one["ended"], rows["q1"]["ended"], rows["q3"]["ended"]) == ("finished", "declined", "")
    assert one["reached_consent"].startswith("2023-11-14T22:13:21.000Z")
    assert rows["q1"]["reached_games"] == ""


def test_tokens_and_instructions_are_those_of_the_record(export: Path) -> None:
    row = read_rows(export / "games.csv")[0]
    (record,) = (record for record in RECORDS if record.game_id == row["game"])
    texts = [event.text for event in record.events if isinstance(event, Instructed)]
    assert int(row["instructions"]) == len(texts) > 0
    assert int(row["tokens"]) == sum(len(tokenize(text)) for text in texts)
    assert 0 < int(row["finished_tokens"]) <= int(row["tokens"])


def test_csv_and_parquet_hold_the_same(export: Path) -> None:
    names = sorted(path.stem for path in export.glob("*.csv"))
    expected = ["answers", "games", "participants", "payments", "quiz", "steps", "tasks"]
    assert names == expected
    for name in names:
        rows, table = (
            read_rows(export / f"{name}.csv"),
            parquet.read_table(export / f"{name}.parquet"),
        )
        assert len(rows) == table.num_rows > 0
        assert list(rows[0]) == table.column_names
    scores = parquet.read_table(export / "games.parquet")["score"].to_pylist()
    assert [str(score) for score in scores] == [
        row["score"] for row in read_rows(export / "games.csv")
    ]


def test_answers_are_in_long_form(export: Path) -> None:
    rows = [row for row in read_rows(export / "answers.csv") if row["participant"] == "p000"]
    assert [row["item"] for row in rows] == ["who.guess", "who.sure"] * 3 + ["said", "liked"]
    assert rows[-1]["value"] == '["cards"]'
    assert rows[0]["game"] == read_rows(export / "games.csv")[0]["game"]


def test_each_try_of_a_quiz_is_told(export: Path) -> None:
    tries = [row for row in read_rows(export / "quiz.csv") if row["participant"] == "q2"]
    assert [(row["try"], row["right"], row["is_passed"]) for row in tries] == [
        ("1", "3", "false"),
        ("2", "4", "false"),
    ]


def test_games_that_nobody_in_the_study_played_are_left_out(tmp_path: Path) -> None:
    write_export(STUDY, PEOPLE[:2], RECORDS, tmp_path / "two")
    corpus = Corpus(tmp_path / "two" / "corpus")
    assert set(corpus.game_ids) == {
        row["game"] for row in read_rows(tmp_path / "two" / "games.csv")
    }
    assert len(corpus) == 4


def test_ids_of_platforms_are_there_only_if_asked_for(export: Path, tmp_path: Path) -> None:
    assert not any(b"worker" in data for data in files(export).values())
    write_export(STUDY, PEOPLE, RECORDS, tmp_path / "named", with_platform_ids=True)
    rows = read_rows(tmp_path / "named" / "participants.csv")
    assert rows[0]["platform_id"] == "workerp000"
    assert "With personal data" in (tmp_path / "named" / "README.md").read_text()


def test_redacted_texts_are_nowhere_in_an_export(export: Path, tmp_path: Path) -> None:
    assert b"Kim" in (export / "answers.csv").read_bytes()
    one = PEOPLE[0]
    (said,) = (
        line.number
        for line in one.ledger
        if isinstance(line.entry, told.StepAnswered) and line.entry.step == "questionnaire"
    )
    (task,) = (line.number for line in one.ledger if isinstance(line.entry, told.TaskDone))
    clean = with_entries(
        one,
        told.Redacted(number=said, item="said", text="[name]"),
        told.Redacted(number=task, item="text"),
    )
    write_export(STUDY, [clean], RECORDS, tmp_path / "clean")
    assert not any(b"Kim" in data for data in files(tmp_path / "clean").values())
    rows = read_rows(tmp_path / "clean" / "answers.csv")
    assert [(row["value"], row["is_redacted"]) for row in rows if row["item"] == "said"] == [
        ("[name]", "true")
    ]
    (written,) = read_rows(tmp_path / "clean" / "tasks.csv")
    assert (written["text"], written["is_redacted"]) == ("", "true")


def test_payments_tell_what_was_earned_and_paid(tmp_path: Path) -> None:
    one = with_entries(
        PEOPLE[0], told.Compensated(cents=70, reason="Kim fell ill"), told.Paid(cents=9, batch="b")
    )
    write_export(STUDY, [one], RECORDS, tmp_path / "paid")
    rows = read_rows(tmp_path / "paid" / "payments.csv")
    assert ("compensation", "70") in [(row["kind"], row["cents"]) for row in rows]
    assert [row["about"] for row in rows if row["kind"] == "paid"] == ["b"]
    (person,) = read_rows(tmp_path / "paid" / "participants.csv")
    total = sum(int(row["cents"]) for row in rows if row["kind"] != "paid")
    assert (person["total_cents"], person["due_cents"]) == (str(total), str(total - 9))
    assert b"fell ill" not in b"".join(files(tmp_path / "paid").values())


def test_hostile_texts_stay_in_their_field(tmp_path: Path) -> None:
    text = '"; drop,\r\n=cmd()|\u2028,'
    one = with_entries(PEOPLE[-1], told.StepAnswered(step="questionnaire", answers={"said": text}))
    write_export(STUDY, [one], RECORDS, tmp_path / "odd")
    (row,) = (
        each for each in read_rows(tmp_path / "odd" / "answers.csv") if each["item"] == "said"
    )
    assert row["value"] == text


def test_the_card_tells_of_every_column(export: Path) -> None:
    card = (export / "README.md").read_text().replace("\\", "")
    for path in export.glob("*.csv"):
        with path.open(newline="") as file:
            for column in next(csv.reader(file)):
                assert f"| {column} |" in card, column


def test_the_study_is_kept_as_it_was_and_can_be_read_again(tmp_path: Path) -> None:
    with as_file(resources("cerealbar").joinpath("studies/example")) as folder:
        study = load_study(folder)
    write_export(study, [], [], tmp_path / "export")
    assert load_study(tmp_path / "export" / "study") == study
    assert (tmp_path / "export" / "study" / "consent.md").read_text() == study.texts["consent.md"]


def test_a_folder_that_holds_something_is_never_written_over(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(StudyError, match="cannot be written: it is there, and not empty"):
        write_export(STUDY, PEOPLE, RECORDS, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_a_game_without_a_record_leaves_no_folder_behind(tmp_path: Path) -> None:
    with pytest.raises(StudyError, match=r"game '\w+' of p\d+ cannot be told of: no record"):
        write_export(STUDY, PEOPLE, RECORDS[1:], tmp_path / "none")
    assert list(tmp_path.iterdir()) == []


def test_a_study_without_participants_has_an_export(tmp_path: Path) -> None:
    tables = write_export(STUDY, [], RECORDS, tmp_path / "empty")
    assert {len(table.rows) for table in tables} == {0}
