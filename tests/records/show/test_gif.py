import io
import re

import numpy as np
import pytest
from PIL import Image

from cerealbar.game import new_state
from cerealbar.records import GameRecord, Instructed
from cerealbar.records.show import Film, film, replay_gif
from cerealbar.records.show.gif import chosen_frames, draw_caption
from cerealbar.views.picture import PictureError, picture
from cerealbar.views.picture.writing import font_for
from tests.records.games import eventful_game
from tests.records.show.games import endless_game, game, hostile_game, written_game


@pytest.fixture(scope="module")
def gif() -> bytes:
    return replay_gif(written_game(), width=240, seconds_per_frame=0.1)


def test_a_gif_has_one_frame_for_each_of_the_film(gif: bytes, written: GameRecord) -> None:
    with Image.open(io.BytesIO(gif)) as image:
        assert image.format == "GIF"
        assert getattr(image, "n_frames", 1) == len(film(written).frames)
        assert image.width == 240
        assert 240 < image.height < 260


def test_a_gif_plays_again_and_again_and_rests_where_something_happens(
    gif: bytes, written: GameRecord
) -> None:
    with Image.open(io.BytesIO(gif)) as image:
        assert image.info["loop"] == 0
        pauses = []
        for i in range(len(film(written).frames)):
            image.seek(i)
            pauses.append(image.info["duration"])
    assert pauses[:5] == [400, 400, 400, 100, 100]
    assert pauses[-1] == 1400


def test_colours_of_a_gif_are_close_to_those_of_the_picture(gif: bytes) -> None:
    true = np.asarray(picture(new_state(42)[0]).image(240), np.int16)
    with Image.open(io.BytesIO(gif)) as image:
        shown = np.asarray(image.convert("RGB"), np.int16)[: len(true)]
    error = np.abs(shown - true).max(axis=2)
    assert error.mean() < 5
    assert error.max() < 40


def test_the_same_game_gives_the_same_gif() -> None:
    first, second = (replay_gif(hostile_game(), width=200) for _ in range(2))
    assert first == second


def test_an_eventful_game_is_animated_too() -> None:
    with Image.open(io.BytesIO(replay_gif(eventful_game(), width=160))) as image:
        assert getattr(image, "n_frames", 1) == len(film(eventful_game()).frames)


def test_progress_counts_the_frames() -> None:
    seen: list[tuple[int, int]] = []
    replay_gif(endless_game(), width=160, progress=lambda *counts: seen.append(counts))
    assert seen == [(1, 2), (2, 2)]


def test_a_game_without_deeds_has_a_gif() -> None:
    with Image.open(io.BytesIO(replay_gif(game(), width=160))) as image:
        assert getattr(image, "n_frames", 1) == 2


def test_a_long_game_leaves_frames_out_but_neither_sets_nor_the_end(long_film: Film) -> None:
    few = chosen_frames(long_film, 50)
    assert len(few) <= 50 + len(long_film.sets) + 1
    assert {0, len(long_film.frames) - 1, *(made.frame for made in long_film.sets)} <= set(few)
    assert chosen_frames(long_film, 10_000) == list(range(len(long_film.frames)))


def test_a_shorter_gif_of_a_long_game_shows_the_chosen_frames(
    long_game: GameRecord, long_film: Film, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cerealbar.records.show.gif.MAX_FRAMES", 40)
    data = replay_gif(long_game, width=240)
    with Image.open(io.BytesIO(data)) as image:
        assert getattr(image, "n_frames", 1) == len(chosen_frames(long_film, 40))
    assert len(data) < 400_000


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"width": 100}, "width must be 160 to 1600, not 100"),
        ({"width": 5000}, "width must be 160 to 1600, not 5000"),
        ({"seconds_per_frame": 0.0}, "seconds_per_frame must be 0.02 to 60, not 0.0"),
    ],
)
def test_numbers_out_of_range_are_refused(options: dict[str, int], message: str) -> None:
    with pytest.raises(PictureError, match=re.escape(message)):
        replay_gif(written_game(), **options)  # type: ignore[arg-type]  # some are floats


# Captions


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
