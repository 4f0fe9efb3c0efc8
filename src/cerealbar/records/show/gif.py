"""Animated pictures of recorded games, for slides: the board, and a caption below it."""

import io
from collections.abc import Callable, Iterable, Iterator

from PIL import Image

from cerealbar.records.events import GameRecord
from cerealbar.records.show.caption import draw_caption
from cerealbar.records.show.frames import Film, film, way
from cerealbar.views.picture import PictureError, PictureOptions, picture

Progress = Callable[[int, int], None]
"""Called with how many frames are drawn, and of how many."""

MIN_WIDTH, MAX_WIDTH = 160, 1600
"""Pixels across."""
MAX_FRAMES = 1200
"""Longer games show every second frame, every third, ...; at 480 pixels a frame takes 1 to 2 kB."""
_HOLDS = {"start": 4, "instruct": 4, "end": 14}
"""For how many frames those of some deeds are seen."""
_HOLD_SET = 6
_SAMPLES = 8
"""From how many frames the palette is taken."""


def replay_gif(
    record: GameRecord,
    *,
    width: int = 480,
    seconds_per_frame: float = 0.2,
    max_frames: int = MAX_FRAMES,
    progress: Progress | None = None,
) -> bytes:
    """The bytes of a GIF file that plays a recorded game, one frame a deed, again and again.

    Raises:
        PictureError: a number is out of range.
        ReplayError: the rules refuse a deed.
        MapError: the header's seed has no map.
    """
    _check("width", width, MIN_WIDTH, MAX_WIDTH)
    _check("seconds_per_frame", seconds_per_frame, 0.02, 60)
    _check("max_frames", max_frames, 2, 100_000)
    shown = film(record)
    chosen = chosen_frames(shown, max_frames)
    palette = _palette(_draw(shown, i, width) for i in _samples(shown, chosen))
    images = (_draw(shown, i, width) for i in chosen)
    # All frames share one palette, so that what does not change is not stored again.
    matched = (image.quantize(palette=palette, dither=Image.Dither.NONE) for image in images)
    first, *others = _counted(matched, len(chosen), progress)
    file = io.BytesIO()
    first.save(
        file,
        "GIF",
        save_all=True,
        append_images=others,
        duration=[round(1000 * seconds_per_frame * hold) for hold in _holds(shown, chosen)],
        loop=0,
    )
    return file.getvalue()


def _check(name: str, value: float, low: float, high: float) -> None:
    if not low <= value <= high:
        raise PictureError(f"{name} must be {low} to {high}, not {value!r}")


def chosen_frames(shown: Film, max_frames: int) -> list[int]:
    """The frames to draw: all, or every n-th with the sets and the end."""
    count = len(shown.frames)
    every = -(-count // max_frames)
    return sorted({*range(0, count, every), *(made.frame for made in shown.sets), count - 1})


def _holds(shown: Film, chosen: list[int]) -> list[int]:
    """How long each frame is seen, as a multiple of the shortest."""
    with_sets = {made.frame for made in shown.sets}
    return [_HOLD_SET if i in with_sets else _HOLDS.get(shown.frames[i].deed, 1) for i in chosen]


def _samples(shown: Film, chosen: list[int]) -> list[int]:
    """Frames that show every colour: some evenly spaced, and one with an invalid selection."""
    spaced = chosen[:: -(-len(chosen) // _SAMPLES)]
    invalid = [i for i in chosen if shown.frames[i].is_invalid]
    return [*spaced, chosen[-1], *invalid[:1]]


def _draw(shown: Film, i: int, width: int) -> Image.Image:
    """A frame with its caption; the ground is drawn once and kept."""
    new = [card.cell for card in shown.cards if card.first == i > 0]
    options = PictureOptions(trail=way(shown, i), marked=new)
    state = shown.states[min(i, len(shown.states) - 1)]
    board = picture(state, options=options).image(width)
    caption = draw_caption(shown, shown.frames[i], width)
    image = Image.new("RGB", (width, board.height + caption.height))
    image.paste(board, (0, 0))
    image.paste(caption, (0, board.height))
    return image


def _palette(images: Iterable[Image.Image]) -> Image.Image:
    """255 colours for all images; this method keeps those of small symbols apart."""
    samples = list(images)
    width, height = samples[0].size
    sheet = Image.new("RGB", (width, height * len(samples)))
    for i, sample in enumerate(samples):
        sheet.paste(sample, (0, i * height))
    return sheet.quantize(255, method=Image.Quantize.MAXCOVERAGE, kmeans=4)


def _counted(
    images: Iterable[Image.Image], total: int, progress: Progress | None
) -> Iterator[Image.Image]:
    for done, image in enumerate(images, start=1):
        yield image
        if progress is not None:
            progress(done, total)
