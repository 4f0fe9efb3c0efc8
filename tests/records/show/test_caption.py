import pytest
from PIL import ImageFont

from cerealbar.records.show import film
from cerealbar.records.show.caption import draw_caption, wrapped
from tests.records.show.games import endless_game, hostile_game, written_game


def test_a_short_text_is_one_line() -> None:
    assert wrapped("turn left", 16, 400) == ["turn left"]


def test_a_long_text_is_cut_to_two_lines_that_fit() -> None:
    lines = wrapped("go on and on " * 30, 16, 200)
    assert len(lines) == 2
    assert lines[-1].endswith("...")
    assert all(ImageFont.load_default(16).getlength(line) <= 200 for line in lines)


def test_a_word_that_is_too_long_is_cut() -> None:
    (line,) = wrapped("a" * 500, 16, 200)
    assert line.endswith("a...")
    assert ImageFont.load_default(16).getlength(line) <= 200


def test_an_empty_text_has_no_line() -> None:
    assert wrapped(" \n\t", 16, 200) == []


def test_line_breaks_and_control_characters_are_spaces() -> None:
    assert wrapped("one\ntwo\x00three", 16, 400) == ["one two three"]


@pytest.mark.parametrize("make", [written_game, hostile_game, endless_game])
def test_every_frame_has_a_caption_of_its_own(make: object) -> None:
    assert callable(make)
    shown = film(make())
    looks = [draw_caption(shown, frame, 480).tobytes() for frame in shown.frames]
    assert len(set(looks)) == len(looks)


def test_captions_grow_with_the_picture() -> None:
    shown = film(written_game())
    small, large = (draw_caption(shown, shown.frames[3], width) for width in (240, 480))
    assert (2 * small.width, 2 * small.height) == large.size
