"""The commands of studies on a study that people took part in."""

import asyncio
import csv
import re
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest

from cerealbar.cli.main import main
from cerealbar.evaluation.suites import open_suite, read_suite, write_lines
from cerealbar.server.store import Reader, Store
from cerealbar.server.store.participants import participants_of
from cerealbar.server.visits.people import person_digest, signed_link
from cerealbar.studies.entries import Redacted, TaskDone
from cerealbar.studies.errors import AnswerError
from cerealbar.wire.visits import (
    Agree,
    CarryOutReply,
    CarryOutShown,
    QuestionnaireReply,
    WriteReply,
    WriteShown,
)
from tests.server.visits.receptions import QUESTIONNAIRE, Guest, reception_of, small_study

TASKS = ("write", "carry-out")


def run(*arguments: object) -> int:
    """The exit code of a command."""
    try:
        main([str(argument) for argument in arguments])
    except SystemExit as end:
        return int(end.code or 0)
    return 0


@pytest.fixture
def finished(tmp_path: Path) -> Path:
    """The folder of a study that one person has finished, and another has not."""
    folder = tmp_path / "study"
    study = small_study(folder, QUESTIONNAIRE, via="prolific")
    file = folder / "study.toml"
    file.write_text(file.read_text() + "\n[pools.expert]\n[pay]\nbase = 125\n")

    async def visit() -> None:
        async with reception_of(folder, study) as reception:
            first = await Guest.come(reception, "", PROLIFIC_PID="p1")
            await first.answer(Agree(is_agreed=True))
            await first.answer(QuestionnaireReply(answers={"remarks": "it was fun"}))
            await (await Guest.come(reception, "", PROLIFIC_PID="p2")).look()

    asyncio.run(visit())
    (folder / "games.sqlite").rename(folder / "study.sqlite")
    return folder


def finish(folder: Path, via: str, *links: dict[str, str]) -> None:
    """A study that people with these links have finished."""
    study = small_study(folder, via=via)
    file = folder / "study.toml"
    file.write_text(file.read_text() + "\n[pay]\nbase = 125\n")

    async def visit() -> None:
        async with reception_of(folder, study) as reception:
            for link in links:
                given = link
                if via == "links":
                    signed = signed_link("", "small", link["who"], reception._store.secret)
                    given = dict(parse_qsl(urlsplit(signed).query))
                guest = await Guest.come(reception, "", **given)
                await guest.answer(Agree(is_agreed=True))

    asyncio.run(visit())
    (folder / "games.sqlite").rename(folder / "study.sqlite")


def people(folder: Path) -> list[str]:
    reader = Reader.open(str(folder / "study.sqlite"))
    try:
        return [someone.participant_id for someone, _ in reader.read(participants_of, "small")]
    finally:
        reader.close()


def test_a_new_study_has_no_mistakes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("study", "new", tmp_path / "mine") == 0
    assert run("study", "check", tmp_path / "mine") == 0
    assert "is a study without mistakes" in capsys.readouterr().out
    assert run("study", "new", tmp_path / "mine") == 1
    assert "is not empty" in capsys.readouterr().err


def test_a_mistake_is_told_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run("study", "new", tmp_path / "mine")
    file = tmp_path / "mine" / "study.toml"
    file.write_text(file.read_text().replace('sight = "camera"', 'sight = "x-ray"'))
    assert run("study", "check", tmp_path / "mine") == 1
    error = capsys.readouterr().err
    assert "study.toml:" in error
    assert "x-ray" in error


