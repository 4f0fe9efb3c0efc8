from pathlib import Path

import pytest

from cerealbar.studies.errors import StudyError
from cerealbar.studies.tables import whole_folder


def test_a_folder_appears_when_it_is_whole(tmp_path: Path) -> None:
    with whole_folder(tmp_path / "deep" / "out") as folder:
        (folder / "a.txt").write_text("a")
        assert not (tmp_path / "deep" / "out").exists()
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["out"]
    assert (tmp_path / "deep" / "out" / "a.txt").read_text() == "a"


def test_what_goes_wrong_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError), whole_folder(tmp_path / "out") as folder:
        folder.write_text("a")
    assert list(tmp_path.iterdir()) == []


def test_an_empty_folder_may_be_there_and_a_file_may_not(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    with whole_folder(tmp_path / "out") as folder:
        (folder / "a.txt").write_text("a")
    assert (tmp_path / "out" / "a.txt").is_file()
    (tmp_path / "file").write_text("")
    with pytest.raises(StudyError, match="it is there"), whole_folder(tmp_path / "file"):
        pass
