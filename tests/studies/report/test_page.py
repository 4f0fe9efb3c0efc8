from pathlib import Path

import msgspec
import pytest
from pyarrow import parquet

from cerealbar.studies.errors import StudyError
from cerealbar.studies.report import write_report
from tests.records.report.test_statistics_page import Outline
from tests.studies.csv_rows import read_rows
from tests.studies.sample import STUDY, sample

PEOPLE, RECORDS = sample()


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_report(STUDY, PEOPLE, RECORDS, tmp_path_factory.mktemp("reports") / "report")


def test_every_figure_has_its_data_beside_the_page(report: Path) -> None:
    outline = Outline(report.read_text())
    links = [value for name, value in outline.attributes if name == "href"]
    data = {link for link in links if link != "data:,"}
    assert len(data) == 2 * outline.tags.count("figure") == 34
    for link in data:
        assert (report.parent / link).is_file()
    assert {f"data/{path.name}" for path in (report.parent / "data").iterdir()} == data


def test_csv_and_parquet_of_a_figure_hold_the_same(report: Path) -> None:
    for path in (report.parent / "data").glob("*.csv"):
        table = parquet.read_table(path.with_suffix(".parquet"))
        assert len(read_rows(path)) == table.num_rows


def test_the_page_loads_nothing_and_runs_nothing(report: Path) -> None:
    page = report.read_text()
    outline = Outline(page)
    assert not {"script", "iframe", "object", "img", "form"} & set(outline.tags)
    for name, value in outline.attributes:
        assert not name.startswith("on")
        assert name != "style"
        assert name != "src"
        assert name != "href" or value == "data:," or value.startswith("data/")
    assert "url(" not in page
    assert "default-src 'none'" in page


def test_the_page_says_that_games_are_simulated_before_any_number(report: Path) -> None:
    text = Outline(report.read_text()).text
    assert text.index("no person took part in 12 of these 12 games") < text.index("participants 9")
    assert "nan" not in text.lower().split()
    assert "None" not in text


def test_the_papers_numbers_stand_beside(report: Path) -> None:
    text = Outline(report.read_text()).text
    for told in ("12.7 20", "6.2 14", "1,037", "578", "12.3", "8.5"):
        assert told in text


def test_the_page_holds_no_ids_of_platforms_nor_free_texts(report: Path) -> None:
    everything = b"".join(path.read_bytes() for path in report.parent.rglob("*.[ch]*"))
    assert b"participant" in everything
    assert b"workerp000" not in everything
    assert b"call me" not in everything


def test_the_same_study_gives_the_same_report(report: Path, tmp_path: Path) -> None:
    again = write_report(STUDY, reversed(PEOPLE), reversed(RECORDS), tmp_path / "again")
    names = {path.relative_to(report.parent) for path in report.parent.rglob("*.*")}
    assert len(names) == 35
    for name in names:
        assert (again.parent / name).read_bytes() == (report.parent / name).read_bytes()


def test_a_study_that_nobody_came_to_has_a_report(tmp_path: Path) -> None:
    page = write_report(STUDY, [], [], tmp_path / "empty").read_text()
    assert "There are no games yet." in page
    assert "<svg" not in page
    assert Outline(page).tags.count("figure") == 17


def test_hostile_words_stay_words(tmp_path: Path) -> None:
    title = "</style><script>alert(1)</script>"
    study = msgspec.structs.replace(STUDY, title=title)
    page = write_report(study, PEOPLE[:1], RECORDS, tmp_path / "odd").read_text()
    outline = Outline(page)
    assert "script" not in outline.tags
    assert title in outline.texts


def test_a_folder_that_holds_something_is_never_written_over(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(StudyError, match="cannot be written: it is there, and not empty"):
        write_report(STUDY, PEOPLE, RECORDS, tmp_path)