def test_the_data_of_a_study_are_exported_and_verify(
    finished: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("study", "export", finished, "--out", tmp_path / "data") == 0
    assert "has the data of 2 participants" in capsys.readouterr().out
    with (tmp_path / "data" / "answers.csv").open() as file:
        (answer,) = csv.DictReader(file)
    assert answer["value"] == "it was fun"
    assert "p1" not in (tmp_path / "data" / "participants.csv").read_text()
    assert run("study", "export", finished, "--out", tmp_path / "data") == 1


def test_a_report_is_written(finished: Path, tmp_path: Path) -> None:
    assert run("study", "report", finished, "--out", tmp_path / "report") == 0
    assert "A small study" in (tmp_path / "report" / "report.html").read_text()


def test_people_are_paid_once_by_the_ids_of_their_platform(
    finished: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ids = tmp_path / "prolific.csv"
    ids.write_text("Submission id,Participant id\ns1,p1\ns2,p2\n")
    table = tmp_path / "pay.csv"
    command = ("study", "pay", finished, "--ids", ids, "--record")
    assert run(*command, "--out", table) == 0
    assert table.read_text() == "p1,1.25\n"
    assert run(*command, "--out", tmp_path / "again.csv") == 0
    assert (tmp_path / "again.csv").read_text() == ""
    assert run(*command, "--out", table) == 1
    assert "is there already" in capsys.readouterr().err


def test_a_table_that_cannot_be_written_is_not_noted_as_paid(
    finished: Path, tmp_path: Path
) -> None:
    ids = tmp_path / "prolific.csv"
    ids.write_text("Submission id,Participant id\ns1,p1\ns2,p2\n")
    command = ("study", "pay", finished, "--ids", ids, "--record")
    assert run(*command, "--out", tmp_path / "nowhere" / "pay.csv") == 1
    assert run(*command, "--out", tmp_path / "pay.csv") == 0
    assert (tmp_path / "pay.csv").read_text() == "p1,1.25\n"


def test_a_batch_is_written_again_as_it_was(
    finished: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ids = tmp_path / "prolific.csv"
    ids.write_text("Submission id,Participant id\ns1,p1\ns2,p2\n")
    command = ("study", "pay", finished, "--ids", ids)
    assert run(*command, "--record", "--out", tmp_path / "pay.csv") == 0
    (name,) = re.findall(r"batch ([0-9a-f]+)", capsys.readouterr().out)
    assert run(*command, "--batch", name, "--out", tmp_path / "again.csv") == 0
    assert (tmp_path / "again.csv").read_bytes() == (tmp_path / "pay.csv").read_bytes()
    assert "missing" not in capsys.readouterr().out
    assert run(*command, "--batch", "0", "--out", tmp_path / "none.csv") == 1
    assert "has no batch '0'" in capsys.readouterr().err
    assert run(*command, "--batch", name, "--record", "--out", tmp_path / "x.csv") == 1


def test_no_table_is_written_that_cannot_be_noted_as_paid(
    finished: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ids = tmp_path / "prolific.csv"
    ids.write_text("Submission id,Participant id\ns1,p1\ns2,p2\n")
    server = Store.open(str(finished / "study.sqlite"))
    out = tmp_path / "pay.csv"
    assert run("study", "pay", finished, "--ids", ids, "--record", "--out", out) == 1
    assert "uses it" in capsys.readouterr().err
    assert not out.exists()
    asyncio.run(server.close())
    assert run("study", "pay", finished, "--ids", ids, "--record", "--out", out) == 0


def test_nobody_is_paid_without_the_platforms_list(
    finished: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("study", "pay", finished, "--out", tmp_path / "pay.csv") == 1
    assert "cannot be paid by Prolific" in capsys.readouterr().err
    wrong = tmp_path / "wrong.csv"
    wrong.write_text("name,age\np1,7\n")
    assert run("study", "pay", finished, "--out", tmp_path / "pay.csv", "--ids", wrong) == 1
    assert "expected a column Participant id" in capsys.readouterr().err
    assert not (tmp_path / "pay.csv").exists()


def test_an_id_that_the_list_has_not_stays_due_and_others_are_paid(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "study"
    finish(folder, "prolific", {"PROLIFIC_PID": "test"}, {"PROLIFIC_PID": "p1"})
    ids = tmp_path / "prolific.csv"
    ids.write_text("Participant id\np1\n")
    command = ("study", "pay", folder, "--ids", ids, "--record")
    assert run(*command, "--out", tmp_path / "pay.csv") == 0
    assert (tmp_path / "pay.csv").read_text() == "p1,1.25\n"
    assert "still due: " in (told := capsys.readouterr().out)
    assert "cannot be paid by Prolific: None is no id there" in told
    ids.write_text("Participant id\np1\ntest\n")
    assert run(*command, "--out", tmp_path / "rest.csv") == 0
    assert (tmp_path / "rest.csv").read_text() == "test,1.25\n"


@pytest.mark.parametrize("names", ["ada\nbob k.\ncarl\n", "name,age\nada,7\nbob k.,8\n"])
def test_signed_links_are_paid_by_the_names_for_which_they_were_made(
    tmp_path: Path, names: str
) -> None:
    folder = tmp_path / "study"
    finish(folder, "links", {"who": "ada"}, {"who": "bob k."})
    ids = tmp_path / "names.txt"
    ids.write_text(names)
    table = tmp_path / "pay.csv"
    assert run("study", "pay", folder, "--ids", ids, "--out", table) == 0
    with table.open() as file:
        rows = list(csv.DictReader(file))
    assert {(row["name"], row["amount"]) for row in rows} == {("ada", "1.25"), ("bob k.", "1.25")}
    assert all(len(row["codes"]) == 10 for row in rows)


def test_a_participant_is_forgotten_by_its_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "study"
    finish(folder, "links", {"who": "ada"}, {"who": "bob"})
    assert run("study", "pay", folder, "--out", tmp_path / "pay.csv") == 0
    with (tmp_path / "pay.csv").open() as file:
        first, second = csv.DictReader(file)
    assert run("study", "forget", folder, first["codes"]) == 0
    assert people(folder) == [second["participant"]]
    assert run("study", "forget", folder, first["codes"]) == 1
    assert "has no participant" in capsys.readouterr().err


def test_a_participant_is_forgotten(finished: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = people(finished)
    assert run("study", "forget", finished, first) == 0
    assert people(finished) == [second]
    assert run("study", "forget", finished, first) == 1
    assert "has no participant" in capsys.readouterr().err


def test_links_are_signed_for_one_person_each(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "study"
    small_study(folder, via="links")
    asyncio.run(Store.open(str(folder / "study.sqlite")).close())
    names = tmp_path / "names.txt"
    names.write_text("ada\n\nbob\n")
    command = ("study", "links", folder, names, "--address", "https://x.example/")
    assert run(*command) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(",")[0] for line in lines] == ["ada", "bob"]
    assert all(",https://x.example/study/small?who=" in line for line in lines)


def test_the_same_person_is_another_by_another_secret() -> None:
    assert person_digest("open", "p", b"1") != person_digest("open", "p", b"2")
    assert person_digest("links", "p", b"1") != person_digest("prolific", "p", b"1")


def test_single_tasks_become_suites_with_their_agreement(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "study"
    folder.mkdir()
    items = [item for item in open_suite("written-dev") if item.cards][:2]
    write_lines(folder / "boards.jsonl", items)
    steps = [f'[[steps]]\nkind = "{kind}"\ntasks = 2\nsuite = "boards.jsonl"' for kind in TASKS]
    study = small_study(folder, "\n".join(steps))

    async def visit() -> None:
        async with reception_of(folder, study) as reception:
            guest = await Guest.come(reception)
            stage = await guest.answer(Agree(is_agreed=True))
            for number in range(2):
                assert isinstance(stage.shown, WriteShown)
                stage = await guest.answer(WriteReply(text=f"take card number {number}"))
            for is_right in (True, False):
                shown = stage.shown
                assert isinstance(shown, CarryOutShown)
                item = next(item for item in items if item.text == shown.text)
                others = [card.cell for card in shown.board.cards if card.cell not in item.cards]
                cards = item.cards if is_right else (others[0],)
                with pytest.raises(AnswerError, match="there is no card"):
                    await guest.answer(CarryOutReply(cards=(0,)))
                stage = await guest.answer(CarryOutReply(cards=cards))
            assert stage.step == "end"
            lines = (await reception._store.read(participants_of, "small"))[0][1]
            tasks = [line for line in lines if isinstance(line.entry, TaskDone)]
            redacted = Redacted(number=tasks[1].number, item="text", text="take it")
            await reception._go_on(guest.token, lambda ledger: ledger.append(redacted))

    asyncio.run(visit())
    (folder / "games.sqlite").rename(folder / "study.sqlite")
    assert run("study", "suite", folder, "--out", tmp_path / "suites") == 0
    told = capsys.readouterr().out
    assert "write: 2 instructions were written" in told
    assert "carry-out: 1 of 2 readings were as meant" in told
    texts = {item.text for item in read_suite(tmp_path / "suites" / "write.jsonl")}
    assert texts == {"take card number 0", "take it"}
    assert run("study", "suite", folder, "--out", tmp_path / "suites") == 1
