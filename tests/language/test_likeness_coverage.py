from pathlib import Path

import pytest

from cerealbar.language.likeness import TextFileError, coverage, read_instructions


def test_words_are_counted_and_the_missing_ones_named() -> None:
    found = coverage(["get the card", "get the zebra and a zebra"], {"get", "the", "card", "and"})
    assert found.tokens == 9
    assert found.known == 6
    assert found.missing == (("zebra", 2), ("a", 1))
    assert found.share == pytest.approx(6 / 9)
    assert found.share_of_types == pytest.approx(4 / 6)


def test_a_single_slip_of_the_keyboard_is_no_missing_word() -> None:
    found = coverage(["get teh card", "getthe card"], {"get", "the", "card"})
    assert found.typos == (("getthe", 1), ("teh", 1))
    assert found.share == 1.0


def test_numbers_and_marks_are_no_words() -> None:
    assert coverage(["turn 180, then 2!"], {"turn", "then"}).tokens == 2


def test_instructions_are_read_from_lines_of_text_or_json(tmp_path: Path) -> None:
    file = tmp_path / "instructions"
    file.write_text('get it\n\n{"text": "go left", "tags": []}\n')
    assert read_instructions(file) == ["get it", "go left"]


@pytest.mark.parametrize(
    ("data", "words"),
    [(b"", "no instructions"), (b'{"x": 1}\n', "line 1"), (b"{\n", "line 1"), (b"\xff", "no text")],
)
def test_a_file_without_instructions_is_refused(tmp_path: Path, data: bytes, words: str) -> None:
    file = tmp_path / "instructions"
    file.write_bytes(data)
    with pytest.raises(TextFileError, match=words):
        read_instructions(file)
