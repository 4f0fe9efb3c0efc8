import pytest

from cerealbar.records import Instructed
from cerealbar.records.show import film
from cerealbar.records.show.caption import draw_caption
from cerealbar.views.picture.writing import font_for
from tests.records.show.games import endless_game, game, hostile_game, written_game


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


@pytest.mark.skipif(
    font_for("Ж", 20).getname() == font_for("J", 20).getname(),  # type: ignore[union-attr]
    reason="no font with more letters is installed",
)
def test_letters_that_the_first_font_lacks_come_from_another() -> None:
    looks = []
    for text in ("Ж", "Щ"):
        shown = film(game(Instructed(1.0, text)))
        looks.append(draw_caption(shown, shown.frames[1], 480).tobytes())
    assert looks[0] != looks[1]
